// The entrance for saved games, as `senet play --load` and programs use it: whatever the text, it is refused with a
// reason, or names a game that can be loaded, on which its moves are replayed up to any of them, taken back and gone
// on from.
//
// An input is the number of moves to replay (255: all) and then the text. To load a game takes far longer than to
// replay a few moves, so the games asked for last are kept.
#define _GNU_SOURCE  // memmem
#include "senet.h"

#include "base/text.h"
#include "target.h"

#include <string.h>

enum { TEXT_MOST = 8000, REPLAY_ALL = 255, FURTHER = 6, GAMES_KEPT = 16 };

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

static void add_part(Text *text, const char *part) {
  text_puts(text, part ? part : "");
  text_char(text, '\n');
}

// Name, path, ruleset and options.
static void add_wanted(Text *text, const senet_record *record) {
  add_part(text, senet_record_name(record));
  add_part(text, senet_record_path(record));
  add_part(text, senet_record_ruleset(record));
  for (size_t i = 0; senet_record_option(record, i); i++) add_part(text, senet_record_option(record, i));
}

typedef struct Kept {
  Text wanted;
  senet_game *game;
  uint64_t last;  // when it was asked for
} Kept;

static Kept *longest_unused(Kept *kept) {
  Kept *found = kept;
  for (size_t i = 1; i < GAMES_KEPT; i++) {
    if (kept[i].last < found->last) found = &kept[i];
  }
  return found;
}

static Kept *find_kept(Kept *kept, const Text *wanted) {
  for (size_t i = 0; i < GAMES_KEPT; i++) {
    if (kept[i].game && str_eq(text_str(&kept[i].wanted), text_str(wanted))) return &kept[i];
  }
  return NULL;
}

static void load_into(Kept *kept, const senet_record *record, const Text *wanted) {
  senet_game_free(kept->game);
  kept->game = NULL;
  require_reason(senet_record_load(record, &kept->game));
  text_clear(&kept->wanted);
  text_add(&kept->wanted, text_str(wanted));
}

// NULL: there is no such game.
static senet_game *load(const senet_record *record) {
  static Kept games[GAMES_KEPT];
  static uint64_t now;
  Text wanted = {0};
  add_wanted(&wanted, record);
  Kept *kept = find_kept(games, &wanted);
  if (!kept) {
    kept = longest_unused(games);
    load_into(kept, record, &wanted);
  }
  kept->last = kept->game ? ++now : 0;
  text_free(&wanted);
  return kept->game;
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
  if (!size || size > TEXT_MOST || memmem(data, size, "Go.rbg", strlen("Go.rbg"))) return 0;
  senet_status status = senet_record_read(shared_library(), (const char *)data + 1, size - 1, &record);
  require_reason(status);
  if (status == SENET_OK) {
    read_all(record);
    senet_game *game = load(record);
    if (game) replay(record, game, data[0]);
  }
  senet_record_free(record);
  return 0;
}
