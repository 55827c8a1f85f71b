// The table of synonyms.
#include "lud/resolve/synonyms.h"

#include <ctype.h>

static const LudSynonym rows[] = {
    {"capture", "remove, custodial, surround, enclose, move Hop, intervene",
     "a piece is taken by (remove SITE) in the (apply ...) of a move's (to ...) or (between ...), or in its (then "
     "...)"},
    {"take", "remove, take Control", "a piece is taken off the board by (remove SITE)"},
    {"kill", "remove", "a piece is taken off the board by (remove SITE)"},
    {"replace", "move Step, remove", "capture by replacement is (to if:... (apply (remove (to))))"},
    {"jump", "move Hop", "a jump over a piece is (move Hop (between if:...) (to if:...))"},
    {"drop", "move Add",
     "a piece is put on the board by (move Add (to ...)), or from a hand by (move (from (handSite Mover)) (to ...))"},
    {"put", "move Add", "a piece is put on the board by (move Add (to (sites Empty)))"},
    {"pie rule", "swap", "the pie rule is (meta (swap)): the second player may change sides instead of replying"},
    {"pie", "swap", "the pie rule is (meta (swap)): the second player may change sides instead of replying"},
    {"swap rule", "swap", "the pie rule is (meta (swap)): the second player may change sides instead of replying"},
    {"stalemate", "no Moves",
     "(no Moves Next) holds when the next player cannot move: (end (if (no Moves Next) (result Mover Draw)))"},
    {"repetition", "no Repeat, is Repeat",
     "repetition is forbidden by (meta (no Repeat)), or asked about in an end rule by (is Repeat)"},
    {"superko", "no Repeat",
     "positional superko is (meta (no Repeat Positional)), situational superko (meta (no Repeat Situational))"},
    {"ko", "no Repeat", "simple ko is a rule about repetition: (meta (no Repeat))"},
    {"en passant", "set Pending, is Pending, sites Pending",
     "mark the square passed over with (set Pending SITE) in the (then ...) of the double step; (is Pending) and "
     "(sites Pending) ask for it in the next move"},
    {"castling", "state, set State",
     "whether king and rook have moved is kept in their state: (set State at:SITE 1) and (state at:SITE)"},
    {"promotion", "promote, move Promote",
     "a piece becomes another by (promote (last To) (piece \"Queen\") Mover), or by choice with (move Promote ...)"},
    {"check", "is Threatened",
     "(is Threatened (id \"King\" Mover) at:(where \"King\" Mover)) holds when the king is attacked"},
    {"checkmate", "is Threatened, no Moves, can Move", "checkmate: the king is threatened and (no Moves Next)"},
    {"komi", "set Score, addScore, byScore",
     "komi is a score to begin with: (start {(set Score P2 7)}), counted at the end by (byScore)"},
    {"points", "score, addScore, byScore", "points are scores: (addScore Mover N) adds, (byScore) decides"},
    {"define", "expand",
     "(define \"Name\" BODY) names a part of a description; \"Name\" or (\"Name\" ARGUMENT) uses it, #1 is its first "
     "argument; `senet help defines` lists the shared ones"},
    {"macro", "expand",
     "(define \"Name\" BODY) names a part of a description; `senet help defines` lists the shared ones"},
    {"option", "expand",
     "(option \"Size\" <Size> args:{<size>} {(item \"9x9\" <9> \"...\")}) before the game; <Size:size> in the game is "
     "replaced"},
    {"turn", "moveAgain, set NextPlayer, phase",
     "a player moves once more by (then (moveAgain)); (set NextPlayer ...) says who is next"},
    {"extra move", "moveAgain", "a player moves once more by (then (moveAgain))"},
    {"pass", "move Pass, pass", "passing is offered by (move Pass); (all Passed) ends a game"},
    {"skip", "move Pass", "passing is offered by (move Pass)"},
    {"forced capture", "priority, max Captures",
     "(priority {MOVES1 MOVES2}) allows the second moves only where there are none of the first; (max Captures MOVES) "
     "keeps those that take most"},
    {"priority", "priority",
     "(priority {MOVES1 MOVES2}) allows the second moves only where there are none of the first"},
    {"win", "result", "(end (if CONDITION (result Mover Win)))"},
    {"lose", "result", "(end (if CONDITION (result Mover Loss)))"},
    {"draw", "result", "(end (if CONDITION (result Mover Draw))), or (all Passed), which ends as a draw by itself"},
    {"line", "is Line", "(is Line 3) holds when the last move made three in a row"},
    {"row", "sites Row, is Line",
     "the sites of row 2 are (sites Row 2), counted from 0; three in a row is (is Line 3)"},
    {"column", "sites Column", "the sites of column 2 are (sites Column 2), counted from 0"},
    {"square", "square",
     "a board of 8 x 8 squares is (board (square 8)); a site is given by its coordinate, coord:\"A1\""},
    {"circle", "concentric", "rings of cells are (concentric {8 8 8}); a board of hexagons is (hex 5)"},
    {"hexagon", "hex", "a board of hexagons is (hex 5); (hex Diamond 11) is that of Hex"},
    {"triangle", "tri", "a board of triangles is (tri 5)"},
    {"grid", "square, rectangle", "a board of squares is (board (square 8)) or (board (rectangle 4 8))"},
    {"connect", "is Connected", "(is Connected Mover) holds when the mover's pieces join its regions"},
    {"territory", "size Territory", "(size Territory P1) counts the sites that only P1's pieces enclose"},
    {"liberties", "count Liberties, enclose", "(enclose ...) takes groups without an empty site beside them, as in Go"},
    {"group", "size Group, sites Group, count Groups", "(sites Group at:SITE) is the group of the piece there"},
    {"dice", "dice, roll, forEach Die",
     "(dice num:2) among the equipment; (roll) throws, (forEach Die MOVES) moves by each, (pips) is its number"},
    {"roll", "roll", "(do (roll) next:MOVES) throws before the moves"},
    {"card", "deck, deal, card", "(deck) among the equipment, (deal Cards 5) among the start rules"},
    {"hand", "hand, handSite",
     "(hand Each) among the equipment gives every player a hand; its sites are (handSite Mover) and (sites Hand "
     "Mover)"},
    {"reserve", "hand, handSite",
     "(hand Each) among the equipment gives every player a hand; its sites are (handSite Mover) and (sites Hand "
     "Mover)"},
    {"inventory", "hand, handSite", "(hand Each) among the equipment gives every player a hand"},
    {"track", "track, trackSite",
     "(track \"Track\" \"0,E,N1,W\" loop:true) on the board: a first site, then directions, each with an optional "
     "number of steps; `senet help ludeme track`"},
    {"path", "track",
     "a path of sites is a (track ...) of the board; `senet help ludeme track` explains how it is written"},
    {"sow", "sow", "(sow ...) moves the pieces of a hole one by one along a track"},
    {"hidden", "set Hidden, is Hidden", "(set Hidden What at:SITE to:P2) hides what a piece is from player 2"},
    {"fog", "set Hidden", "(set Hidden at:SITE to:P2) hides a site from player 2"},
    {"counter", "counter, set Counter", "(counter) counts moves since it was set: (set Counter)"},
    {"variable", "var, set Var", "(set Var \"Name\" N) keeps a number, (var \"Name\") reads it"},
    {"random", "random, value Random, place Random",
     "(random {1 2} {MOVES1 MOVES2}) chooses by chance, (value Random (range 1 6)) is a random number"},
    {"distance", "count Steps", "(count Steps SITE SITE) is the number of steps between two sites"},
    {"adjacent", "sites Around, is Related", "the neighbours of a site are (sites Around SITE)"},
    {"neighbour", "sites Around", "the neighbours of a site are (sites Around SITE)"},
    {"neighbor", "sites Around", "the neighbours of a site are (sites Around SITE)"},
    {"edge of the board", "sites Side, sites Outer",
     "(sites Outer) are the sites at the rim, (sites Side N) those of the north side"},
    {"corner", "sites Corners", "(sites Corners) are the corners of the board"},
    {"centre", "centrePoint, sites Centre", "(centrePoint) is the middle site, (sites Centre) all middle sites"},
    {"center", "centrePoint, sites Centre", "(centrePoint) is the middle site, (sites Centre) all middle sites"},
    {"opponent", "is Enemy, next",
     "the opponent of the mover is Next with two players; (is Enemy (who at:SITE)) asks about the owner of a piece"},
    {"enemy", "is Enemy", "(is Enemy (who at:SITE)) holds for pieces of the opponents"},
    {"friend", "is Friend", "(is Friend (who at:SITE)) holds for the mover's pieces"},
    {"else", "if", "(if CONDITION THIS THAT): the last part is done when the condition does not hold"},
    {"while", "forEach, moveAgain",
     "there are no endless loops: (forEach ...) goes over sites, pieces, players, values; (moveAgain) continues a "
     "turn"},
    {"loop", "forEach",
     "(forEach Site REGION ...), (forEach Piece ...), (forEach Player ...), (forEach Value min:1 max:6 ...)"},
    {"simultaneous", "mode", "(mode Simultaneous) after the players: all move at once"},
    {"team", "set Team", "(set Team 1 {P1 P3}) among the start rules"},
    {"stack", "move Step, topLevel, sites",
     "pieces stand on each other with (move ... stack:true); levels count from 0, (topLevel at:SITE) is the highest"},
    {"facing", "players, piece",
     "(players {(player N) (player S)}) gives every player's pieces a direction, so that Forward has a meaning"},
    {"direction", "directions, players",
     "N, E, Orthogonal, Diagonal...; Forward and its like need a facing: (players {(player N) (player S)})"},
};

static bool is_gap(char c) { return c == ' ' || c == '-' || c == '_'; }

// Compares letter by letter; gaps may be written in any way, or left out.
static bool same_words(const char *word, Str written) {
  size_t i = 0;
  for (;;) {
    while (is_gap(*word)) word++;
    while (i < written.n && is_gap(written.p[i])) i++;
    if (!*word || i == written.n) return !*word && i == written.n;
    if (tolower((unsigned char)*word++) != tolower((unsigned char)written.p[i++])) return false;
  }
}

const LudSynonym *lud_synonym(Str word) {
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (same_words(rows[i].word, word)) return &rows[i];
  }
  return NULL;
}

const LudSynonym *lud_synonym_at(size_t i) { return i < COUNT_OF(rows) ? &rows[i] : NULL; }
