// A parsed `.rbg` game: who plays, what stands where, and the rules. Everything is checked: names are
// resolved to indices, sizes are within the limits below, and the tree is in normal form.
#ifndef RBG_DESCRIPTION_H
#define RBG_DESCRIPTION_H

#include "base/map.h"
#include "rbg/rbg_tree.h"

enum {
  RBG_PLAYERS_MAX = 16,
  RBG_PIECES_MAX = 1024,
  RBG_VARIABLES_MAX = 1024,
  RBG_LABELS_MAX = 256,
  RBG_VERTICES_MAX = 4096,
  RBG_NODES_MAX = 1 << 19,    // of the rules after expansion of x^n
  RBG_OPERATIONS_MAX = 1000,  // in one arithmetic expression
};

typedef enum RbgSymbolKind { RBG_PIECE, RBG_PLAYER, RBG_VARIABLE_NAME, RBG_LABEL } RbgSymbolKind;

// What a name stands for. Names of pieces, players, variables and labels are distinct.
typedef struct RbgSymbol {
  RbgSymbolKind kind;
  int index;
  Str name;
  SrcLoc loc;
} RbgSymbol;

typedef struct RbgNames {
  const char **at;
  int n;
} RbgNames;

typedef struct RbgBoard {
  int n;  // vertices; play starts at vertex 0
  int n_labels;
  const char **names;
  const int *piece;    // initial piece of each vertex
  const int *next;     // next[label * n + vertex]: the neighbour, or -1
  const float *place;  // x, y, z of each vertex for drawing; NULL for an explicit graph
} RbgBoard;

typedef struct RbgDescription {
  const Source *source;
  RbgNames players;  // the keeper, player 0, is not among them
  RbgNames pieces;
  RbgNames variables;  // the players' scores, then the declared variables
  RbgNames labels;
  const int *bounds;  // of the variables; all start at 0
  RbgBoard board;
  RbgNode *rules;
  int n_actions;
} RbgDescription;

// Parses and checks a description. NULL when there are errors, all of which are in diags. Everything lives in the
// arena, which must outlive the result; the source is borrowed.
RbgDescription *rbg_parse(Arena *arena, const Source *source, Diags *diags);

// The same for a file.
RbgDescription *rbg_read(Arena *arena, const char *path, Diags *diags);

#endif
