// Trees: shape, numbers, labels, derived fields, limits.
#include "syntax/parse.h"

#include "base/mem.h"

#include "support/support.h"

typedef struct Parsed {
  Arena arena;
  Source source;
  Diags diags;
  const Node *root;
  bool ok;
} Parsed;

static void parse(Parsed *p, const char *text) {
  *p = (Parsed){.source = {"test", str_of(text)}};
  diags_init(&p->diags, &p->arena);
  p->ok = syntax_parse(&p->arena, &p->source, &p->diags, &p->root);
}

static void lists_braces_and_atoms(void **state) {
  Parsed p;
  parse(&p, "(board (square 3) use:Vertex) { 1 -2 2.5 \"A\\\"B\" }");
  assert_true(p.ok);
  assert_int_equal(p.root->n, 2);
  const Node *board = p.root->kids[0], *braces = p.root->kids[1];
  assert_str_equal(node_head(board), "board");
  assert_int_equal(board->kids[1]->kids[1]->integer, 3);
  assert_str_equal(board->kids[2]->label, "use");
  assert_str_equal(board->kids[2]->text, "Vertex");
  assert_int_equal(braces->kids[1]->integer, -2);
  assert_int_equal(braces->kids[2]->kind, NODE_FLOAT);
  assert_true(braces->kids[2]->real == 2.5);
  assert_str_equal(braces->kids[3]->text, "A'B");
  arena_free(&p.arena);
}

static void what_reads_as_a_number(void **state) {
  static const struct {
    const char *text;
    NodeKind kind;
  } words[] = {
      {"12", NODE_INT},
      {"-12", NODE_INT},
      {"1.5", NODE_FLOAT},
      {".5", NODE_FLOAT},
      {"-.5", NODE_FLOAT},
      {"-", NODE_SYMBOL},
      {"1.", NODE_SYMBOL},
      {"1..3", NODE_SYMBOL},
      {"1x", NODE_SYMBOL},
      {"+1", NODE_INT},
      {"--1", NODE_SYMBOL},
      {".", NODE_SYMBOL},
      {"99999999999999999999", NODE_SYMBOL},
  };
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    assert_int_equal(node_of_word(str_of(words[i].text), (SrcLoc){0}).kind, words[i].kind);
  }
}

static void a_colon_after_the_head_is_read_over(void **state) {
  Parsed p;
  parse(&p, "(from:(to) if:1)");
  assert_true(p.ok);
  assert_int_equal(p.root->kids[0]->n, 3);
  assert_str_equal(node_head(p.root->kids[0]), "from");
  arena_free(&p.arena);
}

static void equal_content_has_equal_hashes(void **state) {
  Parsed p;
  parse(&p, "(a {b \"c\"} d:1) (a   {b\n\"c\"} d:1) (a {b c} d:1) (a {b \"c\"} e:1) (a b \"c\" d:1)");
  assert_true(p.ok);
  const Node *const *kids = p.root->kids;
  assert_true(kids[0]->hash[0] == kids[1]->hash[0] && kids[0]->hash[1] == kids[1]->hash[1]);
  for (int i = 2; i < 5; i++) assert_true(kids[0]->hash[0] != kids[i]->hash[0]);
  arena_free(&p.arena);
}

static void nodes_know_size_depth_and_what_they_hold(void **state) {
  Parsed p;
  parse(&p, "(a (b #1) \"c\") (d 1..3) (e ()) (f)");
  const Node *const *kids = p.root->kids;
  assert_int_equal(kids[0]->size, 8);
  assert_int_equal(kids[0]->depth, 3);
  assert_int_equal(kids[0]->flags, NODE_HAS_PARAM | NODE_HAS_STRING);
  assert_int_equal(kids[1]->flags, NODE_HAS_WORD);
  assert_int_equal(kids[2]->flags, NODE_HAS_WORD);
  assert_int_equal(kids[3]->flags, 0);
  arena_free(&p.arena);
}

static void places_are_those_of_the_text(void **state) {
  Parsed p;
  parse(&p, "(a\n  é\n  (b \"c\"))");
  assert_false(p.ok);
  assert_int_equal(p.diags.n, 1);
  LineCol at = src_line_col(p.diags.list[0].loc);
  assert_int_equal(at.line, 2);
  assert_int_equal(at.col, 3);
  const Node *string = p.root->kids[0]->kids[1]->kids[1];
  at = src_line_col(string->loc);
  assert_int_equal(at.line, 3);
  assert_int_equal(at.col, 6);
  assert_int_equal(string->loc.length, 3);
  arena_free(&p.arena);
}

static void every_independent_error_is_reported(void **state) {
  Parsed p;
  parse(&p, "(a , b) (c ; d) } (e \"f)");
  assert_false(p.ok);
  assert_int_equal(p.diags.total, 4);  // brackets after a string without end are not judged
  arena_free(&p.arena);
}

static void limits_end_the_reading(void **state) {
  enum { MANY = 2 * 1000 * 1000 };
  char *text = mem_alloc(MANY + 1);
  text[MANY] = 0;
  static const char *const patterns[] = {"(", ")", "({", "a ", "(a)", "\"", "a:", "<", "/"};
  for (size_t i = 0; i < COUNT_OF(patterns); i++) {
    size_t n = strlen(patterns[i]);
    for (size_t c = 0; c < MANY; c++) text[c] = patterns[i][c % n];
    Parsed p;
    parse(&p, text);
    assert_true(p.diags.total <= DIAGS_MAX + 1);
    assert_true(p.arena.total < 300u << 20);
    arena_free(&p.arena);
  }
  mem_free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_braces_and_atoms),
      cmocka_unit_test(what_reads_as_a_number),
      cmocka_unit_test(a_colon_after_the_head_is_read_over),
      cmocka_unit_test(equal_content_has_equal_hashes),
      cmocka_unit_test(nodes_know_size_depth_and_what_they_hold),
      cmocka_unit_test(places_are_those_of_the_text),
      cmocka_unit_test(every_independent_error_is_reported),
      cmocka_unit_test(limits_end_the_reading),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
