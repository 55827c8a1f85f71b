// Resolution of shared, deep, wide and badly broken trees: work and reports stay bounded.
#include "lud/resolve/resolve.h"

#include "base/text.h"
#include "support/support.h"
#include "syntax/parse.h"

typedef struct Fixture {
  Arena arena;
  const LudRegistry *registry;
  Diags diags;
  LudTerms terms;
} Fixture;

static void set_up(Fixture *f) {
  *f = (Fixture){0};
  const char *why = NULL;
  f->registry = lud_registry_new(&f->arena, &why);
  assert_non_null(f->registry);
  diags_init(&f->diags, &f->arena);
}

static const Node *parse(Fixture *f, const char *text) {
  Source *source = ARENA_NEW(&f->arena, Source);
  *source = (Source){"test", str_of(text)};
  const Node *top = NULL;
  assert_true(syntax_parse(&f->arena, source, &f->diags, &top));
  return top->kids[0];
}

static bool resolve(Fixture *f, const Node *node, const char *type) {
  return lud_resolve(f->registry, &f->arena, node, type, &f->diags, &f->terms);
}

// (and X X) with the same X twice, so many times over: 2^levels leaves when written out.
static const Node *doubled(Fixture *f, const Node *node, int levels) {
  const Node *head = parse(f, "and");
  for (int i = 0; i < levels; i++) {
    const Node **kids = ARENA_ARRAY(&f->arena, const Node *, 3);
    kids[0] = head;
    kids[1] = kids[2] = node;
    node = node_make(&f->arena, (Node){.kind = NODE_LIST, .n = 3, .kids = kids, .loc = node->loc});
  }
  return node;
}

static void shared_nodes_are_resolved_once(void **state) {
  Fixture f;
  set_up(&f);
  assert_true(resolve(&f, doubled(&f, parse(&f, "(is Full)"), 200), "boolean"));
  assert_ptr_equal(f.terms.root->args[0], f.terms.root->args[1]);
  assert_in_range(f.terms.n, 200, 2000);
  arena_free(&f.arena);
}

static void a_mistake_in_a_shared_node_is_reported_once(void **state) {
  Fixture f;
  set_up(&f);
  assert_false(resolve(&f, doubled(&f, parse(&f, "(is Ful)"), 200), "boolean"));
  assert_int_equal(f.diags.total, 1);
  assert_string_equal(f.diags.list[0].message, "(is ...) has no form 'Ful'");
  assert_string_equal(f.diags.list[0].hint, "did you mean 'Full'?");
  arena_free(&f.arena);
}

static void nesting_is_bounded(void **state) {
  Fixture f;
  set_up(&f);
  assert_false(resolve(&f, doubled(&f, parse(&f, "(is Full)"), 5000), "boolean"));
  assert_int_equal(f.diags.total, 1);
  assert_string_equal(f.diags.list[0].message, "ludemes are nested more than 1000 deep");
  arena_free(&f.arena);
}

// Every item is wrong in its own way: the list of errors is full long before all are weighed.
static void thousands_of_mistakes_end_soon(void **state) {
  Fixture f;
  set_up(&f);
  Text text = {0};
  text_puts(&text, "(and {");
  for (int i = 0; i < 20000; i++) text_printf(&text, "(is Line Foo%d through:x%d exact:3) ", i, i);
  text_puts(&text, "})");
  assert_false(resolve(&f, parse(&f, arena_text(&f.arena, text_str(&text))), "boolean"));
  assert_in_range(f.diags.total, DIAGS_MAX, DIAGS_MAX + 5);
  text_free(&text);
  arena_free(&f.arena);
}

static void a_wrong_tree_is_weighed_within_bounds(void **state) {
  Fixture f;
  set_up(&f);
  Text text = {0}, twice = {0};
  text_puts(&text, "(is Lin 3 Foo through:x exact:3)");
  for (int i = 0; i < 12; i++) {
    text_clear(&twice);
    text_printf(&twice, "(if %s %s)", text.p, text.p);
    text_clear(&text);
    text_add(&text, text_str(&twice));
  }
  assert_false(resolve(&f, parse(&f, arena_text(&f.arena, text_str(&text))), "boolean"));
  assert_true(f.diags.total >= DIAGS_MAX);
  text_free(&text);
  text_free(&twice);
  arena_free(&f.arena);
}

static void the_same_head_means_what_its_place_wants(void **state) {
  static const char *const places[][3] = {
      {"boolean", "(if (is Full) true false)", "boolean boolean [boolean]"},
      {"int", "(if (is Full) 1 2)", "boolean int int"},
      {"sites", "(if (is Full) (sites Top))", "boolean sites [sites]"},
      {"moves", "(if (is Full) (move Pass))", "boolean moves [moves] [then]"},
      {"ints", "(if (is Full) {1 2})", "boolean ints [ints]"},
      {"direction", "(if (is Full) N S)", "boolean direction direction"},
      {"endRule", "(if (is Full) (result Mover Win))", "boolean [endIf | {endIf}] [result]"},
      {"graph", "(union (square 2) (square 3))", "graph graph [connect:boolean]"},
      {"ints", "(union {1} {2})", "ints ints"},
      {"effect", "(add (to 3))", "[piece] to [count:int] [stack:boolean] [then]"},
      {"int", "(add 3 4)", "int int"},
      {"dim", "(mul 3 4)", "dim dim"},
  };
  Fixture f;
  set_up(&f);
  for (size_t i = 0; i < COUNT_OF(places); i++) {
    assert_true(resolve(&f, parse(&f, places[i][1]), places[i][0]));
    assert_string_equal(f.terms.root->row->signature, places[i][2]);
  }
  arena_free(&f.arena);
}

static void small_first_letters_are_read_as_capitals(void **state) {
  Fixture f;
  set_up(&f);
  assert_true(resolve(&f, parse(&f, "(forEach piece)"), "moves"));
  assert_str_equal(f.terms.root->args[0]->text, "Piece");
  assert_true(resolve(&f, parse(&f, "(count pieces mover)"), "int"));
  assert_str_equal(f.terms.root->args[0]->text, "Pieces");
  assert_str_equal(f.terms.root->args[2]->text, "Mover");
  arena_free(&f.arena);
}

static void named_numbers_keep_their_names(void **state) {
  Fixture f;
  set_up(&f);
  assert_true(resolve(&f, parse(&f, "Infinity"), "int"));
  assert_int_equal(f.terms.root->integer, 1000000000);
  assert_str_equal(f.terms.root->text, "Infinity");
  assert_true(resolve(&f, parse(&f, "Off"), "int"));
  assert_int_equal(f.terms.root->integer, -1);
  assert_true(resolve(&f, parse(&f, "3"), "float"));
  assert_true(f.terms.root->real == 3.0);
  assert_false(resolve(&f, parse(&f, "3.5"), "int"));
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shared_nodes_are_resolved_once),
      cmocka_unit_test(a_mistake_in_a_shared_node_is_reported_once),
      cmocka_unit_test(nesting_is_bounded),
      cmocka_unit_test(thousands_of_mistakes_end_soon),
      cmocka_unit_test(a_wrong_tree_is_weighed_within_bounds),
      cmocka_unit_test(the_same_head_means_what_its_place_wants),
      cmocka_unit_test(small_first_letters_are_read_as_capitals),
      cmocka_unit_test(named_numbers_keep_their_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
