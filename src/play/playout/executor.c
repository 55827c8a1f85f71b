// The executor of a game, and the thread that compiles it.
#include "play/playout/executor.h"

#include "base/lock.h"
#include "base/mem.h"
#include "base/thread.h"
#include "play/playout/compare.h"

#include <stdatomic.h>
#include <stdlib.h>

struct Executor {
  const Game *game;
  ExecutorKind kind;
  Arena arena;  // of the reason
  _Atomic(const Native *) ready;
  _Atomic(const char *) why;
  Native *native;  // owned
  Thread *thread;  // that compiles, or NULL
  atomic_bool stop;
};

static const char *const words[] = {"auto", "native", "interpreter"};

const char *executor_word(size_t kind) { return kind < COUNT_OF(words) ? words[kind] : NULL; }

bool executor_read(const char *word, ExecutorKind *kind) {
  if (!word || !*word) word = getenv("SENET_EXECUTOR");
  if (!word || !*word) word = "auto";
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (strcmp(word, words[i]) != 0) continue;
    *kind = (ExecutorKind)i;
    return true;
  }
  return false;
}

static void settle(Executor *executor, Native *native, const char *why) {
  executor->native = native;
  if (native) atomic_store(&executor->ready, native);
  else atomic_store(&executor->why, why ? why : "no reason was given");
}

static void compile(void *self) {
  Executor *executor = self;
  const char *why = NULL;
  NativeWish wish = {.stop = &executor->stop};
  Native *native = native_open_checked(executor->game, &executor->arena, &wish, &why);
  settle(executor, native, why);
}

// What is compiled already is used at once, so that the same program with the same seed plays the same games.
static void open_automatic(Executor *executor) {
  const char *why = NULL;
  NativeWish wish = {.only_cached = true};
  Native *native = native_open_checked(executor->game, &executor->arena, &wish, &why);
  if (native || !wish.missing) settle(executor, native, why);
  else thread_start(&executor->thread, compile, executor);
}

void executor_open(const Game *game, ExecutorKind kind, Executor **out) {
  Executor *executor = *out = mem_alloc_zero(sizeof *executor);
  const char *why = NULL;
  executor->game = game;
  executor->kind = kind;
  if (kind == EXECUTOR_AUTO) open_automatic(executor);
  if (kind != EXECUTOR_NATIVE) return;
  Native *native = native_open(game, &executor->arena, NULL, &why);
  settle(executor, native, why);
}

void executor_close(Executor *executor) {
  if (!executor) return;
  atomic_store(&executor->stop, true);
  thread_end(executor->thread);
  native_close(executor->native);
  arena_free(&executor->arena);
  mem_free(executor);
}

const Native *executor_native(Executor *executor) { return executor ? atomic_load(&executor->ready) : NULL; }
const char *executor_why(Executor *executor) { return executor ? atomic_load(&executor->why) : NULL; }
