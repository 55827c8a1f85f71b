// Radials: the straight lines of sites a slider follows, per site and direction, with the radial that leads
// the opposite way. How a line goes on depends only on its last step and the direction it is followed in, so
// that is worked out once per step; and directions that go on in the same way are followed together, which
// saves most of the work (a step east is also an orthogonal, an adjacent... step). Where a line forks each branch is a
// line, so a board of forks can have more lines than any machine could hold: the work is limited.
#include "base/map.h"
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

// tan 0.25 and tan 0.1: how far a line may bend at a site, and how far from straight its opposite may be.
static const double bend_most = 0.25534192122103627, opposite_most = 0.10033467208545055;

static const DirSet turning = (DirSet)1 << DIR_CW | (DirSet)1 << DIR_CCW | (DirSet)1 << DIR_IN | (DirSet)1 << DIR_OUT;

enum { NEXT_NONE = -1 };

// The work on one board (sites of lines followed, pairs of lines compared), the forks of one line, and the pairs of
// steps of which one may follow the other.
enum { WORK_MAX = 100000000, FORKS_DEEP_MAX = 2000, LOOKS_MAX = 300000000 };

// Directions that go on by the same step after some step: `next` is a step number, NEXT_NONE, or -2 - i for
// the list that begins at forks[i] (length first).
typedef struct Onward {
  DirSet dirs;
  int32_t next;
} Onward;

// A step between two sites of the same type, with its range of Onwards.
typedef struct LineStep {
  Site from, to;
  DirSet in;
  double score;
  int32_t onward, onward_end;
} LineStep;

// One radial of the site at hand in one direction.
typedef struct Found {
  Dir dir;
  int32_t first;     // step number
  int32_t line;      // which of the site's lines
  int32_t opposite;  // line, or -1
} Found;

typedef struct Line {
  int32_t start, n;
  uint64_t hash;
  size_t slot;   // in the table of lines
  int found_in;  // 1 + the direction it was found in last
} Line;

typedef struct FoundList {
  VEC(Found) v;
} FoundList;

// A step that goes on straight enough.
typedef struct Ahead {
  int32_t step;
  double bend;
} Ahead;

typedef struct Lines {
  TopoWork *w;
  const WorkSites *sites;
  int32_t *start;  // steps of a site
  LineStep *steps;
  VEC(Onward) onwards;
  VEC(int32_t) forks;
  // The site at hand.
  VEC(Site) path;
  bool *on_path;
  VEC(Site) trail;  // its lines one after another
  VEC(Line) lines;
  int32_t *table;  // line + 1 by its sites (open addressing), or 0
  size_t table_size;
  FoundList arrived, found;  // as they come, and by direction
  int by_dir[DIRS + 1];      // where each direction begins in found
  // All sites.
  VEC(Site) radial_sites;
  VEC(int32_t) radial_start, slot_radials, slot_opposites;
  VEC(bool) slot_distinct;
  int32_t *renumber;  // of lines, for the site at hand
  size_t renumber_room;
  int64_t work;
  int depth;  // forks on the path
  bool stopped;
} Lines;

static void collect_steps(Lines *l, SiteType type) {
  const WorkSites *s = l->sites;
  l->start = ARENA_ARRAY(l->w->scratch, int32_t, s->n + 1);
  l->steps = ARENA_ARRAY(l->w->scratch, LineStep, s->step_start[s->n]);
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    for (int k = s->step_start[i]; k < s->step_start[i + 1]; k++) {
      const WorkStep *step = &s->steps[k];
      if (step->to_type == type) l->steps[n++] = (LineStep){i, step->to, step->in, step->score, 0, 0};
    }
    l->start[i + 1] = n;
  }
}

// The steps that continue a step without bending too much.
static int look_ahead(const Lines *l, const LineStep *step, Ahead *out) {
  const GraphPoint *at = l->sites->at;
  int n = 0;
  for (int k = l->start[step->to]; k < l->start[step->to + 1]; k++) {
    GraphPoint to = at[l->steps[k].to];
    if (!bends_less(at[step->from], at[step->to], to, 1.001 * bend_most)) continue;
    double bend = bend_tangent(at[step->from], at[step->to], to);
    if (bend <= bend_most) out[n++] = (Ahead){k, bend};
  }
  return n;
}

// On a circle the first step in the same rotational direction goes on.
static int32_t continue_turning(const Lines *l, Site at, Dir dir) {
  for (int k = l->start[at]; k < l->start[at + 1]; k++) {
    if (dirs_has(l->steps[k].in, dir)) return k;
  }
  return NEXT_NONE;
}

// Otherwise the straightest step does; all of them where several are equally straight.
static int32_t continue_straight(Lines *l, Dir dir, const Ahead *ahead, int n) {
  double best = bend_most;
  size_t mark = l->forks.n;
  VEC_PUSH(&l->forks, 0);
  for (int i = 0; i < n; i++) {
    if (!dirs_has(l->steps[ahead[i].step].in, dir) || ahead[i].bend > best) continue;
    if (ahead[i].bend < best) l->forks.n = mark + 1;
    best = ahead[i].bend;
    VEC_PUSH(&l->forks, ahead[i].step);
    if (best == 0) break;
  }
  int32_t count = (int32_t)(l->forks.n - mark - 1), only = VEC_LAST(&l->forks);
  l->forks.at[mark] = count;
  if (count <= 1) l->forks.n = mark;
  return count == 0 ? NEXT_NONE : count == 1 ? only : -2 - (int32_t)mark;
}

static void add_onward(Lines *l, LineStep *step, Dir dir, int32_t next) {
  for (int32_t i = step->onward; i < step->onward_end; i++) {
    if (l->onwards.at[i].next != next) continue;
    l->onwards.at[i].dirs |= dir_bit(dir);
    return;
  }
  VEC_PUSH(&l->onwards, (Onward){dir_bit(dir), next});
  step->onward_end = (int32_t)l->onwards.n;
}

static void continue_steps(Lines *l) {
  int most = 0;
  for (int i = 0; i < l->sites->n; i++) most = MAX(most, l->start[i + 1] - l->start[i]);
  Ahead *ahead = ARENA_ARRAY(l->w->scratch, Ahead, most);
  int64_t looked = 0;
  for (int s = 0; s < l->start[l->sites->n] && !l->stopped; s++) {
    LineStep *step = &l->steps[s];
    looked += l->start[step->to + 1] - l->start[step->to];
    l->stopped = looked > LOOKS_MAX;
    int n = look_ahead(l, step, ahead);
    step->onward = step->onward_end = (int32_t)l->onwards.n;
    FOR_DIRS(d, step->in) {
      bool turns = dirs_has(turning, d);
      add_onward(l, step, d, turns ? continue_turning(l, step->to, d) : continue_straight(l, d, ahead, n));
    }
  }
}

static bool is_path(const Lines *l, const Line *line) {
  return line->n == (int32_t)l->path.n && memcmp(l->trail.at + line->start, l->path.at, l->path.n * sizeof(Site)) == 0;
}

// Where the path stands among the lines, or the free slot for it.
static size_t table_slot(const Lines *l, uint64_t hash) {
  size_t slot = hash & (l->table_size - 1);
  while (l->table[slot]) {
    const Line *line = &l->lines.at[l->table[slot] - 1];
    if (line->hash == hash && is_path(l, line)) return slot;
    slot = (slot + 1) & (l->table_size - 1);
  }
  return slot;
}

static void put_in_table(Lines *l, int32_t line) {
  size_t slot = l->lines.at[line].hash & (l->table_size - 1);
  while (l->table[slot]) slot = (slot + 1) & (l->table_size - 1);
  l->table[slot] = line + 1;
  l->lines.at[line].slot = slot;
}

static void grow_table(Lines *l) {
  if (2 * (l->lines.n + 1) <= l->table_size) return;
  mem_free(l->table);
  l->table_size = MAX(64, 2 * l->table_size);
  l->table = mem_alloc_zero(l->table_size * sizeof *l->table);
  for (size_t i = 0; i < l->lines.n; i++) put_in_table(l, (int32_t)i);
}

static void clear_lines(Lines *l) {
  for (size_t i = 0; i < l->lines.n; i++) l->table[l->lines.at[i].slot] = 0;
  VEC_CLEAR(&l->lines);
  VEC_CLEAR(&l->trail);
}

static int32_t line_number(Lines *l) {
  grow_table(l);
  uint64_t hash = hash_bytes(l->path.at, l->path.n * sizeof(Site), 0);
  size_t slot = table_slot(l, hash);
  if (l->table[slot]) return l->table[slot] - 1;
  VEC_PUSH(&l->lines, (Line){(int32_t)l->trail.n, (int32_t)l->path.n, hash, slot, 0});
  l->table[slot] = (int32_t)l->lines.n;
  for (size_t i = 0; i < l->path.n; i++) VEC_PUSH(&l->trail, l->path.at[i]);
  return (int32_t)l->lines.n - 1;
}

static void add_found(Lines *l, DirSet dirs, int32_t first) {
  l->work += (int64_t)l->path.n;
  int32_t line = line_number(l);
  FOR_DIRS(d, dirs) VEC_PUSH(&l->arrived.v, (Found){d, first, line, -1});
}

static void follow(Lines *l, DirSet dirs, int32_t first, int32_t step);

static void follow_fork(Lines *l, DirSet dirs, int32_t first, size_t fork) {
  for (int32_t i = 1; i <= l->forks.at[fork]; i++) {
    int32_t step = l->forks.at[fork + (size_t)i];
    if (l->on_path[l->steps[step].to]) add_found(l, dirs, first);
    else follow(l, dirs, first, step);
  }
}

static void follow_onward(Lines *l, DirSet dirs, int32_t first, int32_t next) {
  if (next < NEXT_NONE) follow_fork(l, dirs, first, (size_t)(-2 - next));
  else if (next == NEXT_NONE || l->on_path[l->steps[next].to]) add_found(l, dirs, first);
  else follow(l, dirs, first, next);
}

// Whether all of the directions go on in one way, and then which.
static bool together(const Lines *l, const LineStep *step, DirSet dirs, int32_t *next) {
  for (int32_t i = step->onward; i < step->onward_end; i++) {
    if (!(l->onwards.at[i].dirs & dirs)) continue;
    *next = l->onwards.at[i].next;
    return (dirs & ~l->onwards.at[i].dirs) == 0;
  }
  return false;
}

// Takes the step and goes on in all the directions; restores the path.
static void follow(Lines *l, DirSet dirs, int32_t first, int32_t step) {
  if (l->work > WORK_MAX || l->depth == FORKS_DEEP_MAX) l->stopped = true;
  if (l->stopped) return;
  size_t mark = l->path.n;
  l->depth++;
  int32_t next = step;
  bool one_way;
  do {
    step = next;
    VEC_PUSH(&l->path, l->steps[step].to);
    l->on_path[l->steps[step].to] = true;
    one_way = together(l, &l->steps[step], dirs, &next);
  } while (one_way && next >= 0 && !l->on_path[l->steps[next].to]);
  l->work += (int64_t)(l->path.n - mark);
  for (int32_t i = l->steps[step].onward; i < l->steps[step].onward_end; i++) {
    DirSet part = dirs & l->onwards.at[i].dirs;
    if (part) follow_onward(l, part, first, l->onwards.at[i].next);
  }
  while (l->path.n > mark) l->on_path[VEC_POP(&l->path)] = false;
  l->depth--;
}

// Sorts what arrived by direction and drops repetitions.
static void sort_by_direction(Lines *l) {
  int count[DIRS] = {0};
  VEC_CLEAR(&l->found.v);
  for (size_t i = 0; i < l->arrived.v.n; i++) count[l->arrived.v.at[i].dir]++;
  for (int d = 0; d < DIRS; d++) {
    l->by_dir[d] = (int)l->found.v.n;
    for (size_t i = 0; count[d] && i < l->arrived.v.n; i++) {
      const Found *f = &l->arrived.v.at[i];
      Line *line = &l->lines.at[f->line];
      if (f->dir != (Dir)d || line->found_in == d + 1) continue;
      line->found_in = d + 1;
      VEC_PUSH(&l->found.v, *f);
    }
  }
  l->by_dir[DIRS] = (int)l->found.v.n;
}

// What comparing the lines of each direction with one another costs.
static int64_t pairs(const Lines *l) {
  int64_t sum = 0;
  for (int d = 0; d < DIRS; d++) {
    int64_t n = l->by_dir[d + 1] - l->by_dir[d];
    sum += n * n;
  }
  return sum;
}

static void find_lines(Lines *l, Site site) {
  clear_lines(l);
  VEC_CLEAR(&l->arrived.v);
  VEC_PUSH(&l->path, site);
  l->on_path[site] = true;
  for (int k = l->start[site]; k < l->start[site + 1]; k++) follow(l, l->steps[k].in, k, k);
  l->on_path[site] = false;
  VEC_CLEAR(&l->path);
  sort_by_direction(l);
  l->work += pairs(l);
  if (l->work > WORK_MAX) l->stopped = true;
}

static bool turns_back(Dir a, Dir b) {
  return (a == DIR_CW && b == DIR_CCW) || (a == DIR_CCW && b == DIR_CW) || (a == DIR_IN && b == DIR_OUT) ||
         (a == DIR_OUT && b == DIR_IN);
}

static bool opposite(const Lines *l, const Found *later, const Found *earlier) {
  if (turns_back(later->dir, earlier->dir)) return true;
  const LineStep *a = &l->steps[later->first], *c = &l->steps[earlier->first];
  const GraphPoint *at = l->sites->at;
  return bends_less(at[a->to], at[a->from], at[c->to], opposite_most);
}

static void find_opposites_among(Lines *l, int from, int to) {
  for (int i = from + 1; i < to; i++) {
    Found *later = &l->found.v.at[i];
    for (int k = from; k < i; k++) {
      Found *earlier = &l->found.v.at[k];
      if (earlier->opposite >= 0 && later->opposite >= 0) continue;
      if (!opposite(l, later, earlier)) continue;
      if (later->opposite < 0) later->opposite = earlier->line;
      if (earlier->opposite < 0) earlier->opposite = later->line;
    }
  }
}

// Each radial's opposite is the first one found that leads the other way, in the same group of directions
// or, for single directions, in any single direction.
static void find_opposites(Lines *l) {
  for (int d = 0; d < DIR_N; d++) find_opposites_among(l, l->by_dir[d], l->by_dir[d + 1]);
  find_opposites_among(l, l->by_dir[DIR_N], l->by_dir[DIRS]);
}

static bool begins_with(const Lines *l, int32_t whole, int32_t part) {
  const Line *a = &l->lines.at[whole], *b = &l->lines.at[part];
  return b->n <= a->n && memcmp(l->trail.at + a->start, l->trail.at + b->start, (size_t)b->n * sizeof(Site)) == 0;
}

static void take_direction(const Lines *l, Dir dir, FoundList *out) {
  for (int i = l->by_dir[dir]; i < l->by_dir[dir + 1]; i++) VEC_PUSH(&out->v, l->found.v.at[i]);
}

static void drop_beginnings(const Lines *l, FoundList *list) {
  for (size_t n = list->v.n; n-- > 0;) {
    bool part = false;
    for (size_t k = 0; k < list->v.n && !part; k++) {
      part = k != n && begins_with(l, list->v.at[k].line, list->v.at[n].line);
    }
    if (!part) continue;
    memmove(&list->v.at[n], &list->v.at[n + 1], (list->v.n - n - 1) * sizeof(Found));
    list->v.n--;
  }
}

// The rotational group also has the radials of its four directions, less those that are part of longer ones.
static void take_rotational(const Lines *l, FoundList *list) {
  take_direction(l, DIR_IN, list);
  take_direction(l, DIR_OUT, list);
  take_direction(l, DIR_CW, list);
  take_direction(l, DIR_CCW, list);
  drop_beginnings(l, list);
}

static double score_of(const Lines *l, const Found *f) { return l->steps[f->first].score; }

// Clockwise from north, for the one group that is put together from several directions.
static void sort_found(const Lines *l, FoundList *list, bool *distinct) {
  for (size_t i = 1; i < list->v.n; i++) {
    Found f = list->v.at[i];
    bool d = distinct[i];
    size_t k = i;
    for (; k > 0 && score_of(l, &list->v.at[k - 1]) > score_of(l, &f); k--) {
      list->v.at[k] = list->v.at[k - 1];
      distinct[k] = distinct[k - 1];
    }
    list->v.at[k] = f;
    distinct[k] = d;
  }
}

// A radial that is the opposite of an earlier distinct one is not distinct itself.
static void find_distinct(const FoundList *list, bool *distinct) {
  for (size_t i = 0; i < list->v.n; i++) {
    distinct[i] = true;
    for (size_t k = 0; k < i; k++) {
      if (distinct[k] && list->v.at[k].opposite == list->v.at[i].line) distinct[i] = false;
    }
  }
}

// Radial numbers follow the order in which directions list them, each with its opposite.
static int32_t radial_number(Lines *l, int32_t line) {
  if (l->renumber[line] >= 0) return l->renumber[line];
  const Line *from = &l->lines.at[line];
  for (int32_t i = 0; i < from->n; i++) VEC_PUSH(&l->radial_sites, l->trail.at[from->start + i]);
  VEC_PUSH(&l->radial_start, (int32_t)l->radial_sites.n);
  return l->renumber[line] = (int32_t)l->radial_start.n - 2;
}

static void store_direction(Lines *l, const FoundList *list, const bool *distinct) {
  for (size_t i = 0; i < list->v.n; i++) {
    const Found *f = &list->v.at[i];
    VEC_PUSH(&l->slot_radials, radial_number(l, f->line));
    VEC_PUSH(&l->slot_opposites, f->opposite < 0 ? -1 : radial_number(l, f->opposite));
    VEC_PUSH(&l->slot_distinct, distinct[i]);
  }
}

static void reset_numbers(Lines *l) {
  if (l->renumber_room < l->lines.n) {
    l->renumber_room = 2 * l->lines.n;
    l->renumber = ARENA_ARRAY(l->w->scratch, int32_t, l->renumber_room);
  }
  for (size_t i = 0; i < l->lines.n; i++) l->renumber[i] = -1;
}

static void store_site(Lines *l, const TopoSites *out, Site site, int32_t *slot_start, FoundList *list,
                       bool *distinct) {
  reset_numbers(l);
  for (int d = 0; d < DIRS; d++) {
    if (out->slot_of[d] < 0) continue;
    VEC_CLEAR(&list->v);
    take_direction(l, (Dir)d, list);
    if (d == DIR_ROTATIONAL) take_rotational(l, list);
    find_distinct(list, distinct);
    if (d == DIR_ROTATIONAL) sort_found(l, list, distinct);
    store_direction(l, list, distinct);
    slot_start[site * out->slots + out->slot_of[d] + 1] = (int32_t)l->slot_radials.n;
  }
}

static void assign_slots(const Lines *l, TopoSites *out) {
  DirSet dirs = 0;
  for (int k = 0; k < l->start[l->sites->n]; k++) dirs |= l->steps[k].in;
  for (int d = 0; d < DIRS; d++) out->slot_of[d] = (int8_t)(dirs_has(dirs, (Dir)d) ? out->slots++ : -1);
}

static void fill_stepping(const Lines *l, Arena *arena, TopoSites *out) {
  int lists = l->sites->n * out->slots, n = 0, total = 0;
  for (int k = 0; k < l->start[l->sites->n]; k++) total += word_count(l->steps[k].in);
  int32_t *start = ARENA_ARRAY(arena, int32_t, lists + 1);
  Site *at = ARENA_ARRAY(arena, Site, total);
  for (int i = 0; i < l->sites->n; i++) {
    for (int d = 0; d < DIRS; d++) {
      if (out->slot_of[d] < 0) continue;
      for (int k = l->start[i]; k < l->start[i + 1]; k++) {
        if (dirs_has(l->steps[k].in, (Dir)d)) at[n++] = l->steps[k].to;
      }
      start[i * out->slots + out->slot_of[d] + 1] = n;
    }
  }
  out->stepping = (SiteLists){lists, start, at};
}

// Whether that was within the limits.
static bool find_all(Lines *l, Arena *arena, TopoSites *out) {
  int n = l->sites->n;
  int32_t *radial_of = ARENA_ARRAY(arena, int32_t, n + 1),
          *slot_start = ARENA_ARRAY(arena, int32_t, n * out->slots + 1);
  FoundList list = {0};
  VEC(bool) distinct = {0};
  VEC_PUSH(&l->radial_start, 0);
  for (int i = 0; i < n && !l->stopped; i++) {
    find_lines(l, i);
    if (l->stopped) break;
    find_opposites(l);
    while (distinct.n < 2 * l->found.v.n + 1) VEC_PUSH(&distinct, false);
    store_site(l, out, i, slot_start, &list, distinct.at);
    radial_of[i + 1] = (int32_t)l->radial_start.n - 1;
  }
  out->radial_of = radial_of;
  out->slot_start = slot_start;
  VEC_FREE(&list.v);
  VEC_FREE(&distinct);
  return !l->stopped;
}

bool topo_find_radials(TopoWork *w, SiteType type, TopoSites *out) {
  Lines l = {.w = w, .sites = &w->s[type]};
  l.on_path = ARENA_ARRAY(w->scratch, bool, l.sites->n);
  collect_steps(&l, type);
  continue_steps(&l);
  assign_slots(&l, out);
  fill_stepping(&l, w->arena, out);
  bool found = find_all(&l, w->arena, out);
  out->radial_sites = VEC_TO_ARENA(&l.radial_sites, w->arena);
  out->radial_start = VEC_TO_ARENA(&l.radial_start, w->arena);
  out->slot_radials = VEC_TO_ARENA(&l.slot_radials, w->arena);
  out->slot_opposites = VEC_TO_ARENA(&l.slot_opposites, w->arena);
  out->slot_distinct = VEC_TO_ARENA(&l.slot_distinct, w->arena);
  VEC_FREE(&l.onwards), VEC_FREE(&l.forks), VEC_FREE(&l.path), VEC_FREE(&l.trail), VEC_FREE(&l.lines);
  VEC_FREE(&l.arrived.v), VEC_FREE(&l.found.v);
  VEC_FREE(&l.radial_sites), VEC_FREE(&l.radial_start), VEC_FREE(&l.slot_radials), VEC_FREE(&l.slot_opposites);
  VEC_FREE(&l.slot_distinct);
  mem_free(l.table);
  return found;
}
