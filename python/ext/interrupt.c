// Ctrl-C while a call of Senet goes on: what it waits for is told to stop, then Python hears of it as ever.
#define _GNU_SOURCE  // gettid
#include "ext.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

// What the first thread waits for: a signal handler has nothing else to go by.
static InterruptStop *_Atomic waiting_stop;
static void *_Atomic waiting_self;
static struct sigaction before;
static atomic_bool heard;

static void hear(int number, siginfo_t *info, void *context) {
  InterruptStop *stop = atomic_load(&waiting_stop);
  atomic_store(&heard, true);
  if (stop) stop(atomic_load(&waiting_self));
  if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(number, info, context);
  else if (before.sa_handler != SIG_IGN && before.sa_handler != SIG_DFL) before.sa_handler(number);
}

// Python deals with signals on its first thread. Where nobody would deal with this one it is left alone.
int interrupt_begin(InterruptStop *stop, void *self) {
  if (gettid() != getpid() || atomic_load(&waiting_stop) || sigaction(SIGINT, NULL, &before)) return 0;
  if (!(before.sa_flags & SA_SIGINFO) && (before.sa_handler == SIG_IGN || before.sa_handler == SIG_DFL)) return 0;
  struct sigaction own = {.sa_sigaction = hear, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&own.sa_mask);
  atomic_store(&heard, false);
  atomic_store(&waiting_self, self);
  atomic_store(&waiting_stop, stop);
  if (!sigaction(SIGINT, &own, NULL)) return 1;
  atomic_store(&waiting_stop, NULL);
  return 0;
}

int interrupt_end(int begun) {
  struct sigaction now;
  if (!begun) return 0;
  bool own = !sigaction(SIGINT, NULL, &now) && now.sa_flags & SA_SIGINFO && now.sa_sigaction == hear;
  if (own) sigaction(SIGINT, &before, NULL);  // or somebody else listens since
  atomic_store(&waiting_stop, NULL);
  return atomic_load(&heard);
}
