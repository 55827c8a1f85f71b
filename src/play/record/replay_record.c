// Replaying games of which only the moves and the result were written down.
#include "play/model/joint.h"
#include "play/record/replay.h"
#include "state/text/move_text.h"

typedef struct RecordReplayer {
  Position *x;
  const Record *record;
  Legal legal;
  ReplayReport *report;
} RecordReplayer;

// A seeded record gets its chance from the stream, any other from the texts.
static bool start(RecordReplayer *r) {
  Position *x = r->x;
  x->random = random_stream(r->record->seed, r->record->stream);
  x->script = r->record->seeded ? NULL : &r->legal.script;
  position_start(x);
  if (!r->legal.script.drawn) return true;
  return replay_place(x, r->record->placements, r->record->n_placements, r->report);
}

// ---- seeded records ------------------------------------------------------------------------------

// The text of a move in the list as chance has it; the stream is left where it was.
static bool reads(RecordReplayer *r, const Move *move, Str text) {
  Random before = r->x->random;
  text_clear(&r->legal.scratch);
  move_text(&r->legal.scratch, r->x, move, false);
  if (!str_eq(move_text_head(text_str(&r->legal.scratch)), move_text_head(text))) return false;
  text_clear(&r->legal.scratch);
  move_text(&r->legal.scratch, r->x, move, true);
  r->x->random = before;
  return str_eq(text_str(&r->legal.scratch), text);
}

static bool find_seeded(RecordReplayer *r, Str text, Move *found) {
  r->legal.list = position_moves(r->x);
  for (uint32_t i = 0; i < r->legal.list.n; i++) {
    *found = *move_at(r->x, r->legal.list, i);
    if (reads(r, found, text)) return true;
  }
  return false;
}

// ---- simultaneous moves --------------------------------------------------------------------------

// The next choice of one move per player, kept as indices into the list; -1: the player has none.
static bool next_move_of(const Position *x, MoveList list, Player player, int *index) {
  for (int i = *index + 1; i < (int)list.n; i++) {
    if (move_at(x, list, (uint32_t)i)->mover != player) continue;
    *index = i;
    return true;
  }
  return false;
}

// Tries every combination of the players' moves from this player on.
static bool find_joint(RecordReplayer *r, Str text, Player player, uint32_t *parts, int n, Move *found) {
  if (player > r->x->game->players) {
    *found = joint_move(r->x, r->legal.list, parts, n);
    return reads(r, found, text);
  }
  int index = -1;
  bool any = false;
  while (next_move_of(r->x, r->legal.list, player, &index)) {
    any = true;
    parts[n] = (uint32_t)index;
    if (find_joint(r, text, player + 1, parts, n + 1, found)) return true;
  }
  return !any && find_joint(r, text, player + 1, parts, n, found);
}

// ---- a move --------------------------------------------------------------------------------------

static bool find_scripted(RecordReplayer *r, Str text, Move *found) {
  TracePly ply = {.detail = TRACE_HASH, .applied = text.p};
  legal_make(&r->legal, r->x, &ply);
  int index = legal_find(&r->legal, r->x, text, true);
  if (index >= 0) *found = *move_at(r->x, r->legal.list, (uint32_t)index);
  return index >= 0;
}

static bool find(RecordReplayer *r, Str text, Move *found) {
  if (r->x->game->mode == MODE_SIMULTANEOUS) {
    uint32_t parts[GAME_PLAYERS_MAX];
    r->legal.list = position_moves(r->x);
    return find_joint(r, text, 1, parts, 0, found);
  }
  return r->record->seeded ? find_seeded(r, text, found) : find_scripted(r, text, found);
}

static bool play(RecordReplayer *r, int ply, const char *text) {
  Move move;
  if (position_over(r->x)) return replay_differs(r->report, ply, "the game is over before this move");
  bool found = find(r, str_of(text), &move);
  if (found) {
    r->legal.script.drawn = 0;
    position_apply(r->x, &move);
  }
  position_forget(r->x, r->legal.list);
  if (!found) return replay_differs(r->report, ply, "not a legal move: %s", text);
  r->report->plies++;
  return !r->x->fault || replay_differs(r->report, ply, "the rules stopped: %s", r->x->fault);
}

static bool same_result(const RecordReplayer *r) {
  const Record *record = r->record;
  int ply = r->report->plies;
  bool over = position_over(r->x);
  if (over != record->over) return replay_differs(r->report, ply, over ? "the game is over" : "the game is not over");
  if (over && r->x->head->winner != record->winner) {
    return replay_differs(r->report, ply, "winner: player %d, recorded %d", r->x->head->winner, record->winner);
  }
  for (size_t i = 0; over && i < record->n_ranking; i++) {
    double ours = position_rank(r->x, (Player)i + 1);
    if (ours != record->ranking[i]) {
      return replay_differs(r->report, ply, "rank of player %zu: %g, recorded %g", i + 1, ours, record->ranking[i]);
    }
  }
  return true;
}

void replay_record(const Game *game, const Record *record, ReplayLevel level, ReplayReport *report) {
  RecordReplayer r = {.x = position_new(game, 0, 0), .record = record, .legal.level = level, .report = report};
  *report = (ReplayReport){.same = true, .ply = -1};
  bool good = start(&r);
  for (size_t i = 0; good && i < record->n_moves; i++) good = play(&r, (int)i, record->moves[i]);
  if (good) same_result(&r);
  r.x->script = NULL;
  position_free(r.x);
  legal_free(&r.legal);
}
