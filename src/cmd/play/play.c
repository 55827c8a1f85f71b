// senet play: a game in the terminal between people and agents, or between agents only.
#include "base/random.h"
#include "cmd/frame/terminal.h"
#include "cmd/play/play_table.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { SEAT_OPTIONS = 8 };

static const char default_agent[] = "auto";

// ---- showing -------------------------------------------------------------------------------------

// A move as the person at the table may see it.
typedef struct SeenMove {
  senet_position *position;
  size_t move;
  int viewer;
} SeenMove;

static senet_status write_seen(const void *self, char *buffer, size_t size, size_t *length) {
  const SeenMove *seen = self;
  return senet_position_move_seen(seen->position, seen->move, seen->viewer, buffer, size, length);
}

static void show_turn(Table *table, const Turn *turn) {
  Text text = {0};
  table_look(table);
  text_printf(&text, "%zu.", table->turns + 1);
  for (size_t i = 0; i < turn->n; i++) {
    text_char(&text, ' ');
    api_written(&text, write_seen, &(SeenMove){table->position, turn->moves[i], table_viewer(table)});
    text_printf(&text, " (player %d)", table->moves.at[turn->moves[i]].mover);
  }
  printf("%.*s\n", (int)text.n, text.p);
  text_free(&text);
}

// What the rules say to players: an umpire's words, for instance.
typedef struct Note {
  const senet_position *position;
  size_t number;
} Note;

static senet_status write_note(const void *self, char *buffer, size_t size, size_t *length) {
  const Note *note = self;
  return senet_position_note(note->position, note->number, NULL, buffer, size, length);
}

static void show_notes(const Table *table) {
  int32_t player = 0;
  int viewer = table_viewer(table);
  for (size_t i = 0; senet_position_note(table->position, i, &player, NULL, 0, NULL) == SENET_OK; i++) {
    if (viewer && player && player != viewer) continue;
    Text text = {0};
    api_written(&text, write_note, &(Note){table->position, i});
    printf("to player %d: %s\n", player, text.n ? text.p : "");
    text_free(&text);
  }
}

// After a swap persons play other players than before.
static void show_swap(const Table *table, const int *before) {
  for (int seat = 1; seat <= table->players; seat++) {
    int player = table_player(table, seat);
    if (player == before[seat] || !table_is_person(table, seat)) continue;
    printf("the players have swapped: you are now player %d\n", player);
  }
}

// What the player to move has thrown.
static void show_dice(const Table *table) {
  enum { DICE_MAX = 64 };
  int32_t faces[DICE_MAX];
  size_t n = 0;
  if (senet_position_dice(table->position, faces, DICE_MAX, &n) != SENET_OK || !n) return;
  printf("player %d throws", senet_position_mover(table->position));
  for (size_t i = 0; i < MIN(n, (size_t)DICE_MAX); i++) printf(" %d", faces[i]);
  putchar('\n');
}

static void show_result(const Table *table) {
  int winner = senet_position_winner(table->position);
  size_t made = senet_position_ply(table->position);
  if (table->resigned) printf("player %d resigns after %zu moves\n", table_player(table, table->resigned), made);
  else if (api_stopped(table->position)) printf("%s\n", senet_message());
  else if (winner) printf("player %d wins after %zu moves\n", winner, made);
  else printf("no winner after %zu moves\n", made);
}

// ---- the game ------------------------------------------------------------------------------------

// How many moves a seat has, and the last of them.
static size_t moves_of(Table *table, int seat, size_t *last) {
  size_t n = 0, all = table_look(table);
  for (size_t i = 0; i < all; i++) {
    if (!table_is_move_of(table, i, seat)) continue;
    *last = i;
    n++;
  }
  return n;
}

// Ctrl-C.
static void interrupt(void *self) {
  Table *table = self;
  atomic_store(&table->interrupted, true);
  for (int seat = 1; seat <= table->players; seat++) {
    if (table->agents[seat]) senet_agent_stop(table->agents[seat]);
  }
}

typedef struct Asking {
  Table *table;
  int seat;
  size_t *move;
  bool good;
} Asking;

static void ask(void *self) {
  Asking *asking = self;
  Table *table = asking->table;
  int player = table->together ? table_player(table, asking->seat) : 0;
  senet_status status = senet_agent_ask(table->agents[asking->seat], table->position, player, asking->move, NULL);
  asking->good = status == SENET_OK && !atomic_load(&table->interrupted);
  if (status == SENET_OK || status == SENET_RULES || atomic_load(&table->interrupted)) return;  // that is the result
  fprintf(stderr, "senet play: %s\n", senet_message());
  table->left = table->failed = true;
}

// What a person types is read on the first thread; a game among agents is played on another one as a whole.
static bool ask_agent(Table *table, int seat, size_t *move) {
  Asking asking = {.table = table, .seat = seat, .move = move};
  if (table->recorded && table_has_person(table)) interrupt_run(ask, interrupt, &asking, NULL, NULL);
  else ask(&asking);
  return asking.good;
}

// The choice of one seat, added to the turn. False when the turn is off. In a terminal forced moves are made without
// asking.
static bool choose(Table *table, int seat, Turn *turn) {
  int choice = -1;
  size_t move = 0;
  if (!table_is_person(table, seat)) {
    if (!ask_agent(table, seat, &move)) return false;
  } else if (table->terminal && moves_of(table, seat, &move) == 1) {
    printf("player %d has only one move\n", table_player(table, seat));
  } else {
    if (table_ask(table, seat, &choice) != HEARD_MOVE) return false;
    move = (size_t)choice;
  }
  turn->moves[turn->n++] = move;
  return true;
}

static bool choose_all(Table *table, Turn *turn) {
  size_t last;
  if (!table->together) return choose(table, table_seat_to_move(table), turn);
  for (int seat = 1; seat <= table->players; seat++) {
    if (moves_of(table, seat, &last) && !choose(table, seat, turn)) return false;
  }
  return turn->n > 0;
}

static bool goes_on(const Table *table) {
  return !table->left && !atomic_load(&table->interrupted) && !table->resigned && !senet_position_over(table->position);
}

static bool is_cut(const Table *table) { return table->most && table->turns >= table->most; }

// Where an agent moved out of sight and nothing that can be seen has changed, the board is not shown again.
static void show_changed_board(const Table *table, const Text *before) {
  Text text = {0};
  table_board_text(table, false, &text);
  if (!str_eq(text_str(&text), text_str(before))) fwrite(text.p, 1, text.n, stdout);
  text_free(&text);
}

static void make_turn(Table *table, const Turn *turn) {
  int before[SENET_PLAYERS_MAX + 1] = {0};
  for (int seat = 1; seat <= table->players; seat++) before[seat] = table_player(table, seat);
  show_turn(table, turn);
  table_play(table, turn);
  show_notes(table);
  show_swap(table, before);
}

static void play_turn(Table *table) {
  Turn turn = {0};
  Text board = {0};
  bool hidden = table_viewer(table) && table->hidden;
  if (hidden && !table_is_person(table, table_seat_to_move(table))) table_board_text(table, false, &board);
  show_dice(table);
  if (choose_all(table, &turn)) make_turn(table, &turn);
  if (!table->left && !table->resigned && !table->quiet) show_changed_board(table, &board);
  text_free(&board);
  fflush(stdout);
}

// In a terminal a person may take moves back, or save the game, also when it is over.
static void play(void *self) {
  Table *table = self;
  int none;
  table_show_board(table, false);
  table_show_pieces(table);
  do {
    while (goes_on(table) && !is_cut(table)) play_turn(table);
    if (table->left || atomic_load(&table->interrupted) || (goes_on(table) && is_cut(table))) return;
    show_result(table);
    if (!table->terminal || !table_has_person(table)) return;
    table_ask(table, 0, &none);
    if (goes_on(table)) table_show_board(table, false);
  } while (goes_on(table));
}

// ---- the command ---------------------------------------------------------------------------------

static const char *const seat_options[SEAT_OPTIONS] = {"--p1", "--p2", "--p3", "--p4", "--p5", "--p6", "--p7", "--p8"};

// The agent of a seat in --agents, or NULL.
static const char *listed_agent(const Options *options, int seat) {
  const char *list = options_value(options, "--agents");
  size_t n = 0, i = (size_t)seat - 1;
  if (!list || senet_agents_split(list, i, NULL, 0, &n) != SENET_OK) return NULL;
  char *agent = ARENA_ARRAY(options->arena, char, n + 1);
  return senet_agents_split(list, i, agent, n + 1, NULL) == SENET_OK ? agent : NULL;
}

static const char *wanted_agent(const Options *options, const Table *table, int seat) {
  const char *given = seat <= SEAT_OPTIONS ? options_value(options, seat_options[seat - 1]) : NULL;
  if (!given) given = listed_agent(options, seat);
  if (given) return given;
  if (table->terminal) return seat == 1 ? "human" : table->opponent;
  return default_agent;
}

// Reads who shall play. False after saying which agent there is not, or which seat.
static bool read_seats(const Options *options, Table *table) {
  for (int seat = table->players + 1; seat <= SEAT_OPTIONS; seat++) {
    if (!options_has(options, seat_options[seat - 1])) continue;
    options_misuse(options, "%s: %s has %d player%s", seat_options[seat - 1], senet_game_name(table->api.game),
                   table->players, table->players == 1 ? "" : "s");
    return false;
  }
  for (int seat = 1; seat <= table->players; seat++) {
    const char *text = table->names[seat] = wanted_agent(options, table, seat);
    if (!strcmp(text, "human") || senet_agents_get(text, 0, NULL, 0, NULL) == SENET_OK) continue;
    options_misuse(options, "%s", senet_message());
    return false;
  }
  return true;
}

// Agents have the seeds of the first game of a match.
static bool seat_agent(Table *table, int seat) {
  const char *text = table->names[seat];
  uint64_t own = random_mix(random_mix(table->seed + 1) ^ (uint64_t)seat);
  if (!strcmp(text, "human") || senet_agent_new(table->api.game, text, own, &table->agents[seat]) == SENET_OK) {
    return true;
  }
  fprintf(stderr, "senet play: %s cannot play %s: %s\n", text, senet_game_name(table->api.game), senet_message());
  return false;
}

static bool open_table(const Options *options, Table *table) {
  const char *from = options_value(options, "--load"), *why = "";
  if (!api_start(options, table->api.game, table->seed, &table->position)) return false;
  table->setup = options_value(options, "--position");
  for (int seat = 1; seat <= table->players; seat++) {
    if (!seat_agent(table, seat)) return false;
  }
  if (!from || table_load(table, from, &why)) return true;
  fprintf(stderr, "senet play: %s: %s\n", from, why);
  return false;
}

static bool write_game(const Options *options, Table *table) {
  const char *path = options_value(options, "--record"), *why = "";
  if (!path || table_save(table, path, &why)) return true;
  fprintf(stderr, "senet play: cannot write '%s': %s\n", path, why);
  return false;
}

static void greet_seat(const Table *table, int seat) {
  Text sides = {0};
  api_sides(table->api.game, seat, &sides);
  printf("Player %d: %s%s%s\n", seat, table_is_person(table, seat) ? "you" : table->names[seat],
         sides.n ? ", sides " : "", sides.n ? sides.p : "");
  text_free(&sides);
}

static void greet(const Table *table) {
  enum { SHORT = 400 };
  Text rules = {0};
  api_about(table->api.game, "rules", &rules);
  printf("%s, seed %llu.\n", senet_game_name(table->api.game), (unsigned long long)table->seed);
  for (int seat = 1; seat <= table->players; seat++) greet_seat(table, seat);
  if (rules.n && rules.n <= SHORT) printf("%s\n", rules.p);
  printf("Type `help` to see what you can do, `rules` to read the rules.\n");
  text_free(&rules);
}

// A seed nobody chose: another one at every start.
static int64_t fresh_seed(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)(((uint64_t)now.tv_sec * 1000003u + (uint64_t)now.tv_nsec) % 1000000u) + 1;
}

// Somebody who sends moves from a file or another program, where agents play, is told why nothing comes of them.
static void note_unread_moves(const Table *table) {
  int waiting = 0;
  if (table->terminal || table_has_person(table)) return;
  if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting <= 0) return;
  fprintf(stderr, "senet play: agents play all seats and standard input is not read; --p1 human reads moves from it\n");
}

// Loads the game and sees who plays. False after saying what is wrong; *meant: the options were understood.
static bool prepare(const Options *options, Table *table, bool *meant) {
  *meant = true;
  if (!api_begin(options, &table->api)) return false;
  senet_game *game = table->api.game;
  table->players = senet_game_players(game);
  table->together = senet_game_flags(game) & SENET_GAME_SIMULTANEOUS;
  table->hidden = senet_game_flags(game) & SENET_GAME_HIDDEN;
  if (table->terminal) {
    Text opponent = {0};
    api_default_agent(game, 1, &opponent);
    table->opponent = arena_text(table->arena, text_str(&opponent));
    text_free(&opponent);
  }
  *meant = read_seats(options, table);
  return *meant && open_table(options, table);
}

static void play_game(Table *table) {
  if (table->recorded && !table_has_person(table)) interrupt_run(play, interrupt, table, NULL, NULL);
  else play(table);
  size_t made = senet_position_ply(table->position);
  if (table->interrupted) fprintf(stderr, "senet play: interrupted after %zu move%s\n", made, made == 1 ? "" : "s");
}

static int run_play(const Options *options) {
  int64_t seed = 1, turns = 0;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed)) return EXIT_USAGE;
  if (!options_integer(options, "--moves", 1, INT32_MAX, &turns)) return EXIT_USAGE;
  bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO), meant;
  if (terminal && !options_has(options, "--seed")) seed = fresh_seed();
  Table table = {.arena = options->arena,
                 .terminal = terminal,
                 .seed = (uint64_t)seed,
                 .most = (size_t)turns,
                 .recorded = options_has(options, "--record"),
                 .quiet = options_has(options, "--quiet"),
                 .pondering = options_has(options, "--ponder")};
  bool good = prepare(options, &table, &meant);
  if (good) {
    if (table.terminal) greet(&table);
    note_unread_moves(&table);
    play_game(&table);
    good = write_game(options, &table) && !table.failed && !table.interrupted && !api_stopped(table.position);
  }
  table_free(&table);
  return !meant ? EXIT_USAGE : good ? EXIT_YES : EXIT_NO;
}

static const CommandOption play_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--agents", "A,B", "Who plays, seat by seat: human, or agents as in `senet help agents`."},
    {"--p1", "AGENT", "Who plays the first seat."},
    {"--p2", "AGENT", "Who plays the second seat."},
    {"--p3", "AGENT", "Who plays the third seat."},
    {"--p4", "AGENT", "Who plays the fourth seat."},
    {"--p5", "AGENT", "Who plays the fifth seat."},
    {"--p6", "AGENT", "Who plays the sixth seat."},
    {"--p7", "AGENT", "Who plays the seventh seat."},
    {"--p8", "AGENT", "Who plays the eighth seat."},
    POSITION_OPTION,
    {"--seed", "K", "Seed of chance and agents; default: a fresh one in a terminal, which is shown, otherwise 1."},
    {"--load", "FILE", "Goes on with a saved game.", .excludes = "--position"},
    {"--record", "FILE", "Writes the game to a file when it is over or Ctrl-C ends it; --load reads it.",
     .also = "--save"},
    {"--moves", "N", "Stops after N moves; default: plays the game to its end."},
    {"--ponder", NULL,
     "Agents with a limit of time think on while a person does, where nothing is left to chance or hidden."},
    {"--quiet", NULL, "Shows the board only at the start, then the moves."},
    {0},
};

const Command command_play = {
    .name = "play",
    .usage = "GAME",
    .doc = "Plays a game in the terminal, between people and agents.",
    .details =
        "In a terminal you have the first seat and agents the others, unless --agents or --p1, --p2... say otherwise. "
        "Moves are\n"
        "typed as listed or by number; `help` lists the other words. Elsewhere agents play and the game is printed.",
    .least = 1,
    .most = 1,
    .options = play_options,
    .run = run_play,
};
