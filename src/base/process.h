// Numbered tasks in child processes, so that one that crashes or hangs takes only itself down. Tasks of
// the same group run one after another in the same child and can share what they prepared; after a crash
// the rest of the group goes on in a new child. Answers are delivered in the order of the tasks.
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/text.h"

typedef enum ProcessEnd { PROCESS_ANSWERED, PROCESS_CRASHED, PROCESS_NO_MEMORY, PROCESS_TIMED_OUT } ProcessEnd;

// How a task ended that gave no answer, as a few words.
enum { PROCESS_END_TEXT = 64 };
const char *process_end_text(ProcessEnd end, int signal, char text[PROCESS_END_TEXT]);

// Runs in the child: adds its answer (any bytes) to *answer.
typedef void ProcessTask(void *self, size_t index, Text *answer);
// Runs in the parent: the answer is empty when the task crashed; signal is 0 when its process ended by itself.
typedef void ProcessDone(void *self, size_t index, ProcessEnd end, int signal, Str answer);

typedef struct ProcessPlan {
  size_t n;              // tasks
  const size_t *groups;  // a number per task; equal neighbours form a group
  int workers;           // children at a time
  double seconds;        // most a task may take; 0: no limit
  size_t megabytes;      // most memory of a child; 0: no limit
  ProcessTask *task;
  ProcessDone *done;
  void *self;
} ProcessPlan;

void process_run(const ProcessPlan *plan);

#endif
