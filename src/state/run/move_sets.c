// Listing and asking move sets.
#include "state/run/move_sets.h"

#include "plan/plan.h"
#include "state/act/piece_move.h"
#include "state/block/access.h"

static const PieceMoves *find_loop(const MoveSets *sets, Ref body) {
  for (int i = 0; i < sets->n_loops; i++) {
    if (sets->loops[i].body == body) return &sets->loops[i].moves;
  }
  return NULL;
}

bool sets_begin(Position *x, SetAsker *asker, Ref body) {
  const MoveSets *sets = &x->plan->moves;
  if (!sets->pieces || x->keep_parts || x->visits) return false;
  const PieceMoves *loop = body ? find_loop(sets, body) : NULL;
  if (body && !loop) return false;
  size_t n = (size_t)sets->n_checks;
  *asker = (SetAsker){.sets = sets, .loop = loop, .checks = position_scratch(x, n * sizeof *asker->checks)};
  asker->ready = position_scratch(x, n);
  memset(asker->ready, 0, n);
  return true;
}

// Of a condition that is not a set but begins with one (an empty site, and something else) that set.
static const Word *first_part(Position *x, const Check *check) {
  if (check->bits || !check->test || check->test->kind != TEST_AND) return NULL;
  const SiteTest *first = &x->tests[check->test->a];
  return first->as_set ? site_test_bits(x, first) : NULL;
}

static const SetReady *check_number(Position *x, SetAsker *asker, uint16_t number) {
  SetReady *ready = &asker->checks[number];
  if (!asker->ready[number]) {
    const SetCheck *check = &asker->sets->checks[number];
    ready->check = check_begin_many(x, (int32_t)check->cond, check->slot);
    ready->first = first_part(x, &ready->check);
    asker->ready[number] = true;
  }
  return ready;
}

static bool ready_holds(Position *x, const SetReady *ready, int32_t site) {
  if (ready->first && (uint32_t)site < ready->check.n && !bit_get(ready->first, site)) return false;
  return check_site(x, &ready->check, site);
}

// A check that holds where it is absent.
static bool holds(Position *x, SetAsker *asker, uint16_t number, int32_t site) {
  return !number || ready_holds(x, check_number(x, asker, number), site);
}

static bool guards_hold(Position *x, const MoveRule *set) {
  for (int i = 0; i < set->n_guards; i++) {
    if (!x_int(x, (int32_t)set->guards[i])) return false;
  }
  return true;
}

// ---- making moves --------------------------------------------------------------------------------

static void push_taken(Position *x, const MoveRule *set, int32_t site) {
  VEC_PUSH(&x->actions, action_make(ACT_REMOVE));
  Action *action = &VEC_LAST(&x->actions);
  action->type_to = (int8_t)set->type;
  action->to = (int16_t)site;
  action->flags = ACTION_FLAG;
}

static bool has_effect(Position *x, SetAsker *asker, const MoveRule *set, int32_t to) {
  if (!set->effect || (set->needs_piece && !x->flat_what[set->type][to])) return false;
  return holds(x, asker, set->effect_check, to);
}

static void push_move(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, int32_t to) {
  bool effect = has_effect(x, asker, set, to), takes = effect && set->takes;
  Move *move = move_empty(x);
  if (takes) push_taken(x, set, to);
  VEC_PUSH(&x->actions, action_make(ACT_MOVE));
  Action *action = &VEC_LAST(&x->actions);
  action->type_from = action->type_to = (int8_t)set->type;
  action->from = move->from = (int16_t)from;
  action->to = move->to = (int16_t)to;
  action->flags = set->decision ? ACTION_DECISION : 0;
  move->n = takes ? 2 : 1;
  if (effect && !takes) {
    x->slots[SLOT_TO] = to;
    move_chain(x, (int32_t)set->effect, true);
    move = &VEC_LAST(&x->moves);
  }
  for (int i = 0; i < set->n_thens; i++) move->then[move->n_then++] = set->thens[i];
}

static void list_steps(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  const MoveTable *table = set->table;
  const SetReady *ready = set->to_check ? check_number(x, asker, set->to_check) : NULL;
  const Word *bits = ready && ready->check.n >= (uint32_t)table->n ? ready->check.bits : NULL;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    int32_t to = table->ways[i];
    if (bits ? bit_get(bits, to) : !ready || ready_holds(x, ready, to)) push_move(x, asker, set, from, to);
  }
}

static bool may_go_on(Position *x, SetAsker *asker, const MoveRule *set, int32_t site) {
  return set->go_check ? holds(x, asker, set->go_check, site) : bit_get(x->flat_empty[set->type], site);
}

static bool must_stop(Position *x, SetAsker *asker, const MoveRule *set, int32_t site, int steps) {
  return set->stop_check && set->min <= steps && holds(x, asker, set->stop_check, site);
}

static void list_slide(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, SiteList line) {
  for (int i = 1; i < line.n && i <= set->max; i++) {
    int32_t to = line.at[i];
    bool stops = must_stop(x, asker, set, to, i);
    if (!stops && !may_go_on(x, asker, set, to)) return;
    if (stops || set->min <= i) {
      push_move(x, asker, set, from, to);
      if (i > 1) piece_move_between(x, &VEC_LAST(&x->moves), line.at + 1, i - 1);
    }
    if (stops) return;
  }
}

static void list_slides(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  const MoveTable *table = set->table;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    list_slide(x, asker, set, from, topo_radial(x->game->board, set->type, table->ways[i]));
  }
}

static void list_other(Position *x, const MoveRule *set) {
  uint32_t mark = moves_mark(x);
  x_moves(x, (int32_t)set->ref);
  for (int i = 0; i < set->n_thens; i++) moves_add_then(x, mark, set->thens[i]);
}

void sets_list(Position *x, SetAsker *asker, const PieceMoves *piece) {
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO], between = x->slots[SLOT_BETWEEN];
  for (int i = 0; i < piece->n; i++) {
    const MoveRule *set = &piece->sets[i];
    if (set->n_guards && !guards_hold(x, set)) continue;
    if (set->way == WAY_OTHER) list_other(x, set);
    else if ((uint32_t)from >= (uint32_t)set->table->n) continue;
    else if (set->way == WAY_STEP) list_steps(x, asker, set, from);
    else list_slides(x, asker, set, from);
    x->slots[SLOT_TO] = to;
    x->slots[SLOT_BETWEEN] = between;
  }
}

// ---- asking --------------------------------------------------------------------------------------

static bool steps_answer(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, int32_t wanted) {
  const MoveTable *table = set->table;
  if (wanted >= 0) return holds(x, asker, set->to_check, wanted);
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    if (holds(x, asker, set->to_check, table->ways[i])) return true;
  }
  return false;
}

static bool slide_answers(Position *x, SetAsker *asker, const MoveRule *set, SiteList line, int32_t wanted) {
  for (int i = 1; i < line.n && i <= set->max; i++) {
    int32_t to = line.at[i];
    bool stops = must_stop(x, asker, set, to, i);
    if (!stops && !may_go_on(x, asker, set, to)) return false;
    if ((stops || set->min <= i) && (wanted < 0 || to == wanted)) return true;
    if (stops) return false;
  }
  return false;
}

static bool leads_to(SiteList line, int32_t site) {
  for (int i = 1; i < line.n; i++) {
    if (line.at[i] == site) return true;
  }
  return false;
}

static bool slides_answer(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, int32_t wanted) {
  const MoveTable *table = set->table;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    SiteList line = topo_radial(x->game->board, set->type, table->ways[i]);
    if (wanted >= 0 && !leads_to(line, wanted)) continue;
    if (slide_answers(x, asker, set, line, wanted)) return true;
  }
  return false;
}

// Whether a piece on FROM could come to the site on an empty board.
static bool may_reach(const Position *x, const MoveRule *set, int32_t from, int32_t wanted) {
  if ((uint32_t)from >= (uint32_t)set->table->n || wanted >= set->table->n) return false;
  return wanted < 0 || bit_get(set->table->sources + (size_t)wanted * (size_t)x->words, from);
}

static bool set_answers(Position *x, SetAsker *asker, const MoveRule *set, const MoveQuery *query) {
  int32_t from = x->slots[SLOT_FROM];
  if (set->way != WAY_OTHER && !may_reach(x, set, from, query->to)) return false;
  if (set->n_guards && !guards_hold(x, set)) return false;
  if (set->way == WAY_OTHER) return moves_answer(x, (int32_t)set->ref, query);
  return set->way == WAY_STEP ? steps_answer(x, asker, set, from, query->to)
                              : slides_answer(x, asker, set, from, query->to);
}

bool sets_answer(Position *x, SetAsker *asker, const PieceMoves *piece, const MoveQuery *query) {
  int32_t to = x->slots[SLOT_TO], between = x->slots[SLOT_BETWEEN];
  bool found = false;
  for (int i = 0; i < piece->n && !found; i++) {
    found = set_answers(x, asker, &piece->sets[i], query);
    x->slots[SLOT_TO] = to;
    x->slots[SLOT_BETWEEN] = between;
  }
  return found;
}
