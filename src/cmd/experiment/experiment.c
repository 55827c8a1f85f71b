// senet experiment: published experiments, run again, with the published figures beside ours.
#include "cmd/experiment/experiment_biasing.h"
#include "cmd/experiment/experiment_features.h"
#include "cmd/experiment/experiment_kilothon.h"
#include "cmd/experiment/experiment_networks.h"
#include "cmd/experiment/experiment_playouts.h"
#include "cmd/experiment/experiment_split.h"
#include "cmd/frame/game_option.h"

static int run_experiment(const Options *options) {
  static const struct {
    const char *name;
    int (*run)(const Options *options);
  } rows[] = {{"split-moves", experiment_split_moves}, {"playouts", experiment_playouts},
              {"features", experiment_features},       {"biasing", experiment_biasing},
              {"networks", experiment_networks},       {"kilothon", experiment_kilothon}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (!strcmp(options->arguments[0], rows[i].name)) return rows[i].run(options);
  }
  return options_misuse(
      options,
      "no experiment is called '%s'; there are split-moves, playouts, features, biasing, networks and kilothon",
      options->arguments[0]);
}

static const CommandOption experiment_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--game", "NAME", "Only this game of the table.", true},
    {"--variant", "NAME", "Split moves: which agent of the table; default nodal."},
    {"--lud", NULL, "Split moves: our .lud descriptions of the games, where there is one, instead of the .rbg ones."},
    {"-n", "N", "Games for each row of the table; default 300. Playouts: at most so many of each kind."},
    {"--time", "S", "Seconds for a move; default 0.5."},
    {"--cpu", NULL, "Split moves, kilothon: measures CPU time, so that other programs do not matter."},
    {"--seed", "K", "Seed of chance and agents; default 1."},
    {"-j", "THREADS", "Games played at the same time; default one per processor. Playouts: default one."},
    {"--db", "FILE", "Keeps every finished game in an SQLite file; the experiment goes on where it stopped."},
    {"--seconds", "S",
     "Playouts, features: CPU seconds for each kind of playout of a game; default 2. Kilothon: for all moves of a "
     "side; default 60."},
    {"--agents", "AGENT", "Kilothon: who plays against uct; default auto.", .also = "--agent"},
    {"--sample", "N", "Kilothon: only N games drawn at random, the same ones for the same seed."},
    {"--set", "SET", "Features: only this set, Atomic-M-N; default the five of the paper.", true},
    {"--evaluator", "NAME", "Features, also --trained: only this evaluator; default all.", true},
    {"--models", "DIR",
     "Networks: where they are, each the folder of its run or a file, named after its game; default those of Senet."},
    {"--settings", "LIST", "Networks: more settings of the agent with the network, such as sharp=yes."},
    {"--check", NULL,
     "Playouts: for the tests: 20000 of each kind (-n) where both take at most a minute (--seconds); in slower games "
     "as "
     "many as fit into a sixth of that time."},
    {"--out", "DIR", "Biasing: the folder of trainings and results; what is there is not done again."},
    {"--games", "N", "Biasing: games of self-play; default 25."},
    {"--iterations", "N", "Biasing: iterations of a search in self-play; default 500."},
    {"--strategy", "NAME", "Biasing: only this strategy of discovery, or hand-made; default all.", true},
    {"--trained", "DIR",
     "Features: instead of atomic sets, the models (folders of `senet train`, named after their games) in this "
     "folder."},
    {"--settings", "TEXT",
     "Features, --trained: how the agents of the matches use their models, as options of `biased`; default "
     "use=both,c=1.25,mix=0,epsilon=0.5,plies=0, as published."},
    {"--paper", NULL, "Biasing: the paper's size: 200 games of self-play and of evaluation, 5 seconds a move."},
    {"--csv", "FILE",
     "Playouts, features, kilothon: keeps a row per game; games that have one are not measured again."},
    {"--svg", "NAME",
     "Playouts: writes the two figures to NAME-speed.svg and NAME-length.svg. Features, kilothon: the figure to NAME."},
    {"--reference", "DIR",
     "Playouts: compares kinds and speed with games.tsv and speed.tsv of a folder. Features: with a file like "
     "speed.tsv."},
    {"--scale", "F", "Playouts: how much faster this machine is than the one of speed.tsv; default 1."},
    {0},
};

const Command command_experiment = {
    .name = "experiment",
    .usage = "NAME",
    .doc = "Runs a published experiment again and prints the published figures beside ours.",
    .details =
        "split-moves: search by parts of moves against search by whole moves, equal time, in twelve .rbg games\n"
        "(Kowalski et al., Split Moves for Monte-Carlo Tree Search, Table 2). Its agents are called nodal (tree "
        "S-nodal,\n"
        "sim S, @Mod), raw, nodal-O (sim O), O (tree O), rollup, rollup-O; nodal-plus, raw-plus, nodal-shift,\n"
        "nodal-plus-shift, O-plus (other split strategies); nodal-rave-mast, nodal-mast, nodal-mast-mix, O-rave-mast,\n"
        "rollup-mast (against an agent with RAVE and MAST). Both sides have the parameters of the paper.\n"
        "playouts: optimised against standard playouts in every game of the libraries (Soemers et al., Optimised\n"
        "Playout Implementations for the Ludii General Game System, Table 1 and Figures 2 and 3). The exit status is "
        "1\n"
        "when a two-sample test of lengths or outcomes fails at a family-wise level of 1 %.\n"
        "features: playouts in which the features of every legal move are worked out, by every evaluator, in the 33\n"
        "games of the paper or those given (Soemers et al., Spatial State-Action Features for General Games, Figure\n"
        "18, Tables 3 and 4). Playouts stop after 500 moves. With --trained: sets that were trained, and matches "
        "between agents\n"
        "that differ only in the evaluator (Tables 4 and 5, Figures 19 to 21).\n"
        "biasing: search biased by features against UCT in the ten games of the paper, while they are learnt: four "
        "ways to\n"
        "find new ones, what they cost, play without search, sets pruned to 15 features, and features made by hand "
        "(Soemers\n"
        "et al., Biasing MCTS with Features for General Games, Figures 4 to 8).\n"
        "networks: 40 simulations with a network, trained by `senet train --net` or `python -m senet.train`, against "
        "800\n"
        "iterations of 10 playouts each, in the 15 games of the paper (Soemers et al., Deep Learning for General Game\n"
        "AI with Ludii and Polygames, Table 1), with what the training cost.\n"
        "kilothon: one game against plain UCT in every two-player game of the libraries, 60 seconds for all moves of "
        "a\n"
        "side (the Kilothon of the Ludii AI Competition); the mean utility with a bootstrap interval. Who has no time\n"
        "left goes on at random, and after 1000 moves nobody has won.",
    .least = 1,
    .most = 1,
    .options = experiment_options,
    .run = run_experiment,
};
