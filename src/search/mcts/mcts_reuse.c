// Keeping the part of the tree that lies behind the moves made since the last search. A move is found again by its key:
// as a child of the root, or in a tree of parts as a way of several nodes.
#include "search/mcts/mcts.h"

#include "play/model/move_key.h"
#include "state/turn/semimove.h"

// ---- whole moves

// The child of the root that a move leads to, by its number in the interpreter's list.
static NodeRef child_by_number(Mcts *mcts, uint32_t number) {
  const Worker *worker = &mcts->workers[0];
  Tree *tree = &mcts->tree;
  NodeRef ref = tree_first(tree, TREE_ROOT);
  while (ref && worker->root_numbers.at[tree_node(tree, ref)->index] != number) ref = tree_next(tree, ref);
  return ref;
}

// The children of the new root are numbered as those below a root; their numbers in the interpreter's list are noted.
static bool renumber(Worker *worker) {
  Position *x = worker->x;
  if (position_over(x)) return false;
  MoveList list = position_moves(x);
  VEC_RESERVE(&worker->root_numbers, list.n);
  worker->root_numbers.n = list.n;
  bool same = sim_numbers(&worker->sim, x, list, worker->root_numbers.at);
  position_forget(x, list);
  return same;
}

// Makes the move of the game in the old position and keeps the part of the tree behind it.
static bool follow_whole(Mcts *mcts, uint64_t key) {
  Position *old = mcts->workers[0].x;
  MoveList list = position_moves(old);
  int number = move_with_key(old, list, key);
  NodeRef child = number >= 0 ? child_by_number(mcts, (uint32_t)number) : NODE_NONE;
  if (child) {
    tree_advance(&mcts->tree, child);
    Move move = *move_at(old, list, (uint32_t)number);
    position_apply(old, &move);
  }
  position_forget(old, list);
  return child && renumber(&mcts->workers[0]);
}

// The order of the moves of a root: those of the interpreter's list, sorted where lists are.
static void number_as_root(Mcts *mcts) {
  Worker *worker = &mcts->workers[0];
  Position *x = worker->x;
  Tree *tree = &mcts->tree;
  MoveList list = position_moves(x);
  VEC(uint32_t) place = {0}, numbers = {0};
  VEC_RESERVE(&numbers, list.n);
  VEC_RESERVE(&place, list.n);
  sim_sort(&worker->sim, list, numbers.at);
  for (uint32_t i = 0; i < list.n; i++) place.at[numbers.at[i]] = i;
  for (NodeRef ref = tree_first(tree, TREE_ROOT); ref; ref = tree_next(tree, ref)) {
    Node *child = tree_node(tree, ref);
    child->index = place.at[worker->root_numbers.at[child->index]];
  }
  VEC_FREE(&place);
  VEC_FREE(&numbers);
  position_forget(x, list);
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
  int32_t before = old->head->made;
  if (!kept || !mcts_one_line(mcts) || x->head->made < old->head->made || old->head->made < first) return false;
  for (size_t i = (size_t)(old->head->made - first); i < x->played.n; i++) {
    uint64_t key = played_key(x, i);
    if (position_over(old) || !(mcts_splits(mcts->options) ? follow_parts(mcts, key) : follow_whole(mcts, key)))
      return false;
  }
  if (position_full_hash(old) != position_full_hash(x)) return false;
  if (!mcts_splits(mcts->options) && old->head->made > before) number_as_root(mcts);
  return true;
}
