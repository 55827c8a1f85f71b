// Reading lines, with or without libedit.
#include "cmd/play/line_reader.h"

#include "base/mem.h"

#include <stdio.h>
#include <strings.h>

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#endif

enum { LINE_BYTES_MAX = 1 << 16 };

struct LineReader {
  LineCompleter *complete;
  void *self;
  const char *prompt;
#ifdef HAVE_LIBEDIT
  EditLine *editor;  // NULL: lines are read as they come
  History *history;
#endif
};

static LineRead read_plain(const char *prompt, Text *line) {
  fputs(prompt, stdout);
  fflush(stdout);
  return line_read(stdin, line, LINE_BYTES_MAX);
}

#ifdef HAVE_LIBEDIT

static bool begins(const char *text, Str beginning) { return !strncasecmp(text, beginning.p, beginning.n); }

// Keeps the choices that begin so; how many letters all of them have in common.
static size_t keep_fitting(LineChoices *choices, Str typed) {
  size_t kept = 0, common = 0;
  for (size_t i = 0; i < choices->n; i++) {
    if (!begins(choices->at[i], typed)) continue;
    choices->at[kept++] = choices->at[i];
    const char *first = choices->at[0], *other = choices->at[i];
    size_t n = 0;
    while (first[n] && first[n] == other[n]) n++;
    common = kept == 1 ? strlen(first) : MIN(common, n);
  }
  choices->n = kept;
  return common;
}

static void show_choices(const LineChoices *choices) {
  enum { SHOWN = 60 };
  putchar('\n');
  for (size_t i = 0; i < choices->n && i < SHOWN; i++) printf("%s%s", choices->at[i], i % 8 == 7 ? "\n" : "  ");
  if (choices->n > SHOWN) printf("and %zu more", choices->n - SHOWN);
  putchar('\n');
  fflush(stdout);
}

// Tab: adds what is certain, or shows what is possible.
static unsigned char complete_line(EditLine *editor, int key) {
  (void)key;
  LineReader *reader;
  el_get(editor, EL_CLIENTDATA, &reader);
  const LineInfo *line = el_line(editor);
  Str typed = {line->buffer, (size_t)(line->cursor - line->buffer)};
  LineChoices choices = {0};
  reader->complete(reader->self, &choices);
  size_t common = keep_fitting(&choices, typed);
  unsigned char answer = CC_ERROR;
  if (choices.n && common > typed.n) {
    char rest[256];
    snprintf(rest, sizeof rest, "%.*s", (int)(common - typed.n), choices.at[0] + typed.n);
    el_insertstr(editor, rest);
    answer = CC_REFRESH;
  } else if (choices.n > 1) {
    show_choices(&choices);
    answer = CC_REDISPLAY;
  }
  VEC_FREE(&choices);
  return answer;
}

static char *prompt_of(EditLine *editor) {
  LineReader *reader;
  el_get(editor, EL_CLIENTDATA, &reader);
  return (char *)(uintptr_t)reader->prompt;
}

static void open_editor(LineReader *reader) {
  HistEvent event;
  reader->editor = el_init("senet", stdin, stdout, stderr);
  if (!reader->editor) return;
  reader->history = history_init();
  if (reader->history) history(reader->history, &event, H_SETSIZE, 500);
  el_set(reader->editor, EL_CLIENTDATA, reader);
  el_set(reader->editor, EL_PROMPT, prompt_of);
  el_set(reader->editor, EL_EDITOR, "emacs");
  if (reader->history) el_set(reader->editor, EL_HIST, history, reader->history);
  el_set(reader->editor, EL_ADDFN, "senet-complete", "Completes a move or a word", complete_line);
  el_set(reader->editor, EL_BIND, "^I", "senet-complete", NULL);
}

static LineRead read_edited(LineReader *reader, Text *line) {
  int n = 0;
  HistEvent event;
  const char *typed = el_gets(reader->editor, &n);
  if (!typed || n <= 0) return LINE_END;
  Str text = {typed, strcspn(typed, "\r\n")};
  if (text.n > LINE_BYTES_MAX) return LINE_TOO_LONG;
  text_clear(line);
  text_puts(line, "");
  text_add(line, text);
  if (text.n && reader->history) history(reader->history, &event, H_ENTER, line->p);
  return LINE_READ;
}

#endif

void line_reader_new(bool editing, LineCompleter *complete, void *self, LineReader **reader) {
  *reader = mem_alloc_zero(sizeof **reader);
  (*reader)->complete = complete;
  (*reader)->self = self;
#ifdef HAVE_LIBEDIT
  if (editing) open_editor(*reader);
#else
  (void)editing;
#endif
}

void line_reader_free(LineReader *reader) {
  if (!reader) return;
#ifdef HAVE_LIBEDIT
  if (reader->history) history_end(reader->history);
  if (reader->editor) el_end(reader->editor);
#endif
  mem_free(reader);
}

LineRead line_reader_read(LineReader *reader, const char *prompt, Text *line) {
  reader->prompt = prompt;
#ifdef HAVE_LIBEDIT
  if (reader->editor) return read_edited(reader, line);
#endif
  return read_plain(prompt, line);
}
