// Printing rules: a sum gets one line per alternative as soon as it does not fit on one line.
#include "rbg/rbg_print.h"

#include "base/vec.h"

enum { LINE_MAX_WIDTH = 110, INDENT = 2 };

typedef struct Printer {
  Text *out;
  const RbgDescription *game;
} Printer;

static void print_expression(Printer *p, const RbgExpr *e, bool brackets) {
  static const char *const operators[] = {
      [RBG_ADD] = "+", [RBG_SUBTRACT] = "-", [RBG_MULTIPLY] = "*", [RBG_DIVIDE] = "/"};
  switch (e->kind) {
    case RBG_LITERAL: text_printf(p->out, "%d", e->value); return;
    case RBG_VARIABLE: text_puts(p->out, p->game->variables.at[e->value]); return;
    case RBG_COUNT: text_puts(p->out, p->game->pieces.at[e->value]); return;
    case RBG_ADD:
    case RBG_SUBTRACT:
    case RBG_MULTIPLY:
    case RBG_DIVIDE: break;
  }
  if (brackets) text_char(p->out, '(');
  print_expression(p, e->left, true);
  text_printf(p->out, " %s ", operators[e->kind]);
  print_expression(p, e->right, true);
  if (brackets) text_char(p->out, ')');
}

static void print_pieces(Printer *p, const Word *set) {
  const char *glue = "";
  FOR_BITS(i, set, bits_words(p->game->pieces.n)) {
    text_printf(p->out, "%s%s", glue, p->game->pieces.at[i]);
    glue = ", ";
  }
}

static void print_comparison(Printer *p, const RbgNode *node) {
  static const char *const relations[] = {
      [RBG_EQ] = "==", [RBG_NE] = "!=", [RBG_LT] = "<", [RBG_LE] = "<=", [RBG_GT] = ">", [RBG_GE] = ">="};
  text_puts(p->out, "{$ ");
  print_expression(p, node->left, false);
  text_printf(p->out, " %s ", relations[node->relation]);
  print_expression(p, node->right, false);
  text_char(p->out, '}');
}

static void print_assignment(Printer *p, const RbgNode *node) {
  text_printf(p->out, "[$ %s = ", p->game->variables.at[node->index]);
  print_expression(p, node->left, false);
  text_char(p->out, ']');
}

static void print_switch(Printer *p, const RbgNode *node) {
  if (node->index) text_printf(p->out, "->%s", p->game->players.at[node->index - 1]);
  else text_puts(p->out, "->>");
}

static void print_leaf(Printer *p, const RbgNode *node) {
  switch (node->kind) {
    case RBG_SHIFT: text_puts(p->out, p->game->labels.at[node->index]); break;
    case RBG_ON:
      text_char(p->out, '{');
      print_pieces(p, node->pieces);
      text_char(p->out, '}');
      break;
    case RBG_OFF: text_printf(p->out, "[%s]", p->game->pieces.at[node->index]); break;
    case RBG_ASSIGN: print_assignment(p, node); break;
    case RBG_COMPARE: print_comparison(p, node); break;
    case RBG_SWITCH: print_switch(p, node); break;
    case RBG_DOT: text_char(p->out, '.'); break;
    case RBG_SUM:
    case RBG_CAT:
    case RBG_STAR:
    case RBG_CHECK: break;
  }
}

static void print_node(Printer *p, const RbgNode *node, int indent, bool one_line);

static void new_line(Printer *p, int indent) {
  text_char(p->out, '\n');
  text_repeat(p->out, ' ', (size_t)indent);
}

// Nothing at all has no spelling of its own: a dot inside a pattern or keeper move is as good.
static void print_cat(Printer *p, const RbgNode *cat, int indent, bool one_line) {
  if (!cat->n) text_char(p->out, '.');
  for (uint32_t i = 0; i < cat->n; i++) {
    bool turn = !one_line && i && cat->kids[i - 1]->kind == RBG_SWITCH;
    if (turn) new_line(p, indent);
    else if (i) text_char(p->out, ' ');
    print_node(p, cat->kids[i], indent, one_line);
  }
}

static void print_sum(Printer *p, const RbgNode *sum, int indent, bool one_line) {
  text_char(p->out, '(');
  for (uint32_t i = 0; i < sum->n; i++) {
    if (one_line) {
      if (i) text_puts(p->out, " + ");
    } else {
      new_line(p, indent + INDENT);
      text_puts(p->out, i ? "+ " : "  ");
    }
    print_node(p, sum->kids[i], indent + 2 * INDENT, one_line);
  }
  if (!one_line) new_line(p, indent);
  text_char(p->out, ')');
}

static void print_star(Printer *p, const RbgNode *star, int indent, bool one_line) {
  const RbgNode *kid = star->kids[0];
  bool bare = kid->kind == RBG_SHIFT || kid->kind == RBG_SUM;
  if (!bare) text_char(p->out, '(');
  print_node(p, kid, indent, one_line);
  text_puts(p->out, bare ? "*" : ")*");
}

static void print_inner(Printer *p, const RbgNode *node, int indent, bool one_line) {
  switch (node->kind) {
    case RBG_SUM: print_sum(p, node, indent, one_line); return;
    case RBG_CAT: print_cat(p, node, indent, one_line); return;
    case RBG_STAR: print_star(p, node, indent, one_line); return;
    case RBG_CHECK:
      text_puts(p->out, node->negated ? "{! " : "{? ");
      print_node(p, node->kids[0], indent + INDENT, one_line);
      text_char(p->out, '}');
      return;
    case RBG_SHIFT:
    case RBG_ON:
    case RBG_OFF:
    case RBG_ASSIGN:
    case RBG_COMPARE:
    case RBG_SWITCH:
    case RBG_DOT: print_leaf(p, node); return;
  }
}

// Tries one line first where the tree is small enough to fit.
static void print_node(Printer *p, const RbgNode *node, int indent, bool one_line) {
  size_t before = p->out->n;
  if (!one_line && node->n && node->size <= LINE_MAX_WIDTH / 2) {
    print_inner(p, node, indent, true);
    if (p->out->n - before + (size_t)indent <= LINE_MAX_WIDTH) return;
    p->out->n = before;
  }
  print_inner(p, node, indent, one_line);
}

void rbg_print_rules(Text *text, const RbgDescription *game, const RbgNode *rules) {
  Printer printer = {text, game};
  print_node(&printer, rules, 0, false);
  text_char(text, '\n');
}

static void print_names(Text *text, const RbgNames *names, int from, const int *bounds) {
  for (int i = from; i < names->n; i++) {
    text_printf(text, "%s%s", i > from ? ", " : " ", names->at[i]);
    if (bounds) text_printf(text, "(%d)", bounds[i]);
  }
  text_char(text, '\n');
}

typedef VEC(int) Order;

// The labels by name, so that the text does not depend on the order in which a board was declared.
static Order label_order(const RbgNames *labels) {
  Order order = {0};
  for (int l = 0; l < labels->n; l++) {
    VEC_PUSH(&order, l);
    for (size_t i = order.n - 1; i > 0 && strcmp(labels->at[order.at[i]], labels->at[order.at[i - 1]]) < 0; i--) {
      order.at[i] = order.at[i - 1];
      order.at[i - 1] = l;
    }
  }
  return order;
}

static void print_vertex(Text *text, const RbgDescription *game, const Order *order, int v) {
  const RbgBoard *board = &game->board;
  text_printf(text, "  %s [%s] {", board->names[v], game->pieces.at[board->piece[v]]);
  const char *glue = "";
  for (size_t i = 0; i < order->n; i++) {
    int next = board->next[order->at[i] * board->n + v];
    if (next < 0) continue;
    text_printf(text, "%s%s: %s", glue, game->labels.at[order->at[i]], board->names[next]);
    glue = ", ";
  }
  text_puts(text, "}\n");
}

static void print_board(Text *text, const RbgDescription *game) {
  Order order = label_order(&game->labels);
  text_puts(text, "#board =\n");
  for (int v = 0; v < game->board.n; v++) print_vertex(text, game, &order, v);
  VEC_FREE(&order);
}

void rbg_print(Text *text, const RbgDescription *game, const RbgNode *rules) {
  text_puts(text, "#players =");
  print_names(text, &game->players, 0, game->bounds);
  text_puts(text, "#pieces =");
  print_names(text, &game->pieces, 0, NULL);
  text_puts(text, "#variables =");
  print_names(text, &game->variables, game->players.n, game->bounds);
  print_board(text, game);
  text_puts(text, "#rules =\n");
  rbg_print_rules(text, game, rules);
}
