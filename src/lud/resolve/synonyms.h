// Words that people look for and the language calls otherwise: for `senet help ludeme` and for errors about unknown
// ludemes.
#ifndef LUD_RESOLVE_SYNONYMS_H
#define LUD_RESOLVE_SYNONYMS_H

#include "base/common.h"

typedef struct LudSynonym {
  const char *word;     // as people say it, small letters; several words are separated by blanks
  const char *ludemes;  // what to look at: heads or "head Word", separated by commas
  const char *advice;   // one sentence with the form to write
} LudSynonym;

// The row of a word, whatever the case of its letters, blanks and dashes; or NULL.
const LudSynonym *lud_synonym(Str word);
// All rows, by number; NULL after the last.
const LudSynonym *lud_synonym_at(size_t i);

#endif
