// Classes of sites: finding, testing, and what follows from what (section 5.3 of the paper, Table 1). The implications
// of Table 1 are read off the classes themselves: one literal implies another when it does so in every class there
// can be, which the kinds of pieces and their owners tell.
#include "feature/evaluate/site_class.h"

static bool content_same(const SiteContent *a, const SiteContent *b) {
  return a->what == b->what && a->who == b->who && a->empty == b->empty && a->height == b->height &&
         a->below_what == b->below_what && a->below_who == b->below_who && a->unknown == b->unknown &&
         a->hidden == b->hidden;
}

static bool test_content(SiteTestRow test, const SiteContent *content) {
  if (test.kind == SITE_TEST_HIDDEN) return content->hidden || content->unknown;
  if (content->unknown) return false;
  switch (test.kind) {
    case SITE_TEST_EMPTY: return content->empty;
    case SITE_TEST_WHO: return content->who == test.value;
    case SITE_TEST_WHAT: return content->what == test.value;
    case SITE_TEST_HEIGHT: return content->height >= test.value;
    case SITE_TEST_BELOW_WHO: return content->height >= 2 && content->below_who == test.value;
    case SITE_TEST_BELOW_WHAT: return content->height >= 2 && content->below_what == test.value;
    case SITE_TEST_HIDDEN:
    case SITE_TEST_KINDS: break;
  }
  return false;
}

// ---- tables -------------------------------------------------------------------------------------

static void fill_row(SiteClasses *c, size_t row) {
  for (size_t t = 0; t < c->tests.n; t++) {
    c->holds[row * c->stride + t] = test_content(c->tests.at[t], &c->contents.at[row]);
  }
}

static void drop_implications(SiteClasses *c) {
  mem_free(c->implied);
  c->implied = NULL;
  c->generation++;
}

static void make_room(SiteClasses *c) {
  if (c->tests.n <= c->stride && c->contents.n <= c->rows) return;
  while (c->stride < c->tests.n) c->stride = c->stride ? 2 * c->stride : 16;
  while (c->rows < c->contents.n) c->rows = c->rows ? 2 * c->rows : 32;
  mem_free(c->holds);
  c->holds = mem_alloc_zero(c->rows * c->stride);
  for (size_t row = 0; row < c->contents.n; row++) fill_row(c, row);
  drop_implications(c);
}

int classes_test(SiteClasses *c, SiteTestKind kind, int32_t value) {
  size_t place = (size_t)MAX(value, 0);
  while (c->test_of[kind].n <= place) VEC_PUSH(&c->test_of[kind], 0);
  if (c->test_of[kind].at[place]) return c->test_of[kind].at[place] - 1;
  VEC_PUSH(&c->tests, (SiteTestRow){kind, value});
  c->test_of[kind].at[place] = (int)c->tests.n;
  make_room(c);
  for (size_t row = 0; row < c->contents.n; row++) fill_row(c, row);
  drop_implications(c);
  return (int)c->tests.n - 1;
}

// ---- implications -------------------------------------------------------------------------------

static bool implies_everywhere(const SiteClasses *c, int a, int b) {
  for (size_t row = 0; row < c->contents.n; row++) {
    SiteClass of = (SiteClass)row;
    if (literal_holds(c, of, a) && !literal_holds(c, of, b)) return false;
  }
  return true;
}

static void find_implications(SiteClasses *c) {
  size_t n = 2 * c->stride;
  c->implied = mem_alloc_zero(n * n);
  for (int a = 0; a < 2 * (int)c->tests.n; a++) {
    for (int b = 0; b < 2 * (int)c->tests.n; b++) c->implied[(size_t)a * n + (size_t)b] = implies_everywhere(c, a, b);
  }
}

bool literal_implies(SiteClasses *c, int a, int b) {
  if (!c->implied) find_implications(c);
  return c->implied[(size_t)a * 2 * c->stride + (size_t)b];
}

// ---- classes ------------------------------------------------------------------------------------

static bool is_flat(const SiteContent *content) {
  return content->height == !content->empty && !content->unknown && !content->hidden && content->what < FLAT_WHATS &&
         content->who < FLAT_WHOS;
}

SiteClass classes_of(SiteClasses *c, SiteContent content) {
  if (content.height < 2) content.below_what = content.below_who = 0;
  if (content.unknown) content = (SiteContent){.unknown = true, .hidden = true};
  for (size_t row = 0; row < c->contents.n; row++) {
    if (content_same(&c->contents.at[row], &content)) return (SiteClass)row;
  }
  SiteClass found = (SiteClass)c->contents.n;
  VEC_PUSH(&c->contents, content);
  make_room(c);
  fill_row(c, found);
  if (is_flat(&content)) c->flat[(content.what * FLAT_WHOS + content.who) * 2 + content.empty] = (int16_t)found;
  return found;
}

// Empty, and every piece with its owner; where only owners are kept, every owner.
static void foresee(SiteClasses *c) {
  classes_of(c, (SiteContent){.empty = true});
  if (game_has(c->game, GAME_PIECE_KINDS)) {
    for (int i = 1; i < c->game->n_components; i++) {
      classes_of_flat(c, (uint32_t)i, (uint32_t)MAX(c->game->components[i].owner, 0), false);
    }
  } else {
    for (Player p = 1; p <= c->game->players; p++) classes_of_flat(c, (uint32_t)p, (uint32_t)p, false);
  }
}

void classes_init(SiteClasses *c, const Game *game) {
  *c = (SiteClasses){.game = game, .generation = 1};
  c->flat = mem_alloc(sizeof *c->flat * FLAT_WHATS * FLAT_WHOS * 2);
  memset(c->flat, 0xff, sizeof *c->flat * FLAT_WHATS * FLAT_WHOS * 2);
  make_room(c);
  foresee(c);
}

void classes_free(SiteClasses *c) {
  VEC_FREE(&c->tests);
  for (int kind = 0; kind < SITE_TEST_KINDS; kind++) VEC_FREE(&c->test_of[kind]);
  VEC_FREE(&c->contents);
  mem_free(c->holds);
  mem_free(c->flat);
  mem_free(c->implied);
}
