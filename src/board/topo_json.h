// A topology as JSON lines: one line per site ("el") and one per type of site with its groups ("groups").
#ifndef BOARD_TOPO_JSON_H
#define BOARD_TOPO_JSON_H

#include "base/text.h"
#include "board/topology.h"

// Pieces of JSON.
void out_string(Text *out, const char *text);
void out_int(Text *out, long value);
// Six decimals at most, none that are not needed.
void out_number(Text *out, double value);
void out_sites(Text *out, SiteList list);
// A comma unless this is the first item.
void out_comma(Text *out, bool *first);

// One line, ended by a newline.
void topo_json_site(Text *out, const Topology *t, SiteType type, Site site);
void topo_json_groups(Text *out, const Topology *t, SiteType type);
// {"Cell":{"Orthogonal":["N",...],...},...}, without a newline.
void topo_json_supported(Text *out, const Topology *t);
// All sites of a type, then its groups, for each type.
void topo_json(Text *out, const Topology *t);

#endif
