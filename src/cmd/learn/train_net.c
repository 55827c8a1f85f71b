// Training networks on the CPU: options, progress, Ctrl-C.
#include "cmd/learn/train_net.h"

#include "cmd/frame/game_option.h"
#include "cmd/frame/terminal.h"
#include "learn/zero/zero_train.h"

typedef struct NetCommand {
  const Options *options;
  ZeroTrainOptions train;
  const Game *game;
  const char *folder;
  Progress progress;
  atomic_bool stop;
  bool good;
  const char *why;
} NetCommand;

// ---- progress ------------------------------------------------------------------------------------

static void say(void *self, const char *text) {
  NetCommand *command = self;
  progress_clear(&command->progress);
  fprintf(stderr, "%s\n", text);
}

static void tell(void *self, const ZeroCurveRow *row) {
  NetCommand *command = self;
  progress_clear(&command->progress);
  if (row->rating >= 0) {
    fprintf(stderr, "%6.0f s: %.1f %% of the points against %s\n", row->seconds, 100 * row->rating,
            command->train.opponent);
    return;
  }
  fprintf(
      stderr,
      "%6.0f s: %llu games (%.1f/s, %.0f positions/s, %.0f moves), %llu samples, step %llu, policy loss %.3f, value "
      "loss %.3f\n",
      row->seconds, (unsigned long long)row->games, row->games_per_second, row->evaluations_per_second, row->length,
      (unsigned long long)row->samples, (unsigned long long)row->steps, row->policy_loss, row->value_loss);
}

static void stop_training(void *self) { atomic_store(&((NetCommand *)self)->stop, true); }

static void do_train(void *self) {
  NetCommand *command = self;
  ZeroTrainWatch watch = {.row = tell, .say = say, .self = command};
  command->good =
      zero_train(command->options->arena, command->game, command->folder, &command->train, &watch, &command->why);
}

// ---- what was asked for --------------------------------------------------------------------------

// The options of the game's description that were chosen, as one text.
static const char *chosen_options(const Options *options) {
  const char *text = "", *ruleset = options_value(options, "--ruleset");
  for (const char **choice = options_values(options, "--option"); *choice; choice++) {
    text = arena_printf(options->arena, "%s%s%s", text, *text ? ";" : "", *choice);
  }
  if (ruleset) text = arena_printf(options->arena, "%s%sruleset %s", text, *text ? ";" : "", ruleset);
  return text;
}

static bool read_settings(const Options *options, ZeroTrainOptions *train) {
  const char *settings = options_value(options, "--net-settings"), *why;
  *train = zero_train_defaults;
  if (!settings || search_options_read(options->arena, zero_train_rows, str_of(settings), train, &why)) return true;
  options_misuse(options, "--net-settings: %s", why);
  return false;
}

static bool read_options(const Options *options, NetCommand *command) {
  ZeroTrainOptions *train = &command->train;
  int64_t games = 0, seed = 1, threads = 0;
  if (!read_settings(options, train)) return false;
  if (!options_integer(options, "--games", 1, INT64_C(1) << 40, &games) ||
      !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "--threads", 1, 256, &threads) ||
      !options_integer(options, "--simulations", 1, 1 << 20, &train->play.simulations) ||
      !options_integer(options, "--rating-games", 0, 1 << 20, &train->rating_games) ||
      !options_seconds(options, "--time", 0, 1e9, &train->seconds)) {
    return false;
  }
  train->games = (uint64_t)games;
  train->seed = (uint64_t)seed;
  train->threads = (int)threads;
  train->options = chosen_options(options);
  train->from = options_value(options, "--from");
  if (options_value(options, "--arch")) train->arch = options_value(options, "--arch");
  if (options_value(options, "--opponent")) train->opponent = options_value(options, "--opponent");
  if (train->opponent && strcmp(train->opponent, "none") == 0) train->opponent = NULL;
  train->stop = &command->stop;
  return true;
}

static void train(NetCommand *command) {
  interrupt_run(do_train, stop_training, command, &command->progress, "training");
  if (!command->good) fprintf(stderr, "senet train: %s\n", command->why);
  else printf("%s\n", command->folder);
}

int train_net(const Options *options) {
  NetCommand command = {.options = options, .why = ""};
  const char *out = options_value(options, "--out"), *resume = options_value(options, "--resume");
  command.folder = resume ? resume : out;
  if (!command.folder) return options_misuse(options, "say where the network goes: --out DIR");
  if (!read_options(options, &command)) return EXIT_USAGE;
  Load load;
  command.game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  if (command.game) train(&command);
  load_free(&load);
  return command.good ? EXIT_YES : EXIT_NO;
}
