// A position as a token network sees it, in one flat block that needs no Position any more: it can be copied with
// memcpy, kept in a replay file, and given to PyTorch as arrays.
//
// A token is a site of the board, of a hand, a die... What is true of a token is a list of facts (numbers of an
// embedding table) and a few numbers with values; what is true of the whole position is a list of the same kind. A move
// is a list of parts: tokens in a role (where it begins, where it ends...) and facts about the move. All is seen by one
// player: facts say "mine" and "of the next player", never "of player 2".
#ifndef NET_SAMPLE_H
#define NET_SAMPLE_H

#include "base/common.h"

// Fact number `what` of the token at index `at` of the sample's tokens.
typedef struct NetFact {
  uint16_t at, what;
} NetFact;

typedef struct NetNumber {
  uint16_t at, what;
  float value;
} NetNumber;

// Part of a move. Tokens: role below NET_ROLE_FACT and the index of the token; facts: NET_ROLE_FACT and the fact.
// Planes: role is the channel of the action tensor, `index` the token.
typedef struct NetPart {
  uint16_t role, index;
} NetPart;

enum NetRole { NET_ROLE_FROM, NET_ROLE_TO, NET_ROLE_OTHER, NET_ROLE_FACT, NET_ROLES = NET_ROLE_FACT };

// The head of the block; the arrays follow it in this order, each beginning at a multiple of 4 bytes:
// facts, numbers, global facts (uint16_t), global numbers (`at` is 0), move_start (uint32_t, n_moves + 1 places in
// parts), parts, tokens (uint16_t: their numbers in the encoding).
typedef struct NetSample {
  uint32_t size;    // bytes of the whole block, a multiple of 8
  uint16_t viewer;  // player (1...) it is seen by
  uint16_t n_tokens;
  uint32_t n_moves, n_parts;
  uint32_t n_facts, n_numbers, n_global_facts, n_global_numbers;
} NetSample;

const NetFact *sample_facts(const NetSample *s);
const NetNumber *sample_numbers(const NetSample *s);
const uint16_t *sample_global_facts(const NetSample *s);
const NetNumber *sample_global_numbers(const NetSample *s);
const uint32_t *sample_move_start(const NetSample *s);
const NetPart *sample_parts(const NetSample *s);
const uint16_t *sample_tokens(const NetSample *s);

// Whether a block of `size` bytes from outside is a sample this encoding could have made; otherwise why not.
typedef struct NetEncoding NetEncoding;
bool net_sample_check(const NetEncoding *e, const void *block, size_t size, const char **why);

// Writes into `out` (room for s->size bytes) the sample after a symmetry: what was at token t of the encoding is then
// at to[t]. Its moves keep their order. For facts that name players, rows and columns nothing needs to be done: those
// are not in samples, or do not change under a symmetry of the rules that keeps the players.
void net_sample_permute(const NetEncoding *e, const NetSample *s, const uint16_t *to, NetSample *out);

#endif
