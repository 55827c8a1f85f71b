// Chance: which outcomes there are, and letting one of them happen.
//
// An outcome is a list of draws. All of them are found by playing through the draws with a script, always changing the
// last draw that has another outcome. To let one happen, the stream of chance is replaced by one that draws just that:
// whatever looks at the position then (copies, agents, undo) meets the same outcome.
#include "lib/lib_internal.h"

#include "base/clock.h"
#include "state/block/access.h"

#include <inttypes.h>

enum { OUTCOMES_MAX = 1000000, DRAWS_MAX = 64, SEARCH_SECONDS = 10 };

// Plays through the draws of a place: the listing of moves, or the making of one of them. stream (may be NULL): the
// chance they are drawn from, other than that of x.
static void draw_through(Position *x, size_t move, const Random *stream) {
  Script *script = x->script;
  Random before = x->random;
  bool making = move != SENET_BEFORE_MOVE;
  if (making) x->script = NULL;
  else if (stream) x->random = *stream;
  MoveList list = position_moves(x);
  if (making) {
    x->script = script;
    if (stream) x->random = *stream;
    Move chosen = *move_at(x, list, (uint32_t)move);
    position_apply(x, &chosen);
    position_undo(x);
  }
  position_forget(x, list);
  x->script = script;
  x->random = before;
}

static senet_status check_place(senet_position *position, size_t move) {
  senet_status status = position_running(position);
  if (status != SENET_OK) return status;
  if (position->x->game->mode == MODE_SIMULTANEOUS && move != SENET_BEFORE_MOVE) {
    return api_fail(SENET_UNSUITED, "outcomes of moves are known where one player moves at a time");
  }
  status = position_list_moves(position);
  if (status != SENET_OK) return status;
  if (move == SENET_BEFORE_MOVE || move < position->list.n) return SENET_OK;
  return api_fail(SENET_ILLEGAL, "there are %u legal moves, number %zu is not one of them", position->list.n, move);
}

// Goes through the outcomes until number `wanted` (its draws are then in the script) or the last; how many were seen.
static size_t go_through(Position *x, size_t move, size_t wanted, double *probabilities, size_t room) {
  Script *script = x->script;
  size_t n = 0;
  do {
    script->probability = 1;
    script->drawn = 0;
    draw_through(x, move, NULL);
    if (n < room) probabilities[n] = script->probability;
    if (n++ == wanted) break;
  } while (n <= OUTCOMES_MAX && !x->fault && script->drawn < DRAWS_MAX && script_next(script));
  return n;
}

senet_status senet_position_outcomes(senet_position *position, size_t move, double *probabilities, size_t room,
                                     size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (room && !probabilities) return api_misuse("the array of probabilities");
  senet_status status = check_place(position, move);
  if (status != SENET_OK) return status;
  Position *x = position_twin(position);
  x->script = mem_alloc_zero(sizeof(Script));
  *n = go_through(x, move, SIZE_MAX, probabilities, room);
  if (x->fault) status = api_rules_stopped(x);
  else if (*n > OUTCOMES_MAX || x->script->drawn >= DRAWS_MAX) {
    status = api_fail(SENET_RANGE, "there are more than %d outcomes", OUTCOMES_MAX);
  }
  mem_free(x->script);
  x->script = NULL;
  position_free(x);
  return status;
}

// ---- letting one happen ----------------------------------------------------------------------------

static bool draws_this(const Script *wanted, Random random) {
  for (uint32_t i = 0; i < wanted->drawn; i++) {
    if (random_below(&random, wanted->bounds[i]) != wanted->at[i]) return false;
  }
  return true;
}

// The same by playing through, where outcomes of a draw are not equally likely.
static bool plays_this(Position *x, size_t move, const Random *stream, const Script *wanted, Script *noted) {
  noted->noting = true;
  noted->drawn = 0;
  x->script = noted;
  draw_through(x, move, stream);
  x->script = NULL;
  if (noted->drawn != wanted->drawn) return false;
  return !memcmp(noted->at, wanted->at, wanted->drawn * sizeof *wanted->at);
}

// A stream that draws the outcomes of the script, beginning the search at `from`.
static bool find_stream(Position *x, size_t move, const Script *wanted, Random from, Random *out) {
  enum { TRIES = 100000000, PLAYED = 200000 };
  Script *noted = wanted->weighted ? mem_alloc_zero(sizeof *noted) : NULL;
  uint64_t tries = noted ? (uint64_t)PLAYED : (uint64_t)TRIES;
  double began = clock_seconds();
  bool found = false;
  for (uint64_t i = 0; i < tries && !found && (i % 64 || clock_seconds() - began < SEARCH_SECONDS); i++) {
    *out = (Random){.key = random_mix(from.key + from.counter + i), .counter = 0};
    found = noted ? plays_this(x, move, out, wanted, noted) : draws_this(wanted, *out);
  }
  mem_free(noted);
  return found;
}

// The stream of outcome number `outcome`. With a move, x->random is that of its making.
static senet_status stream_of(senet_position *position, size_t move, size_t outcome, Random *out) {
  Position *x = position_twin(position);
  Script *script = mem_alloc_zero(sizeof *script);
  x->script = script;
  size_t seen = go_through(x, move, outcome, NULL, 0);
  x->script = NULL;
  for (uint32_t i = script->n; i < script->drawn; i++) script->at[i] = 0;
  senet_status status = SENET_OK;
  if (x->fault) status = api_rules_stopped(x);
  else if (seen != outcome + 1) status = api_fail(SENET_RANGE, "there are %zu outcomes", seen);
  else if (script->drawn == 0) *out = position->x->random;
  else if (!find_stream(x, move, script, position->x->random, out)) {
    status = api_fail(SENET_UNSUITED, "the outcome is too unlikely to be found");
  }
  mem_free(script);
  position_free(x);
  return status;
}

senet_status senet_position_choose_outcome(senet_position *position, size_t outcome) {
  senet_status status = position_changeable(position);
  if (status == SENET_OK) status = check_place(position, SENET_BEFORE_MOVE);
  if (status != SENET_OK) return status;
  position_unlist(position);
  Random chosen;
  status = stream_of(position, SENET_BEFORE_MOVE, outcome, &chosen);
  if (status != SENET_OK) return status;
  position->x->random = chosen;
  position->seeded = false;
  return SENET_OK;
}

senet_status senet_position_apply_outcome(senet_position *position, size_t move, size_t outcome) {
  senet_status status = position_changeable(position);
  if (status == SENET_OK) status = check_place(position, move);
  if (status != SENET_OK) return status;
  Random chosen;
  status = stream_of(position, move, outcome, &chosen);
  if (status != SENET_OK) return status;
  position->x->random = chosen;
  position->seeded = false;
  return senet_position_apply(position, move);
}

// ---- dice ------------------------------------------------------------------------------------------

// All moves of a list begin with the same throw, if there was one. The dice are written where there is room for them,
// too, unless that is NULL.
static size_t thrown(const senet_position *position, int32_t *faces, const Component **dice, size_t room) {
  const Position *x = position->x;
  size_t n = 0;
  if (!position->list.n) return 0;
  const Move *move = move_at(x, position->list, 0);
  for (uint32_t i = 0; i < move->n; i++) {
    Action action = move_action(x, move, i);
    if (action.kind != ACT_UPDATE_DICE) continue;
    const Component *die = &x->game->components[site_what(x, SITE_CELL, action.to, -1)];
    if (action.state < 0 || action.state >= die->n_faces) continue;
    if (n < room) faces[n] = die->faces[action.state];
    if (n < room && dice) dice[n] = die;
    n++;
  }
  return n;
}

senet_status senet_position_dice(senet_position *position, int32_t *faces, size_t room, size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (room && !faces) return api_misuse("the array of faces");
  senet_status status = position_running(position);
  if (status == SENET_OK) status = position_list_moves(position);
  if (status != SENET_OK) return status;
  *n = thrown(position, faces, NULL, room);
  return SENET_OK;
}

// Whether these faces are thrown with this chance; the position is listed then.
static bool throws(senet_position *position, Random chance, const int32_t *faces, size_t n) {
  int32_t seen[DRAWS_MAX];
  position_unlist(position);
  position->x->random = chance;
  position_list(position);
  bool stopped = position->x->fault != NULL;  // with this throw
  if (stopped) position_clear_fault(position->x);
  return !stopped && thrown(position, seen, NULL, DRAWS_MAX) == n && !memcmp(seen, faces, n * sizeof *seen);
}

static bool has_face(const Component *die, int32_t face) {
  for (int i = 0; i < die->n_faces; i++) {
    if (die->faces[i] == face) return true;
  }
  return false;
}

senet_status senet_position_throw(senet_position *position, const int32_t *faces, size_t n) {
  senet_status status = position_changeable(position);
  if (status == SENET_OK) status = position_running(position);
  if (status != SENET_OK) return status;
  if (!faces) return api_misuse("the array of faces");
  int32_t now[DRAWS_MAX];
  const Component *dice[DRAWS_MAX];
  status = position_list_moves(position);
  if (status != SENET_OK) return status;
  size_t here = thrown(position, now, dice, DRAWS_MAX);
  if (here != n) return api_fail(SENET_ILLEGAL, "%zu dice are thrown here, not %zu", here, n);
  if (here > DRAWS_MAX) return api_fail(SENET_RANGE, "more than %d dice are thrown here", DRAWS_MAX);
  for (size_t i = 0; i < n; i++) {
    if (!has_face(dice[i], faces[i])) return api_fail(SENET_ILLEGAL, "a die has no %" PRId32 " here", faces[i]);
  }
  Random before = position->before;
  Random stream = before;
  double began = clock_seconds();
  for (uint64_t i = 0; i < OUTCOMES_MAX && (i % 64 || clock_seconds() - began < SEARCH_SECONDS); i++) {
    if (throws(position, stream, faces, n)) {
      position->seeded &= i == 0;  // thrown as chance had it
      return SENET_OK;
    }
    stream = (Random){.key = random_mix(before.key + before.counter + i)};
  }
  position_unlist(position);
  position->x->random = before;
  return api_fail(SENET_ILLEGAL, "these dice cannot be thrown here");
}
