// Computes where each array of a game's state lies.
#include "plan/layout.h"

#include "rules/operand_names.h"
#include "rules/value_types.h"

const uint16_t head_offsets[HEAD_VARS] = {
    [HEAD_MOVER] = offsetof(StateHead, mover),
    [HEAD_NEXT] = offsetof(StateHead, next),
    [HEAD_PREV] = offsetof(StateHead, prev),
    [HEAD_COUNTER] = offsetof(StateHead, counter),
    [HEAD_TURN] = offsetof(StateHead, turn),
    [HEAD_TURN_SAME] = offsetof(StateHead, turn_same),
    [HEAD_PASSES] = offsetof(StateHead, passes),
    [HEAD_POT] = offsetof(StateHead, pot),
    [HEAD_TRUMP] = offsetof(StateHead, trump),
    [HEAD_TEMP] = offsetof(StateHead, temp),
    [HEAD_DICE_EQUAL] = offsetof(StateHead, dice_equal),
    [HEAD_MOVES] = offsetof(StateHead, moves),
    [HEAD_DECIDED] = offsetof(StateHead, decided),
    [HEAD_DOMINOES] = offsetof(StateHead, n_dominoes),
};

static uint32_t take(Layout *layout, size_t bytes) {
  uint32_t at = layout->size;
  layout->size = (uint32_t)((at + bytes + 7) & ~(size_t)7);
  return at;
}

static uint32_t take_if(Layout *layout, bool used, size_t bytes) { return used && bytes ? take(layout, bytes) : 0; }

static const uint32_t type_flags[SITE_TYPES] = {GAME_CELLS, GAME_VERTICES, GAME_EDGES};

static bool uses_type(const Game *game, SiteType type) {
  return type == game->site_type || game_has(game, type_flags[type]) || (type == SITE_CELL && game->n_containers > 1);
}

static bool uses_types(const Game *game) {
  int types = 0;
  for (int type = 0; type < SITE_TYPES; type++) types += uses_type(game, (SiteType)type);
  return types > 1;
}

// Lists by kind are enough where all pieces are on cells, or all on vertices, one on each.
static bool wants_stack_list(const Game *game) {
  return game->n_lists > 0 && (uses_types(game) || uses_type(game, SITE_EDGE) || game_has(game, GAME_STACKING));
}

enum { LISTED_AGAIN_MAX = 1024 };  // names of piles more than once that are kept, per kind

static void layout_sites(Layout *layout, const Game *game, SiteType type) {
  SiteLayout *at = &layout->sites[type];
  size_t n = (size_t)game->sites[type], words = (size_t)game_words(game) * sizeof(Word);
  bool stacks = game_has(game, GAME_STACKING);
  at->height = take_if(layout, stacks, n);
  at->levels = take_if(layout, stacks, n * layout->stack_height * layout->level.bytes);
  at->what = take_if(layout, !stacks, n * layout->width.what);
  at->who = take_if(layout, !stacks, n);
  bool faces = type == SITE_CELL && game->n_containers > 1;  // dice in a hand show their face by the state
  at->state = take_if(layout, !stacks && (faces || game_has(game, GAME_STATE)), n * layout->width.state);
  at->rotation = take_if(layout, !stacks && game_has(game, GAME_ROTATION), n);
  at->value = take_if(layout, !stacks && game_has(game, GAME_VALUE), n * layout->width.value);
  at->count = take_if(layout, !stacks && game_has(game, GAME_COUNT), n * layout->width.count);
  at->cost = take_if(layout, game->costs, n * 4);
  at->puzzle = take_if(layout, game_has(game, GAME_PUZZLE), n * (PUZZLE_VALUES_MAX / 8));
  size_t levels = stacks ? layout->stack_height : 1;
  at->hidden = take_if(layout, game_has(game, GAME_HIDDEN), n * levels * ((size_t)game->players + 1));
  at->empty = take(layout, words);
  bool ordered = game->n_lists > 0 && !wants_stack_list(game);
  at->order_size = (uint32_t)n + (game->piece_lists ? LISTED_AGAIN_MAX : 0);
  at->order_bytes = n <= UINT8_MAX + 1 ? 1 : 2;
  at->order = take_if(layout, ordered, (size_t)at->order_size * (size_t)game->n_lists * at->order_bytes);
  at->order_n = take_if(layout, ordered, (size_t)game->n_lists * 2);
  at->owned = take(layout, words * ((size_t)game->players + 2));
  layout->flat[type] = !stacks && !at->puzzle;
}

static void layout_stack_list(Layout *layout, const Game *game) {
  enum { ENTRIES_LEAST = 256 };
  if (!wants_stack_list(game)) return;
  layout->stack_list_size = ENTRIES_LEAST + (game->piece_lists ? LISTED_AGAIN_MAX : 0);
  bool small = game->n_components <= UINT8_MAX + 1 && game->stack_height <= UINT8_MAX;
  for (int type = 0; type < SITE_TYPES; type++) {
    if (!uses_type(game, (SiteType)type)) continue;
    layout->stack_list_size += 2 * (uint32_t)game->sites[type];
    small &= game->sites[type] <= UINT8_MAX + 1;
  }
  layout->small_stack_list = small;
  layout->stack_list = take(layout, layout->stack_list_size * (small ? sizeof(SmallStackPiece) : sizeof(StackPiece)));
  layout->stack_list_n = take(layout, sizeof(int32_t));
}

static void layout_players(Layout *layout, const Game *game) {
  size_t each = ((size_t)game->players + 2) * sizeof(int32_t);
  layout->phase = take(layout, each);
  layout->score = take_if(layout, game_has(game, GAME_SCORE), each);
  layout->match_score = take_if(layout, game->in_match, each);
  layout->amount = take_if(layout, game_has(game, GAME_AMOUNT), each);
  layout->player_value = take(layout, each);
  layout->team = take_if(layout, game_has(game, GAME_TEAMS), each);
  layout->order = take(layout, each);
  layout->payoff = take_if(layout, game_has(game, GAME_PAYOFF), each * 2);
  layout->ranking = take(layout, each * 2);
}

static bool finds_regions(const Game *game) {
  for (int i = 0; i < game->n_regions; i++) {
    if (!game->regions[i].sites) return true;
  }
  return false;
}

// What the rules can make pending.
typedef struct Pending {
  uint32_t named;  // numbers they name
  bool sites;      // sites
  bool any;        // numbers they work out, or they do not say
} Pending;

static Pending find_pending(const Program *program) {
  Arena arena = {0};
  const uint8_t *types = program_types(program, &arena);
  Pending pending = {0};
  bool others = false;
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) {
    const Ins *in = program_ins(program, ref);
    if (in->op != OP_ACTION || in->a[A_ACTION_KIND] != ACT_SET_PENDING) continue;
    Ref value = (Ref)in->a[A_ACTION_VALUE];
    bool named = !value || program_ins(program, value)->op == OP_CONST, site = types[value] == RULES_SITE;
    pending.named += named;
    pending.sites |= site;
    others |= !named && !site;
  }
  pending.any = others || !(pending.named || pending.sites);
  arena_free(&arena);
  return pending;
}

// How many numbers can be pending at once.
static uint32_t most_pending(const Game *game) {
  enum { OFF_THE_BOARD = 2 };  // the numbers for no site and for the end of a track
  Pending pending = find_pending(&game->program);
  uint32_t sites = pending.sites ? (uint32_t)game->program.region_bits + OFF_THE_BOARD : 0;
  return pending.any ? STATE_LIST_MAX : MIN(sites + pending.named, STATE_LIST_MAX);
}

static void layout_lists(Layout *layout, const Game *game) {
  size_t list = STATE_LIST_MAX * sizeof(int32_t), memories = (size_t)game->n_memories;
  layout->vars = take_if(layout, game->n_vars > 0, (size_t)game->n_vars * 4);
  layout->var_set = take_if(layout, game->n_vars > 0, (size_t)game->n_vars);
  layout->memory = take_if(layout, game_has(game, GAME_REMEMBER), memories * list);
  layout->memory_n = take_if(layout, game_has(game, GAME_REMEMBER), memories * 4);
  layout->pending_size = game_has(game, GAME_PENDING) ? most_pending(game) : 0;
  layout->pending = take_if(layout, game_has(game, GAME_PENDING), layout->pending_size * sizeof(int32_t));
  layout->to_remove = take_if(layout, game_has(game, GAME_SEQUENCE_CAPTURE), list);
  layout->visited = take_if(layout, game_has(game, GAME_VISITED), (size_t)game_words(game) * sizeof(Word));
  layout->regions = take_if(layout, finds_regions(game), (size_t)(game->n_regions * game_words(game)) * sizeof(Word));
  layout->proposed = take_if(layout, game_has(game, GAME_VOTES), list);
  layout->votes = take_if(layout, game_has(game, GAME_VOTES), list);
  layout->dominoes = take_if(layout, game_has(game, GAME_DOMINOES), list);
}

static void layout_dice(Layout *layout, const Game *game) {
  size_t dice = 0, hands = 0;
  for (int c = 0; c < game->n_containers; c++) {
    if (game->containers[c].kind != CONTAINER_DICE) continue;
    dice += (size_t)game->containers[c].n;
    hands++;
  }
  layout->dice = take_if(layout, dice > 0, dice * 4);
  layout->dice_sum = take_if(layout, hands > 0, hands * 4);
}

static void layout_tracks(Layout *layout, const Game *game) {
  size_t steps = 0;
  for (int t = 0; t < game->n_tracks; t++) steps += (size_t)game->tracks[t].n;
  layout->on_track = take_if(layout, game_has(game, GAME_TRACK_INDICES), steps * (size_t)game->n_components * 4);
}

// A draw after a round of passes looks at fewer than three moves of every player.
static size_t recent_words(const Game *game, const bool *uses) {
  bool passing_ends = !game_has(game, GAME_NOT_ALL_PASS) && game->mode != MODE_SIMULATION;
  if (!passing_ends && !uses[OP_WAS_PASS] && !uses[OP_ALL_PASSED]) return 0;
  return ((size_t)game->players * 3 + 7) / 8;
}

static uint32_t most_hashes(const Game *game) {
  uint32_t lists = (uint32_t)word_count((Word)game->repeat) + (game_has(game, GAME_CYCLES) ? 1 : 0);
  enum { LOOKING_AHEAD = 1024 };  // moves beyond the last one that rules try out
  return lists * ((uint32_t)game->max_moves + LOOKING_AHEAD);
}

static void layout_history(Layout *layout, const Game *game, const bool *uses) {
  size_t region = (size_t)game_words(game) * sizeof(Word);
  layout->n_recent = (uint32_t)recent_words(game, uses);
  layout->recent = take_if(layout, layout->n_recent > 0, layout->n_recent * sizeof(uint64_t));
  bool turns = uses[OP_TURN_FROM] || uses[OP_LAST_TURN_MOVER] || game->meta.swap;
  layout->last_turn = take_if(layout, turns, sizeof(LastTurn));
  bool actions = uses[OP_LAST_TYPE] || uses[OP_LAST_LEVEL] || uses[OP_LAST_AFTER];
  layout->last_actions = take_if(layout, actions, sizeof(LastActions));
  layout->last_sites = take_if(layout, uses[OP_LAST_SITES], 2 * region);
  layout->last_between = take_if(layout, uses[OP_LAST_BETWEEN], region);
  layout->start_sites = take_if(layout, uses[OP_START_SITES], (size_t)game->n_components * region);
  layout->most_hashes = most_hashes(game);
}

// Nothing but lists of sites follows the pieces that come, go and move, and they have no properties.
static bool is_bare(const Layout *layout, const Game *game) {
  uint32_t rare = GAME_STACKING | GAME_LARGE_PIECES | GAME_DOMINOES | GAME_HIDDEN | GAME_PUZZLE | GAME_BOARDLESS;
  if (game_has(game, rare) || layout->on_track || layout->playable) return false;
  for (int type = 0; type < SITE_TYPES; type++) {
    const SiteLayout *at = &layout->sites[type];
    if (at->state || at->rotation || at->value) return false;
  }
  return true;
}

static bool has_lists(const Layout *layout) {
  bool has = layout->stack_list;
  for (int type = 0; type < SITE_TYPES; type++) has |= layout->sites[type].order != 0;
  return has;
}

// The next bytes of a level, if they are used.
static uint8_t take_level(LevelLayout *level, bool used, uint8_t bytes) {
  uint8_t at = used ? level->bytes : 0;
  if (used) level->bytes = (uint8_t)(level->bytes + bytes);
  return at;
}

// Dice in a hand show their face by the state, as on boards without stacks.
static LevelLayout level_layout(const Game *game, const FieldWidths *width) {
  bool stacks = game_has(game, GAME_STACKING);
  LevelLayout level = {.bytes = width->what};
  level.who = take_level(&level, true, 1);
  level.rotation = take_level(&level, stacks && widths_rotations(game), 1);
  level.state = take_level(&level, game_has(game, GAME_STATE) || game->n_containers > 1, width->state);
  level.value = take_level(&level, game_has(game, GAME_VALUE), width->value);
  assert(level.bytes <= LEVEL_BYTES_MAX);
  return level;
}

void layout_init(Layout *layout, const Game *game, const bool *uses) {
  *layout = (Layout){
      .size = (sizeof(StateHead) + 7) & ~7u, .stack_height = (uint32_t)game->stack_height, .width = widths_find(game)};
  layout->level = level_layout(game, &layout->width);
  layout->mixed = uses_types(game);
  for (int type = 0; type < SITE_TYPES; type++) {
    if (uses_type(game, (SiteType)type)) layout_sites(layout, game, (SiteType)type);
  }
  layout_stack_list(layout, game);
  layout_players(layout, game);
  layout_lists(layout, game);
  layout_dice(layout, game);
  layout_tracks(layout, game);
  layout->playable = take_if(layout, game_has(game, GAME_BOARDLESS), (size_t)game_words(game) * sizeof(Word));
  layout->walk = take_if(layout, game->automaton, sizeof(WalkPlace));
  size_t sets = (size_t)game->n_components * (size_t)game_words(game);
  layout->kinds = take_if(layout, game->automaton, sets * sizeof(Word));
  layout->tally = take_if(layout, game->tallies, (size_t)game->n_components * sizeof(int32_t));
  layout_history(layout, game, uses);
  bool bare = is_bare(layout, game);
  layout->piles = bare && game_has(game, GAME_COUNT);
  layout->plain = bare && !game_has(game, GAME_COUNT) && !has_lists(layout);
}
