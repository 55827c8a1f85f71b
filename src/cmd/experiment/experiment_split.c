// Search by parts of moves against search by whole moves: Kowalski et al., Split Moves for Monte-Carlo Tree Search,
// Table 2, game by game and agent by agent.
#include "cmd/experiment/experiment_split.h"

#include "base/diag.h"
#include "base/thread.h"
#include "cmd/experiment/table_match.h"

#include <stdio.h>

enum { SPLIT_GAMES = 12 };

// A game of the table: our .rbg description, and our .lud description or NULL.
typedef struct SplitGame {
  const char *rbg, *lud;
} SplitGame;

static const SplitGame split_games[SPLIT_GAMES] = {
    {"Amazons", "Amazons"},
    {"Breakthrough", "Breakthrough"},
    {"Breakthru", "Breakthru"},
    {"Chess", "Chess"},
    {"Chess with King Capture", NULL},
    {"English Draughts", "English Draughts"},
    {"Fox and Hounds", "Wolf and Sheep"},
    {"Go", "Go"},
    {"Knightthrough", "Knightthrough"},
    {"Pentago", NULL},
    {"Skirmish", NULL},
    {"The Mill Game", "Nine Men's Morris"},
};

// The parameters of the paper's section 4.1. Trees are not kept from move to move, for either side, and playouts by
// whole moves generate all of them, as there.
#define PLAIN "c=0.4,solver=no,final=value,reuse=no,drawn=no"
#define SCORES "epsilon=0.4,decay=0.2,k=250"
#define MAST ",playout=mast,mast=split," SCORES
#define RAVE(over) ",select=rave,rave=" over ",c=0.2"

// An agent of the table, and what it won in the timed setting, by game, in per cent.
typedef struct SplitVariant {
  const char *name;
  const char *agent;
  bool enhanced;  // against the agent with RAVE and MAST rather than the plain one
  const char *strategy;
  int published[SPLIT_GAMES];  // all 0: the row cannot be read for certain
} SplitVariant;

static const SplitVariant split_variants[] = {
    {"nodal", "split:tree=nodal," PLAIN, false, "Mod", {96, 50, 100, 97, 52, 43, 46, 80, 91, 89, 77, 34}},
    {"raw", "split:tree=raw," PLAIN, false, "Mod", {95, 52, 100, 96, 51, 39, 51, 85, 88, 80, 70, 39}},
    {"nodal-O", "split:tree=nodal,split=no," PLAIN, false, "Mod", {69, 50, 97, 91, 27, 49, 56, 47, 75, 77, 56, 47}},
    {"O", "uct:split=yes," PLAIN, false, "Mod", {0}},
    {"rollup", "split:rollup=yes," PLAIN, false, "Mod", {83, 53, 100, 94, 37, 54, 43, 69, 75, 72, 77, 41}},
    {"rollup-O", "split:rollup=yes,split=no," PLAIN, false, "Mod", {44, 44, 97, 42, 49, 51, 51, 46, 55, 55, 48, 49}},
    {"nodal-plus", "split:" PLAIN, false, "ModPlus", {89, 49, 100, 95, 42, 44, 49, 83, 87, 88, 83, 40}},
    {"raw-plus", "split:tree=raw," PLAIN, false, "ModPlus", {90, 40, 100, 95, 61, 41, 52, 85, 89, 85, 87, 36}},
    {"nodal-shift", "split:" PLAIN, false, "ModShift", {88, 31, 100, 89, 25, 20, 30, 82, 67, 67, 67, 51}},
    {"nodal-plus-shift", "split:" PLAIN, false, "ModPlusShift", {88, 26, 100, 91, 33, 21, 27, 77, 66, 64, 74, 43}},
    {"O-plus", "uct:split=yes," PLAIN, false, "ModPlus", {73, 63, 61, 97, 75, 52, 45, 52, 73, 72, 83, 38}},
    {"nodal-rave-mast",
     "split:" PLAIN RAVE("split") MAST,
     true,
     "Mod",
     {66, 38, 100, 97, 22, 43, 61, 66, 74, 68, 53, 17}},
    {"nodal-mast", "split:" PLAIN MAST, true, "Mod", {87, 71, 100, 97, 42, 34, 36, 52, 73, 77, 81, 19}},
    {"nodal-mast-mix",
     "split:" PLAIN ",playout=mast,mast=mix," SCORES,
     true,
     "Mod",
     {80, 60, 100, 81, 43, 32, 35, 51, 75, 74, 67, 18}},
    {"O-rave-mast",
     "uct:split=yes," PLAIN RAVE("join") MAST,
     true,
     "Mod",
     {71, 54, 91, 99, 50, 48, 49, 68, 68, 70, 83, 26}},
    {"rollup-mast", "split:rollup=yes," PLAIN MAST, true, "Mod", {67, 74, 100, 93, 60, 38, 32, 65, 82, 74, 70, 21}},
};

static const char plain_uct[] = "uct:" PLAIN;
static const char plain_turns[] = "uct:tree=turns," PLAIN;  // .lud descriptions may play a turn as several moves
static const char enhanced_uct[] = "uct:" PLAIN ",select=rave,c=0.2,playout=mast," SCORES;

typedef struct Experiment {
  const Options *options;
  const SplitVariant *variant;
  uint64_t n, seed;
  int workers;
  bool lud;            // from the .lud descriptions
  const char *agents;  // the two of the table, as written
} Experiment;

// How the game is called in the library, NULL when there is no such description.
static const char *name_of(const Experiment *experiment, int game) {
  const SplitGame *row = &split_games[game];
  return experiment->lud ? row->lud : arena_printf(experiment->options->arena, "%s.rbg", row->rbg);
}

static void print_row(const Experiment *experiment, int game, const senet_match_rating *agent) {
  int published = experiment->variant->published[game];
  printf("%-24s %6llu %7.1f %% %7.1f to %5.1f %%", split_games[game].rbg, (unsigned long long)agent->games,
         100 * agent->score, 100 * agent->low, 100 * agent->high);
  if (published) printf(" %8d %%\n", published);
  else printf(" %10s\n", "-");
  fflush(stdout);
}

static bool play_row(const Experiment *experiment, int game, const char *file, bool *stopped) {
  const char *split = arena_printf(experiment->options->arena, "split %s", experiment->variant->strategy);
  TableMatch match = {.game = file,
                      .split = experiment->variant->strategy,
                      .agents = experiment->agents,
                      .n = experiment->n,
                      .seed = experiment->seed,
                      .workers = experiment->workers,
                      .name = {.game = file,
                               .rules = file,
                               .options = experiment->lud ? "" : split,
                               .ruleset = "",
                               .agents = experiment->agents}};
  TableScore score;
  bool good = table_match(experiment->options, &match, &score);
  if (good || score.first.games) print_row(experiment, game, &score.first);
  *stopped = score.interrupted;
  return good;
}

static bool games_exist(const Options *options) {
  const char *names[SPLIT_GAMES];
  for (int i = 0; i < SPLIT_GAMES; i++) names[i] = split_games[i].rbg;
  return table_has_games(options, names, SPLIT_GAMES);
}

static bool split_moves(const Experiment *experiment) {
  bool good = true, stopped = false;
  printf("%-24s %6s %9s %18s %10s\n", "game", "games", "semisplit", "95 % interval", "published");
  for (int i = 0; i < SPLIT_GAMES && !stopped; i++) {
    const char *file = name_of(experiment, i);
    if (!file || !options_wants(experiment->options, "--game", split_games[i].rbg)) continue;
    good &= play_row(experiment, i, file, &stopped);
  }
  return good;
}

// ---- the command

static const SplitVariant *find_variant(const Options *options) {
  const char *wanted = options_value(options, "--variant"), *names[COUNT_OF(split_variants)];
  if (!wanted) return &split_variants[0];
  for (size_t i = 0; i < COUNT_OF(split_variants); i++) {
    names[i] = split_variants[i].name;
    if (!strcmp(wanted, names[i])) return &split_variants[i];
  }
  const char *near = nearest_name(str_of(wanted), names, COUNT_OF(names));
  if (near) options_misuse(options, "no variant is called '%s'; did you mean '%s'?", wanted, near);
  else options_misuse(options, "no variant is called '%s'; see senet help experiment", wanted);
  return NULL;
}

// Both agents, each with the time of a move. On a busy machine the processor's clock is fairer.
static const char *both_agents(const Options *options, const SplitVariant *variant, double seconds) {
  const char *clock = options_has(options, "--cpu") ? "cpu" : "wall";
  const char *plain = options_has(options, "--lud") ? plain_turns : plain_uct;
  const char *other = variant->enhanced ? enhanced_uct : plain;
  return arena_printf(options->arena, "%s,time=%g,clock=%s,%s,time=%g,clock=%s", variant->agent, seconds, clock, other,
                      seconds, clock);
}

int experiment_split_moves(const Options *options) {
  int64_t n = 300, seed = 1, workers = thread_processors();
  double seconds = 0.5;
  if (!options_integer(options, "-n", 1, 1000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) || !options_number(options, "--time", 0.001, 3600, &seconds)) {
    return EXIT_USAGE;
  }
  const SplitVariant *variant = find_variant(options);
  if (!variant || !games_exist(options)) return EXIT_USAGE;
  Experiment experiment = {
      .options = options,
      .variant = variant,
      .n = (uint64_t)n,
      .seed = (uint64_t)seed,
      .workers = (int)workers,
      .lud = options_has(options, "--lud"),
      .agents = both_agents(options, variant, seconds),
  };
  return split_moves(&experiment) ? EXIT_YES : EXIT_NO;
}
