// The entrance for saved games, as `senet play --load` and programs use it: whatever the text, it is refused with a
// reason, or names a game that can be loaded, on which its moves are replayed up to any of them, taken back and gone
// on from.
//
// An input is the number of moves to replay (255: all) and then the text.
#include "senet.h"

#include "target.h"

#include <string.h>

enum { TEXT_MOST = 8000, REPLAY_ALL = 255, FURTHER = 6 };

static senet_library *shared_library(void) {
  static senet_library *library;
  if (!library) require(senet_library_open(NULL, 0, &library) == SENET_OK);
  return library;
}

static void require_reason(senet_status status) { require(status == SENET_OK || *senet_message()); }

static void read_all(const senet_record *record) {
  int over, winner;
  require(senet_record_name(record));
  for (size_t i = 0; senet_record_option(record, i); i++) require(strlen(senet_record_option(record, i)) <= TEXT_MOST);
  for (size_t i = 0; i < senet_record_count(record); i++) require(senet_record_move(record, i) != NULL);
  require_reason(senet_record_result(record, &over, &winner));
}

static void play_on(senet_position *position) {
  size_t n;
  for (size_t i = 0; i < FURTHER && !senet_position_over(position); i++) {
    if (senet_position_count(position, &n) != SENET_OK || !n) break;
    if (senet_position_apply(position, i * 5 % n) != SENET_OK) break;
  }
  while (senet_position_undo(position) == SENET_OK) continue;
}

static void replay(senet_record *record, senet_game *game, uint8_t moves) {
  senet_position *position;
  senet_comparison comparison;
  if (senet_position_new(game, 1, 0, &position) != SENET_OK) return;
  require_reason(senet_record_replay(record, position, moves == REPLAY_ALL ? SIZE_MAX : moves));
  play_on(position);
  senet_position_free(position);
  require_reason(senet_record_compare(record, game, 0, &comparison));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  senet_record *record = NULL;
  senet_game *game = NULL;
  if (!size || size > TEXT_MOST) return 0;
  senet_status status = senet_record_read(shared_library(), (const char *)data + 1, size - 1, &record);
  require_reason(status);
  if (status == SENET_OK) {
    read_all(record);
    status = senet_record_load(record, &game);
    require_reason(status);
    if (status == SENET_OK) replay(record, game, data[0]);
    senet_game_free(game);
  }
  senet_record_free(record);
  return 0;
}
