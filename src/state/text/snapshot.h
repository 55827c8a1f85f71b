// A state as text: the JSON object recorded in traces (fields left out have their default), comparison of
// a state with such an object, and a compact form that restores a state exactly.
#ifndef STATE_TEXT_SNAPSHOT_H
#define STATE_TEXT_SNAPSHOT_H

#include "base/text.h"
#include "state/run/run.h"

#include <jansson.h>

// The state of x as a JSON object. The caller owns it (json_decref).
json_t *snapshot_json(const Position *x);

// Whether x is in the recorded state. Each field that differs adds a line to *differences (may be NULL)
// such as "score[2]: 3, expected 4".
bool snapshot_compare(const Position *x, const json_t *state, Text *differences);

// The whole state block as a line of text, and back. Restoring into a Position of the same game starts a new
// undo log; false (state unchanged, a sentence in *why) when the text is damaged or of another game.
void snapshot_save(const Position *x, Text *out);
bool snapshot_restore(Position *x, Str text, const char **why);

#endif
