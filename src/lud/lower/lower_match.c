// Matches: several games played one after the other, with rules of their own about which game follows and who
// has won in the end. Every game is compiled by itself; the match has a small program for its own rules.
#include "lud/lower/lower.h"

// (games (subgame | {subgame}))
static const Term *part_at(const Term *match, uint32_t i) {
  const Term *games = term_arg(term_arg(match, C_MATCH_GAMES), 0);
  return games->kind == TERM_ARRAY ? games->args[i] : games;
}

// (subgame string [string] [next:int] [result:int])
static bool compile_parts(Lower *lower, LudTerms terms) {
  Subgame *parts = ARENA_ARRAY(lower->arena, Subgame, terms.n_parts);
  for (uint32_t i = 0; i < terms.n_parts; i++) {
    const Term *part = part_at(terms.root, i);
    parts[i].name = arena_text(lower->arena, term_arg(part, C_SUBGAME_STRING)->text);
    if (!terms.parts[i].root) {
      diag_error(lower->diags, part->loc, "there is no game \"%s\" in the library", parts[i].name);
      diag_is_limit(lower->diags);
      return false;
    }
    if (!lud_compile_part(lower->arena, terms.parts[i], term_arg(part, C_SUBGAME_RESULT), lower->diags, &parts[i].game))
      return false;
    if (parts[i].game->players == parts[0].game->players) continue;
    diag_error(lower->diags, part->loc, "the games of a match have the same number of players");
    return false;
  }
  lower->game->subgames = parts;
  lower->game->n_subgames = (int)terms.n_parts;
  return true;
}

// What is said about a match as a whole is that of its first game, without its rules.
static void describe(Game *match, const char *name) {
  const Subgame *parts = match->subgames;
  const Game *first = parts[0].game;
  int n = match->n_subgames;
  *match = (Game){.arena = match->arena,
                  .plan = match->plan,
                  .name = name,
                  .players = first->players,
                  .mode = first->mode,
                  .board = first->board,
                  .site_type = first->site_type,
                  .containers = first->containers,
                  .n_containers = first->n_containers,
                  .components = first->components,
                  .n_components = 1,
                  .flags = first->flags,
                  .max_turns = first->max_turns,
                  .max_moves = first->max_moves,
                  .subgames = parts,
                  .n_subgames = n};
  memcpy(match->sites, first->sites, sizeof match->sites);
}

// (match string [players] games end)
static bool compile_match(Lower *lower, LudTerms terms) {
  Game *match = lower->game;
  if (!compile_parts(lower, terms)) return false;
  describe(match, arena_text(lower->arena, term_arg(terms.root, C_MATCH_STRING)->text));
  builder_init(B, lower->arena, 64);
  B->board = match->board;
  Subgame *parts = (Subgame *)(uintptr_t)match->subgames;
  for (uint32_t i = 0; i < terms.n_parts; i++) parts[i].next = lower_int(lower, term_arg(part_at(terms.root, i), 2));
  match->end = lower_end(lower, term_arg(terms.root, C_MATCH_END));
  builder_finish(B, &match->program);
  return true;
}

bool lud_compile_match(Arena *arena, LudTerms terms, Diags *diags, const Game **game) {
  Lower lower = {.arena = arena, .diags = diags, .root = terms.root, .game = ARENA_NEW(arena, Game)};
  size_t errors = diags->total;
  lower.game->arena = arena;
  lower.game->plan = lazy_new(arena);
  bool ok = compile_match(&lower, terms) && diags->total == errors;
  *game = ok ? lower.game : NULL;
  return ok;
}
