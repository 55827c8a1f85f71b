// JSON into a Text.
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/text.h"

#include <jansson.h>

// A text from outside, such as the name of a file: bytes that are not UTF-8 become question marks. NULL gives null.
json_t *json_str(Str text);
json_t *json_words(const char *text);

// Appends the value on one line, without a newline.
void json_text(Text *out, const json_t *json);

#endif
