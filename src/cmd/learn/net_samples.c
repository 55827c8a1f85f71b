// Random games, a sample of each position.
#include "cmd/learn/net_samples.h"

#include "base/vec.h"
#include "state/turn/position.h"

typedef VEC(unsigned char) Bytes;
typedef VEC(size_t) Starts;

static void keep(Bytes *bytes, Starts *starts, const NetSample *s) {
  VEC_PUSH(starts, bytes->n);
  while (bytes->cap < bytes->n + s->size) bytes->at = vec_grow(bytes->at, &bytes->cap, 1);
  memcpy(bytes->at + bytes->n, s, s->size);
  bytes->n += s->size;
}

// One game; how many samples it gave.
static void play(NetEncoder *encoder, const Game *game, uint64_t seed, uint64_t number, int wanted, Bytes *bytes,
                 Starts *starts) {
  Position *x = position_new(game, seed, number);
  Random random = random_stream(seed, number + (UINT64_C(1) << 32));
  while (!position_over(x) && !x->fault && (int)starts->n < wanted) {
    MoveList list = position_moves(x);
    if (x->fault) break;
    keep(bytes, starts, net_encode(encoder, x, position_mover(x), list));
    Move move = *move_at(x, list, random_below(&random, list.n));
    position_apply(x, &move);
    position_forget(x, list);
  }
  position_free(x);
}

static void give_targets(NetSamples *s, int players) {
  s->policy = mem_alloc((s->moves + 1) * sizeof *s->policy);
  s->wdl = mem_alloc((size_t)players * 3 * sizeof *s->wdl);
  s->targets = mem_alloc((size_t)s->n * sizeof *s->targets);
  for (int i = 0; i < players * 3; i++) s->wdl[i] = i % 3 == 1;
  size_t at = 0;
  for (int i = 0; i < s->n; i++) {
    s->targets[i] = (NetTarget){s->policy + at, s->wdl, 1};
    for (uint32_t m = 0; m < s->at[i]->n_moves; m++) s->policy[at++] = 1 / (float)s->at[i]->n_moves;
  }
}

void net_samples_take(NetSamples *s, const NetEncoding *e, uint64_t seed, int n) {
  Bytes bytes = {0};
  Starts starts = {0};
  NetEncoder *encoder = net_encoder_new(e);
  for (uint64_t game = 0; (int)starts.n < n && game < NET_SAMPLES_GAMES; game++) {
    play(encoder, e->game, seed, game, n, &bytes, &starts);
  }
  net_encoder_free(encoder);
  *s = (NetSamples){.n = (int)starts.n, .size = bytes.n, .bytes = bytes.at};
  s->at = mem_alloc((starts.n + 1) * sizeof *s->at);
  s->logits = mem_alloc((starts.n + 1) * sizeof *s->logits);
  for (size_t i = 0; i < starts.n; i++) {
    s->at[i] = (const NetSample *)(const void *)(bytes.at + starts.at[i]);
    s->moves += s->at[i]->n_moves;
  }
  float *logits = mem_alloc((s->moves + 1) * sizeof *logits);
  s->logits[0] = logits;
  for (size_t i = 0; i < starts.n; i++) {
    s->logits[i] = logits;
    logits += s->at[i]->n_moves;
  }
  give_targets(s, e->players);
  VEC_FREE(&starts);
}

void net_samples_free(NetSamples *s) {
  if (s->logits) mem_free(s->logits[0]);
  mem_free(s->logits);
  mem_free(s->at);
  mem_free(s->bytes);
  mem_free(s->targets);
  mem_free(s->policy);
  mem_free(s->wdl);
}
