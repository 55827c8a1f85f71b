// The lexer of `.rbg` text, and the joining of tokens by `~`.
#include "rbg/token.h"

#include "base/vec.h"

typedef struct Fixed {
  const char *text;
  uint8_t n;
} Fixed;

static const Fixed fixed[] = {
#define X(name, spelling) {spelling, sizeof spelling - 1},
    RBG_FIXED_TOKENS(X)
#undef X
};

typedef VEC(RbgToken) Tokens;

typedef struct Lexer {
  const Source *source;
  Diags *diags;
  size_t at;
  Tokens out;
} Lexer;

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

const char *rbg_token_name(RbgTokenKind kind) {
  switch (kind) {
    case RTOK_NAME: return "a name";
    case RTOK_NUMBER: return "a number";
    case RTOK_STRING: return "a string";
    case RTOK_END: return "the end of the section";
#define X(name, spelling) case RTOK_##name:
      RBG_FIXED_TOKENS(X)
#undef X
      break;
  }
  return fixed[kind].text;
}

static SrcLoc place(const Lexer *lexer, size_t from, size_t to) {
  return (SrcLoc){.source = lexer->source, .offset = (uint32_t)from, .length = (uint32_t)(to - from)};
}

// The keyword spelled by a word, or RTOK_NAME.
static RbgTokenKind word_kind(Str word) {
  for (int k = RTOK_PLAYERS; k <= RTOK_RECTANGLE; k++) {
    if (str_eq(word, (Str){fixed[k].text, fixed[k].n})) return (RbgTokenKind)k;
  }
  return RTOK_NAME;
}

// The longest punctuation that text starts with, or RTOK_END.
static RbgTokenKind punctuation_kind(Str text) {
  for (int k = 0; k < RTOK_PLAYERS; k++) {
    if (text.n >= fixed[k].n && !memcmp(text.p, fixed[k].text, fixed[k].n)) return (RbgTokenKind)k;
  }
  return RTOK_END;
}

// False when the digits are more than RBG_NUMBER_MAX.
static bool read_number(Str digits, uint32_t *number) {
  uint64_t value = 0;
  for (size_t i = 0; i < digits.n && value <= RBG_NUMBER_MAX; i++) value = value * 10 + (uint64_t)(digits.p[i] - '0');
  *number = (uint32_t)MIN(value, (uint64_t)RBG_NUMBER_MAX);
  return value <= RBG_NUMBER_MAX;
}

static void push(Lexer *lexer, RbgTokenKind kind, size_t end) {
  Str text = {lexer->source->text.p + lexer->at, end - lexer->at};
  RbgToken token = {.kind = kind, .text = text, .loc = place(lexer, lexer->at, end)};
  if (kind == RTOK_NUMBER && !read_number(text, &token.number)) {
    diag_error(lexer->diags, token.loc, "number is too large; the limit is %d", RBG_NUMBER_MAX);
  }
  VEC_PUSH(&lexer->out, token);
  lexer->at = end;
}

// A comment starting at the current place ends before the returned offset; 0 when there is none.
static size_t comment_end(Lexer *lexer) {
  Str text = lexer->source->text;
  size_t i = lexer->at;
  if (i + 1 >= text.n || text.p[i] != '/') return 0;
  if (text.p[i + 1] == '/') {
    while (i < text.n && text.p[i] != '\n') i++;
    return i;
  }
  if (text.p[i + 1] != '*') return 0;
  for (i += 2; i + 1 < text.n; i++) {
    if (text.p[i] == '*' && text.p[i + 1] == '/') return i + 2;
  }
  diag_error(lexer->diags, place(lexer, lexer->at, lexer->at + 2), "comment is never closed");
  return text.n;
}

static void skip_separators(Lexer *lexer) {
  Str text = lexer->source->text;
  while (lexer->at < text.n) {
    if (is_space(text.p[lexer->at])) {
      lexer->at++;
      continue;
    }
    size_t end = comment_end(lexer);
    if (!end) return;
    lexer->at = end;
  }
}

static void read_string(Lexer *lexer) {
  Str text = lexer->source->text;
  size_t end = lexer->at + 1;
  while (end < text.n && text.p[end] != '"' && text.p[end] != '\n') end++;
  if (end < text.n && text.p[end] == '"') {
    push(lexer, RTOK_STRING, end + 1);
    return;
  }
  diag_error(lexer->diags, place(lexer, lexer->at, end), "string is never closed");
  lexer->at = end;
}

static void stray_character(Lexer *lexer) {
  Str text = lexer->source->text;
  size_t end = lexer->at + 1;
  while (end < text.n && ((unsigned char)text.p[end] & 0xc0) == 0x80) end++;
  diag_error(lexer->diags, place(lexer, lexer->at, end), "this character starts no word of the language");
  if (text.p[lexer->at] == '_') diag_hint(lexer->diags, "names consist of letters and digits only");
  lexer->at = end;
}

static void read_token(Lexer *lexer) {
  Str text = lexer->source->text;
  size_t end = lexer->at;
  char c = text.p[end];
  if (is_letter(c)) {
    while (end < text.n && (is_letter(text.p[end]) || is_digit(text.p[end]))) end++;
    push(lexer, word_kind((Str){text.p + lexer->at, end - lexer->at}), end);
  } else if (is_digit(c)) {
    while (end < text.n && is_digit(text.p[end])) end++;
    push(lexer, RTOK_NUMBER, end);
  } else if (c == '"') {
    read_string(lexer);
  } else {
    RbgTokenKind kind = punctuation_kind((Str){text.p + end, text.n - end});
    if (kind == RTOK_END) stray_character(lexer);
    else push(lexer, kind, end + fixed[kind].n);
  }
}

const RbgToken *rbg_tokens(Arena *arena, const Source *source, Diags *diags, size_t *n) {
  Lexer lexer = {.source = source, .diags = diags};
  for (skip_separators(&lexer); lexer.at < source->text.n; skip_separators(&lexer)) read_token(&lexer);
  *n = lexer.out.n;
  push(&lexer, RTOK_END, lexer.at);
  const RbgToken *tokens = VEC_TO_ARENA(&lexer.out, arena);
  VEC_FREE(&lexer.out);
  return tokens;
}

static bool is_word(RbgTokenKind kind) { return kind == RTOK_NAME || rbg_is_keyword(kind); }

bool rbg_paste(Arena *arena, RbgToken left, RbgToken right, RbgToken *joined) {
  *joined = left;
  joined->text =
      str_of(arena_printf(arena, "%.*s%.*s", (int)left.text.n, left.text.p, (int)right.text.n, right.text.p));
  bool right_word = is_word(right.kind) || right.kind == RTOK_NUMBER;
  if (is_word(left.kind) && right_word) {
    joined->kind = word_kind(joined->text);
    return true;
  }
  if (left.kind == RTOK_NUMBER && right.kind == RTOK_NUMBER) return read_number(joined->text, &joined->number);
  if (left.kind >= RTOK_PLAYERS || right.kind >= RTOK_PLAYERS) return false;
  joined->kind = punctuation_kind(joined->text);
  return joined->kind != RTOK_END && fixed[joined->kind].n == joined->text.n;
}
