// The node pool and its recycling.
#include "search/tree.h"

#include "base/mem.h"

enum { NODES_LEAST = 64 };

void tree_init(Tree *tree, size_t bytes, bool more) {
  size_t n = MIN(bytes / (sizeof(Node) + (more ? sizeof(NodeMore) : 0)), (size_t)UINT32_MAX - 1);
  *tree = (Tree){.cap = (uint32_t)MAX(n, NODES_LEAST)};
  tree->nodes = mem_alloc(sizeof(Node) * tree->cap);
  if (more) tree->more = mem_alloc(sizeof(NodeMore) * tree->cap);
  tree_clear(tree);
}

void tree_free(Tree *tree) {
  mem_free(tree->nodes);
  mem_free(tree->more);
  *tree = (Tree){0};
}

void tree_clear(Tree *tree) {
  tree->used = TREE_ROOT + 1;
  tree->free = NODE_NONE;
  tree->n = 1;
  tree->nodes[TREE_ROOT] = (Node){0};
  if (tree->more) tree->more[TREE_ROOT] = (NodeMore){0};
}

static void give_back(Tree *tree, NodeRef ref) {
  tree->nodes[ref].next = tree->free;
  tree->nodes[ref].first = NODE_NONE;
  tree->free = ref;
  tree->n--;
}

// Gives back a node and everything below it. The depth of recursion is the length of a line of play.
static void drop(Tree *tree, NodeRef ref) {
  for (NodeRef child = tree->nodes[ref].first; child;) {
    NodeRef next = tree->nodes[child].next;
    drop(tree, child);
    child = next;
  }
  give_back(tree, ref);
}

static bool pinned(Tree *tree, NodeRef ref) {
  if (tree->nodes[ref].pending) return true;
  for (NodeRef child = tree->nodes[ref].first; child; child = tree->nodes[child].next) {
    if (pinned(tree, child)) return true;
  }
  return false;
}

// Drops the children of every node visited less than `least` times; a node with a pending child stays whole.
static void prune(Tree *tree, NodeRef ref, uint32_t least) {
  Node *node = &tree->nodes[ref];
  bool give_up = node->visits < least && !pinned(tree, ref);
  for (NodeRef child = node->first; child;) {
    NodeRef next = tree->nodes[child].next;
    if (give_up) drop(tree, child);
    else prune(tree, child, least);
    child = next;
  }
  if (give_up) node->first = NODE_NONE;
}

// Makes at least a quarter of the pool free, if that can be done: the bar rises until it is.
static void recycle(Tree *tree) {
  uint32_t visits = tree->nodes[TREE_ROOT].visits;
  tree->recycled++;
  for (uint32_t least = 4; tree->n > tree->cap - tree->cap / 4; least *= 2) {
    prune(tree, TREE_ROOT, least);
    if (least > visits / 2) break;
  }
}

static NodeRef take(Tree *tree) {
  if (!tree->free && tree->used == tree->cap) recycle(tree);
  NodeRef ref = tree->free;
  if (ref) tree->free = tree->nodes[ref].next;
  else if (tree->used < tree->cap) ref = tree->used++;
  else return NODE_NONE;
  tree->n++;
  return ref;
}

NodeRef tree_add(Tree *tree, NodeRef parent, uint64_t key, uint32_t index, int seat) {
  NodeRef ref = take(tree);
  if (!ref) return NODE_NONE;
  Node *up = &tree->nodes[parent];
  tree->nodes[ref] = (Node){.key = key, .index = index, .seat = (uint8_t)seat, .next = up->first};
  up->first = ref;
  if (tree->more) tree->more[ref] = (NodeMore){0};
  return ref;
}

bool tree_expanded(const Tree *tree, NodeRef ref) {
  uint32_t tried = 0;
  for (NodeRef child = tree->nodes[ref].first; child; child = tree->nodes[child].next) {
    if (tree_via(tree, child)) continue;  // it stands for a move of a rolled node
    const Node *at = &tree->nodes[child];
    if (!at->visits && !at->dead) return false;
    tried++;
  }
  return tried > 0 && tried == tree->nodes[ref].moves;
}

// The way to the child now begins with the step to `ref`.
static void lengthen_way(Tree *tree, NodeRef child, NodeRef ref) {
  while (tree->more[child].via && tree->more[child].via != ref) child = tree->more[child].via;
  tree->more[child].via = ref;
}

void tree_roll_up(Tree *tree, NodeRef parent, NodeRef ref) {
  Node *node = &tree->nodes[ref];
  for (NodeRef child = node->first, next; child; child = next) {
    next = tree->nodes[child].next;
    lengthen_way(tree, child, ref);
    tree->nodes[child].next = tree->nodes[parent].first;
    tree->nodes[parent].first = child;
  }
  node->first = NODE_NONE;
  node->rolled = true;
}

void tree_advance(Tree *tree, NodeRef keep) {
  for (NodeRef child = tree->nodes[TREE_ROOT].first; child;) {
    NodeRef next = tree->nodes[child].next;
    if (child != keep) drop(tree, child);
    child = next;
  }
  Node root = tree->nodes[keep];
  give_back(tree, keep);
  root.next = NODE_NONE;
  tree->nodes[TREE_ROOT] = root;
  if (tree->more) tree->more[TREE_ROOT] = (NodeMore){0};
}
