// Large pieces that are only ever added: where one can lie, in each way it can lie, is a set of root cells, and what it
// covers a table.
#include "emit/emit_internal.h"

#include "state/block/site.h"

enum { LARGE_WAYS = 4 };  // states per walk

bool emit_is_large(const Emitter *e, Code what) {
  return game_has(e->game, GAME_LARGE_PIECES) && what.known && what.value > 0 && what.value < e->game->n_components &&
         e->game->components[what.value].n_walks > 0;
}

// A way to lie: the cells covered for every root, none where it would leave the board.
typedef struct Way {
  const char *table;
  Word *roots;
  int deltas[LARGE_SITES_MAX], n;  // from the root to the cells it covers, the same everywhere
} Way;

static bool find_way(Emitter *e, int32_t what, int state, Way *way) {
  int cells = emit_board_sites(e, SITE_CELL);
  size_t words = (size_t)MAX(e->words, e->program->region_words);
  Word *covers = arena_zero(e->arena, (size_t)cells * (size_t)e->program->region_words * sizeof *covers);
  bool same = true, first = true;
  *way = (Way){.roots = arena_zero(e->arena, words * sizeof(Word))};
  for (int root = 0; root < cells; root++) {
    int32_t sites[LARGE_SITES_MAX];
    int n = large_cells(e->game, what, root, state, sites);
    if (!n) continue;
    bit_set(way->roots, root);
    for (int i = 0; i < n; i++) {
      bit_set(covers + (size_t)root * (size_t)e->program->region_words, sites[i]);
      if (first) way->deltas[i] = sites[i] - root;
      same &= i < n && way->deltas[i] == sites[i] - root;
    }
    if (first) way->n = n;
    same &= way->n == n;
    first = false;
  }
  way->table = emit_region_table(e, covers, cells);
  return same;
}

void emit_add_large(Emitter *e, const Ins *in, Ref ref, const char *region) {
  Context old = e->at;
  int32_t what = e->at.what.value;
  Code wanted = emit_int_or(e, in->a[A_ADD_PIECE_STATE], -1);
  if (!wanted.known) emit_fail(e, "large pieces in a state found while playing");
  for (int state = 0; state < e->game->components[what].n_walks * LARGE_WAYS && !e->why; state++) {
    Way way;
    if (wanted.value >= 0 && wanted.value != state) continue;
    if (!find_way(e, what, state, &way)) emit_fail(e, "large pieces on boards that are not regular");
    const char *set = emit_text(e, "%s & %s", region, emit_region_const(e, way.roots));
    for (int i = 0; i < way.n; i++)
      set = emit_text(e, "%s & %s(%s->empty%d, %d)", set, way.deltas[i] < 0 ? "r_up" : "r_down", e->at.s, SITE_CELL,
                      MAX(way.deltas[i], -way.deltas[i]));
    e->at.variant = state + 1;
    e->at.from_what = 0;
    emit_leaf_set(e, in, ref, set, 0);
    e->at = old;
  }
}

void emit_acts_large(Emitter *e) {
  Way way;
  int32_t what = e->at.what.value;
  const char *to = e->at.slot[SLOT_TO].text;
  find_way(e, what, e->at.variant - 1, &way);
  emit_line(e, "add%d_%d(s, %s, %d, %d);", SITE_CELL, emit_owner(e, what), to, what, e->at.variant - 1);
  emit_line(e, "s->empty%d &= ~%s[%s];", SITE_CELL, way.table, to);
}

bool emit_accepts_large(const Emitter *e, const uint8_t *ops) {
  for (int op = 0; op < OPS; op++) {
    if (ops[op] && op != OP_ADD_PIECE && (op_info[op].writes & PART_SITES)) return false;
  }
  return !e->game->start && !game_has(e->game, GAME_STACKING | GAME_COUNT | GAME_DOMINOES);
}
