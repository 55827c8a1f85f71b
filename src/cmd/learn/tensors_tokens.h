// The encoding by tokens: shown for one game, and tried out on positions of random games.
#ifndef CMD_LEARN_TENSORS_TOKENS_H
#define CMD_LEARN_TENSORS_TOKENS_H

#include "cmd/frame/command_options.h"
#include "net/input/encoding.h"

void tokens_print(const NetEncoding *e);
void tokens_print_json(const NetEncoding *e);

// Encodes the positions of a random game, `plies` of them or until it ends, checks every sample, and runs small
// networks on it. False with the reason; *moves: legal moves seen, *alike: those that look like another one of their
// list.
typedef struct TokensTrial {
  int positions;
  uint64_t moves, alike;
} TokensTrial;
bool tokens_try(Arena *arena, const NetEncoding *e, int plies, TokensTrial *trial, const char **why);

#endif
