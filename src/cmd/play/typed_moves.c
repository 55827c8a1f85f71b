// Making moves given on the command line.
#include "cmd/play/typed_moves.h"

#include <stdio.h>

bool typed_moves_make(const char *command, Session *session, const char *text) {
  for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
    Str word = {text, strcspn(text, " ")};
    Turn turn;
    if (position_over(session->x) || !session_find_turn(session, word, &turn)) {
      size_t made = session->turns.n;
      fprintf(stderr, "senet %s: '%.*s' is not a legal move ", command, (int)word.n, word.p);
      if (made) fprintf(stderr, "after %zu move%s\n", made, made == 1 ? "" : "s");
      else fprintf(stderr, "at the start\n");
      return false;
    }
    session_play(session, &turn);
    text += word.n;
  }
  return true;
}
