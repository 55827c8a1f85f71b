// Every action's effect on the state: a list of actions, then what the snapshot must say. After each case the
// hash must equal the one computed from scratch, and undoing must restore the block bit for bit.
#include "state/act/moves.h"
#include "state/text/snapshot.h"
#include "support/support.h"
#include "support/tiny.h"

enum { STEPS_MAX = 8 };

typedef struct Case {
  const char *name;
  uint32_t flags;
  const char *steps[STEPS_MAX];
  const char *field;     // of the snapshot
  const char *expected;  // compact JSON; NULL: the field is left out
} Case;

#define KINDS GAME_PIECE_KINDS
#define FLAT (KINDS | GAME_COUNT | GAME_STATE | GAME_ROTATION | GAME_VALUE)
#define STACKS (KINDS | GAME_STACKING | GAME_STATE)

static const Case cases[] = {
    {"an added piece has its owner",
     KINDS,
     {"[Add:type=Cell,to=3,what=2]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,2,2,1,0,0,0]]}}"},
    {"without kinds a piece is its owner",
     GAME_STOCHASTIC,
     {"[Add:type=Cell,to=3,what=2]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,2,2,1,0,0,0]]}}"},
    {"adding to a pile makes it grow",
     FLAT,
     {"[Add:type=Cell,to=3,what=1,count=2]", "[Add:type=Cell,to=3,what=1,count=3]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,1,1,5,0,0,0]]}}"},
    {"adding to another piece leaves it there",
     FLAT,
     {"[Add:type=Cell,to=3,what=1]", "[Add:type=Cell,to=3,what=2,state=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,1,1,2,4,0,0]]}}"},
    {"a move carries state, rotation and value",
     FLAT,
     {"[Add:type=Cell,to=3,what=1,state=1,rotation=2,value=7]", "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[4,1,1,1,1,2,7]]}}"},
    {"a move may set the state",
     FLAT,
     {"[Add:type=Cell,to=3,what=1,state=1]", "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4,state=5]"},
     "sites",
     "{\"0\":{\"Cell\":[[4,1,1,1,5,0,0]]}}"},
    {"a move replaces another piece",
     FLAT,
     {"[Add:type=Cell,to=3,what=1]", "[Add:type=Cell,to=4,what=2,count=3]",
      "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[4,1,1,1,0,0,0]]}}"},
    {"a move takes one piece of a pile to its like",
     FLAT,
     {"[Add:type=Cell,to=3,what=1,count=3]", "[Add:type=Cell,to=4,what=1]",
      "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,1,1,2,0,0,0],[4,1,1,2,0,0,0]]}}"},
    {"a move of nothing does nothing", FLAT, {"[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4]"}, "sites", "{}"},
    {"a move on its own site changes nothing",
     FLAT,
     {"[Add:type=Cell,to=3,what=1,state=2]", "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=3]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,1,1,1,2,0,0]]}}"},
    {"moving several",
     FLAT,
     {"[Add:type=Cell,to=3,what=6,count=5]", "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4,count=2]",
      "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4,count=3]"},
     "sites",
     "{\"0\":{\"Cell\":[[4,6,0,5,0,0,0]]}}"},
    {"a copy stays",
     KINDS,
     {"[Add:type=Cell,to=3,what=2]", "[Copy:typeFrom=Cell,from=3,levelFrom=0,typeTo=Cell,to=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,2,2,1,0,0,0],[4,2,2,1,0,0,0]]}}"},
    {"a removal empties everything",
     FLAT,
     {"[Add:type=Cell,to=3,what=1,count=3,state=2]", "[Remove:type=Cell,to=3]"},
     "sites",
     "{}"},
    {"a promotion forgets the state",
     FLAT,
     {"[Add:type=Cell,to=3,what=1,state=2]", "[Promote:type=Cell,to=3,what=3]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,3,1,1,0,0,0]]}}"},
    {"a promotion of nothing belongs to nobody",
     FLAT,
     {"[Promote:type=Cell,to=3,what=3]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,3,0,1,0,0,0]]}}"},
    {"a count of nothing removes",
     FLAT,
     {"[Add:type=Cell,to=3,what=1]", "[SetCount:type=Cell,to=3,what=1,count=0]"},
     "sites",
     "{}"},
    {"a state without a piece",
     FLAT,
     {"[SetState:type=Cell,to=3,state=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,0,0,0,4,0,0]]}}"},
    {"rotation and value",
     FLAT,
     {"[SetRotation:type=Cell,to=3,rotation=4]", "[SetValue:type=Cell,to=3,value=9]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,0,0,0,0,4,9]]}}"},
    {"a hand is beyond the board", KINDS, {"[Add:to=11,what=1]"}, "sites", "{\"1\":{\"Cell\":[[11,1,1,1,0,0,0]]}}"},

    {"a stack grows",
     STACKS,
     {"[Add:type=Cell,to=3,what=1]", "[Add:type=Cell,to=3,what=2,state=1]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,0,0,0],[2,2,1,0,0]]]]}}"},
    {"a move of the top loses its state",
     STACKS,
     {"[Add:type=Cell,to=3,what=2,state=1]", "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[4,[[2,2,0,0,0]]]]}}"},
    {"a move of a level keeps its state",
     STACKS,
     {"[Add:type=Cell,to=3,what=2,state=1]", "[Add:type=Cell,to=3,what=1]",
      "[Move:typeFrom=Cell,from=3,levelFrom=0,typeTo=Cell,to=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,0,0,0]]],[4,[[2,2,1,0,0]]]]}}"},
    {"what a level held stays behind",
     STACKS,
     {"[Add:type=Cell,to=3,what=2,state=1]", "[Remove:type=Cell,to=3,level=0]", "[Add:type=Cell,to=3,what=1]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,1,0,0]]]]}}"},
    {"a removal of the top leaves nothing behind",
     STACKS,
     {"[Add:type=Cell,to=3,what=2,state=1]", "[Remove:type=Cell,to=3]", "[Add:type=Cell,to=3,what=1]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,0,0,0]]]]}}"},
    {"a whole stack moves on top",
     STACKS,
     {"[Add:type=Cell,to=3,what=2,state=1]", "[Add:type=Cell,to=3,what=1]", "[Add:type=Cell,to=4,what=3]",
      "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4,stack=true]"},
     "sites",
     "{\"0\":{\"Cell\":[[4,[[3,1,0,0,0],[2,2,1,0,0],[1,1,0,0,0]]]]}}"},
    {"the upper part of a stack moves",
     STACKS,
     {"[Add:type=Cell,to=3,what=1]", "[Add:type=Cell,to=3,what=2]", "[Add:type=Cell,to=3,what=3]",
      "[StackMove:typeFrom=Cell,from=3,typeTo=Cell,to=4,numLevel=2]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,0,0,0]]],[4,[[2,2,0,0,0],[3,1,0,0,0]]]]}}"},
    {"more levels than there are do not move",
     STACKS,
     {"[Add:type=Cell,to=3,what=1]", "[StackMove:typeFrom=Cell,from=3,typeTo=Cell,to=4,numLevel=2]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,0,0,0]]]]}}"},
    {"an insertion goes below",
     STACKS,
     {"[Add:type=Cell,to=3,what=1]", "[Insert:type=Cell,to=3,level=0,what=2]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[2,2,0,0,0],[1,1,0,0,0]]]]}}"},
    {"the state of a level",
     STACKS,
     {"[Add:type=Cell,to=3,what=1]", "[Add:type=Cell,to=3,what=2]", "[SetState:type=Cell,to=3,level=0,state=3]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,3,0,0],[2,2,0,0,0]]]]}}"},
    {"the top is promoted",
     STACKS,
     {"[Add:type=Cell,to=3,what=1]", "[Add:type=Cell,to=3,what=2]", "[Promote:type=Cell,to=3,what=4]"},
     "sites",
     "{\"0\":{\"Cell\":[[3,[[1,1,0,0,0],[4,2,0,0,0]]]]}}"},

    {"a removal that waits",
     KINDS | GAME_SEQUENCE_CAPTURE,
     {"[Add:type=Cell,to=3,what=1]", "[Remove:type=Cell,to=3,applied=false]"},
     "toRemove",
     "[3]"},
    {"scores",
     KINDS | GAME_SCORE,
     {"[SetScore:player=2,score=4]", "[SetScore:player=2,score=-6,add=true]"},
     "score",
     "[0,0,-2]"},
    {"amounts and bets",
     KINDS | GAME_AMOUNT,
     {"[SetAmount:player=1,amount=4]", "[Bet:player=2,bet=3]"},
     "amount",
     "[0,4,3]"},
    {"values of players", KINDS, {"[SetValueOfPlayer:player=2,value=3]"}, "playerValue", "[-1,-1,3]"},
    {"the next player", KINDS, {"[SetNextPlayer:player=1]"}, "next", "1"},
    {"counter", KINDS, {"[SetCounter:counter=5]"}, "counter", "5"},
    {"temporary value", KINDS, {"[SetTemp:temp=5]"}, "temp", "5"},
    {"pot", KINDS, {"[SetPot:pot=5]"}, "pot", "5"},
    {"trump", KINDS, {"[SetTrumpSuit:trumpSuit=2]"}, "trump", "2"},
    {"variables", KINDS, {"[SetVar:name=Score,value=-1]"}, "vars", "{\"Score\":-1}"},
    {"pending sites are a set, 1 by default",
     KINDS | GAME_PENDING,
     {"[SetPending:value=4]", "[SetPending:]", "[SetPending:value=4]"},
     "pending",
     "[4,1]"},
    {"remembering and forgetting",
     KINDS | GAME_REMEMBER,
     {"[RememberValue:name=Seen,value=4]", "[RememberValue:name=Seen,value=5]", "[RememberValue:name=Seen,value=4]",
      "[ForgetValue:name=Seen,value=4]", "[RememberValue:name=null,value=7]"},
     "rememberMap",
     "{\"Seen\":[5,4]}"},
    {"triggers", KINDS, {"[Trigger:event=End,player=2]"}, "triggered", "[2]"},
    {"seats", KINDS, {"[Swap:player1=2,player2=1,decision=true]"}, "order", "[0,2,1]"},
    {"teams",
     KINDS | GAME_TEAMS,
     {"[AddPlayerToTeam:team=2,player=1]", "[AddPlayerToTeam:team=1,player=2]"},
     "team",
     "[0,2,1]"},
    {"propositions", KINDS | GAME_VOTES, {"[Propose:proposition=End,propositionInt=0]"}, "propositions", "[0]"},
    {"a vote by all decides",
     KINDS | GAME_VOTES,
     {"[Vote:vote=No,voteInt=2]", "[Vote:vote=No,voteInt=2]"},
     "decided",
     "2"},
    {"a divided vote does not",
     KINDS | GAME_VOTES,
     {"[Vote:vote=No,voteInt=2]", "[Vote:vote=End,voteInt=0]"},
     "decided",
     NULL},
    {"hidden information moves with a piece",
     KINDS | GAME_HIDDEN,
     {"[Add:type=Cell,to=3,what=1]", "[SetHidden:type=Cell,to=3,level=0,who=2,value=true]",
      "[SetHiddenWhat:type=Cell,to=3,level=0,who=2,value=true]", "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4]"},
     "hidden",
     "[[0,\"Cell\",4,0,2,3]]"},
    {"a die shows its face",
     KINDS,
     {"[Add:type=Cell,to=12,what=5]", "[SetStateAndUpdateDice:site=12,state=3]"},
     "dice",
     "[[4]]"},
    {"sums of dice",
     KINDS,
     {"[Add:type=Cell,to=12,what=5]", "[SetStateAndUpdateDice:site=12,state=3]", "[SetDiceAllEqual:value=true]",
      "[UseDie:indexHandDice=0,indexDie=0,site=12]"},
     "diceSum",
     "[4]"},
    {"a used die",
     KINDS,
     {"[Add:type=Cell,to=12,what=5]", "[SetStateAndUpdateDice:site=12,state=3]",
      "[UseDie:indexHandDice=0,indexDie=0,site=12]"},
     "dice",
     "[[0]]"},
    {"puzzle values",
     GAME_PUZZLE,
     {"[Set:type=Cell,var=1,value=2]", "[Toggle:type=Cell,var=2,value=4]", "[Toggle:type=Cell,var=3,value=4]",
      "[Reset:type=Cell,var=3,max=5]"},
     "sites",
     "{\"0\":{\"Cell\":[[1,2],[2,-1,15]]}}"},
    {"passes, notes and selections change nothing",
     FLAT,
     {"[Pass:decision=true]", "[Note:message=hello, you,to=1]", "[Select:typeFrom=Cell,from=1]"},
     "sites",
     "{}"},
};

static void check_field(Position *x, const Case *it) {
  json_t *state = snapshot_json(x), *field = json_object_get(state, it->field);
  char *text = field ? json_dumps(field, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
  if ((text == NULL) != (it->expected == NULL) || (text && strcmp(text, it->expected) != 0)) {
    fail_msg("%s: %s, expected %s", it->name, text ? text : "nothing", it->expected ? it->expected : "nothing");
  }
  Text differences = {0};
  if (!snapshot_compare(x, state, &differences)) fail_msg("%s: %.*s", it->name, (int)differences.n, differences.p);
  text_free(&differences);
  free(text);
  json_decref(state);
}

// Saved text restores the block in another Position; damaged text does not touch it.
static void check_saving(Position *x, const Case *it) {
  Position *other = position_new(x->game, 1, 1);
  Text text = {0};
  const char *why = NULL;
  snapshot_save(x, &text);
  if (!snapshot_restore(other, text_str(&text), &why)) fail_msg("%s: %s", it->name, why);
  assert_memory_equal(x->block, other->block, x->layout->size);
  text.p[text.n / 2] = text.p[text.n / 2] == '1' ? '2' : '1';
  assert_false(snapshot_restore(other, text_str(&text), &why));
  assert_non_null(why);
  assert_memory_equal(x->block, other->block, x->layout->size);
  text_free(&text);
  position_free(other);
}

static void check_case(const Case *it) {
  TinyGame tiny;
  tiny_init(&tiny, it->flags);
  Position *x = tiny_start(&tiny);
  unsigned char *before = mem_alloc(x->layout->size);
  memcpy(before, x->block, x->layout->size);
  size_t mark = x->undo.n;
  for (int i = 0; i < STEPS_MAX && it->steps[i]; i++) assert_int_equal(tiny_do(x, it->steps[i]), 1);
  check_field(x, it);
  check_saving(x, it);
  if (x->head->hash != position_hash_scratch(x)) fail_msg("%s: the hash is not the one from scratch", it->name);
  undo_to(x, mark);
  assert_memory_equal(before, x->block, x->layout->size);
  mem_free(before);
  position_free(x);
  tiny_free(&tiny);
}

static void test_actions(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(cases); i++) check_case(&cases[i]);
}

static void test_differences_are_named(void **state) {
  (void)state;
  TinyGame tiny;
  tiny_init(&tiny, FLAT | GAME_SCORE | GAME_PENDING);
  Position *x = tiny_start(&tiny);
  tiny_do(x, "[Add:type=Cell,to=3,what=1]");
  tiny_do(x, "[SetScore:player=2,score=3]");
  json_t *expected = snapshot_json(x);
  json_object_set_new(expected, "score", json_pack("[i,i,i]", 0, 0, 4));
  json_object_set_new(expected, "pending", json_pack("[i]", 9));
  json_object_set_new(expected, "sites", json_pack("{s:{s:[[i,i,i,i,i,i,i]]}}", "0", "Cell", 3, 2, 2, 1, 0, 0, 0));
  json_object_set_new(expected, "weather", json_integer(1));
  Text out = {0};
  assert_false(snapshot_compare(x, expected, &out));
  assert_str_equal(text_str(&out),
                   "score[2]: 3, expected 4\npending: [], expected [9]\nCell 3 what: 1, expected 2\n"
                   "Cell 3 who: 1, expected 2\nweather: not kept\n");
  text_free(&out);
  json_decref(expected);
  position_free(x);
  tiny_free(&tiny);
}

// An Add on a stack is recorded with the level it came to.
static void test_done_actions_are_completed(void **state) {
  (void)state;
  TinyGame tiny;
  tiny_init(&tiny, STACKS);
  Position *x = tiny_start(&tiny);
  tiny_do(x, "[Add:to=3,what=1]");
  tiny_do(x, "[Add:to=3,what=1]");
  assert_int_equal(VEC_LAST(&x->done).level_to, 1);
  assert_int_equal(VEC_LAST(&x->done).type_to, SITE_CELL);
  position_free(x);
  tiny_free(&tiny);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_actions),
      cmocka_unit_test(test_differences_are_named),
      cmocka_unit_test(test_done_actions_are_completed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
