// Cards: how decks number their cards, what dealing, splitting and playing do with them, and what is read off them.
#include "state/block/access.h"
#include "state/text/move_text.h"
#include "state/turn/result.h"
#include "support/shipped.h"

#include <stdio.h>

static void load(Shipped *shipped, const char *equipment, const char *rules) {
  char text[2048];
  snprintf(text, sizeof text,
           "(game \"Cards\" (players 2)\n  (equipment {(board (rectangle 1 3)) %s})\n  (rules %s))\n", equipment,
           rules);
  shipped_text(shipped, text);
}

static const char pass_on[] = "(play (move Pass)) (end (if (= (count Moves) 9) (result Mover Draw)))";

static void after_start(Shipped *shipped, const char *start) {
  char rules[512];
  snprintf(rules, sizeof rules, "%s %s", start, pass_on);
  load(shipped, "(hand Each) (deck cardsBySuit:4 suits:3)", rules);
}

enum { HAND1 = 3, HAND2, DECK };  // sites of that equipment

// ---- equipment

static void cards_come_before_other_pieces(void **state) {
  Shipped shipped;
  static const char *const containers[] = {"Board", "Hand1", "Deck0", "Hand2", "Dice0"};
  static const char *const components[] = {"", "Card1", "Card2", "Card3", "Card4", "Die1", "Disc1", "Disc2", "Ace"};
  load(&shipped,
       "(piece \"Disc\" Each) (dice num:1) (hand P1) (deck cardsBySuit:2 suits:2) (hand P2)"
       "(card \"Ace\" Shared Ace rank:1 value:2 trumpRank:3 trumpValue:4 suit:5)",
       pass_on);
  const Game *game = shipped.game;
  assert_int_equal(game->n_containers, COUNT_OF(containers));
  for (int c = 0; c < game->n_containers; c++) assert_string_equal(game->containers[c].name, containers[c]);
  assert_int_equal(game->n_components, COUNT_OF(components));
  for (int c = 0; c < game->n_components; c++) assert_string_equal(game->components[c].name, components[c]);
  const Component *card = &game->components[4], *ace = &game->components[8];
  assert_int_equal(card->rank * 1000 + card->suit * 100 + card->face * 10 + card->trump_value, 2222);
  assert_int_equal(ace->rank * 1000 + ace->trump_rank * 100 + ace->trump_value * 10 + ace->suit, 1345);
  assert_int_equal(game->containers[2].owner, 3);
  assert_int_equal(game->containers[2].first, 4);
  shipped_free(&shipped);
}

static void listed_cards_have_what_is_written(void **state) {
  Shipped shipped;
  load(&shipped, "(deck suits:2 {(card Joker rank:0 value:5) (card Queen rank:3 value:4 trumpRank:8 trumpValue:9)})",
       pass_on);
  assert_int_equal(shipped.game->containers[1].n_indices, 4);
  const Component *joker = &shipped.game->components[1], *queen = &shipped.game->components[4];
  assert_int_equal(joker->face + joker->trump_rank, 0);
  assert_int_equal(joker->trump_value, 5);
  assert_int_equal(queen->face * 100 + queen->trump_rank * 10 + queen->trump_value, 1289);
  assert_int_equal(queen->suit, 2);
  shipped_free(&shipped);
}

static void dice_and_dominoes_can_be_pieces(void **state) {
  Shipped shipped;
  load(&shipped,
       "(die \"Cube\" P2 numFaces:4) (domino \"Half\" Shared value:1 value2:2)\n"
       "(component \"Bar\" P1 {{F F}} N (move Pass) 1 2 3) (piece \"Diesel\" P1) (dominoes upTo:1)",
       pass_on);
  static const char *const names[] = {"", "Domino00", "Domino01", "Domino11", "Cube2", "Half", "Bar1", "Diesel"};
  const Component *pieces = shipped.game->components;
  assert_int_equal(shipped.game->n_components, COUNT_OF(names));
  for (size_t i = 0; i < COUNT_OF(names); i++) assert_string_equal(pieces[i].name, names[i]);
  assert_int_equal(pieces[4].kind, COMPONENT_DIE);
  assert_int_equal(pieces[4].n_faces * 10 + pieces[4].faces[3], 44);
  assert_int_equal(pieces[5].kind, COMPONENT_DOMINO);
  assert_int_equal(pieces[5].value * 10 + pieces[5].value2, 12);
  assert_string_equal(pieces[6].walks[0], "FF");
  assert_true(pieces[6].moves);
  assert_int_equal(pieces[6].max_state * 100 + pieces[6].max_count * 10 + pieces[6].max_value, 123);
  shipped_free(&shipped);
}

static int32_t card_at(const Position *x, int32_t site, int32_t level) { return site_what(x, SITE_CELL, site, level); }

static void a_deck_is_shuffled(void **state) {
  Shipped shipped;
  after_start(&shipped, "");
  Position *x = position_new(shipped.game, 1, 0), *other = position_new(shipped.game, 2, 0);
  uint32_t seen = 0, same = 0;
  for (int level = 0; level < 12; level++) {
    seen |= 1u << card_at(x, DECK, level);
    same += card_at(x, DECK, level) == card_at(other, DECK, level);
  }
  assert_int_equal(seen, 0x1ffe);
  assert_true(same < 12);
  position_free(x);
  position_free(other);
  shipped_free(&shipped);
}

// ---- dealing

// The same shuffle, before and after a start rule.
typedef struct Pair {
  Shipped plain, dealt;
  Position *before, *after;
} Pair;

static void open_pair(Pair *pair, const char *start) {
  after_start(&pair->plain, "");
  after_start(&pair->dealt, start);
  pair->before = position_new(pair->plain.game, 5, 0);
  pair->after = position_new(pair->dealt.game, 5, 0);
  assert_null(pair->after->fault);
  assert_true(position_hash(pair->after) == position_hash_scratch(pair->after));
}

static void close_pair(Pair *pair) {
  position_free(pair->before);
  position_free(pair->after);
  shipped_free(&pair->plain);
  shipped_free(&pair->dealt);
}

static void cards_are_dealt_from_the_top(void **state) {
  Pair pair;
  open_pair(&pair, "(start (deal Cards 4))");
  assert_int_equal(site_height(pair.after, SITE_CELL, DECK), 4);
  for (int i = 0; i < 8; i++) {
    assert_int_equal(card_at(pair.after, i % 2 ? HAND2 : HAND1, i / 2), card_at(pair.before, DECK, 11 - i));
  }
  close_pair(&pair);
}

static void a_deck_is_split_from_the_bottom(void **state) {
  Pair pair;
  open_pair(&pair, "(start (split Deck))");
  assert_int_equal(site_height(pair.after, SITE_CELL, DECK), 0);
  for (int i = 0; i < 12; i++) {
    assert_int_equal(card_at(pair.after, i % 2 ? HAND2 : HAND1, i / 2), card_at(pair.before, DECK, i));
  }
  close_pair(&pair);
}

static void nothing_is_dealt_without_a_hand_for_each(void **state) {
  Shipped shipped;
  load(&shipped, "(hand Each) (hand Shared) (deck)",
       "(start (deal Cards 4)) (play (move Pass)) (end (if (= (count Moves) 9) (result Mover Draw)))");
  Position *x = position_new(shipped.game, 1, 0);
  assert_int_equal(site_height(x, SITE_CELL, 6), 52);
  assert_null(x->fault);
  position_free(x);
  shipped_free(&shipped);
}

// Makes legal move i, which must be there; the hash must stay right.
static void make_move(Position *x, uint32_t i) {
  MoveList list = position_moves(x);
  assert_true(i < list.n);
  Move move = *move_at(x, list, i);
  position_apply(x, &move);
  position_forget(x, list);
  assert_true(position_hash(x) == position_hash_scratch(x));
}

static void a_deal_may_begin_anywhere(void **state) {
  Shipped shipped;
  load(&shipped, "(hand Each) (deck cardsBySuit:4 suits:3)",
       "(play (move Set TrumpSuit 1 (then (deal Cards 2 beginWith:2)))) (end (if (= (count Moves) 9) (result Mover "
       "Draw)))");
  Position *x = position_new(shipped.game, 1, 0);
  uint64_t hash = position_hash(x);
  int32_t top = card_at(x, DECK, 11), next = card_at(x, DECK, 10);
  make_move(x, 0);
  assert_int_equal(card_at(x, HAND2, 0), top);
  assert_int_equal(card_at(x, HAND1, 0), next);
  assert_int_equal(site_height(x, SITE_CELL, DECK), 8);
  position_undo(x);
  assert_true(position_hash(x) == hash);
  for (int i = 0; i < 3; i++) make_move(x, 0);
  assert_null(x->fault);
  make_move(x, 0);
  assert_string_equal(x->fault, "more cards are dealt than the deck has");
  position_free(x);
  shipped_free(&shipped);
}

static void too_many_cards_stop_the_rules(void **state) {
  Shipped shipped;
  after_start(&shipped, "(start (deal Cards 7))");
  Position *x = position_new(shipped.game, 1, 0);
  assert_string_equal(x->fault, "more cards are dealt than the deck has");
  position_free(x);
  shipped_free(&shipped);
}

// ---- playing

static void any_card_of_the_hand_can_be_played(void **state) {
  static const char *const texts[] = {
      "[Move:mover=1,from=3,to=0,actions=[Move:typeFrom=Cell,from=3,levelFrom=0,typeTo=Cell,to=0,decision=true]]",
      "[Move:mover=1,from=3,to=0,levelMin=1,levelMax=1,"
      "actions=[Move:typeFrom=Cell,from=3,levelFrom=1,typeTo=Cell,to=0,decision=true]]",
  };
  Shipped shipped;
  load(&shipped, "(hand Each) (deck)",
       "(start (deal Cards 2)) (play (move PlayCard)) (end (if (is Empty (handSite Mover)) (result Mover Win)))");
  Position *x = position_new(shipped.game, 1, 0);
  MoveList list = position_moves(x);
  assert_int_equal(list.n, 2);
  for (uint32_t i = 0; i < list.n; i++) {
    Text text = {0};
    move_text(&text, x, move_at(x, list, i), false);
    assert_str_equal(text_str(&text), texts[i]);
    text_free(&text);
  }
  position_forget(x, list);
  int32_t kept = card_at(x, HAND1, 1), played = card_at(x, HAND1, 0);
  make_move(x, 0);
  assert_int_equal(card_at(x, HAND1, 0), kept);
  assert_int_equal(card_at(x, 0, 0), played);
  make_move(x, 1);
  assert_int_equal(site_height(x, SITE_CELL, 1), 1);
  position_free(x);
  shipped_free(&shipped);
}

// ---- reading

// On site 0 a knave under a five; on site 1 a disc; site 2 is empty. The score shows the number.
typedef struct Reading {
  const char *number;
  int32_t expected;
} Reading;

static const Reading readings[] = {
    {"(card Rank at:0)", 11},         {"(card Rank at:0 level:1)", 5},
    {"(card Suit at:0)", 4},          {"(card Suit at:0 level:0)", 2},
    {"(card TrumpRank at:0)", 20},    {"(card TrumpRank at:0 level:1)", 6},
    {"(card TrumpValue at:0)", 21},   {"(card TrumpValue at:0 level:1)", 7},
    {"(card Rank at:0 level:2)", -1}, {"(card Rank at:1)", -1},
    {"(card Suit at:2)", -1},         {"(card TrumpSuit)", -1},
    {"(size Stack at:0)", 2},
};

static void cards_say_what_is_printed_on_them(void **state) {
  for (size_t i = 0; i < COUNT_OF(readings); i++) {
    Shipped shipped;
    char rules[512];
    snprintf(rules, sizeof rules,
             "(start {(place Stack items:{\"Knave\" \"Five\"} 0) (place \"Disc1\" 1)})\n"
             "(play (move Pass (then (set Score P2 %s)))) (end (if (= (count Moves) 9) (result Mover Draw)))",
             readings[i].number);
    load(&shipped,
         "(card \"Knave\" Shared Jack rank:11 value:2 trumpRank:20 trumpValue:21 suit:2)\n"
         "(card \"Five\" Shared Five rank:5 value:5 trumpRank:6 trumpValue:7 suit:4) (piece \"Disc\" P1)",
         rules);
    Position *x = position_new(shipped.game, 1, 0);
    make_move(x, 0);
    if (STATE_AT(x, int32_t, x->layout->score)[2] != readings[i].expected) fail_msg("%s", readings[i].number);
    position_free(x);
    shipped_free(&shipped);
  }
}

static void trumps_are_chosen_and_taken_back(void **state) {
  Shipped shipped;
  load(&shipped, "(deck)",
       "(play (if (= (card TrumpSuit) 3) (move Pass) (move Set TrumpSuit (difference (array {1 2 3}) 2))))\n"
       "(end (if (= (count Moves) 9) (result Mover Draw)))");
  Position *x = position_new(shipped.game, 1, 0);
  assert_int_equal(x->head->trump, GAME_OFF);
  make_move(x, 1);
  assert_int_equal(x->head->trump, 3);
  MoveList list = position_moves(x);
  assert_int_equal(list.n, 1);
  position_forget(x, list);
  position_undo(x);
  assert_int_equal(x->head->trump, GAME_OFF);
  make_move(x, 0);
  assert_int_equal(x->head->trump, 1);
  position_free(x);
  shipped_free(&shipped);
}

// As in Ludii: a card that moves must be told by its level.
static void a_card_moved_without_its_level_is_lost(void **state) {
  static const char *const moves[] = {"(move (from (handSite P1)) (to 0))",
                                      "(move (from (handSite P1) level:1) (to 0))"};
  for (int i = 0; i < 2; i++) {
    Shipped shipped;
    char rules[512];
    snprintf(rules, sizeof rules, "(start (deal Cards 2)) (play %s) (end (if (= (count Moves) 9) (result Mover Draw)))",
             moves[i]);
    load(&shipped, "(hand Each) (deck)", rules);
    Position *x = position_new(shipped.game, 1, 0);
    make_move(x, 0);
    assert_int_equal(site_height(x, SITE_CELL, HAND1), 1);
    assert_int_equal(site_height(x, SITE_CELL, 0), i);
    position_free(x);
    shipped_free(&shipped);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cards_come_before_other_pieces),
      cmocka_unit_test(listed_cards_have_what_is_written),
      cmocka_unit_test(dice_and_dominoes_can_be_pieces),
      cmocka_unit_test(a_deck_is_shuffled),
      cmocka_unit_test(cards_are_dealt_from_the_top),
      cmocka_unit_test(a_deck_is_split_from_the_bottom),
      cmocka_unit_test(nothing_is_dealt_without_a_hand_for_each),
      cmocka_unit_test(a_deal_may_begin_anywhere),
      cmocka_unit_test(too_many_cards_stop_the_rules),
      cmocka_unit_test(any_card_of_the_hand_can_be_played),
      cmocka_unit_test(cards_say_what_is_printed_on_them),
      cmocka_unit_test(trumps_are_chosen_and_taken_back),
      cmocka_unit_test(a_card_moved_without_its_level_is_lost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
