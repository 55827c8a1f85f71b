// A program started by us, with whom we talk line by line: what is sent goes to its standard input, its standard output
// comes back.
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include "base/text.h"

typedef struct Child {
  int pid, fd;  // 0: not running
  Text input;   // read and not yet asked for
  Text output;  // what it does not take yet
} Child;

// Starts a command of the shell. False with a sentence in *why.
bool child_start(Child *child, const char *command, const char **why);
// Sends a line, without waiting for the program: what it does not take now is sent while its lines are waited for.
// False when it no longer listens, or has not taken a megabyte.
bool child_send(Child *child, const char *line);

typedef enum ChildRead { CHILD_LINE, CHILD_NOTHING, CHILD_ENDED } ChildRead;
// Waits so many seconds for a line of at most a megabyte; CHILD_NOTHING when none came.
ChildRead child_read(Child *child, double seconds, Text *line);

// Ends the program, gently at first, and frees what was kept of it.
void child_end(Child *child);

#endif
