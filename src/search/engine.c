// Other programs as agents: an engine that speaks UGI or GTP is started, told the moves of the game and asked for its
// own. To write moves down as the engine knows them, the agent follows the game on a position of its own.
#include "search/agent.h"

#include "base/child.h"
#include "base/clock.h"
#include "play/model/move_key.h"
#include "play/show/notation.h"
#include "search/budget.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const double greeting_seconds = 20, grace_seconds = 20, stop_seconds = 2, poll_seconds = 0.05;
enum { GO_MILLISECONDS = 1000 };  // when nothing limits the engine

typedef enum EngineProtocol { ENGINE_UGI, ENGINE_GTP } EngineProtocol;

typedef struct EngineOptions {
  const char *command;
  int protocol;  // EngineProtocol
  Budget budget;
} EngineOptions;

typedef struct Engine {
  const EngineOptions *options;
  const Game *game;
  const atomic_bool *stop;
  Child child;
  bool greeted;
  Position *mirror;         // follows the game
  Arena arena;              // of the words
  VEC(const char *) words;  // the moves so far, as the engine is told
  VEC(uint64_t) hashes;     // and where they led
  size_t told;              // GTP: moves the engine has been told
  Notation notation;
  Text line;
  char failure[160];
} Engine;

static void *open_engine(const AgentSetting *setting, const void *options) {
  Engine *engine = mem_alloc_zero(sizeof *engine);
  *engine = (Engine){.options = options, .game = setting->game, .stop = setting->stop};
  engine->mirror = position_new(setting->game, setting->seed, 0);
  return engine;
}

static void close_engine(void *self) {
  Engine *engine = self;
  if (engine->child.pid) child_send(&engine->child, "quit");
  child_end(&engine->child);
  position_free(engine->mirror);
  arena_free(&engine->arena);
  VEC_FREE(&engine->words);
  VEC_FREE(&engine->hashes);
  notation_free(&engine->notation);
  text_free(&engine->line);
  mem_free(engine);
}

static bool fail(Engine *engine, const char *why) {
  if (!engine->failure[0]) snprintf(engine->failure, sizeof engine->failure, "the engine %s", why);
  return false;
}

// ---- following the game ----------------------------------------------------------------------------

static void begin_again(Engine *engine) {
  position_start(engine->mirror);
  arena_free(&engine->arena);
  VEC_CLEAR(&engine->words);
  VEC_CLEAR(&engine->hashes);
  engine->told = 0;
}

// Makes the move with this key on the mirror and notes how it is written.
static bool follow(Engine *engine, uint64_t key) {
  Position *x = engine->mirror;
  MoveList list = position_moves(x);
  uint32_t i = 0;
  while (i < list.n && move_key(x, move_at(x, list, i)) != key) i++;
  bool found = i < list.n;
  if (found) {
    notation_make(&engine->notation, x, list);
    VEC_PUSH(&engine->words, arena_text(&engine->arena, str_of(notation_of(&engine->notation, i))));
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    VEC_PUSH(&engine->hashes, position_full_hash(x));
  }
  position_forget(x, list);
  return found;
}

// Brings the mirror to where x is. The moves it has already made must be the first of those of x.
static bool catch_up(Engine *engine, const Position *x) {
  size_t known = engine->words.n;
  bool follows = known <= x->played.n;
  for (size_t i = 0; follows && i < known; i++) follows = played_key(engine->mirror, i) == played_key(x, i);
  if (!follows || !known) begin_again(engine);
  if ((int32_t)x->played.n != x->head->moves) return fail(engine, "cannot be told a position without its moves");
  for (size_t i = engine->words.n; i < x->played.n; i++) {
    if (!follow(engine, played_key(x, i))) return fail(engine, "cannot be told the moves of this game");
  }
  if (position_full_hash(engine->mirror) == position_full_hash(x)) return true;
  return fail(engine, "cannot be told this position");
}

// ---- talking ---------------------------------------------------------------------------------------

// How long an answer is waited for: not much longer once somebody wants the search to stop.
typedef struct Wait {
  double until;
  bool stopping;
} Wait;

static Wait wait_begin(double seconds) { return (Wait){.until = clock_seconds() + seconds}; }

// True at the moment when stopping is first seen.
static bool wait_stops(const Engine *engine, Wait *wait) {
  if (wait->stopping || !engine->stop || !atomic_load(engine->stop)) return false;
  wait->until = MIN(wait->until, clock_seconds() + stop_seconds);
  return wait->stopping = true;
}

static bool send_line(Engine *engine, const char *line) {
  if (child_send(&engine->child, line)) return true;
  return fail(engine, engine->child.output.n ? "does not read what it is sent" : "has ended");
}

// Reads until a line begins with the word; what follows is in *rest. The engine is told when it should stop.
static bool wait_for(Engine *engine, const char *word, double seconds, const char **rest) {
  Wait wait = wait_begin(seconds);
  while (clock_seconds() < wait.until) {
    ChildRead got = child_read(&engine->child, poll_seconds, &engine->line);
    if (got == CHILD_ENDED) return fail(engine, "has ended");
    if (wait_stops(engine, &wait)) child_send(&engine->child, "stop");
    if (got != CHILD_LINE || !str_starts(text_str(&engine->line), word)) continue;
    *rest = engine->line.p + strlen(word);
    *rest += strspn(*rest, " \t");
    return true;
  }
  return fail(engine, "does not answer");
}

static double seconds_to_wait(const Engine *engine) {
  const Budget *budget = &engine->options->budget;
  if (budget->seconds > 0) return budget->seconds + grace_seconds;
  return budget->iterations > 0 ? 1e6 : GO_MILLISECONDS / 1000.0 + grace_seconds;
}

static bool ask_ugi(Engine *engine, const char **answer) {
  const Budget *budget = &engine->options->budget;
  Text text = {0};
  text_puts(&text, "position startpos");
  for (size_t i = 0; i < engine->words.n; i++) text_printf(&text, "%s%s", i ? " " : " moves ", engine->words.at[i]);
  bool sent = send_line(engine, text.p);
  text_clear(&text);
  if (budget->iterations > 0) text_printf(&text, "go nodes %" PRId64, budget->iterations);
  else text_printf(&text, "go movetime %.0f", budget->seconds > 0 ? 1000 * budget->seconds : GO_MILLISECONDS);
  sent = sent && send_line(engine, text.p);
  text_free(&text);
  return sent && wait_for(engine, "bestmove", seconds_to_wait(engine), answer);
}

// ---- GTP -------------------------------------------------------------------------------------------

// Sends a command and takes its answer. False when it was refused.
static bool gtp(Engine *engine, const char *command, double seconds, const char **answer) {
  if (!send_line(engine, command)) return false;
  Wait wait = wait_begin(seconds);
  while (clock_seconds() < wait.until) {
    ChildRead got = child_read(&engine->child, poll_seconds, &engine->line);
    if (got == CHILD_ENDED) return fail(engine, "has ended");
    wait_stops(engine, &wait);
    if (got != CHILD_LINE || (engine->line.p[0] != '=' && engine->line.p[0] != '?')) continue;
    *answer = engine->line.p + 1 + strspn(engine->line.p + 1, " \t");
    return engine->line.p[0] == '=' || fail(engine, "refuses a command");
  }
  return fail(engine, "does not answer");
}

static bool is_vertex(const char *word) {
  return isalpha((unsigned char)word[0]) && word[1] && strspn(word + 1, "0123456789") == strlen(word + 1);
}

// Columns of GTP skip the letter I.
static void write_vertex(Text *out, const char *word) {
  int letter = toupper((unsigned char)word[0]);
  if (is_vertex(word)) text_printf(out, "%c%s", letter >= 'I' ? letter + 1 : letter, word + 1);
  else text_puts(out, word);
}

static char *read_vertex(Engine *engine, const char *word) {
  char *text = arena_text(&engine->arena, str_of(word));
  text[strcspn(text, " \t\r")] = '\0';
  if (is_vertex(text) && toupper((unsigned char)text[0]) > 'I') text[0]--;
  return text;
}

// Player 1 is black. Which player made move number i is known by the mirror.
static const char *colour_of(Player player) { return player == 1 ? "b" : "w"; }

static bool tell_gtp(Engine *engine) {
  const char *answer;
  if (engine->told == 0 && !gtp(engine, "clear_board", greeting_seconds, &answer)) return false;
  for (; engine->told < engine->words.n; engine->told++) {
    Text text = {0};
    text_printf(&text, "play %s ", colour_of(engine->mirror->played.at[engine->told].move.mover));
    write_vertex(&text, engine->words.at[engine->told]);
    bool good = gtp(engine, text.p, greeting_seconds, &answer);
    text_free(&text);
    if (!good) return false;
  }
  return true;
}

static bool ask_gtp(Engine *engine, const char **answer) {
  char command[80];
  const char *mine = colour_of(position_mover(engine->mirror)), *ignored;
  if (!tell_gtp(engine)) return false;
  if (engine->options->budget.seconds > 0) {
    snprintf(command, sizeof command, "time_settings 0 %d 1", (int)MAX(engine->options->budget.seconds, 1));
    if (!gtp(engine, command, greeting_seconds, &ignored)) engine->failure[0] = '\0';  // not every engine has it
  }
  snprintf(command, sizeof command, "genmove %s", mine);
  engine->told = 0;  // whether the move it makes is made here is not known: all are told again
  if (!gtp(engine, command, seconds_to_wait(engine), answer)) return false;
  *answer = read_vertex(engine, *answer);
  return true;
}

// ---- the answer ------------------------------------------------------------------------------------

static bool greet(Engine *engine) {
  const char *why = "", *rest;
  if (engine->greeted) return true;
  if (!engine->child.pid && !child_start(&engine->child, engine->options->command, &why)) return fail(engine, why);
  if (engine->options->protocol == ENGINE_GTP) return engine->greeted = gtp(engine, "name", greeting_seconds, &rest);
  if (!send_line(engine, "ugi") || !wait_for(engine, "ugiok", greeting_seconds, &rest)) return false;
  return engine->greeted = send_line(engine, "uginewgame");
}

// The number of the move the engine wrote, or -1.
static int read_choice(Engine *engine, const char *answer) {
  Position *x = engine->mirror;
  Str word = {answer, strcspn(answer, " \t")};
  MoveList list = position_moves(x);
  notation_make(&engine->notation, x, list);
  int choice = notation_find(&engine->notation, word);
  position_forget(x, list);
  return choice;
}

static bool ask(Engine *engine, const Position *x, int *choice) {
  const char *answer = "";
  if (!greet(engine) || !catch_up(engine, x)) return false;
  bool gtp_engine = engine->options->protocol == ENGINE_GTP;
  if (!(gtp_engine ? ask_gtp(engine, &answer) : ask_ugi(engine, &answer))) return false;
  *choice = read_choice(engine, answer);
  if (*choice >= 0) return true;
  char why[120];
  snprintf(why, sizeof why, "answers '%.60s', which is not a legal move", answer);
  return fail(engine, why);
}

static uint32_t choose_engine(void *self, const Position *x, int seat, SearchReport *report) {
  (void)seat;
  Engine *engine = self;
  int choice = 0;
  double began = clock_seconds();
  engine->failure[0] = '\0';
  if (!ask(engine, x, &choice)) {
    report->failure = engine->failure;
    choice = 0;
    child_end(&engine->child);
    engine->greeted = false;
  }
  report->seconds = clock_seconds() - began;
  VEC_PUSH(&report->expected, (uint32_t)choice);
  return (uint32_t)choice;
}

static const char *refuse_engine(const void *given) {
  const EngineOptions *options = given;
  return options->command[0] ? NULL : "cmd must say how the engine is started, as in engine:cmd=\"gnugo --mode gtp\"";
}

static const char *unsuited_engine(const Game *game, const void *options) {
  (void)options;
  if (game_has(game, GAME_STOCHASTIC)) return "engines are told moves, not what chance does";
  if (game_has(game, GAME_HIDDEN)) return "engines would see what is hidden";
  if (game->mode != MODE_ALTERNATING) return "engines play games in which players take turns";
  if (game->n_subgames) return "engines play single games";
  const EngineOptions *engine = options;
  if (engine->protocol == ENGINE_GTP && game->players != 2) return "GTP is for two players";
  return NULL;
}

static const char *const protocol_words[] = {"ugi", "gtp", NULL};

static const SearchOption engine_options[] = {
    {"cmd", OPTION_TEXT, offsetof(EngineOptions, command), 0, 0, "", NULL, "How the program is started, in quotes."},
    {"protocol", OPTION_WORD, offsetof(EngineOptions, protocol), 0, 0, "ugi", protocol_words, "What it speaks."},
    BUDGET_OPTIONS(EngineOptions, budget, "Nodes for a move (UGI); a second a move when nothing limits the engine."),
    {0},
};

const AgentKind agent_engine = {
    .name = "engine",
    .doc = "Another program that speaks UGI or GTP, in games without chance and hidden information.",
    .options = engine_options,
    .size = sizeof(EngineOptions),
    .refuse = refuse_engine,
    .unsuited = unsuited_engine,
    .open = open_engine,
    .choose = choose_engine,
    .close = close_engine,
};
