// Open addressing with linear probing; entries stay in insertion order beside the slot table.
#include "base/map.h"

#include <xxhash.h>

uint64_t hash_bytes(const void *data, size_t n, uint64_t seed) { return XXH3_64bits_withSeed(data, n, seed); }

void map_init(Map *map, Arena *arena) { *map = (Map){.arena = arena}; }

static size_t find_slot(const Map *map, Str key, uint64_t hash) {
  size_t i = hash & map->mask;
  for (; map->slots[i]; i = (i + 1) & map->mask) {
    const MapEntry *entry = &map->entries[map->slots[i] - 1];
    if (entry->hash == hash && str_eq(entry->key, key)) break;
  }
  return i;
}

static void grow(Map *map) {
  size_t cap = map->cap ? map->cap * 2 : 16;
  MapEntry *entries = ARENA_ARRAY(map->arena, MapEntry, cap);
  if (map->n) memcpy(entries, map->entries, map->n * sizeof *entries);
  map->entries = entries;
  map->cap = cap;
  map->mask = cap * 2 - 1;
  map->slots = ARENA_ARRAY(map->arena, uint32_t, cap * 2);
  for (size_t e = 0; e < map->n; e++) {
    map->slots[find_slot(map, entries[e].key, entries[e].hash)] = (uint32_t)e + 1;
  }
}

void *map_get(const Map *map, Str key) {
  if (!map->n) return NULL;
  uint32_t slot = map->slots[find_slot(map, key, hash_bytes(key.p, key.n, 0))];
  return slot ? map->entries[slot - 1].value : NULL;
}

void *map_put(Map *map, Str key, void *value) {
  if (map->n == map->cap) grow(map);
  uint64_t hash = hash_bytes(key.p, key.n, 0);
  size_t slot = find_slot(map, key, hash);
  if (map->slots[slot]) {
    MapEntry *entry = &map->entries[map->slots[slot] - 1];
    void *old = entry->value;
    entry->value = value;
    return old;
  }
  map->entries[map->n] = (MapEntry){key, hash, value};
  map->slots[slot] = (uint32_t)++map->n;
  return NULL;
}
