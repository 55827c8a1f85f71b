// Listing and asking move sets.
#include "state/run/move_sets.h"

#include "plan/plan.h"
#include "state/act/piece_move.h"
#include "state/block/access.h"

static const PieceMoves *find_loop(const MoveSets *sets, Ref body) {
  for (int i = 0; i < sets->n_loops; i++) {
    if (sets->loops[i].body == body) return sets->loops[i].pieces;
  }
  return NULL;
}

bool sets_begin(Position *x, SetAsker *asker, Ref body) {
  const MoveSets *sets = &x->plan->moves;
  if (!sets->pieces || x->keep_parts || x->visits) return false;
  if (body && (x->slots[SLOT_FACING] >= 0 || x->slots[SLOT_ROTATION] >= 0 || x->slots[SLOT_HERE] >= 0)) return false;
  const PieceMoves *pieces = body ? find_loop(sets, body) : sets->pieces;
  if (!pieces) return false;
  size_t n = (size_t)sets->n_checks;
  *asker = (SetAsker){.sets = sets, .pieces = pieces, .checks = position_scratch(x, n * sizeof *asker->checks)};
  asker->ready = position_scratch(x, n * sizeof *asker->ready);
  memset(asker->ready, 0, n * sizeof *asker->ready);
  return true;
}

// Of a condition that is not a set but begins with one (an empty site, and something else) that set.
static const Word *first_part(Position *x, const Check *check) {
  if (!check->test || check->test->kind != TEST_AND) return NULL;
  const SiteTest *first = &x->tests[check->test->a];
  return first->as_set && !first->by_slot ? site_test_bits(x, first) : NULL;
}

static const SetReady *check_number(Position *x, SetAsker *asker, uint16_t number) {
  SetReady *ready = &asker->checks[number];
  const SetCheck *check = &asker->sets->checks[number];
  int32_t from = check->by_from ? x->slots[SLOT_FROM] + 2 : 1;  // 0: not made ready yet
  if (asker->ready[number] != from) {
    ready->check = check_make(x, (int32_t)check->cond, check->slot, true);
    ready->first = ready->check.bits ? NULL : first_part(x, &ready->check);
    asker->ready[number] = from;
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
  action_put(x, action_make(ACT_REMOVE));
  Action *action = &VEC_LAST(&x->actions);
  action->type_to = (int8_t)set->type;
  action->to = (int16_t)site;
  action->flags = ACTION_FLAG;
}

static bool has_effect(Position *x, SetAsker *asker, const MoveRule *set, int32_t to) {
  if (!set->effect || (set->needs_piece && !flat_kind(x, set->type, to))) return false;
  return holds(x, asker, set->effect_check, to);
}

static void push_move(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, int32_t to) {
  bool effect = has_effect(x, asker, set, to), takes = effect && set->takes;
  Move *move = move_empty(x);
  if (takes) push_taken(x, set, to);
  action_put(x, action_make(ACT_MOVE));
  Action *action = &VEC_LAST(&x->actions);
  action->type_from = action->type_to = (int8_t)set->type;
  action->from = move->from = (int16_t)from;
  action->to = move->to = (int16_t)to;
  action->flags = set->decision ? ACTION_DECISION : 0;
  move->n = takes ? 2 : 1;
  if (effect && !takes) {
    x->slots[SLOT_TO] = to;
    move_chain(x, (int32_t)set->effect, true);
  }
  move_share(x);
}

// The last move, which has nothing beside, gets the consequences of its rule and passes the sites from `passed` up to
// where it ends, if any. known: the number of such a detail made before, or 0, and kept there.
static void add_thens(Position *x, const MoveRule *set, const Site *passed, uint32_t *known) {
  Move *move = &VEC_LAST(&x->moves);
  assert(!move->more);
  if (!*known) *known = detail_of_thens(x, set->thens, set->n_thens, passed);
  move->more = *known;
}

static void list_steps(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  const MoveTable *table = set->table;
  const SetReady *ready = set->to_check ? check_number(x, asker, set->to_check) : NULL;
  const Word *bits = ready && ready->check.n >= (uint32_t)table->n ? ready->check.bits : NULL;
  uint32_t known = 0;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    int32_t to = table->ways[i];
    if (bits ? !bit_get(bits, to) : ready && !ready_holds(x, ready, to)) continue;
    push_move(x, asker, set, from, to);
    if (set->n_thens) add_thens(x, set, NULL, &known);
  }
}

static bool may_go_on(Position *x, SetAsker *asker, const MoveRule *set, int32_t site) {
  return set->go_check ? holds(x, asker, set->go_check, site) : bit_get(x->flat_empty[set->type], site);
}

static bool must_stop(Position *x, SetAsker *asker, const MoveRule *set, int32_t site, int steps) {
  return set->stop_check && set->min <= steps && holds(x, asker, set->stop_check, site);
}

// A move along a line. near, far: numbers of details, as above.
static void push_slid(Position *x, SetAsker *asker, const MoveRule *set, SiteList line, int steps, uint32_t *near,
                      uint32_t *far) {
  push_move(x, asker, set, line.at[0], line.at[steps]);
  if (set->n_thens) add_thens(x, set, steps > 1 ? line.at + 1 : NULL, steps > 1 ? far : near);
  else if (steps > 1) move_set_line(x, &VEC_LAST(&x->moves), set->type, line.at + 1);
}

static void list_slide(Position *x, SetAsker *asker, const MoveRule *set, SiteList line, uint32_t *near) {
  uint32_t far = 0;
  for (int i = 1; i < line.n && i <= set->max; i++) {
    int32_t to = line.at[i];
    bool stops = must_stop(x, asker, set, to, i);
    if (!stops && !may_go_on(x, asker, set, to)) return;
    if (stops || set->min <= i) {
      push_slid(x, asker, set, line, i, near, &far);
    }
    if (stops) return;
  }
}

static void list_slides(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  const MoveTable *table = set->table;
  uint32_t near = 0;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    list_slide(x, asker, set, topo_radial(x->game->board, set->type, table->ways[i]), &near);
  }
}

static bool may_hop(Position *x, SetAsker *asker, const MoveRule *set, SiteList line) {
  return holds(x, asker, set->hurdle_check, line.at[1]) && holds(x, asker, set->to_check, line.at[2]);
}

static void push_hop(Position *x, const MoveRule *set, int32_t from, SiteList line) {
  Action *action = move_begin(x, ACT_MOVE, from, line.at[2]);
  action->type_from = action->type_to = (int8_t)set->type;
  action->from = (int16_t)from;
  action->to = (int16_t)line.at[2];
  action->flags = set->decision ? ACTION_DECISION : 0;
  if (set->effect) {
    x->slots[SLOT_BETWEEN] = line.at[1];
    x->slots[SLOT_TO] = line.at[2];
    move_chain(x, (int32_t)set->effect, true);
  }
  if (set->n_thens) add_thens(x, set, line.at + 1, &(uint32_t){0});
  else move_set_line(x, &VEC_LAST(&x->moves), set->type, line.at + 1);
  move_share(x);
}

static void list_hops(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  const MoveTable *table = set->table;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    SiteList line = topo_radial(x->game->board, set->type, table->ways[i]);
    if (may_hop(x, asker, set, line)) push_hop(x, set, from, line);
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
    else if (set->way == WAY_SLIDE) list_slides(x, asker, set, from);
    else list_hops(x, asker, set, from);
    x->slots[SLOT_TO] = to;
    x->slots[SLOT_BETWEEN] = between;
  }
}

// ---- counting and making one -------------------------------------------------------------------------

// The sites where a check holds, as far as those of a table are concerned, or NULL.
static const Word *check_bits(Position *x, SetAsker *asker, uint16_t number, int32_t sites) {
  const SetReady *ready = check_number(x, asker, number);
  return ready->check.n >= (uint32_t)sites ? ready->check.bits : NULL;
}

// How the moves of a rule can be counted.
static RuleCount count_way(Position *x, SetAsker *asker, const MoveRule *set) {
  if (set->n_guards && !set->guards_fixed) return (RuleCount){.way = COUNT_ASKING};
  if (set->n_guards && !guards_hold(x, set)) return (RuleCount){.way = COUNT_NONE};
  if (set->way == WAY_OTHER) return (RuleCount){.way = COUNT_ASKING};
  int32_t sites = set->table->n;
  if (set->way == WAY_STEP) {
    const Word *bits = set->to_check ? check_bits(x, asker, set->to_check, sites) : NULL;
    return (RuleCount){.way = bits            ? COUNT_STEPS
                              : set->to_check ? COUNT_ASKING
                                              : COUNT_ALL,
                       .small = set->table->words == 1 && !set->by_from && !set->n_givens ? (uint8_t)sites : 0,
                       .targets = set->table->targets,
                       .bits = bits};
  }
  if (set->way == WAY_HOP) {
    const Word *over = set->hurdle_check ? check_bits(x, asker, set->hurdle_check, sites) : NULL,
               *to = set->to_check ? check_bits(x, asker, set->to_check, sites) : NULL;
    return (RuleCount){.way = over && (to || !set->to_check) ? COUNT_HOPS : COUNT_ASKING, .bits = over, .stop = to};
  }
  const Word *go = set->go_check ? check_bits(x, asker, set->go_check, sites) : x->flat_empty[set->type],
             *stop = set->stop_check ? check_bits(x, asker, set->stop_check, sites) : NULL;
  if (!go || (set->stop_check && !stop)) return (RuleCount){.way = COUNT_ASKING};
  bool lines = set->table->lines && set->min <= 1 && set->max >= sites;
  if (lines && !stop) stop = position_region(x);
  return (RuleCount){.way = lines ? COUNT_LINES : COUNT_SLIDES, .bits = go, .stop = stop};
}

// A slide along one line. only: the move to make among those of the line, numbered from 0.
// Returns how many there are; where one is made, the others do not matter.
static uint32_t follow_slide(Position *x, SetAsker *asker, const MoveRule *set, SiteList line, uint32_t only) {
  uint32_t n = 0;
  for (int i = 1; i < line.n && i <= set->max; i++) {
    int32_t to = line.at[i];
    bool stops = must_stop(x, asker, set, to, i);
    if (!stops && !may_go_on(x, asker, set, to)) break;
    if (stops || set->min <= i) {
      if (n++ == only) {
        push_slid(x, asker, set, line, i, &(uint32_t){0}, &(uint32_t){0});
        break;
      }
    }
    if (stops) break;
  }
  return n;
}

// What asks for more than sites that are known is made, with FROM at the piece: asking twice would cost more.
static uint32_t list_asking(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  int32_t old = x->slots[SLOT_FROM], level = x->slots[SLOT_LEVEL];
  uint32_t mark = moves_mark(x);
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_LEVEL] = 0;
  x->nested++;
  sets_list(x, asker, &(PieceMoves){.sets = set, .n = 1});
  x->nested--;
  x->slots[SLOT_FROM] = old;
  x->slots[SLOT_LEVEL] = level;
  return moves_mark(x) - mark;
}

static uint32_t count_steps(const MoveTable *table, const Word *bits, int32_t from) {
  const Word *targets = table->targets + (size_t)from * (size_t)table->words;
  uint32_t n = 0;
  for (int w = 0; w < table->words; w++) n += (uint32_t)word_count(targets[w] & bits[w]);
  return n;
}

static uint32_t count_slide(const RuleCount *count, const MoveRule *set, SiteList line) {
  uint32_t n = 0;
  for (int i = 1; i < line.n && i <= set->max; i++) {
    int32_t to = line.at[i];
    bool far = set->min <= i;
    if (count->stop && far && bit_get(count->stop, to)) return n + 1;
    if (!bit_get(count->bits, to)) return n;
    n += far;
  }
  return n;
}

static uint32_t count_slides(const Position *x, const RuleCount *count, const MoveRule *set, int32_t from) {
  const MoveTable *table = set->table;
  uint32_t n = 0;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    n += count_slide(count, set, topo_radial(x->game->board, set->type, table->ways[i]));
  }
  return n;
}

// Up to the first site that cannot be passed, which may be one to stop on.
static uint32_t count_rising(const Word *line, const RuleCount *count, int words) {
  uint32_t n = 0;
  for (int w = 0; w < words; w++) {
    Word ends = line[w] & (~count->bits[w] | count->stop[w]), end = ends & (~ends + 1);
    n += (uint32_t)word_count(line[w] & (end - 1));
    if (ends) return n + ((count->stop[w] & end) != 0);
  }
  return n;
}

static uint32_t count_falling(const Word *line, const RuleCount *count, int words) {
  uint32_t n = 0;
  for (int w = words - 1; w >= 0; w--) {
    Word ends = line[w] & (~count->bits[w] | count->stop[w]);
    Word end = ends ? (Word)1 << word_last(ends) : 0, passed = ends ? ~(end | (end - 1)) : ~(Word)0;
    n += (uint32_t)word_count(line[w] & passed);
    if (ends) return n + ((count->stop[w] & end) != 0);
  }
  return n;
}

static uint32_t count_lines(const RuleCount *count, const MoveTable *table, int32_t from) {
  uint32_t n = 0;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    const Word *line = table->lines + (size_t)i * (size_t)table->words;
    n += table->falls[i] ? count_falling(line, count, table->words) : count_rising(line, count, table->words);
  }
  return n;
}

static uint32_t count_hops(const RuleCount *count, const MoveTable *table, int32_t from) {
  uint32_t n = 0;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    HopSites hop = table->hops[i];
    n += bit_get(count->bits, hop.over) & (!count->stop || bit_get(count->stop, hop.to));
  }
  return n;
}

// Which variant of a rule goes for a piece.
static int32_t variant_of(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  int32_t variant = 0;
  if (!set->n_givens || from >= set->table->n) return 0;
  for (int i = 0; i < set->n_givens; i++) {
    const Word **given = &asker->givens[set->givens[i]];
    if (!*given) *given = site_test_bits(x, &x->tests[asker->sets->givens[set->givens[i]]]);
    variant |= (int32_t)bit_get(*given, from) << i;
  }
  return variant;
}

static uint32_t count_rule(Position *x, SetAsker *asker, const MoveRule *set, int32_t from) {
  RuleCount *count = &asker->counts[set->number + variant_of(x, asker, set, from)];
  if (set->by_from || count->way == COUNT_UNKNOWN) {
    int32_t old = x->slots[SLOT_FROM];
    x->slots[SLOT_FROM] = from;
    *count = count_way(x, asker, set);
    x->slots[SLOT_FROM] = old;
  }
  if (set->way != WAY_OTHER && from >= set->table->n) return 0;
  switch ((CountWay)count->way) {
    case COUNT_UNKNOWN:
    case COUNT_NONE: return 0;
    case COUNT_ALL: return (uint32_t)(set->table->first[from + 1] - set->table->first[from]);
    case COUNT_STEPS: return count_steps(set->table, count->bits, from);
    case COUNT_SLIDES: return count_slides(x, count, set, from);
    case COUNT_LINES: return count_lines(count, set->table, from);
    case COUNT_HOPS: return count_hops(count, set->table, from);
    case COUNT_ASKING: break;
  }
  return list_asking(x, asker, set, from);
}

void sets_begin_counting(Position *x, SetAsker *asker) {
  size_t size = (size_t)asker->sets->n_rules * sizeof *asker->counts;
  asker->counts = position_scratch(x, size);
  memset(asker->counts, 0, size);
  size = (size_t)asker->sets->n_givens * sizeof *asker->givens;
  asker->givens = position_scratch(x, size);
  memset(asker->givens, 0, size);
}

// The shares of one piece. Most are steps on a board of few sites.
static SetShare *count_piece(Position *x, SetAsker *asker, const PieceMoves *piece, int32_t from, SetShare *share) {
  const RuleCount *counts = asker->counts;
  for (int i = 0; i < piece->n; i++) {
    const MoveRule *rule = &piece->sets[i];
    const RuleCount *count = &counts[rule->number];
    uint32_t first = moves_mark(x), n = count->way == COUNT_STEPS && from < count->small
                                            ? (uint32_t)word_count(count->targets[from] & count->bits[0])
                                            : count_rule(x, asker, rule, from);
    if (n) *share++ = (SetShare){.rule = rule, .from = from, .n = n, .first = first, .made = moves_mark(x) > first};
  }
  return share;
}

void sets_count(Position *x, SetAsker *asker, SiteType type, const Word *sites, SetShares *shares) {
  FlatKinds kinds = flat_kinds(x, type);
  FOR_BITS(from, sites, x->words) {
    const PieceMoves *piece = &asker->pieces[kind_at(kinds, from)];
    if (!piece->n) continue;
    while (shares->cap - shares->n < (size_t)piece->n)
      shares->at = vec_grow(shares->at, &shares->cap, sizeof *shares->at);
    shares->n = (size_t)(count_piece(x, asker, piece, from, shares->at + shares->n) - shares->at);
  }
}

static void push_step(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, uint32_t number) {
  const MoveTable *table = set->table;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    int32_t to = table->ways[i];
    if (!holds(x, asker, set->to_check, to) || number-- > 0) continue;
    push_move(x, asker, set, from, to);
    if (set->n_thens) add_thens(x, set, NULL, &(uint32_t){0});
    return;
  }
}

static void push_slide(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, uint32_t number) {
  const MoveTable *table = set->table;
  uint32_t mark = moves_mark(x);
  for (int32_t i = table->first[from]; i < table->first[from + 1] && moves_mark(x) == mark; i++) {
    SiteList line = topo_radial(x->game->board, set->type, table->ways[i]);
    number -= follow_slide(x, asker, set, line, number);
  }
}

static void push_one_hop(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, uint32_t number) {
  const MoveTable *table = set->table;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    SiteList line = topo_radial(x->game->board, set->type, table->ways[i]);
    if (!may_hop(x, asker, set, line) || number-- > 0) continue;
    push_hop(x, set, from, line);
    return;
  }
}

void sets_push(Position *x, SetAsker *asker, const SetShare *share, uint32_t i) {
  assert(i < share->n);
  const MoveRule *set = share->rule;
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO], between = x->slots[SLOT_BETWEEN],
          level = x->slots[SLOT_LEVEL];
  x->slots[SLOT_FROM] = share->from;
  x->slots[SLOT_LEVEL] = 0;
  if (share->made) {
    Move made = x->moves.at[share->first + i];
    VEC_PUSH(&x->moves, made);
  } else if (set->way == WAY_STEP) {
    push_step(x, asker, set, share->from, i);
  } else if (set->way == WAY_HOP) {
    push_one_hop(x, asker, set, share->from, i);
  } else {
    push_slide(x, asker, set, share->from, i);
  }
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_LEVEL] = level;
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_BETWEEN] = between;
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

static bool hops_answer(Position *x, SetAsker *asker, const MoveRule *set, int32_t from, int32_t wanted) {
  const MoveTable *table = set->table;
  for (int32_t i = table->first[from]; i < table->first[from + 1]; i++) {
    SiteList line = topo_radial(x->game->board, set->type, table->ways[i]);
    if ((wanted < 0 || line.at[2] == wanted) && may_hop(x, asker, set, line)) return true;
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
  return set->way == WAY_STEP    ? steps_answer(x, asker, set, from, query->to)
         : set->way == WAY_SLIDE ? slides_answer(x, asker, set, from, query->to)
                                 : hops_answer(x, asker, set, from, query->to);
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
