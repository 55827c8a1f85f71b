// Comparing JSON lines with recorded ones, for `senet board --verify`.
#ifndef CMD_DESCRIBE_BOARD_COMPARE_H
#define CMD_DESCRIBE_BOARD_COMPARE_H

#include "base/arena.h"

// Compares two texts line by line; numbers may differ by 1e-6. NULL when they agree, else a sentence that
// names the first field that differs.
const char *board_compare_lines(Arena *arena, Str expected, Str found);

// The same for two single values. Keys present on one side only count as differences.
const char *board_compare_values(Arena *arena, Str expected, Str found);

// The value as compact JSON (arena).
struct json_t;
Str board_dump(Arena *arena, const struct json_t *value);

#endif
