// Sizes of boards: whole-number arithmetic that is done once, while the board is made.
#include "lud/resolve/families.h"

static const LudRow rows[] = {
    {"+", "dim", "{dim}", "The sum of several sizes."},
    {"+", "dim", "dim dim", "The sum of two sizes."},
    {"-", "dim", "dim dim", "The first size less the second."},
    {"*", "dim", "{dim}", "The product of several sizes."},
    {"*", "dim", "dim dim", "The product of two sizes."},
    {"/", "dim", "dim dim", "The first size divided by the second, without remainder."},
    {"^", "dim", "dim dim", "The first size to the power of the second."},
    {"abs", "dim", "dim", "A size without its sign."},
    {"max", "dim", "dim dim", "The larger of two sizes."},
    {"min", "dim", "dim dim", "The smaller of two sizes."},
};

const LudFamily fam_dim = {"sizes of boards", rows, COUNT_OF(rows)};
