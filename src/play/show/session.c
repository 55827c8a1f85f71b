// A game in progress.
#include "play/show/session.h"

#include "base/number.h"
#include "play/model/joint.h"
#include "play/show/san.h"
#include "play/show/seats.h"
#include "state/text/move_text.h"

void session_restart(Session *session) {
  VEC_CLEAR(&session->turns);
  session->x->random = random_stream(session->seed, session->stream);
  position_start(session->x);
  PositionMistake mistake;
  bool good = !session->setup || position_read(session->x, str_of(session->setup), &mistake);
  assert(good);
  (void)good;
}

bool session_set(Session *session, Str text, PositionMistake *mistake) {
  if (!position_read(session->x, text, mistake)) return false;
  mem_free(session->setup);
  session->setup = mem_alloc_zero(text.n + 1);
  memcpy(session->setup, text.p, text.n);
  session_restart(session);
  return true;
}

void session_new(const Game *game, uint64_t seed, Session **out) {
  Session *session = mem_alloc_zero(sizeof *session);
  *session = (Session){.game = game, .seed = seed, .x = position_new(game, seed, 0)};
  session_restart(session);
  *out = session;
}

void session_free(Session *session) {
  if (!session) return;
  position_free(session->x);
  VEC_FREE(&session->turns);
  VEC_FREE(&session->seats);
  VEC_FREE(&session->thrown);
  notation_free(&session->notation);
  mem_free(session->setup);
  mem_free(session);
}

// All moves of a list begin with the same throw, if there was one.
static void note_dice(Session *session, MoveList list) {
  const Position *x = session->x;
  VEC_CLEAR(&session->thrown);
  if (!list.n) return;
  const Move *move = move_at(x, list, 0);
  for (uint32_t i = 0; i < move->n; i++) {
    const Action *action = &x->actions.at[move->first + i];
    if (action->kind != ACT_UPDATE_DICE) continue;
    const Component *die = &x->game->components[site_what(x, SITE_CELL, action->to, -1)];
    if (action->state >= 0 && action->state < die->n_faces) VEC_PUSH(&session->thrown, die->faces[action->state]);
  }
}

uint32_t session_look(Session *session) {
  Position *x = session->x;
  Random before = x->random;
  MoveList list = position_moves(x);
  notation_make(&session->notation, x, list);
  VEC_CLEAR(&session->seats);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&session->seats, player_seat(x, move_at(x, list, i)->mover));
  note_dice(session, list);
  position_forget(x, list);
  x->random = before;
  return list.n;
}

static bool belongs(const Session *session, int i, int seat) {
  return i >= 0 && i < (int)session->seats.n && (!seat || session->seats.at[i] == seat);
}

static int find_san(const Session *session, Str text, int seat) {
  Position *x = session->x;
  Random before = x->random;
  MoveList list = position_moves(x);
  int found = san_find(x, list, text, seat);
  position_forget(x, list);
  x->random = before;
  return found;
}

int session_find(Session *session, Str text, int seat) {
  session_look(session);
  int64_t number = 0;
  int by_number = str_integer(text, 1, INT32_MAX, &number) ? (int)number - 1 : -1;
  int by_name = notation_find(&session->notation, text);
  if (belongs(session, by_name, seat)) return by_name;
  return belongs(session, by_number, seat) ? by_number : find_san(session, text, seat);
}

bool session_find_turn(Session *session, Str text, Turn *turn) {
  *turn = (Turn){0};
  for (Str rest = text; turn->n < GAME_PLAYERS_MAX;) {
    const char *comma = memchr(rest.p, ',', rest.n);
    Str part = {rest.p, comma ? (size_t)(comma - rest.p) : rest.n};
    bool together = session->game->mode == MODE_SIMULTANEOUS;
    int choice = session_find(session, together ? part : text, together ? turn->n + 1 : 0);
    if (choice < 0) return false;
    turn->choices[turn->n++] = (uint32_t)choice;
    if (!together || !comma) return true;
    rest = (Str){comma + 1, rest.n - part.n - 1};
  }
  return false;
}

static Move move_of(Position *x, MoveList list, const Turn *turn) {
  bool together = x->game->mode == MODE_SIMULTANEOUS;
  return together ? joint_move(x, list, turn->choices, turn->n) : *move_at(x, list, turn->choices[0]);
}

static void make(Position *x, const Turn *turn) {
  MoveList list = position_moves(x);
  Move move = move_of(x, list, turn);
  position_apply(x, &move);
  position_forget(x, list);
}

void session_play(Session *session, const Turn *turn) {
  make(session->x, turn);
  VEC_PUSH(&session->turns, *turn);
}

bool session_undo(Session *session) {
  size_t n = session->turns.n;
  if (n == 0) return false;
  session_restart(session);
  for (size_t i = 0; i + 1 < n; i++) {
    session->turns.n = i + 1;  // the turns are still there
    make(session->x, &session->turns.at[i]);
  }
  session->turns.n = n - 1;
  return true;
}

// ---- records -------------------------------------------------------------------------------------

void session_save(Session *session, const Record *names, Text *out) {
  Recorder recorder = {0};
  VEC(Turn) turns = {0};
  for (size_t i = 0; i < session->turns.n; i++) VEC_PUSH(&turns, session->turns.at[i]);
  session_restart(session);
  recorder_begin(&recorder, session->seed, session->stream);
  for (size_t i = 0; i < turns.n; i++) {
    session_play(session, &turns.at[i]);
    recorder_note(&recorder, session->x);
  }
  Record record = *recorder_end(&recorder, session->x);
  record.name = names->name;
  record.path = names->path;
  record.options = names->options;
  record.ruleset = names->ruleset;
  record_write(out, &record);
  recorder_free(&recorder);
  VEC_FREE(&turns);
}

static void last_text(Text *out, const Position *x) {
  const Move *made = &VEC_LAST(&x->played).move;
  text_clear(out);
  move_text_actions(out, x->game, made, x->played_actions.at + made->first, made->n);
}

// The next combination of choices, one move of every player who has any; the first if turn->n is 0. False after the
// last.
static bool next_combination(const Position *x, MoveList list, Turn *turn) {
  uint32_t first[GAME_PLAYERS_MAX];
  int n = 0, k;
  for (Player p = 1; p <= x->game->players; p++) {
    uint32_t i = 0;
    while (i < list.n && move_at(x, list, i)->mover != p) i++;
    if (i < list.n) first[n++] = i;
  }
  if (turn->n == 0) {
    memcpy(turn->choices, first, sizeof *first * (size_t)n);
    turn->n = n;
    return n > 0;
  }
  assert(turn->n == n);
  for (k = n - 1; k >= 0; k--) {
    uint32_t i = turn->choices[k] + 1;
    while (i < list.n && move_at(x, list, i)->mover != move_at(x, list, first[k])->mover) i++;
    turn->choices[k] = i < list.n ? i : first[k];
    if (i < list.n) return true;
  }
  return false;
}

static bool next_turn(const Position *x, MoveList list, Turn *turn) {
  if (x->game->mode == MODE_SIMULTANEOUS) return next_combination(x, list, turn);
  turn->choices[0] = turn->n ? turn->choices[0] + 1 : 0;
  turn->n = 1;
  return turn->choices[0] < list.n;
}

// The turn that is written like this when made.
static bool turn_of_text(Session *session, Str wanted, Turn *turn) {
  Position *x = session->x;
  Random before = x->random;
  Text text = {0};
  MoveList list = position_moves(x);
  Random drawn = x->random;
  bool found = false;
  turn->n = 0;
  while (!found && next_turn(x, list, turn)) {
    Move move = move_of(x, list, turn);
    position_apply(x, &move);
    last_text(&text, x);
    found = str_eq(text_str(&text), wanted);
    position_undo(x);
    x->random = drawn;
  }
  position_forget(x, list);
  x->random = before;
  text_free(&text);
  return found;
}

static bool play_record(Session *session, const Record *record) {
  for (size_t i = 0; i < record->n_moves; i++) {
    Turn turn;
    if (position_over(session->x) || !turn_of_text(session, str_of(record->moves[i]), &turn)) return false;
    session_play(session, &turn);
  }
  return true;
}

// Begins again with the turns given.
static void play_turns(Session *session, const Turn *turns, size_t n) {
  session_restart(session);
  for (size_t i = 0; i < n; i++) session_play(session, &turns[i]);
}

bool session_load(Session *session, const Record *record, const char **why) {
  uint64_t seed = session->seed, stream = session->stream;
  VEC(Turn) before = {0};
  for (size_t i = 0; i < session->turns.n; i++) VEC_PUSH(&before, session->turns.at[i]);
  if (record->seeded) session->seed = record->seed, session->stream = record->stream;
  session_restart(session);
  bool good = play_record(session, record);
  if (!good) {
    *why = "a move of the record is not legal";
    session->seed = seed;
    session->stream = stream;
    play_turns(session, before.at, before.n);
  }
  VEC_FREE(&before);
  return good;
}
