// The pool: every task once, results independent of the number of workers, reuse, empty calls.
#include "base/thread.h"

#include "base/random.h"
#include "support/support.h"

#include <stdatomic.h>

enum { TASKS = 2000 };

typedef struct Job {
  atomic_int runs[TASKS];
  uint64_t sums[TASKS];
  atomic_int by_worker[16];
} Job;

static void add_up(void *self, size_t index, int worker) {
  Job *job = self;
  Random random = random_stream(7, index);
  for (int i = 0; i < 50; i++) job->sums[index] += random_below(&random, 1000);
  atomic_fetch_add(&job->runs[index], 1);
  atomic_fetch_add(&job->by_worker[worker], 1);
}

static void run_job(Job *job, int workers) {
  Pool *pool;
  memset(job, 0, sizeof *job);
  pool_open(&pool, workers);
  pool_run(pool, TASKS, add_up, job);
  pool_close(pool);
}

static void every_task_runs_once(void **state) {
  static Job job;
  run_job(&job, 4);
  int total = 0;
  for (int i = 0; i < TASKS; i++) assert_int_equal(job.runs[i], 1);
  for (int i = 0; i < 4; i++) total += job.by_worker[i];
  assert_int_equal(total, TASKS);
}

static void the_number_of_workers_does_not_matter(void **state) {
  static Job one, many;
  run_job(&one, 1);
  run_job(&many, 5);
  assert_memory_equal(one.sums, many.sums, sizeof one.sums);
}

static void a_pool_can_be_used_again(void **state) {
  static Job job;
  Pool *pool;
  pool_open(&pool, 3);
  assert_int_equal(pool_workers(pool), 3);
  for (int round = 1; round <= 200; round++) {
    pool_run(pool, 10, add_up, &job);
    for (int i = 0; i < 10; i++) assert_int_equal(job.runs[i], round);
  }
  pool_run(pool, 0, add_up, &job);
  assert_int_equal(job.runs[0], 200);
  pool_close(pool);
  pool_close(NULL);
}

static void there_is_a_processor(void **state) {
  Pool *pool;
  assert_true(thread_processors() >= 1);
  pool_open(&pool, 0);
  assert_int_equal(pool_workers(pool), thread_processors());
  pool_close(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_task_runs_once),
      cmocka_unit_test(the_number_of_workers_does_not_matter),
      cmocka_unit_test(a_pool_can_be_used_again),
      cmocka_unit_test(there_is_a_processor),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
