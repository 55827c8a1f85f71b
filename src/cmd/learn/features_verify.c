// A file of recorded features begins with a header: the game, its neighbour lists, rotations, distances and feature
// texts. A line per position follows, with the moves that lead there and, for every legal move, the features that are
// active. A file of boards has a line per board with the neighbour lists of its cells and vertices.
#include "cmd/learn/features_verify.h"

#include "base/file.h"
#include "base/number.h"
#include "cmd/describe/board_compare.h"
#include "cmd/frame/terminal.h"
#include "feature/evaluate/evaluator.h"
#include "feature/neighbours.h"
#include "lud/lower/board_bridge.h"
#include "lud/lower/lower.h"
#include "play/record/replay_match.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

typedef struct Verify {
  Load *load;
  const Options *options;
  Arena arena;  // of the file
  const char *file;
  size_t ok, differ;
  size_t states, moves, boards;
  const EvaluatorRow *row;
} Verify;

// The file under way.
typedef struct Recording {
  Verify *v;
  const Game *game;
  FeatureEval *eval;
  FeatureSet *set;
  Position *x;
  Legal legal;
  size_t played;
  int *ours;
  Word *answer;
  const char *difference;
} Recording;

static const char *text_of(const json_t *line, const char *key) {
  const char *text = json_string_value(json_object_get(line, key));
  return text ? text : "";
}

// Item i of a list of texts; empty where it is something else.
static const char *text_at(const json_t *list, size_t i) {
  const char *text = trace_text(list, i);
  return text ? text : "";
}

// ---- games --------------------------------------------------------------------------------------

// Names as they are in keys: every character that is no letter, digit, hyphen or full stop is an underscore.
static bool key_is(const char *key, const char *name) {
  for (; *key && *name; key++, name++) {
    char c = isalnum((unsigned char)*name) || *name == '-' || *name == '.' ? *name : '_';
    if (c != *key) return false;
    while (*name & 0x80 && (name[1] & 0xc0) == 0x80) name++;
  }
  return !*key && !*name;
}

static const LibraryGame *find_game(const Library *library, const char *path, const char *key) {
  for (size_t i = 0; i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (str_ends(str_of(game->path), ".rbg")) continue;
    if (*path ? str_ends(str_of(game->path), path) : key_is(key, game->name)) return game;
  }
  return NULL;
}

static bool load_terms(Verify *v, const json_t *line) {
  Load *load = v->load;
  const LibraryGame *entry = find_game(&load->library, text_of(line, "path"), text_of(line, "key"));
  if (!entry) return false;
  const json_t *given = json_object_get(line, "options");
  const char *options[32];
  OptionWishes wishes = {.options = options};
  for (; wishes.n < json_array_size(given) && wishes.n < COUNT_OF(options); wishes.n++) {
    options[wishes.n] = text_at(given, wishes.n);
  }
  LudInput input = {.root = (int)entry->root};
  input.source = library_read(&load->library, entry, &load->arena, &load->diags);
  return input.source && lud_load_input(&load->library, &load->arena, &input, &wishes, &load->diags, &load->game);
}

static void forget_game(Verify *v) {
  arena_reset(&v->load->arena);
  diags_init(&v->load->diags, &v->load->arena);
}

// ---- lists --------------------------------------------------------------------------------------

static bool same_list(SiteList ours, const json_t *recorded) {
  if ((size_t)ours.n != json_array_size(recorded)) return false;
  for (int i = 0; i < ours.n; i++) {
    if (json_integer_value(json_array_get(recorded, (size_t)i)) != ours.at[i]) return false;
  }
  return true;
}

static const char *list_text(Arena *arena, SiteList list) {
  const char *text = "[";
  for (int i = 0; i < list.n; i++) text = arena_printf(arena, "%s%s%d", text, i ? "," : "", list.at[i]);
  return arena_printf(arena, "%s]", text);
}

static const char *compare_lists(Verify *v, const SiteLists *ours, const json_t *recorded, const char *what) {
  if ((size_t)ours->n != json_array_size(recorded)) {
    return arena_printf(&v->arena, "%s: %d sites, recorded %zu", what, ours->n, json_array_size(recorded));
  }
  for (int i = 0; i < ours->n; i++) {
    if (same_list(lists_get(ours, i), json_array_get(recorded, (size_t)i))) continue;
    Str theirs = board_dump(&v->arena, json_array_get(recorded, (size_t)i));
    return arena_printf(&v->arena, "neighbour list of %s %d: %s, recorded %.*s", what, i,
                        list_text(&v->arena, lists_get(ours, i)), (int)theirs.n, theirs.p);
  }
  return NULL;
}

static const char *compare_board(Verify *v, const json_t *line) {
  if (!load_terms(v, line)) return "the game cannot be read";
  const Board *board = lud_board(&v->load->arena, v->load->game.terms.root, &v->load->diags);
  if (!board) return "the board cannot be built";
  for (int t = SITE_CELL; t <= SITE_VERTEX; t++) {
    const char *name = site_type_name((SiteType)t);
    SiteLists ours = neighbour_lists(&v->load->arena, board->topology, (SiteType)t);
    const char *difference = compare_lists(v, &ours, json_object_get(line, name), name);
    if (difference) return difference;
  }
  return NULL;
}

static void verify_board(Verify *v, const json_t *line) {
  const char *difference = compare_board(v, line);
  if (difference) printf("%s: %s: %s\n", v->file, text_of(line, "key"), difference);
  v->boards++;
  v->differ += difference != NULL;
  v->ok += difference == NULL;
  forget_game(v);
}

// ---- the header ---------------------------------------------------------------------------------

static const char *compare_rotations(Recording *r, const json_t *header) {
  const FeatureSpace *s = r->eval->space;
  const json_t *rotations = json_object_get(header, "rotations"), *lengths = json_object_get(header, "connectivities");
  bool same =
      json_array_size(rotations) == (size_t)s->rotations.n && json_array_size(lengths) == (size_t)s->n_connectivities;
  for (int i = 0; same && i < s->rotations.n; i++) {
    double recorded = json_number_value(json_array_get(rotations, (size_t)i));
    same = fabs(recorded - (double)s->rotations.at[i]) < 1e-6;
  }
  for (int i = 0; same && i < s->n_connectivities; i++) {
    same = json_integer_value(json_array_get(lengths, (size_t)i)) == s->connectivities[i];
  }
  return same ? NULL : "rotations";
}

static bool same_distances(const int32_t *ours, const json_t *recorded, int n) {
  if (!ours || json_is_null(recorded)) return !ours && json_is_null(recorded);
  for (int i = 0; i < n; i++) {
    if (json_integer_value(json_array_get(recorded, (size_t)i)) != ours[i]) return false;
  }
  return json_array_size(recorded) == (size_t)n;
}

static const char *compare_distances(Recording *r, const json_t *header) {
  const json_t *recorded = json_object_get(header, "regionDistances");
  const FeatureSpace *s = r->eval->space;
  for (int region = 0; region < s->n_regions; region++) {
    const json_t *list = json_is_null(recorded) ? recorded : json_array_get(recorded, (size_t)region);
    if (list && same_distances(s->distances[region], list, s->n)) continue;
    return arena_printf(&r->v->arena, "distances to region %d", region);
  }
  return NULL;
}

static const char *compare_texts(Recording *r, const json_t *header) {
  const json_t *recorded = json_object_get(header, "features");
  int turning, straight;
  if (!atomic_name(text_of(header, "set"), &turning, &straight)) return NULL;  // ours are the recorded ones
  FeatureSet *atomic;
  const char *difference = NULL;
  if (!set_atomic(&atomic, r->eval->space, turning, straight)) return "a set of too many features";
  size_t n = (size_t)atomic->n;
  for (size_t i = 0; i < MIN(n, json_array_size(recorded)) && !difference; i++) {
    if (!strcmp(trace_text(recorded, i), atomic->texts[i])) continue;
    difference =
        arena_printf(&r->v->arena, "feature %zu: %s, recorded %s", i, atomic->texts[i], trace_text(recorded, i));
  }
  if (!difference && n != json_array_size(recorded)) {
    difference = arena_printf(&r->v->arena, "%zu features, recorded %zu", n, json_array_size(recorded));
  }
  set_close(atomic);
  return difference;
}

// Reads the recorded features and prints them again: both ways must agree.
static const char *read_features(Recording *r, const json_t *header, const FeatureSpace *space) {
  const json_t *recorded = json_object_get(header, "features");
  size_t n = json_array_size(recorded);
  Feature *features = ARENA_ARRAY(&r->v->arena, Feature, n + 1);
  for (size_t i = 0; i < n; i++) {
    FeatureError error;
    const char *text = text_at(recorded, i);
    if (!feature_read(&r->v->arena, str_of(text), &features[i], &error)) {
      return arena_printf(&r->v->arena, "feature %zu cannot be read: %s: %s", i, text, error.message);
    }
  }
  set_of_features(&r->set, space, features, (int)n);
  for (size_t i = 0; i < n; i++) {
    if (strcmp(r->set->texts[i], trace_text(recorded, i)) != 0) {
      return arena_printf(&r->v->arena, "%s is printed as %s", trace_text(recorded, i), r->set->texts[i]);
    }
  }
  return NULL;
}

static const char *compare_aspatial_names(Recording *r, const json_t *header) {
  const json_t *recorded = json_object_get(header, "aspatial");
  size_t n = r->eval->space->swaps ? ASPATIALS : ASPATIALS - 1;
  bool same = json_array_size(recorded) == n;
  for (size_t i = 0; same && i < n; i++) same = !strcmp(text_at(recorded, i), aspatial_names[i]);
  return same ? NULL : "aspatial features";
}

static const char *open_recording(Recording *r, const json_t *header) {
  Verify *v = r->v;
  if (!load_terms(v, header) || !lud_compile(&v->load->arena, v->load->game.terms, &v->load->diags, &r->game)) {
    return "the game cannot be read";
  }
  FeatureSpace *space;
  space_open(&space, r->game, feature_rules_recorded());
  const char *difference = read_features(r, header, space);
  space_close(space);
  if (difference) return difference;
  eval_open(&r->eval, r->game, feature_rules_recorded(), r->set, v->row);
  r->ours = ARENA_ARRAY(&v->arena, int, r->set->n + 1);
  r->answer = ARENA_ARRAY(&v->arena, Word, r->eval->words);
  r->x = position_new(r->game, 0, 0);
  r->legal.level = REPLAY_FULL;
  r->x->script = &r->legal.script;
  position_start(r->x);
  if (r->eval->space->uses_from != json_is_true(json_object_get(header, "usesFrom"))) return "usesFrom";
  difference = compare_lists(v, &r->eval->space->lists, json_object_get(header, "orthos"), "site");
  if (!difference) difference = compare_rotations(r, header);
  if (!difference) difference = compare_distances(r, header);
  if (!difference) difference = compare_aspatial_names(r, header);
  return difference ? difference : compare_texts(r, header);
}

static void close_recording(Recording *r) {
  if (r->x) r->x->script = NULL;
  if (r->x) position_free(r->x);
  legal_free(&r->legal);
  eval_close(r->eval);
  set_close(r->set);
}

// ---- states -------------------------------------------------------------------------------------

static const char *play_to(Recording *r, const json_t *line) {
  const json_t *moves = json_object_get(line, "moves");
  for (; r->played < json_array_size(moves); r->played++) {
    const char *text = text_at(moves, r->played);
    json_t *legal = json_pack("[s]", text);
    TracePly ply = {.detail = TRACE_CONSEQUENCES, .n = 1, .legal = legal};
    legal_make(&r->legal, r->x, &ply);
    int found = legal_find(&r->legal, r->x, str_of(text), true);
    if (found >= 0) {
      Move move = *move_at(r->x, r->legal.list, (uint32_t)found);
      r->legal.script.drawn = 0;
      position_apply(r->x, &move);
    }
    position_forget(r->x, r->legal.list);
    json_decref(legal);
    if (found < 0) return arena_printf(&r->v->arena, "move %zu is not among ours: %s", r->played, text);
    if (r->x->fault) return r->x->fault;
  }
  return NULL;
}

static json_t *texts_of_moves(const json_t *legal) {
  json_t *texts = json_array();
  for (size_t i = 0; i < json_array_size(legal); i++) {
    json_array_append_new(texts, json_string(text_of(json_array_get(legal, i), "move")));
  }
  return texts;
}

static bool same_numbers(const int *ours, int n, const json_t *recorded) {
  if ((size_t)n != json_array_size(recorded)) return false;
  for (int i = 0; i < n; i++) {
    if (json_integer_value(json_array_get(recorded, (size_t)i)) != ours[i]) return false;
  }
  return true;
}

// The first feature only one of both has.
static const char *first_difference(Recording *r, int n, const json_t *recorded) {
  int all = r->set->n;
  for (size_t i = 0; i < (size_t)n || i < json_array_size(recorded); i++) {
    int ours = i < (size_t)n ? r->ours[i] : all;
    json_int_t theirs = i < json_array_size(recorded) ? json_integer_value(json_array_get(recorded, i)) : all;
    if (!number_within(theirs, 0, all)) return arena_printf(&r->v->arena, "recorded: number %lld", (long long)theirs);
    if (ours < theirs) return arena_printf(&r->v->arena, "only ours: %s", r->set->texts[ours]);
    if (theirs < ours) return arena_printf(&r->v->arena, "only recorded: %s", r->set->texts[theirs]);
  }
  return "the same";
}

static bool same_aspatial(const Recording *r, const Move *move, const json_t *recorded) {
  uint32_t active = aspatial_active(r->x, move), theirs = 0;
  for (size_t i = 0; i < json_array_size(recorded); i++) {
    for (int k = 0; k < ASPATIALS; k++) theirs |= (uint32_t)!strcmp(text_at(recorded, i), aspatial_names[k]) << k;
  }
  return active == theirs;
}

static const char *compare_move(Recording *r, const json_t *recorded) {
  const char *text = text_of(recorded, "move");
  int index = multiset_find(&r->legal.ours, str_of(text));
  if (index < 0) return arena_printf(&r->v->arena, "not among our moves: %s", text);
  const Move *move = move_at(r->x, r->legal.list, (uint32_t)index);
  FeatureMove places = feature_move(r->eval->space, r->x, move);
  eval_move(r->eval, &places, r->answer);
  int n = eval_list(r->eval, r->answer, r->ours);
  const json_t *active = json_object_get(recorded, "active");
  if (!same_numbers(r->ours, n, active)) {
    return arena_printf(&r->v->arena, "%s: %d active features, recorded %zu; %s", text, n, json_array_size(active),
                        first_difference(r, n, active));
  }
  if (same_aspatial(r, move, json_object_get(recorded, "aspatial"))) return NULL;
  return arena_printf(&r->v->arena, "%s: aspatial features", text);
}

static const char *compare_state(Recording *r, const json_t *line) {
  const char *difference = play_to(r, line);
  if (difference) return difference;
  const json_t *legal = json_object_get(line, "legal");
  json_t *texts = texts_of_moves(legal);
  TracePly ply = {.detail = TRACE_CONSEQUENCES, .n = json_array_size(legal), .legal = texts};
  legal_make(&r->legal, r->x, &ply);
  eval_begin(r->eval, r->x);
  if (r->legal.list.n != ply.n) difference = "the number of legal moves";
  for (size_t i = 0; i < ply.n && !difference; i++) {
    difference = compare_move(r, json_array_get(legal, i));
    r->v->moves++;
  }
  position_forget(r->x, r->legal.list);
  json_decref(texts);
  r->v->states++;
  if (!difference) return NULL;
  return arena_printf(&r->v->arena, "ply %d: %s", (int)json_integer_value(json_object_get(line, "ply")), difference);
}

// ---- files --------------------------------------------------------------------------------------

static void verify_recording(Verify *v, Trace *trace, const json_t *header) {
  Recording r = {.v = v};
  const char *why = NULL;
  const json_t *line;
  r.difference = open_recording(&r, header);
  while (!r.difference && (line = trace_next(trace, &v->arena, &why))) r.difference = compare_state(&r, line);
  if (!r.difference) r.difference = why;
  if (r.difference) printf("%s: %s\n", v->file, r.difference);
  v->differ += r.difference != NULL;
  v->ok += r.difference == NULL;
  close_recording(&r);
  forget_game(v);
}

static void verify_file(Verify *v, const char *path) {
  Str text;
  const char *why = NULL;
  Trace trace = {0};
  v->file = file_base_name(path);
  if (!file_read(&v->arena, path, 0, &text, &why)) {
    printf("%s: %s\n", path, why);
    v->differ++;
    return;
  }
  trace.rest = text;
  const json_t *line = trace_next(&trace, &v->arena, &why);
  if (line && json_object_get(line, "elements")) {
    for (; line; line = trace_next(&trace, &v->arena, &why)) verify_board(v, line);
  } else if (line) {
    json_t *header = json_deep_copy(line);
    verify_recording(v, &trace, header);
    json_decref(header);
  }
  if (why || (!line && trace.line == 0)) {
    printf("%s: %s\n", path, why ? why : "the file is empty");
    v->differ++;
  }
  trace_close(&trace);
  arena_reset(&v->arena);
}

bool features_verify(Load *load, const Options *options) {
  Verify v = {.load = load, .options = options, .row = &evaluator_naive};
  const char *name = options_value(options, "--evaluator");
  if (name) v.row = evaluator_find(name);
  Progress progress;
  progress_begin(&progress, "verifying", (size_t)options->n);
  for (int i = 0; i < options->n; i++) {
    verify_file(&v, options->arguments[i]);
    progress_step(&progress, (size_t)i + 1);
  }
  progress_end(&progress);
  printf("%zu boards; %zu positions with %zu moves\n", v.boards, v.states, v.moves);
  printf("%zu ok, %zu differ\n", v.ok, v.differ);
  arena_free(&v.arena);
  return v.differ == 0;
}
