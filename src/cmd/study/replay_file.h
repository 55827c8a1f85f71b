// One recorded game, whatever its format, loaded and replayed: what a child of `senet replay` does.
#ifndef CMD_STUDY_REPLAY_FILE_H
#define CMD_STUDY_REPLAY_FILE_H

#include "base/text.h"
#include "senet.h"

#include <jansson.h>

enum { REPLAY_LEVELS = SENET_COMPARE_FULL + 1 };
extern const char *const replay_level_names[REPLAY_LEVELS];

typedef enum ReplayStatus { REPLAY_OK, REPLAY_DIFFERS, REPLAY_UNSUPPORTED, REPLAY_STATUSES } ReplayStatus;
extern const char *const replay_status_names[REPLAY_STATUSES];

typedef struct ReplayFiles {
  senet_library *library;
  senet_game *game;            // of the last record, or NULL
  Text key;                    // what identifies it
  bool levels[REPLAY_LEVELS];  // those asked for
  const char *instead;         // a known game to replay on, at its defaults, or NULL: the recorded one
} ReplayFiles;

// Replays the file and gives the results by level, for example
//   {"moves": {"status": "ok", "plies": 80}, "full": {"status": "differ", "ply": 12, "cause": "...", ...}}
// The caller owns the object.
json_t *replay_file(ReplayFiles *files, const char *path);
// Forgets the game.
void replay_files_close(ReplayFiles *files);

#endif
