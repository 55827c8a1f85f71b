// What playouts teach: how well moves did (MAST), how well they did after the moves before them (NST), and which reply
// was last seen to win. MAST can keep its scores by parts of moves (Kowalski et al., Split Moves for Monte-Carlo Tree
// Search): by units (split), by whole moves (join), by what was made of a move so far (context), or by units until
// enough is known in context (mix).
#ifndef SEARCH_MCTS_LESSONS_H
#define SEARCH_MCTS_LESSONS_H

#include "search/mcts/history.h"
#include "search/mcts/trail.h"

typedef enum RolloutKind { ROLLOUT_RANDOM, ROLLOUT_MAST, ROLLOUT_GIBBS, ROLLOUT_NST } RolloutKind;

// By what scores are kept; the words of the options `mast` and `rave`.
typedef enum Domain { DOMAIN_STANDARD, DOMAIN_SPLIT, DOMAIN_JOIN, DOMAIN_CONTEXT, DOMAIN_MIX } Domain;
extern const char *const domain_words[];

// Which trails scores of a domain are drawn from; turns those on.
void domain_ask(Domain domain, bool *keeps);

typedef struct LessonOptions {
  int kind;           // RolloutKind
  int mast;           // Domain
  int64_t threshold;  // mix: games after which what is known in context counts
  bool reply;         // last good reply first
  bool learn;         // keep scores even when the kind does not need them (progressive history)
  double decay;       // what is kept from one move of the game to the next
} LessonOptions;

typedef struct Lessons {
  const LessonOptions *options;
  ScoreTable single;        // of moves, parts or units
  ScoreTable context;       // mix: of parts in context
  ScoreTable pair, triple;  // of moves after one or two others
  ReplyTable replies;
} Lessons;

void lessons_init(Lessons *lessons, const LessonOptions *options);
void lessons_free(Lessons *lessons);

// Which trails the lessons are drawn from.
void lessons_ask(const LessonOptions *options, bool *keeps);

// How well the move or part did so far, in [0, 1]; 1 if it was never tried.
double lessons_value(const Lessons *lessons, const Trail *trail, const Position *x, const Move *move);
// The same by the key of a move, where scores are kept by that.
bool lessons_by_key(const LessonOptions *options);
double lessons_key_value(const Lessons *lessons, const Trail *trail, uint64_t key);
// The key of the reply to the last move that was last seen to win, or 0.
uint64_t lessons_reply(const Lessons *lessons, const Trail *trail);

// The simulation is over, with these utilities by seat.
void lessons_learn(Lessons *lessons, const Trail *trail, const double *utilities);
// The game went on by a move.
void lessons_fade(Lessons *lessons);

#endif
