// senet watch: a game between agents. In a terminal the board is drawn again in its place after every move; elsewhere
// the first and the last position are printed with the moves between them.
#include "cmd/frame/game_option.h"

#include "base/clock.h"
#include "cmd/frame/terminal.h"
#include "play/show/draw.h"
#include "play/show/seats.h"
#include "play/show/session.h"
#include "search/match/contest.h"
#include "state/text/fault_text.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LINE_WIDTH = 96 };

typedef struct Watch {
  const Options *options;
  Session *session;
  Drawing *drawing;
  AgentSpec *specs;
  Agent *agents[GAME_PLAYERS_MAX + 1];  // by seat
  bool redraw;                          // in a terminal
  int shown;                            // lines of the board on the screen
  double pause;                         // seconds between two moves on the screen
  Text moves;                           // so far, broken into lines
  size_t line;                          // where its last line begins
} Watch;

// ---- the board -----------------------------------------------------------------------------------

static int count_lines(const Text *text) {
  int lines = 0;
  for (size_t i = 0; i < text->n; i++) lines += text->p[i] == '\n';
  return lines;
}

static void show_board(Watch *watch, const char *caption) {
  Text text = {0};
  draw_position(&text, watch->drawing, watch->session->x, (DrawOptions){.colour = terminal_colour(stdout)});
  if (*caption) text_printf(&text, "%s%s\n", caption, watch->redraw ? "\033[K" : "");
  if (watch->redraw && watch->shown) printf("\033[%dA", watch->shown);
  watch->shown = count_lines(&text);
  fwrite(text_str(&text).p, 1, text.n, stdout);
  if (watch->redraw) fputs("\033[J", stdout);
  fflush(stdout);
  text_free(&text);
}

static void wait_until(double when) {
  double left = when - clock_seconds();
  if (left <= 0) return;
  struct timespec pause = {.tv_sec = (time_t)left, .tv_nsec = (long)((left - (double)(time_t)left) * 1e9)};
  nanosleep(&pause, NULL);
}

// ---- the game ------------------------------------------------------------------------------------

static bool has_moves(Session *session, int seat) {
  session_look(session);
  for (size_t i = 0; i < session->seats.n; i++) {
    if (session->seats.at[i] == seat) return true;
  }
  return false;
}

static Turn choose(Watch *watch) {
  Session *session = watch->session;
  Turn turn = {0};
  bool together = session->game->mode == MODE_SIMULTANEOUS;
  for (int seat = 1; seat <= session->game->players; seat++) {
    bool asked = together ? has_moves(session, seat) : seat == seat_to_move(session->x);
    if (asked) turn.choices[turn.n++] = agent_choose(watch->agents[seat], session->x, seat, NULL);
  }
  return turn;
}

// Adds a word to the moves, on a new line where this one is full.
static void add_word(Watch *watch, const char *word) {
  if (watch->moves.n > watch->line && watch->moves.n - watch->line + strlen(word) + 1 > LINE_WIDTH) {
    text_char(&watch->moves, '\n');
    watch->line = watch->moves.n;
  }
  if (watch->moves.n > watch->line) text_char(&watch->moves, ' ');
  text_puts(&watch->moves, word);
}

// Writes down a turn: in the list of moves, and as the line below the board.
static void note_turn(Watch *watch, const Turn *turn, Text *caption) {
  session_look(watch->session);
  const Session *session = watch->session;
  text_clear(caption);
  text_printf(caption, "%zu.", session->turns.n + 1);
  for (int i = 0; i < turn->n; i++) {
    const char *move = notation_of(&session->notation, turn->choices[i]);
    int seat = session->seats.at[turn->choices[i]];
    text_printf(caption, " %s (player %d, %s)", move, seat_player(session->x, seat), watch->specs[seat].text);
    if (i) add_word(watch, move);
    else add_word(watch, arena_printf(watch->options->arena, "%zu.%s", session->turns.n + 1, move));
  }
}

static void play(Watch *watch) {
  Text caption = {0};
  Session *session = watch->session;
  while (!position_over(session->x) && !session->x->fault) {
    double due = clock_seconds() + watch->pause;
    Turn turn = choose(watch);
    note_turn(watch, &turn, &caption);
    session_play(session, &turn);
    if (!watch->redraw) continue;
    wait_until(due);
    show_board(watch, caption.p);
  }
  text_free(&caption);
}

static void show_result(const Watch *watch) {
  const Position *x = watch->session->x;
  int winner = x->head->winner;
  Text why = {0};
  fault_text(&why, x);
  if (why.n) printf("%s\n", why.p);
  else if (winner >= 1 && winner <= x->game->players) printf("player %d wins after %d moves\n", winner, x->head->moves);
  else printf("no winner after %d moves\n", x->head->moves);
  text_free(&why);
}

static void show_game(Watch *watch) {
  Text legend = {0};
  draw_legend(&legend, watch->drawing);
  fwrite(text_str(&legend).p, 1, legend.n, stdout);
  text_free(&legend);
  show_board(watch, "");
  play(watch);
  if (!watch->redraw) {
    printf("%s\n", watch->moves.n ? watch->moves.p : "");
    show_board(watch, "");
  }
  show_result(watch);
}

// ---- the command ---------------------------------------------------------------------------------

// Gives every seat its agent; when there are fewer agents than seats they are used in turn.
static bool read_agents(const Options *options, Watch *watch, int players) {
  const char *text = options_value(options, "--agents"), *why = "";
  AgentSpec *agents = NULL;
  int n = 0;
  if (!agent_parse_list(options->arena, str_of(text ? text : "auto"), &agents, &n, &why)) {
    options_misuse(options, "%s", why);
    return false;
  }
  if (n > players) {
    options_misuse(options, "%d agents for %d player%s", n, players, players == 1 ? "" : "s");
    return false;
  }
  watch->specs = ARENA_ARRAY(options->arena, AgentSpec, players + 1);
  for (int seat = 1; seat <= players; seat++) watch->specs[seat] = agents[(seat - 1) % n];
  return true;
}

static bool seat_agents(Watch *watch, const Game *game, uint64_t seed, Executor *executor) {
  for (int seat = 1; seat <= game->players; seat++) {
    const char *why = agent_unsuited(&watch->specs[seat], game);
    if (why) {
      fprintf(stderr, "senet watch: %s cannot play %s: %s\n", watch->specs[seat].text, game->name, why);
      return false;
    }
    AgentSetting setting = {.game = game, .seed = contest_agent_seed(seed, 0, seat), .executor = executor};
    agent_new(&watch->specs[seat], &setting, &watch->agents[seat]);
  }
  return true;
}

static bool watch_game(Watch *watch, const Game *game, uint64_t seed, Executor *executor) {
  bool good = seat_agents(watch, game, seed, executor);
  if (good) {
    session_new(game, seed, &watch->session);
    drawing_new(game, &watch->drawing);
    show_game(watch);
    good = !watch->session->x->fault;
    drawing_free(watch->drawing);
    session_free(watch->session);
  }
  for (int seat = 1; seat <= game->players; seat++) agent_free(watch->agents[seat]);
  text_free(&watch->moves);
  return good;
}

static int run_watch(const Options *options) {
  Load load;
  int64_t seed = 1;
  Watch watch = {.options = options, .redraw = isatty(STDOUT_FILENO), .pause = 0.3};
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_number(options, "--pause", 0, 60, &watch.pause)) {
    return EXIT_USAGE;
  }
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool meant = !game || read_agents(options, &watch, game->players);
  bool good =
      game && meant && load_executor(&load, options, game) && watch_game(&watch, game, (uint64_t)seed, load.executor);
  load_free(&load);
  return !meant ? EXIT_USAGE : good ? EXIT_YES : EXIT_NO;
}

static const CommandOption watch_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--agents", "A,B", "Who plays, seat by seat; used in turn when there are fewer than seats. `senet help agents`."},
    {"--seed", "K", "Seed of chance and agents; default 1."},
    {"--pause", "S", "In a terminal: seconds from one move to the next, at least; default 0.3."},
    {0},
};

const Command command_watch = {
    .name = "watch",
    .usage = "GAME",
    .doc = "Shows a game between agents on a board that is redrawn after every move.",
    .details = "When the output is not a terminal, the first and the last position are printed, and the moves.",
    .least = 1,
    .most = 1,
    .options = watch_options,
    .run = run_watch,
};
