// Pictures: the families of games that must not be drawn with letters, the colours of chess boards, animations.
#include "play/show/picture.h"
#include "play/show/gif.h"
#include "support/shipped.h"

static Str drawn(Text *svg, const char *name) {
  Shipped shipped;
  shipped_load(&shipped, name);
  Position *x = position_new(shipped.game, 1, 0);
  text_clear(svg);
  picture_position(svg, x, &(PictureOptions){.no_labels = true, .no_legend = true, .from = GAME_OFF, .to = GAME_OFF});
  position_free(x);
  shipped_free(&shipped);
  return text_str(svg);
}

static int occurrences(Str text, const char *what) {
  int n = 0;
  for (size_t i = 0; i + strlen(what) <= text.n; i++) n += !memcmp(text.p + i, what, strlen(what));
  return n;
}

static void pieces_are_shapes(void **state) {
  static const char *const names[] = {"Chess", "English Draughts", "Shogi",   "Xiangqi",
                                      "Lasca", "Arimaa",           "Amazons", "Tablut"};
  Text svg = {0};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Str text = drawn(&svg, names[i]);
    if (occurrences(text, "font-size=\"38\"")) fail_msg("%s is drawn with letters", names[i]);
  }
  text_free(&svg);
}

// The first cell drawn is A1.
static void corner_of_a_chess_board_is_dark(void **state) {
  Text svg = {0};
  drawn(&svg, "Chess");
  text_char(&svg, 0);
  const char *first = strstr(svg.p, "<path"), *end = first ? strchr(first, '>') : NULL;
  assert_non_null(end);
  assert_non_null(strstr(first, "#c79a6b"));
  assert_true(strstr(first, "#c79a6b") < end);
  text_free(&svg);
}

// The packed pixels of the smallest picture, worked out by hand.
static void animations_begin_and_end_as_they_should(void **state) {
  Arena arena = {0};
  Text out = {0};
  uint32_t pixels[4] = {0xff0000, 0xff0000, 0x0000ff, 0xff0000};
  GifWriter gif;
  gif_begin(&gif, &out, 2, 2);
  gif_frame(&gif, &arena, &(Raster){2, 2, pixels}, 10);
  gif_end(&gif);
  assert_memory_equal(out.p, "GIF89a\2\0\2\0", 10);
  assert_int_equal(out.p[out.n - 1], ';');
  // Codes of nine bits: clear 256, red 0, red 0, blue 1, red 0, end 257.
  static const unsigned char packed[] = {8, 7, 0x00, 0x01, 0x00, 0x08, 0x00, 0x20, 0x20, 0};
  assert_memory_equal(out.p + out.n - 1 - sizeof packed, packed, sizeof packed);
  text_free(&out);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_shapes),
      cmocka_unit_test(corner_of_a_chess_board_is_dark),
      cmocka_unit_test(animations_begin_and_end_as_they_should),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
