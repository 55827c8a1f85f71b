// JSON into a Text.
#ifndef PLAY_RECORD_JSON_H
#define PLAY_RECORD_JSON_H

#include "base/text.h"

#include <jansson.h>

// Appends the value on one line, without a newline.
void json_text(Text *out, const json_t *json);

#endif
