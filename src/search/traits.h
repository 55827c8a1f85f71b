// What a few short random games show about a game that matters for the choice of an agent.
#ifndef SEARCH_TRAITS_H
#define SEARCH_TRAITS_H

#include "game/game.h"

typedef struct Traits {
  int players;
  bool chance, hidden, together, puzzle;
  bool piles;        // sites hold piles that are counted, as in mancala games
  bool sown;         // all pieces are nobody's, as in mancala games
  bool standing;     // a race or a sowing game in which one can see who is ahead (search/minimax/standing.h)
  bool slow;         // rules take so long that only a few of the games were played
  double branching;  // legal moves, mean
  double length;     // moves of a game; games are cut after a few hundred
  double taken;      // share of moves that take or change a piece
  double grown;      // share of moves after which the mover has more pieces than before
  double judged;     // random games with a winner that the next two are from (after traits_judge)
  double decided;    // share of random games won by whoever wins less often, doubled (after traits_judge)
  double told;       // correlation between judging their positions in the middle and who wins (after traits_judge)
  double missed;     // part of a random game after somebody could have won for the first time (after traits_miss)
  double foreseen;   // the part of these that can be told before they are made
} Traits;

// Plays the games with a fixed seed: the same for the same rules.
void traits_find(const Game *game, Traits *traits);
// How many games can be played with a look at every move in a few seconds, for learning; 0: too few to learn from.
int64_t traits_games_to_learn(const Traits *traits);
// Adds how early random games miss a win.
void traits_miss(const Game *game, Traits *traits);
// Adds what random games of two players say about the heuristic that searches judge positions by.
void traits_judge(const Game *game, Traits *traits);

#endif
