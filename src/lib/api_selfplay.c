// Self-play as arrays, for the Python extension.
#include "lib/lib_selfplay.h"

#include "base/json.h"
#include "learn/zero/zero_feed.h"
#include "learn/zero/zero_options.h"
#include "lib/lib_internal.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

struct senet_selfplay {
  Handle handle;
  senet_game *game;
  ZeroFeedOptions options;
  ZeroFeed *feed;
  PackSize *sizes;   // by group
  bool *asked;       // by group: a request is open
  PackSize drawn;    // no samples: nothing is drawn
  atomic_bool busy;  // a call is under way: its threads and samples are in use
};

#define AT(field) offsetof(ZeroFeedOptions, field)

static const SearchOption feed_rows[] = {
    ZERO_PLAY_ROWS(ZeroFeedOptions, play),
    {"seed", OPTION_INTEGER, AT(seed), 0, 1e18, "1", NULL, "Seed of everything left to chance."},
    {"games", OPTION_INTEGER, AT(games), 1, 1 << 20, "1024", NULL, "Games in flight."},
    {"groups", OPTION_INTEGER, AT(groups), 1, 64, "2", NULL, "Groups advanced by turns."},
    {"threads", OPTION_INTEGER, AT(threads), 0, 1024, "0", NULL, "Threads; 0: one per processor."},
    {"outcome", OPTION_REAL, AT(outcome_share), 0, 1, "0.6", NULL, "Share of the outcome in the value to learn."},
    {"symmetries", OPTION_SWITCH, AT(symmetries), 0, 0, "yes", NULL, "Learn from images of positions."},
    {0},
};

static bool is_selfplay(const senet_selfplay *selfplay) {
  return handle_is(selfplay ? &selfplay->handle : NULL, HANDLE_SELFPLAY);
}

static senet_status check(const senet_selfplay *selfplay) {
  return is_selfplay(selfplay) ? SENET_OK : api_misuse("the self-play");
}

// SENET_OK for a self-play that nobody else uses: leave() says when the caller does no longer.
static senet_status enter(senet_selfplay *selfplay) {
  if (!is_selfplay(selfplay)) return api_misuse("the self-play");
  return atomic_exchange(&selfplay->busy, true) ? api_fail(SENET_MISUSE, "the self-play is in use") : SENET_OK;
}

static senet_status leave(senet_selfplay *selfplay, senet_status status) {
  atomic_store(&selfplay->busy, false);
  return status;
}

static senet_status check_group(const senet_selfplay *selfplay, size_t group) {
  if (group < (size_t)selfplay->options.groups) return SENET_OK;
  return api_fail(SENET_RANGE, "there are %d groups", (int)selfplay->options.groups);
}

senet_status senet_selfplay_new(senet_game *game, const char *settings, senet_selfplay **out) {
  if (!out) return api_misuse("the place of the self-play");
  *out = NULL;
  if (!IS_GAME(game)) return api_misuse("the game");
  Arena arena = {0};
  ZeroFeedOptions options = {0};
  const char *why = "";
  ZeroFeed *feed = NULL;
  search_options_default(feed_rows, &options);
  senet_status status = SENET_OK;
  if (!search_options_read(&arena, feed_rows, str_of(settings ? settings : ""), &options, &why)) {
    status = api_fail(SENET_INPUT, "%s", why);
  } else if (!zero_feed_open(&arena, game->game, &options, &feed, &why)) {
    status = api_fail(SENET_UNSUITED, "%s", why);
  }
  arena_free(&arena);
  if (status != SENET_OK) return status;
  handle_use(&game->handle);
  senet_selfplay *selfplay = handle_new(game->handle.library, HANDLE_SELFPLAY, sizeof *selfplay);
  selfplay->game = game;
  selfplay->options = options;
  selfplay->feed = feed;
  selfplay->sizes = mem_alloc_zero(sizeof *selfplay->sizes * (size_t)options.groups);
  selfplay->asked = mem_alloc_zero(sizeof *selfplay->asked * (size_t)options.groups);
  *out = selfplay;
  return SENET_OK;
}

void senet_selfplay_free(senet_selfplay *selfplay) {
  if (!is_selfplay(selfplay)) return;
  senet_game *game = selfplay->game;
  handle_close(&selfplay->handle);
  zero_feed_close(selfplay->feed);
  mem_free(selfplay->sizes);
  mem_free(selfplay->asked);
  handle_give_back(&selfplay->handle, HANDLE_SELFPLAY);
  game_leave(game);
}

// ---- what the arrays mean ------------------------------------------------------------------------

static void set_number(json_t *root, const char *name, int value) {
  json_object_set_new(root, name, json_integer(value));
}

senet_status senet_selfplay_describe(senet_selfplay *selfplay, char *buffer, size_t size, size_t *length) {
  senet_status status = check(selfplay);
  if (status != SENET_OK) return status;
  const NetEncoding *e = zero_feed_encoding(selfplay->feed);
  json_t *root = json_object();
  char print[17];
  snprintf(print, sizeof print, "%016" PRIx64, e->fingerprint);
  json_object_set_new(root, "game", json_string(selfplay->game->game->name));
  json_object_set_new(root, "fingerprint", json_string(print));
  set_number(root, "players", e->players);
  set_number(root, "tokens", e->tokens);
  set_number(root, "directions", e->directions);
  set_number(root, "facts", e->facts);
  set_number(root, "numbers", e->numbers);
  set_number(root, "static_numbers", e->n_static_numbers);
  set_number(root, "global_facts", e->global_facts);
  set_number(root, "global_numbers", e->global_numbers);
  set_number(root, "move_facts", e->move_facts);
  set_number(root, "groups", (int)selfplay->options.groups);
  set_number(root, "simulations", (int)selfplay->options.play.simulations);
  set_number(root, "symmetries", zero_feed_symmetries(selfplay->feed)->n);
  Text text = {0};
  json_text(&text, root);
  json_decref(root);
  status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_selfplay_model(senet_selfplay *selfplay, const char *arch, uint64_t seed, const char *options,
                                  const char *file) {
  senet_status status = check(selfplay);
  if (status != SENET_OK) return status;
  if (!arch || !file) return api_misuse("the architecture or the file");
  Arena arena = {0};
  NetModel *model = NULL;
  NetKind kind;
  const char *why = "";
  bool good = net_arch_kind(&arena, arch, &kind, &why);
  if (good && kind != NET_TOKENS) {
    why = "networks over planes are trained by `senet train`";
    good = false;
  }
  good = good && net_model_new(&arena, zero_feed_encoding(selfplay->feed), arch, seed, &model, &why);
  if (good) net_model_set_options(model, options ? options : "");
  good = good && net_model_write(&arena, model, file, &why);
  if (!good) status = api_fail(SENET_INPUT, "%s", why);
  if (model) net_model_free(model);
  arena_free(&arena);
  return status;
}

// ---- batches -------------------------------------------------------------------------------------

static void tell_sizes(const PackSize *size, uint32_t out[SELFPLAY_SIZES]) {
  const uint32_t all[] = {size->samples, size->moves, size->parts, size->numbers, size->facts, size->globals};
  static_assert(sizeof all == sizeof(uint32_t) * SELFPLAY_SIZES, "one number for each");
  memcpy(out, all, sizeof all);
}

// The arrays, when each has room.
static senet_status open_arrays(const senet_selfplay *selfplay, const PackSize *size,
                                const senet_selfplay_arrays *given, PackArrays *arrays) {
  const NetEncoding *e = zero_feed_encoding(selfplay->feed);
  size_t n = size->samples;
  const size_t need[SELFPLAY_ARRAYS] = {
      2 * n,
      2 * n * (size_t)e->tokens * size->facts,
      2 * n * size->globals,
      4 * n * (size_t)e->global_numbers,
      4 * (size_t)size->numbers,
      4 * (size_t)size->numbers,
      4 * (size_t)size->numbers,
      4 * (size_t)size->moves,
      4 * (size_t)size->moves,
      4 * (size_t)size->parts,
  };
  for (int i = 0; i < SELFPLAY_ARRAYS; i++) {
    if (need[i] && (!given->at[i] || given->bytes[i] < need[i])) {
      return api_fail(SENET_TOO_SMALL, "array %d needs %zu bytes and has %zu", i, need[i], given->bytes[i]);
    }
  }
  *arrays = (PackArrays){given->at[0], given->at[1], given->at[2], given->at[3], given->at[4],
                         given->at[5], given->at[6], given->at[7], given->at[8], given->at[9]};
  return SENET_OK;
}

senet_status senet_selfplay_advance(senet_selfplay *selfplay, size_t group, uint32_t sizes[SELFPLAY_SIZES]) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  status = check_group(selfplay, group);
  if (status == SENET_OK && selfplay->asked[group]) {
    status = api_fail(SENET_MISUSE, "group %zu waits for an answer", group);
  }
  if (status == SENET_OK) {
    zero_feed_advance(selfplay->feed, (int)group, &selfplay->sizes[group]);
    selfplay->asked[group] = true;
    tell_sizes(&selfplay->sizes[group], sizes);
  }
  return leave(selfplay, status);
}

senet_status senet_selfplay_pack(senet_selfplay *selfplay, size_t group, const senet_selfplay_arrays *given) {
  PackArrays arrays;
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  status = check_group(selfplay, group);
  if (status == SENET_OK && !selfplay->asked[group]) status = api_fail(SENET_MISUSE, "group %zu asks nothing", group);
  if (status == SENET_OK) status = open_arrays(selfplay, &selfplay->sizes[group], given, &arrays);
  if (status == SENET_OK) zero_feed_pack(selfplay->feed, (int)group, &arrays);
  return leave(selfplay, status);
}

// Whether the group asks for something and there is room for the answer.
static senet_status check_answer(const senet_selfplay *selfplay, size_t group, size_t n_values, size_t n_logits) {
  senet_status status = check_group(selfplay, group);
  if (status != SENET_OK) return status;
  const PackSize *size = &selfplay->sizes[group];
  size_t players = (size_t)zero_feed_encoding(selfplay->feed)->players;
  if (!selfplay->asked[group]) return api_fail(SENET_MISUSE, "group %zu asks nothing", group);
  if (n_values >= size->samples * players && n_logits >= size->moves) return SENET_OK;
  return api_fail(SENET_TOO_SMALL, "the answer needs %zu values and %u logits", size->samples * players, size->moves);
}

senet_status senet_selfplay_answer(senet_selfplay *selfplay, size_t group, const float *values, size_t n_values,
                                   const float *logits, size_t n_logits) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  status = check_answer(selfplay, group, n_values, n_logits);
  if (status == SENET_OK) {
    zero_feed_answer(selfplay->feed, (int)group, values, logits);
    selfplay->asked[group] = false;
  }
  return leave(selfplay, status);
}

// Evaluates the request with the network of a file.
static senet_status evaluate(const senet_selfplay *selfplay, size_t group, const char *file, float *values,
                             float *logits) {
  Arena arena = {0};
  NetModel *model = NULL;
  const char *why = "";
  senet_status status = SENET_OK;
  if (net_model_read(&arena, file, zero_feed_encoding(selfplay->feed), &model, &why)) {
    zero_feed_evaluate(selfplay->feed, (int)group, model, values, logits);
    net_model_free(model);
  } else {
    status = api_fail(SENET_INPUT, "%s: %s", file, why);
  }
  arena_free(&arena);
  return status;
}

senet_status senet_selfplay_evaluate(senet_selfplay *selfplay, size_t group, const char *file, float *values,
                                     size_t n_values, float *logits, size_t n_logits) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  status = check_answer(selfplay, group, n_values, n_logits);
  if (status == SENET_OK && (!file || !values || !logits)) status = api_misuse("the file or the arrays");
  if (status == SENET_OK) status = evaluate(selfplay, group, file, values, logits);
  return leave(selfplay, status);
}

// ---- samples -------------------------------------------------------------------------------------

senet_status senet_selfplay_keep(senet_selfplay *selfplay, const char *folder, uint64_t number,
                                 uint64_t counts[SELFPLAY_COUNTS]) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  Arena arena = {0};
  ZeroCounts found;
  const char *why = "";
  if (!zero_feed_keep(selfplay->feed, &arena, folder, number, &found, &why)) {
    status = api_fail(SENET_INPUT, "%s", why);
  }
  const uint64_t all[] = {found.games, found.moves, found.evaluations, found.samples, found.drawn};
  memcpy(counts, all, sizeof all);
  arena_free(&arena);
  return leave(selfplay, status);
}

senet_status senet_selfplay_read(senet_selfplay *selfplay, const char *folder, uint64_t number) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  Arena arena = {0};
  const char *why = "";
  if (!zero_feed_read(selfplay->feed, &arena, folder, number, &why)) status = api_fail(SENET_INPUT, "%s", why);
  arena_free(&arena);
  return leave(selfplay, status);
}

senet_status senet_selfplay_trim(senet_selfplay *selfplay, uint64_t window, uint64_t *samples, uint64_t *oldest) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  selfplay->drawn = (PackSize){0};
  *oldest = zero_feed_trim(selfplay->feed, window);
  *samples = zero_feed_count(selfplay->feed);
  return leave(selfplay, SENET_OK);
}

senet_status senet_selfplay_draw(senet_selfplay *selfplay, size_t n, uint32_t sizes[SELFPLAY_SIZES]) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  if (n < 1 || n > 1 << 20) {
    status = api_fail(SENET_RANGE, "between 1 and %d samples are drawn", 1 << 20);
  } else if (!zero_feed_count(selfplay->feed)) {
    status = api_fail(SENET_NOT_FOUND, "no game has ended yet");
  } else {
    zero_feed_draw(selfplay->feed, (int)n, &selfplay->drawn);
    tell_sizes(&selfplay->drawn, sizes);
  }
  return leave(selfplay, status);
}

// Whether samples are drawn and there is room for what is to be learnt from them.
static senet_status check_targets(const senet_selfplay *selfplay, size_t n_policy, size_t n_wdl) {
  const PackSize *size = &selfplay->drawn;
  size_t wdl = size->samples * (size_t)zero_feed_encoding(selfplay->feed)->players * 3;
  if (!size->samples) return api_fail(SENET_MISUSE, "no samples are drawn, or they were trimmed since");
  if (n_policy >= size->moves && n_wdl >= wdl) return SENET_OK;
  return api_fail(SENET_TOO_SMALL, "the targets need %u and %zu numbers", size->moves, wdl);
}

senet_status senet_selfplay_pack_drawn(senet_selfplay *selfplay, double drawish, const senet_selfplay_arrays *given,
                                       float *policy, size_t n_policy, float *wdl, size_t n_wdl) {
  senet_status status = enter(selfplay);
  if (status != SENET_OK) return status;
  status = check_targets(selfplay, n_policy, n_wdl);
  PackArrays arrays;
  if (status == SENET_OK) status = open_arrays(selfplay, &selfplay->drawn, given, &arrays);
  if (status == SENET_OK) zero_feed_pack_drawn(selfplay->feed, drawish, &arrays, policy, wdl);
  return leave(selfplay, status);
}
