// Table 3 of "Split Moves for Monte-Carlo Tree Search": every combination of tree, playouts and scores, allowed or not.
#include "search/agent.h"

#include "support/support.h"

static const char *const domains[] = {"standard", "split", "join", "context", "mix"};

// One row of the table: + allowed, - not, in the order of the domains. Where the paper strikes the mark out, because
// the variant is the same as join but slower, it is refused too. Mix needs split, and context or join.
typedef struct Row {
  const char *design, *mast, *rave;
} Row;

static const Row table[] = {
    {"tree=whole,split=no", "+++-+", "+-+--"},
    {"tree=whole,split=yes", "-+-++", "--+--"},
    {"tree=nodal,split=no", "-++++", "-+-++"},
    {"tree=nodal,split=yes", "++-++", "++-++"},
    {"tree=raw,split=no", "-++++", "-+-++"},
    {"tree=raw,split=yes", "++-++", "++-++"},
    {"tree=nodal,rollup=yes,split=no", "-++++", "---+-"},
    {"tree=nodal,rollup=yes,split=yes", "-+-++", "---+-"},
};

static void expect(const char *text, bool allowed) {
  Arena arena = {0};
  AgentSpec spec;
  const char *why = NULL;
  bool good = agent_parse(&arena, str_of(text), &spec, &why);
  if (good != allowed) fail_msg("%s is %s", text, good ? "allowed" : why);
  if (!good) assert_true(strlen(why) > strlen("agent uct: "));
  arena_free(&arena);
}

static void the_table_is_as_published(void **state) {
  Arena arena = {0};
  for (size_t i = 0; i < COUNT_OF(table); i++) {
    for (size_t d = 0; d < COUNT_OF(domains); d++) {
      const Row *row = &table[i];
      expect(arena_printf(&arena, "uct:%s,playout=mast,mast=%s", row->design, domains[d]), row->mast[d] == '+');
      expect(arena_printf(&arena, "uct:%s,playout=gibbs,mast=%s", row->design, domains[d]), row->mast[d] == '+');
      expect(arena_printf(&arena, "uct:%s,select=rave,rave=%s", row->design, domains[d]), row->rave[d] == '+');
      expect(arena_printf(&arena, "uct:%s,select=grave,rave=%s", row->design, domains[d]), row->rave[d] == '+');
    }
  }
  arena_free(&arena);
}

// A score nobody asks for does not matter.
static void what_is_not_used_is_not_refused(void **state) {
  expect("uct:mast=context,rave=split", true);
  expect("split:rollup=yes", true);
}

static void other_scores_need_like_steps(void **state) {
  expect("uct:rollup=yes", false);
  expect("uct:split=yes,playout=nst", false);
  expect("split:playout=nst", true);
  expect("split:split=no,reply=yes", false);
  expect("split:decisive=wins", false);
  expect("history:tree=nodal", false);
  expect("history:mast=split", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_is_as_published),
      cmocka_unit_test(what_is_not_used_is_not_refused),
      cmocka_unit_test(other_scores_need_like_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
