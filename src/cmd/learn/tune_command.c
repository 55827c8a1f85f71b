// senet tune: terms and weights of a heuristic, found by playing.
#include "cmd/frame/game_option.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/thread.h"
#include "cmd/frame/terminal.h"
#include "cmd/study/quick_match.h"
#include "learn/tune/tune.h"
#include "play/heuristic/heuristic_find.h"

#include <errno.h>
#include <stdio.h>

typedef struct Tuning {
  const Options *options;
  const char *out, *games;  // files: of the heuristic, and of the games until it is done
  const char *made;         // file of a heuristic that has not shown yet that it is not worse than the one in `out`
  int64_t verify;           // games of the match that shows it; 0: none
  int threads;
  bool limited;  // by time
  const Game *game;
  Tune *tune;
  Progress progress;
} Tuning;

static bool complain(const char *why) {
  fprintf(stderr, "senet tune: %s\n", why);
  return false;
}

static bool write_file(const Tuning *t, const char *path, void (*write)(const Tune *tune, Text *out)) {
  Text text = {0};
  write(t->tune, &text);
  bool good = options_write_file(t->options, path, text_str(&text));
  text_free(&text);
  return good;
}

static bool take_up(const Tuning *t) {
  Str text;
  const char *why = NULL;
  if (!options_has(t->options, "--resume") || !file_exists(t->games)) return true;
  bool good =
      file_read(t->options->arena, t->games, 0, &text, &why) && tune_resume(t->tune, t->options->arena, text, &why);
  return good || complain(arena_printf(t->options->arena, "%s: %s", t->games, why));
}

static void show(Tuning *t) {
  const TuneStatus *status = tune_status(t->tune);
  progress_note(&t->progress, "round %d of %d, %zu positions", MIN(status->round + 1, TUNE_ROUNDS), TUNE_ROUNDS,
                status->samples);
  progress_step(&t->progress, (size_t)status->games);
}

static bool wants_end(void *self) {
  (void)self;
  return interrupt_seen();
}

// False when it was stopped, or a file could not be written.
static bool work(Tuning *t, const TuneOptions *wishes) {
  progress_begin(&t->progress, "playing", (size_t)wishes->games);
  t->progress.seconds = wishes->games ? 0 : MAX(wishes->seconds - tune_status(t->tune)->seconds, 0);
  interrupt_begin();
  bool good = true, more = true;
  while (good && more && !interrupt_seen()) {
    more = tune_step(t->tune);
    show(t);
    if (more) good = write_file(t, t->games, tune_save);
  }
  progress_end(&t->progress);
  bool stopped = interrupt_seen();
  interrupt_end();
  if (good && tune_status(t->tune)->failed) return complain("the rules stop in game after game");
  if (stopped && good) fprintf(stderr, "senet tune: stopped; --resume goes on from %s\n", t->games);
  return good && !stopped;
}

// ---- is it any better? ---------------------------------------------------------------------------

enum { VERIFY_POSITIONS = 300, VERIFY_MOVES = 400, OPENING_PLIES = 4 };

// A search that plays the game and judges positions: its beginning as text.
static const char *search_for(Arena *arena, const Game *game) {
  static const char *const rows[] = {"alphabeta:", "expect:", "maxn:", "uct:cutoff=8,"};
  for (size_t i = 0; i + 1 < COUNT_OF(rows); i++) {
    AgentSpec spec;
    const char *why;
    bool good = agent_parse(arena, str_of(arena_printf(arena, "%siterations=1", rows[i])), &spec, &why);
    if (good && !agent_unsuited(&spec, game)) return rows[i];
  }
  return rows[COUNT_OF(rows) - 1];
}

// Random moves that games begin with, so that they differ: a new opening each time everybody has sat everywhere.
static ContestOpening *draw_openings(Arena *arena, const Game *game, uint64_t seed, size_t n) {
  ContestOpening *openings = ARENA_ARRAY(arena, ContestOpening, n);
  Position *x = position_new(game, 1, 0);
  for (size_t i = 0; i < n; i++) {
    Random random = random_stream(seed, i);
    uint32_t *moves = ARENA_ARRAY(arena, uint32_t, OPENING_PLIES);
    size_t made = 0;
    for (position_start(x); made < OPENING_PLIES && !position_over(x) && !x->fault; made++) {
      MoveList list = position_moves(x);
      moves[made] = random_below(&random, list.n);
      Move move = *move_at(x, list, moves[made]);
      position_apply(x, &move);
      position_forget(x, list);
    }
    openings[i] = (ContestOpening){moves, position_over(x) || x->fault ? 0 : made};
    position_clear_fault(x);
  }
  position_free(x);
  return openings;
}

// The share of points of the new heuristic against the one in `out`, or against material where there is none.
static bool compare(const Tuning *t, uint64_t seed, const char **other, double *score) {
  Arena *arena = t->options->arena;
  const char *search = search_for(arena, t->game), *why = "";
  *other = file_exists(t->out) ? t->out : "material";
  const char *text = arena_printf(arena, "%seval=\"%s\",iterations=%d,%seval=\"%s\",iterations=%d", search, t->made,
                                  VERIFY_POSITIONS, search, *other, VERIFY_POSITIONS);
  AgentSpec *agents;
  Contest contest = {.game = t->game, .seed = seed, .moves_most = VERIFY_MOVES};
  if (!agent_parse_list(arena, str_of(text), &agents, &contest.n, &why)) return complain(why);
  contest.agents = agents;
  if (!game_has(t->game, GAME_STOCHASTIC)) {
    uint64_t round = contest_round(contest.n, t->game->players);
    contest.n_openings = (size_t)(((uint64_t)t->verify + round - 1) / round);
    contest.openings = draw_openings(arena, t->game, seed, contest.n_openings);
  }
  *score = quick_match(&contest, (uint64_t)t->verify, t->threads);
  return true;
}

// The best found so far, and what it was made of.
typedef struct Best {
  double score;
  TuneChoice choice;
  Text text;
  VEC(uint32_t) tried;  // what all heuristics that were tried were made of: a bit for each group, and HELD
} Best;

static const bool no_groups[TUNE_GROUPS_MAX];

#define HELD (UINT32_C(1) << 31)
static_assert(TUNE_GROUPS_MAX < 31, "groups and HELD have a bit each");

static bool tried_before(const Tuning *t, Best *best, const bool *use, bool held) {
  uint32_t made_of = held ? HELD : 0;
  for (int g = 0; g < TUNE_GROUPS_MAX; g++) {
    made_of |= (uint32_t)(use[g] || (held && tune_group_expected(t->tune, g))) << g;
  }
  for (size_t i = 0; i < best->tried.n; i++) {
    if (best->tried.at[i] == made_of) return true;
  }
  VEC_PUSH(&best->tried, made_of);
  return false;
}

// Plays the present heuristic, and keeps it if it is the best so far.
static bool try_it(const Tuning *t, const char **other, Best *best) {
  double score;
  if (!write_file(t, t->made, tune_write) || !compare(t, 1, other, &score)) return false;
  printf("against %s: %.1f of %lld games with %s\n", *other, score * (double)t->verify, (long long)t->verify,
         tune_groups(t->tune, t->options->arena));
  if (best->text.n && score <= best->score) return true;
  best->score = score;
  best->choice = tune_status(t->tune)->choice;
  best->text.n = 0;
  tune_write(t->tune, &best->text);
  return true;
}

static bool try_groups(const Tuning *t, const char **other, Best *best, const bool *use, bool held) {
  if (tried_before(t, best, use, held)) return true;
  tune_use_groups(t->tune, use, held);
  return try_it(t, other, best);
}

// Matches take no longer than the tuning did, unless the result is to be the same on any machine.
static bool has_time(const Tuning *t, double began) {
  return !t->limited || clock_seconds() - began < tune_status(t->tune)->seconds;
}

// Once with every group left out that is in the best, or taken that only material counts.
static bool try_neighbours(const Tuning *t, const char **other, Best *best, double began) {
  TuneChoice from = best->choice;
  bool use[TUNE_GROUPS_MAX], good = true;
  for (int g = 1; good && has_time(t, began) && g < TUNE_GROUPS_MAX; g++) {
    bool expected = tune_group_expected(t->tune, g);
    if (from.held ? expected || !from.use[g] : !expected && !from.use[g]) continue;
    memcpy(use, from.use, sizeof use);
    use[g] = !use[g];
    good = try_groups(t, other, best, use, from.held);
  }
  return good;
}

// What foretells results need not help a search. So what material counts is also tried with the weights it has there,
// the other groups added to it; then groups are changed one after another, as long as the result plays better.
static bool find_best(const Tuning *t, const char **other, Best *best) {
  double began = clock_seconds(), before = -1;
  TuneChoice chosen = tune_status(t->tune)->choice;
  tried_before(t, best, chosen.use, false);
  bool good = try_it(t, other, best) && try_groups(t, other, best, chosen.use, true);
  while (good && best->score > before) {
    before = best->score;
    good = try_neighbours(t, other, best, began);
  }
  if (good && best->score < 0.5) good = try_groups(t, other, best, no_groups, true);
  return good && options_write_file(t->options, t->made, text_str(&best->text));
}

// Only what material counts, as it counts it.
static bool is_material(const Tuning *t, const TuneChoice *choice) {
  bool more = !choice->held;
  for (int g = 0; g < TUNE_GROUPS_MAX; g++) more |= choice->use[g] && !tune_group_expected(t->tune, g);
  return !more;
}

// The best of many may just have been lucky: it plays once more, with other openings.
static bool confirm(const Tuning *t, Best *best) {
  const char *other;
  if (best->score < 0.5 || !compare(t, 2, &other, &best->score)) return false;
  printf("with other openings: %.1f of %lld games\n", best->score * (double)t->verify, (long long)t->verify);
  return best->score >= 0.5;
}

static bool put_in_place(const Tuning *t) {
  return rename(t->made, t->out) == 0 || complain(arena_printf(t->options->arena, "%s: %s", t->out, strerror(errno)));
}

static bool write_material(const Tuning *t) {
  tune_use_groups(t->tune, no_groups, true);
  return write_file(t, t->made, tune_write);
}

// What is found becomes the file in `out`, unless it loses against it. Where there is none, material itself is better
// than what loses against it.
static bool take_best(const Tuning *t, Best *best, const char *other) {
  bool first = !file_exists(t->out);
  if (!(first && is_material(t, &best->choice)) && !confirm(t, best)) {
    if (!first) {
      return complain(arena_printf(t->options->arena,
                                   "the heuristic found is worse than %s: it stays in %s; more --seconds may help",
                                   other, t->made));
    }
    printf("what was found does not play better than material: the file says what material counts\n");
    if (!write_material(t)) return false;
  }
  return put_in_place(t);
}

static bool replace(const Tuning *t) {
  const char *other = NULL;
  Best best = {0};
  if (!t->verify) return put_in_place(t);
  bool good = find_best(t, &other, &best) && take_best(t, &best, other);
  text_free(&best.text);
  VEC_FREE(&best.tried);
  return good;
}

static bool finish(const Tuning *t) {
  const TuneStatus *status = tune_status(t->tune);
  if (!write_file(t, t->made, tune_write)) return false;
  printf("%s: %lld games, %zu positions, loss %.4f of %.4f\n", t->out, (long long)status->games, status->samples,
         status->choice.loss, status->choice.blind);
  bool replaced = replace(t);
  if (file_exists(t->games)) remove(t->games);
  return replaced;
}

static bool tune_game(const Options *options, const Game *game, const TuneOptions *wishes, int64_t verify) {
  const char *out = options_value(options, "--out");
  if (game->mode != MODE_ALTERNATING || game_has(game, GAME_PUZZLE) || game->n_subgames) {
    return complain("only games in which players take turns can be tuned");
  }
  Tuning t = {
      .options = options, .game = game, .verify = verify, .threads = wishes->threads, .limited = wishes->seconds > 0};
  t.out = out ? out : heuristic_file_name(options->arena, game);
  t.games = arena_printf(options->arena, "%s.games", t.out);
  t.made = arena_printf(options->arena, "%s.new", t.out);
  tune_new(game, wishes, &t.tune);
  bool good;
  if (options_has(options, "--material")) good = write_material(&t) && put_in_place(&t);
  else good = take_up(&t) && work(&t, wishes) && finish(&t);
  tune_free(t.tune);
  return good;
}

static int run_tune(const Options *options) {
  Load load;
  int64_t seed = 1, threads = 0, verify = 20;
  static const RulesWatch watch = {wants_end, NULL};
  TuneOptions wishes = {.seconds = 60, .answers = true, .watch = &watch};
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "--threads", 1, 256, &threads) ||
      !options_integer(options, "--verify", 0, 100000, &verify) ||
      !options_integer(options, "--games", TUNE_ROUNDS, 10000000, &wishes.games) ||
      !options_number(options, "--seconds", 0.1, 1e6, &wishes.seconds)) {
    return EXIT_USAGE;
  }
  static const char *const played[] = {"--seconds", "--games", "--seed", "--verify", "--resume"};
  for (size_t i = 0; options_has(options, "--material") && i < COUNT_OF(played); i++) {
    if (options_has(options, played[i])) return options_misuse(options, "%s does not go with --material", played[i]);
  }
  wishes.seed = (uint64_t)seed;
  wishes.threads = (int)threads;
  if (wishes.games && !options_has(options, "--seconds")) wishes.seconds = 0;
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && tune_game(options, game, &wishes, verify);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption tune_options[] = {
    GAME_OPTIONS,
    {"--out", "FILE", "Where the heuristic is written; default: the name of the game and a number made of its rules."},
    {"--seconds", "S", "Plays for so long; default 60, without a limit when --games is given.", .also = "--time"},
    {"--games", "N", "Plays so many games in all: the result is then the same whatever the machine and its threads."},
    {"--seed", "K", "Seed of the games; default 1."},
    {"--verify", "N",
     "Games that decide which groups of terms are kept, and whether the result may replace the file: it must not lose "
     "against the heuristic in it, or against material where there is no file; default 20, 0 for none."},
    {"--material", NULL, "Plays nothing and writes what eval=material counts: a file to change by hand."},
    {"--threads", "N", "Games played at the same time; default one for each processor."},
    {"--resume", NULL, "Goes on with the games of an earlier run, which are kept beside FILE until it is done."},
    {0},
};

const Command command_tune = {
    .name = "tune",
    .usage = "GAME",
    .doc = "Finds a heuristic for a game by playing with itself and regression.",
    .details = "Agents use it with the option eval=FILE; docs/HEURISTICS.md explains its text and how it is made.",
    .least = 1,
    .most = 1,
    .options = tune_options,
    .run = run_tune,
};
