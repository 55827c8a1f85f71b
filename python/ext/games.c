// Libraries and games.
#include "ext.h"
#include "lib/lib_selfplay.h"

#include <stdlib.h>
#include <string.h>

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
    const char *text = senet_library_name(SELF(senet_library), i);
    PyObject *name =
        PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");  // of a file, which may be anything
    if (!name || PyList_Append(list, name)) Py_CLEAR(list);
    Py_XDECREF(name);
  }
  return list;
}

static senet_status diagnostics_text(void *self, char *buffer, size_t size, size_t *length) {
  return senet_diagnostics_text(self, buffer, size, length);
}

// The diagnostics as values.
static PyObject *diagnostics_list(const senet_diagnostics *diagnostics) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < senet_diagnostics_count(diagnostics); i++) {
    senet_diagnostic one = {0};
    senet_diagnostics_get(diagnostics, i, &one);
    PyObject *item = Py_BuildValue("{s:z,s:I,s:I,s:z,s:z,s:O,s:O}", "file", one.file, "line", (unsigned)one.line,
                                   "column", (unsigned)one.column, "message", one.message, "hint", one.hint, "warning",
                                   one.warning ? Py_True : Py_False, "limit", one.limit ? Py_True : Py_False);
    if (!item || PyList_Append(list, item)) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

// What is wrong with a description, with places and carets; one by one in the attribute `diagnostics`.
static PyObject *raise_diagnostics(senet_status status, senet_diagnostics *diagnostics) {
  PyObject *text = senet_diagnostics_count(diagnostics) ? text_of(diagnostics, diagnostics_text) : NULL;
  if (!text) {
    PyErr_Clear();
    return raise_status(status);
  }
  PyObject *module = PyImport_ImportModule("senet._senet");
  PyObject *error = module ? PyObject_GetAttrString(module, "Error") : NULL;
  PyObject *made = error ? PyObject_CallFunctionObjArgs(error, text, NULL) : NULL;
  PyObject *list = made ? diagnostics_list(diagnostics) : NULL;
  if (list && PyObject_SetAttrString(made, "diagnostics", list) == 0) PyErr_SetObject(error, made);
  Py_XDECREF(list);
  Py_XDECREF(made);
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
      status == SENET_OK ? wrap("Game", game, NULL) : raise_diagnostics(status, diagnostics);
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

typedef struct Summary {
  senet_facts *facts;
} Summary;
static senet_status summary_text(void *self, char *buffer, size_t size, size_t *length) {
  return senet_facts_text(((Summary *)self)->facts, "", buffer, size, length);
}
static PyObject *library_summary(PyObject *self, PyObject *args) {
  Py_ssize_t i;
  int played = 0;
  Summary summary = {0};
  senet_status status;
  if (!PyArg_ParseTuple(args, "n|p", &i, &played)) return NULL;
  size_t number = i < 0 ? SIZE_MAX : (size_t)i;
  Py_BEGIN_ALLOW_THREADS status = senet_library_summary(SELF(senet_library), number, played, &summary.facts);
  Py_END_ALLOW_THREADS if (status != SENET_OK) return raise_status(status);
  PyObject *text = text_of(&summary, summary_text);
  senet_facts_free(summary.facts);
  return text;
}

static PyMethodDef library_methods[] = {
    {"summary", library_summary, METH_VARARGS, "summary(i, played=False): what lists say about game i, as JSON."},
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
  return status == SENET_OK ? wrap("Position", position, self) : raise_status(status);
}

static PyObject *game_agent(PyObject *self, PyObject *args) {
  const char *text;
  unsigned long long seed = 1;
  senet_agent *agent = NULL;
  if (!PyArg_ParseTuple(args, "s|K", &text, &seed)) return NULL;
  senet_status status = senet_agent_new(SELF(senet_game), text, seed, &agent);
  return status == SENET_OK ? wrap("Agent", agent, self) : raise_status(status);
}

static PyObject *game_batch(PyObject *self, PyObject *args) {
  Py_ssize_t n;
  unsigned long long seed = 1;
  int threads = 0;
  senet_batch *batch = NULL;
  if (!PyArg_ParseTuple(args, "n|Ki", &n, &seed, &threads)) return NULL;
  senet_status status = senet_batch_new(SELF(senet_game), n < 0 ? 0 : (size_t)n, seed, threads, &batch);
  return status == SENET_OK ? wrap("Batch", batch, self) : raise_status(status);
}

static PyObject *game_selfplay(PyObject *self, PyObject *args) {
  const char *settings;
  senet_selfplay *selfplay;
  senet_status status;
  if (!PyArg_ParseTuple(args, "s", &settings)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_selfplay_new(SELF(senet_game), settings, &selfplay);
  Py_END_ALLOW_THREADS return status == SENET_OK ? wrap("SelfPlay", selfplay, self) : raise_status(status);
}

static senet_status legend(void *self, char *buffer, size_t size, size_t *length) {
  return senet_game_legend(self, buffer, size, length);
}
static PyObject *game_legend(PyObject *self, PyObject *args) {
  (void)args;
  return text_of(SELF(senet_game), legend);
}

typedef struct Asked {
  senet_game *game;
  const char *what;
  int player;
  double seconds;
} Asked;
static senet_status about(void *self, char *buffer, size_t size, size_t *length) {
  const Asked *asked = self;
  return senet_game_about(asked->game, asked->what, buffer, size, length);
}
static PyObject *game_about(PyObject *self, PyObject *args) {
  Asked asked = {.game = SELF(senet_game)};
  if (!PyArg_ParseTuple(args, "s", &asked.what)) return NULL;
  size_t n = 0;
  if (about(&asked, NULL, 0, &n) == SENET_NOT_FOUND) Py_RETURN_NONE;
  return text_of(&asked, about);
}
static senet_status sides(void *self, char *buffer, size_t size, size_t *length) {
  const Asked *asked = self;
  return senet_game_sides(asked->game, asked->player, buffer, size, length);
}
static PyObject *game_sides(PyObject *self, PyObject *args) {
  Asked asked = {.game = SELF(senet_game)};
  if (!PyArg_ParseTuple(args, "i", &asked.player)) return NULL;
  return text_of(&asked, sides);
}
static senet_status default_agent(void *self, char *buffer, size_t size, size_t *length) {
  const Asked *asked = self;
  return senet_game_agent(asked->game, asked->seconds, buffer, size, length);
}
static PyObject *game_default_agent(PyObject *self, PyObject *args) {
  Asked asked = {.game = SELF(senet_game), .seconds = 1};
  if (!PyArg_ParseTuple(args, "|d", &asked.seconds)) return NULL;
  return text_of(&asked, default_agent);
}

static PyObject *game_sites(PyObject *self, PyObject *args) {
  int type;
  if (!PyArg_ParseTuple(args, "i", &type)) return NULL;
  return PyLong_FromSize_t(senet_game_sites(SELF(senet_game), type));
}

typedef struct SiteName {
  senet_game *game;
  int type, site;
} SiteName;
static senet_status site_name(void *self, char *buffer, size_t size, size_t *length) {
  const SiteName *asked = self;
  return senet_game_site_name(asked->game, asked->type, asked->site, buffer, size, length);
}
static PyObject *game_site_name(PyObject *self, PyObject *args) {
  SiteName asked = {.game = SELF(senet_game)};
  if (!PyArg_ParseTuple(args, "ii", &asked.type, &asked.site)) return NULL;
  return text_of(&asked, site_name);
}

static PyObject *game_pieces(PyObject *self, PyObject *args) {
  (void)args;
  PyObject *list = PyList_New(0);
  for (size_t i = 1; list && i <= senet_game_pieces(SELF(senet_game)); i++) {
    const char *name = senet_game_piece_name(SELF(senet_game), i);
    PyObject *item = Py_BuildValue("(zi)", name, senet_game_piece_owner(SELF(senet_game), i));
    if (!item || PyList_Append(list, item)) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
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
    {"executor", game_set_executor, METH_VARARGS,
     "executor(name): 'auto', 'native' or 'interpreter' plays from now on."},
    {"features", game_features, METH_VARARGS,
     "features(set) -> Features: 'Atomic-2-4', 'Initial' or the text of a file."},
    {"legend", game_legend, METH_NOARGS, "What the letters of drawings mean."},
    {"sites", game_sites, METH_VARARGS, "sites(type): how many; cells 0, vertices 1, edges 2."},
    {"site_name", game_site_name, METH_VARARGS, "site_name(type, site), such as 'A1'."},
    {"pieces", game_pieces, METH_NOARGS, "(name, owner) of the kinds of pieces, number 1 first."},
    {"about", game_about, METH_VARARGS, "about(what): what the description says in words, such as 'rules'; or None."},
    {"sides", game_sides, METH_VARARGS, "sides(player): the sides of the board to connect, such as 'N and S'; or ''."},
    {"default_agent", game_default_agent, METH_VARARGS, "default_agent(seconds=1): who plays by default, as text."},
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
  PyObject *expected = lines ? PyList_New(0) : NULL;
  for (size_t i = 0; expected && i < report->n_expected; i++) {
    PyObject *number = PyLong_FromSize_t(report->expected[i]);
    if (!number || PyList_Append(expected, number)) Py_CLEAR(expected);
    Py_XDECREF(number);
  }
  if (!expected) Py_CLEAR(lines);
  if (!lines) return NULL;
  return Py_BuildValue("{s:d,s:K,s:K,s:i,s:d,s:N,s:N}", "value", report->value, "iterations",
                       (unsigned long long)report->iterations, "states", (unsigned long long)report->states, "depth",
                       report->depth, "seconds", report->seconds, "moves", lines, "expected", expected);
}

static void stop_agent(void *agent) { senet_agent_stop(agent); }

// Without Python's lock. A search that Ctrl-C ended is not to end those that follow.
static senet_status ask(senet_agent *agent, senet_position *position, int player, size_t *move, senet_report *report) {
  int begun = interrupt_begin(stop_agent, agent);
  senet_status status = senet_agent_ask(agent, position, player, move, report);
  if (interrupt_end(begun)) senet_agent_resume(agent);
  return status;
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
  Py_BEGIN_ALLOW_THREADS status = ask(SELF(senet_agent), position, player, &move, &report);
  Py_END_ALLOW_THREADS if (PyErr_CheckSignals()) return NULL;
  if (status != SENET_OK) return raise_status(status);
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

// Reports during a search go to a function of Python, which holds its lock meanwhile.
typedef struct Told {
  PyObject *function;
  senet_agent *agent;
  int stopped;  // it wanted no more
  int failed;   // it raised an exception, which is kept for the caller
  PyObject *kinds[3];
} Told;

static void hear_report(void *self, const senet_report *report) {
  Told *told = self;
  PyGILState_STATE state = PyGILState_Ensure();
  PyObject *answer = NULL;
  if (!told->failed) {
    PyObject *given = report_of(report);
    answer = given ? PyObject_CallFunction(told->function, "N", given) : NULL;
    if (!answer) {
      told->failed = 1;
      PyErr_Fetch(&told->kinds[0], &told->kinds[1], &told->kinds[2]);
    }
  }
  told->stopped |= told->failed || (answer && PyObject_IsTrue(answer) == 1);
  if (told->stopped) senet_agent_stop(told->agent);
  Py_XDECREF(answer);
  PyGILState_Release(state);
}

static PyObject *agent_ask_telling(PyObject *self, PyObject *args) {
  PyObject *object;
  int player = 0;
  double every = 0.1;
  size_t move = 0;
  senet_report report;
  senet_status status;
  Told told = {.agent = SELF(senet_agent)};
  if (!PyArg_ParseTuple(args, "OiOd", &object, &player, &told.function, &every)) return NULL;
  senet_position *position = unwrap(object, "Position");
  if (!position) return NULL;
  status = senet_agent_watch(told.agent, every, hear_report, &told);
  if (status != SENET_OK) return raise_status(status);
  Py_BEGIN_ALLOW_THREADS status = ask(told.agent, position, player, &move, &report);
  senet_agent_watch(told.agent, 0, NULL, NULL);
  if (told.stopped) senet_agent_resume(told.agent);
  Py_END_ALLOW_THREADS if (told.failed) {
    PyErr_Restore(told.kinds[0], told.kinds[1], told.kinds[2]);
    return NULL;
  }
  if (PyErr_CheckSignals()) return NULL;
  if (status != SENET_OK) return raise_status(status);
  PyObject *last = report_of(&report);
  return last ? Py_BuildValue("(nN)", (Py_ssize_t)move, last) : NULL;
}

static PyObject *agent_ponder(PyObject *self, PyObject *args) {
  PyObject *object;
  if (!PyArg_ParseTuple(args, "O", &object)) return NULL;
  senet_position *position = unwrap(object, "Position");
  return position ? none_or(senet_agent_ponder(SELF(senet_agent), position)) : NULL;
}
static PyObject *agent_ponder_end(PyObject *self, PyObject *args) {
  (void)args;
  senet_status status;
  Py_BEGIN_ALLOW_THREADS status = senet_agent_ponder_end(SELF(senet_agent));
  Py_END_ALLOW_THREADS return none_or(status);
}

static PyMethodDef agent_methods[] = {
    {"ask", agent_ask, METH_VARARGS, "ask(position, player=0) -> (number of the move, report)."},
    {"ask_telling", agent_ask_telling, METH_VARARGS,
     "ask_telling(position, player, tell, every) -> the same; tell(report) is called every so many seconds and stops "
     "the search by answering something true."},
    {"ponder", agent_ponder, METH_VARARGS, "ponder(position): thinks while somebody else does, until it is asked."},
    {"ponder_end", agent_ponder_end, METH_NOARGS, "Ends that."},
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
