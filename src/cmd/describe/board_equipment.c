// Regions are compared as sets: one region of a description may have become several in the game (each is
// connected on its own), so those of one name and owner are taken together on both sides.
#include "cmd/describe/board_equipment.h"

#include "base/bitset.h"
#include "base/text.h"
#include "board/topo/topo_json.h"
#include "cmd/describe/board_compare.h"
#include "state/run/run.h"
#include "state/turn/position.h"

#include <jansson.h>

static const char *text_of(json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static long long int_of(json_t *object, const char *key) { return json_integer_value(json_object_get(object, key)); }

static const char *kind_name(const Game *game, const Container *c) {
  switch (c->kind) {
    case CONTAINER_BOARD: return game_has(game, GAME_BOARDLESS) ? "Boardless" : "Board";
    case CONTAINER_HAND: return "Hand";
    case CONTAINER_DICE: return "Dice";
    case CONTAINER_DECK: return "Deck";
  }
  return "";
}

static void write_containers(Text *out, const Game *game) {
  text_puts(out, ",\"containers\":[");
  for (int i = 0; i < game->n_containers; i++) {
    const Container *c = &game->containers[i];
    text_printf(out, "%s{\"i\":%d,\"name\":", i ? "," : "", i);
    out_string(out, c->name);
    text_printf(out, ",\"kind\":\"%s\",\"owner\":%d,\"from\":%d,\"n\":%d}", kind_name(game, c), c->owner, c->first,
                c->n);
  }
  text_char(out, ']');
}

static const Word *region_sites(Position *x, const GameRegion *region) {
  return region->sites ? region->sites : x_region(x, (int32_t)region->region);
}

static void write_region(Text *out, Position *x, const GameRegion *region) {
  ScratchMark mark = position_mark(x);
  const Word *sites = region_sites(x, region);
  bool first = true;
  text_puts(out, "{\"name\":");
  out_string(out, region->name ? region->name : "Region");
  text_printf(out, ",\"owner\":%d,\"sites\":[", region->owner);
  FOR_BITS(site, sites, x->words) {
    out_comma(out, &first);
    out_int(out, site);
  }
  text_puts(out, "]}");
  position_release(x, mark);
}

static void write_regions(Text *out, const Game *game) {
  Position *x = position_new(game, 1, 0);
  text_puts(out, ",\"regions\":[");
  for (int i = 0; i < game->n_regions; i++) {
    if (i > 0) text_char(out, ',');
    write_region(out, x, &game->regions[i]);
  }
  text_char(out, ']');
  position_free(x);
}

static void write_maps(Text *out, const Game *game) {
  text_puts(out, ",\"maps\":[");
  for (int i = 0; i < game->n_maps; i++) {
    const GameMap *map = &game->maps[i];
    text_puts(out, i ? ",{\"name\":" : "{\"name\":");
    out_string(out, map->name ? map->name : "Map");
    text_puts(out, ",\"pairs\":[");
    for (int k = 0; k < map->n; k++) text_printf(out, "%s[%d,%d]", k ? "," : "", map->from[k], map->to[k]);
    text_puts(out, "]}");
  }
  text_char(out, ']');
}

void board_json_equipment(Text *out, const Game *game) {
  write_containers(out, game);
  write_regions(out, game);
  write_maps(out, game);
}

static const char *compare_container(Arena *arena, json_t *expected, const Game *game, int i) {
  const Container *c = &game->containers[i];
  Text found = {0}, wanted = {0};
  text_printf(&found, "%s %s, owner %d, %d sites from %d", kind_name(game, c), c->name, c->owner, c->n, c->first);
  text_printf(&wanted, "%s %s, owner %lld, %lld sites from %lld", text_of(expected, "kind"), text_of(expected, "name"),
              int_of(expected, "owner"), int_of(expected, "n"), int_of(expected, "from"));
  bool same = str_eq(text_str(&found), text_str(&wanted));
  const char *difference =
      same ? NULL : arena_printf(arena, "containers[%d]: expected %s; found %s", i, wanted.p, found.p);
  text_free(&found);
  text_free(&wanted);
  return difference;
}

static const char *compare_containers(Arena *arena, json_t *recorded, const Game *game) {
  json_t *list = json_object_get(recorded, "containers");
  if (list && (int)json_array_size(list) != game->n_containers)
    return arena_printf(arena, "containers: expected %zu, found %d", json_array_size(list), game->n_containers);
  for (int i = 0; list && i < game->n_containers; i++) {
    const char *difference = compare_container(arena, json_array_get(list, (size_t)i), game, i);
    if (difference) return difference;
  }
  return NULL;
}

// Regions without a name are recorded under "Region" and the role.
static bool same_name(const GameRegion *region, json_t *expected) {
  const char *name = text_of(expected, "name");
  bool named = region->name ? !strcmp(region->name, name) : str_starts(str_of(name), "Region");
  return named && region->owner == int_of(expected, "owner");
}

static bool same_key(json_t *a, json_t *b) {
  return !strcmp(text_of(a, "name"), text_of(b, "name")) && int_of(a, "owner") == int_of(b, "owner");
}

static void add_recorded(json_t *region, Word *set, int words) {
  size_t i;
  json_t *site;
  json_array_foreach(json_object_get(region, "sites"), i, site) {
    json_int_t n = json_integer_value(site);
    if (n >= 0 && n < (json_int_t)words * WORD_BITS) bit_set(set, (int)n);
  }
}

static const char *show_sites(Arena *arena, const Word *set, int words) {
  Text text = {0};
  FOR_BITS(site, set, words) text_printf(&text, " %d", site);
  const char *copy = arena_printf(arena, "%.150s", text.n ? text.p : " none");
  text_free(&text);
  return copy;
}

static const char *compare_region(Arena *arena, json_t *list, size_t index, Position *x) {
  json_t *expected = json_array_get(list, index), *other;
  Word *want = ARENA_ARRAY(arena, Word, x->words), *have = ARENA_ARRAY(arena, Word, x->words);
  size_t i;
  json_array_foreach(list, i, other) {
    if (same_key(other, expected)) add_recorded(other, want, x->words);
  }
  for (int r = 0; r < x->game->n_regions; r++) {
    const GameRegion *region = &x->game->regions[r];
    if (!same_name(region, expected)) continue;
    ScratchMark mark = position_mark(x);
    bits_or(have, region_sites(x, region), x->words);
    position_release(x, mark);
  }
  if (bits_equal(want, have, x->words)) return NULL;
  return arena_printf(arena, "regions[%zu] %s of %lld: expected%s; found%s", index, text_of(expected, "name"),
                      int_of(expected, "owner"), show_sites(arena, want, x->words), show_sites(arena, have, x->words));
}

static const char *compare_regions(Arena *arena, json_t *recorded, const Game *game) {
  json_t *list = json_object_get(recorded, "regions");
  const char *difference = NULL;
  if (json_array_size(list) == 0) return NULL;
  Position *x = position_new(game, 1, 0);
  for (size_t i = 0; i < json_array_size(list) && !difference; i++) difference = compare_region(arena, list, i, x);
  position_free(x);
  return difference;
}

static bool map_has(const GameMap *map, json_t *pair) {
  for (int i = 0; i < map->n; i++) {
    if (map->from[i] == json_integer_value(json_array_get(pair, 0)) &&
        map->to[i] == json_integer_value(json_array_get(pair, 1)))
      return true;
  }
  return false;
}

static const char *compare_maps(Arena *arena, json_t *recorded, const Game *game) {
  json_t *list = json_object_get(recorded, "maps"), *expected, *pair;
  size_t i, k;
  if (list && (int)json_array_size(list) != game->n_maps)
    return arena_printf(arena, "maps: expected %zu, found %d", json_array_size(list), game->n_maps);
  json_array_foreach(list, i, expected) {
    json_array_foreach(json_object_get(expected, "pairs"), k, pair) {
      if (!map_has(&game->maps[i], pair))
        return arena_printf(arena, "maps[%zu] %s: no pair %s", i, text_of(expected, "name"), board_dump(arena, pair).p);
    }
  }
  return NULL;
}

const char *board_compare_equipment(Arena *arena, json_t *recorded, const Game *game) {
  const char *difference = compare_containers(arena, recorded, game);
  if (!difference) difference = compare_maps(arena, recorded, game);
  return difference ? difference : compare_regions(arena, recorded, game);
}
