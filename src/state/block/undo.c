// The undo log.
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/run/run.h"

void state_put_double(Position *x, uint32_t offset, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  state_put64(x, offset, bits);
}

void undo_to(Position *x, size_t mark) {
  while (x->undo.n > mark) {
    UndoEntry entry = VEC_POP(&x->undo);
    memcpy(x->block + entry.offset, &entry.old, entry.size);
  }
}
