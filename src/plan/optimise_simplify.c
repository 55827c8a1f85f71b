// What single instructions come to: constants, branches that are decided, lists of one item, regions of one site.
// Expressions are left out or moved only where that draws nothing at random.
#include "plan/optimise_internal.h"
#include "rules/effects.h"

static bool is_const(const Optimiser *o, int32_t ref, int32_t *value) {
  return builder_is_const(&o->builder, (Ref)ref, value);
}

static Ref constant(Optimiser *o, int32_t value) { return OPTIMISED(o, OP_CONST, value); }

static Ref region_const(Optimiser *o, const Word *set) {
  return OPTIMISED(o, OP_REGION_CONST, builder_region(&o->builder, set));
}

static Ref ints_const(Optimiser *o, const int32_t *items, int n) {
  return OPTIMISED(o, OP_INTS_CONST, builder_array(&o->builder, items, n));
}

static const RulesArray *ints_of(const Optimiser *o, int32_t ref) {
  const Ins *in = new_ins(o, ref);
  return ref && in->op == OP_INTS_CONST ? &o->builder.arrays.at[in->a[A_INTS_CONST_ARRAY]] : NULL;
}

// ---- numbers -------------------------------------------------------------------------------------

static bool divide(Op op, int32_t a, int32_t b, int32_t *result) {
  if (op != OP_DIV && op != OP_MOD) return false;
  if (b == -1) *result = op == OP_DIV ? (int32_t)(0u - (uint32_t)a) : 0;
  else *result = b == 0 ? 0 : op == OP_DIV ? a / b : a % b;
  return true;
}

static bool extreme(const Optimiser *o, Op op, int n, const int32_t *items, int32_t *result) {
  for (int i = 0; i < n; i++) {
    int32_t item;
    if (!is_const(o, items[i], &item)) return false;
    if (i == 0 || (op == OP_MIN ? item < *result : item > *result)) *result = item;
  }
  return n > 0;
}

static Ref simplify_number(Optimiser *o, Op op, int n, const int32_t *a) {
  int32_t one, two, result = 0;
  if (op == OP_MIN || op == OP_MAX) return extreme(o, op, n, a, &result) ? constant(o, result) : 0;
  if (n == 2 && is_const(o, a[0], &one) && is_const(o, a[1], &two)) {
    if (divide(op, one, two, &result)) return constant(o, result);
    if (op == OP_XOR) return constant(o, !one != !two);
  }
  if (op == OP_ABS && is_const(o, a[A_ABS_A], &one) && one != INT32_MIN) return constant(o, one < 0 ? -one : one);
  return 0;
}

// ---- truth ---------------------------------------------------------------------------------------

// Conditions that are 1 where they hold.
static bool is_bool(const Optimiser *o, int32_t ref) { return op_info[new_ins(o, ref)->op].type == RULES_BOOL; }

enum { ITEMS_MAX = 64 };

// (AND (AND a b) c) is (AND a b c); what decides nothing is left out, what decides all ends the list.
static Ref simplify_junction(Optimiser *o, Op op, int n, const int32_t *a) {
  int32_t items[ITEMS_MAX], value;
  int kept = 0;
  bool decided = false;
  for (int i = 0; i < n && !decided; i++) {
    const Ins *in = new_ins(o, a[i]);
    int more = in->op == op ? in->n : 1;
    if (kept + more > ITEMS_MAX) return 0;
    bool known = is_const(o, a[i], &value);
    decided = known && (op == OP_AND ? !value : value);
    if (known && !decided) continue;
    if (in->op == op) memcpy(items + kept, in->a, (size_t)more * sizeof *items);
    else items[kept] = a[i];
    kept += more;
  }
  if (decided && kept == 1) return constant(o, op == OP_OR);
  if (kept == 0) return constant(o, op == OP_AND);
  if (kept == 1 && is_bool(o, items[0])) return (Ref)items[0];
  bool same = kept == n && !memcmp(items, a, (size_t)n * sizeof *items);
  return same ? 0 : optimise_emit(o, op, kept, items);
}

static_assert(A_EQ_A == A_NE_A && A_EQ_B == A_NE_B, "opposites have the same operands");

static Ref simplify_not(Optimiser *o, const int32_t *a) {
  const Ins *in = new_ins(o, a[A_NOT_A]);
  if (in->op == OP_NOT && is_bool(o, in->a[A_NOT_A])) return (Ref)in->a[A_NOT_A];
  if (in->op == OP_EQ || in->op == OP_NE) {
    int32_t left = in->a[A_EQ_A], right = in->a[A_EQ_B];
    return OPTIMISED(o, in->op == OP_EQ ? OP_NE : OP_EQ, left, right);
  }
  return 0;
}

// ---- branches ------------------------------------------------------------------------------------

static_assert(A_IF_INT_COND == 0 && A_IF_REGION_COND == 0 && A_IF_INTS_COND == 0 && A_IF_DIRS_COND == 0 &&
                  A_IF_MOVES_COND == 0 && A_IF_INT_THEN == 1 && A_IF_MOVES_THEN == 1 && A_IF_MOVES_ELSE == 2,
              "branches are alike");

static Ref nothing_of(Optimiser *o, Op op) {
  if (op == OP_IF_INT) return constant(o, 0);
  if (op == OP_IF_MOVES) return optimised_nothing(o);
  if (op == OP_IF_INTS) return ints_const(o, &(int32_t){0}, 0);
  if (op != OP_IF_REGION) return 0;
  return region_const(o, ARENA_ARRAY(o->builder.arena, Word, bits_words(o->builder.region_bits)));
}

static Ref simplify_branch(Optimiser *o, Op op, const int32_t *a) {
  int32_t holds;
  if (!is_const(o, a[A_IF_MOVES_COND], &holds)) return 0;
  int32_t branch = a[holds ? A_IF_MOVES_THEN : A_IF_MOVES_ELSE];
  return branch ? (Ref)branch : nothing_of(o, op);
}

// The items of nested lists in one; for FIRST_OF they stay as they are, but those that never have moves go.
static Ref simplify_list(Optimiser *o, Op op, int n, const int32_t *a) {
  int32_t items[ITEMS_MAX];
  int kept = 0;
  for (int i = 0; i < n; i++) {
    const Ins *in = new_ins(o, a[i]);
    bool open = op == OP_SEQ && in->op == OP_SEQ;
    int more = open ? in->n : in->op != OP_NOTHING;
    if (kept + more > ITEMS_MAX) return 0;
    if (open) memcpy(items + kept, in->a, (size_t)more * sizeof *items);
    else if (more) items[kept] = a[i];
    kept += more;
  }
  if (kept == 0) return optimised_nothing(o);
  if (kept == 1) return (Ref)items[0];
  bool same = kept == n && !memcmp(items, a, (size_t)n * sizeof *items);
  return same ? 0 : optimise_emit(o, op, kept, items);
}

static Ref simplify_statement(Optimiser *o, Op op, const int32_t *a) {
  int32_t value;
  if (op == OP_WITH_THEN && new_ins(o, a[A_WITH_THEN_THEN])->op == OP_NOTHING) return (Ref)a[A_WITH_THEN_BODY];
  if (op == OP_SET_SLOT && is_const(o, a[A_SET_SLOT_VALUE], &value) && value < 0) return optimised_nothing(o);
  if (op == OP_DO_AFTER && !a[A_DO_AFTER_NEXT] && (!a[A_DO_AFTER_IF] || is_const(o, a[A_DO_AFTER_IF], &value)))
    return a[A_DO_AFTER_IF] && !value ? 0 : (Ref)a[A_DO_AFTER_FIRST];
  return 0;
}

// ---- players and their equipment -----------------------------------------------------------------

static Ref simplify_player_region(Optimiser *o, const int32_t *a) {
  int32_t player;
  if (!is_const(o, a[A_PLAYER_REGION_PLAYER], &player)) return 0;
  const char *name = a[A_PLAYER_REGION_NAME] >= 0 ? o->builder.strings.at[a[A_PLAYER_REGION_NAME]] : NULL;
  int words = bits_words(o->builder.region_bits);
  Word *set = ARENA_ARRAY(o->builder.arena, Word, words);
  for (int i = 0; i < o->game->n_regions; i++) {
    const GameRegion *region = &o->game->regions[i];
    if (!game_region_is(region, player, name)) continue;
    if (region->sites) bits_or(set, region->sites, words);
    else if (region->region) return 0;
  }
  return region_const(o, set);
}

static Ref simplify_piece_named(Optimiser *o, const int32_t *a) {
  int32_t player;
  if (!is_const(o, a[A_PIECE_NAMED_PLAYER], &player)) return 0;
  const RulesArray *pieces = &o->builder.arrays.at[a[A_PIECE_NAMED_PIECES]];
  for (int i = 0; i < pieces->n; i++) {
    if (o->game->components[pieces->at[i]].owner == player) return constant(o, pieces->at[i]);
  }
  return constant(o, GAME_OFF);
}

static Ref simplify_map_entry(Optimiser *o, const int32_t *a) {
  int32_t key;
  if (!is_const(o, a[A_MAP_ENTRY_KEY], &key)) return 0;
  const RulesArray *pairs = &o->builder.arrays.at[a[A_MAP_ENTRY_PAIRS]];
  for (int i = 0; i + 1 < pairs->n; i += 2) {
    if (pairs->at[i] == key) return constant(o, pairs->at[i + 1]);
  }
  return constant(o, key);
}

static Ref simplify_players(Optimiser *o, Op op, const int32_t *a) {
  int32_t player, players = o->game->players;
  if (op == OP_PLAYER_BIT && is_const(o, a[A_PLAYER_BIT_PLAYER], &player))
    return constant(o, player >= 0 && player <= players + 1 ? (int32_t)(1u << player) : 0);
  if (op != OP_PLAYERS || a[A_PLAYERS_ROLES] != ROLES_ALL) return 0;
  uint32_t everybody = (2u << players) - 2;
  return constant(o, (int32_t)(a[A_PLAYERS_REAL] ? everybody : everybody | 1u | 2u << players));
}

// ---- lists and regions ---------------------------------------------------------------------------

// The only item of a list, or 0.
static int32_t only_item(const Optimiser *o, int32_t ints) {
  const Ins *list = new_ins(o, ints);
  return list->op == OP_INTS_LIST && list->n == 1 ? list->a[A_INTS_LIST_ITEMS] : 0;
}

// The site of a region that has no other, or 0.
static int32_t only_site(const Optimiser *o, int32_t region) {
  const Ins *in = new_ins(o, region);
  return in->op == OP_REGION_OF_INTS ? only_item(o, in->a[A_REGION_OF_INTS_VALUES]) : 0;
}

static Ref simplify_ints(Optimiser *o, Op op, const int32_t *a) {
  const RulesArray *list;
  if (op == OP_FOLD) return (Ref)only_item(o, a[A_FOLD_VALUES]);
  if (op == OP_INTS_SIZE) return (list = ints_of(o, a[A_INTS_SIZE_VALUES])) ? constant(o, list->n) : 0;
  if (op != OP_INTS_OF_REGION) return 0;
  const Word *set = builder_region_const(&o->builder, (Ref)a[A_INTS_OF_REGION_REGION]);
  if (!set) return 0;
  int words = bits_words(o->builder.region_bits), n = 0;
  int32_t *items = ARENA_ARRAY(o->builder.arena, int32_t, MAX(bits_count(set, words), 1));
  FOR_BITS(site, set, words) items[n++] = site;
  return ints_const(o, items, n);
}

static Ref simplify_region(Optimiser *o, Op op, int n, const int32_t *a) {
  const Word *set;
  int32_t site;
  if ((op == OP_UNION || op == OP_INTERSECTION) && n == 1) return (Ref)a[0];
  if (op == OP_SUM_COUNTS && (site = only_site(o, a[A_SUM_COUNTS_REGION])))
    return OPTIMISED(o, OP_COUNT_AT, a[A_SUM_COUNTS_TYPE], site);
  if (op == OP_REGION_SIZE && (set = builder_region_const(&o->builder, (Ref)a[A_REGION_SIZE_REGION])))
    return constant(o, bits_count(set, bits_words(o->builder.region_bits)));
  if (op == OP_IS_IN && (set = builder_region_const(&o->builder, (Ref)a[A_IS_IN_REGION])) &&
      is_const(o, a[A_IS_IN_SITE], &site))
    return constant(o, site >= 0 && site < o->builder.region_bits && bit_get(set, site));
  return 0;
}

// ---- all of them ---------------------------------------------------------------------------------

Ref optimise_simplify(Optimiser *o, Op op, int n, const int32_t *a) {
  switch ((int)op) {
    case OP_DIV:
    case OP_MOD:
    case OP_XOR:
    case OP_ABS:
    case OP_MIN:
    case OP_MAX: return simplify_number(o, op, n, a);
    case OP_AND:
    case OP_OR: return simplify_junction(o, op, n, a);
    case OP_NOT: return simplify_not(o, a);
    case OP_IF_INT:
    case OP_IF_REGION:
    case OP_IF_INTS:
    case OP_IF_DIRS:
    case OP_IF_MOVES: return simplify_branch(o, op, a);
    case OP_SEQ:
    case OP_FIRST_OF: return simplify_list(o, op, n, a);
    case OP_WITH_THEN:
    case OP_SET_SLOT:
    case OP_DO_AFTER: return simplify_statement(o, op, a);
    case OP_PLAYER_REGION: return simplify_player_region(o, a);
    case OP_PIECE_NAMED: return simplify_piece_named(o, a);
    case OP_MAP_ENTRY: return simplify_map_entry(o, a);
    case OP_PLAYER_BIT:
    case OP_PLAYERS: return simplify_players(o, op, a);
    case OP_FOLD:
    case OP_INTS_SIZE:
    case OP_INTS_OF_REGION: return simplify_ints(o, op, a);
    case OP_UNION:
    case OP_INTERSECTION:
    case OP_SUM_COUNTS:
    case OP_REGION_SIZE:
    case OP_IS_IN: return simplify_region(o, op, n, a);
    case OP_STACKING: return constant(o, game_has(o->game, GAME_STACKING));
    default: return 0;
  }
}

Ref optimise_known(Optimiser *o, const Ins *old, const KnownPiece *known) {
  if (!known) return 0;
  if (old->op == OP_HEAD && old->a[A_HEAD_VAR] == HEAD_MOVER && known->mover) return constant(o, known->mover);
  if (old->op != OP_DIRS_FACING || known->facing < 0) return 0;
  const RulesArray *table = &o->old->arrays[old->a[A_DIRS_FACING_TABLE]];
  const int32_t *block = table->at + (ptrdiff_t)known->facing * (table->n / DIRS);
  return OPTIMISED(o, OP_DIRS_CONST, builder_array(&o->builder, block + 1, block[0]));
}
