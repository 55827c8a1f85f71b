// Opening libraries, finding games in them and reading their defines.
#include "lud/text/library.h"

#include "base/file.h"
#include "base/installed.h"
#include "base/mem.h"
#include "syntax/parse.h"

#include <stdlib.h>
#include <strings.h>

// The file's name without folder and ending.
static const char *stem(Arena *arena, const char *path) {
  Str base = str_of(file_base_name(path));
  const char *dot = NULL;
  for (size_t i = 0; i < base.n; i++) {
    if (base.p[i] == '.') dot = base.p + i;
  }
  return arena_text(arena, (Str){base.p, dot ? (size_t)(dot - base.p) : base.n});
}

typedef struct Adding {
  Library *library;
  size_t root;
} Adding;

static void add_game(void *self, const char *path) {
  Adding *adding = self;
  Arena *arena = &adding->library->arena;
  bool rbg = str_ends(str_of(path), ".rbg");  // keeps its ending: both languages may have a game of that name
  const char *name = rbg ? arena_printf(arena, "%s", file_base_name(path)) : stem(arena, path);
  LibraryGame game = {.name = name, .path = arena_printf(arena, "%s", path), .root = adding->root};
  VEC_PUSH(&adding->library->games, game);
}

// root/sub where there is such a folder, otherwise the root itself.
static const char *part(Arena *arena, const char *root, const char *sub) {
  const char *path = arena_printf(arena, "%s/%s", root, sub);
  return file_is_folder(path) ? path : root;
}

static int by_name(const void *a, const void *b) {
  const LibraryGame *x = a, *y = b;
  int order = strcasecmp(x->name, y->name);
  if (order == 0) order = x->root < y->root ? -1 : x->root > y->root;
  return order ? order : strcmp(x->path, y->path);
}

static void list_games(Library *library, size_t root) {
  LibraryRoot *at = library->roots.at[root];
  Adding adding = {library, root};
  if (at->archive) archive_walk(at->archive, ".lud", add_game, &adding);
  else file_walk(part(&library->arena, at->path, "lud"), ".lud", add_game, &adding);
  const char *rbg = arena_printf(&library->arena, "%s/rbg", at->path);
  if (!at->archive && file_is_folder(rbg)) file_walk(rbg, ".rbg", add_game, &adding);
  if (library->games.n) qsort(library->games.at, library->games.n, sizeof(LibraryGame), by_name);
}

static bool no_library(Diags *diags, const char *path, const char *why) {
  diag_error(diags, (SrcLoc){0}, "cannot use '%s' as a library: %s", path, why);
  return false;
}

bool library_add(Library *library, const char *path, Diags *diags, size_t *root) {
  for (*root = 0; *root < library->roots.n; ++*root) {
    if (!strcmp(library->roots.at[*root]->path, path)) return true;
  }
  LibraryRoot *added = ARENA_NEW(&library->arena, LibraryRoot);
  added->path = arena_printf(&library->arena, "%s", path);
  defines_init(&added->defines, &library->arena);
  const char *why = NULL;
  if (!file_exists(path)) return no_library(diags, path, "there is no such file or folder");
  if (!file_is_folder(path)) added->archive = archive_open(&library->arena, path, &why);
  if (why) return no_library(diags, path, why);
  VEC_PUSH(&library->roots, added);
  list_games(library, *root);
  return true;
}

static bool add_from_environment(Library *library, Diags *diags) {
  const char *list = getenv("SENET_LIBRARY");
  bool ok = true;
  while (list && *list) {
    size_t n = strcspn(list, ":"), root;
    if (n) ok = library_add(library, arena_text(&library->arena, (Str){list, n}), diags, &root) && ok;
    list += n + (list[n] == ':');
  }
  return ok;
}

static void add_own_games(Library *library, Diags *diags) {
  size_t root;
  const char *path = installed_games();
  if (file_is_folder(path) && library_add(library, path, diags, &root)) library->roots.at[root]->shipped = true;
}

bool library_open(Library *library, const char *const *paths, size_t n, Diags *diags) {
  *library = (Library){0};
  bool ok = true;
  size_t root;
  for (size_t i = 0; i < n; i++) ok = library_add(library, paths[i], diags, &root) && ok;
  ok = add_from_environment(library, diags) && ok;
  add_own_games(library, diags);
  return ok;
}

void library_free(Library *library) {
  for (size_t i = 0; i < library->roots.n; i++) archive_close(library->roots.at[i]->archive);
  VEC_FREE(&library->roots);
  VEC_FREE(&library->games);
  arena_free(&library->arena);
}

// The range of games with that name: all have the same name, case ignored.
static size_t find_range(const Library *library, const char *name, size_t *first) {
  size_t n = 0;
  for (size_t i = 0; i < library->games.n; i++) {
    if (strcasecmp(library->games.at[i].name, name) != 0) continue;
    if (!n++) *first = i;
  }
  return n;
}

static void report_missing(const Library *library, const char *name, Diags *diags) {
  diag_error(diags, (SrcLoc){0}, "there is no game '%s'", name);
  VEC(const char *) names = {0};
  for (size_t i = 0; i < library->games.n; i++) VEC_PUSH(&names, library->games.at[i].name);
  const char *near = nearest_name(str_of(name), names.at, names.n);
  if (near) diag_hint(diags, "did you mean '%s'?", near);
  else diag_hint(diags, "'senet list' shows the games; --library adds more of them");
  VEC_FREE(&names);
}

// Games of the same name in different roots: the root opened first wins.
const LibraryGame *library_find(const Library *library, const char *name, Diags *diags) {
  size_t first = 0, n = find_range(library, name, &first);
  if (n == 0) {
    report_missing(library, name, diags);
    return NULL;
  }
  const LibraryGame *game = &library->games.at[first];
  if (n > 1 && game[1].root == game[0].root) {
    diag_error(diags, (SrcLoc){0}, "there are several games named '%s'", name);
    diag_hint(diags, "give the path of one: %s, %s", game[0].path, game[1].path);
    return NULL;
  }
  return game;
}

// The file name of a path, from its last slash on.
static Str file_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return str_of(slash ? slash : path);
}

// Libraries move descriptions to other folders: the only one with this file name.
static const LibraryGame *find_moved(const Library *library, const char *path) {
  const LibraryGame *found = NULL;
  for (size_t i = 0; i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (!str_eq(file_of(game->path), file_of(path))) continue;
    if (found) return NULL;
    found = game;
  }
  return found;
}

const LibraryGame *library_find_written(const Library *library, const char *path, const char *name, Diags *diags) {
  for (size_t i = 0; path && i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (str_ends(str_of(game->path), path)) return game;
  }
  if (name) return library_find(library, name, diags);
  const LibraryGame *moved = path ? find_moved(library, path) : NULL;
  if (!moved) diag_error(diags, (SrcLoc){0}, "no library has the game %s", path ? path : "of the record");
  return moved;
}

const char *library_rbg(const Library *library, const char *name) {
  size_t first = 0;
  Arena arena = {0};
  bool found = find_range(library, name, &first) || find_range(library, arena_printf(&arena, "%s.rbg", name), &first);
  arena_free(&arena);
  const char *path = found ? library->games.at[first].path : NULL;
  return found && str_ends(str_of(path), ".rbg") ? path : NULL;
}

static bool read_file(const LibraryRoot *root, Arena *arena, const char *path, Source *source, Diags *diags) {
  const char *why = NULL;
  bool ok = root->archive ? archive_read(root->archive, arena, path, SYNTAX_TEXT_MAX, &source->text, &why)
                          : file_read(arena, path, SYNTAX_TEXT_MAX, &source->text, &why);
  source->name = root->archive ? arena_printf(arena, "%s!/%s", root->path, path) : path;
  if (!ok) diag_error(diags, (SrcLoc){0}, "cannot read '%s': %s", source->name, why);
  return ok;
}

const Source *library_read(const Library *library, const LibraryGame *game, Arena *arena, Diags *diags) {
  Source *source = ARENA_NEW(arena, Source);
  return read_file(library->roots.at[game->root], arena, game->path, source, diags) ? source : NULL;
}

enum { DEFINES_BYTES_MAX = 64 << 20 };  // of one root

typedef struct ReadingDefines {
  size_t bytes;
  Library *library;
  LibraryRoot *root;
  Diags *diags;
} ReadingDefines;

static void read_define_file(void *self, const char *path) {
  ReadingDefines *reading = self;
  Arena *arena = &reading->library->arena;
  Source *source = ARENA_NEW(arena, Source);
  const Node *items;
  if (reading->bytes > DEFINES_BYTES_MAX) return;
  if (!read_file(reading->root, arena, arena_printf(arena, "%s", path), source, reading->diags)) return;
  reading->bytes += source->text.n;
  if (reading->bytes > DEFINES_BYTES_MAX) {
    diag_error(reading->diags, (SrcLoc){0}, "the defines of '%s' are too large", reading->root->path);
    return;
  }
  TextPiece whole = {.from = {.source = source}};
  SyntaxText text = {.text = source->text, .pieces = &whole, .n = 1, .mark = NODE_LIBRARY};
  if (!syntax_parse_text(arena, &text, reading->diags, &items)) return;
  for (uint32_t i = 0; i < items->n; i++) {
    defines_take(&reading->root->defines, arena, items->kids[i], reading->diags);
  }
}

static void read_defines(Library *library, LibraryRoot *root, Diags *diags) {
  if (root->defines_read) return;
  root->defines_read = true;
  ReadingDefines reading = {.library = library, .root = root, .diags = diags};
  if (root->archive) archive_walk(root->archive, ".def", read_define_file, &reading);
  else file_walk(part(&library->arena, root->path, "def"), ".def", read_define_file, &reading);
}

static bool is_hidden(const LibraryRoot *from, const LibraryRoot *other) {
  return from && from->defines.map.n && (from->shipped || other->shipped);
}

const Defines *const *library_defines(Library *library, int root, Diags *diags, size_t *n) {
  const Defines **list = ARENA_ARRAY(&library->arena, const Defines *, library->roots.n + 1);
  const LibraryRoot *from = root == LIBRARY_ANY ? NULL : library->roots.at[root];
  *n = 0;
  for (size_t i = 0; i < library->roots.n; i++) read_defines(library, library->roots.at[i], diags);
  if (from) list[(*n)++] = &from->defines;
  for (size_t i = 0; i < library->roots.n; i++) {
    const LibraryRoot *other = library->roots.at[i];
    if (other != from && !is_hidden(from, other)) list[(*n)++] = &other->defines;
  }
  return list;
}

const Defines *library_shipped(const Library *library) {
  for (size_t i = 0; i < library->roots.n; i++) {
    if (library->roots.at[i]->shipped) return &library->roots.at[i]->defines;
  }
  return NULL;
}

const LudRegistry *library_registry(Library *library) {
  const char *why = NULL;
  if (!library->registry) library->registry = lud_registry_new(&library->arena, &why);
  if (!library->registry) die("the ludeme tables are broken: %s", why);
  return library->registry;
}
