// Signatures of rows, read once into slots.
//
//   signature = { slot }
//   slot      = "[" alts "]" | "(" alts ")" | alt
//   alts      = alt { "|" alt }
//   alt       = [ label ":" ] ( Keyword | type | "{" type "}" ... )
#ifndef LUD_RESOLVE_SIGNATURE_H
#define LUD_RESOLVE_SIGNATURE_H

#include "base/arena.h"

enum { LUD_SLOTS_MAX = 20, LUD_ARRAY_MAX = 3 };

// One way to fill a slot: a keyword as it stands, or a value of a type.
typedef struct LudAlt {
  Str label;  // the name before the colon, or empty
  Str word;   // the keyword or the name of the type
  bool keyword;
  uint8_t arrays;  // braces around the type
  uint16_t type;   // set by the registry: index of the type; unused for keywords
} LudAlt;

typedef struct LudSlot {
  LudAlt *alts;
  uint32_t n;
  bool optional;
} LudSlot;

typedef struct LudSignature {
  LudSlot *slots;
  uint32_t n;
} LudSignature;

// False with a reason in *why when the text is not a signature.
bool lud_signature_parse(Arena *arena, const char *text, LudSignature *out, const char **why);

#endif
