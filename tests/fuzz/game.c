// The entrance for `.lud` games: any text is refused with a message at a place, which is about the text and not about
// what it was turned into, or gives a game that can be played.
#include "lud/lower/lower.h"
#include "lud/text/load.h"
#include "play_game.h"
#include "target.h"

enum { TEXT_MAX = 20000 };

static void require_places(const Diags *diags) {
  for (size_t i = 0; i < diags->n; i++) {
    if (!diags->list[i].loc.source || strstr(diags->list[i].message, "not well formed")) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > TEXT_MAX) return 0;
  Arena arena = {0};
  Diags diags;
  diags_init(&diags, &arena);
  Source source = {"fuzz.lud", arena_str(&arena, (Str){(const char *)data, size})};
  LudInput input = {.source = &source, .root = LIBRARY_ANY};
  LudGame lud;
  const Game *game;
  bool loaded = lud_load_input(target_library(), &arena, &input, &(OptionWishes){0}, &diags, &lud) &&
                lud_compile(&arena, lud.terms, &diags, &game);
  if (loaded) fuzz_play(game);
  else if (!diags.total) abort();
  require_places(&diags);
  arena_free(&arena);
  return 0;
}
