// senet list: the games that are known.
#include "cmd/frame/load.h"

#include <stdio.h>
#include <strings.h>

// A name that several libraries have is listed once, with the file it stands for.
static void print_games(const Library *library, bool paths) {
  for (size_t i = 0; i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (i && !strcasecmp(game->name, game[-1].name)) continue;
    if (paths) printf("%s\t%s\n", game->name, game->path);
    else puts(game->name);
  }
}

static int run_list(const Options *options) {
  Load load;
  bool ok = load_begin(&load, options);
  if (ok) print_games(&load.library, options_has(options, "--paths"));
  load_free(&load);
  return ok ? EXIT_YES : EXIT_NO;
}

static const CommandOption list_options[] = {
    {"--library", "PATH", "Adds the games and defines of a folder with lud/ and def/, or of a Ludii .jar.", true},
    {"--paths", NULL, "Prints the file of every game after its name and a tab."},
    {0},
};

const Command command_list = {
    .name = "list",
    .usage = "",
    .doc = "Lists the games that can be named in other commands.",
    .details =
        "These are Senet's own games and those of the libraries given with --library or in the environment "
        "variable SENET_LIBRARY (paths separated by colons).",
    .options = list_options,
    .run = run_list,
};
