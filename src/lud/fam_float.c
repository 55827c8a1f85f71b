// Fractional numbers.
#include "lud/families.h"
#include "lud/lower.h"

// Several fractions in braces, or two, combined one after another.
static Ref fold(Lower *lower, const Term *term, FloatOp op) {
  const Term *list = term->n == 1 ? term_arg(term, 0) : term;
  Ref all = list->n ? lower_float(lower, list->args[0]) : EMIT(B, OP_FLOAT_CONST, 0, 0);
  for (uint32_t i = 1; i < list->n; i++) {
    all = EMIT(B, OP_FLOAT_BINARY, op, (int32_t)all, (int32_t)lower_float(lower, list->args[i]));
  }
  return all;
}

static Ref lower_add(Lower *lower, const Term *term) { return fold(lower, term, FLOAT_ADD); }
static Ref lower_sub(Lower *lower, const Term *term) { return fold(lower, term, FLOAT_SUB); }
static Ref lower_mul(Lower *lower, const Term *term) { return fold(lower, term, FLOAT_MUL); }
static Ref lower_div(Lower *lower, const Term *term) { return fold(lower, term, FLOAT_DIV); }
static Ref lower_pow(Lower *lower, const Term *term) { return fold(lower, term, FLOAT_POW); }
static Ref lower_max(Lower *lower, const Term *term) { return fold(lower, term, FLOAT_MAX); }
static Ref lower_min(Lower *lower, const Term *term) { return fold(lower, term, FLOAT_MIN); }

// Functions of one fraction, by the name of the ludeme.
static Ref lower_function(Lower *lower, const Term *term) {
  static const struct {
    const char *name;
    FloatOp op;
  } functions[] = {{"abs", FLOAT_ABS},     {"sqrt", FLOAT_SQRT}, {"exp", FLOAT_EXP}, {"log", FLOAT_LOG},
                   {"log10", FLOAT_LOG10}, {"sin", FLOAT_SIN},   {"cos", FLOAT_COS}, {"tan", FLOAT_TAN}};
  size_t f = 0;
  while (f + 1 < COUNT_OF(functions) && strcmp(term->row->name, functions[f].name)) f++;
  return EMIT(B, OP_FLOAT_UNARY, functions[f].op, (int32_t)lower_float(lower, term_arg(term, 0)));
}

static Ref lower_to_float(Lower *lower, const Term *term) {
  return EMIT(B, OP_FLOAT_OF_INT, (int32_t)lower_int(lower, term_arg(term, 0)));
}

static const LudRow rows[] = {
    {"+", "float", "{float}", "The sum of several fractions.", lower_add},
    {"+", "float", "float float", "The sum of two fractions.", lower_add},
    {"-", "float", "float float", "The first fraction less the second.", lower_sub},
    {"*", "float", "{float}", "The product of several fractions.", lower_mul},
    {"*", "float", "float float", "The product of two fractions.", lower_mul},
    {"/", "float", "float float", "The first fraction divided by the second.", lower_div},
    {"^", "float", "float float", "The first fraction to the power of the second.", lower_pow},
    {"abs", "float", "float", "A fraction without its sign.", lower_function},
    {"max", "float", "{float}", "The largest of several fractions.", lower_max},
    {"max", "float", "float float", "The larger of two fractions.", lower_max},
    {"min", "float", "{float}", "The smallest of several fractions.", lower_min},
    {"min", "float", "float float", "The smaller of two fractions.", lower_min},
    {"sqrt", "float", "float", "The square root.", lower_function},
    {"exp", "float", "float", "The exponential function.", lower_function},
    {"log", "float", "float", "The natural logarithm.", lower_function},
    {"log10", "float", "float", "The logarithm to base ten.", lower_function},
    {"sin", "float", "float", "The sine of an angle in radians.", lower_function},
    {"cos", "float", "float", "The cosine of an angle in radians.", lower_function},
    {"tan", "float", "float", "The tangent of an angle in radians.", lower_function},
    {"toFloat", "float", "(boolean | int)", "A whole number, or one for true and zero for false, as a fraction.",
     lower_to_float},
};

const LudFamily fam_float = {"float", rows, COUNT_OF(rows)};
