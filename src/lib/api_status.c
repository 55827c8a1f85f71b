// Statuses and the sentence of the last failure.
#include "lib/lib_internal.h"

#include "base/utf8.h"
#include "state/text/fault_text.h"

#include <stdio.h>

enum { MESSAGE_MAX = 4096 };

// The one thing a thread keeps between calls, as errno is kept: handles that are null or freed cannot hold it.
static _Thread_local char message[MESSAGE_MAX];

const char *senet_version(void) { return SENET_VERSION; }

const char *senet_message(void) { return message; }

const char *senet_status_text(senet_status status) {
  switch (status) {
    case SENET_OK: return "done";
    case SENET_MISUSE: return "wrong use of a function";
    case SENET_TOO_SMALL: return "the buffer is too small";
    case SENET_RANGE: return "a number is out of range";
    case SENET_NOT_FOUND: return "not found";
    case SENET_INPUT: return "the text could not be understood";
    case SENET_ILLEGAL: return "not a legal move";
    case SENET_OVER: return "the game is over";
    case SENET_RULES: return "the rules of the game went wrong";
    case SENET_UNSUITED: return "does not suit the game";
    case SENET_STOPPED: return "stopped";
  }
  return "unknown status";
}

senet_status api_fail(senet_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  utf8_mend(message, strlen(message));  // what is quoted may be cut short, or anything
  return status;
}

senet_status api_rules_stopped(const Position *x) {
  Text text = {0};
  fault_text(&text, x);
  senet_status status = api_fail(SENET_RULES, "%.*s", (int)text.n, text_str(&text).p);
  text_free(&text);
  return status;
}

senet_status api_misuse(const char *what) {
  return api_fail(SENET_MISUSE, "%s is null, was freed or is something else", what);
}

senet_status api_text(Str text, char *buffer, size_t size, size_t *length) {
  if (length) *length = text.n;
  if (!buffer && size == 0) return SENET_OK;
  if (!buffer) return api_misuse("the buffer");
  if (size <= text.n) {
    if (size) buffer[0] = '\0';
    return api_fail(SENET_TOO_SMALL, "the text needs %zu bytes, the buffer has %zu", text.n + 1, size);
  }
  memcpy(buffer, text.p, text.n);
  buffer[text.n] = '\0';
  return SENET_OK;
}
