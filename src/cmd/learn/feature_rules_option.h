// The option --rules of commands that read features.
#ifndef CMD_LEARN_FEATURE_RULES_OPTION_H
#define CMD_LEARN_FEATURE_RULES_OPTION_H

#include "cmd/frame/command.h"

// needed: the option it is for, or NULL.
#define FEATURE_RULES_OPTION(needed)                                                                             \
  {                                                                                                              \
    "--rules", "WORD",                                                                                           \
        "How features are read: paper (as the paper says where the reference differs), apart (sites of several " \
        "types are kept apart) or open (what is hidden from the mover is seen).",                                \
        true, NULL, (needed)                                                                                     \
  }

#endif
