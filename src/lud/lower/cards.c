// Cards: decks, dealing, playing, and what is printed on a card. A game with cards keeps all its pieces in stacks: a
// deck, a hand and a trick are each one site with the cards one above the other.
#include "lud/lower/cards.h"

#include "lud/lower/numbers.h"
#include "lud/lower/warnings.h"

enum { SUIT_CARDS = 13, SUITS = 4, CARDS_MAX = 255 };

// In the order of the faces: the number of a face is its place.
static const char *const face_words[] = {"Joker", "Ace",   "Two",  "Three", "Four", "Five",  "Six",
                                         "Seven", "Eight", "Nine", "Ten",   "Jack", "Queen", "King"};

static int face_number(const Term *word) {
  for (size_t i = 0; i < COUNT_OF(face_words); i++) {
    if (term_is(word, face_words[i])) return (int)i;
  }
  return 0;
}

static int32_t written(Lower *lower, const Term *number, int32_t otherwise) {
  return lower_any_number(lower, number, otherwise);
}

static void use_cards(Lower *lower, int n) {
  lower->flags |= GAME_CARDS | GAME_STACKING;
  lower->cards += n;
}

// ---- decks ---------------------------------------------------------------------------------------

// (card cardType rank:int value:int [trumpRank:int] [trumpValue:int] [biased:int]): chance knows no bias.
static void read_spec(Lower *lower, Component *card, const Term *spec) {
  card->face = face_number(term_arg(spec, C_CARD_SPEC_CARD_CARD_TYPE));
  card->rank = written(lower, term_arg(spec, C_CARD_SPEC_CARD_RANK), 0);
  card->value = written(lower, term_arg(spec, C_CARD_SPEC_CARD_VALUE), 0);
  card->trump_rank = written(lower, term_arg(spec, C_CARD_SPEC_CARD_TRUMP_RANK), card->rank);
  card->trump_value = written(lower, term_arg(spec, C_CARD_SPEC_CARD_TRUMP_VALUE), card->value);
}

static Component make_card(Lower *lower, const Term *specs, int number, int suit, const char *role) {
  Component card = {.kind = COMPONENT_CARD, .role = role, .facing = -1, .flip_a = -1, .flip_b = -1, .suit = suit};
  card.face = card.rank = card.value = card.trump_rank = card.trump_value = number + 1;
  if (specs) read_spec(lower, &card, specs->args[number]);
  return card;
}

static bool deck_fits(Lower *lower, const Term *deck, const Term *specs, int each, int suits) {
  const char *why = NULL;
  if (each < 1 || suits < 1) why = "a deck needs at least one suit of at least one card";
  else if (!specs && each > SUIT_CARDS) why = "a suit has at most 13 cards, unless they are listed";
  else if (each > CARDS_MAX || suits > CARDS_MAX || lower->cards + each * suits > CARDS_MAX)
    why = "a game has at most 255 cards";
  if (why) diag_error(lower->diags, deck->loc, "%s", why);
  return !why;
}

Component *deck_cards(Lower *lower, const Term *deck, const char *role, int *n) {
  const Term *specs = term_arg(deck, C_DECK_CARD_SPEC);
  int each = specs ? (int)specs->n : written(lower, term_arg(deck, C_DECK_CARDS_BY_SUIT), SUIT_CARDS),
      suits = written(lower, term_arg(deck, C_DECK_SUITS), SUITS);
  if (!deck_fits(lower, deck, specs, each, suits)) return NULL;
  *n = each * suits;
  Component *cards = ARENA_ARRAY(lower->arena, Component, *n);
  for (int i = 0; i < *n; i++) cards[i] = make_card(lower, specs, i % each, i / each + 1, role);
  use_cards(lower, *n);
  return cards;
}

// (card string roleType cardType rank:int value:int trumpRank:int trumpValue:int suit:int ...)
void card_read(Lower *lower, Component *card, const Term *item) {
  card->face = face_number(term_arg(item, C_ITEM_CARD_CARD_TYPE));
  card->rank = written(lower, term_arg(item, C_ITEM_CARD_RANK), 0);
  card->value = written(lower, term_arg(item, C_ITEM_CARD_VALUE), 0);
  card->trump_rank = written(lower, term_arg(item, C_ITEM_CARD_TRUMP_RANK), 0);
  card->trump_value = written(lower, term_arg(item, C_ITEM_CARD_TRUMP_VALUE), 0);
  card->suit = written(lower, term_arg(item, C_ITEM_CARD_SUIT), 0);
  if (lower->cards == CARDS_MAX) diag_error(lower->diags, item->loc, "a game has at most %d cards", CARDS_MAX);
  use_cards(lower, 1);
}

// ---- dealing -------------------------------------------------------------------------------------

static const Container *first_deck(const Game *game) {
  for (int c = 1; c < game->n_containers; c++) {
    if (game->containers[c].kind == CONTAINER_DECK) return &game->containers[c];
  }
  return NULL;
}

// The first site of every hand, as an array constant; -1 unless there are as many hands as players.
static int hands_to_deal_to(Lower *lower) {
  const Game *game = lower->game;
  int32_t sites[GAME_PLAYERS_MAX] = {0};
  int n = 0, hands = 0;
  for (int c = 1; c < game->n_containers; c++) {
    if (game->containers[c].kind != CONTAINER_HAND) continue;
    if (n < GAME_PLAYERS_MAX) sites[n++] = game->containers[c].first;
    hands++;
  }
  return hands == game->players ? builder_array(B, sites, n) : -1;
}

// Without a count all cards go round, from the bottom.
static Ref deal_cards(Lower *lower, const Term *term, Ref count, Ref begin) {
  const Container *deck = first_deck(lower->game);
  int hands = hands_to_deal_to(lower);
  warn_cards(lower, term);
  if (deck && hands >= 0) return EMIT(B, OP_DEAL, deck->first, hands, (int32_t)count, (int32_t)begin);
  warn_dealing(lower, term, deck != NULL);
  return EMIT0(B, OP_NOTHING);
}

static Ref deal_dominoes(Lower *lower, Ref count, bool start) {
  lower->flags |= GAME_STOCHASTIC | GAME_HIDDEN;
  return EMIT(B, OP_DEAL_DOMINOES, (int32_t)count, start);
}

Ref lower_deal_as(Lower *lower, const Term *term, bool start) {
  Ref count = lower_int_or(lower, term_arg(term, L_DEAL_EFFECT_INT), 1);
  if (term_is(term_arg(term, L_DEAL_EFFECT_DEALABLE_TYPE), "Dominoes")) return deal_dominoes(lower, count, start);
  return deal_cards(lower, term, count, start ? 0 : lower_int(lower, term_arg(term, L_DEAL_EFFECT_BEGIN_WITH)));
}

Ref lower_split(Lower *lower, const Term *term) { return deal_cards(lower, term, 0, 0); }

// ---- playing and reading -------------------------------------------------------------------------

// Any card of the containers that are the mover's, to the site of the board numbered like the mover, from 0 on.
Ref lower_play_card(Lower *lower, const Term *term, bool decision) {
  warn_cards(lower, term);
  lower->flags |= GAME_NOT_ALL_PASS;
  Ref mover = lower_mover(lower), level = lower_slot(lower, SLOT_LEVEL), from = lower_slot(lower, SLOT_FROM);
  Ref move = EMIT(B, OP_MOVE_PIECE, decision, SITE_CELL, (int32_t)level, 0, 0);
  Ref to = EMIT(B, OP_SUB, (int32_t)mover, (int32_t)builder_const(B, 1));
  Ref there = EMIT(B, OP_SET_SLOT, SLOT_TO, (int32_t)to, (int32_t)move);
  Ref each = EMIT(B, OP_FOR_LEVELS, SITE_CELL, (int32_t)from, 1, (int32_t)there);
  return EMIT(B, OP_FOR_SITES, SLOT_FROM, (int32_t)EMIT(B, OP_HAND_SITES, (int32_t)mover, 1), (int32_t)each);
}

Ref lower_trump_suit(Lower *lower, const Term *term) {
  warn_cards(lower, term);
  return EMIT(B, OP_HEAD, HEAD_TRUMP);
}

static int32_t printed_on(const Component *card, const Term *what) {
  if (card->kind != COMPONENT_CARD) return GAME_OFF;
  if (term_is(what, "Rank")) return card->rank;
  if (term_is(what, "Suit")) return card->suit;
  return term_is(what, "TrumpRank") ? card->trump_rank : card->trump_value;
}

// The suit is that of the top card unless a level is given; the rest is read off the bottom one.
Ref lower_card_number(Lower *lower, const Term *term) {
  const Game *game = lower->game;
  const Term *what = term_arg(term, L_CARD_NUMBER_CARD_SITE_TYPE), *level = term_arg(term, L_CARD_NUMBER_LEVEL);
  int32_t *table = ARENA_ARRAY(lower->arena, int32_t, game->n_components);
  for (int c = 0; c < game->n_components; c++) table[c] = printed_on(&game->components[c], what);
  warn_cards(lower, term);
  Ref at = level || term_is(what, "Suit") ? lower_int(lower, level) : builder_const(B, 0);
  Ref card = EMIT(B, OP_WHAT, SITE_CELL, (int32_t)lower_int(lower, term_arg(term, L_CARD_NUMBER_AT)), (int32_t)at);
  Ref numbers = EMIT(B, OP_INTS_CONST, builder_array(B, table, game->n_components));
  return EMIT(B, OP_INTS_ITEM, (int32_t)numbers, (int32_t)card);
}
