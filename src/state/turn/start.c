// What lies ready before the start rules run: regions that are found once, dice in their hands, shuffled decks, all
// dominoes in stock.
#include "state/act/moves.h"
#include "state/block/site.h"
#include "state/turn/result.h"

void start_find_regions(Position *x) {
  for (int i = 0; x->layout->regions && i < x->game->n_regions; i++) {
    const GameRegion *region = &x->game->regions[i];
    if (region->sites || !region->region) continue;
    ScratchMark scratch = position_mark(x);
    Word *kept = STATE_AT(x, Word, x->layout->regions) + (size_t)i * (size_t)x->words;
    bits_copy(kept, x_region(x, (int32_t)region->region), x->words);
    position_release(x, scratch);
  }
}

static void place(Position *x, int32_t what, int32_t site, int flags) {
  uint32_t mark = moves_mark(x);
  Action add = action_add_on_cell(what, site, -1);
  add.flags = (uint8_t)flags;
  move_push(x, add, site, site);
  start_apply_moves(x, mark);
}

static int32_t next_die(const Game *game, int32_t after) {
  for (int32_t i = after + 1; i < game->n_components; i++) {
    if (game->components[i].kind == COMPONENT_DIE) return i;
  }
  return 0;
}

static void place_dice(Position *x) {
  int32_t die = 0;
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *hand = &x->game->containers[c];
    for (int i = 0; hand->kind == CONTAINER_DICE && i < hand->n; i++) {
      die = next_die(x->game, die);
      if (!die) return;
      place(x, die, hand->first + i, 0);
    }
  }
}

// Decks of one name are piled up on the last of them.
static int32_t deck_site(const Game *game, const Container *deck) {
  int32_t site = deck->first;
  for (int c = 1; c < game->n_containers; c++) {
    const Container *other = &game->containers[c];
    if (other->kind == CONTAINER_DECK && !strcmp(other->name, deck->name)) site = other->first;
  }
  return site;
}

static void shuffle_deck(Position *x, const Container *deck) {
  ScratchMark mark = position_mark(x);
  int32_t *cards = position_scratch(x, (size_t)(deck->n_indices + 1) * sizeof *cards);
  int n = deck->n_indices;
  memcpy(cards, deck->indices, (size_t)n * sizeof *cards);
  while (n > 0) {
    uint32_t i = position_draw(x, (uint32_t)n);
    place(x, cards[i], deck_site(x->game, deck), ACTION_STACK);
    n--;
    memmove(cards + i, cards + i + 1, ((size_t)n - i) * sizeof *cards);
  }
  position_release(x, mark);
}

void start_place_equipment(Position *x) {
  place_dice(x);
  for (int c = 0; c < x->game->n_containers; c++) {
    if (x->game->containers[c].kind == CONTAINER_DECK) shuffle_deck(x, &x->game->containers[c]);
  }
}

void start_fill_stock(Position *x) {
  playable_start(x);
  if (!x->layout->dominoes) return;
  int n = 0;
  for (int i = 1; i < x->game->n_components && n < STATE_LIST_MAX; i++) state_put_item(x, x->layout->dominoes, n++, i);
  HEAD_SET(x, n_dominoes, n);
}

// Before the first roll the dice show the faces they lie on.
void start_show_dice(Position *x) {
  int die = 0;
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *hand = &x->game->containers[c];
    for (int site = hand->first; hand->kind == CONTAINER_DICE && site < hand->first + hand->n; site++) {
      const Component *piece = component_of(x, site_what(x, SITE_CELL, site, -1));
      int32_t face = site_state(x, SITE_CELL, site, -1);
      if (face < piece->n_faces) state_put_item(x, x->layout->dice, die, piece->faces[face]);
      die++;
    }
  }
  if (x->layout->dice_sum) dice_update_sums(x);
}
