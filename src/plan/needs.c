// Finding what instructions depend on, and the regions that never change.
#include "plan/needs.h"

#include "plan/plan.h"
#include "rules/operand_names.h"

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

typedef struct Finder {
  const Game *game;
  const Program *program;
  RefMasks *masks;
  uint32_t *needs;
  uint16_t *memo_of;
  VEC(Memo) memos;
} Finder;

static uint32_t needs_of_operands(const Finder *f, const Ins *in) {
  uint32_t needs = 0, refs = ref_mask(f->masks, (Op)in->op);
  for (int i = 0; i < in->n; i++) {
    if (ref_mask_has(refs, i) && in->a[i]) needs |= f->needs[in->a[i]];
  }
  return needs;
}

// Regions of the equipment may be found only when the game starts. Their instructions come before the rules.
static uint32_t needs_of_player_region(const Finder *f, const Ins *in) {
  uint32_t needs = f->needs[in->a[A_PLAYER_REGION_PLAYER]];
  for (int i = 0; i < f->game->n_regions; i++) {
    const GameRegion *region = &f->game->regions[i];
    if (!region->sites && region->region && f->needs[region->region]) needs |= NEEDS_STATE;
  }
  return needs;
}

static uint32_t needs_of_head(HeadVar var) {
  if (var == HEAD_MOVER) return NEEDS_MOVER;
  if (var == HEAD_NEXT) return NEEDS_NEXT;
  return var == HEAD_PREV ? NEEDS_PREV : NEEDS_STATE;
}

static uint32_t needs_of(const Finder *f, const Ins *in) {
  switch ((int)in->op) {
    case OP_SLOT: return 1u << in->a[A_SLOT_SLOT];
    case OP_HEAD: return needs_of_head((HeadVar)in->a[A_HEAD_VAR]);
    case OP_LAST_TO: return NEEDS_LAST_TO;
    case OP_LAST_FROM: return NEEDS_LAST_FROM;
    case OP_PLAYER_REGION: return needs_of_player_region(f, in);
    case OP_SITES_WHERE:
      return f->needs[in->a[A_SITES_WHERE_REGION]] | (f->needs[in->a[A_SITES_WHERE_IF]] & ~(1u << SLOT_SITE));
    case OP_AROUND:
      return in->a[A_AROUND_WHAT] != AROUND_ANY || in->a[A_AROUND_IF] ? NEEDS_STATE : needs_of_operands(f, in);
    case OP_LINE_SITES:
      return in->a[A_LINE_SITES_STOP] || f->needs[in->a[A_LINE_SITES_DIRS]] ? NEEDS_STATE : needs_of_operands(f, in);
    case OP_INCIDENT: return in->a[A_INCIDENT_OWNER] ? NEEDS_STATE : needs_of_operands(f, in);
    default: return follows[in->op] ? needs_of_operands(f, in) : NEEDS_STATE;
  }
}

// How many values the variable takes; 0 when the instruction depends on more than one.
static int32_t values_of(const Finder *f, uint32_t needs) {
  if ((needs & NEEDS_STATE) || (needs & (needs - 1))) return 0;
  if (!needs) return 1;
  return needs & (NEEDS_MOVER | NEEDS_NEXT | NEEDS_PREV) ? f->game->players + 2 : f->program->region_bits;
}

static void find_memo(Finder *f, Ref ref, const Ins *in) {
  if (f->game->n_subgames) return;  // a match has no positions of its own
  if (op_info[in->op].type != RULES_REGION || in->op == OP_REGION_CONST || in->op == OP_REGION_BY_SITE) return;
  int32_t values = values_of(f, f->needs[ref]);
  if (!values || (size_t)values * (size_t)f->program->region_words * sizeof(Word) > MEMO_BYTES_MAX) return;
  if (f->memos.n > UINT16_MAX) return;
  VEC_PUSH(&f->memos, (Memo){.needs = f->needs[ref], .values = values});
  f->memo_of[ref] = (uint16_t)(f->memos.n - 1);
}

void needs_find(Plan *plan, RefMasks *masks) {
  const Program *program = plan->program;
  size_t n = MAX(program->n, 1);
  Finder f = {.game = plan->game,
              .program = program,
              .masks = masks,
              .needs = ARENA_ARRAY(&plan->arena, uint32_t, n),
              .memo_of = ARENA_ARRAY(&plan->arena, uint16_t, n)};
  VEC_PUSH(&f.memos, (Memo){0});
  for (uint32_t i = 1; i < program->n; i++) f.needs[i] = NEEDS_STATE;
  for (Ref ref = 1; ref < program->n;) {
    const Ins *in = program_ins(program, ref);
    f.needs[ref] = needs_of(&f, in);
    find_memo(&f, ref, in);
    ref += 1u + in->n;
  }
  plan->needs = f.needs;
  plan->memo_of = f.memo_of;
  plan->memos = VEC_TO_ARENA(&f.memos, &plan->arena);
  plan->n_memos = (uint32_t)f.memos.n;
  VEC_FREE(&f.memos);
}
