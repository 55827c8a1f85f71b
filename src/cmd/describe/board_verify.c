// Reads the recorded games one line at a time, builds each board from its description, and compares field by
// field: first what belongs to the game, then every site.
#include "cmd/describe/board_verify.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/map.h"
#include "board/topo/topo_json.h"
#include "cmd/describe/board_compare.h"
#include "cmd/describe/board_equipment.h"
#include "cmd/describe/board_json.h"
#include "cmd/frame/terminal.h"
#include "lud/lower/board_bridge.h"
#include "lud/lower/lower.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Verify {
  Load *load;
  OptionWishes wishes;
  const char *dir;
  size_t ok, differ;
  size_t compiled;      // games whose rules could be compiled: their equipment is compared too
  VEC(double) seconds;  // of every board built
  double worst;
  char slowest[128];
  Arena kept;  // for the whole run
  Map agreed;  // graphs that were found to agree with a file of sites, by file and hash
} Verify;

static const char *text_of(json_t *game, const char *key) {
  const char *text = json_string_value(json_object_get(game, key));
  return text ? text : "";
}

// The library's game a line is about: the one at its path, or of a match the instance it names.
static const LibraryGame *find_game(const Library *library, json_t *line) {
  const char *instance = text_of(line, "instance"), *path = text_of(line, "path");
  for (size_t i = 0; i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (str_ends(str_of(game->path), ".rbg")) continue;
    bool found = *instance ? str_is(str_of(instance), game->name) : str_ends(str_of(game->path), path);
    if (found) return game;
  }
  return NULL;
}

static const char *first_error(const Diags *diags) { return diags->n ? diags->list[0].message : "unknown"; }

static const Term *load_terms(Verify *v, json_t *game, const char **why) {
  Load *load = v->load;
  const LibraryGame *entry = find_game(&load->library, game);
  if (!entry) {
    *why = "the library has no such game";
    return NULL;
  }
  LudInput input = {.source = library_read(&load->library, entry, &load->arena, &load->diags),
                    .root = (int)entry->root};
  if (input.source && lud_load_input(&load->library, &load->arena, &input, &v->wishes, &load->diags, &load->game))
    return load->game.terms.root;
  *why = arena_printf(&load->arena, "cannot be read: %s", first_error(&load->diags));
  return NULL;
}

static const Board *build(Verify *v, json_t *game, const Term *terms, const char **why) {
  double start = clock_thread_seconds();
  const Board *board = lud_board(&v->load->arena, terms, &v->load->diags);
  double taken = clock_thread_seconds() - start;
  VEC_PUSH(&v->seconds, taken);
  if (taken > v->worst) {
    v->worst = taken;
    snprintf(v->slowest, sizeof v->slowest, "%s", text_of(game, "key"));
  }
  if (!board) *why = arena_printf(&v->load->arena, "cannot be built: %s", first_error(&v->load->diags));
  return board;
}

// Compares one field of the recorded game, by our name or that of other recorders, with ours; what differs is named
// after the field.
static const char *compare_field(Arena *arena, json_t *game, const char *key, const char *also, const Text *found) {
  json_t *recorded = json_object_get(game, key);
  if (!recorded && also) recorded = json_object_get(game, also);
  Str expected = recorded ? board_dump(arena, recorded) : STR("null");
  const char *difference = board_compare_values(arena, expected, text_str(found));
  return difference ? arena_printf(arena, "%s %s", key, difference) : NULL;
}

typedef void WriteField(Text *out, const Board *board);

static void write_default(Text *out, const Board *board) { out_string(out, site_type_name(board->use)); }
static void write_regular(Text *out, const Board *board) {
  text_puts(out, board->topology->regular ? "true" : "false");
}
static void write_supported(Text *out, const Board *board) { topo_json_supported(out, board->topology); }

static const struct {
  const char *key, *also;
  WriteField *write;
} fields[] = {
    {"sites", "numSites", board_json_counts}, {"site_type", "defaultSite", write_default},
    {"regular", NULL, write_regular},         {"supported", NULL, write_supported},
    {"tracks", NULL, board_json_tracks},
};

static const char *compare_fields(Arena *arena, json_t *game, const Board *board) {
  const char *difference = NULL;
  for (size_t i = 0; i < COUNT_OF(fields) && !difference; i++) {
    Text found = {0};
    fields[i].write(&found, board);
    difference = compare_field(arena, game, fields[i].key, fields[i].also, &found);
    text_free(&found);
  }
  return difference;
}

// All a topology depends on, as a hash. Many games share a board; it is compared with its file once.
static uint64_t hash_graph(const Board *board) {
  const Graph *g = &board->graph;
  uint64_t h = (uint64_t)board->boardless;
  for (int v = 0; v < g->vertex_count; v++) {
    const GraphVertex *vertex = &g->vertices[v];
    h = hash_bytes(&vertex->at, sizeof vertex->at, h ^ (uint64_t)(vertex->pivot + 1));
    if (vertex->edges.n) h = hash_bytes(vertex->edges.at, sizeof(int) * (size_t)vertex->edges.n, h);
    if (vertex->faces.n) h = hash_bytes(vertex->faces.at, sizeof(int) * (size_t)vertex->faces.n, h);
  }
  for (int e = 0; e < g->edge_count; e++) {
    const int ends[] = {g->edges[e].a, g->edges[e].b, g->edges[e].left, g->edges[e].right, g->edges[e].curved};
    h = hash_bytes(ends, sizeof ends, h);
  }
  for (int f = 0; f < g->face_count; f++) {
    h = hash_bytes(&g->faces[f].at, sizeof g->faces[f].at, h);
    h = hash_bytes(g->faces[f].vertices, sizeof(int) * (size_t)g->faces[f].n, h);
    h = hash_bytes(g->faces[f].edges, sizeof(int) * (size_t)g->faces[f].n, h);
  }
  return h;
}

static const char *compare_file(Verify *v, const char *elements, const Board *board) {
  Arena *arena = &v->load->arena;
  Str expected;
  const char *why;
  if (!file_read(arena, arena_printf(arena, "%s/%s", v->dir, elements), 0, &expected, &why)) return why;
  Text found = {0};
  topo_json(&found, board->topology);
  const char *difference = board_compare_lines(arena, expected, text_str(&found));
  text_free(&found);
  return difference;
}

static const char *compare_sites(Verify *v, json_t *game, const Term *terms, const Board *board) {
  const char *elements = text_of(game, "elements");
  const char *key =
      arena_printf(&v->kept, "%s %d %016llx", elements, lud_uses_layers(terms), (unsigned long long)hash_graph(board));
  if (map_get(&v->agreed, str_of(key))) return NULL;
  const char *difference = compare_file(v, elements, board);
  if (!difference) map_put(&v->agreed, str_of(key), v);
  return difference;
}

// Containers, regions and maps are part of the compiled game.
static const char *compare_equipment(Verify *v, json_t *game) {
  Load *load = v->load;
  const Game *compiled = NULL;
  if (!lud_compile(&load->arena, load->game.terms, &load->diags, &compiled)) return NULL;
  v->compiled++;
  return board_compare_equipment(&load->arena, game, compiled);
}

static const char *compare_game(Verify *v, json_t *game) {
  const char *why = NULL;
  const Term *terms = load_terms(v, game, &why);
  const Board *board = terms ? build(v, game, terms, &why) : NULL;
  if (!board) return why;
  const char *difference = compare_fields(&v->load->arena, game, board);
  if (!difference) difference = compare_sites(v, game, terms, board);
  return difference ? difference : compare_equipment(v, game);
}

static void verify_line(Verify *v, Str line) {
  json_t *game = json_loadb(line.p, line.n, 0, NULL);
  const char *difference = game ? compare_game(v, game) : "the line is not JSON";
  if (difference) printf("%s: %s\n", text_of(game, "key"), difference);
  if (difference) v->differ++;
  else v->ok++;
  json_decref(game);
  arena_reset(&v->load->arena);
  diags_init(&v->load->diags, &v->load->arena);
}

static void verify_lines(Verify *v, Str text) {
  size_t lines = 0, done = 0;
  for (size_t i = 0; i < text.n; i++) lines += text.p[i] == '\n';
  Progress progress;
  progress_begin(&progress, "boards", lines);
  while (text.n) {
    const char *end = memchr(text.p, '\n', text.n);
    Str line = {text.p, end ? (size_t)(end - text.p) : text.n};
    verify_line(v, line);
    progress_step(&progress, ++done);
    text = end ? (Str){end + 1, text.n - line.n - 1} : (Str){0};
  }
  progress_end(&progress);
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_times(Verify *v) {
  if (v->seconds.n == 0) return;
  qsort(v->seconds.at, v->seconds.n, sizeof(double), compare_doubles);
  printf("processor time: median %.2f ms, slowest %.1f ms (%s)\n", 1000 * v->seconds.at[v->seconds.n / 2],
         1000 * v->worst, v->slowest);
}

bool board_verify(Load *load, const Options *options, const char *dir) {
  Verify v = {.load = load, .wishes = load_wishes(options), .dir = dir};
  Arena arena = {0};
  Str text;
  const char *why;
  map_init(&v.agreed, &v.kept);
  bool read = file_read(&arena, arena_printf(&arena, "%s/games.jsonl", dir), 0, &text, &why);
  if (read) verify_lines(&v, text);
  else fprintf(stderr, "senet board: %s/games.jsonl: %s\n", dir, why);
  print_times(&v);
  if (read) printf("containers, regions and maps compared for %zu games, whose rules compile\n", v.compiled);
  if (read) printf("%zu ok, %zu differ\n", v.ok, v.differ);
  VEC_FREE(&v.seconds);
  arena_free(&v.kept);
  arena_free(&arena);
  return read && v.differ == 0;
}
