// Making nodes: numbers, and the derived fields.
#include "syntax/tree.h"

#include "base/map.h"

#include <stdlib.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t digits(Str text, size_t from) {
  size_t i = from;
  while (i < text.n && is_digit(text.p[i])) i++;
  return i - from;
}

enum { NUMBER_MAX = 18 };  // digits and sign that surely fit 64 bits

// number = [sign] digits [ "." digits ] | [sign] "." digits; sign = "-" | "+"
Node node_of_word(Str text, SrcLoc loc) {
  Node node = {.kind = NODE_SYMBOL, .text = text, .loc = loc};
  if (text.n == 0 || text.n > NUMBER_MAX) return node;
  size_t sign = text.p[0] == '-' || text.p[0] == '+', whole = sign + digits(text, sign);
  char copy[NUMBER_MAX + 1] = {0};
  memcpy(copy, text.p, text.n);
  if (whole > sign && whole == text.n) {
    node.kind = NODE_INT;
    node.integer = strtoll(copy, NULL, 10);
    node.real = (double)node.integer;
  } else if (whole < text.n && text.p[whole] == '.') {
    size_t part = digits(text, whole + 1);
    if (part == 0 || whole + 1 + part != text.n) return node;
    node.kind = NODE_FLOAT;
    node.real = strtod(copy, NULL);
  }
  return node;
}

static bool has_param(Str text) {
  for (size_t i = 0; i + 1 < text.n; i++) {
    if (text.p[i] == '#' && text.p[i + 1] >= '1' && text.p[i + 1] <= '9') return true;
  }
  return false;
}

static bool is_odd(Str text) {
  if (!text.n) return false;
  if (memchr(text.p, '[', text.n) || memchr(text.p, ']', text.n)) return true;
  for (size_t i = 0; i + 1 < text.n; i++) {
    if (text.p[i] == '.' && text.p[i + 1] == '.') return true;
  }
  return text.n > 2 && memchr(text.p, '<', text.n) && memchr(text.p, '>', text.n);
}

static bool looks_like_bad_number(Str text) {
  size_t sign = text.n && text.p[0] == '-';
  return text.n > sign && is_digit(text.p[sign]);
}

static uint16_t atom_flags(const Node *node) {
  uint16_t flags = node->flags & (NODE_LIBRARY | NODE_WRONG | NODE_DEFINED);
  if (has_param(node->text)) flags |= NODE_HAS_PARAM;
  if (node->kind == NODE_STRING) flags |= NODE_HAS_STRING;
  bool odd = is_odd(node->text) || looks_like_bad_number(node->text);
  if (node->kind == NODE_SYMBOL && odd) flags |= NODE_HAS_WORD;
  return flags;
}

uint64_t node_atom_marks(const Node *atom) { return atom->flags & (NODE_LIBRARY | NODE_DEFINED); }

// Adds up what the kids have; sizes saturate.
static void derive_from_kids(Node *node) {
  uint64_t size = 2, marks = 0;
  uint16_t depth = 0, flags = 0;
  for (uint32_t i = 0; i < node->n; i++) {
    const Node *kid = node->kids[i];
    size += kid->size;
    depth = MAX(depth, kid->depth);
    flags |= kid->flags & (NODE_HAS_PARAM | NODE_HAS_STRING | NODE_HAS_WORD);
    if (kid->marks) marks = hash_bytes(&kid->marks, sizeof kid->marks, marks + i + 1);
  }
  bool odd = node->kind == NODE_LIST && (node->n == 0 || node->kids[0]->kind == NODE_LIST);
  if (odd) flags |= NODE_HAS_WORD;
  node->size = (uint32_t)MIN(size, (uint64_t)UINT32_MAX);
  node->depth = (uint16_t)MIN(depth + 1, UINT16_MAX);
  node->flags = flags;
  node->marks = marks;
}

static uint64_t hash_node(const Node *node, int lane) {
  uint64_t hash = hash_bytes(node->text.p, node->text.n, (uint64_t)lane * 1000 + node->kind + 1);
  if (node->label.n) hash = hash_bytes(node->label.p, node->label.n, hash);
  for (uint32_t i = 0; i < node->n; i++) hash = hash_bytes(&node->kids[i]->hash[lane], sizeof hash, hash + i);
  return hash;
}

const Node *node_make(Arena *arena, Node node) {
  if (node.kind == NODE_LIST || node.kind == NODE_BRACES) {
    derive_from_kids(&node);
  } else {
    node.size = node.depth = 1;
    node.flags = atom_flags(&node);
    node.marks = node_atom_marks(&node);
  }
  for (int lane = 0; lane < 2; lane++) node.hash[lane] = hash_node(&node, lane);
  return arena_copy(arena, &node, sizeof node);
}

const Node *node_with_loc(Arena *arena, const Node *node, SrcLoc loc) {
  Node copy = *node;
  copy.loc = loc;
  return arena_copy(arena, &copy, sizeof copy);
}
