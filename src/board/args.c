// Reading the arguments of generators and operators, with a diagnostic at the place for each thing that
// is wrong.
#include "board/board_internal.h"

#include <math.h>
#include <stdarg.h>

enum { ARGS_MAX = 64, INT_LIMIT = 1000000000, VALUE_DEPTH_MAX = 64 };
static const double COORDINATE_LIMIT = 1e6;

bool build_error(Build *build, const Recipe *at, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const char *message = arena_vprintf(build->diags->arena, format, list);
  va_end(list);
  diag_error(build->diags, at->loc, "%s", message);
  return false;
}

// Arithmetic: whole numbers and reals share the names; a row says what each does to them.
typedef struct Operation {
  const char *name;
  uint32_t least, most;  // arguments
  double (*real)(double a, double b);
  int64_t (*whole)(int64_t a, int64_t b);  // NULL: reals only
} Operation;

static double real_add(double a, double b) { return a + b; }
static double real_subtract(double a, double b) { return a - b; }
static double real_multiply(double a, double b) { return a * b; }
static double real_divide(double a, double b) { return a / b; }
static double real_max(double a, double b) { return MAX(a, b); }
static double real_min(double a, double b) { return MIN(a, b); }
static double real_abs(double a, double b) { return fabs(a); }
static double real_sqrt(double a, double b) { return sqrt(a); }
static double real_sin(double a, double b) { return sin(a); }
static double real_cos(double a, double b) { return cos(a); }
static double real_tan(double a, double b) { return tan(a); }
static double real_exp(double a, double b) { return exp(a); }
static double real_log(double a, double b) { return log(a); }
static double real_log10(double a, double b) { return log10(a); }

static int64_t whole_add(int64_t a, int64_t b) { return a + b; }
static int64_t whole_subtract(int64_t a, int64_t b) { return a - b; }
static int64_t whole_multiply(int64_t a, int64_t b) { return a * b; }
static int64_t whole_divide(int64_t a, int64_t b) { return a / b; }
static int64_t whole_max(int64_t a, int64_t b) { return MAX(a, b); }
static int64_t whole_min(int64_t a, int64_t b) { return MIN(a, b); }
static int64_t whole_abs(int64_t a, int64_t b) { return a < 0 ? -a : a; }
static int64_t whole_power(int64_t a, int64_t b) {
  double power = pow((double)a, (double)b);
  return fabs(power) > INT_LIMIT ? INT64_C(2) * INT_LIMIT : (int64_t)power;
}

static const Operation OPERATIONS[] = {
    {"+", 2, ARGS_MAX, real_add, whole_add},
    {"-", 2, 2, real_subtract, whole_subtract},
    {"*", 2, ARGS_MAX, real_multiply, whole_multiply},
    {"/", 2, 2, real_divide, whole_divide},
    {"^", 2, 2, pow, whole_power},
    {"max", 2, 2, real_max, whole_max},
    {"min", 2, 2, real_min, whole_min},
    {"abs", 1, 1, real_abs, whole_abs},
    {"sqrt", 1, 1, real_sqrt, NULL},
    {"sin", 1, 1, real_sin, NULL},
    {"cos", 1, 1, real_cos, NULL},
    {"tan", 1, 1, real_tan, NULL},
    {"exp", 1, 1, real_exp, NULL},
    {"log", 1, 1, real_log, NULL},
    {"log10", 1, 1, real_log10, NULL},
};

static const Operation *operation_of(const Recipe *recipe) {
  if (recipe->kind != RECIPE_CALL) return NULL;
  for (size_t i = 0; i < COUNT_OF(OPERATIONS); i++) {
    if (str_is(recipe->text, OPERATIONS[i].name)) return &OPERATIONS[i];
  }
  return NULL;
}

static bool value_is_number(const Recipe *recipe) {
  return recipe && (recipe->kind == RECIPE_NUMBER || operation_of(recipe) != NULL);
}

// The operands of an arithmetic call: its arguments, or the items of the one list among them.
static const Recipe *operands_of(const Recipe *call) {
  return call->n == 1 && call->kids[0]->kind == RECIPE_LIST ? call->kids[0] : call;
}

static bool check_operands(Build *build, const Recipe *call, const Operation *operation) {
  uint32_t n = operands_of(call)->n;
  if (n >= operation->least && n <= operation->most) return true;
  return build_error(build, call, "'%s' does not take %u operands", operation->name, n);
}

static bool whole_value(Build *build, const Recipe *recipe, int depth, int64_t *value);

static bool whole_operation(Build *build, const Recipe *call, const Operation *operation, int depth, int64_t *value) {
  if (!operation->whole) return build_error(build, call, "'%s' does not give a whole number", operation->name);
  if (!check_operands(build, call, operation)) return false;
  const Recipe *operands = operands_of(call);
  int64_t b = 0;
  if (!whole_value(build, operands->kids[0], depth, value)) return false;
  if (operands->n == 1) *value = operation->whole(*value, 0);
  for (uint32_t i = 1; i < operands->n; i++) {
    if (!whole_value(build, operands->kids[i], depth, &b)) return false;
    if (operation->whole == whole_divide && b == 0) return build_error(build, operands->kids[i], "division by zero");
    *value = operation->whole(*value, b);
    if (*value > INT_LIMIT || *value < -INT_LIMIT) return build_error(build, call, "the number is too large");
  }
  return true;
}

static bool whole_value(Build *build, const Recipe *recipe, int depth, int64_t *value) {
  const Operation *operation = operation_of(recipe);
  if (depth > VALUE_DEPTH_MAX) return build_error(build, recipe, "arithmetic is nested too deeply");
  if (operation) return whole_operation(build, recipe, operation, depth + 1, value);
  if (recipe->kind != RECIPE_NUMBER || !recipe->integral || recipe->number != floor(recipe->number)) {
    return build_error(build, recipe, "a whole number is needed here");
  }
  if (fabs(recipe->number) > INT_LIMIT) return build_error(build, recipe, "the number is too large");
  *value = (int64_t)recipe->number;
  return true;
}

bool value_int(Build *build, const Recipe *recipe, int *value) {
  int64_t whole;
  if (!whole_value(build, recipe, 0, &whole)) return false;
  *value = (int)whole;
  return true;
}

// Reals are kept in single precision at every step.
static bool real_value(Build *build, const Recipe *recipe, int depth, double *value);

static bool real_operation(Build *build, const Recipe *call, const Operation *operation, int depth, double *value) {
  if (!check_operands(build, call, operation)) return false;
  const Recipe *operands = operands_of(call);
  double b = 0;
  if (!real_value(build, operands->kids[0], depth, value)) return false;
  if (operands->n == 1) *value = single(operation->real(*value, 0));
  for (uint32_t i = 1; i < operands->n; i++) {
    if (!real_value(build, operands->kids[i], depth, &b)) return false;
    if (operation->real == real_divide && b == 0) return build_error(build, operands->kids[i], "division by zero");
    *value = single(operation->real(*value, b));
  }
  return isfinite(*value) || build_error(build, call, "the result is not a number");
}

static bool real_value(Build *build, const Recipe *recipe, int depth, double *value) {
  const Operation *operation = operation_of(recipe);
  if (depth > VALUE_DEPTH_MAX) return build_error(build, recipe, "arithmetic is nested too deeply");
  if (operation) return real_operation(build, recipe, operation, depth + 1, value);
  if (recipe->kind != RECIPE_NUMBER) return build_error(build, recipe, "a number is needed here");
  *value = single(recipe->number);
  return true;
}

static bool value_real(Build *build, const Recipe *recipe, double *value) {
  if (!real_value(build, recipe, 0, value)) return false;
  if (!(fabs(*value) <= COORDINATE_LIMIT)) return build_error(build, recipe, "the number is too large");
  return true;
}

static const char *plain(const Recipe *recipe, char *buffer, size_t size) {
  size_t n = MIN(recipe->text.n, size - 1);
  memcpy(buffer, recipe->text.p, n);
  buffer[n] = 0;
  return buffer;
}

static bool value_bool(Build *build, const Recipe *recipe, bool *value) {
  bool yes = str_is(recipe->text, "True") || str_is(recipe->text, "true");
  bool no = str_is(recipe->text, "False") || str_is(recipe->text, "false");
  if (recipe->kind != RECIPE_WORD || (!yes && !no)) return build_error(build, recipe, "True or False is needed here");
  *value = yes;
  return true;
}

bool value_point(Build *build, const Recipe *recipe, GraphPoint *point) {
  if (recipe->kind != RECIPE_LIST || recipe->n < 2 || recipe->n > 3) {
    return build_error(build, recipe, "a point {x y} or {x y z} is needed here");
  }
  *point = (GraphPoint){0};
  if (!value_real(build, recipe->kids[0], &point->x) || !value_real(build, recipe->kids[1], &point->y)) return false;
  return recipe->n < 3 || value_real(build, recipe->kids[2], &point->z);
}

bool value_ints(Build *build, const Recipe *recipe, IntList *list) {
  if (recipe->kind != RECIPE_LIST) return build_error(build, recipe, "a list of whole numbers is needed here");
  *list = (IntList){.at = ARENA_ARRAY(build->arena, int, recipe->n + 1), .n = (int)recipe->n};
  for (uint32_t i = 0; i < recipe->n; i++) {
    if (!value_int(build, recipe->kids[i], &list->at[i])) return false;
  }
  return true;
}

int value_nesting(const Recipe *recipe) {
  int depth = 0;
  for (; recipe->kind == RECIPE_LIST; recipe = recipe->kids[0]) {
    depth++;
    if (!recipe->n) break;
  }
  return depth;
}

// Corners are written as reals or as arithmetic on whole numbers.
static bool corner_value(Build *build, const Recipe *recipe, double *value) {
  int whole;
  if (recipe->kind == RECIPE_NUMBER) return value_real(build, recipe, value);
  if (!value_int(build, recipe, &whole)) return false;
  *value = whole;
  return true;
}

static bool polygon_corner(Build *build, const Recipe *recipe, PolyPoint *point) {
  if (recipe->kind != RECIPE_LIST || recipe->n != 2) return build_error(build, recipe, "a corner {x y} is needed here");
  return corner_value(build, recipe->kids[0], &point->x) && corner_value(build, recipe->kids[1], &point->y);
}

static bool polygon_corners(Build *build, const Recipe *list, Polygon *polygon) {
  if (!list || list->kind != RECIPE_LIST) return false;
  *polygon = (Polygon){.at = ARENA_ARRAY(build->arena, PolyPoint, list->n + 1), .n = (int)list->n};
  for (uint32_t i = 0; i < list->n; i++) {
    if (!polygon_corner(build, list->kids[i], &polygon->at[i])) return false;
  }
  return true;
}

bool value_polygon(Build *build, const Recipe *recipe, Polygon *polygon) {
  if (recipe->kind != RECIPE_CALL || !str_is(recipe->text, "poly")) {
    return build_error(build, recipe, "a polygon (poly {..}) is needed here");
  }
  Args args;
  args_begin(&args, build, recipe);
  const Recipe *corners = args_list(&args), *rotations = args_named(&args, "rotns");
  int turns = 0;
  if (!args_end(&args) || (rotations && !value_int(build, rotations, &turns))) return false;
  if (!corners) return build_error(build, recipe, "a polygon needs a list of corners");
  if (!polygon_corners(build, corners, polygon)) return false;
  if (turns < -BOARD_CORNERS_MAX || turns > BOARD_CORNERS_MAX ||
      polygon->n * (turns < 0 ? -turns : turns) > BOARD_CORNERS_MAX || polygon->n > BOARD_CORNERS_MAX) {
    return build_error(build, recipe, "the polygon has more than %d corners", BOARD_CORNERS_MAX);
  }
  *polygon = polygon_rotations(build->arena, *polygon, turns);
  if (polygon->n < 3) return build_error(build, recipe, "a polygon needs at least three corners");
  if (polygon_crosses_itself(polygon)) return build_error(build, recipe, "the sides of the polygon cross each other");
  return true;
}

void args_begin(Args *args, Build *build, const Recipe *call) {
  *args = (Args){.build = build, .call = call};
  if (call->n <= ARGS_MAX) return;
  args->failed = true;
  build_error(build, call, "too many arguments");
}

// The next positional argument, without taking it.
static const Recipe *peek(Args *args) {
  if (args->failed) return NULL;
  while (args->next < args->call->n && args->call->kids[args->next]->label.n) args->next++;
  return args->next < args->call->n ? args->call->kids[args->next] : NULL;
}

static void take(Args *args) { args->taken |= UINT64_C(1) << args->next++; }

static const Recipe *take_kind(Args *args, RecipeKind kind) {
  const Recipe *next = peek(args);
  if (!next || next->kind != kind) return NULL;
  take(args);
  return next;
}

bool args_word(Args *args, Str *word) {
  const Recipe *next = take_kind(args, RECIPE_WORD);
  if (next) *word = next->text;
  return next != NULL;
}

bool args_number(Args *args, double *value) {
  const Recipe *next = peek(args);
  if (!value_is_number(next)) return false;
  take(args);
  args->failed = !value_real(args->build, next, value);
  return !args->failed;
}

static bool dim_value(Args *args, const Recipe *recipe, int *value) {
  if (!value_int(args->build, recipe, value)) args->failed = true;
  else if (*value < 1 || *value > BOARD_DIM_MAX) {
    args->failed = true;
    build_error(args->build, recipe, "the size must be between 1 and %d, not %d", BOARD_DIM_MAX, *value);
  }
  return !args->failed;
}

bool args_dim(Args *args, int *value) {
  const Recipe *next = peek(args);
  if (!value_is_number(next)) return false;
  take(args);
  return dim_value(args, next, value);
}

const Recipe *args_list(Args *args) { return take_kind(args, RECIPE_LIST); }

const Recipe *args_call(Args *args) {
  const Recipe *next = peek(args);
  return value_is_number(next) ? NULL : take_kind(args, RECIPE_CALL);
}

const Recipe *args_named(Args *args, const char *label) {
  if (args->failed) return NULL;
  for (uint32_t i = 0; i < args->call->n; i++) {
    if (!str_is(args->call->kids[i]->label, label)) continue;
    args->taken |= UINT64_C(1) << i;
    return args->call->kids[i];
  }
  return NULL;
}

void args_named_bool(Args *args, const char *label, bool *value) {
  const Recipe *found = args_named(args, label);
  if (found && !value_bool(args->build, found, value)) args->failed = true;
}

bool args_named_dim(Args *args, const char *label, int *value) {
  const Recipe *found = args_named(args, label);
  return found && dim_value(args, found, value);
}

static void missing(Args *args, const char *what) {
  if (args->failed) return;
  const Recipe *next = peek(args);
  char name[64];
  args->failed = true;
  build_error(args->build, next ? next : args->call, "'%s' needs %s here", plain(args->call, name, sizeof name), what);
}

void args_need_dim(Args *args, int *value) {
  if (!args_dim(args, value)) missing(args, "a size");
}

void args_need_real(Args *args, double *value) {
  if (!args_number(args, value)) missing(args, "a number");
}

void args_need_graph(Args *args, Graph *graph) {
  const Recipe *call = args_call(args);
  if (!call) missing(args, "a graph");
  else if (!build_graph(args->build, call, graph)) args->failed = true;
}

void args_need_polygon(Args *args, Polygon *polygon) {
  const Recipe *call = args_call(args);
  if (!call) missing(args, "a polygon");
  else if (!value_polygon(args->build, call, polygon)) args->failed = true;
}

bool args_end(Args *args) {
  char name[64], label[64];
  for (uint32_t i = 0; i < args->call->n && !args->failed; i++) {
    if (args->taken >> i & 1) continue;
    const Recipe *left = args->call->kids[i];
    args->failed = true;
    plain(args->call, name, sizeof name);
    if (left->label.n) {
      plain(&(Recipe){.text = left->label}, label, sizeof label);
      build_error(args->build, left, "'%s' has no argument '%s:'", name, label);
    } else {
      build_error(args->build, left, "'%s' does not take this argument", name);
    }
  }
  return !args->failed;
}
