// What can never happen: phases that nothing leads to, end rules that come too late or ask for too much, pieces that
// never come into play, and questions about what is never set.
#include "base/map.h"
#include "lud/lower/lint.h"

// ---- phases --------------------------------------------------------------------------------------

// The first phase of every player, as games begin.
static void mark_first(const Game *game, bool *reached) {
  for (Player p = 1; p <= game->players; p++) {
    for (int i = 0; i < game->n_phases; i++) {
      if (game->phases[i].owner != p && game->phases[i].owner != game->players + 1) continue;
      reached[i] = true;
      break;
    }
  }
}

static bool mark_next(const Game *game, int phase, bool *reached) {
  bool more = false;
  for (int k = 0; k < game->phases[phase].n_next; k++) {
    int to = game->phases[phase].next[k].to;
    if (to == PHASE_FOLLOWING) to = (phase + 1) % game->n_phases;
    more |= !reached[to];
    reached[to] = true;
  }
  return more;
}

void lint_phases_reached(Lint *lint) {
  const Game *game = lint->game;
  const Term *phases = lint_phases(lint);
  if (!phases || (int)phases->n != game->n_phases) return;
  bool *reached = ARENA_ARRAY(lint->arena, bool, game->n_phases + 1);
  mark_first(game, reached);
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < game->n_phases; i++) more |= reached[i] && mark_next(game, i, reached);
  }
  for (int i = 0; i < game->n_phases; i++) {
    if (reached[i]) continue;
    diag_warning(lint->diags, phases->args[i]->loc, "the phase \"%s\" is never reached", game->phases[i].name);
    diag_hint(lint->diags, "another phase leads to it with (nextPhase CONDITION \"%s\")", game->phases[i].name);
  }
}

// ---- end rules -----------------------------------------------------------------------------------

// On sites of the kind the game is played on.
static int longest_line(const Game *game) {
  int longest = 0;
  const TopoSites *sites = game->board ? &game->board->sites[game->site_type] : NULL;
  for (Site s = 0; sites && s < topo_count(game->board, game->site_type); s++) {
    for (int32_t r = sites->radial_of[s]; r < sites->radial_of[s + 1]; r++) {
      longest = MAX(longest, sites->radial_start[r + 1] - sites->radial_start[r]);
    }
  }
  return longest;
}

// (is Line [siteType] int ...)
static bool visit_line(Lint *lint, const Term *term, void *self) {
  const int *longest = self;
  const Term *length = lint_is_call(term, "is", "Line") ? term_arg(term, L_IS_LINE_INT) : NULL;
  if (!length || length->kind != TERM_INT || length->integer <= *longest) return true;
  if (term_arg(term, L_IS_LINE_SITE_TYPE) || !*longest || game_has(lint->game, GAME_BOARDLESS)) return true;
  diag_warning(lint->diags, length->loc, "a line of %lld does not fit on this board", (long long)length->integer);
  diag_hint(lint->diags, "its longest line has %d sites", *longest);
  return true;
}

// Rules of one list: the first that holds ends the game, so a later one with the same condition is never reached.
static void check_end_list(Lint *lint, const Term *list) {
  enum { RULES_MAX = 1000 };
  for (uint32_t i = 0; i < MIN(list->n, (uint32_t)RULES_MAX); i++) {
    const Term *rule = list->args[i];
    if (!lint_is_call(rule, "if", NULL)) continue;
    for (uint32_t k = 0; k < i; k++) {
      const Term *before = list->args[k];
      if (!lint_is_call(before, "if", NULL) ||
          !lint_same(term_arg(rule, C_END_IF_IF_BOOLEAN), term_arg(before, C_END_IF_IF_BOOLEAN)))
        continue;
      LineCol at = src_line_col(before->loc);
      diag_warning(lint->diags, rule->loc, "this end rule never applies: the one of line %u has the same condition",
                   at.line);
      break;
    }
  }
}

static bool visit_end(Lint *lint, const Term *term, void *self) {
  (void)self;
  const Term *rules = lint_is_call(term, "end", NULL) ? term_arg(term, C_END_END_RULE) : NULL;
  if (rules && rules->kind == TERM_ARRAY) check_end_list(lint, rules);
  const Term *cond =
      lint_is_call(term, "if", NULL) && !strcmp(term->row->type, "endIf") ? term_arg(term, C_END_IF_IF_BOOLEAN) : NULL;
  if (cond && cond->kind == TERM_BOOL && !cond->integer) {
    diag_warning(lint->diags, term->loc, "this end rule never applies: its condition is always false");
  } else if (cond && !term_arg(term, C_END_IF_IF_END_IF) && !term_arg(term, C_END_IF_IF_RESULT)) {
    diag_warning(lint->diags, term->loc, "this end rule has no result, so the game goes on");
    diag_hint(lint->diags, "(if CONDITION (result Mover Win))");
  }
  return true;
}

void lint_ends(Lint *lint) {
  int longest = longest_line(lint->game);
  lint_walk(lint, lint_rules(lint), visit_end, NULL);
  lint_walk(lint, lint_rules(lint), visit_line, &longest);
}

// ---- pieces --------------------------------------------------------------------------------------

typedef struct Mentions {
  Map names;     // all texts of the rules
  bool dynamic;  // some piece is put down that is only known in play
} Mentions;

static bool names_piece(Str text, const Component *piece) {
  return str_is(text, piece->name) || str_is(text, piece->base_name);
}

// A piece given by a number, or one per player, may be any.
static bool is_dynamic(const Term *term) {
  if (lint_is_call(term, "piece", NULL) && !strcmp(term->row->type, "piece")) {
    const Term *which = term_arg(term, C_PIECE_STRING);
    return which && which->kind != TERM_STRING;
  }
  return lint_is_call(term, "deal", NULL) || lint_is_call(term, "take", NULL) || lint_is_call(term, "split", NULL);
}

static bool visit_mention(Lint *lint, const Term *term, void *self) {
  (void)lint;
  Mentions *mentions = self;
  if (term->kind == TERM_STRING) map_put(&mentions->names, term->text, (void *)(uintptr_t)term);
  if (is_dynamic(term)) mentions->dynamic = true;
  return true;
}

// What rules mean that name no piece: the first of its owner.
static bool is_first_of_owner(const Game *game, int component) {
  for (int c = 1; c < component; c++) {
    if (game->components[c].owner == game->components[component].owner) return false;
  }
  return true;
}

static const Term *item_of(const Lint *lint, const Component *piece) {
  const Term *items = lint_items(lint);
  for (uint32_t i = 0; items && i < items->n; i++) {
    const Term *name = items->args[i]->kind == TERM_CALL ? term_arg(items->args[i], C_ITEM_PIECE_STRING) : NULL;
    if (name && name->kind == TERM_STRING && names_piece(name->text, piece)) return items->args[i];
  }
  return NULL;
}

// The moves of pieces may bring others into play.
static void mention_in_moves(Lint *lint, Mentions *mentions) {
  const Term *items = lint_items(lint);
  for (uint32_t i = 0; items && i < items->n; i++) {
    for (uint32_t k = 1; k < items->args[i]->n; k++) lint_walk(lint, items->args[i]->args[k], visit_mention, mentions);
  }
}

// Pieces whose name no rule mentions, of players who have another one that unnamed rules mean.
void lint_pieces(Lint *lint) {
  const Game *game = lint->game;
  Mentions mentions = {0};
  map_init(&mentions.names, lint->arena);
  lint_walk(lint, lint_rules(lint), visit_mention, &mentions);
  mention_in_moves(lint, &mentions);
  if (mentions.dynamic) return;
  for (int c = 1; c < game->n_components; c++) {
    const Component *piece = &game->components[c];
    const Term *item = piece->kind == COMPONENT_PIECE ? item_of(lint, piece) : NULL;
    if (!item || is_first_of_owner(game, c)) continue;
    if (map_get(&mentions.names, str_of(piece->name)) || map_get(&mentions.names, str_of(piece->base_name))) continue;
    diag_warning(lint->diags, term_arg(item, C_ITEM_PIECE_STRING)->loc,
                 "the piece \"%s\" never comes into play: no rule names it", piece->base_name);
  }
}

// ---- what the equipment lacks --------------------------------------------------------------------

static bool has_dice(const Game *game) {
  for (int c = 0; c < game->n_containers; c++) {
    if (game->containers[c].kind == CONTAINER_DICE) return true;
  }
  return false;
}

static bool needs_dice(const Term *term) {
  return lint_is_call(term, "roll", NULL) || lint_is_call(term, "pips", NULL) || lint_is_call(term, "forEach", "Die");
}

static bool str_contains(const char *text, Str part) {
  for (; *text; text++) {
    if (!strncmp(text, part.p, part.n)) return true;
  }
  return false;
}

static bool has_track(const Game *game, Str name) {
  for (int i = 0; i < game->n_tracks; i++) {
    if (str_contains(game->tracks[i].name, name)) return true;
  }
  return false;
}

static bool names_track(const Term *term) {
  return lint_is_call(term, "sites", "Track") || lint_is_call(term, "trackSite", NULL) ||
         lint_is_call(term, "count", "StepsOnTrack");
}

static void check_track(Lint *lint, const Term *term) {
  for (uint32_t i = 0; i < term->n; i++) {
    const Term *name = term->args[i];
    if (!name || name->kind != TERM_STRING || has_track(lint->game, name->text)) continue;
    diag_warning(lint->diags, name->loc, "the board has no track \"%.*s\"", (int)name->text.n, name->text.p);
    diag_hint(lint->diags, "(board GRAPH (track \"%.*s\" ...))", (int)name->text.n, name->text.p);
  }
}

static bool visit_equipment(Lint *lint, const Term *term, void *self) {
  (void)self;
  if (needs_dice(term) && !has_dice(lint->game)) {
    diag_warning(lint->diags, term->loc, "the game has no dice");
    diag_hint(lint->diags, "the equipment needs (dice num:2), or so many as are wanted");
  }
  if (names_track(term)) check_track(lint, term);
  return true;
}

static bool is_a_board(const Term *item) {
  return lint_is_call(item, "board", NULL) || lint_is_call(item, "mancalaBoard", NULL) ||
         lint_is_call(item, "surakartaBoard", NULL);
}

static void check_boards(Lint *lint, const Term *items) {
  int boards = 0;
  for (uint32_t i = 0; items && i < items->n; i++) {
    if (!items->args[i] || !is_a_board(items->args[i]) || ++boards != 2) continue;
    diag_warning(lint->diags, items->args[i]->loc, "this is a second board: the game is played on the first");
  }
}

void lint_equipment(Lint *lint) {
  check_boards(lint, lint_items(lint));
  lint_walk(lint, lint_rules(lint), visit_equipment, NULL);
  lint_walk(lint, lint_items(lint), visit_equipment, NULL);
}

// ---- pieces placed without their player ----------------------------------------------------------

static int owners_of(const Game *game, Str base, const char **first) {
  int n = 0;
  for (int c = 1; c < game->n_components; c++) {
    if (!str_is(base, game->components[c].base_name) || str_is(base, game->components[c].name)) continue;
    if (!n++) *first = game->components[c].name;
  }
  return n;
}

static bool visit_placing(Lint *lint, const Term *term, void *self) {
  (void)self;
  const char *first = "";
  if (!lint_is_call(term, "place", NULL) || strcmp(term->row->type, "startRule") != 0) return true;
  const Term *name = term_arg(term, L_PLACE_ONE_STRING), *container = term_arg(term, L_PLACE_ONE_STRING_2);
  if (container && container->kind == TERM_STRING) return true;  // everybody's hand gets its own
  if (name->kind != TERM_STRING || owners_of(lint->game, name->text, &first) < 2) return true;
  diag_warning(lint->diags, name->loc, "several players have a \"%.*s\": \"%s\" is placed", (int)name->text.n,
               name->text.p, first);
  diag_hint(lint->diags, "write the number of its player behind it");
  return true;
}

void lint_placing(Lint *lint) { lint_walk(lint, lint_rules(lint), visit_placing, NULL); }

// ---- asked, but never set ------------------------------------------------------------------------

static const struct {
  const char *asked, *asked_word;  // the ludeme that asks, and its first word or NULL
  uint32_t name;                   // slot of the name they must share, or NO_NAME
  const char *set[3];              // the ludemes that set it, each HEAD or HEAD WORD
  uint32_t set_name;
  const char *message, *hint;
} questions[] = {
    {"is",
     "Pending",
     UINT32_MAX,
     {"set Pending"},
     UINT32_MAX,
     "nothing is ever pending",
     "(set Pending ...) makes it so"},
    {"is",
     "Triggered",
     L_IS_TRIGGERED_STRING,
     {"trigger"},
     L_TRIGGER_STRING,
     "this event is never triggered",
     "(trigger \"Name\" PLAYER) does that"},
    {"var",
     NULL,
     L_THE_VAR_STRING,
     {"set Var"},
     L_SET_VAR_STRING,
     "this variable is never set",
     "(set Var \"Name\" NUMBER) does that"},
};

// What is set: by question, whether anything is, and the names.
typedef struct Settings {
  bool any[COUNT_OF(questions)];
  Map names[COUNT_OF(questions)];
} Settings;

static bool begins_call(const Term *term, const char *form) {
  const char *blank = strchr(form, ' ');
  Str head = blank ? (Str){form, (size_t)(blank - form)} : str_of(form);
  if (term->kind != TERM_CALL || !str_is(head, term->row->name)) return false;
  return !blank || term_is(term_word(term), blank + 1);
}

static bool visit_setting(Lint *lint, const Term *term, void *self) {
  (void)lint;
  Settings *settings = self;
  for (size_t q = 0; q < COUNT_OF(questions); q++) {
    uint32_t slot = questions[q].set_name;
    for (size_t i = 0; i < COUNT_OF(questions[q].set) && questions[q].set[i]; i++) {
      if (!begins_call(term, questions[q].set[i])) continue;
      const Term *name = slot == UINT32_MAX ? NULL : term_arg(term, slot);
      settings->any[q] = true;
      if (name) map_put(&settings->names[q], name->text, (void *)(uintptr_t)name);
    }
  }
  return true;
}

static bool visit_question(Lint *lint, const Term *term, void *self) {
  const Settings *settings = self;
  for (size_t q = 0; q < COUNT_OF(questions); q++) {
    if (!lint_is_call(term, questions[q].asked, questions[q].asked_word)) continue;
    const Term *name = questions[q].name == UINT32_MAX ? NULL : term_arg(term, questions[q].name);
    if (name ? map_get(&settings->names[q], name->text) != NULL : settings->any[q]) continue;
    diag_warning(lint->diags, term->loc, "%s", questions[q].message);
    diag_hint(lint->diags, "%s", questions[q].hint);
  }
  return true;
}

void lint_unset(Lint *lint) {
  Settings settings = {0};
  for (size_t q = 0; q < COUNT_OF(questions); q++) map_init(&settings.names[q], lint->arena);
  lint_walk(lint, lint_rules(lint), visit_setting, &settings);
  lint_walk(lint, lint_items(lint), visit_setting, &settings);
  lint_walk(lint, lint_rules(lint), visit_question, &settings);
  lint_walk(lint, lint_items(lint), visit_question, &settings);
}
