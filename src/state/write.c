// The undo log.
#include "state/access.h"
#include "state/exec.h"
#include "state/moves.h"

void state_put_double(Exec *x, uint32_t offset, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  state_put64(x, offset, bits);
}

void undo_to(Exec *x, size_t mark) {
  while (x->undo.n > mark) {
    UndoEntry entry = VEC_POP(&x->undo);
    memcpy(x->block + entry.offset, &entry.old, entry.size);
  }
}
