// A game in progress.
#include "play/session.h"

#include "play/joint.h"
#include "play/seats.h"
#include "state/text.h"

#include <stdlib.h>

void session_restart(Session *session) {
  VEC_CLEAR(&session->turns);
  session->x->random = random_stream(session->seed, session->stream);
  position_start(session->x);
}

void session_new(const Game *game, uint64_t seed, Session **out) {
  Session *session = mem_alloc_zero(sizeof *session);
  *session = (Session){.game = game, .seed = seed, .x = exec_new(game, seed, 0)};
  session_restart(session);
  *out = session;
}

void session_free(Session *session) {
  if (!session) return;
  exec_free(session->x);
  VEC_FREE(&session->turns);
  VEC_FREE(&session->seats);
  notation_free(&session->notation);
  mem_free(session);
}

uint32_t session_look(Session *session) {
  Exec *x = session->x;
  Random before = x->random;
  MoveList list = position_moves(x);
  notation_make(&session->notation, x, list);
  VEC_CLEAR(&session->seats);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&session->seats, player_seat(x, move_at(x, list, i)->mover));
  position_forget(x, list);
  x->random = before;
  return list.n;
}

static bool belongs(const Session *session, int i, int seat) {
  return i >= 0 && i < (int)session->seats.n && (!seat || session->seats.at[i] == seat);
}

int session_find(Session *session, Str text, int seat) {
  session_look(session);
  char digits[12] = {0};
  memcpy(digits, text.p, MIN(text.n, sizeof digits - 1));
  char *end;
  long number = strtol(digits, &end, 10);
  int by_number = end != digits && !*end && text.n < sizeof digits ? (int)number - 1 : -1;
  int by_name = notation_find(&session->notation, text);
  if (belongs(session, by_name, seat)) return by_name;
  return belongs(session, by_number, seat) ? by_number : -1;
}

static void make(Exec *x, const Turn *turn) {
  MoveList list = position_moves(x);
  bool together = x->game->mode == MODE_SIMULTANEOUS;
  Move move = together ? joint_move(x, list, turn->choices, turn->n) : *move_at(x, list, turn->choices[0]);
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

static void last_text(Text *out, const Exec *x) {
  const Move *made = &VEC_LAST(&x->played).move;
  text_clear(out);
  move_text_actions(out, x->game, made, x->played_actions.at + made->first, made->n);
}

// The choice that is written like this when made, or -1.
static int choice_of_text(Session *session, Str wanted) {
  Exec *x = session->x;
  Random before = x->random;
  Text text = {0};
  MoveList list = position_moves(x);
  Random drawn = x->random;
  int found = -1;
  for (uint32_t i = 0; i < list.n && found < 0; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    last_text(&text, x);
    if (str_eq(text_str(&text), wanted)) found = (int)i;
    position_undo(x);
    x->random = drawn;
  }
  position_forget(x, list);
  x->random = before;
  text_free(&text);
  return found;
}

bool session_load(Session *session, const Record *record, const char **why) {
  if (session->game->mode == MODE_SIMULTANEOUS) {
    *why = "games with simultaneous moves cannot be loaded";
    return false;
  }
  if (record->seeded) {
    session->seed = record->seed;
    session->stream = record->stream;
  }
  session_restart(session);
  for (size_t i = 0; i < record->n_moves; i++) {
    int choice = position_over(session->x) ? -1 : choice_of_text(session, str_of(record->moves[i]));
    if (choice < 0) {
      *why = "a move of the record is not legal";
      return false;
    }
    session_play(session, &(Turn){.n = 1, .choices = {(uint32_t)choice}});
  }
  return true;
}
