// Clocks move forward, and processor time counts work rather than waiting.
#include "base/clock.h"

#include "support/support.h"

#include <time.h>

static void time_does_not_go_back(void **state) {
  double last = clock_seconds();
  for (int i = 0; i < 1000; i++) {
    double now = clock_seconds();
    assert_true(now >= last);
    last = now;
  }
}

static void sleeping_costs_no_processor_time(void **state) {
  double wall = clock_seconds(), cpu = clock_thread_seconds();
  nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  wall = clock_seconds() - wall;
  cpu = clock_thread_seconds() - cpu;
  assert_true(wall >= 0.05);
  assert_true(cpu < 0.04);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(time_does_not_go_back),
      cmocka_unit_test(sleeping_costs_no_processor_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
