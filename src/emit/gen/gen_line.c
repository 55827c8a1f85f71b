// Moves along lines and between sites: slides, hops, leaps, shots, moves between regions, selections.
#include "emit/emit_internal.h"

#include "rules/effects.h"

// A condition on a site as a slot runs over sites: a set where that can be said, otherwise an expression.
typedef struct Test {
  int32_t cond;  // 0: none
  Slot slot;
  const char *set;  // NULL: evaluated site by site
} Test;

static Test test_begin(Emitter *e, int32_t cond, Slot slot, SiteType type) {
  Test test = {.cond = cond, .slot = slot};
  if (!cond) return test;
  test.set = emit_set(e, cond, slot, type);
  if (test.set) test.set = emit_asked_set(e, test.set);
  return test;
}

// The condition for the site the slot is set to.
static const char *test_at(Emitter *e, const Test *test, Code site) {
  if (!test->cond) return "1";
  if (test->set) return emit_asked(e, test->set, site);
  Code old = e->at.slot[test->slot];
  int32_t what = e->at.from_what;
  e->at.slot[test->slot] = site;
  const char *text = emit_cond(e, test->cond);
  e->at.slot[test->slot] = old;
  e->at.from_what = what;
  return text;
}

static bool reads(const Emitter *e, int32_t ref, Slot slot) { return ref && emit_reads_slot(e, ref, slot); }

// ---- slides -------------------------------------------------------------------------------------

typedef struct Line {
  const Ins *in;
  Ref ref;
  SiteType type;
  Code from;
  Code min, max;
  Test go, stop;
  bool leaves;  // something on its way
} Line;

// The same on large boards: the sites are found one after another, or so many of them first.
static const char *begin_ways(Emitter *e, const Ways *ways, const char *from, const char **step, const char **ray,
                              const char **length, const char *most) {
  const char *next = emit_open_ways(e, ways, &e->ray_number);
  if (step) {
    const char *to = emit_name(e, "at");
    *step = emit_name(e, "k");
    emit_open(e, "for (int %s = 0, %s = %s[%s]; %s >= 0; %s++, %s = %s[%s])", *step, to, next, from, to, *step, to,
              next, to);
    return to;
  }
  *ray = emit_name(e, "ray");
  *length = emit_name(e, "len");
  emit_line(e, "i16 %s[LONGEST%d];", *ray, ways->type);
  emit_line(e, "const int %s = along(%s, %s, %s, %s);", *length, next, from, *ray, most);
  return NULL;
}

// Opens the loops over the radials of a site and their sites; closed by two emit_close. Where only radials are gone
// through, `most` sites of each are looked at.
static const char *begin_rays(Emitter *e, SiteType type, const DirList *dirs, const char *from, const char **step,
                              const char **ray, const char **length, const char *most) {
  Ways ways;
  if (emit_ways(e, type, dirs, false, &ways)) {
    if (!most) most = emit_text(e, "LONGEST%d", type);
    return begin_ways(e, &ways, from, step, ray, length, most);
  }
  const char *table = emit_rays(e, type, dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n"), *i = emit_name(e, "k");
  e->ray_number = n;
  const char *len = emit_name(e, "len"), *to = emit_name(e, "at");
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, from);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, len, n, n, q, len);
  emit_line(e, "%s = *%s++;", len, q);
  *ray = q;
  *length = len;
  if (!step) return NULL;
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", i, i, len, i);
  emit_line(e, "const int %s = %s[%s];", to, q, i);
  *step = i;
  return to;
}

// Whether the sites where it goes on and stops are sets that can be joined with others.
static bool has_sets(const Line *l) { return (!l->go.cond || l->go.set) && (!l->stop.cond || l->stop.set); }

static bool is_limited(const Emitter *e, const Line *l) {
  return !l->max.known || l->max.value < emit_board_sites(e, l->type) || !l->min.known || l->min.value > 1;
}

// Whether there is a slide to one site: nothing on the way between, and an end that will do. False: not known here.
static bool slide_to_one(Emitter *e, const Line *l, const DirList *dirs) {
  if (!has_sets(l) || is_limited(e, l) || l->in->a[A_SLIDE_IF]) return false;
  const char *between = emit_between(e, l->type, dirs);
  if (!between) return false;
  const char *only = e->at.only, *go = l->go.cond ? l->go.set : emit_text(e, "%s->empty%d", e->at.s, l->type);
  const char *stop = l->stop.cond ? l->stop.set : "NONE";
  emit_open(e, "if (!(%s[%s * %d + %s] & ~(%s & ~%s)) && r_has(%s | %s, %s))", between, only,
            emit_board_sites(e, l->type), l->from.text, go, stop, go, stop, only);
  e->at.slot[SLOT_TO] = code_site(e, only, l->type);
  emit_leaf(e, l->in, l->ref, false);
  emit_close(e);
  return true;
}

// On boards of one word.
static void slide_by_word(Emitter *e, const RaySets *rays, const char *from, const char *free, const char *end,
                          const char *to) {
  emit_line(e, "u64 %s = 0;", to);
  for (int k = 0; k < rays->ups; k++)
    emit_line(e, "{ const u64 ray = %s[%s * %d + %d], b = ray & ~%s; %s |= ray & ((b - 1 & ~b) | (b & -b & %s)); }",
              rays->up, from, rays->each, k, free, to, end);
  for (int k = 0; k < rays->downs; k++)
    emit_line(e,
              "{ const u64 ray = %s[%s * %d + %d], b = (ray & ~%s) | 1, h = 1ull << (63 - __builtin_clzll(b)); %s |= "
              "ray & (-h ^ h | (h & %s)); }",
              rays->down, from, rays->each, k, free, to, end);
}

// Whether there is any slide: one step is enough.
static bool slide_exists(Emitter *e, const Line *l, const DirList *dirs) {
  if (!has_sets(l) || is_limited(e, l) || l->in->a[A_SLIDE_IF] || !emit_only_found(e) || e->at.only || dirs->var ||
      e->shared)
    return false;
  const char *go = l->go.cond ? l->go.set : emit_text(e, "%s->empty%d", e->at.s, l->type);
  const char *steps = emit_steps(e, l->type, dirs, NULL);
  emit_leaf_set(e, l->in, l->ref,
                emit_text(e, l->stop.cond ? "%s[%s] & (%s | %s)" : "%s[%s] & %s", steps, l->from.text, go, l->stop.set),
                0);
  return true;
}

// All slides of a piece as one set: along each radial up to the first site that stops, which is the lowest or the
// highest of the set of those that do.
static bool slide_as_set(Emitter *e, const DirList *dirs, const Line *l) {
  RaySets rays;
  if (e->shared || !has_sets(l) || is_limited(e, l) || l->in->a[A_SLIDE_IF]) return false;
  const char *go = l->go.cond ? l->go.set : emit_text(e, "%s->empty%d", e->at.s, l->type);
  const char *stop = l->stop.cond ? l->stop.set : "NONE", *to = emit_name(e, "to"), *from = l->from.text;
  const char *free = emit_name(e, "free"), *end = emit_name(e, "end");
  const char *all = emit_slide_set(e, l->type, dirs, from, free, l->stop.cond ? end : NULL);
  if (!all && !emit_ray_sets(e, l->type, dirs, &rays)) return false;
  emit_line(e, "const R %s = %s & ~%s, %s = %s | %s;", free, go, stop, end, go, stop);
  if (all) emit_line(e, "const R %s = %s;", to, all);
  else slide_by_word(e, &rays, from, free, end, to);
  emit_leaf_bunch(e, l->in, l->ref, to, l->type);
  return true;
}

static void slide_along(Emitter *e, const DirList *dirs, Line *l);

static void slide_rays(Emitter *e, const DirList *dirs, void *self) {
  Line *l = self;
  Context old = e->at;
  if (l->leaves && dirs->var) emit_fail(e, "SLIDE that leaves something on its way");
  if (e->at.sink != SINK_FOUND || !e->at.only || dirs->var) {
    // Of effects only the first moves the piece, and that is the first along the lines.
    bool in_order = dirs->var || l->leaves || e->at.sink == SINK_ACTS;
    if (!slide_exists(e, l, dirs) && (in_order || !slide_as_set(e, dirs, l))) slide_along(e, dirs, l);
    e->at = old;
    return;
  }
  Ways ways;
  if (emit_near_covers(e, l->from)) emit_near_rays(e, l->type, dirs);
  if (emit_ways(e, l->type, dirs, false, &ways)) {
    slide_along(e, dirs, l);
    e->at = old;
    return;
  }
  const char *reach = emit_reach(e, l->type, dirs);
  emit_open(e, "if (r_has(%s[%s], %s))", reach, l->from.text, e->at.only);
  if (!slide_to_one(e, l, dirs)) slide_along(e, dirs, l);
  emit_close(e);
  e->at = old;
}

static void slide_along(Emitter *e, const DirList *dirs, Line *l) {
  const int32_t *a = l->in->a;
  const char *step, *ray, *length;
  Context old = e->at;
  const char *to = begin_rays(e, l->type, dirs, l->from.text, &step, &ray, &length, NULL), *number = e->ray_number;
  e->at.in_loop = true;
  Code site = code_site(e, to, l->type);
  e->at.slot[SLOT_TO] = site;
  // Which of the radials it is, counted from the last one.
  if (l->leaves) e->at.hurdles = code_of(number, 1, 1000);
  bool limited = !l->max.known || l->max.value < emit_board_sites(e, l->type),
       least = !l->min.known || l->min.value > 1;
  if (limited) emit_line(e, "if (%s >= %s) break;", step, l->max.text);
  const char *far = least ? emit_text(e, "%s + 1 >= %s", step, l->min.text) : "1";
  bool check = a[A_SLIDE_IF];
  if (l->stop.cond) {
    const char *stops = test_at(e, &l->stop, site);
    emit_open(e, least ? "if (%s && %s)" : "if (%s)", stops, far);
    if (check) emit_open(e, "if (%s)", emit_cond(e, a[A_SLIDE_IF]));
    emit_leaf(e, l->in, l->ref, false);
    if (check) emit_close(e);
    emit_line(e, "break;");
    emit_close(e);
  }
  const char *go = l->go.cond ? test_at(e, &l->go, site) : emit_text(e, "r_has(%s->empty%d, %s)", e->at.s, l->type, to);
  emit_line(e, "if (!%s) break;", go);
  if (least) emit_open(e, "if (%s)", far);
  if (check) emit_open(e, "if (%s)", emit_cond(e, a[A_SLIDE_IF]));
  emit_leaf(e, l->in, l->ref, false);
  if (check) emit_close(e);
  if (least) emit_close(e);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static void write_slide(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  Line l = {.in = in, .ref = ref, .type = emit_type(e, a[A_SLIDE_TYPE]), .from = e->at.slot[SLOT_FROM]};
  if (e->stack_bound) emit_fail(e, "stacks");
  if (e->tall && (a[A_SLIDE_LEVEL] || a[A_SLIDE_STACK] == 1) && a[A_SLIDE_EFFECT])
    emit_fail(e, "SLIDE of stacks with an effect");
  l.leaves = a[A_SLIDE_TRAIL] || a[A_SLIDE_BETWEEN];
  if (l.leaves && (emit_stacking(e) || e->layout.on_track)) emit_fail(e, "SLIDE of stacks that leaves something");
  if (reads(e, a[A_SLIDE_EFFECT], SLOT_BETWEEN) || reads(e, a[A_SLIDE_IF], SLOT_BETWEEN) ||
      reads(e, a[A_SLIDE_STOP], SLOT_BETWEEN))
    emit_fail(e, "SLIDE that looks back");
  if (e->why || !emit_open_on_board(e, l.type, &l.from)) return;
  l.min = emit_bind(e, emit_int_or(e, a[A_SLIDE_MIN], -1));
  l.max = emit_bind(e, emit_int_or(e, a[A_SLIDE_MAX], 1000));
  l.max.text = emit_shared_most(e, l.max);
  // The site that is passed is TO as well.
  if (reads(e, a[A_SLIDE_GO], SLOT_TO)) l.go = (Test){.cond = a[A_SLIDE_GO], .slot = SLOT_BETWEEN};
  else l.go = test_begin(e, a[A_SLIDE_GO], SLOT_BETWEEN, l.type);
  l.stop = test_begin(e, a[A_SLIDE_STOP], SLOT_TO, l.type);
  emit_with_dirs(e, a[A_SLIDE_DIRS], l.from, slide_rays, &l);
  emit_close(e);
}

static void op_slide(Emitter *e, const Ins *in, Ref ref) {
  if (!emit_shared_line(e, in, ref, write_slide)) write_slide(e, in, ref);
}

static void move_chosen(Emitter *e, SiteType type) {
  int32_t owner = e->at.from_what > 0 && e->at.chosen && !e->tall ? emit_owner(e, e->at.from_what) : -1;
  const char *from = e->at.slot[SLOT_FROM].text, *to = e->at.slot[SLOT_TO].text;
  if (owner >= 0) emit_line(e, "move%d_%d(s, %s, %s);", type, owner, from, to);
  else emit_line(e, "move%d(s, %s, %s);", type, from, to);
}

typedef struct Passed {
  const Ins *in;
  SiteType type;
  bool trail;
} Passed;

// The sites that a slide passes: an effect on each of them, the last one first; or a trail from the start on.
static void passed_rays(Emitter *e, const DirList *dirs, void *self) {
  const Passed *p = self;
  const char *ray, *length, *steps = emit_name(e, "k"), *i = emit_name(e, "k"), *from = e->at.slot[SLOT_FROM].text,
                            *to = e->at.slot[SLOT_TO].text;
  Context old = e->at;
  begin_rays(e, p->type, dirs, from, NULL, &ray, &length, NULL);
  emit_line(e, "if (%s != %s) continue;", e->ray_number, e->at.hurdles.text);
  emit_line(e, "int %s = 0;", steps);
  emit_line(e, "while (%s < %s && %s[%s] != %s) %s++;", steps, length, ray, steps, to, steps);
  if (p->trail) {
    Code what = emit_bind(e, emit_int(e, p->in->a[A_SLIDE_TRAIL]));
    emit_open(e, "for (int %s = -1; %s < %s; %s++)", i, i, steps, i);
    emit_line(e, "const int at = %s < 0 ? %s : %s[%s];", i, from, ray, i);
    emit_line(e, "if (!r_has(s->empty%d, at)) more%d(s, at, -1); else add%d(s, at, %s, -1);", p->type, p->type, p->type,
              what.text);
    emit_close(e);
  } else {
    emit_open(e, "for (int %s = %s - 1; %s >= 0; %s--)", i, steps, i, i);
    e->at.slot[SLOT_BETWEEN] = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", ray, i), p->type));
    e->at.hurdles = (Code){0};
    e->at.chosen = false;
    emit_effect(e, p->in->a[A_SLIDE_BETWEEN]);
    emit_close(e);
  }
  emit_close(e);
  e->at = old;
}

static void acts_passed(Emitter *e, const Ins *in, bool trail) {
  Passed p = {in, emit_type(e, in->a[A_SLIDE_TYPE]), trail};
  if (!e->at.hurdles.text) emit_fail(e, "SLIDE that leaves something on its way, as an effect");
  if (e->why) return;
  emit_open(e, "%s", "");
  emit_with_dirs(e, in->a[A_SLIDE_DIRS], e->at.slot[SLOT_FROM], passed_rays, &p);
  emit_close(e);
}

static void acts_slide(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  SiteType type = emit_type(e, in->a[A_SLIDE_TYPE]);
  const char *from = e->at.slot[SLOT_FROM].text, *to = e->at.slot[SLOT_TO].text;
  if (e->tall && in->a[A_SLIDE_STACK] == 1) {
    emit_line(e, "move_stack%d(s, %s, %s, -1);", type, from, to);
    return;
  }
  if (e->tall && in->a[A_SLIDE_LEVEL]) {
    emit_line(e, "move_level%d(s, %s, %s, %s);", type, from, emit_int(e, in->a[A_SLIDE_LEVEL]).text, to);
    return;
  }
  int32_t what = e->at.from_what;
  if (in->a[A_SLIDE_BETWEEN]) acts_passed(e, in, false);
  emit_effect(e, in->a[A_SLIDE_EFFECT]);
  if (in->a[A_SLIDE_EFFECT] && emit_ins(e, in->a[A_SLIDE_EFFECT])->op != OP_REMOVE_SITE) e->at.from_what = 0;
  if (in->a[A_SLIDE_BETWEEN]) e->at.from_what = 0;
  move_chosen(e, emit_type(e, in->a[A_SLIDE_TYPE]));
  e->at.from_what = what;
  if (in->a[A_SLIDE_TRAIL]) acts_passed(e, in, true);
}

// ---- hops ---------------------------------------------------------------------------------------

enum { HOP_LANDS, HOP_STOPS };

typedef struct Hop {
  const Ins *in;
  Ref ref;
  SiteType type;
  Code from, before, min, max, after;
  Test hurdle, go;
  const char *sources;  // where pieces stand, when all hop at once
  bool failed;
} Hop;

// Whether a hop passes the site beside it and lands on the one behind.
static bool is_short(const Hop *h) {
  const int32_t *a = h->in->a;
  return h->before.known && !h->before.value && h->min.known && h->min.value == 1 && h->max.known &&
         h->max.value == 1 && h->after.known && !h->after.value && !a[A_HOP_STOP] && !a[A_HOP_STOP_EFFECT];
}

static void hop_next(Emitter *e, Hop *h, const char *ray, const char *length) {
  emit_line(e, "if (%s < 2) continue;", length);
  Code over = code_site(e, emit_text(e, "%s[0]", ray), h->type), to = code_site(e, emit_text(e, "%s[1]", ray), h->type);
  over = emit_bind(e, over);
  to = emit_bind(e, to);
  emit_open(e, "if (%s)", test_at(e, &h->hurdle, over));
  e->at.slot[SLOT_BETWEEN] = over;
  emit_open(e, "if (%s)", test_at(e, &h->go, to));
  e->at.slot[SLOT_TO] = to;
  emit_leaf(e, h->in, h->ref, false);
  emit_close(e);
  emit_close(e);
}

// The hurdle begins at place `first` of the radial; it may be cut short, down to the least length.
static void hop_over(Emitter *e, Hop *h, const char *ray, const char *length, const char *first) {
  const int32_t *a = h->in->a;
  const char *size = emit_name(e, "size"), *end = emit_name(e, "end"), *less = emit_name(e, "less"),
             *at = emit_name(e, "k");
  emit_line(e, "int %s = 1, %s = %s + 1;", size, end, first);
  emit_open(e, "for (; %s < %s && %s < %s; %s++, %s++)", end, length, size, h->max.text, end, size);
  Code next = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", ray, end), h->type));
  emit_line(e, "if (!%s) break;", test_at(e, &h->hurdle, next));
  emit_close(e);
  emit_line(e, "if (%s < %s) break;", size, h->min.text);
  emit_open(e, "for (int %s = %s - %s; %s >= 0; %s--)", less, size, h->min.text, less, less);
  emit_open(e, "for (int %s = %s - %s; %s < %s; %s++)", at, end, less, at, length, at);
  Code to = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", ray, at), h->type));
  e->at.slot[SLOT_TO] = to;
  e->at.slot[SLOT_BETWEEN] = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", ray, first), h->type));
  if (a[A_HOP_HURDLE_EFFECT]) e->at.hurdles = code_of(emit_text(e, "(%s - %s)", size, less), 1, 1000);
  emit_open(e, "if (!%s)", test_at(e, &h->go, to));
  if (a[A_HOP_STOP]) {
    emit_open(e, "if (%s)", emit_cond(e, a[A_HOP_STOP]));
    e->at.variant = HOP_STOPS;
    emit_leaf(e, h->in, h->ref, false);
    e->at.variant = HOP_LANDS;
    emit_close(e);
  }
  emit_line(e, "break;");
  emit_close(e);
  if (!a[A_HOP_STOP]) emit_leaf(e, h->in, h->ref, false);
  emit_line(e, "if (%s - %s + 1 > %s - %s) break;", at, end, h->after.text, less);
  emit_close(e);
  emit_close(e);
  emit_line(e, "break;");
}

static void hop_rays(Emitter *e, const DirList *dirs, void *self) {
  Hop *h = self;
  Context old = e->at;
  const char *ray, *length;
  begin_rays(e, h->type, dirs, h->from.text, NULL, &ray, &length, is_short(h) ? "2" : NULL);
  e->at.in_loop = true;
  if (is_short(h)) {
    hop_next(e, h, ray, length);
  } else {
    const char *i = emit_name(e, "k");
    emit_open(e, "for (int %s = 0; %s < %s; %s++)", i, i, length, i);
    Code site = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", ray, i), h->type));
    emit_open(e, "if (%s)", test_at(e, &h->hurdle, site));
    hop_over(e, h, ray, length, i);
    emit_close(e);
    emit_line(e, "if (%s + 1 > %s || !%s) break;", i, h->before.text, test_at(e, &h->go, site));
    emit_close(e);
  }
  emit_close(e);
  e->at = old;
}

// Hops by the same two differences between numbers of sites.
typedef struct HopShift {
  int middle, whole;
  Word *ends;
} HopShift;

enum { HOP_SHIFTS_MAX = 12 };

static HopShift *find_shift(Emitter *e, HopShift *shifts, int *n, int middle, int whole) {
  for (int i = 0; i < *n; i++) {
    if (shifts[i].middle == middle && shifts[i].whole == whole) return &shifts[i];
  }
  if (*n == HOP_SHIFTS_MAX) return NULL;
  size_t words = (size_t)MAX(e->words, e->program->region_words);
  shifts[*n] = (HopShift){middle, whole, arena_zero(e->arena, words * sizeof(Word))};
  return &shifts[(*n)++];
}

static bool find_shifts(Emitter *e, const Hop *h, const DirList *dirs, HopShift *shifts, int *n) {
  for (Site from = 0; from < emit_board_sites(e, h->type); from++) {
    for (int d = 0; d < dirs->n; d++) {
      Radials radials = topo_radials(e->game->board, h->type, from, (Dir)dirs->at[d]);
      for (int r = 0; r < radials.n; r++) {
        SiteList line = topo_radial(e->game->board, h->type, radials.ids[r]);
        if (line.n < 3) continue;
        HopShift *shift = find_shift(e, shifts, n, line.at[1] - from, line.at[2] - from);
        // Two ways to the same end over one site would be two moves.
        if (!shift || bit_get(shift->ends, line.at[2])) return false;
        bit_set(shift->ends, line.at[2]);
      }
    }
  }
  return true;
}

static const char *shift_text(Emitter *e, const char *set, int by) {
  return emit_text(e, by > 0 ? "r_up(%s, %d)" : "r_down(%s, %d)", set, MAX(by, -by));
}

static void hops_by_shifts(Emitter *e, const DirList *dirs, void *self) {
  Hop *h = self;
  HopShift shifts[HOP_SHIFTS_MAX];
  int n = 0;
  h->failed |= dirs->var || !find_shifts(e, h, dirs, shifts, &n);
  for (int i = 0; i < n && !h->failed; i++) {
    Context old = e->at;
    const HopShift *by = &shifts[i];
    const char *over = emit_text(e, "(%s & %s)", shift_text(e, h->sources, by->middle), h->hurdle.set);
    e->at.slot[SLOT_BETWEEN] = code_of(emit_text(e, "to - (%d)", by->whole - by->middle), 0, e->bits - 1);
    emit_leaf_set(e, h->in, h->ref,
                  emit_text(e, "%s & %s & %s", shift_text(e, over, by->whole - by->middle),
                            emit_region_const(e, by->ends), h->go.set),
                  by->whole);
    e->at = old;
  }
}

// Of hurdles and of the ways before and after them, as in the interpreter.
static Code hop_length(Emitter *e, int32_t ref, int32_t otherwise) {
  Code length = emit_bind(e, emit_int_or(e, ref, otherwise));
  if (length.known) return code_const(e, MAX(MIN(length.value, GAME_SITES_MAX), -1));
  if (length.min >= -1 && length.max <= GAME_SITES_MAX) return length;
  const char *text = emit_text(e, "(%s < -1 ? -1 : %s > %d ? %d : %s)", length.text, length.text, GAME_SITES_MAX,
                               GAME_SITES_MAX, length.text);
  return emit_bind(e, code_of(text, -1, GAME_SITES_MAX));
}

bool emit_hops_from_all(Emitter *e, const Ins *in, Ref ref, const char *sources) {
  const int32_t *a = in->a;
  Hop h = {.in = in, .ref = ref, .type = emit_type(e, a[A_HOP_TYPE]), .from = e->at.slot[SLOT_FROM]};
  const Ins *dirs = emit_ins(e, a[A_HOP_DIRS]);
  bool known = dirs->op == OP_DIRS_CONST || (dirs->op == OP_DIRS_FACING && e->at.from_what > 0);
  if (!known || e->stack_bound || !a[A_HOP_HURDLE] || !a[A_HOP_GO] || reads(e, a[A_HOP_HURDLE], SLOT_FROM) ||
      reads(e, a[A_HOP_HURDLE], SLOT_TO) || reads(e, a[A_HOP_GO], SLOT_FROM) || reads(e, a[A_HOP_GO], SLOT_BETWEEN))
    return false;
  h.before = emit_int_or(e, a[A_HOP_BEFORE], 0);
  h.min = emit_int_or(e, a[A_HOP_MIN], 1);
  h.max = emit_int_or(e, a[A_HOP_MAX], 1);
  h.after = emit_int_or(e, a[A_HOP_AFTER], 0);
  if (!is_short(&h)) return false;
  h.hurdle = test_begin(e, a[A_HOP_HURDLE], SLOT_BETWEEN, h.type);
  h.go = test_begin(e, a[A_HOP_GO], SLOT_TO, h.type);
  if (!h.hurdle.set || !h.go.set) return false;
  h.sources = sources;
  emit_with_dirs(e, a[A_HOP_DIRS], h.from, hops_by_shifts, &h);
  return !h.failed && !e->why;
}

// Without a hurdle hops are plain steps.
static void hop_steps(Emitter *e, const DirList *dirs, void *self) {
  Hop *h = self;
  Context old = e->at;
  const char *steps = emit_steps(e, h->type, dirs, NULL);
  const char *to = emit_for_sites(e, emit_text(e, "%s[%s]", steps, h->from.text), h->type);
  e->at.in_loop = true;
  e->at.slot[SLOT_TO] = code_site(e, to, h->type);
  emit_open(e, "if (%s)", test_at(e, &h->go, e->at.slot[SLOT_TO]));
  emit_leaf(e, h->in, h->ref, false);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static void write_hop(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  Hop h = {.in = in, .ref = ref, .type = emit_type(e, a[A_HOP_TYPE]), .from = e->at.slot[SLOT_FROM]};
  if (e->stack_bound) emit_fail(e, "stacks");
  if (e->why || !emit_open_on_board(e, h.type, &h.from)) return;
  h.before = hop_length(e, a[A_HOP_BEFORE], 0);
  h.min = hop_length(e, a[A_HOP_MIN], 1);
  h.max = hop_length(e, a[A_HOP_MAX], 1);
  h.after = hop_length(e, a[A_HOP_AFTER], 0);
  if (h.min.known && h.min.value < 0) emit_fail(e, "HOP of a negative length");
  if (h.min.min <= 0 && a[A_HOP_HURDLE_EFFECT]) emit_fail(e, "HOP over nothing with an effect");
  h.hurdle = test_begin(e, a[A_HOP_HURDLE], SLOT_BETWEEN, h.type);
  if (reads(e, a[A_HOP_GO], SLOT_BETWEEN)) h.go = (Test){.cond = a[A_HOP_GO], .slot = SLOT_TO};
  else h.go = test_begin(e, a[A_HOP_GO], SLOT_TO, h.type);
  if (h.min.min <= 0) {
    if (!h.min.known) emit_open(e, "if (%s == 0)", h.min.text);
    if (!h.min.known || h.min.value == 0) emit_with_dirs(e, a[A_HOP_DIRS], h.from, hop_steps, &h);
    if (!h.min.known) emit_close(e);
  }
  if (!h.max.known) emit_open(e, "if (%s > 0)", h.max.text);
  if (!(h.max.known && h.max.value <= 0)) emit_with_dirs(e, a[A_HOP_DIRS], h.from, hop_rays, &h);
  if (!h.max.known) emit_close(e);
  emit_close(e);
}

static void op_hop(Emitter *e, const Ins *in, Ref ref) {
  if (!emit_shared_line(e, in, ref, write_hop)) write_hop(e, in, ref);
}

// The effect on every hurdle between FROM and TO: they follow the first one along the line.
static void over_hurdles(Emitter *e, const DirList *dirs, void *self) {
  const Ins *in = self;
  Context old = e->at;
  const char *ray, *length, *k = emit_name(e, "k"), *j = emit_name(e, "k"), *h = emit_name(e, "k"), *done = e->at.found;
  begin_rays(e, emit_type(e, in->a[A_HOP_TYPE]), dirs, e->at.slot[SLOT_FROM].text, NULL, &ray, &length, NULL);
  emit_line(e, "int %s = 0, %s = 0;", k, j);
  emit_line(e, "while (%s < %s && %s[%s] != %s) %s++;", k, length, ray, k, e->at.slot[SLOT_BETWEEN].text, k);
  emit_line(e, "for (%s = %s; %s < %s && %s[%s] != %s;) %s++;", j, k, j, length, ray, j, e->at.slot[SLOT_TO].text, j);
  emit_line(e, "if (%s || %s >= %s) continue;", done, j, length);
  emit_line(e, "%s = 1;", done);
  // The effect on the last of them comes first.
  emit_open(e, "for (int %s = %s - 1; %s >= 0; %s--)", h, e->at.hurdles.text, h, h);
  e->at.slot[SLOT_BETWEEN] = emit_bind(e, code_of(emit_text(e, "%s[%s + %s]", ray, k, h), 0, e->bits - 1));
  emit_effect(e, in->a[A_HOP_HURDLE_EFFECT]);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static void acts_hop(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  if (e->at.variant == HOP_LANDS && e->at.hurdles.text) {
    Context old = e->at;
    e->at.found = emit_name(e, "c");
    emit_line(e, "int %s = 0;", e->at.found);
    emit_with_dirs(e, in->a[A_HOP_DIRS], e->at.slot[SLOT_FROM], over_hurdles, (void *)(uintptr_t)in);
    e->at = old;
  } else if (e->at.variant == HOP_LANDS) {
    emit_effect(e, in->a[A_HOP_HURDLE_EFFECT]);
  }
  emit_effect(e, in->a[A_HOP_STOP_EFFECT]);
  bool plain = !in->a[A_HOP_STOP_EFFECT] &&
               (!in->a[A_HOP_HURDLE_EFFECT] || emit_ins(e, in->a[A_HOP_HURDLE_EFFECT])->op == OP_REMOVE_SITE);
  if (!plain) e->at.from_what = 0;
  if (e->tall && in->a[A_HOP_STACK] == 1)
    emit_line(e, "move_stack%d(s, %s, %s, -1);", emit_type(e, in->a[A_HOP_TYPE]), e->at.slot[SLOT_FROM].text,
              e->at.slot[SLOT_TO].text);
  else move_chosen(e, emit_type(e, in->a[A_HOP_TYPE]));
}

// ---- leaps and shots ----------------------------------------------------------------------------

// Leaps by a table say where they can lead.
static void leaps_near(Emitter *e, const Ins *sites, Code from) {
  bool by_site = sites->op == OP_REGION_BY_SITE && emit_ins(e, sites->a[A_REGION_BY_SITE_SITE])->op == OP_SLOT &&
                 emit_ins(e, sites->a[A_REGION_BY_SITE_SITE])->a[A_SLOT_SLOT] == SLOT_FROM;
  if (!by_site || !emit_near_covers(e, from)) return;
  const RulesArray *table = &e->program->arrays[sites->a[A_REGION_BY_SITE_TABLE]];
  for (int i = 0; i < table->n; i++) {
    FOR_BITS(to, e->program->regions[table->at[i]], e->program->region_words) emit_near_pair(e, i, to);
  }
}

// The sites that lie before a piece that faces so, from every site.
static const char *forward_table(Emitter *e, SiteType type, Dir facing) {
  const char *key = emit_text(e, "forward %d %d", type, facing), *table = emit_find_table(e, key);
  if (table) return table;
  size_t words = (size_t)e->program->region_words, n = (size_t)emit_board_sites(e, type);
  Word *all = arena_zero(e->arena, MAX(n, 1) * words * sizeof *all);
  for (size_t from = 0; from < n; from++) {
    for (size_t to = 0; to < n; to++) {
      if (topo_is_forward(&e->game->board->sites[type], facing, (Site)from, (Site)to))
        bit_set(all + from * words, (int)to);
    }
  }
  emit_note_table(e, key, table = emit_region_table(e, all, (int)n));
  return table;
}

static void op_leap_to(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_LEAP_TO_TYPE]);
  Context old = e->at;
  Code from = e->at.slot[SLOT_FROM];
  if (e->stack_bound) emit_fail(e, "stacks");
  if (a[A_LEAP_TO_FORWARD] && e->at.from_what <= 0) emit_fail(e, "LEAP_TO forward of a piece found while playing");
  if (e->why || !emit_open_on_board(e, type, &from)) return;
  e->at.slot[SLOT_FROM] = from;
  const char *sites = emit_region(e, a[A_LEAP_TO_SITES]);
  if (a[A_LEAP_TO_FORWARD] && e->game->components[e->at.from_what].facing >= 0)
    sites = emit_text(e, "(%s & %s[%s])", sites,
                      forward_table(e, type, (Dir)e->game->components[e->at.from_what].facing), from.text);
  leaps_near(e, emit_ins(e, a[A_LEAP_TO_SITES]), from);
  Test test = test_begin(e, a[A_LEAP_TO_IF], SLOT_TO, type);
  if (test.set) sites = emit_text(e, "(%s & %s)", sites, test.set);
  if ((test.set || !test.cond) && emit_only_found(e)) {
    emit_leaf_set(e, in, ref, sites, 0);
  } else {
    const char *to = emit_for_sites(e, sites, type);
    e->at.in_loop = true;
    e->at.slot[SLOT_TO] = code_site(e, to, type);
    if (test.cond && !test.set) emit_open(e, "if (%s)", test_at(e, &test, e->at.slot[SLOT_TO]));
    emit_leaf(e, in, ref, false);
    if (test.cond && !test.set) emit_close(e);
    emit_close(e);
  }
  emit_close(e);
  e->at = old;
}

static void acts_leap_to(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  emit_effect(e, in->a[A_LEAP_TO_EFFECT]);
  if (in->a[A_LEAP_TO_EFFECT]) e->at.from_what = 0;
  move_chosen(e, emit_type(e, in->a[A_LEAP_TO_TYPE]));
}

// All sites that can be shot at, as one set.
static bool shot_as_set(Emitter *e, const DirList *dirs, const Line *l) {
  if (l->go.cond && !l->go.set) return false;
  const char *go = l->go.cond ? l->go.set : emit_text(e, "%s->empty%d", e->at.s, SITE_CELL),
             *free = emit_name(e, "free");
  const char *set = emit_slide_set(e, l->type, dirs, l->from.text, free, NULL);
  if (!set) return false;
  emit_line(e, "const R %s = %s;", free, go);
  e->at.from_what = 0;
  emit_leaf_set(e, l->in, l->ref, set, 0);
  return true;
}

static void shot_rays(Emitter *e, const DirList *dirs, void *self) {
  Line *l = self;
  Context old = e->at;
  if (shot_as_set(e, dirs, l)) {
    e->at = old;
    return;
  }
  const char *step, *ray, *length;
  const char *to = begin_rays(e, l->type, dirs, l->from.text, &step, &ray, &length, NULL);
  e->at.in_loop = true;
  Code site = code_site(e, to, l->type);
  const char *go =
      l->go.cond ? test_at(e, &l->go, site) : emit_text(e, "r_has(%s->empty%d, %s)", e->at.s, SITE_CELL, to);
  emit_line(e, "if (!%s) break;", go);
  e->at.slot[SLOT_TO] = e->at.slot[SLOT_FROM] = site;
  e->at.from_what = 0;
  emit_leaf(e, l->in, l->ref, false);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static void op_shoot(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  Context old = e->at;
  Line l = {.in = in, .ref = ref, .type = emit_type(e, a[A_SHOOT_TYPE])};
  l.from = emit_bind(e, emit_int(e, a[A_SHOOT_FROM]));
  Code what = emit_bind(e, emit_int(e, a[A_SHOOT_WHAT]));
  if (emit_stacking(e)) emit_fail(e, "stacks");
  if (l.type != SITE_CELL && !a[A_SHOOT_TO]) emit_fail(e, "SHOOT on vertices");
  if (!what.known || reads(e, a[A_SHOOT_TO], SLOT_BETWEEN)) emit_fail(e, "SHOOT of a piece found while playing");
  if (what.known && (what.value == 0 || what.value >= e->game->n_components)) emit_fail(e, "SHOOT of no piece");
  if (e->why || what.value < 0 || !emit_open_on_board(e, l.type, &l.from)) return;
  e->at.what = what;
  l.go = test_begin(e, a[A_SHOOT_TO], SLOT_TO, l.type);
  DirList dirs = {.at = {(uint8_t)a[A_SHOOT_DIR]}, .n = 1, .known = true};
  shot_rays(e, &dirs, &l);
  emit_close(e);
  e->at = old;
}

static void acts_shoot(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  SiteType type = emit_type(e, in->a[A_SHOOT_TYPE]);
  const char *to = e->at.slot[SLOT_TO].text;
  int32_t what = e->at.what.value;
  if (in->a[A_SHOOT_TO]) emit_line(e, "if (!r_has(s->empty%d, %s)) more%d(s, %s, -1); else", type, to, type, to);
  emit_line(e, "add%d_%d(s, %s, %d, -1);", type, emit_owner(e, what), to, what);
}

// ---- moves between regions ----------------------------------------------------------------------

// Whether all sites of a region are surely of one type; hands are made of cells.
static bool one_type(Emitter *e, SiteType type) {
  if (!emit_hands_apart(e, type)) return true;
  emit_fail(e, "hands beside a board of vertices or edges");
  return false;
}

// The site that a region is made of, 0 where it may be several.
static int32_t only_site(const Emitter *e, int32_t region) {
  const Ins *in = emit_ins(e, region);
  if (in->op != OP_REGION_OF_INTS) return 0;
  const Ins *list = emit_ins(e, in->a[A_REGION_OF_INTS_VALUES]);
  return list->op == OP_INTS_LIST && list->n == 1 ? list->a[A_INTS_LIST_ITEMS] : 0;
}

// Whether a region is just the site FROM.
static bool is_own_site(const Emitter *e, int32_t region) {
  const Ins *site = emit_ins(e, only_site(e, region));
  return site->op == OP_SLOT && site->a[A_SLOT_SLOT] == SLOT_FROM;
}

// On stacks: what moves depends on what was said about levels and numbers.
static void move_on_stacks(Emitter *e, const Ins *in, SiteType type, Code level_from, Code level_to, Code count) {
  const int32_t *a = in->a;
  const char *from = e->at.slot[SLOT_FROM].text, *to = e->at.slot[SLOT_TO].text;
  bool stack = a[A_FROM_TO_STACK] == 1;
  Code copy = emit_int_or(e, a[A_FROM_TO_COPY], 0);
  if (copy.known && copy.value) {  // the lowest or the top
    emit_line(e, "copy_level%d(s, %s, %s, %s);", type, from, to,
              stack ? "0" : emit_text(e, "s->height%d[%s] - 1", type, from));
  } else if (a[A_FROM_TO_LEVEL_TO] && stack) {
    emit_line(e, "move_stack%d(s, %s, %s, %s);", type, from, to, level_to.text);
  } else if (a[A_FROM_TO_LEVEL_TO]) {
    emit_line(e, "if (%s >= 0) move_under%d(s, %s, %s, %s, %s);", level_to.text, type, from, level_from.text, to,
              level_to.text);
    emit_line(e, "else move_level%d(s, %s, %s, %s);", type, from, level_from.text, to);
  } else if (a[A_FROM_TO_LEVEL_FROM]) {
    emit_line(e, "move_level%d(s, %s, %s, %s);", type, from, level_from.text, to);
  } else if (a[A_FROM_TO_COUNT]) {
    emit_line(e, "move_top%d(s, %s, %s, %s);", type, from, to, count.text);
  } else {
    emit_line(e, stack ? "move_stack%d(s, %s, %s, -1);" : "move%d(s, %s, %s);", type, from, to);
  }
}

// Whether a piece can go from one type of sites to another: with what it carries, but one by one.
static bool may_cross(const Emitter *e, const Ins *in, SiteType from, SiteType to) {
  bool hidden = e->layout.sites[from].hidden || e->layout.sites[to].hidden;
  return !hidden && !emit_stacking(e) && !e->layout.on_track && !in->a[A_FROM_TO_COUNT] && !in->a[A_FROM_TO_COPY];
}

// A function that moves a piece from one type of sites to another.
static const char *cross_function(Emitter *e, int a, int b) {
  const char *name = emit_text(e, "cross%d_%d", a, b), *made = emit_find_table(e, name);
  const SiteLayout *from = &e->layout.sites[a], *to = &e->layout.sites[b];
  if (made) return made;
  Text *outer = e->out, body = {0};
  Context old = e->at;
  int indent = e->indent;
  e->out = &body;
  e->indent = 0;
  e->at.s = "s";
  text_printf(&e->prototypes, "static void %s(S *s, int from, int to);\n", name);
  emit_open(e, "static void %s(S *s, int from, int to)", name);
  emit_line(e, "const int what = %s;", emit_what(e, (SiteType)a, code_site(e, "from", (SiteType)a)));
  emit_line(e, "if (!what) return;");
  const char *there = emit_what(e, (SiteType)b, code_site(e, "to", (SiteType)b));
  if (to->state) emit_line(e, "const int state = %s;", from->state ? emit_text(e, "s->state%d[from]", a) : "0");
  if (to->rotation) emit_line(e, "const int turn = %s;", from->rotation ? emit_text(e, "s->rotation%d[from]", a) : "0");
  if (to->value) emit_line(e, "const int value = %s;", from->value ? emit_text(e, "s->value%d[from]", a) : "0");
  if (from->count) emit_line(e, "if (s->count%d[from] > 1) s->count%d[from]--; else take%d(s, from);", a, a, a);
  else emit_line(e, "take%d(s, from);", a);
  if (to->count) {
    emit_line(
        e, "if (%s == what && s->count%d[to] > 0) s->count%d[to]++; else { put%d(s, to, what); s->count%d[to] = 1; }",
        there, b, b, b, b);
  } else {
    if (emit_has_lists(e, (SiteType)b))
      emit_line(e, "if (%s == what) follow%d(s, to, what, 0), follow%d(s, to, 0, what);", there, b, b);
    emit_line(e, "put%d(s, to, what);", b);
  }
  if (to->state) emit_line(e, "put_state%d(s, to, state);", b);
  if (to->rotation) emit_line(e, "s->rotation%d[to] = (u8)turn;", b);
  if (to->value) emit_line(e, "s->value%d[to] = value;", b);
  emit_close(e);
  e->out = outer;
  e->indent = indent;
  e->at = old;
  text_add(&e->functions, text_str(&body));
  text_free(&body);
  emit_note_table(e, name, name);
  return name;
}

// The condition of a capture is asked with FROM as it is outside.
static bool captures_from_outside(const Emitter *e, const Ins *in) {
  return reads(e, in->a[A_FROM_TO_CAPTURE_IF], SLOT_FROM) && !is_own_site(e, in->a[A_FROM_TO_FROM]);
}

// Pending sites are forgotten when a move is made: a condition that asks for them is answered when it is listed.
static bool captures_by_list(const Emitter *e, const Ins *in) {
  if (!in->a[A_FROM_TO_CAPTURE_IF]) return false;
  return (e->plan->needs[in->a[A_FROM_TO_CAPTURE_IF]] & PART_VALUES) || captures_from_outside(e, in);
}

static void leaf_from_to(Emitter *e, const Ins *in, Ref ref, Code outer) {
  Context old = e->at;
  bool tested = e->at.sink == SINK_LIST || (e->at.sink != SINK_ACTS && e->at.n_filters);
  if (!tested || !captures_by_list(e, in)) {
    emit_leaf(e, in, ref, false);
    return;
  }
  e->at.slot[SLOT_FROM] = outer;
  const char *captures = emit_cond(e, in->a[A_FROM_TO_CAPTURE_IF]);
  e->at = old;
  emit_open(e, "if (%s)", captures);
  e->at.variant = 1;
  emit_leaf(e, in, ref, false);
  e->at = old;
  emit_close(e);
  emit_open(e, "else");
  emit_leaf(e, in, ref, false);
  emit_close(e);
}

static bool is_to(const Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  return in->op == OP_SLOT && in->a[A_SLOT_SLOT] == SLOT_TO;
}

// Whether a condition holds only where TO is a site of the type that there is.
static bool asks_for_site(const Emitter *e, int32_t ref, SiteType type) {
  const Ins *in = ref ? emit_ins(e, ref) : NULL;
  if (!in) return false;
  for (int i = 0; i < in->n && in->op == OP_AND; i++) {
    if (asks_for_site(e, in->a[i], type)) return true;
  }
  if (in->op == OP_IS_EMPTY) return is_to(e, in->a[A_IS_EMPTY_SITE]) && emit_type(e, in->a[A_IS_EMPTY_TYPE]) == type;
  if (in->op != OP_IS_IN || !is_to(e, in->a[A_IS_IN_SITE])) return false;
  const Ins *region = emit_ins(e, in->a[A_IS_IN_REGION]);
  return region->op == OP_EMPTY && emit_type(e, region->a[A_EMPTY_TYPE]) == type;
}

static const char *targets_of(Emitter *e, const Ins *in, SiteType type) {
  int32_t to = in->a[A_FROM_TO_TO];
  if (!asks_for_site(e, in->a[A_FROM_TO_TO_IF], type)) return emit_region_to_put(e, to, type);
  const char *region = emit_region(e, to);
  return e->bits > emit_sites(e, type) ? emit_text(e, "(%s & %s)", region, emit_sites_mask(e, type)) : region;
}

static void op_from_to(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  SiteType from_type = emit_type(e, a[A_FROM_TO_TYPE_FROM]), to_type = emit_type(e, a[A_FROM_TO_TYPE_TO]);
  Context old = e->at;
  if (e->stack_bound) emit_fail(e, "stacks");
  bool levels = a[A_FROM_TO_LEVEL_FROM] || a[A_FROM_TO_LEVEL_TO];
  if ((levels || a[A_FROM_TO_STACK] == 1) && !e->tall) emit_fail(e, "FROM_TO with levels");
  if (reads(e, a[A_FROM_TO_LEVEL_FROM], SLOT_TO) || reads(e, a[A_FROM_TO_LEVEL_TO], SLOT_TO))
    emit_fail(e, "FROM_TO with levels that look back");
  bool looks = reads(e, a[A_FROM_TO_LEVEL_FROM], SLOT_FROM) || reads(e, a[A_FROM_TO_LEVEL_TO], SLOT_FROM);
  if (looks && !is_own_site(e, a[A_FROM_TO_FROM])) emit_fail(e, "FROM_TO with levels that look back");
  bool named = a[A_FROM_TO_LEVEL_FROM] || a[A_FROM_TO_LEVEL_TO] || a[A_FROM_TO_COUNT];
  if (e->tall && a[A_FROM_TO_COPY] && (named || a[A_FROM_TO_EFFECT])) emit_fail(e, "FROM_TO that copies stacks");
  if (a[A_FROM_TO_ROTATIONS]) emit_fail(e, "FROM_TO with rotations");
  if (captures_from_outside(e, in) && e->at.sink != SINK_LIST && e->at.sink != SINK_FOUND)
    emit_fail(e, "FROM_TO with a condition that looks back");
  if (!one_type(e, from_type) || !one_type(e, to_type) || !emit_kept(e, from_type) || !emit_kept(e, to_type)) return;
  if (from_type != to_type && !may_cross(e, in, from_type, to_type)) emit_fail(e, "FROM_TO between types of sites");
  if (e->why) return;
  const char *sources = emit_text(e, "%s & ~%s->empty%d", emit_region(e, a[A_FROM_TO_FROM]), e->at.s, from_type);
  if (e->bits > emit_sites(e, from_type)) sources = emit_text(e, "%s & %s", sources, emit_sites_mask(e, from_type));
  Test first = test_begin(e, a[A_FROM_TO_FROM_IF], SLOT_FROM, from_type);
  if (first.set) sources = emit_text(e, "%s & %s", sources, first.set);
  const char *from = emit_for_sites(e, sources, from_type);
  e->at.in_loop = true;
  e->at.slot[SLOT_FROM] = code_site(e, from, from_type);
  e->at.from_what = 0;
  bool test = first.cond && !first.set;
  if (test) emit_open(e, "if (%s)", emit_cond(e, a[A_FROM_TO_FROM_IF]));
  if (a[A_FROM_TO_COPY]) {
    Code copy = emit_int(e, a[A_FROM_TO_COPY]);
    if (!copy.known) emit_fail(e, "FROM_TO that copies now and then");
    if (a[A_FROM_TO_COUNT]) emit_fail(e, "FROM_TO that copies several");
  }
  bool alone = e->at.sink == SINK_ACTS && only_site(e, a[A_FROM_TO_FROM]);
  if (reads(e, a[A_FROM_TO_COUNT], SLOT_TO) && !alone) emit_fail(e, "FROM_TO with a number that looks back");
  if (e->at.sink == SINK_ACTS && a[A_FROM_TO_COUNT]) e->at.count = emit_bind(e, emit_int(e, a[A_FROM_TO_COUNT]));
  const char *targets = targets_of(e, in, to_type);
  Test last = test_begin(e, a[A_FROM_TO_TO_IF], SLOT_TO, to_type);
  if (last.set) targets = emit_text(e, "(%s & %s)", targets, last.set);
  if (emit_only_found(e) && (last.set || !last.cond)) {
    emit_leaf_set(e, in, ref, targets, 0);
  } else {
    // Where moves to one site are looked for, no other is tried.
    bool one = e->at.sink == SINK_FOUND && e->at.only && !e->draws;
    if (one) targets = emit_text(e, "(%s & r_maybe(%s))", targets, e->at.only);
    const char *to = emit_for_sites(e, targets, to_type);
    e->at.slot[SLOT_TO] = code_site(e, to, to_type);
    bool check = last.cond && !last.set;
    if (check) emit_open(e, "if (%s)", emit_cond(e, a[A_FROM_TO_TO_IF]));
    leaf_from_to(e, in, ref, old.slot[SLOT_FROM]);
    if (check) emit_close(e);
    emit_close(e);
  }
  if (test) emit_close(e);
  emit_close(e);
  e->at = old;
}

static void acts_from_to(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_FROM_TO_TYPE_FROM]);
  const char *from = e->at.slot[SLOT_FROM].text, *to = e->at.slot[SLOT_TO].text;
  Code count = e->at.count.text && !e->at.chosen ? e->at.count
               : a[A_FROM_TO_COUNT]              ? emit_bind(e, emit_int(e, a[A_FROM_TO_COUNT]))
                                                 : code_const(e, 1);
  Code level_from = emit_bind(e, emit_int_or(e, a[A_FROM_TO_LEVEL_FROM], -1)),
       level_to = emit_bind(e, emit_int_or(e, a[A_FROM_TO_LEVEL_TO], -1));
  bool listed = captures_by_list(e, in) && e->at.chosen;
  if (a[A_FROM_TO_EFFECT] && !(listed && !e->at.variant)) {
    bool test = a[A_FROM_TO_CAPTURE_IF] && !listed;
    if (test) emit_open(e, "if (%s)", emit_cond(e, a[A_FROM_TO_CAPTURE_IF]));
    emit_effect(e, a[A_FROM_TO_EFFECT]);
    if (test) emit_close(e);
  }
  if (e->tall) {
    move_on_stacks(e, in, type, level_from, level_to, count);
    return;
  }
  SiteType to_type = emit_type(e, a[A_FROM_TO_TYPE_TO]);
  if (to_type != type) {
    emit_line(e, "%s(s, %s, %s);", cross_function(e, (int)type, (int)to_type), from, to);
    return;
  }
  Code copy = emit_int_or(e, a[A_FROM_TO_COPY], 0);
  if (copy.known && copy.value) {
    emit_line(e, "copy%d(s, %s, %s);", type, from, to);
    return;
  }
  if (a[A_FROM_TO_COUNT]) emit_line(e, "move_some%d(s, %s, %s, %s);", type, from, to, count.text);
  else emit_line(e, "move%d(s, %s, %s);", type, from, to);
}

// ---- along directions ---------------------------------------------------------------------------

static void along_rays(Emitter *e, const DirList *dirs, void *self) {
  Line *l = self;
  const int32_t *a = l->in->a;
  Context old = e->at;
  const char *step, *ray, *length;
  const char *to = begin_rays(e, l->type, dirs, l->from.text, &step, &ray, &length, NULL);
  e->at.in_loop = true;
  e->at.facing = NULL;
  emit_line(e, "if (%s >= %s) break;", step, l->max.text);
  Code site = code_site(e, to, l->type);
  if (a[A_FOR_DIRECTIONS_BETWEEN] && !(l->min.known && l->min.value <= 1)) {
    emit_open(e, "if (%s + 1 < %s)", step, l->min.text);
    Code between = e->at.slot[SLOT_BETWEEN];
    e->at.slot[SLOT_BETWEEN] = site;
    emit_line(e, "if (!(%s)) break;", emit_cond(e, a[A_FOR_DIRECTIONS_BETWEEN]));
    e->at.slot[SLOT_BETWEEN] = between;
    emit_close(e);
  }
  e->at.slot[SLOT_TO] = site;
  if (a[A_FOR_DIRECTIONS_IF]) emit_line(e, "if (!(%s)) break;", emit_cond(e, a[A_FOR_DIRECTIONS_IF]));
  emit_open(e, "if (%s + 1 >= %s)", step, l->min.text);
  emit_moves(e, a[A_FOR_DIRECTIONS_BODY]);
  emit_close(e);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static void write_directions(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  Line l = {.in = in, .ref = ref, .type = emit_type(e, a[A_FOR_DIRECTIONS_TYPE])};
  l.from = emit_bind(e, emit_int(e, a[A_FOR_DIRECTIONS_FROM]));
  Code mover = e->at.slot[SLOT_FROM];
  if (e->stack_bound) emit_fail(e, "stacks");
  int op = emit_ins(e, a[A_FOR_DIRECTIONS_DIRS])->op;
  if (op != OP_DIRS_CONST && op != OP_DIRS_FACING) emit_fail(e, "FOR_DIRECTIONS by %s", op_info[op].name);
  if (mover.known && mover.value < 0) return;
  if (e->why || !emit_open_on_board(e, l.type, &l.from)) return;
  l.min = emit_bind(e, emit_int_or(e, a[A_FOR_DIRECTIONS_MIN], 1));
  l.max = emit_bind(e, emit_int_or(e, a[A_FOR_DIRECTIONS_MAX], 1));
  emit_open(e, "if (%s)", emit_what(e, l.type, mover));
  Context old = e->at;
  if (op == OP_DIRS_FACING) {
    const char *what = emit_what(e, l.type, mover), *there = emit_what(e, l.type, l.from);
    e->at.facing = emit_step_facing(e, l.type, mover, e->at.slot[SLOT_TO], what, there);
    e->at.from_what = 0;
  }
  emit_with_dirs(e, a[A_FOR_DIRECTIONS_DIRS], l.from, along_rays, &l);
  e->at = old;
  emit_close(e);
  emit_close(e);
}

static void op_for_directions(Emitter *e, const Ins *in, Ref ref) {
  if (!emit_shared_line(e, in, ref, write_directions)) write_directions(e, in, ref);
}

static void op_select(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_SELECT_TYPE_FROM]), to_type = emit_type(e, a[A_SELECT_TYPE_TO]);
  Context old = e->at;
  if (e->stack_bound) emit_fail(e, "stacks");
  const char *region = emit_region(e, a[A_SELECT_FROM]);
  const char *from = emit_for_sites(e, region, type);
  e->at.in_loop = true;
  if (e->bits > emit_sites(e, type)) emit_line(e, "if (%s >= %d) continue;", from, emit_sites(e, type));
  e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = code_site(e, from, type);
  e->at.from_what = 0;
  if (a[A_SELECT_FROM_IF]) emit_open(e, "if (%s)", emit_cond(e, a[A_SELECT_FROM_IF]));
  if (!a[A_SELECT_TO]) {
    emit_leaf(e, in, ref, false);
  } else {
    const char *to = emit_for_sites(e, emit_region(e, a[A_SELECT_TO]), to_type);
    if (e->bits > emit_sites(e, to_type)) emit_line(e, "if (%s >= %d) continue;", to, emit_sites(e, to_type));
    e->at.slot[SLOT_TO] = code_site(e, to, to_type);
    if (a[A_SELECT_TO_IF]) emit_open(e, "if (%s)", emit_cond(e, a[A_SELECT_TO_IF]));
    emit_leaf(e, in, ref, false);
    if (a[A_SELECT_TO_IF]) emit_close(e);
    emit_close(e);
  }
  if (a[A_SELECT_FROM_IF]) emit_close(e);
  emit_close(e);
  e->at = old;
}

static void acts_nothing(Emitter *e, const Ins *in, Ref ref) { (void)e, (void)in, (void)ref; }

const EmitRow emit_slide_rows[] = {
    {OP_SLIDE, .as_moves = op_slide, .as_acts = acts_slide},
    {OP_HOP, .as_moves = op_hop, .as_acts = acts_hop},
    {OP_LEAP_TO, .as_moves = op_leap_to, .as_acts = acts_leap_to},
    {OP_SHOOT, .as_moves = op_shoot, .as_acts = acts_shoot},
    {OP_FROM_TO, .as_moves = op_from_to, .as_acts = acts_from_to},
    {OP_FOR_DIRECTIONS, .as_moves = op_for_directions},
    {OP_SELECT, .as_moves = op_select, .as_acts = acts_nothing},
    {0},
};
