// The node pool, its recycling, and how nodes are linked.
#include "search/mcts/mcts_tree.h"

#include "base/mem.h"

enum { NODES_LEAST = 64, STOCK_MOST = 64 };

void tree_init(Tree *tree, size_t bytes, bool more, int threads) {
  size_t n = MIN(bytes / (sizeof(Node) + (more ? sizeof(NodeMore) : 0)), (size_t)UINT32_MAX - 1);
  *tree = (Tree){.cap = (uint32_t)MAX(n, NODES_LEAST), .threads = threads, .alone = threads == 1, .lazy = threads > 1};
  tree->nodes = mem_alloc_lines(sizeof(Node) * tree->cap);
  if (more) tree->more = mem_alloc_lines(sizeof(NodeMore) * tree->cap);
  tree->stocks = mem_alloc_lines(sizeof(NodeCache) * (size_t)threads);
  lock_init(&tree->lock);
  gate_init(&tree->gate);
  tree_clear(tree);
}

void tree_free(Tree *tree) {
  mem_free(tree->nodes);
  mem_free(tree->more);
  mem_free(tree->stocks);
  lock_free(&tree->lock);
  gate_free(&tree->gate);
  *tree = (Tree){0};
}

void tree_clear(Tree *tree) {
  tree->used = TREE_ROOT + 1;
  tree->free = NODE_NONE;
  tree->n = 1;
  tree->nodes[TREE_ROOT] = (Node){0};
  if (tree->more) tree->more[TREE_ROOT] = (NodeMore){0};
  memset(tree->stocks, 0, sizeof(NodeCache) * (size_t)tree->threads);
}

uint32_t tree_size(const Tree *tree) {
  uint32_t n = tree->n;
  for (int i = 0; i < tree->threads; i++) n -= tree->stocks[i].n;
  return n;
}

// ---- giving up

static void give_back(Tree *tree, NodeRef ref) {
  tree->nodes[ref].next = tree->free;
  shared_set(&tree->nodes[ref].first, NODE_NONE);
  tree->free = ref;
  tree->n--;
}

// Gives back a node and everything below it. The depth of recursion is the length of a line of play.
static void drop(Tree *tree, NodeRef ref) {
  for (NodeRef child = tree_first(tree, ref); child;) {
    NodeRef next = tree_next(tree, child);
    drop(tree, child);
    child = next;
  }
  give_back(tree, ref);
}

static bool pinned(const Tree *tree, NodeRef ref) {
  if (shared_get(&tree->nodes[ref].pending) & ~NODE_ROLLED) return true;
  for (NodeRef child = tree_first(tree, ref); child; child = tree_next(tree, child)) {
    if (pinned(tree, child)) return true;
  }
  return false;
}

// Drops the children of every node visited less than `least` times; a node with a pending child stays whole.
static void prune(Tree *tree, NodeRef ref, uint32_t least) {
  Node *node = &tree->nodes[ref];
  bool give_up = shared_get(&node->visits) < least && !pinned(tree, ref);
  for (NodeRef child = tree_first(tree, ref); child;) {
    NodeRef next = tree_next(tree, child);
    if (give_up) drop(tree, child);
    else prune(tree, child, least);
    child = next;
  }
  if (give_up) shared_set(&node->first, NODE_NONE);
}

// Makes at least a quarter of the pool free, if that can be done: the bar rises until it is.
static void recycle(Tree *tree) {
  uint32_t visits = shared_get(&tree->nodes[TREE_ROOT].visits);
  tree->recycled++;
  for (uint32_t least = 4; tree->n > tree->cap - tree->cap / 4; least *= 2) {
    prune(tree, TREE_ROOT, least);
    if (least > visits / 2) break;
  }
}

// ---- rewards that are late

static void add_late(Tree *tree, PendingReward *late) {
  Node *node = &tree->nodes[late->node];
  shared_add(&node->visits, late->visits, false);
  shared_sum(&node->sum, late->sum, false);
  shared_sum(&node->squares, late->squares, false);
  *late = (PendingReward){0};
}

void tree_reward_late(Tree *tree, NodeCache *stock, NodeRef ref, double reward) {
  PendingReward *late = &stock->late[ref % LATE_SLOTS];
  if (late->node != ref && late->visits) add_late(tree, late);
  late->node = ref;
  late->visits++;
  late->sum += reward;
  late->squares += reward * reward;
  if (late->visits >= MIN(shared_get(&tree->nodes[ref].visits) / LATE_PART, LATE_MOST)) add_late(tree, late);
}

void tree_settle(Tree *tree, NodeCache *stock) {
  for (int i = 0; i < LATE_SLOTS; i++) {
    if (stock->late[i].visits) add_late(tree, &stock->late[i]);
  }
}

// ---- taking

// How many nodes go into a stock at once: so few that what all stocks keep from each other hardly matters.
static uint32_t portion(const Tree *tree) {
  uint32_t share = tree->cap / (uint32_t)tree->threads / 16;
  return MAX(1, MIN(share, STOCK_MOST));
}

static void restock_free(Tree *tree, NodeCache *stock) {
  NodeRef last = stock->free = tree->free;
  for (stock->n = 1; stock->n < portion(tree) && tree_next(tree, last); stock->n++) last = tree_next(tree, last);
  tree->free = tree_next(tree, last);
  tree->nodes[last].next = NODE_NONE;
}

static void restock_fresh(Tree *tree, NodeCache *stock) {
  stock->n = MIN(portion(tree), tree->cap - tree->used);
  stock->fresh = tree->used;
  tree->used += stock->n;
}

static bool restock(Tree *tree, NodeCache *stock) {
  lock_take(&tree->lock);
  if (tree->free) restock_free(tree, stock);
  else if (tree->used < tree->cap) restock_fresh(tree, stock);
  tree->n += stock->n;
  lock_give(&tree->lock);
  return stock->n > 0;
}

// Nobody else is at work. What is late must not come to nodes that were given up.
static void recycle_but(Tree *tree, NodeRef used) {
  for (int i = 0; i < tree->threads; i++) tree_settle(tree, &tree->stocks[i]);
  shared_add(&tree->nodes[used].pending, 1, true);
  recycle(tree);
  shared_add(&tree->nodes[used].pending, -1, true);
}

// Recycles, and fills the stock. Where hardly anything could be given up, it is not tried again soon: each attempt
// looks at all nodes.
static bool recycle_alone(Tree *tree, NodeCache *stock, NodeRef used) {
  if (stock->patience > 0) {
    stock->patience--;
    return false;
  }
  if (!gate_close(&tree->gate)) return false;
  if (!restock(tree, stock)) {  // nobody else has done it
    uint32_t before = tree->n;
    recycle_but(tree, used);
    if (before - tree->n < tree->cap / 16) stock->patience = tree->cap / 16;
    restock(tree, stock);
  }
  gate_open(&tree->gate);
  return stock->n > 0;
}

static NodeRef take(Tree *tree, NodeCache *stock, NodeRef used) {
  if (!stock->n && !restock(tree, stock) && !recycle_alone(tree, stock, used)) return NODE_NONE;
  NodeRef ref = stock->free;
  if (ref) stock->free = tree_next(tree, ref);
  else ref = stock->fresh++;
  stock->n--;
  return ref;
}

NodeRef tree_make(Tree *tree, NodeCache *stock, NodeRef parent, uint64_t key, uint32_t index, int seat) {
  NodeRef ref = take(tree, stock, parent);
  if (!ref) return NODE_NONE;
  tree->nodes[ref] = (Node){.key = key, .index = index, .seat = (uint8_t)seat};
  if (tree->more) tree->more[ref] = (NodeMore){0};
  return ref;
}

void tree_unmake(Tree *tree, NodeCache *stock, NodeRef first) {
  for (NodeRef ref = first, next; ref; ref = next) {
    next = tree_next(tree, ref);
    tree->nodes[ref].next = stock->free;
    stock->free = ref;
    stock->n++;
  }
}

bool tree_link(Tree *tree, NodeRef parent, NodeRef first, NodeRef last, NodeRef *seen) {
  NodeRef expected = *seen;
  tree->nodes[last].next = expected;
  if (!atomic_compare_exchange_strong_explicit(&tree->nodes[parent].first, &expected, first, memory_order_acq_rel,
                                               memory_order_relaxed)) {
    tree->nodes[last].next = NODE_NONE;
    return false;
  }
  *seen = first;
  return true;
}

// ---- roll-up

bool tree_expanded(const Tree *tree, NodeRef ref) {
  uint32_t tried = 0;
  for (NodeRef child = tree_first(tree, ref); child; child = tree_next(tree, child)) {
    if (tree_via(tree, child)) continue;  // it stands for a move of a rolled node
    const Node *at = &tree->nodes[child];
    if (!shared_get(&at->visits) && !shared_get(&at->dead)) return false;
    tried++;
  }
  return tried > 0 && tried == shared_get(&tree->nodes[ref].moves);
}

// The way to the child now begins with the step to `ref`.
static void lengthen_way(Tree *tree, NodeRef child, NodeRef ref) {
  while (tree->more[child].via && tree->more[child].via != ref) child = tree->more[child].via;
  tree->more[child].via = ref;
}

// Linked all at once and at the end: from then on others read the ways that are lengthened here.
static void give_children(Tree *tree, NodeRef parent, NodeRef ref) {
  NodeRef last = tree_first(tree, ref), first = NODE_NONE;
  for (NodeRef child = last, next; child; child = next) {
    next = tree_next(tree, child);
    lengthen_way(tree, child, ref);
    tree->nodes[child].next = first;
    first = child;
  }
  NodeRef seen = tree_first(tree, parent);
  while (last && !tree_link(tree, parent, first, last, &seen)) seen = tree_first(tree, parent);
}

void tree_roll_up(Tree *tree, NodeRef parent, NodeRef ref) {
  Node *node = &tree->nodes[ref];
  uint16_t mine = 1;
  if (!atomic_compare_exchange_strong(&node->pending, &mine, NODE_ROLLED + 1)) return;
  give_children(tree, parent, ref);
  shared_set(&node->first, NODE_NONE);
}

// ---- between searches

void tree_advance(Tree *tree, NodeRef keep) {
  for (NodeRef child = tree_first(tree, TREE_ROOT); child;) {
    NodeRef next = tree_next(tree, child);
    if (child != keep) drop(tree, child);
    child = next;
  }
  Node root = tree->nodes[keep];
  give_back(tree, keep);
  root.next = NODE_NONE;
  tree->nodes[TREE_ROOT] = root;
  if (tree->more) tree->more[TREE_ROOT] = (NodeMore){0};
}
