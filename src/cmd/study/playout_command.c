// senet playout: random games, how fast and with what results.
#include "base/file.h"
#include "base/text.h"
#include "cmd/frame/api_load.h"
#include "cmd/learn/feature_rules_option.h"
#include "cmd/study/playout_compare.h"
#include "cmd/study/playout_features.h"
#include "cmd/study/playout_report.h"

#include <assert.h>
#include <inttypes.h>

typedef struct PlayoutRun {
  const Options *options;
  const char *record;            // file to write to, or NULL
  const char *kind;              // asked for by name, or NULL
  bool native;                   // asked for by name
  senet_playout_options wanted;  // n 0: until the time is up
  PlayoutReport report;
  FileWriter file;  // of the records...
  Text records;     // ...and those not yet written
} PlayoutRun;

// ---- options -------------------------------------------------------------------------------------

static bool read_limits(const Options *options, senet_playout_options *wanted) {
  int64_t seed = 1, n = options_has(options, "--seconds") ? 0 : 1000;
  if (options_has(options, "-n") && options_has(options, "--seconds")) {
    options_misuse(options, "give either -n or --seconds");
    return false;
  }
  if (!options_integer(options, "-n", 1, INT64_MAX, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_number(options, "--seconds", 0.001, 1e6, &wanted->seconds)) {
    return false;
  }
  wanted->n = (uint64_t)n;
  wanted->seed = (uint64_t)seed;
  return true;
}

static bool read_kind(const Options *options, PlayoutRun *run) {
  static const char *const kinds[] = {"optimised", "standard", "fill"};  // SENET_PLAYOUT_...
  size_t kind = 0;
  run->kind = options_has(options, "--standard") ? "standard" : options_value(options, "--kind");
  while (run->kind && kind < COUNT_OF(kinds) && strcmp(run->kind, kinds[kind]) != 0) kind++;
  run->wanted.kind = (int)kind;
  if (kind == COUNT_OF(kinds)) {
    options_misuse(options, "there is no kind '%s' of playout: standard, optimised or fill", run->kind);
    return false;
  }
  if (run->record && kind == SENET_PLAYOUT_FILL) {
    options_misuse(options, "boards that are only filled are not games that could be recorded");
    return false;
  }
  if (options_has(options, "--split")) run->wanted.kind = SENET_PLAYOUT_PARTS;
  return true;
}

// Native code plays unless something is asked for that only the interpreter does.
static bool read_executor(const Options *options, PlayoutRun *run) {
  bool features = options_has(options, "--features");
  run->native = api_wants_executor(options, "native") || options_has(options, "--compare");
  if (run->native && run->record) {
    options_misuse(options, "native code does not record games");
    return false;
  }
  if (run->native && features) {
    options_misuse(options, "features are worked out on positions of the interpreter, not in native code");
    return false;
  }
  if (run->native && run->wanted.kind != SENET_PLAYOUT_PARTS) run->wanted.kind = SENET_PLAYOUT_OPTIMISED;
  bool other = run->record || run->kind || options_has(options, "--interpret");
  run->wanted.interpret = !run->native && (other || !api_wants_executor(options, "auto"));
  return true;
}

static bool read_combinations(const Options *options, const PlayoutRun *run) {
  bool features = options_has(options, "--features"), compare = options_has(options, "--compare");
  if (options_has(options, "--standard") && options_has(options, "--kind")) {
    return options_misuse(options, "give either --standard or --kind") == EXIT_YES;
  }
  if (options_has(options, "--interpret") && options_has(options, "--executor")) {
    return options_misuse(options, "give either --interpret or --executor") == EXIT_YES;
  }
  if (features && compare) return options_misuse(options, "give either --features or --compare") == EXIT_YES;
  if (options_has(options, "--position") &&
      (run->record || run->wanted.kind == SENET_PLAYOUT_FILL || features || compare)) {
    options_misuse(options, "--position does not go with --record, --kind fill, --features or --compare");
    return false;
  }
  if (run->record && (features || run->wanted.kind == SENET_PLAYOUT_PARTS)) {
    options_misuse(options, "--record does not go with --features or --split");
    return false;
  }
  return true;
}

// ---- playing -------------------------------------------------------------------------------------

enum { RECORDS_KEPT = 1 << 20 };  // bytes that are written together

static int tell(void *self, const senet_playout_totals *totals) {
  PlayoutRun *run = self;
  assert(totals == &run->report.totals);
  playout_report_progress(&run->report);
  return interrupt_seen() || run->file.cause;
}

static void write_records(PlayoutRun *run) {
  file_add(&run->file, text_str(&run->records));
  text_clear(&run->records);
}

static void keep_record(void *self, uint64_t number, const char *record) {
  PlayoutRun *run = self;
  (void)number;
  text_puts(&run->records, record);
  text_char(&run->records, '\n');
  if (run->records.n >= RECORDS_KEPT) write_records(run);
}

static bool say_why_not(const PlayoutRun *run, const char *why) {
  fprintf(stderr, "senet playout: %s: %s\n", run->record, why);
  return false;
}

static bool begin_records(PlayoutRun *run) {
  const char *why = "";
  if (!run->record || file_begin(&run->file, run->options->arena, run->record)) return true;
  return file_end(&run->file, &why) || say_why_not(run, why);
}

// Keeps what was written, unless nothing could be played.
static bool end_records(PlayoutRun *run, bool played) {
  const char *why = "";
  if (!run->record) return played;
  if (!played && !run->report.totals.games) {
    file_drop(&run->file);
    return false;
  }
  write_records(run);
  return (file_end(&run->file, &why) || say_why_not(run, why)) && played;
}

static senet_status play(PlayoutRun *run, senet_game *game, const senet_position *from) {
  PlayoutReport *report = &run->report;
  progress_begin(&report->progress, "playing", (size_t)run->wanted.n);
  report->progress.seconds = run->wanted.seconds;
  interrupt_begin();
  senet_status status = from ? senet_position_playouts(from, &run->wanted, &report->totals)
                             : senet_game_playouts(game, &run->wanted, &report->totals);
  progress_end(&report->progress);
  interrupt_end();
  return status;
}

static bool play_and_report(PlayoutRun *run, senet_game *game, const senet_position *from) {
  PlayoutReport *report = &run->report;
  report->game = senet_game_name(game);
  report->players = senet_game_players(game);
  report->scores = senet_game_flags(game) & SENET_GAME_SCORES;
  senet_status status = play(run, game, from);
  if (status == SENET_OK || status == SENET_STOPPED || status == SENET_RULES) {
    if (options_has(run->options, "--json")) playout_report_json(report);
    else playout_report_text(report);
  }
  if (status == SENET_STOPPED) {
    fprintf(stderr, "senet playout: %s after %" PRIu64 " games\n", run->file.cause ? "stopped" : "interrupted",
            report->totals.games);
  } else if (status != SENET_OK) {
    fprintf(stderr, "senet playout: %s\n", senet_message());
    return false;
  }
  return true;
}

static bool play_game(PlayoutRun *run) {
  ApiGame api;
  senet_position *from = NULL;
  const Options *options = run->options;
  bool good = api_begin(options, &api);
  if (good && options_has(options, "--position")) good = api_start(options, api.game, run->wanted.seed, &from);
  good = good && begin_records(run) && end_records(run, play_and_report(run, api.game, from));
  senet_position_free(from);
  api_close(&api);
  return good;
}

static int run_playout(const Options *options) {
  PlayoutRun run = {.options = options, .record = options_value(options, "--record"), .wanted = SENET_PLAYOUT_OPTIONS};
  if (!read_limits(options, &run.wanted) || !read_kind(options, &run) || !read_executor(options, &run) ||
      !read_combinations(options, &run)) {
    return EXIT_USAGE;
  }
  run.report.seed = run.wanted.seed;
  run.report.split = api_split(options);
  run.wanted.tell = tell;
  run.wanted.record = run.record ? keep_record : NULL;
  run.wanted.self = &run;
  if (options_has(options, "--compare")) {
    return playout_compare(options, options_has(options, "-n") ? run.wanted.n : 20, run.wanted.seed);
  }
  if (options_has(options, "--features")) return playout_features(options, &run.wanted);
  bool good = play_game(&run);
  text_free(&run.records);
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
     "the last line says how many were ok.",
     .excludes = "--seconds --json --kind --standard --interpret"},
    POSITION_OPTION,
    {"--split", "WAY",
     "Chooses moves in parts: Dots, Mod, Plus, Shift or combinations such as ModPlus in .rbg games, where from, where "
     "to and what else in others."},
    {"--features", "SET",
     "Works out the active features of every legal move: Atomic-M-N or a file of features (docs/FEATURES.md)."},
    {"--evaluator", "NAME", "With --features: naive, tree, spatternet, jit or fast (default).", .needs = "--features"},
    FEATURE_RULES_OPTION("--features"),
    {"--biased", NULL, "With --features FILE: chooses moves by softmax over the weights of their features.",
     .needs = "--features"},
    {"--greedy", NULL, "With --biased: chooses one of the best moves instead.", .needs = "--biased"},
    {"--epsilon", "E", "With --biased: chooses any move with this probability; default 0.", .needs = "--biased"},
    {"--temperature", "T", "With --biased: of the softmax; default 1.", .needs = "--biased"},
    {"--biased-moves", "N", "With --biased: only the first N moves of a playout are chosen so.", .needs = "--biased"},
    {"--moves", "N", "With --features or --compare: games stop after N moves.", .needs = "--features --compare"},
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
