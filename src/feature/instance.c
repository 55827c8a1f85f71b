// Instantiating: all reflections and rotations, walks resolved one after the other, elements turned into conditions.
#include "feature/instance.h"

#include <math.h>

enum { CONDITIONS_MAX = 512, INSTANCES_MAX = 10000 };

typedef struct Maker {
  const FeatureSpace *space;
  SiteClasses *classes;
  const Feature *feature;
  int32_t number;
  Player player;
  Site anchor;
  float rotation;
  int reflection;
  bool turned;  // a walk was resolved that looks different in a mirror
  Site place[FEATURE_PLACES];
  int n;
  Condition conditions[CONDITIONS_MAX];
  Instances *out;
} Maker;

static bool symmetric(const TurnWalk *walk) {
  for (int i = 0; i < walk->n; i++) {
    float turn = fabsf(walk->turn[i]);
    if (turn != 0 && turn != 0.5F) return false;
  }
  return true;
}

static Site resolve(Maker *m, const TurnWalk *walk) {
  if (!symmetric(walk)) m->turned = true;
  return space_walk(m->space, walk, m->anchor, m->rotation, m->reflection);
}

// ---- conditions ---------------------------------------------------------------------------------

static bool one_valued(SiteTestKind kind) {
  return kind == SITE_TEST_WHO || kind == SITE_TEST_WHAT || kind == SITE_TEST_BELOW_WHO || kind == SITE_TEST_BELOW_WHAT;
}

// Whether two conditions on one site exclude each other. The reference also takes two different forbidden owners or
// items for a contradiction.
static bool contradict(const Maker *m, int a, int b) {
  if ((a ^ b) == 1) return true;
  if (a == b) return false;
  const SiteTestRow *left = &m->classes->tests.at[a >> 1], *right = &m->classes->tests.at[b >> 1];
  if (left->kind != right->kind || !one_valued(left->kind)) return false;
  bool both_required = !(a & 1) && !(b & 1), both_forbidden = a & 1 && b & 1;
  return both_required || (both_forbidden && !m->space->rules.paper);
}

// False when it contradicts what is already asked for.
static bool ask(Maker *m, Site site, SiteTestKind kind, int32_t value, bool negated) {
  int literal = literal_of(classes_test(m->classes, kind, value), negated);
  for (int i = 0; i < m->n; i++) {
    if (m->conditions[i].site != site) continue;
    if (m->conditions[i].literal == literal) return true;
    if (contradict(m, m->conditions[i].literal, literal)) return false;
  }
  if (m->n == CONDITIONS_MAX) return false;
  m->conditions[m->n++] = (Condition){site, literal};
  return true;
}

static void emit(Maker *m) {
  Instances *out = m->out;
  Instance instance = {.feature = m->number, .first = (uint32_t)out->conditions.n, .n = (uint32_t)m->n};
  memcpy(instance.place, m->place, sizeof instance.place);
  for (int i = 0; i < m->n; i++) VEC_PUSH(&out->conditions, m->conditions[i]);
  VEC_PUSH(&out->list, instance);
}

static void add_elements(Maker *m, int i);

// One test more, and on to the next element.
static void with_test(Maker *m, int i, Site site, SiteTestKind kind, int32_t value, bool negated) {
  int before = m->n;
  if (ask(m, site, kind, value, negated)) add_elements(m, i + 1);
  m->n = before;
}

static void when(Maker *m, int i, bool holds) {
  if (holds) add_elements(m, i + 1);
}

// ---- elements -----------------------------------------------------------------------------------

// An opponent: with two players the other one, otherwise anything there that is not one's own.
static void add_enemy(Maker *m, int i, Site site, bool negated) {
  if (m->space->game->players == 2) {
    with_test(m, i, site, SITE_TEST_WHO, 3 - m->player, negated);
  } else if (negated) {
    with_test(m, i, site, SITE_TEST_EMPTY, 0, false);
    with_test(m, i, site, SITE_TEST_WHO, m->player, false);
  } else {
    int before = m->n;
    if (ask(m, site, SITE_TEST_EMPTY, 0, true)) with_test(m, i, site, SITE_TEST_WHO, m->player, true);
    m->n = before;
  }
}

static void add_below_enemy(Maker *m, int i, Site site, bool negated) {
  if (m->space->game->players == 2) {
    with_test(m, i, site, SITE_TEST_BELOW_WHO, 3 - m->player, negated);
  } else if (negated) {
    with_test(m, i, site, SITE_TEST_HEIGHT, 2, true);
    with_test(m, i, site, SITE_TEST_BELOW_WHO, m->player, false);
  } else {
    int before = m->n;
    if (ask(m, site, SITE_TEST_HEIGHT, 2, false)) with_test(m, i, site, SITE_TEST_BELOW_WHO, m->player, true);
    m->n = before;
  }
}

static bool nearer(const Maker *m, int region, Site site, bool negated) {
  const int32_t *distance = region < m->space->n_regions ? m->space->distances[region] : NULL;
  if (!distance || distance[site] < 0 || distance[m->anchor] < 0) return false;
  return (distance[m->anchor] > distance[site]) != negated;
}

// The nearest piece along a line: what is before it must be empty. The sites of earlier lines stay among them, as in
// the reference.
static void add_line_of_sight(Maker *m, int i, Site site, Dir dir, const FeatureElement *e) {
  const Topology *board = m->space->game->board;
  SiteType type = space_type_of(m->space, site);
  Site base = m->space->base[type];
  Radials radials = topo_radials(board, type, site - base, dir);
  int before = m->n;
  for (int r = 0; r < radials.n; r++) {
    if (m->space->rules.paper) m->n = before;
    SiteList radial = topo_radial(board, type, radials.ids[r]);
    for (int k = 1; k < radial.n; k++) {
      Site at = base + radial.at[k];
      int kept = m->n;
      if (!e->negated || ask(m, at, SITE_TEST_EMPTY, 0, true))
        with_test(m, i, at, SITE_TEST_WHAT, e->number, e->negated);
      m->n = kept;
      if (!ask(m, at, SITE_TEST_EMPTY, 0, false)) break;
    }
  }
  m->n = before;
}

// Off the board nothing is there: what is asked for is not, what is forbidden is not either.
static void add_off(Maker *m, int i, const FeatureElement *e) {
  switch (e->kind) {
    case ELEMENT_OFF: when(m, i, !e->negated); return;
    case ELEMENT_ANY: when(m, i, true); return;
    case ELEMENT_CONNECTIVITY: when(m, i, e->negated && m->space->rules.paper); return;
    case ELEMENT_PROXIMITY:
    case ELEMENT_LINE_ORTHOGONAL:
    case ELEMENT_LINE_DIAGONAL: return;
    default: when(m, i, e->negated); return;
  }
}

static void add_connectivity(Maker *m, int i, Site site, const FeatureElement *e) {
  bool same = space_neighbours(m->space, site).n == e->number;
  when(m, i, e->negated ? m->space->rules.paper && !same : same);
}

static void add_on_site(Maker *m, int i, Site site, const FeatureElement *e) {
  switch (e->kind) {
    case ELEMENT_EMPTY: with_test(m, i, site, SITE_TEST_EMPTY, 0, e->negated); return;
    case ELEMENT_FRIEND: with_test(m, i, site, SITE_TEST_WHO, m->player, e->negated); return;
    case ELEMENT_ENEMY: add_enemy(m, i, site, e->negated); return;
    case ELEMENT_OFF: when(m, i, e->negated); return;
    case ELEMENT_ANY: when(m, i, true); return;
    case ELEMENT_PLAYER_1: with_test(m, i, site, SITE_TEST_WHO, 1, e->negated); return;
    case ELEMENT_PLAYER_2: with_test(m, i, site, SITE_TEST_WHO, 2, e->negated); return;
    case ELEMENT_ITEM: with_test(m, i, site, SITE_TEST_WHAT, e->number, e->negated); return;
    case ELEMENT_POSITION: when(m, i, (site == e->number) != e->negated); return;
    case ELEMENT_CONNECTIVITY: add_connectivity(m, i, site, e); return;
    case ELEMENT_PROXIMITY: when(m, i, nearer(m, e->number, site, e->negated)); return;
    case ELEMENT_LINE_ORTHOGONAL: add_line_of_sight(m, i, site, DIR_ORTHOGONAL, e); return;
    case ELEMENT_LINE_DIAGONAL: add_line_of_sight(m, i, site, DIR_DIAGONAL, e); return;
    case ELEMENT_HEIGHT: with_test(m, i, site, SITE_TEST_HEIGHT, e->number, e->negated); return;
    case ELEMENT_BELOW_FRIEND: with_test(m, i, site, SITE_TEST_BELOW_WHO, m->player, e->negated); return;
    case ELEMENT_BELOW_ENEMY: add_below_enemy(m, i, site, e->negated); return;
    case ELEMENT_BELOW_ITEM: with_test(m, i, site, SITE_TEST_BELOW_WHAT, e->number, e->negated); return;
    case ELEMENT_HIDDEN: with_test(m, i, site, SITE_TEST_HIDDEN, 0, e->negated); return;
    case ELEMENT_KINDS: return;
  }
}

static void add_elements(Maker *m, int i) {
  if (i == m->feature->n) {
    emit(m);
    return;
  }
  const FeatureElement *e = &m->feature->elements[i];
  Site site = resolve(m, &e->walk);
  if (site == SITE_OFF) add_off(m, i, e);
  else add_on_site(m, i, site, e);
}

// ---- turning and mirroring ----------------------------------------------------------------------

static void try_turned(Maker *m, float rotation) {
  static const FeaturePlace order[] = {PLACE_LAST_TO, PLACE_LAST_FROM, PLACE_TO, PLACE_FROM};
  m->rotation = rotation;
  m->n = 0;
  for (size_t i = 0; i < COUNT_OF(order); i++) {
    FeaturePlace place = order[i];
    m->place[place] = SITE_OFF;
    if (!m->feature->has[place]) continue;
    m->place[place] = resolve(m, &m->feature->at[place]);
    if (m->place[place] == SITE_OFF) return;
  }
  add_elements(m, 0);
}

static bool never_walks(const Feature *f) {
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (f->has[place] && f->at[place].n) return false;
  }
  for (int i = 0; i < f->n; i++) {
    if (f->elements[i].walk.n) return false;
  }
  return true;
}

// Features without elements are tried in the first rotation only, as the reference does.
static bool one_rotation(const Maker *m) {
  return (m->feature->n == 0 && !m->space->rules.paper) || never_walks(m->feature);
}

static void try_rotations(Maker *m, int n) {
  const Feature *f = m->feature;
  int rotations = f->some_rotations ? f->n_rotations : n;
  if (one_rotation(m)) rotations = MIN(rotations, 1);
  for (int i = 0; i < rotations; i++) try_turned(m, f->some_rotations ? f->rotations[i] : (float)i / (float)n);
}

void feature_instances(const FeatureSpace *space, SiteClasses *classes, const Feature *feature, int32_t number,
                       Player player, Site anchor, Instances *out) {
  int n = space_neighbours(space, anchor).n;
  if (!n) return;
  Maker m;
  m.space = space;
  m.classes = classes;
  m.feature = feature;
  m.number = number;
  m.player = player;
  m.anchor = anchor;
  m.turned = false;
  m.out = out;
  m.reflection = 1;
  try_rotations(&m, n);
  if (feature->no_reflection || !m.turned) return;
  m.reflection = -1;
  try_rotations(&m, n);
}

// ---- how many -----------------------------------------------------------------------------------

// In how many ways an element can hold, at most, each with its own conditions.
static int element_ways(const FeatureSpace *space, const FeatureElement *e) {
  switch ((int)e->kind) {
    case ELEMENT_ENEMY:
    case ELEMENT_BELOW_ENEMY: return e->negated && space->game->players != 2 ? 2 : 1;
    case ELEMENT_LINE_ORTHOGONAL: return MAX(space->sight[0], 1);
    case ELEMENT_LINE_DIAGONAL: return MAX(space->sight[1], 1);
    default: return 1;
  }
}

bool feature_fits(const FeatureSpace *space, const Feature *feature) {
  int64_t ways = 1;
  for (int i = 0; i < feature->n && ways <= INSTANCES_MAX; i++) {
    ways *= element_ways(space, &feature->elements[i]);
  }
  return ways <= INSTANCES_MAX;
}
