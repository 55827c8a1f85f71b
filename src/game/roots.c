// The list of rules.
#include "game/roots.h"

#include "rules/check.h"
#include "rules/value_types.h"

typedef struct Roots {
  Arena *arena;
  VEC(RulesRoot) list;
} Roots;

static void add(Roots *roots, Ref ref, RulesType type, const char *format, ...) PRINTF_LIKE(4, 5);

static void add(Roots *roots, Ref ref, RulesType type, const char *format, ...) {
  if (!ref) return;
  va_list args;
  va_start(args, format);
  VEC_PUSH(&roots->list, (RulesRoot){arena_vprintf(roots->arena, format, args), ref, type});
  va_end(args);
}

static void add_phase(Roots *roots, const Game *game, int number) {
  const Phase *phase = &game->phases[number];
  const char *name = phase->name ? phase->name : "";
  add(roots, phase->play, RULES_MOVES, "phase %d %s, play", number, name);
  add(roots, phase->end, RULES_MOVES, "phase %d %s, end", number, name);
  for (int i = 0; i < phase->n_next; i++) {
    const NextPhase *next = &phase->next[i];
    add(roots, next->who, RULES_PLAYER, "phase %d %s, who goes to phase %d", number, name, next->to);
    add(roots, next->cond, RULES_BOOL, "phase %d %s, condition for phase %d", number, name, next->to);
  }
}

static void add_match(Roots *roots, const Game *game) {
  for (int i = 0; i < game->n_subgames; i++) {
    const Subgame *part = &game->subgames[i];
    add(roots, part->next, RULES_INT, "after %s, next game", part->name);
  }
}

const RulesRoot *game_roots(const Game *game, Arena *arena, int *n) {
  Roots roots = {.arena = arena};
  add(&roots, game->start, RULES_MOVES, "start");
  for (int i = 0; i < game->n_phases; i++) add_phase(&roots, game, i);
  add(&roots, game->end, RULES_MOVES, "end");
  for (int i = 1; i < game->n_components; i++) {
    add(&roots, game->components[i].moves, RULES_MOVES, "moves of %s", game->components[i].name);
  }
  for (int i = 0; i < game->n_regions; i++) {
    add(&roots, game->regions[i].region, RULES_REGION, "region %s", game->regions[i].name ? game->regions[i].name : "");
  }
  add(&roots, game->points, RULES_INT, "points in a match");
  add_match(&roots, game);
  const RulesRoot *list = VEC_TO_ARENA(&roots.list, arena);
  *n = (int)roots.list.n;
  VEC_FREE(&roots.list);
  return list;
}

bool game_check(const Game *game, Text *why) {
  Arena arena = {0};
  int n;
  const RulesRoot *roots = game_roots(game, &arena, &n);
  bool good = rules_check(&game->program, why);
  for (int i = 0; good && i < n; i++) good = rules_check_root(&game->program, roots[i].ref, roots[i].type, why);
  arena_free(&arena);
  return good;
}

bool game_well_typed(const Game *game, Text *why) {
  Arena arena = {0};
  int n;
  const RulesRoot *roots = game_roots(game, &arena, &n);
  bool good = rules_well_typed(&game->program, roots, n, why);
  arena_free(&arena);
  return good;
}
