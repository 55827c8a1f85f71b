// The parts of the board meant by a regionTypeStatic word (Rows, Sides, Touching...), as lists of sites.
#ifndef LUD_LOWER_BOARD_PARTS_H
#define LUD_LOWER_BOARD_PARTS_H

#include "lud/lower/lower.h"

// Gives every part to add(); the list is only valid during the call. Hints have lists only in puzzles: the caller's.
typedef void AddPart(Lower *lower, void *self, SiteList sites);
void each_part(Lower *lower, const Term *word, AddPart *add, void *self);

#endif
