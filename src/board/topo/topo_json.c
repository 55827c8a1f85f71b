// Printing topologies as JSON lines.
#include "board/topo/topo_json.h"

#include <math.h>
#include <stdio.h>

void out_comma(Text *out, bool *first) {
  if (!*first) text_char(out, ',');
  *first = false;
}

void out_string(Text *out, const char *text) {
  text_char(out, '"');
  for (const char *p = text; *p; p++) {
    if (*p == '"' || *p == '\\') text_char(out, '\\');
    text_char(out, *p);
  }
  text_char(out, '"');
}

void out_int(Text *out, long value) {
  char digits[24];
  int n = 0;
  unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
  do digits[sizeof digits - 1 - (size_t)n++] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) digits[sizeof digits - 1 - (size_t)n++] = '-';
  text_add(out, (Str){digits + sizeof digits - n, (size_t)n});
}

// Six decimals at most, none that are not needed.
static void out_number(Text *out, double value) {
  char text[64];
  int n = snprintf(text, sizeof text, "%.6f", value);
  while (text[n - 1] == '0') n--;
  if (text[n - 1] == '.') n--;
  if (n == 2 && text[0] == '-' && text[1] == '0') text[0] = '0', n = 1;
  text_add(out, (Str){text, (size_t)n});
}

static void out_sites(Text *out, SiteList list) {
  text_char(out, '[');
  for (int i = 0; i < list.n; i++) {
    if (i > 0) text_char(out, ',');
    out_int(out, list.at[i]);
  }
  text_char(out, ']');
}

static void field_int(Text *out, const char *key, int value) {
  text_puts(out, key);
  out_int(out, value);
}

static void field_number(Text *out, const char *key, double value) {
  text_puts(out, key);
  out_number(out, value);
}

static void field_sites(Text *out, const char *key, SiteList list) {
  text_puts(out, key);
  out_sites(out, list);
}

static void dir_list(Text *out, DirSet dirs) {
  bool first = true;
  text_puts(out, "[");
  FOR_DIRS(d, dirs) {
    out_comma(out, &first);
    out_string(out, dir_name(d));
  }
  text_puts(out, "]");
}

static void write_steps(Text *out, const Topology *t, SiteType type, Site site) {
  int n;
  const TopoStep *steps = topo_steps(t, type, site, &n);
  text_puts(out, ",\"steps\":[");
  for (int i = 0; i < n; i++) {
    text_puts(out, i ? ",[" : "[");
    out_string(out, site_type_name(steps[i].to_type));
    field_int(out, ",", steps[i].to);
    text_puts(out, ",");
    dir_list(out, steps[i].dirs);
    text_puts(out, "]");
  }
  text_puts(out, "]");
}

static void write_radials(Text *out, const Topology *t, SiteType type, Site site) {
  const TopoSites *s = &t->sites[type];
  text_puts(out, ",\"rad\":[");
  for (int32_t id = s->radial_of[site]; id < s->radial_of[site + 1]; id++) {
    if (id > s->radial_of[site]) text_puts(out, ",");
    out_sites(out, topo_radial(t, type, id));
  }
  text_puts(out, "]");
}

static void direction_key(Text *out, int d, bool *first) {
  out_comma(out, first);
  out_string(out, dir_name((Dir)d));
  text_puts(out, ":[");
}

// Radials are numbered from 0 within the site.
static void write_directions(Text *out, const Topology *t, SiteType type, Site site) {
  int32_t base = t->sites[type].radial_of[site];
  bool first = true;
  text_puts(out, ",\"dirs\":{");
  for (int d = 0; d < DIRS; d++) {
    Radials r = topo_radials(t, type, site, (Dir)d);
    if (r.n == 0) continue;
    direction_key(out, d, &first);
    for (int i = 0; i < r.n; i++) field_int(out, i ? "," : "", r.ids[i] - base);
    text_puts(out, "]");
  }
  text_puts(out, "}");
}

static void write_opposites(Text *out, const Topology *t, SiteType type, Site site) {
  int32_t base = t->sites[type].radial_of[site];
  bool first = true;
  text_puts(out, ",\"opp\":{");
  for (int d = 0; d < DIRS; d++) {
    Radials r = topo_radials(t, type, site, (Dir)d);
    if (r.n == 0) continue;
    direction_key(out, d, &first);
    for (int i = 0; i < r.n; i++) {
      text_puts(out, i ? ",[" : "[");
      if (r.opposites[i] >= 0) out_int(out, r.opposites[i] - base);
      text_puts(out, "]");
    }
    text_puts(out, "]");
  }
  text_puts(out, "}");
}

// Only directions in which some radial is not distinct.
static void write_distinct(Text *out, const Topology *t, SiteType type, Site site) {
  int32_t base = t->sites[type].radial_of[site];
  bool first = true;
  text_puts(out, ",\"distinct\":{");
  for (int d = 0; d < DIRS; d++) {
    Radials r = topo_radials(t, type, site, (Dir)d);
    int distinct = 0;
    for (int i = 0; i < r.n; i++) distinct += r.distinct[i];
    if (distinct == r.n) continue;
    direction_key(out, d, &first);
    for (int i = 0, n = 0; i < r.n; i++) {
      if (r.distinct[i]) field_int(out, n++ ? "," : "", r.ids[i] - base);
    }
    text_puts(out, "]");
  }
  text_puts(out, "}");
}

static void write_situation(Text *out, const TopoSites *s, Site site) {
  field_number(out, ",\"x\":", s->x[site]);
  field_number(out, ",\"y\":", s->y[site]);
  if (s->z[site] != 0) field_number(out, ",\"z\":", s->z[site]);
  text_puts(out, ",\"label\":");
  out_string(out, s->label[site]);
  field_int(out, ",\"row\":", s->row[site]);
  field_int(out, ",\"col\":", s->col[site]);
  field_int(out, ",\"layer\":", s->layer[site]);
  field_int(out, ",\"phase\":", s->phase[site]);
}

static void write_site(Text *out, const Topology *t, SiteType type, Site site) {
  text_puts(out, "{\"t\":\"el\",\"type\":");
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
  text_puts(out, "}\n");
}

static void write_family(Text *out, const char *key, const SiteLists *lists) {
  text_puts(out, key);
  for (int i = 0; i < lists->n; i++) {
    if (i > 0) text_puts(out, ",");
    out_sites(out, lists_get(lists, i));
  }
  text_puts(out, "]");
}

static void write_sides(Text *out, const TopoSites *s) {
  static const Dir by_name[] = {DIR_E, DIR_N, DIR_NE, DIR_NW, DIR_S, DIR_SE, DIR_SW, DIR_W};
  bool first = true;
  text_puts(out, ",\"sides\":{");
  for (size_t i = 0; i < COUNT_OF(by_name); i++) {
    if (s->side[by_name[i]].n == 0) continue;
    out_comma(out, &first);
    out_string(out, dir_name(by_name[i]));
    text_puts(out, ":");
    out_sites(out, s->side[by_name[i]]);
  }
  text_puts(out, "}");
}

static void write_distances(Text *out, const char *key, const int *dist, int n) {
  text_puts(out, key);
  if (dist) out_sites(out, (SiteList){dist, n});
  else text_puts(out, "null");
}

static void write_groups(Text *out, const Topology *t, SiteType type) {
  const TopoSites *s = &t->sites[type];
  text_puts(out, "{\"t\":\"groups\",\"type\":");
  out_string(out, site_type_name(type));
  for (int g = 0; g < SITE_GROUPS; g++) {
    text_puts(out, ",");
    out_string(out, site_group_name((SiteGroup)g));
    text_puts(out, ":");
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
  text_puts(out, "}\n");
}

void topo_json_supported(Text *out, const Topology *t) {
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
    text_puts(out, type ? "},\"" : "{\"");
    text_puts(out, site_type_name((SiteType)type));
    text_puts(out, "\":{");
    for (size_t r = 0; r < COUNT_OF(order); r++) {
      if (r > 0) text_puts(out, ",");
      out_string(out, order[r].key);
      text_puts(out, ":[");
      for (int i = 0; i < s->n_ordered[order[r].relation]; i++) {
        if (i > 0) text_puts(out, ",");
        out_string(out, dir_name(s->ordered[order[r].relation][i]));
      }
      text_puts(out, "]");
    }
  }
  text_puts(out, "}}");
}

void topo_json(Text *out, const Topology *t) {
  for (int type = 0; type < SITE_TYPES; type++) {
    for (int i = 0; i < t->sites[type].n; i++) write_site(out, t, (SiteType)type, i);
    write_groups(out, t, (SiteType)type);
  }
}
