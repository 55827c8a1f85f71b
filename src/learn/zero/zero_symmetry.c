// Which symmetries of a board the rules respect.
#include "learn/zero/zero_symmetry.h"

#include "board/topo/symmetry.h"
#include "net/input/encoding.h"
#include "play/show/seats.h"

#include <stdlib.h>

enum { TRIAL_GAMES = 6, TRIAL_MOVES = 120 };

// A game and its image.
typedef struct Trial {
  const NetEncoding *e;
  Position *x, *y;
  NetEncoder *encoder;
  const uint16_t *to;
  NetSample *image, *other;  // the image of a sample of x, and the sample of y
  size_t room;
} Trial;

static void make_room(Trial *trial, size_t need) {
  if (need <= trial->room) return;
  trial->room = 2 * need;
  trial->image = mem_realloc(trial->image, trial->room);
  trial->other = mem_realloc(trial->other, trial->room);
}

static int compare_facts(const void *a, const void *b) { return memcmp(a, b, sizeof(NetFact)); }
static int compare_numbers(const void *a, const void *b) { return memcmp(a, b, sizeof(NetNumber)); }
static int compare_parts(const void *a, const void *b) { return memcmp(a, b, sizeof(NetPart)); }

// The lists of a sample in an order that does not depend on tokens.
static void sort_sample(NetSample *s) {
  qsort((NetFact *)(uintptr_t)sample_facts(s), s->n_facts, sizeof(NetFact), compare_facts);
  qsort((NetNumber *)(uintptr_t)sample_numbers(s), s->n_numbers, sizeof(NetNumber), compare_numbers);
  const uint32_t *start = sample_move_start(s);
  NetPart *parts = (NetPart *)(uintptr_t)sample_parts(s);
  for (uint32_t i = 0; i < s->n_moves; i++) {
    qsort(parts + start[i], start[i + 1] - start[i], sizeof *parts, compare_parts);
  }
}

static bool same_position(const NetSample *a, const NetSample *b) {
  if (a->n_facts != b->n_facts || a->n_numbers != b->n_numbers || a->n_moves != b->n_moves) return false;
  if (a->n_global_facts != b->n_global_facts || a->n_parts != b->n_parts) return false;
  return !memcmp(sample_facts(a), sample_facts(b), sizeof(NetFact) * a->n_facts) &&
         !memcmp(sample_numbers(a), sample_numbers(b), sizeof(NetNumber) * a->n_numbers) &&
         !memcmp(sample_global_facts(a), sample_global_facts(b), sizeof(uint16_t) * a->n_global_facts);
}

static bool same_move(const NetSample *a, uint32_t i, const NetSample *b, uint32_t k) {
  const uint32_t *from = sample_move_start(a), *to = sample_move_start(b);
  uint32_t n = from[i + 1] - from[i];
  return n == to[k + 1] - to[k] && !memcmp(sample_parts(a) + from[i], sample_parts(b) + to[k], sizeof(NetPart) * n);
}

// Gives every move of the image its number among the moves of the other sample. False: some move has none.
static bool match_moves(const NetSample *a, const NetSample *b, uint32_t *number) {
  bool *taken = mem_alloc_zero(a->n_moves + 1), good = true;
  for (uint32_t i = 0; i < a->n_moves && good; i++) {
    uint32_t k = 0;
    while (k < b->n_moves && (taken[k] || !same_move(a, i, b, k))) k++;
    good = k < b->n_moves;
    number[i] = k;
    if (good) taken[k] = true;
  }
  mem_free(taken);
  return good;
}

static Player viewer_of(const Position *x) { return MIN(MAX(position_mover(x), 1), x->game->players); }

// Makes a move in both games. False: they differ.
static bool step(Trial *trial, Random *random) {
  Position *x = trial->x, *y = trial->y;
  MoveList list = position_moves(x), images = position_moves(y);
  const NetSample *sample = net_encode(trial->encoder, x, viewer_of(x), list);
  make_room(trial, sample->size);
  net_sample_permute(trial->e, sample, trial->to, trial->image);
  sample = net_encode(trial->encoder, y, viewer_of(y), images);
  make_room(trial, sample->size);
  memcpy(trial->other, sample, sample->size);
  sort_sample(trial->image);
  sort_sample(trial->other);
  uint32_t *number = mem_alloc(sizeof *number * (list.n + 1));
  bool good = same_position(trial->image, trial->other) && match_moves(trial->image, trial->other, number);
  if (good) {
    uint32_t chosen = random_below(random, list.n);
    Move move = *move_at(x, list, chosen), image = *move_at(y, images, number[chosen]);
    position_apply(x, &move);
    position_apply(y, &image);
  }
  mem_free(number);
  position_forget(x, list);
  position_forget(y, images);
  return good && !x->fault && !y->fault;
}

static bool same_end(const Trial *trial) {
  if (position_over(trial->x) != position_over(trial->y)) return false;
  for (Player p = 1; position_over(trial->x) && p <= trial->x->game->players; p++) {
    if (position_utility(trial->x, p) != position_utility(trial->y, p)) return false;
  }
  return true;
}

static bool holds(Trial *trial, uint64_t seed) {
  for (uint64_t k = 0; k < TRIAL_GAMES; k++) {
    Random random = random_stream(seed, k);
    trial->x->random = trial->y->random = random_stream(seed, TRIAL_GAMES + k);
    position_start(trial->x);
    position_start(trial->y);
    for (int i = 0; i < TRIAL_MOVES && !position_over(trial->x); i++) {
      if (!step(trial, &random) || !same_end(trial)) return false;
    }
  }
  return true;
}

// Where tokens go; those of hands, dice and decks stay. NULL: some site has no token there.
static const uint16_t *token_map(Arena *arena, const NetEncoding *e, const Symmetry *symmetry) {
  uint16_t *to = ARENA_ARRAY(arena, uint16_t, e->tokens);
  return net_token_map(e, symmetry->to, to) ? to : NULL;
}

static bool is_listed(const uint16_t *const *list, size_t n, const uint16_t *to, int tokens) {
  for (size_t i = 0; i < n; i++) {
    if (memcmp(list[i], to, sizeof *to * (size_t)tokens) == 0) return true;
  }
  return false;
}

// Chance, what is hidden and moves made together cannot be played twice alike; planes have no tokens of sites.
static bool can_be_tried(const Game *game, const NetEncoding *e) {
  return e->kind == NET_TOKENS && e->n_sections == 1 && !game_has(game, GAME_HIDDEN | GAME_BOARDLESS) &&
         game->mode == MODE_ALTERNATING;
}

static const uint16_t *identity(Arena *arena, const NetEncoding *e) {
  uint16_t *to = ARENA_ARRAY(arena, uint16_t, e->tokens + 1);
  for (int t = 0; t < e->tokens; t++) to[t] = (uint16_t)t;
  return to;
}

ZeroSymmetries zero_symmetries(Arena *arena, const Game *game, const NetEncoding *e, uint64_t seed) {
  VEC(const uint16_t *) found = {0};
  VEC_PUSH(&found, identity(arena, e));
  if (can_be_tried(game, e)) {
    Symmetries all = topo_symmetries(arena, game->board);
    Trial trial = {.e = e, .x = position_new(game, seed, 0), .y = position_new(game, seed, 1)};
    trial.encoder = net_encoder_new(e);
    for (int i = 1; i < all.n; i++) {
      trial.to = token_map(arena, e, &all.at[i]);
      if (!trial.to || is_listed(found.at, found.n, trial.to, e->tokens)) continue;
      if (holds(&trial, seed)) VEC_PUSH(&found, trial.to);
    }
    net_encoder_free(trial.encoder);
    position_free(trial.x);
    position_free(trial.y);
    mem_free(trial.image);
    mem_free(trial.other);
  }
  ZeroSymmetries result = {.n = (int)found.n, .to = VEC_TO_ARENA(&found, arena)};
  VEC_FREE(&found);
  return result;
}
