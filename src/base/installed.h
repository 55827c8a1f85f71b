// Where what comes with the program lies: in the source tree it was built from while that is there, or where it was
// installed.
#ifndef BASE_INSTALLED_H
#define BASE_INSTALLED_H

// The folder of our own games; heuristics are in a folder of it, networks in `models` beside it.
const char *installed_games(void);

#endif
