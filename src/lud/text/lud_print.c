// Printing trees: what fits on a line stays on it, the rest is indented kid by kid.
#include "lud/text/lud_print.h"

enum { LINE_MAX_WIDTH = 100, INDENT = 2 };

// The width of the tree on one line, or anything above `room` when it does not fit.
static size_t width(const Node *node, size_t room) {
  size_t n = node->label.n ? node->label.n + 1 : 0;
  if (node->kind == NODE_STRING) return n + node->text.n + 2;
  if (node->kind != NODE_LIST && node->kind != NODE_BRACES) return n + node->text.n;
  n += 2;
  for (uint32_t i = 0; i < node->n && n <= room; i++) n += width(node->kids[i], room - n) + (i > 0);
  return n;
}

static void print_start(Text *out, const Node *node) {
  if (!node->label.n) return;
  text_add(out, node->label);
  text_char(out, ':');
}

static void print_flat(Text *out, const Node *node) {
  print_start(out, node);
  bool list = node->kind == NODE_LIST, braces = node->kind == NODE_BRACES, string = node->kind == NODE_STRING;
  if (list || braces || string) text_char(out, list ? '(' : braces ? '{' : '"');
  text_add(out, node->text);
  for (uint32_t i = 0; i < node->n; i++) {
    if (i) text_char(out, ' ');
    print_flat(out, node->kids[i]);
  }
  if (list || braces || string) text_char(out, list ? ')' : braces ? '}' : '"');
}

// The head of a list and the atoms right after it stay on its line.
static bool stays_on_line(const Node *node, uint32_t i) {
  const Node *kid = node->kids[i];
  if (node->kind != NODE_LIST) return false;
  return i == 0 || (kid->kind != NODE_LIST && kid->kind != NODE_BRACES && !kid->label.n);
}

static void print_at(Text *out, const Node *node, size_t column) {
  bool bracket = node->kind == NODE_LIST || node->kind == NODE_BRACES;
  size_t room = column < LINE_MAX_WIDTH ? LINE_MAX_WIDTH - column : 0;
  if (!bracket || width(node, room) <= room) {
    print_flat(out, node);
    return;
  }
  print_start(out, node);
  text_char(out, node->kind == NODE_LIST ? '(' : '{');
  bool on_line = true;
  for (uint32_t i = 0; i < node->n; i++) {
    on_line = on_line && stays_on_line(node, i);
    if (!on_line) {
      text_char(out, '\n');
      text_repeat(out, ' ', MIN(column + INDENT, (size_t)LINE_MAX_WIDTH));
    } else if (i) {
      text_char(out, ' ');
    }
    print_at(out, node->kids[i], column + INDENT);
  }
  text_char(out, '\n');
  text_repeat(out, ' ', MIN(column, (size_t)LINE_MAX_WIDTH));
  text_char(out, node->kind == NODE_LIST ? ')' : '}');
}

void print_tree(Text *out, const Node *node) {
  print_at(out, node, 0);
  text_char(out, '\n');
}
