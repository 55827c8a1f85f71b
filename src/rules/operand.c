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

static Operand read_word(Str word) {
  const char *colon = memchr(word.p, ':', word.n);
  assert(colon && colon + 1 < word.p + word.n);
  Operand operand = {.name = {word.p, (size_t)(colon - word.p)}, .kind = colon[1]};
  for (const char *mark = colon + 2; mark < word.p + word.n; mark++) {
    if (*mark == '?') operand.optional = true;
    if (*mark == '*') operand.repeats = true;
    if (*mark == '~') operand.bound = true;
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

bool operand_is_ref(char kind, RulesType *type) {
  static const char letters[] = "iradfm";
  static const RulesType types[] = {RULES_INT, RULES_REGION, RULES_INTS, RULES_DIRS, RULES_FLOAT, RULES_MOVES};
  const char *at = strchr(letters, kind);
  if (!kind || !at) return false;
  if (type) *type = types[at - letters];
  return true;
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

const char *rules_type_name(RulesType type) {
  static const char *const names[] = {"int", "region", "ints", "dirs", "float", "moves"};
  return names[type];
}
