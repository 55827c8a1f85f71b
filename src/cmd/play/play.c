// senet play: a game in the terminal between people and agents, or between agents only.
#include "cmd/frame/game_option.h"
#include "cmd/frame/position_option.h"

#include "base/file.h"
#include "cmd/play/play_table.h"
#include "lud/lower/metadata.h"
#include "play/show/seats.h"
#include "search/match/contest.h"
#include "search/opponent.h"
#include "state/act/moves.h"
#include "state/text/fault_text.h"
#include "state/text/move_text.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { SEAT_OPTIONS = 8 };

static const char default_agent[] = "auto";

// ---- showing -------------------------------------------------------------------------------------

// A move as the person at the table may see it.
static void write_move(Text *out, Table *table, uint32_t choice) {
  Session *session = table->session;
  Player viewer = table_viewer(table);
  bool masked =
      viewer && game_has(session->game, GAME_HIDDEN) && session->seats.at[choice] != player_seat(session->x, viewer);
  if (!masked) {
    text_puts(out, notation_of(&session->notation, choice));
    return;
  }
  Random random = session->x->random;
  MoveList list = position_moves(session->x);
  notation_seen(out, session->x, move_at(session->x, list, choice), viewer);
  position_forget(session->x, list);
  session->x->random = random;
}

static void show_turn(Table *table, const Turn *turn) {
  session_look(table->session);
  const Session *session = table->session;
  Text text = {0};
  text_printf(&text, "%zu.", session->turns.n + 1);
  for (int i = 0; i < turn->n; i++) {
    text_char(&text, ' ');
    write_move(&text, table, turn->choices[i]);
    text_printf(&text, " (player %d)", seat_player(session->x, session->seats.at[turn->choices[i]]));
  }
  printf("%.*s\n", (int)text.n, text.p);
  text_free(&text);
}

// What the rules say to players: an umpire's words, for instance.
static void show_notes(const Table *table) {
  const Position *x = table->session->x;
  const Move *made = last_move(x);
  Player viewer = table_viewer(table);
  for (uint32_t i = 0; made && i < made->n; i++) {
    const Action *note = &x->played_actions.at[made->first + i];
    if (note->kind != ACT_NOTE || (viewer && note->player != viewer && note->player > 0)) continue;
    Text text = {0};
    move_text_note(&text, x->game, note);
    printf("to player %d: %s\n", note->player, text.n ? text.p : "");
    text_free(&text);
  }
}

// After a swap persons play other players than before.
static void show_swap(const Table *table, const Player *before) {
  const Position *x = table->session->x;
  for (int seat = 1; seat <= x->game->players; seat++) {
    if (seat_player(x, seat) == before[seat]) continue;
    if (table_is_person(table, seat)) printf("the players have swapped: you are now player %d\n", seat_player(x, seat));
  }
}

// What the player to move has thrown.
static void show_dice(Table *table) {
  session_look(table->session);
  const Session *session = table->session;
  if (!session->thrown.n) return;
  printf("player %d throws", position_mover(session->x));
  for (size_t i = 0; i < session->thrown.n; i++) printf(" %d", session->thrown.at[i]);
  putchar('\n');
}

static void show_result(const Table *table) {
  const Position *x = table->session->x;
  int winner = x->head->winner;
  if (table->resigned) {
    printf("player %d resigns after %d moves\n", seat_player(x, table->resigned), x->head->moves);
    return;
  }
  Text why = {0};
  fault_text(&why, x);
  if (why.n) printf("%s\n", why.p);
  else if (winner >= 1 && winner <= x->game->players) printf("player %d wins after %d moves\n", winner, x->head->moves);
  else printf("no winner after %d moves\n", x->head->moves);
  text_free(&why);
}

// ---- the game ------------------------------------------------------------------------------------

static bool has_moves(const Session *session, int seat) {
  for (size_t i = 0; i < session->seats.n; i++) {
    if (session->seats.at[i] == seat) return true;
  }
  return false;
}

// The only legal move of a seat, or -1.
static int only_move(Table *table, int seat) {
  session_look(table->session);
  int found = -1, n = 0;
  for (size_t i = 0; i < table->session->seats.n; i++) {
    if (table->session->seats.at[i] != seat) continue;
    found = (int)i;
    n++;
  }
  return n == 1 ? found : -1;
}

// The choice of one seat, added to the turn. False when the turn is off. In a terminal forced moves are made without
// asking.
static bool choose(Table *table, int seat, Turn *turn) {
  int choice = -1;
  if (table_is_person(table, seat) && table->terminal && (choice = only_move(table, seat)) >= 0) {
    printf("player %d has only one move\n", seat_player(table->session->x, seat));
    turn->choices[turn->n++] = (uint32_t)choice;
    return true;
  }
  if (!table_is_person(table, seat)) choice = (int)agent_choose(table->agents[seat], table->session->x, seat, NULL);
  else if (table_ask(table, seat, &choice) != HEARD_MOVE) return false;
  const char *failure = table_is_person(table, seat) ? NULL : agent_failure(table->agents[seat]);
  if (failure) {
    fprintf(stderr, "senet play: %s\n", failure);
    table->left = true;
    return false;
  }
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

static bool goes_on(const Table *table) {
  const Position *x = table->session->x;
  return !table->left && !table->resigned && !position_over(x) && !x->fault;
}

static bool is_cut(const Table *table) { return table->turns && table->session->turns.n >= table->turns; }

// Where an agent moved out of sight and nothing that can be seen has changed, the board is not shown again.
static void show_changed_board(const Table *table, const Text *before) {
  Text text = {0};
  table_board_text(table, false, &text);
  if (!str_eq(text_str(&text), text_str(before))) fwrite(text.p, 1, text.n, stdout);
  text_free(&text);
}

static void play_turn(Table *table) {
  Turn turn = {0};
  Text board = {0};
  bool hidden = table_viewer(table) && game_has(table->game, GAME_HIDDEN);
  if (hidden && !table_is_person(table, seat_to_move(table->session->x))) table_board_text(table, false, &board);
  show_dice(table);
  if (choose_all(table, &turn)) {
    Player before[GAME_PLAYERS_MAX + 1] = {0};
    for (int seat = 1; seat <= table->game->players; seat++) before[seat] = seat_player(table->session->x, seat);
    show_turn(table, &turn);
    session_play(table->session, &turn);
    show_notes(table);
    show_swap(table, before);
  }
  if (!table->left && !table->resigned && !table->quiet) show_changed_board(table, &board);
  text_free(&board);
  fflush(stdout);
}

static bool has_person(const Table *table) {
  for (int seat = 1; seat <= table->session->game->players; seat++) {
    if (table_is_person(table, seat)) return true;
  }
  return false;
}

// In a terminal a person may take moves back, or save the game, also when it is over.
static void play(Table *table) {
  int none;
  table_show_board(table, false);
  table_show_pieces(table);
  do {
    while (goes_on(table) && !is_cut(table)) play_turn(table);
    if (table->left || (goes_on(table) && is_cut(table))) return;
    show_result(table);
    if (!table->terminal || !has_person(table)) return;
    table_ask(table, 0, &none);
    if (goes_on(table)) table_show_board(table, false);
  } while (goes_on(table));
}

// ---- the command ---------------------------------------------------------------------------------

static const char *const seat_options[SEAT_OPTIONS] = {"--p1", "--p2", "--p3", "--p4", "--p5", "--p6", "--p7", "--p8"};

// The agent of a seat in --agents, or NULL.
static const char *listed_agent(const Options *options, int seat) {
  const char *list = options_value(options, "--agents");
  Str rest = list ? str_of(list) : (Str){0}, agent = {0};
  for (int i = 0; i < seat; i++) {
    if (!rest.n) return NULL;
    agent = agent_next(rest);
    size_t taken = MIN(agent.n + 1, rest.n);
    rest = (Str){rest.p + taken, rest.n - taken};
  }
  return arena_text(options->arena, agent);
}

static const char *wanted_agent(const Options *options, const Table *table, int seat) {
  const char *given = seat <= SEAT_OPTIONS ? options_value(options, seat_options[seat - 1]) : NULL;
  if (!given) given = listed_agent(options, seat);
  if (given) return given;
  if (table->terminal) return seat == 1 ? "human" : table->opponent;
  return default_agent;
}

// Reads who shall play. False after saying which agent there is not, or which seat.
static bool read_seats(const Options *options, Table *table, const Game *game) {
  for (int seat = 1; seat <= MAX(game->players, (int)SEAT_OPTIONS); seat++) {
    const char *text = wanted_agent(options, table, seat), *why = "";
    if (seat > game->players && options_has(options, seat_options[seat - 1])) {
      options_misuse(options, "%s: %s has %d player%s", seat_options[seat - 1], game->name, game->players,
                     game->players == 1 ? "" : "s");
      return false;
    }
    if (seat > game->players || !strcmp(text, "human")) continue;
    if (!agent_parse(table->arena, str_of(text), &table->specs[seat], &why)) {
      options_misuse(options, "%s", why);
      return false;
    }
  }
  return true;
}

static bool seat_agent(const Options *options, Table *table, int seat, uint64_t seed) {
  const char *text = wanted_agent(options, table, seat), *why;
  if (!strcmp(text, "human")) return true;
  AgentSpec *spec = &table->specs[seat];
  why = agent_unsuited(spec, table->session->game);
  if (why) {
    fprintf(stderr, "senet play: %s cannot play %s: %s\n", text, table->session->game->name, why);
    return false;
  }
  AgentSetting setting = {.game = table->session->game,
                          .seed = contest_agent_seed(seed, 0, seat),
                          .executor = table->executor,
                          .stop = &table->stop};
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
  table->game = game;
  table->seed = seed;
  session_new(game, seed, &table->session);
  drawing_new(game, &table->drawing);
  if (!position_option_session(options, table->session)) return false;
  table->metadata = load->game.metadata;
  for (int seat = 1; seat <= game->players; seat++) {
    if (!seat_agent(options, table, seat, seed)) return false;
  }
  if (!from || table_load(table, from, &why)) return true;
  fprintf(stderr, "senet play: %s: %s\n", from, why);
  return false;
}

static bool write_game(const Options *options, Table *table) {
  const char *path = options_value(options, "--record"), *why = "";
  Text text = {0};
  if (!path) return true;
  session_save(table->session, &table->names, &text);
  bool good = file_write(table->arena, path, text_str(&text), &why);
  if (!good) fprintf(stderr, "senet play: cannot write '%s': %s\n", path, why);
  text_free(&text);
  return good;
}

static void close_table(Table *table) {
  for (int seat = 1; seat <= GAME_PLAYERS_MAX; seat++) agent_free(table->agents[seat]);
  line_reader_free(table->reader);
  drawing_free(table->drawing);
  session_free(table->session);
}

// The compass sides of the board that a player is to connect, such as "N and S". A corner is not a side, and a single
// side is a goal or a home, which is seen on the board.
static void write_sides(Text *out, const Game *game, Player player) {
  int n = 0;
  for (Dir d = 0; d < DIRS; d++) {
    SiteList side = topo_side(game->board, game->site_type, d);
    bool owned = false;
    for (int r = 0; r < game->n_regions && side.n > 1 && !owned; r++) {
      if (game->regions[r].owner != player || !game->regions[r].sites) continue;
      owned = true;
      for (int i = 0; i < side.n && owned; i++) owned = bit_get(game->regions[r].sites, side.at[i]);
    }
    if (owned && dir_is_specific(d)) text_printf(out, "%s%s", n++ ? " and " : "", dir_name(d));
  }
  if (n < 2) text_clear(out);
}

static void greet_seat(const Table *table, int seat) {
  Text sides = {0};
  write_sides(&sides, table->game, seat);
  printf("Player %d: %s%s%.*s\n", seat, table_is_person(table, seat) ? "you" : table->specs[seat].text,
         sides.n ? ", sides " : "", (int)sides.n, sides.n ? sides.p : "");
  text_free(&sides);
}

static void greet(const Table *table) {
  Str rules = table->metadata ? metadata_info(table->metadata, "rules") : (Str){0};
  enum { SHORT = 400 };
  printf("%s, seed %llu.\n", table->names.name, (unsigned long long)table->seed);
  for (int seat = 1; seat <= table->game->players; seat++) greet_seat(table, seat);
  if (rules.n && rules.n <= SHORT) printf("%.*s\n", (int)rules.n, rules.p);
  printf("Type `help` to see what you can do, `rules` to read the rules.\n");
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
  if (table->terminal || has_person(table)) return;
  if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting <= 0) return;
  fprintf(stderr, "senet play: agents play all seats and standard input is not read; --p1 human reads moves from it\n");
}

static int run_play(const Options *options) {
  Load load;
  int64_t seed = 1, turns = 0;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed)) return EXIT_USAGE;
  if (!options_integer(options, "--moves", 1, INT32_MAX, &turns)) return EXIT_USAGE;
  bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  if (terminal && !options_has(options, "--seed")) seed = fresh_seed();
  Table table = {.arena = options->arena,
                 .terminal = terminal,
                 .turns = (size_t)turns,
                 .quiet = options_has(options, "--quiet"),
                 .pondering = options_has(options, "--ponder")};
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  if (game) table.opponent = opponent_for(options->arena, game, 1);
  bool meant = !game || read_seats(options, &table, game);
  bool good = game && meant && load_executor(&load, options, game);
  table.executor = load.executor;
  good = good && open_table(options, &load, game, (uint64_t)seed, &table);
  if (good) {
    if (table.terminal) greet(&table);
    note_unread_moves(&table);
    play(&table);
    good = write_game(options, &table) && !table.session->x->fault;
  }
  close_table(&table);
  load_free(&load);
  if (!meant) return EXIT_USAGE;
  return good ? EXIT_YES : EXIT_NO;
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
    {"--load", "FILE", "Goes on with a saved game."},
    {"--record", "FILE", "Writes the game to a file when it is over; --load reads it.", .also = "--save"},
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
