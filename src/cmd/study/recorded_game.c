// Loading the game that a record names.
#include "cmd/study/recorded_game.h"

#include "base/file.h"
#include "base/mem.h"
#include "lud/lower/lower.h"
#include "play/record/trace.h"

static char *key_of(const Record *record) {
  Text key = {0};
  text_printf(&key, "%s\n%s\n%s", record->path ? record->path : "", record->name ? record->name : "",
              record->ruleset ? record->ruleset : "");
  for (const char **option = record->options; option && *option; option++) text_printf(&key, "\n%s", *option);
  return key.p;
}

static const LibraryGame *find_game(Load *load, const Record *record) {
  const char *path = record->path ? record_path(record->path) : NULL;
  return library_find_written(&load->library, path, record->name, &load->diags);
}

static bool compile_recorded_rbg(Load *load, const char *path, const Game **game) {
  load->rbg = rbg_read(&load->arena, path, &load->diags);
  return load->rbg && rbg_compile(&load->arena, load->rbg, NULL, &load->diags, game);
}

// Whether the game is named by the file of its description.
static bool is_file(const Record *record) {
  Str name = record->name ? str_of(record->name) : (Str){0};
  return (str_ends(name, ".lud") || str_ends(name, ".rbg")) && file_exists(record->name);
}

static bool load_recorded_game(Load *load, const Record *record, const Game **game, const char **stage) {
  bool file = is_file(record);
  const LibraryGame *entry = file ? NULL : find_game(load, record);
  OptionWishes wishes = {.options = record->options, .ruleset = record->ruleset};
  while (record->options && record->options[wishes.n]) wishes.n++;
  LudInput input = {.root = entry ? (int)entry->root : 0};
  *stage = "parse";
  if (file && str_ends(str_of(record->name), ".rbg")) return compile_recorded_rbg(load, record->name, game);
  if (file && !lud_open(&load->library, &load->arena, record->name, &load->diags, &input)) return false;
  if (entry && str_ends(str_of(entry->path), ".rbg")) return compile_recorded_rbg(load, entry->path, game);
  if (entry) input.source = library_read(&load->library, entry, &load->arena, &load->diags);
  if (!input.source) return false;
  if (!lud_load_input(&load->library, &load->arena, &input, &wishes, &load->diags, &load->game)) return false;
  *stage = "lower";
  return lud_compile(&load->arena, load->game.terms, &load->diags, game);
}

// All different messages, so that everything the game lacks is seen.
static const char *messages(Arena *arena, const Diags *diags) {
  Text text = {0};
  for (size_t i = 0; i < diags->n; i++) {
    const char *message = diags->list[i].message;
    if (text.n && strstr(text.p, message)) continue;
    text_printf(&text, "%s%s", text.n ? "; " : "", message);
  }
  const char *copy = text.n ? arena_text(arena, text_str(&text)) : "the game cannot be loaded";
  text_free(&text);
  return copy;
}

bool recorded_game_open(RecordedGame *kept, const Record *record, Arena *arena, const char **stage, const char **why) {
  Load *load = kept->load;
  char *key = key_of(record);
  bool same = kept->key && !strcmp(key, kept->key) && kept->game;
  mem_free(kept->key);
  kept->key = key;
  if (same) return true;
  arena_reset(&load->arena);
  diags_init(&load->diags, &load->arena);
  const Game *game = NULL;
  bool good = load_recorded_game(load, record, &game, stage);
  kept->game = good ? game : NULL;
  if (!good) *why = messages(arena, &load->diags);
  return good;
}

// ---- starts --------------------------------------------------------------------------------------

static bool read_placements(Arena *arena, Str text, Record *record) {
  Trace trace = {.rest = text};
  const char *why = NULL;
  const json_t *line = trace_next(&trace, arena, &why);
  if (line) line = trace_next(&trace, arena, &why);
  const json_t *start = line ? json_object_get(line, "start") : NULL;
  record->n_placements = json_array_size(start);
  record->placements = ARENA_ARRAY(arena, const char *, record->n_placements + 1);
  for (size_t i = 0; i < record->n_placements; i++) {
    const char *move = trace_text(start, i);
    record->placements[i] = arena_text(arena, str_of(move ? move : ""));
  }
  trace_close(&trace);
  return start != NULL;
}

void recorded_game_placements(const RecordedGame *kept, const char *key, int64_t seed, Arena *arena, Record *record) {
  const Library *library = &kept->load->library;
  for (size_t i = 0; key && i < library->roots.n; i++) {
    if (library->roots.at[i]->archive) continue;
    const char *path =
        arena_printf(arena, "%s/traces/%s/%lld.jsonl.zst", library->roots.at[i]->path, key, (long long)seed);
    Str text;
    const char *why = NULL;
    if (file_read(arena, path, 0, &text, &why) && read_placements(arena, text, record)) return;
  }
}

void recorded_game_free(RecordedGame *kept) {
  mem_free(kept->key);
  *kept = (RecordedGame){0};
}
