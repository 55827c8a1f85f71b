// Learning a heuristic once, and finding it again.
#include "learn/tune/learnt_heuristic.h"

#include "base/file.h"
#include "emit/cache.h"
#include "learn/tune/tune.h"
#include "play/heuristic/heuristic_find.h"

#include <stdio.h>
#include <unistd.h>

enum { SEED = 1 };
// What a kept file begins with. A change of the way heuristics are learnt needs another number.
#define HEAD "// learnt 2"

// With its name: placement games on as many sites begin alike.
static const char *path_of(Arena *arena, const Game *game, int64_t games) {
  const char *why, *folder = cache_folder(arena, &why);
  if (!folder) return NULL;
  return arena_printf(arena, "%s/learnt-%lld-%s", folder, (long long)games, heuristic_file_name(arena, game));
}

static bool read_text(Arena *arena, const char *name, Str text, LearntHeuristic *out) {
  Source *source = ARENA_NEW(arena, Source);
  Diags diags;
  diags_init(&diags, arena);
  *source = (Source){name, text};
  return heuristic_read(arena, source, &diags, &out->text);
}

static bool read_kept(Arena *arena, const char *path, LearntHeuristic *out) {
  Str text;
  const char *why;
  if (!path || !file_exists(path) || !file_read(arena, path, 0, &text, &why)) return false;
  return sscanf(text.p, HEAD " %lf", &out->loss) == 1 && read_text(arena, path, text, out);
}

// Under another name first: another program may be reading or writing it.
static void keep(Arena *arena, const char *path, Str text) {
  const char *why, *made = arena_printf(arena, "%s.%ld", path, (long)getpid());
  if (file_write(arena, made, text, &why)) rename(made, path);
}

static bool is_set(void *stop) { return atomic_load((const atomic_bool *)stop); }

static bool learn(Arena *arena, const Game *game, int64_t games, const atomic_bool *stop, Text *out, double *loss) {
  RulesWatch watch = {is_set, (void *)(uintptr_t)stop};
  TuneOptions options = {.seed = SEED, .games = games, .threads = 1, .watch = stop ? &watch : NULL};
  Tune *tune;
  tune_new(game, &options, &tune);
  bool stopped = false;
  do stopped = stop && atomic_load(stop);
  while (!stopped && tune_step(tune));
  const TuneChoice *choice = &tune_status(tune)->choice;
  *loss = choice->blind > 0 ? choice->loss / choice->blind : 1;
  text_printf(out, HEAD " %.4f\n", *loss);
  if (!stopped) tune_write(tune, out);
  tune_free(tune);
  return !stopped;
}

bool learnt_heuristic_kept(Arena *arena, const Game *game, int64_t games, LearntHeuristic *out) {
  return read_kept(arena, path_of(arena, game, games), out);
}

bool learnt_heuristic_find(Arena *arena, const Game *game, int64_t games, const atomic_bool *stop,
                           LearntHeuristic *out) {
  const char *path = path_of(arena, game, games);
  if (read_kept(arena, path, out)) return true;
  Text text = {0};
  bool good = learn(arena, game, games, stop, &text, &out->loss);
  Str kept = arena_str(arena, text_str(&text));
  text_free(&text);
  if (good && path) keep(arena, path, kept);
  return good && read_text(arena, "learnt", kept, out);
}
