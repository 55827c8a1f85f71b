// Fractional numbers.
#include "lud/families.h"

static const LudRow rows[] = {
    {"+", "float", "{float}", "The sum of several fractions."},
    {"+", "float", "float float", "The sum of two fractions."},
    {"-", "float", "float float", "The first fraction less the second."},
    {"*", "float", "{float}", "The product of several fractions."},
    {"*", "float", "float float", "The product of two fractions."},
    {"/", "float", "float float", "The first fraction divided by the second."},
    {"^", "float", "float float", "The first fraction to the power of the second."},
    {"abs", "float", "float", "A fraction without its sign."},
    {"max", "float", "{float}", "The largest of several fractions."},
    {"max", "float", "float float", "The larger of two fractions."},
    {"min", "float", "{float}", "The smallest of several fractions."},
    {"min", "float", "float float", "The smaller of two fractions."},
    {"sqrt", "float", "float", "The square root."},
    {"exp", "float", "float", "The exponential function."},
    {"log", "float", "float", "The natural logarithm."},
    {"log10", "float", "float", "The logarithm to base ten."},
    {"sin", "float", "float", "The sine of an angle in radians."},
    {"cos", "float", "float", "The cosine of an angle in radians."},
    {"tan", "float", "float", "The tangent of an angle in radians."},
    {"toFloat", "float", "(boolean | int)", "A whole number, or one for true and zero for false, as a fraction."},
};

const LudFamily fam_float = {"float", rows, COUNT_OF(rows)};
