// The split strategies: inserting dots, moving the illegal ones, erasing those that leave no choice.
#include "rbg/rbg_split.h"

#include "base/vec.h"
#include "rbg/dots.h"

typedef VEC(RbgNode *) Nodes;

const RbgStrategy rbg_strategies[] = {
    {"Dots", false, false, false, "at the dots written in the description only"},
    {"Mod", true, false, false, "after every off and assignment"},
    {"Plus", false, true, false, "before the alternatives of every choice that is not only about where to go"},
    {"Shift", false, false, true, "between the steps of choosing where to go"},
    {"ModPlus", true, true, false, "Mod and Plus together"},
    {"ModShift", true, false, true, "Mod and Shift together"},
    {"PlusShift", false, true, true, "Plus and Shift together"},
    {"ModPlusShift", true, true, true, "all three together"},
    {0},
};

static bool same_letters(Str a, const char *b) {
  if (a.n != strlen(b)) return false;
  for (size_t i = 0; i < a.n; i++) {
    if ((a.p[i] | 0x20) != (b[i] | 0x20)) return false;
  }
  return true;
}

const RbgStrategy *rbg_strategy_find(Str name) {
  for (const RbgStrategy *s = rbg_strategies; s->name; s++) {
    if (same_letters(name, s->name)) return s;
  }
  return NULL;
}

// ---- inserting

typedef struct Splitter {
  Arena *arena;
  const RbgStrategy *strategy;
  RbgSplitStats *stats;
  int64_t work;  // of judging which dots are illegal
} Splitter;

static RbgNode *new_dot(Splitter *s, SrcLoc loc) {
  s->stats->inserted++;
  return rbg_leaf(s->arena, RBG_DOT, loc);
}

static RbgNode *with_kids(Splitter *s, const RbgNode *node, Nodes *kids) {
  RbgNode *result;
  if (node->kind == RBG_CAT) result = rbg_cat(s->arena, kids->at, kids->n, node->loc);
  else if (node->kind == RBG_SUM) result = rbg_sum(s->arena, kids->at, kids->n, node->loc);
  else result = rbg_wrap(s->arena, RBG_STAR, kids->at[0], node->loc);
  VEC_FREE(kids);
  return result;
}

static bool has_inner(const RbgNode *node) {
  return node->kind == RBG_CAT || node->kind == RBG_SUM || node->kind == RBG_STAR;
}

// A dot in front of the alternative; not before a lone modifier when that is a split point itself.
static RbgNode *dot_before(Splitter *s, RbgNode *alternative) {
  if (s->strategy->mod && rbg_is_modifier(alternative)) return alternative;
  RbgNode *pair[] = {new_dot(s, alternative->loc), alternative};
  return rbg_cat(s->arena, pair, 2, alternative->loc);
}

static RbgNode *insert_plus(Splitter *s, RbgNode *node) {
  if (!has_inner(node) || rbg_shift_only(node, true)) return node;
  Nodes kids = {0};
  for (uint32_t i = 0; i < node->n; i++) {
    RbgNode *kid = insert_plus(s, node->kids[i]);
    VEC_PUSH(&kids, node->kind == RBG_SUM ? dot_before(s, kid) : kid);
  }
  return with_kids(s, node, &kids);
}

// A dot follows a choice of shifts if more shifts follow it, or if a star of shifts repeats it.
static bool dot_after(const RbgNode *node, uint32_t i) {
  const RbgNode *kid = node->kids[i];
  if (kid->kind != RBG_SUM || !rbg_shift_only(kid, true)) return false;
  if (node->kind == RBG_STAR) return true;
  return node->kind == RBG_CAT && i + 1 < node->n && rbg_shift_only(node->kids[i + 1], true);
}

static RbgNode *insert_shift(Splitter *s, RbgNode *node) {
  if (!has_inner(node)) return node;
  Nodes kids = {0};
  for (uint32_t i = 0; i < node->n; i++) {
    RbgNode *kid = insert_shift(s, node->kids[i]);
    if (dot_after(node, i)) {
      RbgNode *pair[] = {kid, new_dot(s, kid->loc)};
      kid = rbg_cat(s->arena, pair, 2, kid->loc);
    }
    VEC_PUSH(&kids, kid);
  }
  return with_kids(s, node, &kids);
}

// ---- changing the dots of a tree

// What to do with the dots that are marked.
typedef enum Change { ERASE, MOVE_RIGHT } Change;

typedef struct Changer {
  Splitter *splitter;
  const bool *marked;
  Change change;
} Changer;

static RbgNode *change_node(Changer *c, RbgNode *node, bool *dot_follows);

static bool is_marked_dot(const Changer *c, const RbgNode *node) {
  return node->kind == RBG_DOT && c->marked[node->index];
}

static void push_dot(Changer *c, Nodes *kids, SrcLoc loc) {
  if (kids->n && VEC_LAST(kids)->kind == RBG_DOT) return;
  VEC_PUSH(kids, rbg_leaf(c->splitter->arena, RBG_DOT, loc));
}

// A dot does not move past a split point: it has become one with it.
static bool absorbs(const Changer *c, const RbgNode *node) {
  bool modifier = rbg_is_modifier(node) && (c->splitter->strategy->mod || node->kind == RBG_SWITCH);
  return modifier || node->kind == RBG_DOT;
}

// A moved dot goes behind the next element; behind the whole concatenation when there is none.
static RbgNode *change_cat(Changer *c, const RbgNode *cat, bool *dot_follows) {
  Nodes kids = {0};
  bool waiting = false;
  for (uint32_t i = 0; i < cat->n; i++) {
    RbgNode *kid = cat->kids[i];
    if (is_marked_dot(c, kid)) {
      waiting = c->change == MOVE_RIGHT;
      continue;
    }
    bool after = false, moving = waiting && !absorbs(c, kid);
    VEC_PUSH(&kids, change_node(c, kid, &after));
    if (after || moving) push_dot(c, &kids, kid->loc);
    waiting = false;
  }
  *dot_follows = waiting;
  return with_kids(c->splitter, cat, &kids);
}

static RbgNode *change_inner(Changer *c, const RbgNode *node, bool *dot_follows) {
  Nodes kids = {0};
  for (uint32_t i = 0; i < node->n; i++) {
    bool after = false;
    VEC_PUSH(&kids, change_node(c, node->kids[i], &after));
    *dot_follows |= after;
  }
  return with_kids(c->splitter, node, &kids);
}

// The tree without its marked dots; *dot_follows asks for a dot behind it.
static RbgNode *change_node(Changer *c, RbgNode *node, bool *dot_follows) {
  *dot_follows = false;
  if (is_marked_dot(c, node)) {
    *dot_follows = c->change == MOVE_RIGHT;
    return rbg_cat(c->splitter->arena, NULL, 0, node->loc);
  }
  if (node->kind == RBG_CAT) return change_cat(c, node, dot_follows);
  if (node->kind == RBG_SUM || node->kind == RBG_STAR) return change_inner(c, node, dot_follows);
  return node;
}

// Gives every dot outside patterns an index and a node of its own.
static RbgNode *index_dots(Arena *arena, RbgNode *node, int *n) {
  if (node->kind == RBG_DOT) {
    node = rbg_leaf(arena, RBG_DOT, node->loc);
    node->index = (*n)++;
  }
  if (!has_inner(node)) return node;
  RbgNode *copy = arena_copy(arena, node, sizeof *node);
  copy->kids = arena_copy(arena, node->kids, node->n * sizeof *node->kids);
  for (uint32_t i = 0; i < node->n; i++) copy->kids[i] = index_dots(arena, node->kids[i], n);
  return copy;
}

// ---- the whole

typedef enum Question { ILLEGAL, FORCED_LEFT, FORCED_RIGHT, UNUSED } Question;

static void judge(Splitter *s, Question question, Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa,
                  bool *marked) {
  switch (question) {
    case ILLEGAL: s->work += rbg_mark_illegal(scratch, game, nfa, marked); break;
    case FORCED_LEFT: rbg_mark_forced(scratch, game, nfa, s->strategy->mod, RBG_LEFT, marked); break;
    case FORCED_RIGHT: rbg_mark_forced(scratch, game, nfa, s->strategy->mod, RBG_RIGHT, marked); break;
    case UNUSED: rbg_mark_unused(scratch, game, nfa, marked); break;
  }
}

// Asks the question of every dot and changes those it is true for. Returns how many there were.
static int treat(Splitter *s, const RbgDescription *game, RbgNode **tree, Question question, Change change) {
  Arena scratch = {0}, automaton = {0};
  int n = 0, found = 0;
  *tree = index_dots(s->arena, *tree, &n);
  bool *marked = ARENA_ARRAY(&scratch, bool, n);
  if (n) {
    const RbgAutomaton *nfa = rbg_automaton_unchecked(&automaton, &scratch, game, *tree, true);
    judge(s, question, &scratch, game, nfa, marked);
  }
  for (int i = 0; i < n; i++) found += marked[i];
  Changer changer = {s, marked, change};
  bool follows;
  if (found) *tree = change_node(&changer, *tree, &follows);
  arena_free(&automaton);
  arena_free(&scratch);
  return found;
}

static int count_dots(const RbgNode *node) {
  int n = node->kind == RBG_DOT;
  for (uint32_t i = 0; has_inner(node) && i < node->n; i++) n += count_dots(node->kids[i]);
  return n;
}

enum {
  ROUNDS_MAX = 40,
  WORK_MAX = 1000000000,  // of all rounds
  PAIRS_MAX = 8 << 20,    // actions x vertices; larger games are split at modifiers only
};

static void drop_all(Splitter *s, RbgNode **tree) {
  int n = 0;
  Arena scratch = {0};
  *tree = index_dots(s->arena, *tree, &n);
  bool *all = ARENA_ARRAY(&scratch, bool, n);
  memset(all, true, (size_t)n);
  Changer changer = {s, all, ERASE};
  bool follows;
  *tree = change_node(&changer, *tree, &follows);
  arena_free(&scratch);
}

// A dot that is still illegal after many rounds is taken out; all of them where even that has no end.
static void make_legal(Splitter *s, const RbgDescription *game, RbgNode **tree) {
  for (int round = 0; round < ROUNDS_MAX && s->work < WORK_MAX; round++) {
    int marked = treat(s, game, tree, ILLEGAL, MOVE_RIGHT);
    if (!marked) return;
    s->stats->moved += marked;
  }
  for (int round = 0; round < ROUNDS_MAX && s->work < WORK_MAX; round++) {
    if (!treat(s, game, tree, ILLEGAL, ERASE)) return;
  }
  drop_all(s, tree);
}

RbgNode *rbg_split(Arena *arena, const RbgDescription *game, const RbgStrategy *strategy, RbgSplitStats *stats) {
  *stats = (RbgSplitStats){.written = count_dots(game->rules)};
  Splitter s = {.arena = arena, .strategy = strategy, .stats = stats};
  RbgNode *tree = game->rules;
  if (strategy->plus) tree = insert_plus(&s, tree);
  if (strategy->shift) tree = insert_shift(&s, tree);
  if ((int64_t)tree->size * game->board.n > PAIRS_MAX) drop_all(&s, &tree);
  make_legal(&s, game, &tree);
  treat(&s, game, &tree, UNUSED, ERASE);
  if (strategy->mod || strategy->plus || strategy->shift) {
    treat(&s, game, &tree, FORCED_LEFT, ERASE);
    treat(&s, game, &tree, FORCED_RIGHT, ERASE);
  }
  stats->left = count_dots(tree);
  stats->erased = stats->written + stats->inserted - stats->left;
  return tree;
}
