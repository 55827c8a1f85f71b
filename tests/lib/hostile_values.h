// Values for the program that hostile.py writes: handles in a pool, some of them freed, and everything else a careless
// caller may pass. Memory that a caller says to have is there: only what the calls can check is wrong.
#ifndef LIB_HOSTILE_VALUES_H
#define LIB_HOSTILE_VALUES_H

#include "senet.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 4, AREA = 1 << 18, ROOM_MAX = 4096 };  // of the memory for each parameter

static uint64_t random_state = 1;
static _Alignas(64) char scratch[8 * AREA];
static const char *last_call = "";

static int draw(int bound) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((random_state >> 33) % (uint64_t)bound);
}

#define PICK(list) ((list)[draw((int)(sizeof(list) / sizeof *(list)))])

// ---- numbers and texts -------------------------------------------------------------------------------

static int some_int(void) {
  static const int list[] = {-1, 0, 0, 1, 1, 2, 3, 5, 8, 100, INT_MIN, INT_MAX};
  return PICK(list);
}
static size_t some_number(void) {
  static const size_t list[] = {0, 0, 1, 1, 2, 3, 4, 5, 8, 100, SIZE_MAX, SIZE_MAX / 2, 1ULL << 32};
  return PICK(list);
}
static size_t some_room(void) {
  static const size_t list[] = {0, 1, 2, 3, 9, 10, 60, ROOM_MAX};
  return PICK(list);
}
static double some_double(void) {
  static const double list[] = {0, 1, -1, 1e300, 0.001, NAN, INFINITY, -INFINITY};
  return PICK(list);
}
static double few_seconds(void) {
  static const double list[] = {0.001, 0.002, -1, NAN, -INFINITY};
  return PICK(list);
}
static int some_threads(void) {
  static const int list[] = {0, 1, 1, 2, -1, INT_MAX, INT_MIN};
  return PICK(list);
}
static size_t some_batch(void) { return draw(4) ? (size_t)draw(6) : some_number(); }

static const char *some_text(void) {
  static char longest[20000];
  if (!longest[0]) memset(longest, '(', sizeof longest - 1);
  static const char *const list[] = {NULL,
                                     "",
                                     "Tic-Tac-Toe",
                                     "Backgammon",
                                     "Breakthrough.rbg",
                                     "No Such Game",
                                     "random",
                                     "uct:iterations=5",
                                     "uct:iterations=5,random",
                                     "alphabeta:depth=1",
                                     "B2",
                                     "A1",
                                     "auto:iterations=5",
                                     "interpreter",
                                     "Atomic-1-1",
                                     "Initial",
                                     "agent.name",
                                     "pieces.0",
                                     "c2/NN1/c1N 2 5",
                                     "3/3/3 1 0",
                                     "rules",
                                     "{\"game\":\"Tic-Tac-Toe\",\"position\":\"c2/NN1/c1N 2 5\",\"moves\":[]}",
                                     "%s%n%d",
                                     "\xff\xfe",
                                     "{\"game\":\"Tic-Tac-Toe\",\"moves\":[]}",
                                     "(game)",
                                     "{\"t\":\"header\",\"game\":\"Tic-Tac-Toe\"}",
                                     "{",
                                     longest};
  return PICK(list);
}

static size_t some_length(const char *text) {
  size_t n = text ? strlen(text) : some_number();
  return text && !draw(4) ? (size_t)draw((int)n + 1) : n;
}

static const char *const *some_list(void) {
  static const char *const lists[][4] = {
      {"B2", "A1", "C3", ""}, {NULL, "x", NULL, "y"}, {"/nowhere", "", ".", "B2 A1"}};
  return draw(5) ? lists[draw(3)] : NULL;
}

// ---- handles -----------------------------------------------------------------------------------------

static senet_library *library;  // stays open: handles that were freed are recognised as long as it is

static senet_library *pick_library(void) { return draw(9) ? library : NULL; }
static void keep_library(senet_library *made) { senet_library_free(made); }

// A pool of handles of a kind: a new one takes the place of another, which is freed and stays there for a while.
#define POOL_OF(kind)                                                               \
  static senet_##kind *pool_##kind[POOL];                                           \
  static void keep_##kind(senet_##kind *made) {                                     \
    int at = draw(POOL);                                                            \
    if (!made) return;                                                              \
    senet_##kind##_free(pool_##kind[at]);                                           \
    if (draw(5)) pool_##kind[at] = made;                                            \
    else senet_##kind##_free(made); /* the handle freed before stays in the pool */ \
  }                                                                                 \
  static senet_##kind *pick_##kind(void) {                                          \
    int what = draw(12);                                                            \
    if (what == 0) return NULL;                                                     \
    return what == 1 ? (senet_##kind *)(void *)library : pool_##kind[draw(POOL)];   \
  }

POOL_OF(game)
POOL_OF(position)
POOL_OF(agent)
POOL_OF(batch)
POOL_OF(features)
POOL_OF(parts)
POOL_OF(record)
POOL_OF(diagnostics)
POOL_OF(facts)
POOL_OF(match)
POOL_OF(picture)

// ---- functions that are called back ------------------------------------------------------------------

static void hear(void *self, const senet_report *report) { (void)self, (void)report; }
static int hear_playout(void *self, const senet_playout_totals *totals) {
  (void)self, (void)totals;
  return !draw(3);
}
static void hear_record(void *self, uint64_t number, const char *record) { (void)self, (void)number, (void)record; }
static int hear_match(void *self, const senet_match_game *game) {
  (void)self, (void)game;
  return 0;
}

// ---- structures --------------------------------------------------------------------------------------

static size_t some_size(size_t right) { return draw(12) ? right : some_number(); }

static const senet_game_request *some_game_request(void) {
  static senet_game_request out;
  out = (senet_game_request)SENET_GAME_REQUEST;
  out.size = some_size(sizeof out);
  if (draw(4)) out.name = some_text();
  else out.text = some_text();
  out.text_length = out.text ? strlen(out.text) : some_number();
  if (!draw(3)) out.text_name = some_text();
  if (!draw(4)) out.options = some_list(), out.n_options = (size_t)draw(4);
  if (!draw(6)) out.ruleset = some_text();
  if (!draw(6)) out.split = draw(3) ? "Mod" : some_text();
  return draw(15) ? &out : NULL;
}

static const senet_playout_options *some_playout_options(void) {
  static senet_playout_options out;
  out = (senet_playout_options)SENET_PLAYOUT_OPTIONS;
  out.size = some_size(sizeof out);
  out.n = (uint64_t)draw(4);
  out.seed = some_number();
  out.first = some_number();
  out.threads = some_threads();
  out.kind = draw(6) - 1;
  out.longest = draw(3) ? 0 : some_number();
  if (!draw(3)) out.winners = (int32_t *)(void *)scratch;
  if (!draw(3)) out.lengths = (uint32_t *)(void *)(scratch + 1000);
  if (!draw(3)) out.utilities = (double *)(void *)(scratch + 2000);
  if (!draw(3)) out.seconds = few_seconds();
  out.interpret = draw(2);
  if (!draw(3)) out.tell = hear_playout;
  if (!draw(3)) out.record = hear_record;
  return draw(15) ? &out : NULL;
}

static const senet_match_options *some_match_options(void) {
  static senet_match_options out;
  out = (senet_match_options)SENET_MATCH_OPTIONS;
  out.size = some_size(sizeof out);
  out.agents = draw(3) ? "random,uct:iterations=3" : some_text();
  out.threads = some_threads();
  out.records = draw(2);
  if (!draw(3)) out.openings = some_list(), out.n_openings = (size_t)draw(4);
  if (!draw(3)) out.sprt_low = some_double(), out.sprt_high = some_double();
  if (!draw(2)) out.tell = hear_match;
  return draw(15) ? &out : NULL;
}

static const senet_draw_options *some_draw_options(void) {
  static senet_draw_options out;
  out = (senet_draw_options)SENET_DRAW_OPTIONS;
  out.size = some_size(sizeof out);
  out.player = some_int();
  out.last_move = draw(2);
  out.sites = draw(2);
  out.delay = draw(3) ? draw(100) : some_int();
  return draw(9) ? &out : NULL;
}

static senet_batch_result *some_batch_result(void) {
  static senet_batch_result out;
  out = (senet_batch_result)SENET_BATCH_RESULT;
  out.size = some_size(sizeof out);
  if (draw(2)) out.movers = (int32_t *)(void *)scratch;
  if (draw(2)) out.counts = (uint32_t *)(void *)(scratch + 50000);
  if (draw(2)) out.utilities = (double *)(void *)(scratch + 100000);
  return draw(9) ? &out : NULL;
}

static senet_feature_result *some_feature_result(void) {
  static senet_feature_result out;
  out = (senet_feature_result)SENET_FEATURE_RESULT;
  out.size = some_size(sizeof out);
  if (draw(2)) out.starts = (uint32_t *)(void *)scratch, out.room_starts = some_room();
  if (draw(2)) out.active = (uint32_t *)(void *)(scratch + 100000), out.room_active = some_room();
  if (!draw(3)) out.games = (uint32_t *)(void *)(scratch + 200000);
  return draw(9) ? &out : NULL;
}

static const senet_match_game *some_match_game(void) {
  static senet_match_game out;
  out = (senet_match_game){.number = some_number(), .moves = (uint32_t)some_number(), .stopped = some_int()};
  for (int i = 0; i <= SENET_PLAYERS_MAX; i++) {
    out.seats[i].agent = draw(2) ? i - 1 : some_int();
    out.seats[i].utility = draw(3) ? 0 : some_double();
    out.seats[i].seconds = draw(3) ? 1 : some_double();
  }
  return draw(9) ? &out : NULL;
}

// ---- running -----------------------------------------------------------------------------------------

static void check(const char *name, senet_status status) {
  last_call = name;
  int known = strcmp(senet_status_text(status), "unknown status") != 0;
  if (known && (status == SENET_OK || *senet_message())) return;
  printf("not ok 1 - %s: status %d without a reason\n", name, (int)status);
  exit(1);
}

// Something of every kind, so that most calls reach what they do.
static void fill_pools(void) {
  static const char *const names[] = {"Tic-Tac-Toe", "Backgammon", "Breakthrough.rbg", "Tic-Tac-Toe"};
  for (int i = 0; i < POOL; i++) {
    if (senet_game_load(library, names[i], &pool_game[i]) != SENET_OK) continue;
    senet_game *game = pool_game[i];
    senet_match_options match = SENET_MATCH_OPTIONS;
    match.agents = "random,uct:iterations=3";
    senet_position_new(game, 1, 0, &pool_position[i]);
    senet_agent_new(game, i == 1 ? "uct:iterations=5" : i ? "uct:time=0.001" : "random", 1, &pool_agent[i]);
    senet_batch_new(game, 3, 1, 1, &pool_batch[i]);
    senet_features_new(game, "Atomic-1-1", &pool_features[i]);
    senet_parts_new(pool_position[i], &pool_parts[i]);
    senet_match_new(game, &match, &pool_match[i]);
    senet_position_picture(pool_position[i], NULL, SENET_PICTURE_SVG, &pool_picture[i]);
    senet_record_read(library, "{\"game\":\"Tic-Tac-Toe\",\"moves\":[],\"over\":false}", 47, &pool_record[i]);
  }
}

static void empty_pools(void) {
  for (int i = 0; i < POOL; i++) {
    senet_game_free(pool_game[i]);
    senet_position_free(pool_position[i]);
    senet_agent_free(pool_agent[i]);
    senet_batch_free(pool_batch[i]);
    senet_features_free(pool_features[i]);
    senet_parts_free(pool_parts[i]);
    senet_record_free(pool_record[i]);
    senet_diagnostics_free(pool_diagnostics[i]);
    senet_facts_free(pool_facts[i]);
    senet_match_free(pool_match[i]);
    senet_picture_free(pool_picture[i]);
  }
}

static int hostile_run(int argc, char **argv, void (*const *calls)(void), size_t n) {
  long rounds = argc > 1 ? atol(argv[1]) : 2000;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (senet_library_open(NULL, 0, &library) != SENET_OK) return printf("not ok 1 - no library\n"), 1;
  for (long i = 0; i < rounds; i++) {
    if (i % 500 == 0) empty_pools(), fill_pools();
    calls[draw((int)n)]();
  }
  empty_pools();
  senet_library_free(library);
  printf("ok 1 - %ld calls of %zu functions\n1..1\n", rounds, n);
  return 0;
}

#endif
