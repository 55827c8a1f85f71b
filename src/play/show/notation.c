// Writing moves. What is common to most moves is written first; where several moves are still alike, the
// piece that appears is added, then the first site where something else happens, and then a number.
#include "play/show/notation.h"

#include "play/show/card.h"
#include "state/block/access.h"

#include <ctype.h>
#include <stdlib.h>

static const Container *container_of(const Game *game, SiteType type, int32_t site) {
  if (type != SITE_CELL && site < game->sites[type]) return NULL;
  for (int c = 0; c < game->n_containers; c++) {
    const Container *container = &game->containers[c];
    if (container->kind == CONTAINER_BOARD) continue;
    if (site >= container->first && site < container->first + container->n) return container;
  }
  return NULL;
}

void site_notation(Text *out, const Game *game, SiteType type, int32_t site) {
  const Container *container = container_of(game, type, site);
  const TopoSites *sites = &game->board->sites[type];
  if (container) {
    text_puts(out, container->name);
    if (container->n > 1) text_printf(out, ":%d", site - container->first + 1);
  } else if (site >= 0 && site < sites->n && sites->label && sites->label[site]) {
    text_puts(out, sites->label[site]);
  } else {
    text_printf(out, "%d", site);
  }
}

static const Action *first_decision(const Action *actions, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (actions[i].flags & ACTION_DECISION) return &actions[i];
  }
  return n ? actions : NULL;
}

static SiteType type_or(const Position *x, int type) { return type >= 0 ? (SiteType)type : x->game->site_type; }

// Moves that go nowhere: what they do instead.
static void write_without_sites(Text *out, const Position *x, const Action *decision) {
  const char *const *strings = x->program->strings;
  if (!decision) text_puts(out, "pass");
  else if (decision->kind == ACT_PASS) text_puts(out, "pass");
  else if (decision->kind == ACT_SWAP) text_puts(out, "swap");
  else if (decision->kind == ACT_FORFEIT) text_puts(out, "forfeit");
  else if (decision->kind == ACT_SET_TRUMP) text_printf(out, "trumps:%d", decision->value);
  else if (decision->kind == ACT_BET) text_printf(out, "bet:%d", decision->count);
  else if (decision->kind == ACT_PROPOSE) text_printf(out, "propose:%s", strings[decision->what]);
  else if (decision->kind == ACT_VOTE) text_printf(out, "vote:%s", strings[decision->what]);
  else text_puts(out, "go");
}

// A card from a hand is told by itself, anything else by where it comes from.
static void write_source(Text *out, const Position *x, const Action *decision, int32_t from) {
  SiteType type = type_or(x, decision ? decision->type_from : -1);
  int32_t what = decision && decision->kind == ACT_MOVE ? site_what(x, type, from, decision->level_from) : 0;
  bool is_card = what > 0 && what < x->game->n_components && x->game->components[what].kind == COMPONENT_CARD;
  if (!is_card || !container_of(x->game, type, from)) {
    site_notation(out, x->game, type, from);
    return;
  }
  char label[CARD_BYTES];
  card_label(&x->game->components[what], label);
  text_puts(out, label);
}

// The value a site of a puzzle is given: A1=5; A1~5 says that a value becomes possible or impossible.
static void write_puzzle_value(Text *out, const Action *decision) {
  if (decision->kind == ACT_PUZZLE_SET) text_printf(out, "=%d", decision->value);
  else if (decision->kind == ACT_PUZZLE_TOGGLE) text_printf(out, "~%d", decision->value);
}

static void write_plain(Text *out, const Position *x, const Move *move) {
  Action few[FILL_MOST];
  const Action *decision = first_decision(move_actions(x, move, few), move->n);
  if (move->to < 0 && move->from < 0) {
    write_without_sites(out, x, decision);
    return;
  }
  bool both = move->from >= 0 && move->to >= 0 && move->from != move->to;
  if (both) {
    write_source(out, x, decision, move->from);
    text_char(out, '-');
  }
  int32_t last = move->to >= 0 ? move->to : move->from;
  site_notation(out, x->game, type_or(x, decision ? decision->type_to : -1), last);
  if (decision) write_puzzle_value(out, decision);
}

// ---- trying moves --------------------------------------------------------------------------------

// A move is made only to see what it does: it uses up no chance, and rules that stop over it do not stop the game.
typedef struct Trial {
  Random random;
  bool stopped;
} Trial;

static Trial try_move(Position *x, const Move *move) {
  Trial trial = {x->random, x->fault != NULL};
  Move copy = *move;
  position_apply(x, &copy);
  return trial;
}

static void end_trial(Position *x, const Trial *trial) {
  position_undo(x);
  if (x->fault && !trial->stopped && !position_ran_out_of_time(x)) position_clear_fault(x);
  x->random = trial->random;
}

// ---- as somebody else sees it --------------------------------------------------------------------

static bool hidden_from(const Position *x, SiteType type, int32_t site, Player viewer) {
  if (site < 0 || site >= x->game->sites[type]) return false;
  int32_t top = MAX(site_height(x, type, site) - 1, 0);
  return site_hidden(x, type, site, top, viewer, HIDDEN_ALL | HIDDEN_WHAT);
}

static bool out_of_sight(const Position *x, SiteType type, int32_t site, Player viewer) {
  if (site < 0 || site >= x->game->sites[type]) return false;
  return site_hidden(x, type, site, MAX(site_height(x, type, site) - 1, 0), viewer, HIDDEN_ALL);
}

// A place in somebody's hand tells which piece is there: only the hand is named.
static void write_seen_source(Text *out, const Position *x, const Action *decision, int32_t from, Player viewer) {
  SiteType type = type_or(x, decision ? decision->type_from : -1);
  const Container *container = container_of(x->game, type, from);
  if (container && hidden_from(x, type, from, viewer)) text_puts(out, container->name);
  else write_source(out, x, decision, from);
}

// What a player sees where a move ended: the piece, only that there is one, or nothing.
typedef enum Sight { SEES_PIECE, SEES_PLACE, SEES_NOTHING } Sight;

static Sight sight_after(Position *x, const Move *move, SiteType type, Player viewer) {
  int32_t to = move->to;
  Trial trial = try_move(x, move);
  bool gone = site_empty(x, type, to);
  Sight sight = gone || out_of_sight(x, type, to, viewer) ? SEES_NOTHING
                : hidden_from(x, type, to, viewer)        ? SEES_PLACE
                                                          : SEES_PIECE;
  end_trial(x, &trial);
  return sight;
}

// (A copy: seeing what the move does may move the list it is in.)
void notation_seen(Text *out, Position *x, const Move *listed, Player viewer) {
  Action few[FILL_MOST];
  Move copy = *listed;
  const Move *move = &copy;
  const Action *decision = first_decision(move_actions(x, move, few), move->n);
  Action first = decision ? *decision : (Action){.type_from = -1, .type_to = -1};
  SiteType from_type = type_or(x, first.type_from), to_type = type_or(x, first.type_to);
  bool unseen = move->from >= 0 && out_of_sight(x, from_type, move->from, viewer);
  Sight sight = move->to >= 0 ? sight_after(x, move, to_type, viewer) : SEES_PIECE;
  if (move->to < 0 || move->from < 0 || sight == SEES_PIECE) {
    write_plain(out, x, move);
  } else if (unseen && sight == SEES_NOTHING) {
    text_puts(out, "a move out of sight");
  } else {
    if (move->from != move->to && unseen) text_puts(out, "?");
    else if (move->from != move->to) write_seen_source(out, x, decision ? &first : NULL, move->from, viewer);
    if (move->from != move->to) text_char(out, '-');
    site_notation(out, x->game, to_type, move->to);
  }
}

// The piece that a move brings in: the last one it puts on the board or promotes to.
static const char *new_piece(const Position *x, const Move *move) {
  const char *name = NULL;
  for (uint32_t i = 0; i < move->n; i++) {
    const Action *action = &x->actions.at[move->first + i];
    bool brings = action->kind == ACT_PROMOTE || action->kind == ACT_ADD;
    if (brings && action->what > 0 && action->what < x->game->n_components) {
      name = x->game->components[action->what].base_name;
    }
  }
  return name;
}

// ---- a list --------------------------------------------------------------------------------------

// A move as it is written so far, and how many others before it in the list are written so too.
typedef struct Written {
  const char *text;
  uint32_t move, before;
  bool alike;  // some other move is written so
} Written;

typedef VEC(Written) WrittenList;

static int compare_texts(const void *a, const void *b) {
  const Written *one = a, *other = b;
  int order = strcmp(one->text, other->text);
  return order ? order : (one->move > other->move) - (one->move < other->move);
}

static int compare_moves(const void *a, const void *b) {
  const Written *one = a, *other = b;
  return (one->move > other->move) - (one->move < other->move);
}

// Fills in, by number of the move, what is written alike; false when nothing is. Lists may have a hundred thousand
// moves.
static bool find_alike(const Notation *notation, WrittenList *out) {
  bool any = false;
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < notation->start.n; i++)
    VEC_PUSH(out, (Written){.text = notation_of(notation, i), .move = i});
  if (out->n) qsort(out->at, out->n, sizeof *out->at, compare_texts);
  for (size_t i = 1; i < out->n; i++) {
    Written *last = &out->at[i - 1], *one = &out->at[i];
    if (strcmp(last->text, one->text) != 0) continue;
    one->before = last->before + 1;
    any = one->alike = last->alike = true;
  }
  if (any) qsort(out->at, out->n, sizeof *out->at, compare_moves);
  return any;
}

// Writes the list again, adding to those that are written like others what add() says.
typedef void Addition(Text *out, Position *x, const Move *move, size_t before);

static void tell_apart(Notation *notation, Position *x, MoveList list, Addition *add) {
  WrittenList written = {0};
  if (find_alike(notation, &written)) {
    Notation next = {0};
    for (uint32_t i = 0; i < list.n; i++) {
      VEC_PUSH(&next.start, next.text.n);
      text_puts(&next.text, written.at[i].text);
      if (written.at[i].alike) add(&next.text, x, move_at(x, list, i), written.at[i].before);
      text_char(&next.text, '\0');
    }
    notation_free(notation);
    *notation = next;
  }
  VEC_FREE(&written);
}

static void add_piece(Text *out, Position *x, const Move *move, size_t before) {
  (void)before;
  const char *piece = new_piece(x, move);
  if (piece) text_printf(out, "=%s", piece);
}

// What is taken or goes somewhere else, besides the move itself: its sign, or 0.
static char effect_sign(const Action *action, const Move *move) {
  bool elsewhere = action->to >= 0 && action->to != move->to && !(action->flags & ACTION_DECISION);
  if (!elsewhere) return 0;
  if (action->kind == ACT_REMOVE) return 'x';
  return action->kind == ACT_MOVE || action->kind == ACT_MOVE_N || action->kind == ACT_ADD ? '>' : 0;
}

// Makes the move to see what it does: D3-E3xF3 takes on F3, D3>E3 sows towards E3.
static void add_effect(Text *out, Position *x, const Move *move, size_t before) {
  (void)before;
  if (x->game->mode == MODE_SIMULTANEOUS) return;
  Move copy = *move;
  Trial trial = try_move(x, move);
  const Move *made = &VEC_LAST(&x->played).move;
  char sign = 0;
  for (uint32_t i = 0; i < made->n && !sign; i++) {
    const Action *action = &played_actions(x, made)[i];
    sign = effect_sign(action, &copy);
    if (!sign) continue;
    text_char(out, sign);
    site_notation(out, x->game, type_or(x, action->type_to), action->to);
  }
  end_trial(x, &trial);
}

static void add_number(Text *out, Position *x, const Move *move, size_t before) {
  (void)x;
  (void)move;
  if (before) text_printf(out, "/%zu", before + 1);
}

void notation_make(Notation *notation, Position *x, MoveList list) {
  text_clear(&notation->text);
  VEC_CLEAR(&notation->start);
  for (uint32_t i = 0; i < list.n; i++) {
    VEC_PUSH(&notation->start, notation->text.n);
    write_plain(&notation->text, x, move_at(x, list, i));
    text_char(&notation->text, '\0');
  }
  tell_apart(notation, x, list, add_piece);
  tell_apart(notation, x, list, add_effect);
  tell_apart(notation, x, list, add_number);
}

void notation_free(Notation *notation) {
  text_free(&notation->text);
  VEC_FREE(&notation->start);
}

static bool same_letters(const char *a, Str b) {
  for (size_t i = 0; i < b.n; i++) {
    if (tolower((unsigned char)a[i]) != tolower((unsigned char)b.p[i])) return false;
  }
  return a[b.n] == '\0';
}

static bool is_dash(char c) { return c == '-' || c == ' ' || c == '\t'; }

// How much of a text is left after the given beginning, dashes and case aside; -1 when it does not begin so.
static int left_after(const char *text, Str beginning) {
  size_t at = 0;
  for (size_t i = 0; i < beginning.n; i++) {
    if (is_dash(beginning.p[i])) continue;
    while (is_dash(text[at])) at++;
    if (tolower((unsigned char)text[at]) != tolower((unsigned char)beginning.p[i]) || !text[at]) return -1;
    at++;
  }
  return (int)strlen(text + at);
}

bool notation_begins(const Notation *notation, uint32_t i, Str text) {
  return left_after(notation_of(notation, i), text) >= 0;
}

bool notation_ends(const Notation *notation, uint32_t i, Str text) {
  const char *dash = strrchr(notation_of(notation, i), '-');
  return dash && same_letters(dash + 1, text);
}

int notation_find(const Notation *notation, Str text) {
  int found = -1, alike = 0;
  for (size_t i = 0; i < notation->start.n; i++) {
    const char *written = notation_of(notation, (uint32_t)i);
    if (same_letters(written, text)) return (int)i;
    if (left_after(written, text) != 0) continue;
    found = (int)i;
    alike++;
  }
  return alike == 1 ? found : -1;
}
