// Pieces drawn and pushed along lines, and slides along tracks.
#include "emit/emit_internal.h"

// ---- drawn and pushed ---------------------------------------------------------------------------

static bool can_shift(Emitter *e, SiteType type) {
  if (e->at.sink != SINK_ACTS || e->at.prefix) emit_fail(e, "pushed pieces as a choice");
  if (e->at.n_thens) emit_fail(e, "consequences of every piece that is pushed");
  if (emit_stacking(e) || e->layout.on_track || e->tracks_after) emit_fail(e, "pushed pieces on stacks or tracks");
  return !e->why && emit_kept(e, type);
}

// Opens a loop over the radials of a site that is on the board; closed by two emit_close.
static const char *open_rays(Emitter *e, SiteType type, const DirList *dirs, Code from, const char **length) {
  const char *table = emit_rays(e, type, dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n");
  *length = emit_name(e, "len");
  emit_open(e, "if ((u32)(%s) < %du)", from.text, emit_board_sites(e, type));
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, from.text);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, *length, n, n, q, *length);
  emit_line(e, "%s = *%s++;", *length, q);
  return q;
}

static void op_attract(Emitter *e, const Ins *in, Ref ref) {
  SiteType type = emit_type(e, in->a[A_ATTRACT_TYPE]);
  Code from = emit_bind(e, emit_int(e, in->a[A_ATTRACT_FROM]));
  DirList dirs = {.at = {(uint8_t)in->a[A_ATTRACT_DIR]}, .n = 1, .known = true};
  (void)ref;
  if (!can_shift(e, type)) return;
  const char *length, *q = open_rays(e, type, &dirs, from, &length), *k = emit_name(e, "k"), *n = emit_name(e, "n"),
                      *pieces = emit_name(e, "a"), *what = emit_name(e, "i");
  emit_line(e, "int %s[%d], %s = 0;", pieces, emit_board_sites(e, type) + 1, n);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", k, k, length, k);
  Code site = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", q, k), type));
  emit_line(e, "const int %s = %s;", what, emit_what(e, type, site));
  emit_line(e, "if (%s) { %s[%s++] = %s; take%d(s, %s); }", what, pieces, n, what, type, site.text);
  emit_close(e);
  emit_line(e, "for (int %s = 0; %s < %s; %s++) add%d(s, %s[%s], %s[%s], -1);", k, k, n, k, type, q, k, pieces, k);
  emit_close(e);
  emit_close(e);
}

typedef struct Push {
  SiteType type;
  Code from;
} Push;

// Every piece takes the place of the next, up to a free site or off the board.
static void push_rays(Emitter *e, const DirList *all, void *self) {
  Push *p = self;
  if (all->var) emit_fail(e, "PUSH in directions found while playing");
  if (e->why || !all->n) return;
  DirList first = {.at = {all->at[0]}, .n = 1, .known = true};
  const char *length, *q = open_rays(e, p->type, &first, p->from, &length), *k = emit_name(e, "k"),
                      *pushed = emit_name(e, "i"), *what = emit_name(e, "i");
  emit_line(e, "int %s = %s;", pushed, emit_what(e, p->type, code_site(e, p->from.text, p->type)));
  emit_line(e, "if (%s) take%d(s, %s);", pushed, p->type, p->from.text);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", k, k, length, k);
  Code site = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", q, k), p->type));
  emit_line(e, "const int %s = %s;", what, emit_what(e, p->type, site));
  emit_line(e, "if (%s) take%d(s, %s);", what, p->type, site.text);
  emit_line(e, "if (%s) add%d(s, %s, %s, -1);", pushed, p->type, site.text, pushed);
  emit_line(e, "if (!%s) break;", what);
  emit_line(e, "%s = %s;", pushed, what);
  emit_close(e);
  emit_close(e);
  emit_close(e);
}

static void op_push(Emitter *e, const Ins *in, Ref ref) {
  Push p = {.type = emit_type(e, in->a[A_PUSH_TYPE])};
  (void)ref;
  p.from = emit_bind(e, emit_int(e, in->a[A_PUSH_FROM]));
  if (!can_shift(e, p.type)) return;
  emit_with_dirs(e, in->a[A_PUSH_DIRS], p.from, push_rays, &p);
}

// ---- along tracks -------------------------------------------------------------------------------

enum { TRACK_GOES, TRACK_STOPS };  // variants: only a move that is stopped has the effect

typedef struct TrackTable {
  const char *starts, *first;  // places on the tracks by site
  const char *next, *index, *bump, *most;
} TrackTable;

// The places of all tracks together, one number each.
static TrackTable track_table(Emitter *e, const RulesArray *tracks, int sites) {
  int total = 0;
  for (int t = 0; t < tracks->n; t++) total += e->game->tracks[tracks->at[t]].n;
  size_t size = ((size_t)total + 1) * sizeof(int32_t);
  int32_t *next = arena_zero(e->arena, size), *index = arena_zero(e->arena, size), *bump = arena_zero(e->arena, size),
          *most = arena_zero(e->arena, size), *starts = arena_zero(e->arena, size),
          *first = arena_zero(e->arena, ((size_t)sites + 1) * sizeof *first);
  int found = 0;
  for (int t = 0, base = 0; t < tracks->n; base += e->game->tracks[tracks->at[t]].n, t++) {
    const Track *track = &e->game->tracks[tracks->at[t]];
    for (int i = 0; i < track->n; i++) {
      next[base + i] = track->elems[i].next;
      index[base + i] = base + track->elems[i].next_index;
      bump[base + i] = track->elems[i].bump;
      most[base + i] = track->n;
    }
  }
  for (int site = 0; site < sites; site++) {
    first[site] = found;
    for (int t = 0, base = 0; t < tracks->n; base += e->game->tracks[tracks->at[t]].n, t++) {
      const Track *track = &e->game->tracks[tracks->at[t]];
      for (int i = 0; i < track->n; i++) {
        if (track->elems[i].site == site) starts[found++] = base + i;
      }
    }
  }
  first[sites] = found;
  return (TrackTable){.starts = emit_int_table(e, starts, total + 1),
                      .first = emit_int_table(e, first, sites + 1),
                      .next = emit_int_table(e, next, total + 1),
                      .index = emit_int_table(e, index, total + 1),
                      .bump = emit_int_table(e, bump, total + 1),
                      .most = emit_int_table(e, most, total + 1)};
}

// What a site that is reached gives: a move that is stopped there, or one that could go on.
static void track_step(Emitter *e, const Ins *in, Ref ref, Code min, const char *n) {
  const int32_t *a = in->a;
  const char *far = emit_text(e, "%s <= %s", min.text, n), *stop = emit_name(e, "f");
  emit_line(e, "const int %s = %s;", stop, a[A_SLIDE_TRACK_STOP] ? emit_cond(e, a[A_SLIDE_TRACK_STOP]) : "0");
  emit_open(e, "if (%s && %s)", stop, far);
  e->at.variant = TRACK_STOPS;
  emit_leaf(e, in, ref, false);
  e->at.variant = TRACK_GOES;
  emit_line(e, "break;");
  emit_close(e);
  Code goes = emit_int_or(e, a[A_SLIDE_TRACK_IF], 1);
  if (goes.known && !goes.value) return;
  emit_open(e, "if (!%s && %s && %s)", stop, far, goes.text);
  emit_leaf(e, in, ref, false);
  emit_close(e);
}

static void op_slide_track(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_SLIDE_TRACK_TYPE]);
  Context old = e->at;
  int sites = emit_sites(e, type);
  Code from = e->at.slot[SLOT_FROM], min = emit_bind(e, emit_int_or(e, a[A_SLIDE_TRACK_MIN], -1)),
       max = emit_bind(e, emit_int_or(e, a[A_SLIDE_TRACK_MAX], 1000));
  if (emit_stacking(e) || e->at.variant) emit_fail(e, "SLIDE_TRACK of stacks");
  if (a[A_SLIDE_TRACK_STOP] && emit_reads_slot(e, a[A_SLIDE_TRACK_STOP], SLOT_BETWEEN))
    emit_fail(e, "SLIDE_TRACK that looks back");
  if (e->why || !emit_kept(e, type)) return;
  TrackTable t = track_table(e, &e->program->arrays[a[A_SLIDE_TRACK_TRACKS]], sites);
  const char *k = emit_name(e, "k"), *at = emit_name(e, "i"), *n = emit_name(e, "n"), *bumps = emit_name(e, "i");
  emit_open(e, "if ((u32)(%s) < %du)", from.text, sites);
  emit_open(e, "for (int %s = %s[%s]; %s < %s[%s + 1]; %s++)", k, t.first, from.text, k, t.first, from.text, k);
  emit_line(e, "int %s = %s[%s], %s = %s[%s];", at, t.starts, k, bumps, t.bump, at);
  emit_open(e, "for (int %s = 1; %s[%s] != %d && %s < %s[%s] && %s <= %s; %s++)", n, t.next, at, GAME_OFF, n, t.most,
            at, n, max.text, n);
  e->at.in_loop = true;
  Code to = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", t.next, at), type));
  e->at.slot[SLOT_TO] = to;
  emit_open(e, a[A_SLIDE_TRACK_CORNER] ? "if (%s > 0)" : "if (%s >= 0)", bumps);
  track_step(e, in, ref, min, n);
  emit_close(e);
  e->at.slot[SLOT_BETWEEN] = to;
  emit_line(e, "if (!(%s)) break;",
            a[A_SLIDE_TRACK_GO] ? emit_cond(e, a[A_SLIDE_TRACK_GO])
                                : emit_text(e, "r_has(%s->empty%d, %s)", e->at.s, type, to.text));
  emit_line(e, "%s = %s[%s];", at, t.index, at);
  emit_line(e, "%s += %s[%s];", bumps, t.bump, at);
  for (int i = 0; i < 3; i++) emit_close(e);
  e->at = old;
}

static void acts_slide_track(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  if (e->at.variant == TRACK_STOPS) emit_effect(e, in->a[A_SLIDE_TRACK_EFFECT]);
  emit_line(e, "move%d(s, %s, %s);", emit_type(e, in->a[A_SLIDE_TRACK_TYPE]), e->at.slot[SLOT_FROM].text,
            e->at.slot[SLOT_TO].text);
}

const EmitRow emit_push_rows[] = {
    {OP_ATTRACT, .as_moves = op_attract},
    {OP_PUSH, .as_moves = op_push},
    {OP_SLIDE_TRACK, .as_moves = op_slide_track, .as_acts = acts_slide_track},
    {0},
};
