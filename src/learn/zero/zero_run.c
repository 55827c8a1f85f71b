// Reading and writing the folder of a run.
#include "learn/zero/zero_run.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "base/vec.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

// What went wrong with a file begins with its name.
static bool named(Arena *arena, bool good, const char *path, const char **why) {
  if (!good) *why = arena_printf(arena, "%s: %s", path, *why);
  return good;
}

static bool write_file(Arena *arena, const char *path, const Text *text, const char **why) {
  return named(arena, file_write(arena, path, text_str(text), why), path, why);
}

static bool make_folder(Arena *arena, const char *path, const char **why) {
  if (file_is_folder(path) || !mkdir(path, 0777)) return true;
  *why = arena_printf(arena, "%s: %s", path, strerror(errno));
  return false;
}

bool zero_run_make(Arena *arena, const char *folder, const char **why) {
  return make_folder(arena, folder, why) && make_folder(arena, arena_printf(arena, "%s/replay", folder), why);
}

const char *zero_run_checkpoint(Arena *arena, const ZeroRun *run, uint64_t number) {
  return arena_printf(arena, "%s/checkpoint-%" PRIu64 ".safetensors", run->folder, number);
}
const char *zero_run_optimiser(Arena *arena, const ZeroRun *run, uint64_t number) {
  return arena_printf(arena, "%s/optimiser-%" PRIu64 ".safetensors", run->folder, number);
}
const char *zero_run_model(Arena *arena, const ZeroRun *run) {
  return arena_printf(arena, "%s/model.safetensors", run->folder);
}

// ---- run.json ------------------------------------------------------------------------------------

typedef struct TextField {
  const char *name;
  size_t offset;
} TextField;
static const TextField texts[] = {
    {"game", offsetof(ZeroRun, game)},
    {"options", offsetof(ZeroRun, options)},
    {"arch", offsetof(ZeroRun, arch)},
    {"kind", offsetof(ZeroRun, kind)},
};

#define NUMBERS(X) \
  X(seed)          \
  X(generation)    \
  X(oldest) X(games) X(moves) X(samples) X(evaluations) X(steps) X(drawn) X(decided) X(checkpoint)
static const TextField numbers[] = {
#define X(field) {#field, offsetof(ZeroRun, field)},
    NUMBERS(X)
#undef X
};

#define FIELD(run, Type, row) (*(Type *)(void *)((char *)(run) + (row)->offset))

enum { GENERATIONS_MAX = 1 << 20 };  // files of samples

static bool read_fields(Arena *arena, const json_t *root, ZeroRun *run) {
  bool good = true;
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    const char *text = json_string_value(json_object_get(root, texts[i].name));
    good &= text != NULL;
    FIELD(run, const char *, &texts[i]) = text ? arena_text(arena, str_of(text)) : "";
  }
  for (size_t i = 0; i < COUNT_OF(numbers); i++) {
    const json_t *number = json_object_get(root, numbers[i].name);
    good &= json_is_integer(number) && json_integer_value(number) >= 0;
    FIELD(run, uint64_t, &numbers[i]) = (uint64_t)json_integer_value(number);
  }
  const char *print = json_string_value(json_object_get(root, "fingerprint"));
  good &= print && sscanf(print, "%" SCNx64, &run->fingerprint) == 1;
  run->seconds = json_number_value(json_object_get(root, "seconds"));
  return good && run->oldest <= run->generation + 1 && run->generation - run->oldest + 1 <= GENERATIONS_MAX;
}

bool zero_run_read(Arena *arena, const char *folder, ZeroRun *run, bool *found, const char **why) {
  const char *path = arena_printf(arena, "%s/run.json", folder);
  Str text;
  *found = file_exists(path);
  if (!*found) return true;
  if (!named(arena, file_read(arena, path, 0, &text, why), path, why)) return false;
  json_error_t error;
  json_t *root = json_loadb(text.p, text.n, 0, &error);
  *run = (ZeroRun){.folder = arena_text(arena, str_of(folder))};
  bool good = json_is_object(root) && read_fields(arena, root, run);
  if (!good) *why = arena_printf(arena, "%s does not describe a training run", path);
  json_decref(root);
  return good;
}

bool zero_run_write(Arena *arena, const ZeroRun *run, const char **why) {
  json_t *root = json_object();
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    json_object_set_new(root, texts[i].name, json_string(FIELD(run, const char *, &texts[i])));
  }
  for (size_t i = 0; i < COUNT_OF(numbers); i++) {
    json_object_set_new(root, numbers[i].name, json_integer((json_int_t)FIELD(run, const uint64_t, &numbers[i])));
  }
  char print[17];
  snprintf(print, sizeof print, "%016" PRIx64, run->fingerprint);
  json_object_set_new(root, "fingerprint", json_string(print));
  json_object_set_new(root, "seconds", json_real(run->seconds));
  Text text = {0};
  json_text(&text, root);
  text_char(&text, '\n');
  bool good = write_file(arena, arena_printf(arena, "%s/run.json", run->folder), &text, why);
  text_free(&text);
  json_decref(root);
  return good;
}

// ---- curve.csv -----------------------------------------------------------------------------------

const CurveColumn zero_curve_columns[] = {
    {"seconds", false},         {"games", true},
    {"samples", false},         {"steps", false},
    {"games_per_second", true}, {"evaluations_per_second", false},
    {"policy_loss", true},      {"value_loss", true},
    {"length", true},           {"drawn", true},
    {"rating", true},           {0},
};

void zero_curve_add(Curve *curve, const ZeroCurveRow *row) {
  CurveRow values = {{row->seconds, (double)row->games, (double)row->samples, (double)row->steps, row->games_per_second,
                      row->evaluations_per_second, row->policy_loss, row->value_loss, row->length, row->drawn,
                      row->rating < 0 ? NAN : row->rating}};
  VEC_PUSH(&curve->rows, values);
}

bool zero_curve_read(Arena *arena, const char *folder, Curve *curve, const char **why) {
  const char *path = arena_printf(arena, "%s/curve.csv", folder);
  Str text;
  if (!file_exists(path)) return true;
  if (!named(arena, file_read(arena, path, 0, &text, why), path, why)) return false;
  if (!curve_read(curve, text, SIZE_MAX)) VEC_CLEAR(&curve->rows);
  return true;
}

bool zero_curve_write(Arena *arena, const char *folder, const char *title, const Curve *curve, const char **why) {
  Text text = {0};
  curve_csv(&text, curve);
  bool good = write_file(arena, arena_printf(arena, "%s/curve.csv", folder), &text, why);
  text_clear(&text);
  curve_svg(&text, curve, title);
  good = good && write_file(arena, arena_printf(arena, "%s/curve.svg", folder), &text, why);
  text_free(&text);
  return good;
}
