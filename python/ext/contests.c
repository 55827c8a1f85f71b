// Playouts, matches, facts and comparisons of records.
#include "ext.h"

#include <stdlib.h>

// ---- hearing while games are played ----------------------------------------------------------------

// Who hears of it, and the exception that ended it. Calls come from any thread, without Python's lock.
typedef struct Hearing {
  PyObject *tell, *record;             // or NULL
  PyObject *type, *value, *traceback;  // of the exception
  int players;
} Hearing;

static int callable_or_none(PyObject *object, void *out) {
  if (object != Py_None && !PyCallable_Check(object)) {
    PyErr_SetString(PyExc_TypeError, "a function or None is expected");
    return 0;
  }
  *(PyObject **)out = object == Py_None ? NULL : object;
  return 1;
}

// A number of games or a seed: an int that is not negative.
static int as_count(PyObject *object, void *out) {
  unsigned long long value = PyLong_Check(object) ? PyLong_AsUnsignedLongLong(object) : 0;
  if (!PyLong_Check(object)) PyErr_SetString(PyExc_TypeError, "an int is expected");
  if (PyErr_Occurred()) return 0;
  *(unsigned long long *)out = value;
  return 1;
}

// Keeps the exception that has occurred. 1 when there is one: stop.
static int note_exception(Hearing *hearing) {
  if (PyErr_Occurred() && !hearing->type) PyErr_Fetch(&hearing->type, &hearing->value, &hearing->traceback);
  PyErr_Clear();
  return hearing->type != NULL;
}

// Calls what hears with an argument, which is given away. 1: stop.
static int call_tell(Hearing *hearing, PyObject *argument) {
  PyObject *answer = argument ? PyObject_CallFunctionObjArgs(hearing->tell, argument, NULL) : NULL;
  int stop = answer ? PyObject_IsTrue(answer) : 0;
  Py_XDECREF(answer);
  Py_XDECREF(argument);
  return note_exception(hearing) || stop > 0;
}

// The exception again, where there was one. Always NULL.
static PyObject *raise_heard(Hearing *hearing) {
  PyErr_Restore(hearing->type, hearing->value, hearing->traceback);
  return NULL;
}

// ---- playouts --------------------------------------------------------------------------------------

static PyObject *counts(const uint64_t *by_player, int players) {
  PyObject *list = PyList_New(players);
  for (int p = 0; list && p < players; p++) {
    PyObject *n = PyLong_FromUnsignedLongLong(by_player[p + 1]);
    if (!n || PyList_SetItem(list, p, n)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *means(const double *sums, int players, uint64_t games) {
  PyObject *list = PyList_New(players);
  for (int p = 0; list && p < players; p++) {
    PyObject *mean = PyFloat_FromDouble(games ? sums[p + 1] / (double)games : 0);
    if (!mean || PyList_SetItem(list, p, mean)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *totals_dict(const senet_playout_totals *t, int players) {
  return Py_BuildValue("{s:K,s:K,s:K,s:N,s:N,s:N,s:d,s:d,s:K,s:z,s:K,s:K,s:K,s:K}", "games",
                       (unsigned long long)t->games, "moves", (unsigned long long)t->moves, "draws",
                       (unsigned long long)t->draws, "wins", counts(t->wins, players), "utility",
                       means(t->utilities, players, t->games), "scores", means(t->scores, players, t->games), "seconds",
                       t->seconds, "cpu_seconds", t->processor_seconds, "native", (unsigned long long)t->native, "why",
                       t->why, "whole", (unsigned long long)t->whole, "parts", (unsigned long long)t->parts, "offered",
                       (unsigned long long)t->offered, "dead", (unsigned long long)t->dead);
}

// Also hears Ctrl-C.
static int hear_playouts(void *self, const senet_playout_totals *totals) {
  Hearing *hearing = self;
  PyGILState_STATE lock = PyGILState_Ensure();
  int stop = hearing->type != NULL || (PyErr_CheckSignals() && note_exception(hearing));
  if (!stop && hearing->tell) stop = call_tell(hearing, totals_dict(totals, hearing->players));
  PyGILState_Release(lock);
  return stop;
}

static void hear_record(void *self, uint64_t number, const char *record) {
  Hearing *hearing = self;
  PyGILState_STATE lock = PyGILState_Ensure();
  if (!hearing->type) {
    PyObject *answer = PyObject_CallFunction(hearing->record, "Ks", (unsigned long long)number, record);
    Py_XDECREF(answer);
    note_exception(hearing);
  }
  PyGILState_Release(lock);
}

typedef struct PlayoutMemory {
  Memory winners, lengths, utilities;
} PlayoutMemory;

// The caller's arrays for the outcomes.
static int take_memory(PlayoutMemory *memory, PyObject *const *arrays, size_t n, int players,
                       senet_playout_options *options) {
  if (n > PY_SSIZE_T_MAX / 1024) n = PY_SSIZE_T_MAX / 1024;  // no array is so large
  int good = memory_get(arrays[0], sizeof(int32_t), n, 1, &memory->winners) &&
             memory_get(arrays[1], sizeof(uint32_t), n, 1, &memory->lengths) &&
             memory_get(arrays[2], sizeof(double), n * (size_t)players, 1, &memory->utilities);
  options->winners = memory->winners.at;
  options->lengths = memory->lengths.at;
  options->utilities = memory->utilities.at;
  return good;
}

static void release_memory(PlayoutMemory *memory) {
  memory_release(&memory->winners);
  memory_release(&memory->lengths);
  memory_release(&memory->utilities);
}

static PyObject *run_playouts(senet_game *game, const senet_position *from, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"n",    "seed",   "threads", "kind",    "seconds",   "interpret", "first",
                          "tell", "record", "winners", "lengths", "utilities", "longest",   NULL};
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  unsigned long long n = options.n, seed = options.seed, first = 0, longest = 0;
  PyObject *arrays[3] = {NULL, NULL, NULL};
  Hearing hearing = {.players = senet_game_players(game)};
  PlayoutMemory memory = {0};
  senet_playout_totals totals;
  senet_status status = SENET_OK;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O&O&iidpO&O&O&OOOO&", names, as_count, &n, as_count, &seed,
                                   &options.threads, &options.kind, &options.seconds, &options.interpret, as_count,
                                   &first, callable_or_none, &hearing.tell, callable_or_none, &hearing.record,
                                   &arrays[0], &arrays[1], &arrays[2], as_count, &longest)) {
    return NULL;
  }
  int good = take_memory(&memory, arrays, (size_t)n, hearing.players, &options);
  options.n = n;
  options.seed = seed;
  options.first = first;
  options.longest = longest;
  options.tell = hear_playouts;
  options.record = hearing.record ? hear_record : NULL;
  options.self = &hearing;
  if (good) {
    Py_BEGIN_ALLOW_THREADS status =
        from ? senet_position_playouts(from, &options, &totals) : senet_game_playouts(game, &options, &totals);
    Py_END_ALLOW_THREADS
  }
  release_memory(&memory);
  if (!good) return NULL;
  if (hearing.type) return raise_heard(&hearing);
  if (status != SENET_OK && status != SENET_STOPPED) return raise_status(status);
  return totals_dict(&totals, hearing.players);
}

PyObject *game_playouts(PyObject *self, PyObject *args, PyObject *kwargs) {
  return run_playouts(SELF(senet_game), NULL, args, kwargs);
}

PyObject *position_playouts(PyObject *self, PyObject *args, PyObject *kwargs) {
  return run_playouts(senet_position_game(SELF(senet_position)), SELF(senet_position), args, kwargs);
}

// ---- matches ---------------------------------------------------------------------------------------

static PyObject *seats_list(const senet_match_game *game, int players) {
  PyObject *list = PyList_New(players);
  for (int p = 0; list && p < players; p++) {
    const senet_match_seat *seat = &game->seats[p + 1];
    PyObject *item = Py_BuildValue("{s:i,s:d,s:K,s:K,s:d}", "agent", (int)seat->agent, "utility", seat->utility,
                                   "choices", (unsigned long long)seat->choices, "iterations",
                                   (unsigned long long)seat->iterations, "seconds", seat->seconds);
    if (!item || PyList_SetItem(list, p, item)) Py_CLEAR(list);
  }
  return list;
}

static int hear_match(void *self, const senet_match_game *game) {
  Hearing *hearing = self;
  PyGILState_STATE lock = PyGILState_Ensure();
  int stop = hearing->type != NULL || (PyErr_CheckSignals() && note_exception(hearing));
  if (!stop && hearing->tell) {
    stop = call_tell(hearing,
                     Py_BuildValue("{s:K,s:I,s:O,s:z,s:z,s:N}", "number", (unsigned long long)game->number, "moves",
                                   (unsigned)game->moves, "stopped", game->stopped ? Py_True : Py_False, "failure",
                                   game->failure, "record", game->record, "seats", seats_list(game, hearing->players)));
  }
  PyGILState_Release(lock);
  return stop;
}

static PyObject *ratings_list(senet_match *match) {
  size_t n = senet_match_agents(match);
  PyObject *list = PyList_New((Py_ssize_t)n);
  for (size_t i = 0; list && i < n; i++) {
    senet_match_rating r = {0};
    senet_match_rate(match, i, &r);
    PyObject *item = Py_BuildValue("{s:s,s:K,s:K,s:K,s:K,s:K,s:d,s:(dd),s:d,s:K,s:K,s:d}", "agent",
                                   senet_match_agent(match, i), "games", (unsigned long long)r.games, "first",
                                   (unsigned long long)r.first, "wins", (unsigned long long)r.wins, "losses",
                                   (unsigned long long)r.losses, "draws", (unsigned long long)r.draws, "score", r.score,
                                   "interval", r.low, r.high, "elo", r.elo, "choices", (unsigned long long)r.choices,
                                   "iterations", (unsigned long long)r.iterations, "seconds", r.seconds);
    if (!item || PyList_SetItem(list, (Py_ssize_t)i, item)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *match_dict(senet_match *match, int stopped) {
  static const char *const answers[] = {"open", "yes", "no"};
  senet_match_result result = {0};
  senet_match_results(match, &result);
  double length = result.games ? (double)result.moves / (double)result.games : 0;
  return Py_BuildValue("{s:K,s:d,s:K,s:K,s:s,s:O,s:N}", "games", (unsigned long long)result.games, "mean_length",
                       length, "stopped", (unsigned long long)result.stopped, "finished",
                       (unsigned long long)result.finished, "sprt", answers[result.sprt], "interrupted",
                       stopped ? Py_True : Py_False, "agents", ratings_list(match));
}

// The strings of a list, which keeps them: an array to be freed; NULL with an exception.
static const char **list_strings(PyObject *list, size_t *n) {
  *n = (size_t)PyList_Size(list);
  const char **out = calloc(*n + 1, sizeof *out);
  if (!out) PyErr_NoMemory();
  for (size_t i = 0; out && i < *n; i++) {
    out[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, (Py_ssize_t)i), NULL);
    if (out[i]) continue;
    free(out);
    return NULL;
  }
  return out;
}

static void stop_match(void *match) { senet_match_stop(match); }

static PyObject *play_match(senet_game *game, const senet_match_options *options, unsigned long long n,
                            Hearing *hearing) {
  senet_match *match = NULL;
  senet_status status = senet_match_new(game, options, &match);
  if (status != SENET_OK) return raise_status(status);
  Py_BEGIN_ALLOW_THREADS int begun = interrupt_begin(stop_match, match);
  status = senet_match_play(match, n);
  interrupt_end(begun);
  Py_END_ALLOW_THREADS PyObject *result = NULL;
  if (hearing->type) raise_heard(hearing);
  else if (PyErr_CheckSignals()) result = NULL;
  else if (status != SENET_OK && status != SENET_STOPPED) raise_status(status);
  else result = match_dict(match, status == SENET_STOPPED);
  senet_match_free(match);
  return result;
}

PyObject *game_match(PyObject *self, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"agents",   "n",        "seed",      "threads", "records",
                          "openings", "sprt_low", "sprt_high", "tell",    NULL};
  senet_match_options options = SENET_MATCH_OPTIONS;
  unsigned long long n = 100, seed = 1;
  PyObject *openings = NULL;
  Hearing hearing = {.players = senet_game_players(SELF(senet_game))};
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|O&O&ipO!ddO&", names, &options.agents, as_count, &n, as_count,
                                   &seed, &options.threads, &options.records, &PyList_Type, &openings,
                                   &options.sprt_low, &options.sprt_high, callable_or_none, &hearing.tell)) {
    return NULL;
  }
  const char **lines = openings ? list_strings(openings, &options.n_openings) : NULL;
  if (openings && !lines) return NULL;
  options.seed = seed;
  options.openings = lines;
  options.tell = hear_match;
  options.self = &hearing;
  PyObject *result = play_match(SELF(senet_game), &options, n, &hearing);
  free(lines);
  return result;
}

// ---- facts and comparisons -------------------------------------------------------------------------

static senet_status all_facts(void *self, char *buffer, size_t size, size_t *length) {
  return senet_facts_text(self, "", buffer, size, length);
}

PyObject *game_facts(PyObject *self, PyObject *args) {
  senet_facts *facts = NULL;
  senet_status status;
  (void)args;
  Py_BEGIN_ALLOW_THREADS status = senet_game_facts(SELF(senet_game), &facts);
  Py_END_ALLOW_THREADS PyObject *text = status == SENET_OK ? text_of(facts, all_facts) : raise_status(status);
  senet_facts_free(facts);
  return text;
}

static PyObject *comparison_dict(const senet_comparison *found) {
  return Py_BuildValue("{s:O,s:i,s:I,s:s,s:s,s:s,s:s}", "same", found->same ? Py_True : Py_False, "ply",
                       (int)found->ply, "plies", (unsigned)found->plies, "cause", found->cause, "missing",
                       found->missing, "extra", found->extra, "state", found->state);
}

PyObject *library_compare(PyObject *self, PyObject *args) {
  const char *text;
  Py_ssize_t length;
  int level = SENET_COMPARE_FULL;
  senet_record *record = NULL;
  senet_game *game = NULL;
  senet_comparison found;
  senet_status status;
  if (!PyArg_ParseTuple(args, "s#|i", &text, &length, &level)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_record_read(SELF(senet_library), text, (size_t)length, &record);
  if (status == SENET_OK) status = senet_record_load(record, &game);
  if (status == SENET_OK) status = senet_record_compare(record, game, level, &found);
  Py_END_ALLOW_THREADS PyObject *result = status == SENET_OK ? comparison_dict(&found) : raise_status(status);
  senet_record_free(record);
  senet_game_free(game);
  return result;
}

PyObject *game_set_executor(PyObject *self, PyObject *args) {
  const char *name;
  senet_status status;
  if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_game_executor(SELF(senet_game), name);
  Py_END_ALLOW_THREADS return none_or(status);
}
