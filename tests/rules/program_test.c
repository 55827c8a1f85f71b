// Programs well and badly formed, and how they are written.
#include "rules/builder.h"
#include "rules/check.h"
#include "rules/operand.h"
#include "rules/print.h"

#include "support/support.h"

typedef struct Fixture {
  Arena arena;
  Builder builder;
  Program program;
  Text text;
} Fixture;

static int setup(void **state) {
  Fixture *f = mem_alloc_zero(sizeof *f);
  builder_init(&f->builder, &f->arena, 70);
  *state = f;
  return 0;
}

static int teardown(void **state) {
  Fixture *f = *state;
  builder_finish(&f->builder, &f->program);  // gives back what the test left in it
  text_free(&f->text);
  arena_free(&f->arena);
  mem_free(f);
  return 0;
}

// (IF_MOVES (EQ $TO 3) (PASS) ...): what each test starts from.
static Ref emit_condition(Fixture *f) {
  Builder *b = &f->builder;
  Ref slot = EMIT(b, OP_SLOT, SLOT_TO);
  return EMIT(b, OP_EQ, (int32_t)slot, (int32_t)builder_const(b, 3));
}

static void a_program_of_the_builder_is_well_formed(void **state) {
  Fixture *f = *state;
  Ref cond = emit_condition(f), pass = EMIT(&f->builder, OP_PASS, 1);
  Ref rule = EMIT(&f->builder, OP_IF_MOVES, (int32_t)cond, (int32_t)pass, 0);
  builder_finish(&f->builder, &f->program);
  assert_true(rules_check(&f->program, &f->text));
  assert_true(rules_check_root(&f->program, rule, RULES_MOVES, &f->text));
  assert_true(rules_check_root(&f->program, 0, RULES_MOVES, &f->text));
  assert_int_equal(f->text.n, 0);
}

static void check_says(Fixture *f, const char *expected) {
  builder_finish(&f->builder, &f->program);
  assert_false(rules_check(&f->program, &f->text));
  assert_str_equal(text_str(&f->text), expected);
}

static void an_operand_of_the_wrong_type(void **state) {
  Fixture *f = *state;
  Ref pass = EMIT(&f->builder, OP_PASS, 1);
  EMIT(&f->builder, OP_NOT, (int32_t)pass);
  check_says(f, "instruction 3 (NOT): operand a is moves, not bool\n");
}

static void an_operand_that_is_missing(void **state) {
  Fixture *f = *state;
  EMIT(&f->builder, OP_ABS, 0);
  check_says(f, "instruction 1 (ABS): operand a is missing\n");
}

static void an_operand_inside_another_instruction(void **state) {
  Fixture *f = *state;
  Ref three = builder_const(&f->builder, 3);
  EMIT(&f->builder, OP_ABS, (int32_t)three + 1);
  check_says(f, "instruction 3 (ABS): operand a is no instruction\n");
}

static void an_operand_that_comes_later(void **state) {
  Fixture *f = *state;
  EMIT(&f->builder, OP_ABS, 3);
  builder_const(&f->builder, 3);
  check_says(f, "instruction 1 (ABS): operand a is no instruction\n");
}

static void the_wrong_number_of_operands(void **state) {
  Fixture *f = *state;
  Ref three = builder_const(&f->builder, 3);
  EMIT(&f->builder, OP_DIV, (int32_t)three);
  check_says(f, "instruction 3 (DIV): 1 operands\n");
}

static void constants_out_of_range(void **state) {
  Fixture *f = *state;
  EMIT(&f->builder, OP_REGION_CONST, 0);
  check_says(f, "instruction 1 (REGION_CONST): operand region is out of range: 0\n");
}

static void slots_out_of_range(void **state) {
  Fixture *f = *state;
  EMIT(&f->builder, OP_SLOT, 1000);
  check_says(f, "instruction 1 (SLOT): operand slot is out of range: 1000\n");
}

static void a_rule_of_the_wrong_type(void **state) {
  Fixture *f = *state;
  Ref cond = emit_condition(f);
  builder_finish(&f->builder, &f->program);
  assert_false(rules_check_root(&f->program, cond, RULES_MOVES, &f->text));
  assert_str_equal(text_str(&f->text), "instruction 5 (EQ): a rule is bool, not moves\n");
}

static void every_row_can_be_read(void **state) {
  for (int op = 0; op < OPS; op++) {
    int least, most;
    operand_range(&op_info[op], &least, &most);
    for (int i = 0; i < least; i++) {
      Operand operand;
      assert_true(operand_find(&op_info[op], i, &operand));
      if (operand.kind >= OPERAND_KINDS) fail_msg("%s: operand %d has no known kind", op_info[op].name, i);
    }
    assert_true(op_info[op].doc[0]);
  }
}

static void constants_and_shared_subtrees(void **state) {
  Fixture *f = *state;
  Builder *b = &f->builder;
  Word set[2] = {0x70f, 1 << 5};
  Ref region = EMIT(b, OP_REGION_CONST, builder_region(b, set));
  Ref to = EMIT(b, OP_SLOT, SLOT_TO), in = EMIT(b, OP_IS_IN, (int32_t)to, (int32_t)region);
  Ref rule = EMIT(b, OP_AND, (int32_t)in, (int32_t)EMIT(b, OP_NOT, (int32_t)in));
  builder_finish(b, &f->program);
  assert_true(rules_check(&f->program, &f->text));
  rules_print(&f->text, &f->program, &(RulesRoot){"end", rule, RULES_INT}, 1);
  char expected[200];
  snprintf(expected, sizeof expected,
           "shared:\n  %%%u = (IS_IN site:$TO region:(REGION_CONST region:{0-3 8-10 69}))\n"
           "end:\n  (AND %%%u (NOT %%%u))\n",
           in, in, in);
  assert_str_equal(text_str(&f->text), expected);
}

static void long_rules_are_broken_and_keep_their_place(void **state) {
  Fixture *f = *state;
  Builder *b = &f->builder;
  Source source = {"game.lud", STR("(game\n  (and a b))")};
  Ref items[24];
  for (int i = 0; i < 24; i++) {
    Ref site = EMIT(b, OP_SLOT, SLOT_SITE);
    items[i] = EMIT(b, OP_EQ, (int32_t)site, (int32_t)builder_const(b, i));
  }
  b->loc = (SrcLoc){&source, 8, 1, NULL};
  Ref rule = builder_emit(b, OP_OR, 24, (int32_t *)items);
  builder_finish(b, &f->program);
  rules_print(&f->text, &f->program, &(RulesRoot){"end", rule, RULES_INT}, 1);
  assert_true(str_starts(text_str(&f->text), "end:\n  (OR  ; game.lud:2:3\n    (EQ $SITE 0)\n    (EQ $SITE 1)\n"));
  assert_true(str_ends(text_str(&f->text), "    (EQ $SITE 23))\n"));
}

static void sets_of_constants_are_constants(void **state) {
  Fixture *f = *state;
  Builder *b = &f->builder;
  int32_t low[] = {1, 2, 69};
  Ref first = EMIT(b, OP_REGION_OF_INTS, (int32_t)EMIT(b, OP_INTS_CONST, builder_array(b, low, 3)));
  Ref two = builder_const(b, 2);
  Ref second = EMIT(b, OP_REGION_OF_INTS,
                    (int32_t)EMIT(b, OP_INTS_LIST, (int32_t)two, (int32_t)builder_const(b, 70)));  // 70: off the board
  Ref both = EMIT(b, OP_INTERSECTION, (int32_t)first, (int32_t)second);
  Ref less = EMIT(b, OP_DIFFERENCE, (int32_t)first, (int32_t)second);
  assert_int_equal(builder_op(b, both), OP_REGION_CONST);
  assert_int_equal(builder_region_const(b, both)[0], 4);
  assert_int_equal(builder_region_const(b, less)[0], 2);
  assert_int_equal(builder_region_const(b, less)[1], 32);
  Ref mixed = EMIT(b, OP_UNION, (int32_t)first, (int32_t)EMIT(b, OP_EMPTY, 0));
  assert_int_equal(builder_op(b, mixed), OP_UNION);
}

static void numbers_are_printed_as_words_and_runs(void **state) {
  Fixture *f = *state;
  Builder *b = &f->builder;
  int32_t items[] = {7, 0, 0, 0, 0, 0, 3, 4, 5, 6, 7, 7, 7};
  Ref list = EMIT(b, OP_INTS_CONST, builder_array(b, items, COUNT_OF(items)));
  Ref rule = EMIT(b, OP_EQ, (int32_t)EMIT(b, OP_HEAD, HEAD_NEXT), (int32_t)EMIT(b, OP_FOLD, OP_MAX, -1, (int32_t)list));
  builder_finish(b, &f->program);
  rules_print(&f->text, &f->program, &(RulesRoot){"end", rule, RULES_INT}, 1);
  assert_str_equal(text_str(&f->text),
                   "end:\n  (EQ (HEAD var:next) (FOLD op:MAX none:-1 values:(INTS_CONST array:[7 0*5 3..7 7 7])))\n");
}

static void the_instruction_set_stays_small(void **state) {
  int primitives = 0;
  for (int op = 0; op < OPS; op++) primitives += !op_info[op].kernel;
  assert_in_range(primitives, 1, 200);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_program_of_the_builder_is_well_formed),
      CASE(an_operand_of_the_wrong_type),
      CASE(an_operand_that_is_missing),
      CASE(an_operand_inside_another_instruction),
      CASE(an_operand_that_comes_later),
      CASE(the_wrong_number_of_operands),
      CASE(constants_out_of_range),
      CASE(slots_out_of_range),
      CASE(a_rule_of_the_wrong_type),
      CASE(every_row_can_be_read),
      CASE(constants_and_shared_subtrees),
      CASE(sets_of_constants_are_constants),
      CASE(long_rules_are_broken_and_keep_their_place),
      CASE(numbers_are_printed_as_words_and_runs),
      cmocka_unit_test(the_instruction_set_stays_small),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
