// Replay buffers: the newest samples up to a capacity, drawn by priority (Schaul et al., Prioritized Experience
// Replay). Sample i is drawn with probability p_i^alpha / sum p_k^alpha; its importance weight (1 / (n P(i)))^beta
// corrects for that. With alpha 0 all are drawn alike.
#ifndef LEARN_RUN_REPLAY_BUFFER_H
#define LEARN_RUN_REPLAY_BUFFER_H

#include "base/random.h"

// Sums of leaves in a binary tree: changing one and finding the one at a place are logarithmic.
typedef struct SumTree {
  size_t leaves;  // a power of two
  double *sums;   // node 1 is the root, leaves from [leaves]
} SumTree;

void sum_tree_init(SumTree *tree, size_t n);
void sum_tree_free(SumTree *tree);
void sum_tree_set(SumTree *tree, size_t i, double value);
static inline double sum_tree_get(const SumTree *tree, size_t i) { return tree->sums[tree->leaves + i]; }
static inline double sum_tree_total(const SumTree *tree) { return tree->sums[1]; }
// The leaf in which the place lies when leaves lie side by side; place in [0, total).
size_t sum_tree_find(const SumTree *tree, double place);

// What a sample is, is known to the caller: the buffer keeps a number for it, and a weight of its own.
typedef struct ReplayItem {
  uint32_t id;
  double weight;    // such as 1 / length of its game
  double priority;  // before alpha
} ReplayItem;

typedef struct ReplayBuffer {
  size_t capacity, n, next;  // next: where the next one goes
  double alpha, beta;
  double most;  // priority of new samples: the largest so far
  ReplayItem *items;
  SumTree tree;
} ReplayBuffer;

void replay_init(ReplayBuffer *buffer, size_t capacity, double alpha, double beta);
void replay_free(ReplayBuffer *buffer);

// Adds a sample, instead of the oldest one when the buffer is full.
void replay_add(ReplayBuffer *buffer, uint32_t id, double weight);
void replay_set_priority(ReplayBuffer *buffer, size_t place, double priority);
// As it was stored: with its priority. For going on after an interruption.
void replay_restore(ReplayBuffer *buffer, const ReplayItem *item);

// A drawn sample: its place in the buffer, and what its gradient counts.
typedef struct ReplayDraw {
  size_t place;
  double weight;
} ReplayDraw;

// Draws n samples, one from each of n equal parts of the priorities. The weights are those of weighted importance
// sampling: importance times the sample's own weight, divided by their sum.
bool replay_draw(const ReplayBuffer *buffer, Random *random, ReplayDraw *out, size_t n);
// Draws up to n different samples, all alike; returns how many.
size_t replay_draw_uniform(const ReplayBuffer *buffer, Random *random, ReplayDraw *out, size_t n);

#endif
