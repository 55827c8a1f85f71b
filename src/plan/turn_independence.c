// Three walks over instructions; what none of them knows depends on the turn.
#include "plan/turn_independence.h"

#include "rules/effects.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"

static const Ins *ins(const Game *game, Ref ref) { return program_ins(&game->program, ref); }

// ---- consequences --------------------------------------------------------------------------------

// What stays as it is when the turn passes on.
enum { SAME_IN_BOTH_TURNS = PART_SITES | PART_LAST_TO | PART_LAST_FROM | PART_LAST };

// A value that follows from the position and the last move.
static bool is_free(const Game *game, Ref ref) {
  const Ins *in = ins(game, ref);
  bool is = !(ins_reads(in) & ~(uint32_t)SAME_IN_BOTH_TURNS);
  for (int i = 0; i < in->n && is; i++) is = !operand_ref_at(in, i) || !in->a[i] || is_free(game, (Ref)in->a[i]);
  return is;
}

bool action_is_same_in_both_turns(ActionKind kind) {
  const uint32_t turn = PART_MOVER | PART_NEXT | PART_PREV;
  return !(action_reads(kind) & turn) && !(action_writes(kind) & turn);
}

static bool action_is_free(const Game *game, const Ins *in) {
  ActionKind kind = (ActionKind)in->a[A_ACTION_KIND];
  bool is = action_is_same_in_both_turns(kind);
  for (int i = A_ACTION_KIND + 1; i < in->n && is; i++)
    is = !operand_ref_at(in, i) || !in->a[i] || is_free(game, (Ref)in->a[i]);
  return is;
}

// The regions of all players that a name may mean; false when they change.
static bool add_regions(const Game *game, const Ins *in, Word *sites) {
  const char *name = in->a[A_PLAYER_REGION_NAME] >= 0 ? game->program.strings[in->a[A_PLAYER_REGION_NAME]] : NULL;
  for (int i = 0; i < game->n_regions; i++) {
    const GameRegion *region = &game->regions[i];
    if (name && !(region->name && strstr(region->name, name))) continue;
    if (!region->sites) return false;
    bits_or(sites, region->sites, game->program.region_words);
  }
  return true;
}

// A condition that fails, whoever moves, unless the last move went to one of the sites.
static bool add_where(const Game *game, Ref cond, Word *sites) {
  const Ins *in = ins(game, cond);
  for (int i = 0; in->op == OP_AND && i < in->n; i++) {
    if (add_where(game, (Ref)in->a[i], sites)) return true;
  }
  if (in->op != OP_IS_IN || ins(game, (Ref)in->a[A_IS_IN_SITE])->op != OP_LAST_TO) return false;
  const Ins *region = ins(game, (Ref)in->a[A_IS_IN_REGION]);
  return region->op == OP_PLAYER_REGION && add_regions(game, region, sites);
}

static bool add_sites(const Game *game, Ref ref, Word *sites) {
  const Ins *in = ins(game, ref);
  bool good = true;
  if (in->op == OP_SEQ) {
    for (int i = 0; i < in->n && good; i++) good = add_sites(game, (Ref)in->a[i], sites);
    return good;
  }
  if (in->op == OP_IF_MOVES) {
    bool free = is_free(game, (Ref)in->a[A_IF_MOVES_COND]);
    good = free ? add_sites(game, (Ref)in->a[A_IF_MOVES_THEN], sites)
                : add_where(game, (Ref)in->a[A_IF_MOVES_COND], sites);
    return good && (!in->a[A_IF_MOVES_ELSE] || add_sites(game, (Ref)in->a[A_IF_MOVES_ELSE], sites));
  }
  return in->op == OP_NOTHING || (in->op == OP_ACTION && action_is_free(game, in));
}

const Word *turn_sites(const Game *game, Ref then, Arena *arena) {
  Word *sites = ARENA_ARRAY(arena, Word, game->program.region_words);
  return add_sites(game, then, sites) ? sites : NULL;
}

// ---- conditions ----------------------------------------------------------------------------------

// Values that follow from their operands and the position; THREATENED gives the turn to whom it asks about.
static bool compares(const Ins *in) {
  if (in->op == OP_THREATENED) return in->a[A_THREATENED_WHAT] && !in->a[A_THREATENED_MOVES];
  return !(ins_reads(in) & ~(uint32_t)SAME_IN_BOTH_TURNS);
}

static bool heads_swap(int32_t before, int32_t after) {
  return (before == HEAD_NEXT && after == HEAD_MOVER) || (before == HEAD_MOVER && after == HEAD_NEXT);
}

bool turn_same(const Game *game, Ref before, Ref after) {
  if (!before || !after) return before == after;
  const Ins *a = ins(game, before), *b = ins(game, after);
  if (a->op != b->op || a->n != b->n) return false;
  if (a->op == OP_HEAD) return heads_swap(a->a[A_HEAD_VAR], b->a[A_HEAD_VAR]);
  bool same = compares(a) && compares(b);
  for (int i = 0; i < a->n && same; i++) {
    same = operand_ref_at(a, i) ? turn_same(game, (Ref)a->a[i], (Ref)b->a[i]) : a->a[i] == b->a[i];
  }
  return same;
}

// ---- rules ---------------------------------------------------------------------------------------

bool turn_matters(const Game *game, Ref ref, bool *seen) {
  if (!ref || seen[ref]) return false;
  seen[ref] = true;
  const Ins *in = ins(game, ref);
  bool matters = ins_reads(in) & (PART_NEXT | PART_TURNS);
  for (int i = 0; i < in->n && !matters; i++) {
    matters = operand_ref_at(in, i) && !operand_later_at(in, i) && turn_matters(game, (Ref)in->a[i], seen);
  }
  return matters;
}
