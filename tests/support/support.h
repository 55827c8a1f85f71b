// What the test programs share: cmocka with its prerequisites, where things are, and running senet.
// The environment comes from tests/meson.build; outside `meson test` the defaults suit the root folder.
#ifndef SUPPORT_SUPPORT_H
#define SUPPORT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"

// cmocka's checks for slices and for text with a readable message.
#define assert_str_equal(actual, expected) support_assert_str((actual), (expected), __FILE__, __LINE__)
void support_assert_str(Str actual, const char *expected, const char *file, int line);

// A path inside the repository (arena).
const char *test_root(Arena *arena, const char *path);

// A path inside the reference data beside the repository (arena). When it is not there the test is skipped, which is
// said in one line.
const char *test_shared(Arena *arena, const char *path);

// A new empty folder, deleted by test_remove_folder (arena).
const char *test_folder(Arena *arena);
void test_remove_folder(const char *folder);

// What a finished senet process left behind (arena).
typedef struct Ran {
  int status;  // exit status; 128 + signal when killed
  Str out, err;
} Ran;

// Runs senet through the shell with these arguments, in the folder (NULL: the current one).
Ran test_senet(Arena *arena, const char *folder, const char *arguments);

#endif
