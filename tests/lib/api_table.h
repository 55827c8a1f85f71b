// What the tests of the public interface share.
#ifndef LIB_API_TABLE_H
#define LIB_API_TABLE_H

#include "senet.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#define OK(call) expect_ok((call), #call, __LINE__)

static inline void expect_ok(senet_status status, const char *call, int line) {
  if (status != SENET_OK) fail_msg("line %d: %s: %s: %s", line, call, senet_status_text(status), senet_message());
}

typedef struct Table {
  senet_library *library;
  senet_game *game;
  senet_position *position;
} Table;

static inline Table set_table(const char *name, const char *split) {
  Table table = {0};
  senet_game_request request = SENET_GAME_REQUEST;
  request.name = name;
  request.split = split;
  OK(senet_library_open(NULL, 0, &table.library));
  OK(senet_game_load_with(table.library, &request, &table.game, NULL));
  OK(senet_position_new(table.game, 5, 2, &table.position));
  return table;
}

static inline void clear_table(Table *table) {
  senet_position_free(table->position);
  senet_game_free(table->game);
  senet_library_free(table->library);
}

// The text that a call writes into a buffer, in one that is as long as it needs; free it.
typedef senet_status (*TextCall)(senet_position *position, char *buffer, size_t size, size_t *length);
static inline char *whole_text(TextCall call, senet_position *position) {
  size_t length = 0;
  OK(call(position, NULL, 0, &length));
  char *text = malloc(length + 1);
  assert_non_null(text);
  OK(call(position, text, length + 1, NULL));
  return text;
}
// The game so far, on one line.
static inline char *record_of(senet_position *position) {
  char *text = whole_text(senet_position_record, position);
  assert_null(strchr(text, '\n'));
  return text;
}

// The same games, however long they took.
static inline void same_totals(const senet_playout_totals *a, const senet_playout_totals *b) {
  assert_true(a->games == b->games && a->moves == b->moves && a->draws == b->draws);
  assert_memory_equal(a->wins, b->wins, sizeof a->wins);
  assert_memory_equal(a->utilities, b->utilities, sizeof a->utilities);
  assert_memory_equal(a->scores, b->scores, sizeof a->scores);
  assert_true(a->parts == b->parts && a->dead == b->dead);
}

#endif
