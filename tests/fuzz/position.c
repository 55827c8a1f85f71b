// The entrance for texts of positions. Whatever the text, it is refused with a place, or sets a position up that has a
// text of its own, which reads as the same position, and that can be played on from and taken back to.
//
// An input is the number of a game and then the text.
#include "senet.h"
#include "target.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MOST = 6000, WRITTEN_MOST = 1 << 20, MOVES_MOST = 12, GAMES = 10 };

static const char *const names[GAMES] = {"Tic-Tac-Toe",    "Chess", "Backgammon",       "Oware",      "German Whist",
                                         "Feed the Ducks", "Lasca", "Breakthrough.rbg", "Kensington", "Go"};

// Opened once.
static senet_position *position_number(uint8_t number) {
  static senet_library *library;
  static senet_position *positions[GAMES];
  number %= GAMES;
  if (!library) require(senet_library_open(NULL, 0, &library) == SENET_OK);
  if (!positions[number]) {
    senet_game *game;
    require(senet_game_load(library, names[number], &game) == SENET_OK);
    require(senet_position_new(game, 1, 0, &positions[number]) == SENET_OK);
  }
  return positions[number];
}

// The same position has the same text.
static void check_text(senet_position *position) {
  static char text[WRITTEN_MOST], again[WRITTEN_MOST];
  if (senet_position_text(position, text, sizeof text, NULL) != SENET_OK) return;
  senet_status status = senet_position_set(position, text);
  if (status != SENET_OK) fprintf(stderr, "%s\n%s\n", text, senet_message());
  require(status == SENET_OK);
  require(senet_position_text(position, again, sizeof again, NULL) == SENET_OK);
  if (strcmp(text, again) != 0) fprintf(stderr, "%s\n%s\n", text, again);
  require(!strcmp(text, again));
}

static void play_on(senet_position *position) {
  int made = 0;
  for (size_t n; made < MOVES_MOST && !senet_position_over(position); made++) {
    if (senet_position_count(position, &n) != SENET_OK || !n) break;
    if (senet_position_apply(position, (size_t)(made * 7) % n) != SENET_OK) break;
  }
  while (senet_position_undo(position) == SENET_OK) continue;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char text[TEXT_MOST + 1];
  if (!size || size > TEXT_MOST) return 0;
  senet_position *position = position_number(data[0]);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  require(senet_position_start(position, 1, 0) == SENET_OK);
  if (senet_position_set(position, text) != SENET_OK) {
    require(!strncmp(senet_message(), "column ", 7));
    return 0;
  }
  check_text(position);
  play_on(position);
  return 0;
}
