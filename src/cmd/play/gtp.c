// senet gtp: the Go Text Protocol, version 2, for any game of two players who take turns. A vertex such as D4 is the
// move that puts a piece there; other moves are written as `senet play` lists them. As the protocol says, the columns
// of vertices skip the letter I.
#include "cmd/frame/api_load.h"
#include "cmd/frame/line_input.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { GTP_LINE_MAX = 1 << 20, GTP_SHARE_OF_CLOCK = 20 };

typedef struct Gtp {
  Arena *arena;
  senet_game *game;
  senet_position *position;
  senet_agent *agent;
  const char *text;  // of the agent
  bool limited;      // it has limits of the protocol instead of its own
  bool skips;        // columns skip the letter I: there are few enough of them
  uint64_t seed;
  double time_left[3];  // by player, 0: not said
  double per_move;      // seconds, 0: not said
  bool quit;
  Text line, answer;
} Gtp;

// An answer: true for success. The text is in gtp->answer.
typedef bool GtpCommand(Gtp *gtp, const char *rest);

static bool fail(Gtp *gtp, const char *why) {
  text_clear(&gtp->answer);
  text_puts(&gtp->answer, why);
  return false;
}

// ---- moves ---------------------------------------------------------------------------------------

// A vertex is one letter and a number.
static bool is_vertex(Str word) {
  if (word.n < 2 || !isalpha((unsigned char)word.p[0])) return false;
  for (size_t i = 1; i < word.n; i++) {
    if (!isdigit((unsigned char)word.p[i])) return false;
  }
  return true;
}

// The letter of a column with I left out, and back; 0 for I itself. Boards of more than 25 columns, which the protocol
// does not know, have all letters.
static char column_out(char letter) { return toupper((unsigned char)letter) >= 'I' ? (char)(letter + 1) : letter; }
static char column_in(char letter) {
  int upper = toupper((unsigned char)letter);
  return upper == 'I' ? '\0' : upper > 'I' ? (char)(upper - 1) : (char)upper;
}

static bool find_move(Gtp *gtp, Str word, size_t *move) {
  char *text = arena_text(gtp->arena, word);
  if (gtp->skips && is_vertex(word)) text[0] = column_in(text[0]);
  return text[0] && senet_position_find_move(gtp->position, text, move) == SENET_OK;
}

static void write_move(Gtp *gtp, size_t move) {
  Text text = {0};
  api_move_text(gtp->position, move, &text);
  if (gtp->skips && text.n && is_vertex(text_str(&text))) text.p[0] = column_out(text.p[0]);
  text_add(&gtp->answer, text_str(&text));
  text_free(&text);
}

// b, black, w, white; 0 for something else.
static int player_of(Str colour) {
  char *text = (char[8]){0};
  for (size_t i = 0; i < MIN(colour.n, 7u); i++) text[i] = (char)tolower((unsigned char)colour.p[i]);
  if (!strcmp(text, "b") || !strcmp(text, "black")) return 1;
  return !strcmp(text, "w") || !strcmp(text, "white") ? 2 : 0;
}

static bool check_colour(Gtp *gtp, const char **rest, int *player) {
  *player = player_of(line_word(rest));
  if (!*player) return fail(gtp, "invalid color");
  if (api_stopped(gtp->position)) return fail(gtp, senet_message());
  if (senet_position_over(gtp->position)) return fail(gtp, "the game is over");
  return senet_position_mover(gtp->position) == *player || fail(gtp, "it is the other player's turn");
}

static bool play(Gtp *gtp, const char *rest) {
  int player;
  size_t move;
  if (!check_colour(gtp, &rest, &player)) return false;
  if (!find_move(gtp, line_word(&rest), &move)) return fail(gtp, "illegal move");
  return senet_position_apply(gtp->position, move) == SENET_OK || fail(gtp, senet_message());
}

// Without time from the protocol its own limits count again.
static bool limit_agent(Gtp *gtp, double seconds) {
  if (seconds <= 0 && gtp->limited) {
    senet_agent_free(gtp->agent);
    gtp->agent = NULL;
    gtp->limited = false;
  }
  if (!gtp->agent && senet_agent_new(gtp->game, gtp->text, gtp->seed, &gtp->agent) != SENET_OK) return false;
  if (seconds > 0) gtp->limited = senet_agent_limit(gtp->agent, MIN(seconds, 1e6), 0) == SENET_OK;
  return true;
}

static bool think(Gtp *gtp, const char *rest, bool made) {
  int player;
  size_t move;
  if (!check_colour(gtp, &rest, &player)) return false;
  double seconds = gtp->per_move > 0 ? gtp->per_move : gtp->time_left[player] / GTP_SHARE_OF_CLOCK;
  if (!limit_agent(gtp, seconds)) return fail(gtp, senet_message());
  if (senet_agent_ask(gtp->agent, gtp->position, 0, &move, NULL) != SENET_OK) return fail(gtp, senet_message());
  write_move(gtp, move);
  return !made || senet_position_apply(gtp->position, move) == SENET_OK || fail(gtp, senet_message());
}

static bool generate(Gtp *gtp, const char *rest) { return think(gtp, rest, true); }
static bool suggest(Gtp *gtp, const char *rest) { return think(gtp, rest, false); }

static bool list_legal(Gtp *gtp, const char *rest) {
  (void)rest;
  size_t n = 0;
  if (!api_list(gtp->position, &n)) return fail(gtp, senet_message());
  for (size_t i = 0; i < n; i++) {
    if (i) text_char(&gtp->answer, ' ');
    write_move(gtp, i);
  }
  return true;
}

static bool undo(Gtp *gtp, const char *rest) {
  (void)rest;
  return senet_position_undo(gtp->position) == SENET_OK || fail(gtp, "cannot undo");
}

// ---- the game ------------------------------------------------------------------------------------

static bool clear_board(Gtp *gtp, const char *rest) {
  (void)rest;
  memset(gtp->time_left, 0, sizeof gtp->time_left);
  return senet_position_start(gtp->position, gtp->seed, 0) == SENET_OK || fail(gtp, senet_message());
}

// The board is that of the game: only its own size is accepted.
static bool board_size(Gtp *gtp, const char *rest) {
  char *end, *text = arena_text(gtp->arena, line_word(&rest));
  long size = strtol(text, &end, 10);
  if (end == text || *end) return fail(gtp, "boardsize not an integer");
  size_t cells = senet_game_sites(gtp->game, SENET_CELL), vertices = senet_game_sites(gtp->game, SENET_VERTEX);
  bool fits = size > 0 && size < 1000 && ((size_t)(size * size) == cells || (size_t)(size * size) == vertices);
  return fits ? clear_board(gtp, "") : fail(gtp, "unacceptable size");
}

static bool accept(Gtp *gtp, const char *rest) {
  (void)gtp, (void)rest;
  return true;
}

// time_settings MAIN BYO STONES: a period that is only for so many stones is shared evenly.
static bool time_settings(Gtp *gtp, const char *rest) {
  double main_time, period, stones;
  if (sscanf(rest, "%lf %lf %lf", &main_time, &period, &stones) != 3) return fail(gtp, "syntax error");
  gtp->per_move = main_time <= 0 && period > 0 && stones > 0 ? period / stones : 0;
  gtp->time_left[1] = gtp->time_left[2] = MAX(main_time, 0);
  return true;
}

static bool time_left(Gtp *gtp, const char *rest) {
  int player = player_of(line_word(&rest));
  double seconds;
  if (!player || sscanf(rest, "%lf", &seconds) != 1) return fail(gtp, "syntax error");
  gtp->time_left[player] = MAX(seconds, 0.001);
  gtp->per_move = 0;
  return true;
}

static bool show_board(Gtp *gtp, const char *rest) {
  (void)rest;
  size_t n = 0;
  senet_position_draw(gtp->position, 0, NULL, 0, &n);
  char *text = mem_alloc(n + 1);
  if (senet_position_draw(gtp->position, 0, text, n + 1, NULL) == SENET_OK) {
    text_char(&gtp->answer, '\n');
    for (const char *at = text; *at; at++) {  // an empty line would end the answer
      if (at[0] != '\n' || at[1] != '\n') text_char(&gtp->answer, *at);
    }
  }
  mem_free(text);
  while (gtp->answer.n && gtp->answer.p[gtp->answer.n - 1] == '\n') gtp->answer.p[--gtp->answer.n] = '\0';
  return true;
}

static bool final_score(Gtp *gtp, const char *rest) {
  (void)rest;
  double utilities[2];
  if (!senet_position_over(gtp->position)) return fail(gtp, "cannot score");
  if (api_stopped(gtp->position)) return fail(gtp, senet_message());
  senet_position_utilities(gtp->position, utilities, 2);
  text_puts(&gtp->answer, utilities[0] > utilities[1] ? "B+1" : utilities[0] < utilities[1] ? "W+1" : "0");
  return true;
}

// ---- about ---------------------------------------------------------------------------------------

static bool protocol_version(Gtp *gtp, const char *rest) {
  (void)rest;
  text_puts(&gtp->answer, "2");
  return true;
}

static bool name(Gtp *gtp, const char *rest) {
  (void)rest;
  text_printf(&gtp->answer, "Senet %s", senet_game_name(gtp->game));
  return true;
}

static bool version(Gtp *gtp, const char *rest) {
  (void)rest;
  text_puts(&gtp->answer, senet_version());
  return true;
}

static bool quit(Gtp *gtp, const char *rest) {
  (void)rest;
  return gtp->quit = true;
}

static bool known_command(Gtp *gtp, const char *rest);
static bool list_commands(Gtp *gtp, const char *rest);

static const struct {
  const char *name;
  GtpCommand *run;
} gtp_rows[] = {
    {"protocol_version", protocol_version},
    {"name", name},
    {"version", version},
    {"known_command", known_command},
    {"list_commands", list_commands},
    {"quit", quit},
    {"boardsize", board_size},
    {"clear_board", clear_board},
    {"komi", accept},
    {"play", play},
    {"genmove", generate},
    {"reg_genmove", suggest},
    {"undo", undo},
    {"time_settings", time_settings},
    {"time_left", time_left},
    {"final_score", final_score},
    {"showboard", show_board},
    {"all_legal", list_legal},
};

static GtpCommand *find(Str word) {
  for (size_t i = 0; i < COUNT_OF(gtp_rows); i++) {
    if (str_is(word, gtp_rows[i].name)) return gtp_rows[i].run;
  }
  return NULL;
}

static bool known_command(Gtp *gtp, const char *rest) {
  text_puts(&gtp->answer, find(line_word(&rest)) ? "true" : "false");
  return true;
}

static bool list_commands(Gtp *gtp, const char *rest) {
  (void)rest;
  for (size_t i = 0; i < COUNT_OF(gtp_rows); i++) {
    text_printf(&gtp->answer, "%s%s", i ? "\n" : "", gtp_rows[i].name);
  }
  return true;
}

// ---- the loop ------------------------------------------------------------------------------------

// What the protocol leaves out of a line: comments and control characters.
static void clean(Text *line) {
  char *comment = memchr(line->p, '#', line->n);
  if (comment) line->n = (size_t)(comment - line->p);
  line->p[line->n] = '\0';
  for (size_t i = 0; i < line->n; i++) {
    if ((unsigned char)line->p[i] < ' ') line->p[i] = ' ';
  }
}

static void serve(Gtp *gtp) {
  const char *rest = gtp->line.p;
  Str word = line_word(&rest), id = {rest, 0};
  if (word.n && isdigit((unsigned char)word.p[0])) id = word, word = line_word(&rest);
  if (!word.n) return;
  GtpCommand *command = find(word);
  text_clear(&gtp->answer);
  bool good = command ? command(gtp, rest) : fail(gtp, "unknown command");
  printf("%c%.*s %.*s\n\n", good ? '=' : '?', (int)id.n, id.p, (int)gtp->answer.n, gtp->answer.n ? gtp->answer.p : "");
  fflush(stdout);
}

static void listen(Gtp *gtp) {
  for (LineRead got; !gtp->quit && (got = line_read(stdin, &gtp->line, GTP_LINE_MAX)) != LINE_END;) {
    ArenaMark mark = arena_mark(gtp->arena);
    if (got == LINE_TOO_LONG) {
      printf("? the line is too long\n\n");
      fflush(stdout);
      continue;
    }
    clean(&gtp->line);
    serve(gtp);
    arena_rewind(gtp->arena, mark);
  }
}

static bool suits(senet_game *game) {
  bool turns = !(senet_game_flags(game) & SENET_GAME_SIMULTANEOUS);
  if (senet_game_players(game) == 2 && turns) return true;
  fprintf(stderr, "senet gtp: the protocol is for games of two players who take turns\n");
  return false;
}

// Whether some site is in column Z.
static bool has_last_column(senet_game *game) {
  char name[8];
  for (int type = SENET_CELL; type <= SENET_EDGE; type++) {
    for (size_t i = 0, n = senet_game_sites(game, type); i < n; i++) {
      bool known = senet_game_site_name(game, type, (int32_t)i, name, sizeof name, NULL) == SENET_OK;
      if (known && name[0] == 'Z' && isdigit((unsigned char)name[1])) return true;
    }
  }
  return false;
}

static bool begin(Gtp *gtp, const Options *options) {
  const char *agent = options_value(options, "--agent");
  if (!suits(gtp->game)) return false;
  gtp->text = agent ? agent : "auto";
  gtp->skips = !has_last_column(gtp->game);
  if (!api_start(options, gtp->game, gtp->seed, &gtp->position)) return false;
  if (senet_agent_new(gtp->game, gtp->text, gtp->seed, &gtp->agent) == SENET_OK) return true;
  fprintf(stderr, "senet gtp: %s\n", senet_message());
  return false;
}

static int run_gtp(const Options *options) {
  senet_library *library = NULL;
  Gtp gtp = {.arena = options->arena};
  int64_t seed = 1;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed)) return EXIT_USAGE;
  gtp.seed = (uint64_t)seed;
  bool good = api_open(options, &library) && api_load(options, library, options->arguments[0], &gtp.game);
  good = good && begin(&gtp, options);
  if (good) listen(&gtp);
  text_free(&gtp.line);
  text_free(&gtp.answer);
  senet_agent_free(gtp.agent);
  senet_position_free(gtp.position);
  senet_game_free(gtp.game);
  senet_library_free(library);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption gtp_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--agent", "AGENT", "Who generates moves; default auto."},
    {"--seed", "K", "Seed of chance and the agent; default 1."},
    {0},
};

const Command command_gtp = {
    .name = "gtp",
    .usage = "GAME",
    .doc = "Speaks the Go Text Protocol for any game of two players on standard input and output.",
    .details =
        "Black is player 1. A vertex such as D4 is the move that puts a piece there, with columns that skip the letter "
        "I;\n"
        "other moves are written as `senet play` lists them. Beside the commands of the protocol, all_legal lists the\n"
        "legal moves.",
    .least = 1,
    .most = 1,
    .options = gtp_options,
    .run = run_gtp,
};
