// Moves as sets: what a statement says of the form "a piece goes one step in these directions (or slides along these
// lines, or leaps to these sites) to where a condition holds". One const description from which four questions are
// answered without running the statement: how many moves there are, which is number i, all of them as a list, and
// from where a site can be reached.
//
// The moves of a kind of piece are a list of such sets, in the order of its rules. What is not a set stays a statement
// in this list (WAY_OTHER); `whole` says that there is none.
#ifndef PLAN_MOVE_SET_H
#define PLAN_MOVE_SET_H

#include "game/game.h"

typedef enum MoveWay {
  WAY_STEP,   // to the sites `ways`, each where `to` holds
  WAY_SLIDE,  // along the radials `ways`, see `go` and `stop`
  WAY_HOP,    // over the next site of the radials `ways`, where `hurdle` holds, to the one behind it, where `to` holds
  WAY_OTHER,  // the moves of the statement `ref`
} MoveWay;

enum { MOVE_SET_GUARDS = 3, MOVE_SET_THENS = 4, MOVE_SET_GIVENS = 2 };

// A hop: the site it goes over and the one where it ends.
typedef struct HopSites {
  Site over, to;
} HopSites;

// Where pieces can go on an empty board: the ways from a site, and the sites from which a site can be reached.
typedef struct MoveTable {
  const int32_t *first;  // by site, and one more: the ways from it are numbers first[s] to before first[s + 1]
  const int32_t *ways;   // sites, or ids of radials (topo_radial, which begin with the site itself)
  const Word *sources;   // a region for each site
  const Word *targets;   // of steps: `ways` as sets, of `words` words for each site; else NULL
  const HopSites *hops;  // of hops: by number of the way; else NULL
  const Word *lines;     // of slides: by number of the way its sites, as sets likewise; or NULL
  const bool *falls;     // beside `lines`: the numbers of the sites go down along the way, else up
  int32_t n, words;      // sites, and words of a set of them
} MoveTable;

// All conditions and consequences are Refs of the game's program, 0: none. Guards are asked with FROM at the piece.
typedef struct MoveRule {
  MoveWay way;
  int32_t number;     // of its first variant, among those of all rules of the game, from 0
  bool guards_fixed;  // the guards are the same for every piece of which the givens are
  // Conditions on FROM whose answers tell which sites the conditions on the way mean, and whether the guards hold:
  // every answer makes one variant of the rule. Numbers in MoveSets.givens.
  uint16_t givens[MOVE_SET_GIVENS];
  int n_givens;
  Ref ref;                      // the statement that makes the moves
  Ref guards[MOVE_SET_GUARDS];  // there are moves only if all of these hold
  int n_guards;
  Ref thens[MOVE_SET_THENS];  // consequences, from the inside out
  int n_thens;
  // What follows is of steps, leaps, slides and hops only. Their move is one MOVE action from FROM to TO.
  SiteType type;
  bool decision;           // the action is marked as the player's choice
  const MoveTable *table;  // a leap is a step that goes further
  Ref to;                  // steps and hops: must hold for TO
  Ref hurdle;              // hops: must hold for BETWEEN
  Ref go;                  // slides: must hold for BETWEEN to go there, and on; 0: the site is empty
  Ref stop;                // slides: where it holds for TO (asked first) the piece stops there, whatever `go` says
  int32_t min, max;        // slides: steps
  Ref effect;              // comes before the move, made with TO where the move goes
  Ref effect_if;           // only where this holds for TO
  bool takes;              // the effect is to remove the piece on TO, if there is one, and nothing else
  bool needs_piece;        // the effect is nothing where TO is empty
  bool by_from;            // a condition on the way asks for FROM more than the givens do
  // The numbers of these conditions in MoveSets.checks, 0: none.
  uint16_t to_check, go_check, stop_check, hurdle_check, effect_check;
} MoveRule;

// The moves of one kind of piece.
typedef struct PieceMoves {
  const MoveRule *sets;  // NULL: not known (the game's pieces do more than stand on a site)
  int n;
  bool whole;  // there is no WAY_OTHER
} PieceMoves;

// A condition that sets ask of one site after another; none asks for other slots than FROM besides.
typedef struct SetCheck {
  Ref cond;
  Slot slot;     // where it finds the site
  bool by_from;  // the set of sites where it holds is another one for every FROM
} SetCheck;

// What a FOR_PIECES with a body of its own makes of each piece.
typedef struct LoopMoves {
  Ref body;
  const PieceMoves *pieces;  // by kind
} LoopMoves;

typedef struct MoveSets {
  const LoopMoves *loops;
  int n_loops;
  const PieceMoves *pieces;  // by kind: what FOR_PIECES makes of the pieces' own moves. NULL: sets are of no use here
  const SetCheck *checks;    // [0] is unused
  const uint16_t *givens;    // tests of FROM
  int n_checks, n_givens;
  int n_rules;  // variants of all rules
} MoveSets;

struct Plan;
MoveSets move_sets_find(const struct Plan *plan, Arena *arena);

#endif
