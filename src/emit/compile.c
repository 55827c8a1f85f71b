// Running the system's C compiler as a child process with a time limit.
#include "emit/compile.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define SECONDS_MAX 40.0  // on a clock; of processor time a quarter

static const char *const flags[] = {"-O2", "-march=native", "-std=gnu17", "-fno-strict-aliasing",
                                    "-w",  "-shared",       "-fPIC",      NULL};

static const char *compiler_name(void) {
  const char *name = getenv("SENET_CC");
  return name && *name ? name : "cc";
}

// The file a command name stands for, as the shell would find it; NULL when there is none.
static const char *find_command(Arena *arena, const char *name) {
  if (strchr(name, '/')) return access(name, X_OK) == 0 ? name : NULL;
  const char *path = getenv("PATH");
  while (path && *path) {
    size_t n = strcspn(path, ":");
    const char *file = arena_printf(arena, "%.*s/%s", (int)n, path, name);
    if (n && access(file, X_OK) == 0) return file;
    path += n + (path[n] == ':');
  }
  return NULL;
}

static const char *processor(Arena *arena) {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0, a7 = 0, b7 = 0, c7 = 0, d7 = 0;
  __get_cpuid(1, &a, &b, &c, &d);
  __get_cpuid_count(7, 0, &a7, &b7, &c7, &d7);
  return arena_printf(arena, "x86 %x %x %x %x %x %x", a, c, d, b7, c7, d7);
#else
  struct utsname name;
  return uname(&name) == 0 ? arena_printf(arena, "%s", name.machine) : "unknown";
#endif
}

const char *compiler_identity(Arena *arena) {
  const char *file = find_command(arena, compiler_name());
  struct stat at;
  if (!file || stat(file, &at) != 0) return NULL;
  const char *text =
      arena_printf(arena, "%s %lld %lld %s", file, (long long)at.st_size, (long long)at.st_mtime, processor(arena));
  for (int i = 0; flags[i]; i++) text = arena_printf(arena, "%s %s", text, flags[i]);
  return text;
}

// In the child: everything the compiler says goes nowhere.
static void become_compiler(const char *source, const char *object) {
  const char *args[16];
  int n = 0;
  args[n++] = compiler_name();
  for (int i = 0; flags[i]; i++) args[n++] = flags[i];
  args[n++] = "-o";
  args[n++] = object;
  args[n++] = source;
  args[n] = NULL;
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3 && null >= 0; fd++) dup2(null, fd);
  setpgid(0, 0);
  setrlimit(RLIMIT_CPU, &(struct rlimit){(rlim_t)SECONDS_MAX / 4, (rlim_t)SECONDS_MAX / 4});
  execvp(args[0], (char *const *)(uintptr_t)args);
  _exit(127);
}

// Waits for the child; false when the time is up, and then it is gone.
static bool wait_for(pid_t child, int *status) {
  double end = clock_seconds() + SECONDS_MAX;
  for (long pause = 1000000;; pause = pause < 16000000 ? pause * 2 : pause) {
    pid_t done = waitpid(child, status, WNOHANG);
    if (done == child) return true;
    if (done < 0 && errno != EINTR) return true;
    if (clock_seconds() > end) break;
    nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
  }
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  waitpid(child, status, 0);
  return false;
}

bool compiler_run(Arena *arena, const char *source, const char *object, const char **why) {
  pid_t child = fork();
  if (child < 0) {
    *why = arena_printf(arena, "cannot run the compiler: %s", strerror(errno));
    return false;
  }
  if (child == 0) become_compiler(source, object);
  int status = 0;
  if (!wait_for(child, &status))
    *why = arena_printf(arena, "the compiler '%s' took more than %.0f seconds", compiler_name(), SECONDS_MAX);
  else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    *why = arena_printf(arena, "cannot run the compiler '%s'", compiler_name());
  else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    *why = arena_printf(arena, "the compiler '%s' failed", compiler_name());
  else return true;
  unlink(object);
  return false;
}
