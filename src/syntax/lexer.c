// From characters to tokens.
#include "syntax/lexer.h"

#include "base/utf8.h"

void lexer_init(Lexer *lexer, const SyntaxText *input, Diags *diags) {
  *lexer = (Lexer){.input = input, .diags = diags};
  if (str_starts(input->text, "\xef\xbb\xbf")) lexer->at = 3;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

static bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The characters of names, numbers, operators, parameters and empty arguments. Square brackets belong to
// half-written descriptions, which may stand in a define or option as long as nobody uses it.
static bool is_word(char c) { return is_alphanumeric(c) || (c && strchr("-+*/%=!^~<>&|#.[]", c)); }

size_t lexer_closing_quote(Str text, size_t from) {
  size_t i = from + 1;
  while (i < text.n && (text.p[i] != '"' || text.p[i - 1] == '\\')) i++;
  return i;
}

static size_t name_length(Str text, size_t from) {
  size_t i = from;
  while (i < text.n && (is_alphanumeric(text.p[i]) || text.p[i] == '-')) i++;
  return i - from;
}

// option-reference = "<" name [ ":" name ] ">"
size_t lexer_option_length(Str text) {
  if (!text.n || text.p[0] != '<') return 0;
  size_t i = 1, n = name_length(text, i);
  if (!n) return 0;
  i += n;
  if (i < text.n && text.p[i] == ':') {
    n = name_length(text, i + 1);
    if (!n) return 0;
    i += 1 + n;
  }
  return i < text.n && text.p[i] == '>' ? i + 1 : 0;
}

static bool at_comment(const Lexer *lexer) {
  Str text = lexer->input->text;
  return lexer->at + 1 < text.n && text.p[lexer->at] == '/' && text.p[lexer->at + 1] == '/';
}

static void skip_blank(Lexer *lexer) {
  Str text = lexer->input->text;
  for (;;) {
    while (lexer->at < text.n && is_space(text.p[lexer->at])) lexer->at++;
    if (!at_comment(lexer)) return;
    while (lexer->at < text.n && text.p[lexer->at] != '\n') lexer->at++;
  }
}

static SrcLoc place(const Lexer *lexer, size_t offset, size_t length) {
  return text_place(lexer->input, offset, length);
}

static Token make(const Lexer *lexer, TokenKind kind, size_t from, size_t to) {
  Str text = {lexer->input->text.p + from, to - from};
  return (Token){.kind = kind, .text = text, .offset = (uint32_t)from, .length = (uint32_t)(to - from)};
}

// Whether a string has a line that begins with a bracket, as a line of a description does.
static bool holds_code(Str string) {
  for (size_t i = 0; i < string.n; i++) {
    if (string.p[i] != '\n') continue;
    while (i + 1 < string.n && is_space(string.p[i + 1])) i++;
    if (i + 1 < string.n && strchr("(){}", string.p[i + 1])) return true;
  }
  return false;
}

static Token read_string(Lexer *lexer) {
  Str text = lexer->input->text;
  size_t from = lexer->at, close = lexer_closing_quote(text, from);
  bool closed = close < text.n;
  if (!lexer->first_long && holds_code((Str){text.p + from, MIN(close, text.n) - from})) lexer->first_long = from + 1;
  if (!closed) {
    lexer->unclosed = true;
    size_t at = lexer->first_long ? lexer->first_long - 1 : from;
    diag_error(lexer->diags, place(lexer, at, 1), "this string has no closing quote");
    diag_hint(lexer->diags, "add '\"' where the text ends; a quote inside a string is written \\\"");
  }
  lexer->at = closed ? close + 1 : text.n;
  Token token = make(lexer, TOKEN_STRING, from, lexer->at);
  token.text = (Str){text.p + from + 1, close - from - 1};
  return token;
}

static Token read_word(Lexer *lexer) {
  Str text = lexer->input->text;
  size_t from = lexer->at, i = from;
  while (i < text.n && is_word(text.p[i])) {
    if (text.p[i] == '/' && i + 1 < text.n && text.p[i + 1] == '/') break;
    size_t option = lexer_option_length((Str){text.p + i, text.n - i});
    i += option ? option : 1;
  }
  lexer->at = i;
  Token token = make(lexer, TOKEN_WORD, from, i);
  if (i < text.n && text.p[i] == ':') {
    token.kind = TOKEN_LABEL;
    lexer->at++;
  }
  return token;
}

static void report_stray(Lexer *lexer) {
  Str text = lexer->input->text;
  size_t n = utf8_length(text.p + lexer->at, text.n - lexer->at);
  unsigned char c = (unsigned char)text.p[lexer->at];
  SrcLoc at = place(lexer, lexer->at, n);
  if (c < 0x20 || c == 0x7f) diag_error(lexer->diags, at, "unexpected control character 0x%02x", c);
  else diag_error(lexer->diags, at, "unexpected character '%.*s'", (int)n, text.p + lexer->at);
  if (c == ',' || c == ';') diag_hint(lexer->diags, "items are separated by spaces");
  if (c == '\'') diag_hint(lexer->diags, "strings are written with double quotes");
  if (c == ':') diag_hint(lexer->diags, "a colon belongs directly after the name of an argument");
  lexer->at += n;
}

static Token read_bracket(Lexer *lexer, TokenKind kind) {
  lexer->at++;
  return make(lexer, kind, lexer->at - 1, lexer->at);
}

Token lexer_next(Lexer *lexer) {
  Str text = lexer->input->text;
  for (;;) {
    skip_blank(lexer);
    if (lexer->at >= text.n) return make(lexer, TOKEN_END, text.n, text.n);
    char c = text.p[lexer->at];
    switch (c) {
      case '(': return read_bracket(lexer, TOKEN_OPEN_LIST);
      case ')': return read_bracket(lexer, TOKEN_CLOSE_LIST);
      case '{': return read_bracket(lexer, TOKEN_OPEN_BRACES);
      case '}': return read_bracket(lexer, TOKEN_CLOSE_BRACES);
      case '"': return read_string(lexer);
    }
    if (is_word(c)) return read_word(lexer);
    report_stray(lexer);
  }
}
