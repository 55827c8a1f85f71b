// Filling the arrays of a batch.
#include "learn/zero/zero_pack.h"

#include "base/vec.h"

bool pack_suits(const NetEncoding *e) {
  return e->kind == NET_TOKENS && e->n_sections == 1 && !game_has(e->game, GAME_BOARDLESS);
}

// Facts of a token come one after another or not; either way they are counted token by token.
static uint32_t most_facts(const NetEncoding *e, const NetSample *s) {
  uint8_t small[1024] = {0}, *counts = e->tokens <= 1024 ? small : mem_alloc_zero((size_t)e->tokens), most = 0;
  const NetFact *facts = sample_facts(s);
  for (uint32_t i = 0; i < s->n_facts; i++) {
    uint8_t n = ++counts[facts[i].at];
    most = MAX(most, n);
  }
  if (counts != small) mem_free(counts);
  return most;
}

void pack_measure(const NetEncoding *e, const NetSample *s, PackSize *size) {
  assert(s->n_tokens == e->tokens);
  size->samples++;
  size->moves += s->n_moves;
  size->parts += s->n_parts;
  size->numbers += s->n_numbers;
  size->facts = MAX(size->facts, most_facts(e, s));
  size->globals = MAX(size->globals, s->n_global_facts);
}

static void pack_facts(const NetEncoding *e, const NetSample *s, uint32_t width, uint16_t *to) {
  const NetFact *facts = sample_facts(s);
  memset(to, 0, sizeof *to * (size_t)e->tokens * width);
  for (uint32_t i = 0; i < s->n_facts; i++) {
    uint16_t *slot = to + (size_t)facts[i].at * width;
    while (*slot) slot++;
    *slot = (uint16_t)(facts[i].what + 1);
  }
}

static void pack_globals(const NetEncoding *e, const NetSample *s, uint32_t width, uint16_t *facts, float *numbers) {
  for (uint32_t i = 0; i < width; i++) {
    facts[i] = i < s->n_global_facts ? (uint16_t)(sample_global_facts(s)[i] + 1) : 0;
  }
  memset(numbers, 0, sizeof *numbers * (size_t)e->global_numbers);
  const NetNumber *given = sample_global_numbers(s);
  for (uint32_t i = 0; i < s->n_global_numbers; i++) numbers[given[i].what] += given[i].value;
}

static void pack_numbers(const NetEncoding *e, const NetSample *s, const PackSize *at, const PackArrays *arrays) {
  const NetNumber *numbers = sample_numbers(s);
  for (uint32_t i = 0; i < s->n_numbers; i++) {
    size_t to = at->numbers + i;
    arrays->number_rows[to] = (int32_t)(at->samples * (uint32_t)e->tokens + numbers[i].at);
    arrays->number_whats[to] = numbers[i].what;
    arrays->number_values[to] = numbers[i].value;
  }
}

static void pack_moves(const NetEncoding *e, const NetSample *s, const PackSize *at, const PackArrays *arrays) {
  const uint32_t *start = sample_move_start(s);
  const NetPart *parts = sample_parts(s);
  for (uint32_t i = 0; i < s->n_moves; i++) {
    arrays->move_samples[at->moves + i] = (int32_t)at->samples;
    arrays->move_starts[at->moves + i] = (int32_t)(at->parts + start[i]);
  }
  int32_t first = e->move_facts + (int32_t)(at->samples * (uint32_t)e->tokens) * NET_ROLES;
  for (uint32_t i = 0; i < s->n_parts; i++) {
    bool fact = parts[i].role >= NET_ROLE_FACT;
    arrays->parts[at->parts + i] = fact ? parts[i].index : first + parts[i].index * NET_ROLES + parts[i].role;
  }
}

void pack_sample(const NetEncoding *e, const NetSample *s, const PackSize *at, const PackSize *whole,
                 const PackArrays *arrays) {
  size_t i = at->samples;
  arrays->viewers[i] = s->viewer;
  pack_facts(e, s, whole->facts, arrays->facts + i * (size_t)e->tokens * whole->facts);
  pack_globals(e, s, whole->globals, arrays->globals + i * whole->globals,
               arrays->global_numbers + i * (size_t)e->global_numbers);
  pack_numbers(e, s, at, arrays);
  pack_moves(e, s, at, arrays);
}
