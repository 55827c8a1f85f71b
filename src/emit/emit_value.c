// Values and statements by the rows of their ops; what is common to all of them.
#include "emit/emit_internal.h"
#include "rules/effects.h"

static const EmitRow *const families[] = {
    emit_core_rows,    emit_state_rows,  emit_region_rows, emit_shape_rows,   emit_move_rows,   emit_slide_rows,
    emit_capture_rows, emit_effect_rows, emit_end_rows,    emit_test_rows,    emit_group_rows,  emit_track_rows,
    emit_memory_rows,  emit_stack_rows,  emit_dice_rows,   emit_look_rows,    emit_repeat_rows, emit_ring_rows,
    emit_push_rows,    emit_steps_rows,  emit_puzzle_rows, emit_satisfy_rows,
};

void emit_find_rows(Emitter *e) {
  for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
    for (const EmitRow *row = families[f]; row->as_int || row->as_region || row->as_moves || row->as_set; row++) {
      e->rows[row->op] = row;
    }
  }
}

// Whether the rules are too large, or moves ask for themselves without end. What fails in one way is written in
// another, in rules within rules again and again: work counts as text does.
static bool too_large(Emitter *e) {
  enum { DEPTH_MAX = 200, VISITS_MOST = 1 << 18 };
  enum { FUNCTIONS_MOST = 2 << 20, TABLES_MOST = 8 << 20, ROOM_MOST = 256 << 20 };  // characters, and bytes
  if (!e->visits++) e->room_before = e->arena->total;
  bool small = e->out->n + e->functions.n < FUNCTIONS_MOST && e->tables.n < TABLES_MOST &&
               e->arena->total - e->room_before < ROOM_MOST && e->visits < VISITS_MOST;
  if (e->depth < DEPTH_MAX && small) return false;
  emit_fail(e, "rules too large");
  return e->hopeless = true;
}

// Questions about the state alone, which the moves of many kinds of pieces ask, are functions there.
static Code shared_int(Emitter *e, const Ins *in, const char *key) {
  Outline outline;
  const char *name = emit_outline_begin(e, &outline, key), *state = e->at.s;
  Code code = name ? emit_shared_bounds(e, key) : (Code){0};
  if (!name) {
    Context old = e->at;
    e->at.s = "s";
    code = e->rows[in->op]->as_int(e, in);
    e->at = old;
    name = emit_outline_end(e, &outline, "int", "const S *s", emit_text(e, "  return %s;\n", code.text));
    emit_share_bounds(e, key, code);
  }
  if (name) code.text = emit_text(e, "%s(%s)", name, state);
  return code;
}

static const char *int_key(Emitter *e, const Ins *in, int32_t ref) {
  enum { KINDS_LEAST = 17 };
  bool asks = in->op == OP_COUNT_PIECES || in->op == OP_THREATENED || in->op == OP_REGION_SIZE || in->op == OP_LINE;
  if (!asks || e->game->n_components < KINDS_LEAST || e->draws || strcmp(e->at.s, "s") != 0) return NULL;
  return emit_state_key(e, "int", ref);
}

Code emit_int(Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  const EmitRow *row = e->rows[in->op];
  if (!row || !row->as_int) emit_fail(e, "%s", op_info[in->op].name);
  if (e->why || too_large(e)) return code_const(e, 0);
  e->depth++;
  int put_sites = e->at.put_sites;
  e->at.put_sites = 0;
  const char *key = int_key(e, in, ref);
  Code code = key ? shared_int(e, in, key) : row->as_int(e, in);
  e->at.put_sites = put_sites;
  e->depth--;
  return code;
}

Code emit_int_or(Emitter *e, int32_t ref, int32_t otherwise) {
  return ref ? emit_int(e, ref) : code_const(e, otherwise);
}

// Whether all sites of the region are from regions that it is made of.
static bool passes_sites_on(int op) {
  return op == OP_REGION_OF_INTS || op == OP_UNION || op == OP_INTERSECTION || op == OP_DIFFERENCE ||
         op == OP_IF_REGION || op == OP_SITES_WHERE || op == OP_UNION_FOR;
}

const char *emit_region(Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  const EmitRow *row = e->rows[in->op];
  if (!row || !row->as_region) emit_fail(e, "%s", op_info[in->op].name);
  if (e->why || too_large(e)) return "NONE";
  e->depth++;
  int put_sites = e->at.put_sites;
  if (!passes_sites_on(in->op)) e->at.put_sites = 0;
  const char *text = row->as_region(e, in);
  e->at.put_sites = put_sites;
  e->depth--;
  return text;
}

void emit_moves(Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  const EmitRow *row = e->rows[in->op];
  if (!row || !row->as_moves) emit_fail(e, "%s", op_info[in->op].name);
  if (e->why || too_large(e)) return;
  e->depth++;
  row->as_moves(e, in, (Ref)ref);
  e->depth--;
}

static bool is_plain(const char *text) {
  for (; *text; text++) {
    bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9');
    if (!letter && *text != '_') return false;
  }
  return true;
}

Code emit_bind(Emitter *e, Code code) {
  if (code.known || is_plain(code.text)) return code;
  const char *name = emit_name(e, "i");
  emit_line(e, "const int %s = %s;", name, code.text);
  code.text = name;
  return code;
}

const char *emit_region_value(Emitter *e, const char *text) {
  if (is_plain(text)) return text;
  const char *name = emit_name(e, "r");
  emit_line(e, "const R %s = %s;", name, text);
  return name;
}

const char *emit_region_bind(Emitter *e, int32_t ref) { return emit_region_value(e, emit_region(e, ref)); }

const char *emit_cond(Emitter *e, int32_t ref) { return ref ? emit_int(e, ref).text : "1"; }

const char *emit_set(Emitter *e, int32_t ref, Slot slot, SiteType type) {
  if (e->why) return NULL;
  size_t written = e->out->n;
  const Ins *in = emit_ins(e, ref);
  const EmitRow *row = e->rows[in->op];
  const char *set = NULL;
  if (!emit_reads_slot(e, ref, slot)) {
    Code code = emit_int(e, ref);
    set = code.known ? (code.value ? "ALL" : "NONE") : emit_text(e, "r_if(%s)", code.text);
  } else if (row && row->as_set) {
    set = row->as_set(e, in, slot, type);
  }
  if (set && !e->why) return set;
  emit_try_again(e);
  e->out->n = written;
  if (e->out->p) e->out->p[written] = 0;
  return NULL;
}

// ---- slots --------------------------------------------------------------------------------------

uint32_t emit_free_slots(const Emitter *e, int32_t ref) { return e->plan->needs[ref] & SLOT_BITS; }

bool emit_reads_slot(const Emitter *e, int32_t ref, Slot slot) { return emit_free_slots(e, ref) >> slot & 1; }

// ---- sites --------------------------------------------------------------------------------------

bool emit_stacking(const Emitter *e) { return game_has(e->game, GAME_STACKING); }

bool code_on_board(const Emitter *e, Code site, SiteType type) {
  return site.min >= 0 && site.max < emit_sites(e, type);
}

Code code_site(Emitter *e, const char *name, SiteType type) { return code_of(name, 0, emit_sites(e, type) - 1); }

const char *emit_for_sites(Emitter *e, const char *region, SiteType type) {
  (void)type;
  const char *set = emit_name(e, "r"), *site = emit_name(e, "at");
  if (e->words == 1) {
    emit_open(e, "for (u64 %s = %s; %s; %s &= %s - 1)", set, region, set, set, set);
    emit_line(e, "const int %s = __builtin_ctzll(%s);", site, set);
    return site;
  }
  const char *all = emit_region_value(e, region), *w = emit_name(e, "w");
  emit_open(e, "for (int %s = 0; %s < NW; %s++) for (u64 %s = %s[%s]; %s; %s &= %s - 1)", w, w, w, set, all, w, set,
            set, set);
  emit_line(e, "const int %s = %s * 64 + __builtin_ctzll(%s);", site, w, set);
  return site;
}

// A constant that is asked for a site is a table.
static const char *constant_place(Emitter *e, const char *text) {
  const char *name = emit_find_table(e, text);
  if (name) return name;
  name = emit_text(e, "C%d", ++e->n_tables);
  text_printf(&e->tables, "static const R %s = %.*s;\n", name, (int)(strlen(text) - 5), text + 4);
  emit_note_table(e, text, name);
  return name;
}

static bool is_place(const char *text) {
  for (const char *c = text; *c; c++) {
    bool word = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_';
    if (!word && !(*c == '-' && c[1] == '>') && !(*c == '>' && c > text && c[-1] == '-')) return false;
  }
  return true;
}

// Where sets have several words, one that is asked for a site must lie in memory.
const char *emit_region_place(Emitter *e, const char *text) {
  if (e->words == 1 || !strcmp(text, "NONE") || !strcmp(text, "ALL")) return text;
  if (!strncmp(text, "((R){", 5) && !strcmp(strchr(text, '}'), "})")) return constant_place(e, text);
  return is_place(text) ? text : emit_region_value(e, text);
}

const char *emit_has(Emitter *e, const char *region, Code site, SiteType type) {
  region = emit_region_place(e, region);
  if (site.known && !code_on_board(e, site, type)) return "0";
  if (code_on_board(e, site, type)) return emit_text(e, "r_has(%s, %s)", region, site.text);
  return emit_text(e, "((u32)(%s) < %du && r_has(%s, %s))", site.text, emit_sites(e, type), region, site.text);
}

const char *emit_asked_set(Emitter *e, const char *set) {
  enum { COPIED_MOST = 4 };  // words
  size_t n = strlen(set);
  bool stays = e->at.sink == SINK_LIST || e->at.sink == SINK_FOUND;
  if (e->words <= COPIED_MOST || !stays) return emit_region_value(e, set);
  if (n > 2 && set[0] == '(' && set[n - 1] == ')') {
    const char *inner = emit_text(e, "%.*s", (int)n - 2, set + 1);
    if (is_place(inner)) return inner;
  }
  return is_place(set[0] == '~' ? set + 1 : set) ? set : emit_region_value(e, set);
}

const char *emit_asked(Emitter *e, const char *set, Code site) {
  if (!strcmp(set, "ALL")) return "1";
  return set[0] == '~' ? emit_text(e, "!r_has(%s, %s)", set + 1, site.text)
                       : emit_text(e, "r_has(%s, %s)", set, site.text);
}

bool emit_open_on_board(Emitter *e, SiteType type, Code *site) {
  int n = emit_board_sites(e, type);
  if (site->known && (site->value < 0 || site->value >= n)) return false;
  if (site->min >= 0 && site->max < n) emit_open(e, "%s", "");
  else emit_open(e, "if ((u32)(%s) < %du)", site->text, n);
  site->min = MAX(site->min, 0);
  site->max = MIN(site->max, n - 1);
  return true;
}
