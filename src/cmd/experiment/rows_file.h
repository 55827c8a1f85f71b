// The CSV file of an experiment: rows are added as they are measured, so that the same command goes on after a stop.
#ifndef CMD_EXPERIMENT_ROWS_FILE_H
#define CMD_EXPERIMENT_ROWS_FILE_H

#include "base/text.h"
#include "cmd/frame/command_options.h"
#include "lud/text/library.h"

// Takes the rows of a whole file; false when it is a file of something else.
typedef bool RowsReader(void *self, Arena *arena, Str text);

// Reads the file, or begins it with the head. Without a path there is nothing to do. False after a message.
bool rows_file_open(Arena *arena, const char *path, const char *head, RowsReader *reader, void *self);
// Adds lines at the end; without a path nothing. False after a message.
bool rows_file_add(const char *path, Str lines);

// Replaces a whole file. False after a message.
bool rows_file_write(Arena *arena, const char *path, const Text *text);

// Whether game number i of the library is asked for with --game; of several with one name only the first is.
bool experiment_wants(const Options *options, const Library *library, size_t i);

#endif
