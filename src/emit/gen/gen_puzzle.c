// The moves of deduction puzzles: setting a site to a value that keeps to the constraints, and crossing values out or
// in. Lists of sites say which values are left for each; other constraints are tested on a state of their own.
#include "emit/emit_internal.h"

// Constraints, all of which must hold: numbers of lists, and instructions that are not made of lists.
typedef struct Constraints {
  VEC(int32_t) lists;
  VEC(int32_t) others;
} Constraints;

static void take_apart(Emitter *e, int32_t ref, Constraints *out) {
  const Ins *in = emit_ins(e, ref);
  int first, n;
  for (int i = 0; i < in->n && in->op == OP_AND; i++) take_apart(e, in->a[i], out);
  if (in->op == OP_AND) return;
  if (!emit_puzzle_lists(e, in, &first, &n)) VEC_PUSH(&out->others, ref);
  for (int i = 0; i < n; i++) VEC_PUSH(&out->lists, first + i);
}

// By site: where the places of its lists begin in the other table, which has them by their order in `lists`.
static void lists_by_site(Emitter *e, const Constraints *c, const char **starts, const char **places) {
  int sites = emit_sites(e, e->game->site_type);
  int32_t *first = arena_alloc(e->arena, ((size_t)sites + 1) * sizeof *first);
  VEC(int32_t) all = {0};
  for (int site = 0; site < sites; site++) {
    first[site] = (int32_t)all.n;
    for (size_t l = 0; l < c->lists.n; l++) {
      const int32_t *at;
      int n;
      emit_puzzle_list(e, c->lists.at[l], &at, &n);
      for (int i = 0; i < n; i++) {
        if (at[i] == site) VEC_PUSH(&all, (int32_t)l);
      }
    }
  }
  first[sites] = (int32_t)all.n;
  *starts = emit_int_table(e, first, sites + 1);
  *places = emit_int_table(e, all.at, (int)all.n);
  VEC_FREE(&all);
}

// Facts about every list, and how many of those with a site in them are broken.
static void look_at_lists(Emitter *e, const Constraints *c) {
  int n = (int)c->lists.n;
  const char *numbers = emit_int_table(e, c->lists.at, n);
  emit_line(e, "Facts facts[%d];", MAX(n, 1));
  emit_line(e, "int all_broken = 0;");
  emit_line(e, "u8 broken[%d] = {0};", emit_sites(e, e->game->site_type));
  emit_open(e, "for (int k = 0; k < %d; k++)", n);
  emit_line(e, "look_at(%s, %s[k], &facts[k]);", e->at.s, numbers);
  emit_line(e, "if (!facts[k].broken) continue;");
  emit_line(e, "all_broken++;");
  emit_line(e, "for (int i = LISTS[%s[k]].at; i < LISTS[%s[k]].end; i++) broken[LIST_SITES[i]]++;", numbers, numbers);
  emit_close(e);
}

static void values_left(Emitter *e, const Constraints *c, const char *site) {
  const char *starts, *places, *numbers = emit_int_table(e, c->lists.at, (int)c->lists.n);
  emit_line(e, "u64 left = ~0ull;");
  if (!c->lists.n) return;
  lists_by_site(e, c, &starts, &places);
  emit_line(e, "if (broken[%s] < all_broken) left = 0;", site);
  emit_line(e, "for (int k = %s[%s]; k < %s[%s + 1] && left; k++) left &= leaves(%s, %s[%s[k]], &facts[%s[k]], %s);",
            starts, site, starts, site, e->at.s, numbers, places, places, site);
}

// A value is tried where there are constraints that lists do not say.
static void try_value(Emitter *e, const Constraints *c, SiteType type, const char *site) {
  Context old = e->at;
  if (!c->others.n) return;
  emit_line(e, "trial->values%d[%s] = 1ull << v & %s;", type, site, emit_puzzle_mask(e, type));
  emit_line(e, "trial->made = %s->made; trial->history = %s->history;", e->at.s, e->at.s);
  emit_line(e, "record(trial, 1, %s, %s, 0);", site, site);
  emit_line(e, "int good = 1;");
  e->at.s = "trial";
  for (int i = 0; i < SLOT_COUNT; i++) e->at.slot[i] = code_const(e, GAME_OFF);
  for (size_t i = 0; i < c->others.n; i++) {
    emit_open(e, "if (good)");
    emit_line(e, "good = !!(%s);", emit_cond(e, c->others.at[i]));
    emit_close(e);
  }
  e->at = old;
  emit_line(e, "trial->values%d[%s] = now;", type, site);
}

static void choices_of_site(Emitter *e, const Ins *in, Ref ref, const Constraints *c, SiteType type, const char *site) {
  emit_line(e, "const u64 now = %s->values%d[%s];", e->at.s, type, site);
  values_left(e, c, site);
  emit_open(e, "for (int v = %d; v <= %d; v++)", in->a[A_SATISFY_MIN], in->a[A_SATISFY_MAX]);
  e->at.in_loop = true;
  e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = code_site(e, site, type);
  e->at.what = code_of("v", in->a[A_SATISFY_MIN], in->a[A_SATISFY_MAX]);
  e->at.variant = 0;
  emit_open(e, "if (left >> v & 1)");
  try_value(e, c, type, site);
  if (c->others.n) emit_open(e, "if (good)");
  emit_leaf(e, in, ref, false);
  if (c->others.n) emit_close(e);
  emit_close(e);
  e->at.variant = 1;
  emit_open(e, "if (now != 1ull << v)");
  emit_leaf(e, in, ref, false);
  emit_close(e);
  emit_close(e);
}

static void op_satisfy(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  Constraints c = {0};
  SiteType type = emit_type(e, in->a[A_SATISFY_TYPE]);
  if (!emit_is_puzzle(e)) emit_fail(e, "deduction puzzles with other moves");
  if (type != e->game->site_type || !emit_kept(e, type)) emit_fail(e, "deduction puzzles on several types of sites");
  if (in->a[A_SATISFY_MIN] < 0 || in->a[A_SATISFY_MAX] > 63) emit_fail(e, "deduction puzzles of more than 64 values");
  if (e->why) return;
  take_apart(e, in->a[A_SATISFY_IF], &c);
  if (!e->why) {
    const char *sites = emit_text(e, "(%s & %s)", emit_region(e, in->a[A_SATISFY_SITES]), emit_board_mask(e, type));
    emit_open(e, "%s", "");
    if (c.lists.n) look_at_lists(e, &c);
    if (c.others.n) emit_line(e, "S trial_, *trial = &trial_; try_state(trial, %s);", e->at.s);
    choices_of_site(e, in, ref, &c, type, emit_for_sites(e, sites, type));
    emit_close(e);
    emit_close(e);
  }
  VEC_FREE(&c.lists);
  VEC_FREE(&c.others);
  e->at = old;
}

static void acts_satisfy(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  SiteType type = emit_type(e, in->a[A_SATISFY_TYPE]);
  const char *to = e->at.slot[SLOT_TO].text;
  emit_line(e, "s->values%d[%s] = (%s1ull << %s) & %s;", type, to,
            e->at.variant ? emit_text(e, "s->values%d[%s] ^ ", type, to) : "", e->at.what.text,
            emit_puzzle_mask(e, type));
}

const EmitRow emit_satisfy_rows[] = {
    {OP_SATISFY, .as_moves = op_satisfy, .as_acts = acts_satisfy},
    {0},
};
