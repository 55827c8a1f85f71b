// The columns of effects in ops.def are true: in positions of shipped games, and of a sample of the reference library,
// every number and region of the rules is asked again after something changed that its instruction does not depend on,
// and must be the same. Instructions run as they are, without compiled conditions and regions that are kept.
#include "rules/effects.h"

#include "base/file.h"
#include "play/playout/playout.h"
#include "rules/operand.h"
#include "state/block/access.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/shipped.h"

enum { PLIES = 24, ASK_EVERY = 6, SAMPLE_EVERY = 40 };

typedef struct Asker {
  Position *x, *other;  // other: another position of the same game
  uint32_t *needs;      // by Ref
  Random random;
  size_t asked;
} Asker;

static void make_plain(Position *x, const uint16_t *none) { x->test_of = x->memo_of = none; }

// The value of an expression as one number.
static uint64_t ask(Position *x, Ref ref) {
  const Ins *in = program_ins(x->program, ref);
  ScratchMark scratch = position_mark(x);
  uint64_t answer = 0;
  if (rules_type_is_int(op_info[in->op].type)) {
    answer = (uint32_t)op_fns[in->op].as_int(x, in);
  } else {
    const Word *region = op_fns[in->op].as_region(x, in);
    for (int w = 0; w < x->words; w++) answer = random_mix(answer ^ region[w]);
  }
  position_release(x, scratch);
  return answer;
}

static void same(const Asker *a, Position *x, Ref ref, uint64_t answer, const char *changed) {
  if (ask(x, ref) == answer) return;
  fail_msg("%s: instruction %u (%s) depends on %s", x->game->name, ref, op_info[program_ins(x->program, ref)->op].name,
           changed);
  (void)a;
}

static int32_t some_value(Asker *a, Slot slot) {
  int32_t sites = a->x->game->sites[a->x->game->site_type];
  switch (slot) {
    case SLOT_FROM:
    case SLOT_TO:
    case SLOT_BETWEEN:
    case SLOT_SITE: return (int32_t)random_below(&a->random, (uint32_t)sites);
    case SLOT_PLAYER: return 1 + (int32_t)random_below(&a->random, (uint32_t)a->x->game->players);
    case SLOT_LEVEL: return 0;
    case SLOT_VALUE:
    case SLOT_PIPS:
    case SLOT_EDGE:
    case SLOT_ITEM:
    case SLOT_STATE: return (int32_t)random_below(&a->random, 3);
    case SLOT_TRACK:
    case SLOT_HINT:
    case SLOT_HERE:
    case SLOT_ROTATION:
    case SLOT_FACING:
    case SLOT_COUNT: break;
  }
  return -1;
}

static void change_slots(Asker *a, Ref ref, uint64_t answer) {
  for (int s = 0; s < SLOT_COUNT; s++) {
    if (a->needs[ref] >> s & 1) continue;
    int32_t old = a->x->slots[s];
    a->x->slots[s] = some_value(a, (Slot)s);
    same(a, a->x, ref, answer, slot_names[s]);
    a->x->slots[s] = old;
  }
}

static void change_scalar(Asker *a, Ref ref, uint64_t answer, int32_t *scalar, int32_t value, const char *name) {
  int32_t old = *scalar;
  *scalar = value;
  same(a, a->x, ref, answer, name);
  *scalar = old;
}

static void change_turn(Asker *a, Ref ref, uint64_t answer) {
  StateHead *head = a->x->head;
  uint32_t needs = a->needs[ref];
  if (!(needs & PART_MOVER)) change_scalar(a, ref, answer, &head->mover, head->next, "the mover");
  if (!(needs & PART_NEXT)) change_scalar(a, ref, answer, &head->next, head->mover, "who is next");
  if (!(needs & PART_PREV)) change_scalar(a, ref, answer, &head->prev, head->mover, "who moved before");
  if (needs & PART_COUNTERS) return;
  change_scalar(a, ref, answer, &head->counter, head->counter + 3, "the counter");
  change_scalar(a, ref, answer, &head->turn, head->turn + 3, "the number of the turn");
  change_scalar(a, ref, answer, &head->moves, head->moves + 3, "the number of moves");
}

// What depends on slots and on whose turn it is only has the same value in every position.
static void change_position(Asker *a, Ref ref, uint64_t answer) {
  const uint32_t turn = PART_MOVER | PART_NEXT | PART_PREV;
  if (a->needs[ref] & ~(SLOT_BITS | turn)) return;
  StateHead *head = a->other->head;
  StateHead kept = *head;
  head->mover = a->x->head->mover;
  head->next = a->x->head->next;
  head->prev = a->x->head->prev;
  memcpy(a->other->slots, a->x->slots, sizeof a->x->slots);
  same(a, a->other, ref, answer, "the position");
  *head = kept;
}

// A value is one of its type: 1 or 0, a site or none, a player, a mask of players.
static void check_value(const Asker *a, Ref ref, RulesType type, int32_t value) {
  const Game *game = a->x->game;
  int32_t most = INT32_MAX, least = INT32_MIN;
  if (type == RULES_BOOL) least = 0, most = 1;
  if (type == RULES_SITE) most = game->program.region_bits - 1;
  if (type == RULES_PLAYER) least = 0, most = game->players + 1;
  if (type == RULES_PLAYERS) least = 0, most = (4 << game->players) - 1;
  if (value >= least && value <= most) return;
  fail_msg("%s: instruction %u (%s) is %d, which is no %s", game->name, ref,
           op_info[program_ins(a->x->program, ref)->op].name, value, operand_kinds[type].word);
}

static void ask_one(Asker *a, Ref ref) {
  const Ins *in = program_ins(a->x->program, ref);
  RulesType type = op_info[in->op].type;
  if ((!rules_type_is_int(type) && type != RULES_REGION) || in->op == OP_PLAYER_REGION) return;
  if (a->needs[ref] & (PART_CHANCE | PART_TRIES | PART_ITERATION)) return;
  uint64_t answer = ask(a->x, ref);
  if (rules_type_is_int(type)) check_value(a, ref, type, (int32_t)answer);
  same(a, a->x, ref, answer, "how often it is asked");
  change_slots(a, ref, answer);
  change_turn(a, ref, answer);
  change_position(a, ref, answer);
  a->asked++;
}

static void ask_all(Asker *a) {
  int32_t slots[SLOT_COUNT];
  memcpy(slots, a->x->slots, sizeof slots);
  for (int s = 0; s < SLOT_COUNT; s++) a->x->slots[s] = some_value(a, (Slot)s);
  for (Ref ref = 1; ref < a->x->program->n; ref += 1u + program_ins(a->x->program, ref)->n) ask_one(a, ref);
  memcpy(a->x->slots, slots, sizeof slots);
}

static size_t check_game(const Game *game) {
  if (game->n_subgames || game_has(game, GAME_PUZZLE)) return 0;
  Arena arena = {0};
  Asker a = {.x = position_new(game, 1, 0), .other = position_new(game, 2, 0), .random = random_stream(3, 0)};
  a.needs = ARENA_ARRAY(&arena, uint32_t, game->program.n + 1);
  for (Ref ref = 1; ref < game->program.n; ref += 1u + program_ins(&game->program, ref)->n) {
    a.needs[ref] = ins_needs(program_ins(&game->program, ref), a.needs);
  }
  const uint16_t *none = ARENA_ARRAY(&arena, uint16_t, game->program.n + 1);
  make_plain(a.x, none);
  make_plain(a.other, none);
  for (int ply = 0; ply < PLIES && !position_over(a.x) && !position_over(a.other); ply++) {
    if (ply % ASK_EVERY == 0) ask_all(&a);
    playout_step(a.x, &a.random);
    playout_step(a.other, &a.random);
  }
  position_free(a.x);
  position_free(a.other);
  arena_free(&arena);
  return a.asked;
}

typedef struct Walk {
  const char *library;
  int every, seen;
  size_t asked;
} Walk;

static void visit(void *self, const char *path) {
  Walk *walk = self;
  if (walk->seen++ % walk->every) return;
  Shipped shipped;
  if (shipped_try(&shipped, path, walk->library)) {
    printf("# %s\n", shipped.game->name);
    walk->asked += check_game(shipped.game);
  }
  shipped_free(&shipped);
}

static void effects_are_true(void **state) {
  Arena arena = {0};
  Walk walk = {.every = 1};
  file_walk(test_root(&arena, "games/lud"), ".lud", visit, &walk);
  arena_free(&arena);
  assert_true(walk.asked > 5000);
}

static void effects_are_true_in_reference_games(void **state) {
  Arena arena = {0};
  Walk walk = {.library = test_shared(&arena, "ludii"), .every = SAMPLE_EVERY};
  const char *every = getenv("SENET_EVERY");
  if (every) walk.every = MAX(atoi(every), 1);
  file_walk(arena_printf(&arena, "%s/lud", walk.library), ".lud", visit, &walk);
  arena_free(&arena);
  assert_true(walk.asked > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(effects_are_true),
      cmocka_unit_test(effects_are_true_in_reference_games),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
