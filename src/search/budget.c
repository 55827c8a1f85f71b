// The words of the budget's options.
#include "search/budget.h"

const char *const budget_clocks[] = {"wall", "cpu", NULL};
