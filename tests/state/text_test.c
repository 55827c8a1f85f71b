// Actions and moves as text: own strings of every kind there and back, malformed ones refused, and all moves
// of a sample of recorded games.
#include "state/text/move_text.h"

#include "base/file.h"
#include "state/block/access.h"
#include "state/text/snapshot.h"
#include "support/shipped.h"
#include "support/support.h"
#include "support/tiny.h"

#include <jansson.h>

static void check_action(Position *x, const char *text) {
  Action action;
  Text out = {0}, why = {0};
  if (!action_parse(x->game, str_of(text), &action, &why)) fail_msg("%s: %.*s", text, (int)why.n, why.p);
  action_text(&out, x->game, &action);
  assert_str_equal(text_str(&out), text);
  text_free(&out);
  text_free(&why);
}

static const char *const actions[] = {
    "[Add:type=Cell,to=1,what=2]",
    "[Add:type=Cell,to=1,level=3,what=2,count=4,state=0,rotation=1,value=5,stack=true,decision=true]",
    "[Insert:type=Cell,to=1,level=0,what=2,state=1]",
    "[Move:typeFrom=Cell,from=1,typeTo=Cell,to=2,decision=true]",
    "[Move:typeFrom=Cell,from=1,levelFrom=0,typeTo=Vertex,to=2,levelTo=3,state=1,rotation=2,value=3,stack=true]",
    "[Move:typeFrom=Cell,from=1,typeTo=Cell,to=2,count=3]",
    "[StackMove:typeFrom=Cell,from=1,typeTo=Cell,to=2,numLevel=2]",
    "[Copy:typeFrom=Cell,from=1,levelFrom=0,typeTo=Cell,to=2]",
    "[Remove:type=Edge,to=1]",
    "[Remove:type=Cell,to=1,level=2,decision=true]",
    "[Remove:type=Cell,to=1,applied=false]",
    "[Select:typeFrom=Cell,from=1,decision=true]",
    "[Select:typeFrom=Cell,from=1,levelFrom=0,typeTo=Cell,to=3,levelTo=1]",
    "[Promote:type=Cell,to=1,what=3]",
    "[SetCount:type=Cell,to=1,what=1,count=9]",
    "[SetState:type=Cell,to=1,level=1,state=2]",
    "[SetRotation:type=Cell,to=1,rotation=2]",
    "[SetValue:type=Cell,to=-1,value=-2]",
    "[SetCost:type=Cell,to=1,cost=3]",
    "[SetPhase:type=Cell,to=1,phase=1]",
    "[SetScore:player=2,score=-3,add=true]",
    "[SetAmount:player=1,amount=10]",
    "[SetValueOfPlayer:player=1,value=-1]",
    "[SetCounter:counter=-1]",
    "[SetTemp:temp=7]",
    "[SetVar:name=Score,value=3]",
    "[SetVar:name=Last, first,value=-3,decision=true]",
    "[SetPot:pot=12]",
    "[SetPending:]",
    "[SetPending:value=4]",
    "[SetNextPlayer:player=2]",
    "[SetTrumpSuit:trumpSuit=3]",
    "[SetHidden:type=Cell,to=1,level=0,who=2,value=true]",
    "[SetHiddenWhat:type=Cell,to=1,level=0,who=2,value=false]",
    "[SetHiddenWho:type=Cell,to=1,who=1,value=true]",
    "[SetHiddenCount:type=Cell,to=1,who=1,value=true]",
    "[SetHiddenValue:type=Cell,to=1,who=1,value=true]",
    "[SetHiddenState:type=Cell,to=1,who=1,value=true]",
    "[SetHiddenRotation:type=Cell,to=1,who=1,value=true]",
    "[SetStateAndUpdateDice:site=12,state=5]",
    "[SetDiceAllEqual:value=false]",
    "[UseDie:indexHandDice=0,indexDie=0,site=12]",
    "[Pass:]",
    "[Pass:decision=true,forced=true]",
    "[Swap:player1=2,player2=1,decision=true]",
    "[Forfeit:player=P2,decision=true]",
    "[Bet:player=1,bet=5]",
    "[Propose:proposition=End,propositionInt=0,decision=true]",
    "[Vote:vote=No,voteInt=1,decision=true]",
    "[Trigger:event=End,player=2]",
    "[Note:message=hello, you,to=1]",
    "[Note:message=P2 hello, you,to=1]",
    "[Note:message=P1 14,to=2]",
    "[RememberValue:name=null,value=4]",
    "[ForgetValue:name=Seen,value=4]",
    "[StoreStateInContext:]",
    "[AddPlayerToTeam:team=1,player=2]",
    "[NextInstance:decision=true]",
    "[Set:type=Cell,var=1,value=2,decision=true]",
    "[Toggle:type=Cell,var=1,value=2]",
    "[Reset:type=Cell,var=1,max=5]",
};

static void test_every_kind_there_and_back(void **state) {
  (void)state;
  TinyGame tiny;
  tiny_init(&tiny, GAME_PIECE_KINDS);
  Position *x = position_new(&tiny.game, 1, 1);
  for (size_t i = 0; i < COUNT_OF(actions); i++) check_action(x, actions[i]);
  position_free(x);
  tiny_free(&tiny);
}

static const char *const wrong[] = {
    "",
    "[]",
    "[Add]",
    "[Add:",
    "[Nothing:to=1]",
    "[Add:type=Cell,to=1]",
    "[Add:type=Corner,to=1,what=1]",
    "[Add:type=Cell,to=99,what=1]",
    "[Add:type=Cell,to=1,what=7]",
    "[Add:type=Cell,to=1,what=-1]",
    "[Add:type=Cell,to=1,what=1,colour=3]",
    "[Add:type=Cell,to=1,what=1,state=70000]",
    "[Add:type=Cell,to=99999999999999999999,what=1]",
    "[SetScore:player=9,score=1]",
    "[SetVar:name=Unknown,value=1]",
    "[Pass:decision=maybe]",
    "[Pass:decision]",
    "[Note:message=unheard,to=1]",
    "[:]",
};

static void test_malformed_actions_are_refused(void **state) {
  (void)state;
  TinyGame tiny;
  tiny_init(&tiny, GAME_PIECE_KINDS);
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    Action action = {.kind = ACT_PASS, .to = 77};
    Text why = {0};
    assert_false(action_parse(&tiny.game, str_of(wrong[i]), &action, &why));
    assert_true(why.n > 0);
    assert_int_equal(action.to, 77);
    text_free(&why);
  }
  tiny_free(&tiny);
}

static void check_move(Position *x, Str text, const char *expected) {
  Text out = {0}, why = {0};
  Move move;
  size_t before = x->actions.n;
  if (!move_parse(x, text, &move, &why)) fail_msg("%.*s: %.*s", (int)text.n, text.p, (int)why.n, why.p);
  move_text(&out, x, &move, false);
  if (expected) assert_str_equal(text_str(&out), expected);
  else if (!str_eq(text_str(&out), text)) fail_msg("%.*s\n%.*s", (int)text.n, text.p, (int)out.n, out.p);
  x->actions.n = before;
  text_free(&out);
  text_free(&why);
}

static void test_moves_there_and_back(void **state) {
  (void)state;
  TinyGame tiny;
  tiny_init(&tiny, GAME_PIECE_KINDS);
  Position *x = position_new(&tiny.game, 1, 1);
  check_move(x, STR("[Move:mover=1,actions=[Pass:decision=true,forced=true]]"), NULL);
  check_move(x,
             STR("[Move:mover=2,from=5,to=6,state=3,oriented=false,edge=6,levelMin=1,levelMax=2,actions="
                 "[Remove:type=Cell,to=3],[Move:typeFrom=Cell,from=5,typeTo=Cell,to=6,decision=true]]"),
             NULL);
  check_move(x, STR("[Move:mover=2,from=5,to=5,actions=]"), NULL);
  check_move(x,
             STR("[Move:mover=1,from=1,to=2,actions=[Move:mover=1,from=3,to=3,actions=[Remove:type=Cell,to=3]],"
                 "[Move:typeFrom=Cell,from=1,typeTo=Cell,to=2]]"),
             "[Move:mover=1,from=1,to=2,actions=[Remove:type=Cell,to=3],[Move:typeFrom=Cell,from=1,typeTo=Cell,to=2]]");
  position_free(x);
  tiny_free(&tiny);
}

static void test_malformed_moves_are_refused(void **state) {
  (void)state;
  static const char *const moves[] = {
      "",
      "[Move:mover=1]",
      "[Move:mover=1,actions=[Pass:]",
      "[Move:mover=x,actions=[Pass:]]",
      "[Move:mover=1,actions=[Pass:][Pass:]]",
      "[Move:mover=1,pace=3,actions=[Pass:]]",
      "[Move:mover=1,actions=[Pass:],[Jump:]]",
      "[Move:mover=1,oriented=2,actions=[Pass:]]",
  };
  TinyGame tiny;
  tiny_init(&tiny, GAME_PIECE_KINDS);
  Position *x = position_new(&tiny.game, 1, 1);
  for (size_t i = 0; i < COUNT_OF(moves); i++) {
    Move move = {.mover = 77};
    Text why = {0};
    assert_false(move_parse(x, str_of(moves[i]), &move, &why));
    assert_true(why.n > 0);
    assert_int_equal(move.mover, 77);
    assert_int_equal(x->actions.n, 0);
    text_free(&why);
  }
  position_free(x);
  tiny_free(&tiny);
}

// ---- recorded games ------------------------------------------------------------------------------

// Between them these use every form of every action that occurs in the records.
static const char *const sample[] = {
    "1D_Chess",
    "2048",
    "20_Squares",
    "3D_Tic-Tac-Toe",
    "A-i-u",
    "A_K_aak_il",
    "Abalala_e",
    "Abande",
    "Abrobad",
    "Acedrex__Alfonso_",
    "Acedrex_de_los_Cuatros_Tiempos",
    "Ad_elta_stelpur",
    "Adere",
    "Adi",
    "Agilidade",
    "Aime",
    "Aj_Sakakil",
    "Ako_Okwe",
    "Alea_Evangelii",
    "Amazon_Chess",
    "American_Pool_Checkers",
    "Andot",
    "Anti-Knight_Sudoku",
    "Arimaa",
    "Ataxx",
    "Azigo",
    "Backgammon",
    "Banqi",
    "Bashni",
    "Battleships",
    "Beirut_Chess",
    "Bide",
    "Brain_Coral",
    "Broken_Line",
    "Callanish",
    "Ceelkoqyuqkoqiji",
    "Chonpa",
    "Coil",
    "Contagion",
    "Cram",
    "Duene",
    "Ex_Nihilo",
    "Grand_Trictrac",
    "Kriegsspiel",
    "Len_Doat",
    "Lielow",
    "Los_Escaques",
    "MacBeth",
    "Mini_Wars",
    "Paintscape",
    "Panchi",
    "Ploy",
    "Ringo",
    "Rithmomachia",
    "Speedo",
    "There_and_Back",
    "Throngs",
    "Tsaydithl",
};

enum { NAMES_MAX = 512, MOVES_PER_GAME = 10000 };

// The names a record uses, as tables of a game that knows them all.
typedef struct Names {
  Arena arena;
  const char *vars[NAMES_MAX], *memories[NAMES_MAX], *strings[NAMES_MAX];
  int n_vars, n_memories, n_strings;
} Names;

static void learn(Names *names, const char **table, int *n, const char *from, const char *to) {
  char *name = arena_text(&names->arena, (Str){from, (size_t)(to - from)});
  for (int i = 0; i < *n; i++) {
    if (table[i] && !strcmp(table[i], name)) return;
  }
  assert_true(*n < NAMES_MAX);
  table[(*n)++] = name;
}

static void learn_all(Names *names, const char *text, const char *key, const char *end, const char **table, int *n) {
  for (const char *at = strstr(text, key); at; at = strstr(at, key)) {
    at += strlen(key);
    learn(names, table, n, at, strstr(at, end));
  }
}

static void learn_names(Names *names, const char *text) {
  learn_all(names, text, "[SetVar:name=", ",value=", names->vars, &names->n_vars);
  learn_all(names, text, "[RememberValue:name=", ",value=", names->memories, &names->n_memories);
  learn_all(names, text, "[ForgetValue:name=", ",value=", names->memories, &names->n_memories);
  learn_all(names, text, "[Note:message=", ",to=", names->strings, &names->n_strings);
  learn_all(names, text, "[Propose:proposition=", ",proposition", names->strings, &names->n_strings);
  learn_all(names, text, "[Vote:vote=", ",voteInt=", names->strings, &names->n_strings);
  learn_all(names, text, "[Trigger:event=", ",player=", names->strings, &names->n_strings);
}

// Checks the moves of a record; returns how many there were.
static int check_record(Position *x, const char *text, const char *end) {
  int n = 0;
  for (const char *at = strstr(text, "\"[Move:"); at && n < MOVES_PER_GAME; at = strstr(at, "\"[Move:")) {
    const char *close = strchr(++at, '"');
    assert_true(close && close < end);
    check_move(x, (Str){at, (size_t)(close - at)}, NULL);
    at = close;
    n++;
  }
  return n;
}

static int check_game(const char *path) {
  Names *names = mem_alloc_zero(sizeof *names);
  names->n_vars = names->n_memories = 1;
  Str text;
  const char *why = NULL;
  if (!file_read(&names->arena, path, 0, &text, &why)) fail_msg("%s: %s", path, why);
  learn_names(names, text.p);
  TinyGame tiny;
  tiny_init(&tiny, GAME_PIECE_KINDS);
  Game *game = &tiny.game;
  game->players = GAME_PLAYERS_MAX;
  game->vars = names->vars;
  game->n_vars = names->n_vars;
  game->memories = names->memories;
  game->n_memories = names->n_memories;
  game->program.strings = names->strings;
  game->program.n_strings = names->n_strings;
  game->n_components = 30000;
  game->sites[SITE_CELL] = 30000;
  Position x = {.game = game};
  int n = check_record(&x, text.p, text.p + text.n);
  VEC_FREE(&x.actions);
  tiny_free(&tiny);
  arena_free(&names->arena);
  mem_free(names);
  return n;
}

static void test_recorded_moves(void **state) {
  (void)state;
  Arena arena = {0};
  int moves = 0;
  for (size_t i = 0; i < COUNT_OF(sample); i++) {
    moves += check_game(test_shared(&arena, arena_printf(&arena, "ludii/traces/%s/2.jsonl.zst", sample[i])));
  }
  assert_true(moves > 50000);
  arena_free(&arena);
}

// Lists of a state as JSON are whole however long they are.
static void test_long_lists(void **state) {
  enum { SIDE = 80 };
  Shipped shipped;
  (void)state;
  shipped_text(&shipped,
               "(game \"V\" (players 2) (equipment {(board (square 80)) (piece \"Disc\" Each)}) "
               "(rules (play (move Add (to (sites Empty) if:(not (is Visited (to)))))) "
               "(end (if (no Moves Next) (result Mover Win)))))");
  Position *x = position_new(shipped.game, 1, 0);
  position_start(x);
  Word *visited = STATE_AT(x, Word, x->layout->visited);
  bits_fill(visited, SIDE * SIDE);
  json_t *whole = snapshot_json(x);
  assert_int_equal(json_array_size(json_object_get(whole, "visited")), SIDE * SIDE);
  assert_true(snapshot_compare(x, whole, NULL));
  bit_clear(visited, SIDE * SIDE - 1);
  assert_false(snapshot_compare(x, whole, NULL));
  json_decref(whole);
  position_free(x);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_kind_there_and_back),
      cmocka_unit_test(test_malformed_actions_are_refused),
      cmocka_unit_test(test_moves_there_and_back),
      cmocka_unit_test(test_malformed_moves_are_refused),
      cmocka_unit_test(test_recorded_moves),
      cmocka_unit_test(test_long_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
