// Who plays a game: its native code, or the interpreter. A game that has no compiled code yet is played by the
// interpreter while a thread compiles it; whoever plays asks again now and then, between games or searches.
#ifndef PLAY_PLAYOUT_EXECUTOR_H
#define PLAY_PLAYOUT_EXECUTOR_H

#include "emit/native.h"

typedef enum ExecutorKind {
  EXECUTOR_AUTO,         // native code once it is there and was checked against the interpreter
  EXECUTOR_NATIVE,       // native code, compiled before anything is played
  EXECUTOR_INTERPRETER,  // never native code
} ExecutorKind;

// The kind a word names; NULL or empty: what SENET_EXECUTOR says, else auto. False for another word.
bool executor_read(const char *word, ExecutorKind *kind);
// The word for a kind by its number; NULL beyond the end.
const char *executor_word(size_t kind);

typedef struct Executor Executor;

// Never fails: where there is no native code executor_why says why. The game must outlive it.
void executor_open(const Game *game, ExecutorKind kind, Executor **executor);
// Ends a compiler that is still running, and does not wait for it. NULL is allowed.
void executor_close(Executor *executor);

// The native code, or NULL while there is none. Once there is, it stays until the executor is closed. Any thread may
// ask; NULL is an executor that interprets.
const Native *executor_native(Executor *executor);
// Why there will be no native code, in one phrase; NULL: there is, it is being compiled, or nobody wanted it.
const char *executor_why(Executor *executor);

#endif
