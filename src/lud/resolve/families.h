// The families of ludemes: each fam_*.c holds the rows of one subject and names them here through families.def.
#ifndef LUD_RESOLVE_FAMILIES_H
#define LUD_RESOLVE_FAMILIES_H

#include "lud/resolve/term.h"

#define FAMILY(name) extern const LudFamily fam_##name;
#include "lud/resolve/families.def"
#undef FAMILY

#endif
