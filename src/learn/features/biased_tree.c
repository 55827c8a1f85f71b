// The memory of the biased search's tree.
#include "learn/features/biased_tree.h"

#include "base/mem.h"

enum {
  MOVES_A_NODE = 4,  // moves not tried that there is room for, for each node
  STEP = 4,          // rooms for children are multiples of it
};

static void open_room(const BiasedTree *tree, BiasedRoom *room) {
  *room = (BiasedRoom){.nodes = mem_alloc(sizeof *room->nodes * tree->cap),
                       .means = mem_alloc(sizeof *room->means * tree->cap),
                       .spreads = mem_alloc(sizeof *room->spreads * tree->cap),
                       .moves = mem_alloc(tree->move_size * tree->cap),
                       .untried = mem_alloc(sizeof *room->untried * tree->cap_untried)};
}

void biased_tree_open(BiasedTree *tree, size_t bytes, size_t move_size) {
  size_t node = sizeof(BiasedNode) + 2 * sizeof(float) + move_size + MOVES_A_NODE * sizeof(uint32_t);
  uint32_t cap = (uint32_t)MIN(bytes / (2 * node), (size_t)1 << 28);
  *tree = (BiasedTree){.cap = cap, .cap_untried = MOVES_A_NODE * cap, .move_size = move_size};
  open_room(tree, &tree->now);
  open_room(tree, &tree->other);
  biased_tree_clear(tree);
}

static void close_room(BiasedRoom *room) {
  mem_free(room->nodes);
  mem_free(room->means);
  mem_free(room->spreads);
  mem_free(room->moves);
  mem_free(room->untried);
}

void biased_tree_close(BiasedTree *tree) {
  close_room(&tree->now);
  close_room(&tree->other);
}

void biased_tree_clear(BiasedTree *tree) {
  tree->now.used = 1;
  tree->now.used_untried = 0;
  tree->now.nodes[BIASED_ROOT] = (BiasedNode){.untried = BIASED_NONE};
  tree->stuck = false;
}

// ---- copying -------------------------------------------------------------------------------------

// How many children there is room for where there are so many of n.
static uint32_t room_for(uint32_t children, uint32_t n) {
  uint32_t room = children ? STEP : 0;
  while (room < children) room *= 2;
  return MIN(room, (n + STEP - 1) / STEP * STEP);
}

// Places without a node are never chosen.
static void clear_places(BiasedRoom *room, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    room->means[i] = BIASED_NO_NODE;
    room->spreads[i] = 0;
  }
}

static void copy_nodes(const BiasedTree *tree, BiasedRoom *to, uint32_t at, uint32_t from, uint32_t n) {
  const BiasedRoom *now = &tree->now;
  memcpy(&to->nodes[at], &now->nodes[from], n * sizeof *to->nodes);
  memcpy(&to->means[at], &now->means[from], n * sizeof *to->means);
  memcpy(&to->spreads[at], &now->spreads[from], n * sizeof *to->spreads);
  memcpy(to->moves + (size_t)at * tree->move_size, biased_move(tree, from), n * tree->move_size);
}

// What a copied node has below it, breadth first, so that children stay together.
static void copy_below(const BiasedTree *tree, BiasedRoom *to, BiasedNode *node) {
  if (!biased_expanded(node)) return;
  memcpy(&to->untried[to->used_untried], &tree->now.untried[node->untried], node->n * sizeof *to->untried);
  node->untried = to->used_untried;
  to->used_untried += node->n;
  copy_nodes(tree, to, to->used, node->first, node->tried);
  node->first = to->used;
  to->used += room_for(node->tried, node->n);
  clear_places(to, node->first + node->tried, to->used);
}

void biased_tree_advance(BiasedTree *tree, uint32_t root) {
  BiasedRoom *to = &tree->other, was = tree->now;
  to->used = 1;
  to->used_untried = 0;
  copy_nodes(tree, to, BIASED_ROOT, root, 1);
  // Room that is kept free between children has no nodes to look at: parents are found in the order they were copied.
  uint32_t *queue = mem_alloc(sizeof *queue * tree->cap), first = 0, end = 1;
  queue[0] = BIASED_ROOT;
  while (first < end) {
    BiasedNode *node = &to->nodes[queue[first++]];
    copy_below(tree, to, node);
    if (!biased_expanded(node)) continue;
    for (uint32_t i = 0; i < node->tried; i++) queue[end++] = node->first + i;
  }
  mem_free(queue);
  tree->now = *to;
  tree->other = was;
  tree->stuck = false;
}

// ---- growing -------------------------------------------------------------------------------------

// Puts the move with the largest prior of those not tried at their front.
static void bring_forward(uint32_t *moves, uint32_t n) {
  uint32_t most = 0, best = 0;
  for (uint32_t i = 0; i < n; i++) most = MAX(most, moves[i]);
  while (best + 1 < n && moves[best] != most) best++;
  if (!n) return;
  moves[best] = moves[0];
  moves[0] = most;
}

bool biased_tree_expand(BiasedTree *tree, uint32_t at, const float *priors, uint32_t n, Random *random) {
  BiasedRoom *now = &tree->now;
  BiasedNode *node = biased_node(tree, at);
  if (n > UINT16_MAX || now->used_untried + n > tree->cap_untried) return false;
  uint32_t *moves = &now->untried[now->used_untried];
  for (uint32_t i = 0; i < n; i++) {
    // Equal ones are tried in any order.
    float prior = priors[i] * (1 + 1e-3F * (float)random_unit(random)) * 65535 + (float)random_unit(random);
    moves[i] = (uint32_t)MIN(prior, 65535.0F) << 16 | i;
  }
  bring_forward(moves, n);
  node->untried = now->used_untried;
  node->n = (uint16_t)n;
  node->tried = 0;
  now->used_untried += n;
  return true;
}

// Room for one more child.
static bool make_room(BiasedTree *tree, BiasedNode *node) {
  BiasedRoom *now = &tree->now;
  uint32_t tried = node->tried, more = room_for(tried + 1, node->n);
  if (tried < room_for(tried, node->n)) return true;
  if (now->used + more > tree->cap) return false;
  copy_nodes(tree, now, now->used, node->first, tried);
  node->first = now->used;
  now->used += more;
  clear_places(now, node->first + tried, now->used);
  return true;
}

uint32_t biased_tree_try(BiasedTree *tree, uint32_t at) {
  BiasedNode *node = biased_node(tree, at);
  if (!make_room(tree, node)) return BIASED_NONE;
  uint32_t ref = node->first + node->tried, *next = &tree->now.untried[node->untried + node->tried];
  *biased_node(tree, ref) =
      (BiasedNode){.prior = biased_next_prior(tree, node), .untried = BIASED_NONE, .index = (uint16_t)(*next & 0xffff)};
  node->tried++;
  bring_forward(next + 1, (uint32_t)node->n - node->tried);
  return ref;
}
