// Actions and moves: what a move does, as data. An action is one change of the state; a move is what a
// player chooses: actions, and consequences that are worked out when it is applied. All live in stacks of the
// Position and are addressed by index.
#ifndef STATE_ACT_ACTION_H
#define STATE_ACT_ACTION_H

#include "base/common.h"
#include "board/topo/topology.h"
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

// Flags of a move: from and to are interchangeable, and it is on an edge of the board; the list has it twice, as one
// and the same; whether it is legal is known only once it has been tried out (semimoves); its actions leave its sites
// open. MOVE_MORE: what the field `more` is: the number of a MoveDetail, from 1 (0: there is nothing more), or what
// would be alone in one: sites passed on a line, levels, or a state.
enum { MOVE_UNORIENTED = 1, MOVE_TWIN = 2, MOVE_UNTESTED = 4, MOVE_FILL = 8 };
enum { MORE_DETAIL = 0, MORE_LINE = 16, MORE_LEVELS = 32, MORE_STATE = 48, MOVE_MORE = 48 };

// What a player may choose, in 16 bytes. The actions are a range of a stack, which moves that differ only in their
// sites have in common (MOVE_FILL, see ActionFill); move_actions in moves.h derives those of one move.
typedef struct Move {
  int16_t from, to;
  int8_t mover;
  uint8_t flags;
  uint16_t n;      // actions
  uint32_t first;  // the first of them
  uint32_t more;   // what most moves do not have
} Move;
static_assert(sizeof(Move) == 16, "lists of moves are long");

// Flags of the actions of a move with MOVE_FILL, beside ActionFlags: its field from is the site the move begins on; its
// field to is the one it ends on, or the first one it passes.
enum ActionFill { FILL_FROM = 32, FILL_TO = 64, FILL_PASSED = 128, FILL_ANY = FILL_FROM | FILL_TO | FILL_PASSED };
enum { FILL_MOST = 8 };  // actions of a move with MOVE_FILL

// What some moves have beside: sites passed, levels of stacks, the state of a large piece, consequences. Several moves
// may have the same one. Consequences are a chain, the last one first.
enum { MOVE_THEN_MAX = 8 };
typedef struct MoveDetail {
  const Site *passed;  // part of a line of the board
  int16_t n_passed;    // PASSED_ALL: up to where the move ends
  int16_t level_min, level_max;
  int16_t state;
  Ref then;          // a consequence; 0: there are none
  uint32_t earlier;  // number of the detail with those before it, or 0
} MoveDetail;
enum { PASSED_ALL = -1 };

#endif
