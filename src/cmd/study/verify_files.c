// Comparing many files in child processes.
#include "cmd/study/verify_files.h"

#include "base/file.h"
#include "base/process.h"
#include "base/thread.h"
#include "cmd/frame/terminal.h"

#include <stdio.h>

enum { CHILD_MEGABYTES = 3000, SECONDS_DEFAULT = 120 };

typedef struct Verifier {
  RecordedGame game;
  VerifyFn *compare;
  VEC(const char *) paths;
  VEC(size_t) groups;
  Arena arena;
  size_t ok, differ;
  Progress progress;
} Verifier;

static void add_path(void *self, const char *path) {
  Verifier *v = self;
  VEC_PUSH(&v->groups, v->paths.n);
  VEC_PUSH(&v->paths, arena_text(&v->arena, str_of(path)));
}

static void add_if_lines(void *self, const char *path) {
  if (str_ends(str_of(path), ".jsonl") || str_ends(str_of(path), ".jsonl.zst")) add_path(self, path);
}

static void add_arguments(Verifier *v, const Options *options) {
  for (int i = 0; i < options->n; i++) {
    if (file_is_folder(options->arguments[i])) file_walk(options->arguments[i], "", add_if_lines, v);
    else add_path(v, options->arguments[i]);
  }
}

static void compare_task(void *self, size_t index, Text *answer) {
  Verifier *v = self;
  Text why = {0};
  bool same = v->compare(&v->game, v->paths.at[index], &why);
  text_char(answer, same ? '=' : '!');
  text_add(answer, text_str(&why));
  text_free(&why);
}

static void compared(void *self, size_t index, ProcessEnd end, int signal, Str answer) {
  Verifier *v = self;
  char text[PROCESS_END_TEXT];
  bool answered = end == PROCESS_ANSWERED && answer.n > 0, same = answered && answer.p[0] == '=';
  same ? v->ok++ : v->differ++;
  progress_end(&v->progress);
  if (answered && !same) printf("%s: %.*s\n", v->paths.at[index], (int)answer.n - 1, answer.p + 1);
  else if (!same) printf("%s: %s\n", v->paths.at[index], process_end_text(end, signal, text));
  progress_begin(&v->progress, "comparing", v->paths.n);
  progress_step(&v->progress, index + 1);
}

static void compare_all(Verifier *v, int workers, double seconds) {
  ProcessPlan plan = {.n = v->paths.n,
                      .groups = v->groups.at,
                      .workers = workers,
                      .seconds = seconds,
                      .megabytes = CHILD_MEGABYTES,
                      .task = compare_task,
                      .done = compared,
                      .self = v};
  progress_begin(&v->progress, "comparing", plan.n);
  process_run(&plan);
  progress_end(&v->progress);
  printf("%zu ok, %zu differ\n", v->ok, v->differ);
}

int verify_files(const Options *options, VerifyFn *compare) {
  Load load;
  Verifier v = {.game.load = &load, .compare = compare};
  int64_t workers = thread_processors();
  double seconds = SECONDS_DEFAULT;
  if (!options_integer(options, "-j", 1, 256, &workers) || !options_number(options, "--timeout", 0, 1e6, &seconds)) {
    return EXIT_USAGE;
  }
  add_arguments(&v, options);
  bool good = load_begin(&load, options);
  if (good) compare_all(&v, (int)workers, seconds);
  recorded_game_free(&v.game);
  load_free(&load);
  VEC_FREE(&v.paths);
  VEC_FREE(&v.groups);
  arena_free(&v.arena);
  return good && v.ok && !v.differ ? EXIT_YES : EXIT_NO;
}
