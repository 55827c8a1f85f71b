// What functions of the language give. functions.txt has a few games whose moves are fixed, and for each of them
// expressions with the values that Ludii 1.3.14 recorded in the course of the game.
#include "base/file.h"
#include "state/text/move_text.h"
#include "support/shipped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How each kind of expression is asked for: a number goes to a variable, the items of a list are remembered.
static const struct {
  const char *kind, *open, *close, *item;
} questions[] = {
    {"int", "", "", NULL},
    {"bool", "(toInt ", ")", NULL},
    {"float", "(toInt (* 100 ", "))", NULL},
    {"sites", "Site ", "", "(site)"},
    {"ints", "Value ", "", "(value)"},
    {"direction", "Site (sites Direction from:(last To) ", " distance:1)", "(site)"},
};

// A line `kind expression -> values`, the values of each move behind a semicolon.
typedef struct Line {
  Str kind, expression, values;
  size_t question;
  Text found;
} Line;

// A game with the lines that ask something in it.
typedef struct Table {
  Str game;
  VEC(Line) lines;
} Table;

static Str next_line(Str *text) {
  const char *end = memchr(text->p, '\n', text->n);
  size_t n = end ? (size_t)(end - text->p) : text->n, taken = end ? n + 1 : n;
  Str line = {text->p, n};
  *text = (Str){text->p + taken, text->n - taken};
  return line;
}

static size_t question_of(Str kind) {
  for (size_t i = 0; i < COUNT_OF(questions); i++) {
    if (str_is(kind, questions[i].kind)) return i;
  }
  fail_msg("unknown kind: %.*s", (int)kind.n, kind.p);
  return 0;
}

static Line read_line(Str line) {
  const char *space = memchr(line.p, ' ', line.n), *arrow = NULL, *end = line.p + line.n;
  for (const char *at = line.p; at + 4 <= end; at++) {
    if (!memcmp(at, " -> ", 4)) arrow = at;
  }
  if (!space || !arrow) fail_msg("not a line of the table: %.*s", (int)line.n, line.p);
  Line read = {.kind = {line.p, (size_t)(space - line.p)},
               .expression = {space + 1, (size_t)(arrow - space - 1)},
               .values = {arrow + 4, (size_t)(end - arrow - 4)}};
  read.question = question_of(read.kind);
  return read;
}

// The game with all questions in the place of ASK. The answers are named v0, v1...
static void ask(Text *out, const Table *table) {
  const char *place = strstr(table->game.p, "ASK");
  text_add(out, (Str){table->game.p, (size_t)(place - table->game.p)});
  for (size_t i = 0; i < table->lines.n; i++) {
    const Line *line = &table->lines.at[i];
    const char *open = questions[line->question].open, *close = questions[line->question].close,
               *item = questions[line->question].item;
    if (item) text_printf(out, "(forEach %s", open);
    else text_printf(out, "(set Var \"v%zu\" %s", i, open);
    text_add(out, line->expression);
    if (item) text_printf(out, "%s (remember Value \"v%zu\" %s))\n", close, i, item);
    else text_printf(out, "%s)\n", close);
  }
  text_puts(out, place + 3);
}

// The values that the text of a move names for a question.
static void add_values(Text *out, const char *move, size_t number) {
  char name[48], *end;
  snprintf(name, sizeof name, "name=v%zu,value=", number);
  const char *sign = "";
  for (const char *at = move; (at = strstr(at, name)); sign = " ") {
    text_printf(out, "%s%ld", sign, strtol(at + strlen(name), &end, 10));
    at = end;
  }
}

static void play(const Game *game, Table *table) {
  Position *x = position_new(game, 1, 0);
  Text text = {0};
  for (MoveList list = position_moves(x); !x->head->over; list = position_moves(x)) {
    Move move = *move_at(x, list, 0);
    text_clear(&text);
    move_text(&text, x, &move, true);
    for (size_t i = 0; i < table->lines.n; i++) {
      Text *found = &table->lines.at[i].found;
      if (x->played.n) text_char(found, ';');
      add_values(found, text.p, i);
    }
    position_apply(x, &move);
  }
  text_free(&text);
  position_free(x);
}

static int check_lines(Table *table) {
  int wrong = 0;
  for (size_t i = 0; i < table->lines.n; i++) {
    Line *line = &table->lines.at[i];
    bool same = str_eq(text_str(&line->found), line->values);
    if (!same) {
      print_error("%.*s\n  gives %s, recorded %.*s\n", (int)line->expression.n, line->expression.p, line->found.p,
                  (int)line->values.n, line->values.p);
    }
    wrong += !same;
    text_free(&line->found);
  }
  return wrong;
}

// How many lines of the table are wrong; it is empty afterwards.
static int check_table(Table *table) {
  if (!table->game.n) return 0;
  Text asked = {0};
  Shipped shipped;
  ask(&asked, table);
  shipped_text(&shipped, asked.p);
  play(shipped.game, table);
  int wrong = check_lines(table);
  shipped_free(&shipped);
  text_free(&asked);
  table->lines.n = 0;
  return wrong;
}

static void functions_give_what_was_recorded(void **state) {
  (void)state;
  Arena arena = {0};
  Str text;
  Table table = {0};
  const char *why = NULL;
  if (!file_read(&arena, test_root(&arena, "tests/state/functions.txt"), 0, &text, &why)) fail_msg("%s", why);
  int wrong = 0;
  while (text.n) {
    const char *start = text.p;
    Str line = next_line(&text);
    if (str_starts(line, "(game ")) {
      wrong += check_table(&table);
      while (next_line(&text).n) continue;
      table.game = arena_str(&arena, (Str){start, (size_t)(text.p - start)});
    } else if (table.game.n && line.n && line.p[0] != '=') {
      VEC_PUSH(&table.lines, read_line(line));
    }
  }
  assert_true(table.lines.n > 0);
  wrong += check_table(&table);
  assert_int_equal(wrong, 0);
  VEC_FREE(&table.lines);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(functions_give_what_was_recorded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
