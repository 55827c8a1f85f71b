// How agents judge positions that are not the end of a game: the option `eval` of searches that do.
#ifndef SEARCH_EVALUATION_H
#define SEARCH_EVALUATION_H

#include "play/heuristic/heuristic.h"
#include "search/agent.h"
#include "search/minimax/material.h"

typedef struct Evaluation {
  Arena arena;
  Material *material;
  Heuristic *heuristic;
  const Evaluator *evaluator;
} Evaluation;

// As the text says: `material`, `metadata` (of the description), `tuned` (the shipped file of the game), `auto` (tuned,
// metadata or material, whichever there is first) or a file. What is not there becomes material. An evaluator of the
// setting comes before all these. Close with evaluation_close.
void evaluation_open(Evaluation *evaluation, const AgentSetting *setting, const char *text);
void evaluation_close(Evaluation *evaluation);

// Why the text cannot be used, or NULL: for the `refuse` of an agent.
const char *evaluation_refuse(const char *text);

#define EVALUATION_OPTION(Type, field)                                                                               \
  {                                                                                                                  \
    "eval", OPTION_TEXT, offsetof(Type, field), 0, 0, "auto", NULL,                                                  \
        "How positions are judged: material (and mobility), metadata (heuristics of the description), tuned "        \
        "(heuristics shipped for this game), a file of heuristics, or auto: tuned, metadata or material, whichever " \
        "there is first."                                                                                            \
  }

#endif
