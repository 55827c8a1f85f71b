// A topology as JSON lines: one line per site ("el") and one per type of site with its groups ("groups").
#ifndef BOARD_TOPO_JSON_H
#define BOARD_TOPO_JSON_H

#include "base/vec.h"
#include "board/topology.h"

// Text under construction; the caller frees it with VEC_FREE.
typedef struct JsonText {
  VEC(char) v;
} JsonText;

void out_raw(JsonText *out, const char *text);
void out_string(JsonText *out, const char *text);
void out_int(JsonText *out, long value);
// Six decimals at most, none that are not needed.
void out_number(JsonText *out, double value);
void out_sites(JsonText *out, SiteList list);
// A comma unless this is the first item.
void out_comma(JsonText *out, bool *first);

// One line, ended by a newline.
void topo_json_site(JsonText *out, const Topology *t, SiteType type, Site site);
void topo_json_groups(JsonText *out, const Topology *t, SiteType type);
// {"Cell":{"Orthogonal":["N",...],...},...}, without a newline.
void topo_json_supported(JsonText *out, const Topology *t);
// All sites of a type, then its groups, for each type.
void topo_json(JsonText *out, const Topology *t);

#endif
