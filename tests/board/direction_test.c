// Directions: names, turning, and what relative directions mean for a facing.
#include "board/direction.h"

#include "support/support.h"

static const DirSet eight = (DirSet)1 << DIR_N | (DirSet)1 << DIR_NE | (DirSet)1 << DIR_E | (DirSet)1 << DIR_SE |
                            (DirSet)1 << DIR_S | (DirSet)1 << DIR_SW | (DirSet)1 << DIR_W | (DirSet)1 << DIR_NW;
static const DirSet four = (DirSet)1 << DIR_N | (DirSet)1 << DIR_E | (DirSet)1 << DIR_S | (DirSet)1 << DIR_W;

static void names_are_read_back(void **state) {
  for (int d = 0; d < DIRS; d++) assert_int_equal(dir_parse(str_of(dir_name((Dir)d))), d);
  for (int r = 0; r < REL_DIRS; r++) assert_int_equal(rel_dir_parse(str_of(rel_dir_name((RelDir)r))), r);
  assert_int_equal(dir_parse(STR("Nowhere")), DIR_NONE);
  assert_int_equal(rel_dir_parse(STR("Nowhere")), REL_NONE);
}

static void compass_turns_are_undone(void **state) {
  for (int d = DIR_N; d <= DIR_NNE; d++) {
    assert_int_equal(dir_left(dir_right((Dir)d)), d);
    assert_int_equal(dir_opposite(dir_opposite((Dir)d)), d);
    assert_int_equal(dir_leftward(dir_leftward((Dir)d)), dir_opposite((Dir)d));
    assert_int_equal(dir_rightward(dir_leftward((Dir)d)), d);
  }
}

static void opposites_pair_up_in_space_and_on_circles(void **state) {
  static const Dir pairs[][2] = {
      {DIR_U, DIR_D}, {DIR_UN, DIR_DS}, {DIR_UNE, DIR_DSW}, {DIR_IN, DIR_OUT}, {DIR_CW, DIR_CCW}};
  for (size_t i = 0; i < COUNT_OF(pairs); i++) {
    assert_int_equal(dir_opposite(pairs[i][0]), pairs[i][1]);
    assert_int_equal(dir_opposite(pairs[i][1]), pairs[i][0]);
  }
}

static void check_relative(RelDir rel, Dir facing, DirSet supported, const char *expected) {
  Dir out[DIR_RELATIVE_MAX];
  char text[128] = "";
  int n = dir_relative(rel, facing, supported, out);
  for (int i = 0; i < n; i++) {
    if (i > 0) strcat(text, " ");
    strcat(text, dir_name(out[i]));
  }
  assert_string_equal(text, expected);
}

static void relative_directions_follow_the_facing(void **state) {
  check_relative(REL_FORWARD, DIR_N, eight, "N");
  check_relative(REL_BACKWARD, DIR_N, eight, "S");
  check_relative(REL_LEFTWARD, DIR_E, eight, "N");
  check_relative(REL_RIGHTWARD, DIR_E, eight, "S");
  check_relative(REL_FORWARDS, DIR_N, eight, "NW N NE");
  check_relative(REL_FORWARDS, DIR_N, four, "N");
  check_relative(REL_BACKWARDS, DIR_N, eight, "SE S SW");
  check_relative(REL_RIGHTWARDS, DIR_N, eight, "NE E SE");
  check_relative(REL_LEFTWARDS, DIR_N, eight, "NW W SW");
  check_relative(REL_FL, DIR_N, eight, "NW");
  check_relative(REL_FL, DIR_N, four, "W");
  check_relative(REL_FR, DIR_S, eight, "SW");
  check_relative(REL_BL, DIR_N, eight, "SE");
  check_relative(REL_BR, DIR_N, eight, "SW");
}

static void directions_a_board_lacks_are_left_out(void **state) {
  check_relative(REL_FORWARD, DIR_NE, four, "");
  check_relative(REL_FL, DIR_N, 0, "");
  check_relative(REL_FORWARDS, DIR_NE, four, "N E");
  check_relative(REL_SAME, DIR_N, eight, "");
}

static void rotation_turns_to_the_right(void **state) {
  assert_int_equal(dir_rotate(DIR_N, 0, eight), DIR_N);
  assert_int_equal(dir_rotate(DIR_N, 1, eight), DIR_NE);
  assert_int_equal(dir_rotate(DIR_N, 3, four), DIR_W);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_read_back),
      cmocka_unit_test(compass_turns_are_undone),
      cmocka_unit_test(opposites_pair_up_in_space_and_on_circles),
      cmocka_unit_test(relative_directions_follow_the_facing),
      cmocka_unit_test(directions_a_board_lacks_are_left_out),
      cmocka_unit_test(rotation_turns_to_the_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
