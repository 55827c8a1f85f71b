// Finds the least value of a smooth function of many numbers by L-BFGS with halved steps: the last steps say how the
// slope changes, which makes up for what the slope alone does not tell.
#ifndef LEARN_RUN_LBFGS_H
#define LEARN_RUN_LBFGS_H

#include "base/common.h"

// The value at w; its slope, n numbers, in *slope.
typedef double LbfgsFunction(void *self, const double *w, double *slope);

// Goes down from w, which has n numbers, by at most so many steps; returns the value there.
double lbfgs_minimise(LbfgsFunction *function, void *self, double *w, int n, int steps);

#endif
