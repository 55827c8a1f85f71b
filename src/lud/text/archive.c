// Zip files through libzip.
#include "lud/text/archive.h"

#include "base/text.h"

#include <zip.h>

enum { ENTRIES_MAX = 200000 };

struct Archive {
  zip_t *zip;
};

Archive *archive_open(Arena *arena, const char *path, const char **why) {
  int code = 0;
  zip_t *zip = zip_open(path, ZIP_RDONLY, &code);
  if (!zip) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    *why = arena_printf(arena, "%s", zip_error_strerror(&error));
    zip_error_fini(&error);
    return NULL;
  }
  if (zip_get_num_entries(zip, 0) > ENTRIES_MAX) {
    zip_discard(zip);
    *why = "it has too many entries";
    return NULL;
  }
  Archive *archive = ARENA_NEW(arena, Archive);
  archive->zip = zip;
  return archive;
}

void archive_close(Archive *archive) {
  if (archive) zip_discard(archive->zip);
}

void archive_walk(Archive *archive, const char *suffix, ArchiveVisit *visit, void *self) {
  zip_int64_t n = zip_get_num_entries(archive->zip, 0);
  for (zip_int64_t i = 0; i < n; i++) {
    const char *name = zip_get_name(archive->zip, (zip_uint64_t)i, 0);
    if (name && str_ends(str_of(name), suffix)) visit(self, name);
  }
}

// Reads until the end or until more than limit bytes came, whatever the archive claims.
static bool read_entry(zip_file_t *file, size_t limit, Text *text, const char **why) {
  char block[16384];
  for (;;) {
    zip_int64_t got = zip_fread(file, block, sizeof block);
    if (got == 0) return true;
    if (got < 0) *why = "the archive is damaged";
    else if (text->n + (size_t)got > limit) *why = "it is too large";
    if (*why) return false;
    text_add(text, (Str){block, (size_t)got});
  }
}

bool archive_read(Archive *archive, Arena *arena, const char *name, size_t limit, Str *text, const char **why) {
  *why = NULL;
  zip_file_t *file = zip_fopen(archive->zip, name, 0);
  if (!file) {
    *why = arena_printf(arena, "%s", zip_strerror(archive->zip));
    return false;
  }
  Text bytes = {0};
  bool ok = read_entry(file, limit, &bytes, why);
  zip_fclose(file);
  if (ok) *text = arena_str(arena, text_str(&bytes));
  text_free(&bytes);
  return ok;
}
