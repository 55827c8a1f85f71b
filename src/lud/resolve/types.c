// The table of types that are not enumerations, and the number constants.
#include "lud/resolve/types.h"

const LudType lud_types[] = {
    // Values.
    {.name = "int", .doc = "a number", .literal = LUD_LITERAL_INT},
    {.name = "boolean", .doc = "a condition", .literal = LUD_LITERAL_BOOLEAN},
    {.name = "sites", .doc = "a region"},
    {.name = "ints", .doc = "a list of numbers", .braces = "int"},
    {.name = "intsDifference", .doc = "a difference of number lists", .within = "ints"},
    {.name = "rotations", .doc = "rotations", .within = "ints"},
    {.name = "float", .doc = "a fraction", .literal = LUD_LITERAL_FLOAT},
    {.name = "string", .doc = "a text in quotes", .literal = LUD_LITERAL_STRING},
    {.name = "booleanConstant", .doc = "true or false", .literal = LUD_LITERAL_BOOLEAN},
    {.name = "direction", .doc = "a direction"},
    {.name = "range", .doc = "a range"},

    // The frame.
    {.name = "game", .doc = "a game"},
    {.name = "match", .doc = "a match", .within = "game"},
    {.name = "games", .doc = "the games of a match"},
    {.name = "subgame", .doc = "a game of a match"},
    {.name = "players", .doc = "the players"},
    {.name = "playerFacing", .doc = "a player with its direction"},
    {.name = "mode", .doc = "a mode of play"},
    {.name = "rules", .doc = "the rules"},
    {.name = "meta", .doc = "meta-rules"},
    {.name = "metaRule", .doc = "a meta-rule"},
    {.name = "start", .doc = "starting rules"},
    {.name = "startRule", .doc = "a starting rule"},
    {.name = "play", .doc = "a play rule"},
    {.name = "phase", .doc = "a phase"},
    {.name = "nextPhase", .doc = "a way to the next phase"},
    {.name = "end", .doc = "end rules"},
    {.name = "endRule", .doc = "an end rule"},
    {.name = "endIf", .doc = "an end rule with a condition", .within = "endRule"},
    {.name = "result", .doc = "a result"},
    {.name = "endScore", .doc = "a final score"},
    {.name = "payoff", .doc = "a payoff"},

    // Equipment.
    {.name = "equipment", .doc = "the equipment"},
    {.name = "item", .doc = "an item of equipment"},
    {.name = "board", .doc = "a board", .within = "item"},
    {.name = "track", .doc = "a track"},
    {.name = "trackStep", .doc = "a step of a track", .literal = LUD_LITERAL_INT},
    {.name = "values", .doc = "the values of sites"},
    {.name = "cardSpec", .doc = "a kind of card"},
    {.name = "path", .doc = "a path on a tile"},
    {.name = "flips", .doc = "the flips of a piece"},
    {.name = "pair", .doc = "a pair"},
    {.name = "hintSpec", .doc = "a hint"},
    {.name = "countSpec", .doc = "a piece and how many of it"},
    {.name = "directionFacing", .doc = "a facing direction"},

    // Boards.
    {.name = "graph", .doc = "a graph"},
    {.name = "poly", .doc = "a polygon"},
    {.name = "dim", .doc = "a size", .literal = LUD_LITERAL_INT},

    // Moves.
    {.name = "moves", .doc = "moves"},
    {.name = "nonDecision", .doc = "an effect", .within = "moves"},
    {.name = "effect", .doc = "an effect", .within = "nonDecision"},
    {.name = "step", .doc = "a step", .within = "effect"},
    {.name = "apply", .doc = "(apply ...)", .within = "moves"},
    {.name = "from", .doc = "(from ...)"},
    {.name = "to", .doc = "(to ...)"},
    {.name = "between", .doc = "(between ...)"},
    {.name = "piece", .doc = "(piece ...)"},
    {.name = "player", .doc = "(player ...)"},
    {.name = "then", .doc = "(then ...)"},

    // Metadata.
    {.name = "metadata", .doc = "metadata"},
    {.name = "info", .doc = "information"},
    {.name = "infoItem", .doc = "an item of information"},
    {.name = "recon", .doc = "facts for reconstruction"},
    {.name = "reconItem", .doc = "a fact for reconstruction"},
    {.name = "graphics", .doc = "graphics"},
    {.name = "graphicsItem", .doc = "an item of graphics"},
    {.name = "colour", .doc = "a colour"},
    {.name = "ai", .doc = "hints for agents"},
    {.name = "agent", .doc = "an agent"},
    {.name = "selection", .doc = "a way of selection"},
    {.name = "heuristics", .doc = "heuristics"},
    {.name = "heuristicTerm", .doc = "a heuristic"},
    {.name = "transformation", .doc = "a transformation"},
    {.name = "weightPair", .doc = "a name with a weight"},
    {.name = "features", .doc = "features"},
    {.name = "featureSet", .doc = "a set of features"},
    {.name = "featureTrees", .doc = "feature trees"},
    {.name = "logitTree", .doc = "a regression tree"},
    {.name = "logitNode", .doc = "a part of a regression tree"},
    {.name = "decisionTree", .doc = "a decision tree"},
    {.name = "decisionNode", .doc = "a part of a decision tree"},
};
const size_t lud_n_types = COUNT_OF(lud_types);

static const LudConstant constants[] = {
    {"Off", -1},
    {"End", -2},
    {"Undefined", -1},
    {"Infinity", 1000000000},
};

const LudConstant *lud_constant(Str name) {
  for (size_t i = 0; i < COUNT_OF(constants); i++) {
    if (str_is(name, constants[i].name)) return &constants[i];
  }
  return NULL;
}
