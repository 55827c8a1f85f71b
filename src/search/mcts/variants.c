// Table 3 as data, with the reason for every empty field.
#include "search/mcts/variants.h"

typedef enum Design { WHOLE, SPLIT, ROLLED } Design;

static const char useless[] = "that would be the same as join, only slower: use join";
static const char *const differs =
    "standard scores need a tree and playouts that are both by whole moves or both by parts, without roll-up: use "
    "split, join, context or mix";

// Why a domain is not available, by the design of the tree and whether playouts split; NULL: it is.
static const char *mast_refused(Design tree, bool split, Domain domain) {
  switch (domain) {
    case DOMAIN_STANDARD: return tree == ROLLED || (tree == SPLIT) != split ? differs : NULL;
    case DOMAIN_SPLIT: return NULL;
    case DOMAIN_JOIN: return split ? "mast=join scores whole moves, but playouts choose parts: use split" : NULL;
    case DOMAIN_CONTEXT: return tree == WHOLE && !split ? useless : NULL;
    case DOMAIN_MIX: return NULL;
  }
  return NULL;
}

static const char *rave_refused(Design tree, bool split, Domain domain) {
  switch (domain) {
    case DOMAIN_STANDARD: return tree == ROLLED || (tree == SPLIT) != split ? differs : NULL;
    case DOMAIN_MIX:
      if (tree == SPLIT) return NULL;
      return tree == WHOLE ? "rave=mix needs scores of parts, but the tree chooses whole moves: use join"
                           : "rave=mix needs scores of single parts, which a tree that rolls up lacks: use context";
    case DOMAIN_SPLIT:
      if (tree == SPLIT) return NULL;
      return tree == WHOLE ? "rave=split scores parts, but the tree chooses whole moves: use join"
                           : "rave=split scores single parts, which a tree that rolls up lacks: use context";
    case DOMAIN_JOIN:
      return tree != WHOLE ? "rave=join scores whole moves, but the tree chooses parts: use context" : NULL;
    case DOMAIN_CONTEXT: return tree == WHOLE ? useless : NULL;
  }
  return NULL;
}

// Scores that are only known by moves as they are made.
static const char *plain_refused(const Variant *v, bool alike) {
  bool chain = v->kind == ROLLOUT_NST || v->replies;
  if (v->decisive && (v->splits_tree || v->splits_playouts)) return "decisive moves are looked for among whole moves";
  if (chain && !alike) return "nst and replies need a tree and playouts that are both by whole moves or both by parts";
  if (v->by_history && (!alike || v->mast != DOMAIN_STANDARD)) return "select=history needs mast=standard";
  if (v->kind == ROLLOUT_NST && v->mast != DOMAIN_STANDARD) return "mast says how playout=mast or gibbs keep scores";
  return NULL;
}

const char *variant_refused(const Variant *v) {
  Design tree = v->rolls_up ? ROLLED : v->splits_tree ? SPLIT : WHOLE;
  const char *why = plain_refused(v, !v->rolls_up && v->splits_tree == v->splits_playouts);
  if (v->rolls_up && !v->splits_tree) return "rollup needs a tree of parts: tree=raw or tree=nodal";
  if (!why && (v->kind == ROLLOUT_MAST || v->kind == ROLLOUT_GIBBS))
    why = mast_refused(tree, v->splits_playouts, v->mast);
  if (!why && v->remembers) why = rave_refused(tree, v->splits_playouts, v->rave);
  return why;
}
