// The wording of resolution errors: what a node is, what a slot wants, how a form is written.
#ifndef LUD_RESOLVE_PHRASE_H
#define LUD_RESOLVE_PHRASE_H

#include "lud/resolve/resolver.h"

// All phrases live in the resolver's arena.

// "the number 3", "the word 'Foo'", "(sites ...), which gives a region"
const char *phrase_found(Resolver *r, const Node *node);
// "a number", "a list in braces of regions"
const char *phrase_want(Resolver *r, LudWant want);
// "a number or a region"; the alternatives that carry the label
const char *phrase_slot(Resolver *r, const LudSlot *slot, Str label);
// The same without what a list is: "(sites ...)"
const char *phrase_brief(Resolver *r, const Node *node);
// "(move Step [from] ...)", the form as the table has it, with the first word as written in the node
const char *phrase_form(Resolver *r, const LudForm *form, const Node *node);
// "(move Step ...)", as written
const char *phrase_call(Resolver *r, const Node *node);

#endif
