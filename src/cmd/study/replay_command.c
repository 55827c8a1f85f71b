// senet replay: do our rules give the recorded games?
#include "cmd/study/replay_file.h"

#include "base/file.h"
#include "base/json.h"
#include "base/process.h"
#include "base/thread.h"
#include "base/vec.h"
#include "cmd/frame/api_load.h"
#include "cmd/frame/terminal.h"

#include <stdio.h>

enum { CHILD_MEGABYTES = 3000, SECONDS_DEFAULT = 120 };

typedef struct Replays {
  ReplayFiles files;
  VEC(const char *) paths;
  VEC(size_t) groups;
  Arena arena;
  bool json, summary;
  size_t totals[REPLAY_LEVELS][REPLAY_STATUSES];
  size_t crashed, starved, late;  // starved: out of memory
  Progress progress;
} Replays;

// ---- which files ---------------------------------------------------------------------------------

static Str folder_of(const char *path) { return (Str){path, (size_t)(file_base_name(path) - path)}; }

// Files of one folder are of one game, and its games share a child.
static void add_file(void *self, const char *path) {
  Replays *replays = self;
  size_t n = replays->paths.n;
  bool same = n && str_eq(folder_of(replays->paths.at[n - 1]), folder_of(path));
  size_t group = n ? replays->groups.at[n - 1] + !same : 0;
  VEC_PUSH(&replays->paths, arena_text(&replays->arena, str_of(path)));
  VEC_PUSH(&replays->groups, group);
}

static bool is_record(const char *path) {
  static const char *const endings[] = {".jsonl", ".jsonl.zst", ".txt", ".trl"};
  for (size_t i = 0; i < COUNT_OF(endings); i++) {
    if (str_ends(str_of(path), endings[i])) return true;
  }
  return false;
}

static void add_if_record(void *self, const char *path) {
  if (is_record(path)) add_file(self, path);
}

static void add_arguments(Replays *replays, const Options *options) {
  for (int i = 0; i < options->n; i++) {
    if (file_is_folder(options->arguments[i])) file_walk(options->arguments[i], "", add_if_record, replays);
    else add_file(replays, options->arguments[i]);
  }
}

// ---- in the child --------------------------------------------------------------------------------

static void replay_task(void *self, size_t index, Text *answer) {
  Replays *replays = self;
  json_t *results = replay_file(&replays->files, replays->paths.at[index]);
  char *text = json_dumps(results, JSON_COMPACT);
  text_puts(answer, text ? text : "");
  mem_free(text);
  json_decref(results);
}

// ---- output --------------------------------------------------------------------------------------

static const char *text_field(const json_t *result, const char *name) {
  const char *text = json_string_value(json_object_get(result, name));
  return text ? text : "";
}

static void print_lines(const json_t *result, const char *field, const char *heading) {
  const json_t *list = json_object_get(result, field);
  for (size_t i = 0; i < json_array_size(list); i++)
    printf("    %s %s\n", heading, json_string_value(json_array_get(list, i)));
}

static void print_result(const Replays *replays, const char *path, const char *level, const json_t *result) {
  const json_t *ply = json_object_get(result, "ply");
  printf("%s %s: %s", level, path, text_field(result, "status"));
  if (json_is_integer(ply) && json_integer_value(ply) < 0) printf(" at the start");
  else if (json_is_integer(ply)) printf(" at ply %d", (int)json_integer_value(ply));
  if (json_object_get(result, "cause")) printf(": %s", text_field(result, "cause"));
  putchar('\n');
  if (replays->summary) return;
  print_lines(result, "missing", "missing");
  print_lines(result, "extra", "extra  ");
  print_lines(result, "state", "state  ");
}

static void print_json(const char *path, const char *level, json_t *result) {
  json_t *line = json_pack("{so ss}", "file", json_words(path), "level", level);
  json_object_update(line, result);
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(line);
}

static ReplayStatus status_of(const json_t *result) {
  for (int s = 0; s < REPLAY_STATUSES; s++) {
    if (!strcmp(text_field(result, "status"), replay_status_names[s])) return (ReplayStatus)s;
  }
  return REPLAY_DIFFERS;
}

static json_t *gone_wrong(Replays *replays, ProcessEnd end, int signal) {
  json_t *results = json_object();
  char text[PROCESS_END_TEXT];
  const char *cause = process_end_text(end, signal, text);
  replays->late += end == PROCESS_TIMED_OUT;
  replays->starved += end == PROCESS_NO_MEMORY;
  replays->crashed += end != PROCESS_TIMED_OUT && end != PROCESS_NO_MEMORY;
  for (int level = 0; level < REPLAY_LEVELS; level++) {
    if (!replays->files.levels[level]) continue;
    json_t *result = json_pack("{ss ss}", "status", replay_status_names[REPLAY_DIFFERS], "cause", cause);
    json_object_set_new(results, replay_level_names[level], result);
  }
  return results;
}

static void replay_done(void *self, size_t index, ProcessEnd end, int signal, Str answer) {
  Replays *replays = self;
  json_t *results = end == PROCESS_ANSWERED ? json_loadb(answer.p, answer.n, 0, NULL) : NULL;
  if (!results) results = gone_wrong(replays, end, signal);
  progress_end(&replays->progress);
  for (int level = 0; level < REPLAY_LEVELS; level++) {
    json_t *result = json_object_get(results, replay_level_names[level]);
    if (!result) continue;
    replays->totals[level][status_of(result)]++;
    if (replays->json) print_json(replays->paths.at[index], replay_level_names[level], result);
    else print_result(replays, replays->paths.at[index], replay_level_names[level], result);
  }
  progress_begin(&replays->progress, "replaying", replays->paths.n);
  progress_step(&replays->progress, index + 1);
  json_decref(results);
}

static void print_total(const Replays *replays, int level) {
  const size_t *total = replays->totals[level];
  size_t ok = total[REPLAY_OK], differ = total[REPLAY_DIFFERS], unsupported = total[REPLAY_UNSUPPORTED];
  if (replays->json) {
    printf(
        "{\"total\":\"%s\",\"ok\":%zu,\"differ\":%zu,\"unsupported\":%zu,\"crashed\":%zu,\"out_of_memory\":%zu,"
        "\"late\":%zu}\n",
        replay_level_names[level], ok, differ, unsupported, replays->crashed, replays->starved, replays->late);
    return;
  }
  printf("%zu ok, %zu differ, %zu unsupported (level %s", ok, differ, unsupported, replay_level_names[level]);
  if (replays->crashed) printf("; %zu of those that differ crashed", replays->crashed);
  if (replays->starved) printf("; %zu of those that differ ran out of memory", replays->starved);
  if (replays->late) printf("; %zu of those that differ timed out", replays->late);
  puts(")");
}

// ---- the command ---------------------------------------------------------------------------------

static bool read_levels(const Options *options, bool *levels) {
  const char **given = options_values(options, "--level");
  if (!*given) levels[SENET_COMPARE_FULL] = true;
  for (; *given; given++) {
    int level = 0;
    while (level < REPLAY_LEVELS && strcmp(*given, replay_level_names[level])) level++;
    if (level == REPLAY_LEVELS) {
      options_misuse(options, "--level is moves or full, not '%s'", *given);
      return false;
    }
    levels[level] = true;
  }
  return true;
}

static bool all_ok(const Replays *replays) {
  bool ok = replays->paths.n > 0;
  for (int level = 0; level < REPLAY_LEVELS; level++) {
    ok = ok && !replays->totals[level][REPLAY_DIFFERS] && !replays->totals[level][REPLAY_UNSUPPORTED];
  }
  return ok;
}

static void replay_all(Replays *replays, int workers, double seconds) {
  ProcessPlan plan = {
      .n = replays->paths.n,
      .groups = replays->groups.at,
      .workers = workers,
      .seconds = seconds,
      .megabytes = CHILD_MEGABYTES,
      .task = replay_task,
      .done = replay_done,
      .self = replays,
  };
  progress_begin(&replays->progress, "replaying", plan.n);
  process_run(&plan);
  progress_end(&replays->progress);
  for (int level = 0; level < REPLAY_LEVELS; level++) {
    if (replays->files.levels[level]) print_total(replays, level);
  }
}

static int run_replay(const Options *options) {
  Replays replays = {.files.instead = options_value(options, "--game"),
                     .json = options_has(options, "--json"),
                     .summary = options_has(options, "--summary")};
  int64_t workers = thread_processors();
  double seconds = SECONDS_DEFAULT;
  if (!read_levels(options, replays.files.levels) || !options_integer(options, "-j", 1, 256, &workers) ||
      !options_number(options, "--timeout", 0, 1e6, &seconds)) {
    return EXIT_USAGE;
  }
  add_arguments(&replays, options);
  bool good = api_open(options, &replays.files.library);
  if (good) replay_all(&replays, (int)workers, seconds);
  good = good && all_ok(&replays);
  replay_files_close(&replays.files);
  senet_library_free(replays.files.library);
  VEC_FREE(&replays.paths);
  VEC_FREE(&replays.groups);
  arena_free(&replays.arena);
  return replays.starved ? EXIT_NO_MEMORY : good ? EXIT_YES : EXIT_NO;
}

static const CommandOption replay_options[] = {
    {"--level", "LEVEL", "How closely moves are compared: moves (mover, from, to, levels) or full (the whole text).",
     true},
    {"--game", "NAME", "Replays on this known game at its default options, instead of on the one recorded."},
    {"--json", NULL, "Prints an object per file and level, and one per total."},
    {"--summary", NULL, "Prints only the first line for each file."},
    {"-j", "N", "Replays N files at a time; default one per processor."},
    {"--timeout", "SECONDS", "Gives up a file after this long; default 120, 0 for never."},
    {"--library", "PATH", "Adds the games and defines of a folder with lud/ and def/, or of a Ludii .jar.", true},
    {0},
};

const Command command_replay = {
    .name = "replay",
    .usage = "FILE...",
    .doc = "Replays recorded games and compares every position.",
    .details =
        "FILE is a trace (.jsonl or .jsonl.zst), a record made by `senet playout --record`, a Ludii trial "
        "(.txt or .trl), or a folder with such files. Traces hold all legal moves and the state after every "
        "move; the first ply that differs is shown with the moves missing and extra and the variables of the "
        "state. Of the others, the legality of the moves and the result are checked. What chance decided is "
        "taken from the record. A file whose game uses something that is not supported yet counts as "
        "unsupported, and the cause names it.\n\n"
        "The last line for each level is the total. The exit status is 0 only if every file is the same, and 3 if "
        "memory ran out.",
    .least = 1,
    .most = -1,
    .options = replay_options,
    .run = run_replay,
};
