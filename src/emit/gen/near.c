// Which pieces can come to a site at all: where only moves to one site are looked for, pieces that stand where none
// of their moves could lead there are passed over. The sites from which one is reached are noted while the moves of the
// pieces are written (steps, slides and leaps know them); where some move does not say, all pieces are looked at.
#include "emit/emit_internal.h"

const char *emit_near_begin(Emitter *e, Near *near, const char *sites) {
  enum { WORDS_MOST = 8 };
  *near = (Near){0};
  if (e->words > WORDS_MOST) return sites;  // the table would be too large
  if (e->at.sink != SINK_FOUND || !e->at.only || e->near) return sites;
  near->name = emit_name(e, "NEAR");
  near->to = arena_zero(e->arena, (size_t)e->bits * (size_t)e->program->region_words * sizeof *near->to);
  return emit_text(e, "(%s & %s[%s])", sites, near->name, e->at.only);
}

void emit_near_from(Emitter *e, Near *near, const char *from) {
  if (!near->name) return;
  near->from = from;
  e->near = near;
}

void emit_near_end(Emitter *e, Near *near) {
  if (!near->name) return;
  size_t words = (size_t)e->program->region_words;
  for (size_t i = 0; near->open && i < (size_t)e->bits; i++) bits_fill(near->to + i * words, e->bits);
  const char *table = emit_region_table(e, near->to, e->bits);
  text_printf(&e->tables, "#define %s %s\n", near->name, table);
  emit_note_table(e, emit_text(e, "same as %s", near->name), table);
  e->near = NULL;
}

bool emit_near_covers(Emitter *e, Code from) {
  e->at.covered = e->near && e->near->from && !strcmp(e->near->from, from.text);
  return e->at.covered;
}

void emit_near_pair(Emitter *e, int from, int to) {
  if (to < e->bits && from < e->bits) bit_set(e->near->to + (size_t)to * (size_t)e->program->region_words, from);
}

void emit_near_leaf(Emitter *e) {
  if (e->near && !e->at.covered) e->near->open = true;
}
