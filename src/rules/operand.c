// Reading "name:kind" lists.
#include "rules/operand.h"

// Takes the first word of *rest; false at the end.
static bool next_word(Str *rest, Str *word) {
  while (rest->n && *rest->p == ' ') *rest = (Str){rest->p + 1, rest->n - 1};
  if (!rest->n) return false;
  const char *blank = memchr(rest->p, ' ', rest->n);
  size_t n = blank ? (size_t)(blank - rest->p) : rest->n;
  *word = (Str){rest->p, n};
  *rest = (Str){rest->p + n, rest->n - n};
  return true;
}

const OperandKindInfo operand_kinds[OPERAND_KINDS] = {
#define VALUE(name, word, doc) {word, doc},
#define NUMBER(name, word, doc) {word, doc},
#include "rules/operand_kinds.def"
#undef VALUE
#undef NUMBER
};

static OperandKind kind_called(Str word) {
  int kind = 0;
  while (kind < OPERAND_KINDS && !str_is(word, operand_kinds[kind].word)) kind++;
  return (OperandKind)kind;
}

static Operand read_word(Str word) {
  const char *colon = memchr(word.p, ':', word.n), *end = word.p + word.n, *mark = end;
  assert(colon);
  while (strchr("?*~>^=", mark[-1])) mark--;
  Operand operand = {.name = {word.p, (size_t)(colon - word.p)}};
  operand.kind = kind_called((Str){colon + 1, (size_t)(mark - colon - 1)});
  for (; mark < end; mark++) {
    if (*mark == '?') operand.optional = true;
    if (*mark == '*') operand.repeats = true;
    if (*mark == '~') operand.bound = true;
    if (*mark == '>') operand.later = true;
    if (*mark == '^') operand.elsewhere = true;
    if (*mark == '=') operand.passes = true;
  }
  return operand;
}

bool operand_find(const OpInfo *info, int i, Operand *operand) {
  Str rest = str_of(info->operands), word;
  for (int at = 0; next_word(&rest, &word); at++) {
    *operand = read_word(word);
    if (at == i || operand->repeats) return true;
  }
  return false;
}

void operand_range(const OpInfo *info, int *least, int *most) {
  Str rest = str_of(info->operands), word;
  *least = *most = 0;
  while (next_word(&rest, &word)) {
    if (read_word(word).repeats) {
      *most = -1;
      return;
    }
    ++*least;
    ++*most;
  }
}

const char *rules_type_name(RulesType type) { return operand_kinds[type].word; }
