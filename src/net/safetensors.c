// The safetensors format, read with every number checked.
#include "net/safetensors.h"

#include "base/file.h"
#include "base/json.h"

#include <jansson.h>

enum { LENGTH = 8, HEADER_MAX = 16 << 20 };

// ---- reading -------------------------------------------------------------------------------------

typedef struct Reader {
  Arena *arena;
  Str data;     // after the header
  size_t read;  // bytes of all tensors so far
  SafeTensor *tensors;
  SafeFile *out;
  const char **why;
} Reader;

static bool fail(Reader *r, const char *name, const char *what) {
  *r->why = name ? arena_printf(r->arena, "it is damaged: tensor '%.80s' %s", name, what)
                 : arena_printf(r->arena, "it is not a safetensors file: %s", what);
  return false;
}

static size_t type_size(const char *type) {
  static const struct {
    const char *name;
    size_t size;
  } sizes[] = {{"F32", 4}, {"F64", 8}, {"F16", 2}, {"BF16", 2}, {"I64", 8}, {"I32", 4},
               {"I16", 2}, {"I8", 1},  {"U8", 1},  {"U16", 2},  {"U32", 4}, {"BOOL", 1}};
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    if (!strcmp(sizes[i].name, type)) return sizes[i].size;
  }
  return 0;
}

// The shape and how many numbers it has; false for one that cannot be.
static bool read_shape(const json_t *shape, SafeTensor *t, uint64_t *count) {
  if (!json_is_array(shape) || json_array_size(shape) > SAFE_DIMENSIONS_MAX) return false;
  *count = 1;
  t->n_dims = (int)json_array_size(shape);
  for (int i = 0; i < t->n_dims; i++) {
    json_int_t n = json_integer_value(json_array_get(shape, (size_t)i));
    if (!json_is_integer(json_array_get(shape, (size_t)i)) || n < 0 || n > INT32_MAX) return false;
    t->dims[i] = (uint64_t)n;
    *count *= (uint64_t)n;
    if (*count > FILE_SIZE_MAX) return false;
  }
  return true;
}

static bool read_tensor(Reader *r, const char *name, const json_t *entry, SafeTensor *t) {
  const json_t *offsets = json_object_get(entry, "data_offsets");
  const char *type = json_string_value(json_object_get(entry, "dtype"));
  uint64_t count;
  if (!type || !type_size(type)) return fail(r, name, "has an unknown type");
  if (!read_shape(json_object_get(entry, "shape"), t, &count)) return fail(r, name, "has an impossible shape");
  json_int_t from = json_integer_value(json_array_get(offsets, 0)), to = json_integer_value(json_array_get(offsets, 1));
  if (json_array_size(offsets) != 2 || from < 0 || to < from || (uint64_t)to > r->data.n) {
    return fail(r, name, "lies outside of the file");
  }
  if ((uint64_t)(to - from) != count * type_size(type)) return fail(r, name, "has another size than its shape");
  t->name = arena_text(r->arena, str_of(name));
  t->type = arena_text(r->arena, str_of(type));
  t->size = (size_t)(to - from);
  r->read += t->size;
  if (r->read > r->data.n) return fail(r, name, "lies where another one is");
  t->data = arena_copy(r->arena, r->data.p + from, t->size);
  return true;
}

static bool read_texts(Reader *r, const json_t *texts) {
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)texts, name, value) {
    if (!json_is_string(value)) return fail(r, NULL, "its metadata is not text");
    char *key = arena_text(r->arena, str_of(name));
    map_put(&r->out->texts, str_of(key), arena_text(r->arena, str_of(json_string_value(value))));
  }
  return true;
}

static bool read_header(Reader *r, const json_t *header) {
  if (!json_is_object(header)) return fail(r, NULL, "its header is not an object");
  r->tensors = ARENA_ARRAY(r->arena, SafeTensor, json_object_size(header) + 1);
  r->out->tensors = r->tensors;
  const char *name;
  json_t *entry;
  json_object_foreach((json_t *)header, name, entry) {
    bool good =
        !strcmp(name, "__metadata__") ? read_texts(r, entry) : read_tensor(r, name, entry, &r->tensors[r->out->n++]);
    if (!good) return false;
  }
  return true;
}

bool safetensors_read(Arena *arena, const char *path, SafeFile *out, const char **why) {
  Str text;
  *out = (SafeFile){0};
  map_init(&out->texts, arena);
  if (!file_read(arena, path, 0, &text, why)) return false;
  Reader r = {.arena = arena, .out = out, .why = why};
  uint64_t length = 0;
  if (text.n < LENGTH) return fail(&r, NULL, "it is too short");
  for (int i = LENGTH; i-- > 0;) length = length << 8 | (unsigned char)text.p[i];
  if (length > HEADER_MAX || length > text.n - LENGTH) return fail(&r, NULL, "its header is longer than the file");
  r.data = (Str){text.p + LENGTH + length, text.n - LENGTH - (size_t)length};
  json_t *header = json_loadb(text.p + LENGTH, (size_t)length, JSON_REJECT_DUPLICATES, NULL);
  bool good = header ? read_header(&r, header) : fail(&r, NULL, "its header is not JSON");
  json_decref(header);
  return good;
}

const SafeTensor *safetensors_find(const SafeFile *file, const char *name) {
  for (int i = 0; i < file->n; i++) {
    if (!strcmp(file->tensors[i].name, name)) return &file->tensors[i];
  }
  return NULL;
}

const char *safetensors_text(const SafeFile *file, const char *name) { return map_get(&file->texts, str_of(name)); }

// ---- writing -------------------------------------------------------------------------------------

static json_t *describe(const SafeTensor *t, size_t from) {
  json_t *shape = json_array();
  for (int i = 0; i < t->n_dims; i++) json_array_append_new(shape, json_integer((json_int_t)t->dims[i]));
  return json_pack("{ss so s[II]}", "dtype", t->type, "shape", shape, "data_offsets", (json_int_t)from,
                   (json_int_t)(from + t->size));
}

static json_t *make_header(const SafeText *texts, int n_texts, const SafeTensor *tensors, int n) {
  json_t *header = json_object(), *metadata = json_object();
  for (int i = 0; i < n_texts; i++) json_object_set_new(metadata, texts[i].name, json_string(texts[i].text));
  json_object_set_new(header, "__metadata__", metadata);
  size_t at = 0;
  for (int i = 0; i < n; i++) {
    json_object_set_new(header, tensors[i].name, describe(&tensors[i], at));
    at += tensors[i].size;
  }
  return header;
}

bool safetensors_write(Arena *arena, const char *path, const SafeText *texts, int n_texts, const SafeTensor *tensors,
                       int n, const char **why) {
  json_t *header = make_header(texts, n_texts, tensors, n);
  Text json = {0}, out = {0};
  json_text(&json, header);
  json_decref(header);
  size_t length = (json.n + 7) / 8 * 8;  // numbers begin at a multiple of 8
  for (int i = 0; i < LENGTH; i++) text_char(&out, (char)(length >> (8 * i)));
  text_add(&out, text_str(&json));
  text_repeat(&out, ' ', length - json.n);
  for (int i = 0; i < n; i++) text_add(&out, (Str){tensors[i].data, tensors[i].size});
  bool good = file_write(arena, path, text_str(&out), why);
  text_free(&json);
  text_free(&out);
  return good;
}
