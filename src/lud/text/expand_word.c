// Words during expansion.
#include "lud/text/expand_word.h"

#include "base/text.h"
#include "lud/text/scan.h"
#include "syntax/lexer.h"

#include <stdlib.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

Str paste_params(Arena *arena, Str text, uint32_t params, const Node *const *args) {
  Text out = {0};
  for (size_t i = 0; i < text.n && out.n <= EXPAND_TEXT_MAX; i++) {
    bool param = text.p[i] == '#' && i + 1 < text.n && is_digit(text.p[i + 1]);
    uint32_t number = param ? (uint32_t)(text.p[i + 1] - '0') : 0;
    if (number == 0 || number > params) {
      text_char(&out, text.p[i]);
      continue;
    }
    if (args[number - 1]) text_add(&out, args[number - 1]->text);
    i++;
  }
  Str pasted = arena_str(arena, text_str(&out));
  text_free(&out);
  return pasted;
}

static size_t digits_at(Str text, size_t i) {
  size_t from = i;
  while (i < text.n && is_digit(text.p[i])) i++;
  return i - from;
}

// The two ends of a word that reads  number ".." number.
static bool read_range(Str text, int64_t *from, int64_t *to) {
  enum { DIGITS_MAX = 9 };
  size_t first = digits_at(text, 0), second = first + 2 < text.n ? digits_at(text, first + 2) : 0;
  if (!first || !second || first > DIGITS_MAX || second > DIGITS_MAX) return false;
  if (text.p[first] != '.' || text.p[first + 1] != '.' || first + 2 + second != text.n) return false;
  char copy[2 * DIGITS_MAX + 3] = {0};
  memcpy(copy, text.p, text.n);
  *from = strtoll(copy, NULL, 10);
  *to = strtoll(copy + first + 2, NULL, 10);
  return true;
}

static void push_number(const Expansion *x, const Node *node, Str label, int64_t value, Words *out) {
  Node made = {.kind = NODE_INT, .label = label, .integer = value, .real = (double)value, .loc = node->loc};
  made.text = str_of(arena_printf(x->arena, "%lld", (long long)value));
  VEC_PUSH(out, node_make(x->arena, made));
}

// Both ends are always listed, so 3..3 gives 3 twice.
static void push_range(const Expansion *x, const Node *node, int64_t from, int64_t to, Words *out) {
  int64_t step = from <= to ? 1 : -1;
  push_number(x, node, node->label, from, out);
  for (int64_t value = from + step; from != to && value != to; value += step) {
    push_number(x, node, (Str){0}, value, out);
  }
  push_number(x, node, (Str){0}, to, out);
}

bool is_reported(const Expansion *x, SrcLoc loc) {
  for (size_t i = 0; i < x->diags->n; i++) {
    SrcLoc known = x->diags->list[i].loc;
    if (known.source && known.source == loc.source && known.offset == loc.offset) return true;
  }
  return false;
}

static void report_option(const Expansion *x, const Node *node) {
  diag_error(x->diags, node->loc, "no option gives a value for %.*s", (int)node->text.n, node->text.p);
  VEC(const char *) tags = {0};
  for (size_t c = 0; x->options && c < x->options->n; c++) {
    const OptionCategory *category = &x->options->categories[c];
    VEC_PUSH(&tags, arena_printf(x->arena, "<%.*s>", (int)category->tag.n, category->tag.p));
    for (size_t i = 0; i < category->n_args; i++) {
      VEC_PUSH(&tags, arena_printf(x->arena, "<%.*s:%.*s>", (int)category->tag.n, category->tag.p,
                                   (int)category->arg_names[i].n, category->arg_names[i].p));
    }
  }
  const char *near = nearest_name(node->text, tags.at, tags.n);
  if (near) diag_hint(x->diags, "did you mean %s?", near);
  VEC_FREE(&tags);
}

static bool has_option(Str text) {
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == '<' && lexer_option_length(str_cut(text, i, text.n))) return true;
  }
  return false;
}

static bool has_dots(Str text) {
  for (size_t i = 0; i + 1 < text.n; i++) {
    if (text.p[i] == '.' && text.p[i + 1] == '.') return true;
  }
  return false;
}

static bool has_square(Str text) { return memchr(text.p, '[', text.n) || memchr(text.p, ']', text.n); }

static void report_square(const Expansion *x, const Node *node) {
  if (is_reported(x, node->loc)) return;
  diag_error(x->diags, node->loc, "unexpected '%.*s'", (int)node->text.n, node->text.p);
  diag_hint(x->diags, "arrays are written with braces: { ... }; square brackets mark what is not known");
}

// Tilings are often written 3.4.6.4, by the corners of the cells around a point.
static bool is_tiling(Str text) {
  size_t dots = 0;
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == '.') dots++;
    else if (!is_digit(text.p[i])) return false;
  }
  return dots >= 2 && !has_dots(text);
}

static void hint_tiling(const Expansion *x, Str text) {
  char name[40] = "T";
  for (size_t i = 0, n = 1; i < text.n && n + 1 < sizeof name; i++) {
    if (text.p[i] != '.') name[n++] = text.p[i];
  }
  diag_hint(x->diags, "a tiling is written with a T and without dots: %s", name);
}

static void report_word(const Expansion *x, const Node *node) {
  if (is_reported(x, node->loc)) return;
  size_t sign = node->text.n && node->text.p[0] == '-';
  if (has_option(node->text)) report_option(x, node);
  else if (sign + digits_at(node->text, sign) == node->text.n)
    diag_error(x->diags, node->loc, "the number %.*s is too large", (int)node->text.n, node->text.p);
  else diag_error(x->diags, node->loc, "'%.*s' is not a number", (int)node->text.n, node->text.p);
  if (is_tiling(node->text)) hint_tiling(x, node->text);
}

static bool makes_sense(Str text) {
  size_t sign = text.n && text.p[0] == '-';
  return !has_option(text) && !(text.n > sign && is_digit(text.p[sign]));
}

static void push_checked_range(const Expansion *x, const Node *node, int64_t from, int64_t to, Words *out) {
  if (llabs(to - from) <= EXPAND_RANGE_MAX) push_range(x, node, from, to, out);
  else diag_error(x->diags, node->loc, "this range has more than %d numbers", EXPAND_RANGE_MAX);
}

void words_of(const Expansion *x, const Node *node, bool lenient, Words *out) {
  int64_t from, to;
  if (read_range(node->text, &from, &to)) {
    push_checked_range(x, node, from, to, out);
    return;
  }
  if (!lenient && has_square(node->text)) {
    if (node->text.p[0] != ']') report_square(x, node);
    return;
  }
  if (!lenient && !has_dots(node->text) && !makes_sense(node->text)) {
    report_word(x, node);
    node = wrong_word(x, node);
  }
  VEC_PUSH(out, node);
}

const Node *wrong_word(const Expansion *x, const Node *node) {
  return node_make(x->arena, (Node){.kind = NODE_SYMBOL, .flags = NODE_WRONG, .label = node->label, .loc = node->loc});
}

// A site by letter and number, such as "C12".
static bool read_site(Str text, int *column, int *row) {
  char copy[8] = {0};
  bool letter = text.n >= 2 && ((text.p[0] | 32) >= 'a' && (text.p[0] | 32) <= 'z');
  if (!letter || text.n > 5 || digits_at(text, 1) != text.n - 1) return false;
  memcpy(copy, text.p + 1, text.n - 1);
  *column = (text.p[0] | 32) - 'a';
  *row = atoi(copy);
  return true;
}

static void push_sites(const Expansion *x, const Node *first, const int columns[2], const int rows[2], Words *items) {
  Str label = first->label;
  for (int c = columns[0]; c <= columns[1]; c++) {
    for (int r = rows[0]; r <= rows[1]; r++, label = (Str){0}) {
      Node made = {.kind = NODE_STRING, .label = label, .loc = first->loc};
      made.text = str_of(arena_printf(x->arena, "%c%d", 'A' + c, r));
      VEC_PUSH(items, node_make(x->arena, made));
    }
  }
}

static void collapse_sites(const Expansion *x, Words *items) {
  const Node *first = items->at[items->n - 3], *dots = items->at[items->n - 2], *last = items->at[items->n - 1];
  int columns[2], rows[2];
  bool read = read_site(first->text, &columns[0], &rows[0]) && read_site(last->text, &columns[1], &rows[1]);
  items->n -= 3;
  if (read && rows[1] - rows[0] <= EXPAND_RANGE_MAX) push_sites(x, first, columns, rows, items);
  else diag_error(x->diags, dots->loc, "a range of sites goes from one like \"A1\" to one like \"C3\"");
}

static bool is_dots(const Node *node) { return node->kind == NODE_SYMBOL && str_is(node->text, ".."); }

// The number after the dots of a word such as ..7
static bool read_end(const Node *node, int64_t *to) {
  if (node->kind != NODE_SYMBOL || !str_starts(node->text, "..")) return false;
  Node number = node_of_word(str_cut(node->text, 2, node->text.n), node->loc);
  *to = number.integer;
  return number.kind == NODE_INT;
}

// The number before the dots of a word such as 3..
static bool read_start(const Node *node, int64_t *from) {
  if (node->kind != NODE_SYMBOL || !str_ends(node->text, "..")) return false;
  Node number = node_of_word(str_cut(node->text, 0, node->text.n - 2), node->loc);
  *from = number.integer;
  return number.kind == NODE_INT;
}

// The ends of a range of numbers spread over the last items, and how many items that is; 0: there is none.
static size_t spread_range(const Words *items, int64_t *from, int64_t *to) {
  const Node **end = VEC_FROM(items, items->n);
  if (items->n >= 2 && end[-2]->kind == NODE_INT && read_end(end[-1], to)) {
    *from = end[-2]->integer;
    return 2;
  }
  if (items->n < 2 || end[-1]->kind != NODE_INT) return 0;
  *to = end[-1]->integer;
  if (read_start(end[-2], from)) return 2;
  if (items->n < 3 || !is_dots(end[-2]) || end[-3]->kind != NODE_INT) return 0;
  *from = end[-3]->integer;
  return 3;
}

size_t collapse_range(const Expansion *x, Words *items) {
  if (!items->n || items->at[items->n - 1]->n) return 0;
  int64_t from, to;
  size_t n = spread_range(items, &from, &to), before = items->n;
  const Node **end = VEC_FROM(items, items->n);
  bool sites = items->n >= 3 && end[-3]->kind == NODE_STRING && is_dots(end[-2]) && end[-1]->kind == NODE_STRING;
  if (sites) collapse_sites(x, items);
  if (!n) return sites ? items->n + 3 - before : 0;
  Node first = *end[-(ptrdiff_t)n];
  items->n -= n;
  push_checked_range(x, &first, from, to, items);
  return items->n + n - before;
}

void check_ranges(const Expansion *x, Words *items) {
  for (size_t i = 0; i < items->n; i++) {
    const Node *node = items->at[i];
    if (node->kind != NODE_SYMBOL || !has_dots(node->text)) continue;
    items->at[i] = wrong_word(x, node);
    if (is_reported(x, node->loc)) continue;
    if (has_option(node->text)) {
      report_option(x, node);
      continue;
    }
    diag_error(x->diags, node->loc, "'%.*s' is not a range", (int)node->text.n, node->text.p);
    diag_hint(x->diags, "a range is written 1..7, or \"A1\"..\"C3\"");
  }
}

typedef VEC(const char *) Names;

static void collect_names(const Defines *defines, Names *names) {
  for (size_t i = 0; i < defines->map.n; i++) {
    VEC_PUSH(names, ((const Define *)defines->map.entries[i].value)->name);
  }
}

const char *nearest_define(const Expansion *x, Str name) {
  Names names = {0};
  collect_names(x->own, &names);
  for (size_t i = 0; i < x->n_libraries; i++) collect_names(x->libraries[i], &names);
  const char *near = nearest_name(name, names.at, names.n);
  VEC_FREE(&names);
  return near;
}
