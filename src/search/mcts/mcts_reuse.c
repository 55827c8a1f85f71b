// Keeping the part of the tree that lies behind the moves made since the last search. A move is found again by its key:
// as a child of the root, or in a tree of parts as a way of several nodes.
#include "search/mcts/mcts.h"

#include "play/model/move_key.h"
#include "state/turn/semimove.h"

// ---- whole moves

static NodeRef child_by_move(Tree *tree, uint32_t index, uint64_t key) {
  for (NodeRef ref = tree_first(tree, TREE_ROOT); ref; ref = tree_next(tree, ref)) {
    const Node *child = tree_node(tree, ref);
    if (child->index == index && child->key == key) return ref;
  }
  return NODE_NONE;
}

// Makes the move of the game in the old position and keeps the part of the tree behind it.
static bool follow_whole(Mcts *mcts, uint64_t key) {
  Position *old = mcts->workers[0].x;
  MoveList list = position_moves(old);
  int index = move_with_key(old, list, key);
  NodeRef child = index >= 0 ? child_by_move(&mcts->tree, (uint32_t)index, key) : NODE_NONE;
  if (child) {
    tree_advance(&mcts->tree, child);
    Move move = *move_at(old, list, (uint32_t)index);
    position_apply(old, &move);
  }
  position_forget(old, list);
  return child != NODE_NONE;
}

// ---- moves in parts

// Makes the parts on the way to a child; how many. *context: of the move under way.
static uint32_t make_edges(Worker *worker, NodeRef child, uint64_t *context) {
  Position *x = worker->x;
  mcts_edges(worker, child);
  for (size_t i = 0; i < worker->edges.n; i++) {
    uint64_t keys[MOVE_UNITS_MAX];
    MoveList list = position_semimoves(x);
    Move part = *move_at(x, list, tree_node(&worker->mcts->tree, worker->edges.at[i])->index);
    move_contexts(x, *context, &part, keys, context);
    position_apply_semimove(x, &part);
    position_forget(x, list);
  }
  return (uint32_t)worker->edges.n;
}

// Looks below a node for the parts that make up the move with this key. They are left made, and the nodes on the way
// are in worker->arms, last first.
static bool find_way(Worker *worker, NodeRef at, uint64_t context, uint64_t key) {
  Tree *tree = &worker->mcts->tree;
  for (NodeRef ref = tree_first(tree, at); ref; ref = tree_next(tree, ref)) {
    const Node *child = tree_node(tree, ref);
    if (shared_get(&child->dead) || node_rolled(child) || !shared_get(&child->visits)) continue;
    uint64_t after = context;
    uint32_t made = make_edges(worker, ref, &after);
    bool found = position_nodal(worker->x) ? after == key : find_way(worker, ref, after, key);
    if (found) {
      VEC_PUSH(&worker->arms, ref);
      return true;
    }
    while (made-- > 0) position_undo(worker->x);
  }
  return false;
}

static bool follow_parts(Mcts *mcts, uint64_t key) {
  Worker *worker = &mcts->workers[0];
  VEC_CLEAR(&worker->arms);
  if (!find_way(worker, TREE_ROOT, 0, key)) return false;
  while (worker->arms.n) tree_advance(&mcts->tree, VEC_POP(&worker->arms));
  return true;
}

bool mcts_keep_tree(Mcts *mcts, const Position *x) {
  Position *old = mcts->workers[0].x;
  bool kept = mcts->options->reuse && mcts->options->tree != TREE_TURNS;
  int32_t first = x->head->made - (int32_t)x->played.n;  // the moves before this one are not known
  if (!kept || !mcts_one_line(mcts) || x->head->made < old->head->made || old->head->made < first) return false;
  for (size_t i = (size_t)(old->head->made - first); i < x->played.n; i++) {
    uint64_t key = played_key(x, i);
    if (position_over(old) || !(mcts_splits(mcts->options) ? follow_parts(mcts, key) : follow_whole(mcts, key)))
      return false;
  }
  return position_full_hash(old) == position_full_hash(x);
}
