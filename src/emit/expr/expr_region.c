// Regions: sets of sites, and numbers and conditions about them.
#include "emit/emit_internal.h"

// Sites that the description names. Those that no board has are not taken into account below.
static const char *written_region(Emitter *e, const Word *set) {
  if (bits_next(set, e->program->region_words, e->bits) >= 0) emit_fail(e, "sites off the board");
  return emit_region_const(e, set);
}

static const char *op_const(Emitter *e, const Ins *in) {
  return written_region(e, e->program->regions[in->a[A_REGION_CONST_REGION]]);
}

// The sites of the board as a region, without hands.
const char *emit_board_mask(Emitter *e, SiteType type) {
  Word *set = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *set);
  for (int i = 0; i < emit_board_sites(e, type); i++) bit_set(set, i);
  return emit_region_const(e, set);
}

// And with them, where pieces of the type can be.
const char *emit_sites_mask(Emitter *e, SiteType type) {
  Word *set = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *set);
  for (int i = 0; i < emit_sites(e, type); i++) bit_set(set, i);
  return emit_region_const(e, set);
}

const char *emit_on_type(Emitter *e, const char *region, SiteType type) {
  return e->bits > emit_sites(e, type) ? emit_text(e, "(%s & %s)", region, emit_sites_mask(e, type)) : region;
}

static const char *op_empty(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_EMPTY_TYPE]);
  if (!emit_kept(e, type)) type = e->game->site_type;
  if (!emit_kept(e, type)) return emit_board_mask(e, type);
  if (emit_board_sites(e, type) == emit_sites(e, type)) return emit_text(e, "%s->empty%d", e->at.s, type);
  return emit_text(e, "(%s->empty%d & %s)", e->at.s, type, emit_board_mask(e, type));
}

static const char *combine(Emitter *e, const Ins *in, const char *sign) {
  const char *sum = NULL;
  for (int i = 0; i < in->n; i++) {
    const char *item = emit_region(e, in->a[i]);
    sum = sum ? emit_text(e, "(%s %s %s)", sum, sign, item) : item;
  }
  return sum ? sum : "NONE";
}

static const char *op_union(Emitter *e, const Ins *in) { return combine(e, in, "|"); }
static const char *op_intersection(Emitter *e, const Ins *in) { return combine(e, in, "&"); }
static const char *op_difference(Emitter *e, const Ins *in) {
  const char *a = emit_region(e, in->a[A_DIFFERENCE_A]);
  e->at.put_sites = 0;
  return emit_text(e, "(%s & ~%s)", a, emit_region(e, in->a[A_DIFFERENCE_B]));
}

// The set of one site. Where a piece is to be put there, a site off the board stops the game.
static const char *set_of_site(Emitter *e, Code site, int put) {
  bool safe = site.min >= 0 && site.max < (put ? put : e->bits);
  if (safe) return emit_text(e, "r_bit(%s)", site.text);
  if (put && site.max >= put) return emit_text(e, "r_put(%s, %d)", site.text, put);
  return site.known ? NULL : emit_text(e, "r_maybe(%s)", site.text);
}

static const char *op_of_ints(Emitter *e, const Ins *in) {
  const Ins *values = emit_ins(e, in->a[A_REGION_OF_INTS_VALUES]);
  if (values->op == OP_INTS_OF_REGION) return emit_region(e, values->a[A_INTS_OF_REGION_REGION]);
  int put = e->at.put_sites;
  e->at.put_sites = 0;
  if (values->op == OP_INTS_REMEMBERED) {
    if (!e->layout.memory) return "NONE";
    int memory = values->a[A_INTS_REMEMBERED_MEMORY];
    const char *out = emit_name(e, "r");
    e->uses |= USE_MEMORY;
    emit_line(e, "R %s = NONE;", out);
    const char *item = emit_text(e, "%s->memory[%d][i]", e->at.s, memory);
    emit_line(e, "for (int i = 0; i < %s->memory_n[%d]; i++) %s |= %s;", e->at.s, memory, out,
              set_of_site(e, code_of(item, INT32_MIN, INT32_MAX), put));
    return out;
  }
  IntList list;
  if (!emit_ints(e, in->a[A_REGION_OF_INTS_VALUES], &list)) {
    Context old = e->at;
    const char *out = emit_name(e, "r"), *item;
    emit_line(e, "R %s = NONE;", out);
    int blocks = emit_open_ints(e, in->a[A_REGION_OF_INTS_VALUES], &item);
    emit_line(e, "%s |= %s;", out, set_of_site(e, code_of(item, INT32_MIN, INT32_MAX), put));
    emit_close_ints(e, blocks);
    e->at = old;
    return out;
  }
  const char *sum = NULL;
  for (int i = 0; i < list.n; i++) {
    const char *bit = set_of_site(e, list.at[i], put);
    if (bit) sum = sum ? emit_text(e, "(%s | %s)", sum, bit) : bit;
  }
  return sum ? sum : "NONE";
}

// Sites of a region where a condition holds: as a set where that can be said, otherwise one by one.
static const char *filtered(Emitter *e, const char *region, int32_t cond, Slot slot, SiteType type) {
  const char *set = emit_set(e, cond, slot, type);
  if (set) return emit_text(e, "(%s & %s)", region, set);
  const char *out = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", out);
  Code old = e->at.slot[slot];
  const char *site = emit_for_sites(e, region, type);
  e->at.slot[slot] = code_of(site, 0, e->bits - 1);
  if (e->bits == emit_sites(e, type)) e->at.slot[slot].max = emit_sites(e, type) - 1;
  const char *holds = emit_cond(e, cond);
  emit_line(e, "if (%s) r_add(&%s, %s);", holds, out, site);
  emit_close(e);
  e->at.slot[slot] = old;
  return out;
}

static const char *op_where(Emitter *e, const Ins *in) {
  const char *region = emit_region_bind(e, in->a[A_SITES_WHERE_REGION]);
  e->at.put_sites = 0;
  return filtered(e, region, in->a[A_SITES_WHERE_IF], SLOT_SITE, e->game->site_type);
}

static const char *region_of_player(Emitter *e, int32_t player, const char *name) {
  Word *set = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *set);
  const char *found = NULL;
  for (int i = 0; i < e->game->n_regions; i++) {
    const GameRegion *have = &e->game->regions[i];
    if (!game_region_is(have, player, name)) continue;
    if (have->sites) bits_or(set, have->sites, e->program->region_words);
    else if (have->region) found = emit_text(e, "%s | %s->regions[%d]", found ? found : "NONE", e->at.s, i);
  }
  if (!found) return written_region(e, set);
  e->uses |= USE_REGIONS;
  return emit_text(e, "(%s | %s)", written_region(e, set), found);
}

static const char *op_player_region(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_PLAYER_REGION_PLAYER]));
  const char *name = in->a[A_PLAYER_REGION_NAME] >= 0 ? e->program->strings[in->a[A_PLAYER_REGION_NAME]] : NULL;
  if (player.known) return region_of_player(e, player.value, name);
  const char *out = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", out);
  emit_open(e, "switch (%s)", player.text);
  for (int p = MAX(player.min, -1); p <= MIN(player.max, e->game->players + 1); p++) {
    emit_line(e, "case %d: %s = %s; break;", p, out, region_of_player(e, p, name));
  }
  emit_close(e);
  return out;
}

static const char *op_by_site(Emitter *e, const Ins *in) {
  const RulesArray *table = &e->program->arrays[in->a[A_REGION_BY_SITE_TABLE]];
  Code site = emit_bind(e, emit_int(e, in->a[A_REGION_BY_SITE_SITE]));
  size_t words = (size_t)e->program->region_words;
  Word *all = arena_zero(e->arena, (size_t)table->n * words * sizeof *all);
  for (int i = 0; i < table->n; i++) bits_copy(all + (size_t)i * words, e->program->regions[table->at[i]], (int)words);
  if (site.known && (site.value < 0 || site.value >= table->n)) return "NONE";
  const char *name = emit_region_table(e, all, table->n);
  if (site.min >= 0 && site.max < table->n) return emit_text(e, "%s[%s]", name, site.text);
  return emit_text(e, "((u32)(%s) < %du ? %s[%s] : NONE)", site.text, table->n, name, site.text);
}

static const char *op_family(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_FAMILY_TYPE]);
  Code index = emit_bind(e, emit_int(e, in->a[A_FAMILY_INDEX]));
  const SiteLists *lists = &e->game->board->sites[type].family[in->a[A_FAMILY_FAMILY]];
  if (index.known)
    return emit_region_sites(e, topo_family(e->game->board, type, (SiteFamily)in->a[A_FAMILY_FAMILY], index.value));
  size_t words = (size_t)e->program->region_words;
  Word *all = arena_zero(e->arena, (size_t)(lists->n + 1) * words * sizeof *all);
  for (int i = 0; i < lists->n; i++) {
    SiteList sites = lists_get(lists, i);
    for (int k = 0; k < sites.n; k++) bit_set(all + (size_t)i * words, sites.at[k]);
  }
  const char *name = emit_region_table(e, all, lists->n);
  return emit_text(e, "((u32)(%s) < %du ? %s[%s] : NONE)", index.text, lists->n, name, index.text);
}

// The sites of a player's hand, or of all hands of the player.
static void add_hands(const Emitter *e, int32_t player, bool all, Word *out) {
  for (int c = 0; c < e->game->n_containers; c++) {
    const Container *hand = &e->game->containers[c];
    if (hand->kind == CONTAINER_BOARD || hand->owner != player) continue;
    for (int s = 0; s < hand->n; s++) bit_set(out, hand->first + s);
    if (!all) break;
  }
}

static const char *op_hand_sites(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_HAND_SITES_PLAYER]));
  bool all = in->a[A_HAND_SITES_ALL];
  size_t words = (size_t)e->program->region_words;
  int n = e->game->players + 2;
  Word *out =
      arena_zero(e->arena, ((size_t)n * words + (size_t)MAX(e->words, e->program->region_words) + 1) * sizeof *out);
  if (player.known) {
    add_hands(e, player.value, all, out);
    return emit_region_const(e, out);
  }
  for (int p = 0; p < n; p++) add_hands(e, p, all, out + (size_t)p * words);
  const char *table = emit_region_table(e, out, n);
  return emit_text(e, "((u32)(%s) < %du ? %s[%s] : NONE)", player.text, n, table, player.text);
}

static const char *op_side(Emitter *e, const Ins *in) {
  Code player = emit_int(e, in->a[A_SIDE_PLAYER]);
  if (!player.known) emit_fail(e, "SIDE of a player found while playing");
  bool none =
      !e->game->facings || player.value < 1 || player.value > e->game->players || e->game->facings[player.value] < 0;
  if (e->why || none) return "NONE";
  return emit_region_sites(
      e, topo_side(e->game->board, emit_type(e, in->a[A_SIDE_TYPE]), (Dir)e->game->facings[player.value]));
}

// ---- pieces -------------------------------------------------------------------------------------

// Sites with pieces of players in a mask.
static const char *of_players(Emitter *e, SiteType type, Code players) {
  const char *sum = NULL;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || (players.known && !(players.value >> p & 1))) continue;
    const char *own = emit_owned(e, type, p);
    if (!players.known) own = emit_text(e, "(%s & r_if(%s >> %d & 1))", own, players.text, p);
    sum = sum ? emit_text(e, "(%s | %s)", sum, own) : own;
  }
  return sum ? sum : "NONE";
}

// Those of some kinds. pieces: an array of kinds.
static const char *of_kinds(Emitter *e, SiteType type, const char *region, const RulesArray *pieces, Code *what) {
  uint32_t whole = 0, part = 0;  // owners all of whose kinds are meant; some of whose are
  for (int p = 0; p <= e->game->players + 1; p++) {
    int n = 0;
    for (int c = 1; c < e->game->n_components; c++) {
      if (emit_owner(e, c) != p) continue;
      for (int i = 0; pieces && i < pieces->n; i++) {
        if (pieces->at[i] == c) {
          n++;
          break;
        }
      }
    }
    if (n && n == e->kinds_of[p]) whole |= 1u << p;
    else if (n) part |= 1u << p;
  }
  if (!what && !part) return emit_text(e, "(%s & %s)", region, of_players(e, type, code_const(e, (int32_t)whole)));
  const char *out = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", out);
  const char *site = emit_for_sites(e, region, type);
  Code at = code_of(site, 0, emit_sites(e, type) - 1);
  const char *have = emit_what(e, type, at), *test = NULL;
  if (what) {
    test = emit_text(e, "%s == %s", have, what->text);
  } else {
    for (int i = 0; i < pieces->n; i++)
      test = test ? emit_text(e, "%s || %s == %d", test, have, pieces->at[i])
                  : emit_text(e, "%s == %d", have, pieces->at[i]);
  }
  if (test) emit_line(e, "if (%s) r_add(&%s, %s);", test, out, site);
  emit_close(e);
  return out;
}

// The sites of every container.
static const char *containers_table(Emitter *e) {
  const char *table = emit_find_table(e, "containers");
  if (table) return table;
  size_t words = (size_t)e->program->region_words;
  Word *all = arena_zero(e->arena, (size_t)e->game->n_containers * words * sizeof *all);
  for (int c = 0; c < e->game->n_containers; c++) {
    const Container *place = &e->game->containers[c];
    for (int i = 0; i < place->n; i++) bit_set(all + (size_t)c * words, place->first + i);
  }
  emit_note_table(e, "containers", table = emit_region_table(e, all, e->game->n_containers));
  return table;
}

// Sites by the lists of pieces, of all kinds or those that are named; only one site where no other is asked for.
static const char *listed(Emitter *e, const Ins *in, SiteType type, Code players, const char *asked) {
  if (!in->a[A_OCCUPIED_WHAT]) {
    const RulesArray *pieces = in->a[A_OCCUPIED_PIECES] >= 0 ? &e->program->arrays[in->a[A_OCCUPIED_PIECES]] : NULL;
    const char *one = asked ? emit_listed_site(e, type, players, pieces, asked) : NULL;
    return one ? one : emit_listed_sites(e, type, players, pieces);
  }
  Code what = emit_bind(e, emit_int(e, in->a[A_OCCUPIED_WHAT]));
  return emit_listed_kind(e, type, players, what);
}

static const char *op_occupied(Emitter *e, const Ins *in) {
  const char *asked = e->asked;
  e->asked = NULL;
  SiteType type = emit_type(e, in->a[A_OCCUPIED_TYPE]);
  Code players = emit_bind(e, emit_int(e, in->a[A_OCCUPIED_PLAYERS]));
  Code container = emit_bind(e, emit_int_or(e, in->a[A_OCCUPIED_CONTAINER], -1));
  if (e->stack_bound) emit_fail(e, "stacks");
  bool mixed = e->game->site_type != SITE_CELL && !e->merged;
  if (!container.known && mixed) emit_fail(e, "OCCUPIED in a container found while playing");
  if (container.known && container.value > 0) type = emit_type(e, SITE_CELL);
  if (e->why || !emit_kept(e, type)) return "NONE";
  const char *region = e->game->piece_lists ? listed(e, in, type, players, asked) : of_players(e, type, players);
  if (asked) region = emit_text(e, "(%s & r_maybe(%s))", region, asked);
  if (!container.known)
    region = emit_text(e, "(%s & ((u32)(%s) < %du ? %s[%s] : ALL))", region, container.text, e->game->n_containers,
                       containers_table(e), container.text);
  else if (e->merged && container.value < 0)  // hands are on sites of another type than the board
    region = emit_text(e, in->a[A_OCCUPIED_TYPE] == SITE_CELL ? "(%s & ~%s)" : "(%s & %s)", region,
                       emit_board_mask(e, type));
  if (container.known && container.value >= 0 && container.value < e->game->n_containers) {
    const Container *place = &e->game->containers[container.value];
    Word *mask = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *mask);
    for (int i = 0; i < place->n; i++) bit_set(mask, place->first + i);
    region = emit_text(e, "(%s & %s)", region, emit_region_const(e, mask));
  }
  Code what;
  if (e->game->piece_lists) {
    if (!e->tall || in->a[A_OCCUPIED_TOP] != 1) return region;
    return emit_tall_occupied(e, type, region, players, NULL, NULL, true);
  }
  if (e->tall) {
    bool named = in->a[A_OCCUPIED_WHAT], kinds = in->a[A_OCCUPIED_PIECES] >= 0, top = in->a[A_OCCUPIED_TOP] == 1;
    if (named) what = emit_bind(e, emit_int(e, in->a[A_OCCUPIED_WHAT]));
    if (!named && !kinds && !top) return region;
    return emit_tall_occupied(e, type, region, players, kinds ? &e->program->arrays[in->a[A_OCCUPIED_PIECES]] : NULL,
                              named ? &what : NULL, top);
  }
  if (in->a[A_OCCUPIED_WHAT]) {
    what = emit_bind(e, emit_int(e, in->a[A_OCCUPIED_WHAT]));
    if (what.known) {
      RulesArray one = {&what.value, 1};
      return of_kinds(e, type, region, &one, NULL);
    }
    return of_kinds(e, type, region, NULL, &what);
  }
  if (in->a[A_OCCUPIED_PIECES] >= 0)
    return of_kinds(e, type, region, &e->program->arrays[in->a[A_OCCUPIED_PIECES]], NULL);
  return region;
}

// How many pieces there are on the sites listed for each of the players: who has pieces on a site that is listed for
// another one too is counted again.
static Code count_listed(Emitter *e, const Ins *in, SiteType type, Code players) {
  const int32_t *a = in->a;
  const char *sum = emit_name(e, "i"), *there = of_players(e, type, players);
  if (a[A_COUNT_PIECES_ANY]) {  // of a site that is listed but empty nobody (0) is the owner
    const char *nobody = emit_text(e, "~%s & r_if(%s & 1)", of_players(e, type, code_const(e, -1)), players.text);
    there = emit_text(e, "(%s | (%s))", there, nobody);
  }
  there = emit_region_value(e, there);
  if (a[A_COUNT_PIECES_TYPE] >= 0 && emit_board_sites(e, type) != emit_sites(e, type))
    there = emit_text(e, "(%s & %s)", there, emit_board_mask(e, type));
  if (a[A_COUNT_PIECES_IN]) there = emit_text(e, "(%s & %s)", there, emit_region(e, a[A_COUNT_PIECES_IN]));
  if (a[A_COUNT_PIECES_PIECES] >= 0)
    there = of_kinds(e, type, there, &e->program->arrays[a[A_COUNT_PIECES_PIECES]], NULL);
  there = emit_region_value(e, there);
  if (a[A_COUNT_PIECES_IF]) there = filtered(e, there, a[A_COUNT_PIECES_IF], SLOT_SITE, type);
  there = emit_region_value(e, there);
  emit_line(e, "int %s = 0;", sum);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || (players.known && !(players.value >> p & 1))) continue;
    const char *sites = emit_text(e, "(%s & %s)", there, emit_listed_sites(e, type, code_const(e, 1 << p), NULL));
    if (!players.known) sites = emit_text(e, "(%s & r_if(%s >> %d & 1))", sites, players.text, p);
    if (!e->layout.sites[type].count || a[A_COUNT_PIECES_ANY]) {
      emit_line(e, "%s += r_count(%s);", sum, sites);
      continue;
    }
    const char *site = emit_for_sites(e, sites, type);
    emit_line(e, "%s += %s->count%d[%s];", sum, e->at.s, type, site);
    emit_close(e);
  }
  return a[A_COUNT_PIECES_ANY] ? code_of(emit_text(e, "(%s > 0)", sum), 0, 1) : code_of(sum, 0, INT32_MAX);
}

// The cells of hands.
static const char *hands_mask(Emitter *e) {
  Word *mask = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *mask);
  for (int site = 0; site < e->game->sites[SITE_CELL]; site++) {
    if (e->game->container_of[site] > 0) bit_set(mask, site);
  }
  return emit_region_const(e, mask);
}

// What is counted of the pieces that stand on sites of a type, where a player has a piece on sites of any.
static void count_on_type(Emitter *e, const Ins *in, Code players, SiteType type, const char *sites, const char *sum) {
  const int32_t *a = in->a;
  const char *there = of_players(e, type, players);
  if (a[A_COUNT_PIECES_ANY] && a[A_COUNT_PIECES_PIECES] < 0) {  // of an empty site nobody (0) is the owner
    const char *nobody = emit_text(e, "~%s & r_if(%s & 1)", of_players(e, type, code_const(e, -1)), players.text);
    there = emit_text(e, "(%s | (%s))", there, nobody);
  }
  there = emit_text(e, "(%s & %s)", there, sites);
  if (a[A_COUNT_PIECES_IN]) there = emit_text(e, "(%s & %s)", there, emit_region(e, a[A_COUNT_PIECES_IN]));
  if (a[A_COUNT_PIECES_PIECES] >= 0)
    there = of_kinds(e, type, there, &e->program->arrays[a[A_COUNT_PIECES_PIECES]], NULL);
  if (a[A_COUNT_PIECES_IF]) there = filtered(e, emit_region_value(e, there), a[A_COUNT_PIECES_IF], SLOT_SITE, type);
  if (!e->layout.sites[type].count || a[A_COUNT_PIECES_ANY]) {
    emit_line(e, "%s += r_count(%s);", sum, there);
    return;
  }
  const char *site = emit_for_sites(e, there, type);
  emit_line(e, "%s += %s->count%d[%s];", sum, e->at.s, type, site);
  emit_close(e);
}

// Unless a type is meant, a number stands for a site of the board's own type, or of a hand; it is looked at for each
// player who has a piece on a site of any type with that number.
static Code count_on_types(Emitter *e, const Ins *in, Code players) {
  const char *sum = emit_name(e, "i"), *hands = hands_mask(e);
  emit_line(e, "int %s = 0;", sum);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || (players.known && !(players.value >> p & 1))) continue;
    const char *sites = "NONE";
    for (int t = 0; t < SITE_TYPES; t++) {
      if (emit_kept(e, (SiteType)t)) sites = emit_text(e, "%s | %s", sites, emit_owned(e, (SiteType)t, p));
    }
    sites = emit_region_value(
        e, emit_text(e, "(%s)%s", sites, players.known ? "" : emit_text(e, " & r_if(%s >> %d & 1)", players.text, p)));
    if (emit_kept(e, SITE_CELL)) count_on_type(e, in, players, SITE_CELL, emit_text(e, "(%s & %s)", sites, hands), sum);
    if (emit_kept(e, e->game->site_type))
      count_on_type(e, in, players, e->game->site_type, emit_text(e, "(%s & ~%s)", sites, hands), sum);
  }
  return in->a[A_COUNT_PIECES_ANY] ? code_of(emit_text(e, "(%s > 0)", sum), 0, 1) : code_of(sum, 0, INT32_MAX);
}

static Code op_count_pieces(Emitter *e, const Ins *in) {
  if (e->stack_bound) emit_fail(e, "stacks");
  Code players = emit_bind(e, emit_int(e, in->a[A_COUNT_PIECES_PLAYERS]));
  int type = in->a[A_COUNT_PIECES_TYPE];
  int kept = 0;
  for (int t = 0; t < SITE_TYPES; t++) kept += emit_kept(e, (SiteType)t);
  if (type < 0 && kept > 1 && (e->tall || e->game->piece_lists)) emit_fail(e, "COUNT_PIECES on several types of sites");
  if (type < 0 && kept > 1 && !e->why) return count_on_types(e, in, players);
  SiteType of = emit_type(e, type);
  if (e->why || !emit_kept(e, of)) return code_const(e, 0);
  if (e->tall) return emit_tall_count(e, in, of, players, type >= 0 && emit_board_sites(e, of) != emit_sites(e, of));
  const char *region = of_players(e, of, players);
  if (e->game->piece_lists) return count_listed(e, in, of, players);
  if (type >= 0 && emit_board_sites(e, of) != emit_sites(e, of))
    region = emit_text(e, "(%s & %s)", region, emit_board_mask(e, of));
  if (in->a[A_COUNT_PIECES_IN]) region = emit_text(e, "(%s & %s)", region, emit_region(e, in->a[A_COUNT_PIECES_IN]));
  if (in->a[A_COUNT_PIECES_PIECES] >= 0)
    region = of_kinds(e, of, region, &e->program->arrays[in->a[A_COUNT_PIECES_PIECES]], NULL);
  if (in->a[A_COUNT_PIECES_IF])
    region = filtered(e, emit_region_value(e, region), in->a[A_COUNT_PIECES_IF], SLOT_SITE, of);
  if (in->a[A_COUNT_PIECES_ANY] && !e->layout.sites[of].count) return code_of(emit_text(e, "r_any(%s)", region), 0, 1);
  if (!e->layout.sites[of].count) return code_of(emit_text(e, "r_count(%s)", region), 0, e->bits);
  const char *sum = emit_name(e, "i");
  emit_line(e, "int %s = 0;", sum);
  const char *site = emit_for_sites(e, region, of);
  emit_line(e, in->a[A_COUNT_PIECES_ANY] ? "%s += 1 | 0 * %s->count%d[%s];" : "%s += %s->count%d[%s];", sum, e->at.s,
            of, site);
  emit_close(e);
  if (in->a[A_COUNT_PIECES_ANY]) return code_of(emit_text(e, "(%s > 0)", sum), 0, 1);
  return code_of(sum, 0, INT32_MAX);
}

// ---- numbers ------------------------------------------------------------------------------------

static Code op_size(Emitter *e, const Ins *in) {
  return code_of(emit_text(e, "r_count(%s)", emit_region(e, in->a[A_REGION_SIZE_REGION])), 0, e->bits);
}

// One site as a region of one, which need not be made.
static int32_t single_site(const Emitter *e, int32_t region) {
  const Ins *in = emit_ins(e, region);
  if (in->op != OP_REGION_OF_INTS) return 0;
  const Ins *list = emit_ins(e, in->a[A_REGION_OF_INTS_VALUES]);
  return list->op == OP_INTS_LIST && list->n == 1 ? list->a[A_INTS_LIST_ITEMS] : 0;
}

static const char *count_at(Emitter *e, SiteType type, const char *site) {
  if (e->tall) return emit_text(e, "%s->height%d[%s]", e->at.s, type, site);
  if (e->layout.sites[type].count) return emit_text(e, "%s->count%d[%s]", e->at.s, type, site);
  return emit_text(e, "!r_has(%s->empty%d, %s)", e->at.s, type, site);
}

static Code count_on_site(Emitter *e, int32_t asked, int32_t single) {
  SiteType type = emit_type(e, asked);
  bool piles = e->layout.sites[type].count || e->tall, hands = e->merged && asked == SITE_CELL;
  int board = emit_board_sites(e, type);
  Code site = emit_bind(e, emit_int(e, single));
  if (e->stack_bound)
    return code_of(emit_text(e, "((u32)(%s) < %du ? stack_height(%s, %s) : 0)", site.text, board, e->at.s, site.text),
                   0, 255);
  const char *text = count_at(e, type, site.text);
  if (hands && !e->tall)
    text = emit_text(e, "((u32)(%s) - %du < %du ? %s : 0)", site.text, board, emit_sites(e, type) - board, text);
  else if (site.min < 0 || site.max >= (e->merged && !e->tall ? board : emit_sites(e, type)))
    text = emit_text(e, "((u32)(%s) < %du ? %s : 0)", site.text, e->merged && !e->tall ? board : emit_sites(e, type),
                     text);
  return code_of(text, 0, piles ? INT32_MAX : 1);
}

static Code op_count_at(Emitter *e, const Ins *in) {
  if (!emit_kept(e, emit_type(e, in->a[A_COUNT_AT_TYPE]))) return code_const(e, 0);
  return count_on_site(e, in->a[A_COUNT_AT_TYPE], in->a[A_COUNT_AT_SITE]);
}

static Code op_sum_counts(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_SUM_COUNTS_TYPE]);
  if (e->stack_bound) emit_fail(e, "stacks");
  if (!emit_kept(e, type)) return code_const(e, 0);
  bool piles = e->layout.sites[type].count || e->tall, hands = e->merged && in->a[A_SUM_COUNTS_TYPE] == SITE_CELL;
  int32_t single = single_site(e, in->a[A_SUM_COUNTS_REGION]);
  if (single) return count_on_site(e, in->a[A_SUM_COUNTS_TYPE], single);
  const char *region = emit_region(e, in->a[A_SUM_COUNTS_REGION]);
  if (e->merged && !e->tall)
    region = emit_text(e, hands ? "(%s & ~%s)" : "(%s & %s)", region, emit_board_mask(e, type));
  if (!piles) return code_of(emit_text(e, "r_count(%s & ~%s->empty%d)", region, e->at.s, type), 0, e->bits);
  const char *sum = emit_name(e, "i");
  emit_line(e, "int %s = 0;", sum);
  const char *site = emit_for_sites(e, region, type);
  if (emit_sites(e, type) < e->bits) emit_line(e, "if (%s >= %d) continue;", site, emit_sites(e, type));
  emit_line(e, "%s += %s;", sum, count_at(e, type, site));
  emit_close(e);
  return code_of(sum, 0, INT32_MAX);
}

static int32_t topo_number(const Emitter *e, SiteType type, TopoNumber what, int32_t site) {
  const TopoSites *sites = &e->game->board->sites[type];
  switch (what) {
    case TOPO_ROW: return sites->row[site];
    case TOPO_COLUMN: return sites->col[site];
    case TOPO_LAYER: return sites->layer[site];
    case TOPO_PHASE: return sites->phase[site];
    case TOPO_ORTHOGONAL: return topo_neighbours(e->game->board, type, RELATION_ORTHOGONAL, site).n;
    case TOPO_DIAGONAL: return topo_neighbours(e->game->board, type, RELATION_DIAGONAL, site).n;
    case TOPO_OFF: return topo_neighbours(e->game->board, type, RELATION_OFF_DIAGONAL, site).n;
    case TOPO_ADJACENT: return topo_neighbours(e->game->board, type, RELATION_ADJACENT, site).n;
    case TOPO_NEIGHBOURS: return topo_neighbours(e->game->board, type, RELATION_ALL, site).n;
  }
  return GAME_OFF;
}

static Code op_topo_number(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_TOPO_NUMBER_TYPE]);
  TopoNumber what = (TopoNumber)in->a[A_TOPO_NUMBER_WHAT];
  Code site = emit_bind(e, emit_int(e, in->a[A_TOPO_NUMBER_SITE]));
  int n = emit_board_sites(e, type);
  if (type == SITE_EDGE && what >= TOPO_ORTHOGONAL) emit_fail(e, "neighbours of edges");
  if (e->why) return code_const(e, 0);
  if (site.known)
    return code_const(e, site.value < 0 || site.value >= n ? GAME_OFF : topo_number(e, type, what, site.value));
  int32_t *values = arena_alloc(e->arena, (size_t)n * sizeof *values), min = -1, max = 0;
  for (int i = 0; i < n; i++) {
    values[i] = topo_number(e, type, what, i);
    min = MIN(min, values[i]);
    max = MAX(max, values[i]);
  }
  const char *name = emit_int_table(e, values, n);
  if (site.min >= 0 && site.max < n) return code_of(emit_text(e, "%s[%s]", name, site.text), min, max);
  return code_of(emit_text(e, "((u32)(%s) < %du ? %s[%s] : -1)", site.text, n, name, site.text), min, max);
}

static Code op_coord(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_COORD_TYPE]);
  Code row = emit_bind(e, emit_int(e, in->a[A_COORD_ROW])), column = emit_bind(e, emit_int(e, in->a[A_COORD_COLUMN]));
  const TopoSites *sites = &e->game->board->sites[type];
  int rows = 0, columns = 0;
  for (int i = 0; i < sites->n; i++) {
    rows = MAX(rows, sites->row[i] + 1);
    columns = MAX(columns, sites->col[i] + 1);
  }
  int32_t *table = arena_alloc(e->arena, (size_t)(rows * columns + 1) * sizeof *table);
  for (int i = 0; i < rows * columns; i++) table[i] = -1;
  for (int i = sites->n - 1; i >= 0; i--) {
    if (sites->row[i] >= 0 && sites->col[i] >= 0) table[sites->row[i] * columns + sites->col[i]] = i;
  }
  const char *name = emit_int_table(e, table, rows * columns);
  return code_of(emit_text(e, "((u32)(%s) < %du && (u32)(%s) < %du ? %s[%s * %d + %s] : -1)", row.text, rows,
                           column.text, columns, name, row.text, columns, column.text),
                 -1, sites->n - 1);
}

static Code op_region_site(Emitter *e, const Ins *in) {
  const char *region = emit_region_bind(e, in->a[A_REGION_SITE_REGION]);
  Code index = emit_bind(e, emit_int(e, in->a[A_REGION_SITE_INDEX]));
  return code_of(
      emit_text(e, "((u32)(%s) < (u32)r_count(%s) ? r_select(%s, %s) : -1)", index.text, region, region, index.text),
      -1, e->bits - 1);
}

static Code op_all_sites(Emitter *e, const Ins *in) {
  Slot slot = (Slot)in->a[A_ALL_SITES_SLOT];
  const char *region = emit_region_bind(e, in->a[A_ALL_SITES_REGION]);
  const char *set = emit_set(e, in->a[A_ALL_SITES_IF], slot, e->game->site_type);
  if (set) return code_of(emit_text(e, "!r_any(%s & ~%s)", region, set), 0, 1);
  const char *all = emit_name(e, "c");
  emit_line(e, "int %s = 1;", all);
  Code old = e->at.slot[slot];
  const char *site = emit_for_sites(e, region, e->game->site_type);
  e->at.slot[slot] = code_of(site, 0, e->bits - 1);
  emit_line(e, "if (!(%s)) { %s = 0; break; }", emit_cond(e, in->a[A_ALL_SITES_IF]), all);
  emit_close(e);
  e->at.slot[slot] = old;
  return code_of(all, 0, 1);
}

static Code op_same(Emitter *e, const Ins *in) {
  const char *a = emit_region(e, in->a[A_SAME_REGION_A]);
  return code_of(emit_text(e, "!r_any(%s ^ %s)", a, emit_region(e, in->a[A_SAME_REGION_B])), 0, 1);
}

static Code op_meet(Emitter *e, const Ins *in) {
  const char *a = emit_region(e, in->a[A_MEET_A]);
  return code_of(emit_text(e, "r_any(%s & %s)", a, emit_region(e, in->a[A_MEET_B])), 0, 1);
}

static const char *op_union_for(Emitter *e, const Ins *in) {
  Slot slot = (Slot)in->a[A_UNION_FOR_SLOT];
  IntList list;
  if (!emit_ints(e, in->a[A_UNION_FOR_VALUES], &list)) {
    Context before = e->at;
    const char *out = emit_name(e, "r"), *item;
    emit_line(e, "R %s = NONE;", out);
    int blocks = emit_open_ints(e, in->a[A_UNION_FOR_VALUES], &item);
    e->at.slot[slot] = code_of(item, INT32_MIN, INT32_MAX);
    emit_line(e, "%s |= %s;", out, emit_region(e, in->a[A_UNION_FOR_BODY]));
    emit_close_ints(e, blocks);
    e->at = before;
    return out;
  }
  Code old = e->at.slot[slot];
  const char *sum = NULL;
  for (int i = 0; i < list.n; i++) {
    e->at.slot[slot] = list.at[i];
    const char *item = emit_region(e, in->a[A_UNION_FOR_BODY]);
    sum = sum ? emit_text(e, "(%s | %s)", sum, item) : item;
  }
  e->at.slot[slot] = old;
  return sum ? sum : "NONE";
}

static const char *op_if_region(Emitter *e, const Ins *in) {
  Code cond = emit_int(e, in->a[A_IF_REGION_COND]);
  if (cond.known) {
    int32_t branch = in->a[cond.value ? A_IF_REGION_THEN : A_IF_REGION_ELSE];
    return branch ? emit_region(e, branch) : "NONE";
  }
  const char *out = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", out);
  emit_open(e, "if (%s)", cond.text);
  emit_line(e, "%s = %s;", out, emit_region(e, in->a[A_IF_REGION_THEN]));
  emit_close(e);
  if (!in->a[A_IF_REGION_ELSE]) return out;
  emit_open(e, "else");
  emit_line(e, "%s = %s;", out, emit_region(e, in->a[A_IF_REGION_ELSE]));
  emit_close(e);
  return out;
}

static const char *op_region_slot(Emitter *e, const Ins *in) {
  (void)in;
  if (!e->at.region) emit_fail(e, "REGION_SLOT");
  return e->at.region ? e->at.region : "NONE";
}

static const char *op_to_clear(Emitter *e, const Ins *in) {
  (void)in;
  if (!e->layout.to_remove) return "NONE";
  e->uses |= USE_TO_REMOVE;
  return emit_text(e, "%s->to_remove", e->at.s);
}

static const char *op_pending(Emitter *e, const Ins *in) {
  (void)in;
  if (!e->layout.pending) return "NONE";
  e->uses |= USE_PENDING;
  const char *out = emit_name(e, "r"), *i = emit_name(e, "i");
  emit_line(e, "R %s = NONE;", out);
  emit_line(e, "for (int %s = 0; %s < %s->n_pending; %s++) %s |= r_maybe(%s->pending[%s]);", i, i, e->at.s, i, out,
            e->at.s, i);
  return out;
}

static const char *op_start_sites(Emitter *e, const Ins *in) {
  Code what = emit_bind(e, emit_int(e, in->a[A_START_SITES_WHAT]));
  e->uses |= USE_START_SITES;
  if (what.known && what.value >= 1 && what.value < e->game->n_components)
    return emit_text(e, "%s->start_sites[%d]", e->at.s, what.value);
  return emit_text(e, "((u32)(%s - 1) < %du ? %s->start_sites[%s] : NONE)", what.text, e->game->n_components - 1,
                   e->at.s, what.text);
}

// A region grown step by step, by a table of what one site grows to.
static const char *grown(Emitter *e, const char *region, SiteType type, int steps, const DirSet *dirs) {
  const char *key = emit_text(e, "grown %d %d %llx", type, dirs != NULL, dirs ? (unsigned long long)*dirs : 0),
             *table = emit_find_table(e, key);
  size_t words = (size_t)e->program->region_words;
  int n = emit_board_sites(e, type);
  if (!table) {
    Word *all = arena_zero(e->arena, (size_t)MAX(n, 1) * words * sizeof *all),
         *spare = arena_zero(e->arena, words * sizeof *spare);
    for (int site = 0; site < n; site++) {
      bit_set(all + (size_t)site * words, site);
      topo_expand(e->game->board, type, all + (size_t)site * words, spare, (int)words, 1, dirs);
    }
    table = emit_region_table(e, all, n);
    emit_note_table(e, key, table);
  }
  const char *out = emit_name(e, "r");
  emit_line(e, "R %s = %s;", out, region);
  for (int i = 0; i < steps; i++) {
    const char *more = emit_name(e, "r");
    emit_line(e, "R %s = %s;", more, out);
    const char *site = emit_for_sites(e, emit_text(e, "(%s & %s)", out, emit_board_mask(e, type)), type);
    emit_line(e, "%s |= %s[%s];", more, table, site);
    emit_close(e);
    emit_line(e, "%s = %s;", out, more);
  }
  return out;
}

static DirSet constant_dirs(Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  DirSet set = 0;
  if (in->op != OP_DIRS_CONST) {
    emit_fail(e, "EXPAND by steps or directions found while playing");
    return 0;
  }
  const RulesArray *array = &e->program->arrays[in->a[A_DIRS_CONST_ARRAY]];
  for (int i = 0; i < array->n; i++) set |= dir_bit((Dir)array->at[i]);
  return set;
}

static const char *op_expand(Emitter *e, const Ins *in) {
  enum { STEPS_MOST = 1000 };
  SiteType type = emit_type(e, in->a[A_EXPAND_TYPE]);
  Code steps = emit_int(e, in->a[A_EXPAND_STEPS]);
  const Ins *region = emit_ins(e, in->a[A_EXPAND_REGION]);
  DirSet set = in->a[A_EXPAND_DIRS] ? constant_dirs(e, in->a[A_EXPAND_DIRS]) : 0;
  const DirSet *dirs = in->a[A_EXPAND_DIRS] ? &set : NULL;
  if (!steps.known) emit_fail(e, "EXPAND by steps or directions found while playing");
  if (steps.known && steps.value > STEPS_MOST && region->op != OP_REGION_CONST) emit_fail(e, "EXPAND by many steps");
  if (e->why) return "NONE";
  if (region->op != OP_REGION_CONST) return grown(e, emit_region(e, in->a[A_EXPAND_REGION]), type, steps.value, dirs);
  size_t words = (size_t)e->program->region_words;
  Word *out = arena_zero(e->arena, words * sizeof *out), *spare = arena_zero(e->arena, words * sizeof *spare);
  bits_copy(out, e->program->regions[region->a[A_REGION_CONST_REGION]], (int)words);
  topo_expand(e->game->board, type, out, spare, (int)words, steps.value, dirs);
  return emit_region_const(e, out);
}

static const char *op_playable(Emitter *e, const Ins *in) {
  (void)in;
  return e->layout.playable ? emit_text(e, "(%s->playable & %s)", e->at.s, emit_board_mask(e, SITE_CELL)) : "NONE";
}

const EmitRow emit_region_rows[] = {
    {OP_PLAYABLE, .as_region = op_playable},
    {OP_REGION_CONST, .as_region = op_const},
    {OP_EMPTY, .as_region = op_empty},
    {OP_UNION, .as_region = op_union},
    {OP_INTERSECTION, .as_region = op_intersection},
    {OP_DIFFERENCE, .as_region = op_difference},
    {OP_REGION_OF_INTS, .as_region = op_of_ints},
    {OP_SITES_WHERE, .as_region = op_where},
    {OP_PLAYER_REGION, .as_region = op_player_region},
    {OP_REGION_BY_SITE, .as_region = op_by_site},
    {OP_FAMILY, .as_region = op_family},
    {OP_HAND_SITES, .as_region = op_hand_sites},
    {OP_SIDE, .as_region = op_side},
    {OP_OCCUPIED, .as_region = op_occupied},
    {OP_UNION_FOR, .as_region = op_union_for},
    {OP_IF_REGION, .as_region = op_if_region},
    {OP_REGION_SLOT, .as_region = op_region_slot},
    {OP_TO_CLEAR, .as_region = op_to_clear},
    {OP_PENDING, .as_region = op_pending},
    {OP_START_SITES, .as_region = op_start_sites},
    {OP_EXPAND, .as_region = op_expand},
    {OP_COUNT_PIECES, .as_int = op_count_pieces},
    {OP_REGION_SIZE, .as_int = op_size},
    {OP_COUNT_AT, .as_int = op_count_at},
    {OP_SUM_COUNTS, .as_int = op_sum_counts},
    {OP_TOPO_NUMBER, .as_int = op_topo_number},
    {OP_COORD, .as_int = op_coord},
    {OP_REGION_SITE, .as_int = op_region_site},
    {OP_ALL_SITES, .as_int = op_all_sites},
    {OP_SAME_REGION, .as_int = op_same},
    {OP_MEET, .as_int = op_meet},
    {0},
};
