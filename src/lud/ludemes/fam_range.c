// Ranges of numbers.
#include "lud/resolve/families.h"

static const LudRow rows[] = {
    {"range", "range", "int [int]", "The numbers from the first to the second, or that number alone."},
    {"exact", "range", "int", "Exactly that number."},
    {"max", "range", "int", "That number or less."},
    {"min", "range", "int", "That number or more."},
};

const LudFamily fam_range = {"ranges", rows, COUNT_OF(rows)};
