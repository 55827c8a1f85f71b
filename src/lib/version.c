// Which Senet this is.
#include "senet.h"

const char *senet_version(void) { return SENET_VERSION; }
