// Reading (define ...) forms.
#include "lud/text/define.h"

void defines_init(Defines *defines, Arena *arena) { map_init(&defines->map, arena); }

const Define *defines_find(const Defines *defines, Str name) { return map_get(&defines->map, name); }

static bool is_define(const Node *node) { return str_is(node_head(node), "define"); }

// The parameters named in a text, as bits.
static uint32_t params_of_text(Str text) {
  uint32_t bits = 0;
  for (size_t i = 0; i + 1 < text.n; i++) {
    if (text.p[i] == '#' && text.p[i + 1] >= '1' && text.p[i + 1] <= '9') bits |= 1u << (text.p[i + 1] - '1');
  }
  return bits;
}

static uint32_t params_of(const Node *node) {
  if (!(node->flags & NODE_HAS_PARAM)) return 0;
  uint32_t bits = params_of_text(node->text);
  for (uint32_t i = 0; i < node->n; i++) bits |= params_of(node->kids[i]);
  return bits;
}

// How many parameters there are without a gap.
static uint32_t count_bits(uint32_t bits) {
  uint32_t n = 0;
  while (bits >> n & 1) n++;
  return n;
}

static uint32_t count_params(const Define *define) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < define->n; i++) bits |= params_of(define->body[i]);
  return count_bits(bits);
}

// A define is a text, and one inside it a part of the text: where the outer one is used, which is without arguments,
// the parameters of all of it are struck out.
static uint32_t blank_params(const Node *outer) { return count_bits(params_of(outer)); }

static bool came_through_option(const Node *node) {
  if (node->loc.via) return true;
  for (uint32_t i = 0; i < node->n; i++) {
    if (came_through_option(node->kids[i])) return true;
  }
  return false;
}

typedef struct Taking {
  Defines *defines;
  Arena *arena;
  Diags *diags;
  const Node *outer;  // the define the node is in, if any; of several the outermost
  uint32_t blank;     // of it
} Taking;

// Adds a (define ...) node. A define without a name is an error; of two with one name the first counts.
static void add_define(const Taking *t, const Node *node) {
  Defines *defines = t->defines;
  Arena *arena = t->arena;
  Diags *diags = t->diags;
  if (node->n < 2 || node->kids[1]->kind != NODE_STRING || !node->kids[1]->text.n) {
    diag_error(diags, node->loc, "a define needs a name in quotes");
    diag_hint(diags, "write (define \"Name\" ...)");
    return;
  }
  const Node *name = node->kids[1];
  Define *known = map_get(&defines->map, name->text);
  if (known) {
    if (!known->again.source) known->again = name->loc;
    return;
  }
  Define define = {.name = arena_text(arena, name->text), .body = node->kids + 2, .n = node->n - 2, .loc = name->loc};
  define.params = count_params(&define);
  define.blank = t->blank;
  define.varies = came_through_option(node);
  map_put(&defines->map, str_of(define.name), arena_copy(arena, &define, sizeof define));
}

static const Node *take(Taking *t, const Node *node);

// The node without the defines among and inside its kids; the node itself when there are none.
static const Node *without_defines(Taking *t, const Node *node) {
  Node copy = *node;
  for (uint32_t i = 0; i < node->n; i++) {
    const Node *kid = take(t, node->kids[i]);
    if (kid == node->kids[i] && copy.kids == node->kids) continue;
    if (copy.kids == node->kids) {
      copy.kids = arena_copy(t->arena, node->kids, node->n * sizeof *node->kids);
      copy.n = i;
    }
    if (kid) copy.kids[copy.n++] = kid;
  }
  return copy.kids == node->kids ? node : node_make(t->arena, copy);
}

static const Node *take(Taking *t, const Node *node) {
  if (!node->n) return node;
  bool outermost = !t->outer && is_define(node);
  if (outermost) {
    t->outer = node;
    t->blank = blank_params(node);
  }
  const Node *rest = without_defines(t, node);
  if (outermost) {
    t->outer = NULL;
    t->blank = 0;
  }
  if (!is_define(rest)) return rest;
  add_define(t, rest);
  return NULL;
}

const Node *defines_take(Defines *defines, Arena *arena, const Node *node, Diags *diags) {
  return take(&(Taking){defines, arena, diags, NULL, 0}, node);
}
