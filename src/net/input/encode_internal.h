// The working memory of an encoder, for the files that fill samples.
#ifndef NET_INPUT_ENCODE_INTERNAL_H
#define NET_INPUT_ENCODE_INTERNAL_H

#include "net/input/encoding_internal.h"

typedef struct MoveSlot {
  uint64_t hash;
  uint32_t move, round;
} MoveSlot;

struct NetEncoder {
  const NetEncoding *e;
  const NetSection *s;  // of the position at hand
  Position *x;
  Player viewer;
  const int32_t *kind_of;  // by component, as pieces are told apart in this position
  VEC(NetFact) facts;
  VEC(NetNumber) numbers;
  VEC(uint16_t) globals;
  VEC(NetNumber) global_numbers;
  VEC(uint32_t) starts;
  VEC(NetPart) parts, old_parts;
  VEC(uint16_t) tokens;
  VEC(unsigned char) block;
  VEC(uint8_t) again;   // by move: another one looks the same
  VEC(MoveSlot) slots;  // hashes of moves
  uint32_t round;       // of the slots in use
  VEC(uint8_t) unseen;  // by piece: how many the viewer does not see
  int32_t *index_of;    // by token: its index in the sample, or -1
  float *planes;
};

// The index of the token of a site, or -1.
static inline int encoder_token(const NetEncoder *n, SiteType type, int32_t site) {
  const NetSection *s = n->s;
  if (site < 0) return -1;
  if (site >= s->game->sites[type] || s->token_of[type][site] < 0) type = SITE_CELL;
  int32_t token = site < s->game->sites[type] ? s->token_of[type][site] : -1;
  return token < 0 ? -1 : n->index_of[token];
}

// Where a piece that is put on a site comes to lie, and what lies on top of it: other tokens only where each level is
// one.
int encoder_landing(const NetEncoder *n, SiteType type, int32_t site);
int encoder_top(const NetEncoder *n, SiteType type, int32_t site);

void encode_moves(NetEncoder *n, MoveList legal);
void encode_globals(NetEncoder *n);
void encode_planes(NetEncoder *n, MoveList legal);

#endif
