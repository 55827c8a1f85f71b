// Finding the watches of a game. A condition that holds only together with others (AND) is watched through one of
// them; alternatives (OR) through all.
#include "game/quiet.h"

#include "game/infer.h"

typedef struct Finder {
  const Game *game;
  QuietRules *rules;
} Finder;

static const Ins *ins(const Finder *f, int32_t ref) { return program_ins(&f->game->program, (Ref)ref); }

static bool is_const(const Finder *f, int32_t ref, int32_t value) {
  const Ins *in = ins(f, ref);
  return in->op == OP_CONST && in->a[0] == value;
}

static bool absent_or(const Finder *f, int32_t ref, int32_t value) { return !ref || is_const(f, ref, value); }

static bool is_mover(const Finder *f, int32_t ref) {
  const Ins *in = ins(f, ref);
  return in->op == OP_HEAD && in->a[0] == HEAD_MOVER;
}

// ---- conditions ----------------------------------------------------------------------------------

static bool is_last_site(const Finder *f, int32_t region) {
  const Ins *in = ins(f, region);
  if (in->op != OP_REGION_OF_INTS) return false;
  in = ins(f, in->a[0]);
  return in->op == OP_INTS_LIST && in->n == 1 && ins(f, in->a[0])->op == OP_LAST_TO;
}

static bool line_is_watchable(const Finder *f, const Ins *in) {
  return ins(f, in->a[1])->op == OP_CONST && is_last_site(f, in->a[3]) &&
         (!in->a[4] || ins(f, in->a[4])->op == OP_INTS_CONST) && (!in->a[5] || ins(f, in->a[5])->op == OP_CONST) &&
         absent_or(f, in->a[6], 1) && !in->a[7] && absent_or(f, in->a[8], 1) && absent_or(f, in->a[9], 1) &&
         absent_or(f, in->a[10], 0);
}

static bool connection_is_watchable(const Finder *f, const Ins *in) {
  if (ins(f, in->a[1])->op != OP_LAST_TO || ins(f, in->a[2])->op != OP_DIRS_CONST) return false;
  if ((in->a[3] && ins(f, in->a[3])->op != OP_CONST) || (in->a[4] && !is_mover(f, in->a[4]))) return false;
  for (int i = 5; i < in->n; i++) {
    if (ins(f, in->a[i])->op != OP_REGION_CONST) return false;
  }
  for (int i = 0; i < f->game->n_regions && in->a[4]; i++) {
    if (f->game->regions[i].owner > 0 && !f->game->regions[i].sites) return false;
  }
  return true;
}

// No empty site left: (NOT (REGION_SIZE empty)), where the region holds all empty sites of the board.
static bool is_full_board(const Finder *f, const Ins *in) {
  if (in->op != OP_NOT) return false;
  const Ins *size = ins(f, in->a[0]);
  if (size->op != OP_REGION_SIZE) return false;
  const Ins *region = ins(f, size->a[0]);
  if (region->op == OP_EMPTY) return true;
  if (region->op != OP_INTERSECTION || region->n != 2 || ins(f, region->a[0])->op != OP_EMPTY) return false;
  const Ins *board = ins(f, region->a[1]);
  if (board->op != OP_REGION_CONST) return false;
  const Word *sites = f->game->program.regions[board->a[0]];
  int n = topo_count(f->game->board, f->game->site_type);
  return bits_count(sites, f->game->program.region_words) >= n;
}

static bool add_watch(const Finder *f, WatchKind kind, const Ins *in) {
  VEC_PUSH(&f->rules->watches, (Watch){kind, in});
  return true;
}

static bool watch(const Finder *f, int32_t ref);

static bool watch_any(const Finder *f, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    if (!watch(f, in->a[i])) return false;
  }
  return true;
}

static bool watch_one_of(const Finder *f, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    size_t before = f->rules->watches.n;
    if (watch(f, in->a[i])) return true;
    f->rules->watches.n = before;
  }
  return false;
}

static bool watch_choice(const Finder *f, const Ins *in) {
  const Ins *cond = ins(f, in->a[0]);
  if (cond->op == OP_STACKING) {
    int32_t chosen = in->a[game_has(f->game, GAME_STACKING) ? 1 : 2];
    return !chosen || watch(f, chosen);
  }
  return watch(f, in->a[1]) && (!in->a[2] || watch(f, in->a[2]));
}

// Adds what must be watched for the condition; false when it cannot be.
static bool watch(const Finder *f, int32_t ref) {
  const Ins *in = ins(f, ref);
  switch (in->op) {
    case OP_CONST: return in->a[0] == 0;
    case OP_ALL_PASSED:
    case OP_WAS_PASS: return true;  // never after a placement
    case OP_OR: return watch_any(f, in);
    case OP_AND: return watch_one_of(f, in);
    case OP_IF_INT: return watch_choice(f, in);
    case OP_LINE: return line_is_watchable(f, in) && add_watch(f, WATCH_LINE, in);
    case OP_CONNECTED: return connection_is_watchable(f, in) && add_watch(f, WATCH_CONNECTED, in);
    case OP_NO_MOVES: return add_watch(f, WATCH_FULL, NULL);
    default: return is_full_board(f, in) && add_watch(f, WATCH_FULL, NULL);
  }
}

static bool watch_rules(const Finder *f, Ref end) {
  if (!end) return true;
  const Ins *in = ins(f, (int32_t)end);
  if (in->op == OP_END_IF) return watch(f, in->a[0]);
  for (int i = 0; in->op == OP_SEQ && i < in->n; i++) {
    if (!watch_rules(f, (Ref)in->a[i])) return false;
  }
  return in->op == OP_SEQ || in->op == OP_NOTHING;
}

// ---- placements ----------------------------------------------------------------------------------

static const Ins *plain_placement(const Finder *f) {
  const Ins *in = f->game->phases[0].play ? ins(f, (int32_t)f->game->phases[0].play) : NULL;
  if (!in || in->op != OP_ADD_PIECE || game_playout_kind(f->game, 0) != PLAYOUT_ADD_TO_EMPTY) return NULL;
  const Ins *what = ins(f, in->a[2]);
  if (what->op != OP_INTS_LIST || what->n != 1 || !is_mover(f, what->a[0])) return NULL;
  return in->a[3] || in->a[7] || in->a[9] || in->a[10] || in->a[11] ? NULL : in;
}

// Things of which every move of a game must be told, quiet or not.
static bool keeps_books(const Game *game) {
  const uint32_t kept = GAME_STACKING | GAME_COUNT | GAME_HIDDEN | GAME_DICE | GAME_DOMINOES | GAME_BOARDLESS |
                        GAME_PUZZLE | GAME_VISITED | GAME_SEQUENCE_CAPTURE | GAME_TRACK_INDICES | GAME_CYCLES |
                        GAME_TEAMS;
  const MetaRules *meta = &game->meta;
  return game_has(game, kept) || game->repeat || game->piece_order || game->in_match || meta->gravity ||
         meta->no_repeat || meta->no_suicide || meta->pin_support_multiple || meta->no_stack_on_fallen;
}

static bool players_own_their_number(const Game *game) {
  if (game->n_components <= game->players) return false;
  for (Player p = 1; p <= game->players; p++) {
    if (game->components[p].owner != p) return false;
  }
  return true;
}

static const char *obstacle(const Finder *f) {
  const Game *game = f->game;
  if (game->mode != MODE_ALTERNATING || game->players < 2 || game->n_subgames) return "players do not move in turn";
  if (game->n_phases != 1 || game->phases[0].n_next) return "phases may change";
  f->rules->add = plain_placement(f);
  if (!f->rules->add) return "moves do more than place the mover's piece on an empty site";
  if (keeps_books(game) || !players_own_their_number(game)) return "moves leave other traces than a piece";
  if (!watch_rules(f, game->phases[0].end) || !watch_rules(f, game->end))
    return "the end depends on more than the last move";
  return NULL;
}

void game_quiet(const Game *game, QuietRules *rules) {
  *rules = (QuietRules){0};
  rules->why_not = obstacle(&(Finder){game, rules});
}

void quiet_free(QuietRules *rules) { VEC_FREE(&rules->watches); }
