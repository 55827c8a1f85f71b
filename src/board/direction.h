// Directions: the absolute ones a step can have (compass, rotational, spatial and groups of them), how they
// turn, and the relative ones (Forward, FL, Backwards...) seen from a facing.
#ifndef BOARD_DIRECTION_H
#define BOARD_DIRECTION_H

#include "base/common.h"

typedef enum Dir {
#define DIRECTION(id, name, family, place) DIR_##id,
#include "board/directions.def"
#undef DIRECTION
  DIRS,
  DIR_NONE = DIRS,
} Dir;

typedef enum DirFamily {
  DIR_FAMILY_GROUP,
  DIR_FAMILY_COMPASS,
  DIR_FAMILY_ROTATIONAL,
  DIR_FAMILY_SPATIAL,
} DirFamily;

// A set of absolute directions, bit d for direction d.
typedef uint64_t DirSet;
static_assert(DIRS <= 64, "a DirSet is one word");

static inline DirSet dir_bit(Dir d) { return (DirSet)1 << d; }
static inline bool dirs_has(DirSet set, Dir d) { return set >> d & 1; }
static inline Dir dirs_first(DirSet set) { return (Dir)__builtin_ctzll(set); }

#define FOR_DIRS(d, set)                                            \
  for (DirSet d##_rest = (set); d##_rest; d##_rest &= d##_rest - 1) \
    for (Dir d = dirs_first(d##_rest), d##_once = (Dir)0; d##_once == 0; d##_once = (Dir)1)

// "NE", "Orthogonal", "In"...
const char *dir_name(Dir d);
// DIR_NONE when no direction has that name.
Dir dir_parse(Str name);
DirFamily dir_family(Dir d);
// Position within the family; see directions.def.
int dir_place(Dir d);
// True for one actual direction, false for a group.
static inline bool dir_is_specific(Dir d) { return d >= DIR_N && d < DIRS; }

// Turning within the family: one place to the left or right, a quarter turn, half a turn.
// d must be specific.
Dir dir_left(Dir d);
Dir dir_right(Dir d);
Dir dir_leftward(Dir d);
Dir dir_rightward(Dir d);
Dir dir_opposite(Dir d);
// What moves mean by a facing: north-west downwards is played as south-west downwards, as in the
// reference system.
Dir dir_played(Dir d);

typedef enum RelDir {
  REL_FORWARD,
  REL_BACKWARD,
  REL_RIGHTWARD,
  REL_LEFTWARD,
  REL_FORWARDS,
  REL_BACKWARDS,
  REL_RIGHTWARDS,
  REL_LEFTWARDS,
  REL_FL,
  REL_FLL,
  REL_FLLL,
  REL_BL,
  REL_BLL,
  REL_BLLL,
  REL_FR,
  REL_FRR,
  REL_FRRR,
  REL_BR,
  REL_BRR,
  REL_BRRR,
  REL_SAME,      // "SameDirection": of the last move; has no fixed meaning for a facing
  REL_OPPOSITE,  // "OppositeDirection"
  REL_DIRS,
  REL_NONE = REL_DIRS,
} RelDir;

const char *rel_dir_name(RelDir rel);
RelDir rel_dir_parse(Str name);

enum { DIR_RELATIVE_MAX = 16 };

// The absolute directions a relative one means for a piece that faces `facing` on a board whose steps use
// the directions `supported`, in turning order. Returns how many were written.
int dir_relative(RelDir rel, Dir facing, DirSet supported, Dir out[DIR_RELATIVE_MAX]);

// The facing after `rotation` turns to the right through the supported directions.
Dir dir_rotate(Dir facing, int rotation, DirSet supported);

#endif
