// The option --position of commands that begin elsewhere than at the start.
#ifndef CMD_FRAME_POSITION_OPTION_H
#define CMD_FRAME_POSITION_OPTION_H

#include "cmd/frame/command_options.h"
#include "play/show/session.h"

// Sets the position up, where the option was given. False after saying what is wrong with the text.
bool position_option(const Options *options, Position *x);
// The same for a session, which begins there from then on.
bool position_option_session(const Options *options, Session *session);

#endif
