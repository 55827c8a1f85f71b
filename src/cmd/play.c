// senet play: a game in the terminal between people and agents, or between agents only.
#include "cmd/load.h"

#include "base/file.h"
#include "cmd/terminal.h"
#include "play/draw.h"
#include "play/seats.h"
#include "play/session.h"
#include "search/contest.h"

#include <stdio.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 512, SEAT_OPTIONS = 8 };

static const char default_agent[] = "uct:iterations=1000", thinking_agent[] = "uct:time=1", hint_agent[] = "uct:time=1";

typedef struct Table {
  Arena *arena;
  Session *session;
  Drawing *drawing;
  Record names;
  Agent *agents[GAME_PLAYERS_MAX + 1];  // by seat; NULL: a person
  AgentSpec specs[GAME_PLAYERS_MAX + 1];
  bool terminal;  // somebody watches
  bool quiet;     // boards are not shown
  bool left;
} Table;

static bool is_person(const Table *table, int seat) { return seat >= 1 && !table->agents[seat]; }

// ---- showing -------------------------------------------------------------------------------------

static void show_board(const Table *table, bool labels) {
  Text text = {0};
  DrawOptions options = {.colour = terminal_colour(stdout), .labels = labels};
  draw_position(&text, table->drawing, table->session->x, options);
  fwrite(text.p, 1, text.n, stdout);
  text_free(&text);
}

static void show_moves(Table *table, int seat) {
  uint32_t n = session_look(table->session);
  int width = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (table->session->seats.at[i] != seat) continue;
    if (width > 80) width = printf("\n") - 1;
    width += printf("%*s", (16 - width % 16) % 16, "");
    width += printf("%4u %s", i + 1, notation_of(&table->session->notation, i));
  }
  if (width) putchar('\n');
}

static void show_turn(Table *table, const Turn *turn) {
  session_look(table->session);
  const Session *session = table->session;
  printf("%zu.", session->turns.n + 1);
  for (int i = 0; i < turn->n; i++) {
    printf(" %s (player %d)", notation_of(&session->notation, turn->choices[i]),
           seat_player(session->x, session->seats.at[turn->choices[i]]));
  }
  putchar('\n');
}

static void show_result(const Table *table) {
  const Exec *x = table->session->x;
  int winner = x->head->winner;
  if (x->fault) printf("the rules stopped: %s\n", x->fault);
  else if (winner >= 1 && winner <= x->game->players) printf("player %d wins after %d moves\n", winner, x->head->moves);
  else printf("no winner after %d moves\n", x->head->moves);
}

// ---- words a person can type ---------------------------------------------------------------------

typedef enum Heard { HEARD_AGAIN, HEARD_MOVE, HEARD_CHANGED } Heard;  // ask again; a move; another position

typedef struct Spoken {
  const char *name, *argument, *doc;
  Heard (*run)(Table *table, int seat, const char *argument);
} Spoken;

static const Spoken *spoken(void);

static Heard say_moves(Table *table, int seat, const char *argument) {
  (void)argument;
  show_moves(table, seat);
  return HEARD_AGAIN;
}

static Heard say_board(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  show_board(table, false);
  return HEARD_AGAIN;
}

static Heard say_labels(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  show_board(table, true);
  return HEARD_AGAIN;
}

// Back to where a person last had the move.
static Heard take_back(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  bool any = false;
  while (session_undo(table->session)) {
    any = true;
    if (is_person(table, seat_to_move(table->session->x))) break;
  }
  if (!any) printf("nothing to take back\n");
  return any ? HEARD_CHANGED : HEARD_AGAIN;
}

static Heard give_hint(Table *table, int seat, const char *argument) {
  (void)argument;
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  AgentSetting setting = {.game = table->session->game, .seed = table->session->seed};
  bool good = agent_parse(table->arena, str_of(hint_agent), &spec, &why);
  assert(good);
  (void)good;
  agent_new(&spec, &setting, &agent);
  SearchReport report = {0};
  uint32_t choice = agent_choose(agent, table->session->x, seat, &report);
  session_look(table->session);
  printf("%s looks best (value %+.2f after %llu playouts)\n", notation_of(&table->session->notation, choice),
         report.value, (unsigned long long)report.iterations);
  report_free(&report);
  agent_free(agent);
  return HEARD_AGAIN;
}

static Heard save_game(Table *table, int seat, const char *argument) {
  (void)seat;
  Text text = {0};
  const char *why = "";
  session_save(table->session, &table->names, &text);
  if (!*argument) printf("save where? type: save FILE\n");
  else if (file_write(table->arena, argument, text_str(&text), &why)) printf("saved to %s\n", argument);
  else printf("%s\n", why);
  text_free(&text);
  return HEARD_AGAIN;
}

static bool load_file(Table *table, const char *path, const char **why) {
  Str text;
  Record record;
  if (!file_read(table->arena, path, 0, &text, why)) return false;
  const char *end = memchr(text.p, '\n', text.n);
  Str line = {text.p, end ? (size_t)(end - text.p) : text.n};
  return record_read_line(table->arena, line, &record, why) && session_load(table->session, &record, why);
}

static Heard load_game_file(Table *table, int seat, const char *argument) {
  (void)seat;
  const char *why = "";
  if (!load_file(table, argument, &why)) printf("%s: %s\n", argument, why);
  return HEARD_CHANGED;
}

static Heard leave(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  table->left = true;
  return HEARD_CHANGED;
}

static Heard explain(Table *table, int seat, const char *argument) {
  (void)table, (void)seat, (void)argument;
  printf("Type a move as listed, such as A2-A3, or its number. Or one of:\n");
  for (const Spoken *word = spoken(); word->name; word++) {
    int width = printf("  %s %s", word->name, word->argument);
    printf("%*s%s\n", 16 - width, "", word->doc);
  }
  return HEARD_AGAIN;
}

static const Spoken *spoken(void) {
  static const Spoken words[] = {
      {"moves", "", "lists the moves", say_moves},
      {"board", "", "shows the board", say_board},
      {"labels", "", "shows the names of the sites", say_labels},
      {"hint", "", "says what an agent would play", give_hint},
      {"undo", "", "takes your last move back", take_back},
      {"save", "FILE", "writes the game to a file", save_game},
      {"load", "FILE", "reads a game from a file", load_game_file},
      {"quit", "", "ends the game", leave},
      {"help", "", "shows this", explain},
      {0},
  };
  return words;
}

static Heard hear(Table *table, int seat, char *line, int *choice) {
  line[strcspn(line, "\r\n")] = '\0';
  if (!table->terminal) printf("%s\n", line);  // a terminal shows it already
  const char *start = line + strspn(line, " \t");
  size_t n = strcspn(start, " \t");
  *choice = session_find(table->session, (Str){start, strlen(start)}, seat);
  if (*choice >= 0) return HEARD_MOVE;
  for (const Spoken *word = spoken(); word->name; word++) {
    if (str_is((Str){start, n}, word->name)) return word->run(table, seat, start + n + strspn(start + n, " \t"));
  }
  printf("'%s' is no legal move here; type `moves` or `help`\n", start);
  return HEARD_AGAIN;
}

// A person's choice; HEARD_CHANGED when the position is another one or the person left.
static Heard ask_person(Table *table, int seat, int *choice) {
  char line[LINE_MAX_BYTES];
  for (;;) {
    printf("player %d> ", seat_player(table->session->x, seat));
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) {
      putchar('\n');
      return leave(table, seat, "");
    }
    Heard heard = hear(table, seat, line, choice);
    if (heard != HEARD_AGAIN) return heard;
  }
}

// ---- the game ------------------------------------------------------------------------------------

static bool has_moves(const Session *session, int seat) {
  for (size_t i = 0; i < session->seats.n; i++) {
    if (session->seats.at[i] == seat) return true;
  }
  return false;
}

// The choice of one seat, added to the turn. False when the turn is off.
static bool choose(Table *table, int seat, Turn *turn) {
  int choice = -1;
  if (!is_person(table, seat)) choice = (int)agent_choose(table->agents[seat], table->session->x, seat, NULL);
  else if (ask_person(table, seat, &choice) != HEARD_MOVE) return false;
  turn->choices[turn->n++] = (uint32_t)choice;
  return true;
}

static bool choose_all(Table *table, Turn *turn) {
  const Game *game = table->session->game;
  if (game->mode != MODE_SIMULTANEOUS) return choose(table, seat_to_move(table->session->x), turn);
  for (int seat = 1; seat <= game->players; seat++) {
    session_look(table->session);
    if (has_moves(table->session, seat) && !choose(table, seat, turn)) return false;
  }
  return true;
}

static void play(Table *table) {
  Exec *x = table->session->x;
  show_board(table, false);
  while (!table->left && !position_over(x) && !x->fault) {
    Turn turn = {0};
    bool made = choose_all(table, &turn);
    if (made) {
      show_turn(table, &turn);
      session_play(table->session, &turn);
    }
    if (!table->left && !table->quiet) show_board(table, false);
    fflush(stdout);
  }
  if (!table->left) show_result(table);
}

// ---- the command ---------------------------------------------------------------------------------

static const char *const seat_options[SEAT_OPTIONS] = {"--p1", "--p2", "--p3", "--p4", "--p5", "--p6", "--p7", "--p8"};

static const char *wanted_agent(const Options *options, const Table *table, int seat) {
  const char *given = seat <= SEAT_OPTIONS ? options_value(options, seat_options[seat - 1]) : NULL;
  if (given) return given;
  if (table->terminal) return seat == 1 ? "human" : thinking_agent;
  return default_agent;
}

static bool seat_agent(const Options *options, Table *table, int seat, uint64_t seed) {
  const char *text = wanted_agent(options, table, seat), *why = "";
  if (!strcmp(text, "human")) return true;
  AgentSpec *spec = &table->specs[seat];
  if (!agent_parse(table->arena, str_of(text), spec, &why)) {
    fprintf(stderr, "senet play: %s\n", why);
    return false;
  }
  why = agent_unsuited(spec, table->session->game);
  if (why) {
    fprintf(stderr, "senet play: %s cannot play %s: %s\n", text, table->session->game->name, why);
    return false;
  }
  AgentSetting setting = {.game = table->session->game, .seed = contest_agent_seed(seed, 0, seat)};
  agent_new(spec, &setting, &table->agents[seat]);
  return true;
}

static bool open_table(const Options *options, const Load *load, const Game *game, uint64_t seed, Table *table) {
  OptionWishes wishes = load_wishes(options);
  const char *from = options_value(options, "--load"), *why = "";
  table->names = (Record){.name = game->name,
                          .path = record_path(load_path(load)),
                          .options = (const char **)(uintptr_t)wishes.options,
                          .ruleset = wishes.ruleset};
  session_new(game, seed, &table->session);
  drawing_new(game, &table->drawing);
  for (int seat = 1; seat <= game->players; seat++) {
    if (!seat_agent(options, table, seat, seed)) return false;
  }
  if (!from || load_file(table, from, &why)) return true;
  fprintf(stderr, "senet play: %s: %s\n", from, why);
  return false;
}

static bool write_game(const Options *options, Table *table) {
  const char *path = options_value(options, "--save"), *why = "";
  Text text = {0};
  if (!path) return true;
  session_save(table->session, &table->names, &text);
  bool good = file_write(table->arena, path, text_str(&text), &why);
  if (!good) fprintf(stderr, "senet play: %s\n", why);
  text_free(&text);
  return good;
}

static void close_table(Table *table) {
  for (int seat = 1; seat <= GAME_PLAYERS_MAX; seat++) agent_free(table->agents[seat]);
  drawing_free(table->drawing);
  session_free(table->session);
}

static int run_play(const Options *options) {
  Load load;
  int64_t seed = 1;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed)) return EXIT_USAGE;
  Table table = {.arena = options->arena,
                 .terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
                 .quiet = options_has(options, "--quiet")};
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && open_table(options, &load, game, (uint64_t)seed, &table);
  if (good) {
    if (table.terminal) printf("%s. Type `help` to see what you can do.\n", game->name);
    play(&table);
    good = write_game(options, &table) && !table.session->x->fault;
  }
  close_table(&table);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption play_options[] = {
    GAME_OPTIONS,
    {"--p1", "AGENT", "Who plays the first seat: human, or an agent as in `senet help agents`."},
    {"--p2", "AGENT", "Who plays the second seat."},
    {"--p3", "AGENT", "Who plays the third seat."},
    {"--p4", "AGENT", "Who plays the fourth seat."},
    {"--p5", "AGENT", "Who plays the fifth seat."},
    {"--p6", "AGENT", "Who plays the sixth seat."},
    {"--p7", "AGENT", "Who plays the seventh seat."},
    {"--p8", "AGENT", "Who plays the eighth seat."},
    {"--seed", "K", "Seed of chance and agents; 1 unless given."},
    {"--load", "FILE", "Goes on with a saved game."},
    {"--save", "FILE", "Writes the game to a file when it is over."},
    {"--quiet", NULL, "Shows the board only at the start, then the moves."},
    {0},
};

const Command command_play = {
    .name = "play",
    .usage = "GAME",
    .doc = "Plays a game in the terminal, between people and agents.",
    .details =
        "In a terminal you have the first seat and agents the others, unless --p1, --p2... say otherwise. Moves are\n"
        "typed as listed or by number; `help` lists the other words. Elsewhere agents play and the game is printed.",
    .least = 1,
    .most = 1,
    .options = play_options,
    .run = run_play,
};
