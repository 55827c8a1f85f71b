// Facts about games, for lists: one JSON object per game, and conditions on its values.
#ifndef CMD_DESCRIBE_FACTS_H
#define CMD_DESCRIBE_FACTS_H

#include "cmd/frame/api_load.h"

#include <jansson.h>

typedef enum FactKind { FACT_TEXT, FACT_NUMBER, FACT_YES_NO } FactKind;

typedef struct FactColumn {
  const char *name, *doc;
  FactKind kind;
  bool played;  // found out by random games
} FactColumn;

// All facts there are, by number; NULL after the last.
const FactColumn *fact_column(size_t i);
const FactColumn *fact_find(Str name);

// One condition: players=2, sites<100, name~chess.
typedef struct FactCondition {
  const FactColumn *column;
  char op[3];
  const char *value;
} FactCondition;

// Reads conditions separated by blanks. False with a sentence in *why (arena).
bool fact_conditions(Arena *arena, const char *text, FactCondition **list, int *n, const char **why);
// Whether an object meets all of them. Facts it does not have meet none.
bool facts_meet(const json_t *facts, const FactCondition *list, int n);

// The facts of game number `game` of the library; played: also those found out by random games. Never NULL: a
// description that does not compile has "runs": false.
json_t *facts_of(senet_library *library, size_t game, bool played);

#endif
