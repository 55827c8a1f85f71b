// senet ugi: the UGI protocol on standard input and output, UCI generalised to any game. Moves are written as
// `senet play` lists them; positions are given by the moves from
// the start.
#include "cmd/load.h"

#include "base/text.h"
#include "play/seats.h"
#include "play/session.h"
#include "search/agent.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHARE_OF_CLOCK = 20 };  // a move gets this part of the time left

typedef struct Ugi {
  Arena *arena;
  Session *session;
  const char *agent;  // as written
  uint64_t seed;
  bool quit;
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
    int choice = position_over(ugi->session->x) ? -1 : session_find(ugi->session, word, 0);
    if (choice < 0) {
      printf("info string illegal move %.*s\n", (int)word.n, word.p);
      fflush(stdout);
      return;
    }
    session_play(ugi->session, &(Turn){.n = 1, .choices = {(uint32_t)choice}});
  }
}

static const char *result_text(const Exec *x) {
  if (!position_over(x)) return "none";
  switch (x->head->winner) {
    case 1: return "p1win";
    case 2: return "p2win";
    default: return "draw";
  }
}

static void query(Ugi *ugi, const char *rest) {
  const Exec *x = ugi->session->x;
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

// The agent with the limits of a `go` added to its options.
static const char *limited(Ugi *ugi, const char *rest) {
  const char *text = ugi->agent;
  char mine[] = "p1time";
  mine[1] = (char)('0' + position_mover(ugi->session->x) % 10);
  for (Str word = next_word(&rest); word.n; word = next_word(&rest)) {
    const char *joint = strchr(text, ':') ? "," : ":";
    bool clock = str_is(word, mine), fixed = str_is(word, "movetime"), nodes = str_is(word, "nodes");
    if (!clock && !fixed && !nodes) continue;
    Str number = next_word(&rest);
    double value = strtod(arena_text(ugi->arena, number), NULL);
    double seconds = value / 1000 / (clock ? SHARE_OF_CLOCK : 1);
    text = nodes ? arena_printf(ugi->arena, "%s%siterations=%.0f", text, joint, value)
                 : arena_printf(ugi->arena, "%s%stime=%g", text, joint, seconds);
  }
  return text;
}

static void answer(Ugi *ugi, const AgentSpec *spec) {
  Agent *agent;
  SearchReport report = {0};
  AgentSetting setting = {.game = ugi->session->game, .seed = ugi->seed};
  const Exec *x = ugi->session->x;
  agent_new(spec, &setting, &agent);
  uint32_t choice = agent_choose(agent, x, seat_to_move(x), &report);
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

static void go(Ugi *ugi, const char *rest) {
  AgentSpec spec;
  const char *why = "";
  if (position_over(ugi->session->x)) say("bestmove none");
  else if (agent_parse(ugi->arena, str_of(limited(ugi, rest)), &spec, &why)) answer(ugi, &spec);
  else say("info string bad limits");
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
  char *line = NULL;
  size_t cap = 0;
  while (!ugi->quit && getline(&line, &cap, stdin) > 0) {
    line[strcspn(line, "\r\n")] = '\0';
    const char *rest = line;
    Str word = next_word(&rest);
    UgiCommand *command = find(word);
    if (command) command(ugi, rest);
    else if (word.n) say("info string unknown command");
  }
  mem_free(line);
}

static int run_ugi(const Options *options) {
  Load load;
  int64_t seed = 1;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed)) return EXIT_USAGE;
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  if (game) {
    Ugi ugi = {.arena = options->arena, .agent = "uct", .seed = (uint64_t)seed};
    session_new(game, ugi.seed, &ugi.session);
    listen(&ugi);
    session_free(ugi.session);
  }
  load_free(&load);
  return game ? EXIT_YES : EXIT_NO;
}

static const CommandOption ugi_options[] = {
    GAME_OPTIONS,
    {"--seed", "K", "Seed of chance and the agent; 1 unless given."},
    {0},
};

const Command command_ugi = {
    .name = "ugi",
    .usage = "GAME",
    .doc = "Speaks the UGI protocol (UCI for any game) on standard input and output.",
    .details =
        "Understood: ugi, isready, setoption name agent value AGENT, uginewgame, position startpos [moves M...],\n"
        "go [nodes N] [movetime MS] [p1time MS p2time MS], query gameover|p1turn|p2turn|result, moves, stop, quit.\n"
        "Moves are written as `senet play` lists them. A search runs to its end; stop is accepted and does nothing.",
    .least = 1,
    .most = 1,
    .options = ugi_options,
    .run = run_ugi,
};
