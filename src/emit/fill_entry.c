// Random games of connection games whose winner a full board tells (the proof is state/run/placement_fill.c): half of
// the empty sites, chosen at random, go to each player, and one look says who is connected.
//
// A random set of half the sites: every site by a random bit, then sites at random are taken away or added until the
// number is right. All sets of that size are equally likely, because no step prefers a site.
#include "emit/emit_internal.h"

#include "state/run/placement_internal.h"

// The sites of a region of the rules, by its bit.
static const char *region_of(Emitter *e, const LinkWatch *link, int sites, uint32_t bit) {
  Word *set = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *set);
  for (Site site = 0; site < sites; site++) {
    if (link->touches[site] & bit) bit_set(set, site);
  }
  return emit_region_const(e, set);
}

static const char *neighbours_of(Emitter *e, const LinkWatch *link, int sites) {
  size_t words = (size_t)e->program->region_words;
  Word *all = arena_zero(e->arena, (size_t)sites * words * sizeof *all);
  for (Site site = 0; site < sites; site++) {
    for (int32_t i = link->first[site]; i < link->first[site + 1]; i++)
      bit_set(all + (size_t)site * words, link->near[i]);
  }
  return emit_region_table(e, all, sites);
}

// Whether a group of the player touches all regions it has to connect.
static void write_connected(Emitter *e, Text *out, const PlacementRun *run, Player p) {
  const LinkWatch *link = &run->links[0];
  uint32_t wanted = link->wanted[p], first = wanted & -wanted;
  text_printf(out, "static int fill_connects_%d(const R own) {\n  R left = own & %s;\n", p,
              region_of(e, link, run->sites, first));
  // Where there are two regions all groups of the first can be followed at once.
  bool two = word_count(wanted) == 2;
  text_printf(out,
              "  while (r_any(left)) {\n    R group = %s, edge = group;\n    while (r_any(edge)) {\n      R more = "
              "NONE;\n",
              two ? "left" : "r_bit(r_first(left))");
  text_puts(out, e->words == 1 ? "      for (u64 r = edge; r; r &= r - 1) more |= FILL_NEAR[__builtin_ctzll(r)];\n"
                               : "      for (int w = 0; w < NW; w++) for (u64 r = edge[w]; r; r &= r - 1) more |= "
                                 "FILL_NEAR[w * 64 + __builtin_ctzll(r)];\n");
  text_puts(out, "      edge = more & own & ~group;\n      group |= edge;\n    }\n    if (1");
  for (uint32_t bit = first << 1; bit && bit <= wanted; bit <<= 1) {
    if (wanted & bit) text_printf(out, " && r_any(group & %s)", region_of(e, link, run->sites, bit));
  }
  text_puts(out, ") return 1;\n    left &= ~group;\n  }\n  return 0;\n}\n");
}

// A random set of m of the n sites of a set.
static void write_half(Emitter *e, Text *out) {
  text_puts(out, "static R some_of(R set, int m, Rng *rng) {\n  R some = set;\n");
  if (e->words == 1) text_puts(out, "  some &= next_random(rng);\n");
  else text_puts(out, "  for (int w = 0; w < NW; w++) if (set[w]) some[w] &= next_random(rng);\n");
  text_puts(out,
            "  int n = r_count(some);\n"
            "  for (; n > m; n--) { const int i = at_select(&some, below(rng, (u32)n)); r_drop(&some, i); }\n"
            "  if (n < m) {\n    R rest = set & ~some;\n    int others = r_count(rest);\n"
            "    for (; n < m; n++, others--) { const int i = at_select(&rest, below(rng, (u32)others)); r_drop(&rest, "
            "i); r_add(&some, i); }\n  }\n  return some;\n}\n");
}

static void write_fill(Emitter *e, Text *out) {
  const Game *game = e->game;
  int t = e->placed_type;
  text_printf(
      out,
      "// Random game number k of a seed from a state, by filling the board: the seat that wins, 0: nobody, -1: "
      "it has to be played. *moves: all that were made then.\n"
      "int senet_fill(const S *s, u64 seed, u64 k, u64 *moves) {\n"
      "  const int n = at_count(&s->empty%d);\n  *moves = (u64)(s->moves + n);\n"
      "  if (s->over || !n || s->active != 3%s) return -1;\n"
      "  if (s->moves + n + 1 >= %d || s->turn + n + 1 >= %d) return -1;\n"
      "  Rng rng = stream(seed, 2 * k + 1);\n"
      "  R few = some_of(s->empty%d, n / 2, &rng), many = s->empty%d & ~few;\n"
      "  // An odd site is the mover's.\n"
      "  if (s->mover == 2) { const R swapped = few; few = many; many = swapped; }\n"
      "  const R one = s->own%d_1 | many, two = s->own%d_2 | few;\n"
      "  const int winner = fill_connects_1(one) ? 1 : fill_connects_2(two) ? 2 : 0;\n"
      "  return %s;\n}\n",
      t, game->meta.swap ? " || s->made < 2" : "", game->max_moves, game->max_turns * game->players, t, t, t, t,
      game->meta.swap ? "!winner ? 0 : s->order[1] == winner ? 1 : 2" : "winner");
}

void emit_fill_entry(Emitter *e, Text *out) {
  bool placed = e->placed_type >= 0 && e->placed_type < SITE_TYPES && e->placements.n == (size_t)e->game->players;
  if (!placed || e->game->players != 2 || e->game->n_phases != 1 || e->sets_next) return;
  PlacementRun *run = placement_new(e->game, 0);
  bool fills = run && placement_fills(run) && !run->rules.again && (int)run->type == e->placed_type &&
               (e->owners >> 1 & 1) && (e->owners >> 2 & 1) && run->sites <= e->bits;
  if (fills) {
    size_t before = e->tables.n;
    const char *near = neighbours_of(e, &run->links[0], run->sites);
    text_add(out, (Str){e->tables.p + before, e->tables.n - before});  // those before it are in the unit already
    text_printf(out, "#define FILL_NEAR %s\n", near);
    write_half(e, out);
    for (Player p = 1; p <= 2; p++) write_connected(e, out, run, p);
    write_fill(e, out);
  }
  placement_free(run);
}
