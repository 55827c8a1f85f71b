// Recorded tensors of one game compared with ours.
#ifndef CMD_LEARN_TENSORS_VERIFY_H
#define CMD_LEARN_TENSORS_VERIFY_H

#include "cmd/study/recorded_game.h"

// See VerifyFn. The file: a header line with the shapes, then one line per position. What the reference could not
// compute (entries with an error) is not compared.
bool tensors_verify(RecordedGame *game, const char *path, Text *why);

#endif
