// Random features and the comparison.
#include "feature/evaluate/agree.h"

#include "base/clock.h"
#include "base/mem.h"
#include "play/playout/playout.h"

enum { EVALUATORS = 5 };

// ---- random features ----------------------------------------------------------------------------

static bool chance(Random *random, uint32_t in) { return random_below(random, in) == 0; }

static TurnWalk random_walk(const FeatureSpace *space, Random *random, int most) {
  TurnWalk walk = {.n = (int)random_below(random, (uint32_t)most + 1)};
  for (int i = 0; i < walk.n; i++) {
    float turn = space->rotations.at[random_below(random, (uint32_t)space->rotations.n)];
    if (chance(random, 8)) turn += 0.05F;  // turns that lie between the entries of a list
    walk.turn[i] = chance(random, 3) ? -turn : turn;
  }
  return walk;
}

// The kinds that can mean something in the game; others appear rarely.
static ElementKind random_kind(const FeatureSpace *space, Random *random) {
  static const ElementKind common[] = {ELEMENT_EMPTY, ELEMENT_FRIEND, ELEMENT_ENEMY, ELEMENT_ITEM};
  static const ElementKind stacks[] = {ELEMENT_HEIGHT, ELEMENT_BELOW_FRIEND, ELEMENT_BELOW_ENEMY, ELEMENT_BELOW_ITEM};
  if (!chance(random, 4)) return common[random_below(random, COUNT_OF(common))];
  if (game_has(space->game, GAME_STACKING) && chance(random, 2)) return stacks[random_below(random, COUNT_OF(stacks))];
  return (ElementKind)random_below(random, ELEMENT_KINDS);
}

static int32_t random_number(const FeatureSpace *space, Random *random, ElementKind kind) {
  const Game *game = space->game;
  switch (kind) {
    case ELEMENT_POSITION: return (int32_t)random_below(random, (uint32_t)MAX(space->n, 1));
    case ELEMENT_CONNECTIVITY:
      return space->connectivities[random_below(random, (uint32_t)MAX(space->n_connectivities, 1))];
    case ELEMENT_PROXIMITY: return (int32_t)random_below(random, (uint32_t)MAX(space->n_regions, 1));
    case ELEMENT_HEIGHT: return 1 + (int32_t)random_below(random, 4);
    default: return (int32_t)random_below(random, (uint32_t)MAX(game->n_components, 1));
  }
}

static void random_places(const FeatureSpace *space, Random *random, Feature *f) {
  FeaturePlace anchor = space->uses_from && chance(random, 2) ? PLACE_FROM : PLACE_TO;
  FeaturePlace other = anchor == PLACE_TO ? PLACE_FROM : PLACE_TO;
  f->has[anchor] = true;
  if (chance(random, 10)) f->at[anchor] = random_walk(space, random, 2);  // an anchor beside the move
  if (space->uses_from && chance(random, 4)) {
    f->has[other] = true;
    f->at[other] = random_walk(space, random, 2);
  }
  for (int place = PLACE_LAST_FROM; place <= PLACE_LAST_TO; place++) {
    if (!chance(random, 6)) continue;
    f->has[place] = true;
    f->at[place] = random_walk(space, random, 2);
  }
}

Feature random_feature(Arena *arena, const FeatureSpace *space, Random *random, int elements) {
  Feature f = {.n = elements, .no_reflection = chance(random, 8), .some_rotations = chance(random, 8)};
  FeatureElement *list = ARENA_ARRAY(arena, FeatureElement, elements + 1);
  random_places(space, random, &f);
  int lines = elements <= 3 ? 0 : 1;  // of sight: each multiplies the instances, one is enough
  for (int i = 0; i < elements; i++) {
    list[i] = (FeatureElement){.kind = random_kind(space, random), .negated = chance(random, 2)};
    bool line = list[i].kind == ELEMENT_LINE_ORTHOGONAL || list[i].kind == ELEMENT_LINE_DIAGONAL;
    if (line && lines++) list[i].kind = ELEMENT_EMPTY;
    list[i].number = random_number(space, random, list[i].kind);
    list[i].walk = random_walk(space, random, 3);
  }
  if (f.some_rotations) {
    f.n_rotations = 1 + (int)random_below(random, 3);
    float *rotations = ARENA_ARRAY(arena, float, f.n_rotations);
    for (int i = 0; i < f.n_rotations; i++) {
      rotations[i] = space->rotations.at[random_below(random, (uint32_t)space->rotations.n)];
    }
    f.rotations = rotations;
  }
  f.elements = list;
  return f;
}

static void random_set(FeatureSet **set, const FeatureSpace *space, Random *random, int n) {
  Arena arena = {0};
  Feature *features = ARENA_ARRAY(&arena, Feature, n + 1);
  for (int i = 0; i < n; i++) features[i] = random_feature(&arena, space, random, 1 + i % 6);
  set_of_features(set, space, features, n);
  arena_free(&arena);
}

// ---- comparing ----------------------------------------------------------------------------------

typedef VEC(Word) Words;

typedef struct Agreement {
  FeatureEval *evals[EVALUATORS];
  Words answers[EVALUATORS];  // of all moves of a state
  VEC(FeatureMove) moves;
  int *lists[2];
  Arena *arena;
  AgreeReport *report;
} Agreement;

static void open_all(Agreement *a, const Game *game, FeatureRules rules, const FeatureSet *set) {
  for (int i = 0; i < EVALUATORS; i++) {
    eval_open(&a->evals[i], game, rules, set, evaluator_rows[i]);
  }
  for (int i = 0; i < 2; i++) a->lists[i] = mem_alloc_zero(sizeof(int) * ((size_t)set->n + 1));
}

static void close_all(Agreement *a) {
  for (int i = 0; i < EVALUATORS; i++) {
    eval_close(a->evals[i]);
    VEC_FREE(&a->answers[i]);
  }
  VEC_FREE(&a->moves);
  for (int i = 0; i < 2; i++) mem_free(a->lists[i]);
}

static void note_difference(Agreement *a, int which, int n, int others) {
  const FeatureSet *set = a->evals[0]->set;
  if (a->report->differ++) return;
  int i = 0;
  while (i < n && i < others && a->lists[0][i] == a->lists[1][i]) i++;
  int feature = i < n ? a->lists[0][i] : a->lists[1][i];
  a->report->evaluator = evaluator_rows[which]->name;
  a->report->feature = arena_text(a->arena, str_of(set->texts[feature]));
}

static const Word *answer_of(const Agreement *a, int evaluator, size_t move) {
  return VEC_FROM(&a->answers[evaluator], move * (size_t)a->evals[evaluator]->words);
}

static void compare_move(Agreement *a, size_t move) {
  int n = eval_list(a->evals[0], answer_of(a, 0, move), a->lists[0]);
  a->report->pairs++;
  a->report->active += (uint64_t)n;
  for (int i = 1; i < EVALUATORS; i++) {
    int others = eval_list(a->evals[i], answer_of(a, i, move), a->lists[1]);
    if (n == others && !memcmp(a->lists[0], a->lists[1], sizeof(int) * (size_t)n)) continue;
    note_difference(a, i, n, others);
    return;
  }
}

static void compare_state(Agreement *a, Position *x, Random *random) {
  MoveList list = position_moves(x);
  VEC_CLEAR(&a->moves);
  for (uint32_t i = 0; i < list.n; i++) {
    VEC_PUSH(&a->moves, feature_move(a->evals[0]->space, x, move_at(x, list, i)));
  }
  for (int i = 0; i < EVALUATORS; i++) {
    Words *answers = &a->answers[i];
    while (answers->n < (size_t)a->evals[i]->words * list.n) VEC_PUSH(answers, 0);
    eval_begin(a->evals[i], x);
    eval_moves(a->evals[i], a->moves.at, list.n, answers->at);
  }
  for (uint32_t i = 0; i < list.n; i++) compare_move(a, i);
  playout_choose(x, list, random);
  position_forget(x, list);
}

// A game of a match is compared by itself.
const Game *agree_game(const Game *game) { return game->n_subgames ? game->subgames[0].game : game; }

void features_agree(const Game *game, Arena *arena, const AgreePlan *plan, AgreeReport *report) {
  double started = clock_seconds();
  FeatureSpace *space;
  *report = (AgreeReport){0};
  game = agree_game(game);
  space_open(&space, game, plan->rules);
  Position *x = position_new(game, plan->seed, 0);
  for (int s = 0; s < plan->sets && !report->fault; s++) {
    Random random = random_stream(plan->seed, 2 * (uint64_t)s + 1);
    FeatureSet *made = NULL;
    Agreement a = {.arena = arena, .report = report};
    uint64_t until = plan->pairs * ((uint64_t)s + 1) / (uint64_t)plan->sets;
    if (!plan->set) random_set(&made, space, &random, plan->features);
    open_all(&a, game, plan->rules, plan->set ? plan->set : made);
    position_start(x);
    while (report->pairs < until && !x->fault && (plan->seconds <= 0 || clock_seconds() - started < plan->seconds)) {
      if (position_over(x)) position_start(x);
      compare_state(&a, x, &random);
    }
    report->fault = x->fault;
    close_all(&a);
    set_close(made);
  }
  position_free(x);
  space_close(space);
}
