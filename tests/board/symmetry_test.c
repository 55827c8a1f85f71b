// Symmetries of boards: one row per generator, shape and operator, with the order of its rotations and
// reflections as geometry has it, and laws every symmetry must keep.
#include "board/topo/symmetry.h"

#include "board/board_text.h"

static const struct {
  const char *text;
  int rotations, reflections;
} boards[] = {
    {"(board (square 1))", 4, 4},
    {"(board (square 8))", 4, 4},
    {"(board (rectangle 2 5))", 2, 2},
    {"(board (square Diamond 3))", 4, 4},
    {"(board (hex 1))", 6, 6},
    {"(board (hex 4))", 6, 6},
    {"(board (hex Diamond 4))", 2, 2},
    {"(board (tri 3))", 3, 3},
    {"(board (tri Hexagon 2))", 6, 6},
    {"(board (square Limping 4))", 2, 2},
    {"(board (square 4 diagonals:Alternating))", 4, 4},
    {"(board (square 4 diagonals:Solid))", 4, 4},
    {"(board (square 3 pyramidal:True) use:Vertex)", 4, 4},
    {"(board (square {4 2 2 -2 2}))", 1, 0},
    {"(board (hex Triangle 3))", 3, 3},
    {"(board (hex Rectangle 3 4))", 2, 2},
    {"(board (hex Star 2))", 6, 6},
    {"(board (hex Limping 3))", 3, 3},
    {"(board (hex Prism 2 3))", 2, 2},
    {"(board (tri Square 4))", 2, 2},
    {"(board (tri Diamond 3))", 2, 2},
    {"(board (tri Star 2))", 6, 6},
    {"(board (tri Rectangle 3 4))", 1, 1},
    {"(board (tri Limping 3))", 3, 3},
    {"(board (tri Prism 2 3))", 2, 2},
    {"(board (tiling T33336 2))", 6, 0},
    {"(board (tiling T33344 2))", 2, 0},
    {"(board (tiling T33434 2))", 2, 2},
    {"(board (tiling T3464 2))", 6, 6},
    {"(board (tiling T3636 2))", 6, 6},
    {"(board (tiling T4612 2))", 6, 6},
    {"(board (tiling T488 3))", 4, 4},
    {"(board (tiling T31212 2))", 6, 6},
    {"(board (tiling T333333_33434 2))", 6, 6},
    {"(board (brick 4))", 1, 1},
    {"(board (brick Spiral 3))", 4, 0},
    {"(board (celtic 3))", 4, 4},
    {"(board (quadhex 3))", 6, 6},
    {"(board (concentric Square rings:3) use:Vertex)", 4, 4},
    {"(board (concentric Triangle rings:3 joinMidpoints:False joinCorners:True) use:Vertex)", 3, 3},
    {"(board (concentric Hexagon rings:3 joinMidpoints:False joinCorners:True) use:Vertex)", 6, 6},
    {"(board (concentric Target rings:4))", 8, 8},
    {"(board (concentric sides:5 rings:3) use:Vertex)", 5, 5},
    {"(board (concentric {8}))", 8, 8},
    {"(board (concentric {4 8} stagger:True))", 4, 4},
    {"(board (concentric {0 8 8} midpoints:False))", 8, 8},
    {"(board (regular 5))", 5, 5},
    {"(board (regular Star 5))", 5, 5},
    {"(board (spiral turns:4 sites:80) use:Vertex)", 1, 0},
    {"(board (wedge 3) use:Vertex)", 1, 1},
    {"(board (repeat 2 3 step:{{2 0} {0 2}} (poly {{0 0} {0 1} {1 1} {1 0}})))", 2, 2},
    {"(board (graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2} {2 0}}))", 1, 1},
    {"(board (add (square 3) cells:{{{1 3} {1 4} {2 4} {2 3}}}))", 1, 1},
    {"(board (remove (square 3) cells:{4}))", 4, 4},
    {"(board (remove (square 3) cells:{0 2 6 8}))", 4, 4},
    {"(board (clip (square 4) (poly {{-0.5 -0.5} {-0.5 2.5} {2.5 2.5} {2.5 -0.5}})))", 1, 1},
    {"(board (complete (hex 1)))", 1, 1},
    {"(board (complete (square 3) eachCell:True))", 4, 4},
    {"(board (dual (square 4)))", 4, 4},
    {"(board (dual (tri 4)))", 3, 3},
    {"(board (hole (square 5) (poly {{2.5 2.5} {2.5 3.5} {3.5 3.5} {3.5 2.5}})))", 1, 1},
    {"(board (intersect (square 4) (rectangle 2 5)))", 2, 2},
    {"(board (keep (square 4) (poly {{0 0} {0 2} {2 2} {2 0}})))", 4, 4},
    {"(board (layers 3 (square 3)) use:Vertex)", 4, 4},
    {"(board (makeFaces (square 3)))", 4, 4},
    {"(board (merge (square 3) (shift 3 0 (square 3))))", 2, 2},
    {"(board (union (square 3) (shift 5 0 (square 3))))", 2, 2},
    {"(board (recoordinate (square 3)))", 4, 4},
    {"(board (renumber (square 3)))", 4, 4},
    {"(board (rotate 45 (square 3)))", 4, 4},
    {"(board (scale 2 (square 3)))", 4, 4},
    {"(board (scale 2 1 (square 3)))", 2, 2},
    {"(board (shift 1 2 (square 3)))", 4, 4},
    {"(board (skew 0.5 (square 3)))", 2, 0},
    {"(board (splitCrossings (merge (rectangle 1 3) (shift 1 -1 (rectangle 3 1)))))", 4, 4},
    {"(board (subdivide (hex 2)))", 6, 6},
    {"(board (trim (remove (square 3) cells:{4})))", 4, 4},
    {"(mancalaBoard 2 6)", 2, 2},
    {"(mancalaBoard 4 8 store:None)", 2, 2},
    {"(surakartaBoard (square 6))", 4, 4},
    {"(surakartaBoard (tri 6))", 3, 3},
    {"(boardless Square 5)", 4, 4},
    {"(boardless Hexagonal 3)", 6, 6},
    {"(boardless Triangular 4)", 3, 3},
};

typedef void EachSymmetry(Arena *arena, const Topology *t, Symmetries s);

static void for_boards(EachSymmetry *check) {
  for (size_t i = 0; i < COUNT_OF(boards); i++) {
    Arena arena = {0};
    const Topology *t = board_of(&arena, boards[i].text)->topology;
    Symmetries s = topo_symmetries(&arena, t);
    if (s.rotations != boards[i].rotations || s.n - s.rotations != boards[i].reflections)
      fail_msg("%s has %d rotations, %d reflections", boards[i].text, s.rotations, s.n - s.rotations);
    check(&arena, t, s);
    arena_free(&arena);
  }
}

static void check_permutations(Arena *arena, const Topology *t, Symmetries s) {
  for (int k = 0; k < s.n; k++) {
    for (int type = 0; type < SITE_TYPES; type++) {
      int n = topo_count(t, (SiteType)type);
      bool *seen = ARENA_ARRAY(arena, bool, n);
      for (Site v = 0; v < n; v++) {
        assert_false(seen[s.at[k].to[type][v]]);
        seen[s.at[k].to[type][v]] = true;
        if (k == 0) assert_int_equal(s.at[k].to[type][v], v);
      }
    }
  }
}

// Lists of the same sites in any order.
static bool same_sites(SiteList a, SiteList b, const Site *to) {
  if (a.n != b.n) return false;
  for (int i = 0; i < a.n; i++) {
    bool found = false;
    for (int k = 0; k < b.n && !found; k++) found = b.at[k] == to[a.at[i]];
    if (!found) return false;
  }
  return true;
}

// Edges and cells go where their vertices go.
static void check_incidence(Arena *arena, const Topology *t, Symmetries s) {
  static const SiteType types[] = {SITE_EDGE, SITE_CELL};
  for (int k = 0; k < s.n; k++) {
    const Symmetry *m = &s.at[k];
    for (size_t i = 0; i < COUNT_OF(types); i++) {
      for (Site x = 0; x < topo_count(t, types[i]); x++) {
        SiteList before = topo_incident(t, types[i], x, SITE_VERTEX);
        SiteList after = topo_incident(t, types[i], m->to[types[i]][x], SITE_VERTEX);
        assert_true(same_sites(before, after, m->to[SITE_VERTEX]));
      }
    }
  }
}

static bool same_map(const Topology *t, const Symmetry *m, const Site *vertices) {
  return memcmp(m->to[SITE_VERTEX], vertices, sizeof(Site) * (size_t)topo_count(t, SITE_VERTEX)) == 0;
}

// One after the other is again one of them: they form a group.
static void check_group(Arena *arena, const Topology *t, Symmetries s) {
  int n = topo_count(t, SITE_VERTEX);
  Site *both = ARENA_ARRAY(arena, Site, n);
  for (int a = 0; a < s.n; a++) {
    for (int b = 0; b < s.n; b++) {
      for (Site v = 0; v < n; v++) both[v] = s.at[b].to[SITE_VERTEX][s.at[a].to[SITE_VERTEX][v]];
      bool found = false;
      for (int c = 0; c < s.n && !found; c++) {
        bool turned = s.at[a].reflection == s.at[b].reflection;
        found = s.at[c].reflection != turned && same_map(t, &s.at[c], both);
      }
      assert_true(found);
    }
  }
}

static void symmetries_are_permutations(void **state) { for_boards(check_permutations); }
static void symmetries_keep_edges_and_cells(void **state) { for_boards(check_incidence); }
static void symmetries_form_a_group(void **state) { for_boards(check_group); }

// Vertices - edges + cells: the number of connected parts less that of holes. Boards without cells, or whose
// edges cross or leave the plane, have other numbers, which are kept as they are.
static const struct {
  const char *text;
  int number;
} characteristics[] = {
    {"(board (square Limping 4))", 1},
    {"(board (square 4 diagonals:Alternating))", 1},
    {"(board (square 4 diagonals:Solid))", 1},
    {"(board (square 3 pyramidal:True) use:Vertex)", -17},
    {"(board (square {4 2 2 -2 2}))", 1},
    {"(board (hex Triangle 3))", 1},
    {"(board (hex Rectangle 3 4))", 1},
    {"(board (hex Star 2))", 1},
    {"(board (hex Limping 3))", 1},
    {"(board (hex Prism 2 3))", 1},
    {"(board (tri Square 4))", 1},
    {"(board (tri Diamond 3))", 1},
    {"(board (tri Star 2))", 1},
    {"(board (tri Rectangle 3 4))", 1},
    {"(board (tri Limping 3))", 1},
    {"(board (tri Prism 2 3))", 1},
    {"(board (tiling T33336 2))", 1},
    {"(board (tiling T33344 2))", 1},
    {"(board (tiling T33434 2))", 1},
    {"(board (tiling T3464 2))", 1},
    {"(board (tiling T3636 2))", 1},
    {"(board (tiling T4612 2))", 1},
    {"(board (tiling T488 3))", 1},
    {"(board (tiling T31212 2))", 1},
    {"(board (tiling T333333_33434 2))", 1},
    {"(board (brick 4))", 1},
    {"(board (brick Spiral 3))", 1},
    {"(board (celtic 3))", 1},
    {"(board (quadhex 3))", 1},
    {"(board (concentric Square rings:3) use:Vertex)", -8},
    {"(board (concentric Triangle rings:3 joinMidpoints:False joinCorners:True) use:Vertex)", -6},
    {"(board (concentric Hexagon rings:3 joinMidpoints:False joinCorners:True) use:Vertex)", -12},
    {"(board (concentric Target rings:4))", 4},
    {"(board (concentric sides:5 rings:3) use:Vertex)", -10},
    {"(board (concentric {8}))", 1},
    {"(board (concentric {4 8} stagger:True))", 1},
    {"(board (concentric {0 8 8} midpoints:False))", 2},
    {"(board (regular 5))", 1},
    {"(board (regular Star 5))", 0},
    {"(board (spiral turns:4 sites:80) use:Vertex)", 1},
    {"(board (wedge 3) use:Vertex)", -3},
    {"(board (repeat 2 3 step:{{2 0} {0 2}} (poly {{0 0} {0 1} {1 1} {1 0}})))", 6},
    {"(board (graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2} {2 0}}))", 1},
    {"(board (add (square 3) cells:{{{1 3} {1 4} {2 4} {2 3}}}))", 1},
    {"(board (remove (square 3) cells:{4}))", 0},
    {"(board (remove (square 3) cells:{0 2 6 8}))", 5},
    {"(board (clip (square 4) (poly {{-0.5 -0.5} {-0.5 2.5} {2.5 2.5} {2.5 -0.5}})))", 1},
    {"(board (complete (hex 1)))", -7},
    {"(board (complete (square 3) eachCell:True))", -17},
    {"(board (dual (square 4)))", 1},
    {"(board (dual (tri 4)))", 1},
    {"(board (hole (square 5) (poly {{2.5 2.5} {2.5 3.5} {3.5 3.5} {3.5 2.5}})))", 1},
    {"(board (intersect (square 4) (rectangle 2 5)))", 1},
    {"(board (keep (square 4) (poly {{0 0} {0 2} {2 2} {2 0}})))", 1},
    {"(board (layers 3 (square 3)) use:Vertex)", -15},
    {"(board (makeFaces (square 3)))", 1},
    {"(board (merge (square 3) (shift 3 0 (square 3))))", 1},
    {"(board (union (square 3) (shift 5 0 (square 3))))", 2},
    {"(board (recoordinate (square 3)))", 1},
    {"(board (renumber (square 3)))", 1},
    {"(board (rotate 45 (square 3)))", 1},
    {"(board (scale 2 (square 3)))", 1},
    {"(board (scale 2 1 (square 3)))", 1},
    {"(board (shift 1 2 (square 3)))", 1},
    {"(board (skew 0.5 (square 3)))", 1},
    {"(board (splitCrossings (merge (rectangle 1 3) (shift 1 -1 (rectangle 3 1)))))", 1},
    {"(board (subdivide (hex 2)))", 1},
    {"(board (trim (remove (square 3) cells:{4})))", 0},
    {"(mancalaBoard 2 6)", 1},
    {"(mancalaBoard 4 8 store:None)", 1},
    {"(surakartaBoard (square 6))", 1},
    {"(surakartaBoard (tri 6))", 1},
    {"(boardless Square 5)", 1},
    {"(boardless Hexagonal 3)", 1},
    {"(boardless Triangular 4)", 1},
};

static void euler_numbers_are_kept(void **state) {
  for (size_t i = 0; i < COUNT_OF(characteristics); i++) {
    Arena arena = {0};
    const Topology *t = board_of(&arena, characteristics[i].text)->topology;
    int number = topo_count(t, SITE_VERTEX) - topo_count(t, SITE_EDGE) + topo_count(t, SITE_CELL);
    if (number != characteristics[i].number) fail_msg("%s has %d", characteristics[i].text, number);
    arena_free(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(symmetries_are_permutations),
      cmocka_unit_test(symmetries_keep_edges_and_cells),
      cmocka_unit_test(symmetries_form_a_group),
      cmocka_unit_test(euler_numbers_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
