// Lines typed by a person: with editing, history and completion by Tab where libedit is there and a terminal is used,
// otherwise as they come.
#ifndef CMD_PLAY_LINE_READER_H
#define CMD_PLAY_LINE_READER_H

#include "base/vec.h"
#include "cmd/frame/line_input.h"

typedef VEC(const char *) LineChoices;
// Adds what can be typed here; the strings must live until the line is read.
typedef void LineCompleter(void *self, LineChoices *choices);

typedef struct LineReader LineReader;

// editing: a person sits at a terminal. Free with line_reader_free.
void line_reader_new(bool editing, LineCompleter *complete, void *self, LineReader **reader);
void line_reader_free(LineReader *reader);
// Reads a line without its end.
LineRead line_reader_read(LineReader *reader, const char *prompt, Text *line);

#endif
