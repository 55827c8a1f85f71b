// Handles: memory that a library lends and recognises.
#include "lib/lib_internal.h"

// Nothing that came from the library is open: everything goes back to the system.
static void end_library(senet_library *library) {
  for (int kind = 0; kind < HANDLE_KINDS; kind++) {
    while (library->old[kind]) {
      Handle *handle = library->old[kind];
      library->old[kind] = handle->next;
      mem_free(handle);
    }
  }
  library_free(&library->library);
  arena_free(&library->arena);
  lock_free(&library->loading);
  lock_free(&library->lock);
  mem_free(library);
}

void handle_use(Handle *handle) {
  lock_take(&handle->library->lock);
  handle->users++;
  lock_give(&handle->library->lock);
}

bool handle_leave(Handle *handle) {
  senet_library *library = handle->library;
  lock_take(&library->lock);
  assert(handle->users > 0);
  bool last = --handle->users == 0;
  lock_give(&library->lock);
  return last;
}

void *handle_new(senet_library *library, HandleKind kind, size_t size) {
  lock_take(&library->lock);
  Handle *handle = library->old[kind];
  if (handle) library->old[kind] = handle->next;
  library->handle.users++;
  lock_give(&library->lock);
  if (handle) memset(handle, 0, size);
  else handle = mem_alloc_zero(size);
  *handle = (Handle){.magic = handle_magic(kind), .users = 1, .library = library};
  return handle;
}

void handle_close(Handle *handle) { handle->magic = 0; }

void handle_give_back(Handle *handle, HandleKind kind) {
  senet_library *library = handle->library;
  handle->magic = 0;
  lock_take(&library->lock);
  handle->next = library->old[kind];
  library->old[kind] = handle;
  bool last = --library->handle.users == 0;
  lock_give(&library->lock);
  if (last) end_library(library);
}

// ---- libraries -------------------------------------------------------------------------------------

static senet_status open_failed(const Diags *diags) {
  const char *why = diags->n ? diags->list[0].message : "the library could not be opened";
  return api_fail(SENET_NOT_FOUND, "%s", why);
}

senet_status senet_library_open(const char *const *paths, size_t n, senet_library **out) {
  if (!out) return api_misuse("the place of the library");
  *out = NULL;
  if (n && !paths) return api_misuse("the list of paths");
  for (size_t i = 0; i < n; i++) {
    if (!paths[i]) return api_misuse("a path");
  }
  senet_library *library = mem_alloc_zero(sizeof *library);
  Diags diags;
  lock_init(&library->lock);
  lock_init(&library->loading);
  library->handle = (Handle){.magic = handle_magic(HANDLE_LIBRARY), .users = 1, .library = library};
  diags_init(&diags, &library->arena);
  if (library_open(&library->library, paths, n, &diags)) {
    *out = library;
    return SENET_OK;
  }
  senet_status status = open_failed(&diags);
  end_library(library);
  return status;
}

void senet_library_free(senet_library *library) {
  if (!IS_LIBRARY(library)) return;
  handle_close(&library->handle);
  if (handle_leave(&library->handle)) end_library(library);
}

// A load may add the library of a file, so the list is looked at between loads.
size_t senet_library_count(const senet_library *library) {
  if (!IS_LIBRARY(library)) return 0;
  Lock *loading = &library->handle.library->loading;
  lock_take(loading);
  size_t n = library->library.games.n;
  lock_give(loading);
  return n;
}

// Number i of the games; an empty one beyond the end.
static LibraryGame game_at(const senet_library *library, size_t i) {
  if (!IS_LIBRARY(library)) return (LibraryGame){0};
  Lock *loading = &library->handle.library->loading;
  lock_take(loading);
  LibraryGame game = i < library->library.games.n ? library->library.games.at[i] : (LibraryGame){0};
  lock_give(loading);
  return game;
}

const char *senet_library_name(const senet_library *library, size_t i) { return game_at(library, i).name; }
const char *senet_library_path(const senet_library *library, size_t i) { return game_at(library, i).path; }
