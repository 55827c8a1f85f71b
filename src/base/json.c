// JSON into a Text.
#include "base/json.h"

#include "base/mem.h"
#include "base/utf8.h"

json_t *json_str(Str text) {
  json_t *json = json_stringn(text.p ? text.p : "", text.n);
  if (json) return json;
  char *mended = mem_alloc(text.n);
  memcpy(mended, text.p, text.n);
  utf8_mend(mended, text.n);
  json = json_stringn(mended, text.n);
  mem_free(mended);
  return json;
}

json_t *json_words(const char *text) { return text ? json_str(str_of(text)) : json_null(); }

static int add_bytes(const char *bytes, size_t n, void *out) {
  text_add(out, (Str){bytes, n});
  return 0;
}

void json_text(Text *out, const json_t *json) {
  if (!json) text_puts(out, "null");  // a number in it was none
  json_dump_callback(json, add_bytes, out, JSON_COMPACT | JSON_ENCODE_ANY);
}
