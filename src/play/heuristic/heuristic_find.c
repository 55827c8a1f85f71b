// The heuristic that belongs to a game: tuned files lie in the folder of games, named by game and fingerprint.
#include "play/heuristic/heuristic.h"

#include "base/file.h"
#include "base/installed.h"
#include "play/heuristic/fingerprint.h"
#include "play/heuristic/heuristic_find.h"

const char *heuristic_file_name(Arena *arena, const Game *game) {
  char *name = arena_printf(arena, "%s-%08x.txt", game->name, game_fingerprint(game));
  for (char *c = name; *c; c++) {
    if (*c == '/') *c = '_';
  }
  return name;
}

static const char *tuned_file(Arena *arena, const Game *game) {
  const char *games = installed_games();
  const char *folder = arena_printf(arena, "%s/heuristics", games);
  if (!file_is_folder(folder)) return NULL;
  const char *path = arena_printf(arena, "%s/%s", folder, heuristic_file_name(arena, game));
  return file_exists(path) ? path : NULL;
}

static bool read_metadata(Arena *arena, const Game *game, HeuristicText *out) {
  Source *source = ARENA_NEW(arena, Source);
  Diags diags;
  diags_init(&diags, arena);
  *source = (Source){"metadata", str_of(game->heuristics)};
  return game->heuristics && heuristic_read(arena, source, &diags, out) && out->n > 0;
}

bool heuristic_text_for_game(Arena *arena, const Game *game, int wanted, HeuristicText *out, const char **origin) {
  const char *path = wanted & HEURISTIC_TUNED ? tuned_file(arena, game) : NULL, *why;
  if (path && heuristic_read_file(arena, path, out, &why)) {
    *origin = file_base_name(path);
    return true;
  }
  *origin = "metadata";
  return wanted & HEURISTIC_METADATA && read_metadata(arena, game, out);
}
