// Tables of the board: radials and steps, by site; directions that depend on the piece that moves.
#include "emit/internal.h"

#include "board/direction.h"

const char *emit_find_table(const Emitter *e, const char *key) {
  for (size_t i = 0; i < e->made.n; i++) {
    if (!strcmp(e->made.at[i].key, key)) return e->made.at[i].name;
  }
  return NULL;
}

void emit_note_table(Emitter *e, const char *key, const char *name) { VEC_PUSH(&e->made, (EmitTable){key, name}); }

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

const char *emit_rays(Emitter *e, SiteType type, const DirList *dirs) {
  const char *key = dirs_key(e, "rays", type, dirs), *made = emit_find_table(e, key);
  if (made) return made;
  int n = emit_board_sites(e, type);
  int32_t *starts = arena_alloc(e->arena, (size_t)(n + 1) * sizeof *starts);
  IntVec all = {0};
  for (int site = 0; site < n; site++) {
    starts[site] = (int32_t)all.n;
    add_rays(e, type, site, dirs, &all);
  }
  const char *rays = emit_int_table(e, all.at, (int)all.n), *at = emit_int_table(e, starts, n);
  VEC_FREE(&all);
  const char *name = emit_text(e, "RAYS_%s", rays);
  int most = 0;
  for (int i = 0; i < n; i++) most = MAX(most, starts[i]);
  text_printf(&e->tables, "#define %s(site) (%s + %s[site])\ntypedef __typeof__(%s[0]) %s_type;\n", name, rays, at,
              rays, name);
  emit_note_table(e, key, name);
  return name;
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

const char *emit_reach(Emitter *e, SiteType type, const DirList *dirs, const char **between) {
  size_t words = (size_t)e->program->region_words, n = (size_t)emit_board_sites(e, type);
  const char *key = dirs_key(e, "reach", type, dirs), *other = dirs_key(e, "between", type, dirs);
  const char *made = emit_find_table(e, key);
  *between = emit_find_table(e, other);
  if (made) return made;
  bool one_way = e->words == 1;
  Word *reach = arena_zero(e->arena, n * words * sizeof *reach), *all = NULL;
  if (one_way) all = arena_zero(e->arena, n * n * words * sizeof *all);
  for (size_t site = 0; site < n; site++) one_way &= note_between(e, type, (Site)site, dirs, reach + site * words, all);
  made = emit_region_table(e, reach, (int)n);
  emit_note_table(e, key, made);
  if (!one_way) return made;
  *between = emit_region_table(e, all, (int)(n * n));
  emit_note_table(e, other, *between);
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

bool emit_ray_sets(Emitter *e, SiteType type, const DirList *dirs, RaySets *out) {
  int n = emit_board_sites(e, type);
  *out = (RaySets){0};
  if (e->words != 1) return false;
  size_t each = RAYS_MOST * (size_t)e->program->region_words;
  Word *up = arena_zero(e->arena, (size_t)n * each * sizeof *up),
       *down = arena_zero(e->arena, (size_t)n * each * sizeof *down);
  for (Site site = 0; site < n; site++) {
    int ups = 0, downs = 0;
    size_t at = (size_t)site * each;
    if (!ray_sets(e, type, site, dirs, up + at, down + at, &ups, &downs)) return false;
    out->ups = MAX(out->ups, ups);
    out->downs = MAX(out->downs, downs);
  }
  const char *key = dirs_key(e, "ray sets", type, dirs);
  out->up = emit_find_table(e, key);
  if (!out->up) emit_note_table(e, key, out->up = emit_region_table(e, up, n * RAYS_MOST));
  key = dirs_key(e, "ray sets down", type, dirs);
  out->down = emit_find_table(e, key);
  if (!out->down) emit_note_table(e, key, out->down = emit_region_table(e, down, n * RAYS_MOST));
  out->each = RAYS_MOST;
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

const char *emit_steps(Emitter *e, SiteType type, const DirList *dirs, int32_t **lists) {
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
  return emit_stacking(e);
}

// The piece on the site decides; one branch for every facing that pieces have.
static void by_facing(Emitter *e, const Ins *in, Code site, DirsBody *body, void *self) {
  uint64_t facings = 0;
  for (int c = 0; c < e->game->n_components; c++) facings |= (uint64_t)1 << facing_of(e, c);
  if (!(facings & (facings - 1))) {
    DirList dirs = facing_dirs(e, in, dirs_first(facings));
    body(e, &dirs, self);
    return;
  }
  int32_t *table = arena_alloc(e->arena, (size_t)e->game->n_components * sizeof *table);
  for (int c = 0; c < e->game->n_components; c++) table[c] = facing_of(e, c);
  SiteType type = e->game->site_type;
  const char *name = emit_find_table(e, "facings"), *what = emit_what(e, type, site);
  if (!name) emit_note_table(e, "facings", name = emit_int_table(e, table, e->game->n_components));
  emit_open(e, "switch (%s[%s])", name, what);
  FOR_DIRS(facing, facings) {
    emit_line(e, "case %d: {", (int)facing);
    e->indent++;
    DirList dirs = facing_dirs(e, in, (int)facing);
    body(e, &dirs, self);
    emit_line(e, "break;");
    emit_close(e);
  }
  emit_close(e);
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
  } else {
    emit_fail(e, "%s", op_info[in->op].name);
  }
}
