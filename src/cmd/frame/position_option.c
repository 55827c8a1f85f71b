// The option --position.
#include "cmd/frame/position_option.h"

#include "play/show/position_text.h"

#include <stdio.h>

// The place of the mistake under a part of the text.
static bool complain(const Options *options, const char *text, const PositionMistake *mistake) {
  enum { AROUND = 60 };
  size_t n = strlen(text), from = mistake->at > AROUND ? mistake->at - AROUND : 0, to = MIN(n, mistake->at + AROUND);
  fprintf(stderr, "senet %s: --position: column %zu: %s\n  %.*s\n  %*s^\n", options->command->name, mistake->at + 1,
          mistake->message, (int)(to - from), text + from, (int)(mistake->at - from), "");
  return false;
}

bool position_option(const Options *options, Position *x) {
  PositionMistake mistake;
  const char *text = options_value(options, "--position");
  return !text || position_read(x, str_of(text), &mistake) || complain(options, text, &mistake);
}

bool position_option_session(const Options *options, Session *session) {
  PositionMistake mistake;
  const char *text = options_value(options, "--position");
  return !text || session_set(session, str_of(text), &mistake) || complain(options, text, &mistake);
}
