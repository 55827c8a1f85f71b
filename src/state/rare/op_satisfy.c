// The moves of deduction puzzles: values that keep to the constraints. Most constraints are lists of sites: those with
// a site in them say which values are left for it, and a list that is broken elsewhere stays broken. For other
// constraints a value is tried by setting it.
#include "state/block/site.h"
#include "state/rare/puzzle.h"
#include "state/run/op_functions.h"

// A list with some site in it.
typedef struct Link {
  PuzzleList list;
  int32_t next;  // the next one with that site, or -1
} Link;

typedef struct Trial {
  SiteType type;
  int32_t *heads;   // by site, into links
  int32_t *broken;  // by site: lists with it that do not fit as things are
  int32_t all_broken;
  Link *links;
  int32_t n_links;
  const int32_t *items;  // all constraints
  int n_items;
  bool others;  // there are some that are not made of lists
} Trial;

// All of them must hold, however they are nested: those that are not themselves made of several. Returns how many
// there are; out may be NULL.
static int list_items(const Position *x, int32_t constraint, int32_t *out) {
  const Ins *in = position_ins(x, constraint);
  if (in->op != OP_AND) {
    if (out) *out = constraint;
    return 1;
  }
  int n = 0;
  for (int i = 0; i < in->n; i++) n += list_items(x, in->a[i], out ? out + n : NULL);
  return n;
}

static void find_items(Position *x, Trial *trial, int32_t constraints) {
  trial->n_items = list_items(x, constraints, NULL);
  int32_t *items = position_scratch(x, (size_t)trial->n_items * sizeof *items);
  list_items(x, constraints, items);
  trial->items = items;
}

static bool is_linked(const Position *x, const Trial *trial, const Ins *in) {
  return puzzle_is_by_list(x, in) && x_type(x, in->a[A_VALUES_DIFFER_TYPE]) == trial->type;
}

static size_t count_links(Position *x, const Trial *trial) {
  size_t n = 0;
  for (int i = 0; i < trial->n_items; i++) {
    const Ins *in = position_ins(x, trial->items[i]);
    if (!is_linked(x, trial, in)) continue;
    for (int l = -1; l < puzzle_count_lists(in); l++) n += (size_t)puzzle_list(x, in, l).sites.n;
  }
  return n;
}

static void link_list(Position *x, Trial *trial, PuzzleList list) {
  bool broken = !puzzle_list_holds(x, &list);
  trial->all_broken += broken;
  for (int i = 0; i < list.sites.n; i++) {
    int32_t site = list.sites.at[i];
    if (!site_valid(x, trial->type, site)) continue;
    trial->broken[site] += broken;
    trial->links[trial->n_links] = (Link){list, trial->heads[site]};
    trial->heads[site] = trial->n_links++;
  }
}

static void link_lists(Position *x, Trial *trial, const Ins *in) {
  for (int l = in->a[A_VALUES_DIFFER_REGION] ? -1 : 0; l < puzzle_count_lists(in); l++) {
    link_list(x, trial, puzzle_list(x, in, l));
  }
}

static void link_sites(Position *x, Trial *trial) {
  int32_t n = x->game->sites[trial->type];
  trial->heads = position_scratch(x, (size_t)n * sizeof *trial->heads);
  trial->broken = position_scratch(x, (size_t)n * sizeof *trial->broken);
  for (int32_t i = 0; i < n; i++) {
    trial->heads[i] = -1;
    trial->broken[i] = 0;
  }
  trial->links = position_scratch(x, count_links(x, trial) * sizeof *trial->links);
  for (int i = 0; i < trial->n_items; i++) {
    const Ins *in = position_ins(x, trial->items[i]);
    if (is_linked(x, trial, in)) link_lists(x, trial, in);
    else trial->others = true;
  }
}

// The values that the lists leave a site.
static ValueSet values_left(Position *x, const Trial *trial, int32_t site) {
  ValueSet left = values_below(PUZZLE_VALUES_MAX);
  if (trial->broken[site] < trial->all_broken) return (ValueSet){0};
  for (int32_t k = trial->heads[site]; k >= 0; k = trial->links[k].next) {
    left = values_and(left, puzzle_list_leaves(x, &trial->links[k].list, site));
  }
  return left;
}

static bool others_hold(Position *x, const Trial *trial) {
  for (int i = 0; i < trial->n_items; i++) {
    bool linked = is_linked(x, trial, position_ins(x, trial->items[i]));
    if (!linked && !x_int(x, trial->items[i])) return false;
  }
  return true;
}

static void push_choice(Position *x, ActionKind kind, SiteType type, int32_t site, int32_t value) {
  Action action = action_make(kind);
  action.type_to = (int8_t)type;
  action.to = (int16_t)site;
  action.value = value;
  action.flags = ACTION_DECISION;
  move_push(x, action, site, site)->mover = 1;
  move_share(x);
}

static void offer_value(Position *x, const Trial *trial, int32_t site, int32_t value) {
  push_choice(x, ACT_PUZZLE_SET, trial->type, site, value);
  if (!trial->others) return;
  Move move = VEC_LAST(&x->moves);
  Savepoint before = savepoint_move(x, &move);
  bool good = others_hold(x, trial);
  savepoint_rollback(x, &before);
  if (!good) moves_drop(x, moves_mark(x) - 1);
}

void op_SATISFY(Position *x, const Ins *in) {
  Trial trial = {.type = x_type(x, in->a[A_SATISFY_TYPE])};
  ScratchMark scratch = position_mark(x);
  const Word *sites = x_region(x, in->a[A_SATISFY_SITES]);
  find_items(x, &trial, in->a[A_SATISFY_IF]);
  link_sites(x, &trial);
  FOR_BITS(site, sites, x->words) {
    if (!site_valid(x, trial.type, site)) break;  // regions may speak of sites of other types
    int32_t only = values_single(puzzle_values(x, trial.type, site));
    ValueSet left = values_left(x, &trial, site);
    for (int32_t value = in->a[A_SATISFY_MIN]; value <= in->a[A_SATISFY_MAX] && position_step(x); value++) {
      if (values_has(left, value)) offer_value(x, &trial, site, value);
      if (only != value) push_choice(x, ACT_PUZZLE_TOGGLE, trial.type, site, value);
    }
  }
  position_release(x, scratch);
}
