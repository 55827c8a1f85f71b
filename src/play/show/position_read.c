// Reading positions.
//   position = [ "game" number "/" number " " ] board " " mover " " moves { " " name "=" numbers }
//   board    = part { "|" part }
//   part     = "-" | row { "/" row }
//   row      = { [ "." ] number | piece | "(" piece { piece } ")" }
//   piece    = ( letter | "[" number "]" ) { ( "&" | "*" | ":" | "@" | "#" ) number }
//   numbers  = [ first ":" ] run { "," run } { ";" first ":" run { "," run } }
//   run      = number [ "x" times ]
#include "play/show/position_fields.h"
#include "play/show/position_internal.h"
#include "play/show/position_text.h"
#include "state/act/moves.h"
#include "state/block/stack_piece_list.h"
#include "state/rare/match.h"
#include "state/turn/result.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Reader {
  const char *start, *at, *end;
  Position *x;  // being set up
  PieceLetters letters;
  PositionMistake *mistake;
  bool wrong;
} Reader;

static bool fail(Reader *r, const char *format, ...) PRINTF_LIKE(2, 3);
static bool fail(Reader *r, const char *format, ...) {
  if (r->wrong) return false;
  va_list args;
  va_start(args, format);
  vsnprintf(r->mistake->message, sizeof r->mistake->message, format, args);
  va_end(args);
  r->mistake->at = (size_t)(r->at - r->start);
  r->wrong = true;
  return false;
}

static bool next_is(const Reader *r, char c) { return r->at < r->end && *r->at == c; }

static bool accept(Reader *r, char c) {
  if (!next_is(r, c)) return false;
  r->at++;
  return true;
}

static bool expect(Reader *r, char c, const char *what) { return accept(r, c) || fail(r, "expected %s here", what); }

// ---- numbers ---------------------------------------------------------------------------------------

static bool read_integer(Reader *r, int64_t least, int64_t most, int64_t *value) {
  const char *begin = r->at;
  bool minus = accept(r, '-');
  uint64_t number = 0;
  const char *digits = r->at;
  while (r->at < r->end && isdigit((unsigned char)*r->at) && number < (uint64_t)1 << 40) {
    number = number * 10 + (uint64_t)(*r->at++ - '0');
  }
  bool any = r->at > digits;
  *value = minus ? -(int64_t)number : (int64_t)number;
  if (any && *value >= least && *value <= most) return true;
  r->at = begin;
  if (!any) return fail(r, "expected a number here");
  return fail(r, "the number must be from %lld to %lld", (long long)least, (long long)most);
}

static bool read_hexadecimal(Reader *r, int64_t *value) {
  uint64_t number = 0;
  const char *begin = r->at;
  for (; r->at < r->end && isxdigit((unsigned char)*r->at) && r->at - begin < 16; r->at++) {
    int c = tolower((unsigned char)*r->at);
    number = number << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
  }
  *value = (int64_t)number;
  return r->at > begin || fail(r, "expected a hexadecimal number here");
}

static bool read_real(Reader *r, int64_t *value) {
  char text[40] = {0};
  size_t n = 0;
  while (n < sizeof text - 1 && r->at + n < r->end && strchr("+-.0123456789eE", r->at[n])) {
    text[n] = r->at[n];
    n++;
  }
  char *end;
  double number = strtod(text, &end);
  if (end == text || *end || !isfinite(number)) return fail(r, "expected a number here");
  r->at += n;
  memcpy(value, &number, sizeof number);
  return true;
}

static bool read_number(Reader *r, const Field *field, int64_t *value) {
  if (field->kind == FIELD_U64) return read_hexadecimal(r, value);
  if (field->kind == FIELD_DOUBLE) return read_real(r, value);
  return read_integer(r, field->least, field->most, value);
}

// ---- the board -------------------------------------------------------------------------------------

void position_parts_make(PositionParts *parts, const Position *x) {
  const Game *game = x->game;
  for (int type = 0; type < SITE_TYPES && game->board; type++) {
    PositionPart part = {.type = (SiteType)type};
    if (!x->layout->sites[type].empty) continue;
    board_rows_make(&part.rows, game, (SiteType)type);
    VEC_PUSH(parts, part);
  }
  for (int c = 0; c < game->n_containers && x->layout->sites[SITE_CELL].empty; c++) {
    const Container *container = &game->containers[c];
    if (container->kind == CONTAINER_BOARD) continue;
    PositionPart part = {.type = SITE_CELL, .rows = {.n = container->n}};
    part.rows.site = mem_alloc_zero(sizeof *part.rows.site * (size_t)MAX(container->n, 1));
    part.rows.ends = mem_alloc_zero(sizeof *part.rows.ends * (size_t)MAX(container->n, 1));
    for (int i = 0; i < container->n; i++) part.rows.site[i] = container->first + i;
    if (container->n) part.rows.ends[container->n - 1] = true;
    VEC_PUSH(parts, part);
  }
}

void position_parts_free(PositionParts *parts) {
  for (size_t i = 0; i < parts->n; i++) board_rows_free(&parts->at[i].rows);
  VEC_FREE(parts);
}

static bool read_what(Reader *r, int32_t *what) {
  int64_t number;
  if (accept(r, '[')) {
    if (!read_integer(r, 1, r->x->game->n_components - 1, &number)) return false;
    *what = (int32_t)number;
    return expect(r, ']', "]");
  }
  *what = r->at < r->end ? piece_letter_read(&r->letters, *r->at) : 0;
  if (!*what) return fail(r, "expected a piece or a number of empty sites here");
  r->at++;
  return true;
}

// The highest number of an owner. On flat boards without kinds of pieces the piece is its own owner's number.
static int64_t owner_most(const Reader *r, SiteType type) {
  const Game *game = r->x->game;
  int32_t players = game->players + 1;
  return r->x->layout->sites[type].levels ? players : MAX(players, game->n_components - 1);
}

// Marks behind a piece. What the game does not keep cannot be said.
static bool read_marks(Reader *r, SiteType type, Piece *piece) {
  int64_t value;
  for (;;) {
    if (accept(r, '&')) {
      if (!read_integer(r, 0, owner_most(r, type), &value)) return false;
      piece->who = (int32_t)value;
    } else if (accept(r, '*')) {
      if (!read_integer(r, 2, INT32_MAX, &value)) return false;
      piece->count = (int32_t)value;
    } else if (accept(r, ':')) {
      if (!read_integer(r, INT16_MIN, INT16_MAX, &value)) return false;
      piece->state = (int32_t)value;
    } else if (accept(r, '@')) {
      if (!read_integer(r, 0, 255, &value)) return false;
      piece->rotation = (int32_t)value;
    } else if (accept(r, '#')) {
      if (!read_integer(r, INT32_MIN, INT32_MAX, &value)) return false;
      piece->value = (int32_t)value;
    } else {
      return true;
    }
  }
}

static bool read_piece(Reader *r, SiteType type, Piece *piece) {
  int32_t what;
  if (!read_what(r, &what)) return false;
  *piece = position_plain_piece(r->x->game, what);
  return read_marks(r, type, piece);
}

static bool read_stack(Reader *r, SiteType type, int32_t site) {
  Piece piece;
  if (!r->x->layout->sites[type].levels) return fail(r, "this game has no stacks");
  for (uint32_t n = 0; !accept(r, ')'); n++) {
    if (n == r->x->layout->stack_height) return fail(r, "a stack has at most %u pieces here", n);
    if (!read_piece(r, type, &piece)) return false;
    stack_push(r->x, type, site, piece);
  }
  return true;
}

static bool read_site(Reader *r, SiteType type, int32_t site) {
  Piece piece;
  if (accept(r, '(')) return read_stack(r, type, site);
  if (!read_piece(r, type, &piece)) return false;
  if (r->x->layout->sites[type].levels) stack_push(r->x, type, site, piece);
  else site_put(r->x, type, site, piece);
  return true;
}

// Sites from number i to the end of the row.
static bool read_row(Reader *r, const PositionPart *part, int *i) {
  bool more = true;
  while (more) {
    int end = *i;
    while (!part->rows.ends[end]) end++;
    int64_t empty = 1;
    accept(r, '.');
    if (r->at < r->end && isdigit((unsigned char)*r->at)) {
      if (!read_integer(r, 1, end - *i + 1, &empty)) return false;
    } else if (!read_site(r, part->type, part->rows.site[*i])) {
      return false;
    }
    *i += (int)empty;
    more = !part->rows.ends[*i - 1];
  }
  return true;
}

static bool read_part(Reader *r, const PositionPart *part) {
  if (accept(r, '-')) return true;
  for (int i = 0; i < part->rows.n;) {
    if (i && !expect(r, '/', "/ and the next row")) return false;
    if (!read_row(r, part, &i)) return false;
  }
  return true;
}

static bool read_board(Reader *r) {
  PositionParts parts = {0};
  position_parts_make(&parts, r->x);
  bool good = parts.n || accept(r, '-');
  for (size_t i = 0; good && i < parts.n; i++) {
    good = (!i || expect(r, '|', "| and the next part of the board")) && read_part(r, &parts.at[i]);
  }
  position_parts_free(&parts);
  return good && (expect(r, ' ', "the end of the board and the player to move"));
}

// ---- everything else -------------------------------------------------------------------------------

static void list_pieces(Position *x, int32_t what) {
  for (int type = 0; type < SITE_TYPES; type++) {
    const SiteLayout *at = &x->layout->sites[type];
    for (int32_t site = 0; at->empty && site < x->game->sites[type]; site++) {
      int32_t height = at->levels ? x->block[at->height + (uint32_t)site] : 1;
      for (int32_t level = 0; level < height; level++) {
        if (site_what(x, (SiteType)type, site, level) == what) stack_list_add(x, what, (SiteType)type, site, level);
      }
    }
  }
}

// What usually follows from the board: the list of pieces is by kind, then site; an automaton's sets are the board's.
static void follow_board(Position *x) {
  bool stacks =
      x->layout->stack_list && stack_list_count(x) == 0;  // other boards have listed their pieces by themselves
  for (int32_t what = 1; stacks && what < x->game->n_components; what++) list_pieces(x, what);
  SiteType type = x->game->site_type;
  for (int32_t site = 0; x->layout->kinds && site < x->game->sites[type]; site++) {
    size_t set = (size_t)site_what(x, type, site, 0) * (size_t)x->words;
    bit_set(STATE_AT(x, Word, x->layout->kinds) + set, site);
  }
}

// What is usual with this player to move after so many moves.
static void set_usual(Position *x, int32_t mover, int32_t moves) {
  StateHead *head = x->head;
  follow_board(x);
  head->mover = mover;
  head->next = next_active(x, mover);
  head->moves = head->made = moves;
  head->counter = moves - 1;
  head->turn = moves + 1;
  head->prev = moves ? last_active(x, mover) : 0;
}

static bool read_hashes(Reader *r) {
  Position *x = r->x;
  int64_t value;
  do {
    if (x->head->n_hashes >= (int32_t)x->layout->most_hashes) return fail(r, "this game keeps fewer positions");
    if (!read_hexadecimal(r, &value)) return false;
    STATE_AT(x, uint64_t, x->layout->size)[x->head->n_hashes++] = (uint64_t)value;
  } while (accept(r, ','));
  return true;
}

// run = number [ "x" times ]
static bool read_run(Reader *r, const Field *field, int64_t *first) {
  int64_t value, times = 1;
  if (*first >= field->n) return fail(r, "%s has %u numbers", field->name, field->n);
  if (!read_number(r, field, &value)) return false;
  if (accept(r, 'x') && !read_integer(r, 1, field->n - *first, &times)) return false;
  for (; times > 0; times--) field_put(r->x, field, (uint32_t)(*first)++, value);
  return true;
}

// numbers = [ first ":" ] run { "," run } ...
static bool read_runs(Reader *r, const Field *field) {
  int64_t first = 0;
  do {
    if (field->n > 1 && (!read_integer(r, 0, field->n - 1, &first) || !expect(r, ':', "a colon"))) return false;
    do {
      if (!read_run(r, field, &first)) return false;
    } while (accept(r, ','));
  } while (field->n > 1 && accept(r, ';'));
  return true;
}

static const Field *find_field(const Fields *fields, Str name) {
  for (size_t i = 0; i < fields->n; i++) {
    if (str_is(name, fields->at[i].name)) return &fields->at[i];
  }
  return NULL;
}

static bool read_section(Reader *r, const Fields *fields, bool *hashed) {
  int64_t value;
  const char *begin = r->at;
  while (r->at < r->end && *r->at != '=' && *r->at != ' ') r->at++;
  Str name = {begin, (size_t)(r->at - begin)};
  if (!expect(r, '=', "a name and =")) return false;
  if (str_is(name, "hashes")) return read_hashes(r);
  if (str_is(name, "hash")) {
    *hashed = true;
    if (!read_hexadecimal(r, &value)) return false;
    r->x->head->hash = (uint64_t)value;
    return true;
  }
  if (str_is(name, "match_over") && r->x->match.game) {
    if (!read_integer(r, 0, 1, &value)) return false;
    r->x->match.over = true;
    r->x->match.drawn = !value;
    return true;
  }
  const Field *field = find_field(fields, name);
  if (field) return read_runs(r, field);
  r->at = begin;
  return fail(r, "this game has no '%.*s'", (int)MIN(name.n, 40u), name.p);
}

// Numbers that must fit together for the rules to run.
static bool check_seats(Reader *r) {
  const Position *x = r->x;
  uint32_t seen = 0;
  for (int seat = 1; seat <= x->game->players; seat++) seen |= 1u << STATE_AT(x, int32_t, x->layout->order)[seat];
  r->at = r->end;
  return seen == ((1u << x->game->players) - 1) << 1 || fail(r, "every player has one seat");
}

static bool check_heights(Reader *r, SiteType type) {
  const Position *x = r->x;
  const SiteLayout *at = &x->layout->sites[type];
  for (int32_t site = 0; at->levels && site < x->game->sites[type]; site++) {
    for (uint32_t l = 0; l < x->layout->stack_height; l++) {
      bool piece = l < x->block[at->height + (uint32_t)site];
      if ((level_read(x, type, site, (int32_t)l).what != 0) != piece)
        return fail(r, "a stack has pieces up to its height");
    }
  }
  return true;
}

// The list of pieces names sites that there are.
static bool check_list(Reader *r) {
  const Position *x = r->x;
  for (uint32_t i = 0; x->layout->stack_list && i < x->layout->stack_list_size; i++) {
    StackPiece entry = stack_list_entry(x, (int32_t)i);
    if (entry.what && entry.site >= x->game->sites[entry.type]) return fail(r, "the list of pieces has other sites");
  }
  return true;
}

// A game goes on as long as somebody takes part in it.
static bool check_active(Reader *r) {
  const StateHead *head = r->x->head;
  uint32_t players = (1u << r->x->game->players) - 1;
  return head->over || (head->active & players) || fail(r, "nobody takes part in the game, but it is not over");
}

static bool check(Reader *r) {
  bool good = check_seats(r) && check_active(r) && check_list(r);
  for (int type = 0; good && type < SITE_TYPES; type++) good = check_heights(r, (SiteType)type);
  return good && (r->x->head->turn_hashes <= r->x->head->n_hashes || fail(r, "there are fewer hashes"));
}

// mover " " moves { " " name "=" numbers }
static bool read_rest(Reader *r) {
  Position *x = r->x;
  Fields fields = {0};
  int64_t mover, moves;
  bool hashed = false;
  if (!read_integer(r, 1, x->game->players, &mover) || !expect(r, ' ', "the number of moves made") ||
      !read_integer(r, 0, GAME_INFINITY, &moves)) {
    return false;
  }
  set_usual(x, (int32_t)mover, (int32_t)moves);
  fields_make(&fields, x);
  bool good = true;
  while (good && r->at < r->end) good = expect(r, ' ', "a blank") && read_section(r, &fields, &hashed);
  VEC_FREE(&fields);
  good = good && check(r);
  if (good && !hashed) x->head->hash = position_hash_scratch(x);
  return good;
}

// "game" instance "/" trials: which game of a match.
static bool read_match(Reader *r) {
  Position *x = r->x;
  int64_t instance, trials;
  if (!x->match.game) return true;
  if (r->end - r->at < 4 || memcmp(r->at, "game", 4) != 0)
    return fail(r, "expected the game of the match, as in game0/0");
  r->at += 4;
  if (!read_integer(r, 0, x->match.game->n_subgames - 1, &instance) || !expect(r, '/', "/") ||
      !read_integer(r, 0, GAME_INFINITY, &trials) || !expect(r, ' ', "a blank")) {
    return false;
  }
  const Game *game = x->match.game->subgames[instance].game;
  if (x->game != game) {
    position_detach(x);
    position_attach(x, game);
  }
  x->match.instance = (int)instance;
  x->match.trials = (int)trials;
  return true;
}

// An empty board of the game, with what chance decided at the start of a game as it is in the first one.
static void prepare(Position *x) {
  size_t words = (size_t)x->words * sizeof(Word), regions = x->layout->regions ? (size_t)x->game->n_regions * words : 0;
  size_t starts = x->layout->start_sites ? (size_t)x->game->n_components * words : 0;
  unsigned char *kept = mem_alloc(regions + starts);
  x->random = random_stream(0, 0);
  position_start_game(x);
  int32_t placed = x->head->placed;
  if (regions) memcpy(kept, x->block + x->layout->regions, regions);
  if (starts) memcpy(kept + regions, x->block + x->layout->start_sites, starts);
  position_clear(x);
  x->head->placed = placed;
  if (regions) memcpy(x->block + x->layout->regions, kept, regions);
  if (starts) memcpy(x->block + x->layout->start_sites, kept + regions, starts);
  mem_free(kept);
}

static bool read_all(Reader *r) {
  if (!read_match(r)) return false;
  prepare(r->x);
  piece_letters_make(&r->letters, r->x->game);
  bool good = read_board(r) && read_rest(r);
  piece_letters_free(&r->letters);
  return good;
}

bool position_read_any(Position *x, Str text, PositionMistake *mistake) {
  Reader r = {.start = text.p, .at = text.p, .end = text.p + text.n, .mistake = mistake};
  r.x = position_new(x->match.game ? x->match.game : x->game, 0, 0);
  bool good = read_all(&r);
  if (good) {
    position_drop_history(r.x);
    position_copy(x, r.x);
  }
  position_free(r.x);
  return good;
}

bool position_read(Position *x, Str text, PositionMistake *mistake) {
  Reader r = {.start = text.p, .at = text.p, .mistake = mistake};
  if (text.n > POSITION_TEXT_MAX) return fail(&r, "the text is longer than %d bytes", POSITION_TEXT_MAX);
  return position_read_any(x, text, mistake);
}
