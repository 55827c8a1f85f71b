// senet cache: the compiled games that native code keeps.
#include "cmd/frame/command_options.h"
#include "emit/cache.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void print_entry(const CacheEntry *entry) {
  char when[32] = "";
  time_t used = (time_t)entry->used;
  struct tm day;
  if (gmtime_r(&used, &day)) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &day);
  printf("%s\t%zu\t%s\n", entry->name, entry->size, when);
}

static int run_cache(const Options *options) {
  const char *why = "";
  const char *folder = cache_folder(options->arena, &why);
  if (!folder) {
    fprintf(stderr, "senet cache: %s\n", why);
    return EXIT_NO;
  }
  size_t n, bytes = 0;
  const CacheEntry *all = cache_list(options->arena, folder, &n);
  bool clear = options_has(options, "--clear"), good = true;
  for (size_t i = 0; i < n; i++) {
    bytes += all[i].size;
    if (clear) good &= unlink(arena_printf(options->arena, "%s/%s", folder, all[i].name)) == 0;
    else print_entry(&all[i]);
  }
  printf("%zu files, %zu bytes%s\n", n, bytes, clear ? " removed" : "");
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption cache_options[] = {
    {"--clear", NULL, "Removes all files; they are made again when they are needed."},
    {0},
};

const Command command_cache = {
    .name = "cache",
    .usage = "",
    .doc = "Lists the compiled games that native code keeps: file, bytes, last use; the total comes last.",
    .options = cache_options,
    .run = run_cache,
};
