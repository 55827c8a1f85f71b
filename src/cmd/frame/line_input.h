// Lines from standard input, however long: what is longer than the limit is passed over, never kept.
#ifndef CMD_FRAME_LINE_INPUT_H
#define CMD_FRAME_LINE_INPUT_H

#include "base/text.h"

#include <stdio.h>

typedef enum LineRead { LINE_READ, LINE_TOO_LONG, LINE_END } LineRead;

// Reads the next line into *line, without its end. The last one may lack a newline.
LineRead line_read(FILE *in, Text *line, size_t limit);

// Takes the next word off a line; empty at its end.
Str line_word(const char **line);

#endif
