// Finding regions that never change, and keeping them.
#include "state/run/memo.h"

#include "rules/operand.h"
#include "state/act/moves.h"

enum { MEMO_BYTES_MAX = 1 << 16 };  // of one instruction

// ---- what instructions depend on -----------------------------------------------------------------

// Ops whose result follows from their operands, the board and the equipment.
static const bool follows[OPS] = {
    [OP_CONST] = true,
    [OP_ADD] = true,
    [OP_SUB] = true,
    [OP_MUL] = true,
    [OP_EQ] = true,
    [OP_NE] = true,
    [OP_LT] = true,
    [OP_LE] = true,
    [OP_DIV] = true,
    [OP_MOD] = true,
    [OP_POW] = true,
    [OP_ABS] = true,
    [OP_MIN] = true,
    [OP_MAX] = true,
    [OP_NOT] = true,
    [OP_AND] = true,
    [OP_OR] = true,
    [OP_XOR] = true,
    [OP_IF_INT] = true,
    [OP_IS_IN] = true,
    [OP_IS_IN_INTS] = true,
    [OP_TOPO_NUMBER] = true,
    [OP_COORD] = true,
    [OP_RELATED] = true,
    [OP_MAP_ENTRY] = true,
    [OP_REGION_SIZE] = true,
    [OP_REGION_SITE] = true,
    [OP_PIECE_NAMED] = true,
    [OP_PLAYER_BIT] = true,
    [OP_REGION_CONST] = true,
    [OP_UNION] = true,
    [OP_INTERSECTION] = true,
    [OP_DIFFERENCE] = true,
    [OP_REGION_OF_INTS] = true,
    [OP_REGION_BY_SITE] = true,
    [OP_FAMILY] = true,
    [OP_EXPAND] = true,
    [OP_HAND_SITES] = true,
    [OP_SIDE] = true,
    [OP_AT_DISTANCE] = true,
    [OP_IF_REGION] = true,
    [OP_INTS_CONST] = true,
    [OP_INTS_LIST] = true,
    [OP_DIRS_CONST] = true,
    [OP_INTS_OF_REGION] = true,
};

static uint32_t needs_of_operands(const Position *x, const Ins *in) {
  uint32_t needs = 0;
  Operand operand;
  for (int i = 0; i < in->n && operand_find(&op_info[in->op], i, &operand); i++) {
    if (operand_is_ref(operand.kind, NULL) && in->a[i]) needs |= x->needs[in->a[i]];
  }
  return needs;
}

// Regions of the equipment may be found only when the game starts. Their instructions come before the rules.
static uint32_t needs_of_player_region(const Position *x, const Ins *in) {
  uint32_t needs = x->needs[in->a[A_PLAYER_REGION_PLAYER]];
  for (int i = 0; i < x->game->n_regions; i++) {
    const GameRegion *region = &x->game->regions[i];
    if (!region->sites && region->region && x->needs[region->region]) needs |= NEEDS_STATE;
  }
  return needs;
}

static uint32_t needs_of_head(HeadVar var) {
  if (var == HEAD_MOVER) return NEEDS_MOVER;
  if (var == HEAD_NEXT) return NEEDS_NEXT;
  return var == HEAD_PREV ? NEEDS_PREV : NEEDS_STATE;
}

static uint32_t needs_of(const Position *x, const Ins *in) {
  switch ((int)in->op) {
    case OP_SLOT: return 1u << in->a[A_SLOT_SLOT];
    case OP_HEAD: return needs_of_head((HeadVar)in->a[A_HEAD_VAR]);
    case OP_LAST_TO: return NEEDS_LAST_TO;
    case OP_LAST_FROM: return NEEDS_LAST_FROM;
    case OP_PLAYER_REGION: return needs_of_player_region(x, in);
    case OP_SITES_WHERE:
      return x->needs[in->a[A_SITES_WHERE_REGION]] | (x->needs[in->a[A_SITES_WHERE_IF]] & ~(1u << SLOT_SITE));
    case OP_AROUND:
      return in->a[A_AROUND_WHAT] != AROUND_ANY || in->a[A_AROUND_IF] ? NEEDS_STATE : needs_of_operands(x, in);
    case OP_LINE_SITES:
      return in->a[A_LINE_SITES_STOP] || x->needs[in->a[A_LINE_SITES_DIRS]] ? NEEDS_STATE : needs_of_operands(x, in);
    case OP_INCIDENT: return in->a[A_INCIDENT_OWNER] ? NEEDS_STATE : needs_of_operands(x, in);
    default: return follows[in->op] ? needs_of_operands(x, in) : NEEDS_STATE;
  }
}

// How many values the variable takes; 0 when the instruction depends on more than one.
static int32_t values_of(const Position *x, uint32_t needs) {
  if ((needs & NEEDS_STATE) || (needs & (needs - 1))) return 0;
  if (!needs) return 1;
  return needs & (NEEDS_MOVER | NEEDS_NEXT | NEEDS_PREV) ? x->game->players + 2 : x->program->region_bits;
}

static void find_memo(Position *x, Ref ref, const Ins *in) {
  if (op_info[in->op].type != RULES_REGION || in->op == OP_REGION_CONST || in->op == OP_REGION_BY_SITE) return;
  int32_t values = values_of(x, x->needs[ref]);
  if (!values || (size_t)values * (size_t)x->words * sizeof(Word) > MEMO_BYTES_MAX) return;
  if (x->memos.n > UINT16_MAX) return;
  VEC_PUSH(&x->memos, (Memo){.needs = x->needs[ref], .values = values});
  x->memo_of[ref] = (uint16_t)(x->memos.n - 1);
}

void memos_find(Position *x) {
  x->needs = mem_alloc_zero(MAX(x->program->n, 1) * sizeof *x->needs);
  x->memo_of = mem_alloc_zero(MAX(x->program->n, 1) * sizeof *x->memo_of);
  VEC_PUSH(&x->memos, (Memo){0});
  for (uint32_t i = 0; i < x->program->n; i++) x->needs[i] = i ? NEEDS_STATE : 0;
  for (Ref ref = 1; ref < x->program->n;) {
    const Ins *in = program_ins(x->program, ref);
    x->needs[ref] = needs_of(x, in);
    find_memo(x, ref, in);
    ref += 1u + in->n;
  }
}

void memos_free(Position *x) {
  for (size_t i = 0; i < x->memos.n; i++) mem_free(x->memos.at[i].known);
  VEC_FREE(&x->memos);
  mem_free(x->needs);
  mem_free(x->memo_of);
  x->needs = NULL;
  x->memo_of = NULL;
}

// ---- keeping them --------------------------------------------------------------------------------

static int32_t value_now(const Position *x, uint32_t needs) {
  if (!needs) return 0;
  if (needs < 1u << SLOT_COUNT) return x->slots[word_first(needs)];
  if (needs == NEEDS_MOVER) return x->head->mover;
  if (needs == NEEDS_NEXT) return x->head->next;
  if (needs == NEEDS_PREV) return x->head->prev;
  const Move *last = last_move(x);
  if (needs == NEEDS_LAST_TO) return last ? last->to : x->placed_to;
  return last ? last->from : x->placed_from;
}

// One block holds both.
static void make_room(const Position *x, Memo *memo) {
  size_t known = (size_t)bits_words(memo->values), all = (size_t)memo->values * (size_t)x->words;
  memo->known = mem_alloc_zero((known + all) * sizeof(Word));
  memo->regions = memo->known + known;
}

const Word *memo_region(Position *x, uint16_t number, const Ins *in) {
  uint32_t needs = x->memos.at[number].needs;
  int32_t value = value_now(x, needs);
  if (value < 0 || value >= x->memos.at[number].values) return op_fns[in->op].as_region(x, in);
  if (!x->memos.at[number].known) make_room(x, &x->memos.at[number]);
  Memo *memo = &x->memos.at[number];
  Word *region = memo->regions + (size_t)value * (size_t)x->words;
  if (!bit_get(memo->known, value)) {
    ScratchMark scratch = position_mark(x);
    bits_copy(region, op_fns[in->op].as_region(x, in), x->words);
    bit_set(memo->known, value);
    position_release(x, scratch);
  }
  return region;
}
