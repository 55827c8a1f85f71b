// Descriptions made to hurt: each is read, or refused with a message, in a few seconds and bounded memory, and the
// rules of those that are read stop by themselves.
#include "base/clock.h"
#include "rbg/rbg_lower.h"
#include "rbg/subject.h"
#include "state/turn/position.h"

enum { SECONDS_MAX = 20, BYTES_MAX = 600 << 20 };

static const char head[] = "#players = w(100), b(100)\n#pieces = e, x, o\n#variables =\n";
static const char small_board[] = "#board = rectangle(u,d,l,r, [e,e] [e,e])\n";

static void repeat(Text *text, const char *piece, int times) {
  for (int i = 0; i < times; i++) text_puts(text, piece);
}

static void put_board(Text *text, int size) {
  text_puts(text, "#board = rectangle(u,d,l,r,");
  for (int row = 0; row < size; row++) {
    text_puts(text, "[e");
    repeat(text, ",e", size - 1);
    text_puts(text, "]");
  }
  text_puts(text, ")\n");
}

// Compiles the text; in a game that is read, the moves of the start are listed. Returns the first message, or what
// stopped the rules, "" if nothing did.
static const char *outcome(Arena *arena, const Text *text) {
  Diags diags;
  const Source source = {"text.rbg", text_str(text)};
  diags_init(&diags, arena);
  const RbgDescription *description = rbg_parse(arena, &source, &diags);
  const Game *game = NULL;
  if (description) rbg_compile(arena, description, NULL, &diags, &game);
  if (diags.total) return diags.list[0].message;
  Position *x = position_new(game, 1, 0);
  position_moves(x);
  const char *fault = x->fault ? x->fault : "";
  position_free(x);
  return fault;
}

static void expect(Text *text, const char *wanted) {
  Arena arena = {0};
  double start = clock_thread_seconds();
  const char *met = outcome(&arena, text);
  double seconds = clock_thread_seconds() - start;
  if (!strstr(met, wanted) || (!*wanted && *met)) fail_msg("'%s' instead of '%s'", met, wanted);
  if (seconds > SECONDS_MAX) fail_msg("%s: %.1f s", wanted, seconds);
  if (arena.total > BYTES_MAX) fail_msg("%s: %zu bytes", wanted, arena.total);
  arena_free(&arena);
  text_free(text);
}

static void words_that_expand_to_nothing(void **state) {
  Text text = {0};
  text_puts(&text, "#a(p) = ");
  repeat(&text, "p~", 100000);
  text_puts(&text, "p\n#b =");
  repeat(&text, " a()", 50000);
  text_printf(&text, "\n%s%s#rules = b ->w {e} ->>\n", head, small_board);
  expect(&text, "macros expand to more than");
}

static void long_arguments_of_many_uses(void **state) {
  Text text = {0};
  text_puts(&text, "#g(q) =\n#f(p) = g(");
  repeat(&text, "p ", 100000);
  text_printf(&text, ")\n%s%s#rules =", head, small_board);
  repeat(&text, " f()", 50000);
  text_puts(&text, " ->w {e} ->>\n");
  expect(&text, "macros expand to more than");
}

static void a_macro_defined_again_and_again(void **state) {
  Text text = {0};
  text_printf(&text, "%s%s#m(a) = a ->>\n", head, small_board);
  repeat(&text, "#m(a) =\n", 300000);
  text_puts(&text, "#rules = ->w m({e})\n");
  expect(&text, "");
}

static void many_parameters(void **state) {
  Text text = {0};
  text_puts(&text, "#m(a");
  for (int i = 0; i < 200000; i++) text_printf(&text, ";a%d", i);
  text_printf(&text, ") = a\n%s%s#rules = ->w {e} ->>\n", head, small_board);
  expect(&text, "macro 'm' has more than 64 parameters");
}

static void a_long_chain_of_questions(void **state) {
  Text text = {0};
  text_printf(&text, "%s%s#rules = ->w ({e})^500000 ->>\n", head, small_board);
  expect(&text, "");
}

static void many_shifts_on_a_large_board(void **state) {
  Text text = {0};
  text_puts(&text, head);
  put_board(&text, 64);
  text_puts(&text, "#rules = ->w ((u+d)*)^90000 {e} ->>\n");
  expect(&text, "the rules need too much memory");
}

static void a_dense_graph(void **state) {
  enum { VERTICES = 1500, LABELS = 80 };
  Text text = {0};
  text_printf(&text, "%s#board =", head);
  for (int v = 0; v < VERTICES; v++) {
    text_printf(&text, " v%d[e]{", v);
    for (int l = 0; l < LABELS; l++)
      text_printf(&text, "%sk%d: v%d", l ? ", " : "", l, (v * 37 + l * 101 + l * l) % VERTICES);
    text_puts(&text, "}");
  }
  text_puts(&text, "\n#rules = ->w k0 {e} ->>\n");
  expect(&text, "");
}

static void more_moves_than_memory(void **state) {
  Text text = {0};
  text_printf(&text, "%s%s#rules = ->w ([x]+[o])^30 ->>\n", head, small_board);
  expect(&text, "there are too many legal moves to list");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_that_expand_to_nothing),
      cmocka_unit_test(long_arguments_of_many_uses),
      cmocka_unit_test(a_macro_defined_again_and_again),
      cmocka_unit_test(many_parameters),
      cmocka_unit_test(a_long_chain_of_questions),
      cmocka_unit_test(many_shifts_on_a_large_board),
      cmocka_unit_test(a_dense_graph),
      cmocka_unit_test(more_moves_than_memory),
  };
  return cmocka_run_group_tests_name("rbg hostile", tests, NULL, NULL);
}
