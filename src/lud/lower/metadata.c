// Reducing metadata to the chosen options.
#include "lud/lower/metadata.h"

#include "base/vec.h"
#include "lud/text/lud_print.h"

typedef VEC(const Node *) Nodes;

typedef struct Selection {
  Arena *arena;
  const GameOptions *options;
  Diags *diags;
} Selection;

static bool wanted(const Selection *s, const Node *setting) {
  if (lud_options_known(s->options, setting->text)) return lud_options_active(s->options, setting->text);
  diag_error(s->diags, setting->loc, "there is no option or ruleset \"%.*s\"", (int)setting->text.n, setting->text.p);
  return false;
}

// useFor = (useFor ( "Option/Item" | { { "Option/Item" } } ) { part })
static bool applies(const Selection *s, const Node *use) {
  if (use->n < 2) return false;
  const Node *settings = use->kids[1];
  if (settings->kind == NODE_STRING) return wanted(s, settings);
  for (uint32_t i = 0; i < settings->n; i++) {
    if (settings->kids[i]->kind == NODE_STRING && !wanted(s, settings->kids[i])) return false;
  }
  return true;
}

static void select_node(const Selection *s, const Node *node, Nodes *out) {
  bool use = str_is(node_head(node), "useFor");
  if (use && !applies(s, node)) return;
  Nodes kids = {0};
  Nodes *to = use ? out : &kids;
  for (uint32_t i = use ? 2 : 0; i < node->n; i++) select_node(s, node->kids[i], to);
  if (use) return;
  Node made = *node;
  made.n = (uint32_t)kids.n;
  made.kids = VEC_TO_ARENA(&kids, s->arena);
  VEC_FREE(&kids);
  VEC_PUSH(out, node->n ? node_make(s->arena, made) : node);
}

const Node *metadata_select(Arena *arena, const Node *node, const GameOptions *options, Diags *diags) {
  Selection s = {arena, options, diags};
  Nodes out = {0};
  select_node(&s, node, &out);
  const Node *selected = out.n ? out.at[0] : NULL;
  VEC_FREE(&out);
  return selected;
}

// The first kid list with that head, also inside braces.
static const Node *find_kid(const Node *node, const char *head) {
  for (uint32_t i = 0; node && i < node->n; i++) {
    const Node *kid = node->kids[i];
    if (str_is(node_head(kid), head)) return kid;
    const Node *inside = kid->kind == NODE_BRACES ? find_kid(kid, head) : NULL;
    if (inside) return inside;
  }
  return NULL;
}

Str metadata_info(const Node *metadata, const char *key) {
  const Node *found = find_kid(find_kid(metadata, "info"), key);
  bool text = found && found->n > 1 && found->kids[1]->kind == NODE_STRING;
  return text ? found->kids[1]->text : (Str){0};
}

// The one with or without the label.
static const Node *find_heuristics(const Node *ai, bool labelled) {
  for (uint32_t i = 0; ai && i < ai->n; i++) {
    const Node *kid = ai->kids[i];
    if (str_is(node_head(kid), "heuristics") && (kid->label.n > 0) == labelled) return kid;
  }
  return NULL;
}

const char *metadata_heuristics(Arena *arena, const Node *metadata) {
  const Node *ai = find_kid(metadata, "ai"), *found = find_heuristics(ai, false);
  if (!found) found = find_heuristics(ai, true);
  if (!found) return NULL;
  Node plain = *found;
  plain.label = (Str){0};
  Text text = {0};
  print_tree(&text, &plain);
  const char *copy = arena_text(arena, text_str(&text));
  text_free(&text);
  return copy;
}
