// Tokens of `.lud` text. A word is any run of characters that are not white space, brackets, quotes or
// a colon; an option reference `<Tag:arg>` inside a word is part of it. The lexer knows no meaning: a
// number, a range `1..7`, a parameter `#1` and an operator `<=` are all words.
#ifndef SYNTAX_LEXER_H
#define SYNTAX_LEXER_H

#include "syntax/source_text.h"

typedef enum TokenKind {
  TOKEN_OPEN_LIST,
  TOKEN_CLOSE_LIST,
  TOKEN_OPEN_BRACES,
  TOKEN_CLOSE_BRACES,
  TOKEN_LABEL,   // a word with a colon after it; text is the word
  TOKEN_STRING,  // text is what is between the quotes, as written
  TOKEN_WORD,
  TOKEN_END,
} TokenKind;

typedef struct Token {
  TokenKind kind;
  Str text;
  uint32_t offset;  // of the first byte, quotes included
  uint32_t length;
} Token;

typedef struct Lexer {
  const SyntaxText *input;
  Diags *diags;
  size_t at;
  size_t first_long;  // one more than the offset of the first string that goes on over a line that looks like code; 0:
                      // none
  bool unclosed;      // a string has no end
} Lexer;

void lexer_init(Lexer *lexer, const SyntaxText *input, Diags *diags);

// The next token. Characters that belong to no token are reported and skipped.
Token lexer_next(Lexer *lexer);

// The length of the option reference at text.p, angle brackets included, or 0 when there is none.
size_t lexer_option_length(Str text);

// The offset of the quote that closes the string opened at `from`, or text.n. A quote after a
// backslash does not close.
size_t lexer_closing_quote(Str text, size_t from);

#endif
