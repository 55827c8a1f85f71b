// Keeping regions that never change.
#include "state/run/memo.h"

void memos_free(Position *x) {
  for (uint32_t i = 0; x->memos && i < x->plan->n_memos; i++) mem_free(x->memos[i].known);
  mem_free(x->memos);
  x->memos = NULL;
}

static int32_t value_now(const Position *x, uint32_t needs) {
  if (!needs) return 0;
  if (needs <= SLOT_BITS) return x->slots[word_first(needs)];
  if (needs == PART_MOVER) return x->head->mover;
  if (needs == PART_NEXT) return x->head->next;
  if (needs == PART_PREV) return x->head->prev;
  return needs == PART_LAST_TO ? x->head->last.to : x->head->last.from;
}

// One block holds both.
static void make_room(const Position *x, const Memo *memo, MemoRegions *kept) {
  size_t known = (size_t)bits_words(memo->values), all = (size_t)memo->values * (size_t)x->words;
  kept->known = mem_alloc_zero((known + all) * sizeof(Word));
  kept->regions = kept->known + known;
}

const Word *memo_region(Position *x, uint16_t number, const Ins *in) {
  const Memo *memo = &x->plan->memos[number];
  MemoRegions *kept = &x->memos[number];
  int32_t value = value_now(x, memo->needs);
  if (value < 0 || value >= memo->values) return op_fns[in->op].as_region(x, in);
  if (!kept->known) make_room(x, memo, kept);
  Word *region = kept->regions + (size_t)value * (size_t)x->words;
  if (!bit_get(kept->known, value)) {
    ScratchMark scratch = position_mark(x);
    bits_copy(region, op_fns[in->op].as_region(x, in), x->words);
    if (!x->fault) bit_set(kept->known, value);  // rules that have stopped give no answers
    position_release(x, scratch);
  }
  return region;
}
