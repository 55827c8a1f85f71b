// Copies board terms as recipes, folding arithmetic on the way. Terms of one game are shared and can be
// many, so the search through them remembers which it has seen.
#include "lud/lower/board_bridge.h"

#include "base/bitset.h"
#include "base/vec.h"

#include <math.h>

static bool has_type(const Term *term, const char *type) {
  return term->kind == TERM_CALL && str_is(str_of(term->row->type), type);
}
static bool has_name(const Term *term, const char *name) {
  return term->kind == TERM_CALL && str_is(str_of(term->row->name), name);
}

typedef double Fold(double a, double b);
static double fold_add(double a, double b) { return a + b; }
static double fold_subtract(double a, double b) { return a - b; }
static double fold_multiply(double a, double b) { return a * b; }
static double fold_divide(double a, double b) { return b == 0 ? 0 : a / b; }
static double fold_power(double a, double b) { return pow(a, b); }
static double fold_max(double a, double b) { return fmax(a, b); }
static double fold_min(double a, double b) { return fmin(a, b); }

typedef double FoldOne(double a);
static double fold_same(double a) { return a; }

static const struct {
  const char *name;
  Fold *two;
  FoldOne *one;
} folds[] = {
    {"+", fold_add, NULL},   {"-", fold_subtract, NULL}, {"*", fold_multiply, NULL}, {"/", fold_divide, NULL},
    {"^", fold_power, NULL}, {"max", fold_max, NULL},    {"min", fold_min, NULL},    {"abs", NULL, fabs},
    {"sqrt", NULL, sqrt},    {"exp", NULL, exp},         {"log", NULL, log},         {"log10", NULL, log10},
    {"sin", NULL, sin},      {"cos", NULL, cos},         {"tan", NULL, tan},         {"toFloat", NULL, fold_same},
};

static bool fold(const Term *term, double *out);

// The operands of an operator: its arguments, or the items of its one array.
static const Term *operands(const Term *term) {
  const Term *only = NULL;
  for (uint32_t i = 0; i < term->n; i++) {
    if (!term->args[i]) continue;
    if (only || term->args[i]->kind != TERM_ARRAY) return term;
    only = term->args[i];
  }
  return only ? only : term;
}

static bool fold_call(const Term *term, Fold *two, FoldOne *one, double *out) {
  const Term *from = operands(term);
  bool whole = !str_is(str_of(term->row->type), "float"), first = true;
  for (uint32_t i = 0; i < from->n; i++) {
    double value;
    if (!from->args[i]) continue;
    if (!fold(from->args[i], &value)) return false;
    *out = one ? one(value) : first ? value : two(*out, value);
    if (whole) *out = trunc(*out);
    first = false;
  }
  return !first;
}

// The value of a constant expression.
static bool fold(const Term *term, double *out) {
  if (term->kind == TERM_INT || term->kind == TERM_BOOL) *out = (double)term->integer;
  else if (term->kind == TERM_FLOAT) *out = term->real;
  else if (term->kind != TERM_CALL) return false;
  else {
    for (size_t i = 0; i < COUNT_OF(folds); i++) {
      if (has_name(term, folds[i].name)) return fold_call(term, folds[i].two, folds[i].one, out);
    }
    return false;
  }
  return true;
}

static bool is_arithmetic(const Term *term) {
  return has_type(term, "dim") || has_type(term, "float") || has_type(term, "int");
}

static RecipeKind kind_of(const Term *term) {
  switch (term->kind) {
    case TERM_CALL: return RECIPE_CALL;
    case TERM_INT:
    case TERM_FLOAT: return RECIPE_NUMBER;
    case TERM_BOOL:
    case TERM_ENUM: return RECIPE_WORD;
    case TERM_STRING: return RECIPE_STRING;
    case TERM_ARRAY: return RECIPE_LIST;
  }
  return RECIPE_LIST;
}

static void copy_kids(Arena *arena, const Term *term, Recipe *recipe) {
  recipe->kids = ARENA_ARRAY(arena, const Recipe *, term->n);
  for (uint32_t i = 0; i < term->n; i++) {
    if (term->args[i]) recipe->kids[recipe->n++] = lud_board_recipe(arena, term->args[i]);
  }
}

const Recipe *lud_board_recipe(Arena *arena, const Term *term) {
  Recipe *recipe = ARENA_NEW(arena, Recipe);
  *recipe = (Recipe){.kind = kind_of(term), .label = term->label, .text = term->text, .loc = term->loc};
  if (is_arithmetic(term) && fold(term, &recipe->number) && isfinite(recipe->number)) {
    recipe->kind = RECIPE_NUMBER;
    recipe->integral = !has_type(term, "float");
    return recipe;
  }
  if (term->kind == TERM_CALL) recipe->text = str_of(term->row->name);
  if (term->kind == TERM_BOOL) recipe->text = term->integer ? STR("true") : STR("false");
  if (term->kind == TERM_INT || term->kind == TERM_FLOAT) fold(term, &recipe->number);
  recipe->integral = term->kind == TERM_INT;
  if (term->kind == TERM_CALL || term->kind == TERM_ARRAY) copy_kids(arena, term, recipe);
  return recipe;
}

static bool is_board(const Term *term, void *self) { return (void)self, has_type(term, "board"); }
static bool is_layer(const Term *term, void *self) {
  (void)self;
  return has_name(term, "layer") && has_type(term, "int");
}

typedef struct Search {
  VEC(const Term *) open;
  VEC(Word) seen;  // by term id
} Search;

static bool first_visit(Search *s, const Term *term) {
  while (s->seen.n <= term->id / WORD_BITS) VEC_PUSH(&s->seen, 0);
  bool seen = bit_get(s->seen.at, (int)term->id);
  bit_set(s->seen.at, (int)term->id);
  return !seen;
}

const Term *lud_find_term(const Term *root, LudTermTest *test, void *self) {
  Search s = {0};
  const Term *found = NULL;
  VEC_PUSH(&s.open, root);
  while (s.open.n && !found) {
    const Term *term = VEC_POP(&s.open);
    if (test(term, self)) found = term;
    for (uint32_t i = term->n; i-- > 0;) {
      if (term->args[i] && first_visit(&s, term->args[i])) VEC_PUSH(&s.open, term->args[i]);
    }
  }
  VEC_FREE(&s.open);
  VEC_FREE(&s.seen);
  return found;
}

const Term *lud_board_term(const Term *game) { return lud_find_term(game, is_board, NULL); }

bool lud_uses_layers(const Term *game) { return lud_find_term(game, is_layer, NULL) != NULL; }

const Board *lud_board(Arena *arena, const Term *game, Diags *diags) {
  const Term *term = lud_board_term(game);
  if (!term) {
    diag_error(diags, game->loc, "the game has no board");
    return NULL;
  }
  return board_make(arena, lud_board_recipe(arena, term), lud_uses_layers(game), diags);
}
