// Memory that runs out is a finding: the fuzzer keeps the input of a program that aborts, not of one that exits.
#include "base/mem.h"

#include <stdlib.h>

void mem_is_gone(void) { abort(); }
