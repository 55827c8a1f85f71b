// The places are told by the build.
#include "base/installed.h"

#include "base/file.h"

#ifndef SENET_GAMES_INSTALLED
#define SENET_GAMES_INSTALLED "/usr/share/senet/games"
#endif
#ifndef SENET_GAMES_SOURCE
#define SENET_GAMES_SOURCE "games"
#endif

const char *installed_games(void) {
  return file_is_folder(SENET_GAMES_SOURCE) ? SENET_GAMES_SOURCE : SENET_GAMES_INSTALLED;
}
