// Each child writes, per task, the length of its answer and the answer to a pipe; the parent polls the
// pipes. End of file before the last answer means a crash.
#include "base/process.h"

#include "base/clock.h"
#include "base/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// Sanitizers reserve address space far beyond what is used. gcc says so in one way, clang in another.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#elif defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED false
#endif

// A child at work on tasks [next, end).
typedef struct Child {
  pid_t pid;  // 0: free
  int pipe;
  size_t next, end;
  double started;  // when the present task began
  bool killed;
  Text input;
} Child;

typedef struct Answer {
  bool here;
  ProcessEnd end;
  int signal;
  Text text;
} Answer;

typedef struct Run {
  const ProcessPlan *plan;
  Child *children;
  struct pollfd *polls;
  Answer *answers;
  size_t started;  // tasks given to a child so far
  size_t delivered;
} Run;

// ---- in the child --------------------------------------------------------------------------------

static void write_all(int fd, const void *data, size_t n) {
  const char *at = data;
  while (n) {
    ssize_t wrote = write(fd, at, n);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) _exit(1);
    at += wrote;
    n -= (size_t)wrote;
  }
}

static void limit_memory(size_t megabytes) {
  rlim_t bytes = (rlim_t)megabytes << 20;
  if (megabytes && !SANITIZED) setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
}

// A child does not outlive its parent, however that ends.
static void end_with(pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) _exit(1);  // it ended before that
}

NORETURN static void work(const ProcessPlan *plan, size_t from, size_t end, int fd) {
  limit_memory(plan->megabytes);
  for (size_t i = from; i < end; i++) {
    Text answer = {0};
    plan->task(plan->self, i, &answer);
    uint64_t size = answer.n;
    write_all(fd, &size, sizeof size);
    write_all(fd, text_str(&answer).p, answer.n);
    text_free(&answer);
  }
  _exit(0);
}

// ---- in the parent -------------------------------------------------------------------------------

static void start_child(Run *run, Child *child, size_t from, size_t end) {
  int ends[2];
  fflush(NULL);
  if (pipe(ends) != 0) mem_gone("make a pipe", errno);
  pid_t parent = getpid(), pid = fork();
  if (pid < 0) mem_gone("start a child process", errno);
  if (pid == 0) {
    end_with(parent);
    close(ends[0]);
    work(run->plan, from, end, ends[1]);
  }
  close(ends[1]);
  Text input = child->input;
  text_clear(&input);
  *child = (Child){.pid = pid, .pipe = ends[0], .next = from, .end = end, .started = clock_seconds(), .input = input};
}

static size_t group_end(const ProcessPlan *plan, size_t from) {
  size_t end = from + 1;
  while (plan->groups && end < plan->n && plan->groups[end] == plan->groups[from]) end++;
  return end;
}

static void fill_workers(Run *run) {
  for (int i = 0; i < run->plan->workers && run->started < run->plan->n; i++) {
    if (run->children[i].pid) continue;
    size_t end = group_end(run->plan, run->started);
    start_child(run, &run->children[i], run->started, end);
    run->started = end;
  }
}

static void keep(Run *run, size_t index, ProcessEnd end, int signal, Str text) {
  Answer *answer = &run->answers[index];
  *answer = (Answer){.here = true, .end = end, .signal = signal};
  text_add(&answer->text, text);
}

static void deliver(Run *run) {
  for (; run->delivered < run->plan->n && run->answers[run->delivered].here; run->delivered++) {
    Answer *answer = &run->answers[run->delivered];
    run->plan->done(run->plan->self, run->delivered, answer->end, answer->signal, text_str(&answer->text));
    text_free(&answer->text);
  }
}

// Takes the complete answers out of what a child has written.
static void take_answers(Run *run, Child *child) {
  size_t at = 0;
  uint64_t size;
  while (child->input.n - at >= sizeof size && child->next < child->end) {
    memcpy(&size, child->input.p + at, sizeof size);
    if (child->input.n - at - sizeof size < size) break;
    keep(run, child->next++, PROCESS_ANSWERED, 0, (Str){child->input.p + at + sizeof size, size});
    at += sizeof size + size;
    child->started = clock_seconds();
  }
  if (!at) return;
  memmove(child->input.p, child->input.p + at, child->input.n - at);
  child->input.n -= at;
}

static ProcessEnd end_of(const Child *child, int status) {
  if (child->killed) return PROCESS_TIMED_OUT;
  return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NO_MEMORY ? PROCESS_NO_MEMORY : PROCESS_CRASHED;
}

// The child is gone: whatever it was doing has failed, and the rest of its group starts again.
static void bury(Run *run, Child *child) {
  int status = 0;
  close(child->pipe);
  while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) continue;
  child->pid = 0;
  if (child->next == child->end) return;
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  keep(run, child->next, end_of(child, status), signal, (Str){0});
  if (child->next + 1 < child->end) start_child(run, child, child->next + 1, child->end);
}

static void read_child(Run *run, Child *child) {
  char buffer[65536];
  ssize_t got = read(child->pipe, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) {
    bury(run, child);
    return;
  }
  text_add(&child->input, (Str){buffer, (size_t)got});
  take_answers(run, child);
}

static void kill_late(Run *run, Child *child) {
  double limit = run->plan->seconds;
  if (!limit || child->killed || clock_seconds() - child->started < limit) return;
  child->killed = true;
  kill(child->pid, SIGKILL);
}

static void wait_for_children(Run *run) {
  int n = run->plan->workers;
  for (int i = 0; i < n; i++) {
    run->polls[i] = (struct pollfd){.fd = run->children[i].pid ? run->children[i].pipe : -1, .events = POLLIN};
  }
  if (poll(run->polls, (nfds_t)n, 200) < 0 && errno != EINTR) die("poll: %s", strerror(errno));
  for (int i = 0; i < n; i++) {
    Child *child = &run->children[i];
    if (!child->pid) continue;
    if (run->polls[i].revents) read_child(run, child);
    else kill_late(run, child);
  }
}

void process_run(const ProcessPlan *plan) {
  assert(plan->workers > 0);
  Arena arena = {0};
  Run run = {
      .plan = plan,
      .children = ARENA_ARRAY(&arena, Child, plan->workers),
      .polls = ARENA_ARRAY(&arena, struct pollfd, plan->workers),
      .answers = ARENA_ARRAY(&arena, Answer, plan->n + 1),
  };
  while (run.delivered < plan->n) {
    fill_workers(&run);
    wait_for_children(&run);
    deliver(&run);
  }
  for (int i = 0; i < plan->workers; i++) {
    if (run.children[i].pid) bury(&run, &run.children[i]);
    text_free(&run.children[i].input);
  }
  arena_free(&arena);
}

const char *process_end_text(ProcessEnd end, int signal, char text[PROCESS_END_TEXT]) {
  if (end == PROCESS_TIMED_OUT) return "timed out";
  if (end == PROCESS_NO_MEMORY) return "out of memory";
  if (!signal) return "its process ended before it answered";
  snprintf(text, PROCESS_END_TEXT, "crashed (signal %d)", signal);
  return text;
}
