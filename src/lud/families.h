// The families of ludemes: each fam_*.c holds the rows of one subject and names them here through families.def.
#ifndef LUD_FAMILIES_H
#define LUD_FAMILIES_H

#include "lud/term.h"

#define FAMILY(name) extern const LudFamily fam_##name;
#include "lud/families.def"
#undef FAMILY

#endif
