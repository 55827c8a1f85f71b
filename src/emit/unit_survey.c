// What native code of a game relies on, found before any of it is written; and which games there is none for.
#include "emit/emit_internal.h"

#include "rules/effects.h"
#include "rules/operand_table.h"

// Instructions that can be reached, each with every op it has.
static void note_ops(const Emitter *e, int32_t ref, uint8_t *seen, uint8_t *ops) {
  if (!ref || seen[ref]) return;
  seen[ref] = 1;
  const Ins *in = emit_ins(e, ref);
  ops[in->op] = 1;
  if (in->op == OP_ACTION && in->a[A_ACTION_KIND] == ACT_SET_NEXT_PLAYER) ops[OP_MOVE_AGAIN] = 1;
  for (int i = 0; i < in->n; i++) {
    if (operand_ref_at(in, i)) note_ops(e, in->a[i], seen, ops);
  }
}

// Marks the instructions that can be reached, by Ref, and their ops.
static uint8_t *reachable(const Emitter *e, uint8_t *ops) {
  uint8_t *seen = arena_zero(e->arena, e->program->n + 1);
  for (int i = 0; i < e->game->n_phases; i++) {
    note_ops(e, (int32_t)e->game->phases[i].play, seen, ops);
    note_ops(e, (int32_t)e->game->phases[i].end, seen, ops);
  }
  for (int i = 0; i < e->game->n_phases; i++) {
    for (int k = 0; k < e->game->phases[i].n_next; k++) {
      note_ops(e, (int32_t)e->game->phases[i].next[k].who, seen, ops);
      note_ops(e, (int32_t)e->game->phases[i].next[k].cond, seen, ops);
    }
  }
  note_ops(e, (int32_t)e->game->end, seen, ops);
  for (int c = 0; c < e->game->n_components; c++) note_ops(e, (int32_t)e->game->components[c].moves, seen, ops);
  return seen;
}

static void reachable_ops(const Emitter *e, uint8_t *ops) { reachable(e, ops); }

// Numbers that are kept at the end of every move only where some rule asks for them.
static void survey_scalars(Emitter *e) {
  uint8_t ops[OPS] = {0};
  const uint8_t *seen = reachable(e, ops);
  if (needs_last_move(e->plan)) e->uses |= USE_LAST;
  if (e->layout.votes) e->uses |= USE_DECIDED;
  if (e->layout.to_remove) e->uses |= USE_TO_REMOVE;
  for (uint32_t ref = 1; ref < e->program->n; ref++) {
    const Ins *in = seen[ref] ? emit_ins(e, (int32_t)ref) : NULL;
    if (!in) continue;
    if (in->op == OP_ACTION && in->a[A_ACTION_KIND] == ACT_SET_COUNTER) e->uses |= USE_COUNTER;
    if (in->op == OP_NO_MOVES && !in->a[A_NO_MOVES_NEXT]) e->uses |= USE_STALEMATED;
    if (in->op == OP_SELECT && in->a[A_SELECT_TO]) e->pairs = true;
    if (in->op == OP_SATISFY) e->pairs = true;  // of sites and values
    if (in->op != OP_HEAD) continue;
    if (in->a[A_HEAD_VAR] == HEAD_TURN_SAME) e->uses |= USE_TURN_SAME;
    if (in->a[A_HEAD_VAR] == HEAD_PASSES) e->uses |= USE_PASSES;
    if (in->a[A_HEAD_VAR] == HEAD_COUNTER) e->uses |= USE_COUNTER;
  }
}

// The largest local state a statement may give, -1: not known.
static int state_given(const Emitter *e, int32_t ref) {
  if (!ref) return 0;
  const Ins *in = emit_ins(e, ref);
  if (in->op == OP_CONST) return MAX(in->a[A_CONST_VALUE], 0);
  if (in->op == OP_HEAD && (in->a[A_HEAD_VAR] == HEAD_MOVER || in->a[A_HEAD_VAR] == HEAD_NEXT)) return e->game->players;
  return -1;
}

static int largest_state(const Emitter *e, int32_t ref, uint8_t *seen) {
  if (!ref || seen[ref]) return 0;
  seen[ref] = 1;
  const Ins *in = emit_ins(e, ref);
  int most = 0;
  if (in->op == OP_ADD_PIECE) most = state_given(e, in->a[A_ADD_PIECE_STATE]);
  if (in->op == OP_PLACE) most = state_given(e, in->a[A_PLACE_STATE]);
  if (in->op == OP_PLACE_STACK || in->op == OP_PLACE_RANDOM || in->op == OP_TURN_PIECE) most = -1;
  if (in->op == OP_ACTION && in->a[A_ACTION_KIND] == ACT_SET_STATE) most = state_given(e, in->a[A_ACTION_STATE]);
  for (int i = 0; i < in->n && most >= 0; i++) {
    int below = operand_ref_at(in, i) ? largest_state(e, in->a[i], seen) : 0;
    most = below < 0 ? -1 : MAX(most, below);
  }
  return most;
}

// Local states that are few are kept as sets of sites too.
static void survey_states(Emitter *e) {
  enum { SETS_MAX = 4 };
  uint8_t *seen = arena_zero(e->arena, e->program->n + 1);
  int most = largest_state(e, (int32_t)e->game->start, seen);
  for (int i = 0; i < e->game->n_phases && most >= 0; i++) {
    int below = largest_state(e, (int32_t)e->game->phases[i].play, seen);
    most = below < 0 ? -1 : MAX(most, below);
  }
  for (int c = 1; c < e->game->n_components && most >= 0; c++) {
    int below = largest_state(e, (int32_t)e->game->components[c].moves, seen);
    most = below < 0 ? -1 : MAX(MAX(most, below), MAX(e->game->components[c].flip_a, e->game->components[c].flip_b));
  }
  if (game_has(e->game, GAME_STATE) && most > 0 && most <= SETS_MAX) e->state_sets = most;
}

static void survey_pieces(Emitter *e) {
  for (int c = 1; c < e->game->n_components; c++) {
    int owner = emit_owner(e, c);
    if (owner < 0 || owner > e->game->players + 1) continue;
    e->owners |= 1u << owner;
    e->kinds_of[owner]++;
    e->only_kind[owner] = c;
  }
  for (int p = 0; p <= e->game->players + 1; p++) e->has_what |= e->kinds_of[p] > 1;
  if (e->has_what && !game_has(e->game, GAME_PIECE_KINDS))
    emit_fail(e, "pieces of a player that the board does not tell apart");
}

// Whether placements are all that changes sites.
static bool only_adds(const uint8_t *ops) {
  for (int op = 0; op < OPS; op++) {
    if (ops[op] && op != OP_ADD_PIECE && op != OP_ACTION && (op_info[op].writes & PART_SITES)) return false;
  }
  return true;
}

// Whether no move is about a site without putting a piece there.
static bool names_no_sites(const Emitter *e) {
  uint8_t ops[OPS] = {0};
  const uint8_t *seen = reachable(e, ops);
  for (uint32_t ref = 1; ref < e->program->n; ref++) {
    const Ins *in = seen[ref] ? emit_ins(e, (int32_t)ref) : NULL;
    if (in && in->op == OP_ACTION && in->a[A_ACTION_TO]) return false;
  }
  return !ops[OP_SELECT];
}

// The kinds of which rules ask for the first piece by the order in which they came.
static uint64_t kinds_in_order(const Emitter *e) {
  uint8_t ops[OPS] = {0};
  const uint8_t *seen = reachable(e, ops);
  uint64_t kinds = 0;
  for (uint32_t ref = 1; ref < e->program->n; ref++) {
    const Ins *in = emit_ins(e, (int32_t)ref);
    if (!seen[ref] || in->op != OP_WHERE || !in->a[A_WHERE_LISTED]) continue;
    const Ins *what = emit_ins(e, in->a[A_WHERE_WHAT]);
    bool known = what->op == OP_CONST && what->a[A_CONST_VALUE] >= 0 && what->a[A_CONST_VALUE] < 64;
    const RulesArray *named = what->op == OP_PIECE_NAMED ? &e->program->arrays[what->a[A_PIECE_NAMED_PIECES]] : NULL;
    if (known) kinds |= (uint64_t)1 << what->a[A_CONST_VALUE];
    for (int i = 0; named && i < named->n; i++) kinds |= named->at[i] < 64 ? (uint64_t)1 << named->at[i] : ~(uint64_t)0;
    if (!known && !named) kinds = ~(uint64_t)0;
  }
  return kinds;
}

// Whether there is just one placement in all the rules.
static bool one_add(const Emitter *e) {
  uint8_t *seen = arena_zero(e->arena, e->program->n + 1), ops[OPS] = {0};
  for (int i = 0; i < e->game->n_phases; i++) note_ops(e, (int32_t)e->game->phases[i].play, seen, ops);
  int n = 0;
  for (uint32_t ref = 1; ref < e->program->n; ref++) n += seen[ref] && emit_ins(e, (int32_t)ref)->op == OP_ADD_PIECE;
  return n == 1;
}

// Whether rules look at cells of the board where it is played on other sites. Cells beyond it are those of hands.
static bool uses_cells(const Emitter *e) {
  if (!topo_count(e->game->board, SITE_CELL) || !game_has(e->game, GAME_CELLS)) return false;
  uint8_t ops[OPS] = {0};
  const uint8_t *seen = reachable(e, ops);
  for (uint32_t ref = 1; ref < e->program->n; ref++) {
    if (!seen[ref]) continue;
    const Ins *in = emit_ins(e, (int32_t)ref);
    bool looks = in->op == OP_EMPTY || in->op == OP_OCCUPIED || in->op == OP_COUNT_PIECES || in->op == OP_FOR_STEPS ||
                 in->op == OP_SLIDE || in->op == OP_LINE || in->op == OP_CONNECTED || in->op == OP_GROUP ||
                 in->op == OP_AROUND || (in->op == OP_INCIDENT && in->a[A_INCIDENT_OWNER]) || in->op == OP_MOVE_PIECE ||
                 in->op == OP_ADD_PIECE || in->op == OP_FOR_PIECES || in->op == OP_GROUP_SIZES ||
                 in->op == OP_TOPO_NUMBER;
    if (looks && ins_names_type(in, SITE_CELL)) return true;
  }
  return false;
}

// Puts players into their teams as the start rules say.
static void note_teams(Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  if (in->op == OP_ACTION && in->a[A_ACTION_KIND] == ACT_ADD_TO_TEAM) {
    const Ins *player = emit_ins(e, in->a[A_ACTION_PLAYER]), *team = emit_ins(e, in->a[A_ACTION_VALUE]);
    int32_t p = player->op == OP_CONST ? player->a[A_CONST_VALUE] : 0;
    if (team->op != OP_CONST || p < 1 || p > e->game->players) emit_fail(e, "teams found while playing");
    else e->team[p] = team->a[A_CONST_VALUE];
  }
  for (int i = 0; i < in->n; i++) {
    if (operand_ref_at(in, i)) note_teams(e, in->a[i]);
  }
}

static void survey_teams(Emitter *e) {
  uint8_t ops[OPS] = {0};
  const uint8_t *seen = reachable(e, ops);
  if (!e->layout.team) return;
  e->teams = true;
  for (int p = 0; p <= e->game->players + 1; p++) e->team[p] = p;
  if (e->game->start) note_teams(e, (int32_t)e->game->start);
  for (uint32_t ref = 1; ref < e->program->n; ref++) {
    const Ins *in = seen[ref] ? emit_ins(e, (int32_t)ref) : NULL;
    if (in && in->op == OP_ACTION && in->a[A_ACTION_KIND] == ACT_ADD_TO_TEAM) emit_fail(e, "teams that change");
  }
}

enum { KIND_SETS_MAX = 32 };

// On boards without bounds the cells next to pieces are playable: a list of these for each cell.
static void survey_playable(Emitter *e) {
  if (!e->layout.playable) return;
  if (e->repeats || e->stores) emit_fail(e, "boards without bounds with repetitions");
  int n = emit_board_sites(e, SITE_CELL);
  int32_t *starts = arena_alloc(e->arena, ((size_t)n + 1) * sizeof *starts);
  VEC(int32_t) near = {0};
  for (int site = 0; site < n; site++) {
    SiteList list = topo_neighbours(e->game->board, SITE_CELL, RELATION_ADJACENT, site);
    starts[site] = (int32_t)near.n;
    for (int i = 0; i < list.n; i++) VEC_PUSH(&near, list.at[i]);
  }
  starts[n] = (int32_t)near.n;
  e->cells_near = emit_int_table(e, near.at, (int)near.n);
  e->cells_from = emit_int_table(e, starts, n + 1);
  VEC_FREE(&near);
}

// The players to whom kinds of pieces belong of which a start rule sets how many there are on a site, a bit each. Those
// pieces are nobody's until the site was empty; native code mostly knows the owner of a piece by its kind.
static uint32_t owners_of_set_piles(const Emitter *e) {
  uint32_t owners = 0;
  for (Ref ref = 1; ref < e->program->n; ref += 1u + emit_ins(e, (int32_t)ref)->n) {
    const Ins *in = emit_ins(e, (int32_t)ref);
    if (in->op != OP_ACTION || in->a[A_ACTION_KIND] != ACT_SET_COUNT) continue;
    const Ins *what = emit_ins(e, in->a[A_ACTION_WHAT]);
    bool known = what->op == OP_CONST && what->a[A_CONST_VALUE] > 0 && what->a[A_CONST_VALUE] < e->game->n_components;
    if (known) owners |= 1u << emit_owner(e, what->a[A_CONST_VALUE]);
  }
  return owners & ~1u;
}

// How wide a region of all sites that may be pending is: rules may set any number pending, and mostly set a site of a
// type that is said.
static int pending_bits(const Emitter *e) {
  uint8_t ops[OPS] = {0};
  const uint8_t *seen = reachable(e, ops);
  int bits = 0;
  for (uint32_t ref = 1; ref < e->program->n; ref++) {
    const Ins *in = seen[ref] ? emit_ins(e, (int32_t)ref) : NULL;
    if (!in || in->op != OP_ACTION || in->a[A_ACTION_KIND] != ACT_SET_PENDING) continue;
    const Ins *value = in->a[A_ACTION_VALUE] ? emit_ins(e, in->a[A_ACTION_VALUE]) : NULL;
    if (!value || value->op != OP_AHEAD) return e->program->region_bits;
    bits = MAX(bits, emit_board_sites(e, emit_type(e, value->a[A_AHEAD_TYPE])));
  }
  return bits;
}

void emit_survey(Emitter *e) {
  uint8_t ops[OPS] = {0};
  reachable_ops(e, ops);
  e->sets_next = ops[OP_MOVE_AGAIN] || ops[OP_SWAP_PLAYERS];
  e->swaps = e->game->meta.swap || ops[OP_SWAP_PLAYERS];
  e->most = ops[OP_MAX_CAPTURES];
  for (int op = 0; op < OPS; op++) e->draws |= ops[op] && (op_info[op].reads & PART_CHANCE);
  e->tracks_after = ops[OP_LAST_AFTER];
  e->asks_hidden = ops[OP_IS_HIDDEN] || ops[OP_HIDDEN_SITES];
  e->last_types = ops[OP_LAST_TYPE];
  e->last_levels = ops[OP_LAST_LEVEL];
  e->one_add = one_add(e);
  e->listed = e->game->piece_lists ? ~(uint64_t)0 : kinds_in_order(e);
  e->lists = e->listed && !e->layout.stack_list;
  e->stack_list = e->listed && e->layout.stack_list;
  e->placed_type = -1;
  e->only_adds = only_adds(ops) && !game_has(e->game, GAME_COUNT);
  e->last_stands = e->only_adds && names_no_sites(e);
  survey_teams(e);
  survey_pieces(e);
  survey_states(e);
  survey_scalars(e);
  e->merged = e->game->site_type != SITE_CELL && e->game->n_containers > 1 && !uses_cells(e);
  for (int c = 1; c < e->game->n_containers; c++)
    e->merged &= e->game->containers[c].first >= e->game->sites[e->game->site_type];
  emit_find_stacks(e, ops);
  e->tall = emit_stacking(e) && !e->stack_bound;
  if (e->tall) e->has_what = false;
  emit_find_stack_rows(e);
  emit_puzzle_begin(e);
  e->kind_sets = e->has_what && ops[OP_FOR_PIECES] && e->game->n_components <= KIND_SETS_MAX;
  emit_find_repeats(e, ops);
  e->keeps_who =
      (e->repeats || e->stores) && game_has(e->game, GAME_PIECE_KINDS) && !emit_stacking(e) && owners_of_set_piles(e);
  for (int t = 0; t < SITE_TYPES; t++) {
    if (emit_kept(e, (SiteType)t)) e->bits = MAX(e->bits, emit_sites(e, (SiteType)t));
  }
  if (ops[OP_INCIDENT]) e->bits = MAX(e->bits, e->program->region_bits);  // of types that have no pieces, too
  if (ops[OP_PENDING]) e->bits = MAX(e->bits, pending_bits(e));
  e->words = 1;
  while (64 * e->words < e->bits) e->words *= 2;
  survey_playable(e);
}

typedef struct Refusal {
  uint32_t flag;
  const char *why;
} Refusal;

static const Refusal refusals[] = {
    {GAME_CARDS, "cards"},
    {GAME_DOMINOES, "dominoes"},
};

static const char *refused_meta(const Game *game) {
  const MetaRules *meta = &game->meta;
  if (meta->swap && game->players != 2) return "the swap rule of many players";
  if (meta->automove) return "forced moves";
  if (meta->pin_support_multiple || meta->no_stack_on_fallen) return "pins";
  if (meta->gravity) return "gravity";
  if (meta->no_suicide) return "forbidden suicide";
  return NULL;
}

// Whether pieces of only some are counted, which some of these owners are or may be among.
static bool counts_some_of(const Emitter *e, const Ins *in, uint32_t owners) {
  if (!in->a[A_COUNT_PIECES_PLAYERS]) return false;
  const Ins *players = emit_ins(e, in->a[A_COUNT_PIECES_PLAYERS]);
  if (players->op != OP_CONST) return true;
  uint32_t mask = (uint32_t)players->a[A_CONST_VALUE];
  return !(mask & 1) && (mask & owners);
}

// Whether an instruction looks at sites for whose the pieces are, not at the sets of sites by the owners of kinds.
static bool asks_for_owner(const Emitter *e, const Ins *in, uint32_t owners) {
  switch ((int)in->op) {
    case OP_WHO:
    case OP_CONNECTED:
    case OP_TERRITORY:
    case OP_LOOP:
    case OP_LOOP_SITES:
    case OP_PATH:
    case OP_CROSSING: return true;
    case OP_INCIDENT: return in->a[A_INCIDENT_OWNER];
    case OP_FOR_GROUPS: return in->a[A_FOR_GROUPS_OWNER];
    case OP_GROUP_SIZES: return in->a[A_GROUP_SIZES_OWNER];
    case OP_ALL_GROUPS: return in->a[A_ALL_GROUPS_OWNER];
    case OP_OCCUPIED: return e->game->piece_lists;
    case OP_COUNT_PIECES: return counts_some_of(e, in, owners);
    default: return false;
  }
}

static bool asks_for_owner_of_piles(const Emitter *e) {
  uint8_t ops[OPS] = {0};
  uint32_t owners = owners_of_set_piles(e);
  const uint8_t *seen = reachable(e, ops);
  for (uint32_t ref = 1; owners && ref < e->program->n; ref++) {
    if (seen[ref] && asks_for_owner(e, emit_ins(e, (int32_t)ref), owners)) return true;
  }
  return false;
}

bool emit_accepts(Emitter *e) {
  const Game *game = e->game;
  if (game->n_subgames || game->in_match) emit_fail(e, "matches");
  e->together = emit_accepts_together(e);
  if (game->mode == MODE_SIMULATION) emit_fail(e, "moves that nobody chooses");
  if (game->players > 8 || game->players < 1) emit_fail(e, "%d players", game->players);
  if (game->n_phases > 63) emit_fail(e, "%d phases", game->n_phases);
  uint8_t ops[OPS] = {0};
  reachable_ops(e, ops);
  emit_accept_puzzle(e, ops);
  if (game->counts_moves) emit_fail(e, "rules that count legal moves");
  if (game->costs) emit_fail(e, "costs of sites");
  if (game_has(game, GAME_LARGE_PIECES) && !emit_accepts_large(e, ops)) emit_fail(e, "large pieces that move");
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    if (game_has(game, refusals[i].flag)) emit_fail(e, "%s", refusals[i].why);
  }
  if (game->meta.swap && ops[OP_LAST_TYPE]) emit_fail(e, "the swap rule with types of sites");
  if (ops[OP_SWAP_PLAYERS] && (game->players != 2 || ops[OP_LAST_TYPE])) emit_fail(e, "SWAP_PLAYERS of many");
  if (refused_meta(game)) emit_fail(e, "%s", refused_meta(game));
  if (asks_for_owner_of_piles(e)) emit_fail(e, "piles of the start that belong to nobody");
  return !e->why;
}
