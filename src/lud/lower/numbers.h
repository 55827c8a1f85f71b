// Numbers of a description that become sizes, counts and places: each is checked against its range before anything is
// made of it, and what lies outside is an error where it is written.
#ifndef LUD_LOWER_NUMBERS_H
#define LUD_LOWER_NUMBERS_H

#include "lud/lower/lower.h"

// What a number is, in the words of a message ("the size of a hand"), and its range.
typedef struct NumberRange {
  const char *what;
  int32_t least, most;
} NumberRange;

// The value of a constant expression; `otherwise` for an absent one, and for one outside its range, which is reported.
int32_t lower_number(Lower *lower, const Term *term, NumberRange range, int32_t otherwise);
// Likewise for a number that is only kept and compared, whatever its size.
int32_t lower_any_number(Lower *lower, const Term *term, int32_t otherwise);

// Whether there is such a site, hands included; reported where it is not.
bool lower_site_exists(Lower *lower, const Term *at, int64_t site);

// The players a role of the equipment stands for: one, each, nobody (0) or all together (players + 1). Roles that mean
// somebody else at every turn, and players that the game does not have, are reported and stand for nobody.
typedef struct Owners {
  int first, last;
} Owners;
Owners lower_owners(Lower *lower, const Term *role);

// Whether the whole fits: sites, containers and pieces together.
bool lower_equipment_fits(Lower *lower, const Term *equipment, int64_t sites, size_t containers, size_t components);

#endif
