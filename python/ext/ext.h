// The Python extension senet._senet: a thin layer over senet.h, on Python's limited API so that one build serves 3.11
// and later. Types are Library, Game, Position, Batch, Agent, Features and SelfPlay; each holds one handle. Calls that
// fail raise Error.
#ifndef EXT_EXT_H
#define EXT_EXT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "senet.h"

typedef struct Handle {
  PyObject_HEAD void *at;  // the library, game...
  PyObject *game;          // the object of the game it is of, which stays as long, or NULL
} Handle;

// Raises Error with the message of the call that failed. Always NULL.
PyObject *raise_status(senet_status status);
// None, or what raise_status does.
PyObject *none_or(senet_status status);

// A new object of the type called `name` in the module that holds the handle, of the game of an object (or NULL); NULL
// when there is no memory.
PyObject *wrap(const char *name, void *handle, PyObject *game);
// The handle of an argument that must be of the type called `name`; NULL with an exception.
void *unwrap(PyObject *object, const char *name);

// The last step of freeing an object, after its handle.
void object_finish(PyObject *self);

#define SELF(type) ((type *)((Handle *)self)->at)
#define GAME_OF(object) (((Handle *)(object))->game)

// A text call: asks for the length, then for the text.
typedef senet_status TextCall(void *self, char *buffer, size_t size, size_t *length);
PyObject *text_of(void *self, TextCall *call);

// The memory of an object with items of this size, at least n of them; None gives NULL. False with an exception.
typedef struct Memory {
  Py_buffer view;
  void *at;
  size_t n;  // items
} Memory;
int memory_get(PyObject *object, size_t item, size_t n, int writable, Memory *memory);
void memory_release(Memory *memory);

// While a call goes on, Ctrl-C has it stopped (stop: what may be done in a signal handler); Python hears of it too. Not
// 0: it has begun, for interrupt_end, whose answer is whether Ctrl-C came.
typedef void InterruptStop(void *self);
int interrupt_begin(InterruptStop *stop, void *self);
int interrupt_end(int begun);

// Methods that are in a file of their own.
PyObject *position_record(PyObject *self, PyObject *args);
PyObject *library_replay(PyObject *self, PyObject *args);
PyObject *library_compare(PyObject *self, PyObject *args);
PyObject *game_features(PyObject *self, PyObject *args);
PyObject *game_facts(PyObject *self, PyObject *args);
PyObject *game_set_executor(PyObject *self, PyObject *args);
PyObject *game_playouts(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *game_match(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *position_playouts(PyObject *self, PyObject *args, PyObject *kwargs);

extern PyType_Spec library_spec, game_spec, position_spec, batch_spec, agent_spec, features_spec, selfplay_spec;

#endif
