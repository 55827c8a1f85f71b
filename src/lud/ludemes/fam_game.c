// The frame of a description: the game or match, its players, mode, meta-rules, phases and play rule.
#include "lud/resolve/families.h"

static const LudRow rows[] = {
    {"game", "game", "string",
     "Names a game without describing it; it stands where only the name of a known game is needed."},
    {"game", "game", "string players [mode] equipment rules",
     "The whole description of a game: who plays, with what equipment, and by which rules."},
    {"match", "match", "string", "Names a match without describing it."},
    {"match", "match", "string [players] games end",
     "A series of games played one after the other by the same players, with its own end rule."},
    {"games", "games", "(subgame | {subgame})", "The games a match is made of."},
    {"subgame", "subgame", "string [string] [next:int] [result:int]",
     "One game of a match, by name and options, with the number of the game that follows it and the points the "
     "winner scores."},
    {"players", "players", "int", "The number of players; their facing direction is left open."},
    {"players", "players", "{playerFacing}", "The players one by one, so that each can have its own direction."},
    {"player", "playerFacing", "directionFacing", "One player and the direction its pieces face."},
    {"mode", "mode", "modeType", "Whether players move in turn, all at once, or not at all."},
    {"rules", "rules", "[meta] [start] [play] phases:{phase} [end]",
     "Rules in phases: each phase has its own moves; a play or end rule given outside holds in all of them."},
    {"rules", "rules", "[meta] [start] play end", "Rules of a game with a single phase."},
    {"play", "play", "moves", "The rule that gives the legal moves of the player to move."},
    {"phase", "phase", "string [roleType] [mode] play [end] [nextPhase | {nextPhase}]",
     "A named part of the game with its own moves, end rules and ways to leave it, for all players or one."},
    {"nextPhase", "nextPhase", "[roleType | player] [boolean] [string]",
     "Leads to the named phase (or the one listed next) once the condition holds, for one player or for all."},
    {"meta", "meta", "({metaRule} | metaRule)", "Rules about the rules, which hold during the whole game."},
    {"automove", "metaRule", "", "Moves that are the only possible ones at a site are played without being asked for."},
    {"gravity", "metaRule", "[PyramidalDrop]", "Pieces that lose their support drop to the layer below."},
    {"swap", "metaRule", "", "The second player may take over the first player's side instead of replying."},
    {"no", "metaRule", "Repeat [repetitionType]", "Forbids moves that bring back an earlier position."},
    {"no", "metaRule", "Suicide", "Forbids moves that make the mover lose at once."},
    {"noStackOn", "metaRule", "Fallen", "No piece may be moved on top of pieces that have fallen."},
    {"passEnd", "metaRule", "passEndType", "What happens when all players pass in a row: a draw, or play goes on."},
    {"pin", "metaRule", "SupportMultiple", "A piece that helps to carry more than one other piece cannot be taken."},
};

const LudFamily fam_game = {"games and their parts", rows, COUNT_OF(rows)};
