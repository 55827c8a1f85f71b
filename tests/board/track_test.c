// Tracks: their textual form, the links between places, and what is wrong with some.
#include "board/track.h"

#include "board/board_text.h"
#include "board/svg.h"

static void check_track(const char *text, int number, const char *expected) {
  Arena arena = {0};
  const Board *board = board_of(&arena, text);
  Text found = {0};
  assert_true(number < board->track_count);
  const Track *track = &board->tracks[number];
  text_printf(&found, "%s %d%s%s:", track->name, track->owner, track->looped ? " looped" : "",
              track->internal_loop ? " crossing" : "");
  for (int i = 0; i < track->n; i++) {
    const TrackElem *e = &track->elems[i];
    text_printf(&found, " %d<%d>%d", e->prev_index, e->site, e->next_index);
    if (e->bump) text_printf(&found, "+%d", e->bump);
  }
  assert_str_equal(text_str(&found), expected);
  text_free(&found);
  arena_free(&arena);
}

static void listed_sites_are_linked(void **state) {
  check_track("(board (square 3) (track \"A\" {0 1 2}))", 0, "A 0: -1<0>1 0<1>2 1<2>-1");
  check_track("(board (square 3) (track \"A\" {0 1 2} loop:true))", 0, "A 0 looped: 2<0>1 0<1>2 1<2>0");
  check_track("(board (square 3) (track \"A\" {0 1 2} P2 directed:true))", 0, "A 2: -1<0>1 -1<1>2 1<2>-1");
  check_track("(board (square 3) {(track \"A\" {0 1}) (track \"B\" {1 2} 3)})", 1, "B 3: -1<1>1 0<2>-1");
}

static void directions_run_to_the_edge(void **state) {
  check_track("(board (square 3) (track \"A\" \"0,E,N,W\"))", 0, "A 0: -1<0>1 0<1>2 1<2>3 2<5>4 3<8>5 4<7>6 5<6>-1");
  check_track("(board (square 3) (track \"A\" \"0,N1,E,End\"))", 0, "A 0: -1<0>1 0<3>2 1<4>3 2<5>4 3<-2>-1");
  check_track("(board (square 3) (track \"A\" \"9,0,NE\"))", 0, "A 0: -1<9>1 0<0>2 1<4>3 2<8>-1");
  check_track("(board (square 3) (track \"A\" \"0,E\") use:Vertex)", 0, "A 0: -1<0>1 0<1>2 1<2>-1");
}

static void repeated_sites_are_bumps_or_crossings(void **state) {
  check_track("(board (square 3) (track \"A\" {0 1 1 1 2}))", 0, "A 0: -1<0>1 0<1>2+2 1<2>-1");
  check_track("(board (square 3) (track \"A\" {0 1 0}))", 0, "A 0 crossing: -1<0>1 0<1>2 1<0>-1");
}

static void surakarta_loops_go_round(void **state) {
  check_track("(surakartaBoard (square 4) loops:1)", 0,
              "Track1F 0 looped: 15<4>1 -1<5>2 -1<6>3 -1<7>4+1 -1<2>5 -1<6>6 -1<10>7 -1<14>8+1 -1<11>9 -1<10>10 "
              "-1<9>11 -1<8>12+1 -1<13>13 -1<9>14 -1<5>15 14<1>0+1");
  Arena arena = {0};
  assert_int_equal(board_of(&arena, "(surakartaBoard (square 6))")->track_count, 4);
  arena_free(&arena);
}

static void wrong_tracks_are_refused(void **state) {
  static const char *const wrong[] = {
      "(board (square 3) (track \"A\" \"E,N\"))",
      "(board (square 3) (track \"A\" \"0,Sideways\"))",
      "(board (square 3) (track \"A\" \"77,E\"))",
      "(board (square 3) (track \"A\" \"\"))",
      "(surakartaBoard (hex 3))",
      "(surakartaBoard (square 6) from:-3)",
      "(surakartaBoard (square 6) loops:-1)",
  };
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    Arena arena = {0};
    Diags diags;
    assert_null(try_board(&arena, wrong[i], &diags));
    assert_true(diags.n > 0);
    arena_free(&arena);
  }
}

static size_t occurrences(Str text, const char *word) {
  size_t n = 0;
  for (const char *p = text.p; (p = strstr(p, word)); p++) n++;
  return n;
}

static void drawings_show_every_site(void **state) {
  Arena arena = {0};
  Text svg = {0};
  board_svg(&svg, board_of(&arena, "(board (square 3) (track \"A\" \"0,E\" loop:true) use:Vertex)"), "<A & B>", NULL,
            0);
  Str text = text_str(&svg);
  assert_int_equal(occurrences(text, "<circle"), 9);
  assert_int_equal(occurrences(text, "<text"), 9);
  assert_int_equal(occurrences(text, "url(#arrow0)"), 2);
  assert_int_equal(occurrences(text, "<title>&lt;A &amp; B>"), 1);
  assert_int_equal(occurrences(text, "</svg>"), 1);
  text_free(&svg);
  arena_free(&arena);
}

static void drawings_show_pieces(void **state) {
  Arena arena = {0};
  Text svg = {0};
  BoardPiece pieces[] = {
      {.type = SITE_CELL, .site = 4, .text = "<", .fill = "#303030", .line = "#000", .detail = "#fff"},
      {.type = SITE_CELL, .text = "X", .fill = "#fff", .line = "#000", .detail = "#000"}};
  board_svg(&svg, board_of(&arena, "(board (square 3))"), "A", pieces, 2);
  Str text = text_str(&svg);
  assert_int_equal(occurrences(text, "<circle"), 2);
  assert_int_equal(occurrences(text, "fill=\"#fff\" stroke=\"none\">&lt;</text>"), 1);
  assert_int_equal(occurrences(text, "<tspan"), 7);
  text_free(&svg);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(listed_sites_are_linked),
      cmocka_unit_test(directions_run_to_the_edge),
      cmocka_unit_test(repeated_sites_are_bumps_or_crossings),
      cmocka_unit_test(surakarta_loops_go_round),
      cmocka_unit_test(wrong_tracks_are_refused),
      cmocka_unit_test(drawings_show_every_site),
      cmocka_unit_test(drawings_show_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
