// A state as the JSON object of the recorded games, and the comparison with one. Fields that are one
// number or a list of numbers are rows of a table; what stands on the sites, hidden information, variables
// and remembered lists have functions of their own. A field left out of an object has its default.
#include "state/text/snapshot.h"

#include "base/vec.h"
#include "state/block/site.h"

#include <stdlib.h>

// A field read from the state.
typedef VEC(int32_t) IntList;

typedef enum Shape {
  SHAPE_INT,      // one number
  SHAPE_BOOL,     // one truth value
  SHAPE_PLAYERS,  // numbers by player, index 0 included
  SHAPE_PHASES,   // numbers by player, the first player first
  SHAPE_SEATS,    // numbers by player; by default each has its own
  SHAPE_BITS,     // players by bits of the head
  SHAPE_LIST,     // numbers in order
  SHAPE_SET,      // numbers in any order
  SHAPE_REGION,   // sites of a bit set
  SHAPE_SUMS,     // one number for each hand of dice
} Shape;

typedef struct FieldRow {
  const char *name;
  Shape shape;
  uint32_t head;    // offset in StateHead: the number, the bits, or the length of the list
  uint32_t layout;  // offset in Layout: where the array lies
  int32_t normal;   // default of each number
  bool always;      // written even when it has its default
} FieldRow;

#define HEAD(member) (uint32_t) offsetof(StateHead, member)
#define LAYOUT(member) (uint32_t) offsetof(Layout, member)

static const FieldRow rows[] = {
    {"mover", SHAPE_INT, HEAD(mover), 0, 0, true},
    {"next", SHAPE_INT, HEAD(next), 0, 0, true},
    {"prev", SHAPE_INT, HEAD(prev), 0, 0, true},
    {"phase", SHAPE_PHASES, 0, LAYOUT(phase), 0, true},
    {"turn", SHAPE_INT, HEAD(turn), 0, 1, true},
    {"turnSame", SHAPE_INT, HEAD(turn_same), 0, 0, true},
    {"counter", SHAPE_INT, HEAD(counter), 0, -1, true},
    {"temp", SHAPE_INT, HEAD(temp), 0, -1, false},
    {"passes", SHAPE_INT, HEAD(passes), 0, 0, true},
    {"active", SHAPE_BITS, HEAD(active), 0, 1, false},
    {"score", SHAPE_PLAYERS, 0, LAYOUT(score), 0, false},
    {"matchScore", SHAPE_PLAYERS, 0, LAYOUT(match_score), 0, false},
    {"amount", SHAPE_PLAYERS, 0, LAYOUT(amount), 0, false},
    {"pot", SHAPE_INT, HEAD(pot), 0, 0, false},
    {"pending", SHAPE_SET, HEAD(n_pending), LAYOUT(pending), 0, false},
    {"diceSum", SHAPE_SUMS, 0, LAYOUT(dice_sum), 0, false},
    {"diceEqual", SHAPE_BOOL, HEAD(dice_equal), 0, 0, false},
    {"playerValue", SHAPE_PLAYERS, 0, LAYOUT(player_value), -1, false},
    {"team", SHAPE_SEATS, 0, LAYOUT(team), 0, false},
    {"visited", SHAPE_REGION, 0, LAYOUT(visited), 0, false},
    {"toRemove", SHAPE_SET, HEAD(n_to_remove), LAYOUT(to_remove), 0, false},
    {"triggered", SHAPE_BITS, HEAD(triggered), 0, 0, false},
    {"trump", SHAPE_INT, HEAD(trump), 0, -1, false},
    {"propositions", SHAPE_LIST, HEAD(n_proposed), LAYOUT(proposed), 0, false},
    {"votes", SHAPE_LIST, HEAD(n_votes), LAYOUT(votes), 0, false},
    {"decided", SHAPE_INT, HEAD(decided), 0, -1, false},
    {"order", SHAPE_SEATS, 0, LAYOUT(order), 0, false},
    {"dominoes", SHAPE_SET, HEAD(n_dominoes), LAYOUT(dominoes), 0, false},
    {"playable", SHAPE_REGION, 0, LAYOUT(playable), 0, false},
};

// ---- reading a row -------------------------------------------------------------------------------

static int32_t head_int(const Position *x, const FieldRow *row) { return *STATE_AT(x, int32_t, row->head); }

// Where the array of a row lies; 0 when the game has none.
static uint32_t array_at(const Position *x, const FieldRow *row) {
  return *(const uint32_t *)(const void *)((const char *)x->layout + row->layout);
}

static void push(IntList *list, int32_t value) { VEC_PUSH(list, value); }

static void read_array(const Position *x, uint32_t at, int first, int n, int32_t otherwise, IntList *list) {
  for (int i = first; i < n; i++) push(list, at ? STATE_AT(x, int32_t, at)[i] : otherwise);
}

static void read_region(const Position *x, uint32_t at, IntList *list) {
  if (!at) return;
  FOR_BITS(site, STATE_AT(x, Word, at), x->words) push(list, site);
}

static void read_bits(const Position *x, const FieldRow *row, IntList *list) {
  for (Player p = 1; p <= x->game->players; p++) {
    if (head_int(x, row) >> (p - 1) & 1) push(list, p);
  }
}

static int dice_hands(const Position *x) {
  int n = 0;
  for (int c = 0; c < x->game->n_containers; c++) n += x->game->containers[c].kind == CONTAINER_DICE;
  return n;
}

static void read_row(const Position *x, const FieldRow *row, IntList *list) {
  uint32_t at = row->layout ? array_at(x, row) : 0;
  int players = x->game->players;
  VEC_CLEAR(list);
  switch (row->shape) {
    case SHAPE_INT:
    case SHAPE_BOOL: push(list, head_int(x, row)); break;
    case SHAPE_PLAYERS: read_array(x, at, 0, players + 1, row->normal, list); break;
    case SHAPE_PHASES: read_array(x, at, 1, players + 1, row->normal, list); break;
    case SHAPE_SEATS:
      for (int i = 0; i <= players; i++) push(list, at ? STATE_AT(x, int32_t, at)[i] : i);
      break;
    case SHAPE_BITS: read_bits(x, row, list); break;
    case SHAPE_LIST:
    case SHAPE_SET: read_array(x, at, 0, at ? head_int(x, row) : 0, 0, list); break;
    case SHAPE_REGION: read_region(x, at, list); break;
    case SHAPE_SUMS: read_array(x, at, 0, at ? dice_hands(x) : 0, 0, list); break;
  }
}

// What a row reads as when an object leaves it out.
static void default_row(const Position *x, const FieldRow *row, IntList *list) {
  int players = x->game->players;
  VEC_CLEAR(list);
  switch (row->shape) {
    case SHAPE_INT:
    case SHAPE_BOOL: push(list, row->normal); break;
    case SHAPE_PLAYERS: read_array(x, 0, 0, players + 1, row->normal, list); break;
    case SHAPE_PHASES: read_array(x, 0, 1, players + 1, row->normal, list); break;
    case SHAPE_SEATS:
      for (int i = 0; i <= players; i++) push(list, i);
      break;
    case SHAPE_BITS:
      for (Player p = 1; row->normal && p <= players; p++) push(list, p);
      break;
    case SHAPE_SUMS:
    case SHAPE_LIST:
    case SHAPE_SET:
    case SHAPE_REGION: break;
  }
}

static bool is_scalar(const FieldRow *row) { return row->shape == SHAPE_INT || row->shape == SHAPE_BOOL; }
static bool is_set(const FieldRow *row) { return row->shape == SHAPE_SET || row->shape == SHAPE_REGION; }

static int compare_ints(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void sort(IntList *list) {
  if (list->n) qsort(list->at, list->n, sizeof *list->at, compare_ints);
}

static bool same(const IntList *a, const IntList *b) {
  return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n * sizeof *a->at));
}

// ---- comparing: rows -----------------------------------------------------------------------------

typedef struct Compare {
  const Position *x;
  const json_t *state;
  Text *out;  // differences, or NULL
  bool equal;
} Compare;

// Notes a difference; the format makes one line.
#define DIFFER(c, ...)                                \
  do {                                                \
    (c)->equal = false;                               \
    if ((c)->out) text_printf((c)->out, __VA_ARGS__); \
  } while (0)

static void json_ints(const json_t *json, IntList *list) {
  VEC_CLEAR(list);
  if (json_is_boolean(json)) push(list, json_is_true(json));
  if (json_is_integer(json)) push(list, (int32_t)json_integer_value(json));
  for (size_t i = 0; i < json_array_size(json); i++) push(list, (int32_t)json_integer_value(json_array_get(json, i)));
}

static void add_ints(Text *out, const IntList *list) {
  text_char(out, '[');
  for (size_t i = 0; i < list->n; i++) text_printf(out, i ? " %d" : "%d", list->at[i]);
  text_char(out, ']');
}

static void differ_lists(Compare *c, const char *name, const IntList *actual, const IntList *expected) {
  c->equal = false;
  if (!c->out) return;
  text_printf(c->out, "%s: ", name);
  add_ints(c->out, actual);
  text_puts(c->out, ", expected ");
  add_ints(c->out, expected);
  text_char(c->out, '\n');
}

// Lists of one length differ in some places, each of which is a line.
static void differ_places(Compare *c, const FieldRow *row, const IntList *actual, const IntList *expected) {
  size_t shift = row->shape == SHAPE_PHASES;
  for (size_t i = 0; i < actual->n; i++) {
    if (actual->at[i] == expected->at[i]) continue;
    DIFFER(c, "%s[%zu]: %d, expected %d\n", row->name, i + shift, actual->at[i], expected->at[i]);
  }
}

static void compare_lists(Compare *c, const FieldRow *row, IntList *actual, IntList *expected) {
  if (is_set(row)) {
    sort(actual);
    sort(expected);
  }
  if (same(actual, expected)) return;
  if (is_scalar(row)) {
    DIFFER(c, "%s: %d, expected %d\n", row->name, actual->at[0], expected->n ? expected->at[0] : 0);
  } else if (actual->n == expected->n && !is_set(row)) {
    differ_places(c, row, actual, expected);
  } else {
    differ_lists(c, row->name, actual, expected);
  }
}

static void compare_row(Compare *c, const FieldRow *row) {
  IntList actual = {0}, expected = {0};
  const json_t *json = json_object_get(c->state, row->name);
  read_row(c->x, row, &actual);
  if (json) json_ints(json, &expected);
  else default_row(c->x, row, &expected);
  if (json || row->shape != SHAPE_SUMS) compare_lists(c, row, &actual, &expected);
  VEC_FREE(&actual);
  VEC_FREE(&expected);
}

// ---- comparing: variables, memory, dice ----------------------------------------------------------

static bool var_is_set(const Position *x, int i) {
  return x->layout->var_set && x->block[x->layout->var_set + (uint32_t)i];
}
static int32_t var_value(const Position *x, int i) { return STATE_AT(x, int32_t, x->layout->vars)[i]; }

static void compare_vars(Compare *c) {
  const json_t *vars = json_object_get(c->state, "vars");
  size_t found = 0;
  for (int i = 1; i < c->x->game->n_vars; i++) {
    const char *name = c->x->game->vars[i];
    const json_t *json = json_object_get(vars, name);
    found += json != NULL;
    bool set = var_is_set(c->x, i);
    if (!json && set) DIFFER(c, "vars.%s: %d, expected none\n", name, var_value(c->x, i));
    if (json && !set) DIFFER(c, "vars.%s: none, expected %d\n", name, (int)json_integer_value(json));
    if (json && set && var_value(c->x, i) != json_integer_value(json)) {
      DIFFER(c, "vars.%s: %d, expected %d\n", name, var_value(c->x, i), (int)json_integer_value(json));
    }
  }
  if (found < json_object_size(vars)) DIFFER(c, "vars: a variable the game does not have\n");
}

static void read_memory(const Position *x, int i, IntList *list) {
  VEC_CLEAR(list);
  if (!x->layout->memory) return;
  uint32_t at = x->layout->memory + (uint32_t)i * STATE_LIST_MAX * 4u;
  read_array(x, at, 0, STATE_AT(x, int32_t, x->layout->memory_n)[i], 0, list);
}

static void compare_list(Compare *c, const char *name, const IntList *actual, const json_t *json) {
  IntList expected = {0};
  json_ints(json, &expected);
  if (!same(actual, &expected)) differ_lists(c, name, actual, &expected);
  VEC_FREE(&expected);
}

static void compare_memory(Compare *c) {
  const json_t *map = json_object_get(c->state, "rememberMap");
  IntList actual = {0};
  size_t found = 0;
  read_memory(c->x, 0, &actual);
  compare_list(c, "remember", &actual, json_object_get(c->state, "remember"));
  for (int i = 1; i < c->x->game->n_memories; i++) {
    const json_t *json = json_object_get(map, c->x->game->memories[i]);
    found += json != NULL;
    read_memory(c->x, i, &actual);
    compare_list(c, c->x->game->memories[i], &actual, json);
  }
  if (found < json_object_size(map)) DIFFER(c, "rememberMap: a list the game does not have\n");
  VEC_FREE(&actual);
}

static void read_hand_dice(const Position *x, const Container *hand, int first, IntList *list) {
  VEC_CLEAR(list);
  read_array(x, x->layout->dice, first, first + hand->n, 0, list);
}

static void compare_dice(Compare *c) {
  const json_t *dice = json_object_get(c->state, "dice");
  if (!dice) return;
  size_t hand = 0;
  int first = 0;
  IntList actual = {0};
  for (int i = 0; i < c->x->game->n_containers; i++) {
    const Container *container = &c->x->game->containers[i];
    if (container->kind != CONTAINER_DICE) continue;
    read_hand_dice(c->x, container, first, &actual);
    compare_list(c, "dice", &actual, json_array_get(dice, hand++));
    first += container->n;
  }
  VEC_FREE(&actual);
  if (hand != json_array_size(dice)) DIFFER(c, "dice: %zu hands, expected %zu\n", hand, json_array_size(dice));
}

static void compare_payoff(Compare *c) {
  const json_t *payoff = json_object_get(c->state, "payoff");
  uint32_t at = c->x->layout->payoff;
  for (Player p = 1; p <= c->x->game->players; p++) {
    double actual = at ? STATE_AT(c->x, double, at)[p] : 0;
    double expected = json_number_value(json_array_get(payoff, (size_t)p));
    if (actual != expected) DIFFER(c, "payoff[%d]: %g, expected %g\n", p, actual, expected);
  }
}

// ---- comparing: sites ----------------------------------------------------------------------------

// One container's sites of one type.
typedef struct Part {
  int container;
  SiteType type;
  int32_t first, end;
} Part;

static int32_t number(const json_t *array, size_t i) { return (int32_t)json_integer_value(json_array_get(array, i)); }

static void compare_field(Compare *c, const Part *part, int32_t site, const char *field, int32_t actual,
                          int32_t expected) {
  if (actual == expected) return;
  DIFFER(c, "%s %d %s: %d, expected %d\n", site_type_name(part->type), site, field, actual, expected);
}

static void compare_flat(Compare *c, const Part *part, int32_t site, const json_t *entry) {
  Piece piece = site_piece(c->x, part->type, site, 0);
  compare_field(c, part, site, "what", piece.what, number(entry, 1));
  compare_field(c, part, site, "who", piece.who, number(entry, 2));
  compare_field(c, part, site, "count", piece.count, number(entry, 3));
  compare_field(c, part, site, "state", piece.state, number(entry, 4));
  compare_field(c, part, site, "rotation", piece.rotation, number(entry, 5));
  compare_field(c, part, site, "value", piece.value, number(entry, 6));
}

static void compare_stack(Compare *c, const Part *part, int32_t site, const json_t *entry) {
  const json_t *levels = json_array_get(entry, 1);
  int32_t height = site_height(c->x, part->type, site);
  compare_field(c, part, site, "height", height, (int32_t)json_array_size(levels));
  for (int32_t l = 0; l < height; l++) {
    const json_t *level = json_array_get(levels, (size_t)l);
    Piece piece = site_piece(c->x, part->type, site, l);
    bool equal = piece.what == number(level, 0) && piece.who == number(level, 1) && piece.state == number(level, 2) &&
                 piece.rotation == number(level, 3) && piece.value == number(level, 4);
    if (equal) continue;
    DIFFER(c, "%s %d level %d: what %d who %d state %d rotation %d value %d, expected %d %d %d %d %d\n",
           site_type_name(part->type), site, l, piece.what, piece.who, piece.state, piece.rotation, piece.value,
           number(level, 0), number(level, 1), number(level, 2), number(level, 3), number(level, 4));
  }
}

// Possible values as one number: those from 64 on count as they do in it, from 0 again.
static uint64_t fold(ValueSet set) {
  uint64_t mask = 0;
  for (int i = 0; i < VALUES_WORDS; i++) mask |= set.w[i];
  return mask;
}

// entry = [site, value] or [site, -1, mask of possible values]
static void compare_puzzle(Compare *c, const Part *part, int32_t site, const json_t *entry) {
  ValueSet actual = puzzle_values(c->x, part->type, site);
  uint64_t mask = fold(actual), expected = fold(puzzle_fresh(c->x, part->type));
  int32_t value = entry ? number(entry, 1) : -1;
  if (value >= 0) expected = fold(values_one(value));
  else if (entry) expected = (uint64_t)json_integer_value(json_array_get(entry, 2));
  bool same = value < 0 ? mask == expected : values_single(actual) == value;
  if (same) return;
  DIFFER(c, "%s %d values: %llx, expected %llx\n", site_type_name(part->type), site, (unsigned long long)mask,
         (unsigned long long)expected);
}

static void compare_site(Compare *c, const Part *part, int32_t site, const json_t *entry) {
  if (game_has(c->x->game, GAME_PUZZLE)) compare_puzzle(c, part, site, entry);
  else if (game_has(c->x->game, GAME_STACKING)) compare_stack(c, part, site, entry);
  else compare_flat(c, part, site, entry);
}

// Entries come in the order of their sites.
static void compare_part(Compare *c, const Part *part, const json_t *entries) {
  size_t next = 0, n = json_array_size(entries);
  bool kept = SITE_LAYOUT(c->x, part->type)->empty != 0;
  for (int32_t site = part->first; kept && site < part->end; site++) {
    const json_t *entry = next < n ? json_array_get(entries, next) : NULL;
    bool listed = entry && number(entry, 0) == site;
    next += listed;
    compare_site(c, part, site, listed ? entry : NULL);
  }
  if (next == n) return;
  DIFFER(c, "%s %d: expected something in container %d\n", site_type_name(part->type),
         number(json_array_get(entries, next), 0), part->container);
}

// The board has sites of all types, the other containers have cells.
static bool part_of(const Position *x, int container, SiteType type, Part *part) {
  const Container *of = &x->game->containers[container];
  *part = (Part){.container = container, .type = type, .first = of->first, .end = of->first + of->n};
  if (container > 0) return type == SITE_CELL;
  part->first = 0;
  part->end = topo_count(x->game->board, type);
  return true;
}

static void compare_sites(Compare *c) {
  const json_t *sites = json_object_get(c->state, "sites");
  size_t expected = 0, found = 0;
  const char *key;
  json_t *types;
  json_object_foreach((json_t *)sites, key, types) { expected += json_object_size(types); }
  for (int i = 0; i < c->x->game->n_containers; i++) {
    char name[16];
    snprintf(name, sizeof name, "%d", i);
    types = json_object_get(sites, name);
    for (int type = 0; type < SITE_TYPES; type++) {
      Part part;
      if (!part_of(c->x, i, (SiteType)type, &part)) continue;
      const json_t *entries = json_object_get(types, site_type_name((SiteType)type));
      found += entries != NULL;
      compare_part(c, &part, entries);
    }
  }
  if (found != expected) DIFFER(c, "sites: a container or type of site the game does not have\n");
}

// ---- comparing: hidden information ---------------------------------------------------------------

typedef void HiddenVisit(void *self, const Part *part, int32_t site, int32_t level, Player player, int mask);

static void visit_hidden_site(const Position *x, const Part *part, int32_t site, HiddenVisit *visit, void *self) {
  int32_t levels = game_has(x->game, GAME_STACKING) ? site_height(x, part->type, site) : 1;
  for (int32_t level = 0; level < levels; level++) {
    for (Player p = 1; p <= x->game->players; p++) {
      int mask = site_hidden_mask(x, part->type, site, level, p);
      if (mask) visit(self, part, site, level, p, mask);
    }
  }
}

// Calls visit for everything hidden from somebody.
static void visit_hidden(const Position *x, HiddenVisit *visit, void *self) {
  if (!game_has(x->game, GAME_HIDDEN)) return;
  for (int i = 0; i < x->game->n_containers; i++) {
    for (int type = 0; type < SITE_TYPES; type++) {
      Part part;
      if (!part_of(x, i, (SiteType)type, &part)) continue;
      for (int32_t site = part.first; site < part.end; site++) visit_hidden_site(x, &part, site, visit, self);
    }
  }
}

static void count_hidden(void *self, const Part *part, int32_t site, int32_t level, Player player, int mask) {
  (void)part, (void)site, (void)level, (void)player, (void)mask;
  ++*(size_t *)self;
}

static SiteType type_named(const char *name) {
  for (int type = 0; type < SITE_TYPES; type++) {
    if (name && !strcmp(name, site_type_name((SiteType)type))) return (SiteType)type;
  }
  return SITE_CELL;
}

static void compare_hidden(Compare *c) {
  const json_t *hidden = json_object_get(c->state, "hidden");
  size_t actual = 0;
  visit_hidden(c->x, count_hidden, &actual);
  for (size_t i = 0; i < json_array_size(hidden); i++) {
    const json_t *entry = json_array_get(hidden, i);
    SiteType type = type_named(json_string_value(json_array_get(entry, 1)));
    int mask = site_hidden_mask(c->x, type, number(entry, 2), number(entry, 3), number(entry, 4));
    if (mask == number(entry, 5)) continue;
    DIFFER(c, "hidden %s %d level %d from %d: %d, expected %d\n", site_type_name(type), number(entry, 2),
           number(entry, 3), number(entry, 4), mask, number(entry, 5));
  }
  if (actual != json_array_size(hidden)) {
    DIFFER(c, "hidden: %zu masks, expected %zu\n", actual, json_array_size(hidden));
  }
}

// ---- the whole -----------------------------------------------------------------------------------

// Fields with a function of their own.
static const char *const special[] = {"vars", "remember", "rememberMap", "dice", "payoff", "sites", "hidden"};

static bool is_known(const char *name) {
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (!strcmp(name, rows[i].name)) return true;
  }
  for (size_t i = 0; i < COUNT_OF(special); i++) {
    if (!strcmp(name, special[i])) return true;
  }
  return false;
}

static void compare_names(Compare *c) {
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)c->state, key, value) {
    if (!is_known(key)) DIFFER(c, "%s: not kept\n", key);
  }
}

bool snapshot_compare(const Position *x, const json_t *state, Text *differences) {
  Compare c = {.x = x, .state = state, .out = differences, .equal = true};
  for (size_t i = 0; i < COUNT_OF(rows); i++) compare_row(&c, &rows[i]);
  compare_vars(&c);
  compare_memory(&c);
  compare_dice(&c);
  compare_payoff(&c);
  compare_sites(&c);
  compare_hidden(&c);
  compare_names(&c);
  return c.equal;
}

// ---- writing -------------------------------------------------------------------------------------

static json_t *ints_json(const IntList *list) {
  json_t *array = json_array();
  for (size_t i = 0; i < list->n; i++) json_array_append_new(array, json_integer(list->at[i]));
  return array;
}

static void write_row(const Position *x, const FieldRow *row, json_t *state) {
  IntList actual = {0}, normal = {0};
  read_row(x, row, &actual);
  default_row(x, row, &normal);
  if (row->always || !same(&actual, &normal)) {
    json_t *value;
    if (row->shape == SHAPE_BOOL) value = json_boolean(actual.at[0]);
    else value = row->shape == SHAPE_INT ? json_integer(actual.at[0]) : ints_json(&actual);
    json_object_set_new(state, row->name, value);
  }
  VEC_FREE(&actual);
  VEC_FREE(&normal);
}

static void set_unless_empty(json_t *object, const char *key, json_t *value) {
  if (json_object_size(value) || json_array_size(value)) json_object_set(object, key, value);
  json_decref(value);
}

static void write_vars(const Position *x, json_t *state) {
  json_t *vars = json_object();
  for (int i = 1; i < x->game->n_vars; i++) {
    if (var_is_set(x, i)) json_object_set_new(vars, x->game->vars[i], json_integer(var_value(x, i)));
  }
  set_unless_empty(state, "vars", vars);
}

static void write_memory(const Position *x, json_t *state) {
  IntList list = {0};
  json_t *map = json_object();
  read_memory(x, 0, &list);
  set_unless_empty(state, "remember", ints_json(&list));
  for (int i = 1; i < x->game->n_memories; i++) {
    read_memory(x, i, &list);
    set_unless_empty(map, x->game->memories[i], ints_json(&list));
  }
  set_unless_empty(state, "rememberMap", map);
  VEC_FREE(&list);
}

static void write_dice(const Position *x, json_t *state) {
  json_t *dice = json_array();
  int first = 0;
  IntList list = {0};
  for (int i = 0; i < x->game->n_containers; i++) {
    const Container *container = &x->game->containers[i];
    if (container->kind != CONTAINER_DICE) continue;
    read_hand_dice(x, container, first, &list);
    json_array_append_new(dice, ints_json(&list));
    first += container->n;
  }
  set_unless_empty(state, "dice", dice);
  VEC_FREE(&list);
}

static void write_payoff(const Position *x, json_t *state) {
  if (!x->layout->payoff) return;
  json_t *payoff = json_array();
  for (Player p = 0; p <= x->game->players; p++) {
    json_array_append_new(payoff, json_real(STATE_AT(x, double, x->layout->payoff)[p]));
  }
  set_unless_empty(state, "payoff", payoff);
}

// The entry of a site, or NULL when nothing is there.
static json_t *flat_entry(const Position *x, const Part *part, int32_t site) {
  Piece p = site_piece(x, part->type, site, 0);
  if (!p.what && !p.who && !p.count && !p.state && !p.rotation && !p.value) return NULL;
  return json_pack("[i,i,i,i,i,i,i]", site, p.what, p.who, p.count, p.state, p.rotation, p.value);
}

static json_t *stack_entry(const Position *x, const Part *part, int32_t site) {
  int32_t height = site_height(x, part->type, site);
  if (!height) return NULL;
  json_t *levels = json_array();
  for (int32_t l = 0; l < height; l++) {
    Piece p = site_piece(x, part->type, site, l);
    json_array_append_new(levels, json_pack("[i,i,i,i,i]", p.what, p.who, p.state, p.rotation, p.value));
  }
  return json_pack("[i,o]", site, levels);
}

static json_t *puzzle_entry(const Position *x, const Part *part, int32_t site) {
  ValueSet values = puzzle_values(x, part->type, site);
  if (values_equal(values, puzzle_fresh(x, part->type))) return NULL;
  int32_t value = values_single(values);
  return value >= 0 ? json_pack("[i,i]", site, value) : json_pack("[i,i,I]", site, -1, (json_int_t)fold(values));
}

static json_t *site_entry(const Position *x, const Part *part, int32_t site) {
  if (game_has(x->game, GAME_PUZZLE)) return puzzle_entry(x, part, site);
  return game_has(x->game, GAME_STACKING) ? stack_entry(x, part, site) : flat_entry(x, part, site);
}

static json_t *part_json(const Position *x, const Part *part) {
  json_t *entries = json_array();
  bool kept = SITE_LAYOUT(x, part->type)->empty != 0;
  for (int32_t site = part->first; kept && site < part->end; site++) {
    json_t *entry = site_entry(x, part, site);
    if (entry) json_array_append_new(entries, entry);
  }
  return entries;
}

static void write_sites(const Position *x, json_t *state) {
  json_t *sites = json_object();
  for (int i = 0; i < x->game->n_containers; i++) {
    char name[16];
    snprintf(name, sizeof name, "%d", i);
    json_t *types = json_object();
    for (int type = 0; type < SITE_TYPES; type++) {
      Part part;
      if (!part_of(x, i, (SiteType)type, &part)) continue;
      set_unless_empty(types, site_type_name((SiteType)type), part_json(x, &part));
    }
    set_unless_empty(sites, name, types);
  }
  json_object_set_new(state, "sites", sites);
}

static void add_hidden(void *self, const Part *part, int32_t site, int32_t level, Player player, int mask) {
  json_array_append_new(
      self, json_pack("[i,s,i,i,i,i]", part->container, site_type_name(part->type), site, level, player, mask));
}

static void write_hidden(const Position *x, json_t *state) {
  json_t *hidden = json_array();
  visit_hidden(x, add_hidden, hidden);
  set_unless_empty(state, "hidden", hidden);
}

json_t *snapshot_json(const Position *x) {
  json_t *state = json_object();
  for (size_t i = 0; i < COUNT_OF(rows); i++) write_row(x, &rows[i], state);
  write_vars(x, state);
  write_memory(x, state);
  write_dice(x, state);
  write_payoff(x, state);
  write_sites(x, state);
  write_hidden(x, state);
  return state;
}
