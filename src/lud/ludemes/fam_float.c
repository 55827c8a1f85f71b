// Fractional numbers.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// Several fractions in braces, or two, combined one after another as the row says.
static Ref lower_binary(Lower *lower, const Term *term) {
  const Term *list = term->n == 1 ? term_arg(term, L_FLOAT_BINARY_FLOAT) : term;
  Ref all = list->n ? lower_float(lower, list->args[0]) : EMIT(B, OP_FLOAT_CONST, 0, 0);
  for (uint32_t i = 1; i < list->n; i++) {
    all = EMIT(B, OP_FLOAT_BINARY, term->row->arg, (int32_t)all, (int32_t)lower_float(lower, list->args[i]));
  }
  return all;
}

static Ref lower_unary(Lower *lower, const Term *term) {
  return EMIT(B, OP_FLOAT_UNARY, term->row->arg, (int32_t)lower_float(lower, term_arg(term, L_UNARY_FLOAT)));
}

static Ref lower_to_float(Lower *lower, const Term *term) {
  return EMIT(B, OP_FLOAT_OF_INT, (int32_t)lower_int(lower, term_arg(term, L_TO_FLOAT_BOOLEAN)));
}

static const LudRow rows[] = {
    {"+", "float", "{float}", "The sum of several fractions.", lower_binary, FLOAT_ADD},
    {"+", "float", "float float", "The sum of two fractions.", lower_binary, FLOAT_ADD},
    {"-", "float", "float float", "The first fraction less the second.", lower_binary, FLOAT_SUB},
    {"*", "float", "{float}", "The product of several fractions.", lower_binary, FLOAT_MUL},
    {"*", "float", "float float", "The product of two fractions.", lower_binary, FLOAT_MUL},
    {"/", "float", "float float", "The first fraction divided by the second.", lower_binary, FLOAT_DIV},
    {"^", "float", "float float", "The first fraction to the power of the second.", lower_binary, FLOAT_POW},
    {"abs", "float", "float", "A fraction without its sign.", lower_unary, FLOAT_ABS},
    {"max", "float", "{float}", "The largest of several fractions.", lower_binary, FLOAT_MAX},
    {"max", "float", "float float", "The larger of two fractions.", lower_binary, FLOAT_MAX},
    {"min", "float", "{float}", "The smallest of several fractions.", lower_binary, FLOAT_MIN},
    {"min", "float", "float float", "The smaller of two fractions.", lower_binary, FLOAT_MIN},
    {"sqrt", "float", "float", "The square root.", lower_unary, FLOAT_SQRT},
    {"exp", "float", "float", "The exponential function.", lower_unary, FLOAT_EXP},
    {"log", "float", "float", "The natural logarithm.", lower_unary, FLOAT_LOG},
    {"log10", "float", "float", "The logarithm to base ten.", lower_unary, FLOAT_LOG10},
    {"sin", "float", "float", "The sine of an angle in radians.", lower_unary, FLOAT_SIN},
    {"cos", "float", "float", "The cosine of an angle in radians.", lower_unary, FLOAT_COS},
    {"tan", "float", "float", "The tangent of an angle in radians.", lower_unary, FLOAT_TAN},
    {"toFloat", "float", "(boolean | int)", "A whole number, or one for true and zero for false, as a fraction.",
     lower_to_float},
};

const LudFamily fam_float = {"fractions", rows, COUNT_OF(rows)};
