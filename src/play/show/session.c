// A game in progress.
#include "play/show/session.h"

#include "base/number.h"
#include "play/model/joint.h"
#include "play/show/san.h"
#include "play/show/seats.h"

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
  notation_free(&session->notation);
  mem_free(session->setup);
  mem_free(session);
}

uint32_t session_look(Session *session) {
  Position *x = session->x;
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

static bool add_choice(Session *session, Str text, int seat, Turn *turn) {
  int choice = session_find(session, text, seat);
  if (choice < 0) return false;
  turn->choices[turn->n++] = (uint32_t)choice;
  return true;
}

// The next seat after this one that has moves here; 0: there is none.
static int next_seat(const Session *session, int seat) {
  int next = 0;
  for (size_t i = 0; i < session->seats.n; i++) {
    int at = session->seats.at[i];
    if (at > seat && (!next || at < next)) next = at;
  }
  return next;
}

// A part for every seat that has moves.
static bool find_together(Session *session, Str text, Turn *turn) {
  session_look(session);
  for (int seat = next_seat(session, 0); seat; seat = next_seat(session, seat)) {
    const char *comma = memchr(text.p, ',', text.n);
    Str part = {text.p, comma ? (size_t)(comma - text.p) : text.n};
    if (!add_choice(session, part, seat, turn)) return false;
    if (!comma) return !next_seat(session, seat);
    text = (Str){comma + 1, text.n - part.n - 1};
  }
  return false;
}

bool session_find_turn(Session *session, Str text, Turn *turn) {
  *turn = (Turn){0};
  bool together = session->game->mode == MODE_SIMULTANEOUS;
  return together ? find_together(session, text, turn) : add_choice(session, text, 0, turn);
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
