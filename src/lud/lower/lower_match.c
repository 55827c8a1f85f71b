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

// Sites have other numbers on another board: where the games have several, constants would mean one of them.
static bool same_boards(const Game *match) {
  const Game *first = match->subgames[0].game;
  for (int i = 1; i < match->n_subgames; i++) {
    const Game *part = match->subgames[i].game;
    if (memcmp(part->sites, first->sites, sizeof first->sites) != 0 || part->site_type != first->site_type)
      return false;
  }
  return true;
}

static bool asks_for_regions(const Program *program) {
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) {
    if (op_info[program_ins(program, ref)->op].type == RULES_REGION) return true;
  }
  return false;
}

// The rules of a match run on a state of the game just finished, which keeps what that game needs.
static bool check_rules(Lower *lower, const Term *end) {
  const Game *match = lower->game;
  const char *wrong = NULL;
  if (lower->vars.n || lower->memories.n || lower->votes.n) wrong = "variables, memories or votes of its games";
  if (!same_boards(match) && asks_for_regions(&match->program)) wrong = "regions where its games have several boards";
  for (int i = 0; i < match->n_subgames && !wrong; i++) {
    if (lower->flags & ~match->subgames[i].game->flags) wrong = "what its games do not keep";
  }
  if (wrong) diag_error(lower->diags, end->loc, "the rules of a match ask for %s", wrong);
  return !wrong;
}

// (match string [players] games end)
static bool compile_match(Lower *lower, LudTerms terms) {
  Game *match = lower->game;
  size_t errors = lower->diags->total;
  if (!compile_parts(lower, terms)) return false;
  describe(match, arena_text(lower->arena, term_arg(terms.root, C_MATCH_STRING)->text));
  Subgame *parts = (Subgame *)(uintptr_t)match->subgames;
  int sites = 0;
  for (uint32_t i = 0; i < terms.n_parts; i++) sites = MAX(sites, lower_region_bits(parts[i].game));
  lower_begin(lower, sites);
  for (uint32_t i = 0; i < terms.n_parts; i++) parts[i].next = lower_int(lower, term_arg(part_at(terms.root, i), 2));
  match->end = lower_end(lower, term_arg(terms.root, C_MATCH_END));
  lower_end_code(lower);
  if (lower->diags->total > errors) return false;
  return lower_check_program(match, terms.root, lower->diags) && check_rules(lower, term_arg(terms.root, C_MATCH_END));
}

bool lud_compile_match(Arena *arena, LudTerms terms, Diags *diags, const Game **game) {
  Lower lower = {.arena = arena, .diags = diags, .root = terms.root, .game = ARENA_NEW(arena, Game)};
  lower.game->arena = arena;
  lower.game->plan = lazy_new(arena);
  bool ok = compile_match(&lower, terms);
  lower_free(&lower);
  *game = ok ? lower.game : NULL;
  return ok;
}
