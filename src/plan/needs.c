// Finding what instructions depend on, and the regions that never change.
#include "plan/needs.h"

#include "plan/plan.h"
#include "rules/operand_names.h"

enum { MEMO_BYTES_MAX = 1 << 16 };  // of one instruction

// ---- what instructions depend on -----------------------------------------------------------------

typedef struct Finder {
  const Game *game;
  const Program *program;
  uint32_t *needs;
  uint16_t *memo_of;
  VEC(Memo) memos;
} Finder;

// Regions of the equipment may be found only when the game starts. Their instructions come before the rules.
static uint32_t needs_of_player_region(const Finder *f, const Ins *in) {
  uint32_t needs = f->needs[in->a[A_PLAYER_REGION_PLAYER]];
  for (int i = 0; i < f->game->n_regions; i++) {
    const GameRegion *region = &f->game->regions[i];
    if (!region->sites && region->region && f->needs[region->region]) needs |= PART_VALUES;
  }
  return needs;
}

static uint32_t needs_of(const Finder *f, const Ins *in) {
  return in->op == OP_PLAYER_REGION ? needs_of_player_region(f, in) : ins_needs(in, f->needs);
}

// How many values the variable takes; 0 when the instruction depends on more than one.
static int32_t values_of(const Finder *f, uint32_t needs) {
  if ((needs & ~MEMO_PARTS) || (needs & (needs - 1))) return 0;
  if (!needs) return 1;
  return needs & (PART_MOVER | PART_NEXT | PART_PREV) ? f->game->players + 2 : f->program->region_bits;
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

void needs_find(Plan *plan) {
  const Program *program = plan->program;
  size_t n = MAX(program->n, 1);
  Finder f = {.game = plan->game,
              .program = program,
              .needs = ARENA_ARRAY(&plan->arena, uint32_t, n),
              .memo_of = ARENA_ARRAY(&plan->arena, uint16_t, n)};
  VEC_PUSH(&f.memos, (Memo){0});
  for (uint32_t i = 1; i < program->n; i++) f.needs[i] = PART_VALUES;
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

bool needs_last_move(const Plan *plan) {
  for (uint32_t ref = 1; ref < plan->program->n; ref++) {
    if (plan->needs[ref] & (PART_LAST_TO | PART_LAST_FROM | PART_LAST)) return true;
  }
  return false;
}
