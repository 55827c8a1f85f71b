// A whole description: players, equipment, then the rules, phase by phase.
#include "lud/lower/lower.h"

#include "game/roots.h"
#include "lud/lower/warnings.h"
#include "plan/optimise.h"

#include <stdlib.h>

static int *read_facings(Lower *lower, const Term *list) {
  int *facings = ARENA_ARRAY(lower->arena, int, list->n + 1);
  facings[0] = -1;
  for (uint32_t i = 0; i < list->n; i++) {
    Dir dir = dir_parse(term_arg(list->args[i], C_PLAYER_FACING_PLAYER_DIRECTION_FACING)->text);
    facings[i + 1] = dir == DIR_NONE ? -1 : (int)dir;
  }
  return facings;
}

static bool read_players(Lower *lower, const Term *players) {
  const Term *arg = term_arg(players, C_PLAYERS_INT);
  Game *game = lower->game;
  if (arg->kind == TERM_ARRAY) {
    game->players = (int)arg->n;
    game->facings = read_facings(lower, arg);
  } else {
    game->players = (int)MAX(0, MIN(arg->integer, GAME_PLAYERS_MAX + 1));
  }
  if (game->players >= 1 && game->players <= GAME_PLAYERS_MAX) return true;
  diag_error(lower->diags, players->loc, "a game has 1 to %d players", GAME_PLAYERS_MAX);
  return false;
}

static GameMode mode_of(const Term *mode) {
  const Term *word = mode ? term_arg(mode, C_MODE_MODE_TYPE) : NULL;
  if (term_is(word, "Simultaneous")) return MODE_SIMULTANEOUS;
  if (term_is(word, "Simulation")) return MODE_SIMULATION;
  return MODE_ALTERNATING;
}

// ---- meta rules ----------------------------------------------------------------------------------

int lower_repeat_kind(const Term *word) {
  if (term_is(word, "PositionalInTurn")) return REPEAT_POSITIONAL_IN_TURN;
  if (term_is(word, "Situational")) return REPEAT_SITUATIONAL;
  if (term_is(word, "SituationalInTurn")) return REPEAT_SITUATIONAL_IN_TURN;
  return REPEAT_POSITIONAL;
}

static void read_meta_rule(Lower *lower, const Term *rule) {
  MetaRules *meta = &lower->game->meta;
  const char *name = rule->row->name;
  const Term *first = term_arg(rule, C_META_RULE_NO_REPEAT);
  if (!strcmp(name, "swap")) meta->swap = true;
  else if (!strcmp(name, "no") && term_is(first, "Repeat")) {
    meta->no_repeat = lower_repeat_kind(term_arg(rule, C_META_RULE_NO_REPETITION_TYPE));
    lower->repeat |= meta->no_repeat;
  } else if (!strcmp(name, "no")) {
    meta->no_suicide = true;
  } else if (!strcmp(name, "passEnd")) {
    meta->pass_end = term_is(first, "NoEnd") ? 2 : 1;
    if (meta->pass_end == 2) lower->flags |= GAME_NOT_ALL_PASS;
  } else if (!strcmp(name, "gravity")) {
    meta->gravity = EMIT0(B, OP_FALL);
  } else if (!strcmp(name, "pin")) {
    meta->pin_support_multiple = true;
  } else if (!strcmp(name, "noStackOn")) {
    meta->no_stack_on_fallen = true;
  } else {
    meta->automove = true;
  }
}

static void read_meta(Lower *lower, const Term *meta) {
  const Term *arg = meta ? term_arg(meta, C_META_META_RULE) : NULL;
  if (!arg) return;
  if (arg->kind != TERM_ARRAY) {
    read_meta_rule(lower, arg);
    return;
  }
  for (uint32_t i = 0; i < arg->n; i++) read_meta_rule(lower, arg->args[i]);
}

// ---- phases --------------------------------------------------------------------------------------

static int find_phase(Lower *lower, const Term *name) {
  if (!name) return PHASE_FOLLOWING;
  for (int i = 0; i < lower->n_phases; i++) {
    if (str_is(name->text, lower->phase_names[i])) return i;
  }
  diag_error(lower->diags, name->loc, "there is no phase called \"%.*s\"", (int)name->text.n, name->text.p);
  const char *near = nearest_name(name->text, lower->phase_names, (size_t)lower->n_phases);
  if (near) diag_hint(lower->diags, "did you mean \"%s\"?", near);
  return PHASE_FOLLOWING;
}

// (nextPhase [roleType | player] [boolean] [string])
static NextPhase read_next(Lower *lower, const Term *next) {
  const Term *who = term_arg(next, C_NEXT_PHASE_ROLE_TYPE);
  return (NextPhase){.who = who ? lower_player(lower, who) : 0,
                     .cond = lower_bool(lower, term_arg(next, C_NEXT_PHASE_BOOLEAN)),
                     .to = find_phase(lower, term_arg(next, C_NEXT_PHASE_STRING))};
}

static void read_nexts(Lower *lower, Phase *phase, const Term *list) {
  if (!list) return;
  bool many = list->kind == TERM_ARRAY;
  int n = many ? (int)list->n : 1;
  NextPhase *next = ARENA_ARRAY(lower->arena, NextPhase, MAX(n, 1));
  for (int i = 0; i < n; i++) next[i] = read_next(lower, many ? list->args[i] : list);
  phase->next = next;
  phase->n_next = n;
}

static Player phase_owner(Lower *lower, const Term *role) {
  int32_t player = lower->game->players + 1;
  if (role) (void)builder_is_const(B, lower_role(lower, role), &player);
  return player;
}

// The moves of a phase, and those that a play rule outside gives to all phases.
static Ref phase_play(Lower *lower, const Term *own, const Term *common) {
  Ref moves = lower_moves(lower, term_arg(own, C_PLAY_MOVES));
  return common ? EMIT(B, OP_SEQ, (int32_t)moves, (int32_t)lower_moves(lower, term_arg(common, C_PLAY_MOVES))) : moves;
}

// (phase string [roleType] [mode] play [end] [nextPhase | {nextPhase}])
static Phase read_phase(Lower *lower, const Term *term, int index, const Term *common_play) {
  Phase phase = {.name = lower->phase_names[index], .owner = phase_owner(lower, term_arg(term, C_PHASE_ROLE_TYPE))};
  phase.mode = term_arg(term, C_PHASE_MODE) ? mode_of(term_arg(term, C_PHASE_MODE)) : lower->game->mode;
  phase.play = phase_play(lower, term_arg(term, C_PHASE_PLAY), common_play);
  phase.end = term_arg(term, C_PHASE_END) ? lower_end(lower, term_arg(term, C_PHASE_END)) : 0;
  read_nexts(lower, &phase, term_arg(term, C_PHASE_NEXT_PHASE));
  return phase;
}

static void name_phases(Lower *lower, const Term *list) {
  const char **names = ARENA_ARRAY(lower->arena, const char *, MAX(list->n, 1u));
  for (uint32_t i = 0; i < list->n; i++)
    names[i] = arena_text(lower->arena, term_arg(list->args[i], C_PHASE_STRING)->text);
  lower->phase_names = names;
  lower->n_phases = (int)list->n;
}

static void read_phases(Lower *lower, const Term *list, const Term *common_play) {
  if (!list->n) diag_error(lower->diags, list->loc, "there is no phase to begin with");
  Phase *phases = ARENA_ARRAY(lower->arena, Phase, MAX(list->n, 1u));
  for (uint32_t i = 0; i < list->n; i++) {
    phases[i] = read_phase(lower, list->args[i], (int)i, common_play);
  }
  lower->game->phases = phases;
  lower->game->n_phases = (int)list->n;
}

static void single_phase(Lower *lower, const Term *play) {
  Phase *phase = ARENA_NEW(lower->arena, Phase);
  *phase = (Phase){.name = "Default Phase", .owner = lower->game->players + 1, .mode = lower->game->mode};
  phase->play = play ? lower_moves(lower, term_arg(play, C_PLAY_MOVES)) : 0;
  lower->game->phases = phase;
  lower->game->n_phases = 1;
}

// (rules [meta] [start] [play] phases:{phase} [end]) or (rules [meta] [start] play end)
static void read_rules(Lower *lower, const Term *rules) {
  const Term *phases = NULL;
  if (rules->n == 5) phases = term_arg(rules, C_RULES_PHASES);
  const Term *end = term_arg(rules, C_RULES_PHASES + (phases ? 1 : 0));
  if (phases) name_phases(lower, phases);
  read_meta(lower, term_arg(rules, C_RULES_META));
  lower->game->start = term_arg(rules, C_RULES_START) ? lower_start(lower, term_arg(rules, C_RULES_START)) : 0;
  if (phases) read_phases(lower, phases, term_arg(rules, C_RULES_PLAY));
  else single_phase(lower, term_arg(rules, C_RULES_PLAY));
  lower->game->end = end ? lower_end(lower, end) : 0;
}

// ---- the whole -----------------------------------------------------------------------------------

static bool shares_owner(const Game *game, int component) {
  for (int c = 1; c < component; c++) {
    Player owner = game->components[c].owner;
    if (owner == game->components[component].owner && owner <= game->players) return true;
  }
  return false;
}

// Otherwise sites keep a single number, which is read as piece and as owner.
static bool needs_piece_kinds(const Lower *lower) {
  const Game *game = lower->game;
  if (lower->flags & (GAME_COUNT | GAME_STATE | GAME_LARGE_PIECES | GAME_VERTICES | GAME_EDGES)) return true;
  if (game->n_components > game->players + 1) return true;
  for (int c = 1; c < game->n_components; c++) {
    if (shares_owner(game, c)) return true;
  }
  return false;
}

// Hands and dice keep piles; where pieces are stacked there are none.
static void decide_piles(Lower *lower) {
  if (lower->flags & GAME_STACKING) lower->flags &= ~(uint32_t)GAME_COUNT;
  else if (lower->game->n_containers > 1) lower->flags |= GAME_COUNT;
}

// Ways a piece can be turned: the directions of cells or of vertices, whichever are more.
static int rotations(const Topology *board) {
  int cells = word_count(topo_supported(board, SITE_CELL, RELATION_ALL));
  int vertices = word_count(topo_supported(board, SITE_VERTEX, RELATION_ALL));
  return MAX(cells, vertices);
}

static bool has_neutral_piece(const Game *game) {
  for (int c = 1; c < game->n_components; c++) {
    if (game->components[c].owner == 0) return true;
  }
  return false;
}

// The reference system names a pile again when more come to it, and pieces of stacks where they were when they
// were promoted, turned over, put below others or, nobody's, moved with their stack. Of a stack taken at the end of a
// sequence whose actions were worked out beforehand, the lowest piece leaves first, and one stays in the list.
static bool lists_differ(const Lower *lower) {
  if (!(lower->flags & GAME_STACKING)) return lower->carries_piles;
  bool stays = lower->keeps_longest && (lower->flags & GAME_SEQUENCE_CAPTURE);
  return lower->relists || stays || (lower->moves_stacks && has_neutral_piece(lower->game));
}

// Lists are numbered from 1.
static void number_lists(Game *game) {
  Component *components = (Component *)(uintptr_t)game->components;
  int n = 0;
  for (int c = 1; c < game->n_components; c++) {
    bool listed = components[c].list || game->piece_order || game->piece_lists;
    components[c].list = listed ? ++n : 0;
  }
  game->n_lists = n ? n + 1 : 0;
}

// The moves of pieces count only when the rules ask for them.
static bool has_origins(const Lower *lower) {
  const Program *program = &lower->game->program;
  Ref begin = (Ref)lower->piece_code[0], end = (Ref)lower->piece_code[1];
  return program_has_origins(program, 1, begin) || program_has_origins(program, end, program->n) ||
         ((lower->own_moves || lower->shares_pieces) && program_has_origins(program, begin, end));
}

// Boards may have more edges than can be used, as long as nobody uses them.
static void check_sites(Lower *lower, SiteType type) {
  static const uint32_t flags[SITE_TYPES] = {GAME_CELLS, GAME_VERTICES, GAME_EDGES};
  bool used = (lower->flags & flags[type]) || type == lower->game->site_type;
  if (!used || lower->game->sites[type] <= GAME_SITES_MAX) return;
  diag_error(lower->diags, lower->root->loc, "the board has %d %s, of which a game can use %d",
             lower->game->sites[type],
             type == SITE_CELL     ? "cells"
             : type == SITE_VERTEX ? "vertices"
                                   : "edges",
             GAME_SITES_MAX);
}

enum { CODE_WORDS_MAX = 8 << 20 };

void lower_begin(Lower *lower, int sites) {
  builder_init(B, lower->arena, sites);
  B->most = CODE_WORDS_MAX;
  B->board = lower->game->board;
}

void lower_end_code(Lower *lower) {
  if (B->too_large)
    diag_error(lower->diags, B->too_large_at, "the rules are too large: more than %d words of code", CODE_WORDS_MAX);
  if (B->too_long) diag_error(lower->diags, B->too_long_at, "a list has at most %d items", UINT16_MAX);
  builder_finish(B, &lower->game->program);
}

void lower_free(Lower *lower) {
  mem_free(lower->memo);
  VEC_FREE(&lower->vars);
  VEC_FREE(&lower->memories);
  VEC_FREE(&lower->votes);
  VEC_FREE(&lower->named_regions);
}

static void finish(Lower *lower) {
  Game *game = lower->game;
  decide_piles(lower);
  if (lower->flags & GAME_PUZZLE) game->n_components = 1;  // sites have values instead of pieces
  if (needs_piece_kinds(lower)) lower->flags |= GAME_PIECE_KINDS;
  game->flags = lower->flags;
  game->repeat = lower->repeat;
  game->piece_lists = lists_differ(lower);
  number_lists(game);
  game->max_turns = GAME_TURNS_MAX;
  game->max_moves = GAME_MOVES_MAX;
  game->vars = VEC_TO_ARENA(&lower->vars, lower->arena);
  game->n_vars = (int)lower->vars.n;
  game->memories = VEC_TO_ARENA(&lower->memories, lower->arena);
  game->n_memories = (int)lower->memories.n;
  game->max_rotation = rotations(game->board);
  int height = MAX(MIN(lower->stacked, STACK_HEIGHT_MAX), STACK_HEIGHT_MIN);
  game->stack_height = game_has(game, GAME_STACKING) ? MAX(height, lower->cards) : 0;
  for (int type = 0; type < SITE_TYPES; type++) check_sites(lower, (SiteType)type);
  lower_end_code(lower);
  game->n_votes = (int)lower->votes.n;
  game->moves_have_origins = has_origins(lower);
}

int lower_region_bits(const Game *game) {
  return MAX(1, MAX(MAX(game->sites[SITE_CELL], game->sites[SITE_VERTEX]), game->sites[SITE_EDGE]));
}

// Pieces are told apart unless every player has at most one kind, numbered like the player.
// (game string players [mode] equipment rules)
static bool compile_game(Lower *lower, const Term *root) {
  Game *game = lower->game;
  game->name = arena_text(lower->arena, term_arg(root, C_GAME_STRING)->text);
  if (!read_players(lower, term_arg(root, C_GAME_PLAYERS))) return false;
  game->mode = mode_of(term_arg(root, C_GAME_MODE));
  const Term *equipment = term_arg(root, C_GAME_EQUIPMENT);
  if (!lower_equipment(lower, equipment)) return false;
  lower_begin(lower, lower_region_bits(game));
  lower_equipment_rules(lower, equipment);
  read_rules(lower, term_arg(root, C_GAME_RULES));
  if (lower->own_moves) lower->flags |= lower->piece_flags;
  warn_finished(lower);
  lower->n_memo = 0;  // the points are a term of another description
  game->points = lower_int(lower, lower->points);
  game->in_match = lower->in_match;
  finish(lower);
  return true;
}

bool lower_check_program(const Game *game, const Term *root, Diags *diags) {
  Text why = {0};
  bool good = game_check(game, &why);
  if (!good) diag_error(diags, root->loc, "the rules program is not well formed: %.*s", (int)why.n - 1, why.p);
  text_free(&why);
  return good;
}

static bool compile(Arena *arena, LudTerms terms, bool in_match, const Term *points, Diags *diags, const Game **out) {
  const Term *root = terms.root;
  if (root->kind != TERM_CALL || strcmp(root->row->name, "game") || root->n < 5) {
    diag_error(diags, root->loc, "not supported yet: (%s ...)", root->kind == TERM_CALL ? root->row->name : "?");
    diag_is_limit(diags);
    return false;
  }
  Game *game = ARENA_NEW(arena, Game);
  game->arena = arena;
  game->plan = lazy_new(arena);
  Lower lower = {.arena = arena, .diags = diags, .root = root, .game = game, .n_memo = terms.n};
  game->heuristics = terms.heuristics ? arena_text(arena, str_of(terms.heuristics)) : NULL;
  game->text_hash = in_match ? 0 : terms.hash;
  lower.in_match = in_match;
  lower.points = points;
  lower.memo = mem_alloc_zero(LOWER_WAYS * (size_t)terms.n * sizeof *lower.memo);
  size_t errors = diags->total;
  bool ok = compile_game(&lower, root) && diags->total == errors && lower_check_program(game, root, diags);
  if (ok) game_optimise(game);
  assert(!ok || game_check(game, NULL));
  lower_free(&lower);
  *out = ok ? game : NULL;
  return ok;
}

bool lud_compile_part(Arena *arena, LudTerms terms, const Term *points, Diags *diags, const Game **game) {
  return compile(arena, terms, true, points, diags, game);
}

bool lud_compile(Arena *arena, LudTerms terms, Diags *diags, const Game **game) {
  return terms.n_parts ? lud_compile_match(arena, terms, diags, game) : compile(arena, terms, false, NULL, diags, game);
}
