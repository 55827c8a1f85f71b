// The entrances for other programs: UGI, GTP and JSON lines. Whatever comes on standard input, the command answers and
// ends with it.
//
// An input is the number of a protocol and a game, and then what the other program says. Lines that would search for
// long, start a program or name a file are left out. Opening a game and an agent takes far longer than to answer a
// line, so a command that has answered one input is kept, in a thread of its own, for later ones of the same number;
// what an input changed is set back by the lines before and after it. Inputs that say quit, and every INPUTS_MAX-th,
// end it.
#define _GNU_SOURCE  // fopencookie
#include "cmd/frame/command_options.h"

#include "base/lock.h"
#include "base/text.h"
#include "base/thread.h"
#include "target.h"

#include <stdio.h>

enum { INPUT_MAX = 6000, DIGITS_MAX = 2, WORDS_MAX = 8, INPUTS_MAX = 3000, MAY_QUIT = 128 };

#define UGI_FIRST "setoption name agent value uct:iterations=3\nsetoption name ponder value no\nuginewgame\n"
#define LAST_ID "\"end of the input\""

typedef struct Speech {
  const char *words[WORDS_MAX];  // of the command line, ended by NULL
  const char *before, *after;    // lines around every input
  bool marked;                   // the answer to the lines after it has LAST_ID
} Speech;

static const Speech speeches[] = {
    {{"ugi", "--executor", "interpreter", "Tic-Tac-Toe", NULL}, UGI_FIRST, "uginewgame\n", false},
    {{"lines", "--executor", "interpreter", "--threads", "1", NULL},
     "",
     "{\"command\": \"version\", \"id\": " LAST_ID "}\n",
     true},
    {{"ugi", "--executor", "interpreter", "Backgammon", NULL}, UGI_FIRST, "uginewgame\n", false},
    {{"gtp", "--agent", "uct:iterations=3", "Gomoku", NULL}, "clear_board\n", "clear_board\n", false},
    {{"ugi", "--executor", "interpreter", "Breakthrough", NULL}, UGI_FIRST, "uginewgame\n", false},
    {{"ugi", "--executor", "interpreter", "German Whist", NULL}, UGI_FIRST, "uginewgame\n", false},
};

static bool has(Str line, const char *word) {
  size_t n = strlen(word);
  for (size_t i = 0; i + n <= line.n; i++) {
    if (!memcmp(line.p + i, word, n)) return true;
  }
  return false;
}

static bool has_long_number(Str line) {
  int digits = 0;
  for (size_t i = 0; i < line.n; i++) {
    char c = line.p[i];
    if (digits && strchr("eExX", c)) return true;
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > DIGITS_MAX) return true;
  }
  return false;
}

// Searches have a limit of iterations below a hundred, and an agent that is ready at once: the default one plays games
// with itself first.
static bool harmless(Str line) {
  static const char *const never[] = {"engine", "model", "/",       "second", "time",
                                      "auto",   "inf",   "threads", "\\",     "end of the input"};
  for (size_t i = 0; i < COUNT_OF(never); i++) {
    if (has(line, never[i])) return false;
  }
  bool searches = has(line, "go") || has(line, "agent") || has(line, "analyse") || has(line, "playout");
  if (has(line, "analyse") && !(has(line, "iterations\":") && has(line, "agent\":"))) return false;
  if (has(line, "go") && !has(line, "nodes ")) return false;
  return !searches || !has_long_number(line);
}

// ---- a command that is kept ----------------------------------------------------------------------

typedef struct Talk {
  const Speech *speech;
  Thread *thread;  // NULL: none
  FILE *in, *out;
  int inputs;
  Lock lock;
  Signal changed;
  Text text;     // what the command is to read
  size_t taken;  // of it
  bool asks, marked, closing, ended;
} Talk;

static Talk talks[COUNT_OF(speeches)];

static ssize_t give_text(void *self, char *out, size_t room) {
  Talk *talk = self;
  lock_take(&talk->lock);
  while (talk->taken == talk->text.n && !talk->closing) {
    talk->asks = true;
    signal_all(&talk->changed);
    signal_wait(&talk->changed, &talk->lock);
  }
  size_t n = MIN(room, talk->text.n - talk->taken);
  if (n) memcpy(out, talk->text.p + talk->taken, n);
  talk->taken += n;
  talk->asks = false;
  lock_give(&talk->lock);
  return (ssize_t)n;
}

static ssize_t take_answer(void *self, const char *text, size_t n) {
  Talk *talk = self;
  if (!has((Str){text, n}, LAST_ID)) return (ssize_t)n;
  lock_take(&talk->lock);
  talk->marked = true;
  signal_all(&talk->changed);
  lock_give(&talk->lock);
  return (ssize_t)n;
}

static void run_command(void *self) {
  Talk *talk = self;
  const char *const *words = talk->speech->words;
  Arena arena = {0};
  Options options;
  int n = 0;
  while (words[n]) n++;
  if (!options_parse(&arena, command_find(words[0]), n, (char **)words, &options)) abort();
  command_find(words[0])->run(&options);
  arena_free(&arena);
  lock_take(&talk->lock);
  talk->ended = true;
  signal_all(&talk->changed);
  lock_give(&talk->lock);
}

static void open_talk(Talk *talk, const Speech *speech) {
  *talk = (Talk){.speech = speech};
  lock_init(&talk->lock);
  signal_init(&talk->changed);
  talk->in = fopencookie(talk, "r", (cookie_io_functions_t){.read = give_text});
  talk->out = fopencookie(talk, "w", (cookie_io_functions_t){.write = take_answer});
  if (!talk->in || !talk->out) abort();
}

static void close_talk(Talk *talk) {
  if (!talk->thread) return;
  FILE *usual = stdin, *usual_out = stdout;
  stdin = talk->in;
  stdout = talk->out;
  lock_take(&talk->lock);
  talk->closing = true;
  signal_all(&talk->changed);
  lock_give(&talk->lock);
  thread_end(talk->thread);
  stdin = usual;
  stdout = usual_out;
  fclose(talk->in);
  fclose(talk->out);
  text_free(&talk->text);
  talk->thread = NULL;
}

static void close_all(void) {
  for (size_t i = 0; i < COUNT_OF(talks); i++) close_talk(&talks[i]);
}

// The command waits for more to read, from what is standard input until then, and has answered all.
static bool is_answered(const Talk *talk) {
  bool done = talk->asks && (talk->marked || !talk->speech->marked);
  return talk->ended || (done && talk->taken == talk->text.n);
}

static void hand_over(Talk *talk, Str text) {
  lock_take(&talk->lock);
  talk->text.n = talk->taken = 0;
  talk->asks = talk->marked = false;
  text_puts(&talk->text, talk->speech->before);
  text_add(&talk->text, text);
  text_puts(&talk->text, talk->speech->after);
  if (!talk->thread) thread_start(&talk->thread, run_command, talk);
  signal_all(&talk->changed);
  while (!is_answered(talk)) signal_wait(&talk->changed, &talk->lock);
  lock_give(&talk->lock);
}

static void speak(size_t number, Str text) {
  static bool first = true;
  if (first) atexit(close_all);
  first = false;
  Talk *talk = &talks[number];
  if (!talk->thread) open_talk(talk, &speeches[number]);
  FILE *usual = stdin, *usual_out = stdout;
  stdin = talk->in;
  stdout = talk->out;
  hand_over(talk, text);
  stdin = usual;
  stdout = usual_out;
  if (talk->ended || ++talk->inputs == INPUTS_MAX) close_talk(talk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > INPUT_MAX) return 0;
  Text text = {0};
  for (size_t at = 1; at < size;) {
    const uint8_t *end = memchr(data + at, '\n', size - at);
    Str line = {(const char *)data + at, end ? (size_t)(end - data) - at : size - at};
    bool quits = has(line, "quit") && data[0] < MAY_QUIT;
    if (harmless(line) && !quits) {
      text_add(&text, line);
      text_char(&text, '\n');
    }
    at += line.n + 1;
  }
  if (text.n) speak(data[0] % COUNT_OF(speeches), text_str(&text));
  text_free(&text);
  return 0;
}
