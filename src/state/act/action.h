// Actions and moves: what a move does, as data. An action is one change of the state; a move is what a
// player chooses: actions, and consequences that are worked out when it is applied. Both live in the
// Position's move and action stacks and are addressed by index.
#ifndef STATE_ACT_ACTION_H
#define STATE_ACT_ACTION_H

#include "base/common.h"
#include "rules/program.h"

// Unused fields are -1 (sites, levels, amounts) as said for each kind in actions.def.
typedef struct Action {
  uint8_t kind;
  uint8_t flags;
  int8_t type_from, type_to;  // SiteType, or -1 when not given
  int16_t from, to;
  int16_t level_from, level_to;
  int16_t what;
  int16_t state, rotation;
  int16_t player;
  int32_t count, value;
  Ref ref;  // ACT_THEN: the statement to run
} Action;

// A number the rules worked out, as a field of 16 bits: what is too large becomes the nearest that fits, which is no
// site, piece, state or player of any game, and is refused as such when the action is applied.
static inline int16_t action_field(int32_t value) {
  return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

enum { MOVE_THEN_MAX = 8 };
// Flags of a move: from and to are interchangeable; the list has it twice, as one and the same; whether it is legal
// is known only once it has been tried out (semimoves).
enum { MOVE_UNORIENTED = 1, MOVE_TWIN = 2, MOVE_UNTESTED = 4 };

typedef struct Move {
  int16_t mover;
  int16_t from, to;
  int16_t level_min, level_max;
  int16_t edge, state;
  uint8_t n_then;
  uint8_t flags;
  uint32_t first, n;                  // actions
  uint32_t between_first, between_n;  // sites passed, in the Position's integer stack
  Ref then[MOVE_THEN_MAX];            // consequences, in order
} Move;

#endif
