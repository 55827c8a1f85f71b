// Loading games for tests.
#include "support/shipped.h"

#include "base/file.h"
#include "lud/lower/lower.h"
#include "rbg/rbg_lower.h"

#include <stdio.h>
#include <stdlib.h>

static bool open_library(Shipped *shipped, const char *folder) {
  *shipped = (Shipped){0};
  diags_init(&shipped->diags, &shipped->arena);
  return library_open(&shipped->library, &folder, folder != NULL, &shipped->diags);
}

static bool compile(Shipped *shipped) {
  const Game *game = NULL;
  if (!lud_compile(&shipped->arena, shipped->lud.terms, &shipped->diags, &game)) return false;
  shipped->game = game;
  return true;
}

static void must(Shipped *shipped, bool good) {
  if (!good) diags_print(stdout, &shipped->diags, false);
  assert_true(good);
}

bool shipped_try(Shipped *shipped, const char *name, const char *folder) {
  return open_library(shipped, folder) &&
         lud_load(&shipped->library, &shipped->arena, name, &(OptionWishes){0}, &shipped->diags, &shipped->lud) &&
         compile(shipped);
}

void shipped_load(Shipped *shipped, const char *name) { shipped_load_from(shipped, name, NULL); }

void shipped_load_from(Shipped *shipped, const char *name, const char *folder) {
  must(shipped, shipped_try(shipped, name, folder));
}

void shipped_text(Shipped *shipped, const char *text) {
  must(shipped, open_library(shipped, NULL));
  Source *source = ARENA_NEW(&shipped->arena, Source);
  *source = (Source){"text.lud", str_of(text)};
  LudInput input = {.source = source, .root = LIBRARY_ANY};
  OptionWishes wishes = {0};
  bool good = lud_load_input(&shipped->library, &shipped->arena, &input, &wishes, &shipped->diags, &shipped->lud);
  must(shipped, good && compile(shipped));
}

void shipped_rbg(Shipped *shipped, const char *path) {
  must(shipped, open_library(shipped, NULL));
  const RbgDescription *description = rbg_read(&shipped->arena, path, &shipped->diags);
  must(shipped, description && rbg_compile(&shipped->arena, description, NULL, &shipped->diags, &shipped->game));
}

void shipped_free(Shipped *shipped) {
  library_free(&shipped->library);
  arena_free(&shipped->arena);
}

typedef struct Sweep {
  const char *folder;
  int every;
  size_t seen;
  ShippedVisit *visit;
  void *self;
} Sweep;

static void look_at(void *given, const char *path) {
  Sweep *sweep = given;
  if (sweep->seen++ % (size_t)sweep->every) return;
  Shipped loaded;
  shipped_try(&loaded, path, sweep->folder);
  if (loaded.game) {
    printf("# %s\n", loaded.game->name);
    sweep->visit(sweep->self, loaded.game);
  }
  shipped_free(&loaded);
}

void shipped_each(ShippedVisit *visit, void *self) {
  Arena arena = {0};
  Sweep sweep = {.every = 1, .visit = visit, .self = self};
  file_walk(test_root(&arena, "games/lud"), ".lud", look_at, &sweep);
  arena_free(&arena);
}

void shipped_sample(int every, ShippedVisit *visit, void *self) {
  Arena arena = {0};
  const char *wanted = getenv("SENET_SAMPLE_EVERY");
  Sweep sweep = {test_shared(&arena, "ludii"), wanted ? atoi(wanted) : every, 0, visit, self};
  file_walk(arena_printf(&arena, "%s/lud", sweep.folder), ".lud", look_at, &sweep);
  arena_free(&arena);
}
