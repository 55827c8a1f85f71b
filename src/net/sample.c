// The arrays of a sample, its check when it comes from outside, and its symmetric copies.
#include "net/sample.h"

#include "net/input/encoding.h"

static size_t padded(size_t bytes) { return (bytes + 3) & ~(size_t)3; }

// Where array number i of the block begins, in the order of the header; the last is the end.
enum { PART_FACTS, PART_NUMBERS, PART_GLOBALS, PART_GLOBAL_NUMBERS, PART_STARTS, PART_PARTS, PART_TOKENS, PART_END };

static uint64_t offset_of(const NetSample *s, int which) {
  const uint64_t sizes[] = {
      padded((uint64_t)s->n_facts * sizeof(NetFact)),
      (uint64_t)s->n_numbers * sizeof(NetNumber),
      padded((uint64_t)s->n_global_facts * 2),
      (uint64_t)s->n_global_numbers * sizeof(NetNumber),
      ((uint64_t)s->n_moves + 1) * 4,
      (uint64_t)s->n_parts * sizeof(NetPart),
      padded((uint64_t)s->n_tokens * 2),
  };
  uint64_t at = sizeof *s;
  for (int i = 0; i < which; i++) at += sizes[i];
  return at;
}

static const void *array_of(const NetSample *s, int which) { return (const char *)s + offset_of(s, which); }

const NetFact *sample_facts(const NetSample *s) { return array_of(s, PART_FACTS); }
const NetNumber *sample_numbers(const NetSample *s) { return array_of(s, PART_NUMBERS); }
const uint16_t *sample_global_facts(const NetSample *s) { return array_of(s, PART_GLOBALS); }
const NetNumber *sample_global_numbers(const NetSample *s) { return array_of(s, PART_GLOBAL_NUMBERS); }
const uint32_t *sample_move_start(const NetSample *s) { return array_of(s, PART_STARTS); }
const NetPart *sample_parts(const NetSample *s) { return array_of(s, PART_PARTS); }
const uint16_t *sample_tokens(const NetSample *s) { return array_of(s, PART_TOKENS); }

// ---- checking ------------------------------------------------------------------------------------

static bool is_number(float value) { return value > -1e6f && value < 1e6f; }

static bool facts_fit(const NetEncoding *e, const NetSample *s) {
  const NetFact *facts = sample_facts(s);
  const NetNumber *numbers = sample_numbers(s), *globals = sample_global_numbers(s);
  for (uint32_t i = 0; i < s->n_facts; i++) {
    if (facts[i].at >= s->n_tokens || facts[i].what >= e->facts) return false;
  }
  for (uint32_t i = 0; i < s->n_numbers; i++) {
    if (numbers[i].at >= s->n_tokens || numbers[i].what >= e->numbers || !is_number(numbers[i].value)) return false;
  }
  for (uint32_t i = 0; i < s->n_global_facts; i++) {
    if (sample_global_facts(s)[i] >= e->global_facts) return false;
  }
  for (uint32_t i = 0; i < s->n_global_numbers; i++) {
    if (globals[i].what >= e->global_numbers || !is_number(globals[i].value)) return false;
  }
  return true;
}

static bool part_fits(const NetEncoding *e, const NetSample *s, NetPart part) {
  if (e->kind == NET_PLANES) return part.role < e->move_channels && part.index < s->n_tokens;
  if (part.role < NET_ROLES) return part.index < s->n_tokens;
  return part.role == NET_ROLE_FACT && part.index < e->move_facts;
}

static bool moves_fit(const NetEncoding *e, const NetSample *s) {
  const uint32_t *start = sample_move_start(s);
  if (start[0] != 0 || start[s->n_moves] != s->n_parts) return false;
  for (uint32_t i = 0; i < s->n_moves; i++) {
    if (start[i] > start[i + 1]) return false;
    if (e->kind == NET_PLANES && start[i + 1] != start[i] + 1) return false;
  }
  for (uint32_t i = 0; i < s->n_parts; i++) {
    if (!part_fits(e, s, sample_parts(s)[i])) return false;
  }
  return true;
}

static bool tokens_fit(const NetEncoding *e, const NetSample *s) {
  for (uint32_t i = 0; i < s->n_tokens; i++) {
    if (sample_tokens(s)[i] >= e->tokens) return false;
  }
  return s->n_tokens > 0;
}

bool net_sample_check(const NetEncoding *e, const void *block, size_t size, const char **why) {
  const NetSample *s = block;
  *why = NULL;
  if (size < sizeof *s || s->size > size || s->size % 8) *why = "the sample is cut off";
  else if (s->n_moves == UINT32_MAX || (offset_of(s, PART_END) + 7) / 8 * 8 != s->size)
    *why = "the sample's parts do not fit into it";
  else if (s->viewer < 1 || s->viewer > e->players) *why = "the sample is seen by a player the game does not have";
  else if (!tokens_fit(e, s) || !facts_fit(e, s)) *why = "the sample has facts this game does not have";
  else if (!moves_fit(e, s)) *why = "the sample has moves this game does not have";
  return !*why;
}

// ---- symmetries ----------------------------------------------------------------------------------

void net_sample_permute(const NetEncoding *e, const NetSample *s, const uint16_t *to, NetSample *out) {
  memcpy(out, s, s->size);
  uint16_t *tokens = (uint16_t *)sample_tokens(out);
  bool all = s->n_tokens == e->tokens;
  // A sample of a part of the board keeps its indices: only which tokens they are changes.
  if (!all) {
    for (uint32_t i = 0; i < s->n_tokens; i++) tokens[i] = to[tokens[i]];
    return;
  }
  NetFact *facts = (NetFact *)sample_facts(out);
  NetNumber *numbers = (NetNumber *)sample_numbers(out);
  NetPart *parts = (NetPart *)sample_parts(out);
  for (uint32_t i = 0; i < s->n_facts; i++) facts[i].at = to[facts[i].at];
  for (uint32_t i = 0; i < s->n_numbers; i++) numbers[i].at = to[numbers[i].at];
  for (uint32_t i = 0; i < s->n_parts; i++) {
    if (e->kind == NET_TOKENS && parts[i].role < NET_ROLES) parts[i].index = to[parts[i].index];
  }
}
