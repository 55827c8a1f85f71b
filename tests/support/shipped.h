// A compiled game for tests: one of the repository by its name, one of a file, or one given as text.
#ifndef SUPPORT_SHIPPED_H
#define SUPPORT_SHIPPED_H

#include "lud/text/load.h"
#include "state/turn/position.h"

#include "support/support.h"

typedef struct Shipped {
  Arena arena;
  Diags diags;
  Library library;
  LudGame lud;
  const Game *game;  // NULL: does not compile
} Shipped;

// A game by name or path; `folder` (may be NULL) is a library to look in. False with diagnostics when it does not
// compile; to be freed all the same.
bool shipped_try(Shipped *shipped, const char *name, const char *folder);

// Likewise, but the test fails when it does not compile.
void shipped_load(Shipped *shipped, const char *name);
void shipped_load_from(Shipped *shipped, const char *name, const char *folder);
void shipped_text(Shipped *shipped, const char *text);

// A `.rbg` game by the path of its file.
void shipped_rbg(Shipped *shipped, const char *path);

void shipped_free(Shipped *shipped);

// Calls `visit` for every game of ours that compiles.
typedef void ShippedVisit(void *self, const Game *game);
void shipped_each(ShippedVisit *visit, void *self);

// Likewise for every n-th description of the reference library (SENET_SAMPLE_EVERY=1: all of them). Skips the test
// where there is no reference library.
void shipped_sample(int every, ShippedVisit *visit, void *self);

#endif
