// Which facts and numbers a game has: each group gets as many members as the game can tell apart.
#include "net/input/encoding_internal.h"

#include <math.h>

int net_bucket(int64_t value) {
  if (value < 0) return NET_BUCKETS - 1;
  if (value < 16) return (int)value;
  int size = 60 - __builtin_clzll((uint64_t)value);  // 16 to 31: 0
  return MIN(16 + size, NET_BUCKETS - 2);
}

float net_squash(double value) { return (float)(copysign(log1p(fabs(value)), value) / 3); }

// ---- names ---------------------------------------------------------------------------------------

static const char *const token_groups[] = {
#define TOKEN_FACT(id, name) name,
#include "net/input/facts.def"
#undef TOKEN_FACT
};
static const char *const global_groups[] = {
#define GLOBAL_FACT(id, name) name,
#include "net/input/facts.def"
#undef GLOBAL_FACT
};
static const char *const move_groups[] = {
#define MOVE_FACT(id, name) name,
#include "net/input/facts.def"
#undef MOVE_FACT
};
static const char *const mark_names[] = {
    [MARK_EMPTY] = "empty",
    [MARK_LAST_FROM] = "last move from",
    [MARK_LAST_TO] = "last move to",
    [MARK_SECOND_FROM] = "move before it from",
    [MARK_SECOND_TO] = "move before it to",
    [MARK_PENDING] = "pending",
    [MARK_VISITED] = "visited in this turn",
    [MARK_TO_REMOVE] = "to be removed",
    [MARK_PLAYABLE] = "next to a piece",
    [MARK_WALK] = "where the automaton stands",
};
static const char *const action_names[] = {
#define ACTION(id, word, effects, doc) #id,
#include "rules/actions.def"
#undef ACTION
};

static const char *owner_name(EncodingBuilder *b, const NetSection *s, int owner) {
  if (owner == 0) return "mine";
  if (owner == s->owners - 2) return "neutral";
  if (owner == s->owners - 1) return "shared";
  return s->owners == 4 ? "of the opponent" : arena_printf(b->arena, "of player %d after me", owner);
}

static const char *kind_name(const NetSection *s, int kind) {
  for (int c = 1; c < s->game->n_components; c++) {
    if (s->kind_of[c] == kind) return s->game->components[c].base_name;
  }
  return "nothing";
}

static const char *piece_name(EncodingBuilder *b, const NetSection *s, const char *group, int i) {
  if (!s->products) return arena_printf(b->arena, "%s: %s", group, kind_name(s, i));
  return arena_printf(b->arena, "%s: %s, %s", group, kind_name(s, i / s->owners), owner_name(b, s, i % s->owners));
}

static bool is_piece_group(int group) {
  return group == FACT_PIECE || group == FACT_BELOW || group == FACT_BELOW2 || group == FACT_BELOW3 ||
         (group >= FACT_LEVEL0 && group <= FACT_HELD) || group == FACT_COVER;
}

static const char *token_fact_name(EncodingBuilder *b, const NetSection *s, int group, int i) {
  if (is_piece_group(group)) return piece_name(b, s, token_groups[group], i);
  if (group == FACT_OWNER) return arena_printf(b->arena, "owner: %s", owner_name(b, s, i));
  if (group == FACT_MARK) return mark_names[i];
  if (group == FACT_TYPE) return arena_printf(b->arena, "type: %s", site_type_name((SiteType)i));
  if (group == FACT_SPECIAL) return arena_printf(b->arena, "sites: %s", site_group_name((SiteGroup)i));
  return arena_printf(b->arena, "%s %d", token_groups[group], i);
}

static const char *move_fact_name(EncodingBuilder *b, const NetSection *s, int group, int i) {
  if (group == MOVE_KIND) return arena_printf(b->arena, "does: %s", action_names[i]);
  if (group == MOVE_PIECE) return piece_name(b, s, "piece", i);
  return arena_printf(b->arena, "%s %d", move_groups[group], i);
}

static void add_token_group(EncodingBuilder *b, NetSection *s, int group, int n) {
  s->facts[group] = (NetGroup){(int)b->facts.n, n};
  for (int i = 0; i < n; i++) VEC_PUSH(&b->facts, token_fact_name(b, s, group, i));
}

static void add_global_group(EncodingBuilder *b, NetSection *s, int group, int n) {
  s->globals[group] = (NetGroup){(int)b->globals.n, n};
  for (int i = 0; i < n; i++) VEC_PUSH(&b->globals, arena_printf(b->arena, "%s %d", global_groups[group], i));
}

static void add_move_group(EncodingBuilder *b, NetSection *s, int group, int n) {
  s->moves[group] = (NetGroup){(int)b->moves.n, n};
  for (int i = 0; i < n; i++) VEC_PUSH(&b->moves, move_fact_name(b, s, group, i));
}

// ---- pieces --------------------------------------------------------------------------------------

// Whether the only piece of each player has a name of its own and no moves, like noughts and crosses: then they are one
// kind, "mine" and "of the opponent".
static bool are_tokens_of_players(const Game *game) {
  if (game->players < 2 || game->n_components != game->players + 1) return false;
  for (int c = 1; c < game->n_components; c++) {
    if (game->components[c].owner != c || game->components[c].moves) return false;
  }
  return true;
}

static int find_kind(const Game *game, const int32_t *kind_of, int c) {
  if (c > 1 && are_tokens_of_players(game)) return kind_of[1];
  for (int earlier = 1; earlier < c; earlier++) {
    if (!strcmp(game->components[earlier].base_name, game->components[c].base_name)) return kind_of[earlier];
  }
  return -1;
}

static int suits_of(const Game *game) {
  int most = 0;
  for (int c = 1; c < game->n_components; c++) most = MAX(most, game->components[c].suit);
  return most + 1;
}

// The card of this rank and suit, or 0.
static int find_card(const Game *game, int rank, int suit) {
  for (int c = 1; c < game->n_components; c++) {
    if (game->components[c].rank == rank && game->components[c].suit == suit) return c;
  }
  return 0;
}

// Cards are told apart by how their suit lies to that of trumps: what is learnt with one suit as trumps holds for all.
static const int32_t *number_cards(EncodingBuilder *b, NetSection *s) {
  int n = s->game->n_components, suits = s->suits = suits_of(s->game) - 1;
  int32_t *kinds = ARENA_ARRAY(b->arena, int32_t, (size_t)(suits + 1) * (size_t)n);
  for (int trump = 0; trump <= suits; trump++) {
    for (int c = 1; c < n; c++) {
      const Component *card = &s->game->components[c];
      int suit = trump && card->suit ? (card->suit - trump + suits) % suits + 1 : 0;
      int seen = suit ? find_card(s->game, card->rank, suit) : c;
      kinds[trump * n + c] = s->kind_of[seen ? seen : c];
    }
  }
  return kinds;
}

static void number_kinds(EncodingBuilder *b, NetSection *s) {
  int32_t *kind_of = ARENA_ARRAY(b->arena, int32_t, s->game->n_components + 1);
  for (int c = 1; c < s->game->n_components; c++) {
    int kind = find_kind(s->game, kind_of, c);
    kind_of[c] = kind < 0 ? s->kinds++ : kind;
  }
  s->kind_of = kind_of;
  if (game_has(s->game, GAME_CARDS)) s->trump_kinds = number_cards(b, s);
  s->owners = b->e->players + 2;
  s->products = s->kinds * s->owners <= NET_PRODUCTS_MAX;
}

static void add_piece_groups(EncodingBuilder *b, NetSection *s) {
  int pieces = s->products ? s->kinds * s->owners : s->kinds;
  bool stacks = game_has(s->game, GAME_STACKING) && s->levels == 1;
  add_token_group(b, s, FACT_PIECE, pieces);
  for (int group = FACT_BELOW; group <= FACT_HELD; group++) add_token_group(b, s, group, stacks ? pieces : 0);
  add_token_group(b, s, FACT_OWNER, s->products && !game_has(s->game, GAME_HIDDEN) ? 0 : s->owners);
  add_token_group(b, s, FACT_COVER, game_has(s->game, GAME_LARGE_PIECES) ? pieces : 0);
}

// ---- all groups ----------------------------------------------------------------------------------

static bool keeps(const NetSection *s, size_t offset) {
  for (int type = 0; type < SITE_TYPES; type++) {
    uint32_t at;
    memcpy(&at, (const char *)&s->layout->sites[type] + offset, sizeof at);
    if (s->on[type] && at) return true;
  }
  return false;
}

static int if_used(bool used, int n) { return used ? n : 0; }

static int lines_of(const NetSection *s, SiteFamily family) {
  int most = 0;
  for (int type = 0; type < SITE_TYPES; type++) {
    if (s->on[type]) most = MAX(most, s->game->board->sites[type].family[family].n);
  }
  return most <= NET_LINES ? most : 0;
}

static void add_board_groups(EncodingBuilder *b, NetSection *s) {
  int types = 0;
  for (int type = 0; type < SITE_TYPES; type++) types += s->on[type];
  add_token_group(b, s, FACT_TYPE, if_used(types > 1, SITE_TYPES));
  add_token_group(b, s, FACT_CONTAINER, if_used(s->game->n_containers > 1, 4 * s->owners));
  add_token_group(b, s, FACT_REGION, MIN(s->game->n_regions, NET_BUCKETS) * s->owners);
  add_token_group(b, s, FACT_SPECIAL, SITE_GROUPS);
  add_token_group(b, s, FACT_ROW, lines_of(s, FAMILY_ROWS));
  add_token_group(b, s, FACT_COLUMN, lines_of(s, FAMILY_COLUMNS));
  int layers = lines_of(s, FAMILY_LAYERS);
  add_token_group(b, s, FACT_LAYER, if_used(layers > 1, layers));
  int phases = lines_of(s, FAMILY_PHASES);
  add_token_group(b, s, FACT_PHASE, if_used(phases > 1, phases));
}

static int most_values(const Game *game) {
  int most = 0;
  for (int type = 0; type < SITE_TYPES; type++) most = MAX(most, game->puzzle_values[type] + game->puzzle_more[type]);
  return MIN(most, PUZZLE_VALUES_MAX);
}

static void add_site_groups(EncodingBuilder *b, NetSection *s) {
  const Game *game = s->game;
  bool stacks = game_has(game, GAME_STACKING);
  add_token_group(b, s, FACT_COUNT, if_used(keeps(s, offsetof(SiteLayout, count)), NET_BUCKETS));
  add_token_group(b, s, FACT_HEIGHT, if_used(stacks, NET_BUCKETS));
  bool states = stacks ? game_has(game, GAME_STATE | GAME_LARGE_PIECES) : keeps(s, offsetof(SiteLayout, state));
  add_token_group(b, s, FACT_STATE, if_used(states, NET_BUCKETS));
  add_token_group(b, s, FACT_ROTATION, if_used(game_has(game, GAME_ROTATION), NET_BUCKETS));
  add_token_group(b, s, FACT_VALUE, if_used(game_has(game, GAME_VALUE), NET_BUCKETS));
  add_token_group(b, s, FACT_HIDDEN, if_used(game_has(game, GAME_HIDDEN), 7));
  add_token_group(b, s, FACT_POSSIBLE, if_used(game_has(game, GAME_PUZZLE), most_values(game)));
  add_token_group(b, s, FACT_RESOLVED, if_used(game_has(game, GAME_PUZZLE), most_values(game)));
  add_token_group(b, s, FACT_DIE, if_used(s->layout->dice != 0, NET_BUCKETS));
  add_token_group(b, s, FACT_MARK, TOKEN_MARKS);
}

static void add_global_groups(EncodingBuilder *b, NetSection *s) {
  const Game *game = s->game;
  int players = b->e->players;
  add_global_group(b, s, GLOBAL_SEAT, players);
  add_global_group(b, s, GLOBAL_SWAPPED, if_used(game->meta.swap, 1));
  add_global_group(b, s, GLOBAL_MOVER, s->owners);
  add_global_group(b, s, GLOBAL_PREVIOUS, s->owners);
  add_global_group(b, s, GLOBAL_NEXT, if_used(players > 2, s->owners));
  add_global_group(b, s, GLOBAL_PHASES, if_used(game->n_phases > 1, players * MIN(game->n_phases, NET_PHASES)));
  add_global_group(b, s, GLOBAL_ACTIVE, if_used(players > 2, players));
  add_global_group(b, s, GLOBAL_TEAM, if_used(s->layout->team != 0, players));
  add_global_group(b, s, GLOBAL_PASSES, 4);
  add_global_group(b, s, GLOBAL_SAME_TURN, 6);
  add_global_group(b, s, GLOBAL_TRUMP, if_used(game_has(game, GAME_CARDS), suits_of(game)));
  add_global_group(b, s, GLOBAL_DICE_EQUAL, if_used(s->layout->dice != 0, 1));
  s->vars = MIN(game->n_vars, NET_BUCKETS);
  add_global_group(b, s, GLOBAL_VAR, s->vars * NET_BUCKETS);
  add_global_group(b, s, GLOBAL_AUTOMATON, if_used(s->layout->walk != 0, NET_AUTOMATON));
  bool open_bag = s->layout->dominoes != 0 && !game_has(game, GAME_HIDDEN);
  add_global_group(b, s, GLOBAL_DOMINO, if_used(open_bag, MIN(game->n_components, STATE_LIST_MAX)));
  int pieces = s->products ? s->kinds * s->owners : s->kinds;
  add_global_group(b, s, GLOBAL_UNSEEN, if_used(game_has(game, GAME_HIDDEN), pieces * NET_UNSEEN));
  add_global_group(b, s, GLOBAL_SECTION, if_used(b->e->n_sections > 1, 1));
}

static void add_number(EncodingBuilder *b, const char *name, int i) {
  VEC_PUSH(&b->global_numbers, i < 0 ? name : arena_printf(b->arena, "%s %d", name, i));
}

// In the order in which net_encode counts them.
static void add_global_numbers(EncodingBuilder *b, NetSection *s) {
  static const char *const once[] = {"moves made", "turn", "counter", "pot", "temporary value"};
  static const char *const each[] = {"score", "score of the match", "amount", "value of the player"};
  s->first_number = (int)b->global_numbers.n;
  s->memories = s->layout->memory ? MIN(s->game->n_memories, NET_BUCKETS) : 0;
  for (int c = 0; c < s->game->n_containers; c++) s->dice_hands += s->game->containers[c].kind == CONTAINER_DICE;
  for (size_t i = 0; i < COUNT_OF(once); i++) add_number(b, once[i], -1);
  for (size_t i = 0; i < COUNT_OF(each); i++) {
    for (int p = 0; p < b->e->players; p++) add_number(b, each[i], p);
  }
  for (int v = 0; v < s->vars; v++) add_number(b, "variable", v);
  for (int m = 0; m < s->memories; m++) add_number(b, "length of remembered list", m);
  for (int h = 0; h < s->dice_hands; h++) add_number(b, "sum of dice", h);
}

static void add_move_groups(EncodingBuilder *b, NetSection *s) {
  const Game *game = s->game;
  add_move_group(b, s, MOVE_KIND, ACT_COUNT);
  add_move_group(b, s, MOVE_PIECE, s->products ? s->kinds * s->owners : s->kinds);
  add_move_group(b, s, MOVE_OWNER, s->products ? 0 : s->owners);
  for (int group = MOVE_STATE; group <= MOVE_VALUE; group++) add_move_group(b, s, group, NET_BUCKETS);
  bool stacks = game_has(game, GAME_STACKING);
  add_move_group(b, s, MOVE_LEVEL, if_used(stacks, NET_BUCKETS));
  add_move_group(b, s, MOVE_LEVELS, if_used(stacks, NET_BUCKETS));
  add_move_group(b, s, MOVE_ACTIONS, 8);
  add_move_group(b, s, MOVE_MOVER, if_used(game->mode != MODE_ALTERNATING || b->e->players > 1, s->owners));
  add_move_group(b, s, MOVE_AGAIN, s->owners);
  add_move_group(b, s, MOVE_SHAPE, NET_SHAPES);
  add_move_group(b, s, MOVE_VARIANT, NET_VARIANTS);
}

void encoding_groups(EncodingBuilder *b, NetSection *s) {
  number_kinds(b, s);
  add_board_groups(b, s);
  add_piece_groups(b, s);
  add_site_groups(b, s);
  add_global_groups(b, s);
  add_global_numbers(b, s);
  add_move_groups(b, s);
}
