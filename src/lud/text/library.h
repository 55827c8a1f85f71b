// Where games and defines come from: folders with lud/ and def/, Ludii jars, and Senet's own games.
#ifndef LUD_TEXT_LIBRARY_H
#define LUD_TEXT_LIBRARY_H

#include "base/vec.h"
#include "lud/resolve/registry.h"
#include "lud/text/archive.h"
#include "lud/text/define.h"

typedef struct LibraryRoot {
  const char *path;
  Archive *archive;  // NULL: a folder
  Defines defines;
  bool defines_read;
  bool shipped;  // Senet's own games
} LibraryRoot;

typedef struct LibraryGame {
  const char *name;  // the file's name without .lud, with .rbg
  const char *path;  // of the file, or of the entry inside the archive
  size_t root;
} LibraryGame;

typedef struct Library {
  Arena arena;
  VEC(LibraryRoot *) roots;
  VEC(LibraryGame) games;       // sorted by name
  const LudRegistry *registry;  // made when first asked for
} Library;

// Opens the given paths, those of SENET_LIBRARY (separated by colons) and Senet's own games, in this
// order. A path that is no library is an error in diags; false then. Free the library in any case.
bool library_open(Library *library, const char *const *paths, size_t n, Diags *diags);
void library_free(Library *library);

// Adds one more root unless it is there already; its number is in *root.
bool library_add(Library *library, const char *path, Diags *diags, size_t *root);

// The game of that name, case ignored; NULL and an error with a suggestion when there is none or several.
const LibraryGame *library_find(const Library *library, const char *name, Diags *diags);

// The game that was written down with the path of its file (or NULL) and its name (or NULL): by the end of the path,
// else by its name, else the only one with such a file in another folder. NULL and an error when there is none.
const LibraryGame *library_find_written(const Library *library, const char *path, const char *name, Diags *diags);

// The file of the `.rbg` game of that name (its ending may be left out where no `.lud` game is called so), or NULL.
const char *library_rbg(const Library *library, const char *name);

// Reads a game's text into the arena. NULL and an error when that fails.
const Source *library_read(const Library *library, const LibraryGame *game, Arena *arena, Diags *diags);

// The defines that a game of a root may use: those of the root, then those of the others. A root with defines and
// Senet's own games do not see each other's, so that a name here changes no description there. LIBRARY_ANY is a
// game outside all roots. The list of *n lives in the library; the files are read on the first call, and what is
// wrong in them goes to diags.
enum { LIBRARY_ANY = -1 };
const Defines *const *library_defines(Library *library, int root, Diags *diags, size_t *n);

// Those of Senet's own games, once read; NULL when they are not there.
const Defines *library_shipped(const Library *library);

// The table of all ludemes, to resolve with.
const LudRegistry *library_registry(Library *library);

#endif
