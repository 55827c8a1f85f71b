// Sum trees and drawing by priority.
#include "learn/run/replay_buffer.h"

#include "base/mem.h"

#include <math.h>

// ---- sum trees -----------------------------------------------------------------------------------

void sum_tree_init(SumTree *tree, size_t n) {
  tree->leaves = 1;
  while (tree->leaves < n) tree->leaves *= 2;
  tree->sums = mem_alloc_zero(sizeof *tree->sums * 2 * tree->leaves);
}

void sum_tree_free(SumTree *tree) { mem_free(tree->sums); }

// Sums are formed anew from both children: they do not depend on what was there before.
void sum_tree_set(SumTree *tree, size_t i, double value) {
  size_t at = tree->leaves + i;
  tree->sums[at] = value;
  for (at /= 2; at >= 1; at /= 2) tree->sums[at] = tree->sums[2 * at] + tree->sums[2 * at + 1];
}

size_t sum_tree_find(const SumTree *tree, double place) {
  size_t at = 1;
  while (at < tree->leaves) {
    double left = tree->sums[2 * at];
    bool go_right = place >= left && tree->sums[2 * at + 1] > 0;
    if (go_right) place -= left;
    at = 2 * at + go_right;
  }
  return at - tree->leaves;
}

// ---- buffers -------------------------------------------------------------------------------------

void replay_init(ReplayBuffer *buffer, size_t capacity, double alpha, double beta) {
  *buffer = (ReplayBuffer){.capacity = capacity, .alpha = alpha, .beta = beta, .most = 1};
  buffer->items = mem_alloc_zero(sizeof *buffer->items * capacity);
  sum_tree_init(&buffer->tree, capacity);
}

void replay_free(ReplayBuffer *buffer) {
  mem_free(buffer->items);
  sum_tree_free(&buffer->tree);
}

void replay_set_priority(ReplayBuffer *buffer, size_t place, double priority) {
  assert(place < buffer->n && priority > 0);
  buffer->items[place].priority = priority;
  buffer->most = fmax(buffer->most, priority);
  sum_tree_set(&buffer->tree, place, pow(priority, buffer->alpha));
}

void replay_restore(ReplayBuffer *buffer, const ReplayItem *item) {
  size_t place = buffer->next;
  buffer->next = (place + 1) % buffer->capacity;
  buffer->n = MAX(buffer->n, place + 1);
  buffer->items[place] = *item;
  replay_set_priority(buffer, place, item->priority);
}

void replay_add(ReplayBuffer *buffer, uint32_t id, double weight) {
  replay_restore(buffer, &(ReplayItem){.id = id, .weight = weight, .priority = buffer->most});
}

bool replay_draw(const ReplayBuffer *buffer, Random *random, ReplayDraw *out, size_t n) {
  assert(buffer->n > 0);
  double total = sum_tree_total(&buffer->tree), sum = 0;
  for (size_t i = 0; i < n; i++) {
    size_t place = sum_tree_find(&buffer->tree, total * ((double)i + random_unit(random)) / (double)n);
    place = MIN(place, buffer->n - 1);
    double probability = sum_tree_get(&buffer->tree, place) / total;
    double importance = pow(1 / ((double)buffer->n * probability), buffer->beta);
    out[i] = (ReplayDraw){place, importance * buffer->items[place].weight};
    sum += out[i].weight;
  }
  for (size_t i = 0; i < n && sum > 0; i++) out[i].weight /= sum;
  return sum > 0;
}

size_t replay_draw_uniform(const ReplayBuffer *buffer, Random *random, ReplayDraw *out, size_t n) {
  size_t found = 0;
  // Selection sampling: each place is taken with the chance that leaves all selections alike (Knuth, Algorithm S).
  n = MIN(n, buffer->n);
  for (size_t i = 0; i < buffer->n && found < n; i++) {
    if (random_below(random, (uint32_t)(buffer->n - i)) < n - found) out[found++] = (ReplayDraw){i, 1 / (double)n};
  }
  return found;
}
