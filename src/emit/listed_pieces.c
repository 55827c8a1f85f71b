// The order in which pieces came, where rules go by it. As in the interpreter there are two forms: a list of sites for
// each kind (lists), or, with stacks and on boards of several types of sites, one list of entries. Both may name a
// site twice, or one that its piece has left, where the game says so (piece_lists).
#include "emit/emit_internal.h"

int emit_list_of(const Emitter *e, int kind) {
  bool kept = kind > 0 && (e->stack_list || (kind >= 64 ? e->listed == ~(uint64_t)0 : e->listed >> kind & 1));
  return kept ? e->game->components[kind].list : 0;
}

static int list_size(const Emitter *e, SiteType type) { return (int)e->layout.sites[type].order_size; }

bool emit_has_lists(const Emitter *e, SiteType type) {
  return e->stack_list || (e->lists && e->layout.sites[type].order);
}

// ---- fields -------------------------------------------------------------------------------------

void emit_list_fields(Emitter *e, Text *out, SiteType type) {
  if (e->lists && e->layout.sites[type].order)
    text_printf(out, "  u16 order%d[%d][%d], order_n%d[%d];\n", type, e->game->n_lists, list_size(e, type), type,
                e->game->n_lists);
}

void emit_roll_fields(Emitter *e, Text *out) {
  if (e->stack_list)
    text_printf(out, "  i32 n_roll, roll_room;  // entries, and entries with those that left the interpreter's\n");
}

void emit_roll_list(Emitter *e, Text *out) {
  if (e->stack_list) text_printf(out, "  E roll[%u];  // what is used of them is copied\n", e->layout.stack_list_size);
}

void emit_list_types(Emitter *e, Text *out) {
  if (e->stack_list)
    text_printf(out, "typedef struct E { %s what, site, level, type; } E;  // where a piece was put\n",
                e->layout.small_stack_list ? "u8" : "u16");
}

// ---- helpers ------------------------------------------------------------------------------------

void emit_list_tables(Emitter *e, Text *out) {
  if (!e->lists && !e->stack_list) return;
  text_puts(out, "static const u8 LIST_OF[] = {");
  for (int c = 0; c < e->game->n_components; c++) text_printf(out, "%s%d", c ? ", " : "", emit_list_of(e, c));
  text_puts(out, "};\n");
  if (!e->stack_list) return;
  text_printf(
      out,
      "static void roll_add(S *s, int what, int type, int site, int level) {\n  if (!LIST_OF[what]) return;\n  if "
      "(s->roll_room >= %u || s->roll_room %% 16 == 15) s->roll_room = s->n_roll;\n  if (s->n_roll >= %u) { exceed(); "
      "return; }\n  s->roll[s->n_roll++] = (E){.what = what, .site = site, .level = level, .type = type};\n  "
      "s->roll_room++;\n}\n"
      "static void roll_again(S *s, int what, int type, int site) {\n  if (s->roll_room < %u) roll_add(s, what, type, "
      "site, 0);\n}\n"
      "// The entries of a kind on a site leave: all of them, or those of a level.\n"
      "static void roll_leave(S *s, int what, int type, int site, int level) {\n  int kept = 0;\n  for (int k = 0; k < "
      "s->n_roll; k++) {\n    const E x = s->roll[k];\n    if (x.what == what && x.site == site && x.type == type && "
      "(level < 0 || x.level == level)) continue;\n    s->roll[kept++] = x;\n  }\n  s->n_roll = kept;\n}\n"
      "// The same of a level; what lies above comes down.\n"
      "static void roll_leave_level(S *s, int what, int type, int site, int level) {\n  if (what <= 0) return;\n  "
      "roll_leave(s, what, type, site, level);\n  for (int k = 0; k < s->n_roll; k++) {\n    E *x = &s->roll[k];\n    "
      "if (x->site == site && x->type == type && x->level > level) x->level--;\n  }\n}\n",
      e->layout.stack_list_size, e->layout.stack_list_size, e->layout.stack_list_size / 2);
}

const char *emit_type_of(Emitter *e, int t, const char *site) {
  if (!e->merged) return emit_text(e, "%d", t);
  return emit_text(e, "(%s < %d ? %d : %d)", site, e->game->sites[t], t, SITE_CELL);
}

static void follow_in_lists(Emitter *e, Text *out, int t) {
  text_printf(out,
              "INLINE void follow%d(S *s, int i, int before, int after) {\n  if (before == after) return;\n  const int "
              "left = LIST_OF[before], come = LIST_OF[after];\n"
              "  if (left) {\n    const int n = s->order_n%d[left];\n    int k = 0;\n    while (k < n && "
              "s->order%d[left][k] != i) k++;\n    if (k < n) { s->order%d[left][k] = s->order%d[left][n - 1]; "
              "s->order_n%d[left]--; }\n  }\n"
              "  if (come && s->order_n%d[come] >= %d) exceed();\n"
              "  else if (come) s->order%d[come][s->order_n%d[come]++] = (u16)i;\n}\n"
              "INLINE void again%d(S *s, int i, int what) { if (s->order_n%d[LIST_OF[what]] < %d) follow%d(s, i, 0, "
              "what); }\n",
              t, t, t, t, t, t, t, list_size(e, (SiteType)t), t, t, t, t, list_size(e, (SiteType)t) - e->game->sites[t],
              t);
  text_printf(out,
              "static R listed%d(const S *s, int what) {\n  R sites = NONE;\n  const int l = LIST_OF[what];\n  for "
              "(int k = 0; l && k < s->order_n%d[l]; k++) r_add(&sites, s->order%d[l][k]);\n  return sites;\n}\n",
              t, t, t);
}

static void follow_in_stack_list(Emitter *e, Text *out, int t) {
  const char *type = emit_type_of(e, t, "i");
  text_printf(out,
              "INLINE void follow%d(S *s, int i, int before, int after) {\n  if (before == after) return;\n  if "
              "(LIST_OF[before]) roll_leave(s, before, %s, i, -1);\n  roll_add(s, after, %s, i, 0);\n}\n"
              "INLINE void again%d(S *s, int i, int what) { roll_again(s, what, %s, i); }\n",
              t, type, type, t, type);
  const char *other = e->merged ? emit_text(e, " || s->roll[k].type == %d", SITE_CELL) : "";
  text_printf(out,
              "static R listed%d(const S *s, int what) {\n  R sites = NONE;\n  for (int k = 0; k < s->n_roll; k++) if "
              "(s->roll[k].what == what && (s->roll[k].type == %d%s)) r_add(&sites, s->roll[k].site);\n  return "
              "sites;\n}\n"
              "static int names%d(const S *s, u64 kinds, int site) {\n  for (int k = 0; k < s->n_roll; k++) if "
              "(s->roll[k].site == site && kinds >> s->roll[k].what & 1 && (s->roll[k].type == %d%s)) return 1;\n  "
              "return 0;\n}\n",
              t, t, other, t, t, other);
}

// The lists of kinds follow a site that changes from one kind of piece to another.
void emit_list_helpers(Emitter *e, Text *out, int t) {
  if (!emit_has_lists(e, (SiteType)t)) return;
  if (e->stack_list) follow_in_stack_list(e, out, t);
  else follow_in_lists(e, out, t);
}

// ---- the interpreter's block --------------------------------------------------------------------

void emit_list_copy(Emitter *e, Text *load, Text *store, SiteType t) {
  const SiteLayout *at = &e->layout.sites[t];
  const char *type = emit_type_of_width(at->order_bytes);
  if (!e->lists || !at->order) return;
  for (int kind = 1; kind < e->game->n_components; kind++) {
    int l = emit_list_of(e, kind);
    if (!l) continue;
    uint32_t n = at->order_n + 2u * (uint32_t)l, list = at->order + at->order_bytes * (uint32_t)l * at->order_size;
    text_printf(load,
                "  s->order_n%d[%d] = AT(u16, %u);\n  for (int k = 0; k < s->order_n%d[%d]; k++) s->order%d[%d][k] = "
                "AT(%s, %u + %d * k);\n",
                t, l, n, t, l, t, l, type, list, at->order_bytes);
    text_printf(store,
                "  AT(u16, %u) = s->order_n%d[%d];\n  for (int k = 0; k < s->order_n%d[%d]; k++) AT(%s, %u + %d * k) = "
                "s->order%d[%d][k];\n",
                n, t, l, t, l, type, list, at->order_bytes, t, l);
  }
}

// Entries that left are not copied. Nobody asks which of two kinds came first: they are stored by kind.
void emit_roll_copy(Emitter *e, Text *load, Text *store) {
  if (!e->stack_list) return;
  text_printf(load,
              "  s->n_roll = 0;\n  s->roll_room = AT(i32, %u);\n  for (int k = 0; k < s->roll_room; k++) {\n    const "
              "E x = AT(E, %u + %d * (u32)k);\n    if (x.what) s->roll[s->n_roll++] = x;\n  }\n",
              e->layout.stack_list_n, e->layout.stack_list, e->layout.small_stack_list ? 4 : 8);
  text_printf(store,
              "  {\n    int n = 0;\n    for (int c = 1; c < %d; c++) for (int k = 0; LIST_OF[c] && k < s->n_roll; k++) "
              "if (s->roll[k].what == c) AT(E, %u + %d * (u32)n++) = s->roll[k];\n    AT(i32, %u) = n;\n  }\n",
              e->game->n_components, e->layout.stack_list, e->layout.small_stack_list ? 4 : 8, e->layout.stack_list_n);
}

// ---- in rules -----------------------------------------------------------------------------------

void emit_open_listed(Emitter *e, SiteType type, const char *kind, int how, const char **site, const char **level) {
  const char *k = emit_name(e, "k"), *list = emit_name(e, "l");
  *site = emit_name(e, "at");
  *level = "0";
  const char *n =
      e->stack_list ? emit_text(e, "%s->n_roll", e->at.s) : emit_text(e, "%s->order_n%d[%s]", e->at.s, type, list);
  if (!e->stack_list)
    emit_line(e, "const int %s = (u32)(%s) < %du ? LIST_OF[%s] : 0;", list, kind, e->game->n_components, kind);
  const char *some = e->stack_list ? "1" : list;
  if (how & LISTED_BACKWARDS) emit_open(e, "for (int %s = %s ? %s - 1 : -1; %s >= 0; %s--)", k, some, n, k, k);
  else emit_open(e, "for (int %s = 0; %s && %s < %s; %s++)", k, some, k, n, k);
  if (!e->stack_list) {
    emit_line(e, "const int %s = %s->order%d[%s][%s];", *site, e->at.s, type, list, k);
    return;
  }
  *level = emit_name(e, "l");
  emit_line(e, "if (%s->roll[%s].what != %s) continue;", e->at.s, k, kind);
  emit_line(e, "const int %s = %s->roll[%s].site, %s = %s->roll[%s].level;", *site, e->at.s, k, *level, e->at.s, k);
  emit_line(e, "(void)%s;", *level);
  if (!(how & LISTED_ON_ANY) && !e->merged) emit_line(e, "if (%s->roll[%s].type != %d) continue;", e->at.s, k, type);
}

static bool is_one_of(const RulesArray *pieces, int32_t kind) {
  for (int i = 0; i < pieces->n; i++) {
    if (pieces->at[i] == kind) return true;
  }
  return false;
}

// The sites that are listed for kinds of the players in a mask.
const char *emit_listed_sites(Emitter *e, SiteType type, Code players, const RulesArray *pieces) {
  const char *sum = NULL;
  for (int c = 1; c < e->game->n_components; c++) {
    int owner = emit_owner(e, c);
    if ((players.known && !(players.value >> owner & 1)) || (pieces && !is_one_of(pieces, c))) continue;
    const char *one = emit_text(e, "listed%d(%s, %d)", type, e->at.s, c);
    if (!players.known) one = emit_text(e, "(%s & r_if(%s >> %d & 1))", one, players.text, owner);
    sum = sum ? emit_text(e, "(%s | %s)", sum, one) : one;
  }
  return sum ? sum : "NONE";
}

// The same of one site only: the set of that site, or none. NULL: all sites have to be looked for.
const char *emit_listed_site(Emitter *e, SiteType type, Code players, const RulesArray *pieces, const char *site) {
  if (!e->stack_list || !players.known || e->game->n_components > 64) return NULL;
  uint64_t kinds = 0;
  for (int c = 1; c < e->game->n_components; c++)
    if (players.value >> emit_owner(e, c) & 1 && (!pieces || is_one_of(pieces, c))) kinds |= (uint64_t)1 << c;
  return emit_text(e, "(names%d(%s, 0x%llxull, %s) ? r_maybe(%s) : NONE)", type, e->at.s, (unsigned long long)kinds,
                   site, site);
}

const char *emit_listed_kind(Emitter *e, SiteType type, Code players, Code what) {
  int32_t *owners = arena_zero(e->arena, (size_t)e->game->n_components * sizeof *owners);
  for (int c = 0; c < e->game->n_components; c++) owners[c] = c ? emit_owner(e, c) : 31;
  const char *table = emit_int_table(e, owners, e->game->n_components);
  return emit_text(e, "((u32)(%s - 1) < %du && (%s >> %s[%s] & 1) ? listed%d(%s, %s) : NONE)", what.text,
                   e->game->n_components - 1, players.text, table, what.text, type, e->at.s, what.text);
}
