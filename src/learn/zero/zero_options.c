// Words of the settings of self-play.
#include "learn/zero/zero_options.h"

const char *const zero_kind_words[] = {"gumbel", "puct", NULL};
