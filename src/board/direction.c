// Directions: names, turning, and the meaning of relative directions. Compass directions turn around a
// circle of 16; rotational ones (Out, CW, In, CCW) and spatial ones have tables of their own, because
// left and right are not inverse there.
#include "board/direction.h"

typedef struct DirRow {
  const char *name;
  DirFamily family;
  int place;
} DirRow;

static const DirRow rows[DIRS] = {
#define DIRECTION(id, name, family, place) [DIR_##id] = {name, DIR_FAMILY_##family, place},
#include "board/directions.def"
#undef DIRECTION
};

static const Dir compass[16] = {
    DIR_N, DIR_NNE, DIR_NE, DIR_ENE, DIR_E, DIR_ESE, DIR_SE, DIR_SSE,
    DIR_S, DIR_SSW, DIR_SW, DIR_WSW, DIR_W, DIR_WNW, DIR_NW, DIR_NNW,
};

static const struct {
  Dir left, right, opposite;
} turns[DIRS] = {
    [DIR_OUT] = {DIR_CCW, DIR_CW, DIR_IN}, [DIR_CW] = {DIR_IN, DIR_IN, DIR_CCW},
    [DIR_IN] = {DIR_CW, DIR_CCW, DIR_OUT}, [DIR_CCW] = {DIR_OUT, DIR_OUT, DIR_CW},
    [DIR_D] = {DIR_D, DIR_D, DIR_U},       [DIR_DN] = {DIR_DNW, DIR_DNE, DIR_US},
    [DIR_DNE] = {DIR_DN, DIR_DE, DIR_USW}, [DIR_DE] = {DIR_DNE, DIR_DSE, DIR_UW},
    [DIR_DSE] = {DIR_DE, DIR_DS, DIR_UNW}, [DIR_DS] = {DIR_DSE, DIR_DSW, DIR_UN},
    [DIR_DSW] = {DIR_DS, DIR_DW, DIR_UNE}, [DIR_DW] = {DIR_DSW, DIR_DNW, DIR_UE},
    [DIR_DNW] = {DIR_DW, DIR_DN, DIR_USE}, [DIR_U] = {DIR_U, DIR_U, DIR_D},
    [DIR_UN] = {DIR_UNW, DIR_UNE, DIR_DS}, [DIR_UNE] = {DIR_UN, DIR_UE, DIR_DSW},
    [DIR_UE] = {DIR_UNE, DIR_USE, DIR_DW}, [DIR_USE] = {DIR_UE, DIR_US, DIR_DNW},
    [DIR_US] = {DIR_USE, DIR_USW, DIR_DN}, [DIR_USW] = {DIR_US, DIR_UW, DIR_DNE},
    [DIR_UW] = {DIR_USW, DIR_UNW, DIR_DE}, [DIR_UNW] = {DIR_UW, DIR_UN, DIR_DSE},
};

static const char *const relative_names[REL_DIRS] = {
    [REL_FORWARD] = "Forward",
    [REL_BACKWARD] = "Backward",
    [REL_RIGHTWARD] = "Rightward",
    [REL_LEFTWARD] = "Leftward",
    [REL_FORWARDS] = "Forwards",
    [REL_BACKWARDS] = "Backwards",
    [REL_RIGHTWARDS] = "Rightwards",
    [REL_LEFTWARDS] = "Leftwards",
    [REL_FL] = "FL",
    [REL_FLL] = "FLL",
    [REL_FLLL] = "FLLL",
    [REL_BL] = "BL",
    [REL_BLL] = "BLL",
    [REL_BLLL] = "BLLL",
    [REL_FR] = "FR",
    [REL_FRR] = "FRR",
    [REL_FRRR] = "FRRR",
    [REL_BR] = "BR",
    [REL_BRR] = "BRR",
    [REL_BRRR] = "BRRR",
    [REL_SAME] = "SameDirection",
    [REL_OPPOSITE] = "OppositeDirection",
};

const char *dir_name(Dir d) { return d < DIRS ? rows[d].name : "None"; }

Dir dir_parse(Str name) {
  for (int d = 0; d < DIRS; d++) {
    if (str_is(name, rows[d].name)) return (Dir)d;
  }
  return DIR_NONE;
}

DirFamily dir_family(Dir d) { return rows[d].family; }
int dir_place(Dir d) { return rows[d].place; }

static bool is_compass(Dir d) { return rows[d].family == DIR_FAMILY_COMPASS; }

static Dir turn_compass(Dir d, int places) { return compass[(rows[d].place + places) & 15]; }

Dir dir_left(Dir d) { return is_compass(d) ? turn_compass(d, -1) : turns[d].left; }
Dir dir_right(Dir d) { return is_compass(d) ? turn_compass(d, 1) : turns[d].right; }
Dir dir_leftward(Dir d) { return is_compass(d) ? turn_compass(d, -4) : turns[d].left; }
Dir dir_rightward(Dir d) { return is_compass(d) ? turn_compass(d, 4) : turns[d].right; }
Dir dir_opposite(Dir d) { return is_compass(d) ? turn_compass(d, 8) : turns[d].opposite; }

const char *rel_dir_name(RelDir rel) { return rel < REL_DIRS ? relative_names[rel] : "None"; }

RelDir rel_dir_parse(Str name) {
  for (int r = 0; r < REL_DIRS; r++) {
    if (str_is(name, relative_names[r])) return (RelDir)r;
  }
  return REL_NONE;
}

Dir dir_played(Dir d) { return d == DIR_DNW ? DIR_DSW : d; }

static int one(Dir d, DirSet supported, Dir *out) {
  if (!dirs_has(supported, d)) return 0;
  out[0] = dir_played(d);
  return 1;
}

// The first supported direction when turning from d (d itself not included), or none in a full turn.
static int nearest(Dir d, Dir (*turn)(Dir), DirSet supported, Dir *out) {
  d = turn(d);
  for (int i = 0; i < DIR_RELATIVE_MAX; i++, d = turn(d)) {
    if (dirs_has(supported, d)) return one(d, supported, out);
  }
  return 0;
}

// All supported directions met when turning from d until `end`, both left out.
static int between(Dir d, Dir end, Dir (*turn)(Dir), DirSet supported, Dir *out) {
  int n = 0;
  d = turn(d);
  for (int i = 0; i < DIR_RELATIVE_MAX && d != end; i++, d = turn(d)) n += one(d, supported, out + n);
  return n;
}

int dir_relative(RelDir rel, Dir facing, DirSet supported, Dir out[DIR_RELATIVE_MAX]) {
  Dir back = dir_opposite(facing);
  switch (rel) {
    case REL_FORWARD: return one(facing, supported, out);
    case REL_BACKWARD: return one(back, supported, out);
    case REL_RIGHTWARD: return one(dir_rightward(facing), supported, out);
    case REL_LEFTWARD: return one(dir_leftward(facing), supported, out);
    case REL_FORWARDS: return between(dir_leftward(facing), dir_rightward(facing), dir_right, supported, out);
    case REL_BACKWARDS: return between(dir_leftward(back), dir_rightward(back), dir_right, supported, out);
    case REL_RIGHTWARDS: return between(facing, back, dir_right, supported, out);
    case REL_LEFTWARDS: return between(facing, back, dir_left, supported, out);
    case REL_FL:
    case REL_FLL:
    case REL_FLLL: return nearest(facing, dir_left, supported, out);
    case REL_BL:
    case REL_BLL:
    case REL_BLLL: return nearest(back, dir_left, supported, out);
    case REL_FR:
    case REL_FRR:
    case REL_FRRR: return nearest(facing, dir_right, supported, out);
    case REL_BR:
    case REL_BRR:
    case REL_BRRR: return nearest(back, dir_right, supported, out);
    case REL_SAME:
    case REL_OPPOSITE:
    case REL_NONE: return 0;
  }
  return 0;
}

static Dir turn_right(Dir facing, DirSet supported) {
  Dir next[DIR_RELATIVE_MAX];
  return dir_relative(REL_FR, facing, supported, next) ? next[0] : facing;
}

// Whoever turns often enough goes round and round, from the first DIRS turns on at the latest.
Dir dir_rotate(Dir facing, int rotation, DirSet supported) {
  int first = MIN(rotation, DIRS), left = rotation - MAX(first, 0), round = 1;
  for (; first > 0; first--) facing = turn_right(facing, supported);
  if (left <= 0) return facing;
  for (Dir dir = turn_right(facing, supported); dir != facing; dir = turn_right(dir, supported)) round++;
  for (left %= round; left > 0; left--) facing = turn_right(facing, supported);
  return facing;
}
