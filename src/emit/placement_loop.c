// Random games in which all moves are placements on empty sites: these are drawn from a list, or from the set of them.
#include "emit/emit_internal.h"

enum { LISTED_SITES_MAX = 16 };  // of a board of one word

static bool lists_left(const Emitter *e) {  // else few games fill the board, and a list of all sites is not worth it
  bool placed = e->placed_type >= 0 && e->placed_type < SITE_TYPES && e->placements.n == (size_t)e->game->players;
  return placed && (e->words > 1 || e->bits <= LISTED_SITES_MAX);
}

static const char *left_type(const Emitter *e) { return e->bits <= 256 ? "u8" : "u16"; }

// A function that lists the sites of a set, eight at a time where the processor can. The list has room for eight more.
void emit_list_sites(const Emitter *e, Text *out) {
  const char *type = left_type(e), *word = e->words == 1 ? "*set" : "(*set)[w]";
  if (!lists_left(e)) return;
  text_printf(out, "static u32 list_sites(%s *list, const R *set) {\n  u32 n = 0;\n", type);
  if (e->bits <= 256)
    text_printf(
        out,
        "#ifdef __BMI2__\n  const u64 each = 0x0101010101010101ull;\n  for (int w = 0; w < NW; w++) for (int i = 0; "
        "i < 64; i += 8) {\n    const u64 some = %s >> i & 255;\n    const u64 at = "
        "__builtin_ia32_pext_di(0x0706050403020100ull, __builtin_ia32_pdep_di(some, each) * 255) + each * "
        "(u64)(w * 64 + i);\n    __builtin_memcpy(list + n, &at, 8);\n    n += "
        "(u32)__builtin_popcountll(some);\n  }\n  return n;\n#endif\n",
        word);
  text_printf(out,
              "  for (int w = 0; w < NW; w++) for (u64 r = %s; r; r &= r - 1) list[n++] = (%s)(w * 64 + "
              "__builtin_ctzll(r));\n  return n;\n}\n",
              word, type);
}

// The list of the sites that are left at the start is the same for all games, unless some moves come first.
const char *emit_list_at_start(Emitter *e) {
  if (!lists_left(e) || e->game->meta.swap) return "";
  return emit_text(e, "  %s all[%d];\n  const u32 n_all = list_sites(all, &start->empty%d);\n", left_type(e),
                   e->bits + 8, e->placed_type);
}

// Draws from the sites that are left, which are in a list from which they are taken.
static void draw_left(const Emitter *e, Text *out) {
  text_printf(out, "    %s left[%d];\n", left_type(e), e->bits + 8);
  if (e->game->meta.swap) text_printf(out, "    u32 n_left = list_sites(left, &s->empty%d);\n", e->placed_type);
  else text_puts(out, "    u32 n_left = n_all;\n    __builtin_memcpy(left, all, sizeof left);\n");
  text_puts(out,
            "    while (!s->over && n_left) {\n      const u32 k = n_left == 1 ? 0 : below(&rng, n_left);\n      const "
            "int to = left[k];\n"
            "      left[k] = left[--n_left];\n      switch (s->mover) {\n");
}

// Placements drawn from a list of the empty sites, from which they are taken. What is left when the list is empty, and
// the choice to swap, is played as any other move.
const char *emit_placement_loop(Emitter *e) {
  if (e->placed_type < 0 || e->placed_type >= SITE_TYPES || e->placements.n != (size_t)e->game->players) return "";
  const char *set = emit_text(e, "s->empty%d", e->placed_type);
  Text text = {0};
  if (e->game->meta.swap) text_puts(&text, "    while (!s->over && s->made < 2) step(s, &rng, -1, (Move *)0);\n");
  if (!lists_left(e)) {
    text_printf(&text,
                "    while (!s->over && r_any(%s)) {\n      const u32 n_left = (u32)r_count(%s), k = n_left == 1 ? 0 : "
                "below(&rng, n_left);\n      const int to = r_select(%s, k);\n      switch (s->mover) {\n",
                set, set, set);
  } else {
    draw_left(e, &text);
  }
  for (int p = 1; p <= e->game->players; p++)
    text_printf(&text, "        case %d: play_%d(s, (Move){%d, (i16)to, (i16)to}); break;\n", p,
                e->placements.at[p - 1], e->placements.at[p - 1]);
  text_puts(&text, "      }\n    }\n");
  const char *copy = arena_text(e->arena, text_str(&text));
  text_free(&text);
  return copy;
}
