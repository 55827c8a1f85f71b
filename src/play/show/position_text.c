// Writing positions down. First come the board, the player to move and the number of moves. Reading just that gives a
// position in which everything else is as it usually is; where the real one differs, the difference is written too.
#include "play/show/position_text.h"

#include "play/show/position_fields.h"
#include "play/show/position_internal.h"
#include "play/show/position_letters.h"
#include "state/block/access.h"
#include "state/block/site.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

// ---- what stands on a site -------------------------------------------------------------------------

// What a piece is unless something else is said.
Piece position_plain_piece(const Game *game, int32_t what) {
  const Component *component = &game->components[what];
  return (Piece){.what = what, .who = game_has(game, GAME_PIECE_KINDS) ? component->owner : what, .count = 1};
}

static void write_piece(Text *out, const PieceLetters *letters, const Position *x, const Piece *piece) {
  Piece plain = position_plain_piece(x->game, piece->what);
  piece_letter_write(out, letters, piece->what);
  if (piece->who != plain.who) text_printf(out, "&%d", piece->who);
  if (piece->count > 1) text_printf(out, "*%d", piece->count);
  if (piece->state) text_printf(out, ":%d", piece->state);
  if (piece->rotation) text_printf(out, "@%d", piece->rotation);
  if (piece->value) text_printf(out, "#%d", piece->value);
}

static Piece level_piece(const Position *x, SiteType type, int32_t site, int32_t level) {
  Level at = level_read(x, type, site, level);
  return (Piece){.what = at.what, .who = at.who, .state = at.state, .rotation = at.rotation, .value = at.value};
}

static int32_t height_of(const Position *x, SiteType type, int32_t site) {
  const SiteLayout *at = &x->layout->sites[type];
  if (at->levels) return x->block[at->height + (uint32_t)site];
  return width_read(x->block + at->what, site, x->layout->width.what) != 0;
}

static void write_site(Text *out, const PieceLetters *letters, const Position *x, SiteType type, int32_t site,
                       int32_t height) {
  const SiteLayout *at = &x->layout->sites[type];
  if (!at->levels) {
    Piece piece = flat_piece(x, at, site);
    write_piece(out, letters, x, &piece);
    return;
  }
  if (height > 1) text_char(out, '(');
  for (int32_t l = 0; l < height; l++) {
    Piece piece = level_piece(x, type, site, l);
    write_piece(out, letters, x, &piece);
  }
  if (height > 1) text_char(out, ')');
}

// ---- parts of the board ----------------------------------------------------------------------------

typedef struct RowWriter {
  Text *out;
  const PieceLetters *letters;
  const Position *x;
  int empty;  // sites not yet written
  bool any;   // something stands in this part
} RowWriter;

// A dot keeps the number apart from one behind a piece.
static void write_empty(RowWriter *w) {
  bool apart = w->empty && w->any && isdigit((unsigned char)w->out->p[w->out->n - 1]);
  if (w->empty) text_printf(w->out, apart ? ".%d" : "%d", w->empty);
  w->empty = 0;
}

static void write_next(RowWriter *w, SiteType type, int32_t site) {
  int32_t height = height_of(w->x, type, site);
  if (!height) {
    w->empty++;
    return;
  }
  write_empty(w);
  write_site(w->out, w->letters, w->x, type, site, height);
  w->any = true;
}

static void write_part(RowWriter *w, const PositionPart *part) {
  size_t before = w->out->n;
  w->any = false;
  for (int i = 0; i < part->rows.n; i++) {
    write_next(w, part->type, part->rows.site[i]);
    if (!part->rows.ends[i]) continue;
    write_empty(w);
    if (i + 1 < part->rows.n) text_char(w->out, '/');
  }
  if (w->any) return;
  w->out->n = before;  // nothing there
  text_char(w->out, '-');
}

static void write_board(Text *out, const Position *x) {
  PieceLetters letters;
  PositionParts parts = {0};
  piece_letters_make(&letters, x->game);
  position_parts_make(&parts, x);
  RowWriter w = {.out = out, .letters = &letters, .x = x};
  for (size_t i = 0; i < parts.n; i++) {
    if (i) text_char(out, '|');
    write_part(&w, &parts.at[i]);
  }
  if (!parts.n) text_char(out, '-');
  position_parts_free(&parts);
  piece_letters_free(&letters);
}

// ---- differences -----------------------------------------------------------------------------------

static void write_number(Text *out, const Field *field, int64_t value) {
  double real;
  memcpy(&real, &value, sizeof real);
  if (field->kind == FIELD_U64) text_printf(out, "%" PRIx64, (uint64_t)value);
  else if (field->kind == FIELD_DOUBLE) text_printf(out, "%.17g", real);
  else text_printf(out, "%" PRId64, value);
}

static bool differs(const Field *field, const Position *x, const Position *usual, uint32_t i) {
  return i < field->n && field_get(x, field, i) != field_get(usual, field, i);
}

// The number at i, and how many times where it is the next ones too; the place after them.
static uint32_t write_run(Text *out, const Field *field, const Position *x, const Position *usual, uint32_t i) {
  int64_t value = field_get(x, field, i);
  uint32_t end = i + 1;
  while (differs(field, x, usual, end) && field_get(x, field, end) == value) end++;
  write_number(out, field, value);
  if (end - i > 1) text_printf(out, "x%u", end - i);
  return end;
}

// name=first:number,number;first:number... for the numbers that differ; a single one without its place.
static void write_field(Text *out, const Field *field, const Position *x, const Position *usual) {
  bool any = false;
  for (uint32_t i = 0; i < field->n;) {
    if (!differs(field, x, usual, i)) {
      i++;
      continue;
    }
    bool follows = any && differs(field, x, usual, i - 1);
    if (!any) text_printf(out, " %s=", field->name);
    if (follows) text_char(out, ',');
    else if (field->n > 1) text_printf(out, any ? ";%u:" : "%u:", i);
    i = write_run(out, field, x, usual, i);
    any = true;
  }
}

static void write_hashes(Text *out, const Position *x) {
  const uint64_t *hashes = STATE_AT(x, uint64_t, x->layout->size);
  for (int32_t i = 0; i < x->head->n_hashes; i++) text_printf(out, i ? ",%" PRIx64 : " hashes=%" PRIx64, hashes[i]);
}

static void write_match(Text *out, const Position *x) {
  if (!x->match.game) return;
  text_printf(out, "game%d/%d ", x->match.instance, x->match.trials);
}

static void write_differences(Text *out, const Position *x, const Position *usual) {
  Fields fields = {0};
  fields_make(&fields, x);
  for (size_t i = 0; i < fields.n; i++) write_field(out, &fields.at[i], x, usual);
  write_hashes(out, x);
  if (x->head->hash != position_hash_scratch(x)) text_printf(out, " hash=%" PRIx64, x->head->hash);
  if (x->match.over) text_printf(out, " match_over=%d", x->match.drawn ? 0 : 1);
  VEC_FREE(&fields);
}

// The text is one that is read, or none.
static bool check_length(Text *out, size_t start, PositionMistake *mistake) {
  if (out->n - start <= POSITION_TEXT_MAX) return true;
  mistake->at = POSITION_TEXT_MAX;
  snprintf(mistake->message, sizeof mistake->message, "the text is longer than %d bytes", POSITION_TEXT_MAX);
  return false;
}

bool position_write(Text *out, const Position *x, PositionMistake *mistake) {
  size_t start = out->n;
  const Game *game = x->match.game ? x->match.game : x->game;
  Position *usual = position_new(game, 0, 0);
  write_match(out, x);
  write_board(out, x);
  text_printf(out, " %d %d", x->head->mover, x->head->moves);
  bool good = position_read_any(usual, (Str){out->p + start, out->n - start}, mistake);
  if (good) write_differences(out, x, usual);
  position_free(usual);
  good = good && check_length(out, start, mistake);
  if (!good) out->n = start;
  return good;
}
