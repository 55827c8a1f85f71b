// Large units: the moves of one kind of piece from one site are a function of their own. Compilers need far longer for
// one long function than for many short ones, and those that turn out the same are written once (emit_share.c).
#include "emit/emit_internal.h"

enum { KIND_LEAST = 1200 };  // characters that make a function

// Whether a number reads the same in a function that gets the state and the previous player.
static bool travels(const Emitter *e, const Code *code) {
  if (code->known || !strcmp(code->text, "prev")) return true;
  bool of_state = !strncmp(code->text, "s->", 3) || !strncmp(code->text, "next_active(s,", 14);
  return of_state && !strcmp(e->at.s, "s");
}

static bool turn_travels(const Emitter *e, const Turn *turn) {
  return travels(e, &turn->mover) && travels(e, &turn->next) && travels(e, &turn->prev);
}

static bool slots_travel(const Code *slots, const char *site, const char *level) {
  for (int k = 0; k < SLOT_COUNT; k++) {
    bool given = !slots[k].known && (!strcmp(slots[k].text, site) || (level && !strcmp(slots[k].text, level)));
    if (!slots[k].known && !given) return false;
  }
  return true;
}

// Whether all that the moves may read is a constant, in the state, or what the function gets.
static bool context_travels(const Emitter *e, const char *site, const char *level) {
  const Context *at = &e->at;
  Turn now = {at->mover, at->next, at->prev}, root = {at->root_mover, at->root_next, at->root_prev};
  bool asked = at->sink == SINK_FOUND || (at->sink == SINK_LIST && !e->together);
  if (!e->compact || !asked || e->draws || at->region || at->dice.text || at->facing || at->hurdles.text) return false;
  if (!at->what.known || at->n_opens || !turn_travels(e, &now) || !turn_travels(e, &root)) return false;
  for (int i = 0; i < at->n_filters; i++) {
    if (!turn_travels(e, &at->tested[i]) || !slots_travel(at->test_slots[i], "", NULL)) return false;
  }
  return slots_travel(at->slot, site, level);
}

// The names under which the function knows what it gets.
static void rename_given(Emitter *e, const char *site, const char *level) {
  for (int k = 0; k < SLOT_COUNT; k++) {
    Code *slot = &e->at.slot[k];
    if (slot->known) continue;
    slot->text = !strcmp(slot->text, site) ? "from" : level && !strcmp(slot->text, level) ? "level" : slot->text;
  }
  e->at.s = "s";
  if (e->at.only) e->at.only = "goal";
}

static void write_found(Emitter *e, int32_t moves) {
  const char *found = emit_name(e, "f");
  emit_line(e, "int %s = 0;", found);
  e->at.found = found;
  emit_open(e, "%s", "");
  emit_moves(e, moves);
  emit_close(e);
  emit_line(e, "%s_end:;", found);
}

static const char *previous(const Emitter *e) {
  const Code *codes[] = {&e->at.prev, &e->at.next, &e->at.mover, &e->at.root_prev, &e->at.root_next, &e->at.root_mover};
  for (size_t i = 0; i < COUNT_OF(codes); i++) {
    if (!codes[i]->known && !strcmp(codes[i]->text, "prev")) return "prev";
  }
  for (int i = 0; i < e->at.n_filters; i++) {
    if (!strcmp(e->at.tested[i].prev.text, "prev") || !strcmp(e->at.tested[i].next.text, "prev")) return "prev";
  }
  return "0";
}

// Short ones stand where they are needed.
static void write_inline(Emitter *e, const Outline *outline, const Context *outside, const char *site,
                         const char *level) {
  e->out = outline->outer;
  e->indent = outline->indent;
  emit_open(e, "%s", "");
  emit_line(e, "const int from = %s, level = %s;", site, level ? level : "0");
  emit_line(e, "(void)from, (void)level;");
  if (strcmp(outside->s, "s") != 0) emit_line(e, "const S *const kept = %s, *const s = kept;", outside->s);
  if (outside->only && strcmp(outside->only, "goal") != 0) emit_line(e, "const int goal = %s;", outside->only);
  text_add(e->out, text_str(&outline->body));
  if (outside->sink == SINK_FOUND)
    emit_line(e, "if (%s) { %s = 1; goto %s_end; }", e->at.found, outside->found, outside->found);
  emit_close(e);
}

static void write_call(Emitter *e, Outline *outline, const Context *outside, const char *site, const char *level) {
  const char *given = emit_text(e, "%s, %s, %s, %s, %s", outside->s, site, level ? level : "0", previous(e),
                                outside->only ? outside->only : "0");
  if (outside->sink == SINK_LIST) {
    const char *name = emit_outline_end_always(
        e, outline, "__attribute__((noinline)) int",
        "Move *list, int n, const S *s, const int from, const int level, const int prev, const int goal",
        "  return n;\n");
    emit_line(e, "n = %s(list, n, %s);", name, given);
    return;
  }
  const char *name =
      emit_outline_end_always(e, outline, "__attribute__((noinline)) int",
                              "const S *s, const int from, const int level, const int prev, const int goal",
                              emit_text(e, "  return %s;\n", e->at.found));
  emit_line(e, "if (%s(%s)) { %s = 1; goto %s_end; }", name, given, outside->found, outside->found);
}

void emit_kind_moves(Emitter *e, int32_t moves, const char *site, const char *level) {
  if (!context_travels(e, site, level)) {
    emit_moves(e, moves);
    return;
  }
  Outline outline;
  Context outside = e->at;
  int bunches = e->bunch_generator;
  const char *near_from = e->near ? e->near->from : NULL;
  emit_outline_begin(e, &outline, emit_name(e, "kind"));
  rename_given(e, site, level);
  if (near_from && !strcmp(near_from, site)) e->near->from = "from";
  if (outside.sink == SINK_FOUND) write_found(e, moves);
  else emit_moves(e, moves);
  if (e->near) e->near->from = near_from;
  const char *found = e->at.found;
  e->at = outside;
  e->at.found = found;
  bool bunched = outline.body.n && strstr(outline.body.p, "BUNCH(");
  if (outline.body.n < KIND_LEAST) {
    write_inline(e, &outline, &outside, site, level);
    text_free(&outline.body);
  } else {
    if (bunched) {
      Text body = outline.body;
      outline.body = (Text){0};
      emit_bunch_listed(e);
      text_add(&outline.body, text_str(&body));
      text_free(&body);
      e->bunch_generator = bunches;
    }
    write_call(e, &outline, &outside, site, level);
  }
  e->at = outside;
}

// ---- lines --------------------------------------------------------------------------------------

const char *emit_shared_row(Emitter *e, const char *row) {
  SharedLine *shared = e->shared;
  if (!shared || strchr(row, '[')) return row;  // by a variable of the function
  shared->clash |= shared->row && strcmp(shared->row, row) != 0;
  shared->row = row;
  return "ways";
}

const char *emit_shared_most(Emitter *e, Code most) {
  if (!e->shared || !most.known) return most.text;
  e->shared->clash |= e->shared->most != NULL;
  e->shared->most = most.text;
  return "most";
}

const char *emit_shared_generator(Emitter *e, int number) {
  SharedLine *shared = e->shared;
  if (!shared) return emit_text(e, "%d", number);
  shared->clash |= shared->generator >= 0 && shared->generator != number;
  shared->generator = number;
  return "gen";
}

static bool may_share(const Emitter *e) {
  bool asked = e->at.sink == SINK_LIST || (e->at.sink == SINK_FOUND && !e->at.only);
  return e->compact && !e->shared && asked && !strcmp(e->at.s, "s") && context_travels(e, "from", NULL) &&
         strcmp(previous(e), "prev") != 0;
}

static void call_line(Emitter *e, Outline *outline, const SharedLine *shared, const char *found) {
  const char *from = "0";
  for (int k = 0; k < SLOT_COUNT; k++) {
    if (!e->at.slot[k].known) from = "from";
  }
  const char *given = emit_text(e, "%s, %d, %s, %s", from, MAX(shared->generator, 0), shared->row ? shared->row : "0",
                                shared->most ? shared->most : "0");
  if (!found) {
    const char *name = emit_outline_end_always(
        e, outline, "__attribute__((noinline)) int",
        "Move *list, int n, const S *s, const int from, const int gen, const u8 *ways, const int most",
        "  return n;\n");
    emit_line(e, "n = %s(list, n, s, %s);", name, given);
    return;
  }
  const char *name =
      emit_outline_end_always(e, outline, "__attribute__((noinline)) int",
                              "const S *s, const int from, const int gen, const u8 *ways, const int most",
                              emit_text(e, "  return %s;\n", found));
  emit_line(e, "if (%s(s, %s)) { %s = 1; goto %s_end; }", name, given, e->at.found, e->at.found);
}

bool emit_shared_line(Emitter *e, const Ins *in, Ref ref, LineWriter *write) {
  enum { LEAST = 300 };  // characters
  Context old = e->at;
  if (!may_share(e)) return false;
  SharedLine shared = {.generator = -1};
  Outline outline;
  const char *found = e->at.sink == SINK_FOUND ? emit_name(e, "f") : NULL;
  emit_outline_begin(e, &outline, emit_name(e, "line"));
  e->shared = &shared;
  if (found) {
    e->at.found = found;
    emit_line(e, "int %s = 0;", found);
    emit_open(e, "%s", "");
  }
  write(e, in, ref);
  if (found) emit_close(e);
  if (found) emit_line(e, "%s_end:;", found);
  e->shared = NULL;
  e->at = old;
  bool bunched = outline.body.n && strstr(outline.body.p, "BUNCH(");
  if (e->why || shared.clash || bunched || outline.body.n < LEAST) {
    e->out = outline.outer;
    e->indent = outline.indent;
    text_free(&outline.body);
    return false;
  }
  call_line(e, &outline, &shared, found);
  return true;
}
