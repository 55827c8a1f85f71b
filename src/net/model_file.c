// Models as safetensors files. Beside the weights a file has what another program needs to run the network: the list of
// its operations and the tables of the encoding (which token is next to which, what is always true of them).
#include "net/model_file.h"
#include "base/json.h"
#include "base/number.h"
#include "net/arch.h"
#include "net/layer/half.h"
#include "net/safetensors.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

static const char format_name[] = "senet-network-1", trainer_name[] = "senet-trainer-1";

// ---- the list of operations ----------------------------------------------------------------------

static json_t *param_names(const NetModel *model, const NetOp *op) {
  json_t *list = json_array();
  for (size_t i = 0; i < COUNT_OF(op->params) && op->params[i] >= 0; i++) {
    json_array_append_new(list, json_string(model->params.at[op->params[i]].name));
  }
  return list;
}

static json_t *op_json(const NetModel *model, const NetOp *op) {
  return json_pack("{ss si si si si si si sb so}", "layer", op->layer->name, "in", op->in, "out", op->out, "residual",
                   op->residual, "per_sample", op->per_sample, "slots", op->slots, "heads", op->heads, "relu", op->relu,
                   "params", param_names(model, op));
}

static json_t *values_json(const NetModel *model) {
  json_t *list = json_array();
  for (size_t i = 0; i < model->values.n; i++) {
    json_array_append_new(list, json_pack("[ii]", model->values.at[i].level, model->values.at[i].width));
  }
  return list;
}

static const char *dump(Arena *arena, json_t *object) {
  Text text = {0};
  json_text(&text, object);
  const char *copy = arena_text(arena, text_str(&text));
  text_free(&text);
  json_decref(object);
  return copy;
}

static const char *program_text(Arena *arena, const NetModel *model) {
  json_t *ops = json_array();
  for (size_t i = 0; i < model->ops.n; i++) json_array_append_new(ops, op_json(model, &model->ops.at[i]));
  return dump(arena,
              json_pack("{so so si}", "values", values_json(model), "ops", ops, "win_draw_loss", model->win_draw_loss));
}

static const char *encoding_text(Arena *arena, const NetEncoding *e) {
  return dump(arena,
              json_pack("{si si si si si si si si si si si}", "players", e->players, "tokens", e->tokens, "directions",
                        e->directions, "levels", e->levels, "facts", e->facts, "numbers", e->numbers, "static_numbers",
                        e->n_static_numbers, "global_facts", e->global_facts, "global_numbers", e->global_numbers,
                        "move_facts", e->move_facts, "move_channels", e->move_channels));
}

// ---- writing -------------------------------------------------------------------------------------

typedef struct Writer {
  Arena *arena;
  VEC(SafeTensor) tensors;
} Writer;

static void put_tensor(Writer *w, const char *name, const char *type, const void *data, int rows, int columns) {
  SafeTensor t = {.name = name, .type = type, .n_dims = columns ? 2 : 1, .dims = {(uint64_t)rows, (uint64_t)columns}};
  t.data = data;
  t.size = (size_t)rows * (size_t)MAX(columns, 1) * 4;
  VEC_PUSH(&w->tensors, t);
}

static const float *as_floats(Arena *arena, const Real *from, size_t n) {
  float *to = arena_alloc(arena, n * sizeof *to);
  for (size_t i = 0; i < n; i++) to[i] = (float)from[i];
  return to;
}

static const int32_t *widened(Arena *arena, const uint16_t *from, size_t n) {
  int32_t *to = arena_alloc(arena, (n + 1) * sizeof *to);
  for (size_t i = 0; i < n; i++) to[i] = from[i];
  return to;
}

static void put_view(Writer *w, const NetEncoding *e, int p) {
  const NetView *view = &e->views[p];
  int facts = (int)view->fact_start[e->tokens];
  put_tensor(w, arena_printf(w->arena, "table.view%d.neighbours", p), "I32", view->neighbours, e->tokens,
             e->directions);
  put_tensor(w, arena_printf(w->arena, "table.view%d.places", p), "I32", view->places, e->tokens, NET_PLACES);
  put_tensor(w, arena_printf(w->arena, "table.view%d.fact_start", p), "I32", view->fact_start, e->tokens + 1, 0);
  put_tensor(w, arena_printf(w->arena, "table.view%d.facts", p), "I32", widened(w->arena, view->facts, (size_t)facts),
             facts, 0);
  if (e->n_static_numbers) {
    put_tensor(w, arena_printf(w->arena, "table.view%d.numbers", p), "F32", view->numbers, e->tokens,
               e->n_static_numbers);
  }
}

static void put_level(Writer *w, const NetEncoding *e, int l) {
  const NetLevel *level = &e->level[l];
  int below = l ? e->level[l - 1].cells : e->tokens;
  put_tensor(w, arena_printf(w->arena, "table.level%d.cell_of", l + 1), "I32", level->cell_of, below, 0);
  put_tensor(w, arena_printf(w->arena, "table.level%d.neighbours", l + 1), "I32", level->neighbours,
             e->players * level->cells, 9);
}

static bool finish(Writer *w, const char *file, const SafeText *texts, int n_texts, const char **why) {
  bool good = safetensors_write(w->arena, file, texts, n_texts, w->tensors.at, (int)w->tensors.n, why);
  VEC_FREE(&w->tensors);
  return good;
}

static const char *number_text(Arena *arena, uint64_t n) { return arena_printf(arena, "%llu", (unsigned long long)n); }

bool net_model_write(Arena *arena, const NetModel *model, const char *file, const char **why) {
  ArenaMark mark = arena_mark(arena);
  const NetEncoding *e = model->e;
  Writer w = {.arena = arena};
  for (size_t i = 0; i < model->params.n; i++) {
    const NetParam *p = &model->params.at[i];
    put_tensor(&w, p->name, "F32", as_floats(arena, model->weights + p->at, p->n), p->rows, p->columns);
  }
  for (int p = 1; p <= e->players; p++) put_view(&w, e, p);
  for (int l = 0; l < e->levels; l++) put_level(&w, e, l);
  const SafeText texts[] = {
      {"format", format_name},
      {"arch", model->arch},
      {"game", e->game->name},
      {"options", model->options},
      {"fingerprint", arena_printf(arena, "%016llx", (unsigned long long)e->fingerprint)},
      {"steps", number_text(arena, model->steps)},
      {"trained", model->trained ? model->trained : ""},
      {"encoding", encoding_text(arena, e)},
      {"program", program_text(arena, model)},
  };
  bool good = finish(&w, file, texts, COUNT_OF(texts), why);
  if (good) arena_rewind(arena, mark);
  return good;
}

// ---- reading -------------------------------------------------------------------------------------

static bool read_fingerprint(const char *text, uint64_t *out) {
  char *end = NULL;
  if (!text || strlen(text) != 16) return false;
  *out = strtoull(text, &end, 16);
  return *end == 0;
}

static bool is_weight(const SafeTensor *t) { return strncmp(t->name, "table.", 6) != 0; }

static bool read_about(Arena *arena, const SafeFile *file, NetFile *out, const char **why) {
  const char *format = safetensors_text(file, "format"), *steps = safetensors_text(file, "steps");
  int64_t n = 0;
  *out = (NetFile){.arch = safetensors_text(file, "arch"),
                   .game = safetensors_text(file, "game"),
                   .options = safetensors_text(file, "options"),
                   .trained = safetensors_text(file, "trained")};
  if (!out->trained) out->trained = "";
  if (!format || strcmp(format, format_name)) {
    *why = "it is a safetensors file, but not of a Senet network";
    return false;
  }
  if (!out->arch || !out->game || !out->options ||
      !read_fingerprint(safetensors_text(file, "fingerprint"), &out->fingerprint)) {
    *why = "it is damaged: what it says about itself is incomplete";
    return false;
  }
  if (!net_arch_kind(arena, out->arch, &out->kind, why)) return false;
  if (steps && str_integer(str_of(steps), 0, INT64_MAX, &n)) out->steps = (uint64_t)n;
  for (int i = 0; i < file->n; i++) {
    if (!is_weight(&file->tensors[i])) continue;
    out->n_tensors++;
    out->parameters += safetensor_count(&file->tensors[i]);
  }
  return true;
}

bool net_file_read(Arena *arena, const char *path, NetFile *out, const char **why) {
  SafeFile file;
  return safetensors_read(arena, path, &file, why) && read_about(arena, &file, out, why);
}

static bool has_shape(const SafeTensor *t, const NetParam *p) {
  return t->dims[0] == (uint64_t)p->rows && t->n_dims == (p->columns ? 2 : 1) &&
         (!p->columns || t->dims[1] == (uint64_t)p->columns);
}

static bool is_half(const SafeTensor *t) { return !strcmp(t->type, "F16"); }

// C and PyTorch write F32; a network that is to be small has F16. NULL with a reason when it is not there.
static const SafeTensor *find_param(Arena *arena, const SafeFile *file, const NetParam *p, const char **why) {
  const SafeTensor *t = safetensors_find(file, p->name);
  if (!t) {
    *why = arena_printf(arena, "it has no tensor '%s'", p->name);
    return NULL;
  }
  if (has_shape(t, p) && (is_half(t) || !strcmp(t->type, "F32"))) return t;
  *why = arena_printf(arena, "tensor '%s' has another shape or type than %d x %d F32 or F16", p->name, p->rows,
                      MAX(p->columns, 1));
  return NULL;
}

static bool read_param(Arena *arena, const SafeFile *file, const NetParam *p, Real *out, const char **why) {
  const SafeTensor *t = find_param(arena, file, p, why);
  if (!t) return false;
  bool half = is_half(t);
  for (size_t i = 0; i < p->n; i++) {
    float number = half ? half_value(((const uint16_t *)t->data)[i]) : ((const float *)t->data)[i];
    if (!(number > -1e30f && number < 1e30f)) {
      *why = arena_printf(arena, "tensor '%s' has a weight that is not a number", p->name);
      return false;
    }
    out[p->at + i] = (Real)number;
  }
  return true;
}

// What the network needs must be in the file before there is memory for it.
static bool has_params(void *self, const NetParam *params, size_t n, Arena *arena, const char **why) {
  const SafeFile *file = self;
  for (size_t i = 0; i < n; i++) {
    if (!find_param(arena, file, &params[i], why)) return false;
  }
  return true;
}

static bool read_params(Arena *arena, const SafeFile *file, NetModel *model, const char **why) {
  for (size_t i = 0; i < model->params.n; i++) {
    if (!read_param(arena, file, &model->params.at[i], model->weights, why)) return false;
  }
  return true;
}

bool net_model_read(Arena *arena, const char *path, const NetEncoding *e, NetModel **model, const char **why) {
  SafeFile file;
  NetFile about;
  if (!safetensors_read(arena, path, &file, why) || !read_about(arena, &file, &about, why)) return false;
  if (about.fingerprint != e->fingerprint) {
    *why = arena_printf(arena, "it was made for another game or other options (%s%s%s)", about.game,
                        *about.options ? ", " : "", about.options);
    return false;
  }
  if (!net_model_make(arena, e, about.arch, has_params, &file, model, why)) return false;
  (*model)->steps = about.steps;
  net_model_set_options(*model, about.options);
  net_model_set_trained(*model, about.trained);
  if (read_params(arena, &file, *model, why)) return true;
  net_model_free(*model);
  *model = NULL;
  return false;
}

// ---- small files ---------------------------------------------------------------------------------

// False when a weight is too large for 16 bits: the copy could not be read.
static bool halve(Arena *arena, SafeTensor *t, const char **why) {
  size_t n = (size_t)safetensor_count(t);
  const float *from = t->data;
  uint16_t *to = arena_alloc(arena, n * sizeof *to + 1);
  for (size_t i = 0; i < n; i++) {
    to[i] = half_of(from[i]);
    if (isfinite(half_value(to[i]))) continue;
    *why =
        arena_printf(arena, "tensor '%s' has a weight that does not fit into 16 bits (%g)", t->name, (double)from[i]);
    return false;
  }
  t->type = "F16";
  t->data = to;
  t->size = n * sizeof *to;
  return true;
}

bool net_file_halve(Arena *arena, const char *path, const char *to, const char **why) {
  SafeFile file;
  NetFile about;
  if (!safetensors_read(arena, path, &file, why) || !read_about(arena, &file, &about, why)) return false;
  Writer w = {.arena = arena};
  VEC(SafeText) texts = {0};
  bool fits = true;
  for (int i = 0; i < file.n && fits; i++) {
    SafeTensor t = file.tensors[i];
    if (is_weight(&t) && !strcmp(t.type, "F32")) fits = halve(arena, &t, why);
    VEC_PUSH(&w.tensors, t);
  }
  if (!fits) {
    VEC_FREE(&w.tensors);
    return false;
  }
  for (size_t i = 0; i < file.texts.n; i++) {
    const MapEntry *entry = &file.texts.entries[i];
    VEC_PUSH(&texts, (SafeText){entry->key.p, entry->value});
  }
  bool good = finish(&w, to, texts.at, (int)texts.n, why);
  VEC_FREE(&texts);
  return good;
}

// ---- the state of training -----------------------------------------------------------------------

bool trainer_file_write(Arena *arena, const NetModel *model, const Real *first, const Real *second, const char *path,
                        const char **why) {
  ArenaMark mark = arena_mark(arena);
  Writer w = {.arena = arena};
  put_tensor(&w, "moment1", "F32", as_floats(arena, first, model->n_weights), (int)model->n_weights, 0);
  put_tensor(&w, "moment2", "F32", as_floats(arena, second, model->n_weights), (int)model->n_weights, 0);
  const SafeText texts[] = {
      {"format", trainer_name},
      {"arch", model->arch},
      {"fingerprint", arena_printf(arena, "%016llx", (unsigned long long)model->e->fingerprint)},
      {"steps", number_text(arena, model->steps)},
  };
  bool good = finish(&w, path, texts, COUNT_OF(texts), why);
  if (good) arena_rewind(arena, mark);
  return good;
}

bool trainer_file_read(Arena *arena, const NetModel *model, Real *first, Real *second, const char *path,
                       const char **why) {
  SafeFile file;
  if (!safetensors_read(arena, path, &file, why)) return false;
  const char *format = safetensors_text(&file, "format"), *arch = safetensors_text(&file, "arch");
  const char *steps = safetensors_text(&file, "steps");
  uint64_t fingerprint = 0;
  if (!format || strcmp(format, trainer_name)) *why = "it is not the state of a Senet training run";
  else if (!arch || strcmp(arch, model->arch) ||
           !read_fingerprint(safetensors_text(&file, "fingerprint"), &fingerprint) ||
           fingerprint != model->e->fingerprint)
    *why = "it is of another network";
  else if (!steps || strcmp(steps, number_text(arena, model->steps))) *why = "it is of another step than the network";
  else {
    NetParam moments[] = {{.name = "moment1", .rows = (int)model->n_weights, .n = model->n_weights},
                          {.name = "moment2", .rows = (int)model->n_weights, .n = model->n_weights}};
    return read_param(arena, &file, &moments[0], first, why) && read_param(arena, &file, &moments[1], second, why);
  }
  return false;
}
