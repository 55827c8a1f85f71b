// Doubts about a whole description: what the language allows and hardly anybody means. Each check is one walk over the
// typed tree of a game that compiles; it adds warnings, never errors.
#ifndef LUD_LOWER_LINT_H
#define LUD_LOWER_LINT_H

#include "game/game.h"
#include "lud/slot_names.h"
#include "lud/text/load.h"

// Adds warnings about a game and the tree it was compiled from.
void lud_lint(Arena *arena, LudTerms terms, const Game *game, Diags *diags);
// Adds warnings about the defines of a text, those that nothing uses and those that are there twice, and about rulesets
// of options that are not there (lint_defines.c).
void lud_lint_defines(const LudGame *game, Diags *diags);

// ---- for the files of the lint -------------------------------------------------------------------

typedef struct Lint {
  Arena *arena;
  Diags *diags;
  const Term *root;
  uint32_t n_terms;
  const Game *game;
} Lint;

// Calls visit with every term below one, itself included, each once; what is below a term only when visit says so.
typedef bool LintVisit(Lint *lint, const Term *term, void *self);
void lint_walk(Lint *lint, const Term *from, LintVisit *visit, void *self);

// A call of a ludeme: its name, and the word it begins with (NULL: any).
bool lint_is_call(const Term *term, const char *head, const char *word);
// Whether two terms say the same.
bool lint_same(const Term *a, const Term *b);
// The part of the game: its rules, their phases (an array or NULL), and the items of its equipment.
const Term *lint_rules(const Lint *lint);
const Term *lint_phases(const Lint *lint);
const Term *lint_items(const Lint *lint);

// Kinds of numbers mixed up, and names of sites and players used where they mean nothing (lint_kinds.c).
void lint_kinds(Lint *lint);
void lint_places(Lint *lint);
// Directions of pieces that face nowhere, and players that the game does not have (lint_players.c).
void lint_facings(Lint *lint);
void lint_roles(Lint *lint);
// What can never happen (lint_never.c).
void lint_phases_reached(Lint *lint);
void lint_ends(Lint *lint);
void lint_pieces(Lint *lint);
void lint_unset(Lint *lint);
// What the rules ask of the equipment and it does not have, and pieces placed without their player (lint_never.c).
void lint_equipment(Lint *lint);
void lint_placing(Lint *lint);

#endif
