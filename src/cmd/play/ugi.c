// senet ugi: the UGI protocol on standard input and output, UCI generalised to any game. Moves are written as
// `senet play` lists them; positions are given as text or by the moves from the start.
//
// While a search runs, the thread that reads goes on reading: stop and quit end the search, isready is answered, and
// the first line that is none of these waits until the search is over. A search without end ends with the input.
#include "cmd/frame/api_load.h"
#include "cmd/frame/line_input.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  SHARE_OF_CLOCK = 20,     // a move gets this part of the time left
  UGI_LINE_MAX = 1 << 22,  // bytes
  UGI_DICE_MAX = 64,
};
static const double info_seconds = 0.5;  // between reports of a search

typedef struct Limits {
  double seconds;
  uint64_t iterations;
  bool infinite;
  int player;  // whose move is looked for, 0: whoever is to move
} Limits;

typedef struct Ugi {
  Arena *arena;
  senet_game *game;
  senet_position *position;
  senet_agent *agent;  // kept from move to move, so that it can go on with its tree; NULL: to be opened
  const char *text;    // of the agent
  uint64_t seed;
  bool quit, ended;  // asked to end; the input has ended
  Text line;         // the last one read
  bool waiting;      // it was not dealt with yet
  Limits limits;
  bool limited;      // the agent has limits of a `go` instead of its own
  atomic_bool idle;  // the search has ended
  bool ponder;       // wanted: to think on while the other player does
  atomic_bool pondering, line_waits;
} Ugi;

static void say(const char *text) {
  printf("%s\n", text);
  fflush(stdout);
}

// The first line of what is to say.
static void complain(const char *what) {
  printf("info string %.*s\n", (int)strcspn(what, "\n"), what);
  fflush(stdout);
}

// ---- commands ------------------------------------------------------------------------------------

typedef void UgiCommand(Ugi *ugi, const char *rest);

static void greet(Ugi *ugi, const char *rest) {
  (void)rest;
  printf("id name Senet %s\nid author the Senet developers\n", senet_game_name(ugi->game));
  printf("option name agent type string default %s\n", ugi->text);
  printf("option name ponder type check default no\n");
  say("ugiok");
}

// Opening an agent takes a while in large games: not out of the time of the first move. What is wrong is said by `go`.
static void ready(Ugi *ugi, const char *rest) {
  (void)rest;
  if (!ugi->agent && senet_agent_new(ugi->game, ugi->text, ugi->seed, &ugi->agent) != SENET_OK) ugi->agent = NULL;
  say("readyok");
}

static void forget_agent(Ugi *ugi) {
  senet_agent_free(ugi->agent);
  ugi->agent = NULL;
}

static void restart(Ugi *ugi, const char *rest) {
  (void)rest;
  forget_agent(ugi);
  if (senet_position_start(ugi->position, ugi->seed, 0) != SENET_OK) complain(senet_message());
}

// setoption name agent value uct:c=0.4
static void set_ponder(Ugi *ugi, Str value) {
  ugi->ponder = str_is(value, "yes") || str_is(value, "true");
  if (!ugi->ponder && !str_is(value, "no") && !str_is(value, "false")) complain("ponder is yes or no");
}

static void set_option(Ugi *ugi, const char *rest) {
  Str name = line_word(&rest), what = line_word(&rest), value = line_word(&rest);
  if (str_is(name, "name") && str_is(what, "ponder") && str_is(value, "value")) {
    set_ponder(ugi, line_word(&rest));
    return;
  }
  if (!str_is(name, "name") || !str_is(what, "agent") || !str_is(value, "value")) {
    complain("unknown option");
    return;
  }
  senet_agent *agent;
  const char *text = arena_text(ugi->arena, str_of(rest + strspn(rest, " \t")));
  if (senet_agent_new(ugi->game, text, ugi->seed, &agent) != SENET_OK) {
    complain(senet_message());
    return;
  }
  forget_agent(ugi);
  ugi->agent = agent;
  ugi->text = text;
}

// ---- positions -----------------------------------------------------------------------------------

// Takes what is before the next comma off a word, and the comma.
static Str take_part(Str *word) {
  const char *comma = word->n ? memchr(word->p, ',', word->n) : NULL;
  Str part = {word->p, comma ? (size_t)(comma - word->p) : word->n};
  size_t taken = part.n + (comma != NULL);
  *word = (Str){word->p + taken, word->n - taken};
  return part;
}

// dice:3,5
static bool throw_dice(Ugi *ugi, Str word) {
  int32_t faces[UGI_DICE_MAX];
  size_t n = 0;
  for (word = (Str){word.p + 5, word.n - 5}; word.n; n++) {
    int64_t face;
    if (n == UGI_DICE_MAX || !str_integer(take_part(&word), INT32_MIN, INT32_MAX, &face)) return false;
    faces[n] = (int32_t)face;
  }
  return senet_position_throw(ugi->position, faces, n) == SENET_OK;
}

// The moves of all players who have any, separated by commas, in a simultaneous game.
static bool play_together(Ugi *ugi, Str word) {
  size_t moves[SENET_PLAYERS_MAX], n = 0;
  for (; word.n && n < SENET_PLAYERS_MAX; n++) {
    const char *part = arena_text(ugi->arena, take_part(&word));
    if (senet_position_find_move(ugi->position, part, &moves[n]) != SENET_OK) return false;
  }
  return senet_position_apply_all(ugi->position, moves, n) == SENET_OK;
}

static bool play_word(Ugi *ugi, Str word) {
  size_t move;
  if (str_starts(word, "dice:")) return throw_dice(ugi, word);
  if (senet_game_flags(ugi->game) & SENET_GAME_SIMULTANEOUS) return play_together(ugi, word);
  if (senet_position_find_move(ugi->position, arena_text(ugi->arena, word), &move) != SENET_OK) return false;
  return senet_position_apply(ugi->position, move) == SENET_OK;
}

// Where the word `moves` begins, or the end.
static const char *find_moves(const char *line) {
  for (const char *at = line; *at;) {
    const char *word = at + strspn(at, " \t");
    at = word;
    if (str_is(line_word(&at), "moves")) return word;
  }
  return line + strlen(line);
}

// The text of a position up to `moves`.
static bool set_text(Ugi *ugi, const char *rest, const char *end) {
  Str text = {rest, (size_t)(end - rest)};
  while (text.n && (text.p[text.n - 1] == ' ' || text.p[text.n - 1] == '\t')) text.n--;
  while (text.n && (*text.p == ' ' || *text.p == '\t')) text.p++, text.n--;
  return senet_position_set(ugi->position, arena_text(ugi->arena, text)) == SENET_OK;
}

// position startpos [moves M...] | position fen TEXT [moves M...]
static void set_position(Ugi *ugi, const char *rest) {
  Str from = line_word(&rest);
  const char *moves = find_moves(rest);
  bool start = str_is(from, "startpos"), text = str_is(from, "fen") || str_is(from, "text");
  if ((start && moves != rest + strspn(rest, " \t")) || (!start && !text)) {
    complain("only `position startpos [moves M...]` and `position fen TEXT [moves M...]` are understood");
    return;
  }
  bool good = senet_position_start(ugi->position, ugi->seed, 0) == SENET_OK;
  if (text) good = set_text(ugi, rest, moves);
  if (!good) {
    complain(senet_message());
    return;
  }
  line_word(&moves);
  for (Str word = line_word(&moves); word.n; word = line_word(&moves)) {
    if (play_word(ugi, word)) continue;
    if (api_stopped(ugi->position)) {
      complain(senet_message());
      return;
    }
    printf("info string illegal move %.*s\n", (int)MIN(word.n, 200u), word.p);
    fflush(stdout);
    return;
  }
}

// A game whose rules have stopped is over without a result.
static const char *result_text(const Ugi *ugi) {
  int winner = senet_position_winner(ugi->position);
  if (!senet_position_over(ugi->position) || api_stopped(ugi->position)) return "none";
  return winner ? arena_printf(ugi->arena, "p%dwin", winner) : "draw";
}

static void say_position(Ugi *ugi) {
  size_t n = 0;
  if (senet_position_text(ugi->position, NULL, 0, &n) != SENET_OK) {
    complain(senet_message());
    return;
  }
  char *text = mem_alloc(n + 1);
  text[0] = '\0';
  senet_position_text(ugi->position, text, n + 1, NULL);
  printf("response %s\n", text);
  fflush(stdout);
  mem_free(text);
}

static void query(Ugi *ugi, const char *rest) {
  Str what = line_word(&rest);
  const char *answer = "unknown";
  int mover = senet_position_mover(ugi->position);
  if (str_is(what, "position")) {
    say_position(ugi);
    return;
  }
  if (str_is(what, "gameover")) answer = senet_position_over(ugi->position) ? "true" : "false";
  else if (str_is(what, "p1turn")) answer = mover == 1 ? "true" : "false";
  else if (str_is(what, "p2turn")) answer = mover == 2 ? "true" : "false";
  else if (str_is(what, "result")) answer = result_text(ugi);
  printf("response %s\n", answer);
  fflush(stdout);
}

static void list_moves(Ugi *ugi, const char *rest) {
  (void)rest;
  size_t n = 0;
  Text text = {0};
  text_puts(&text, "legalmoves");
  if (!api_list(ugi->position, &n)) complain(senet_message());
  for (size_t i = 0; i < n; i++) {
    text_char(&text, ' ');
    api_move_text(ugi->position, i, &text);
  }
  say(text.p);
  text_free(&text);
}

// ---- thinking ------------------------------------------------------------------------------------

// No time at all is a limit as well.
static double seconds_of(double milliseconds) { return MIN(MAX(milliseconds / 1000, 1e-4), 1e6); }

// The limits of a `go`; false when they make no sense.
static bool read_limits(Ugi *ugi, const char *rest, Limits *limits) {
  const char *mine = arena_printf(ugi->arena, "p%dtime", senet_position_mover(ugi->position));
  *limits = (Limits){0};
  for (Str word = line_word(&rest); word.n; word = line_word(&rest)) {
    if (str_is(word, "infinite")) {
      limits->infinite = true;
      continue;
    }
    const char *number = arena_text(ugi->arena, line_word(&rest));
    char *end;
    double value = strtod(number, &end);
    if (end == number || *end || !(value >= 0 && value <= 1e15)) return false;
    if (str_is(word, "nodes")) limits->iterations = (uint64_t)value;
    else if (str_is(word, "movetime")) limits->seconds = seconds_of(value);
    else if (str_is(word, mine)) limits->seconds = seconds_of(value / SHARE_OF_CLOCK);
    else if (str_is(word, "seat")) limits->player = value <= SENET_PLAYERS_MAX ? (int)value : -1;
  }
  if (limits->infinite) limits->seconds = 1e6;
  return true;
}

static void write_info(Text *out, senet_position *position, const senet_report *report) {
  text_printf(out, "info nodes %" PRIu64 " time %.0f score cp %.0f", report->iterations, 1000 * report->seconds,
              100 * report->value);
  if (report->depth) text_printf(out, " depth %d", report->depth);
  text_puts(out, " pv ");
  if (report->n_expected) api_line_text(position, report->expected, report->n_expected, out);
  else api_move_text(position, report->move, out);
  text_char(out, '\n');
}

// Told while the search goes on, on its thread: the position is not touched by anybody else then, but it belongs to
// the search, so the line is written down on a copy.
static void tell(void *self, const senet_report *report) {
  Ugi *ugi = self;
  senet_position *copy;
  Text text = {0};
  if (senet_position_copy(ugi->position, &copy) != SENET_OK) return;
  write_info(&text, copy, report);
  fputs(text.p, stdout);
  fflush(stdout);
  text_free(&text);
  senet_position_free(copy);
}

// Thinks on about the position after the move, for the other player, until a line arrives: what is found is there for
// the next search. Only where `go` gave the limits, which are then replaced.
static void ponder(Ugi *ugi, size_t move) {
  senet_position *after;
  size_t reply;
  if (!ugi->ponder || !ugi->limited || senet_position_copy(ugi->position, &after) != SENET_OK) return;
  bool useful = senet_position_apply(after, move) == SENET_OK && !senet_position_over(after) &&
                senet_agent_limit(ugi->agent, 1e6, 0) == SENET_OK;
  senet_agent_watch(ugi->agent, 0, NULL, NULL);
  atomic_store(&ugi->pondering, true);
  if (useful && !atomic_load(&ugi->line_waits)) senet_agent_ask(ugi->agent, after, 0, &reply, NULL);
  senet_position_free(after);
}

// True with the number of the move.
static bool answer(Ugi *ugi, size_t *best) {
  senet_report report;
  size_t move;
  Text text = {0};
  if (senet_agent_ask(ugi->agent, ugi->position, ugi->limits.player, &move, &report) != SENET_OK) {
    complain(senet_message());
    if (api_stopped(ugi->position)) say("bestmove none");
    return false;
  }
  *best = move;
  if (report.iterations) write_info(&text, ugi->position, &report);
  text_puts(&text, "bestmove ");
  api_move_text(ugi->position, move, &text);
  say(text.p);
  text_free(&text);
  return true;
}

static LineRead read_line(Ugi *ugi) {
  LineRead got = line_read(stdin, &ugi->line, UGI_LINE_MAX);
  if (got == LINE_TOO_LONG) complain("the line is too long");
  ugi->ended |= got == LINE_END;
  return got;
}

// Ends the search for a move (all), or only the thinking on after it.
static void stop_thinking(Ugi *ugi, bool all) {
  atomic_store(&ugi->line_waits, true);
  if (all || atomic_load(&ugi->pondering)) senet_agent_stop(ugi->agent);
}

// Reads until the search should end or a line has to wait for that.
static void listen_meanwhile(Ugi *ugi) {
  while (!ugi->waiting && !ugi->quit && read_line(ugi) != LINE_END) {
    const char *rest = ugi->line.p;
    Str word = line_word(&rest);
    bool idle = atomic_load(&ugi->idle);
    ugi->quit |= str_is(word, "quit");
    if (ugi->quit || str_is(word, "stop")) stop_thinking(ugi, true);
    else if (str_is(word, "isready") && !idle) say("readyok");
    else ugi->waiting = word.n > 0;
    if (str_is(word, "stop")) return;
  }
  stop_thinking(ugi, ugi->ended && ugi->limits.infinite);
}

static void think(void *self) {
  Ugi *ugi = self;
  size_t move;
  if (answer(ugi, &move)) ponder(ugi, move);
  atomic_store(&ugi->idle, true);
}

// Opens the agent unless it is open, and gives it the limits; one without a search has none.
static bool prepare_agent(Ugi *ugi) {
  const Limits *limits = &ugi->limits;
  bool limited = limits->seconds > 0 || limits->iterations > 0;
  if (ugi->limited && !limited) forget_agent(ugi);  // its own limits count again
  ugi->limited = limited;
  bool open = ugi->agent || senet_agent_new(ugi->game, ugi->text, ugi->seed, &ugi->agent) == SENET_OK;
  if (!open) return false;
  if (limited && senet_agent_limit(ugi->agent, limits->seconds, limits->iterations) == SENET_RANGE) return false;
  senet_agent_watch(ugi->agent, info_seconds, tell, ugi);
  senet_agent_resume(ugi->agent);
  return true;
}

static void go(Ugi *ugi, const char *rest) {
  Thread *thinker;
  if (senet_position_over(ugi->position)) {
    if (api_stopped(ugi->position)) complain(senet_message());
    say("bestmove none");
    return;
  }
  if (!read_limits(ugi, rest, &ugi->limits) || ugi->limits.player < 0 ||
      ugi->limits.player > senet_game_players(ugi->game)) {
    complain("bad limits");
    return;
  }
  if (!prepare_agent(ugi)) {
    complain(senet_message());
    return;
  }
  atomic_store(&ugi->idle, false);
  atomic_store(&ugi->pondering, false);
  atomic_store(&ugi->line_waits, false);
  thread_start(&thinker, think, ugi);
  listen_meanwhile(ugi);
  thread_end(thinker);
}

static void quit(Ugi *ugi, const char *rest) {
  (void)rest;
  ugi->quit = true;
}

static void nothing(Ugi *ugi, const char *rest) { (void)ugi, (void)rest; }

// ---- the loop ------------------------------------------------------------------------------------

static UgiCommand *find(Str word) {
  static const struct {
    const char *name;
    UgiCommand *run;
  } rows[] = {{"ugi", greet},
              {"isready", ready},
              {"setoption", set_option},
              {"uginewgame", restart},
              {"position", set_position},
              {"query", query},
              {"moves", list_moves},
              {"go", go},
              {"stop", nothing},
              {"quit", quit}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (str_is(word, rows[i].name)) return rows[i].run;
  }
  return NULL;
}

static void listen(Ugi *ugi) {
  while (!ugi->quit && (ugi->waiting || (!ugi->ended && read_line(ugi) != LINE_END))) {
    ArenaMark mark = arena_mark(ugi->arena);
    ugi->waiting = false;
    char *copy = arena_text(ugi->arena, text_str(&ugi->line));  // a command may read on
    const char *rest = copy, *kept = ugi->text;
    Str word = line_word(&rest);
    UgiCommand *command = find(word);
    if (command) command(ugi, rest);
    else if (word.n) complain("unknown command");
    if (ugi->text == kept) arena_rewind(ugi->arena, mark);
  }
}

static int run_ugi(const Options *options) {
  senet_library *library = NULL;
  Ugi ugi = {.arena = options->arena, .text = "auto"};
  int64_t seed = 1;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed)) return EXIT_USAGE;
  ugi.seed = (uint64_t)seed;
  bool good = api_open(options, &library) && api_load(options, library, options->arguments[0], &ugi.game) &&
              api_start(options, ugi.game, ugi.seed, &ugi.position);
  if (good) listen(&ugi);
  text_free(&ugi.line);
  senet_agent_free(ugi.agent);
  senet_position_free(ugi.position);
  senet_game_free(ugi.game);
  senet_library_free(library);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption ugi_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--seed", "K", "Seed of chance and the agent; default 1."},
    {"--split", "WAY", "Where the moves of an .rbg game are divided for agents that search by parts, such as Mod."},
    {0},
};

const Command command_ugi = {
    .name = "ugi",
    .usage = "GAME",
    .doc = "Speaks the UGI protocol (UCI for any game) on standard input and output.",
    .details =
        "Understood: ugi, isready, setoption name agent value AGENT, setoption name ponder value yes, uginewgame, "
        "position startpos|fen TEXT [moves "
        "M...],\n"
        "go [nodes N] [movetime MS] [p1time MS p2time MS] [infinite] [seat N], query "
        "gameover|p1turn|p2turn|result|position,\n"
        "moves, stop, quit. Moves are written as `senet play` lists them, positions as docs/POSITIONS.md says. A word "
        "such\n"
        "as dice:3,5 among the moves says what is thrown next. Where all players move at once, a turn is their moves\n"
        "separated by commas, and seat says whose move is looked for.",
    .least = 1,
    .most = 1,
    .options = ugi_options,
    .run = run_ugi,
};
