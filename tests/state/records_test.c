// The actions of recorded games applied one after another: after every move the state must be the recorded
// one. The games are made from the header of the record alone, without their descriptions, so this tests the
// actions and nothing else; what the course of the game adds (whose turn it is...) is not compared.
#include "base/file.h"
#include "board/build.h"
#include "state/act/moves.h"
#include "state/text/move_text.h"
#include "state/text/snapshot.h"
#include "state/turn/result.h"
#include "support/support.h"
#include "support/tiny.h"

enum { NAMES_MAX = 512 };

// A game known only by its record.
typedef struct Record {
  Arena arena;
  TinyGame tiny;
  const char *vars[NAMES_MAX], *memories[NAMES_MAX], *strings[NAMES_MAX];
  const char *path;
} Record;

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static int int_of(const json_t *object, const char *key) {
  return (int)json_integer_value(json_object_get(object, key));
}

static bool has_flag(const json_t *header, const char *name) {
  const json_t *flags = json_object_get(header, "flags");
  for (size_t i = 0; i < json_array_size(flags); i++) {
    if (!strcmp(json_string_value(json_array_get(flags, i)), name)) return true;
  }
  return false;
}

static void read_component(Record *r, const json_t *json, Component *to) {
  const json_t *faces = json_object_get(json, "faces");
  int32_t *values = ARENA_ARRAY(&r->arena, int32_t, json_array_size(faces) + 1);
  for (size_t i = 0; i < json_array_size(faces); i++) values[i] = (int32_t)json_integer_value(json_array_get(faces, i));
  *to = (Component){.name = text_of(json, "name"),
                    .max_state = INT32_MAX,  // there are no rules that would say how large they become
                    .max_count = INT32_MAX,
                    .max_value = INT32_MAX,
                    .owner = int_of(json, "owner"),
                    .kind = faces ? COMPONENT_DIE : COMPONENT_PIECE,
                    .faces = values,
                    .n_faces = (int)json_array_size(faces)};
}

static void read_components(Record *r, const json_t *header) {
  const json_t *list = json_object_get(header, "components");
  size_t n = json_array_size(list);
  Component *components = ARENA_ARRAY(&r->arena, Component, n + 1);
  for (size_t i = 0; i < n; i++) read_component(r, json_array_get(list, i), &components[i + 1]);
  r->tiny.game.components = components;
  r->tiny.game.n_components = (int)n + 1;
}

// The open table of a boardless game. Other boards have sites here, but no neighbours.
static void read_table(Record *r, const json_t *header) {
  if (!has_flag(header, "Boardless")) return;
  enum { HEXAGONS = 1261 };
  bool hexagonal = int_of(json_object_get(header, "numSites"), "Cell") == HEXAGONS;
  Recipe tiling = {.kind = RECIPE_WORD, .text = str_of(hexagonal ? "Hexagonal" : "Square")};
  const Recipe *kids[] = {&tiling};
  Recipe table = {.kind = RECIPE_CALL, .text = STR("boardless"), .n = 1, .kids = kids};
  Diags diags;
  diags_init(&diags, &r->arena);
  BoardUse use = USE_CELL;
  Graph *graph = ARENA_NEW(&r->arena, Graph);
  assert_true(board_build(&r->arena, &table, &diags, &use, graph));
  r->tiny.game.board = topology_build(&r->arena, graph, (TopologyOptions){.boardless = true});
}

static void read_containers(Record *r, const json_t *header) {
  Game *game = &r->tiny.game;
  const json_t *list = json_object_get(header, "containers"), *numbers = json_object_get(header, "numSites");
  game->n_containers = (int)json_array_size(list);
  Container *containers = ARENA_ARRAY(&r->arena, Container, game->n_containers);
  for (int type = 0; type < SITE_TYPES; type++) {
    game->sites[type] = int_of(numbers, site_type_name((SiteType)type));
    r->tiny.board.sites[type].n = game->sites[type];
    if (!strcmp(text_of(header, "defaultSite"), site_type_name((SiteType)type))) game->site_type = (SiteType)type;
  }
  for (int i = 0; i < game->n_containers; i++) {
    const json_t *json = json_array_get(list, (size_t)i);
    bool dice = !strcmp(text_of(json, "kind"), "Dice");
    containers[i] = (Container){.kind = i == 0 ? CONTAINER_BOARD
                                        : dice ? CONTAINER_DICE
                                               : CONTAINER_HAND,
                                .first = int_of(json, "from"),
                                .n = int_of(json, "n")};
    int end = containers[i].first + containers[i].n;
    if (i) game->sites[SITE_CELL] = MAX(game->sites[SITE_CELL], end);
  }
  game->containers = containers;
}

// Whether the board tells the pieces of one player apart.
static bool needs_kinds(const Game *game) {
  int owned[GAME_PLAYERS_MAX + 2] = {0};
  if (game->players + 1 < game->n_components) return true;
  for (int i = 1; i < game->n_components; i++) {
    if (++owned[game->components[i].owner] > 1) return true;
  }
  return false;
}

static uint32_t flags_of(const Game *game, const json_t *header) {
  static const struct {
    const char *name;
    uint32_t flag;
  } names[] = {
      {"Stacking", GAME_STACKING},
      {"SiteState", GAME_STATE},
      {"Value", GAME_VALUE},
      {"Rotation", GAME_ROTATION},
      {"HiddenInfo", GAME_HIDDEN},
      {"PendingValues", GAME_PENDING},
      {"Team", GAME_TEAMS},
      {"Vote", GAME_VOTES},
      {"SequenceCapture", GAME_SEQUENCE_CAPTURE},
      {"Bet", GAME_AMOUNT},
      {"DeductionPuzzle", GAME_PUZZLE},
      {"Boardless", GAME_BOARDLESS},
  };
  uint32_t flags = GAME_CELLS | GAME_VERTICES | GAME_EDGES | GAME_SCORE | GAME_REMEMBER;
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    if (has_flag(header, names[i].name)) flags |= names[i].flag;
  }
  if (json_is_true(json_object_get(header, "stacking"))) flags |= GAME_STACKING;
  if (json_is_true(json_object_get(header, "usesCount"))) flags |= GAME_COUNT;
  if (needs_kinds(game) || (flags & (GAME_COUNT | GAME_STATE)) || has_flag(header, "Graph")) flags |= GAME_PIECE_KINDS;
  return flags;
}

// ---- names used in the record --------------------------------------------------------------------

static void learn(Record *r, const char **table, int *n, Str name) {
  for (int i = 0; i < *n; i++) {
    if (table[i] && str_is(name, table[i])) return;
  }
  assert_true(*n < NAMES_MAX);
  table[(*n)++] = arena_text(&r->arena, name);
}

static void learn_all(Record *r, const char *text, const char *key, const char *end, const char **table, int *n) {
  for (const char *at = strstr(text, key); at; at = strstr(at, key)) {
    at += strlen(key);
    learn(r, table, n, (Str){at, (size_t)(strstr(at, end) - at)});
  }
}

static void learn_names(Record *r, const char *text) {
  Game *game = &r->tiny.game;
  game->n_vars = game->n_memories = 1;
  game->program.n_strings = 0;
  learn_all(r, text, "[SetVar:name=", ",value=", r->vars, &game->n_vars);
  learn_all(r, text, "[RememberValue:name=", ",value=", r->memories, &game->n_memories);
  learn_all(r, text, "[ForgetValue:name=", ",value=", r->memories, &game->n_memories);
  learn_all(r, text, "[Note:message=", ",to=", r->strings, &game->program.n_strings);
  learn_all(r, text, "[Propose:proposition=", ",proposition", r->strings, &game->program.n_strings);
  learn_all(r, text, "[Vote:vote=", ",voteInt=", r->strings, &game->program.n_strings);
  learn_all(r, text, "[Trigger:event=", ",player=", r->strings, &game->program.n_strings);
  game->vars = r->vars;
  game->memories = r->memories;
  game->program.strings = r->strings;
}

static void read_puzzle(Game *game, const json_t *init) {
  const char *type;
  json_t *mask;
  json_object_foreach(json_object_get(init, "puzzleMask"), type, mask) {
    for (int t = 0; t < SITE_TYPES; t++) {
      if (!strcmp(type, site_type_name((SiteType)t)))
        game->puzzle_values[t] = word_count((Word)json_integer_value(mask));
    }
  }
}

static void make_game(Record *r, const json_t *header, const char *text) {
  tiny_init(&r->tiny, 0);
  Game *game = &r->tiny.game;
  game->players = int_of(header, "players");
  game->stack_height = 200;
  read_components(r, header);
  read_containers(r, header);
  read_table(r, header);
  game->flags = flags_of(game, header);
  int most = MAX(game->sites[SITE_CELL], MAX(game->sites[SITE_VERTEX], game->sites[SITE_EDGE]));
  game->program.region_bits = most;
  game->program.region_words = bits_words(most);
  r->tiny.phase.owner = game->players + 1;
  learn_names(r, text);
}

// ---- playing -------------------------------------------------------------------------------------

// Fields the course of the game changes; they are taken from our own state before comparing.
static const char *const course[] = {"mover",    "next",    "prev",      "phase",   "turn",    "turnSame",
                                     "passes",   "counter", "active",    "pending", "diceSum", "visited",
                                     "toRemove", "payoff",  "triggered", "decided"};

static void take_over(json_t *expected, const json_t *actual, const char *field) {
  json_t *value = json_object_get(actual, field);
  if (value) json_object_set(expected, field, value);
  else json_object_del(expected, field);
}

// over: the end rules may have counted the scores.
static void check_state(Record *r, Position *x, const json_t *recorded, bool over, int ply) {
  json_t *expected = json_copy((json_t *)recorded), *actual = snapshot_json(x);
  for (size_t i = 0; i < COUNT_OF(course); i++) take_over(expected, actual, course[i]);
  if (over) take_over(expected, actual, "score");
  Text out = {0};
  if (!snapshot_compare(x, expected, &out)) fail_msg("%s ply %d:\n%.*s", r->path, ply, (int)MIN(out.n, 600), out.p);
  text_free(&out);
  json_decref(expected);
  json_decref(actual);
}

static void apply_text(Record *r, Position *x, const char *text, int ply) {
  Move move;
  Text why = {0};
  if (!move_parse(x, str_of(text), &move, &why)) fail_msg("%s ply %d: %.*s", r->path, ply, (int)why.n, why.p);
  for (uint32_t i = 0; i < move.n; i++) {
    Action action = move_action(x, &move, i);
    action_apply(x, &action);
    if (x->fault) fail_msg("%s ply %d: %s", r->path, ply, x->fault);
  }
  VEC_CLEAR(&x->actions);
  VEC_CLEAR(&x->done);
}

// The move made, with all its actions; NULL when the record does not have it in full.
static const char *made(const json_t *ply) {
  const json_t *applied = json_object_get(ply, "applied"), *chosen = json_object_get(ply, "chosen");
  if (json_is_string(applied)) return json_string_value(applied);
  if (int_of(ply, "level") != 0 || !json_is_integer(chosen)) return NULL;
  return json_string_value(json_array_get(json_object_get(ply, "legal"), (size_t)json_integer_value(chosen)));
}

static int play(Record *r, Position *x, const char *lines) {
  int plies = 0;
  while (*lines) {
    const char *end = strchr(lines, '\n');
    json_t *line = json_loadb(lines, (size_t)(end - lines), 0, NULL);
    lines = end + 1;
    const char *move = strcmp(text_of(line, "t"), "ply") ? NULL : made(line);
    if (move) {
      apply_text(r, x, move, plies);
      check_state(r, x, json_object_get(line, "state"), json_is_true(json_object_get(line, "over")), plies);
      if (x->head->hash != position_hash_scratch(x)) fail_msg("%s ply %d: wrong hash", r->path, plies);
      plies++;
    }
    json_decref(line);
    if (!move) break;
  }
  return plies;
}

// Records do not say which cells a large piece covers.
static bool is_playable(const json_t *header) {
  return strcmp(text_of(header, "mode"), "Match") && !has_flag(header, "LargePiece");
}

static const char *next_line(const char *text) {
  const char *end = strchr(text, '\n');
  return end ? end + 1 : text + strlen(text);
}

// Plays a record to its end; returns the moves made.
static int check_record(const char *path) {
  Record *r = mem_alloc_zero(sizeof *r);
  Str text;
  const char *why = NULL;
  int plies = 0;
  r->path = path;
  if (!file_read(&r->arena, path, 0, &text, &why)) fail_msg("%s: %s", path, why);
  const char *second = next_line(text.p), *third = next_line(second);
  json_t *header = json_loadb(text.p, (size_t)(second - text.p), 0, NULL);
  json_t *init = json_loadb(second, (size_t)(third - second), 0, NULL);
  if (is_playable(header)) {
    make_game(r, header, text.p);
    read_puzzle(&r->tiny.game, init);
    Position *x = position_new(&r->tiny.game, 1, 1);
    position_clear(x);
    const json_t *start = json_object_get(init, "start");
    for (size_t i = 0; i < json_array_size(start); i++) {
      apply_text(r, x, json_string_value(json_array_get(start, i)), -1);
    }
    position_finish_start(x);
    check_state(r, x, json_object_get(init, "state"), false, -1);
    plies = play(r, x, third);
    position_free(x);
    tiny_free(&r->tiny);
  }
  json_decref(header);
  json_decref(init);
  arena_free(&r->arena);
  mem_free(r);
  return plies;
}

static const char *const sample[] = {
    "2048",
    "20_Squares",
    "A-i-u",
    "A_K_aak_il",
    "Abande",
    "Acedrex_de_los_Cuatros_Tiempos",
    "Adi",
    "Aime",
    "Andantino",
    "Andot",
    "Anti-Knight_Sudoku",
    "Arimaa",
    "Ataxx",
    "Backgammon",
    "Banqi",
    "Bashni",
    "Ceelkoqyuqkoqiji",
    "Chonpa",
    "Coil",
    "Ex_Nihilo",
    "Lielow",
    "Los_Escaques",
    "Panchi",
    "Ploy",
    "Rithmomachia",
    "Speedo",
    "Throngs",
    "Tsaydithl",
};

static void test_recorded_games(void **state) {
  (void)state;
  Arena arena = {0};
  int plies = 0;
  for (size_t i = 0; i < COUNT_OF(sample); i++) {
    plies += check_record(test_shared(&arena, arena_printf(&arena, "ludii/traces/%s/1.jsonl.zst", sample[i])));
  }
  assert_true(plies > 2000);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_recorded_games)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
