// Positions and batches of games.
#include "ext.h"

#include <stdlib.h>

static void position_dealloc(PyObject *self) {
  senet_position_free(SELF(senet_position));
  object_finish(self);
}

// ---- moves ----------------------------------------------------------------------------------------

static PyObject *position_count(PyObject *self, PyObject *args) {
  (void)args;
  size_t n = 0;
  senet_status status = senet_position_count(SELF(senet_position), &n);
  return status == SENET_OK ? PyLong_FromSize_t(n) : raise_status(status);
}

static PyObject *move_tuple(const senet_move *move) {
  return Py_BuildValue("(iiiiisK)", move->mover, move->from, move->to, move->level, move->piece, move->kind,
                       (unsigned long long)move->key);
}

static PyObject *position_moves(PyObject *self, PyObject *args) {
  (void)args;
  size_t n = 0;
  senet_status status = senet_position_count(SELF(senet_position), &n);
  senet_move *moves = status == SENET_OK ? malloc((n + 1) * sizeof *moves) : NULL;
  if (status == SENET_OK && !moves) return PyErr_NoMemory();
  if (status == SENET_OK) status = senet_position_moves(SELF(senet_position), 0, moves, n, &n);
  PyObject *list = status == SENET_OK ? PyList_New(0) : raise_status(status);
  for (size_t i = 0; list && i < n; i++) {
    PyObject *item = move_tuple(&moves[i]);
    if (!item || PyList_Append(list, item)) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  free(moves);
  return list;
}

static PyObject *position_places(PyObject *self, PyObject *args) {
  (void)args;
  size_t n = 0;
  senet_status status = senet_position_count(SELF(senet_position), &n);
  int32_t *places = status == SENET_OK ? malloc((n + 1) * sizeof *places) : NULL;
  if (status == SENET_OK && !places) return PyErr_NoMemory();
  if (status == SENET_OK) status = senet_position_places(SELF(senet_position), places, n, &n);
  PyObject *list = status == SENET_OK ? PyList_New(0) : raise_status(status);
  for (size_t i = 0; list && i < n; i++) {
    PyObject *item = PyLong_FromLong(places[i]);
    if (!item || PyList_Append(list, item)) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  free(places);
  return list;
}

// The text of one move needs its number.
typedef struct MoveText {
  senet_position *position;
  size_t move;
} MoveText;
static senet_status move_text(void *self, char *buffer, size_t size, size_t *length) {
  MoveText *of = self;
  return senet_position_move_text(of->position, of->move, buffer, size, length);
}
static PyObject *position_move_text(PyObject *self, PyObject *args) {
  Py_ssize_t move;
  if (!PyArg_ParseTuple(args, "n", &move)) return NULL;
  return text_of(&(MoveText){SELF(senet_position), (size_t)move}, move_text);
}

static PyObject *position_find_move(PyObject *self, PyObject *args) {
  const char *text;
  size_t move = 0;
  if (!PyArg_ParseTuple(args, "s", &text)) return NULL;
  senet_status status = senet_position_find_move(SELF(senet_position), text, &move);
  return status == SENET_OK ? PyLong_FromSize_t(move) : raise_status(status);
}

static PyObject *position_move_at(PyObject *self, PyObject *args) {
  int place;
  size_t move = 0;
  if (!PyArg_ParseTuple(args, "i", &place)) return NULL;
  senet_status status = senet_position_move_at(SELF(senet_position), place, &move);
  return status == SENET_OK ? PyLong_FromSize_t(move) : raise_status(status);
}

static PyObject *position_apply(PyObject *self, PyObject *args) {
  Py_ssize_t move;
  if (!PyArg_ParseTuple(args, "n", &move)) return NULL;
  return none_or(senet_position_apply(SELF(senet_position), (size_t)move));
}

static PyObject *position_apply_all(PyObject *self, PyObject *args) {
  PyObject *sequence;
  size_t moves[SENET_PLAYERS_MAX], n = 0;
  if (!PyArg_ParseTuple(args, "O", &sequence)) return NULL;
  Py_ssize_t size = PySequence_Size(sequence);
  if (size < 0) return NULL;
  for (; n < (size_t)size && n < SENET_PLAYERS_MAX; n++) {
    PyObject *item = PySequence_GetItem(sequence, (Py_ssize_t)n);
    moves[n] = item ? PyLong_AsSize_t(item) : 0;
    Py_XDECREF(item);
    if (PyErr_Occurred()) return NULL;
  }
  return none_or(senet_position_apply_all(SELF(senet_position), moves, n));
}

static PyObject *position_apply_random(PyObject *self, PyObject *args) {
  (void)args;
  return none_or(senet_position_apply_random(SELF(senet_position)));
}

// In portions, between which Ctrl-C is heard.
static PyObject *position_play_out(PyObject *self, PyObject *args) {
  enum { PORTION = 100000 };
  senet_position *position = SELF(senet_position);
  unsigned long long most = 0;
  uint64_t all = 0, made = PORTION;
  senet_status status = SENET_OK;
  if (!PyArg_ParseTuple(args, "|K", &most)) return NULL;
  while (made == PORTION && status == SENET_OK && (!most || all < most)) {
    uint64_t portion = most && most - all < PORTION ? most - all : PORTION;
    if (all && (PyErr_CheckSignals() || senet_position_over(position))) break;
    Py_BEGIN_ALLOW_THREADS status = senet_position_play_out(position, portion, &made);
    Py_END_ALLOW_THREADS all += made;
  }
  if (PyErr_Occurred()) return NULL;
  return status == SENET_OK ? PyLong_FromUnsignedLongLong(all) : raise_status(status);
}

static PyObject *position_undo(PyObject *self, PyObject *args) {
  (void)args;
  return none_or(senet_position_undo(SELF(senet_position)));
}

static PyObject *position_copy(PyObject *self, PyObject *args) {
  (void)args;
  senet_position *copy = NULL;
  senet_status status = senet_position_copy(SELF(senet_position), &copy);
  return status == SENET_OK ? wrap("Position", copy, GAME_OF(self)) : raise_status(status);
}

static PyObject *position_seed(PyObject *self, PyObject *args) {
  unsigned long long seed, stream = 0;
  if (!PyArg_ParseTuple(args, "K|K", &seed, &stream)) return NULL;
  return none_or(senet_position_seed(SELF(senet_position), seed, stream));
}

// ---- chance ---------------------------------------------------------------------------------------

static PyObject *position_outcomes(PyObject *self, PyObject *args) {
  PyObject *which = Py_None;
  if (!PyArg_ParseTuple(args, "|O", &which)) return NULL;
  size_t move = which == Py_None ? SENET_BEFORE_MOVE : PyLong_AsSize_t(which), n = 0;
  if (PyErr_Occurred()) return NULL;
  senet_status status = senet_position_outcomes(SELF(senet_position), move, NULL, 0, &n);
  double *chances = status == SENET_OK ? malloc((n + 1) * sizeof *chances) : NULL;
  if (status == SENET_OK && !chances) return PyErr_NoMemory();
  if (status == SENET_OK) status = senet_position_outcomes(SELF(senet_position), move, chances, n, &n);
  PyObject *list = status == SENET_OK ? PyList_New(0) : raise_status(status);
  for (size_t i = 0; list && i < n; i++) {
    PyObject *item = PyFloat_FromDouble(chances[i]);
    if (!item || PyList_Append(list, item)) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  free(chances);
  return list;
}

static PyObject *position_choose_outcome(PyObject *self, PyObject *args) {
  Py_ssize_t outcome;
  if (!PyArg_ParseTuple(args, "n", &outcome)) return NULL;
  return none_or(senet_position_choose_outcome(SELF(senet_position), (size_t)outcome));
}

static PyObject *position_apply_outcome(PyObject *self, PyObject *args) {
  Py_ssize_t move, outcome;
  if (!PyArg_ParseTuple(args, "nn", &move, &outcome)) return NULL;
  return none_or(senet_position_apply_outcome(SELF(senet_position), (size_t)move, (size_t)outcome));
}

// ---- what there is to see -------------------------------------------------------------------------

typedef senet_status DoublesCall(const senet_position *position, double *out, size_t n);
static PyObject *doubles_of(PyObject *self, DoublesCall *call) {
  double values[SENET_PLAYERS_MAX];
  int players = senet_game_players(senet_position_game(SELF(senet_position)));
  senet_status status = call(SELF(senet_position), values, (size_t)players);
  PyObject *list = status == SENET_OK ? PyList_New(0) : raise_status(status);
  for (int i = 0; list && i < players; i++) {
    PyObject *item = PyFloat_FromDouble(values[i]);
    if (!item || PyList_Append(list, item)) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}
static PyObject *position_utilities(PyObject *self, PyObject *args) {
  (void)args;
  return doubles_of(self, senet_position_utilities);
}
static PyObject *position_ranks(PyObject *self, PyObject *args) {
  (void)args;
  return doubles_of(self, senet_position_ranks);
}

static senet_status whole_text(void *self, char *buffer, size_t size, size_t *length) {
  return senet_position_text(self, buffer, size, length);
}
static PyObject *position_text(PyObject *self, PyObject *args) {
  (void)args;
  return text_of(SELF(senet_position), whole_text);
}
static PyObject *position_set(PyObject *self, PyObject *args) {
  const char *text;
  if (!PyArg_ParseTuple(args, "s", &text)) return NULL;
  return none_or(senet_position_set(SELF(senet_position), text));
}

typedef struct Seen {
  senet_position *position;
  int player;
} Seen;
static senet_status drawing(void *self, char *buffer, size_t size, size_t *length) {
  Seen *seen = self;
  return senet_position_draw(seen->position, seen->player, buffer, size, length);
}
static PyObject *position_draw(PyObject *self, PyObject *args) {
  int player = 0;
  if (!PyArg_ParseTuple(args, "|i", &player)) return NULL;
  return text_of(&(Seen){SELF(senet_position), player}, drawing);
}
static senet_status picture(void *self, char *buffer, size_t size, size_t *length) {
  return senet_position_svg(self, buffer, size, length);
}
static PyObject *position_svg(PyObject *self, PyObject *args) {
  (void)args;
  return text_of(SELF(senet_position), picture);
}

static PyObject *position_picture(PyObject *self, PyObject *args) {
  int format = 0, player = 0, last_move = 1, delay = 0;
  senet_draw_options look = SENET_DRAW_OPTIONS;
  senet_picture *made = NULL;
  senet_status status;
  if (!PyArg_ParseTuple(args, "i|ipi", &format, &player, &last_move, &delay)) return NULL;
  look.player = player;
  look.last_move = last_move;
  look.delay = delay;
  Py_BEGIN_ALLOW_THREADS status = senet_position_picture(SELF(senet_position), &look, format, &made);
  Py_END_ALLOW_THREADS if (status != SENET_OK) return raise_status(status);
  size_t n = 0;
  const char *bytes = senet_picture_bytes(made, &n);
  PyObject *file = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n);
  senet_picture_free(made);
  return file;
}

// ---- for people ------------------------------------------------------------------------------------

typedef struct SeenMove {
  senet_position *position;
  size_t move;
  int player;
} SeenMove;
static senet_status seen_text(void *self, char *buffer, size_t size, size_t *length) {
  const SeenMove *seen = self;
  return senet_position_move_seen(seen->position, seen->move, seen->player, buffer, size, length);
}
static PyObject *position_move_seen(PyObject *self, PyObject *args) {
  Py_ssize_t move;
  int player;
  if (!PyArg_ParseTuple(args, "ni", &move, &player)) return NULL;
  return text_of(&(SeenMove){SELF(senet_position), move < 0 ? SIZE_MAX : (size_t)move, player}, seen_text);
}

static PyObject *position_find_moves(PyObject *self, PyObject *args) {
  const char *text;
  size_t room = 0, n = 0;
  int begin = 0;
  if (!PyArg_ParseTuple(args, "s", &text)) return NULL;
  senet_status status = senet_position_find_moves(SELF(senet_position), text, NULL, 0, &room, &begin);
  if (status != SENET_OK) return raise_status(status);
  size_t *moves = calloc(room + 1, sizeof *moves);
  if (!moves) return PyErr_NoMemory();
  senet_position_find_moves(SELF(senet_position), text, moves, room, &n, &begin);
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < room; i++) {
    PyObject *number = PyLong_FromSize_t(moves[i]);
    if (!number || PyList_Append(list, number)) Py_CLEAR(list);
    Py_XDECREF(number);
  }
  free(moves);
  return list;
}

typedef struct Note {
  senet_position *position;
  size_t i;
} Note;
static senet_status note_text(void *self, char *buffer, size_t size, size_t *length) {
  const Note *note = self;
  return senet_position_note(note->position, note->i, NULL, buffer, size, length);
}
static PyObject *position_notes(PyObject *self, PyObject *args) {
  (void)args;
  int32_t player = 0;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list; i++) {
    if (senet_position_note(SELF(senet_position), i, &player, NULL, 0, NULL) != SENET_OK) break;
    PyObject *text = text_of(&(Note){SELF(senet_position), i}, note_text);
    PyObject *item = text ? Py_BuildValue("(iN)", (int)player, text) : NULL;
    if (!item || PyList_Append(list, item)) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

// ---- what stands where ------------------------------------------------------------------------------

static PyObject *position_site(PyObject *self, PyObject *args) {
  int type, site, level = 0, player = 0;
  senet_piece piece;
  if (!PyArg_ParseTuple(args, "ii|ii", &type, &site, &level, &player)) return NULL;
  senet_status status = senet_position_site(SELF(senet_position), type, site, level, player, &piece);
  if (status != SENET_OK) return raise_status(status);
  return Py_BuildValue("(iiiiii)", (int)piece.piece, (int)piece.owner, (int)piece.count, (int)piece.state,
                       (int)piece.rotation, (int)piece.value);
}

static PyObject *position_height(PyObject *self, PyObject *args) {
  int type, site;
  int32_t height = 0;
  if (!PyArg_ParseTuple(args, "ii", &type, &site)) return NULL;
  senet_status status = senet_position_height(SELF(senet_position), type, site, &height);
  return status == SENET_OK ? PyLong_FromLong(height) : raise_status(status);
}

static PyObject *numbers_list(const int32_t *at, size_t n) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < n; i++) {
    PyObject *number = PyLong_FromLong(at[i]);
    if (!number || PyList_Append(list, number)) Py_CLEAR(list);
    Py_XDECREF(number);
  }
  return list;
}

enum { DICE_MAX = 64 };

static PyObject *position_dice(PyObject *self, PyObject *args) {
  (void)args;
  int32_t faces[DICE_MAX];
  size_t n = 0;
  senet_status status = senet_position_dice(SELF(senet_position), faces, DICE_MAX, &n);
  if (status != SENET_OK) return raise_status(status);
  return numbers_list(faces, n < DICE_MAX ? n : DICE_MAX);
}

static PyObject *position_throw(PyObject *self, PyObject *args) {
  PyObject *list;
  int32_t faces[DICE_MAX];
  if (!PyArg_ParseTuple(args, "O", &list)) return NULL;
  Py_ssize_t n = PySequence_Size(list);
  if (n > DICE_MAX) PyErr_SetString(PyExc_ValueError, "too many dice");
  if (n < 0 || n > DICE_MAX) return NULL;
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject *item = PySequence_GetItem(list, i);
    long face = item ? PyLong_AsLong(item) : -1;
    Py_XDECREF(item);
    if (PyErr_Occurred()) return NULL;
    faces[i] = face < INT32_MIN || face > INT32_MAX ? -1 : (int32_t)face;
  }
  return none_or(senet_position_throw(SELF(senet_position), faces, (size_t)n));
}

static PyObject *position_scores(PyObject *self, PyObject *args) {
  (void)args;
  int32_t scores[SENET_PLAYERS_MAX];
  int players = senet_game_players(senet_position_game(SELF(senet_position)));
  senet_status status = senet_position_scores(SELF(senet_position), scores, (size_t)players);
  return status == SENET_OK ? numbers_list(scores, (size_t)players) : raise_status(status);
}

static PyObject *position_tensor(PyObject *self, PyObject *args) {
  PyObject *out;
  int player = 0;
  Memory memory;
  if (!PyArg_ParseTuple(args, "O|i", &out, &player) || !memory_get(out, sizeof(float), 0, 1, &memory)) return NULL;
  senet_status status = senet_position_tensor_for(SELF(senet_position), player, memory.at, memory.n);
  memory_release(&memory);
  return none_or(status);
}

static PyObject *position_over(PyObject *self, void *closure) {
  (void)closure;
  return PyBool_FromLong(senet_position_over(SELF(senet_position)));
}
static PyObject *position_mover(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromLong(senet_position_mover(SELF(senet_position)));
}
static PyObject *position_winner(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromLong(senet_position_winner(SELF(senet_position)));
}
static PyObject *position_ply(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromSize_t(senet_position_ply(SELF(senet_position)));
}
// Adds to *count. In portions of some ten million leaves, between which Ctrl-C is heard: SENET_STOPPED then, with the
// exception of Python.
static senet_status count_portions(senet_position *position, int depth, uint64_t *count) {
  enum { PORTION = 10000000 };
  uint64_t some = 0;
  size_t n = 0;
  if (PyErr_CheckSignals()) return SENET_STOPPED;
  senet_status status = depth && !senet_position_over(position) ? senet_position_count(position, &n) : SENET_OK;
  if (status != SENET_OK) return status;
  double leaves = 1;
  for (int d = 0; d < depth && leaves < PORTION; d++) leaves *= (double)n;
  if (leaves < PORTION) {
    Py_BEGIN_ALLOW_THREADS status = senet_position_perft(position, depth, &some);
    Py_END_ALLOW_THREADS *count += some;
    return status;
  }
  for (size_t i = 0; i < n && status == SENET_OK; i++) {
    status = senet_position_apply(position, i);
    if (status == SENET_OK) status = count_portions(position, depth - 1, count);
    if (status == SENET_OK) status = senet_position_undo(position);
  }
  return status;
}

// Chance and joint moves, and what nobody would wait for, are counted as a whole.
static PyObject *position_perft(PyObject *self, PyObject *args) {
  enum { DEEP = 100 };
  int depth, whole = SENET_GAME_STOCHASTIC | SENET_GAME_SIMULTANEOUS | SENET_GAME_MATCH;
  uint64_t count = 0;
  senet_position *copy = NULL;
  if (!PyArg_ParseTuple(args, "i:perft", &depth)) return NULL;
  senet_status status = senet_position_copy(SELF(senet_position), &copy);
  if (status == SENET_OK && depth <= DEEP && !(senet_game_flags(senet_position_game(copy)) & whole)) {
    status = count_portions(copy, depth, &count);
  } else if (status == SENET_OK) {
    Py_BEGIN_ALLOW_THREADS status = senet_position_perft(copy, depth, &count);
    Py_END_ALLOW_THREADS
  }
  senet_position_free(copy);
  if (PyErr_Occurred()) return NULL;
  return status == SENET_OK ? PyLong_FromUnsignedLongLong(count) : raise_status(status);
}

static PyObject *position_hash(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromUnsignedLongLong(senet_position_hash(SELF(senet_position)));
}

static PyMethodDef position_methods[] = {
    {"count", position_count, METH_NOARGS, "How many legal moves there are."},
    {"moves", position_moves, METH_NOARGS, "(mover, from, to, level, piece, kind, key) of each legal move."},
    {"places", position_places, METH_NOARGS, "The place of each legal move in the tensor of moves."},
    {"move_text", position_move_text, METH_VARARGS, "move_text(move): as people write it."},
    {"find_move", position_find_move, METH_VARARGS, "find_move(text): the number of the move written so."},
    {"move_at", position_move_at, METH_VARARGS, "move_at(place): the first legal move with this place."},
    {"apply", position_apply, METH_VARARGS, "apply(move): makes the legal move of this number."},
    {"apply_all", position_apply_all, METH_VARARGS, "apply_all(moves): one move of every player, at once."},
    {"apply_random", position_apply_random, METH_NOARGS, "Makes a random legal move."},
    {"play_out", position_play_out, METH_VARARGS, "play_out(most=0): random moves to the end; how many."},
    {"playouts", (PyCFunction)(void (*)(void))position_playouts, METH_VARARGS | METH_KEYWORDS,
     "Random games from here, as Game.playouts."},
    {"undo", position_undo, METH_NOARGS, "Takes the last move back."},
    {"perft", position_perft, METH_VARARGS, "perft(depth): how many sequences of so many moves there are."},
    {"copy", position_copy, METH_NOARGS, "A position that goes on from here."},
    {"seed", position_seed, METH_VARARGS, "seed(seed, stream=0): chance draws from there from now on."},
    {"outcomes", position_outcomes, METH_VARARGS, "outcomes(move=None): probabilities of what chance may do."},
    {"choose_outcome", position_choose_outcome, METH_VARARGS, "choose_outcome(k): lets it happen before the move."},
    {"apply_outcome", position_apply_outcome, METH_VARARGS, "apply_outcome(move, k): makes a move with outcome k."},
    {"utilities", position_utilities, METH_NOARGS, "By player, in [-1, 1]."},
    {"ranks", position_ranks, METH_NOARGS, "By player, 1 is best; 0 while undecided."},
    {"text", position_text, METH_NOARGS, "The position as one line of text."},
    {"set", position_set, METH_VARARGS, "set(text): sets the position up."},
    {"draw", position_draw, METH_VARARGS, "draw(player=0): the board as lines of text."},
    {"record", position_record, METH_NOARGS, "The game so far as a line of JSON."},
    {"svg", position_svg, METH_NOARGS, "The position as a picture."},
    {"picture", position_picture, METH_VARARGS,
     "picture(format, player=0, last_move=True, delay=0): the bytes of an SVG (0), PNG (1) or GIF (2) file."},
    {"move_seen", position_move_seen, METH_VARARGS, "move_seen(move, player): as this player sees it."},
    {"find_moves", position_find_moves, METH_VARARGS, "find_moves(text): those that a part of a move may mean."},
    {"notes", position_notes, METH_NOARGS, "(player, text) of what the rules said with the last move."},
    {"site", position_site, METH_VARARGS,
     "site(type, site, level=0, player=0) -> (piece, owner, count, state, rotation, value), -1: hidden."},
    {"height", position_height, METH_VARARGS, "height(type, site): how many pieces are stacked there."},
    {"dice", position_dice, METH_NOARGS, "What was thrown for the legal moves."},
    {"throw", position_throw, METH_VARARGS, "throw(faces): lets these be thrown."},
    {"scores", position_scores, METH_NOARGS, "By player; 0 in games without."},
    {"tensor", position_tensor, METH_VARARGS,
     "tensor(out, player=0): writes the state, as a player sees it, into an array of floats."},
    {0},
};
static PyGetSetDef position_fields[] = {
    {"over", position_over, NULL, "Whether the game is over.", NULL},
    {"mover", position_mover, NULL, "The player to move; 0: none, or all.", NULL},
    {"winner", position_winner, NULL, "0: nobody, or not over.", NULL},
    {"ply", position_ply, NULL, "Moves made since the start.", NULL},
    {"hash", position_hash, NULL, "Of what is the same when a position is repeated.", NULL},
    {0},
};
static PyType_Slot position_slots[] = {
    {Py_tp_doc, "A game in progress. Made by Game.position."},
    {Py_tp_dealloc, position_dealloc},
    {Py_tp_methods, position_methods},
    {Py_tp_getset, position_fields},
    {0},
};
PyType_Spec position_spec = {"senet._senet.Position", sizeof(Handle), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, position_slots};

// ---- batches --------------------------------------------------------------------------------------

static void batch_dealloc(PyObject *self) {
  senet_batch_free(SELF(senet_batch));
  object_finish(self);
}

// The arrays of a result, given as movers, counts, done, utilities, lengths; each may be None.
typedef struct ResultMemory {
  Memory at[5];
  senet_batch_result result;
} ResultMemory;

static void result_release(ResultMemory *memory) {
  for (int i = 0; i < 5; i++) memory_release(&memory->at[i]);
}

static int result_get(PyObject *self, PyObject *const *arrays, ResultMemory *memory) {
  static const size_t sizes[5] = {sizeof(int32_t), sizeof(uint32_t), 1, sizeof(double), sizeof(uint32_t)};
  size_t n = senet_batch_size(SELF(senet_batch));
  int players = senet_game_players(senet_position_game(senet_batch_position(SELF(senet_batch), 0)));
  *memory = (ResultMemory){.result = SENET_BATCH_RESULT};
  for (int i = 0; i < 5; i++) {
    size_t least = i == 3 ? n * (size_t)players : n;
    if (memory_get(arrays[i], sizes[i], least, 1, &memory->at[i])) continue;
    result_release(memory);
    return 0;
  }
  memory->result.movers = memory->at[0].at;
  memory->result.counts = memory->at[1].at;
  memory->result.done = memory->at[2].at;
  memory->result.utilities = memory->at[3].at;
  memory->result.lengths = memory->at[4].at;
  return 1;
}

static PyObject *batch_start(PyObject *self, PyObject *args) {
  unsigned long long seed;
  PyObject *arrays[5] = {0};
  ResultMemory memory;
  senet_status status;
  if (!PyArg_ParseTuple(args, "K|OOOOO", &seed, &arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4]))
    return NULL;
  if (!result_get(self, arrays, &memory)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_batch_start(SELF(senet_batch), seed, &memory.result);
  Py_END_ALLOW_THREADS result_release(&memory);
  return none_or(status);
}

static PyObject *batch_step(PyObject *self, PyObject *args) {
  PyObject *chosen, *arrays[5] = {0};
  ResultMemory memory;
  Memory moves;
  senet_status status;
  if (!PyArg_ParseTuple(args, "O|OOOOO", &chosen, &arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4]))
    return NULL;
  if (!memory_get(chosen, sizeof(uint32_t), senet_batch_size(SELF(senet_batch)), 0, &moves)) return NULL;
  if (!result_get(self, arrays, &memory)) {
    memory_release(&moves);
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS status = senet_batch_step(SELF(senet_batch), moves.at, &memory.result);
  Py_END_ALLOW_THREADS memory_release(&moves);
  result_release(&memory);
  return none_or(status);
}

static PyObject *batch_step_random(PyObject *self, PyObject *args) {
  Py_ssize_t steps = 1;
  PyObject *arrays[5] = {0};
  ResultMemory memory;
  senet_status status;
  if (!PyArg_ParseTuple(args, "|nOOOOO", &steps, &arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4]))
    return NULL;
  if (!result_get(self, arrays, &memory)) return NULL;
  Py_BEGIN_ALLOW_THREADS status =
      senet_batch_step_random(SELF(senet_batch), steps < 0 ? 0 : (size_t)steps, &memory.result);
  Py_END_ALLOW_THREADS result_release(&memory);
  return none_or(status);
}

static PyObject *batch_tensors(PyObject *self, PyObject *args) {
  PyObject *states = NULL, *mask = NULL;
  Memory state_memory, mask_memory;
  senet_status status;
  if (!PyArg_ParseTuple(args, "|OO", &states, &mask)) return NULL;
  if (!memory_get(states, sizeof(float), 0, 1, &state_memory)) return NULL;
  if (!memory_get(mask, 1, 0, 1, &mask_memory)) {
    memory_release(&state_memory);
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS status =
      senet_batch_tensors(SELF(senet_batch), state_memory.at, state_memory.n, mask_memory.at, mask_memory.n);
  Py_END_ALLOW_THREADS memory_release(&state_memory);
  memory_release(&mask_memory);
  return none_or(status);
}

static PyObject *batch_moves_at(PyObject *self, PyObject *args) {
  PyObject *from, *to;
  Memory places, moves;
  size_t n = senet_batch_size(SELF(senet_batch));
  if (!PyArg_ParseTuple(args, "OO", &from, &to)) return NULL;
  if (!memory_get(from, sizeof(int32_t), n, 0, &places)) return NULL;
  if (!memory_get(to, sizeof(uint32_t), n, 1, &moves)) {
    memory_release(&places);
    return NULL;
  }
  senet_status status = senet_batch_moves_at(SELF(senet_batch), places.at, moves.at);
  memory_release(&places);
  memory_release(&moves);
  return none_or(status);
}

static PyObject *batch_position(PyObject *self, PyObject *args) {
  Py_ssize_t i;
  senet_position *copy = NULL;
  if (!PyArg_ParseTuple(args, "n", &i)) return NULL;
  senet_status status = senet_position_copy(senet_batch_position(SELF(senet_batch), (size_t)i), &copy);
  return status == SENET_OK ? wrap("Position", copy, GAME_OF(self)) : raise_status(status);
}

static PyObject *batch_executor(PyObject *self, PyObject *ignored) {
  (void)ignored;
  return PyUnicode_FromString(senet_batch_executor(SELF(senet_batch)));
}

static Py_ssize_t batch_length(PyObject *self) { return (Py_ssize_t)senet_batch_size(SELF(senet_batch)); }

static PyMethodDef batch_methods[] = {
    {"start", batch_start, METH_VARARGS, "start(seed, movers, counts, done, utilities, lengths): begins all games."},
    {"step", batch_step, METH_VARARGS, "step(moves, movers, counts, done, utilities, lengths)"},
    {"step_random", batch_step_random, METH_VARARGS, "step_random(steps, movers, counts, done, utilities, lengths)"},
    {"tensors", batch_tensors, METH_VARARGS, "tensors(states, mask): writes them into the arrays given."},
    {"moves_at", batch_moves_at, METH_VARARGS, "moves_at(places, moves): the moves that have these places."},
    {"executor", batch_executor, METH_NOARGS, "executor() -> 'native' or 'interpreter': who makes the moves now."},
    {"position", batch_position, METH_VARARGS, "position(i): a copy of the position of game i."},
    {0},
};
static PyType_Slot batch_slots[] = {
    {Py_tp_doc, "Many games stepped together. Made by Game.batch."},
    {Py_tp_dealloc, batch_dealloc},
    {Py_tp_methods, batch_methods},
    {Py_sq_length, batch_length},
    {0},
};
PyType_Spec batch_spec = {"senet._senet.Batch", sizeof(Handle), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, batch_slots};
