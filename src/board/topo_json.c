// Printing topologies as JSON lines.
#include "board/topo_json.h"

#include <math.h>
#include <stdio.h>

static void put(JsonText *out, const char *text, size_t n) {
  while (out->v.cap < out->v.n + n) out->v.at = vec_grow(out->v.at, &out->v.cap, 1);
  memcpy(out->v.at + out->v.n, text, n);
  out->v.n += n;
}

void out_raw(JsonText *out, const char *text) { put(out, text, strlen(text)); }

void out_comma(JsonText *out, bool *first) {
  if (!*first) put(out, ",", 1);
  *first = false;
}

void out_string(JsonText *out, const char *text) {
  put(out, "\"", 1);
  for (const char *p = text; *p; p++) {
    if (*p == '"' || *p == '\\') put(out, "\\", 1);
    put(out, p, 1);
  }
  put(out, "\"", 1);
}

void out_int(JsonText *out, long value) {
  char digits[24];
  int n = 0;
  unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
  do digits[sizeof digits - 1 - (size_t)n++] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) digits[sizeof digits - 1 - (size_t)n++] = '-';
  put(out, digits + sizeof digits - n, (size_t)n);
}

void out_number(JsonText *out, double value) {
  char text[64];
  int n = snprintf(text, sizeof text, "%.6f", value);
  while (text[n - 1] == '0') n--;
  if (text[n - 1] == '.') n--;
  if (n == 2 && text[0] == '-' && text[1] == '0') text[0] = '0', n = 1;
  put(out, text, (size_t)n);
}

void out_sites(JsonText *out, SiteList list) {
  put(out, "[", 1);
  for (int i = 0; i < list.n; i++) {
    if (i > 0) put(out, ",", 1);
    out_int(out, list.at[i]);
  }
  put(out, "]", 1);
}

static void field_int(JsonText *out, const char *key, int value) {
  out_raw(out, key);
  out_int(out, value);
}

static void field_number(JsonText *out, const char *key, double value) {
  out_raw(out, key);
  out_number(out, value);
}

static void field_sites(JsonText *out, const char *key, SiteList list) {
  out_raw(out, key);
  out_sites(out, list);
}

static void dir_list(JsonText *out, DirSet dirs) {
  bool first = true;
  out_raw(out, "[");
  FOR_DIRS(d, dirs) {
    out_comma(out, &first);
    out_string(out, dir_name(d));
  }
  out_raw(out, "]");
}

static void write_steps(JsonText *out, const Topology *t, SiteType type, Site site) {
  int n;
  const TopoStep *steps = topo_steps(t, type, site, &n);
  out_raw(out, ",\"steps\":[");
  for (int i = 0; i < n; i++) {
    out_raw(out, i ? ",[" : "[");
    out_string(out, site_type_name(steps[i].to_type));
    field_int(out, ",", steps[i].to);
    out_raw(out, ",");
    dir_list(out, steps[i].dirs);
    out_raw(out, "]");
  }
  out_raw(out, "]");
}

static void write_radials(JsonText *out, const Topology *t, SiteType type, Site site) {
  const TopoSites *s = &t->sites[type];
  out_raw(out, ",\"rad\":[");
  for (int32_t id = s->radial_of[site]; id < s->radial_of[site + 1]; id++) {
    if (id > s->radial_of[site]) out_raw(out, ",");
    out_sites(out, topo_radial(t, type, id));
  }
  out_raw(out, "]");
}

static void direction_key(JsonText *out, int d, bool *first) {
  out_comma(out, first);
  out_string(out, dir_name((Dir)d));
  out_raw(out, ":[");
}

// Radials are numbered from 0 within the site.
static void write_directions(JsonText *out, const Topology *t, SiteType type, Site site) {
  int32_t base = t->sites[type].radial_of[site];
  bool first = true;
  out_raw(out, ",\"dirs\":{");
  for (int d = 0; d < DIRS; d++) {
    Radials r = topo_radials(t, type, site, (Dir)d);
    if (r.n == 0) continue;
    direction_key(out, d, &first);
    for (int i = 0; i < r.n; i++) field_int(out, i ? "," : "", r.ids[i] - base);
    out_raw(out, "]");
  }
  out_raw(out, "}");
}

static void write_opposites(JsonText *out, const Topology *t, SiteType type, Site site) {
  int32_t base = t->sites[type].radial_of[site];
  bool first = true;
  out_raw(out, ",\"opp\":{");
  for (int d = 0; d < DIRS; d++) {
    Radials r = topo_radials(t, type, site, (Dir)d);
    if (r.n == 0) continue;
    direction_key(out, d, &first);
    for (int i = 0; i < r.n; i++) {
      out_raw(out, i ? ",[" : "[");
      if (r.opposites[i] >= 0) out_int(out, r.opposites[i] - base);
      out_raw(out, "]");
    }
    out_raw(out, "]");
  }
  out_raw(out, "}");
}

// Only directions in which some radial is not distinct.
static void write_distinct(JsonText *out, const Topology *t, SiteType type, Site site) {
  int32_t base = t->sites[type].radial_of[site];
  bool first = true;
  out_raw(out, ",\"distinct\":{");
  for (int d = 0; d < DIRS; d++) {
    Radials r = topo_radials(t, type, site, (Dir)d);
    int distinct = 0;
    for (int i = 0; i < r.n; i++) distinct += r.distinct[i];
    if (distinct == r.n) continue;
    direction_key(out, d, &first);
    for (int i = 0, n = 0; i < r.n; i++) {
      if (r.distinct[i]) field_int(out, n++ ? "," : "", r.ids[i] - base);
    }
    out_raw(out, "]");
  }
  out_raw(out, "}");
}

static void write_situation(JsonText *out, const TopoSites *s, Site site) {
  field_number(out, ",\"x\":", s->x[site]);
  field_number(out, ",\"y\":", s->y[site]);
  if (s->z[site] != 0) field_number(out, ",\"z\":", s->z[site]);
  out_raw(out, ",\"label\":");
  out_string(out, s->label[site]);
  field_int(out, ",\"row\":", s->row[site]);
  field_int(out, ",\"col\":", s->col[site]);
  field_int(out, ",\"layer\":", s->layer[site]);
  field_int(out, ",\"phase\":", s->phase[site]);
}

void topo_json_site(JsonText *out, const Topology *t, SiteType type, Site site) {
  out_raw(out, "{\"t\":\"el\",\"type\":");
  out_string(out, site_type_name(type));
  field_int(out, ",\"i\":", site);
  write_situation(out, &t->sites[type], site);
  field_sites(out, ",\"orth\":", topo_neighbours(t, type, RELATION_ORTHOGONAL, site));
  field_sites(out, ",\"diag\":", topo_neighbours(t, type, RELATION_DIAGONAL, site));
  field_sites(out, ",\"off\":", topo_neighbours(t, type, RELATION_OFF_DIAGONAL, site));
  field_sites(out, ",\"nbr\":", topo_neighbours(t, type, RELATION_ALL, site));
  field_sites(out, ",\"adj\":", topo_neighbours(t, type, RELATION_ADJACENT, site));
  field_sites(out, ",\"v\":", topo_incident(t, type, site, SITE_VERTEX));
  field_sites(out, ",\"e\":", topo_incident(t, type, site, SITE_EDGE));
  field_sites(out, ",\"c\":", topo_incident(t, type, site, SITE_CELL));
  write_steps(out, t, type, site);
  write_radials(out, t, type, site);
  write_directions(out, t, type, site);
  write_opposites(out, t, type, site);
  write_distinct(out, t, type, site);
  out_raw(out, "}\n");
}

static void write_family(JsonText *out, const char *key, const SiteLists *lists) {
  out_raw(out, key);
  for (int i = 0; i < lists->n; i++) {
    if (i > 0) out_raw(out, ",");
    out_sites(out, lists_get(lists, i));
  }
  out_raw(out, "]");
}

static void write_sides(JsonText *out, const TopoSites *s) {
  static const Dir by_name[] = {DIR_E, DIR_N, DIR_NE, DIR_NW, DIR_S, DIR_SE, DIR_SW, DIR_W};
  bool first = true;
  out_raw(out, ",\"sides\":{");
  for (size_t i = 0; i < COUNT_OF(by_name); i++) {
    if (s->side[by_name[i]].n == 0) continue;
    out_comma(out, &first);
    out_string(out, dir_name(by_name[i]));
    out_raw(out, ":");
    out_sites(out, s->side[by_name[i]]);
  }
  out_raw(out, "}");
}

static void write_distances(JsonText *out, const char *key, const int *dist, int n) {
  out_raw(out, key);
  if (dist) out_sites(out, (SiteList){dist, n});
  else out_raw(out, "null");
}

void topo_json_groups(JsonText *out, const Topology *t, SiteType type) {
  const TopoSites *s = &t->sites[type];
  out_raw(out, "{\"t\":\"groups\",\"type\":");
  out_string(out, site_type_name(type));
  for (int g = 0; g < SITE_GROUPS; g++) {
    out_raw(out, ",");
    out_string(out, site_group_name((SiteGroup)g));
    out_raw(out, ":");
    out_sites(out, s->group[g]);
  }
  write_family(out, ",\"rows\":[", &s->family[FAMILY_ROWS]);
  write_family(out, ",\"columns\":[", &s->family[FAMILY_COLUMNS]);
  write_family(out, ",\"layers\":[", &s->family[FAMILY_LAYERS]);
  write_family(out, ",\"diagonals\":[", &s->family[FAMILY_DIAGONALS]);
  write_family(out, ",\"phases\":[", &s->family[FAMILY_PHASES]);
  write_sides(out, s);
  write_distances(out, ",\"distCorners\":", s->to_corner, s->n);
  write_distances(out, ",\"distSides\":", s->to_side, s->n);
  write_distances(out, ",\"distCentre\":", s->to_centre, s->n);
  out_raw(out, "}\n");
}

void topo_json_supported(JsonText *out, const Topology *t) {
  static const struct {
    const char *key;
    Relation relation;
  } order[] = {{"Orthogonal", RELATION_ORTHOGONAL},
               {"Diagonal", RELATION_DIAGONAL},
               {"OffDiagonal", RELATION_OFF_DIAGONAL},
               {"Adjacent", RELATION_ADJACENT},
               {"All", RELATION_ALL}};
  for (int type = 0; type < SITE_TYPES; type++) {
    const TopoSites *s = &t->sites[type];
    out_raw(out, type ? "},\"" : "{\"");
    out_raw(out, site_type_name((SiteType)type));
    out_raw(out, "\":{");
    for (size_t r = 0; r < COUNT_OF(order); r++) {
      if (r > 0) out_raw(out, ",");
      out_string(out, order[r].key);
      out_raw(out, ":[");
      for (int i = 0; i < s->n_ordered[order[r].relation]; i++) {
        if (i > 0) out_raw(out, ",");
        out_string(out, dir_name(s->ordered[order[r].relation][i]));
      }
      out_raw(out, "]");
    }
  }
  out_raw(out, "}}");
}

void topo_json(JsonText *out, const Topology *t) {
  for (int type = 0; type < SITE_TYPES; type++) {
    for (int i = 0; i < t->sites[type].n; i++) topo_json_site(out, t, (SiteType)type, i);
    topo_json_groups(out, t, (SiteType)type);
  }
}
