// Which move a simulation takes, and what the values found say about all moves.
#ifndef LEARN_ZERO_ZERO_SELECT_H
#define LEARN_ZERO_ZERO_SELECT_H

#include "learn/zero/zero_search.h"

// logit + the weighted completed value of each edge of a node with one mover: moves not visited count as the mix of
// the node's own value and those of the visited moves (Danihelka et al., appendix D).
void select_improved_logits(const ZeroSearchOptions *options, const ZeroTree *tree, uint32_t node, float *scores);
// Turns numbers into the probabilities of a softmax.
// Gives the nodes of a simulation that ended in a leaf, and the edges to them, what their improved policies promise:
// moves visited count with what they lead to, others with what the network said about the node. Where chance or several
// players decide, means of simulations stay.
void select_sharpen(const ZeroSearchOptions *options, ZeroTree *tree, const ZeroPath *path, uint32_t leaf,
                    float *scratch);
void select_softmax(float *scores, uint32_t n);

// The edge a simulation takes in a node below a Gumbel root; scratch has room for a number per edge.
uint32_t select_gumbel(const ZeroSearchOptions *options, const ZeroTree *tree, uint32_t node, float *scratch);
// The edge of a seat by PUCT. random: decides between equals (players who choose at the same time must not do so in
// step); NULL: the first of them.
uint32_t select_puct(const ZeroSearchOptions *options, const ZeroTree *tree, uint32_t node, int seat, Random *random);

// Adds Dirichlet noise to the priors of a root.
void select_add_noise(const ZeroSearchOptions *options, ZeroTree *tree, Random *random);
// A number of the Gumbel distribution.
float select_gumbel_noise(Random *random);

#endif
