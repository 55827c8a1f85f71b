// The entrances for other programs: UGI, GTP and JSON lines. Whatever comes on standard input, the command answers and
// ends with it.
//
// An input is the number of a protocol and a game, and then what the other program says. Lines that would search for
// long, start a program or name a file are left out.
#include "cmd/frame/command_options.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { INPUT_MAX = 6000, DIGITS_MAX = 2, WORDS_MAX = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Speech {
  const char *words[WORDS_MAX];  // of the command line, ended by NULL
} Speech;

static const Speech speeches[] = {
    {{"ugi", "--executor", "interpreter", "Tic-Tac-Toe", NULL}},
    {{"lines", "--executor", "interpreter", "--threads", "1", NULL}},
    {{"ugi", "--executor", "interpreter", "Backgammon", NULL}},
    {{"gtp", "--agent", "uct:iterations=10", "Gomoku", NULL}},
    {{"ugi", "--executor", "interpreter", "Breakthrough", NULL}},
    {{"ugi", "--executor", "interpreter", "German Whist", NULL}},
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

// Searches have a limit of iterations below a hundred.
static bool harmless(Str line) {
  static const char *const never[] = {"engine", "model", "/", "second", "time", "auto", "inf", "threads", "\\"};
  for (size_t i = 0; i < COUNT_OF(never); i++) {
    if (has(line, never[i])) return false;
  }
  bool searches = has(line, "go") || has(line, "agent") || has(line, "analyse") || has(line, "playout");
  if (has(line, "analyse") && !has(line, "iterations\":")) return false;
  if (has(line, "go") && !has(line, "nodes ")) return false;
  return !searches || !has_long_number(line);
}

static void speak(const Speech *speech, Str text) {
  const Command *command = command_find(speech->words[0]);
  int n = 0;
  while (speech->words[n]) n++;
  FILE *in = fmemopen((void *)text.p, text.n, "r"), *usual = stdin, *usual_out = stdout, *out = fopen("/dev/null", "w");
  Arena arena = {0};
  Options options;
  if (!in || !out) abort();
  stdin = in;
  stdout = out;
  if (!options_parse(&arena, command, n, (char **)speech->words, &options)) abort();
  command->run(&options);
  stdin = usual;
  stdout = usual_out;
  fclose(in);
  fclose(out);
  arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > INPUT_MAX) return 0;
  Text text = {0};
  for (size_t at = 1; at < size;) {
    const uint8_t *end = memchr(data + at, '\n', size - at);
    Str line = {(const char *)data + at, end ? (size_t)(end - data) - at : size - at};
    if (harmless(line)) {
      text_add(&text, line);
      text_char(&text, '\n');
    }
    at += line.n + 1;
  }
  if (text.n) speak(&speeches[data[0] % COUNT_OF(speeches)], text_str(&text));
  text_free(&text);
  return 0;
}
