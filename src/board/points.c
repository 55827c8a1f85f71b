// The grid is a hash table of cells; each cell chains its points, newest first.
#include "board/points.h"

#include <math.h>
#include <stdlib.h>

typedef struct Entry {
  int64_t column, row;
  int id;
  int next;  // entry with the same hash, or -1
} Entry;

struct PointIndex {
  Arena *arena;
  double cell;
  Entry *entries;
  int n, cap;
  int *heads;  // mask + 1 of them
  uint32_t mask;
  int *found;
  int found_cap;
};

// Keeps points at round coordinates, which boards are full of, away from the lines of the grid.
static const double OFFSET = 0.2718;

enum { FIRST_CAP = 64 };

// Cells further away than that are one.
static const double CELLS_MAX = 1e15;

static int64_t cell_of(const PointIndex *index, double v) {
  double cell = floor(v / index->cell + OFFSET);
  return (int64_t)fmax(-CELLS_MAX, fmin(cell, CELLS_MAX));
}

static uint32_t slot_of(const PointIndex *index, int64_t column, int64_t row) {
  uint64_t h = (uint64_t)column * 0x9e3779b97f4a7c15ULL + (uint64_t)row * 0xc2b2ae3d27d4eb4fULL;
  return (uint32_t)(h >> 32) & index->mask;
}

static void link_entry(PointIndex *index, int e) {
  uint32_t slot = slot_of(index, index->entries[e].column, index->entries[e].row);
  index->entries[e].next = index->heads[slot];
  index->heads[slot] = e;
}

static void grow(PointIndex *index) {
  int cap = index->cap ? index->cap * 2 : FIRST_CAP;
  Entry *entries = ARENA_ARRAY(index->arena, Entry, cap);
  if (index->n) memcpy(entries, index->entries, (size_t)index->n * sizeof *entries);
  index->entries = entries;
  index->cap = cap;
  index->mask = (uint32_t)cap * 2 - 1;
  index->heads = ARENA_ARRAY(index->arena, int, cap * 2);
  for (int i = 0; i < cap * 2; i++) index->heads[i] = -1;
  for (int e = 0; e < index->n; e++) link_entry(index, e);
}

PointIndex *points_new(Arena *arena, double cell) {
  PointIndex *index = ARENA_NEW(arena, PointIndex);
  index->arena = arena;
  index->cell = cell;
  grow(index);
  return index;
}

void points_add(PointIndex *index, int id, double x, double y) {
  if (index->n == index->cap) grow(index);
  int e = index->n++;
  index->entries[e] = (Entry){.column = cell_of(index, x), .row = cell_of(index, y), .id = id};
  link_entry(index, e);
}

static void found_push(PointIndex *index, int id, int *n) {
  if (*n == index->found_cap) {
    int cap = index->found_cap ? index->found_cap * 2 : FIRST_CAP;
    int *found = ARENA_ARRAY(index->arena, int, cap);
    if (*n) memcpy(found, index->found, (size_t)*n * sizeof *found);
    index->found = found;
    index->found_cap = cap;
  }
  index->found[(*n)++] = id;
}

static void collect_cell(PointIndex *index, int64_t column, int64_t row, int *n) {
  for (int e = index->heads[slot_of(index, column, row)]; e >= 0; e = index->entries[e].next) {
    const Entry *entry = &index->entries[e];
    if (entry->column == column && entry->row == row) found_push(index, entry->id, n);
  }
}

const int *points_near(PointIndex *index, double x, double y, double radius, int *n) {
  *n = 0;
  int64_t column0 = cell_of(index, x - radius), column1 = cell_of(index, x + radius);
  int64_t row0 = cell_of(index, y - radius), row1 = cell_of(index, y + radius);
  if ((double)(column1 - column0 + 1) * (double)(row1 - row0 + 1) > index->n) {
    // The square has more cells than there are points: all of them are the cheaper answer.
    for (int e = 0; e < index->n; e++) found_push(index, index->entries[e].id, n);
    return index->found;
  }
  for (int64_t row = row0; row <= row1; row++) {
    for (int64_t column = column0; column <= column1; column++) collect_cell(index, column, row, n);
  }
  return index->found;
}

static bool any_in_cell(const PointIndex *index, int64_t column, int64_t row, PointTest *test, const void *self) {
  for (int e = index->heads[slot_of(index, column, row)]; e >= 0; e = index->entries[e].next) {
    const Entry *entry = &index->entries[e];
    if (entry->column == column && entry->row == row && test(self, entry->id)) return true;
  }
  return false;
}

bool points_any(const PointIndex *index, double x, double y, double radius, PointTest *test, const void *self) {
  int64_t column0 = cell_of(index, x - radius), column1 = cell_of(index, x + radius);
  int64_t row0 = cell_of(index, y - radius), row1 = cell_of(index, y + radius);
  bool found = false;
  if ((double)(column1 - column0 + 1) * (double)(row1 - row0 + 1) > index->n) {
    for (int e = 0; e < index->n && !found; e++) found = test(self, index->entries[e].id);
    return found;
  }
  for (int64_t row = row0; row <= row1 && !found; row++) {
    for (int64_t column = column0; column <= column1 && !found; column++)
      found = any_in_cell(index, column, row, test, self);
  }
  return found;
}

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

const int *points_near_sorted(PointIndex *index, double x, double y, double radius, int *n) {
  points_near(index, x, y, radius, n);
  if (*n > 1) qsort(index->found, (size_t)*n, sizeof *index->found, ascending);
  return index->found;
}
