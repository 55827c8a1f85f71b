// The moves of deduction puzzles: values that keep to the constraints. A value is tried by setting it. Of the lists
// whose values must fit, only those with the site in them can change: these are looked at again, and a list that is
// broken elsewhere stays broken.
#include "state/block/site.h"
#include "state/rare/puzzle.h"
#include "state/run/op_functions.h"

// A list with some site in it.
typedef struct Link {
  const Ins *in;
  int list;
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
  return puzzle_is_by_list(in) && x_type(x, in->a[A_VALUES_DIFFER_TYPE]) == trial->type;
}

static int32_t count_links(const Position *x, const Trial *trial) {
  int32_t n = 0;
  for (int i = 0; i < trial->n_items; i++) {
    const Ins *in = position_ins(x, trial->items[i]);
    if (!is_linked(x, trial, in)) continue;
    for (int l = PUZZLE_LISTS; l < in->n; l++) n += x->program->arrays[in->a[l]].n;
  }
  return n;
}

static void link_list(Position *x, Trial *trial, const Ins *in, int list) {
  const RulesArray *sites = &x->program->arrays[in->a[list]];
  bool broken = !puzzle_list_holds(x, in, list);
  trial->all_broken += broken;
  for (int i = 0; i < sites->n; i++) {
    if (!site_valid(x, trial->type, sites->at[i])) continue;
    trial->broken[sites->at[i]] += broken;
    trial->links[trial->n_links] = (Link){in, list, trial->heads[sites->at[i]]};
    trial->heads[sites->at[i]] = trial->n_links++;
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
  trial->links = position_scratch(x, (size_t)count_links(x, trial) * sizeof *trial->links);
  for (int i = 0; i < trial->n_items; i++) {
    const Ins *in = position_ins(x, trial->items[i]);
    if (!is_linked(x, trial, in)) continue;
    for (int l = PUZZLE_LISTS; l < in->n; l++) link_list(x, trial, in, l);
  }
}

static bool lists_hold(Position *x, const Trial *trial, int32_t site) {
  for (int32_t k = trial->heads[site]; k >= 0; k = trial->links[k].next) {
    if (!puzzle_list_holds(x, trial->links[k].in, trial->links[k].list)) return false;
  }
  return true;
}

static bool others_hold(Position *x, const Trial *trial) {
  for (int i = 0; i < trial->n_items; i++) {
    bool linked = is_linked(x, trial, position_ins(x, trial->items[i]));
    if (!linked && !x_int(x, trial->items[i])) return false;
  }
  return true;
}

static bool constraints_hold(Position *x, const Trial *trial, int32_t site) {
  return lists_hold(x, trial, site) && others_hold(x, trial);
}

static void push_choice(Position *x, ActionKind kind, SiteType type, int32_t site, int32_t value) {
  Action action = action_make(kind);
  action.type_to = (int8_t)type;
  action.to = (int16_t)site;
  action.value = value;
  action.flags = ACTION_DECISION;
  move_push(x, action, site, site)->mover = 1;
}

static void offer_value(Position *x, const Trial *trial, int32_t site, int32_t value) {
  if (trial->broken[site] < trial->all_broken) return;
  push_choice(x, ACT_PUZZLE_SET, trial->type, site, value);
  Move move = VEC_LAST(&x->moves);
  Savepoint before = savepoint_move(x, &move);
  bool good = constraints_hold(x, trial, site);
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
    for (int32_t value = in->a[A_SATISFY_MIN]; value <= in->a[A_SATISFY_MAX] && position_step(x); value++) {
      offer_value(x, &trial, site, value);
      if (only != value) push_choice(x, ACT_PUZZLE_TOGGLE, trial.type, site, value);
    }
  }
  position_release(x, scratch);
}
