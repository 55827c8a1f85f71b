// senet watch: a game between agents. In a terminal the board is drawn again in its place after every move; elsewhere
// the first and the last position are printed with the moves between them.
#include "cmd/frame/api_load.h"

#include "base/clock.h"
#include "base/random.h"
#include "cmd/frame/terminal.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LINE_WIDTH = 96 };

typedef struct Watch {
  const Options *options;
  senet_game *game;
  senet_position *position;
  const char **names;                          // of the agents, by seat
  senet_agent *agents[SENET_PLAYERS_MAX + 1];  // by seat
  bool redraw;                                 // in a terminal
  bool stopped;                                // the rules went wrong
  int shown;                                   // lines of the board on the screen
  double pause;                                // seconds between two moves on the screen
  Text moves;                                  // so far, broken into lines
  size_t line;                                 // where its last line begins
} Watch;

// Moves that are made together, one of each player in a simultaneous game.
typedef struct Chosen {
  size_t moves[SENET_PLAYERS_MAX];
  int players[SENET_PLAYERS_MAX];
  size_t n;
} Chosen;

// ---- the board -----------------------------------------------------------------------------------

static int count_lines(const Text *text) {
  int lines = 0;
  for (size_t i = 0; i < text->n; i++) lines += text->p[i] == '\n';
  return lines;
}

static void show_board(Watch *watch, const char *caption) {
  Text text = {0};
  senet_draw_options look = SENET_DRAW_OPTIONS;
  look.colour = terminal_colour(stdout);
  api_board(watch->position, &look, &text);
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

// Asks the agent in the seat of this player, where it has anything to choose.
static void ask(Watch *watch, int player, Chosen *chosen) {
  size_t move = 0;
  senet_agent *agent = watch->agents[api_seat_of(watch->position, player)];
  if (senet_agent_ask(agent, watch->position, player, &move, NULL) != SENET_OK) return;
  chosen->players[chosen->n] = player;
  chosen->moves[chosen->n++] = move;
}

static void choose(Watch *watch, Chosen *chosen) {
  int mover = senet_position_mover(watch->position), players = senet_game_players(watch->game);
  *chosen = (Chosen){0};
  if (mover) ask(watch, mover, chosen);
  for (int player = 1; !mover && player <= players; player++) ask(watch, player, chosen);
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

// Writes down what was chosen: in the list of moves, and as the line below the board.
static void note_turn(Watch *watch, const Chosen *chosen, size_t number, Text *caption) {
  text_clear(caption);
  text_printf(caption, "%zu.", number);
  for (size_t i = 0; i < chosen->n; i++) {
    Text move = {0}, word = {0};
    int player = chosen->players[i], seat = api_seat_of(watch->position, player);
    api_move_text(watch->position, chosen->moves[i], &move);
    const char *text = move.n ? move.p : "";
    text_printf(caption, " %s (player %d, %s)", text, player, watch->names[seat]);
    if (i) text_puts(&word, text);
    else text_printf(&word, "%zu.%s", number, text);
    add_word(watch, word.p);
    text_free(&move);
    text_free(&word);
  }
}

static void play(Watch *watch) {
  Text caption = {0};
  for (size_t number = 1; !senet_position_over(watch->position); number++) {
    Chosen chosen;
    double due = clock_seconds() + watch->pause;
    choose(watch, &chosen);
    if (chosen.n) note_turn(watch, &chosen, number, &caption);
    if (!chosen.n || senet_position_apply_all(watch->position, chosen.moves, chosen.n) != SENET_OK) {
      watch->stopped = true;
      break;
    }
    if (!watch->redraw) continue;
    wait_until(due);
    show_board(watch, caption.p);
  }
  text_free(&caption);
}

static void show_result(const Watch *watch, const char *fault) {
  int winner = senet_position_winner(watch->position);
  size_t made = senet_position_ply(watch->position);
  if (fault) printf("%s\n", fault);
  else if (winner) printf("player %d wins after %zu moves\n", winner, made);
  else printf("no winner after %zu moves\n", made);
}

static void show_game(Watch *watch) {
  Text legend = {0};
  api_legend(watch->game, &legend);
  fwrite(text_str(&legend).p, 1, legend.n, stdout);
  text_free(&legend);
  show_board(watch, "");
  play(watch);
  Text why = {0};
  text_puts(&why, watch->stopped ? senet_message() : "");
  if (!watch->redraw) {
    printf("%s\n", watch->moves.n ? watch->moves.p : "");
    show_board(watch, "");
  }
  show_result(watch, why.n ? why.p : NULL);
  text_free(&why);
}

// ---- the command ---------------------------------------------------------------------------------

// Gives every seat its agent; when there are fewer agents than seats they are used in turn.
static bool read_agents(const Options *options, Watch *watch, int players) {
  const char *text = options_value(options, "--agents"), **agents = NULL;
  int n = 0;
  if (!api_agents(options, text ? text : "auto", &agents, &n)) return false;
  if (n > players) {
    options_misuse(options, "%d agents for %d player%s", n, players, players == 1 ? "" : "s");
    return false;
  }
  watch->names = ARENA_ARRAY(options->arena, const char *, players + 1);
  for (int seat = 1; seat <= players; seat++) watch->names[seat] = agents[(seat - 1) % n];
  return true;
}

static bool seat_agents(Watch *watch, uint64_t seed) {
  for (int seat = 1; seat <= senet_game_players(watch->game); seat++) {
    const char *text = watch->names[seat];
    uint64_t own = random_mix(random_mix(seed + 1) ^ (uint64_t)seat);
    if (senet_agent_new(watch->game, text, own, &watch->agents[seat]) != SENET_OK) {
      fprintf(stderr, "senet watch: %s cannot play %s: %s\n", text, senet_game_name(watch->game), senet_message());
      return false;
    }
  }
  return true;
}

static bool watch_game(Watch *watch, uint64_t seed) {
  bool good = seat_agents(watch, seed) && api_start(watch->options, watch->game, seed, &watch->position);
  if (good) show_game(watch);
  senet_position_free(watch->position);
  for (int seat = 1; seat <= senet_game_players(watch->game); seat++) senet_agent_free(watch->agents[seat]);
  text_free(&watch->moves);
  return good && !watch->stopped;
}

static int run_watch(const Options *options) {
  ApiGame api;
  int64_t seed = 1;
  Watch watch = {.options = options, .redraw = isatty(STDOUT_FILENO), .pause = 0.3};
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_number(options, "--pause", 0, 60, &watch.pause)) {
    return EXIT_USAGE;
  }
  bool ready = api_begin(options, &api);
  watch.game = api.game;
  bool meant = !ready || read_agents(options, &watch, senet_game_players(api.game));
  bool good = ready && meant && watch_game(&watch, (uint64_t)seed);
  api_close(&api);
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
