// Libraries and games.
#include "ext.h"
#include "lib/lib_selfplay.h"

#include <stdlib.h>

// ---- libraries ------------------------------------------------------------------------------------

enum { LIST_MAX = 64 };

// The strings of a sequence, borrowed from it; -1 with an exception.
static int strings_of(PyObject *sequence, PyObject *keep[LIST_MAX], const char *out[LIST_MAX]) {
  if (!sequence || sequence == Py_None) return 0;
  Py_ssize_t n = PySequence_Size(sequence);
  if (n < 0 || n > LIST_MAX) {
    if (n > LIST_MAX) PyErr_SetString(PyExc_ValueError, "too many items");
    return -1;
  }
  for (Py_ssize_t i = 0; i < n; i++) {
    keep[i] = PySequence_GetItem(sequence, i);
    out[i] = keep[i] ? PyUnicode_AsUTF8AndSize(keep[i], NULL) : NULL;
    if (!out[i]) {
      for (Py_ssize_t k = 0; k <= i; k++) Py_XDECREF(keep[k]);
      return -1;
    }
  }
  return (int)n;
}

static void strings_release(PyObject *keep[LIST_MAX], int n) {
  for (int i = 0; i < n; i++) Py_DECREF(keep[i]);
}

static int library_init(PyObject *self, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"paths", NULL};
  PyObject *paths = NULL, *keep[LIST_MAX];
  const char *strings[LIST_MAX];
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O", names, &paths)) return -1;
  int n = strings_of(paths, keep, strings);
  if (n < 0) return -1;
  senet_library *library = NULL;
  senet_status status = senet_library_open(strings, (size_t)n, &library);
  strings_release(keep, n);
  if (status != SENET_OK) {
    raise_status(status);
    return -1;
  }
  senet_library_free(SELF(senet_library));
  ((Handle *)self)->at = library;
  return 0;
}

static void library_dealloc(PyObject *self) {
  senet_library_free(SELF(senet_library));
  object_finish(self);
}

static PyObject *library_names(PyObject *self, PyObject *args) {
  (void)args;
  size_t n = senet_library_count(SELF(senet_library));
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < n; i++) {
    PyObject *name = PyUnicode_FromString(senet_library_name(SELF(senet_library), i));
    if (!name || PyList_Append(list, name)) Py_CLEAR(list);
    Py_XDECREF(name);
  }
  return list;
}

static senet_status diagnostics_text(void *self, char *buffer, size_t size, size_t *length) {
  return senet_diagnostics_text(self, buffer, size, length);
}

// What is wrong with a description, with places and carets.
static PyObject *raise_diagnostics(senet_status status, senet_diagnostics *diagnostics) {
  PyObject *text = senet_diagnostics_count(diagnostics) ? text_of(diagnostics, diagnostics_text) : NULL;
  if (!text) {
    PyErr_Clear();
    return raise_status(status);
  }
  PyObject *module = PyImport_ImportModule("senet._senet");
  PyObject *error = module ? PyObject_GetAttrString(module, "Error") : NULL;
  if (error) PyErr_SetObject(error, text);
  Py_XDECREF(error);
  Py_XDECREF(module);
  Py_DECREF(text);
  return NULL;
}

static PyObject *load_request(PyObject *self, senet_game_request *request) {
  senet_game *game = NULL;
  senet_diagnostics *diagnostics = NULL;
  senet_status status;
  Py_BEGIN_ALLOW_THREADS status = senet_game_load_with(SELF(senet_library), request, &game, &diagnostics);
  Py_END_ALLOW_THREADS PyObject *result =
      status == SENET_OK ? wrap("Game", game) : raise_diagnostics(status, diagnostics);
  senet_diagnostics_free(diagnostics);
  return result;
}

static PyObject *library_load(PyObject *self, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"name", "text", "text_name", "options", "ruleset", "split", NULL};
  senet_game_request request = SENET_GAME_REQUEST;
  PyObject *options = NULL, *keep[LIST_MAX];
  const char *strings[LIST_MAX];
  Py_ssize_t length = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|zz#zOzz", names, &request.name, &request.text, &length,
                                   &request.text_name, &options, &request.ruleset, &request.split)) {
    return NULL;
  }
  int n = strings_of(options, keep, strings);
  if (n < 0) return NULL;
  request.text_length = (size_t)length;
  request.options = strings;
  request.n_options = (size_t)n;
  PyObject *game = load_request(self, &request);
  strings_release(keep, n);
  return game;
}

static PyMethodDef library_methods[] = {
    {"names", library_names, METH_NOARGS, "The names of all games, sorted."},
    {"compare", library_compare, METH_VARARGS, "compare(record, level=1) -> where it differs when it is played again."},
    {"replay", library_replay, METH_VARARGS, "replay(record) -> (Game, Position after its last move)"},
    {"load", (PyCFunction)(void (*)(void))library_load, METH_VARARGS | METH_KEYWORDS,
     "load(name=None, text=None, text_name=None, options=(), ruleset=None, split=None) -> Game"},
    {0},
};
static PyType_Slot library_slots[] = {
    {Py_tp_doc, "Library(paths=()): where games come from."},
    {Py_tp_init, library_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, library_dealloc},
    {Py_tp_methods, library_methods},
    {0},
};
PyType_Spec library_spec = {"senet._senet.Library", sizeof(Handle), 0, Py_TPFLAGS_DEFAULT, library_slots};

// ---- games ----------------------------------------------------------------------------------------

static void game_dealloc(PyObject *self) {
  senet_game_free(SELF(senet_game));
  object_finish(self);
}

static PyObject *game_name(PyObject *self, void *closure) {
  (void)closure;
  const char *name = senet_game_name(SELF(senet_game));
  return PyUnicode_FromString(name ? name : "");
}
static PyObject *game_players(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromLong(senet_game_players(SELF(senet_game)));
}
static PyObject *game_flags(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromUnsignedLong(senet_game_flags(SELF(senet_game)));
}

static PyObject *game_tensor_shape(PyObject *self, PyObject *args) {
  (void)args;
  senet_tensor_shape shape;
  senet_status status = senet_game_tensor_shape(SELF(senet_game), &shape);
  if (status == SENET_UNSUITED) Py_RETURN_NONE;
  if (status != SENET_OK) return raise_status(status);
  return Py_BuildValue("(iiii)", shape.channels, shape.width, shape.height, shape.move_channels);
}

static PyObject *game_channel_names(PyObject *self, PyObject *args) {
  (void)args;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list; i++) {
    const char *name = senet_game_channel_name(SELF(senet_game), i);
    if (!name) break;
    PyObject *text = PyUnicode_FromString(name);
    if (!text || PyList_Append(list, text)) Py_CLEAR(list);
    Py_XDECREF(text);
  }
  return list;
}

static PyObject *game_position(PyObject *self, PyObject *args) {
  unsigned long long seed = 1, stream = 0;
  senet_position *position = NULL;
  if (!PyArg_ParseTuple(args, "|KK", &seed, &stream)) return NULL;
  senet_status status = senet_position_new(SELF(senet_game), seed, stream, &position);
  return status == SENET_OK ? wrap("Position", position) : raise_status(status);
}

static PyObject *game_agent(PyObject *self, PyObject *args) {
  const char *text;
  unsigned long long seed = 1;
  senet_agent *agent = NULL;
  if (!PyArg_ParseTuple(args, "s|K", &text, &seed)) return NULL;
  senet_status status = senet_agent_new(SELF(senet_game), text, seed, &agent);
  return status == SENET_OK ? wrap("Agent", agent) : raise_status(status);
}

static PyObject *game_batch(PyObject *self, PyObject *args) {
  Py_ssize_t n;
  unsigned long long seed = 1;
  int threads = 0;
  senet_batch *batch = NULL;
  if (!PyArg_ParseTuple(args, "n|Ki", &n, &seed, &threads)) return NULL;
  senet_status status = senet_batch_new(SELF(senet_game), n < 0 ? 0 : (size_t)n, seed, threads, &batch);
  return status == SENET_OK ? wrap("Batch", batch) : raise_status(status);
}

static PyObject *game_selfplay(PyObject *self, PyObject *args) {
  const char *settings;
  senet_selfplay *selfplay;
  senet_status status;
  if (!PyArg_ParseTuple(args, "s", &settings)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_selfplay_new(SELF(senet_game), settings, &selfplay);
  Py_END_ALLOW_THREADS return status == SENET_OK ? wrap("SelfPlay", selfplay) : raise_status(status);
}

static senet_status legend(void *self, char *buffer, size_t size, size_t *length) {
  return senet_game_legend(self, buffer, size, length);
}
static PyObject *game_legend(PyObject *self, PyObject *args) {
  (void)args;
  return text_of(SELF(senet_game), legend);
}

static PyMethodDef game_methods[] = {
    {"tensor_shape", game_tensor_shape, METH_NOARGS, "(channels, width, height, channels of moves), or None."},
    {"channel_names", game_channel_names, METH_NOARGS, "What each channel of a state is."},
    {"position", game_position, METH_VARARGS, "position(seed=1, stream=0) -> Position at the start."},
    {"agent", game_agent, METH_VARARGS, "agent(text, seed=1) -> Agent, such as 'uct:iterations=1000'."},
    {"batch", game_batch, METH_VARARGS, "batch(n, seed=1, threads=0) -> Batch of n games."},
    {"selfplay", game_selfplay, METH_VARARGS, "selfplay(settings) -> SelfPlay, such as 'games=1024,simulations=64'."},
    {"playouts", (PyCFunction)(void (*)(void))game_playouts, METH_VARARGS | METH_KEYWORDS,
     "playouts(n=1000, seed=1, threads=1, kind=0, seconds=0.0, interpret=False, first=0, tell=None, record=None, "
     "winners=None, lengths=None, utilities=None, longest=0) -> totals of random games."},
    {"match", (PyCFunction)(void (*)(void))game_match, METH_VARARGS | METH_KEYWORDS,
     "match(agents, n=100, seed=1, threads=0, records=False, openings=[], sprt_low=0, sprt_high=0, tell=None) -> what "
     "the games say about the agents."},
    {"facts", game_facts, METH_NOARGS, "What is known about the game, as JSON."},
    {"executor", game_set_executor, METH_VARARGS, "executor(name): 'auto', 'native' or 'interpreter' plays from now on."},
    {"features", game_features, METH_VARARGS,
     "features(set) -> Features: 'Atomic-2-4', 'Initial' or the text of a file."},
    {"legend", game_legend, METH_NOARGS, "What the letters of drawings mean."},
    {0},
};
static PyGetSetDef game_fields[] = {
    {"name", game_name, NULL, "As the description says.", NULL},
    {"players", game_players, NULL, "How many there are.", NULL},
    {"flags", game_flags, NULL, "SENET_GAME_... of senet.h.", NULL},
    {0},
};
static PyType_Slot game_slots[] = {
    {Py_tp_doc, "A compiled game. Made by Library.load."},
    {Py_tp_dealloc, game_dealloc},
    {Py_tp_methods, game_methods},
    {Py_tp_getset, game_fields},
    {0},
};
PyType_Spec game_spec = {"senet._senet.Game", sizeof(Handle), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                         game_slots};

// ---- agents ---------------------------------------------------------------------------------------

static void agent_dealloc(PyObject *self) {
  senet_agent_free(SELF(senet_agent));
  object_finish(self);
}

static PyObject *report_of(const senet_report *report) {
  PyObject *lines = PyList_New(0);
  for (size_t i = 0; lines && i < report->n_lines; i++) {
    const senet_line *line = &report->lines[i];
    PyObject *item =
        Py_BuildValue("{s:n,s:K,s:d,s:O}", "move", (Py_ssize_t)line->move, "visits", (unsigned long long)line->visits,
                      "value", line->value, "certain", line->certain ? Py_True : Py_False);
    if (!item || PyList_Append(lines, item)) Py_CLEAR(lines);
    Py_XDECREF(item);
  }
  if (!lines) return NULL;
  return Py_BuildValue("{s:d,s:K,s:K,s:i,s:d,s:N}", "value", report->value, "iterations",
                       (unsigned long long)report->iterations, "states", (unsigned long long)report->states, "depth",
                       report->depth, "seconds", report->seconds, "moves", lines);
}

static PyObject *agent_ask(PyObject *self, PyObject *args) {
  PyObject *object;
  int player = 0;
  size_t move = 0;
  senet_report report;
  senet_status status;
  if (!PyArg_ParseTuple(args, "O|i", &object, &player)) return NULL;
  senet_position *position = unwrap(object, "Position");
  if (!position) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_agent_ask(SELF(senet_agent), position, player, &move, &report);
  Py_END_ALLOW_THREADS if (status != SENET_OK) return raise_status(status);
  PyObject *told = report_of(&report);
  return told ? Py_BuildValue("(nN)", (Py_ssize_t)move, told) : NULL;
}

static PyObject *agent_limit(PyObject *self, PyObject *args) {
  double seconds = 0;
  unsigned long long iterations = 0;
  if (!PyArg_ParseTuple(args, "|dK", &seconds, &iterations)) return NULL;
  return none_or(senet_agent_limit(SELF(senet_agent), seconds, iterations));
}
static PyObject *agent_stop(PyObject *self, PyObject *args) {
  (void)args;
  return none_or(senet_agent_stop(SELF(senet_agent)));
}
static PyObject *agent_resume(PyObject *self, PyObject *args) {
  (void)args;
  return none_or(senet_agent_resume(SELF(senet_agent)));
}

static PyMethodDef agent_methods[] = {
    {"ask", agent_ask, METH_VARARGS, "ask(position, player=0) -> (number of the move, report)."},
    {"limit", agent_limit, METH_VARARGS, "limit(seconds=0, iterations=0) for the searches that follow; 0: no limit."},
    {"stop", agent_stop, METH_NOARGS, "Ends a search that another thread waits for, and those that follow."},
    {"resume", agent_resume, METH_NOARGS, "Allows searches again."},
    {0},
};
static PyType_Slot agent_slots[] = {
    {Py_tp_doc, "Whatever chooses moves. Made by Game.agent."},
    {Py_tp_dealloc, agent_dealloc},
    {Py_tp_methods, agent_methods},
    {0},
};
PyType_Spec agent_spec = {"senet._senet.Agent", sizeof(Handle), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, agent_slots};
