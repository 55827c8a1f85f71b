// A hash map from strings to pointers, insertion ordered, living in an arena. Keys are borrowed.
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/arena.h"

typedef struct MapEntry {
  Str key;
  uint64_t hash;
  void *value;
} MapEntry;

typedef struct Map {
  Arena *arena;
  MapEntry *entries;  // in order of insertion
  uint32_t *slots;    // open addressing; 0 = free, else entry index + 1
  size_t n, cap, mask;
} Map;

void map_init(Map *map, Arena *arena);
// The value stored under key, or NULL.
void *map_get(const Map *map, Str key);
// Stores value; returns the previous one or NULL.
void *map_put(Map *map, Str key, void *value);

// 64-bit content hash (xxHash).
uint64_t hash_bytes(const void *data, size_t n, uint64_t seed);

#endif
