// The agent `learnt`, as those see it who ask what it would do.
#ifndef LEARN_TUNE_LEARNT_AGENT_H
#define LEARN_TUNE_LEARNT_AGENT_H

#include "search/traits.h"

// Which search the agent comes to in a game, and why, in words; nothing is learnt for it.
const char *learnt_comes_to(Arena *arena, const Game *game, const Traits *traits);

#endif
