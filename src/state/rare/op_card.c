// Cards: dealing them from a deck.
#include "state/run/op_functions.h"

static void push_deal(Position *x, int32_t deck, int32_t level, int32_t hand) {
  Action action = action_make(ACT_MOVE);
  action.type_from = action.type_to = SITE_CELL;
  action.from = (int16_t)deck;
  action.level_from = (int16_t)level;
  action.to = (int16_t)hand;
  move_push(x, action, deck, hand)->mover = 0;
}

void op_DEAL(Position *x, const Ins *in) {
  const RulesArray *hands = &x->program->arrays[in->a[A_DEAL_HANDS]];
  int32_t deck = in->a[A_DEAL_DECK], height = site_height(x, SITE_CELL, deck);
  bool all = !in->a[A_DEAL_COUNT];
  int64_t cards = all ? height : (int64_t)x_int(x, in->a[A_DEAL_COUNT]) * hands->n;
  int64_t hand = (int64_t)x_int_or(x, in->a[A_DEAL_BEGIN], 1) - 1;
  if (cards > height) position_fault(x, "more cards are dealt than the deck has");
  if (hand < 0 || hand >= hands->n) position_fault(x, "the cards are dealt to a player who has no hand");
  for (int32_t i = 0; i < cards && !x->fault; i++) {
    push_deal(x, deck, all ? 0 : height - 1 - i, hands->at[hand]);
    hand = (hand + 1) % hands->n;
  }
}
