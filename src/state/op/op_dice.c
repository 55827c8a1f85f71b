// Dice: rolling them, moving by them, asking what they show.
#include "base/number.h"
#include "state/run/op_functions.h"

// One hand of dice, and where its values are.
typedef struct DiceHand {
  const Container *container;  // NULL: there is no such hand
  int number, first_die;
} DiceHand;

static DiceHand dice_hand(const Position *x, int32_t number) {
  DiceHand hand = {.number = 0};
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *container = &x->game->containers[c];
    if (container->kind != CONTAINER_DICE) continue;
    if (hand.number == number) {
      hand.container = container;
      return hand;
    }
    hand.number++;
    hand.first_die += container->n;
  }
  return hand;
}

static const int32_t *dice_values(const Position *x, const DiceHand *hand) {
  return STATE_AT(x, int32_t, x->layout->dice) + hand->first_die;
}

static const Component *die_on(const Position *x, int32_t site) {
  return component_of(x, site_what(x, SITE_CELL, site, -1));
}

static Action face_up(int32_t site, int32_t face) {
  Action action = action_make(ACT_UPDATE_DICE);
  action.to = (int16_t)site;
  action.state = (int16_t)face;
  return action;
}

// ---- rolling -------------------------------------------------------------------------------------

static void push_or_add(Position *x, uint32_t mark, Action action) {
  if (x->moves.n == mark) move_push(x, action, -1, -1);
  else move_add_action(x, action);
}

void op_ROLL(Position *x, const Ins *in) {
  (void)in;
  uint32_t mark = moves_mark(x);
  int32_t shown = GAME_OFF;
  Action equal = action_make(ACT_SET_DICE_EQUAL);
  equal.value = 1;
  for (int h = 0; h < x->game->dice_hands; h++) {
    const Container *dice = dice_hand(x, h).container;
    for (int32_t site = dice->first; site < dice->first + dice->n; site++) {
      int32_t face = (int32_t)position_draw(x, (uint32_t)MAX(die_on(x, site)->n_faces, 1));
      if (shown != GAME_OFF && shown != face) equal.value = 0;
      if (shown == GAME_OFF) shown = face;
      push_or_add(x, mark, face_up(site, face));
    }
  }
  push_or_add(x, mark, equal);
  Move *move = &VEC_LAST(&x->moves);
  move->mover = 0;
  move->from = move->to = 0;
}

// ---- moving by dice ------------------------------------------------------------------------------

typedef struct DiceLoop {
  const Ins *in;
  DiceHand hand;
} DiceLoop;

static void add_use(Position *x, const DiceLoop *loop, uint32_t mark, int die) {
  Action use = action_make(ACT_USE_DIE);
  use.what = (int16_t)loop->hand.number;
  use.value = die;
  use.to = (int16_t)(loop->hand.container->first + die);
  moves_add_action(x, mark, use);
}

// Up to three dice, by their numbers in the hand.
typedef struct UsedDice {
  int at[3], n;
} UsedDice;

// Body with so many pips, its moves using some dice. False when the condition does not hold.
static bool play_pips(Position *x, const DiceLoop *loop, int32_t pips, UsedDice dice) {
  uint32_t mark = moves_mark(x);
  x->slots[SLOT_PIPS] = pips;
  if (!x_holds(x, loop->in->a[A_FOR_DICE_IF])) return false;
  x_moves(x, loop->in->a[A_FOR_DICE_BODY]);
  for (int i = 0; i < dice.n; i++) add_use(x, loop, mark, dice.at[i]);
  return true;
}

static bool all_equal(const int32_t *values, int n) {
  for (int i = 1; i < n; i++) {
    if (values[i] != values[0]) return false;
  }
  return true;
}

static void add_temp(Position *x, uint32_t mark, int32_t value) {
  Action temp = action_make(ACT_SET_TEMP);
  temp.value = value;
  moves_add_action(x, mark, temp);
}

// The dice are laid again as they were: equal dice are played a second time.
static void add_replay(Position *x, uint32_t mark, int32_t face) {
  for (int h = 0; h < x->game->dice_hands; h++) {
    const Container *dice = dice_hand(x, h).container;
    if (face >= die_on(x, dice->first + dice->n - 1)->n_faces) continue;
    for (int32_t site = dice->first; site < dice->first + dice->n; site++)
      moves_add_action(x, mark, face_up(site, face));
  }
}

static void play_single(Position *x, const DiceLoop *loop, const int32_t *values, int n, bool again) {
  for (int i = 0; i < n; i++) {
    uint32_t mark = moves_mark(x);
    int32_t temp = x->head->temp;
    if (!play_pips(x, loop, values[i], (UsedDice){{i}, 1})) continue;
    if (again) add_temp(x, mark, temp == GAME_OFF ? values[i] : GAME_OFF);
    else if (temp != GAME_OFF) add_replay(x, mark, wrap_subtract(temp, 1));
  }
}

// The sums of two dice, and of three.
static void play_sums(Position *x, const DiceLoop *loop, const int32_t *values, int n) {
  if (n != 2 && n != 3) return;
  if (n == 3 && values[0] && values[1] && values[2])
    play_pips(x, loop, wrap_add(wrap_add(values[0], values[1]), values[2]), (UsedDice){{0, 1, 2}, 3});
  for (int i = 0; i < n - 1; i++) {
    for (int j = i + 1; j < n; j++) {
      if (values[i] && values[j]) play_pips(x, loop, wrap_add(values[i], values[j]), (UsedDice){{i, j}, 2});
    }
  }
}

void op_FOR_DICE(Position *x, const Ins *in) {
  DiceLoop loop = {.in = in, .hand = dice_hand(x, x_int_or(x, in->a[A_FOR_DICE_HAND], 0))};
  if (!loop.hand.container) return;
  int32_t old = x->slots[SLOT_PIPS], n = loop.hand.container->n;
  const int32_t *values = dice_values(x, &loop.hand);
  bool again = in->a[A_FOR_DICE_AGAIN] && x_int(x, in->a[A_FOR_DICE_AGAIN]) && all_equal(values, n);
  play_single(x, &loop, values, n, again);
  if (in->a[A_FOR_DICE_COMBINED] && x_int(x, in->a[A_FOR_DICE_COMBINED])) play_sums(x, &loop, values, n);
  x->slots[SLOT_PIPS] = old;
}

// ---- asking --------------------------------------------------------------------------------------

int32_t op_DICE_SUM(Position *x, const Ins *in) {
  Player player = x_int(x, in->a[A_DICE_SUM_PLAYER]);
  for (int h = 0; h < x->game->dice_hands; h++) {
    if (dice_hand(x, h).container->owner == player) return STATE_AT(x, int32_t, x->layout->dice_sum)[h];
  }
  return 0;
}

int32_t op_DICE_USED(Position *x, const Ins *in) {
  (void)in;
  for (int h = 0; h < x->game->dice_hands; h++) {
    DiceHand hand = dice_hand(x, h);
    for (int i = 0; i < hand.container->n; i++) {
      if (dice_values(x, &hand)[i] != 0) return 0;
    }
  }
  return 1;
}

int32_t op_ANY_DIE(Position *x, const Ins *in) {
  int32_t value = x_int(x, in->a[A_ANY_DIE_VALUE]);
  DiceHand hand = dice_hand(x, 0);
  for (int i = 0; hand.container && i < hand.container->n; i++) {
    if (dice_values(x, &hand)[i] == value) return 1;
  }
  return 0;
}

int32_t op_FACE(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_FACE_SITE]);
  if (!site_valid(x, SITE_CELL, site)) return GAME_OFF;
  const Component *die = die_on(x, site);
  int32_t face = site_state(x, SITE_CELL, site, -1);
  return die->kind == COMPONENT_DIE && face >= 0 && face < die->n_faces ? die->faces[face] : GAME_OFF;
}
