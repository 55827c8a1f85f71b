// The settings of self-play by name, for the command line and for Python: rows for tables of options of a structure
// that has a ZeroPlayOptions.
#ifndef LEARN_ZERO_ZERO_OPTIONS_H
#define LEARN_ZERO_ZERO_OPTIONS_H

#include "learn/zero/zero_play.h"
#include "search/option.h"

extern const char *const zero_kind_words[];

// clang-format off
#define ZERO_PLAY_ROWS(Type, field)                                                                                  \
  {"simulations", OPTION_INTEGER, offsetof(Type, field.simulations), 1, 1e6, "32", NULL,                             \
   "Positions looked at for a move of self-play."},                                                                  \
  {"search", OPTION_WORD, offsetof(Type, field.search.kind), 0, 0, "gumbel", zero_kind_words,                        \
   "Sequential halving at the root (Gumbel), or PUCT with noise."},                                                  \
  {"considered", OPTION_INTEGER, offsetof(Type, field.search.considered), 1, 1e6, "16", NULL,                        \
   "Gumbel: moves drawn at the root."},                                                                              \
  {"offset", OPTION_REAL, offsetof(Type, field.search.visit_offset), 0, 1e6, "50", NULL,                             \
   "Gumbel: values weigh (offset + most visits) * scale."},                                                          \
  {"scale", OPTION_REAL, offsetof(Type, field.search.value_scale), 0, 1e3, "0.5", NULL, "Gumbel: see offset."},      \
  {"c", OPTION_REAL, offsetof(Type, field.search.explore), 0, 100, "1.5", NULL, "PUCT: weight of the policy."},      \
  {"noise", OPTION_REAL, offsetof(Type, field.search.noise_share), 0, 1, "0.25", NULL,                               \
   "PUCT: share of noise in the policy of the root."},                                                               \
  {"noise-shape", OPTION_REAL, offsetof(Type, field.search.noise_shape), 1e-3, 1e3, "1", NULL,                       \
   "PUCT: of the Dirichlet distribution, times 10 / number of moves."},                                              \
  {"unvisited", OPTION_REAL, offsetof(Type, field.search.unvisited), 0, 2, "0.2", NULL,                              \
   "PUCT: what a move not visited is worth less than its parent."},                                                  \
  {"sharp", OPTION_SWITCH, offsetof(Type, field.search.sharp), 0, 0, "no", NULL,                                     \
   "Gumbel: a position is worth what its improved policy promises, not the mean of simulations."},                   \
  {"discount", OPTION_REAL, offsetof(Type, field.search.discount), 0.5, 1, "1", NULL,                                \
   "A result counts so much less for every move it is away: below 1, quick wins are preferred."},                    \
  {"fast", OPTION_INTEGER, offsetof(Type, field.fast), 1, 1e6, "8", NULL,                                            \
   "Simulations of a fast search, whose policy is not learnt."},                                                     \
  {"fast-share", OPTION_REAL, offsetof(Type, field.fast_share), 0, 1, "0", NULL, "Share of fast searches."},         \
  {"opening", OPTION_INTEGER, offsetof(Type, field.opening), 0, 1e4, "4", NULL,                                      \
   "Moves at most that are drawn from the policy at the beginning of a game."},                                      \
  {"opening-temperature", OPTION_REAL, offsetof(Type, field.opening_temperature), 0, 100, "1", NULL,                 \
   "Of those moves: above 1 they differ more."},                                                                     \
  {"temperature", OPTION_REAL, offsetof(Type, field.temperature), 0, 100, "1", NULL,                                 \
   "PUCT: of the choice by visits in the first moves."},                                                             \
  {"drawn-moves", OPTION_INTEGER, offsetof(Type, field.drawn_moves), 0, 1e4, "16", NULL,                             \
   "PUCT: how many first moves those are."},                                                                         \
  {"length", OPTION_INTEGER, offsetof(Type, field.length), 1, 1e6, "512", NULL,                                      \
   "Moves of a game; longer ones are cut."},                                                                         \
  {"repetitions", OPTION_INTEGER, offsetof(Type, field.search.repetitions), 0, 1e6, "0", NULL,                              \
   "A position that comes up so many times in a game is drawn; 0: never."},                                       \
  {"cut-value", OPTION_REAL, offsetof(Type, field.cut_value), 0, 1, "0.9", NULL,                                     \
   "What a game that was cut is worth: so much of what the last search expected."},                                  \
  {"reuse-tree", OPTION_SWITCH, offsetof(Type, field.reuse), 0, 0, "yes", NULL,                                      \
   "A search begins with what the one before found."}
// clang-format on

#endif
