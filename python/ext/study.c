// Features and records.
#include "ext.h"

#include <stdlib.h>

// ---- records --------------------------------------------------------------------------------------

static senet_status written(void *self, char *buffer, size_t size, size_t *length) {
  return senet_position_record(self, buffer, size, length);
}
PyObject *position_record(PyObject *self, PyObject *args) {
  (void)args;
  return text_of(SELF(senet_position), written);
}

// A position of the game of an object, moved on to the end of the record.
static PyObject *replayed(const senet_record *record, PyObject *game) {
  senet_position *position = NULL;
  senet_status status = senet_position_new(((Handle *)game)->at, 1, 0, &position);
  if (status == SENET_OK) status = senet_record_replay(record, position, SIZE_MAX);
  if (status == SENET_OK) return wrap("Position", position, game);
  raise_status(status);
  senet_position_free(position);
  return NULL;
}

PyObject *library_replay(PyObject *self, PyObject *args) {
  const char *text;
  Py_ssize_t length;
  senet_record *record = NULL;
  senet_game *game = NULL;
  if (!PyArg_ParseTuple(args, "s#", &text, &length)) return NULL;
  senet_status status = senet_record_read(SELF(senet_library), text, (size_t)length, &record);
  if (status == SENET_OK) status = senet_record_load(record, &game);
  PyObject *object = status == SENET_OK ? wrap("Game", game, NULL) : raise_status(status);
  PyObject *position = object ? replayed(record, object) : NULL;
  senet_record_free(record);
  if (position) return Py_BuildValue("(NN)", object, position);
  Py_XDECREF(object);
  return NULL;
}

// ---- features -------------------------------------------------------------------------------------

PyObject *game_features(PyObject *self, PyObject *args) {
  const char *set;
  senet_features *features = NULL;
  if (!PyArg_ParseTuple(args, "s", &set)) return NULL;
  senet_status status = senet_features_new(SELF(senet_game), set, &features);
  return status == SENET_OK ? wrap("Features", features, self) : raise_status(status);
}

static void features_dealloc(PyObject *self) {
  senet_features_free(SELF(senet_features));
  object_finish(self);
}

static PyObject *features_texts(PyObject *self, PyObject *args) {
  (void)args;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < senet_features_count(SELF(senet_features)); i++) {
    PyObject *text = PyUnicode_FromString(senet_features_text(SELF(senet_features), i));
    if (!text || PyList_Append(list, text)) Py_CLEAR(list);
    Py_XDECREF(text);
  }
  return list;
}

// The numbers of one move.
static PyObject *numbers(const uint32_t *at, size_t n) {
  PyObject *list = PyList_New((Py_ssize_t)n);
  for (size_t i = 0; list && i < n; i++) {
    PyObject *number = PyLong_FromUnsignedLong(at[i]);
    if (!number || PyList_SetItem(list, (Py_ssize_t)i, number)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *moves_of(const senet_feature_result *result) {
  PyObject *list = PyList_New((Py_ssize_t)result->moves);
  for (size_t i = 0; list && i < result->moves; i++) {
    PyObject *move = numbers(result->active + result->starts[i], result->starts[i + 1] - result->starts[i]);
    if (!move || PyList_SetItem(list, (Py_ssize_t)i, move)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *features_active(PyObject *self, PyObject *args) {
  PyObject *object;
  senet_feature_result result = SENET_FEATURE_RESULT;
  if (!PyArg_ParseTuple(args, "O", &object)) return NULL;
  senet_position *position = unwrap(object, "Position");
  if (!position) return NULL;
  senet_status status = senet_position_features(position, SELF(senet_features), &result);
  if (status != SENET_OK) return raise_status(status);
  result.room_starts = result.moves + 1;
  result.room_active = result.n_active + 1;
  result.starts = calloc(result.room_starts, sizeof *result.starts);
  result.active = calloc(result.room_active, sizeof *result.active);
  PyObject *list = NULL;
  if (!result.starts || !result.active) {
    PyErr_NoMemory();
  } else {
    status = senet_position_features(position, SELF(senet_features), &result);
    list = status == SENET_OK ? moves_of(&result) : raise_status(status);
  }
  free(result.starts);
  free(result.active);
  return list;
}

static PyObject *features_scores(PyObject *self, PyObject *args) {
  PyObject *object;
  size_t n = 0;
  if (!PyArg_ParseTuple(args, "O", &object)) return NULL;
  senet_position *position = unwrap(object, "Position");
  if (!position) return NULL;
  senet_status status = senet_position_feature_scores(position, SELF(senet_features), NULL, 0, &n);
  if (status != SENET_OK) return raise_status(status);
  double *scores = calloc(n + 1, sizeof *scores);
  if (!scores) return PyErr_NoMemory();
  senet_position_feature_scores(position, SELF(senet_features), scores, n, &n);
  PyObject *list = PyList_New((Py_ssize_t)n);
  for (size_t i = 0; list && i < n; i++) {
    PyObject *score = PyFloat_FromDouble(scores[i]);
    if (!score || PyList_SetItem(list, (Py_ssize_t)i, score)) Py_CLEAR(list);
  }
  free(scores);
  return list;
}

static PyMethodDef features_methods[] = {
    {"texts", features_texts, METH_NOARGS, "The features as texts, by number."},
    {"active", features_active, METH_VARARGS, "active(position) -> by legal move, the numbers of its active features."},
    {"scores", features_scores, METH_VARARGS, "scores(position) -> by legal move, the sum of the weights."},
    {0},
};
static PyType_Slot features_slots[] = {
    {Py_tp_doc, "A set of spatial features of a game. Made by Game.features."},
    {Py_tp_dealloc, features_dealloc},
    {Py_tp_methods, features_methods},
    {0},
};
PyType_Spec features_spec = {"senet._senet.Features", sizeof(Handle), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, features_slots};
