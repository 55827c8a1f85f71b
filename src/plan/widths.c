// Every instruction that gives a number gets the range its value is in. What is read of sites is taken to fit the
// widths found so far; when something that is written does not, the width grows and all is looked at again.
#include "plan/widths.h"

#include "rules/effects.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"
#include "rules/value_types.h"

typedef struct Range {
  int64_t least, most;
} Range;

static const Range any_number = {INT32_MIN, INT32_MAX};

typedef struct Ranges {
  const Game *game;
  const Program *program;
  const uint8_t *types;  // by Ref, as is the next
  Range *of;
  Range slots[SLOT_COUNT];  // what the slots can hold
  FieldWidths widths;
} Ranges;

static Range joined(Range a, Range b) { return (Range){MIN(a.least, b.least), MAX(a.most, b.most)}; }

// Arithmetic may wrap around.
static Range checked(int64_t least, int64_t most) {
  return least < INT32_MIN || most > INT32_MAX ? any_number : (Range){least, most};
}

static Range range_of_width(int bytes) { return (Range){width_least(bytes), width_most(bytes)}; }

static int width_of(Range range) {
  if (range.least >= 0 && range.most <= UINT8_MAX) return 1;
  return range.least >= INT16_MIN && range.most < INT16_MAX ? 2 : 4;
}

// ---- the equipment -------------------------------------------------------------------------------

static int64_t most_face(const Game *game, bool all) {
  int64_t most = 0, sum = 0;
  for (int c = 1; c < game->n_components; c++) {
    int64_t here = 0;
    for (int i = 0; i < game->components[c].n_faces; i++) here = MAX(here, game->components[c].faces[i]);
    most = MAX(most, here);
    sum += here;
  }
  return all ? sum : most;
}

static bool faces_are_low(const Game *game) {
  for (int c = 1; c < game->n_components; c++) {
    for (int i = 0; i < game->components[c].n_faces; i++) {
      if (game->components[c].faces[i] < 0) return false;
    }
  }
  return true;
}

// Dice show their face by the state, large pieces how they lie, and flips exchange two of them. The description may say
// how large states, values and piles become.
static Range states_of_pieces(const Game *game) {
  enum { WAYS_TO_LIE = 4 };  // of every shape
  Range range = {0, 0};
  for (int c = 1; c < game->n_components; c++) {
    const Component *piece = &game->components[c];
    int64_t flips = MAX(piece->flip_a, piece->flip_b);
    int64_t shown = MAX(piece->n_faces, piece->n_walks * WAYS_TO_LIE);
    range.most = MAX(range.most, MAX(MAX(flips, shown), piece->max_state));
  }
  return range;
}

// The halves of a domino show their values.
static Range values_of_pieces(const Game *game) {
  Range range = {0, 1};
  for (int c = 1; c < game->n_components; c++) {
    const Component *piece = &game->components[c];
    if (piece->kind == COMPONENT_DOMINO) range.most = MAX(range.most, MAX(piece->value, piece->value2));
    range.most = MAX(range.most, piece->max_value);
  }
  return range;
}

// ---- instructions --------------------------------------------------------------------------------

static Range range_at(const Ranges *r, int32_t ref) { return ref ? r->of[ref] : (Range){0, 0}; }

static Range product(Range a, Range b) {
  int64_t ends[] = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};
  Range range = {ends[0], ends[0]};
  for (int i = 1; i < 4; i++) range = joined(range, (Range){ends[i], ends[i]});
  return checked(range.least, range.most);
}

static Range remainder_range(Range a, Range b) {
  int64_t most = MAX(MAX(b.most, -b.least), 1) - 1;
  return (Range){a.least < 0 ? -most : 0, a.most > 0 ? most : 0};
}

// DIV and ABS make numbers smaller; the sign may change.
static Range shrunk(Range a) {
  int64_t most = MAX(a.most, -a.least);
  return checked(a.least < 0 ? -most : 0, most);
}

static Range folded(const Ranges *r, const Ins *in, bool greatest) {
  Range range = {0, 0};
  for (int i = 0; i < in->n; i++) {
    Range item = range_at(r, in->a[i]);
    if (i == 0) range = item;
    range = greatest ? (Range){MAX(range.least, item.least), MAX(range.most, item.most)}
                     : (Range){MIN(range.least, item.least), MIN(range.most, item.most)};
  }
  return range;
}

static Range range_of_array(const RulesArray *array, int first, int step) {
  Range range = {-1, -1};
  for (int i = first; i < array->n; i += step) range = joined(range, (Range){array->at[i], array->at[i]});
  return range;
}

static Range range_of_ints(const Ranges *r, int32_t ref) {
  const Ins *in = program_ins(r->program, (Ref)ref);
  if (in->op == OP_INTS_CONST) return range_of_array(&r->program->arrays[in->a[A_INTS_CONST_ARRAY]], 0, 1);
  if (in->op == OP_INTS_OF_REGION) return (Range){-1, r->program->region_bits};
  if (in->op != OP_INTS_LIST || !in->n) return any_number;
  Range range = {-1, -1};
  for (int i = 0; i < in->n; i++) range = joined(range, range_at(r, in->a[i]));
  return range;
}

static Range range_of_count(const Ranges *r) {
  if (game_has(r->game, GAME_STACKING)) return (Range){0, r->game->stack_height};
  return game_has(r->game, GAME_COUNT) ? range_of_width(r->widths.count) : (Range){0, 1};
}

// By what the row says that an instruction gives.
static Range range_of_type(const Ranges *r, RulesType type) {
  switch ((int)type) {
    case RULES_BOOL: return (Range){0, 1};
    case RULES_SITE: return (Range){GAME_ANYWHERE, r->program->region_bits};
    case RULES_PLAYER: return (Range){-1, GAME_PLAYERS_MAX + 1};
    default: return any_number;
  }
}

static_assert(A_ADD_A == A_SUB_A && A_ADD_A == A_MUL_A && A_ADD_A == A_DIV_A && A_ADD_A == A_MOD_A &&
                  A_ADD_B == A_SUB_B && A_ADD_B == A_MUL_B && A_ADD_B == A_DIV_B && A_ADD_B == A_MOD_B,
              "what is calculated with is asked alike");

static Range arithmetic(const Ranges *r, const Ins *in) {
  Range a = range_at(r, in->a[A_ADD_A]), b = range_at(r, in->a[A_ADD_B]);
  switch ((int)in->op) {
    case OP_ADD: return checked(a.least + b.least, a.most + b.most);
    case OP_SUB: return checked(a.least - b.most, a.most - b.least);
    case OP_MUL: return product(a, b);
    case OP_MOD: return remainder_range(a, b);
    default: return b.least >= 0 ? shrunk(a) : (Range){-shrunk(a).most, shrunk(a).most};
  }
}

static Range range_of(const Ranges *r, const Ins *in) {
  const Game *game = r->game;
  Range none = {-1, -1};
  switch ((int)in->op) {
    case OP_CONST: return (Range){in->a[A_CONST_VALUE], in->a[A_CONST_VALUE]};
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_MOD:
    case OP_DIV: return arithmetic(r, in);
    case OP_ABS: {  // that of the least number wraps around
      Range a = range_at(r, in->a[A_ABS_A]);
      return a.least == INT32_MIN ? any_number : (Range){0, shrunk(a).most};
    }
    case OP_MIN:
    case OP_MAX: return folded(r, in, in->op == OP_MAX);
    case OP_IF_INT: return joined(range_at(r, in->a[A_IF_INT_THEN]), range_at(r, in->a[A_IF_INT_ELSE]));
    case OP_SLOT: return r->slots[in->a[A_SLOT_SLOT]];
    case OP_WHAT:
    case OP_WHO:
    case OP_PIECE_NAMED: return (Range){-1, MAX(game->n_components - 1, game->players + 1)};
    case OP_STATE: return range_of_width(r->widths.state);
    case OP_VALUE: return range_of_width(r->widths.value);
    case OP_ROTATION: return (Range){0, UINT8_MAX};
    case OP_HEIGHT: return (Range){0, MAX(game->stack_height, 1)};
    case OP_COUNT_AT: return range_of_count(r);
    case OP_FACE: return faces_are_low(game) ? (Range){-1, most_face(game, false)} : any_number;
    case OP_DICE_SUM: return faces_are_low(game) ? (Range){0, most_face(game, true)} : any_number;
    case OP_RANDOM: return joined(none, joined(range_at(r, in->a[A_RANDOM_MIN]), range_at(r, in->a[A_RANDOM_MAX])));
    case OP_REGION_SIZE: return (Range){0, r->program->region_bits};
    case OP_INTS_ITEM: return joined(none, range_of_ints(r, in->a[A_INTS_ITEM_VALUES]));
    case OP_MAP_ENTRY:
      return joined(range_at(r, in->a[A_MAP_ENTRY_KEY]),
                    range_of_array(&r->program->arrays[in->a[A_MAP_ENTRY_PAIRS]], 1, 2));
    default: return range_of_type(r, ins_type(r->program, in, r->types));
  }
}

// What a slot can hold that no instruction names as such.
static Range range_of_slot(const Ranges *r, Slot slot) {
  if (slot_types[slot] == RULES_SITE || slot_types[slot] == RULES_PLAYER) return range_of_type(r, slot_types[slot]);
  if (slot == SLOT_LEVEL) return (Range){-1, MAX(r->game->stack_height, 1)};
  if (slot == SLOT_PIPS && faces_are_low(r->game)) return (Range){-1, most_face(r->game, true)};
  return any_number;
}

static Range given_to_slot(const Ranges *r, const Ins *in) {
  switch ((int)in->op) {
    case OP_SET_SLOT: return range_at(r, in->a[A_SET_SLOT_VALUE]);
    case OP_FOR_RANGE: return joined(range_at(r, in->a[A_FOR_RANGE_LOW]), range_at(r, in->a[A_FOR_RANGE_HIGH]));
    case OP_FOR_INTS: return range_of_ints(r, in->a[A_FOR_INTS_VALUES]);
    case OP_UNION_FOR: return range_of_ints(r, in->a[A_UNION_FOR_VALUES]);
    case OP_FOR_MASK: return range_of_type(r, RULES_PLAYER);
    default: return range_of_type(r, RULES_SITE);
  }
}

// The ranges of all instructions, as far as slots and widths are known. True: a slot can hold more than was thought.
static bool find_ranges(Ranges *r) {
  bool grown = false;
  for (Ref ref = 1; ref < r->program->n; ref += 1u + program_ins(r->program, ref)->n) {
    const Ins *in = program_ins(r->program, ref);
    r->of[ref] = range_of(r, in);
    if (operand_table[in->op].slot < 0 || in->op == OP_SLOT) continue;
    Range *slot = &r->slots[in->a[operand_table[in->op].slot]], now = joined(*slot, given_to_slot(r, in));
    grown |= now.least < slot->least || now.most > slot->most;
    *slot = now;
  }
  return grown;
}

static void find_all_ranges(Ranges *r) {
  enum { ROUNDS = 4 };  // what still grows then grows for ever
  for (int s = 0; s < SLOT_COUNT; s++) r->slots[s] = range_of_slot(r, (Slot)s);
  for (int round = 0; find_ranges(r); round++) {
    for (int s = 0; round >= ROUNDS && s < SLOT_COUNT; s++) r->slots[s] = any_number;
  }
}

// ---- what is written -----------------------------------------------------------------------------

// The range of all operands of a name that statements which change sites have; -1 leaves things as they are.
static Range range_written(const Ranges *r, const char *name) {
  Range range = {0, 0};
  for (Ref ref = 1; ref < r->program->n; ref += 1u + program_ins(r->program, ref)->n) {
    const Ins *in = program_ins(r->program, ref);
    if (!(ins_writes(in) & PART_SITES)) continue;
    for (int i = 0; i < in->n; i++) {
      Operand operand;
      if (!operand_ref_at(in, i) || !in->a[i] || !operand_find(&op_info[in->op], i, &operand)) continue;
      if (!str_eq(operand.name, str_of(name))) continue;
      Range given = range_at(r, in->a[i]);
      if (given.least >= -1) given.least = MAX(given.least, 0);
      range = joined(range, (Range){given.least, MAX(given.most, 0)});
    }
  }
  return range;
}

bool widths_rotations(const Game *game) {
  if (game_has(game, GAME_ROTATION)) return true;
  const Program *program = &game->program;
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) {
    const Ins *in = program_ins(program, ref);
    if (in->op == OP_TURN_PIECE || (in->op == OP_ACTION && in->a[A_ACTION_KIND] == ACT_SET_ROTATION)) return true;
    if (in->op == OP_PLACE && in->a[A_PLACE_ROTATION]) return true;
    if (in->op == OP_PLACE_STACK && in->a[A_PLACE_STACK_ROTATION]) return true;
    if (in->op == OP_FROM_TO && in->a[A_FROM_TO_ROTATIONS]) return true;
  }
  return false;
}

// ---- piles ---------------------------------------------------------------------------------------

// More than any width.
#define MANY_PIECES ((int64_t)1 << 40)

static bool keeps_piles(const Ins *in) {
  switch ((int)in->a[A_ACTION_KIND]) {
    case ACT_SET_STATE:
    case ACT_SET_ROTATION:
    case ACT_SET_VALUE:
    case ACT_SET_COST:
    case ACT_SET_PHASE:
    case ACT_SET_HIDDEN:
    case ACT_SET_HIDDEN_WHAT:
    case ACT_SET_HIDDEN_WHO:
    case ACT_SET_HIDDEN_COUNT:
    case ACT_SET_HIDDEN_VALUE:
    case ACT_SET_HIDDEN_STATE:
    case ACT_SET_HIDDEN_ROTATION:
    case ACT_UPDATE_DICE: return true;
    default: return false;
  }
}

// Whether a statement leaves the number of all pieces as it is, or makes it smaller. Those of the start are counted.
static bool adds_nothing(const Ins *in) {
  if (!(ins_writes(in) & PART_SITES)) return true;
  switch ((int)in->op) {
    case OP_MOVE_PIECE:
    case OP_HOP:
    case OP_LEAP_TO:
    case OP_SLIDE_TRACK:
    case OP_SOW:
    case OP_REMOVE_SITE:
    case OP_REMOVE_SITES:
    case OP_FLIP:
    case OP_TURN_PIECE:
    case OP_ROLL:
    case OP_AT_START:
    case OP_PLACE: return true;
    case OP_SLIDE: return !in->a[A_SLIDE_TRAIL];
    case OP_FROM_TO: return !in->a[A_FROM_TO_COUNT] && !in->a[A_FROM_TO_COPY];
    case OP_ACTION: return keeps_piles(in);
    default: return false;
  }
}

static bool places_any(const Program *program, Ref ref) {
  const Ins *in = program_ins(program, ref);
  if (in->op == OP_PLACE) return true;
  for (int i = 0; i < in->n; i++) {
    if (operand_moves_at(in, i) && in->a[i] && places_any(program, (Ref)in->a[i])) return true;
  }
  return false;
}

static int64_t most_sites(const Ranges *r, int32_t ref) {
  const Ins *in = program_ins(r->program, (Ref)ref);
  if (in->op == OP_REGION_CONST)
    return bits_count(r->program->regions[in->a[A_REGION_CONST_REGION]], r->program->region_words);
  if (in->op == OP_SITES_WHERE) return most_sites(r, in->a[A_SITES_WHERE_REGION]);
  if (in->op != OP_REGION_OF_INTS) return r->program->region_bits;
  const Ins *values = program_ins(r->program, (Ref)in->a[A_REGION_OF_INTS_VALUES]);
  return values->op == OP_INTS_LIST ? values->n : r->program->region_bits;
}

// How many pieces the start puts on sites, at most.
static int64_t pieces_placed(const Ranges *r, Ref ref) {
  if (!ref) return 0;
  const Ins *in = program_ins(r->program, ref);
  if (in->op == OP_PLACE) {
    int64_t each = MAX(range_at(r, in->a[A_PLACE_COUNT]).most, 1);
    return MIN(most_sites(r, in->a[A_PLACE_REGION]) * each, MANY_PIECES);
  }
  if (in->op != OP_SEQ && in->op != OP_IF_MOVES && in->op != OP_AT_START)
    return places_any(r->program, ref) ? MANY_PIECES : 0;
  int64_t sum = 0;
  for (int i = 0; i < in->n; i++) {
    if (operand_moves_at(in, i)) sum = MIN(sum + pieces_placed(r, (Ref)in->a[i]), MANY_PIECES);
  }
  return sum;
}

static int count_width(const Ranges *r) {
  if (game_has(r->game, GAME_LARGE_PIECES | GAME_DOMINOES)) return 4;
  for (Ref ref = 1; ref < r->program->n; ref += 1u + program_ins(r->program, ref)->n) {
    if (!adds_nothing(program_ins(r->program, ref))) return 4;
  }
  int64_t most = pieces_placed(r, r->game->start);
  for (int c = 1; c < r->game->n_components; c++) most = MAX(most, r->game->components[c].max_count);
  return width_of((Range){0, most});
}

// ---- widths --------------------------------------------------------------------------------------

static FieldWidths widths_written(const Ranges *r) {
  FieldWidths widths = r->widths;
  Range state = joined(states_of_pieces(r->game), range_written(r, "state"));
  widths.state = (uint8_t)MAX(MIN(width_of(state), 2), widths.state);  // more than two bytes are not kept of states
  Range value = joined(values_of_pieces(r->game), range_written(r, "value"));
  widths.value = (uint8_t)MAX(width_of(value), widths.value);
  if (game_has(r->game, GAME_COUNT)) widths.count = (uint8_t)MAX(count_width(r), widths.count);
  return widths;
}

FieldWidths widths_find(const Game *game) {
  Arena arena = {0};
  Ranges r = {.game = game, .program = &game->program, .widths = {1, 1, 1, 1}};
  if (game->n_components > UINT8_MAX + 1) r.widths.what = 2;
  r.types = program_types(r.program, &arena);
  r.of = ARENA_ARRAY(&arena, Range, r.program->n + 1);
  bool hands = game->n_containers > 1;  // with dice, which show their face by the state
  for (bool grown = hands || game_has(game, GAME_COUNT | GAME_STATE | GAME_VALUE); grown;) {
    find_all_ranges(&r);
    FieldWidths widths = widths_written(&r);
    grown = memcmp(&widths, &r.widths, sizeof widths) != 0;
    r.widths = widths;
  }
  arena_free(&arena);
  return r.widths;
}
