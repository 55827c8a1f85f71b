// Files of recorded answers compared one by one, each in a child process of its own so that one that crashes or takes
// too long counts as different. The last line printed is `N ok, M differ`.
#ifndef CMD_STUDY_VERIFY_FILES_H
#define CMD_STUDY_VERIFY_FILES_H

#include "cmd/study/recorded_game.h"

// Compares one file; true: the same. Otherwise what differs is in *why, the first line for the summary.
typedef bool VerifyFn(RecordedGame *game, const char *path, Text *why);

// Compares the arguments of the command: files, or folders with *.jsonl and *.jsonl.zst files. Understands the options
// --library, -j and --timeout (VERIFY_OPTIONS). The exit status of the command.
int verify_files(const Options *options, VerifyFn *compare);

// clang-format off
#define VERIFY_OPTIONS \
  {"-j", "N", "With --verify: N files at a time (default: as many as there are processors).", .needs = "--verify"}, \
  {"--timeout", "SECONDS", "With --verify: gives up a file after this long (default 120, 0: never).", .needs = "--verify"}
// clang-format on

#endif
