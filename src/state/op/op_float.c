// Fractions, and results that are given as such. They have the 24 bits of the reference's: with more, payoffs that are
// equal there would differ here.
#include "state/run/op_functions.h"
#include "state/turn/result.h"

#include <math.h>

static double binary(FloatOp op, double a, double b) {
  switch (op) {
    case FLOAT_ADD: return a + b;
    case FLOAT_SUB: return a - b;
    case FLOAT_MUL: return a * b;
    case FLOAT_DIV: return b != 0.0 ? a / b : 0.0;
    case FLOAT_POW: return pow(a, b);
    case FLOAT_MAX: return fmax(a, b);
    case FLOAT_MIN: return fmin(a, b);
    case FLOAT_ABS:
    case FLOAT_SQRT:
    case FLOAT_EXP:
    case FLOAT_LOG:
    case FLOAT_LOG10:
    case FLOAT_SIN:
    case FLOAT_COS:
    case FLOAT_TAN: break;
  }
  return a;
}

double op_FLOAT_BINARY(Position *x, const Ins *in) {
  double a = x_float(x, in->a[A_FLOAT_BINARY_A]), b = x_float(x, in->a[A_FLOAT_BINARY_B]);
  return (float)binary((FloatOp)in->a[A_FLOAT_BINARY_OP], a, b);
}

static double unary(FloatOp op, double a) {
  switch (op) {
    case FLOAT_ABS: return fabs(a);
    case FLOAT_SQRT: return sqrt(a);
    case FLOAT_EXP: return exp(a);
    case FLOAT_LOG: return log(a);
    case FLOAT_LOG10: return log10(a);
    case FLOAT_SIN: return sin(a);
    case FLOAT_COS: return cos(a);
    case FLOAT_TAN: return tan(a);
    case FLOAT_ADD:
    case FLOAT_SUB:
    case FLOAT_MUL:
    case FLOAT_DIV:
    case FLOAT_POW:
    case FLOAT_MAX:
    case FLOAT_MIN: break;
  }
  return a;
}

double op_FLOAT_UNARY(Position *x, const Ins *in) {
  return (float)unary((FloatOp)in->a[A_FLOAT_UNARY_OP], x_float(x, in->a[A_FLOAT_UNARY_A]));
}

void op_PAYOFF(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_PAYOFF_PLAYER]);
  if (player < 1 || player > x->game->players) return;
  state_put_double(x, x->layout->payoff + 8u * (uint32_t)player, x_float(x, in->a[A_PAYOFF_PAYOFF]));
}

void op_BY_PAYOFF(Position *x, const Ins *in) {
  (void)in;
  result_by_payoff(x, STATE_AT(x, double, x->layout->payoff));
}
