// The parser. Brackets are kept on an explicit stack, so that the depth of the input costs no C stack.
//
//   text  = { item }
//   item  = [ label ":" ] ( list | braces | string | word )
//   list  = "(" { item } ")"
//   braces = "{" { item } "}"
#include "syntax/parse.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "syntax/brackets.h"
#include "syntax/lexer.h"

// An open bracket: its kids are those pushed since.
typedef struct Frame {
  NodeKind kind;
  Str label;
  SrcLoc open;
  size_t first;
} Frame;

typedef struct Parser {
  Arena *arena;
  const SyntaxText *input;
  Diags *diags;
  VEC(Frame) frames;
  VEC(const Node *) kids;
  Str label;  // read, and waiting for its value
  SrcLoc label_at;
  size_t made;   // nodes so far
  bool stopped;  // a limit was hit
  size_t bracket_errors;
  bool unbalanced;  // a bracket was never closed, or closed nothing
} Parser;

static SrcLoc place(const Parser *parser, Token token) { return text_place(parser->input, token.offset, token.length); }

static void push(Parser *parser, Node node) {
  if (++parser->made == SYNTAX_NODES_MAX) {
    diag_error(parser->diags, node.loc, "the text has more than %d items", SYNTAX_NODES_MAX);
    parser->stopped = true;
  }
  node.flags = parser->input->mark;
  VEC_PUSH(&parser->kids, node_make(parser->arena, node));
}

static Str take_label(Parser *parser) {
  Str label = parser->label;
  parser->label = (Str){0};
  return label;
}

static void check_label_used(Parser *parser) {
  if (!parser->label.n) return;
  Str label = take_label(parser);
  diag_error(parser->diags, parser->label_at, "the argument '%.*s:' has no value", (int)label.n, label.p);
}

static bool at_head(const Parser *parser) {
  return parser->frames.n && VEC_LAST(&parser->frames).kind == NODE_LIST &&
         VEC_LAST(&parser->frames).first == parser->kids.n;
}

// A colon after the head of a list is read over: (from:(to)) is (from (to)).
static void read_label(Parser *parser, Token token) {
  check_label_used(parser);
  if (at_head(parser)) {
    push(parser, node_of_word(token.text, place(parser, token)));
    return;
  }
  parser->label = token.text;
  parser->label_at = place(parser, token);
}

static void open_bracket(Parser *parser, NodeKind kind, Token token) {
  Frame frame = {.kind = kind, .label = take_label(parser), .open = place(parser, token), .first = parser->kids.n};
  if (parser->frames.n >= SYNTAX_DEPTH_MAX) {
    diag_error(parser->diags, frame.open, "brackets are nested more than %d deep", SYNTAX_DEPTH_MAX);
    parser->stopped = true;
    return;
  }
  VEC_PUSH(&parser->frames, frame);
}

static void finish_frame(Parser *parser) {
  Frame frame = VEC_POP(&parser->frames);
  size_t n = parser->kids.n - frame.first;
  Node node = {.kind = frame.kind, .n = (uint32_t)n, .label = frame.label, .loc = frame.open};
  if (n) node.kids = arena_copy(parser->arena, parser->kids.at + frame.first, n * sizeof(Node *));
  parser->kids.n = frame.first;
  push(parser, node);
}

static void report_unclosed(Parser *parser) {
  Frame frame = VEC_LAST(&parser->frames);
  char open = frame.kind == NODE_LIST ? '(' : '{', close = frame.kind == NODE_LIST ? ')' : '}';
  parser->bracket_errors++;
  parser->unbalanced = true;
  diag_error(parser->diags, frame.open, "this '%c' is never closed", open);
  diag_hint(parser->diags, "a '%c' is missing", close);
}

static bool innermost_is(const Parser *parser, NodeKind kind) {
  return parser->frames.n && VEC_LAST(&parser->frames).kind == kind;
}

static bool enclosing_is(const Parser *parser, NodeKind kind) {
  return parser->frames.n > 1 && parser->frames.at[parser->frames.n - 2].kind == kind;
}

// A bracket of the wrong kind closes the one outside when that fits, so that one slip is one error.
static void close_bracket(Parser *parser, NodeKind kind, Token token) {
  check_label_used(parser);
  if (innermost_is(parser, kind)) {
    finish_frame(parser);
    return;
  }
  parser->bracket_errors++;
  if (!parser->frames.n) {
    parser->unbalanced = true;
    diag_error(parser->diags, place(parser, token), "'%.*s' closes nothing", (int)token.text.n, token.text.p);
    return;
  }
  LineCol at = src_line_col(VEC_LAST(&parser->frames).open);
  bool list = VEC_LAST(&parser->frames).kind == NODE_LIST;
  diag_error(parser->diags, place(parser, token), "expected '%c' to close the '%c' of line %u, found '%.*s'",
             list ? ')' : '}', list ? '(' : '{', at.line, (int)token.text.n, token.text.p);
  parser->unbalanced |= at.line != src_line_col(place(parser, token)).line;
  if (enclosing_is(parser, kind)) finish_frame(parser);
  finish_frame(parser);
}

// Quotes inside a string are written \" and read as an apostrophe.
static Str unescape(Arena *arena, Str text) {
  if (!memchr(text.p, '\\', text.n)) return text;
  char *out = arena_text(arena, text);
  size_t n = 0;
  for (size_t i = 0; i < text.n; i++) {
    bool quote = text.p[i] == '"' && n > 0;
    if (quote) out[n - 1] = '\'';
    else out[n++] = text.p[i];
  }
  return (Str){out, n};
}

static void read_string(Parser *parser, Token token) {
  Str text = unescape(parser->arena, token.text);
  push(parser, (Node){.kind = NODE_STRING, .label = take_label(parser), .text = text, .loc = place(parser, token)});
}

static void read_word(Parser *parser, Token token) {
  Node node = node_of_word(token.text, place(parser, token));
  node.label = take_label(parser);
  push(parser, node);
}

static void read_token(Parser *parser, Token token) {
  switch (token.kind) {
    case TOKEN_OPEN_LIST: open_bracket(parser, NODE_LIST, token); break;
    case TOKEN_OPEN_BRACES: open_bracket(parser, NODE_BRACES, token); break;
    case TOKEN_CLOSE_LIST: close_bracket(parser, NODE_LIST, token); break;
    case TOKEN_CLOSE_BRACES: close_bracket(parser, NODE_BRACES, token); break;
    case TOKEN_LABEL: read_label(parser, token); break;
    case TOKEN_STRING: read_string(parser, token); break;
    case TOKEN_WORD: read_word(parser, token); break;
    case TOKEN_END: check_label_used(parser); break;
  }
}

static void read_all(Parser *parser) {
  Lexer lexer;
  lexer_init(&lexer, parser->input, parser->diags);
  Token token;
  do {
    token = lexer_next(&lexer);
    read_token(parser, token);
  } while (token.kind != TOKEN_END && !parser->stopped && parser->diags->total < DIAGS_MAX);
  while (parser->frames.n) {
    if (token.kind == TOKEN_END && !lexer.unclosed) report_unclosed(parser);
    finish_frame(parser);
  }
}

// One slip with a bracket upsets all brackets after it: where the indentation tells which one it was, only that one is
// reported.
static void report_slip(Parser *parser, size_t before) {
  BracketSlip slip;
  Diags *diags = parser->diags;
  if (!parser->unbalanced || parser->input->n != 1 || parser->bracket_errors != diags->total - before) return;
  if (diags->total != diags->n || !brackets_guess(parser->input, &slip)) return;
  diags->total = diags->n = before;
  char bracket = parser->input->text.p[slip.offset];
  SrcLoc loc = text_place(parser->input, slip.offset, 1);
  if (slip.unopened) {
    diag_error(diags, loc, "this '%c' closes nothing: no '%c' is open here", bracket, bracket == ')' ? '(' : '{');
  } else if (slip.extra) {
    diag_error(diags, loc, "this '%c' is one too many", bracket);
    diag_hint(diags, "line %u is indented as if it were still open", slip.line);
  } else {
    diag_error(diags, loc, "this '%c' is never closed", bracket);
    diag_hint(diags, "a '%c' is missing before line %u, judging by its indentation", bracket == '(' ? ')' : '}',
              slip.line);
  }
}

static bool check_text(const SyntaxText *input, Diags *diags) {
  if (input->text.n > SYNTAX_TEXT_MAX) {
    diag_error(diags, text_place(input, 0, 1), "the text is larger than %d MB", SYNTAX_TEXT_MAX >> 20);
    return false;
  }
  size_t bad = utf8_first_bad(input->text);
  if (bad == input->text.n) return true;
  diag_error(diags, text_place(input, bad, 1), "the text is not UTF-8: unexpected byte 0x%02x",
             (unsigned char)input->text.p[bad]);
  return false;
}

bool syntax_parse_text(Arena *arena, const SyntaxText *input, Diags *diags, const Node **out) {
  size_t before = diags->total;
  Parser parser = {.arena = arena, .input = input, .diags = diags};
  if (check_text(input, diags)) read_all(&parser);
  report_slip(&parser, before);
  Node root = {.kind = NODE_BRACES, .n = (uint32_t)parser.kids.n, .loc = text_place(input, 0, 0)};
  root.kids = VEC_TO_ARENA(&parser.kids, arena);
  VEC_FREE(&parser.kids);
  VEC_FREE(&parser.frames);
  *out = node_make(arena, root);
  return diags->total == before;
}

bool syntax_parse(Arena *arena, const Source *source, Diags *diags, const Node **out) {
  TextPiece whole = {.from = {.source = source}};
  SyntaxText input = {.text = source->text, .pieces = &whole, .n = 1};
  return syntax_parse_text(arena, &input, diags, out);
}
