// The registry: all rows of all families with their signatures read, found by head, and the types they
// are about. Built once into an arena, then constant: any number of threads may use it.
#ifndef LUD_RESOLVE_REGISTRY_H
#define LUD_RESOLVE_REGISTRY_H

#include "base/bitset.h"
#include "base/map.h"
#include "lud/resolve/signature.h"
#include "lud/resolve/term.h"
#include "lud/resolve/types.h"

// A row with its signature read.
typedef struct LudForm {
  const LudRow *row;
  const LudFamily *family;
  LudSignature signature;
  uint16_t type;  // index of the result type
} LudForm;

// All forms of one head, in the order of the families. An alias such as `mul` has those of `*`.
typedef struct LudHead {
  const char *name;
  const LudForm **forms;
  uint32_t n;
} LudHead;

// The enumerations that have a word.
typedef struct LudWord {
  const char *word;
  uint16_t *types;
  uint32_t n;
} LudWord;

typedef struct LudRegistry {
  const LudType **types;
  uint32_t n_types;
  Word *fits;  // one row of type_words words per type: the types it fits
  int type_words;
  LudForm *forms;
  uint32_t n_forms;
  Map heads;       // name -> LudHead
  Map words;       // word -> LudWord
  Map type_index;  // name -> LudType (an element of types)
} LudRegistry;

// NULL with a reason in *why when a row is not well formed (a mistake in the tables).
const LudRegistry *lud_registry_new(Arena *arena, const char **why);

// The forms of a head, or NULL.
const LudHead *lud_registry_head(const LudRegistry *registry, Str name);
// The enumerations that have a word, or NULL. Its first letter may be small.
const LudWord *lud_registry_word(const LudRegistry *registry, Str word);
// Whether a word as written is the word of a table, but for a small first letter.
bool lud_same_word(Str word, Str written);
// The next word of a blank-separated list, cut off its front; empty at the end.
Str lud_next_word(const char **list);
// The index of a type, or -1.
int lud_registry_type(const LudRegistry *registry, Str name);

// Whether a value of type `have` fits where `want` is wanted.
static inline bool lud_type_fits(const LudRegistry *registry, uint32_t have, uint32_t want) {
  return bit_get(registry->fits + have * (uint32_t)registry->type_words, (int)want);
}

// The families of rows in their order, by number; NULL after the last.
const LudFamily *lud_family(size_t i);

#endif
