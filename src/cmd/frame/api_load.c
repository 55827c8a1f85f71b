// Loading through the public interface.
#include "cmd/frame/api_load.h"

#include "base/mem.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static size_t count(const char **list) {
  size_t n = 0;
  while (list && list[n]) n++;
  return n;
}

bool api_open(const Options *options, senet_library **library) {
  const char **paths = options_values(options, "--library");
  if (senet_library_open(paths, count(paths), library) == SENET_OK) return true;
  fprintf(stderr, "senet: error: %s\n", senet_message());
  return false;
}

static bool has_row(const Options *options, const char *name) {
  for (const CommandOption *row = options->command->options; row && row->name; row++) {
    if (!strcmp(row->name, name)) return true;
  }
  return false;
}

// As the other commands print it: places, lines and carets.
static void print_diagnostics(const senet_diagnostics *diagnostics) {
  size_t n = 0;
  senet_diagnostics_text(diagnostics, NULL, 0, &n);
  char *text = mem_alloc(n + 1);
  if (senet_diagnostics_text(diagnostics, text, n + 1, NULL) == SENET_OK) fputs(text, stderr);
  mem_free(text);
}

// What --executor or the environment says; NULL: neither says anything, or the command has no such option.
static const char *executor_wanted(const Options *options) {
  if (!has_row(options, "--executor")) return NULL;
  const char *name = options_value(options, "--executor");
  if (!name) name = getenv("SENET_EXECUTOR");
  return name && *name ? name : NULL;
}

bool api_wants_executor(const Options *options, const char *name) {
  const char *wanted = executor_wanted(options);
  return !strcmp(wanted ? wanted : "auto", name);
}

static bool is_executor(const char *word) {
  for (size_t i = 0; senet_executor_name(i); i++) {
    if (!strcmp(word, senet_executor_name(i))) return true;
  }
  return false;
}

const char *api_split(const Options *options) {
  const char *word = has_row(options, "--split") ? options_value(options, "--split") : NULL;
  for (size_t i = 0; word && senet_split_name(i); i++) {
    if (!strcasecmp(word, senet_split_name(i))) return senet_split_name(i);
  }
  return NULL;
}

bool api_words(const Options *options) {
  const char *executor = executor_wanted(options);
  if (executor && !is_executor(executor)) {
    options_misuse(options, "there is no executor '%s': auto, native or interpreter",
                   options_value(options, "--executor") ? executor : "of SENET_EXECUTOR");
    return false;
  }
  if (!has_row(options, "--split") || !options_has(options, "--split") || api_split(options)) return true;
  options_misuse(options,
                 "there is no way of splitting called '%s': Dots, Mod, Plus, Shift, or combinations such as ModPlus",
                 options_value(options, "--split"));
  return false;
}

static bool set_executor(const Options *options, senet_game *game) {
  const char *name = executor_wanted(options);
  if (!name || senet_game_executor(game, name) == SENET_OK) return true;
  fprintf(stderr, "senet %s: %s\n", options->command->name, senet_message());
  return false;
}

senet_game_request api_request(const Options *options, const char *name) {
  senet_game_request request = SENET_GAME_REQUEST;
  const char **chosen = options_values(options, "--option");
  request.name = name;
  request.options = chosen;
  request.n_options = count(chosen);
  request.ruleset = options_value(options, "--ruleset");
  request.split = api_split(options);
  return request;
}

static bool has_errors(const senet_diagnostics *diagnostics) {
  senet_diagnostic first;
  return senet_diagnostics_get(diagnostics, 0, &first) == SENET_OK && !first.warning;
}

// Says what is wrong; false when nothing could be read.
static bool report_load(senet_status status, senet_diagnostics *diagnostics) {
  if (has_errors(diagnostics)) print_diagnostics(diagnostics);
  else if (status != SENET_OK) fprintf(stderr, "senet: error: %s\n", senet_message());
  senet_diagnostics_free(diagnostics);
  return status == SENET_OK;
}

bool api_load_request(const Options *options, senet_library *library, const senet_game_request *request,
                      senet_game **game) {
  senet_diagnostics *diagnostics = NULL;
  senet_status status = senet_game_load_with(library, request, game, &diagnostics);
  return report_load(status, diagnostics) && set_executor(options, *game);
}

bool api_load(const Options *options, senet_library *library, const char *name, senet_game **game) {
  senet_game_request request = api_request(options, name);
  return api_load_request(options, library, &request, game);
}

bool api_facts(const Options *options, senet_library *library, const char *name, senet_facts **facts) {
  senet_game_request request = api_request(options, name);
  senet_diagnostics *diagnostics = NULL;
  senet_status status = senet_library_facts(library, &request, facts, &diagnostics);
  return report_load(status, diagnostics);
}

bool api_begin(const Options *options, ApiGame *api) {
  *api = (ApiGame){0};
  return api_open(options, &api->library) && api_load(options, api->library, options->arguments[0], &api->game);
}

void api_close(ApiGame *api) {
  senet_game_free(api->game);
  senet_library_free(api->library);
}

bool api_agents(const Options *options, const char *text, const char ***agents, int *n) {
  size_t length = 0;
  senet_status status;
  *n = 0;
  while ((status = senet_agents_get(text, (size_t)*n, NULL, 0, &length)) == SENET_OK) ++*n;
  if (status != SENET_RANGE) {
    options_misuse(options, "%s", senet_message());
    return false;
  }
  *agents = ARENA_ARRAY(options->arena, const char *, *n + 1);
  for (int i = 0; i < *n; i++) {
    senet_agents_get(text, (size_t)i, NULL, 0, &length);
    char *name = ARENA_ARRAY(options->arena, char, length + 1);
    senet_agents_get(text, (size_t)i, name, length + 1, NULL);
    (*agents)[i] = name;
  }
  return true;
}

// ---- positions -----------------------------------------------------------------------------------

bool api_start(const Options *options, senet_game *game, uint64_t seed, senet_position **position) {
  const char *text = has_row(options, "--position") ? options_value(options, "--position") : NULL;
  if (senet_position_new(game, seed, 0, position) != SENET_OK) {
    fprintf(stderr, "senet %s: %s\n", options->command->name, senet_message());
    return false;
  }
  if (!text || senet_position_set(*position, text) == SENET_OK) return true;
  fprintf(stderr, "senet %s: --position: %s\n", options->command->name, senet_message());
  senet_position_free(*position);
  *position = NULL;
  return false;
}

// By its text, or by its number from 1.
static bool find_move(senet_position *position, Str word, size_t *move) {
  size_t n = 0;
  int64_t number = 0;
  Text text = {0};
  text_add(&text, word);
  bool found = text.n && senet_position_find_move(position, text.p, move) == SENET_OK;
  text_free(&text);
  if (found) return true;
  senet_position_count(position, &n);
  if (!str_integer(word, 1, INT32_MAX, &number) || (size_t)number > n) return false;
  *move = (size_t)number - 1;
  return true;
}

static bool make_turn(senet_position *position, Str word) {
  size_t moves[SENET_PLAYERS_MAX], n = 0;
  bool together = senet_game_flags(senet_position_game(position)) & SENET_GAME_SIMULTANEOUS;
  while (n < SENET_PLAYERS_MAX) {
    const char *comma = together ? memchr(word.p, ',', word.n) : NULL;
    Str part = {word.p, comma ? (size_t)(comma - word.p) : word.n};
    if (!find_move(position, part, &moves[n++])) return false;
    if (!comma) return senet_position_apply_all(position, moves, n) == SENET_OK;
    word = (Str){comma + 1, word.n - part.n - 1};
  }
  return false;
}

bool api_make_moves(const Options *options, senet_position *position, const char *text) {
  for (size_t made = 0; *(text += strspn(text, " ")); made++) {
    Str word = {text, strcspn(text, " ")};
    if (!make_turn(position, word)) {
      fprintf(stderr, "senet %s: '%.*s' is not a legal move ", options->command->name, (int)word.n, word.p);
      if (made) fprintf(stderr, "after %zu move%s\n", made, made == 1 ? "" : "s");
      else fprintf(stderr, "at the start\n");
      return false;
    }
    text += word.n;
  }
  return true;
}

int api_seat_of(const senet_position *position, int player) {
  int32_t seats[SENET_PLAYERS_MAX];
  int players = senet_game_players(senet_position_game(position));
  if (senet_position_seats(position, seats, (size_t)players) != SENET_OK) return player;
  for (int i = 0; i < players; i++) {
    if (seats[i] == player) return i + 1;
  }
  return player;
}

bool api_list(senet_position *position, size_t *n) {
  size_t none;
  *n = 0;
  return senet_position_moves(position, 0, NULL, 0, &none) == SENET_OK && senet_position_count(position, n) == SENET_OK;
}

bool api_stopped(senet_position *position) {
  size_t n;
  return senet_position_count(position, &n) == SENET_RULES;
}

Str api_first_line(Str text) {
  while (text.n && strchr(" \t\r\n", *text.p)) text = (Str){text.p + 1, text.n - 1};
  const char *end = text.n ? memchr(text.p, '\n', text.n) : NULL;
  return (Str){text.p, end ? (size_t)(end - text.p) : text.n};
}

// ---- texts ---------------------------------------------------------------------------------------

void api_written(Text *out, ApiWrite *write, const void *self) {
  size_t n = 0;
  if (write(self, NULL, 0, &n) != SENET_OK) return;
  char *text = mem_alloc(n + 1);
  if (write(self, text, n + 1, NULL) == SENET_OK) text_puts(out, text);
  mem_free(text);
}

typedef struct Drawn {
  senet_position *position;
  const senet_draw_options *look;
} Drawn;

static senet_status write_board(const void *self, char *buffer, size_t size, size_t *length) {
  const Drawn *drawn = self;
  return senet_position_draw_with(drawn->position, drawn->look, buffer, size, length);
}

static senet_status write_svg(const void *self, char *buffer, size_t size, size_t *length) {
  const Drawn *drawn = self;
  return senet_position_svg_with(drawn->position, drawn->look, buffer, size, length);
}

static senet_status write_legend(const void *self, char *buffer, size_t size, size_t *length) {
  senet_game *const *game = self;
  return senet_game_legend(*game, buffer, size, length);
}

typedef struct WrittenMove {
  senet_position *position;
  size_t move;
} WrittenMove;

static senet_status write_move(const void *self, char *buffer, size_t size, size_t *length) {
  const WrittenMove *written = self;
  return senet_position_move_text(written->position, written->move, buffer, size, length);
}

typedef struct FactPath {
  const senet_facts *facts;
  const char *path;
} FactPath;

static senet_status write_fact(const void *self, char *buffer, size_t size, size_t *length) {
  const FactPath *fact = self;
  return senet_facts_text(fact->facts, fact->path, buffer, size, length);
}

void api_fact(const senet_facts *facts, const char *path, Text *out) {
  api_written(out, write_fact, &(FactPath){facts, path});
}

void api_board(senet_position *position, const senet_draw_options *look, Text *out) {
  api_written(out, write_board, &(Drawn){position, look});
}

void api_svg(senet_position *position, const senet_draw_options *look, Text *out) {
  api_written(out, write_svg, &(Drawn){position, look});
}

void api_legend(senet_game *game, Text *out) { api_written(out, write_legend, &game); }

void api_move_text(senet_position *position, size_t move, Text *out) {
  api_written(out, write_move, &(WrittenMove){position, move});
}

void api_line_text(senet_position *position, const size_t *moves, size_t n, Text *out) {
  senet_position *copy;
  if (senet_position_copy(position, &copy) != SENET_OK) return;
  for (size_t i = 0; i < n; i++) {
    size_t legal = 0;
    senet_position_count(copy, &legal);
    if (moves[i] >= legal) break;
    if (i) text_char(out, ' ');
    api_move_text(copy, moves[i], out);
    if (senet_position_apply(copy, moves[i]) != SENET_OK) break;
  }
  senet_position_free(copy);
}

// ---- what is said about a game -------------------------------------------------------------------

typedef struct About {
  const senet_game *game;
  const char *what;
  int player;
} About;

static senet_status write_about(const void *self, char *buffer, size_t size, size_t *length) {
  const About *about = self;
  return senet_game_about(about->game, about->what, buffer, size, length);
}

static senet_status write_sides(const void *self, char *buffer, size_t size, size_t *length) {
  const About *about = self;
  return senet_game_sides(about->game, about->player, buffer, size, length);
}

typedef struct DefaultAgent {
  senet_game *game;
  double seconds;
} DefaultAgent;

static senet_status write_agent(const void *self, char *buffer, size_t size, size_t *length) {
  const DefaultAgent *agent = self;
  return senet_game_agent(agent->game, agent->seconds, buffer, size, length);
}

void api_about(const senet_game *game, const char *what, Text *out) {
  api_written(out, write_about, &(About){.game = game, .what = what});
}

void api_sides(const senet_game *game, int player, Text *out) {
  api_written(out, write_sides, &(About){.game = game, .player = player});
}

void api_default_agent(senet_game *game, double seconds, Text *out) {
  api_written(out, write_agent, &(DefaultAgent){game, seconds});
}
