// What playouts teach: how well moves did (MAST: Move-Average Sampling Technique), how well they did after
// the moves before them (NST: N-gram Selection Technique), and which reply to a move was last seen to win
// (last-good-reply with forgetting). Tables of fixed size; each thread has its own.
#ifndef SEARCH_MCTS_HISTORY_H
#define SEARCH_MCTS_HISTORY_H

#include "base/common.h"

typedef struct Score {
  uint64_t key;  // 0: free
  float n, sum;  // games and rewards in [0, 1]; they fade, so n is no whole number
} Score;

typedef struct ScoreTable {
  Score *at;
  uint32_t cap, n;  // cap is a power of two
} ScoreTable;

void scores_init(ScoreTable *table, uint32_t cap);
void scores_free(ScoreTable *table);
// The score of a key, or NULL when there is none.
const Score *scores_find(const ScoreTable *table, uint64_t key);
void scores_add(ScoreTable *table, uint64_t key, double reward);
// Everything counts only `keep` times as much from now on (0: forgotten).
void scores_fade(ScoreTable *table, double keep);

typedef struct Reply {
  uint64_t key, reply;
} Reply;

typedef struct ReplyTable {
  Reply *at;
  uint32_t cap;
} ReplyTable;

void replies_init(ReplyTable *table, uint32_t cap);
void replies_free(ReplyTable *table);
uint64_t replies_find(const ReplyTable *table, uint64_t key);  // 0: none
void replies_put(ReplyTable *table, uint64_t key, uint64_t reply);
// Forgets the reply if it is this one.
void replies_drop(ReplyTable *table, uint64_t key, uint64_t reply);

#endif
