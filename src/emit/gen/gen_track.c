// Tracks: sites along them, and sowing.
#include "emit/emit_internal.h"

#include "rules/effects.h"

// The track meant for a player, NULL: none. Fails where the player is found while playing.
static const Track *track_for(Emitter *e, int32_t tracks, Code player) {
  const RulesArray *by_player = &e->program->arrays[tracks];
  if (!player.known) {
    emit_fail(e, "a track of a player found while playing");
    return NULL;
  }
  int64_t i = (int64_t)player.value + 1;
  if (i < 0 || i >= by_player->n || by_player->at[i] < 0) return NULL;
  return &e->game->tracks[by_player->at[i]];
}

static int step_on(const Track *track, int32_t site) {
  int i = 0;
  while (i < track->n && track->elems[i].site != site) i++;
  return i;
}

// For every site the first step of the track there, its length where there is none.
static const char *steps_table(Emitter *e, const Track *track) {
  const char *key = emit_text(e, "track steps %d", (int)(track - e->game->tracks)), *name = emit_find_table(e, key);
  if (name) return name;
  int32_t *steps = arena_alloc(e->arena, (size_t)e->bits * sizeof *steps);
  for (int site = 0; site < e->bits; site++) steps[site] = step_on(track, site);
  name = emit_int_table(e, steps, e->bits);
  emit_note_table(e, key, name);
  return name;
}

// The first step of a track at a site, which may be beyond the end of a track; its length where there is none.
static const char *step_at(Emitter *e, const Track *track, const char *site) {
  const char *steps =
      emit_text(e, "(u32)(%s) < %du ? %s[%s] : %d", site, e->bits, steps_table(e, track), site, track->n);
  int end = step_on(track, GAME_END);
  return end < track->n ? emit_text(e, "%s == %d ? %d : %s", site, GAME_END, end, steps) : steps;
}

typedef enum TrackField { TRACK_SITE, TRACK_NEXT, TRACK_NEXT_INDEX, TRACK_PREV, TRACK_PREV_INDEX } TrackField;

static int32_t field_of(const TrackElem *elem, TrackField field) {
  switch (field) {
    case TRACK_SITE: return elem->site;
    case TRACK_NEXT: return elem->next;
    case TRACK_NEXT_INDEX: return elem->next_index;
    case TRACK_PREV: return elem->prev;
    case TRACK_PREV_INDEX: return elem->prev_index;
  }
  return GAME_OFF;
}

static const char *elems_table(Emitter *e, const Track *track, TrackField field) {
  const char *key = emit_text(e, "track %d %d", (int)(track - e->game->tracks), field), *name = emit_find_table(e, key);
  if (name) return name;
  int32_t *values = arena_alloc(e->arena, (size_t)MAX(track->n, 1) * sizeof *values);
  for (int i = 0; i < track->n; i++) values[i] = field_of(&track->elems[i], field);
  name = emit_int_table(e, values, track->n);
  emit_note_table(e, key, name);
  return name;
}

static bool counts_steps(const Emitter *e, const Track *track) {
  return !track->looped && game_has(e->game, GAME_TRACK_INDICES);
}

// The number of a track's counts among all of them, for a kind of piece.
static int counts_before(const Emitter *e, const Track *track) {
  int before = 0;
  for (const Track *t = e->game->tracks; t < track; t++) before += t->n * e->game->n_components;
  return before;
}

// The step a player's piece on a site has reached; the length of the track when it is on none.
static const char *step_of(Emitter *e, const Track *track, Code player, Code from) {
  const char *step = emit_name(e, "i");
  if (!counts_steps(e, track)) {
    emit_line(e, "const int %s = %s;", step, step_at(e, track, from.text));
    return step;
  }
  SiteType type = e->game->site_type;
  bool hands = type != SITE_CELL && e->game->n_containers > 1 && !e->merged;
  if (hands) emit_fail(e, "tracks that cross themselves and hands beside a board of vertices or edges");
  const char *what = emit_name(e, "i"), *sites = elems_table(e, track, TRACK_SITE);
  Code site = code_of(from.text, -1000, e->bits);
  emit_line(e, "int %s = %s;", what, emit_what(e, type, site));
  if (e->tall) {
    emit_open(e, "if ((u32)(%s) < %du)", from.text, emit_sites(e, type));
    emit_line(e,
              "for (int l = 0; l < %s->height%d[%s]; l++) if (LEVELS(%s, %d, %s)[l].who == %s) { %s = "
              "LEVELS(%s, %d, %s)[l].what; break; }",
              e->at.s, type, from.text, e->at.s, type, from.text, player.text, what, e->at.s, type, from.text);
    emit_close(e);
  }
  emit_line(e, "int %s = 0;", step);
  emit_line(e, "while (%s < %d && (%s[%s] != %s || (%s > 0 && %s->on_track[%d + %s * %d + %s] <= 0))) %s++;", step,
            track->n, sites, step, from.text, what, e->at.s, counts_before(e, track), what, track->n, step, step);
  return step;
}

static Code op_track_move(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Code player = emit_int(e, a[A_TRACK_MOVE_PLAYER]);
  const Track *track = track_for(e, a[A_TRACK_MOVE_TRACKS], player);
  if (e->why || !track || !track->n) return code_const(e, GAME_OFF);
  Code from = emit_bind(e, emit_int(e, a[A_TRACK_MOVE_FROM])), steps = emit_bind(e, emit_int(e, a[A_TRACK_MOVE_STEPS]));
  const char *step = emit_name(e, "i"), *site = emit_name(e, "i"), *sites = elems_table(e, track, TRACK_SITE),
             *next = elems_table(e, track, TRACK_NEXT), *reached = step_of(e, track, player, from);
  emit_line(e, "const i64 %s = %s + (i64)(%s > 0 ? %s : 0);", step, reached, steps.text, steps.text);
  emit_line(e, "int %s = -1;", site);
  emit_line(e, "if (%s < %d) %s = %s[%s];", step, track->n, site, sites, step);
  if (track->elems[track->n - 1].next != GAME_OFF)
    emit_line(e, "else { const int over = (int)((%s - %d) %% %d); %s = %s[over == 0 ? %d : over - 1]; }", step,
              track->n, track->n, site, next, track->n - 1);
  if (counts_steps(e, track)) emit_line(e, "if (%s < 0) %s = -1;", from.text, site);
  return code_of(site, GAME_END, e->bits - 1);
}

// How many pieces of a kind are on every step of the tracks, kept where tracks cross themselves.
void emit_track_fields(Emitter *e, Text *out) {
  int n = 0;
  for (int t = 0; t < e->game->n_tracks; t++) n += e->game->tracks[t].n * e->game->n_components;
  if (e->layout.on_track) text_printf(out, "  i32 on_track[%d];\n", MAX(n, 1));
}

void emit_track_copy(Emitter *e, Text *load, Text *store) {
  int n = 0;
  for (int t = 0; t < e->game->n_tracks; t++) n += e->game->tracks[t].n * e->game->n_components;
  if (!e->layout.on_track) return;
  text_printf(load, "  __builtin_memcpy(s->on_track, b + %u, %d);\n", e->layout.on_track, 4 * n);
  text_printf(store, "  __builtin_memcpy(b + %u, s->on_track, %d);\n", e->layout.on_track, 4 * n);
}

void emit_track_helpers(Emitter *e, Text *out) {
  if (!e->layout.on_track) return;
  int at = 0;
  text_puts(out, "static const i16 TRACK_SITES[] = {");
  for (int t = 0; t < e->game->n_tracks; t++) {
    for (int i = 0; i < e->game->tracks[t].n; i++) text_printf(out, "%d, ", e->game->tracks[t].elems[i].site);
  }
  text_printf(out, "};\nstatic const i32 TRACKS[][3] = {");  // length, sites before, counts before
  for (int t = 0; t < e->game->n_tracks; t++) {
    text_printf(out, "{%d, %d, %d}, ", e->game->tracks[t].n, at, at * e->game->n_components);
    at += e->game->tracks[t].n;
  }
  text_printf(
      out,
      "};\nenum { N_TRACKS = %d };\n"
      "INLINE int step_on(int t, int site, int after) {\n  for (int i = after + 1; i < TRACKS[t][0]; i++) if "
      "(TRACK_SITES[TRACKS[t][1] + i] == site) return i;\n  return -1;\n}\n"
      "INLINE i32 *on_step(S *s, int t, int what, int step) { return &s->on_track[TRACKS[t][2] + what * "
      "TRACKS[t][0] + step]; }\n"
      "static void track_added(S *s, int what, int site, int n) {\n  for (int t = 0; what > 0 && t < N_TRACKS; t++) "
      "{\n    const int i = step_on(t, site, -1);\n    if (i >= 0) *on_step(s, t, what, i) += (u32)n;\n  }\n}\n"
      "static void track_removed(S *s, int what, int site) {\n  for (int t = 0; what > 0 && t < N_TRACKS; t++) "
      "for (int i = step_on(t, site, -1); i >= 0; i = step_on(t, site, i)) *on_step(s, t, what, i) -= 1;\n}\n"
      "static void track_moved(S *s, int what, int from, int to, int n) {\n  for (int t = 0; what > 0 && t < "
      "N_TRACKS; t++) {\n    int left = step_on(t, from, -1);\n    if (left < 0) { const int i = step_on(t, to, "
      "-1); if (i >= 0) *on_step(s, t, what, i) += 1; continue; }\n"
      "    while (left >= 0 && *on_step(s, t, what, left) <= 0) left = step_on(t, from, left);\n    if (left < 0) "
      "continue;\n    *on_step(s, t, what, left) -= (u32)n;\n    int next = step_on(t, to, left);\n    if (next < "
      "0) next = step_on(t, to, -1);\n    if (next >= 0) *on_step(s, t, what, next) += (u32)n;\n  }\n}\n",
      e->game->n_tracks);
}

static Code op_track_first(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  const Track *track = track_for(e, a[A_TRACK_FIRST_TRACKS], emit_int(e, a[A_TRACK_FIRST_PLAYER]));
  if (e->why || !track || !track->n) return code_const(e, GAME_OFF);
  Code from = emit_bind(e, emit_int_or(e, a[A_TRACK_FIRST_FROM], GAME_OFF));
  const char *found = emit_name(e, "i"), *i = emit_name(e, "k"), *start = emit_name(e, "i"),
             *sites = elems_table(e, track, TRACK_SITE);
  Context old = e->at;
  emit_line(e, "int %s = -1;", found);
  if (from.known && from.value == GAME_OFF) emit_line(e, "const int %s = 0;", start);
  else emit_line(e, "const int %s = %s == %d ? 0 : %s;", start, from.text, GAME_OFF, step_at(e, track, from.text));
  emit_open(e, "for (int %s = 0; %s < %d && %s < %d; %s++)", i, i, track->n, start, track->n, i);
  Code site =
      emit_bind(e, code_of(emit_text(e, "%s[(%s + %s) %% %d]", sites, start, i, track->n), GAME_END, e->bits - 1));
  e->at.slot[SLOT_TO] = site;
  emit_line(e, "if (%s) { %s = %s; break; }", emit_cond(e, a[A_TRACK_FIRST_IF]), found, site.text);
  emit_close(e);
  e->at = old;
  return code_of(found, GAME_END, e->bits - 1);
}

static Code op_track_last(Emitter *e, const Ins *in) {
  const Track *track = track_for(e, in->a[A_TRACK_LAST_TRACKS], emit_int(e, in->a[A_TRACK_LAST_PLAYER]));
  return code_const(e, track && track->n ? track->elems[track->n - 1].site : GAME_OFF);
}

// The sites of a track from one to another, which are found while playing.
static const char *sites_between(Emitter *e, const Ins *in, const Track *track, Code from, Code to) {
  const char *out = emit_name(e, "r"), *sites = elems_table(e, track, TRACK_SITE), *i = emit_name(e, "k"),
             *start = emit_name(e, "i");
  from = emit_bind(e, from);
  to = emit_bind(e, to);
  emit_line(e, "R %s = NONE;", out);
  emit_line(e, "const int %s = %s == %d ? 0 : %s;", start, from.text, GAME_OFF, step_at(e, track, from.text));
  emit_open(e, "for (int %s = 0; %s < %d && %s < %d; %s++)", i, i, track->n, start, track->n, i);
  emit_line(e, "const int site = %s[(%s + %s) %% %d];", sites, start, i, track->n);
  emit_line(e, "if (site >= 0) %s |= r_maybe(site);", out);
  if (in->a[A_TRACK_SITES_TO]) emit_line(e, "if (site == %s) break;", to.text);
  emit_close(e);
  return out;
}

static const char *op_track_sites(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  const Track *track = track_for(e, a[A_TRACK_SITES_TRACKS], emit_int(e, a[A_TRACK_SITES_PLAYER]));
  Code slot = e->at.slot[SLOT_TRACK];
  if (!slot.known) emit_fail(e, "TRACK_SITES of a track found while playing");
  if (slot.known && slot.value != GAME_OFF)
    track = slot.value >= 0 && slot.value < e->game->n_tracks ? &e->game->tracks[slot.value] : NULL;
  Code from = emit_int_or(e, a[A_TRACK_SITES_FROM], GAME_OFF), to = emit_int_or(e, a[A_TRACK_SITES_TO], GAME_OFF);
  if (e->why || !track) return "NONE";
  if (!from.known || !to.known) return sites_between(e, in, track, from, to);
  Word *set = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *set);
  int start = from.value == GAME_OFF ? 0 : step_on(track, from.value);
  for (int i = 0; i < track->n && start < track->n; i++) {
    int32_t site = track->elems[(start + i) % track->n].site;
    if (site >= 0) bit_set(set, site);
    if (a[A_TRACK_SITES_TO] && site == to.value) break;
  }
  return emit_region_const(e, set);
}

// The moves with SITE at the first site of a track that gives any.
static void op_first_on_track(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  const Track *track = track_for(e, in->a[A_FIRST_ON_TRACK_TRACKS], emit_int(e, in->a[A_FIRST_ON_TRACK_PLAYER]));
  if (e->at.sink == SINK_ACTS || e->at.sink == SINK_SITES) emit_fail(e, "FIRST_ON_TRACK of effects");
  if (e->at.n_filters) emit_fail(e, "FIRST_ON_TRACK under a condition on the position afterwards");
  if (e->why || !track) return;
  const char *i = emit_name(e, "k"), *start = emit_name(e, "m"), *site = emit_name(e, "at");
  bool list = e->at.sink == SINK_LIST;
  if (list) emit_line(e, "const int %s = n;", start);
  emit_open(e, "for (int %s = 0; %s < %d; %s++)", i, i, track->n, i);
  emit_line(e, "const int %s = %s[%s];", site, elems_table(e, track, TRACK_SITE), i);
  emit_line(e, "if (%s < 0) continue;", site);
  e->at.in_loop = true;
  e->at.slot[SLOT_SITE] = code_of(site, 0, e->bits - 1);
  emit_moves(e, in->a[A_FIRST_ON_TRACK_BODY]);
  if (list) emit_line(e, "n = keep_allowed(s, list, %s, n);", start);
  if (list) emit_line(e, "if (n > %s) break;", start);
  emit_close(e);
  e->at = old;
}

static Code op_track_steps(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Code player = emit_int(e, a[A_TRACK_STEPS_PLAYER]);
  const Track *track = track_for(e, a[A_TRACK_STEPS_TRACKS], player);
  if (e->why || !track) return code_const(e, GAME_OFF);
  Code from = emit_bind(e, emit_int(e, a[A_TRACK_STEPS_FROM])), to = emit_bind(e, emit_int(e, a[A_TRACK_STEPS_TO]));
  bool counted = counts_steps(e, track);
  const char *start = step_of(e, track, player, from), *found = emit_name(e, "i"), *i = emit_name(e, "k");
  emit_line(e, "int %s = -1;", found);
  emit_open(e, "for (int %s = 0; %s < %d%s%s%s; %s++)", i, i, track->n, counted ? " - " : "", counted ? start : "",
            counted ? emit_text(e, " && %s >= 0", from.text) : "", i);
  emit_line(e, "if (%s[(%s + %s) %% %d] == %s) { %s = %s; break; }", elems_table(e, track, TRACK_SITE), start, i,
            track->n, to.text, found, i);
  emit_close(e);
  return code_of(found, -1, track->n);
}

// ---- sowing -------------------------------------------------------------------------------------

typedef struct Sow {
  const int32_t *a;
  SiteType type;
  const Track *track;
  const char *next, *next_index, *step, *holes, *n, *start;
  const char *fills;  // where something is done with every hole: how many there are; else NULL
} Sow;

// Notes that a hole is filled from here on, and the slots as they are for what is done with it.
static void note_fill(Emitter *e, const Sow *w) {
  if (!w->fills) return;
  emit_line(e, "if (%s == SEEDS_MAX) { exceed(); break; }", w->fills);
  emit_line(e, "at%s[%s] = (i16)%s, to%s[%s] = (i16)%s, left%s[%s++] = (i16)%s;", w->fills, w->fills, w->n, w->fills,
            w->fills, e->at.slot[SLOT_TO].text, w->fills, w->fills, e->at.slot[SLOT_VALUE].text);
}

// The holes the seeds go to are found first, on the state as it is; then the seeds are moved.
static void hand_out(Emitter *e, Sow *w, const char *count) {
  const int32_t *a = w->a;
  const char *left = emit_name(e, "left"), *whole = emit_text(e, "%s_whole", w->n);
  Context old = e->at;
  emit_line(e, "%s = 1;", whole);
  emit_open(e, "for (int %s = %s; %s > 0 && %s < %s; %s--)", left, count, left, w->n, count, left);
  e->at.slot[SLOT_VALUE] = code_of(left, 1, INT32_MAX);
  if (a[A_SOW_SKIP]) {
    const char *skipped = emit_name(e, "k");
    emit_open(e, "for (int %s = 0; (u32)%s < %du && %s < 10000; %s++)", skipped, w->step, w->track->n, skipped,
              skipped);
    e->at.slot[SLOT_TO] = emit_bind(e, code_of(emit_text(e, "%s[%s]", w->next, w->step), GAME_END, e->bits - 1));
    emit_line(e, "if (!(%s)) break;", emit_cond(e, a[A_SOW_SKIP]));
    emit_line(e, "%s = %s[%s];", w->step, w->next_index, w->step);
    emit_close(e);
  }
  emit_line(e, "if ((u32)%s >= %du) { %s = 0; break; }", w->step, w->track->n, whole);
  // Where captures begin; the hole the seeds came from too, if it is passed over just before.
  emit_line(e, "last%s = %s[%s];", w->n, w->next, w->step);
  e->at.slot[SLOT_TO] = code_of(emit_text(e, "last%s", w->n), GAME_END, e->bits - 1);
  if (!a[A_SOW_SELF]) {
    emit_line(e, "if (%s[%s] == %s) %s = %s[%s];", w->next, w->step, w->start, w->step, w->next_index, w->step);
    emit_line(e, "if ((u32)%s >= %du) { %s = 0; break; }", w->step, w->track->n, whole);
  }
  Code hole = emit_bind(e, code_of(emit_text(e, "%s[%s]", w->next, w->step), GAME_END, e->bits - 1));
  Code each = emit_int_or(e, a[A_SOW_EACH], 1);
  note_fill(e, w);
  emit_line(e, "for (int each = %s; each > 0 && %s < %s && %s < SEEDS_MAX; each--) %s[%s++] = (i16)%s;", each.text,
            w->n, count, w->n, w->holes, w->n, hole.text);
  emit_line(e, "if (%s == SEEDS_MAX) { exceed(); break; }", w->n);
  emit_line(e, "%s = %s[%s];", w->step, w->next_index, w->step);
  emit_close(e);
  e->at = old;
}

static void capture_once(Emitter *e, Sow *w, const char *to) {
  Context old = e->at;
  e->at.slot[SLOT_FROM] = code_of(w->start, 0, e->bits - 1);
  e->at.slot[SLOT_TO] = code_of(to, GAME_END, e->bits - 1);
  e->at.from_what = 0;
  e->at.chosen = false;
  e->at.prefix = NULL;
  e->at.n_thens = 0;
  emit_moves(e, w->a[A_SOW_APPLY]);
  e->at = old;
}

// What the last hole gives, then perhaps those behind or beyond it. All see the board as the sowing left it.
static void capture(Emitter *e, Sow *w) {
  const int32_t *a = w->a;
  Context old = e->at;
  bool many = a[A_SOW_BACK] || a[A_SOW_FORWARD];
  const char *to = emit_name(e, "at"), *copy = emit_name(e, "q"), *k = emit_name(e, "k");
  emit_line(e, "int %s = last%s;", to, w->n);
  emit_line(e, "S %s_; const S *%s = &%s_; try_state(&%s_, s);", copy, copy, copy, copy);
  e->at.s = copy;
  e->at.slot[SLOT_TO] = code_of(to, GAME_END, e->bits - 1);
  emit_open(e, "for (int %s = 0; %s < %d; %s++)", k, k, w->track->n, k);
  if (a[A_SOW_IF]) emit_line(e, "if (!(%s)) break;", emit_cond(e, a[A_SOW_IF]));
  e->at.slot[SLOT_FROM] = code_of(w->start, 0, e->bits - 1);
  capture_once(e, w, to);
  if (!many) emit_line(e, "break;");
  if (a[A_SOW_BACK]) {
    emit_line(e, "if (!(%s) || (u32)%s >= %du) break;", emit_cond(e, a[A_SOW_BACK]), w->step, w->track->n);
    emit_line(e, "%s = %s[%s];", to, elems_table(e, w->track, TRACK_PREV), w->step);
    emit_line(e, "%s = %s[%s];", w->step, elems_table(e, w->track, TRACK_PREV_INDEX), w->step);
    emit_line(e, "if (!(%s) || %s == %s) break;", emit_cond(e, a[A_SOW_BACK]), to, w->start);
  }
  if (a[A_SOW_FORWARD]) {
    emit_line(e, "if (!(%s) || (u32)%s >= %du) break;", emit_cond(e, a[A_SOW_FORWARD]), w->step, w->track->n);
    if (!w->track->looped) emit_line(e, "if (%s[%s] == -1) break;", w->next, w->step);
    emit_line(e, "%s = %s[%s];", to, w->next, w->step);
    emit_line(e, "%s = %s[%s];", w->step, w->next_index, w->step);
    emit_line(e, "if (!(%s)) break;", emit_cond(e, a[A_SOW_FORWARD]));
  }
  emit_close(e);
  e->at = old;
}

static void sow_seeds(Emitter *e, const Sow *w) {
  emit_open(e, "for (int i = 0; i < %s; i++)", w->n);
  emit_line(e, "if ((u32)%s[i] < %du) sow%d(s, %s, %s[i]);", w->holes, emit_sites(e, w->type), w->type, w->start,
            w->holes);
  emit_note_sites(e, w->start, emit_text(e, "%s[i]", w->holes));
  emit_close(e);
}

// What is done with a hole comes before its seeds, as it was worked out before any was sown.
static void sow_with_effects(Emitter *e, const Sow *w) {
  Context old = e->at;
  const char *copy = emit_name(e, "q"), *k = emit_name(e, "k"), *to = emit_name(e, "at"), *left = emit_name(e, "i");
  emit_line(e, "S %s_; const S *%s = &%s_; try_state(&%s_, s);", copy, copy, copy, copy);
  emit_line(e, "at%s[%s] = (i16)%s;", w->fills, w->fills, w->n);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", k, k, w->fills, k);
  emit_line(e, "const int %s = to%s[%s], %s = left%s[%s];", to, w->fills, k, left, w->fills, k);
  emit_line(e, "(void)%s, (void)%s;", to, left);
  e->at.s = copy;
  e->at.slot[SLOT_TO] = code_of(to, GAME_END, e->bits - 1);
  e->at.slot[SLOT_VALUE] = code_of(left, INT16_MIN, INT16_MAX);
  e->at.from_what = 0;
  e->at.chosen = false;
  e->at.prefix = NULL;
  e->at.n_thens = 0;
  emit_moves(e, w->a[A_SOW_EFFECT]);
  emit_open(e, "for (int i = at%s[%s]; i < at%s[%s + 1]; i++)", w->fills, k, w->fills, k);
  emit_line(e, "if ((u32)%s[i] < %du) sow%d(s, %s, %s[i]);", w->holes, emit_sites(e, w->type), w->type, w->start,
            w->holes);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

// Consequences of captures are worked out on the board as the sowing left it, each alone.
static bool has_then(const Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  if (in->op == OP_WITH_THEN) return true;
  if (in->op == OP_SEQ) {
    for (int i = 0; i < in->n; i++) {
      if (has_then(e, in->a[i])) return true;
    }
  }
  if (in->op != OP_IF_MOVES) return false;
  return has_then(e, in->a[A_IF_MOVES_THEN]) || (in->a[A_IF_MOVES_ELSE] && has_then(e, in->a[A_IF_MOVES_ELSE]));
}

static bool is_one_site(const Emitter *e, int32_t region) {
  const Ins *in = emit_ins(e, region);
  if (in->op != OP_REGION_OF_INTS) return false;
  const Ins *list = emit_ins(e, in->a[A_REGION_OF_INTS_VALUES]);
  return list->op == OP_INTS_LIST && list->n == 1;
}

// Whether a statement makes one move at most, so that the consequences find the board as that leaves it. They must not
// ask for the last move: that would be this one.
static bool makes_one_at_most(const Emitter *e, int32_t ref) {
  const uint32_t last = PART_LAST_TO | PART_LAST_FROM | PART_LAST | PART_TURNS | PART_COUNTERS | PART_TRIES;
  const Ins *in = emit_ins(e, ref);
  switch (in->op) {
    case OP_WITH_THEN:
      return !(e->plan->needs[in->a[A_WITH_THEN_THEN]] & last) && makes_one_at_most(e, in->a[A_WITH_THEN_BODY]);
    case OP_IF_MOVES:
      return makes_one_at_most(e, in->a[A_IF_MOVES_THEN]) &&
             (!in->a[A_IF_MOVES_ELSE] || makes_one_at_most(e, in->a[A_IF_MOVES_ELSE]));
    case OP_FROM_TO: return is_one_site(e, in->a[A_FROM_TO_FROM]) && is_one_site(e, in->a[A_FROM_TO_TO]);
    case OP_MOVE_AGAIN:
    case OP_REMOVE_SITE: return true;
    default: return false;
  }
}

static void check_sow(Emitter *e, const Sow *w) {
  const int32_t *a = w->a;
  if (e->at.sink != SINK_ACTS) emit_fail(e, "SOW as a choice");
  bool many = a[A_SOW_BACK] || a[A_SOW_FORWARD];
  if (many && a[A_SOW_IF] && emit_reads_slot(e, a[A_SOW_IF], SLOT_FROM)) emit_fail(e, "SOW that looks back");
  bool thens = a[A_SOW_APPLY] && has_then(e, a[A_SOW_APPLY]);
  if (thens && (many || !makes_one_at_most(e, a[A_SOW_APPLY]))) emit_fail(e, "SOW with consequences of captures");
  if (a[A_SOW_EFFECT] && (has_then(e, a[A_SOW_EFFECT]) || e->tracks_after))
    emit_fail(e, "SOW with an effect on every hole");
  if (emit_stacking(e) || !emit_kept(e, w->type) || !e->layout.sites[w->type].count) emit_fail(e, "SOW without piles");
}

// The arrays it works with.
static void name_sow(Emitter *e, Sow *w) {
  w->start = emit_name(e, "start");
  w->step = emit_name(e, "step");
  w->holes = emit_name(e, "holes");
  w->n = emit_name(e, "n");
  w->next = elems_table(e, w->track, TRACK_NEXT);
  w->next_index = elems_table(e, w->track, TRACK_NEXT_INDEX);
  if (!w->a[A_SOW_EFFECT]) return;
  w->fills = emit_name(e, "fills");
  emit_line(e, "int %s = 0;", w->fills);
  emit_line(e, "i16 at%s[SEEDS_MAX + 1], to%s[SEEDS_MAX], left%s[SEEDS_MAX];", w->fills, w->fills, w->fills);
}

static void op_sow(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  (void)ref;
  Context old = e->at;
  Sow w = {.a = a, .type = emit_type(e, a[A_SOW_TYPE])};
  check_sow(e, &w);
  w.track = track_for(e, a[A_SOW_TRACKS], emit_int(e, a[A_SOW_OWNER]));
  Code start = emit_bind(e, emit_int(e, a[A_SOW_START])), count = emit_bind(e, emit_int(e, a[A_SOW_COUNT]));
  if (e->why || !w.track) return;
  name_sow(e, &w);
  emit_line(e, "const int %s = %s;", w.start, start.text);
  emit_line(e, "int %s = (u32)%s < %du ? %s[%s] : %d, %s = 0, last%s = %s;", w.step, w.start, e->bits,
            steps_table(e, w.track), w.start, w.track->n, w.n, w.n, e->at.slot[SLOT_TO].text);
  emit_line(e, "i16 %s[SEEDS_MAX];", w.holes);
  // Without seeds it is a move that does nothing; what cannot be handed out to the last seed is none.
  emit_line(e, "int %s_whole = %s <= 0;", w.n, count.text);
  if (a[A_SOW_APPLY] && !code_on_board(e, start, w.type))
    emit_line(e, "if (%s_whole && (u32)%s >= %du) exceed();", w.n, w.start, emit_sites(e, w.type));
  emit_open(e, "if ((u32)%s < %du)", w.start, emit_sites(e, w.type));
  if (a[A_SOW_ORIGIN]) {
    Code each = emit_bind(e, emit_int_or(e, a[A_SOW_EACH], 1));
    e->at.slot[SLOT_FROM] = code_of(w.start, 0, emit_sites(e, w.type) - 1);
    emit_open(e, "if (%s)", emit_cond(e, a[A_SOW_ORIGIN]));
    if (w.fills) emit_fail(e, "SOW with an effect on every hole");
    emit_line(e, "for (int each = %s; each > 0 && %s < %s && %s < SEEDS_MAX; each--) %s[%s++] = (i16)%s;", each.text,
              w.n, count.text, w.n, w.holes, w.n, w.start);
    emit_line(e, "if (%s == SEEDS_MAX) exceed();", w.n);
    emit_line(e, "last%s = %s;", w.n, w.start);
    emit_close(e);
    e->at = old;
  }
  hand_out(e, &w, count.text);
  emit_open(e, "if (%s_whole)", w.n);
  emit_prefix(e);
  if (w.fills) sow_with_effects(e, &w);
  else sow_seeds(e, &w);
  if (a[A_SOW_APPLY]) capture(e, &w);
  emit_close(e);
  emit_close(e);
  e->at = old;
  emit_open(e, "if (%s_whole)", w.n);
  emit_thens(e);
  emit_close(e);
}

const EmitRow emit_track_rows[] = {
    {OP_TRACK_MOVE, .as_int = op_track_move},
    {OP_TRACK_FIRST, .as_int = op_track_first},
    {OP_TRACK_LAST, .as_int = op_track_last},
    {OP_TRACK_SITES, .as_region = op_track_sites},
    {OP_TRACK_STEPS, .as_int = op_track_steps},
    {OP_FIRST_ON_TRACK, .as_moves = op_first_on_track},
    {OP_SOW, .as_moves = op_sow},
    {0},
};
