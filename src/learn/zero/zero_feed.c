// Groups of games and batches of samples as arrays.
#include "learn/zero/zero_feed.h"

#include "learn/zero/zero_net.h"

enum { SLICE_GAMES = 16, DRAW_RUN = 32 };  // games, and drawn samples, that a thread takes at a time

struct ZeroFeed {
  Arena arena;
  const NetEncoding *encoding;
  ZeroFeedOptions options;
  ZeroPool pool;
  ZeroReplay replay;
  ZeroSymmetries symmetries;
  Random random;
  int group_slices;
  PackSize *slice_at;    // by slice: what the slices before it in its group need
  PackSize *group_size;  // by group: of the request under way
  VEC(const ZeroSample *) drawn;
  VEC(uint8_t) images;     // which image of each
  VEC(PackSize) drawn_at;  // by run
  PackSize drawn_size;
};

bool zero_feed_open(Arena *arena, const Game *game, const ZeroFeedOptions *options, ZeroFeed **out, const char **why) {
  *why = zero_unsuited(game);
  if (*why) return false;
  ZeroFeed *feed = mem_alloc_zero(sizeof *feed);
  feed->options = *options;
  feed->encoding = net_encoding(&feed->arena, game, NET_TOKENS, why);
  bool good = feed->encoding != NULL;
  if (good && !pack_suits(feed->encoding)) {
    *why = "boards that grow are not trained on a GPU";
    good = false;
  }
  if (!good) {
    *why = arena_text(arena, str_of(*why));
    arena_free(&feed->arena);
    mem_free(feed);
    return false;
  }
  int groups = (int)options->groups;
  feed->group_slices = (int)MAX((options->games / groups + SLICE_GAMES - 1) / SLICE_GAMES, 1);
  ZeroPoolSetting setting = {.rules = game,
                             .encoding = feed->encoding,
                             .options = options->play,
                             .seed = options->seed,
                             .slices = feed->group_slices * groups,
                             .slice_games = SLICE_GAMES,
                             .threads = (int)options->threads};
  zero_pool_open(&feed->pool, &setting);
  zero_replay_open(&feed->replay, feed->encoding);
  feed->symmetries = zero_symmetries(&feed->arena, game, feed->encoding, options->seed);
  if (!options->symmetries) feed->symmetries.n = 1;
  feed->random = random_stream(options->seed + 77, 0);
  feed->slice_at = mem_alloc_zero(sizeof *feed->slice_at * (size_t)setting.slices);
  feed->group_size = mem_alloc_zero(sizeof *feed->group_size * (size_t)groups);
  *out = feed;
  return true;
}

void zero_feed_close(ZeroFeed *feed) {
  if (!feed) return;
  zero_pool_close(&feed->pool);
  zero_replay_close(&feed->replay);
  mem_free(feed->slice_at);
  mem_free(feed->group_size);
  VEC_FREE(&feed->drawn);
  VEC_FREE(&feed->images);
  VEC_FREE(&feed->drawn_at);
  arena_free(&feed->arena);
  mem_free(feed);
}

const NetEncoding *zero_feed_encoding(const ZeroFeed *feed) { return feed->encoding; }
const ZeroSymmetries *zero_feed_symmetries(const ZeroFeed *feed) { return &feed->symmetries; }

// ---- games ---------------------------------------------------------------------------------------

static ZeroSlice *slice_of(const ZeroFeed *feed, int group, size_t index) {
  return &feed->pool.slice[(size_t)(group * feed->group_slices) + index];
}

// Calls each with the leaves of a slice, in order.
typedef void LeafFn(ZeroFeed *feed, ZeroLeaf *leaf, void *self);
static void each_leaf(ZeroFeed *feed, ZeroSlice *slice, LeafFn *each, void *self) {
  for (int i = 0; i < feed->pool.slice_games; i++) {
    ZeroSearch *search = &slice->games[i].search;
    for (int k = 0; k < search->n_leaves; k++) each(feed, &search->leaves[k], self);
  }
}

// A task for every slice of a group.
typedef struct GroupCall {
  ZeroFeed *feed;
  int group;
  const PackArrays *arrays;
  const float *values, *logits;
} GroupCall;

static void measure_leaf(ZeroFeed *feed, ZeroLeaf *leaf, void *self) {
  pack_measure(feed->encoding, zero_leaf_sample(leaf), self);
}

static void measure_slice(void *self, size_t index, int worker) {
  (void)worker;
  GroupCall *call = self;
  PackSize *size = &call->feed->slice_at[(size_t)(call->group * call->feed->group_slices) + index];
  *size = (PackSize){0};
  each_leaf(call->feed, slice_of(call->feed, call->group, index), measure_leaf, size);
}

// Turns sizes into what comes before each; their sum.
static PackSize sum_up(PackSize *sizes, size_t n) {
  PackSize total = {0};
  for (size_t i = 0; i < n; i++) {
    PackSize own = sizes[i];
    sizes[i] = total;
    total.samples += own.samples;
    total.moves += own.moves;
    total.parts += own.parts;
    total.numbers += own.numbers;
    total.facts = MAX(total.facts, own.facts);
    total.globals = MAX(total.globals, own.globals);
  }
  return total;
}

void zero_feed_advance(ZeroFeed *feed, int group, PackSize *size) {
  GroupCall call = {.feed = feed, .group = group};
  size_t slices = (size_t)feed->group_slices;
  zero_pool_advance(&feed->pool, group * feed->group_slices, feed->group_slices);
  pool_run(feed->pool.threads, slices, measure_slice, &call);
  *size = feed->group_size[group] = sum_up(feed->slice_at + (size_t)group * slices, slices);
}

typedef struct PackPlace {
  const GroupCall *call;
  PackSize at;
} PackPlace;

static void pack_leaf(ZeroFeed *feed, ZeroLeaf *leaf, void *self) {
  PackPlace *place = self;
  const NetSample *sample = zero_leaf_sample(leaf);
  pack_sample(feed->encoding, sample, &place->at, &feed->group_size[place->call->group], place->call->arrays);
  place->at.samples++;
  place->at.moves += sample->n_moves;
  place->at.parts += sample->n_parts;
  place->at.numbers += sample->n_numbers;
}

static PackPlace place_of(const GroupCall *call, size_t index) {
  return (PackPlace){call, call->feed->slice_at[(size_t)(call->group * call->feed->group_slices) + index]};
}

static void pack_slice(void *self, size_t index, int worker) {
  (void)worker;
  GroupCall *call = self;
  PackPlace place = place_of(call, index);
  each_leaf(call->feed, slice_of(call->feed, call->group, index), pack_leaf, &place);
}

void zero_feed_pack(ZeroFeed *feed, int group, const PackArrays *arrays) {
  GroupCall call = {.feed = feed, .group = group, .arrays = arrays};
  pool_run(feed->pool.threads, (size_t)feed->group_slices, pack_slice, &call);
}

static void answer_leaf(ZeroFeed *feed, ZeroLeaf *leaf, void *self) {
  PackPlace *place = self;
  size_t players = (size_t)feed->encoding->players;
  memcpy(leaf->values, place->call->values + place->at.samples++ * players, sizeof(float) * players);
  memcpy(leaf->logits.at, place->call->logits + place->at.moves, sizeof(float) * leaf->n_moves);
  place->at.moves += leaf->n_moves;
}

static void answer_slice(void *self, size_t index, int worker) {
  (void)worker;
  GroupCall *call = self;
  PackPlace place = place_of(call, index);
  each_leaf(call->feed, slice_of(call->feed, call->group, index), answer_leaf, &place);
}

void zero_feed_answer(ZeroFeed *feed, int group, const float *values, const float *logits) {
  GroupCall call = {.feed = feed, .group = group, .values = values, .logits = logits};
  pool_run(feed->pool.threads, (size_t)feed->group_slices, answer_slice, &call);
}

typedef struct LeafList {
  VEC(const NetSample *) samples;
  VEC(float *) logits;
  float *next;
} LeafList;

static void list_leaf(ZeroFeed *feed, ZeroLeaf *leaf, void *self) {
  (void)feed;
  LeafList *list = self;
  VEC_PUSH(&list->samples, zero_leaf_sample(leaf));
  VEC_PUSH(&list->logits, list->next);
  list->next += leaf->n_moves;
}

void zero_feed_evaluate(ZeroFeed *feed, int group, const NetModel *model, float *values, float *logits) {
  LeafList list = {.next = logits};
  for (int i = 0; i < feed->group_slices; i++) {
    each_leaf(feed, slice_of(feed, group, (size_t)i), list_leaf, &list);
  }
  NetRunner *runner = net_runner_new(model);
  net_run(runner, list.samples.at, (int)list.samples.n, values, list.logits.at);
  net_runner_free(runner);
  VEC_FREE(&list.samples);
  VEC_FREE(&list.logits);
}

// ---- samples -------------------------------------------------------------------------------------

bool zero_feed_keep(ZeroFeed *feed, Arena *arena, const char *folder, uint64_t number, ZeroCounts *counts,
                    const char **why) {
  ZeroBytes samples = {0};
  bool good = true;
  zero_pool_take(&feed->pool, &samples, counts);
  if (folder && samples.n) good = zero_replay_write(arena, folder, number, feed->encoding, &samples, why);
  zero_replay_add(&feed->replay, &samples, number);
  VEC_FREE(&samples);
  return good;
}

bool zero_feed_read(ZeroFeed *feed, Arena *arena, const char *folder, uint64_t number, const char **why) {
  return zero_replay_read(arena, folder, number, &feed->replay, why);
}

static void forget_drawn(ZeroFeed *feed) {
  VEC_CLEAR(&feed->drawn);
  VEC_CLEAR(&feed->images);
  VEC_CLEAR(&feed->drawn_at);
  feed->drawn_size = (PackSize){0};
}

uint64_t zero_feed_trim(ZeroFeed *feed, size_t window) {
  forget_drawn(feed);
  return zero_replay_trim(&feed->replay, window);
}

size_t zero_feed_count(const ZeroFeed *feed) { return zero_replay_count(&feed->replay); }

// ---- drawn samples -------------------------------------------------------------------------------

static size_t run_end(const ZeroFeed *feed, size_t index) { return MIN((index + 1) * DRAW_RUN, feed->drawn.n); }

static void measure_run(void *self, size_t index, int worker) {
  (void)worker;
  ZeroFeed *feed = self;
  PackSize *size = &feed->drawn_at.at[index];
  *size = (PackSize){0};
  for (size_t i = index * DRAW_RUN; i < run_end(feed, index); i++) {
    pack_measure(feed->encoding, zero_sample_net(feed->drawn.at[i]), size);
  }
}

static size_t runs_of(const ZeroFeed *feed) { return (feed->drawn.n + DRAW_RUN - 1) / DRAW_RUN; }

void zero_feed_draw(ZeroFeed *feed, int n, PackSize *size) {
  forget_drawn(feed);
  for (int i = 0; i < n; i++) {
    VEC_PUSH(&feed->drawn, zero_replay_draw(&feed->replay, &feed->random));
    VEC_PUSH(&feed->images, (uint8_t)random_below(&feed->random, (uint32_t)MIN(feed->symmetries.n, 255)));
  }
  for (size_t i = 0; i < runs_of(feed); i++) VEC_PUSH(&feed->drawn_at, (PackSize){0});
  pool_run(feed->pool.threads, runs_of(feed), measure_run, feed);
  *size = feed->drawn_size = sum_up(feed->drawn_at.at, runs_of(feed));
}

typedef struct DrawnCall {
  ZeroFeed *feed;
  double drawish;
  const PackArrays *arrays;
  float *policy, *wdl;
} DrawnCall;

static void pack_policy(const ZeroSample *s, uint32_t n_moves, float *policy) {
  float total = 0;
  for (uint32_t i = 0; i < s->n_policy; i++) total += zero_sample_policy(s)[i];
  for (uint32_t i = 0; i < n_moves; i++) policy[i] = total > 0 ? zero_sample_policy(s)[i] / total : 0;
}

typedef VEC(uint64_t) ImageRoom;

static void pack_one(DrawnCall *call, size_t i, PackSize *at, ImageRoom *room) {
  ZeroFeed *feed = call->feed;
  const NetEncoding *e = feed->encoding;
  const ZeroSample *drawn = feed->drawn.at[i];
  const NetSample *sample = zero_sample_net(drawn);
  if (feed->images.at[i]) {
    while (room->cap * 8 < sample->size) room->at = vec_grow(room->at, &room->cap, 8);
    NetSample *image = (NetSample *)(void *)room->at;
    net_sample_permute(e, sample, feed->symmetries.to[feed->images.at[i]], image);
    sample = image;
  }
  pack_sample(e, sample, at, &feed->drawn_size, call->arrays);
  pack_policy(drawn, sample->n_moves, call->policy + at->moves);
  zero_sample_wdl(drawn, feed->options.outcome_share, call->drawish, call->wdl + i * (size_t)e->players * 3);
  at->samples++;
  at->moves += sample->n_moves;
  at->parts += sample->n_parts;
  at->numbers += sample->n_numbers;
}

static void pack_run(void *self, size_t index, int worker) {
  (void)worker;
  DrawnCall *call = self;
  PackSize at = call->feed->drawn_at.at[index];
  ImageRoom room = {0};
  for (size_t i = index * DRAW_RUN; i < run_end(call->feed, index); i++) pack_one(call, i, &at, &room);
  VEC_FREE(&room);
}

void zero_feed_pack_drawn(ZeroFeed *feed, double drawish, const PackArrays *arrays, float *policy, float *wdl) {
  DrawnCall call = {feed, drawish, arrays, policy, wdl};
  pool_run(feed->pool.threads, runs_of(feed), pack_run, &call);
}
