// Rows of a batch and their neighbours.
#include "net/batch.h"

#define VEC_SIZE(v, size)                                                                      \
  do {                                                                                         \
    while ((v)->cap < (size_t)(size)) (v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at); \
    (v)->n = (size_t)(size);                                                                   \
  } while (0)

// ---- rows ----------------------------------------------------------------------------------------

static void open_tokens(NetBatch *b) {
  NetBatchLevel *level = &b->level[0];
  VEC_SIZE(&level->start, b->n + 1);
  VEC_SIZE(&b->moves, b->n + 1);
  level->rows = 0;
  b->moves.at[0] = 0;
  for (int i = 0; i < b->n; i++) {
    level->start.at[i] = level->rows;
    level->rows += b->samples[i]->n_tokens;
    b->moves.at[i + 1] = b->moves.at[i] + b->samples[i]->n_moves;
  }
  level->start.at[b->n] = level->rows;
  VEC_SIZE(&level->token, level->rows);
  for (int i = 0; i < b->n; i++) {
    const uint16_t *tokens = sample_tokens(b->samples[i]);
    int32_t *out = VEC_FROM(&level->token, level->start.at[i]);
    for (int t = 0; t < b->samples[i]->n_tokens; t++) out[t] = tokens[t];
  }
}

// The cells of grid `l` that rows of the level below belong to, sample by sample, in the order in which they are met.
static void open_cells(NetBatch *b, int l) {
  NetBatchLevel *below = &b->level[l - 1], *level = &b->level[l];
  const NetLevel *grid = &b->e->level[l - 1];
  VEC_SIZE(&level->start, b->n + 1);
  VEC_SIZE(&below->above, below->rows);
  VEC_SIZE(&level->token, below->rows);
  VEC_SIZE(&b->row_of, grid->cells);
  level->rows = 0;
  for (int i = 0; i < b->n; i++) {
    level->start.at[i] = level->rows;
    for (int c = 0; c < grid->cells; c++) b->row_of.at[c] = -1;
    for (int32_t row = below->start.at[i]; row < below->start.at[i + 1]; row++) {
      int32_t cell = grid->cell_of[below->token.at[row]];
      if (b->row_of.at[cell] < 0) {
        b->row_of.at[cell] = level->rows;
        level->token.at[level->rows++] = cell;
      }
      below->above.at[row] = b->row_of.at[cell];
    }
  }
  level->start.at[b->n] = level->rows;
}

// ---- neighbours ----------------------------------------------------------------------------------

static const int32_t *table_of(const NetBatch *b, int l, int sample) {
  int viewer = b->samples[sample]->viewer;
  if (!l) return b->e->views[viewer].neighbours;
  const NetLevel *grid = &b->e->level[l - 1];
  return grid->neighbours + (size_t)(viewer - 1) * (size_t)grid->cells * 9;
}

// A sample that has all tokens in their order: rows are tokens, moved.
static void link_all(const int32_t *table, int32_t first, size_t n, int32_t *out) {
  for (size_t i = 0; i < n; i++) out[i] = table[i] < 0 ? -1 : table[i] + first;
}

static void link_some(NetBatch *b, const NetBatchLevel *level, const int32_t *table, int sample, int slots, int tokens,
                      int32_t *out) {
  VEC_SIZE(&b->row_of, tokens);
  for (int t = 0; t < tokens; t++) b->row_of.at[t] = -1;
  int32_t first = level->start.at[sample], end = level->start.at[sample + 1];
  for (int32_t row = first; row < end; row++) b->row_of.at[level->token.at[row]] = row;
  for (int32_t row = first; row < end; row++) {
    for (int k = 0; k < slots; k++) {
      int32_t near = table[(size_t)level->token.at[row] * (size_t)slots + (size_t)k];
      *out++ = near < 0 ? -1 : b->row_of.at[near];
    }
  }
}

static bool is_in_order(const NetBatchLevel *level, int sample) {
  int32_t first = level->start.at[sample], end = level->start.at[sample + 1];
  for (int32_t row = first; row < end; row++) {
    if (level->token.at[row] != row - first) return false;
  }
  return true;
}

static void link_rows(NetBatch *b, int l) {
  NetBatchLevel *level = &b->level[l];
  int slots = batch_slots(b, l), tokens = l ? b->e->level[l - 1].cells : b->e->tokens;
  VEC_SIZE(&level->neighbours, level->rows * slots);
  for (int i = 0; i < b->n; i++) {
    int32_t first = level->start.at[i], n = level->start.at[i + 1] - first;
    int32_t *out = VEC_FROM(&level->neighbours, (size_t)first * (size_t)slots);
    const int32_t *table = table_of(b, l, i);
    if (n == tokens && is_in_order(level, i)) link_all(table, first, (size_t)n * (size_t)slots, out);
    else link_some(b, level, table, i, slots, tokens, out);
  }
}

static void link_backwards(NetBatch *b, int l) {
  NetBatchLevel *level = &b->level[l];
  int slots = batch_slots(b, l);
  size_t size = (size_t)level->rows * (size_t)slots;
  VEC_SIZE(&level->backwards, size);
  for (size_t i = 0; i < size; i++) level->backwards.at[i] = -1;
  level->backwards_known = true;
  for (int32_t row = 0; row < level->rows; row++) {
    for (int k = 0; k < slots; k++) {
      int32_t near = level->neighbours.at[row * slots + k];
      if (near < 0) continue;
      int32_t *slot = &level->backwards.at[near * slots + k];
      if (*slot >= 0) level->backwards_known = false;
      *slot = row;
    }
  }
}

void batch_open(NetBatch *b, const NetSample *const *samples, int n, int levels, bool backwards) {
  b->samples = samples;
  b->n = n;
  b->levels = levels;
  open_tokens(b);
  for (int l = 1; l < levels; l++) open_cells(b, l);
  for (int l = 0; l < levels; l++) {
    link_rows(b, l);
    if (backwards) link_backwards(b, l);
  }
}

void batch_free(NetBatch *b) {
  for (int l = 0; l <= NET_LEVELS_MAX; l++) {
    VEC_FREE(&b->level[l].start);
    VEC_FREE(&b->level[l].token);
    VEC_FREE(&b->level[l].neighbours);
    VEC_FREE(&b->level[l].backwards);
    VEC_FREE(&b->level[l].above);
  }
  VEC_FREE(&b->row_of);
  VEC_FREE(&b->moves);
}
