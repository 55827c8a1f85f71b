// Ludii's trial files:
//   game=/lud/board/.../Chess.lud
//   START GAME OPTIONS
//   Board Size/8x8                  (one per line)
//   END GAME OPTIONS
//   RNG internal state=...          (of Java's generator: of no use here)
//   Move=[Move:...]                 (placements first, then the moves made)
//   numInitialPlacementMoves=12
//   winner=1
//   endtype=NaturalEnd
//   rankings=0.0,1.0,2.0            (index 0 unused)
#include "play/record/record.h"

#include "base/number.h"

#include <stdlib.h>

typedef struct TrialReader {
  Arena *arena;
  Record *record;
  VEC(const char *) options, moves;
  long placements;  // -1: not said
  bool in_options;
  bool ended;  // it says how
} TrialReader;

static bool value_of(Str line, const char *name, Str *value) {
  if (!str_starts(line, name)) return false;
  size_t n = strlen(name);
  *value = (Str){line.p + n, line.n - n};
  return true;
}

static void read_rankings(TrialReader *t, Str list) {
  const char *at = arena_text(t->arena, list);
  double *ranking = ARENA_ARRAY(t->arena, double, list.n + 1);
  size_t n = 0;
  for (char *end; *at; at = *end == ',' ? end + 1 : end) {
    ranking[n++] = strtod(at, &end);
    if (end == at) break;
  }
  t->record->ranking = n ? ranking + 1 : NULL;
  t->record->n_ranking = n ? n - 1 : 0;
}

// Only games that are over have a winner, perhaps nobody; one that goes on may have ranks of players who are done.
static void read_winner(TrialReader *t, Str value) {
  int64_t winner = 0;
  str_integer(value, INT32_MIN, INT32_MAX, &winner);
  t->record->winner = (int)winner;
  t->ended = true;
}

static void read_line(TrialReader *t, Str line) {
  Str value;
  if (str_is(line, "END GAME OPTIONS")) t->in_options = false;
  else if (t->in_options) VEC_PUSH(&t->options, arena_text(t->arena, line));
  else if (str_is(line, "START GAME OPTIONS")) t->in_options = true;
  else if (value_of(line, "game=", &value)) t->record->path = arena_text(t->arena, value);
  else if (value_of(line, "Move=", &value)) VEC_PUSH(&t->moves, arena_text(t->arena, value));
  else if (value_of(line, "numInitialPlacementMoves=", &value))
    t->placements = strtol(arena_text(t->arena, value), NULL, 10);
  else if (value_of(line, "winner=", &value)) read_winner(t, value);
  else if (value_of(line, "rankings=", &value)) read_rankings(t, value);
  else if (value_of(line, "endtype=", &value)) t->ended = !str_is(value, "NoEnd");
}

static bool is_placement(const char *move) {
  return !strncmp(move, "[Move:mover=0,", 14) && !strstr(move, "decision=true");
}

// Older files do not say how many placements there are, others say too few: those of nobody, at the front.
static size_t placements(const TrialReader *t) {
  size_t n = t->placements > 0 ? MIN((size_t)t->placements, t->moves.n) : 0;
  while (n < t->moves.n && is_placement(t->moves.at[n])) n++;
  return n;
}

static void finish(TrialReader *t) {
  Record *record = t->record;
  size_t n = t->moves.n, placed = placements(t);
  VEC_PUSH(&t->options, NULL);
  record->options = VEC_TO_ARENA(&t->options, t->arena);
  record->placements = VEC_TO_ARENA(&t->moves, t->arena);
  record->n_placements = placed;
  record->moves = record->placements + placed;
  record->n_moves = n - placed;
  record->over = t->ended;
  VEC_FREE(&t->options);
  VEC_FREE(&t->moves);
}

bool record_read_trial(Arena *arena, Str text, Record *record, const char **why) {
  TrialReader t = {.arena = arena, .record = record, .placements = -1};
  *record = (Record){0};
  while (text.n) {
    const char *end = memchr(text.p, '\n', text.n);
    size_t n = end ? (size_t)(end - text.p) : text.n, skip = end ? n + 1 : n;
    if (n) read_line(&t, (Str){text.p, n - (text.p[n - 1] == '\r')});
    text = (Str){text.p + skip, text.n - skip};
  }
  finish(&t);
  if (!record->path) *why = "no trial: there is no game= line";
  return record->path != NULL;
}
