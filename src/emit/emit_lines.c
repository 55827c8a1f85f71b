// Tables of the board: radials and steps, by site; directions that depend on the piece that moves.
#include "emit/emit_internal.h"

#include "board/walk.h"

#include <xxhash.h>

#include "board/direction.h"

const char *emit_find_table(const Emitter *e, const char *key) {
  uint64_t hash = XXH3_64bits(key, strlen(key));
  for (size_t i = 0; i < e->made.n; i++) {
    if (e->made.at[i].hash == hash && !strcmp(e->made.at[i].key, key)) return e->made.at[i].name;
  }
  return NULL;
}

void emit_note_table(Emitter *e, const char *key, const char *name) {
  VEC_PUSH(&e->made, (EmitTable){key, name, XXH3_64bits(key, strlen(key))});
}

static const char *dirs_key(Emitter *e, const char *kind, SiteType type, const DirList *dirs) {
  Text text = {0};
  text_printf(&text, "%s %d", kind, type);
  for (int i = 0; i < dirs->n; i++) text_printf(&text, " %d", dirs->at[i]);
  const char *key = arena_text(e->arena, text_str(&text));
  text_free(&text);
  return key;
}

typedef VEC(int32_t) IntVec;

static void add_rays(const Emitter *e, SiteType type, Site site, const DirList *dirs, IntVec *out) {
  size_t count = out->n;
  VEC_PUSH(out, 0);
  for (int d = 0; d < dirs->n; d++) {
    Radials radials = topo_radials(e->game->board, type, site, (Dir)dirs->at[d]);
    for (int r = 0; r < radials.n; r++) {
      SiteList line = topo_radial(e->game->board, type, radials.ids[r]);
      if (line.n < 2) continue;
      VEC_PUSH(out, line.n - 1);
      for (int i = 1; i < line.n; i++) VEC_PUSH(out, line.at[i]);
      out->at[count]++;
    }
  }
}

// Rays of sites one after another, and where those of each begin, under one name.
static const char *rays_table(Emitter *e, const char *key, IntVec *all, const int32_t *starts, int n) {
  const char *rays = emit_int_table(e, all->at, (int)all->n), *at = emit_int_table(e, starts, n);
  VEC_FREE(all);
  const char *name = emit_text(e, "RAYS_%s", rays);
  text_printf(&e->tables, "#define %s(site) (%s + %s[site])\ntypedef __typeof__(%s[0]) %s_type;\n", name, rays, at,
              rays, name);
  emit_note_table(e, key, name);
  return name;
}

// A table of regions, written once.
static const char *regions_table(Emitter *e, const char *key, const Word *sets, int n) {
  const char *name = emit_find_table(e, key);
  if (!name) emit_note_table(e, key, name = emit_region_table(e, sets, n));
  return name;
}

// The same for every list that a variable may choose.
static const char *rays_by_var(Emitter *e, SiteType type, const DirList *dirs) {
  const char *key = emit_text(e, "rays by %s %d", dirs->key, type), *made = emit_find_table(e, key);
  int n = emit_board_sites(e, type);
  if (!made) {
    int32_t *starts = arena_alloc(e->arena, ((size_t)dirs->n_lists * (size_t)n + 1) * sizeof *starts);
    IntVec all = {0};
    VEC_PUSH(&all, 0);  // no rays
    for (int d = 0; d < dirs->n_lists; d++) {
      for (int site = 0; site < n; site++) {
        starts[d * n + site] = dirs->lists[d].n ? (int32_t)all.n : 0;
        if (dirs->lists[d].n) add_rays(e, type, site, &dirs->lists[d], &all);
      }
    }
    made = rays_table(e, key, &all, starts, dirs->n_lists * n);
  }
  const char *name = emit_name(e, "RAYS_BY_");
  text_printf(&e->tables, "#define %s(site) %s(%s * %d + (site))\n#define %s_type %s_type\n", name, made, dirs->var, n,
              name, made);
  return name;
}

const char *emit_rays(Emitter *e, SiteType type, const DirList *dirs) {
  if (dirs->var) return rays_by_var(e, type, dirs);
  const char *key = dirs_key(e, "rays", type, dirs), *made = emit_find_table(e, key);
  if (made) return made;
  int n = emit_board_sites(e, type);
  int32_t *starts = arena_alloc(e->arena, (size_t)(n + 1) * sizeof *starts);
  IntVec all = {0};
  for (int site = 0; site < n; site++) {
    starts[site] = (int32_t)all.n;
    add_rays(e, type, site, dirs, &all);
  }
  return rays_table(e, key, &all, starts, n);
}

// Notes for every site on the radials of another the sites between the two; false when there are two ways.
static bool note_between(const Emitter *e, SiteType type, Site from, const DirList *dirs, Word *reach, Word *between) {
  size_t words = (size_t)e->program->region_words, n = (size_t)emit_board_sites(e, type);
  bool one_way = true;
  for (int d = 0; d < dirs->n; d++) {
    Radials radials = topo_radials(e->game->board, type, from, (Dir)dirs->at[d]);
    for (int r = 0; r < radials.n; r++) {
      SiteList line = topo_radial(e->game->board, type, radials.ids[r]);
      for (int i = 1; i < line.n; i++) {
        one_way &= !bit_get(reach, line.at[i]);
        bit_set(reach, line.at[i]);
        for (int k = 1; k < i && between; k++)
          bit_set(between + ((size_t)line.at[i] * n + (size_t)from) * words, line.at[k]);
      }
    }
  }
  return one_way;
}

const char *emit_reach(Emitter *e, SiteType type, const DirList *dirs) {
  size_t words = (size_t)e->program->region_words, n = (size_t)emit_board_sites(e, type);
  const char *key = dirs_key(e, "reach", type, dirs), *made = emit_find_table(e, key);
  if (made) return made;
  Word *reach = arena_zero(e->arena, n * words * sizeof *reach);
  for (size_t site = 0; site < n; site++) note_between(e, type, (Site)site, dirs, reach + site * words, NULL);
  made = emit_region_table(e, reach, (int)n);
  emit_note_table(e, key, made);
  return made;
}

const char *emit_between(Emitter *e, SiteType type, const DirList *dirs) {
  size_t words = (size_t)e->program->region_words, n = (size_t)emit_board_sites(e, type);
  const char *key = dirs_key(e, "between", type, dirs), *made = emit_find_table(e, key);
  if (made || e->words != 1) return made;
  ArenaMark mark = arena_mark(e->arena);
  Word *reach = arena_zero(e->arena, n * words * sizeof *reach),
       *all = arena_zero(e->arena, n * n * words * sizeof *all);
  bool one_way = true;
  for (size_t site = 0; site < n; site++) one_way &= note_between(e, type, (Site)site, dirs, reach + site * words, all);
  if (!one_way) {
    arena_rewind(e->arena, mark);
    return NULL;
  }
  made = emit_region_table(e, all, (int)(n * n));
  emit_note_table(e, key, made);
  return made;
}

// ---- radials as sets ----------------------------------------------------------------------------

enum { RAYS_MOST = 8 };

// Radials of a site whose numbers go up, and whose numbers go down, as regions; false when one does neither.
static bool ray_sets(const Emitter *e, SiteType type, Site from, const DirList *dirs, Word *up, Word *down, int *ups,
                     int *downs) {
  for (int d = 0; d < dirs->n; d++) {
    Radials radials = topo_radials(e->game->board, type, from, (Dir)dirs->at[d]);
    for (int r = 0; r < radials.n; r++) {
      SiteList line = topo_radial(e->game->board, type, radials.ids[r]);
      if (line.n < 2) continue;
      bool rises = line.at[1] > from;
      int *n = rises ? ups : downs;
      if (*n == RAYS_MOST) return false;
      Word *set = (rises ? up : down) + (size_t)(*n)++ * (size_t)e->program->region_words;
      for (int i = 1; i < line.n; i++) {
        if ((line.at[i] > line.at[i - 1]) != rises || line.at[i] == line.at[i - 1]) return false;
        bit_set(set, line.at[i]);
      }
    }
  }
  return true;
}

// Radials of all sites: RAYS_MOST regions for each. False when the numbers along one go neither up nor down.
static bool all_ray_sets(Emitter *e, SiteType type, const DirList *dirs, Word **up, Word **down, int *ups, int *downs) {
  int n = emit_board_sites(e, type);
  size_t each = RAYS_MOST * (size_t)e->program->region_words;
  *up = arena_zero(e->arena, (size_t)n * each * sizeof **up);
  *down = arena_zero(e->arena, (size_t)n * each * sizeof **down);
  *ups = *downs = 0;
  for (Site site = 0; site < n; site++) {
    int rise = 0, fall = 0;
    size_t at = (size_t)site * each;
    if (!ray_sets(e, type, site, dirs, *up + at, *down + at, &rise, &fall)) return false;
    *ups = MAX(*ups, rise);
    *downs = MAX(*downs, fall);
  }
  return true;
}

enum { LANES = 4, SLIDE_WORDS = 4 };

// A table of vectors: for each site those of the rays that go up, word by word, then those that go down.
static const char *lane_table(Emitter *e, const Word *up, const Word *down, int n) {
  const char *name = emit_text(e, "T%d", ++e->n_tables);
  int words = e->program->region_words;
  text_printf(&e->tables, "static const V4 %s[%d] = {", name, n * 2 * e->words);
  for (int i = 0; i < n * 2 * e->words; i++) {
    int site = i / (2 * e->words), w = i % e->words;
    const Word *rays = (i / e->words % 2 ? down : up) + (size_t)site * RAYS_MOST * (size_t)words;
    text_puts(&e->tables, i % 4 ? " {" : "\n  {");
    for (int k = 0; k < LANES; k++)
      text_printf(&e->tables, "0x%llxull%s", w < words ? (unsigned long long)rays[k * words + w] : 0ull,
                  k + 1 < LANES ? "," : "},");
  }
  text_puts(&e->tables, "\n};\n");
  return name;
}

const char *emit_slide_set(Emitter *e, SiteType type, const DirList *dirs, const char *from, const char *free,
                           const char *end) {
  Word *up, *down;
  int ups, downs;
  if (e->words == 1 || e->words > SLIDE_WORDS) return NULL;
  const char *key = dirs_key(e, "lanes", type, dirs), *table = emit_find_table(e, key);
  if (!table) {
    if (!all_ray_sets(e, type, dirs, &up, &down, &ups, &downs) || ups > LANES || downs > LANES) return NULL;
    emit_note_table(e, key, table = lane_table(e, up, down, emit_board_sites(e, type)));
  }
  return emit_text(e, "slides(%s + %s * (2 * NW), %s, %s, %d)", table, from, free, end ? end : "NONE", end != NULL);
}

bool emit_ray_sets(Emitter *e, SiteType type, const DirList *dirs, RaySets *out) {
  int n = emit_board_sites(e, type);
  Word *up, *down;
  *out = (RaySets){.each = RAYS_MOST};
  if (e->words != 1 || !all_ray_sets(e, type, dirs, &up, &down, &out->ups, &out->downs)) return false;
  const char *key = dirs_key(e, "ray sets", type, dirs);
  out->up = regions_table(e, key, up, n * RAYS_MOST);
  out->down = regions_table(e, dirs_key(e, "ray sets down", type, dirs), down, n * RAYS_MOST);
  return true;
}

void emit_near_rays(Emitter *e, SiteType type, const DirList *dirs) {
  for (Site from = 0; from < emit_board_sites(e, type); from++) {
    for (int d = 0; d < dirs->n; d++) {
      Radials radials = topo_radials(e->game->board, type, from, (Dir)dirs->at[d]);
      for (int r = 0; r < radials.n; r++) {
        SiteList line = topo_radial(e->game->board, type, radials.ids[r]);
        for (int i = 1; i < line.n; i++) emit_near_pair(e, from, line.at[i]);
      }
    }
  }
}

void emit_near_steps(Emitter *e, SiteType type, const DirList *dirs) {
  for (Site from = 0; from < emit_board_sites(e, type); from++) {
    for (int d = 0; d < dirs->n; d++) {
      SiteList near = topo_step_list(e->game->board, type, from, (Dir)dirs->at[d]);
      for (int i = 0; i < near.n; i++) emit_near_pair(e, from, near.at[i]);
    }
  }
}

// The sites one step away, each once, in the order of the directions.
static int step_sites(const Emitter *e, SiteType type, Site site, const DirList *dirs, Word *seen, int32_t *out) {
  int n = 0;
  for (int d = 0; d < dirs->n; d++) {
    SiteList near = topo_step_list(e->game->board, type, site, (Dir)dirs->at[d]);
    for (int i = 0; i < near.n; i++) {
      if (bit_get(seen, near.at[i])) continue;
      bit_set(seen, near.at[i]);
      out[n++] = near.at[i];
    }
  }
  return n;
}

static const char *steps_by_var(Emitter *e, SiteType type, const DirList *dirs) {
  const char *key = emit_text(e, "steps by %s %d", dirs->key, type), *made = emit_find_table(e, key);
  size_t words = (size_t)e->program->region_words, n = (size_t)emit_board_sites(e, type);
  if (!made) {
    size_t lists = (size_t)dirs->n_lists;
    Word *all = arena_zero(e->arena, lists * n * words * sizeof *all);
    int32_t *sites = arena_alloc(e->arena, (n + 1) * sizeof *sites);
    for (size_t d = 0; d < lists; d++) {
      for (size_t site = 0; site < n; site++)
        step_sites(e, type, (Site)site, &dirs->lists[d], all + (d * n + site) * words, sites);
    }
    emit_note_table(e, key, made = emit_region_table(e, all, (int)(lists * n)));
  }
  return emit_text(e, "(%s + %s * %d)", made, dirs->var, (int)n);
}

const char *emit_steps(Emitter *e, SiteType type, const DirList *dirs, int32_t **lists) {
  if (dirs->var) return steps_by_var(e, type, dirs);
  size_t words = (size_t)e->program->region_words;
  int n = emit_board_sites(e, type);
  Word *all = arena_zero(e->arena, (size_t)n * words * sizeof *all);
  int32_t *sites = arena_alloc(e->arena, ((size_t)n + 1) * sizeof *sites);
  for (int site = 0; site < n; site++) step_sites(e, type, site, dirs, all + (size_t)site * words, sites);
  if (lists) *lists = (int32_t *)(void *)all;
  const char *key = dirs_key(e, "steps", type, dirs), *made = emit_find_table(e, key);
  if (made || lists) return made;
  made = emit_region_table(e, all, n);
  emit_note_table(e, key, made);
  return made;
}

// ---- directions ---------------------------------------------------------------------------------

static DirList constant_dirs(const Emitter *e, const Ins *in) {
  DirList list = {.known = true};
  const RulesArray *array = &e->program->arrays[in->a[A_DIRS_CONST_ARRAY]];
  for (int i = 0; i < array->n && list.n < DIRS; i++) list.at[list.n++] = (uint8_t)array->at[i];
  return list;
}

static int facing_of(const Emitter *e, int32_t what) {
  int facing = what >= 0 && what < e->game->n_components ? e->game->components[what].facing : -1;
  return facing < 0 ? DIR_N : facing;
}

static DirList facing_dirs(const Emitter *e, const Ins *in, int facing) {
  DirList list = {.known = true};
  const RulesArray *table = &e->program->arrays[in->a[A_DIRS_FACING_TABLE]];
  int block = table->n / DIRS;
  const int32_t *entry = table->at + facing * block;
  for (int i = 0; i < entry[0] && list.n < DIRS; i++) list.at[list.n++] = (uint8_t)entry[1 + i];
  return list;
}

static bool turns(const Emitter *e) {
  for (int t = 0; t < SITE_TYPES; t++) {
    if (e->layout.sites[t].rotation) return true;
  }
  return e->stack_bound || (e->tall && game_has(e->game, GAME_ROTATION));
}

// The lists of directions for some facings, chosen by a variable: the number of the facing among these.
static DirList dirs_by_facing(Emitter *e, const Ins *in, uint64_t facings, const char *facing) {
  DirList *lists = arena_zero(e->arena, DIRS * sizeof *lists);
  int n = 0;
  FOR_DIRS(f, facings) lists[n++] = facing_dirs(e, in, (int)f);
  const char *var = emit_name(e, "face");
  emit_line(e, "const int %s = %s;", var, facing);
  return (DirList){.var = var,
                   .lists = lists,
                   .n_lists = n,
                   .key = emit_text(e, "facing %d %llx", in->a[A_DIRS_FACING_TABLE], (unsigned long long)facings)};
}

static void switch_facing(Emitter *e, const Ins *in, uint64_t facings, const char *facing, DirsBody *body, void *self) {
  Context old = e->at;
  emit_open(e, "%s", "");
  DirList dirs = dirs_by_facing(e, in, facings, facing);
  e->at.in_loop = true;
  body(e, &dirs, self);
  emit_close(e);
  e->at = old;
}

// A function for the direction of the step from one site to another, -1: there is none.
static const char *step_direction(Emitter *e, SiteType type) {
  const char *name = emit_text(e, "STEP_DIR%d", type), *made = emit_find_table(e, name);
  const TopoSites *sites = &e->game->board->sites[type];
  if (made) return made;
  IntVec starts = {0}, near = {0}, dirs = {0};
  for (int a = 0; a < sites->n; a++) {
    VEC_PUSH(&starts, (int32_t)near.n);
    for (int i = 0; i < sites->n_ordered[RELATION_ALL]; i++) {
      SiteList list = topo_step_list(e->game->board, type, a, dir_played(sites->ordered[RELATION_ALL][i]));
      for (int k = 0; k < list.n; k++) {
        VEC_PUSH(&near, list.at[k]);
        VEC_PUSH(&dirs, sites->ordered[RELATION_ALL][i]);
      }
    }
  }
  VEC_PUSH(&starts, (int32_t)near.n);
  const char *at = emit_int_table(e, starts.at, (int)starts.n), *to = emit_int_table(e, near.at, (int)near.n),
             *dir = emit_int_table(e, dirs.at, (int)dirs.n);
  text_printf(
      &e->tables,
      "static int %s(int a, int b) {\n  int dir = -1;\n  for (int k = %s[a]; k < %s[a + 1]; k++) if (%s[k] == b) "
      "dir = %s[k];\n  return dir;\n}\n",
      name, at, at, to, dir);
  VEC_FREE(&starts);
  VEC_FREE(&near);
  VEC_FREE(&dirs);
  emit_note_table(e, name, name);
  return name;
}

// A C expression: the direction of the step from one site to another, otherwise how a piece faces.
const char *emit_step_facing(Emitter *e, SiteType type, Code from, Code to, const char *what, const char *there) {
  const char *facing = emit_name(e, "i"), *step = step_direction(e, type);
  int n = e->game->board->sites[type].n;
  int32_t *own = arena_alloc(e->arena, (size_t)e->game->n_components * sizeof *own);
  for (int c = 0; c < e->game->n_components; c++) own[c] = e->game->components[c].facing;
  const char *faces = emit_find_table(e, "own facings");
  if (!faces) emit_note_table(e, "own facings", faces = emit_int_table(e, own, e->game->n_components));
  emit_line(e, "int %s = (u32)(%s) < %du && (u32)(%s) < %du ? %s(%s, %s) : -1;", facing, from.text, n, to.text, n, step,
            from.text, to.text);
  emit_line(e, "if (%s < 0) %s = %s[%s];", facing, facing, faces, what);
  emit_line(e, "if (%s < 0) %s = %s[%s];", facing, facing, faces, there);
  emit_line(e, "if (%s < 0) %s = %d;", facing, facing, DIR_N);
  return facing;
}

// By kind of piece: the direction it faces.
static const char *facings_table(Emitter *e) {
  const char *name = emit_find_table(e, "facings");
  if (name) return name;
  int32_t *table = arena_alloc(e->arena, (size_t)e->game->n_components * sizeof *table);
  for (int c = 0; c < e->game->n_components; c++) table[c] = facing_of(e, c);
  emit_note_table(e, "facings", name = emit_int_table(e, table, e->game->n_components));
  return name;
}

// The same as a number among some facings.
static const char *facing_numbers(Emitter *e, uint64_t facings) {
  const char *name = emit_find_table(e, "numbers of facings");
  if (name) return name;
  int32_t *table = arena_alloc(e->arena, (size_t)e->game->n_components * sizeof *table);
  for (int c = 0; c < e->game->n_components; c++)
    table[c] = __builtin_popcountll(facings & (((uint64_t)1 << facing_of(e, c)) - 1));
  emit_note_table(e, "numbers of facings", name = emit_int_table(e, table, e->game->n_components));
  return name;
}

// The piece on the site decides; one list for every facing that pieces have.
static const uint64_t ALL_FACINGS = ((uint64_t)1 << DIRS) - 1;

static void by_facing(Emitter *e, const Ins *in, Code site, DirsBody *body, void *self) {
  uint64_t facings = 0;
  for (int c = 0; c < e->game->n_components; c++) facings |= (uint64_t)1 << facing_of(e, c);
  if (e->at.facing) {  // as the piece faces after a step
    switch_facing(e, in, ALL_FACINGS, e->at.facing, body, self);
    return;
  }
  if (!(facings & (facings - 1))) {
    DirList dirs = facing_dirs(e, in, dirs_first(facings));
    body(e, &dirs, self);
    return;
  }
  const char *what = emit_what(e, e->game->site_type, site);
  switch_facing(e, in, facings, emit_text(e, "%s[%s]", facing_numbers(e, facings), what), body, self);
}

// ---- directions found while playing -------------------------------------------------------------

// The directions of a list one by one, as they are at a site; a bit each.
static uint64_t take_apart(const Emitter *e, const DirList *list, Site site) {
  const TopoSites *sites = &e->game->board->sites[e->game->site_type];
  uint64_t mask = 0;
  for (int i = 0; i < list->n; i++) {
    int relation = dir_relation((Dir)list->at[i]);
    if (relation < 0) mask |= (uint64_t)1 << list->at[i];
    for (int d = 0; relation >= 0 && d < sites->n_ordered[relation]; d++) {
      Dir dir = sites->ordered[relation][d];
      if (site < 0 || dirs_has(sites->site_supported[relation][site], dir)) mask |= (uint64_t)1 << dir_played(dir);
    }
  }
  return mask;
}

static const char *mask_table(Emitter *e, const uint64_t *masks, int n) {
  const char *name = emit_text(e, "T%d", ++e->n_tables);
  text_printf(&e->tables, "static const u64 %s[%d] = {", name, MAX(n, 1));
  for (int i = 0; i < n; i++) text_printf(&e->tables, "0x%llxull, ", (unsigned long long)masks[i]);
  text_puts(&e->tables, "};\n");
  return name;
}

// By the site the directions are seen from.
static const char *mask_by_site(Emitter *e, const DirList *list, Code site) {
  int n = emit_board_sites(e, e->game->site_type);
  uint64_t *masks = arena_alloc(e->arena, (size_t)MAX(n, 1) * sizeof *masks);
  for (int i = 0; i < n; i++) masks[i] = take_apart(e, list, i);
  const char *key = dirs_key(e, "apart", e->game->site_type, list), *table = emit_find_table(e, key);
  if (!table) emit_note_table(e, key, table = mask_table(e, masks, n));
  return emit_text(e, "((u32)(%s) < %du ? %s[%s] : 0x%llxull)", site.text, n, table, site.text,
                   (unsigned long long)take_apart(e, list, -1));
}

// The directions that lead from one site to another; first: the first of them only.
static const char *between_table(Emitter *e, SiteType type, int relation, bool first) {
  const char *key = emit_text(e, "between %d %d %d", type, relation, first), *table = emit_find_table(e, key);
  if (table) return table;
  const TopoSites *sites = &e->game->board->sites[type];
  int n = sites->n;
  if (n > 200) {
    emit_fail(e, "directions between sites of large boards");
    return "NULL";
  }
  uint64_t *masks = arena_zero(e->arena, (size_t)n * (size_t)n * sizeof *masks);
  for (int from = 0; from < n; from++) {
    for (int to = 0; to < n; to++) {
      uint64_t *mask = &masks[from * n + to];
      for (int i = 0; i < sites->n_ordered[relation] && !(first && *mask); i++) {
        Dir dir = dir_played(sites->ordered[relation][i]);
        if (walk_leads_to(e->game->board, type, dir, from, to)) *mask |= (uint64_t)1 << dir;
      }
    }
  }
  emit_note_table(e, key, table = mask_table(e, masks, n * n));
  return table;
}

static const char *between_mask(Emitter *e, SiteType type, int relation, bool first, const char *from, const char *to) {
  int n = e->game->board->sites[type].n;
  return emit_text(e, "((u32)(%s) < %du && (u32)(%s) < %du ? %s[(%s) * %d + (%s)] : 0)", from, n, to, n,
                   between_table(e, type, relation, first), from, n, to);
}

// Relative to how the piece on the site faces, or to the last move.
static const char *relative_mask(Emitter *e, const Ins *in, Code site) {
  const RulesArray *rels = &e->program->arrays[in->a[A_DIRS_RELATIVE_RELS]];
  SiteType type = e->game->site_type;
  int relation = in->a[A_DIRS_RELATIVE_RELATION];
  const char *sum = "0ull";
  if (turns(e)) emit_fail(e, "DIRS_RELATIVE of pieces that turn");
  for (int i = 0; i < rels->n; i++) {
    if (rels->at[i] != REL_SAME && rels->at[i] != REL_OPPOSITE) {
      emit_fail(e, "DIRS_RELATIVE by facing");
      return sum;
    }
    bool back = rels->at[i] == REL_OPPOSITE;
    e->uses |= USE_LAST;
    const char *from = emit_text(e, "%s->last_%s", e->at.s, back ? "to" : "from"),
               *to = emit_text(e, "%s->last_%s", e->at.s, back ? "from" : "to");
    sum = emit_text(e, "(%s | (%s->made ? %s : 0))", sum, e->at.s, between_mask(e, type, relation, true, from, to));
  }
  (void)site;
  return sum;
}

static const char *dirs_mask(Emitter *e, int32_t ref, Code site);

static const char *facing_mask(Emitter *e, const Ins *in, Code site) {
  const char *text = "0ull";
  if (turns(e)) emit_fail(e, "directions of pieces that turn");
  uint64_t facings = 0;
  for (int c = 0; c < e->game->n_components; c++) facings |= (uint64_t)1 << facing_of(e, c);
  const char *facing = emit_name(e, "i");
  emit_line(e, "const int %s = %s[%s];", facing, facings_table(e), emit_what(e, e->game->site_type, site));
  FOR_DIRS(f, facings) {
    DirList dirs = facing_dirs(e, in, (int)f);
    text = emit_text(e, "(%s == %d ? %s : %s)", facing, (int)f, mask_by_site(e, &dirs, site), text);
  }
  return text;
}

// A C expression: the directions as seen from a site, a bit each.
static const char *dirs_mask(Emitter *e, int32_t ref, Code site) {
  const Ins *in = emit_ins(e, ref);
  switch (in->op) {
    case OP_DIRS_CONST: {
      DirList list = constant_dirs(e, in);
      return mask_by_site(e, &list, site);
    }
    case OP_DIRS_FACING: return facing_mask(e, in, site);
    case OP_DIRS_RELATIVE: return relative_mask(e, in, site);
    case OP_DIRS_UNION: {
      const char *a = dirs_mask(e, in->a[A_DIRS_UNION_A], site);
      return emit_text(e, "(%s | %s)", a, dirs_mask(e, in->a[A_DIRS_UNION_B], site));
    }
    case OP_DIRS_DIFFERENCE: {
      const char *a = dirs_mask(e, in->a[A_DIRS_DIFFERENCE_A], site);
      return emit_text(e, "(%s & ~%s)", a, dirs_mask(e, in->a[A_DIRS_DIFFERENCE_B], site));
    }
    case OP_DIRS_BETWEEN: {
      Code from = emit_bind(e, emit_int(e, in->a[A_DIRS_BETWEEN_FROM])),
           to = emit_bind(e, emit_int(e, in->a[A_DIRS_BETWEEN_TO]));
      return between_mask(e, emit_type(e, in->a[A_DIRS_BETWEEN_TYPE]), RELATION_ALL, e->at.first_dir, from.text,
                          to.text);
    }
    default: emit_fail(e, "%s", op_info[in->op].name); return "0ull";
  }
}

// A loop over the directions.
static void with_mask(Emitter *e, int32_t ref, Code site, DirsBody *body, void *self) {
  static_assert(DIRS <= 64, "directions are bits of a word");
  Context old = e->at;
  DirList *lists = arena_zero(e->arena, DIRS * sizeof *lists);
  for (int d = 0; d < DIRS; d++) lists[d] = (DirList){.at = {(uint8_t)d}, .n = dir_is_specific((Dir)d), .known = true};
  const char *rest = emit_name(e, "dirs"), *dir = emit_name(e, "dir"), *mask = dirs_mask(e, ref, site);
  emit_open(e, "for (u64 %s = %s; %s; %s &= %s - 1)", rest, mask, rest, rest, rest);
  emit_line(e, "const int %s = __builtin_ctzll(%s);", dir, rest);
  DirList one = {.var = dir, .lists = lists, .n_lists = DIRS, .key = "direction"};
  e->at.in_loop = true;
  body(e, &one, self);
  emit_close(e);
  e->at = old;
}

void emit_with_dirs(Emitter *e, int32_t ref, Code site, DirsBody *body, void *self) {
  const Ins *in = emit_ins(e, ref);
  DirList dirs = {0};
  if (in->op == OP_DIRS_CONST) {
    dirs = constant_dirs(e, in);
    body(e, &dirs, self);
  } else if (in->op == OP_DIRS_FACING && !turns(e)) {
    bool same = !strcmp(site.text, e->at.slot[SLOT_FROM].text);
    if (same && e->at.from_what > 0) {
      dirs = facing_dirs(e, in, facing_of(e, e->at.from_what));
      body(e, &dirs, self);
    } else {
      by_facing(e, in, site, body, self);
    }
  } else if (in->op == OP_IF_DIRS) {
    Code cond = emit_int(e, in->a[A_IF_DIRS_COND]);
    if (cond.known) {
      emit_with_dirs(e, in->a[cond.value ? A_IF_DIRS_THEN : A_IF_DIRS_ELSE], site, body, self);
      return;
    }
    emit_open(e, "if (%s)", cond.text);
    emit_with_dirs(e, in->a[A_IF_DIRS_THEN], site, body, self);
    emit_close(e);
    emit_open(e, "else");
    emit_with_dirs(e, in->a[A_IF_DIRS_ELSE], site, body, self);
    emit_close(e);
  } else if (in->op == OP_DIRS_FACING) {
    emit_fail(e, "directions of pieces that turn");
  } else {
    with_mask(e, ref, site, body, self);
  }
}
