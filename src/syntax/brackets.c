// Follows the brackets of a text and compares their depth with the indentation of its lines. A line that begins inside
// a bracket stands further right than the line of that bracket; one that begins with a closing bracket stands below the
// line it was opened on; items of one bracket that begin lines stand below each other.
#include "syntax/brackets.h"

#include "base/vec.h"
#include "syntax/lexer.h"

typedef struct Open {
  uint32_t offset;
  TokenKind closes;  // the kind of bracket that closes it
  int indent;        // of the line it is on
  int items;         // where its items stand that begin lines, or -1
} Open;

typedef struct Guess {
  const SyntaxText *input;
  VEC(Open) open;         // the first stands for the whole text
  uint32_t line, begins;  // number of the present line and where it begins
  uint32_t scanned;       // how far lines were looked for
  int indent;             // of the present line
  bool after_close;       // the token before was a closing bracket,
  uint32_t closed;        // at this place
  BracketSlip *slip;
} Guess;

static bool is_open(TokenKind kind) { return kind == TOKEN_OPEN_LIST || kind == TOKEN_OPEN_BRACES; }
static bool is_close(TokenKind kind) { return kind == TOKEN_CLOSE_LIST || kind == TOKEN_CLOSE_BRACES; }

// Moves on to the line of a token; true when the token is the first on it.
static bool begins_line(Guess *g, const Token *token) {
  Str text = g->input->text;
  bool first = token->offset == 0;
  for (uint32_t i = g->scanned; i < token->offset; i++) {
    if (text.p[i] != '\n') continue;
    g->line++;
    g->begins = i + 1;
    first = true;
  }
  g->scanned = token->offset;
  if (first) g->indent = (int)(token->offset - g->begins);
  return first;
}

static bool found(Guess *g, bool extra, uint32_t offset) {
  *g->slip = (BracketSlip){.extra = extra, .offset = offset, .line = g->line};
  return true;
}

// A line that begins with a closing bracket.
static bool check_close(Guess *g, const Token *token) {
  const Open *top = &VEC_LAST(&g->open);
  if (g->open.n == 1) return found(g, true, g->after_close ? g->closed : token->offset);
  if (g->indent < top->indent) return found(g, false, top->offset);
  return g->indent > top->indent && g->after_close && found(g, true, g->closed);
}

// A line that begins with something else.
static bool check_item(Guess *g) {
  Open *top = &VEC_LAST(&g->open);
  if (g->open.n > 1 && g->indent <= top->indent) return found(g, false, top->offset);
  if (top->items >= 0 && g->indent > top->items && g->after_close) return found(g, true, g->closed);
  if (top->items < 0) top->items = g->indent;
  return false;
}

static bool any_open(const Guess *g, TokenKind closes) {
  for (size_t i = 1; i < g->open.n; i++) {
    if (g->open.at[i].closes == closes) return true;
  }
  return false;
}

// A bracket of the wrong kind is one too many when the lines after it go on inside the one it does not fit; otherwise
// that one is not closed.
static bool check_kind(Guess *g, const Token *token, Lexer ahead) {
  const Open *top = &VEC_LAST(&g->open);
  if (g->open.n == 1 || !is_close(token->kind) || top->closes == token->kind) return false;
  if (!any_open(g, token->kind)) {
    found(g, true, token->offset);
    g->slip->unopened = true;
    return true;
  }
  Guess next = *g;
  Token after = lexer_next(&ahead);
  while (after.kind != TOKEN_END && !begins_line(&next, &after)) after = lexer_next(&ahead);
  bool inside = is_close(after.kind) ? after.kind == top->closes && next.indent == top->indent
                                     : after.kind != TOKEN_END && next.indent > top->indent;
  return found(inside ? &next : g, inside, inside ? token->offset : top->offset);
}

static void follow(Guess *g, const Token *token) {
  g->after_close = is_close(token->kind);
  if (is_open(token->kind)) {
    TokenKind closes = token->kind == TOKEN_OPEN_LIST ? TOKEN_CLOSE_LIST : TOKEN_CLOSE_BRACES;
    VEC_PUSH(&g->open, ((Open){.offset = token->offset, .closes = closes, .indent = g->indent, .items = -1}));
  } else if (g->after_close) {
    g->closed = token->offset;
    if (g->open.n > 1) g->open.n--;
  }
}

bool brackets_guess(const SyntaxText *input, BracketSlip *slip) {
  Guess g = {.input = input, .line = 1, .slip = slip};
  Lexer lexer;
  Arena arena = {0};
  Diags ignored;
  diags_init(&ignored, &arena);
  lexer_init(&lexer, input, &ignored);
  VEC_PUSH(&g.open, ((Open){.indent = -1, .items = -1}));
  bool guessed = false;
  for (Token token = lexer_next(&lexer); token.kind != TOKEN_END && !guessed; token = lexer_next(&lexer)) {
    if (begins_line(&g, &token)) guessed = is_close(token.kind) ? check_close(&g, &token) : check_item(&g);
    guessed = guessed || check_kind(&g, &token, lexer);
    if (!guessed) follow(&g, &token);
  }
  VEC_FREE(&g.open);
  arena_free(&arena);
  return guessed;
}
