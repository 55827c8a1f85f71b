// Ways of several steps, each to where a condition holds: how far it is to a region, and which sites are within reach.
// As in the interpreter a site that was come to after the second step or later may be come to again by the next one.
#include "emit/emit_internal.h"

typedef struct Way {
  const Ins *in;
  SiteType type;
  Code from;
  const char *to;      // it ends at the first of these sites; NULL: at none
  const char *most;    // steps it goes on for, or NULL
  const char *result;  // a number of steps, or a region
  const char *least;   // of a region: steps that count
} Way;

static_assert(A_WITHIN_STEPS_TYPE == A_STEPS_OVER_TYPE && A_WITHIN_STEPS_DIRS == A_STEPS_OVER_DIRS &&
                  A_WITHIN_STEPS_IF == A_STEPS_OVER_IF,
              "go_on serves both");

// Directions that are the same on the whole way.
static bool keeps_directions(Emitter *e, const Ins *in) {
  int op = emit_ins(e, in->a[A_WITHIN_STEPS_DIRS])->op;
  if (op != OP_DIRS_CONST && op != OP_DIRS_FACING) emit_fail(e, "%s by %s", op_info[in->op].name, op_info[op].name);
  return !e->why;
}

// Writes what is done when a site is come to.
static void come_to(Emitter *e, const Way *w, const char *q, const char *site) {
  emit_line(e, "if (!%s.first[%s]) %s.first[%s] = steps;", q, site, q, site);
  emit_line(e, "%s.last[%s] = steps;", q, site);
  emit_line(e, "%s.steps[%s.n] = steps;", q, q);
  emit_line(e, "%s.site[%s.n++] = (i16)%s;", q, q, site);
  if (w->to) emit_line(e, "if (r_has(%s, %s)) { %s = steps; goto %s_end; }", w->to, site, w->result, q);
  else emit_line(e, "if (steps >= %s) r_add(&%s, %s);", w->least, w->result, site);
}

static void go_on(Emitter *e, const DirList *dirs, void *self) {
  const Way *w = self;
  Context old = e->at;
  int n = emit_board_sites(e, w->type);
  const char *q = emit_name(e, "way"), *k = emit_name(e, "k"), *near = emit_steps(e, w->type, dirs, NULL);
  emit_open(e, "%s", "");
  emit_line(e, "struct { i16 first[%d], last[%d], site[%d], steps[%d]; int n; } %s;", n, n, 2 * n, 2 * n, q);
  emit_line(e, "__builtin_memset(%s.first, 0, 2 * sizeof %s.first);", q, q);
  emit_line(e, "%s.n = 1; %s.steps[0] = 0; %s.site[0] = (i16)%s;", q, q, q, w->from.text);
  emit_open(e, "for (int %s = 0; %s < %s.n%s; %s++)", k, k, q,
            w->most ? emit_text(e, " && %s.steps[%s] < %s", q, k, w->most) : "", k);
  const char *here = emit_name(e, "at");
  emit_line(e, "const int %s = %s.site[%s];", here, q, k);
  emit_line(e, "const i16 steps = (i16)(%s.steps[%s] + 1);", q, k);
  e->at.in_loop = true;
  e->at.from_what = 0;
  e->at.slot[SLOT_FROM] = code_site(e, here, w->type);
  const char *allowed =
      w->in->a[A_WITHIN_STEPS_IF] ? emit_set(e, w->in->a[A_WITHIN_STEPS_IF], SLOT_TO, w->type) : "ALL";
  const char *site = emit_for_sites(e, emit_text(e, "%s[%s] & %s", near, here, allowed ? allowed : "ALL"), w->type);
  emit_line(e,
            "if (%s == %s || (%s.first[%s] && !(steps > 2 && %s.first[%s] == steps - 1 && %s.last[%s] == steps - 1))) "
            "continue;",
            site, w->from.text, q, site, q, site, q, site);
  e->at.slot[SLOT_TO] = code_site(e, site, w->type);
  if (!allowed) emit_line(e, "if (!(%s)) continue;", emit_cond(e, w->in->a[A_WITHIN_STEPS_IF]));
  come_to(e, w, q, site);
  emit_close(e);
  emit_close(e);
  if (w->to) emit_line(e, "%s_end:;", q);
  emit_close(e);
  e->at = old;
}

static Code op_steps_over(Emitter *e, const Ins *in) {
  Way w = {.in = in, .type = emit_type(e, in->a[A_STEPS_OVER_TYPE]), .result = emit_name(e, "i")};
  Context old = e->at;
  int n = emit_board_sites(e, w.type);
  if (in->a[A_STEPS_OVER_TURN]) emit_fail(e, "STEPS_OVER with turns");
  w.from = emit_bind(e, emit_int(e, in->a[A_STEPS_OVER_FROM]));
  if (!keeps_directions(e, in) || (w.from.known && w.from.value < 0)) return code_const(e, 0);
  emit_line(e, "int %s = %s < 0 ? 0 : %d;", w.result, w.from.text, GAME_INFINITY);
  emit_open(e, "if ((u32)(%s) < %du)", w.from.text, n);
  w.from.min = MAX(w.from.min, 0);
  w.from.max = MIN(w.from.max, n - 1);
  w.to = emit_region_place(e, emit_region_bind(e, in->a[A_STEPS_OVER_TO]));
  emit_line(e, "if (!r_any(%s) || r_has(%s, %s)) %s = 0;", w.to, w.to, w.from.text, w.result);
  emit_open(e, "else");
  e->at.slot[SLOT_FROM] = w.from;
  e->at.from_what = 0;
  emit_with_dirs(e, in->a[A_STEPS_OVER_DIRS], w.from, go_on, &w);
  emit_close(e);
  emit_close(e);
  e->at = old;
  return code_of(w.result, 0, GAME_INFINITY);
}

static const char *op_within_steps(Emitter *e, const Ins *in) {
  Way w = {.in = in, .type = emit_type(e, in->a[A_WITHIN_STEPS_TYPE]), .result = emit_name(e, "r")};
  Context old = e->at;
  int n = emit_board_sites(e, w.type);
  if (in->a[A_WITHIN_STEPS_TURN]) emit_fail(e, "WITHIN_STEPS with turns");
  w.from = emit_bind(e, emit_int(e, in->a[A_WITHIN_STEPS_FROM]));
  Code least = emit_bind(e, emit_int(e, in->a[A_WITHIN_STEPS_MIN])),
       most = emit_bind(e, emit_int(e, in->a[A_WITHIN_STEPS_MAX]));
  if (!keeps_directions(e, in)) return "NONE";
  w.least = least.text;
  w.most = emit_bind(e, code_of(emit_text(e, "(%s > 1 ? %s : 1)", most.text, most.text), 1, most.max)).text;
  emit_line(e, "R %s = NONE;", w.result);
  emit_open(e, "if ((u32)(%s) < %du && %s >= 0)", w.from.text, n, least.text);
  w.from.min = MAX(w.from.min, 0);
  w.from.max = MIN(w.from.max, n - 1);
  e->at.slot[SLOT_FROM] = w.from;
  e->at.from_what = 0;
  emit_with_dirs(e, in->a[A_WITHIN_STEPS_DIRS], w.from, go_on, &w);
  emit_close(e);
  e->at = old;
  return w.result;
}

// ---- between two sites ----------------------------------------------------------------------------

typedef struct Between {
  const Ins *in;
  SiteType type;
  Code from, to;
  const char *result, *done;
} Between;

// Along the first line that leads from one site to the other.
static void between_on_rays(Emitter *e, const DirList *dirs, void *self) {
  const Between *b = self;
  Context old = e->at;
  const char *table = emit_rays(e, b->type, dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n"),
             *len = emit_name(e, "len"), *k = emit_name(e, "k"), *j = emit_name(e, "k");
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, b->from.text);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, len, n, n, q, len);
  emit_line(e, "%s = *%s++;", len, q);
  emit_line(e, "int %s = 0;", k);
  emit_line(e, "while (%s < %s && %s[%s] != %s) %s++;", k, len, q, k, b->to.text, k);
  emit_line(e, "if (%s || %s == %s) continue;", b->done, k, len);
  emit_line(e, "%s = 1;", b->done);
  emit_open(e, "for (int %s = %s - 1; %s >= 0; %s--)", j, k, j, j);
  e->at.in_loop = true;
  e->at.slot[SLOT_BETWEEN] = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", q, j), b->type));
  emit_line(e, "if (%s) r_add(&%s, %s);", emit_cond(e, b->in->a[A_BETWEEN_SITES_IF]), b->result,
            e->at.slot[SLOT_BETWEEN].text);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static const char *op_between_sites(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Between b = {
      .in = in, .type = emit_type(e, a[A_BETWEEN_SITES_TYPE]), .result = emit_name(e, "r"), .done = emit_name(e, "c")};
  Context old = e->at;
  int n = emit_board_sites(e, b.type);
  b.from = emit_bind(e, emit_int(e, a[A_BETWEEN_SITES_FROM]));
  b.to = emit_bind(e, emit_int(e, a[A_BETWEEN_SITES_TO]));
  emit_line(e, "R %s = NONE;", b.result);
  emit_open(e, "if ((u32)(%s) < %du && (u32)(%s) < %du)", b.from.text, n, b.to.text, n);
  b.from.min = b.to.min = 0;
  b.from.max = b.to.max = n - 1;
  e->at.slot[SLOT_FROM] = b.from;
  e->at.slot[SLOT_TO] = b.to;
  e->at.from_what = 0;
  Code with_from = emit_int_or(e, a[A_BETWEEN_SITES_WITH_FROM], 0),
       with_to = emit_int_or(e, a[A_BETWEEN_SITES_WITH_TO], 0);
  if (!with_from.known || with_from.value)
    emit_line(e, "if (%s) r_add(&%s, %s);", with_from.text, b.result, b.from.text);
  if (!with_to.known || with_to.value) emit_line(e, "if (%s) r_add(&%s, %s);", with_to.text, b.result, b.to.text);
  emit_line(e, "int %s = 0;", b.done);
  emit_with_dirs(e, a[A_BETWEEN_SITES_DIRS], b.from, between_on_rays, &b);
  emit_close(e);
  e->at = old;
  return b.result;
}

const EmitRow emit_steps_rows[] = {
    {OP_BETWEEN_SITES, .as_region = op_between_sites},
    {OP_STEPS_OVER, .as_int = op_steps_over},
    {OP_WITHIN_STEPS, .as_region = op_within_steps},
    {0},
};
