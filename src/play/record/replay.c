// The course of a replay: start, plies, end.
#include "play/record/replay.h"

#include "play/model/joint.h"
#include "state/text/fault_text.h"
#include "state/text/move_text.h"
#include "state/text/snapshot.h"
#include "state/turn/result.h"

#include <math.h>

enum { MOVES_SHOWN = 12 };  // of each kind of difference

typedef struct Replayer {
  const Game *game;
  Position *x;
  Legal legal;
  Arena arena;
  ReplayReport *report;
} Replayer;

void replay_report_free(ReplayReport *report) {
  text_free(&report->cause);
  text_free(&report->missing);
  text_free(&report->extra);
  text_free(&report->state);
}

// ---- reporting -----------------------------------------------------------------------------------

bool replay_differs(ReplayReport *report, int ply, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char message[400];
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  report->same = false;
  report->ply = ply;
  text_clear(&report->cause);
  text_puts(&report->cause, message);
  return false;
}

static void list_moves(Text *out, const Multiset *bag, const MultisetIndices *which) {
  for (size_t i = 0; i < which->n && i < MOVES_SHOWN; i++) {
    text_add(out, multiset_item(bag, which->at[i]));
    text_char(out, '\n');
  }
  if (which->n > MOVES_SHOWN) text_printf(out, "... and %zu more\n", which->n - MOVES_SHOWN);
}

static bool legal_moves_differ(Replayer *r, const TracePly *ply) {
  const Multiset *ours = &r->legal.ours, *theirs = &r->legal.theirs;
  if (legal_gave_up(&r->legal)) return replay_differs(r->report, ply->ply, "too many outcomes of chance to try");
  if (ply->detail == TRACE_HASH) {
    return replay_differs(r->report, ply->ply, "legal moves: %u of them, recorded %zu (only their hash is recorded)",
                          r->legal.list.n, ply->n);
  }
  MultisetIndices missing = {0}, extra = {0};
  multiset_excess(theirs, ours, &missing);
  multiset_excess(ours, theirs, &extra);
  list_moves(&r->report->missing, theirs, &missing);
  list_moves(&r->report->extra, ours, &extra);
  replay_differs(r->report, ply->ply, "legal moves: %zu missing, %zu extra", missing.n, extra.n);
  VEC_FREE(&missing);
  VEC_FREE(&extra);
  return false;
}

static bool no_fault(Replayer *r, int ply) {
  if (!r->x->fault) return true;
  Text why = {0};
  fault_text(&why, r->x);
  replay_differs(r->report, ply, "%s", why.p);
  text_free(&why);
  return false;
}

// ---- comparing -----------------------------------------------------------------------------------

static bool same_state(Replayer *r, int ply, const json_t *state) {
  if (snapshot_compare(r->x, state, &r->report->state)) return true;
  Str first = text_str(&r->report->state);
  const char *end = memchr(first.p, '\n', first.n);
  return replay_differs(r->report, ply, "state: %.*s", (int)(end ? (size_t)(end - first.p) : first.n), first.p);
}

static bool same_ranking(Replayer *r, int ply, const json_t *ranking) {
  for (int p = 1; p <= r->game->players; p++) {
    double ours = position_rank(r->x, p), theirs = json_number_value(json_array_get(ranking, (size_t)p));
    if (fabs(ours - theirs) > 1e-9)
      return replay_differs(r->report, ply, "rank of player %d: %g, recorded %g", p, ours, theirs);
  }
  return true;
}

static bool same_end(Replayer *r, int ply, const TraceEnd *end) {
  bool over = position_over(r->x);
  if (over != end->over) return replay_differs(r->report, ply, over ? "the game is over" : "the game is not over");
  if (!over) return true;
  if (r->x->head->winner != end->winner) {
    return replay_differs(r->report, ply, "winner: player %d, recorded %d", r->x->head->winner, end->winner);
  }
  return same_ranking(r, ply, end->ranking);
}

// ---- the start -----------------------------------------------------------------------------------

// Parts of moves and the next game of a match are no placements.
static bool is_placement(const Position *x, const Move *move) {
  bool good = true;
  for (uint32_t i = 0; i < move->n && good; i++) {
    ActionKind kind = (ActionKind)move_action(x, move, i).kind;
    good = kind != ACT_STEP && kind != ACT_CHOOSE && kind != ACT_NEXT_INSTANCE;
  }
  return good;
}

static bool place(Position *x, const char *text, ReplayReport *report) {
  Move move;
  if (!text || !move_parse(x, str_of(text), &move, &report->state) || !is_placement(x, &move)) {
    return replay_differs(report, -1, "a placement cannot be read: %s", text ? text : "");
  }
  start_apply(x, &move);
  return true;
}

bool replay_place(Position *x, const char *const *moves, size_t n, ReplayReport *report) {
  position_clear(x);
  for (size_t i = 0; i < n; i++) {
    if (!place(x, moves[i], report)) return false;
  }
  position_finish_start(x);
  return true;
}

static bool place_recorded(Replayer *r, const json_t *list) {
  size_t n = json_array_size(list);
  const char **moves = ARENA_ARRAY(&r->arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) moves[i] = trace_text(list, i);
  return replay_place(r->x, moves, n, r->report);
}

static bool start(Replayer *r, const json_t *init) {
  r->legal.script.n = r->legal.script.drawn = 0;
  r->x->script = &r->legal.script;
  position_start(r->x);
  if (r->legal.script.drawn && !place_recorded(r, json_object_get(init, "start"))) return false;
  return no_fault(r, -1) && same_state(r, -1, json_object_get(init, "state"));
}

// ---- a ply ---------------------------------------------------------------------------------------

static bool apply(Replayer *r, const TracePly *ply, int index) {
  Move move = *move_at(r->x, r->legal.list, (uint32_t)index);
  r->legal.script.drawn = 0;
  position_apply(r->x, &move);
  return no_fault(r, ply->ply);
}

// Simultaneous moves: each player's choice, joined into one move.
static bool apply_choices(Replayer *r, const TracePly *ply) {
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  for (size_t p = 0; p < json_array_size(ply->choices) && n < GAME_PLAYERS_MAX; p++) {
    json_int_t choice = json_integer_value(json_array_get(ply->choices, p));
    if (choice < 0) continue;
    const char *text = trace_text(ply->legal, (size_t)choice);
    int found = text ? legal_find(&r->legal, r->x, str_of(text), ply->detail == TRACE_CONSEQUENCES) : -1;
    if (found < 0) return replay_differs(r->report, ply->ply, "the move made is not among ours: %s", text ? text : "");
    parts[n++] = (uint32_t)found;
  }
  Move move = joint_move(r->x, r->legal.list, parts, n);
  position_apply(r->x, &move);
  return no_fault(r, ply->ply);
}

static bool apply_chosen(Replayer *r, const TracePly *ply) {
  if (ply->choices) return apply_choices(r, ply);
  bool complete = ply->applied || ply->detail == TRACE_CONSEQUENCES;
  const char *text = ply->applied ? ply->applied : trace_text(ply->legal, (size_t)ply->chosen);
  if (!text) return replay_differs(r->report, ply->ply, "the record does not say which move was made");
  int index = legal_find(&r->legal, r->x, str_of(text), complete);
  if (index < 0) return replay_differs(r->report, ply->ply, "the move made is not among ours: %s", text);
  return apply(r, ply, index);
}

static bool play(Replayer *r, const TracePly *ply) {
  if (position_over(r->x)) return replay_differs(r->report, ply->ply, "the game is over before this move");
  r->legal.work = 0;
  legal_make(&r->legal, r->x, ply);
  if (!no_fault(r, ply->ply)) return false;
  if (!legal_equal(&r->legal, ply)) return legal_moves_differ(r, ply);
  bool applied = apply_chosen(r, ply);
  position_forget(r->x, r->legal.list);
  if (!applied) return false;
  r->report->plies++;
  if (position_over(r->x) != ply->over) {
    return replay_differs(r->report, ply->ply, ply->over ? "the game does not end" : "the game ends");
  }
  return same_state(r, ply->ply, ply->state) && (!ply->ranking || same_ranking(r, ply->ply, ply->ranking));
}

// ---- the whole -----------------------------------------------------------------------------------

static bool line_agrees(Replayer *r, const json_t *line) {
  TracePly ply;
  TraceEnd end;
  const char *kind = trace_kind(line);
  int at = r->report->plies;
  if (!strcmp(kind, "init")) return start(r, line);
  if (!strcmp(kind, "ply")) {
    return trace_ply(line, &ply) ? play(r, &ply)
                                 : replay_differs(r->report, at, "the record of this ply is incomplete");
  }
  if (!strcmp(kind, "end")) {
    return trace_end(line, &end) ? same_end(r, at, &end)
                                 : replay_differs(r->report, at, "the record of the end is incomplete");
  }
  return replay_differs(r->report, at, "a line of unknown kind '%s'", kind);
}

void replay_trace(const Game *game, Trace *trace, ReplayLevel level, ReplayReport *report) {
  Replayer r = {.game = game, .x = position_new(game, 0, 0), .legal.level = level, .report = report};
  const char *why = NULL;
  const json_t *line;
  *report = (ReplayReport){.same = true, .ply = -1};
  while (report->same && (line = trace_next(trace, &r.arena, &why)) != NULL) report->same = line_agrees(&r, line);
  if (why) replay_differs(report, report->plies, "%s", why);
  r.x->script = NULL;
  position_free(r.x);
  legal_free(&r.legal);
  arena_free(&r.arena);
}
