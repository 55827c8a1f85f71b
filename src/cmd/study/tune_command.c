// senet tune: terms and weights of a heuristic, found by playing.
#include "cmd/frame/game_option.h"

#include "base/file.h"
#include "base/thread.h"
#include "cmd/frame/terminal.h"
#include "learn/tune/tune.h"
#include "play/heuristic/heuristic_find.h"

#include <stdio.h>

typedef struct Tuning {
  const Options *options;
  const char *out, *games;  // files: of the heuristic, and of the games until it is done
  Tune *tune;
  Progress progress;
} Tuning;

static bool complain(const char *why) {
  fprintf(stderr, "senet tune: %s\n", why);
  return false;
}

static bool write_file(const Tuning *t, const char *path, void (*write)(const Tune *tune, Text *out)) {
  Text text = {0};
  const char *why = NULL;
  write(t->tune, &text);
  bool good = file_write(t->options->arena, path, text_str(&text), &why);
  text_free(&text);
  return good || complain(why);
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
  if (stopped && good) fprintf(stderr, "senet tune: stopped; --resume goes on from %s\n", t->games);
  return good && !stopped;
}

static bool finish(const Tuning *t) {
  const TuneStatus *status = tune_status(t->tune);
  if (!write_file(t, t->out, tune_write)) return false;
  if (file_exists(t->games)) remove(t->games);
  printf("%s: %lld games, %zu positions, loss %.4f of %.4f\n", t->out, (long long)status->games, status->samples,
         status->choice.loss, status->choice.blind);
  return true;
}

static bool tune_game(const Options *options, const Game *game, const TuneOptions *wishes) {
  const char *out = options_value(options, "--out");
  if (game->mode != MODE_ALTERNATING || game_has(game, GAME_PUZZLE) || game->n_subgames) {
    return complain("only games in which players take turns can be tuned");
  }
  Tuning t = {.options = options, .out = out ? out : heuristic_file_name(options->arena, game)};
  t.games = arena_printf(options->arena, "%s.games", t.out);
  tune_new(game, wishes, &t.tune);
  bool good = take_up(&t) && work(&t, wishes) && finish(&t);
  tune_free(t.tune);
  return good;
}

static int run_tune(const Options *options) {
  Load load;
  int64_t seed = 1, threads = 0;
  TuneOptions wishes = {.seconds = 60};
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "--threads", 1, 256, &threads) ||
      !options_integer(options, "--games", TUNE_ROUNDS, 10000000, &wishes.games) ||
      !options_number(options, "--seconds", 0.1, 1e6, &wishes.seconds)) {
    return EXIT_USAGE;
  }
  wishes.seed = (uint64_t)seed;
  wishes.threads = (int)threads;
  if (wishes.games && !options_has(options, "--seconds")) wishes.seconds = 0;
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && tune_game(options, game, &wishes);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption tune_options[] = {
    GAME_OPTIONS,
    {"--out", "FILE", "Where the heuristic is written; default: the name of the game and a number made of its rules."},
    {"--seconds", "S", "Plays for so long; default 60, without a limit when --games is given.", .also = "--time"},
    {"--games", "N", "Plays so many games in all: the result is then the same whatever the machine and its threads."},
    {"--seed", "K", "Seed of the games; default 1."},
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
