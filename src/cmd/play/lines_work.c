// Answers to requests: a game and a position are made from the request, asked, and forgotten. Games stay loaded.
#include "cmd/play/lines.h"

#include "base/json.h"
#include "base/number.h"
#include "cmd/frame/api_load.h"

#include <math.h>
#include <stdio.h>

enum { GAMES_MAX = 64, PLAYOUTS_MOST = 100000000, LINES_DICE_MAX = 64 };

// A request being answered.
typedef struct Work {
  Lines *lines;
  LinesJob *job;
  json_t *request;
  LinesGame *game;
  senet_position *position;
  int players;
  json_t *answer;      // to be filled in
  json_t *details;     // of an error, or NULL
  const char *why;     // what is wrong, or NULL
  char sentence[512];  // where that is kept
} Work;

static bool wrong(Work *work, const char *format, ...) PRINTF_LIKE(2, 3);
static bool wrong(Work *work, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(work->sentence, sizeof work->sentence, format, args);
  va_end(args);
  work->why = work->sentence;
  return false;
}

static const char *word_of(const Work *work, const char *name) {
  return json_string_value(json_object_get(work->request, name));
}

// A number of the request; *value keeps what it holds when there is none.
static bool read_number(Work *work, const char *name, double least, double most, double *value) {
  json_t *given = json_object_get(work->request, name);
  if (!given) return true;
  double number = json_number_value(given);
  if (!json_is_number(given) || !(number >= least && number <= most)) {
    return wrong(work, "\"%s\" is a number from %g to %g", name, least, most);
  }
  *value = number;
  return true;
}

// The same for a whole number; one written as 3.0 is one.
static bool read_count(Work *work, const char *name, double least, double most, uint64_t *value) {
  double number = (double)*value;
  if (!read_number(work, name, least, most, &number)) return false;
  if (number != floor(number)) return wrong(work, "\"%s\" is a whole number", name);
  *value = (uint64_t)number;
  return true;
}

static bool read_seed(Work *work, uint64_t *seed) {
  *seed = 1;
  return read_count(work, "seed", 0, 9007199254740991.0, seed);
}

static void add_string(json_t *object, const char *name, const char *text) {
  json_object_set_new(object, name, json_words(text));
}

// ---- games -----------------------------------------------------------------------------------------

static json_t *diagnostics_json(const senet_diagnostics *diagnostics) {
  json_t *list = json_array();
  for (size_t i = 0; i < senet_diagnostics_count(diagnostics); i++) {
    senet_diagnostic one;
    senet_diagnostics_get(diagnostics, i, &one);
    json_t *object = json_pack("{si si sb}", "line", (int)one.line, "column", (int)one.column, "warning", one.warning);
    add_string(object, "file", one.file);
    add_string(object, "message", one.message);
    add_string(object, "hint", one.hint);
    json_array_append_new(list, object);
  }
  return list;
}

// What says which game is meant, as text.
static char *game_key(const Work *work) {
  static const char *const names[] = {"game", "text", "text_name", "options", "ruleset", "split"};
  json_t *key = json_object();
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    json_t *value = json_object_get(work->request, names[i]);
    if (value) json_object_set(key, names[i], value);
  }
  char *text = json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS);
  json_decref(key);
  return text;
}

static bool read_options(Work *work, const char **options, size_t room, size_t *n) {
  json_t *list = json_object_get(work->request, "options");
  *n = json_array_size(list);
  if ((list && !json_is_array(list)) || *n > room)
    return wrong(work, "\"options\" is a list of at most %zu texts", room);
  for (size_t i = 0; i < *n; i++) {
    options[i] = json_string_value(json_array_get(list, i));
    if (!options[i]) return wrong(work, "\"options\" is a list of texts");
  }
  return true;
}

static bool load(Work *work, senet_game **game) {
  enum { OPTIONS_MOST = 100 };
  const char *options[OPTIONS_MOST];
  senet_game_request request = SENET_GAME_REQUEST;
  senet_diagnostics *diagnostics = NULL;
  if (!read_options(work, options, OPTIONS_MOST, &request.n_options)) return false;
  request.name = word_of(work, "game");
  request.text = word_of(work, "text");
  request.text_length = request.text ? strlen(request.text) : 0;
  request.text_name = word_of(work, "text_name");
  request.options = options;
  request.ruleset = word_of(work, "ruleset");
  request.split = word_of(work, "split");
  senet_status status = senet_game_load_with(work->lines->library, &request, game, &diagnostics);
  if (status != SENET_OK) {
    wrong(work, "%s", senet_message());
    if (senet_diagnostics_count(diagnostics)) work->details = diagnostics_json(diagnostics);
  }
  senet_diagnostics_free(diagnostics);
  if (status != SENET_OK || !work->lines->executor) return status == SENET_OK;
  if (senet_game_executor(*game, work->lines->executor) == SENET_OK) return true;
  wrong(work, "%s", senet_message());
  senet_game_free(*game);
  return false;
}

// The game of a key, used last now; NULL when it is not loaded.
static LinesGame *loaded_game(Lines *lines, const char *key) {
  for (size_t i = 0; i < lines->games.n; i++) {
    LinesGame *found = lines->games.at[i];
    if (strcmp(found->key, key) != 0) continue;
    memmove(&lines->games.at[i], &lines->games.at[i + 1], (lines->games.n - i - 1) * sizeof found);
    lines->games.at[lines->games.n - 1] = found;
    return found;
  }
  return NULL;
}

static void free_game(LinesGame *game) {
  senet_game_free(game->game);
  mem_free(game->key);
  mem_free(game);
}

// Keeps a game; one that nobody uses may have to go.
static LinesGame *keep_game(Lines *lines, char *key, senet_game *game) {
  LinesGame *kept = mem_alloc_zero(sizeof *kept);
  *kept = (LinesGame){.key = key, .game = game};
  for (size_t i = 0; lines->games.n >= GAMES_MAX && i < lines->games.n; i++) {
    LinesGame *old = lines->games.at[i];
    if (old->users) continue;
    free_game(old);
    memmove(&lines->games.at[i], &lines->games.at[i + 1], (lines->games.n - i - 1) * sizeof old);
    lines->games.n--;
    break;
  }
  VEC_PUSH(&lines->games, kept);
  return kept;
}

void lines_free_games(Lines *lines) {
  for (size_t i = 0; i < lines->games.n; i++) free_game(lines->games.at[i]);
  VEC_FREE(&lines->games);
}

static void leave_game(Work *work) {
  if (!work->game) return;
  lock_take(&work->lines->games_lock);
  work->game->users--;
  lock_give(&work->lines->games_lock);
}

// A position at the start of the game meant.
static bool open_start(Work *work, uint64_t seed) {
  Lines *lines = work->lines;
  senet_game *game = NULL;
  char *key = game_key(work);
  if (!key) return wrong(work, "the game could not be read");
  lock_take(&lines->games_lock);
  work->game = loaded_game(lines, key);
  if (!work->game && load(work, &game)) {
    work->game = keep_game(lines, key, game);
    key = NULL;
  }
  if (work->game) work->game->users++;
  lock_give(&lines->games_lock);
  mem_free(key);
  if (!work->game) return false;
  work->players = senet_game_players(work->game->game);
  senet_status status = senet_position_new(work->game->game, seed, 0, &work->position);
  return status == SENET_OK || wrong(work, "%s", senet_message());
}

// ---- positions -------------------------------------------------------------------------------------

// A move by its text, or a list of moves of players who move at once.
static bool make_move(Work *work, const json_t *move) {
  size_t moves[SENET_PLAYERS_MAX], n = json_is_array(move) ? json_array_size(move) : 1;
  if (n > SENET_PLAYERS_MAX) return wrong(work, "a turn has at most %d moves", SENET_PLAYERS_MAX);
  for (size_t i = 0; i < n; i++) {
    const char *text = json_string_value(json_is_array(move) ? json_array_get(move, i) : move);
    if (!text) return wrong(work, "a move is a text, or a list of texts where players move at once");
    if (senet_position_find_move(work->position, text, &moves[i]) != SENET_OK)
      return wrong(work, "%s", senet_message());
  }
  senet_status status = json_is_array(move) ? senet_position_apply_all(work->position, moves, n)
                                            : senet_position_apply(work->position, moves[0]);
  return status == SENET_OK || wrong(work, "%s", senet_message());
}

static bool throw_dice(Work *work) {
  int32_t faces[LINES_DICE_MAX];
  json_t *dice = json_object_get(work->request, "dice");
  size_t n = json_array_size(dice);
  if (!dice) return true;
  if (!json_is_array(dice) || n > LINES_DICE_MAX) return wrong(work, "\"dice\" is a list of numbers");
  for (size_t i = 0; i < n; i++) {
    json_t *face = json_array_get(dice, i);
    if (!json_is_integer(face) || !number_within(json_integer_value(face), INT32_MIN, INT32_MAX)) {
      return wrong(work, "\"dice\" is a list of numbers");
    }
    faces[i] = (int32_t)json_integer_value(face);
  }
  return senet_position_throw(work->position, faces, n) == SENET_OK || wrong(work, "%s", senet_message());
}

// Where the request wants to be.
static bool open_position(Work *work) {
  uint64_t seed;
  json_t *text = json_object_get(work->request, "position"), *moves = json_object_get(work->request, "moves");
  if (!read_seed(work, &seed) || !open_start(work, seed)) return false;
  if (text && !json_is_string(text)) return wrong(work, "\"position\" is a text");
  if (text && senet_position_set(work->position, json_string_value(text)) != SENET_OK) {
    return wrong(work, "%s", senet_message());
  }
  if (moves && !json_is_array(moves)) return wrong(work, "\"moves\" is a list of moves");
  size_t n = work->job->turn < 0 ? json_array_size(moves) : (size_t)work->job->turn;
  for (size_t i = 0; i < n; i++) {
    if (!make_move(work, json_array_get(moves, i))) return false;
  }
  return throw_dice(work);
}

static json_t *move_name(senet_position *position, size_t move) {
  Text text = {0};
  api_move_text(position, move, &text);
  json_t *name = json_str(text_str(&text));
  text_free(&text);
  return name;
}

// A text that a function writes into a buffer.
typedef senet_status WriteText(senet_position *position, char *buffer, size_t size, size_t *length);

static bool add_text(Work *work, const char *name, WriteText *write) {
  size_t n = 0;
  if (write(work->position, NULL, 0, &n) != SENET_OK) return wrong(work, "%s", senet_message());
  char *text = mem_alloc(n + 1);
  senet_status status = write(work->position, text, n + 1, NULL);
  if (status == SENET_OK) add_string(work->answer, name, text);
  mem_free(text);
  return status == SENET_OK || wrong(work, "%s", senet_message());
}

static void add_outcome(Work *work) {
  double utilities[SENET_PLAYERS_MAX];
  json_t *list = json_array();
  senet_position_utilities(work->position, utilities, (size_t)work->players);
  for (int i = 0; i < work->players; i++) json_array_append_new(list, json_real(utilities[i]));
  json_object_set_new(work->answer, "utility", list);
  json_object_set_new(work->answer, "winner", json_integer(senet_position_winner(work->position)));
}

static bool add_state(Work *work) {
  char hash[20];
  if (api_stopped(work->position)) return wrong(work, "%s", senet_message());
  bool over = senet_position_over(work->position);
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)senet_position_hash(work->position));
  json_object_set_new(work->answer, "mover", json_integer(senet_position_mover(work->position)));
  json_object_set_new(work->answer, "over", json_boolean(over));
  json_object_set_new(work->answer, "ply", json_integer((json_int_t)senet_position_ply(work->position)));
  json_object_set_new(work->answer, "hash", json_string(hash));
  if (over) add_outcome(work);
  return true;
}

// ---- commands --------------------------------------------------------------------------------------

static bool run_load(Work *work) {
  const senet_game *game = work->game->game;
  uint32_t flags = senet_game_flags(game);
  json_t *pieces = json_array();
  for (size_t i = 1; i <= senet_game_pieces(game); i++) {
    json_array_append_new(pieces, json_words(senet_game_piece_name(game, i)));
  }
  add_string(work->answer, "name", senet_game_name(game));
  json_object_set_new(work->answer, "players", json_integer(work->players));
  json_object_set_new(work->answer, "simultaneous", json_boolean(flags & SENET_GAME_SIMULTANEOUS));
  json_object_set_new(work->answer, "stochastic", json_boolean(flags & SENET_GAME_STOCHASTIC));
  json_object_set_new(work->answer, "hidden", json_boolean(flags & SENET_GAME_HIDDEN));
  json_object_set_new(work->answer, "pieces", pieces);
  return true;
}

static bool run_legal(Work *work) {
  size_t n = 0;
  if (!api_list(work->position, &n)) return wrong(work, "%s", senet_message());
  json_t *moves = json_array();
  for (size_t i = 0; i < n; i++) {
    senet_move move;
    size_t one;
    senet_position_moves(work->position, i, &move, 1, &one);
    json_array_append_new(moves, json_pack("{so si si si ss}", "move", move_name(work->position, i), "mover",
                                           move.mover, "from", move.from, "to", move.to, "kind", move.kind));
  }
  json_object_set_new(work->answer, "moves", moves);
  int32_t faces[LINES_DICE_MAX];
  size_t dice = 0;
  if (n && senet_position_dice(work->position, faces, LINES_DICE_MAX, &dice) == SENET_OK && dice) {
    json_t *list = json_array();
    for (size_t i = 0; i < MIN(dice, (size_t)LINES_DICE_MAX); i++) json_array_append_new(list, json_integer(faces[i]));
    json_object_set_new(work->answer, "dice", list);
  }
  return add_state(work);
}

static bool run_apply(Work *work) { return add_state(work) && add_text(work, "position", senet_position_text); }

static senet_status draw_all(senet_position *position, char *buffer, size_t size, size_t *length) {
  return senet_position_draw(position, 0, buffer, size, length);
}

static bool run_draw(Work *work) {
  const char *format = word_of(work, "format");
  if (!format || !strcmp(format, "text")) return add_text(work, "drawing", draw_all);
  if (!strcmp(format, "svg")) return add_text(work, "drawing", senet_position_svg);
  return wrong(work, "a format is \"text\" or \"svg\"");
}

// ---- analysis --------------------------------------------------------------------------------------

static void fill_report(Work *work, json_t *answer, senet_position *position, const senet_report *report, bool final) {
  json_t *moves = json_array(), *expected = json_array();
  Text line = {0};
  for (size_t i = 0; i < report->n_lines; i++) {
    const senet_line *one = &report->lines[i];
    json_array_append_new(moves, json_pack("{so sI sf sb}", "move", move_name(position, one->move), "visits",
                                           (json_int_t)one->visits, "value", one->value, "certain", one->certain));
  }
  api_line_text(position, report->expected, report->n_expected, &line);
  for (char *at = line.n ? line.p : (char[]){""}, *word; (word = strsep(&at, " ")) != NULL;) {
    if (*word) json_array_append_new(expected, json_string(word));
  }
  text_free(&line);
  json_object_set_new(answer, "best", move_name(position, report->move));
  json_object_set_new(answer, "value", json_real(report->value));
  json_object_set_new(answer, "iterations", json_integer((json_int_t)report->iterations));
  json_object_set_new(answer, "seconds", json_real(report->seconds));
  if (report->depth) json_object_set_new(answer, "depth", json_integer(report->depth));
  json_object_set_new(answer, "moves", moves);
  json_object_set_new(answer, "expected", expected);
  if (work->job->turn >= 0) json_object_set_new(answer, "turn", json_integer(work->job->turn));
  json_object_set_new(answer, "final", json_boolean(final));
}

static json_t *new_answer(const Work *work) {
  json_t *answer = json_object();
  json_object_set_new(answer, "id", work->job->id ? json_incref(work->job->id) : json_null());
  return answer;
}

static void tell(void *self, const senet_report *report) {
  Work *work = self;
  senet_position *copy;
  if (senet_position_copy(work->position, &copy) != SENET_OK) return;
  json_t *answer = new_answer(work);
  fill_report(work, answer, copy, report, false);
  lines_say(work->lines, answer);
  senet_position_free(copy);
}

static bool prepare_agent(Work *work, senet_agent **agent) {
  double seconds = 0, every = 0;
  uint64_t iterations = 0, seed;
  const char *text = word_of(work, "agent");
  if (!read_number(work, "seconds", 0, 1e6, &seconds) || !read_count(work, "iterations", 0, 1e15, &iterations) ||
      !read_number(work, "report_every", 0.001, 1e6, &every) || !read_seed(work, &seed)) {
    return false;
  }
  if (senet_agent_new(work->game->game, text ? text : "auto", seed, agent) != SENET_OK)
    return wrong(work, "%s", senet_message());
  bool limited = seconds > 0 || iterations > 0;
  if (limited && senet_agent_limit(*agent, seconds, iterations) != SENET_OK) {
    senet_agent_free(*agent);
    return wrong(work, "%s", senet_message());
  }
  if (every > 0) senet_agent_watch(*agent, every, tell, work);
  return true;
}

static bool run_analyse(Work *work) {
  senet_agent *agent;
  senet_report report;
  size_t move;
  uint64_t player = 0;
  if (!read_count(work, "player", 0, SENET_PLAYERS_MAX, &player) || !prepare_agent(work, &agent)) return false;
  lines_agent(work->lines, work->job, agent);
  senet_status status = senet_agent_ask(agent, work->position, (int)player, &move, &report);
  lines_agent(work->lines, work->job, NULL);
  if (status == SENET_OK) fill_report(work, work->answer, work->position, &report, true);
  else wrong(work, "%s", senet_message());
  if (lines_cancelled(work->lines, work->job)) json_object_set_new(work->answer, "cancelled", json_true());
  senet_agent_free(agent);
  return status == SENET_OK;
}

// ---- playouts --------------------------------------------------------------------------------------

static void add_totals(Work *work, const senet_playout_totals *totals) {
  json_t *wins = json_array(), *utilities = json_array();
  double n = totals->games ? (double)totals->games : 1;
  for (int p = 1; p <= work->players; p++) {
    json_array_append_new(wins, json_integer((json_int_t)totals->wins[p]));
    json_array_append_new(utilities, json_real(totals->utilities[p] / n));
  }
  json_object_set_new(work->answer, "playouts", json_integer((json_int_t)totals->games));
  json_object_set_new(work->answer, "moves", json_integer((json_int_t)totals->moves));
  json_object_set_new(work->answer, "draws", json_integer((json_int_t)totals->draws));
  json_object_set_new(work->answer, "wins", wins);
  json_object_set_new(work->answer, "utility", utilities);
}

static int stop_playouts(void *self, const senet_playout_totals *totals) {
  const Work *work = self;
  (void)totals;
  return lines_cancelled(work->lines, work->job);
}

static bool run_playout(Work *work) {
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals totals;
  options.n = json_object_get(work->request, "seconds") ? 0 : 1000;
  if (!read_count(work, "n", 1, PLAYOUTS_MOST, &options.n) ||
      !read_number(work, "seconds", 0.001, 1e6, &options.seconds) || !read_seed(work, &options.seed)) {
    return false;
  }
  options.tell = stop_playouts;
  options.self = work;
  senet_status status = senet_position_playouts(work->position, &options, &totals);
  if (status == SENET_STOPPED) json_object_set_new(work->answer, "cancelled", json_true());
  else if (status != SENET_OK) return wrong(work, "%s", senet_message());
  add_totals(work, &totals);
  return true;
}

static bool run_list(Work *work) {
  json_t *names = json_array();
  for (size_t i = 0; i < senet_library_count(work->lines->library); i++) {
    const char *name = senet_library_name(work->lines->library, i);
    if (name) json_array_append_new(names, json_words(name));
  }
  json_object_set_new(work->answer, "games", names);
  return true;
}

static bool run_version(Work *work) {
  add_string(work->answer, "version", senet_version());
  return true;
}

// ---- which is which --------------------------------------------------------------------------------

typedef struct LinesCommand {
  const char *name;
  bool (*run)(Work *work);
  bool position;  // it is about one
} LinesCommand;

static const LinesCommand lines_rows[] = {
    {"load", run_load, true},       {"legal", run_legal, true},      {"apply", run_apply, true},
    {"analyse", run_analyse, true}, {"draw", run_draw, true},        {"playout", run_playout, true},
    {"list", run_list, false},      {"version", run_version, false},
};

static const LinesCommand *find(const char *command) {
  for (size_t i = 0; i < COUNT_OF(lines_rows); i++) {
    if (!strcmp(lines_rows[i].name, command)) return &lines_rows[i];
  }
  return NULL;
}

bool lines_known(const char *command) { return find(command) != NULL; }

void lines_names(Text *out) {
  for (size_t i = 0; i < COUNT_OF(lines_rows); i++) text_printf(out, "%s, ", lines_rows[i].name);
  text_puts(out, "cancel");
}

static void finish(Work *work, bool good) {
  if (!good) {
    json_decref(work->answer);
    work->answer = new_answer(work);
    add_string(work->answer, "error", work->why ? work->why : "something went wrong");
    if (work->details) json_object_set(work->answer, "diagnostics", work->details);
  }
  json_decref(work->details);
  lines_say(work->lines, work->answer);
  senet_position_free(work->position);
  leave_game(work);
}

void lines_work(Lines *lines, LinesJob *job) {
  Work work = {.lines = lines, .job = job, .request = job->request};
  const LinesCommand *row = find(json_string_value(json_object_get(job->request, "command")));
  work.answer = new_answer(&work);
  if (lines_cancelled(lines, job)) {
    json_object_set_new(work.answer, "cancelled", json_true());
    finish(&work, true);
    return;
  }
  bool good = !row->position || open_position(&work);
  finish(&work, good && row->run(&work));
}
