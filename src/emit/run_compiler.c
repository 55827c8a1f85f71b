// Running the system's C compiler. It is the child of a small process that only watches it: the watcher ends it when it
// takes too long, or when this process is gone, however that came about. A pair of sockets tells: nothing is ever
// written to the watcher's, whose other end closes with this process; the watcher writes what came of it, as nobody
// knows how a child ended where its parent ignores that children end.
#define _GNU_SOURCE  // wait4
#include "emit/run_compiler.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define SECONDS_MAX 5.0   // of processor time
#define SECONDS_MOST 1e6  // that may be asked for
#define WAIT_FACTOR 10.0  // and on a clock so many times as much

// On x86, gcc would keep numbers in the mask registers of AVX-512 when it has no others left, which is
// slower than memory; without these two extensions it cannot, and sets of sites still have what they need.
static const char *const flags[] = {"-O2",
                                    "-march=native",
                                    "-std=gnu17",
                                    "-fno-strict-aliasing",
                                    "-w",
                                    "-shared",
                                    "-fPIC",
#if defined(__x86_64__)
                                    "-mno-avx512dq",
                                    "-mno-avx512bw",
#endif
                                    NULL};

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

static double seconds_allowed(void) {
  const char *text = getenv("SENET_CC_SECONDS");
  double seconds = text && *text ? strtod(text, NULL) : SECONDS_MAX;
  return seconds > 0 ? MIN(seconds, SECONDS_MOST) : SECONDS_MAX;
}

// ---- in the child processes ---------------------------------------------------------------------

// Everything the compiler says goes nowhere.
static void become_compiler(const char *source, const char *object, double seconds) {
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
  rlim_t limit = (rlim_t)seconds + 1;
  setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit});
  execvp(args[0], (char *const *)(uintptr_t)args);
  _exit(127);
}

// What the watcher ends with.
enum { WATCHED_DONE = 0, WATCHED_FAILED, WATCHED_SLOW, WATCHED_ALONE, WATCHED_LATE, WATCHED_ABSENT = 127 };

static double used_seconds(const struct rusage *use) {
  return (double)(use->ru_utime.tv_sec + use->ru_stime.tv_sec) +
         1e-6 * (double)(use->ru_utime.tv_usec + use->ru_stime.tv_usec);
}

static int judge(int status, const struct rusage *use, double seconds) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return WATCHED_DONE;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return WATCHED_ABSENT;
  return used_seconds(use) >= seconds ? WATCHED_SLOW : WATCHED_FAILED;
}

// Waits for the compiler, for the time to be over, or for the other end of the pipe to close.
static int watch(pid_t compiler, int socket_end, double seconds) {
  double end = clock_seconds() + WAIT_FACTOR * seconds;
  struct pollfd parent = {.fd = socket_end, .events = POLLIN};
  int answer = WATCHED_LATE, status;
  for (int pause = 1; clock_seconds() < end; pause = pause < 16 ? pause * 2 : pause) {
    struct rusage use = {0};
    pid_t done = wait4(compiler, &status, WNOHANG, &use);
    if (done == compiler) return judge(status, &use, seconds);
    if (poll(&parent, 1, pause) <= 0) continue;
    answer = WATCHED_ALONE;
    break;
  }
  struct rusage use = {0};
  kill(-compiler, SIGKILL);
  kill(compiler, SIGKILL);
  wait4(compiler, &status, 0, &use);
  return answer == WATCHED_LATE && used_seconds(&use) >= seconds ? WATCHED_SLOW : answer;
}

// Only what is safe in the child of a process with threads. Files of others must not stay open here.
static void become_watcher(const char *source, const char *object, int socket_end, double seconds) {
  enum { FILES = 1024 };
  setpgid(0, 0);
  signal(SIGCHLD, SIG_DFL);
  for (int fd = 3; fd < FILES; fd++) {
    if (fd != socket_end) close(fd);
  }
  pid_t compiler = fork();
  if (compiler == 0) become_compiler(source, object, seconds);
  if (compiler < 0) _exit(WATCHED_FAILED);
  setpgid(compiler, compiler);
  signal(SIGPIPE, SIG_IGN);
  int answer = watch(compiler, socket_end, seconds);
  if (answer != WATCHED_DONE) unlink(object);
  if (answer == WATCHED_ALONE) unlink(source);
  unsigned char said = (unsigned char)answer;
  _exit(write(socket_end, &said, 1) == 1 ? 0 : 1);
}

// ---- in this process ----------------------------------------------------------------------------

// Waits for what the watcher says. Without the other end of its socket it ends soon.
static int wait_for(pid_t watcher, int socket_end, const atomic_bool *stop) {
  enum { PAUSE = 16 };  // milliseconds
  struct pollfd there = {.fd = socket_end, .events = POLLIN};
  int answer = WATCHED_FAILED;
  for (;;) {
    unsigned char said;
    int ready = poll(&there, 1, stop ? PAUSE : -1);
    if (ready > 0 && read(socket_end, &said, 1) == 1) answer = said;
    if (ready > 0 || (ready < 0 && errno != EINTR)) break;
    if (!stop || !atomic_load(stop)) continue;
    answer = WATCHED_ALONE;
    break;
  }
  close(socket_end);
  while (waitpid(watcher, NULL, 0) < 0 && errno == EINTR) continue;
  return answer;
}

static CompileEnd explain(Arena *arena, int answer, double seconds, const char **why) {
  const char *name = compiler_name();
  switch (answer) {
    case WATCHED_DONE: return COMPILE_DONE;
    case WATCHED_SLOW:
      *why = arena_printf(arena, "the compiler '%s' needed more than %g seconds", name, seconds);
      return COMPILE_SLOW;
    case WATCHED_LATE:
      *why = arena_printf(arena, "the compiler '%s' did not end within %g seconds", name, WAIT_FACTOR * seconds);
      return COMPILE_STOPPED;
    case WATCHED_ALONE: *why = "nobody waited for the compiler"; return COMPILE_STOPPED;
    case WATCHED_ABSENT: *why = arena_printf(arena, "cannot run the compiler '%s'", name); return COMPILE_FAILED;
    default: *why = arena_printf(arena, "the compiler '%s' failed", name); return COMPILE_FAILED;
  }
}

CompileEnd compiler_run(Arena *arena, const char *source, const char *object, const atomic_bool *stop,
                        const char **why) {
  double seconds = seconds_allowed();
  int ends[2];
  bool pair = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
  pid_t watcher = pair ? fork() : -1;
  if (watcher < 0) {
    *why = arena_printf(arena, "cannot run the compiler: %s", strerror(errno));
    if (pair) close(ends[0]), close(ends[1]);
    return COMPILE_FAILED;
  }
  if (watcher == 0) become_watcher(source, object, ends[0], seconds);
  close(ends[0]);
  return explain(arena, wait_for(watcher, ends[1], stop), seconds, why);
}
