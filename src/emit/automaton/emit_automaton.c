// The unit of a game whose rules are an automaton, put together.
#include "emit/automaton/emit_automaton.h"

#include "emit/automaton/automaton_internal.h"

static void unit_init(AutoUnit *u, Auto *a) {
  *u = (AutoUnit){.a = a};
  int n_tables = 0;
  for (int e = 0; e < a->n_edges; e++) n_tables = MAX(n_tables, a->edges[e].a + 1);
  u->step_written = ARENA_ARRAY(&a->arena, bool, n_tables);
  u->list_written = ARENA_ARRAY(&a->arena, bool, n_tables);
  u->ray_written = ARENA_ARRAY(&a->arena, bool, n_tables);
  u->set_asked = ARENA_ARRAY(&a->arena, bool, a->n_states);
  u->set_possible = ARENA_ARRAY(&a->arena, uint8_t, a->n_states);
  u->row_written = ARENA_ARRAY(&a->arena, bool, n_tables);
  for (int mode = 0; mode < AUTO_MODES; mode++) {
    u->asked[mode] = ARENA_ARRAY(&a->arena, bool, a->n_states);
    u->loop_asked[mode] = ARENA_ARRAY(&a->arena, bool, a->n_states);
  }
}

static void unit_free(AutoUnit *u) {
  text_free(&u->tables);
  text_free(&u->protos);
  text_free(&u->code);
  for (int mode = 0; mode < AUTO_MODES; mode++) text_free(&u->leaving[mode]);
  VEC_FREE(&u->left);
  VEC_FREE(&u->loops_left);
  VEC_FREE(&u->sets_left);
}

bool automaton_emit(const Game *game, bool compact, Text *out, Text *why) {
  Auto a;
  bool good = auto_read(&a, game, why);
  if (good) {
    AutoUnit u;
    unit_init(&u, &a);
    u.compact = compact;
    auto_choose_machine(&u);
    auto_write_play(&u);
    auto_write_searches(&u);
    auto_write_sets(&u);
    auto_write_frame(&u, out);
    text_add(out, text_str(&u.tables));
    text_char(out, '\n');
    text_add(out, text_str(&u.protos));
    text_add(out, text_str(&u.code));
    unit_free(&u);
  }
  auto_free(&a);
  return good;
}
