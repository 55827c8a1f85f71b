// The rows of a state block.
#include "play/show/position_fields.h"

#include "rules/walk_records.h"
#include "state/block/access.h"

#include <stdio.h>

// ---- single numbers --------------------------------------------------------------------------------

typedef enum Bound {
  ANY,
  COUNT,
  PLAYER,
  MAYBE_PLAYER,
  MASK,
  TRUTH,
  LIST_LENGTH,
  PENDING_LENGTH,
  SITE,
  END,
  HASHES,
  SHORT
} Bound;

typedef struct HeadRow {
  const char *name;
  uint32_t at;
  Bound bound;
} HeadRow;

#define ROW(member, bound) \
  { #member, (uint32_t)offsetof(StateHead, member), bound }

static const HeadRow head_rows[] = {
    ROW(mover, PLAYER),
    ROW(next, MAYBE_PLAYER),
    ROW(prev, MAYBE_PLAYER),
    ROW(moves, COUNT),
    ROW(made, COUNT),
    ROW(placed, TRUTH),
    ROW(counter, ANY),
    ROW(temp, ANY),
    ROW(turn, ANY),
    ROW(turn_same, COUNT),
    ROW(passes, COUNT),
    ROW(pot, ANY),
    ROW(trump, ANY),
    ROW(decided, ANY),
    ROW(dice_equal, TRUTH),
    ROW(active, MASK),
    ROW(stalemated, MASK),
    ROW(triggered, MASK),
    ROW(over, TRUTH),
    ROW(winner, MAYBE_PLAYER),
    ROW(end_type, END),
    ROW(wins, COUNT),
    ROW(losses, COUNT),
    ROW(won, MASK),
    ROW(lost, MASK),
    ROW(losses_now, COUNT),
    ROW(n_pending, PENDING_LENGTH),
    ROW(n_to_remove, LIST_LENGTH),
    ROW(n_proposed, LIST_LENGTH),
    ROW(n_votes, LIST_LENGTH),
    ROW(n_dominoes, LIST_LENGTH),
    ROW(turn_hashes, HASHES),
    ROW(chosen, TRUTH),
    ROW(chosen_from, SITE),
    ROW(chosen_to, SITE),
};

static int64_t least_of(Bound bound) {
  switch (bound) {
    case ANY: return INT32_MIN;
    case SITE: return -3;
    case SHORT: return INT16_MIN;
    case PLAYER: return 1;
    case MAYBE_PLAYER: return -1;
    case COUNT:
    case MASK:
    case TRUTH:
    case LIST_LENGTH:
    case PENDING_LENGTH:
    case END:
    case HASHES: return 0;
  }
  return 0;
}

static int64_t most_of(const Position *x, Bound bound) {
  int players = x->game->players;
  switch (bound) {
    case ANY: return INT32_MAX;
    case COUNT: return GAME_INFINITY;
    case PLAYER: return players;
    case MAYBE_PLAYER: return players + 1;
    case MASK: return ((int64_t)1 << (players + 2)) - 1;
    case TRUTH: return 1;
    case LIST_LENGTH: return STATE_LIST_MAX;
    case PENDING_LENGTH: return x->layout->pending_size;
    case SITE: return x->program->region_bits - 1;
    case END: return END_MOVE_LIMIT;
    case HASHES: return x->layout->most_hashes;
    case SHORT: return INT16_MAX;
  }
  return 0;
}

// ---- rows ------------------------------------------------------------------------------------------

typedef struct Making {
  Fields *fields;
  const Position *x;
} Making;

static uint32_t size_of(FieldKind kind) {
  switch (kind) {
    case FIELD_U8: return 1;
    case FIELD_U16:
    case FIELD_I16: return 2;
    case FIELD_I32: return 4;
    case FIELD_U64:
    case FIELD_DOUBLE:
    case FIELD_BIT: return 8;
  }
  return 0;
}

static Field *add(const Making *m, const char *name, FieldKind kind, uint32_t at, size_t n) {
  Field field = {.kind = kind, .at = at, .stride = size_of(kind), .n = (uint32_t)n};
  snprintf(field.name, sizeof field.name, "%s", name);
  if (!at || !n) return NULL;
  VEC_PUSH(m->fields, field);
  return &VEC_LAST(m->fields);
}

static void add_range(const Making *m, const char *name, FieldKind kind, uint32_t at, size_t n, int64_t least,
                      int64_t most) {
  Field *field = add(m, name, kind, at, n);
  if (!field) return;
  field->least = least;
  field->most = most;
}

static void add_bound(const Making *m, const char *name, FieldKind kind, uint32_t at, size_t n, Bound bound) {
  add_range(m, name, kind, at, n, least_of(bound), most_of(m->x, bound));
}

// Bit sets of so many bits, each filling the words of a region.
static void add_bits(const Making *m, const char *name, uint32_t at, size_t parts, int bits, size_t bytes) {
  Field *field = add(m, name, FIELD_BIT, at, parts * (size_t)bits);
  if (!field) return;
  field->stride = (uint32_t)bytes;
  field->bits = (uint32_t)bits;
  field->most = 1;
}

static void add_region(const Making *m, const char *name, uint32_t at, size_t parts, int bits) {
  add_bits(m, name, at, parts, bits, (size_t)m->x->words * sizeof(Word));
}

// Members of n records that lie one after another.
static void add_member(const Making *m, const char *name, FieldKind kind, uint32_t at, size_t offset, size_t record,
                       size_t n, int64_t least, int64_t most) {
  if (!at) return;
  add_range(m, name, kind, at + (uint32_t)offset, n, least, most);
  if (n) VEC_LAST(m->fields).stride = (uint32_t)record;
}

// ---- sites -----------------------------------------------------------------------------------------

static FieldKind kind_of_width(int bytes) { return bytes == 1 ? FIELD_U8 : bytes == 2 ? FIELD_I16 : FIELD_I32; }

// Numbers as wide as the layout says, from least to most as far as they can be kept.
static void add_numbers(const Making *m, const char *name, int bytes, uint32_t at, size_t n, int64_t least,
                        int64_t most) {
  add_range(m, name, kind_of_width(bytes), at, n, MAX(least, width_least(bytes)), MIN(most, width_most(bytes)));
}

// A number of each of the levels of stacks, `offset` bytes from where a level begins.
static void add_of_levels(const Making *m, const char *name, int bytes, uint32_t levels, size_t offset, size_t n,
                          int64_t least, int64_t most) {
  if (!levels) return;
  add_numbers(m, name, bytes, levels + (uint32_t)offset, n, least, most);
  if (n) VEC_LAST(m->fields).stride = m->x->layout->level.bytes;
}

static void add_sites(const Making *m, SiteType type) {
  static const char *const names[SITE_TYPES] = {"cell", "vertex", "edge"};
  const Position *x = m->x;
  const Game *game = x->game;
  const SiteLayout *at = &x->layout->sites[type];
  size_t n = (size_t)game->sites[type], stacks = at->levels ? x->layout->stack_height : 1;
  int64_t pieces = game->n_components - 1, owners = MAX(game->players + 1, game->n_components - 1);
  char name[24];
#define NAMED(word) (snprintf(name, sizeof name, "%s.%s", names[type], word), name)
  const FieldWidths *width = &x->layout->width;
  const LevelLayout *level = &x->layout->level;
  add_numbers(m, NAMED("what"), width->what, at->what, n, 0, pieces);
  add_range(m, NAMED("who"), FIELD_U8, at->who, n, 0, owners);
  add_numbers(m, NAMED("count"), width->count, at->count, n, 0, INT32_MAX);
  add_numbers(m, NAMED("state"), width->state, at->state, n, INT16_MIN, INT16_MAX);
  add_range(m, NAMED("rotation"), FIELD_U8, at->rotation, n, 0, 255);
  add_numbers(m, NAMED("value"), width->value, at->value, n, least_of(ANY), most_of(x, ANY));
  add_range(m, NAMED("height"), FIELD_U8, at->height, n, 0, x->layout->stack_height);
  size_t levels = n * stacks;
  add_of_levels(m, NAMED("what"), width->what, at->levels, 0, levels, 0, pieces);
  add_of_levels(m, NAMED("who"), 1, at->levels, level->who, levels, 0, owners);
  if (level->rotation) add_of_levels(m, NAMED("rotation"), 1, at->levels, level->rotation, levels, 0, 255);
  if (level->state)
    add_of_levels(m, NAMED("state"), width->state, at->levels, level->state, levels, INT16_MIN, INT16_MAX);
  if (level->value)
    add_of_levels(m, NAMED("value"), width->value, at->levels, level->value, levels, least_of(ANY), most_of(x, ANY));
  add_range(m, NAMED("hidden"), FIELD_U8, at->hidden, n * stacks * ((size_t)game->players + 1), 0, 127);
  add_bound(m, NAMED("cost"), FIELD_I32, at->cost, n, ANY);
  add_bits(m, NAMED("values"), at->puzzle, n, PUZZLE_VALUES_MAX, PUZZLE_VALUES_MAX / 8);
  add_region(m, NAMED("empty"), at->empty, 1, (int)n);
  add_region(m, NAMED("owned"), at->owned, (size_t)game->players + 2, (int)n);
  size_t listed = (size_t)at->order_size * (size_t)game->n_lists;
  add_numbers(m, NAMED("order"), at->order_bytes, at->order, listed, 0, (int64_t)n - 1);
  add_range(m, NAMED("order_n"), FIELD_U16, at->order_n, (size_t)game->n_lists, 0, at->order_size);
#undef NAMED
}

static void add_stack_list(const Making *m) {
  const Position *x = m->x;
  const Layout *at = x->layout;
  bool small = at->small_stack_list;
  FieldKind kind = small ? FIELD_U8 : FIELD_U16;
  size_t n = at->stack_list_size, each = small ? 1 : 2, record = 4 * each;
  int32_t most = 0;
  for (int type = 0; type < SITE_TYPES; type++) most = MAX(most, x->game->sites[type] - 1);
  if (small) most = MIN(most, UINT8_MAX);
  static_assert(offsetof(StackPiece, type) == 6 && offsetof(SmallStackPiece, type) == 3, "four numbers of one size");
  add_member(m, "list.what", kind, at->stack_list, 0, record, n, 0, x->game->n_components - 1);
  add_member(m, "list.site", kind, at->stack_list, each, record, n, 0, most);
  add_member(m, "list.level", kind, at->stack_list, 2 * each, record, n, 0, at->stack_height);
  add_member(m, "list.type", kind, at->stack_list, 3 * each, record, n, 0, SITE_TYPES - 1);
  add_range(m, "list.n", FIELD_I32, at->stack_list_n, 1, 0, at->stack_list_size);
}

// ---- everything else -------------------------------------------------------------------------------

static void add_players(const Making *m) {
  const Layout *at = m->x->layout;
  int players = m->x->game->players;
  size_t n = (size_t)players + 2;
  add_range(m, "phase", FIELD_I32, at->phase, n, 0, m->x->game->n_phases - 1);
  add_bound(m, "score", FIELD_I32, at->score, n, ANY);
  add_bound(m, "match_score", FIELD_I32, at->match_score, n, ANY);
  add_bound(m, "amount", FIELD_I32, at->amount, n, ANY);
  add_bound(m, "player_value", FIELD_I32, at->player_value, n, ANY);
  add_bound(m, "team", FIELD_I32, at->team, n, MAYBE_PLAYER);
  add_range(m, "seat", FIELD_I32, at->order, n, 0, players);
  add(m, "payoff", FIELD_DOUBLE, at->payoff, n);
  add(m, "ranking", FIELD_DOUBLE, at->ranking, n);
}

static size_t steps_of(const Game *game) {
  size_t steps = 0;
  for (int t = 0; t < game->n_tracks; t++) steps += (size_t)game->tracks[t].n;
  return steps;
}

static void add_dice(const Making *m) {
  size_t dice = 0, hands = 0;
  for (int c = 0; c < m->x->game->n_containers; c++) {
    const Container *container = &m->x->game->containers[c];
    dice += container->kind == CONTAINER_DICE ? (size_t)container->n : 0;
    hands += container->kind == CONTAINER_DICE;
  }
  add_bound(m, "dice", FIELD_I32, m->x->layout->dice, dice, ANY);
  add_bound(m, "dice_sum", FIELD_I32, m->x->layout->dice_sum, hands, ANY);
}

static void add_lists(const Making *m) {
  const Position *x = m->x;
  const Layout *at = x->layout;
  const Game *game = x->game;
  size_t memories = (size_t)game->n_memories;
  add_bound(m, "var", FIELD_I32, at->vars, (size_t)game->n_vars, ANY);
  add_range(m, "var_set", FIELD_U8, at->var_set, (size_t)game->n_vars, 0, 1);
  add_bound(m, "memory", FIELD_I32, at->memory, memories * STATE_LIST_MAX, ANY);
  add_bound(m, "memory_n", FIELD_I32, at->memory_n, memories, LIST_LENGTH);
  add_range(m, "pending", FIELD_I32, at->pending, at->pending_size, -1, most_of(x, SITE));
  add_range(m, "to_remove", FIELD_I32, at->to_remove, STATE_LIST_MAX, 0, most_of(x, SITE));
  add_range(m, "proposed", FIELD_I32, at->proposed, STATE_LIST_MAX, 0, MAX(x->program->n_strings - 1, 0));
  add_range(m, "votes", FIELD_I32, at->votes, STATE_LIST_MAX, 0, MAX(x->program->n_strings - 1, 0));
  add_range(m, "dominoes", FIELD_I32, at->dominoes, STATE_LIST_MAX, 0, game->n_components - 1);
  add_region(m, "visited", at->visited, 1, x->program->region_bits);
  add_region(m, "region", at->regions, (size_t)game->n_regions, x->program->region_bits);
  add_region(m, "playable", at->playable, 1, game->sites[SITE_CELL]);
  add_range(m, "on_track", FIELD_I32, at->on_track, steps_of(game) * (size_t)game->n_components, INT32_MIN, INT32_MAX);
  add_range(m, "tally", FIELD_I32, at->tally, (size_t)game->n_components, 0, x->program->region_bits);
  add_region(m, "kind", at->kinds, (size_t)game->n_components, game->sites[game->site_type]);
}

// The number of states of an automaton: its array ends with a record more.
static int64_t walk_states(const Position *x) {
  const Ins *walk = program_ins(x->program, x->game->automaton);
  size_t n = (size_t)x->program->arrays[walk->a[A_WALK_STATES]].n;
  return (int64_t)(n * sizeof(int32_t) / sizeof(WalkState)) - 1;
}

static void add_walk(const Making *m) {
  const Position *x = m->x;
  uint32_t at = x->layout->walk;
  if (!at) return;
  int64_t vertices = x->game->sites[x->game->site_type];
  add_range(m, "walk.state", FIELD_I32, at + (uint32_t)offsetof(WalkPlace, state), 1, 0, walk_states(x) - 1);
  add_range(m, "walk.vertex", FIELD_I32, at + (uint32_t)offsetof(WalkPlace, vertex), 1, 0, vertices - 1);
  add_range(m, "walk.player", FIELD_I32, at + (uint32_t)offsetof(WalkPlace, player), 1, 0, x->game->players);
  add_range(m, "walk.inside", FIELD_I32, at + (uint32_t)offsetof(WalkPlace, inside), 1, 0, 1);
}

static void add_last(const Making *m, const char *word, size_t at) {
  char name[24];
  int64_t sites = most_of(m->x, SITE);
#define MEMBER(kind, member, least, most)              \
  snprintf(name, sizeof name, "%s.%s", word, #member); \
  add_range(m, name, kind, (uint32_t)(at + offsetof(LastMove, member)), 1, (least), (most))
  MEMBER(FIELD_I16, mover, -1, m->x->game->players + 1);
  MEMBER(FIELD_I16, from, -3, sites);
  MEMBER(FIELD_I16, to, -3, sites);
  MEMBER(FIELD_U8, types, 0, SITE_TYPES - 1 + 4 * (SITE_TYPES - 1));
  MEMBER(FIELD_U8, pass, 0, 1);
#undef MEMBER
}

static void add_history(const Making *m) {
  const Position *x = m->x;
  const Layout *at = x->layout;
  int64_t sites = most_of(x, SITE);
  size_t kinds = (size_t)x->game->n_components;
  add_last(m, "last", offsetof(StateHead, last));
  add_last(m, "before", offsetof(StateHead, second_last));
  add(m, "recent", FIELD_U64, at->recent, at->n_recent);
  add_range(m, "last_turn", FIELD_I16, at->last_turn, 2, -3, MAX(sites, x->game->players + 1));
  add_range(m, "last_actions", FIELD_I16, at->last_actions, sizeof(LastActions) / 2, -3, MAX(sites, 255));
  add_region(m, "last_sites", at->last_sites, 2, x->program->region_bits);
  add_region(m, "last_between", at->last_between, 1, x->program->region_bits);
  add_region(m, "start_sites", at->start_sites, kinds, x->program->region_bits);
  add(m, "stored_hash", FIELD_U64, (uint32_t)offsetof(StateHead, stored_hash), 1);
}

void fields_make(Fields *fields, const Position *x) {
  const Making m = {fields, x};
  VEC_CLEAR(fields);
  for (size_t i = 0; i < COUNT_OF(head_rows); i++) {
    const HeadRow *row = &head_rows[i];
    add_bound(&m, row->name, FIELD_I32, row->at, 1, row->bound);
  }
  add_players(&m);
  for (int type = 0; type < SITE_TYPES; type++) {
    if (x->layout->sites[type].empty) add_sites(&m, (SiteType)type);
  }
  add_stack_list(&m);
  add_dice(&m);
  add_lists(&m);
  add_walk(&m);
  add_history(&m);
}

// ---- numbers ---------------------------------------------------------------------------------------

static uint32_t place_of(const Field *field, uint32_t i) { return field->at + i * field->stride; }

static uint32_t word_of(const Field *field, uint32_t i) {
  return field->at + i / field->bits * field->stride + i % field->bits / 64 * 8;
}

// The fields of pieces on stacks lie one after the other, whatever their widths: numbers may begin anywhere.
int64_t field_get(const Position *x, const Field *field, uint32_t i) {
  const unsigned char *at = x->block + (field->kind == FIELD_BIT ? word_of(field, i) : place_of(field, i));
  uint16_t half = 0;
  int32_t number = 0;
  int64_t whole = 0;
  switch (field->kind) {
    case FIELD_U8: return *at;
    case FIELD_U16: memcpy(&half, at, sizeof half); return half;
    case FIELD_I16: memcpy(&half, at, sizeof half); return (int16_t)half;
    case FIELD_I32: memcpy(&number, at, sizeof number); return number;
    case FIELD_U64:
    case FIELD_DOUBLE: memcpy(&whole, at, sizeof whole); return whole;
    case FIELD_BIT: memcpy(&whole, at, sizeof whole); return (int64_t)((uint64_t)whole >> (i % field->bits % 64) & 1);
  }
  return 0;
}

void field_put(Position *x, const Field *field, uint32_t i, int64_t value) {
  unsigned char *at = x->block + (field->kind == FIELD_BIT ? word_of(field, i) : place_of(field, i));
  uint16_t half = (uint16_t)value;
  int32_t number = (int32_t)value;
  Word word = 0, bit = (Word)1 << (field->kind == FIELD_BIT ? i % field->bits % 64 : 0);
  switch (field->kind) {
    case FIELD_U8: *at = (uint8_t)value; break;
    case FIELD_U16:
    case FIELD_I16: memcpy(at, &half, sizeof half); break;
    case FIELD_I32: memcpy(at, &number, sizeof number); break;
    case FIELD_U64:
    case FIELD_DOUBLE: memcpy(at, &value, sizeof value); break;
    case FIELD_BIT:
      memcpy(&word, at, sizeof word);
      word = value ? word | bit : word & ~bit;
      memcpy(at, &word, sizeof word);
      break;
  }
}
