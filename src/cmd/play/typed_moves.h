// Moves given on the command line.
#ifndef CMD_PLAY_TYPED_MOVES_H
#define CMD_PLAY_TYPED_MOVES_H

#include "play/show/session.h"

// Makes the moves listed, separated by blanks. False after saying which one is wrong, in the name of the command.
bool typed_moves_make(const char *command, Session *session, const char *text);

#endif
