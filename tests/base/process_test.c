// Tasks in child processes: order, sharing in a group, crashes and time limits; and programs that are slow to read.
#include "base/process.h"

#include "base/child.h"
#include "base/clock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/support.h"

enum { TASKS = 12, CRASHES = 5, HANGS = 8 };

typedef struct Seen {
  int calls;  // counted in each child on its own
  bool misbehave;
  Text log;
} Seen;

static void task(void *self, size_t index, Text *answer) {
  Seen *seen = self;
  seen->calls++;
  if (seen->misbehave && index == CRASHES) {
    signal(SIGABRT, SIG_DFL);
    abort();
  }
  if (seen->misbehave && index == HANGS) sleep(60);
  text_printf(answer, "%zu/%d", index, seen->calls);
}

static void done(void *self, size_t index, ProcessEnd end, int signal, Str answer) {
  Seen *seen = self;
  if (end == PROCESS_ANSWERED) text_add(&seen->log, answer);
  else text_puts(&seen->log, end == PROCESS_TIMED_OUT ? "late" : signal == SIGABRT ? "abort" : "crash");
  text_char(&seen->log, index + 1 < TASKS ? ' ' : '.');
}

static void expect(Seen *seen, int workers, const char *expected) {
  static const size_t groups[TASKS] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3};
  ProcessPlan plan = {
      .n = TASKS, .groups = groups, .workers = workers, .seconds = 0.5, .task = task, .done = done, .self = seen};
  process_run(&plan);
  assert_str_equal(text_str(&seen->log), expected);
  text_free(&seen->log);
}

static void answers_come_in_order(void **state) {
  for (int workers = 1; workers <= 4; workers++) {
    Seen seen = {0};
    expect(&seen, workers, "0/1 1/2 2/3 3/1 4/2 5/3 6/4 7/1 8/2 9/3 10/1 11/2.");
    assert_int_equal(seen.calls, 0);
  }
}

static void a_crash_or_delay_costs_one_task(void **state) {
  Seen seen = {.misbehave = true};
  expect(&seen, 2, "0/1 1/2 2/3 3/1 4/2 abort 6/1 7/1 late 9/1 10/1 11/2.");
}

static void wait_long(void *self, size_t index, Text *answer) {
  int *pipe_end = self;
  pid_t pid = getpid();
  assert_int_equal(write(*pipe_end, &pid, sizeof pid), sizeof pid);
  sleep(60);
  text_printf(answer, "%zu", index);
}

// Whether the process is gone, or will be within two seconds.
static bool ends(pid_t pid) {
  for (int i = 0; i < 200; i++) {
    char name[64], line[256] = {0};
    snprintf(name, sizeof name, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(name, "r");
    if (!file) return true;
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *state = strrchr(line, ')');
    if (!read || (state && state[1] && state[2] == 'Z')) return true;
    usleep(10000);
  }
  return false;
}

// Somebody who runs tasks is killed: its children end too.
static void children_end_with_their_parent(void **state) {
#ifdef __linux__
  int ends_of_pipe[2];
  assert_int_equal(pipe(ends_of_pipe), 0);
  pid_t parent = fork(), child = 0;
  assert_true(parent >= 0);
  if (parent == 0) {
    ProcessPlan plan = {.n = 1, .workers = 1, .task = wait_long, .done = done, .self = &ends_of_pipe[1]};
    process_run(&plan);
    _exit(0);
  }
  assert_int_equal(read(ends_of_pipe[0], &child, sizeof child), sizeof child);
  assert_int_equal(kill(parent, SIGTERM), 0);
  waitpid(parent, NULL, 0);
  assert_true(ends(child));
  close(ends_of_pipe[0]);
  close(ends_of_pipe[1]);
#endif
}

// A program that is slow to read: what it is sent waits, and nobody waits for it.
static void a_slow_reader_holds_nobody_up(void **state) {
  enum { LONG = 600000 };
  Child child;
  Text line = {0}, answer = {0};
  const char *why = "";
  text_repeat(&line, 'x', LONG);
  double began = clock_seconds();
  assert_true(child_start(&child, "sleep 2; cat", &why));
  assert_true(child_send(&child, line.p));
  assert_true(child_send(&child, line.p));
  assert_true(clock_seconds() - began < 1.5);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(child_read(&child, 30, &answer), CHILD_LINE);
    assert_true(str_eq(text_str(&answer), text_str(&line)));
  }
  child_end(&child);
  text_free(&line);
  text_free(&answer);
}

// One that never reads is not sent more and more.
static void a_program_that_never_reads_is_given_up(void **state) {
  Child child;
  Text line = {0};
  const char *why = "";
  int sent = 0;
  text_repeat(&line, 'x', 100000);
  assert_true(child_start(&child, "sleep 60", &why));
  while (sent < 1000 && child_send(&child, line.p)) sent++;
  assert_in_range(sent, 10, 100);
  child_end(&child);
  text_free(&line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_come_in_order),
      cmocka_unit_test(children_end_with_their_parent),
      cmocka_unit_test(a_crash_or_delay_costs_one_task),
      cmocka_unit_test(a_slow_reader_holds_nobody_up),
      cmocka_unit_test(a_program_that_never_reads_is_given_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
