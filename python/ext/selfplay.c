// Self-play for senet.train: requests and samples as arrays of the caller.
#include "ext.h"
#include "lib/lib_selfplay.h"

static void selfplay_dealloc(PyObject *self) {
  senet_selfplay_free(SELF(senet_selfplay));
  object_finish(self);
}

static senet_status describe(void *self, char *buffer, size_t size, size_t *length) {
  return senet_selfplay_describe(self, buffer, size, length);
}
static PyObject *selfplay_describe(PyObject *self, PyObject *args) {
  (void)args;
  return text_of(SELF(senet_selfplay), describe);
}

static PyObject *selfplay_model(PyObject *self, PyObject *args) {
  const char *arch, *options, *file;
  unsigned long long seed;
  if (!PyArg_ParseTuple(args, "sKss", &arch, &seed, &options, &file)) return NULL;
  return none_or(senet_selfplay_model(SELF(senet_selfplay), arch, seed, options, file));
}

static PyObject *sizes_of(const uint32_t *sizes) {
  return Py_BuildValue("(IIIIII)", sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]);
}

// ---- memory of the caller ------------------------------------------------------------------------

typedef struct Arrays {
  Py_buffer views[SELFPLAY_ARRAYS];
  int n;
  senet_selfplay_arrays out;
} Arrays;

static void arrays_release(Arrays *arrays) {
  while (arrays->n > 0) PyBuffer_Release(&arrays->views[--arrays->n]);
}

// From a sequence of writable arrays. False with an exception.
static int arrays_get(PyObject *list, Arrays *arrays) {
  *arrays = (Arrays){0};
  if (PySequence_Size(list) != SELFPLAY_ARRAYS) {
    PyErr_Format(PyExc_ValueError, "%d arrays are expected", SELFPLAY_ARRAYS);
    return 0;
  }
  for (int i = 0; i < SELFPLAY_ARRAYS; i++) {
    PyObject *item = PySequence_GetItem(list, i);
    int good = item && !PyObject_GetBuffer(item, &arrays->views[i], PyBUF_WRITABLE);
    Py_XDECREF(item);
    if (!good) {
      arrays_release(arrays);
      return 0;
    }
    arrays->n++;
    arrays->out.at[i] = arrays->views[i].buf;
    arrays->out.bytes[i] = (size_t)arrays->views[i].len;
  }
  return 1;
}

// ---- games ---------------------------------------------------------------------------------------

static PyObject *selfplay_advance(PyObject *self, PyObject *args) {
  Py_ssize_t group;
  uint32_t sizes[SELFPLAY_SIZES];
  senet_status status;
  if (!PyArg_ParseTuple(args, "n", &group)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_selfplay_advance(SELF(senet_selfplay), (size_t)group, sizes);
  Py_END_ALLOW_THREADS return status == SENET_OK ? sizes_of(sizes) : raise_status(status);
}

static PyObject *selfplay_pack(PyObject *self, PyObject *args) {
  Py_ssize_t group;
  PyObject *list;
  Arrays arrays;
  senet_status status;
  if (!PyArg_ParseTuple(args, "nO", &group, &list) || !arrays_get(list, &arrays)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_selfplay_pack(SELF(senet_selfplay), (size_t)group, &arrays.out);
  Py_END_ALLOW_THREADS arrays_release(&arrays);
  return none_or(status);
}

static PyObject *selfplay_answer(PyObject *self, PyObject *args) {
  Py_ssize_t group;
  PyObject *value_object, *logit_object;
  Memory values, logits;
  senet_status status = SENET_OK;
  if (!PyArg_ParseTuple(args, "nOO", &group, &value_object, &logit_object)) return NULL;
  if (!memory_get(value_object, sizeof(float), 0, 0, &values)) return NULL;
  if (!memory_get(logit_object, sizeof(float), 0, 0, &logits)) {
    memory_release(&values);
    return NULL;
  }
  Py_BEGIN_ALLOW_THREADS status =
      senet_selfplay_answer(SELF(senet_selfplay), (size_t)group, values.at, values.n, logits.at, logits.n);
  Py_END_ALLOW_THREADS memory_release(&values);
  memory_release(&logits);
  return none_or(status);
}

static PyObject *selfplay_evaluate(PyObject *self, PyObject *args) {
  Py_ssize_t group;
  const char *file;
  PyObject *value_object, *logit_object;
  Memory values, logits;
  if (!PyArg_ParseTuple(args, "nsOO", &group, &file, &value_object, &logit_object)) return NULL;
  if (!memory_get(value_object, sizeof(float), 0, 1, &values)) return NULL;
  if (!memory_get(logit_object, sizeof(float), 0, 1, &logits)) {
    memory_release(&values);
    return NULL;
  }
  senet_status status =
      senet_selfplay_evaluate(SELF(senet_selfplay), (size_t)group, file, values.at, values.n, logits.at, logits.n);
  memory_release(&values);
  memory_release(&logits);
  return none_or(status);
}

// ---- samples -------------------------------------------------------------------------------------

static PyObject *selfplay_keep(PyObject *self, PyObject *args) {
  const char *folder;
  unsigned long long number;
  uint64_t counts[SELFPLAY_COUNTS];
  senet_status status;
  if (!PyArg_ParseTuple(args, "zK", &folder, &number)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_selfplay_keep(SELF(senet_selfplay), folder, number, counts);
  Py_END_ALLOW_THREADS if (status != SENET_OK) return raise_status(status);
  return Py_BuildValue("(KKKKK)", (unsigned long long)counts[0], (unsigned long long)counts[1],
                       (unsigned long long)counts[2], (unsigned long long)counts[3], (unsigned long long)counts[4]);
}

static PyObject *selfplay_read(PyObject *self, PyObject *args) {
  const char *folder;
  unsigned long long number;
  if (!PyArg_ParseTuple(args, "sK", &folder, &number)) return NULL;
  return none_or(senet_selfplay_read(SELF(senet_selfplay), folder, number));
}

static PyObject *selfplay_trim(PyObject *self, PyObject *args) {
  unsigned long long window;
  uint64_t samples = 0, oldest = 0;
  if (!PyArg_ParseTuple(args, "K", &window)) return NULL;
  senet_status status = senet_selfplay_trim(SELF(senet_selfplay), window, &samples, &oldest);
  if (status != SENET_OK) return raise_status(status);
  return Py_BuildValue("(KK)", (unsigned long long)samples, (unsigned long long)oldest);
}

static PyObject *selfplay_draw(PyObject *self, PyObject *args) {
  Py_ssize_t n;
  uint32_t sizes[SELFPLAY_SIZES];
  senet_status status;
  if (!PyArg_ParseTuple(args, "n", &n)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = senet_selfplay_draw(SELF(senet_selfplay), (size_t)n, sizes);
  Py_END_ALLOW_THREADS return status == SENET_OK ? sizes_of(sizes) : raise_status(status);
}

static PyObject *selfplay_pack_drawn(PyObject *self, PyObject *args) {
  double drawish;
  PyObject *list, *policy_object, *wdl_object;
  Arrays arrays;
  Memory policy, wdl;
  if (!PyArg_ParseTuple(args, "dOOO", &drawish, &list, &policy_object, &wdl_object)) return NULL;
  if (!memory_get(policy_object, sizeof(float), 0, 1, &policy)) return NULL;
  if (!memory_get(wdl_object, sizeof(float), 0, 1, &wdl)) {
    memory_release(&policy);
    return NULL;
  }
  senet_status status = SENET_OK;
  int good = arrays_get(list, &arrays);
  if (good) {
    Py_BEGIN_ALLOW_THREADS status =
        senet_selfplay_pack_drawn(SELF(senet_selfplay), drawish, &arrays.out, policy.at, policy.n, wdl.at, wdl.n);
    Py_END_ALLOW_THREADS arrays_release(&arrays);
  }
  memory_release(&policy);
  memory_release(&wdl);
  return good ? none_or(status) : NULL;
}

static PyMethodDef selfplay_methods[] = {
    {"describe", selfplay_describe, METH_NOARGS, "What the arrays mean, as JSON."},
    {"model", selfplay_model, METH_VARARGS, "model(arch, seed, options, file): writes a network with random weights."},
    {"advance", selfplay_advance, METH_VARARGS, "advance(group) -> sizes of the request."},
    {"pack", selfplay_pack, METH_VARARGS, "pack(group, arrays): writes the request."},
    {"answer", selfplay_answer, METH_VARARGS, "answer(group, values, logits), float32."},
    {"evaluate", selfplay_evaluate, METH_VARARGS, "evaluate(group, file, values, logits): writes the answer, by C."},
    {"keep", selfplay_keep, METH_VARARGS, "keep(folder, number) -> (games, moves, evaluations, samples, drawn)."},
    {"read", selfplay_read, METH_VARARGS, "read(folder, number): samples of a replay file."},
    {"trim", selfplay_trim, METH_VARARGS, "trim(window) -> (samples, oldest file needed)."},
    {"draw", selfplay_draw, METH_VARARGS, "draw(n) -> sizes of a batch to learn from."},
    {"pack_drawn", selfplay_pack_drawn, METH_VARARGS, "pack_drawn(drawish, arrays, policy, wdl): writes it."},
    {0},
};
static PyType_Slot selfplay_slots[] = {
    {Py_tp_doc, "Games of self-play in flight. Made by Game.selfplay."},
    {Py_tp_dealloc, selfplay_dealloc},
    {Py_tp_methods, selfplay_methods},
    {0},
};
PyType_Spec selfplay_spec = {"senet._senet.SelfPlay", sizeof(Handle), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, selfplay_slots};
