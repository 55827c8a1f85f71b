// Descriptions made at random: values of `.lud` from the signatures of ludemes, rules of `.rbg` from their grammar.
// Most of what is made is well formed, so that it reaches the code behind the parsers.
#ifndef FUZZ_GENERATE_H
#define FUZZ_GENERATE_H

#include "base/random.h"
#include "base/text.h"
#include "lud/resolve/registry.h"

typedef struct Names {
  const Str *list;
  size_t n;
} Names;

// The registry of all ludemes, made at the first call.
const LudRegistry *generate_registry(void);
// The type of the values that a ludeme or a word of an enumeration makes, one of several at random; -1 for others.
int generate_type_of(Random *random, Str head_or_word);
// A value of that type. Texts in it are taken from the names, which are in quotes; there may be none.
void generate_value(Text *out, Random *random, int type, Names names);
// A whole game.
void generate_game(Text *out, Random *random);

// A rule of `.rbg` about these names, in brackets.
void generate_rule(Text *out, Random *random, Names names);
// A whole game.
void generate_rbg(Text *out, Random *random);

#endif
