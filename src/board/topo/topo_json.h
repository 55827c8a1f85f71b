// A topology as JSON lines: one line per site ("el") and one per type of site with its groups ("groups").
#ifndef BOARD_TOPO_TOPO_JSON_H
#define BOARD_TOPO_TOPO_JSON_H

#include "base/text.h"
#include "board/topo/topology.h"

// Pieces of JSON.
void out_string(Text *out, const char *text);
void out_int(Text *out, long value);
// A comma unless this is the first item.
void out_comma(Text *out, bool *first);

// {"Cell":{"Orthogonal":["N",...],...},...}, without a newline.
void topo_json_supported(Text *out, const Topology *t);
// All sites of a type, then its groups, for each type.
void topo_json(Text *out, const Topology *t);

#endif
