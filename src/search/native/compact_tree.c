// Groups of nodes, and making room among them.
#include "search/native/compact_tree.h"

#include "base/mem.h"

enum { SLOTS_LEAST = 4096, GROUP_LEAST = 3, GROUP_MOST = 127, GROUP_STEP = 4 };

void compact_init(CompactTree *tree, size_t bytes, size_t move_size, bool alone) {
  size_t n = MIN(bytes / (sizeof(CompactSlot) + 2 * sizeof(float) + move_size), (size_t)UINT32_MAX / 2);
  *tree = (CompactTree){.cap = (uint32_t)MAX(n, SLOTS_LEAST), .move_size = move_size, .alone = alone};
  tree->at = mem_alloc_pool(sizeof(CompactSlot) * tree->cap);
  tree->means = mem_alloc_pool(sizeof *tree->means * tree->cap);
  tree->spreads = mem_alloc_pool(sizeof *tree->spreads * tree->cap);
  tree->moves = mem_alloc_pool(move_size * tree->cap);
  gate_init(&tree->gate);
  compact_clear(tree);
}

void compact_free(CompactTree *tree) {
  mem_free(tree->at);
  mem_free(tree->means);
  mem_free(tree->spreads);
  mem_free(tree->moves);
  gate_free(&tree->gate);
  *tree = (CompactTree){0};
}

void compact_clear(CompactTree *tree) {
  memset(&tree->at[COMPACT_ROOT], 0, sizeof *tree->at);
  shared_set(&tree->means[COMPACT_ROOT], 0);
  shared_set(&tree->spreads[COMPACT_ROOT], 0);
  shared_set(&tree->used, COMPACT_ROOT + 1);
  shared_set(&tree->full, false);
  tree->stuck = false;
}

// ---- appending ----------------------------------------------------------------------------------

bool compact_lock(CompactTree *tree, CompactRef ref) {
  _Atomic uint8_t *flags = &tree->at[ref].node.flags;
  if (tree->alone) return true;
  return !(atomic_fetch_or_explicit(flags, COMPACT_LOCKED, memory_order_acquire) & COMPACT_LOCKED);
}

void compact_unlock(CompactTree *tree, CompactRef ref) {
  if (tree->alone) return;
  atomic_fetch_and_explicit(&tree->at[ref].node.flags, (uint8_t)~COMPACT_LOCKED, memory_order_release);
}

// Room for so many nodes and their group; COMPACT_NONE when there is none.
static CompactRef take_slots(CompactTree *tree, uint32_t n) {
  uint32_t used = shared_get(&tree->used);
  do {
    if (used + n > tree->cap) return COMPACT_NONE;
  } while (
      !atomic_compare_exchange_weak_explicit(&tree->used, &used, used + n, memory_order_relaxed, memory_order_relaxed));
  return used;
}

// A group of so many nodes, empty; COMPACT_NONE when it does not fit.
static CompactRef take_group(CompactTree *tree, CompactRef parent, uint32_t nodes) {
  uint32_t slots = (nodes + GROUP_STEP) / GROUP_STEP * GROUP_STEP;
  CompactRef group = take_slots(tree, slots);
  if (!group) {
    shared_set(&tree->full, true);
    return COMPACT_NONE;
  }
  *compact_group(tree, group) = (CompactGroup){.parent = parent, .cap = (uint16_t)(slots - 1), .last = group};
  for (uint32_t i = 0; i < slots; i++) {
    shared_set(&tree->means[group + i], COMPACT_NO_NODE);
    shared_set(&tree->spreads[group + i], 0);
  }
  return group;
}

// Hangs a group behind those its parent has already.
static void hang(CompactTree *tree, CompactRef parent, CompactRef group) {
  CompactRef first = compact_first(tree, parent);
  _Atomic CompactRef *link =
      first ? &tree->at[compact_group(tree, first)->last].group.next : &tree->at[parent].node.first;
  if (first) compact_group(tree, first)->last = group;
  atomic_store_explicit(link, group, memory_order_release);
}

// A new group at the end of the parent's. It is linked at once, but has nothing to see yet.
static CompactRef add_group(CompactTree *tree, CompactRef parent, CompactRef last, uint32_t left) {
  uint32_t wanted = last ? 2u * compact_group(tree, last)->cap + 1 : GROUP_LEAST;
  CompactRef group = take_group(tree, parent, MIN(MIN(wanted, GROUP_MOST), left));
  if (group) hang(tree, parent, group);
  return group;
}

CompactRef compact_append(CompactTree *tree, CompactRef parent, uint32_t moves, CompactRef *group) {
  CompactRef first = compact_first(tree, parent), last = first ? compact_group(tree, first)->last : COMPACT_NONE;
  if (!last || compact_size(tree, last) == compact_group(tree, last)->cap)
    last = add_group(tree, parent, last, moves - compact_children(tree, parent));
  *group = last;
  if (!last) return COMPACT_NONE;
  CompactRef ref = last + 1 + compact_size(tree, last);
  memset(&tree->at[ref], 0, sizeof *tree->at);
  shared_set(&tree->means[ref], 0);
  shared_set(&tree->spreads[ref], 0);
  return ref;
}

void compact_publish(CompactTree *tree, CompactRef group) {
  uint16_t n = (uint16_t)(compact_size(tree, group) + 1);
  compact_group(tree, compact_first(tree, compact_group(tree, group)->parent))->total++;
  atomic_store_explicit(&tree->at[group].group.n, n, memory_order_release);
}

CompactRef compact_child(const CompactTree *tree, CompactRef parent, CompactWalk *walk) {
  if (!walk->group) walk->group = compact_first(tree, parent);
  while (walk->group && walk->i >= compact_size(tree, walk->group)) {
    *walk = (CompactWalk){compact_next(tree, walk->group), 0};
    if (!walk->group) return COMPACT_NONE;
  }
  return walk->group ? walk->group + 1 + walk->i++ : COMPACT_NONE;
}

// ---- making room --------------------------------------------------------------------------------

// Says to all groups of a node who their parent is; COMPACT_NONE: they are dropped.
static void adopt(CompactTree *tree, CompactRef first, CompactRef parent) {
  for (CompactRef group = first; group; group = compact_next(tree, group)) compact_group(tree, group)->parent = parent;
}

static void drop_below(CompactTree *tree, CompactRef group) {
  for (uint32_t i = 0; i < compact_size(tree, group); i++)
    adopt(tree, compact_first(tree, group + 1 + i), COMPACT_NONE);
}

// A node that has come to its new place: its groups will come after it, if they are kept.
static void settle(CompactTree *tree, CompactRef ref, uint32_t least) {
  CompactNode *node = compact_node(tree, ref);
  bool kept = ref == COMPACT_ROOT || shared_get(&node->visits) >= least;
  adopt(tree, compact_first(tree, ref), kept ? ref : COMPACT_NONE);
  shared_set(&node->first, COMPACT_NONE);
  if (!kept) shared_set(&node->flags, (uint8_t)(shared_get(&node->flags) & ~COMPACT_FULL));
}

// Hangs a group that has come to its new place behind those its parent has already.
static void hang_again(CompactTree *tree, CompactRef at) {
  CompactGroup *group = compact_group(tree, at);
  shared_set(&group->next, COMPACT_NONE);
  group->total = 0;
  group->last = at;
  hang(tree, group->parent, at);
  compact_group(tree, compact_first(tree, group->parent))->total += compact_size(tree, at);
}

// One pass: what is kept moves to the front. Groups that were begun and stayed empty are dropped too.
static void pack(CompactTree *tree, uint32_t least) {
  uint32_t end = shared_get(&tree->used), to = COMPACT_ROOT + 1;
  settle(tree, COMPACT_ROOT, least);
  for (uint32_t from = COMPACT_ROOT + 1, size; from < end; from += size) {
    const CompactGroup *group = compact_group(tree, from);
    size = group->cap + 1u;
    if (!group->parent || !shared_get(&group->n)) {
      drop_below(tree, from);
      continue;
    }
    memmove(&tree->at[to], &tree->at[from], sizeof *tree->at * size);
    memmove(&tree->means[to], &tree->means[from], sizeof *tree->means * size);
    memmove(&tree->spreads[to], &tree->spreads[from], sizeof *tree->spreads * size);
    memmove(compact_move(tree, to), compact_move(tree, from), tree->move_size * size);
    hang_again(tree, to);
    for (uint32_t i = 0; i < compact_size(tree, to); i++) settle(tree, to + 1 + i, least);
    to += size;
  }
  shared_set(&tree->used, to);
  shared_set(&tree->full, false);
  tree->stuck = false;
}

void compact_make_room(CompactTree *tree) {
  uint32_t visits = shared_get(&tree->at[COMPACT_ROOT].node.visits);
  tree->recycled++;
  for (uint32_t least = 4; shared_get(&tree->used) > tree->cap - tree->cap / 4; least *= 2) {
    pack(tree, least);
    if (least > visits / 2) break;
  }
  tree->stuck = shared_get(&tree->used) > tree->cap - tree->cap / 16;
}

void compact_advance(CompactTree *tree, CompactRef root) {
  if (root == COMPACT_ROOT) return;
  adopt(tree, compact_first(tree, COMPACT_ROOT), COMPACT_NONE);
  memcpy(&tree->at[COMPACT_ROOT], &tree->at[root], sizeof *tree->at);
  shared_set(&tree->means[COMPACT_ROOT], shared_get(&tree->means[root]));
  shared_set(&tree->spreads[COMPACT_ROOT], shared_get(&tree->spreads[root]));
  shared_set(&tree->at[root].node.first, COMPACT_NONE);  // they are the root's now
  pack(tree, 0);
}
