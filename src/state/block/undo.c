// The undo log.
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/run/run.h"

void state_put_double(Position *x, uint32_t offset, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  state_put64(x, offset, bits);
}

// A copy of a size that is known costs one instruction, any other a call.
static void put_back(unsigned char *at, const UndoEntry *entry) {
  switch (entry->size) {
    case 8: memcpy(at, &entry->old, 8); break;
    case 4: memcpy(at, &entry->old, 4); break;
    case 2: memcpy(at, &entry->old, 2); break;
    case 1: *at = (unsigned char)entry->old; break;
    default: assert(entry->size < 8); memcpy(at, &entry->old, entry->size);
  }
}

void undo_to(Position *x, size_t mark) {
  unsigned char *block = x->block;
  const UndoEntry *entries = x->undo.at;
  for (size_t i = x->undo.n; i > mark; i--) put_back(block + entries[i - 1].offset, &entries[i - 1]);
  x->undo.n = MIN(x->undo.n, mark);
}
