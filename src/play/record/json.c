// JSON into a Text.
#include "play/record/json.h"

static int add_bytes(const char *bytes, size_t n, void *out) {
  text_add(out, (Str){bytes, n});
  return 0;
}

void json_text(Text *out, const json_t *json) {
  json_dump_callback(json, add_bytes, out, JSON_COMPACT | JSON_ENCODE_ANY);
}
