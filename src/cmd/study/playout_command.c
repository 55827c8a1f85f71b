// senet playout: random games, how fast and with what results.
#include "cmd/frame/game_option.h"
#include "cmd/frame/position_option.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "cmd/frame/terminal.h"
#include "cmd/study/playout_features.h"
#include "emit/native.h"
#include "play/model/split_playout.h"
#include "play/playout/compare.h"
#include "play/playout/sampler.h"
#include "state/text/fault_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct PlayoutRun {
  const Game *game;
  uint64_t seed;
  int64_t n;           // playouts wanted, or -1: until the time is up
  double seconds;      // time wanted, or 0: until all are played
  const char *record;  // file to write to, or NULL
  Record names;        // what is said about the game in each record
  Recorder recorder;
  Text records;
  PlayoutTotals totals;
  bool standard;  // all legal moves are generated
  bool fill;      // only outcomes count
  Sampler sampler;
  const char *split;  // strategy, or NULL: whole moves
  SplitTotals parts;
  double took;                // seconds passed
  double used;                // seconds of CPU time: what rates are by
  bool failed;                // the rules stopped...
  Text fault;                 // ...as this says
  bool interrupted;           // by Ctrl-C: what follows is about the games played until then
  Executor *executor;         // or NULL: nothing but the interpreter will do
  const Native *native;       // plays, or NULL: the interpreter does
  const char *why_not;        // auto: why it does, or NULL
  uint64_t interpreted;       // games before native code was there
  bool wants_native, needed;  // native code is to be used; and nothing else
  bool gave_up;               // native code stopped at one of its limits
  PlayoutFeatures *features;  // worked out for every legal move, or NULL
  Position *from;             // where the games begin, or NULL: at the start
} PlayoutRun;

static void note_record(PlayoutRun *run, const Position *x) {
  Record record = *recorder_end(&run->recorder, x);
  record.name = run->names.name;
  record.path = run->names.path;
  record.options = run->names.options;
  record.ruleset = run->names.ruleset;
  record_write(&run->records, &record);
}

static bool more(const PlayoutRun *run, double started) {
  if (run->seconds > 0 && clock_seconds() - started >= run->seconds) return false;
  return run->n < 0 || (int64_t)run->totals.n < run->n;
}

// A game that begins elsewhere than at the start.
static bool play_from(PlayoutRun *run, Position *x) {
  Random choices = random_stream(run->seed, playout_choice_stream(run->totals.n));
  position_copy(x, run->from);
  x->random = random_stream(run->seed, playout_chance_stream(run->totals.n));
  if (run->split) split_play(x, &choices, UINT64_MAX, &run->parts);
  else if (!run->standard) sampler_play(&run->sampler, x, &choices, UINT64_MAX);
  while (!position_over(x) && !x->fault) playout_step(x, &choices);
  return !x->fault;
}

// Moves before the games begin are not theirs.
static uint64_t moves_before(const PlayoutRun *run) { return run->from ? (uint64_t)run->from->head->moves : 0; }

static bool play_one(PlayoutRun *run, Position *x, Recorder *recorder) {
  if (run->from) return play_from(run, x);
  if (run->features) return playout_features_play(run->features, x, run->seed, run->totals.n);
  if (run->split) return split_playout_run(x, run->seed, run->totals.n, &run->parts);
  if (run->fill) return sampler_run_filled(&run->sampler, x, run->seed, run->totals.n, &run->totals);
  if (run->standard) return playout_run(x, run->seed, run->totals.n, recorder);
  return sampler_run(&run->sampler, x, run->seed, run->totals.n, recorder);
}

static void show_progress(const PlayoutRun *run, Progress *progress) {
  const PlayoutTotals *t = &run->totals;
  if (!progress->active) return;
  double percent = 100 / (double)MAX(t->n, 1u);
  if (run->game->players == 2) {
    progress_note(progress, "player 1 wins %.1f %%, player 2 %.1f %%, no winner %.1f %%", (double)t->wins[1] * percent,
                  (double)t->wins[2] * percent, (double)t->draws * percent);
  }
  progress_step(progress, (size_t)t->n);
}

// Native code goes on counting where the interpreter stopped, and back.
static NativeTotals give_totals(const PlayoutRun *run) {
  const PlayoutTotals *t = &run->totals;
  NativeTotals totals = {.n = t->n, .moves = t->moves, .draws = t->draws};
  for (Player p = 1; p <= run->game->players; p++) {
    totals.wins[p] = t->wins[p];
    totals.utility[p] = t->utility[p];
    totals.score[p] = t->score[p];
  }
  return totals;
}

static void take_totals(PlayoutRun *run, const NativeTotals *totals) {
  run->totals = (PlayoutTotals){.n = totals->n, .moves = totals->moves, .draws = totals->draws};
  for (Player p = 1; p <= run->game->players; p++) {
    run->totals.wins[p] = totals->wins[p];
    run->totals.utility[p] = totals->utility[p];
    run->totals.score[p] = totals->score[p];
  }
}

// Each from a start of its own.
static void play_from_starts(PlayoutRun *run, Position *x, void *state, uint64_t n, NativeTotals *totals) {
  for (; n > 0 && !totals->fault; n--) {
    x->random = random_stream(run->seed, playout_chance_stream(totals->n));
    position_start(x);
    native_load(run->native, state, x);
    native_playouts(run->native, state, run->seed, totals->n, 1, totals);
  }
}

// Native games in batches, all from one start where no chance is involved in it.
static void play_natively(PlayoutRun *run, Progress *progress, double started) {
  enum { BATCH_MAX = 1 << 14 };
  Position *x = position_new(run->game, run->seed, 0);
  void *state = mem_alloc_lines(native_state_size(run->native));
  position_start(x);
  bool drawn = x->random.counter > 0 && !run->from;  // chance decides how the game begins
  native_load(run->native, state, run->from ? run->from : x);
  NativeTotals totals = give_totals(run);
  NativeParts parts = {run->parts.nodal, run->parts.states, run->parts.choices, run->parts.dead};
  for (uint64_t batch = 1; !totals.fault && !interrupt_seen() && more(run, started);
       batch = MIN(2 * batch, BATCH_MAX)) {
    uint64_t n = run->n < 0 ? batch : MIN(batch, (uint64_t)run->n - totals.n), first = totals.n;
    double before = clock_seconds();
    if (run->split) native_split_playouts(run->native, state, run->seed, totals.n, n, &totals, &parts);
    else if (drawn) play_from_starts(run, x, state, n, &totals);
    else native_playouts(run->native, state, run->seed, totals.n, n, &totals);
    totals.moves -= (totals.n - first) * moves_before(run);
    if (clock_seconds() - before > 0.01) batch = MAX(batch / 2, 1);  // the clock is read every few milliseconds
    take_totals(run, &totals);
    show_progress(run, progress);
  }
  run->gave_up = totals.fault;
  run->parts = (SplitTotals){parts.nodal, parts.states, parts.choices, parts.dead};
  mem_free(state);
  position_free(x);
}

static void play_batch(PlayoutRun *run, Position *x, uint64_t n) {
  Recorder *recorder = run->record ? &run->recorder : NULL;
  for (; n > 0 && !run->failed && (run->n < 0 || (int64_t)run->totals.n < run->n); n--) {
    run->failed = !play_one(run, x, recorder);
    if (run->failed) fault_text(&run->fault, x);
    if (recorder) note_record(run, x);
    if (!run->fill) playout_count(&run->totals, x);
    run->totals.moves -= moves_before(run);
  }
}

// So many playouts that the clock and the keyboard are asked every few milliseconds.
static uint64_t next_batch(uint64_t batch, double took) {
  enum { BATCH_MAX = 1 << 12 };
  return took < 0.002 ? MIN(2 * batch, BATCH_MAX) : MAX(batch / 2, 1);
}

// Whether native code is there by now.
static bool has_native(PlayoutRun *run) {
  if (!run->native && run->wants_native) run->native = executor_native(run->executor);
  return run->native;
}

// Games of the interpreter, until there is native code.
static void play_interpreted(PlayoutRun *run, Progress *progress, double started) {
  Position *x = position_new(run->game, run->seed, 0);
  for (uint64_t batch = 1; !run->failed && more(run, started) && !interrupt_seen() && !has_native(run);) {
    double before = clock_seconds();
    play_batch(run, x, batch);
    show_progress(run, progress);
    batch = next_batch(batch, clock_seconds() - before);
  }
  run->interpreted = run->totals.n;
  position_free(x);
}

static void play(PlayoutRun *run) {
  Progress progress;
  progress_begin(&progress, "playing", run->n > 0 ? (size_t)run->n : 0);
  progress.seconds = run->seconds;
  interrupt_begin();
  double started = clock_seconds(), used = clock_thread_seconds();
  if (!has_native(run)) play_interpreted(run, &progress, started);
  if (run->native && !run->failed) play_natively(run, &progress, started);
  if (run->gave_up) {
    run->native = NULL;
    run->wants_native = false;
    run->why_not = "a game went beyond the limits of the native code";
    play_interpreted(run, &progress, started);
  }
  sampler_free(&run->sampler);
  run->took = clock_seconds() - started;
  run->used = clock_thread_seconds() - used;
  progress_end(&progress);
  run->interrupted = interrupt_seen();
  interrupt_end();
  if (!run->native && !run->why_not) run->why_not = executor_why(run->executor);
}

// Who played.
static const char *executor_text(const PlayoutRun *run) {
  if (run->gave_up) return "native, then interpreter";
  if (!run->native) return "interpreter";
  return run->interpreted ? "interpreter, then native" : "native";
}

// Per second of CPU time: the same on a busy machine.
static double rate(const PlayoutRun *run, double n) { return run->used > 0 ? n / run->used : 0; }

static double per(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

static json_t *parts_json(const PlayoutRun *run) {
  const SplitTotals *s = &run->parts;
  uint64_t n = run->totals.n;
  return json_pack("{ss sf sf sf sf sf}", "strategy", run->split, "nodal_per_second", rate(run, (double)s->nodal),
                   "mean_depth_nodal", per(s->nodal, n), "mean_depth_all", per(s->states, n), "mean_branching",
                   per(s->choices, s->states), "dead_fraction", per(s->dead, s->states));
}

static json_t *scores_json(const PlayoutRun *run, double n) {
  json_t *scores = json_array();
  for (Player p = 1; p <= run->game->players; p++) json_array_append_new(scores, json_real(run->totals.score[p] / n));
  return scores;
}

static void print_json(const PlayoutRun *run) {
  const PlayoutTotals *t = &run->totals;
  double n = t->n ? (double)t->n : 1;
  json_t *wins = json_array(), *utilities = json_array();
  for (Player p = 1; p <= run->game->players; p++) {
    json_array_append_new(wins, json_integer((json_int_t)t->wins[p]));
    json_array_append_new(utilities, json_real(t->utility[p] / n));
  }
  json_t *json = json_pack("{ss sI sI sI sf sf sf sf sf so so sI}", "game", run->game->name, "seed",
                           (json_int_t)run->seed, "playouts", (json_int_t)t->n, "moves", (json_int_t)t->moves,
                           "seconds", run->took, "cpu_seconds", run->used, "playouts_per_second",
                           rate(run, (double)t->n), "moves_per_second", rate(run, (double)t->moves), "mean_length",
                           (double)t->moves / n, "wins", wins, "utility", utilities, "draws", (json_int_t)t->draws);
  json_object_set_new(json, "executor", json_string(executor_text(run)));
  if (run->split) json_object_set_new(json, "split", parts_json(run));
  if (game_has(run->game, GAME_SCORE)) json_object_set_new(json, "scores", scores_json(run, n));
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
  putchar('\n');
  json_decref(json);
}

static void print_parts(const PlayoutRun *run) {
  const SplitTotals *s = &run->parts;
  uint64_t n = run->totals.n;
  printf("split %s: %.0f simulations/s, %.0f nodal states/s, mean depth %.1f nodal, %.1f all, ", run->split,
         rate(run, (double)n), rate(run, (double)s->nodal), per(s->nodal, n), per(s->states, n));
  printf("mean branching %.2f, %.2f %% dead\n", per(s->choices, s->states), 100 * per(s->dead, s->states));
}

static void print_text(const PlayoutRun *run) {
  const PlayoutTotals *t = &run->totals;
  double n = t->n ? (double)t->n : 1;
  printf("%" PRIu64 " playouts in %.2f s (CPU time %.2f s): ", t->n, run->took, run->used);
  printf("%.0f playouts/s, %.0f moves/s, mean length %.1f (%s%s%s)\n", rate(run, (double)t->n),
         rate(run, (double)t->moves), (double)t->moves / n, executor_text(run), run->why_not ? ": " : "",
         run->why_not ? run->why_not : "");
  for (Player p = 1; p <= run->game->players; p++) {
    printf("player %d wins %.2f %%", p, 100 * (double)t->wins[p] / n);
    if (game_has(run->game, GAME_SCORE)) printf(", mean score %.2f", t->score[p] / n);
    printf("\n");
  }
  printf("no winner %.2f %%\n", 100 * (double)t->draws / n);
  if (run->split) print_parts(run);
  if (run->features) playout_features_print(run->features, run->game, run->used);
}

static bool write_records(const PlayoutRun *run, Arena *arena) {
  const char *why = "";
  if (!run->record || file_write(arena, run->record, text_str(&run->records), &why)) return true;
  fprintf(stderr, "senet playout: %s\n", why);
  return false;
}

static bool read_limits(const Options *options, PlayoutRun *run) {
  int64_t seed = 1;
  if (options_has(options, "-n") && options_has(options, "--seconds")) {
    options_misuse(options, "give either -n or --seconds");
    return false;
  }
  run->n = options_has(options, "--seconds") ? -1 : 1000;
  if (!options_integer(options, "-n", 1, INT64_MAX, &run->n) ||
      !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_number(options, "--seconds", 0.001, 1e6, &run->seconds)) {
    return false;
  }
  run->seed = (uint64_t)seed;
  return true;
}

static bool read_kind(const Options *options, PlayoutRun *run) {
  const char *kind = options_value(options, "--kind");
  run->standard = options_has(options, "--standard") || (kind && !strcmp(kind, "standard"));
  run->fill = kind && !strcmp(kind, "fill");
  if (run->fill && run->record) {
    options_misuse(options, "boards that are only filled are not games that could be recorded");
    return false;
  }
  if (!kind || run->standard || run->fill || !strcmp(kind, "optimised")) return true;
  options_misuse(options, "there is no kind '%s' of playout: standard, optimised or fill", kind);
  return false;
}

// Which executor plays: native code unless something is asked for that only the interpreter does.
static bool read_executor(const Options *options, PlayoutRun *run) {
  ExecutorKind kind;
  if (!executor_option(options, &kind)) return false;
  bool compare = options_has(options, "--compare"), needed = kind == EXECUTOR_NATIVE || compare;
  bool other = run->record || options_has(options, "--features") || options_has(options, "--interpret") ||
               options_has(options, "--standard") || options_has(options, "--kind");
  if (needed && run->record) {
    options_misuse(options, "native code does not record games");
    return false;
  }
  if (needed && options_has(options, "--features")) {
    options_misuse(options, "features are worked out on positions of the interpreter, not in native code");
    return false;
  }
  run->wants_native = needed || (kind == EXECUTOR_AUTO && !other);
  return true;
}

// --compare needs native code whatever --executor says.
static bool open_executor(const Options *options, Load *load, PlayoutRun *run) {
  if (!run->wants_native) return true;
  if (run->split && !run->game->automaton) {
    run->why_not = "moves of .lud games in parts";
    run->wants_native = false;
    return true;
  }
  bool compare = options_has(options, "--compare");
  bool good = compare ? load_native(load, options, run->game) : load_executor(load, options, run->game);
  run->executor = load->executor;
  return good;
}

static bool compare(const Options *options, const PlayoutRun *run) {
  NativeCompare result = {.seed = run->seed, .n = options_has(options, "-n") ? (uint64_t)run->n : 20};
  compare_native(run->game, executor_native(run->executor), options->arena, &result);
  if (result.where) printf("%s\n", result.where);
  printf("%" PRIu64 " ok, %" PRIu64 " differ\n", result.ok, result.differ);
  return !result.differ;
}

static bool report(const PlayoutRun *run, const Options *options) {
  if (options_has(options, "--json")) print_json(run);
  else print_text(run);
  if (run->interrupted) fprintf(stderr, "senet playout: interrupted after %" PRIu64 " games\n", run->totals.n);
  if (run->failed) fprintf(stderr, "senet playout: %.*s\n", (int)run->fault.n, text_str(&run->fault).p);
  return !run->failed && write_records(run, options->arena);
}

static bool open_features(const Options *options, PlayoutRun *run, PlayoutFeatures *features) {
  if (!options_has(options, "--features")) return true;
  run->features = features;
  if (!playout_features_open(features, options, run->game)) return false;
  features->sampler = run->standard ? NULL : &run->sampler;
  return true;
}

// Where the games begin.
static bool open_position(const Options *options, PlayoutRun *run) {
  if (!options_has(options, "--position")) return true;
  run->from = position_new(run->game, run->seed, 0);
  return position_option(options, run->from);
}

static bool read_position(const Options *options, const PlayoutRun *run) {
  if (!options_has(options, "--position")) return true;
  bool other = run->record || run->fill || options_has(options, "--features") || options_has(options, "--compare");
  if (other) options_misuse(options, "--position does not go with --record, --kind fill, --features or --compare");
  return !other;
}

static int run_playout(const Options *options) {
  Load load;
  PlayoutFeatures features = {0};
  PlayoutRun run = {.record = options_value(options, "--record")};
  if (!read_limits(options, &run) || !read_kind(options, &run) || !read_executor(options, &run)) return EXIT_USAGE;
  if (!read_position(options, &run)) return EXIT_USAGE;
  const RbgStrategy *split;
  if (!load_strategy(options, &split)) return EXIT_USAGE;
  run.split = split ? split->name : NULL;
  bool ready = load_begin(&load, options);
  load.split = split;
  run.game = ready ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = false;
  if (run.game && (!open_position(options, &run) || !open_executor(options, &load, &run))) run.game = NULL;
  if (run.game && options_has(options, "--compare")) {
    good = compare(options, &run);
  } else if (run.game && open_features(options, &run, &features)) {
    OptionWishes wishes = load_wishes(options);
    run.names = (Record){.name = run.game->name,
                         .path = record_path(load_path(&load)),
                         .options = (const char **)(uintptr_t)wishes.options,
                         .ruleset = wishes.ruleset};
    play(&run);
    good = report(&run, options);
  }
  if (run.features) playout_features_close(&features);
  position_free(run.from);
  recorder_free(&run.recorder);
  text_free(&run.records);
  text_free(&run.fault);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption playout_options[] = {
    GAME_OPTIONS,
    {"-n", "N", "Plays N games; default 1000."},
    {"--seconds", "S", "Plays for S seconds instead.", .also = "--time"},
    {"--seed", "K", "Seed of chance and choices; default 1. The same seed gives the same games."},
    {"--kind", "KIND",
     "How moves are drawn. standard: from all legal moves; optimised (default): without generating all of them "
     "where the rules allow it, with the same distribution (`senet info` says where); fill: only who wins is found "
     "out, by filling the board where that is proved to be the same."},
    {"--standard", NULL, "The same as --kind standard."},
    {"--interpret", NULL, "The same as --executor interpreter."},
    EXECUTOR_OPTION,
    {"--compare", NULL,
     "Plays N games (default: 20) with native code and interpreter side by side and compares legal moves, states and "
     "results; "
     "the last line says how many were ok."},
    POSITION_OPTION,
    {"--split", "WAY",
     "Chooses moves in parts: Dots, Mod, Plus, Shift or combinations such as ModPlus in .rbg games, where from, where "
     "to and what else in others."},
    {"--features", "SET",
     "Works out the active features of every legal move: Atomic-M-N or a file of features (docs/FEATURES.md)."},
    {"--evaluator", "NAME", "With --features: naive, tree, spatternet, jit or fast (default)."},
    FEATURE_RULES_OPTION,
    {"--biased", NULL, "With --features FILE: chooses moves by softmax over the weights of their features."},
    {"--greedy", NULL, "With --biased: chooses one of the best moves instead."},
    {"--epsilon", "E", "With --biased: chooses any move with this probability; default 0."},
    {"--temperature", "T", "With --biased: of the softmax; default 1."},
    {"--biased-moves", "N", "With --biased: only the first N moves of a playout are chosen so."},
    {"--moves", "N", "With --features: playouts stop after N moves."},
    {"--record", "FILE", "Writes the games played, one JSON object per line; `senet replay` reads it."},
    {"--json", NULL, "Prints the figures as a JSON object."},
    {0},
};

const Command command_playout = {
    .name = "playout",
    .usage = "GAME",
    .doc = "Plays random games and prints how fast they were, by CPU time, and who won.",
    .least = 1,
    .most = 1,
    .options = playout_options,
    .run = run_playout,
};
