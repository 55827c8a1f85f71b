// Dice: the sums kept beside the faces.
#include "base/number.h"
#include "state/block/access.h"
#include "state/turn/result.h"

void dice_update_sums(Position *x) {
  int hand = 0;
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *dice = &x->game->containers[c];
    if (dice->kind != CONTAINER_DICE) continue;
    int32_t sum = 0;
    for (int site = dice->first; site < dice->first + dice->n; site++) {
      const Component *die = component_of(x, site_what(x, SITE_CELL, site, -1));
      int32_t face = site_state(x, SITE_CELL, site, -1);
      if (face >= 0 && face < die->n_faces) sum = wrap_add(sum, die->faces[face]);
    }
    state_put_item(x, x->layout->dice_sum, hand++, sum);
  }
}
