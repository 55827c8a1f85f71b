// The rules: a regular expression over actions, read by recursive descent into the normal form of rbg_tree.h.
#include "rbg/rbg_internal.h"

typedef VEC(RbgNode *) Nodes;

static RbgNode *parse_sum(RbgParser *p);
static const RbgExpr *parse_arithmetic(RbgParser *p);

// Opens one more level of brackets; false when there are too many.
static bool enter(RbgParser *p) {
  if (++p->depth <= RBG_DEPTH_MAX) return true;
  rbg_fail(p, p->at->loc, "brackets are nested more than %d deep", RBG_DEPTH_MAX);
  return false;
}

static RbgNode *leaf(RbgParser *p, RbgKind kind, SrcLoc loc) {
  if (++p->nodes > RBG_NODES_MAX) rbg_fail(p, loc, "the rules have more than %d actions", RBG_NODES_MAX);
  return rbg_leaf(p->arena, kind, loc);
}

// A node for text that did not parse: it never succeeds, and the error is already recorded.
static RbgNode *never(RbgParser *p, SrcLoc loc) {
  RbgNode *node = leaf(p, RBG_ON, loc);
  node->pieces = ARENA_ARRAY(p->arena, Word, bits_words(p->game->pieces.n));
  return node;
}

// ---- arithmetic: each operator has its own level, and division binds strongest

static RbgExpr *expression(RbgParser *p, RbgExprKind kind, int value, SrcLoc loc) {
  RbgExpr *e = ARENA_NEW(p->arena, RbgExpr);
  *e = (RbgExpr){.kind = kind, .value = value, .loc = loc};
  if (++p->nodes > RBG_NODES_MAX) rbg_fail(p, loc, "the rules have more than %d actions", RBG_NODES_MAX);
  return e;
}

static const RbgExpr *parse_quantity(RbgParser *p) {
  const RbgToken *name = p->at++;
  const RbgSymbol *symbol = rbg_resolve(p, name, 1 << RBG_PIECE | 1 << RBG_PLAYER | 1 << RBG_VARIABLE_NAME);
  bool piece = symbol && symbol->kind == RBG_PIECE;
  return expression(p, piece ? RBG_COUNT : RBG_VARIABLE, symbol ? symbol->index : 0, name->loc);
}

// atom = number | variable | player | piece | "(" arithmetic ")"
static const RbgExpr *parse_atom(RbgParser *p) {
  SrcLoc loc = p->at->loc;
  if (rbg_at(p, RTOK_NUMBER)) {
    int value = (int)p->at++->number;
    return expression(p, RBG_LITERAL, value, loc);
  }
  if (rbg_at(p, RTOK_NAME)) return parse_quantity(p);
  if (rbg_at(p, RTOK_OPEN) && enter(p)) {
    p->at++;
    const RbgExpr *inner = parse_arithmetic(p);
    rbg_expect(p, RTOK_CLOSE);
    p->depth--;
    return inner;
  }
  bool minus = rbg_at(p, RTOK_MINUS) && !p->failed;
  rbg_expected(p, "a number, a name or '('");
  if (minus) diag_hint(p->diags, "there are no negative numbers; write 0-1");
  return expression(p, RBG_LITERAL, 0, loc);
}

typedef struct Level {
  RbgTokenKind operator;
  RbgExprKind kind;
} Level;

static const Level levels[] = {
    {RTOK_PLUS, RBG_ADD}, {RTOK_MINUS, RBG_SUBTRACT}, {RTOK_STAR, RBG_MULTIPLY}, {RTOK_SLASH, RBG_DIVIDE}};

// level = next { operator next }, from sums down to quotients
static const RbgExpr *parse_level(RbgParser *p, size_t level) {
  if (level == COUNT_OF(levels)) return parse_atom(p);
  const RbgExpr *left = parse_level(p, level + 1);
  while (rbg_at(p, levels[level].operator)) {
    if (++p->operations > RBG_OPERATIONS_MAX)
      rbg_fail(p, p->at->loc, "arithmetic is longer than %d operations", RBG_OPERATIONS_MAX);
    if (p->failed) break;
    RbgExpr *e = expression(p, levels[level].kind, 0, p->at++->loc);
    e->left = left;
    e->right = parse_level(p, level + 1);
    left = e;
  }
  return left;
}

// arithmetic = [ "+" ] sum of differences of products of quotients
static const RbgExpr *parse_arithmetic(RbgParser *p) {
  rbg_accept(p, RTOK_PLUS);
  return parse_level(p, 0);
}

// ---- actions

// pieces = [ piece { "," piece } ] up to the closing bracket; calls add for each
static void parse_pieces(RbgParser *p, RbgTokenKind close, void (*add)(void *self, int piece, SrcLoc loc), void *self) {
  if (rbg_accept(p, close)) return;
  do {
    const RbgToken *name = rbg_expect_name(p, "the name of a piece");
    const RbgSymbol *piece = name ? rbg_resolve(p, name, 1 << RBG_PIECE) : NULL;
    if (piece) add(self, piece->index, name->loc);
  } while (rbg_accept(p, RTOK_COMMA));
  rbg_expect(p, close);
}

static void add_to_set(void *self, int piece, SrcLoc loc) { bit_set(self, piece); }

// on = "{" pieces "}"
static RbgNode *parse_on(RbgParser *p) {
  SrcLoc loc = p->at++->loc;
  RbgNode *node = leaf(p, RBG_ON, loc);
  bool torn = rbg_at(p, RTOK_QUESTION) || rbg_at(p, RTOK_BANG) || rbg_at(p, RTOK_DOLLAR);
  const char *second = rbg_token_name(p->at->kind);
  Word *set = ARENA_ARRAY(p->arena, Word, bits_words(p->game->pieces.n));
  node->pieces = set;
  parse_pieces(p, RTOK_CLOSE_BRACE, add_to_set, set);
  if (torn) diag_hint(p->diags, "'{%s' is written without a space", second);
  return node;
}

typedef struct Offs {
  RbgParser *parser;
  Nodes nodes;
} Offs;

static void add_off(void *self, int piece, SrcLoc loc) {
  Offs *offs = self;
  RbgNode *node = leaf(offs->parser, RBG_OFF, loc);
  node->index = piece;
  VEC_PUSH(&offs->nodes, node);
}

// off = "[" pieces "]": a choice of offs; none can never be performed
static RbgNode *parse_off(RbgParser *p) {
  SrcLoc loc = p->at++->loc;
  Offs offs = {.parser = p};
  parse_pieces(p, RTOK_CLOSE_SQUARE, add_off, &offs);
  RbgNode *node = offs.nodes.n ? rbg_sum(p->arena, offs.nodes.at, offs.nodes.n, loc) : never(p, loc);
  VEC_FREE(&offs.nodes);
  return node;
}

// assignment = ( variable | player ) "=" arithmetic
static RbgNode *parse_assignment(RbgParser *p) {
  const RbgToken *name = rbg_expect_name(p, "the name of a variable or player");
  if (!name) return never(p, p->at->loc);
  RbgNode *node = leaf(p, RBG_ASSIGN, name->loc);
  const RbgSymbol *variable = rbg_resolve(p, name, 1 << RBG_PLAYER | 1 << RBG_VARIABLE_NAME);
  node->index = variable ? variable->index : 0;
  rbg_expect(p, RTOK_EQUAL);
  p->operations = 0;
  node->left = parse_arithmetic(p);
  return node;
}

// assignments = "[$" assignment { "," assignment } "]"
static RbgNode *parse_assignments(RbgParser *p) {
  SrcLoc loc = p->at++->loc;
  Nodes nodes = {0};
  do VEC_PUSH(&nodes, parse_assignment(p));
  while (rbg_accept(p, RTOK_COMMA));
  rbg_expect(p, RTOK_CLOSE_SQUARE);
  RbgNode *node = rbg_cat(p->arena, nodes.at, nodes.n, loc);
  VEC_FREE(&nodes);
  return node;
}

static bool parse_relation(RbgParser *p, RbgRelation *relation) {
  static const RbgTokenKind tokens[] = {
      [RBG_EQ] = RTOK_EQUAL_EQUAL, [RBG_NE] = RTOK_NOT_EQUAL, [RBG_LT] = RTOK_LESS,
      [RBG_LE] = RTOK_LESS_EQUAL,  [RBG_GT] = RTOK_GREATER,   [RBG_GE] = RTOK_GREATER_EQUAL};
  for (size_t i = 0; i < COUNT_OF(tokens); i++) {
    *relation = (RbgRelation)i;
    if (rbg_accept(p, tokens[i])) return true;
  }
  bool assigns = rbg_at(p, RTOK_EQUAL) && !p->failed;
  rbg_expected(p, "one of == != < <= > >=");
  if (assigns) diag_hint(p->diags, "'==' compares");
  return false;
}

// comparison = "{$" arithmetic relation arithmetic "}"
static RbgNode *parse_comparison(RbgParser *p) {
  p->operations = 0;
  RbgNode *node = leaf(p, RBG_COMPARE, p->at++->loc);
  node->left = parse_arithmetic(p);
  if (parse_relation(p, &node->relation)) node->right = parse_arithmetic(p);
  rbg_expect(p, RTOK_CLOSE_BRACE);
  return node;
}

// pattern = ( "{?" | "{!" ) sum "}"
static RbgNode *parse_pattern(RbgParser *p) {
  bool negated = rbg_at(p, RTOK_CHECK_NOT);
  SrcLoc loc = p->at++->loc;
  RbgNode *inner = enter(p) ? parse_sum(p) : never(p, loc);
  rbg_expect(p, RTOK_CLOSE_BRACE);
  p->depth--;
  RbgNode *node = rbg_wrap(p->arena, RBG_CHECK, inner, loc);
  p->nodes++;
  node->negated = negated;
  return node;
}

// switch = "->" player | "->>"
static RbgNode *parse_switch(RbgParser *p) {
  bool keeper = rbg_at(p, RTOK_SWITCH_KEEPER);
  RbgNode *node = leaf(p, RBG_SWITCH, p->at++->loc);
  const RbgToken *name = keeper ? NULL : rbg_expect_name(p, "the name of a player");
  const RbgSymbol *player = name ? rbg_resolve(p, name, 1 << RBG_PLAYER) : NULL;
  node->index = player ? player->index + 1 : 0;
  return node;
}

static RbgNode *parse_shift(RbgParser *p) {
  const RbgToken *name = p->at++;
  RbgNode *node = leaf(p, RBG_SHIFT, name->loc);
  const RbgSymbol *label = rbg_resolve(p, name, 1 << RBG_LABEL);
  node->index = label ? label->index : 0;
  return node;
}

static RbgNode *parse_group(RbgParser *p) {
  SrcLoc loc = p->at++->loc;
  RbgNode *inner = enter(p) ? parse_sum(p) : never(p, loc);
  rbg_expect(p, RTOK_CLOSE);
  p->depth--;
  return inner;
}

// ---- combining

// x^n is n copies of x in a row; x^0 is x, as in the reference system.
static RbgNode *repeat(RbgParser *p, RbgNode *node, int n, SrcLoc loc) {
  if ((uint64_t)node->size * (uint64_t)n + p->nodes > RBG_NODES_MAX) {
    rbg_fail(p, loc, "this repetition makes more than %d actions", RBG_NODES_MAX);
    return node;
  }
  Nodes copies = {0};
  VEC_PUSH(&copies, node);
  for (int i = 1; i < n; i++) VEC_PUSH(&copies, rbg_copy(p->arena, node));
  p->nodes += (size_t)node->size * (copies.n - 1);
  RbgNode *result = rbg_cat(p->arena, copies.at, copies.n, loc);
  VEC_FREE(&copies);
  return result;
}

// suffix = [ "*" | "^" number ]
static RbgNode *parse_suffix(RbgParser *p, RbgNode *node) {
  SrcLoc loc = p->at->loc;
  if (rbg_accept(p, RTOK_STAR)) {
    p->nodes++;
    node = rbg_wrap(p->arena, RBG_STAR, node, loc);
  } else if (rbg_accept(p, RTOK_POWER)) {
    node = repeat(p, node, rbg_expect_number(p, "the number of repetitions", 0), loc);
  } else {
    return node;
  }
  if (rbg_at(p, RTOK_STAR) || rbg_at(p, RTOK_POWER)) {
    rbg_fail(p, p->at->loc, "only one of '*' and '^' may follow; use brackets for more");
  }
  return node;
}

static bool starts_factor(RbgTokenKind kind) {
  switch (kind) {
    case RTOK_NAME:
    case RTOK_OPEN:
    case RTOK_OPEN_BRACE:
    case RTOK_OPEN_SQUARE:
    case RTOK_ASSIGN:
    case RTOK_COMPARE:
    case RTOK_CHECK:
    case RTOK_CHECK_NOT:
    case RTOK_SWITCH:
    case RTOK_SWITCH_KEEPER:
    case RTOK_DOT: return true;
    default: return false;
  }
}

// An action in brackets of its own takes no suffix.
static RbgNode *without_suffix(RbgParser *p, RbgNode *node) {
  if (rbg_at(p, RTOK_STAR) || rbg_at(p, RTOK_POWER)) {
    rbg_fail(p, p->at->loc, "'%s' cannot follow this action directly; put the action in brackets ( )",
             rbg_token_name(p->at->kind));
  }
  return node;
}

// factor = ( "(" sum ")" | label | switch | "." ) suffix | on | off | assignments | comparison | pattern
static RbgNode *parse_factor(RbgParser *p) {
  switch (p->at->kind) {
    case RTOK_NAME: return parse_suffix(p, parse_shift(p));
    case RTOK_OPEN: return parse_suffix(p, parse_group(p));
    case RTOK_SWITCH:
    case RTOK_SWITCH_KEEPER: return parse_suffix(p, parse_switch(p));
    case RTOK_DOT: return parse_suffix(p, leaf(p, RBG_DOT, p->at++->loc));
    case RTOK_OPEN_BRACE: return without_suffix(p, parse_on(p));
    case RTOK_OPEN_SQUARE: return without_suffix(p, parse_off(p));
    case RTOK_ASSIGN: return without_suffix(p, parse_assignments(p));
    case RTOK_COMPARE: return without_suffix(p, parse_comparison(p));
    case RTOK_CHECK:
    case RTOK_CHECK_NOT: return without_suffix(p, parse_pattern(p));
    default: rbg_expected(p, "an action"); return never(p, p->at->loc);
  }
}

// chain = factor { factor }
static RbgNode *parse_chain(RbgParser *p) {
  SrcLoc loc = p->at->loc;
  Nodes nodes = {0};
  do VEC_PUSH(&nodes, parse_factor(p));
  while (starts_factor(p->at->kind));
  RbgNode *node = rbg_cat(p->arena, nodes.at, nodes.n, loc);
  VEC_FREE(&nodes);
  return node;
}

// sum = chain { "+" chain }
static RbgNode *parse_sum(RbgParser *p) {
  SrcLoc loc = p->at->loc;
  Nodes nodes = {0};
  do VEC_PUSH(&nodes, parse_chain(p));
  while (rbg_accept(p, RTOK_PLUS));
  RbgNode *node = rbg_sum(p->arena, nodes.at, nodes.n, loc);
  VEC_FREE(&nodes);
  return node;
}

void rbg_parse_rules(RbgParser *p) {
  if (!rbg_open(p, RBG_RULES)) return;
  p->game->rules = parse_sum(p);
  bool closed = rbg_at(p, RTOK_CLOSE) && !p->failed;
  rbg_close(p, "an action, '+' or the end of the rules");
  if (closed) diag_hint(p->diags, "there are more closing brackets than opening ones");
  if (!p->failed) p->game->n_actions = rbg_number_actions(p->game->rules);
}
