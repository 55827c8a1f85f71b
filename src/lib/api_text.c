// Positions as text.
#include "lib/lib_internal.h"

#include "play/show/position_text.h"

senet_status senet_position_text(senet_position *position, char *buffer, size_t size, size_t *length) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (position->x->fault) return api_rules_stopped(position->x);
  Text text = {0};
  PositionMistake mistake;
  senet_status status = SENET_OK;
  position_unlist(position);
  bool good = position_write(&text, position->x, &mistake);
  if (good) status = api_text(text_str(&text), buffer, size, length);
  else status = api_fail(SENET_RANGE, "this position cannot be written down: %s", mistake.message);
  text_free(&text);
  return status;
}

// The part of a text around a mistake, with a caret below it, as diagnostics have it.
static senet_status say_mistake(Str text, const PositionMistake *mistake) {
  enum { AROUND = 30 };
  size_t from = mistake->at > AROUND ? mistake->at - AROUND : 0, to = MIN(text.n, mistake->at + AROUND);
  return api_fail(SENET_INPUT, "column %zu: %s\n  %.*s\n  %*s^", mistake->at + 1, mistake->message, (int)(to - from),
                  text.p + from, (int)(mistake->at - from), "");
}

senet_status senet_position_set(senet_position *position, const char *text) {
  PositionMistake mistake;
  senet_status status = position_changeable(position);
  if (status != SENET_OK) return status;
  if (!text) return api_misuse("the text");
  position_unlist(position);
  size_t made = position->x->played.n;
  if (!position_read(position->x, str_of(text), &mistake)) return say_mistake(str_of(text), &mistake);
  VEC_CLEAR(&position->chance);
  position->seeded = position->seeded && position->whole && !made;
  position->whole = !position->game->game->n_subgames;
  position_note_setup(position, str_of(text));
  return SENET_OK;
}
