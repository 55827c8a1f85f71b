// senet ugi: the UGI protocol on standard input and output, UCI generalised to any game. Moves are written as
// `senet play` lists them; positions are given by the moves from the start.
//
// While a search runs, the thread that reads goes on reading: stop and quit end the search, isready is answered, and
// the first line that is none of these waits until the search is over.
#include "cmd/frame/load.h"

#include "base/text.h"
#include "base/thread.h"
#include "play/show/seats.h"
#include "play/show/session.h"
#include "search/agent.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHARE_OF_CLOCK = 20 };  // a move gets this part of the time left

typedef struct Ugi {
  Arena *arena;
  Session *session;
  const char *agent;  // as written
  uint64_t seed;
  bool quit;
  char *line;  // the last one read
  size_t cap;
  bool waiting;  // it was not dealt with yet
  Pool *pool;    // the thread that searches and the one that reads
  AgentSpec spec;
  int seat;                // whose move the search looks for
  atomic_bool stop, idle;  // the search should end; has ended
} Ugi;

// ---- words ---------------------------------------------------------------------------------------

// Takes the next word off the line; empty at its end.
static Str next_word(const char **line) {
  *line += strspn(*line, " \t");
  Str word = {*line, strcspn(*line, " \t")};
  *line += word.n;
  return word;
}

static void say(const char *text) {
  printf("%s\n", text);
  fflush(stdout);
}

// ---- commands ------------------------------------------------------------------------------------

typedef void UgiCommand(Ugi *ugi, const char *rest);

static void greet(Ugi *ugi, const char *rest) {
  (void)rest;
  printf("id name Senet %s\nid author the Senet developers\n", ugi->session->game->name);
  printf("option name agent type string default %s\n", ugi->agent);
  say("ugiok");
}

static void ready(Ugi *ugi, const char *rest) {
  (void)ugi, (void)rest;
  say("readyok");
}

static void restart(Ugi *ugi, const char *rest) {
  (void)rest;
  session_restart(ugi->session);
}

// setoption name agent value uct:c=0.4
static void set_option(Ugi *ugi, const char *rest) {
  Str name = next_word(&rest), what = next_word(&rest), value = next_word(&rest), text = next_word(&rest);
  AgentSpec spec;
  const char *why = "";
  if (!str_is(name, "name") || !str_is(what, "agent") || !str_is(value, "value")) {
    say("info string unknown option");
  } else if (!agent_parse(ugi->arena, text, &spec, &why) || (why = agent_unsuited(&spec, ugi->session->game)) != NULL) {
    printf("info string %s\n", why);
    fflush(stdout);
  } else {
    ugi->agent = spec.text;
  }
}

// position startpos [moves M...]
static void set_position(Ugi *ugi, const char *rest) {
  Str from = next_word(&rest), moves = next_word(&rest);
  if (!str_is(from, "startpos") || (moves.n && !str_is(moves, "moves"))) {
    say("info string only `position startpos [moves M...]` is understood");
    return;
  }
  session_restart(ugi->session);
  for (Str word = next_word(&rest); word.n; word = next_word(&rest)) {
    Turn turn;
    if (position_over(ugi->session->x) || !session_find_turn(ugi->session, word, &turn)) {
      printf("info string illegal move %.*s\n", (int)word.n, word.p);
      fflush(stdout);
      return;
    }
    session_play(ugi->session, &turn);
  }
}

static const char *result_text(const Position *x) {
  if (!position_over(x)) return "none";
  switch (x->head->winner) {
    case 1: return "p1win";
    case 2: return "p2win";
    default: return "draw";
  }
}

static void query(Ugi *ugi, const char *rest) {
  const Position *x = ugi->session->x;
  Str what = next_word(&rest);
  const char *answer = "unknown";
  if (str_is(what, "gameover")) answer = position_over(x) ? "true" : "false";
  else if (str_is(what, "p1turn")) answer = position_mover(x) == 1 ? "true" : "false";
  else if (str_is(what, "p2turn")) answer = position_mover(x) == 2 ? "true" : "false";
  else if (str_is(what, "result")) answer = result_text(x);
  printf("response %s\n", answer);
  fflush(stdout);
}

static void list_moves(Ugi *ugi, const char *rest) {
  (void)rest;
  uint32_t n = position_over(ugi->session->x) ? 0 : session_look(ugi->session);
  printf("legalmoves");
  for (uint32_t i = 0; i < n; i++) printf(" %s", notation_of(&ugi->session->notation, i));
  say("");
}

// ---- thinking ------------------------------------------------------------------------------------

static const char *with(Ugi *ugi, const char *agent, const char *option, double value) {
  return arena_printf(ugi->arena, "%s%s%s=%.15g", agent, strchr(agent, ':') ? "," : ":", option, value);
}

// Takes the limits of a `go` and adds them to the agent's options.
static const char *limited(Ugi *ugi, const char *rest) {
  const char *text = ugi->agent;
  char mine[] = "p1time";
  mine[1] = (char)('0' + position_mover(ugi->session->x) % 10);
  for (Str word = next_word(&rest); word.n; word = next_word(&rest)) {
    bool endless = str_is(word, "infinite");
    const char *number = endless ? "0" : arena_text(ugi->arena, next_word(&rest));
    char *end;
    double value = strtod(number, &end);
    if (end == number || *end) return "";  // no agent, so that go refuses it
    if (endless) text = with(ugi, text, "time", 1e6);
    else if (str_is(word, "nodes")) text = with(ugi, text, "iterations", value);
    else if (str_is(word, "movetime")) text = with(ugi, text, "time", value / 1000);
    else if (str_is(word, mine)) text = with(ugi, text, "time", value / 1000 / SHARE_OF_CLOCK);
    else if (str_is(word, "seat")) ugi->seat = (int)value;
  }
  return text;
}

static void answer(Ugi *ugi) {
  Agent *agent;
  SearchReport report = {0};
  AgentSetting setting = {.game = ugi->session->game, .seed = ugi->seed, .stop = &ugi->stop};
  agent_new(&ugi->spec, &setting, &agent);
  uint32_t choice = agent_choose(agent, ugi->session->x, ugi->seat, &report);
  session_look(ugi->session);
  const char *move = notation_of(&ugi->session->notation, choice);
  if (report.iterations) {
    printf("info nodes %" PRIu64 " time %.0f score cp %.0f pv %s\n", report.iterations, 1000 * report.seconds,
           100 * report.value, move);
  }
  printf("bestmove %s\n", move);
  fflush(stdout);
  report_free(&report);
  agent_free(agent);
}

static bool read_line(Ugi *ugi) {
  if (getline(&ugi->line, &ugi->cap, stdin) <= 0) return false;
  ugi->line[strcspn(ugi->line, "\r\n")] = '\0';
  return true;
}

// Reads until the search should end or a line has to wait for that.
static void listen_meanwhile(Ugi *ugi) {
  while (!ugi->waiting && !atomic_load(&ugi->stop) && read_line(ugi)) {
    const char *rest = ugi->line;
    Str word = next_word(&rest);
    bool idle = atomic_load(&ugi->idle);
    ugi->quit |= str_is(word, "quit");
    if (ugi->quit || str_is(word, "stop")) atomic_store(&ugi->stop, true);
    else if (str_is(word, "isready") && !idle) say("readyok");
    else ugi->waiting = true;
  }
}

static void think_or_listen(void *self, size_t index, int worker) {
  (void)worker;
  Ugi *ugi = self;
  if (index == 1) {
    listen_meanwhile(ugi);
    return;
  }
  answer(ugi);
  atomic_store(&ugi->idle, true);
}

static void go(Ugi *ugi, const char *rest) {
  const char *why = "";
  ugi->seat = seat_to_move(ugi->session->x);
  const char *text = limited(ugi, rest);
  bool good = agent_parse(ugi->arena, str_of(text), &ugi->spec, &why);
  good = good && ugi->seat >= 1 && ugi->seat <= ugi->session->game->players;
  if (position_over(ugi->session->x)) {
    say("bestmove none");
    return;
  }
  if (!good) {
    say("info string bad limits");
    return;
  }
  atomic_store(&ugi->stop, false);
  atomic_store(&ugi->idle, false);
  pool_run(ugi->pool, 2, think_or_listen, ugi);
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
  while (!ugi->quit && (ugi->waiting || read_line(ugi))) {
    ugi->waiting = false;
    char *copy = arena_text(ugi->arena, str_of(ugi->line));  // a command may read on
    const char *rest = copy;
    Str word = next_word(&rest);
    UgiCommand *command = find(word);
    if (command) command(ugi, rest);
    else if (word.n) say("info string unknown command");
  }
  mem_free(ugi->line);
}

static int run_ugi(const Options *options) {
  Load load;
  int64_t seed = 1;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed)) return EXIT_USAGE;
  bool ready = load_begin(&load, options) && load_split(&load, options);
  const Game *game = ready ? load_compiled(&load, options, options->arguments[0]) : NULL;
  if (game) {
    Ugi ugi = {.arena = options->arena, .agent = "uct", .seed = (uint64_t)seed};
    session_new(game, ugi.seed, &ugi.session);
    pool_open(&ugi.pool, 2);
    listen(&ugi);
    pool_close(ugi.pool);
    session_free(ugi.session);
  }
  load_free(&load);
  return game ? EXIT_YES : EXIT_NO;
}

static const CommandOption ugi_options[] = {
    GAME_OPTIONS,
    {"--seed", "K", "Seed of chance and the agent; default 1."},
    {"--split", "WAY", "Where the moves of an .rbg game are divided for agents that search by parts, such as Mod."},
    {0},
};

const Command command_ugi = {
    .name = "ugi",
    .usage = "GAME",
    .doc = "Speaks the UGI protocol (UCI for any game) on standard input and output.",
    .details =
        "Understood: ugi, isready, setoption name agent value AGENT, uginewgame, position startpos [moves M...],\n"
        "go [nodes N] [movetime MS] [p1time MS p2time MS] [infinite] [seat N], query gameover|p1turn|p2turn|result,\n"
        "moves, stop, quit. Moves are written as `senet play` lists them; where all players move at once, a turn is "
        "their\n"
        "moves separated by commas, and seat says whose move is looked for.",
    .least = 1,
    .most = 1,
    .options = ugi_options,
    .run = run_ugi,
};
