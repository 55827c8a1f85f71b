// Games: loading them, what was said about them, and what they are like.
#include "lib/lib_internal.h"

#include "base/file.h"
#include "lud/lower/lower.h"
#include "rbg/rbg_print.h"
#include "syntax/parse.h"

#include <stdio.h>

// ---- diagnostics -----------------------------------------------------------------------------------

struct senet_diagnostics {
  Handle handle;
  Arena arena;
  senet_diagnostic *list;
  size_t n;
  Str text;
};

static const char *keep(Arena *arena, const char *text) { return text ? arena_text(arena, str_of(text)) : NULL; }

static senet_diagnostic diagnostic_of(Arena *arena, const Diag *diag) {
  senet_diagnostic out = {.message = keep(arena, diag->message),
                          .hint = keep(arena, diag->hint),
                          .warning = diag->warning,
                          .limit = diag->limit};
  if (diag->loc.source) {
    LineCol at = src_line_col(diag->loc);
    out.file = keep(arena, diag->loc.source->name);
    out.line = at.line;
    out.column = at.col;
  }
  return out;
}

// What the program would print.
static Str printed(Arena *arena, const Diags *diags) {
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  if (!out) return (Str){"", 0};
  diags_print(out, diags, false);
  diags_print_warnings(out, diags, false);
  fclose(out);
  Str kept = arena_str(arena, (Str){text, n});
  mem_free(text);
  return kept;
}

senet_diagnostics *diagnostics_of(senet_library *library, const Diags *diags) {
  senet_diagnostics *out = handle_new(library, HANDLE_DIAGNOSTICS, sizeof *out);
  out->n = diags->n + diags->n_warnings;
  out->list = ARENA_ARRAY(&out->arena, senet_diagnostic, MAX(out->n, 1u));
  for (size_t i = 0; i < diags->n; i++) out->list[i] = diagnostic_of(&out->arena, &diags->list[i]);
  for (size_t i = 0; i < diags->n_warnings; i++) {
    out->list[diags->n + i] = diagnostic_of(&out->arena, &diags->warnings[i]);
  }
  out->text = printed(&out->arena, diags);
  return out;
}

size_t senet_diagnostics_count(const senet_diagnostics *diagnostics) {
  return IS_DIAGNOSTICS(diagnostics) ? diagnostics->n : 0;
}

senet_status senet_diagnostics_get(const senet_diagnostics *diagnostics, size_t i, senet_diagnostic *out) {
  if (!IS_DIAGNOSTICS(diagnostics)) return api_misuse("the diagnostics");
  if (!out) return api_misuse("the place of the diagnostic");
  if (i >= diagnostics->n) return api_fail(SENET_RANGE, "there are %zu diagnostics", diagnostics->n);
  *out = diagnostics->list[i];
  return SENET_OK;
}

senet_status senet_diagnostics_text(const senet_diagnostics *diagnostics, char *buffer, size_t size, size_t *length) {
  if (!IS_DIAGNOSTICS(diagnostics)) return api_misuse("the diagnostics");
  return api_text(diagnostics->text, buffer, size, length);
}

void senet_diagnostics_free(senet_diagnostics *diagnostics) {
  if (!IS_DIAGNOSTICS(diagnostics)) return;
  handle_close(&diagnostics->handle);
  arena_free(&diagnostics->arena);
  handle_give_back(&diagnostics->handle, HANDLE_DIAGNOSTICS);
}

// ---- loading ---------------------------------------------------------------------------------------

static const Source *given_source(Loading *load) {
  Source *source = ARENA_NEW(&load->arena, Source);
  const char *name = load->request.text_name ? load->request.text_name : "text";
  source->name = arena_text(&load->arena, str_of(name));
  source->text = arena_str(&load->arena, (Str){load->request.text, load->request.text_length});
  return source;
}

const char *senet_split_name(size_t i) {
  size_t n = 0;
  while (n < i && rbg_strategies[n].name) n++;
  return rbg_strategies[n].name;
}

static void load_rbg(Loading *load, RbgDescription *description) {
  const char *split = load->request.split;
  Description *out = &load->description;
  if (!description || load->diags.total) return;
  out->rbg = description;
  out->split = split ? rbg_strategy_find(str_of(split)) : NULL;
  load->path = description->source->name;
  load->read = rbg_compile(&load->arena, description, out->split, &load->diags, &load->game);
}

static void load_lud(Loading *load, const LudInput *input) {
  const senet_game_request *request = &load->request;
  OptionWishes wishes = {.options = request->options, .n = request->n_options, .ruleset = request->ruleset};
  LudGame *lud = &load->description.lud;
  load->read = lud_load_input(&load->library->library, &load->arena, input, &wishes, &load->diags, lud);
  if (!load->read) return;
  load->path = lud->source->name;
  lud_compile(&load->arena, lud->terms, &load->diags, &load->game);
}

static void load_given(Loading *load) {
  const Source *source = given_source(load);
  if (str_ends(str_of(source->name), ".rbg")) load_rbg(load, rbg_parse(&load->arena, source, &load->diags));
  else load_lud(load, &(LudInput){.source = source, .root = LIBRARY_ANY});
}

static const char *rbg_path(const Loading *load) {
  const char *name = load->request.name;
  bool is_file = str_ends(str_of(name), ".rbg");
  const char *known = is_file && file_exists(name) ? NULL : library_rbg(&load->library->library, name);
  return known || !is_file ? known : name;
}

// False when there is no such game.
static bool load_named(Loading *load) {
  LudInput input;
  const char *rbg = rbg_path(load);
  if (rbg) {
    load_rbg(load, rbg_read(&load->arena, rbg, &load->diags));
    return file_exists(rbg);
  }
  if (!lud_open(&load->library->library, &load->arena, load->request.name, &load->diags, &input)) return false;
  load_lud(load, &input);
  return true;
}

// The description outside of the libraries that a record names by its path, as seen from here, or by its name; or NULL.
static const char *recorded_file(const Record *record) {
  const char *const names[] = {record->path, record->name};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Str name = names[i] ? str_of(names[i]) : (Str){0};
    bool outside = (str_ends(name, ".lud") || str_ends(name, ".rbg")) && (i || name.p[0] != '/');
    if (outside && file_exists(names[i])) return names[i];
  }
  return NULL;
}

// Always true: an entry is there.
static bool load_entry(Loading *load, const LibraryGame *entry) {
  const Library *library = &load->library->library;
  if (str_ends(str_of(entry->path), ".rbg")) {
    load_rbg(load, rbg_read(&load->arena, entry->path, &load->diags));
    return true;
  }
  LudInput input = {.source = library_read(library, entry, &load->arena, &load->diags), .root = (int)entry->root};
  if (input.source) load_lud(load, &input);
  return true;
}

static bool load_recorded(Loading *load, const Record *record) {
  load->request.name = recorded_file(record);
  if (load->request.name) return load_named(load);
  const char *path = record->path ? record_path(record->path) : NULL;
  const Library *library = &load->library->library;
  const LibraryGame *entry = library_find_written(library, path, record->name, &load->diags);
  return entry && load_entry(load, entry);
}

senet_status loading_failed(const Loading *load) {
  const Diag *first = load->diags.n ? &load->diags.list[0] : NULL;
  senet_status status = load->found ? SENET_INPUT : SENET_NOT_FOUND;
  if (!first) return api_fail(status, "the game could not be loaded");
  const char *hint = first->hint ? first->hint : "", *and = first->hint ? "; " : "";
  if (!first->loc.source) return api_fail(status, "%s%s%s", first->message, and, hint);
  LineCol at = src_line_col(first->loc);
  return api_fail(status, "%s:%u:%u: %s%s%s", first->loc.source->name, at.line, at.col, first->message, and, hint);
}

static senet_game *game_of(const Loading *load) {
  senet_game *game = handle_new(load->library, HANDLE_GAME, sizeof *game);
  game->arena = load->arena;
  game->game = load->game;
  game->description = load->description;
  game->path = load->path ? load->path : "";
  game->options = ARENA_ARRAY(&game->arena, const char *, load->request.n_options + 1);
  for (size_t i = 0; i < load->request.n_options; i++) game->options[i] = keep(&game->arena, load->request.options[i]);
  game->ruleset = keep(&game->arena, load->request.ruleset);
  lock_init(&game->lock);
  return game;
}

// Checks a request; a copy of the part this version knows.
static senet_status check_request(const senet_game_request *request, senet_game_request *out) {
  if (!request) return api_misuse("the request");
  if (request->size != sizeof *request) return api_fail(SENET_MISUSE, "the request has the wrong size");
  *out = *request;
  if (!out->name == !out->text) return api_fail(SENET_MISUSE, "a request has either a name or a text");
  if (out->text && out->text_length > SYNTAX_TEXT_MAX) return api_fail(SENET_INPUT, "the text is too long");
  if (out->split && !rbg_strategy_find(str_of(out->split))) {
    return api_fail(SENET_INPUT, "there is no way of splitting called '%s'", out->split);
  }
  if (out->n_options && !out->options) return api_misuse("the list of options");
  for (size_t i = 0; i < out->n_options; i++) {
    if (!out->options[i]) return api_misuse("an option");
  }
  return SENET_OK;
}

senet_status game_loading(Loading *load, senet_library *library, const senet_game_request *request,
                          const Record *record) {
  *load = (Loading){.library = library, .found = true};
  if (!IS_LIBRARY(library)) return api_misuse("the library");
  senet_status status = check_request(request, &load->request);
  if (status != SENET_OK) return status;
  diags_init(&load->diags, &load->arena);
  lock_take(&library->loading);
  if (record) load->found = load_recorded(load, record);
  else if (load->request.name) load->found = load_named(load);
  else load_given(load);
  lock_give(&library->loading);
  return SENET_OK;
}

senet_status library_loading(Loading *load, senet_library *library, size_t i) {
  *load = (Loading){.library = library, .request = SENET_GAME_REQUEST, .found = true};
  if (!IS_LIBRARY(library)) return api_misuse("the library");
  diags_init(&load->diags, &load->arena);
  lock_take(&library->loading);
  size_t n = library->library.games.n;
  LibraryGame entry = i < n ? library->library.games.at[i] : (LibraryGame){0};  // a load may move the list
  if (i < n) load_entry(load, &entry);
  lock_give(&library->loading);
  return i < n ? SENET_OK : api_fail(SENET_RANGE, "there are %zu games", n);
}

senet_status loading_end(Loading *load, senet_game **game, senet_diagnostics **diagnostics) {
  if (diagnostics) *diagnostics = diagnostics_of(load->library, &load->diags);
  if (load->game && load->diags.total == 0) {
    *game = game_of(load);
    return SENET_OK;
  }
  senet_status status = loading_failed(load);
  arena_free(&load->arena);
  return status;
}

senet_status senet_game_load_with(senet_library *library, const senet_game_request *request, senet_game **game,
                                  senet_diagnostics **diagnostics) {
  Loading load;
  if (game) *game = NULL;
  if (diagnostics) *diagnostics = NULL;
  if (!game) return api_misuse("the place of the game");
  senet_status status = game_loading(&load, library, request, NULL);
  return status == SENET_OK ? loading_end(&load, game, diagnostics) : status;
}

senet_status senet_game_load(senet_library *library, const char *name, senet_game **game) {
  senet_game_request request = SENET_GAME_REQUEST;
  if (!name) {
    if (game) *game = NULL;
    return api_misuse("the name");
  }
  request.name = name;
  return senet_game_load_with(library, &request, game, NULL);
}

void game_leave(senet_game *game) {
  if (!handle_leave(&game->handle)) return;
  mem_free(game->native_start);
  executor_close(game->executor);
  arena_free(&game->arena);
  lock_free(&game->lock);
  handle_give_back(&game->handle, HANDLE_GAME);
}

void senet_game_free(senet_game *game) {
  if (!IS_GAME(game)) return;
  handle_close(&game->handle);
  game_leave(game);
}

// ---- who plays it ----------------------------------------------------------------------------------

Executor *game_executor(senet_game *game) {
  ExecutorKind kind = EXECUTOR_AUTO;
  lock_take(&game->lock);
  if (!game->executor) {
    executor_read(NULL, &kind);
    executor_open(game->game, kind, &game->executor);
  }
  lock_give(&game->lock);
  return game->executor;
}

const char *senet_executor_name(size_t i) { return executor_word(i); }

senet_status senet_game_executor(senet_game *game, const char *name) {
  ExecutorKind kind;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!name) return api_misuse("the name");
  if (!executor_read(name, &kind))
    return api_fail(SENET_INPUT, "there is no executor '%s': auto, native or interpreter", name);
  lock_take(&game->lock);
  bool early = !game->executor;
  if (early) executor_open(game->game, kind, &game->executor);
  const Native *native = kind == EXECUTOR_NATIVE ? executor_native(game->executor) : NULL;
  if (early && native_can_be_followed(native, game->game)) game->native_positions = native;
  lock_give(&game->lock);
  if (!early) return api_fail(SENET_MISUSE, "the game is being played already");
  if (kind != EXECUTOR_NATIVE || native) return SENET_OK;
  return api_fail(SENET_UNSUITED, "no native code for this game: %s", executor_why(game->executor));
}

// ---- what it is like -------------------------------------------------------------------------------

static uint64_t hash_terms(const LudTerms *terms) {
  uint64_t hash = terms->hash;
  for (uint32_t i = 0; i < terms->n_parts; i++) hash = hash_bytes(&terms->parts[i].hash, sizeof hash, hash);
  return hash;
}

static uint64_t hash_rbg(const Description *description) {
  Text text = {0};
  rbg_print(&text, description->rbg, description->rbg->rules);
  const char *split = description->split ? description->split->name : "";
  uint64_t hash = hash_bytes(text_str(&text).p, text.n, hash_bytes(split, strlen(split), 0));
  text_free(&text);
  return hash;
}

uint64_t senet_game_hash(const senet_game *game) {
  if (!IS_GAME(game)) return 0;
  return game->description.rbg ? hash_rbg(&game->description) : hash_terms(&game->description.lud.terms);
}

const char *senet_game_name(const senet_game *game) { return IS_GAME(game) ? game->game->name : NULL; }

int senet_game_players(const senet_game *game) { return IS_GAME(game) ? game->game->players : 0; }

uint32_t senet_game_flags(const senet_game *game) {
  if (!IS_GAME(game)) return 0;
  const Game *g = game->game;
  uint32_t flags = 0;
  if (g->mode == MODE_SIMULTANEOUS) flags |= SENET_GAME_SIMULTANEOUS;
  if (game_has(g, GAME_STOCHASTIC)) flags |= SENET_GAME_STOCHASTIC;
  if (game_has(g, GAME_HIDDEN)) flags |= SENET_GAME_HIDDEN;
  if (game_has(g, GAME_STACKING)) flags |= SENET_GAME_STACKS;
  if (game_has(g, GAME_PUZZLE)) flags |= SENET_GAME_PUZZLE;
  if (game_has(g, GAME_SCORE)) flags |= SENET_GAME_SCORES;
  if (g->n_subgames) flags |= SENET_GAME_MATCH;
  return flags;
}

static bool has_site(const Game *game, int type, int32_t site) {
  return type >= 0 && type < SITE_TYPES && site >= 0 && site < game->sites[type];
}

size_t senet_game_sites(const senet_game *game, int type) {
  return IS_GAME(game) && type >= 0 && type < SITE_TYPES ? (size_t)game->game->sites[type] : 0;
}

senet_status senet_game_site_name(const senet_game *game, int type, int32_t site, char *buffer, size_t size,
                                  size_t *length) {
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!game->game->board || !has_site(game->game, type, site)) return api_fail(SENET_RANGE, "there is no such site");
  Text text = {0};
  site_notation(&text, game->game, (SiteType)type, site);
  senet_status status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_game_site_place(const senet_game *game, int type, int32_t site, double *x, double *y) {
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!x || !y) return api_misuse("a place for a number");
  bool known = type >= 0 && type < SITE_TYPES && game->game->board && site >= 0;
  if (!known || site >= topo_count(game->game->board, (SiteType)type)) {
    return api_fail(SENET_RANGE, "the board has no such site");
  }
  const TopoSites *sites = &game->game->board->sites[type];
  *x = sites->x[site];
  *y = sites->y[site];
  return SENET_OK;
}

size_t senet_game_pieces(const senet_game *game) {
  return IS_GAME(game) && game->game->n_components > 0 ? (size_t)game->game->n_components - 1 : 0;
}

const char *senet_game_piece_name(const senet_game *game, size_t piece) {
  return piece >= 1 && piece <= senet_game_pieces(game) ? game->game->components[piece].name : NULL;
}

int senet_game_piece_owner(const senet_game *game, size_t piece) {
  return piece >= 1 && piece <= senet_game_pieces(game) ? game->game->components[piece].owner : -1;
}
