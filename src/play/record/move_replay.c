// Finding the legal move that a recorded text stands for, and making it.
#include "play/record/move_replay.h"

#include "play/model/joint.h"
#include "play/show/position_text.h"
#include "state/text/fault_text.h"
#include "state/text/move_text.h"

// The position the record begins at, where it names one.
static bool set_up(MoveReplay *r) {
  PositionMistake mistake;
  const char *text = r->record->position;
  if (!text || position_read(r->x, str_of(text), &mistake)) return true;
  return replay_differs(r->report, -1, "the position it begins at: column %zu: %s", mistake.at + 1, mistake.message);
}

// A seeded record gets its chance from the stream, any other from the texts.
static bool start(MoveReplay *r) {
  Position *x = r->x;
  x->random = random_stream(r->record->seed, r->record->stream);
  x->script = r->record->seeded ? NULL : &r->legal.script;
  position_start(x);
  if (!r->legal.script.drawn || r->record->position) return set_up(r);
  return replay_place(x, r->record->placements, r->record->n_placements, r->report);
}

// ---- seeded records ------------------------------------------------------------------------------

// The text of a move in the list as chance has it; the stream is left where it was.
static bool reads(MoveReplay *r, const Move *move, Str text) {
  Random before = r->x->random;
  text_clear(&r->legal.scratch);
  move_text(&r->legal.scratch, r->x, move, false);
  if (!str_eq(move_text_head(text_str(&r->legal.scratch)), move_text_head(text))) return false;
  text_clear(&r->legal.scratch);
  move_text(&r->legal.scratch, r->x, move, true);
  r->x->random = before;
  return str_eq(text_str(&r->legal.scratch), text);
}

static bool find_seeded(MoveReplay *r, Str text, Move *found) {
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

// Whether the actions of the move are written in the text of a joint one.
static bool is_part(MoveReplay *r, uint32_t index, const char *text) {
  static const char mark[] = "actions=";
  Text *own = &r->legal.scratch;
  Move move = *move_at(r->x, r->legal.list, index);
  text_clear(own);
  move_text(own, r->x, &move, false);
  own->p[own->n - 1] = '\0';  // the bracket behind its actions
  return strstr(text, strstr(own->p, mark) + sizeof mark - 1) != NULL;
}

// Tries every combination of the players' moves from this player on that may take part.
static bool find_joint(MoveReplay *r, Str text, const bool *may, Player player, uint32_t *parts, int n, Move *found) {
  if (player > r->x->game->players) {
    *found = joint_move(r->x, r->legal.list, parts, n);
    r->legal.work += LEGAL_WORK_LIST;
    return reads(r, found, text);
  }
  int index = -1;
  bool any = false;
  while (next_move_of(r->x, r->legal.list, player, &index) && !legal_gave_up(&r->legal)) {
    any = true;
    parts[n] = (uint32_t)index;
    if (may[index] && find_joint(r, text, may, player + 1, parts, n + 1, found)) return true;
  }
  return !any && !legal_gave_up(&r->legal) && find_joint(r, text, may, player + 1, parts, n, found);
}

// First of the moves whose actions are in the text, which are few, then of all.
static bool find_together(MoveReplay *r, Str text, Move *found) {
  uint32_t parts[GAME_PLAYERS_MAX];
  r->legal.list = position_moves(r->x);
  size_t n = r->legal.list.n;
  bool *may = mem_alloc_zero(n + 1);
  for (uint32_t i = 0; i < n; i++) may[i] = is_part(r, i, text.p);
  bool good = find_joint(r, text, may, 1, parts, 0, found);
  memset(may, true, n);
  good = good || find_joint(r, text, may, 1, parts, 0, found);
  mem_free(may);
  return good;
}

// ---- a move --------------------------------------------------------------------------------------

// Lists our moves under outcomes of chance that fit the text, and finds the move it stands for.
static bool find_listed(MoveReplay *r, Str text, const TracePly *ply, bool complete, Move *found) {
  legal_make(&r->legal, r->x, ply);
  int index = legal_find(&r->legal, r->x, text, complete);
  if (index >= 0) *found = *move_at(r->x, r->legal.list, (uint32_t)index);
  return index >= 0;
}

// Moves whose list depends on chance are looked for under every outcome; texts may lack the consequences.
static bool find_guessed(MoveReplay *r, Str text, bool complete, Move *found) {
  json_t *texts = json_array();
  json_array_append_new(texts, json_stringn_nocheck(text.p, text.n));
  TracePly ply = {.detail = complete ? TRACE_CONSEQUENCES : TRACE_MOVES, .n = 1, .legal = texts};
  position_forget(r->x, r->legal.list);
  Text flat = {0};
  move_text_flat(&flat, text);
  bool good = find_listed(r, complete ? text : text_str(&flat), &ply, complete, found);
  text_free(&flat);
  json_decref(texts);
  return good;
}

static bool find_scripted(MoveReplay *r, Str text, Move *found) {
  TracePly ply = {.detail = TRACE_HASH, .applied = text.p};
  return find_listed(r, text, &ply, true, found) || find_guessed(r, text, true, found) ||
         find_guessed(r, text, false, found);
}

// The text without the levels of its head, which versions of the reference write in different cases; false when it has
// none.
static bool write_without_levels(Text *out, Str text) {
  Str head = move_text_head(text);
  const char *mark = ",levelMin=", *at = strstr(text.p, mark), *end = at ? strstr(at, ",actions=") : NULL;
  if (!end || at >= head.p + head.n) return false;
  text_add(out, (Str){text.p, (size_t)(at - text.p)});
  text_add(out, (Str){end, (size_t)(text.p + text.n - end)});
  return true;
}

// The text with the state of its decision in the head, where older versions of the reference did not write it; false
// when it is there or there is none.
static bool write_with_state(Text *out, Str text) {
  Str head = move_text_head(text);
  const char *mark = ",state=", *at = NULL, *actions = strstr(text.p, ",actions="),
             *end = actions ? strstr(actions, ",decision=true") : NULL;
  if (!end || actions > head.p + head.n) return false;
  const char *in_head = strstr(text.p, mark);
  if (in_head && in_head < actions) return false;
  for (const char *next = actions; (next = strstr(next, mark)) != NULL && next < end; next++) at = next;
  if (!at || memchr(at, ']', (size_t)(end - at))) return false;
  text_add(out, (Str){text.p, (size_t)(actions - text.p)});
  text_add(out, (Str){at, strlen(mark) + strspn(at + strlen(mark), "0123456789")});
  text_add(out, (Str){actions, (size_t)(text.p + text.n - actions)});
  return true;
}

typedef bool Rewriter(Text *out, Str text);

// As another version of the reference would have written it.
static bool find_rewritten(MoveReplay *r, Rewriter *rewrite, Str text, Move *found) {
  Text other = {0};
  bool good = rewrite(&other, text);
  if (good) {
    position_forget(r->x, r->legal.list);
    good = find_scripted(r, text_str(&other), found);
  }
  text_free(&other);
  return good;
}

// The move with just this text, and where only the places of moves are compared, otherwise one with these places:
// several moves may share them.
static bool find_unseeded(MoveReplay *r, Str text, Move *found) {
  ReplayLevel level = r->legal.level;
  r->legal.level = REPLAY_FULL;
  bool good = find_scripted(r, text, found);
  r->legal.level = level;
  if (good || level == REPLAY_FULL) return good;
  position_forget(r->x, r->legal.list);
  return find_scripted(r, text, found) || find_rewritten(r, write_without_levels, text, found) ||
         find_rewritten(r, write_with_state, text, found);
}

// Between the games of a match there is one move.
static bool find_next_game(MoveReplay *r, Str text, Move *found) {
  r->legal.list = position_moves(r->x);
  *found = *move_at(r->x, r->legal.list, 0);
  return record_is_next_game(text.p);
}

static bool find(MoveReplay *r, Str text, Move *found) {
  if (match_between(r->x)) return find_next_game(r, text, found);
  if (r->x->game->mode == MODE_SIMULTANEOUS) return find_together(r, text, found);
  return r->record->seeded ? find_seeded(r, text, found) : find_unseeded(r, text, found);
}

bool move_replay_step(MoveReplay *r, int ply, const char *text) {
  Move move;
  if (position_over(r->x)) return replay_differs(r->report, ply, "the game is over before this move");
  r->legal.work = 0;
  bool found = find(r, str_of(text), &move);
  if (found) {
    r->legal.script.drawn = 0;
    position_apply(r->x, &move);
  }
  position_forget(r->x, r->legal.list);
  if (!found && legal_gave_up(&r->legal)) return replay_differs(r->report, ply, "too many moves to try for %s", text);
  if (!found) return replay_differs(r->report, ply, "not a legal move: %s", text);
  r->report->plies++;
  if (!r->x->fault) return true;
  Text why = {0};
  fault_text(&why, r->x);
  replay_differs(r->report, ply, "%s", why.p);
  text_free(&why);
  return false;
}

MoveList move_replay_moves(MoveReplay *r, const json_t *texts) {
  TracePly ply = {.detail = TRACE_CONSEQUENCES, .n = json_array_size(texts), .legal = texts};
  r->legal.work = 0;
  legal_make(&r->legal, r->x, &ply);
  return r->legal.list;
}

bool move_replay_open(MoveReplay *r, const Game *game, const Record *record, ReplayLevel level, ReplayReport *report) {
  *r = (MoveReplay){.x = position_new(game, 0, 0), .record = record, .legal.level = level, .report = report};
  *report = (ReplayReport){.same = true, .ply = -1};
  return start(r);
}

Position *move_replay_release(MoveReplay *r) {
  r->x->script = NULL;
  legal_free(&r->legal);
  return r->x;
}

void move_replay_close(MoveReplay *r) { position_free(move_replay_release(r)); }
