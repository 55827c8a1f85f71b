// Reads signatures; the grammar is in the header.
#include "lud/resolve/signature.h"

#include "base/vec.h"

#include <ctype.h>

typedef VEC(LudAlt) AltVec;
typedef VEC(LudSlot) SlotVec;

typedef struct Reader {
  Arena *arena;
  const char *p;
  const char *why;  // set at the first error
} Reader;

static bool fail(Reader *r, const char *why) {
  if (!r->why) r->why = why;
  return false;
}

static char peek(Reader *r) {
  while (*r->p == ' ') r->p++;
  return *r->p;
}

static bool accept(Reader *r, char c) {
  if (peek(r) != c) return false;
  r->p++;
  return true;
}

static Str read_word(Reader *r) {
  peek(r);
  const char *start = r->p;
  while (isalnum((unsigned char)*r->p) || *r->p == '_') r->p++;
  return (Str){start, (size_t)(r->p - start)};
}

// alt = [ label ":" ] ( Keyword | type | "{" type "}" ... )
static bool read_alt(Reader *r, AltVec *alts) {
  LudAlt alt = {0};
  Str word = {0};
  if (peek(r) != '{') word = read_word(r);
  if (word.n && accept(r, ':')) {
    alt.label = word;
    word = (Str){0};
  }
  while (!word.n && accept(r, '{')) alt.arrays++;
  if (!word.n) word = read_word(r);
  if (!word.n) return fail(r, "a word is missing");
  for (int i = 0; i < alt.arrays; i++) {
    if (!accept(r, '}')) return fail(r, "a closing brace is missing");
  }
  if (alt.arrays > LUD_ARRAY_MAX) return fail(r, "arrays are nested too deeply");
  alt.word = word;
  alt.keyword = isupper((unsigned char)word.p[0]);
  VEC_PUSH(alts, alt);
  return true;
}

// alts = alt { "|" alt }
static bool read_alts(Reader *r, AltVec *alts) {
  do {
    if (!read_alt(r, alts)) return false;
  } while (accept(r, '|'));
  return true;
}

// slot = "[" alts "]" | "(" alts ")" | alt
static bool read_slot(Reader *r, SlotVec *slots) {
  AltVec alts = {0};
  LudSlot slot = {.optional = accept(r, '[')};
  bool group = !slot.optional && accept(r, '(');
  bool ok = slot.optional || group ? read_alts(r, &alts) : read_alt(r, &alts);
  if (ok && slot.optional && !accept(r, ']')) ok = fail(r, "a closing ] is missing");
  if (ok && group && !accept(r, ')')) ok = fail(r, "a closing ) is missing");
  slot.n = (uint32_t)alts.n;
  slot.alts = VEC_TO_ARENA(&alts, r->arena);
  VEC_FREE(&alts);
  VEC_PUSH(slots, slot);
  return ok;
}

bool lud_signature_parse(Arena *arena, const char *text, LudSignature *out, const char **why) {
  Reader r = {.arena = arena, .p = text};
  SlotVec slots = {0};
  while (!r.why && peek(&r)) read_slot(&r, &slots);
  if (slots.n > LUD_SLOTS_MAX) fail(&r, "there are too many slots");
  out->n = (uint32_t)slots.n;
  out->slots = VEC_TO_ARENA(&slots, arena);
  VEC_FREE(&slots);
  *why = r.why;
  return !r.why;
}
