// Topologies: laws that hold on every board, and small boards checked by hand.
#include "board/topo/topology.h"

#include "board/board_text.h"
#include "board/graph.h"
#include "board/walk.h"

#include <math.h>

// Regular boards.
static const struct {
  const char *text;
  int cells, vertices, edges;
} boards[] = {
    {"(board (square 1))", 1, 4, 4},
    {"(board (square 3))", 9, 16, 24},
    {"(board (square 8))", 64, 81, 144},
    {"(board (rectangle 2 5))", 10, 18, 27},
    {"(board (square Diamond 3))", 13, 24, 36},
    {"(board (hex 1))", 1, 6, 6},
    {"(board (hex 4))", 37, 96, 132},
    {"(board (hex Diamond 4))", 16, 48, 63},
    {"(board (tri 3))", 9, 10, 18},
    {"(board (tri Hexagon 2))", 24, 19, 42},
    {"(board (square 5) use:Vertex)", 16, 25, 40},
};

typedef void EachBoard(const Topology *t, size_t index);

static void for_boards(EachBoard *check) {
  for (size_t i = 0; i < COUNT_OF(boards); i++) {
    Arena arena = {0};
    check(board_of(&arena, boards[i].text)->topology, i);
    arena_free(&arena);
  }
}

static void check_counts(const Topology *t, size_t i) {
  int cells = topo_count(t, SITE_CELL), vertices = topo_count(t, SITE_VERTEX), edges = topo_count(t, SITE_EDGE);
  if (cells != boards[i].cells || vertices != boards[i].vertices || edges != boards[i].edges)
    fail_msg("%s has %d cells, %d vertices, %d edges", boards[i].text, cells, vertices, edges);
  assert_int_equal(vertices - edges + cells, 1);  // Euler, without the outside
}

static bool holds(SiteList list, Site site) {
  for (int i = 0; i < list.n; i++) {
    if (list.at[i] == site) return true;
  }
  return false;
}

static void check_neighbours(const Topology *t, size_t i) {
  for (int type = 0; type < SITE_TYPES; type++) {
    for (int r = 0; r < RELATIONS; r++) {
      for (Site a = 0; a < topo_count(t, (SiteType)type); a++) {
        SiteList near = topo_neighbours(t, (SiteType)type, (Relation)r, a);
        for (int k = 0; k < near.n; k++)
          assert_true(holds(topo_neighbours(t, (SiteType)type, (Relation)r, near.at[k]), a));
      }
    }
  }
}

// A radial walked back from its far end: some radial in the opposite direction begins with it.
static bool comes_back(const Topology *t, SiteType type, SiteList line, Dir dir) {
  Radials back = topo_radials(t, type, line.at[line.n - 1], dir_opposite(dir));
  for (int i = 0; i < back.n; i++) {
    SiteList other = topo_radial(t, type, back.ids[i]);
    bool same = other.n >= line.n;
    for (int k = 0; k < line.n && same; k++) same = other.at[k] == line.at[line.n - 1 - k];
    if (same) return true;
  }
  return false;
}

// Edges are left out: between edges, lines are as bent as the tiling.
static void check_radials(const Topology *t, size_t i) {
  for (int type = SITE_CELL; type <= SITE_VERTEX; type++) {
    for (Site a = 0; a < topo_count(t, (SiteType)type); a++) {
      FOR_DIRS(d, topo_supported(t, (SiteType)type, RELATION_ALL)) {
        Radials radials = topo_radials(t, (SiteType)type, a, d);
        for (int k = 0; k < radials.n; k++) {
          SiteList line = topo_radial(t, (SiteType)type, radials.ids[k]);
          assert_int_equal(line.at[0], a);
          assert_int_equal(line.at[1], topo_step(t, (SiteType)type, a, d));
          assert_true(comes_back(t, (SiteType)type, line, d));
        }
      }
    }
  }
}

static void check_groups(const Topology *t, size_t i) {
  for (int type = 0; type < SITE_TYPES; type++) {
    int n = topo_count(t, (SiteType)type);
    SiteList inner = topo_group(t, (SiteType)type, GROUP_INNER), outer = topo_group(t, (SiteType)type, GROUP_OUTER);
    assert_int_equal(inner.n + outer.n, n);
    for (int f = 0; f < SITE_FAMILIES; f++) {
      int total = 0;
      for (int k = 0; k < t->sites[type].family[f].n; k++) total += topo_family(t, (SiteType)type, (SiteFamily)f, k).n;
      assert_int_equal(total, f == FAMILY_DIAGONALS ? 0 : n);
    }
    for (Site a = 0; a < n; a++) {
      assert_int_equal(topo_find_label(t, (SiteType)type, str_of(t->sites[type].label[a])), a);
      assert_int_equal(t->sites[type].to_side[a] == 0, holds(outer, a));
    }
  }
}

// Directions looked up are those that walks along every line find.
static void check_directions(const Topology *t, size_t i) {
  (void)i;
  Arena arena = {0};
  Lazy *kept = lazy_new(&arena);
  int n = topo_count(t, SITE_CELL), reached = 0;
  for (Site from = -1; from <= n; from++) {
    for (Site to = -1; to <= n; to++) {
      WalkDirs dirs = walk_directions(kept, t, SITE_CELL, from, to);
      bool inside = from >= 0 && from < n && to >= 0 && to < n;
      for (int dir = 0; dir < DIRS; dir++) {
        bool line = inside && walk_leads_to(t, SITE_CELL, (Dir)dir, from, to);
        bool step = inside && topo_step_list(t, SITE_CELL, from, (Dir)dir).n == 1 &&
                    topo_step(t, SITE_CELL, from, (Dir)dir) == to;
        assert_int_equal(dirs_has(dirs.lines, (Dir)dir), line);
        if (step) assert_true(dirs_has(dirs.steps, (Dir)dir));
      }
      assert_int_equal(dirs.steps & ~dirs.lines, 0);
      reached += dirs.lines != 0;
    }
  }
  assert_true(reached > 0 || n == 1);
  arena_free(&arena);
}

static void counts_agree_with_euler(void **state) { for_boards(check_counts); }
static void neighbours_are_mutual(void **state) { for_boards(check_neighbours); }
static void radials_can_be_walked_back(void **state) { for_boards(check_radials); }
static void groups_divide_the_sites(void **state) { for_boards(check_groups); }
static void directions_between_sites_are_those_of_lines(void **state) { for_boards(check_directions); }

static void check_list(SiteList list, const char *expected) {
  char text[256] = "";
  for (int i = 0; i < list.n; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? " " : "", list.at[i]);
  assert_string_equal(text, expected);
}

static void a_small_square_by_hand(void **state) {
  Arena arena = {0};
  const Topology *t = board_of(&arena, "(board (square 3))")->topology;
  check_list(topo_neighbours(t, SITE_CELL, RELATION_ORTHOGONAL, 4), "7 5 1 3");
  check_list(topo_neighbours(t, SITE_CELL, RELATION_DIAGONAL, 4), "8 2 0 6");
  check_list(topo_group(t, SITE_CELL, GROUP_CORNERS), "0 2 6 8");
  check_list(topo_group(t, SITE_CELL, GROUP_CENTRE), "4");
  check_list(topo_side(t, SITE_CELL, DIR_N), "6 7 8");
  check_list(topo_family(t, SITE_CELL, FAMILY_COLUMNS, 1), "1 4 7");
  check_list(topo_family(t, SITE_CELL, FAMILY_COLUMNS, 3), "");
  check_list(topo_radial(t, SITE_CELL, topo_radials(t, SITE_CELL, 0, DIR_NE).ids[0]), "0 4 8");
  assert_int_equal(topo_radials(t, SITE_CELL, 0, DIR_SW).n, 0);
  assert_int_equal(topo_step(t, SITE_CELL, 0, DIR_W), SITE_OFF);
  assert_string_equal(t->sites[SITE_CELL].label[5], "C2");
  assert_true(t->regular);
  arena_free(&arena);
}

static void opposite_radials_are_known(void **state) {
  Arena arena = {0};
  const Topology *t = board_of(&arena, "(board (square 3))")->topology;
  Radials east = topo_radials(t, SITE_CELL, 4, DIR_E), all = topo_radials(t, SITE_CELL, 4, DIR_ALL);
  check_list(topo_radial(t, SITE_CELL, east.opposites[0]), "4 3");
  assert_int_equal(topo_radials(t, SITE_CELL, 0, DIR_E).opposites[0], -1);
  int distinct = 0;
  for (int i = 0; i < all.n; i++) distinct += all.distinct[i];
  assert_int_equal(all.n, 8);
  assert_int_equal(distinct, 4);
  arena_free(&arena);
}

static void distances_count_steps(void **state) {
  Arena arena = {0};
  const Topology *t = board_of(&arena, "(board (square 3))")->topology;
  int dist[9];
  topo_distances(t, SITE_CELL, RELATION_ORTHOGONAL, 0, dist);
  check_list((SiteList){dist, 9}, "0 1 2 1 2 3 2 3 4");
  topo_distances(t, SITE_CELL, RELATION_ADJACENT, 0, dist);
  check_list((SiteList){dist, 9}, "0 1 2 1 1 2 2 2 2");
  check_list((SiteList){t->sites[SITE_CELL].to_corner, 9}, "0 1 0 1 1 1 0 1 0");
  arena_free(&arena);
}

static void edges_cross_only_between_their_ends(void **state) {
  Arena arena = {0};
  const Topology *t = board_of(&arena, "(board (square 3 diagonals:SolidNoSplit) use:Vertex)")->topology;
  int crossings = 0;
  for (Site a = 0; a < topo_count(t, SITE_EDGE); a++) {
    for (Site b = 0; b < topo_count(t, SITE_EDGE); b++) {
      assert_int_equal(topo_edges_cross(t, a, b), topo_edges_cross(t, b, a));
      crossings += topo_edges_cross(t, a, b);
    }
  }
  assert_int_equal(crossings, 2 * 4);  // two diagonals in each of four squares
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_agree_with_euler),
      cmocka_unit_test(neighbours_are_mutual),
      cmocka_unit_test(radials_can_be_walked_back),
      cmocka_unit_test(groups_divide_the_sites),
      cmocka_unit_test(directions_between_sites_are_those_of_lines),
      cmocka_unit_test(a_small_square_by_hand),
      cmocka_unit_test(opposite_radials_are_known),
      cmocka_unit_test(distances_count_steps),
      cmocka_unit_test(edges_cross_only_between_their_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
