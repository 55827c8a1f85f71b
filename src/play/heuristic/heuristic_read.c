// Reading a heuristic:
//   text  = [(pieces { "name" })] (heuristics [{ term }] | term)
//   term  = (name [transformation:(name)] [weight:number] [pieceWeights:{ pair }] ...)
//   pair  = (pair "name" number)
#include "play/heuristic/heuristic_terms.h"

#include "base/file.h"
#include "base/vec.h"
#include "syntax/parse.h"

typedef struct Reading {
  Arena *arena;
  Diags *diags;
} Reading;

static bool is_number(const Node *node) { return node->kind == NODE_INT || node->kind == NODE_FLOAT; }
static bool is_word(const Node *node) { return node->kind == NODE_STRING || node->kind == NODE_SYMBOL; }

static double read_number(const Reading *r, const Node *node) {
  if (!is_number(node)) diag_error(r->diags, node->loc, "a number is expected here");
  return is_number(node) ? node->real : 0;
}

static Transformation read_transformation(const Reading *r, const Node *node) {
  for (int i = 1; transformation_names[i]; i++) {
    if (str_is(node_head(node), transformation_names[i])) return (Transformation)i;
  }
  diag_error(r->diags, node->loc, "a transformation is expected here");
  diag_hint(r->diags, "(divNumBoardSites), (divNumInitPlacement), (logisticFunction) or (tanh)");
  return TRANSFORM_NONE;
}

static void read_pairs(const Reading *r, const Node *node, HeuristicTerm *term) {
  VEC(WeightPair) pairs = {0};
  for (uint32_t i = 0; i < node->n; i++) {
    const Node *pair = node->kids[i];
    bool good = str_is(node_head(pair), "pair") && pair->n == 3 && is_word(pair->kids[1]);
    if (!good) {
      diag_error(r->diags, pair->loc, "(pair \"name\" weight) is expected here");
      continue;
    }
    VEC_PUSH(&pairs, (WeightPair){arena_text(r->arena, pair->kids[1]->text), read_number(r, pair->kids[2])});
  }
  term->pairs = VEC_TO_ARENA(&pairs, r->arena);
  if (!term->pairs) term->pairs = ARENA_NEW(r->arena, WeightPair);
  term->n_pairs = (int)pairs.n;
  VEC_FREE(&pairs);
}

static const double *read_values(const Reading *r, const Node *node, int *n) {
  double *values = ARENA_ARRAY(r->arena, double, node->n + 1);
  if (node->kind != NODE_BRACES) diag_error(r->diags, node->loc, "a list of numbers in braces is expected here");
  for (uint32_t i = 0; i < node->n; i++) values[i] = read_number(r, node->kids[i]);
  *n = (int)node->n;
  return values;
}

static int read_integer(const Reading *r, const Node *node) {
  bool good = node->kind == NODE_INT && node->integer >= 0 && node->integer <= 1000;
  if (!good) diag_error(r->diags, node->loc, "a whole number from 0 to 1000 is expected here");
  return good ? (int)node->integer : 0;
}

static bool read_own_argument(const Reading *r, const Node *node, HeuristicTerm *term) {
  int accepts = term->kind->accepts;
  if (str_is(node->label, "pieceWeights") && accepts & TERM_PIECES) read_pairs(r, node, term);
  else if (str_is(node->label, "playerWeights") && accepts & TERM_PLAYERS) read_pairs(r, node, term);
  else if (str_is(node->label, "boardOnly") && accepts & TERM_BOARD_ONLY)
    term->board_only = str_is(node->text, "True") || str_is(node->text, "true");
  else if (str_is(node->label, "region") && accepts & TERM_REGION) term->number = read_integer(r, node);
  else if (str_is(node->label, "player") && accepts & TERM_PLAYER) term->number = read_integer(r, node);
  else if (str_is(node->label, "targetLength") && accepts & TERM_LENGTH) term->number = read_integer(r, node);
  else if (str_is(node->label, "piece") && accepts & TERM_PIECE) term->piece = arena_text(r->arena, node->text);
  else if (str_is(node->label, "values") && accepts & TERM_VALUES) term->values = read_values(r, node, &term->n_values);
  else if (str_is(node->label, "moverValues") && accepts & TERM_MOVER_VALUES)
    term->mover_values = read_values(r, node, &term->n_mover_values);
  else return false;
  return true;
}

static void read_argument(const Reading *r, const Node *node, HeuristicTerm *term) {
  if (str_is(node->label, "weight")) {
    term->weight = read_number(r, node);
  } else if (str_is(node->label, "transformation")) {
    term->transformation = read_transformation(r, node);
  } else if (!read_own_argument(r, node, term)) {
    diag_error(r->diags, node->loc, "(%s ...) has no such argument", term->kind->name);
  }
}

static void unknown_term(const Reading *r, const Node *node) {
  const char *names[64];
  size_t n = 0;
  for (const HeuristicKind *kind = term_kinds; kind->name && n < COUNT_OF(names); kind++) names[n++] = kind->name;
  const char *near = nearest_name(node_head(node), names, n);
  diag_error(r->diags, node->loc, "a term is expected here, such as (material) or (mobilitySimple weight:0.1)");
  if (near) diag_hint(r->diags, "did you mean (%s)?", near);
}

static bool read_term(const Reading *r, const Node *node, HeuristicTerm *term) {
  *term = (HeuristicTerm){.kind = term_kind_find(node_head(node)), .weight = 1, .number = -1};
  if (!term->kind) {
    unknown_term(r, node);
    return false;
  }
  for (uint32_t i = 1; i < node->n; i++) read_argument(r, node->kids[i], term);
  return true;
}

static void read_terms(const Reading *r, const Node *node, HeuristicText *out) {
  bool braces = node->n == 2 && node->kids[1]->kind == NODE_BRACES;
  const Node *from = braces ? node->kids[1] : node;
  VEC(HeuristicTerm) terms = {0};
  for (uint32_t i = braces ? 0 : 1; i < from->n; i++) {
    HeuristicTerm term;
    if (read_term(r, from->kids[i], &term)) VEC_PUSH(&terms, term);
  }
  out->terms = VEC_TO_ARENA(&terms, r->arena);
  out->n = (int)terms.n;
  VEC_FREE(&terms);
}

// (pieces { "Soldier1" "Soldier2" })
static void read_pieces(const Reading *r, const Node *node, HeuristicText *out) {
  const Node *list = node->n == 2 && node->kids[1]->kind == NODE_BRACES ? node->kids[1] : NULL;
  if (!list) {
    diag_error(r->diags, node->loc, "(pieces { \"name\" ... }) is expected here");
    return;
  }
  const char **names = ARENA_ARRAY(r->arena, const char *, list->n + 1);
  for (uint32_t i = 0; i < list->n; i++) names[i] = arena_text(r->arena, list->kids[i]->text);
  out->pieces = names;
  out->n_pieces = (int)list->n;
}

bool heuristic_read(Arena *arena, const Source *source, Diags *diags, HeuristicText *out) {
  Reading reading = {arena, diags};
  size_t before = diags->total;
  const Node *items;
  *out = (HeuristicText){0};
  if (!syntax_parse(arena, source, diags, &items)) return false;
  bool found = false;
  for (uint32_t i = 0; i < items->n; i++) {
    if (str_is(node_head(items->kids[i]), "pieces")) read_pieces(&reading, items->kids[i], out);
    if (!str_is(node_head(items->kids[i]), "heuristics")) continue;
    found = true;
    read_terms(&reading, items->kids[i], out);
  }
  if (!found) diag_error(diags, (SrcLoc){.source = source}, "there is no (heuristics ...) in this text");
  return diags->total == before;
}

bool heuristic_read_file(Arena *arena, const char *path, HeuristicText *out, const char **why) {
  Source *source = ARENA_NEW(arena, Source);
  Diags diags;
  source->name = arena_text(arena, str_of(path));
  if (!file_read(arena, path, 16 << 20, &source->text, why)) {
    *why = arena_printf(arena, "%s: %s", path, *why);
    return false;
  }
  diags_init(&diags, arena);
  if (heuristic_read(arena, source, &diags, out)) return true;
  const Diag *first = &diags.list[0];
  LineCol at = src_line_col(first->loc);
  *why = arena_printf(arena, "%s:%u:%u: %s%s%s", path, at.line, at.col, first->message, first->hint ? "; " : "",
                      first->hint ? first->hint : "");
  return false;
}
