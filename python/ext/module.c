// The module, its exception, and what all types share.
#include "ext.h"

#include <stdlib.h>

static PyObject *module_item(const char *name) {
  PyObject *module = PyImport_ImportModule("senet._senet");
  PyObject *item = module ? PyObject_GetAttrString(module, name) : NULL;
  Py_XDECREF(module);
  return item;
}

PyObject *raise_status(senet_status status) {
  PyObject *error = module_item("Error");
  const char *message = senet_message();
  if (error) PyErr_SetString(error, message && *message ? message : senet_status_text(status));
  Py_XDECREF(error);
  return NULL;
}

PyObject *none_or(senet_status status) {
  if (status != SENET_OK) return raise_status(status);
  Py_RETURN_NONE;
}

PyObject *wrap(const char *name, void *handle, PyObject *game) {
  PyObject *type = module_item(name);
  allocfunc alloc = type ? (allocfunc)PyType_GetSlot((PyTypeObject *)type, Py_tp_alloc) : NULL;
  Handle *object = alloc ? (Handle *)alloc((PyTypeObject *)type, 0) : NULL;
  if (object) {
    object->at = handle;
    object->game = Py_XNewRef(game);
  }
  Py_XDECREF(type);
  return (PyObject *)object;
}

void *unwrap(PyObject *object, const char *name) {
  PyObject *type = module_item(name);
  int good = type ? PyObject_IsInstance(object, type) : -1;
  Py_XDECREF(type);
  if (good == 1) return ((Handle *)object)->at;
  if (good == 0) PyErr_Format(PyExc_TypeError, "a %s is expected", name);
  return NULL;
}

void object_finish(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  Py_XDECREF(GAME_OF(self));
  release(self);
  Py_DECREF(type);
}

PyObject *text_of(void *self, TextCall *call) {
  size_t length = 0;
  senet_status status = call(self, NULL, 0, &length);
  if (status != SENET_OK) return raise_status(status);
  char *buffer = malloc(length + 1);
  if (!buffer) return PyErr_NoMemory();
  status = call(self, buffer, length + 1, &length);
  PyObject *text = status == SENET_OK ? PyUnicode_FromStringAndSize(buffer, (Py_ssize_t)length) : raise_status(status);
  free(buffer);
  return text;
}

int memory_get(PyObject *object, size_t item, size_t n, int writable, Memory *memory) {
  *memory = (Memory){0};
  if (!object || object == Py_None) return 1;
  if (PyObject_GetBuffer(object, &memory->view, writable ? PyBUF_WRITABLE | PyBUF_ND : PyBUF_ND)) return 0;
  memory->at = memory->view.buf;
  memory->n = (size_t)memory->view.len / item;
  if (memory->view.itemsize == (Py_ssize_t)item && memory->n >= n) return 1;
  PyErr_Format(PyExc_ValueError, "an array of at least %zu items of %zu bytes is expected", n, item);
  memory_release(memory);
  return 0;
}

void memory_release(Memory *memory) {
  if (memory->at) PyBuffer_Release(&memory->view);
  memory->at = NULL;
}

static PyObject *version(PyObject *self, PyObject *args) {
  (void)self, (void)args;
  return PyUnicode_FromString(senet_version());
}

static PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, "The version of the library."},
    {0},
};

static int add_types(PyObject *module) {
  PyType_Spec *const specs[] = {&library_spec, &game_spec,     &position_spec, &batch_spec,
                                &agent_spec,   &features_spec, &selfplay_spec};
  static const char *const names[] = {"Library", "Game", "Position", "Batch", "Agent", "Features", "SelfPlay"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    PyObject *type = PyType_FromSpec(specs[i]);
    if (!type || PyModule_AddObjectRef(module, names[i], type)) return -1;
    Py_DECREF(type);
  }
  PyObject *error = PyErr_NewExceptionWithDoc("senet.Error", "What Senet could not do, in one sentence.", NULL, NULL);
  PyObject *none = error ? PyList_New(0) : NULL;  // diagnostics of errors that are not about a description
  int bad =
      !none || PyObject_SetAttrString(error, "diagnostics", none) || PyModule_AddObjectRef(module, "Error", error);
  Py_XDECREF(none);
  Py_XDECREF(error);
  if (bad) return -1;
  return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)add_types}, {0}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,  .m_name = "senet._senet", .m_doc = "Senet's C interface.",
    .m_methods = functions, .m_slots = slots,
};

PyMODINIT_FUNC PyInit__senet(void);
PyMODINIT_FUNC PyInit__senet(void) { return PyModuleDef_Init(&definition); }
