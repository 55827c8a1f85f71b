// Facts as callers get them: JSON behind a handle.
#ifndef LIB_LIB_FACTS_H
#define LIB_LIB_FACTS_H

#include "lib/lib_internal.h"

#include <jansson.h>

// Takes the JSON over.
senet_facts *facts_handle(senet_library *library, json_t *json);

#endif
