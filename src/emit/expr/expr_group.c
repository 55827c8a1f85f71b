// Groups of sites that hang together, territory, and sites found by looking around and along.
#include "emit/emit_internal.h"

typedef struct Fixed {
  SiteType type;
  DirList dirs;
} Fixed;

// Directions that do not depend on a piece.
static bool fixed_dirs(Emitter *e, int32_t ref, DirList *list) {
  const Ins *in = emit_ins(e, ref);
  if (in->op != OP_DIRS_CONST) {
    emit_fail(e, "groups by %s", op_info[in->op].name);
    return false;
  }
  const RulesArray *array = &e->program->arrays[in->a[A_DIRS_CONST_ARRAY]];
  *list = (DirList){.known = true};
  for (int i = 0; i < array->n && list->n < DIRS; i++) list->at[list->n++] = (uint8_t)array->at[i];
  return true;
}

static const char *fixed_steps(Emitter *e, SiteType type, int32_t dirs) {
  DirList list;
  return fixed_dirs(e, dirs, &list) ? emit_steps(e, type, &list, NULL) : "NONE";
}

// Whether a condition on TO is one on the piece on top of it that does not hold without one.
static bool asks_for_piece(const Emitter *e, int32_t cond) {
  const Ins *in = emit_ins(e, cond);
  for (int i = 0; i < in->n && in->op == OP_AND; i++) {
    if (asks_for_piece(e, in->a[i])) return true;
  }
  for (int side = 0; side < 2 && in->op == OP_NE; side++) {
    const Ins *what = emit_ins(e, in->a[side ? A_NE_B : A_NE_A]), *zero = emit_ins(e, in->a[side ? A_NE_A : A_NE_B]);
    if (what->op != OP_WHAT || zero->op != OP_CONST || zero->a[A_CONST_VALUE] != 0) continue;
    const Ins *site = emit_ins(e, what->a[A_WHAT_SITE]);
    if (site->op == OP_SLOT && site->a[A_SLOT_SLOT] == SLOT_TO) return true;
  }
  return false;
}

// A region where a condition holds for TO: as a set, or site by site.
static const char *members(Emitter *e, int32_t cond, SiteType type) {
  const char *set = emit_set(e, cond, SLOT_TO, type);
  if (set) return emit_region_value(e, emit_text(e, "(%s & %s)", set, emit_board_mask(e, type)));
  const char *out = emit_name(e, "r"), *site = emit_name(e, "at");
  Context old = e->at;
  emit_line(e, "R %s = NONE;", out);
  if (!e->puzzle && asks_for_piece(e, cond))
    site = emit_for_sites(e, emit_text(e, "(~%s->empty%d & %s)", e->at.s, type, emit_board_mask(e, type)), type);
  else emit_open(e, "for (int %s = 0; %s < %d; %s++)", site, site, emit_board_sites(e, type), site);
  e->at.slot[SLOT_TO] = code_of(site, 0, emit_board_sites(e, type) - 1);
  emit_line(e, "if (%s) r_add(&%s, %s);", emit_cond(e, cond), out, site);
  emit_close(e);
  e->at = old;
  return out;
}

// Sites without a piece. Where pieces are counted, some of them are not empty.
static const char *bare_sites(Emitter *e, SiteType type) {
  if (!e->layout.sites[type].count) return emit_text(e, "%s->empty%d", e->at.s, type);
  const char *bare = emit_board_mask(e, type);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1) bare = emit_text(e, "%s & ~%s", bare, emit_owned(e, type, p));
  }
  return emit_text(e, "(%s)", bare);
}

const char *emit_same_pieces(Emitter *e, SiteType type, const char *site) {
  const char *out = emit_name(e, "r");
  if (e->has_what) {
    e->uses |= USE_LINES;
    emit_line(e, "const R %s = same_kind%d(%s, %s);", out, type, e->at.s, site);
    return out;
  }
  emit_line(e, "const R %s =", out);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1)
      emit_line(e, "    r_has(%s, %s) ? %s :", emit_owned(e, type, p), site, emit_owned(e, type, p));
  }
  emit_line(e, "    %s;", bare_sites(e, type));
  return out;
}

static const char *op_group(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_GROUP_TYPE]);
  if (e->stack_bound || (e->tall && !a[A_GROUP_IF])) emit_fail(e, "GROUP of stacks");
  if (a[A_GROUP_VISIBLE]) emit_fail(e, "GROUP of visible pieces");
  if (a[A_GROUP_IF] && emit_reads_slot(e, a[A_GROUP_IF], SLOT_FROM)) emit_fail(e, "GROUP by where it begins");
  const char *steps = fixed_steps(e, type, a[A_GROUP_DIRS]);
  if (e->why || !emit_kept(e, type)) return "NONE";
  e->uses |= USE_GROUP;
  const char *starts = emit_region(e, a[A_GROUP_FROM]), *out = emit_name(e, "r");
  const char *own = a[A_GROUP_IF] ? members(e, a[A_GROUP_IF], type) : NULL;
  emit_line(e, "R %s = NONE;", out);
  const char *site = emit_for_sites(e, emit_text(e, "(%s & %s)", starts, emit_board_mask(e, type)), type);
  if (!own) own = emit_same_pieces(e, type, site);
  emit_line(e, "if (!r_has(%s, %s) && r_has(%s, %s)) %s |= group_of(%s, %s, %s);", out, site, own, site, out, own, site,
            steps);
  emit_close(e);
  return out;
}

static Code liberties(Emitter *e, const Ins *in, const char *function) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_LIBERTIES_TYPE]);
  if (emit_stacking(e)) emit_fail(e, "stacks");
  if (a[A_LIBERTIES_IF]) emit_fail(e, "LIBERTIES with a condition");
  const char *steps = fixed_steps(e, type, a[A_LIBERTIES_DIRS]);
  Code at = emit_bind(e, emit_int(e, a[A_LIBERTIES_AT]));
  if (e->why || !emit_kept(e, type)) return code_const(e, 0);
  e->uses |= USE_LIBERTIES;
  const char *n = emit_name(e, "i");
  emit_line(e, "int %s = 0;", n);
  emit_open(e, "if ((u32)(%s) < %du)", at.text, emit_board_sites(e, type));
  const char *own = emit_same_pieces(e, type, at.text);
  emit_line(e, "%s = %s(%s, %s->empty%d, %s, %s);", n, function, own, e->at.s, type, at.text, steps);
  emit_close(e);
  return code_of(n, 0, e->bits);
}

static Code op_liberties(Emitter *e, const Ins *in) { return liberties(e, in, "liberties"); }

Code emit_has_liberty(Emitter *e, const Ins *in) { return liberties(e, in, "has_liberty"); }

static Code op_territory(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_TERRITORY_TYPE]);
  Code players = emit_int(e, a[A_TERRITORY_PLAYERS]);
  if (emit_stacking(e)) emit_fail(e, "stacks");
  if (type == SITE_EDGE || !players.known) emit_fail(e, "TERRITORY of edges");
  if (e->why || !emit_kept(e, type)) return code_const(e, 0);
  DirList dirs = {.at = {(uint8_t)a[A_TERRITORY_DIR]}, .n = 1, .known = true};
  const char *steps = emit_steps(e, type, &dirs, NULL), *others = "NONE", *n = emit_name(e, "i"),
             *left = emit_name(e, "r");
  for (int p = 0; p <= e->game->players + 1; p++) {
    if ((e->owners >> p & 1) && !(players.value >> p & 1))
      others = emit_text(e, "(%s | %s)", others, emit_owned(e, type, p));
  }
  e->uses |= USE_GROUP;
  emit_line(e, "int %s = 0;", n);
  emit_line(e, "R %s = %s->empty%d & %s;", left, e->at.s, type, emit_board_mask(e, type));
  emit_line(e, "const R other%s = %s;", left, others);
  emit_open(e, "while (r_any(%s))", left);
  emit_line(e, "R touched;");
  emit_line(e, "const R area = area_of(%s, r_first(%s), %s, &touched);", left, left, steps);
  emit_line(e, "if (!r_any(touched & other%s)) %s += r_count(area);", left, n);
  emit_line(e, "%s &= ~area;", left);
  emit_close(e);
  return code_of(n, 0, e->bits);
}

// Opens a loop over the groups that begin at given sites; in it *group is one of them. Two blocks are to be closed.
static void open_groups(Emitter *e, const Ins *in, const char **group) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_FOR_GROUPS_TYPE]);
  if (e->stack_bound || (e->tall && !a[A_FOR_GROUPS_IF])) emit_fail(e, "groups of stacks");
  const char *steps = fixed_steps(e, type, a[A_FOR_GROUPS_DIRS]), *left = emit_name(e, "r"), *at = emit_name(e, "at");
  if (!emit_kept(e, type)) emit_fail(e, "groups of sites without pieces");
  if (e->why) {
    *group = "NONE";
    emit_open(e, "%s", "");
    emit_open(e, "%s", "");
    return;
  }
  e->uses |= USE_GROUP;
  const char *starts = emit_region(e, a[A_FOR_GROUPS_STARTS]);
  bool looks_back = a[A_FOR_GROUPS_IF] && emit_reads_slot(e, a[A_FOR_GROUPS_IF], SLOT_FROM);
  const char *mask = "ALL";
  if (a[A_FOR_GROUPS_OWNER]) {
    Code owner = emit_int(e, a[A_FOR_GROUPS_OWNER]);
    if (!owner.known) emit_fail(e, "groups of an owner found while playing");
    if (e->tall && owner.known && owner.value >= 0) emit_fail(e, "groups of stacks");
    if (owner.known && owner.value >= 0) mask = emit_of_who(e, type, owner.value);
  }
  const char *own = !a[A_FOR_GROUPS_IF] ? emit_board_mask(e, type)
                    : looks_back        ? NULL
                                        : members(e, a[A_FOR_GROUPS_IF], type);
  emit_line(e, "R %s = %s & %s%s;", left, starts, emit_board_mask(e, type),
            looks_back ? "" : emit_text(e, " & %s & %s", own, mask));
  emit_open(e, "while (r_any(%s))", left);
  emit_line(e, "const int %s = r_first(%s);", at, left);
  emit_line(e, "r_drop(&%s, %s);", left, at);
  e->at.in_loop = true;
  e->at.slot[SLOT_FROM] = code_site(e, at, type);
  e->at.from_what = 0;
  if (looks_back) own = members(e, a[A_FOR_GROUPS_IF], type);
  own = emit_region_value(e, emit_text(e, "(%s & %s)", own, mask));
  *group = emit_name(e, "r");
  emit_open(e, "if (r_has(%s, %s))", own, at);
  emit_line(e, "const R %s = group_of(%s, %s, %s);", *group, own, at, steps);
  emit_line(e, "%s &= ~%s;", left, *group);
}

static_assert(A_GROUP_SIZES_TYPE == A_FOR_GROUPS_TYPE && A_GROUP_SIZES_STARTS == A_FOR_GROUPS_STARTS &&
                  A_GROUP_SIZES_DIRS == A_FOR_GROUPS_DIRS && A_GROUP_SIZES_IF == A_FOR_GROUPS_IF &&
                  A_GROUP_SIZES_OWNER == A_FOR_GROUPS_OWNER && A_ALL_GROUPS_TYPE == A_FOR_GROUPS_TYPE &&
                  A_ALL_GROUPS_STARTS == A_FOR_GROUPS_STARTS && A_ALL_GROUPS_DIRS == A_FOR_GROUPS_DIRS &&
                  A_ALL_GROUPS_OF == A_FOR_GROUPS_IF && A_ALL_GROUPS_OWNER == A_FOR_GROUPS_OWNER,
              "open_groups serves all three");

int emit_open_group_sizes(Emitter *e, const Ins *in, const char **size) {
  const char *group;
  if (in->a[A_GROUP_SIZES_VISIBLE]) emit_fail(e, "GROUP_SIZES of visible pieces");
  Code min = emit_bind(e, emit_int_or(e, in->a[A_GROUP_SIZES_MIN], 0));
  Context old = e->at;
  open_groups(e, in, &group);
  e->at = old;
  e->at.in_loop = true;
  *size = emit_name(e, "i");
  emit_line(e, "const int %s = r_count(%s);", *size, group);
  emit_open(e, "if (%s >= %s)", *size, min.text);
  return 3;
}

static void op_for_groups(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  const char *group;
  open_groups(e, in, &group);
  e->at.region = group;
  emit_moves(e, in->a[A_FOR_GROUPS_BODY]);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static Code op_all_groups(Emitter *e, const Ins *in) {
  Context old = e->at;
  const char *all = emit_name(e, "c"), *group;
  emit_line(e, "int %s = 1;", all);
  open_groups(e, in, &group);
  e->at.region = group;
  emit_open(e, "if (%s)", all);
  emit_line(e, "%s = !!(%s);", all, emit_cond(e, in->a[A_ALL_GROUPS_IF]));
  emit_close(e);
  emit_close(e);
  emit_close(e);
  e->at = old;
  return code_of(all, 0, 1);
}

// ---- around and along ---------------------------------------------------------------------------

// Sites at a distance along radials, for each site, as a table.
static const char *around_table(Emitter *e, SiteType type, Dir dir, int distance) {
  const char *key = emit_text(e, "around %d %d %d", type, dir, distance), *made = emit_find_table(e, key);
  if (made) return made;
  size_t words = (size_t)e->program->region_words;
  int n = emit_board_sites(e, type);
  Word *all = arena_zero(e->arena, (size_t)MAX(n, 1) * words * sizeof *all);
  for (int site = 0; site < n; site++) {
    Radials radials = topo_radials(e->game->board, type, site, dir);
    for (int r = 0; r < radials.n && distance >= 0; r++) {
      SiteList line = topo_radial(e->game->board, type, radials.ids[r]);
      if (distance < line.n) bit_set(all + (size_t)site * words, line.at[distance]);
    }
  }
  made = emit_region_table(e, all, n);
  emit_note_table(e, key, made);
  return made;
}

static const char *around_kind(Emitter *e, SiteType type, AroundKind kind) {
  const char *mine = emit_text(e, "(%s)", emit_friends(e, type, e->at.mover));
  const char *shared = emit_owned(e, type, e->game->players + 1), *enemies = NULL;
  if (e->puzzle && kind != AROUND_ANY) emit_fail(e, "AROUND of pieces in a deduction puzzle");
  if (!e->at.mover.known && kind > AROUND_NOT_EMPTY) emit_fail(e, "AROUND of a mover found while playing");
  for (int p = 1; p <= e->game->players && e->at.mover.known; p++) {
    if (p == e->at.mover.value) mine = emit_owned(e, type, p);
    else if (e->teams && e->team[p] == e->team[e->at.mover.value]) continue;
    else enemies = enemies ? emit_text(e, "%s | %s", enemies, emit_owned(e, type, p)) : emit_owned(e, type, p);
  }
  if (!enemies) enemies = "NONE";
  switch (kind) {
    case AROUND_ANY: return "ALL";
    case AROUND_EMPTY: return emit_text(e, "%s->empty%d", e->at.s, type);
    case AROUND_NOT_EMPTY: return emit_text(e, "~%s->empty%d", e->at.s, type);
    case AROUND_NOT_ENEMY:
      if (e->teams) return emit_text(e, "(%s | %s)", enemies, shared);  // as the interpreter has it
      return emit_text(e, "(%s | %s)", mine, shared);
    case AROUND_OWN: return emit_text(e, "(%s | %s)", mine, shared);
    case AROUND_ENEMY: return emit_text(e, "(%s)", enemies);
    case AROUND_NOT_OWN: return emit_text(e, "(~%s->empty%d & ~%s & ~%s)", e->at.s, type, mine, shared);
  }
  return "ALL";
}

// On stacks the owner of the top piece counts.
static const char *around_top(Emitter *e, SiteType type, AroundKind kind, const char *site) {
  const char *who = emit_name(e, "i"), *mover = e->at.mover.text;
  int shared = e->game->players + 1;
  emit_line(e, "const int %s = who_on%d(%s, %s, -1);", who, type, e->at.s, site);
  const char *there = emit_text(e, "what_on%d(%s, %s, -1)", type, e->at.s, site);
  switch (kind) {
    case AROUND_ANY: return "1";
    case AROUND_EMPTY: return emit_text(e, "!%s", there);
    case AROUND_NOT_EMPTY: return there;
    case AROUND_OWN:
    case AROUND_NOT_ENEMY: return emit_text(e, "(%s && (%s == %s || %s == %d))", there, who, mover, who, shared);
    case AROUND_ENEMY:
      return emit_text(e, "(%s && %s != %s && %s >= 1 && %s <= %d)", there, who, mover, who, who, e->game->players);
    case AROUND_NOT_OWN: return emit_text(e, "(%s && %s != %s && %s != %d)", there, who, mover, who, shared);
  }
  return "1";
}

// Strikes sites of a set around one where a condition does not hold, or where the wrong piece is on top of a stack.
static void around_where(Emitter *e, const Ins *in, SiteType type, const char *out) {
  const int32_t *a = in->a;
  AroundKind kind = (AroundKind)a[A_AROUND_WHAT];
  bool tall = e->tall && kind != AROUND_ANY && emit_kept(e, type);
  const char *set = a[A_AROUND_IF] && !tall ? emit_set(e, a[A_AROUND_IF], SLOT_TO, type) : NULL;
  if (set) emit_line(e, "%s &= %s;", out, set);
  if (set || (!tall && !a[A_AROUND_IF])) return;
  Context old = e->at;
  const char *to = emit_for_sites(e, out, type);
  e->at.slot[SLOT_TO] = code_site(e, to, type);
  e->at.in_loop = true;
  if (tall) emit_line(e, "if (!%s) { r_drop(&%s, %s); continue; }", around_top(e, type, kind, to), out, to);
  if (a[A_AROUND_IF]) emit_line(e, "if (!(%s)) r_drop(&%s, %s);", emit_cond(e, a[A_AROUND_IF]), out, to);
  emit_close(e);
  e->at = old;
}

// Adds the sites at a distance from one that is known only while playing.
static void around_along(Emitter *e, SiteType type, Dir dir, Code distance, const char *site, const char *out) {
  DirList dirs = {.at = {(uint8_t)dir}, .n = 1, .known = true};
  const char *table = emit_rays(e, type, &dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n"),
             *len = emit_name(e, "len");
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, site);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, len, n, n, q, len);
  emit_line(e, "%s = *%s++;", len, q);
  emit_line(e, "if (%s > 0 && %s <= %s) r_add(&%s, %s[%s - 1]);", distance.text, distance.text, len, out, q,
            distance.text);
  emit_line(e, "if (%s == 0) r_add(&%s, %s);", distance.text, out, site);
  emit_close(e);
}

static const char *op_around(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_AROUND_TYPE]);
  Dir dir = (Dir)a[A_AROUND_DIR];
  Code distance = emit_bind(e, emit_int(e, a[A_AROUND_DISTANCE])), self = emit_int_or(e, a[A_AROUND_SELF], 0);
  if (e->stack_bound) emit_fail(e, "stacks");
  if (!self.known) emit_fail(e, "AROUND with or without its centre");
  bool owners = a[A_AROUND_WHAT] > AROUND_NOT_EMPTY;
  if (e->teams && owners && (e->tall || !game_has(e->game, GAME_PIECE_KINDS))) emit_fail(e, "AROUND of teams");
  if (e->why) return "NONE";
  bool looks_back = a[A_AROUND_IF] && emit_reads_slot(e, a[A_AROUND_IF], SLOT_FROM),
       kinds = a[A_AROUND_WHAT] != AROUND_ANY && emit_kept(e, type) && !e->tall;
  Context old = e->at;
  const char *centre = emit_region_bind(e, a[A_AROUND_REGION]),
             *table = distance.known ? around_table(e, type, dir, distance.value) : NULL;
  const char *kind = kinds ? around_kind(e, type, (AroundKind)a[A_AROUND_WHAT]) : "ALL", *out = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", out);
  const char *site = emit_for_sites(e, emit_text(e, "%s & %s", centre, emit_board_mask(e, type)), type), *found = out;
  if (looks_back) emit_line(e, "R %s = NONE;", found = emit_name(e, "r"));
  if (table) emit_line(e, "%s |= %s[%s];", found, table, site);
  else around_along(e, type, dir, distance, site, found);
  if (looks_back) {
    e->at.slot[SLOT_FROM] = code_site(e, site, type);
    e->at.from_what = 0;
    emit_line(e, "%s &= %s;", found, kind);
    around_where(e, in, type, found);
    emit_line(e, "%s |= %s;", out, found);
  }
  emit_close(e);
  e->at = old;
  if (!looks_back && kinds) emit_line(e, "%s &= %s;", out, kind);
  if (!looks_back) around_where(e, in, type, out);
  return emit_text(e, self.value ? "(%s | %s)" : "(%s & ~%s)", out, centre);
}

typedef struct Along {
  const Ins *in;
  SiteType type;
  const char *out, *site;
  Code distance;
  const char *stop;
} Along;

static void along_rays(Emitter *e, const DirList *dirs, void *self) {
  Along *l = self;
  Context old = e->at;
  const char *table = emit_rays(e, l->type, dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n"),
             *k = emit_name(e, "k"), *len = emit_name(e, "len");
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, l->site);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, len, n, n, q, len);
  emit_line(e, "%s = *%s++;", len, q);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", k, k, len, k);
  if (!(l->distance.known && l->distance.value >= GAME_INFINITY))
    emit_line(e, "if (%s >= %s) break;", k, l->distance.text);
  Code to = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", q, k), l->type));
  if (l->in->a[A_LINE_SITES_STOP]) {
    e->at.slot[SLOT_TO] = to;
    const char *stops =
        l->stop ? emit_text(e, "r_has(%s, %s)", l->stop, to.text) : emit_cond(e, l->in->a[A_LINE_SITES_STOP]);
    emit_open(e, "if (%s)", stops);
    Code included = emit_int_or(e, l->in->a[A_LINE_SITES_STOP_INCLUDED], 0);
    emit_line(e, "if (%s) r_add(&%s, %s);", included.text, l->out, to.text);
    emit_line(e, "break;");
    emit_close(e);
  }
  emit_line(e, "r_add(&%s, %s);", l->out, to.text);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static const char *op_line_sites(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Along l = {.in = in, .type = emit_type(e, a[A_LINE_SITES_TYPE])};
  Code included = emit_bind(e, emit_int_or(e, a[A_LINE_SITES_INCLUDED], 0));
  l.distance = emit_bind(e, emit_int_or(e, a[A_LINE_SITES_DISTANCE], GAME_INFINITY));
  const char *starts = emit_region(e, a[A_LINE_SITES_FROM]);
  if (e->why) return "NONE";
  l.stop = a[A_LINE_SITES_STOP] ? emit_set(e, a[A_LINE_SITES_STOP], SLOT_TO, l.type) : NULL;
  if (l.stop) l.stop = emit_region_value(e, l.stop);
  l.out = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", l.out);
  l.site = emit_for_sites(e, emit_text(e, "(%s & %s)", starts, emit_board_mask(e, l.type)), l.type);
  emit_line(e, "if (%s) r_add(&%s, %s);", included.text, l.out, l.site);
  emit_with_dirs(e, a[A_LINE_SITES_DIRS], code_site(e, l.site, l.type), along_rays, &l);
  emit_close(e);
  return l.out;
}

typedef struct Ahead {
  SiteType type;
  Code site;
  const char *out;
  int steps;
  const char *found_steps;  // how many when that is found while playing, at most `steps`; else NULL
} Ahead;

enum { AHEAD_ITEMS_MAX = 1 << 16 };

// For every site the one so many steps ahead in the first of the directions, or itself.
static void sites_ahead(const Emitter *e, const Ahead *h, int steps, const DirList *dirs, int32_t *table) {
  for (int site = 0; site < emit_board_sites(e, h->type); site++) {
    table[site] = site;
    if (!dirs->n) continue;
    Radials radials = topo_radials(e->game->board, h->type, site, (Dir)dirs->at[0]);
    for (int r = 0; r < radials.n && table[site] == site; r++) {
      SiteList line = topo_radial(e->game->board, h->type, radials.ids[r]);
      if (steps >= 1 && steps < line.n) table[site] = line.at[steps];
    }
  }
}

static void ahead_table(Emitter *e, const DirList *dirs, void *self) {
  Ahead *h = self;
  int n = emit_board_sites(e, h->type), lists = dirs->var ? dirs->n_lists : 1, rows = h->found_steps ? h->steps + 1 : 1;
  if (dirs->var && !strcmp(dirs->key, "direction") && !e->at.first_dir)
    emit_fail(e, "AHEAD in directions found while playing");
  if ((int64_t)MAX(n, 1) * lists * rows > AHEAD_ITEMS_MAX) emit_fail(e, "AHEAD by many steps");
  if (e->why) return;
  int32_t *table = arena_alloc(e->arena, (size_t)MAX(n, 1) * (size_t)(lists * rows) * sizeof *table);
  for (int d = 0; d < lists; d++) {
    for (int row = 0; row < rows; row++) {
      sites_ahead(e, h, h->found_steps ? row : h->steps, dirs->var ? &dirs->lists[d] : dirs,
                  table + (ptrdiff_t)(d * rows + row) * n);
    }
  }
  const char *key = emit_text(e, "ahead %d %d %d %s %d", h->type, h->steps, rows, dirs->var ? dirs->key : "",
                              dirs->n ? dirs->at[0] : -1),
             *name = emit_find_table(e, key), *list = dirs->var ? dirs->var : "0";
  if (!name) emit_note_table(e, key, name = emit_int_table(e, table, n * lists * rows));
  if (h->found_steps)
    emit_line(e, "%s = %s[(%s * %d + %s) * %d + %s];", h->out, name, list, rows, h->found_steps, n, h->site.text);
  else if (dirs->var) emit_line(e, "%s = %s[%s * %d + %s];", h->out, name, list, n, h->site.text);
  else emit_line(e, "%s = %s[%s];", h->out, name, h->site.text);
}

// No line of the board has as many steps.
static int steps_most(const Emitter *e, SiteType type) {
  int most = 0;
  for (int site = 0; site < emit_board_sites(e, type); site++) {
    for (int d = 0; d < DIRS; d++) {
      Radials radials = topo_radials(e->game->board, type, site, (Dir)d);
      for (int r = 0; r < radials.n; r++) most = MAX(most, topo_radial(e->game->board, type, radials.ids[r]).n);
    }
  }
  return most;
}

// Steps found while playing; none where there are more than the board has.
static void find_steps(Emitter *e, Ahead *h, Code steps) {
  h->steps = steps_most(e, h->type);
  h->found_steps = emit_name(e, "i");
  emit_line(e, "const int %s = (u32)(%s) <= %du ? %s : 0;", h->found_steps, steps.text, h->steps, steps.text);
}

static Code op_ahead(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  Ahead h = {.type = emit_type(e, a[A_AHEAD_TYPE])};
  h.site = emit_bind(e, emit_int(e, a[A_AHEAD_SITE]));
  Code steps = emit_bind(e, emit_int(e, a[A_AHEAD_STEPS]));
  h.steps = steps.value;
  if (!steps.known) find_steps(e, &h, steps);
  h.out = emit_name(e, "i");
  if (e->why || (h.site.known && (h.site.value < 0 || h.site.value >= emit_board_sites(e, h.type))))
    return code_const(e, -1);
  emit_line(e, "int %s = -1;", h.out);
  emit_open(e, "if ((u32)(%s) < %du)", h.site.text, emit_board_sites(e, h.type));
  Code inside = h.site;
  inside.min = 0;
  inside.max = emit_board_sites(e, h.type) - 1;
  Context old = e->at;
  e->at.first_dir = emit_ins(e, a[A_AHEAD_DIRS])->op == OP_DIRS_BETWEEN;
  if (e->at.first_dir) emit_line(e, "%s = %s;", h.out, h.site.text);
  emit_with_dirs(e, a[A_AHEAD_DIRS], inside, ahead_table, &h);
  e->at = old;
  emit_close(e);
  return code_of(h.out, -1, emit_board_sites(e, h.type) - 1);
}

// Elements of the same type touch through edges (cells) or ends (edges).
static void add_touching(const Topology *board, SiteType want, SiteType of, Site site, Word *out) {
  SiteType through = want != of ? of : of == SITE_EDGE ? SITE_VERTEX : SITE_EDGE;
  SiteType beyond = want != of ? want : of == SITE_EDGE ? SITE_EDGE : SITE_CELL;
  SiteList links = want != of ? (SiteList){.at = &site, .n = 1} : topo_incident(board, of, site, through);
  for (int i = 0; i < links.n; i++) {
    SiteList sites = topo_incident(board, through, links.at[i], beyond);
    for (int k = 0; k < sites.n; k++) bit_set(out, sites.at[k]);
  }
  if (want == of) bit_clear(out, site);
}

static const char *op_incident(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = a[A_INCIDENT_TYPE] < 0 ? e->game->site_type : (SiteType)a[A_INCIDENT_TYPE],
           of = a[A_INCIDENT_OF] < 0 ? e->game->site_type : (SiteType)a[A_INCIDENT_OF];
  Code site = emit_bind(e, emit_int(e, a[A_INCIDENT_SITE]));
  const char *key = emit_text(e, "incident %d %d", type, of), *table = emit_find_table(e, key);
  int n = emit_board_sites(e, of);
  if (!table) {
    size_t words = (size_t)e->program->region_words;
    Word *all = arena_zero(e->arena, (size_t)MAX(n, 1) * words * sizeof *all);
    for (int i = 0; i < n; i++) {
      add_touching(e->game->board, type, of, i, all + (size_t)i * words);
    }
    emit_note_table(e, key, table = emit_region_table(e, all, n));
  }
  const char *found = site.min >= 0 && site.max < n
                          ? emit_text(e, "%s[%s]", table, site.text)
                          : emit_text(e, "((u32)(%s) < %du ? %s[%s] : NONE)", site.text, n, table, site.text);
  if (!a[A_INCIDENT_OWNER]) return found;
  if (e->puzzle) emit_fail(e, "INCIDENT of pieces in a deduction puzzle");
  Code owner = emit_int(e, a[A_INCIDENT_OWNER]);
  if (!owner.known) emit_fail(e, "INCIDENT of an owner found while playing");
  if (e->why || !emit_kept(e, type)) return "NONE";
  const char *theirs = owner.value == e->game->players + 1 ? emit_enemies(e, type, code_const(e, GAME_OFF))
                                                           : emit_of_who(e, type, owner.value);
  return emit_text(e, "(%s & %s)", found, theirs);
}

static Code op_related(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_RELATED_TYPE]);
  Code site = emit_bind(e, emit_int(e, a[A_RELATED_SITE]));
  if (type == SITE_EDGE) emit_fail(e, "RELATED edges");
  const char *key = emit_text(e, "related %d %d", type, a[A_RELATED_RELATION]), *table = emit_find_table(e, key);
  int n = emit_board_sites(e, type);
  if (!table) {
    size_t words = (size_t)e->program->region_words;
    Word *all = arena_zero(e->arena, (size_t)MAX(n, 1) * words * sizeof *all);
    for (int i = 0; i < n; i++) {
      SiteList list = topo_neighbours(e->game->board, type, (Relation)a[A_RELATED_RELATION], i);
      for (int k = 0; k < list.n; k++) bit_set(all + (size_t)i * words, list.at[k]);
    }
    emit_note_table(e, key, table = emit_region_table(e, all, n));
  }
  const char *region = emit_region(e, a[A_RELATED_REGION]);
  return code_of(emit_text(e, "((u32)(%s) < %du && r_any(%s[%s] & %s))", site.text, n, table, site.text, region), 0, 1);
}

const EmitRow emit_group_rows[] = {
    {OP_GROUP, .as_region = op_group},
    {OP_LIBERTIES, .as_int = op_liberties},
    {OP_TERRITORY, .as_int = op_territory},
    {OP_FOR_GROUPS, .as_moves = op_for_groups},
    {OP_ALL_GROUPS, .as_int = op_all_groups},
    {OP_AROUND, .as_region = op_around},
    {OP_LINE_SITES, .as_region = op_line_sites},
    {OP_AHEAD, .as_int = op_ahead},
    {OP_INCIDENT, .as_region = op_incident},
    {OP_RELATED, .as_int = op_related},
    {0},
};
