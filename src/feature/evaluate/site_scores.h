// Scores of placements by where they go, kept up to date as pieces come and go. For games whose moves put one piece on
// an empty site, each player having one kind of piece: most sites keep their score from one move to the next, and with
// few features most have the score of a move that has none.
//
// The scores are those of the features of the set (evaluator.h) with its weights.
#ifndef FEATURE_EVALUATE_SITE_SCORES_H
#define FEATURE_EVALUATE_SITE_SCORES_H

#include "feature/evaluate/evaluator.h"

typedef struct SiteScores SiteScores;

// The set must outlive it. NULL where the game's pieces are of another sort. The board is empty.
SiteScores *site_scores_open(const Game *game, const FeatureSet *set);
void site_scores_close(SiteScores *scores);

// A piece of this player is on the site; 0: the site is empty.
void site_scores_put(SiteScores *scores, Site site, Player owner);
// Keeps what is on the board, and goes back to that.
void site_scores_save(SiteScores *scores);
void site_scores_restore(SiteScores *scores);
// Whether going back is cheaper than putting the pieces as they were.
bool site_scores_far(const SiteScores *scores);

// The score of a move that has no feature.
float site_scores_usual(const SiteScores *scores, Player player);
// By site, for a player's moves to the sites in `to` after a move that went to `last` (SITE_OFF: none). Those with
// another score than the usual one are put into `special`; only they are sure to be there.
const float *site_scores_look(SiteScores *scores, Player player, Site last, const Word *to, Word *special);

#endif
