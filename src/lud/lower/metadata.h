// Metadata: what a description says about itself beside its rules. It is kept as a tree.
#ifndef LUD_LOWER_METADATA_H
#define LUD_LOWER_METADATA_H

#include "lud/text/options.h"
#include "syntax/tree.h"

// The tree with every (useFor { "Option/Item" ... } parts...) decided: replaced by its parts when all that
// it asks for is chosen, otherwise left out. Asking for what is not offered is an error.
const Node *metadata_select(Arena *arena, const Node *node, const GameOptions *options, Diags *diags);

// The text of (info (key "...")), or an empty slice.
Str metadata_info(const Node *metadata, const char *key);

// The (heuristics ...) that agents are told to judge by, as text (arena): those the description was written with, or
// else those that were trained. NULL when there are none.
const char *metadata_heuristics(Arena *arena, const Node *metadata);

#endif
