// Logged writes, the undo log and the hash.
#include "state/exec.h"

static void log_write(Exec *x, uint32_t offset, uint32_t size, uint64_t old) {
  VEC_PUSH(&x->undo, (UndoEntry){offset, size, old});
}

void state_put8(Exec *x, uint32_t offset, uint8_t value) {
  uint8_t *at = x->block + offset;
  if (*at == value) return;
  log_write(x, offset, 1, *at);
  *at = value;
}

void state_put16(Exec *x, uint32_t offset, uint16_t value) {
  uint16_t *at = STATE_AT(x, uint16_t, offset);
  if (*at == value) return;
  log_write(x, offset, 2, *at);
  *at = value;
}

void state_put32(Exec *x, uint32_t offset, uint32_t value) {
  uint32_t *at = STATE_AT(x, uint32_t, offset);
  if (*at == value) return;
  log_write(x, offset, 4, *at);
  *at = value;
}

void state_put64(Exec *x, uint32_t offset, uint64_t value) {
  uint64_t *at = STATE_AT(x, uint64_t, offset);
  if (*at == value) return;
  log_write(x, offset, 8, *at);
  *at = value;
}

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

void state_toggle_hash(Exec *x, uint64_t key) {
  state_put64(x, (uint32_t)offsetof(StateHead, hash), x->head->hash ^ key);
}

uint64_t zobrist(int kind, int site, int level, int64_t value) {
  uint64_t place = (uint64_t)(uint32_t)site << 24 ^ (uint64_t)(uint32_t)level << 8 ^ (uint64_t)(uint32_t)kind;
  return random_mix(random_mix(place * 0x9e3779b97f4a7c15ULL + 1) + (uint64_t)value * 0xd1342543de82ef95ULL);
}
