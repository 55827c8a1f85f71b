// senet train: learns features and their weights, or a network, by self-play.
#include "base/clock.h"
#include "base/file.h"
#include "base/thread.h"
#include "cmd/frame/game_option.h"
#include "cmd/frame/terminal.h"
#include "cmd/learn/feature_load.h"
#include "cmd/learn/train_net.h"
#include "cmd/study/recorded_game.h"
#include "learn/features/feature_train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COMPILE_MOST = 120 };  // seconds that native code is waited for

typedef struct TrainCommand {
  const Options *options;
  TrainPlan plan;
  FeatureSet *initial;
  Progress progress;
  atomic_bool stop;
  bool good;
  bool only_chooses;
  const char *why;
  double strength;
} TrainCommand;

// ---- progress ------------------------------------------------------------------------------------

static void tell(void *self, const TrainReport *report) {
  TrainCommand *command = self;
  if (!isnan(report->strength)) command->strength = report->strength;
  double left = report->games ? report->seconds / report->games * (report->wanted - report->games) : 0;
  if (command->plan.seconds > 0) left = fmin(left, fmax(command->plan.seconds - report->seconds, 0));
  char strength[40] = "";
  if (!isnan(command->strength)) snprintf(strength, sizeof strength, ", %.0f %% against UCT", 100 * command->strength);
  progress_clear(&command->progress);
  fprintf(stderr, "game %u of %u: %u moves, loss %.3f, before %.3f, entropy %.3f, %d features%s, about %.0f s left\n",
          report->games, report->wanted, report->plies, report->loss, report->fresh, report->entropy, report->features,
          strength, left);
}

static void say(void *self, const char *line) {
  TrainCommand *command = self;
  progress_clear(&command->progress);
  fprintf(stderr, "%s\n", line);
}

static void stop_training(void *self) { atomic_store(&((TrainCommand *)self)->stop, true); }

static void do_train(void *self) {
  TrainCommand *command = self;
  Arena *arena = command->options->arena;
  command->good = command->only_chooses ? train_choose_again(arena, &command->plan, &command->why)
                                        : train_run(arena, &command->plan, &command->why);
}

// ---- what was asked for --------------------------------------------------------------------------

static bool apply_preset(const Options *options, TrainSettings *settings) {
  const char *name = options_value(options, "--preset"), *why = "";
  if (!name) return true;
  for (const TrainPreset *preset = train_presets; preset->name; preset++) {
    if (strcmp(preset->name, name) != 0) continue;
    return search_options_read(options->arena, train_setting_rows, str_of(preset->text), settings, &why);
  }
  options_misuse(options, "there is no preset '%s': 2019 or 2022", name);
  return false;
}

static bool read_settings_file(const Options *options, const char *folder, TrainSettings *settings) {
  const char *path = arena_printf(options->arena, "%s/settings.txt", folder), *why = "";
  Str text;
  if (file_read(options->arena, path, 0, &text, &why) && train_settings_read(options->arena, text, settings, &why)) {
    return true;
  }
  fprintf(stderr, "senet train: %s: %s\n", path, why);
  return false;
}

// The options of the command line that are hyperparameters.
static bool apply_options(const Options *options, TrainSettings *settings) {
  for (const SearchOption *row = train_setting_rows; row->name; row++) {
    const char *why = "", *value = options_value(options, arena_printf(options->arena, "--%s", row->name));
    if (!value) continue;
    const char *text = arena_printf(options->arena, "%s=%s", row->name, value);
    if (search_options_read(options->arena, train_setting_rows, str_of(text), settings, &why)) continue;
    options_misuse(options, "--%s: %s", row->name, why);
    return false;
  }
  return true;
}

static bool read_settings(const Options *options, TrainCommand *command) {
  TrainSettings *settings = &command->plan.settings;
  const char *resume = options_value(options, "--resume");
  search_options_default(train_setting_rows, settings);
  if (resume) return read_settings_file(options, resume, settings);
  return apply_preset(options, settings) && apply_options(options, settings);
}

// The folder to write to: new, or one to go on with.
static bool find_folder(const Options *options, TrainCommand *command) {
  const char *out = options_value(options, "--out"), *resume = options_value(options, "--resume");
  const char *choose = options_value(options, "--choose");
  command->plan.folder = choose ? choose : resume ? resume : out;
  command->only_chooses = choose != NULL;
  if ((out != NULL) + (resume != NULL) + (choose != NULL) != 1) {
    options_misuse(options, "give either --out DIR or --resume DIR, or --choose DIR");
    return false;
  }
  if (choose) return true;
  bool exists = train_exists(options->arena, command->plan.folder);
  if (resume && !exists) fprintf(stderr, "senet train: there is no training in %s\n", resume);
  if (out && exists) fprintf(stderr, "senet train: %s has a training in it already; --resume %s goes on\n", out, out);
  return exists == (resume != NULL);
}

static bool read_numbers(const Options *options, TrainCommand *command) {
  int64_t games = 200, threads = thread_processors();
  if (!options_integer(options, "--games", 1, 1 << 24, &games) ||
      !options_integer(options, "--threads", 1, 256, &threads) ||
      !options_seconds(options, "--time", 0, 1e9, &command->plan.seconds)) {
    return false;
  }
  command->plan.games = (uint32_t)games;
  command->plan.seed = (uint64_t)command->plan.settings.seed;
  command->plan.threads = (int)threads;
  return true;
}

// Weights of another model for the features both have.
static bool transfer(const Options *options, const Game *game, FeatureSet *set) {
  const char *from = options_value(options, "--from");
  if (!from) return true;
  FeatureSet *other =
      feature_load_set(options, game, arena_printf(options->arena, "%s/selection.features", from), (FeatureRules){0});
  int found = 0;
  for (int i = 0; other && i < set->n; i++) {
    int k = 0;
    while (k < other->n && strcmp(other->texts[k], set->texts[i]) != 0) k++;
    if (k == other->n) continue;
    found++;
    for (Player p = 1; p <= game->players; p++) set_weights(set, p)[i] = set_weights(other, p)[k];
  }
  if (other) fprintf(stderr, "%d of %d features begin with weights of %s\n", found, set->n, from);
  set_close(other);
  return other != NULL;
}

static void name_game(const Options *options, const Load *load, const Game *game, Record *names) {
  names->name = game->name;
  names->path = load_path(load) ? record_path(load_path(load)) : NULL;
  names->options = options_values(options, "--option");
  names->ruleset = options_value(options, "--ruleset");
}

// The game of a training that is there already, as its folder says; NULL after saying what is wrong.
static const Game *load_trained(Load *load, TrainCommand *command) {
  Arena *arena = command->options->arena;
  const char *folder = command->plan.folder, *path = arena_printf(arena, "%s/game.json", folder);
  const char *why = "", *stage = "";
  RecordedGame kept = {.load = load};
  Record *names = &command->plan.names;
  Str text;
  bool good = file_read(arena, path, 0, &text, &why) && record_read_line(arena, text, names, &why) &&
              recorded_game_open(&kept, names, arena, &stage, &why);
  if (!good) fprintf(stderr, "senet train: which game is it? %s: %s\n", path, why);
  const Game *game = good ? kept.game : NULL;
  recorded_game_free(&kept);
  return game;
}

// The game named, or that of the folder.
static const Game *find_game(Load *load, TrainCommand *command) {
  const Options *options = command->options;
  if (!options->n) return load_trained(load, command);
  const Game *game = load_compiled(load, options, options->arguments[0]);
  if (game) name_game(options, load, game, &command->plan.names);
  return game;
}

// ---- the command ---------------------------------------------------------------------------------

static void report_end(const TrainCommand *command) {
  if (!command->good) fprintf(stderr, "senet train: %s\n", command->why);
  else printf("%s\n", command->plan.folder);
}

// Native code that is being compiled is waited for: games played before and after would not be alike.
static void await_native(const Options *options, Executor *executor) {
  double began = clock_seconds();
  struct timespec pause = {.tv_nsec = 20000000};
  ExecutorKind kind;
  bool wanted = executor_option(options, &kind) && kind != EXECUTOR_INTERPRETER;
  while (wanted && !executor_native(executor) && !executor_why(executor) && clock_seconds() - began < COMPILE_MOST) {
    nanosleep(&pause, NULL);
  }
}

static bool train(TrainCommand *command, Load *load, const Game *game) {
  const Options *options = command->options;
  if (game->n_subgames || game->players < 1) {
    fprintf(stderr, "senet train: matches of several games are not trained; train the games themselves\n");
    return false;
  }
  command->initial = feature_load_set(options, game, command->plan.settings.set, (FeatureRules){0});
  if (!command->initial || !transfer(options, game, command->initial)) return false;
  if (!load_executor(load, options, game)) return false;
  await_native(options, load->executor);
  command->plan.executor = load->executor;
  command->plan.game = game;
  command->plan.initial = command->initial;
  command->plan.tell = tell;
  command->plan.say = say;
  command->plan.self = command;
  command->plan.stop = &command->stop;
  interrupt_run(do_train, stop_training, command, &command->progress, "training");
  report_end(command);
  return command->good;
}

// A network has other settings; of those for features it has the seed.
static bool is_for_net(const Options *options) {
  const char *slip = options_has(options, "--features") ? "--features"
                     : options_has(options, "--preset") ? "--preset"
                                                        : NULL;
  for (const SearchOption *row = train_setting_rows; row->name && !slip; row++) {
    const char *name = arena_printf(options->arena, "--%s", row->name);
    if (strcmp(row->name, "seed") != 0 && options_has(options, name)) slip = name;
  }
  if (slip) options_misuse(options, "option '%s' does not go with --net; see --net-settings", slip);
  return !slip;
}

static int run_train(const Options *options) {
  Load load;
  TrainCommand command = {.options = options, .strength = NAN, .why = ""};
  bool there = options_value(options, "--resume") || options_value(options, "--choose");
  if (!options->n && (!there || options_has(options, "--net"))) return options_misuse(options, "name a game");
  if (options_has(options, "--net")) return is_for_net(options) ? train_net(options) : EXIT_USAGE;
  if (!there && !options_has(options, "--features")) {
    return options_misuse(options, "say what is to be trained: --features or --net");
  }
  if (!find_folder(options, &command) || !read_settings(options, &command) || !read_numbers(options, &command)) {
    return EXIT_USAGE;
  }
  bool good = load_begin(&load, options);
  const Game *game = good ? find_game(&load, &command) : NULL;
  good = game && train(&command, &load, game);
  set_close(command.initial);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption train_options[] = {
    GAME_OPTIONS,
    {"--features", NULL, "Learns spatial features and their weights, by self-play."},
    TRAIN_NET_OPTIONS,
    {"--out", "DIR", "The folder to write to; made when it is not there."},
    {"--resume", "DIR", "Goes on with a training that was interrupted, or that should have more games."},
    {"--choose", "DIR",
     "Only finds out again how the model in DIR is best used (--choose-time), and writes agent.txt."},
    {"--games", "N", "Games of self-play in all; default 200."},
    {"--time", "S", "No new games after S seconds, as in 90, 30m or 2h."},
    {"--threads", "T", "Games played at the same time; default one per processor. The result does not depend on it."},
    {"--preset", "YEAR", "The hyperparameters of a paper: 2019 or 2022 (see docs/LEARNING.md); others given count."},
    EXECUTOR_OPTION,
    {"--from", "DIR",
     "Begins with the weights of another model, also of another game, for the features both have; with --net of "
     "another network of the same game."},
#define SETTING(name, kind, field, least, most, fallback, words, value, doc) {"--" name, value, doc},
#include "learn/features/train_settings.def"
#undef SETTING
    {0},
};

const Command command_train = {
    .name = "train",
    .usage = "GAME --features|--net --out DIR | --resume DIR",
    .doc = "Learns to play a game by self-play; the result is a folder for the agents `biased` and `greedy`, or `net`.",
    .details =
        "Every finished game is on disk: after an interruption, --resume DIR goes on with at most the games under way\n"
        "lost. With iterations as budget (the default) and --choose-time 0 the same seed gives the same files.\n"
        "--net learns a network instead (docs/NETWORKS.md); starting it again with the same --out goes on.\n"
        "Without --games and --time a network learns until Ctrl-C.",
    .least = 0,
    .most = 1,
    .options = train_options,
    .run = run_train,
};
