// A tree of tokens with the comments between them, printed again. It is not the tree that descriptions are resolved
// from: options and defines are left as they are written.
#include "lud/text/format.h"

#include "base/vec.h"
#include "syntax/lexer.h"
#include "syntax/parse.h"

enum { WIDTH = 100, INDENT = 4, INDENT_MAX = 120 };

typedef struct Piece Piece;
struct Piece {
  char open, close;     // brackets, or 0: a single token
  Str label, text;      // the name before it; the token as written
  const Piece **items;  // between the brackets
  size_t n;
  const Str *comments;  // on lines of their own before it; an empty one is an empty line
  size_t n_comments;
  Str trailing;      // a comment behind it on its line, or empty
  bool blank;        // an empty line before it, or before its comments
  const Piece *end;  // what stands before the closing bracket: only comments, no text; or NULL
  bool inner;        // there are comments inside it
};

typedef struct Frame {
  Piece *piece;
  size_t first;
} Frame;

typedef struct Formatter {
  Arena *arena;
  SyntaxText input;
  Diags *diags;
  Lexer lexer;
  size_t at;           // where the last token ended
  VEC(Piece *) items;  // finished, those of open brackets included
  VEC(Frame) open;
  VEC(Str) comments;
  bool blank;
  Str label;
} Formatter;

// ---- reading -------------------------------------------------------------------------------------

static size_t line_end(Str text, size_t at) {
  while (at < text.n && text.p[at] != '\n') at++;
  return at;
}

// Looks through the gap before a token for comments and empty lines. A comment on the line of the item before it
// belongs to that item.
static void read_gap(Formatter *f, size_t to) {
  Str text = f->input.text;
  size_t newlines = f->at == 0;
  for (size_t i = f->at; i + 1 < text.n && i < to; i++) {
    if (text.p[i] == '\n') {
      if (++newlines == 2 && !f->comments.n) f->blank = true;
      else if (newlines == 2) VEC_PUSH(&f->comments, (Str){0});
    } else if (text.p[i] == '/' && text.p[i + 1] == '/') {
      size_t end = line_end(text, i);
      Str comment = {text.p + i, end - i};
      while (comment.n && (comment.p[comment.n - 1] == ' ' || comment.p[comment.n - 1] == '\r')) comment.n--;
      bool behind =
          !newlines && f->at && !f->comments.n && f->items.n && (!f->open.n || f->items.n > VEC_LAST(&f->open).first);
      if (behind) VEC_LAST(&f->items)->trailing = comment;
      else VEC_PUSH(&f->comments, comment);
      newlines = 0;
      i = end - 1;
    }
  }
}

static Piece *new_piece(Formatter *f) {
  Piece *piece = ARENA_NEW(f->arena, Piece);
  piece->comments = arena_copy(f->arena, f->comments.at, f->comments.n * sizeof *f->comments.at);
  piece->n_comments = f->comments.n;
  piece->blank = f->blank;
  piece->label = f->label;
  f->comments.n = 0;
  f->blank = false;
  f->label = (Str){0};
  return piece;
}

static bool open_bracket(Formatter *f, const Token *token, char open, char close) {
  if (f->open.n >= SYNTAX_DEPTH_MAX) {
    diag_error(f->diags, text_place(&f->input, token->offset, 1), "brackets are nested too deep");
    return false;
  }
  Piece *piece = new_piece(f);
  piece->open = open;
  piece->close = close;
  VEC_PUSH(&f->open, ((Frame){.piece = piece, .first = f->items.n}));
  return true;
}

static bool has_comments(const Piece *piece) { return piece->end || piece->trailing.n || piece->inner; }

static bool close_bracket(Formatter *f, const Token *token) {
  if (!f->open.n || VEC_LAST(&f->open).piece->close != token->text.p[0]) {
    diag_error(f->diags, text_place(&f->input, token->offset, 1), "this '%c' closes nothing", token->text.p[0]);
    return false;
  }
  if (f->comments.n) VEC_LAST(&f->open).piece->end = new_piece(f);
  Frame frame = VEC_POP(&f->open);
  frame.piece->n = f->items.n - frame.first;
  frame.piece->items = arena_copy(f->arena, VEC_FROM(&f->items, frame.first), frame.piece->n * sizeof(Piece *));
  for (size_t i = 0; i < frame.piece->n; i++) {
    frame.piece->inner |= frame.piece->items[i]->n_comments || has_comments(frame.piece->items[i]);
  }
  f->items.n = frame.first;
  VEC_PUSH(&f->items, frame.piece);
  return true;
}

static bool read_token(Formatter *f, const Token *token) {
  read_gap(f, token->offset);
  f->at = token->offset + token->length + (token->kind == TOKEN_LABEL);
  switch (token->kind) {
    case TOKEN_OPEN_LIST: return open_bracket(f, token, '(', ')');
    case TOKEN_OPEN_BRACES: return open_bracket(f, token, '{', '}');
    case TOKEN_CLOSE_LIST:
    case TOKEN_CLOSE_BRACES: return close_bracket(f, token);
    case TOKEN_LABEL: f->label = token->text; break;
    case TOKEN_STRING:
    case TOKEN_WORD: {
      Piece *piece = new_piece(f);
      piece->text = (Str){f->input.text.p + token->offset, token->length};
      VEC_PUSH(&f->items, piece);
    } break;
    case TOKEN_END: break;
  }
  return true;
}

static bool read_all(Formatter *f) {
  lexer_init(&f->lexer, &f->input, f->diags);
  for (;;) {
    Token token = lexer_next(&f->lexer);
    if (!read_token(f, &token)) return false;
    if (token.kind != TOKEN_END) continue;
    if (!f->open.n) return true;
    diag_error(f->diags, text_place(&f->input, f->input.text.n, 0), "a bracket is never closed");
    return false;
  }
}

// ---- printing ------------------------------------------------------------------------------------

// The width on one line, or something above `room`.
static size_t width(const Piece *piece, size_t room) {
  size_t n = (piece->label.n ? piece->label.n + 1 : 0) + piece->text.n + (piece->open ? 2 : 0);
  for (size_t i = 0; i < piece->n && n <= room; i++) n += width(piece->items[i], room) + (i > 0);
  if (memchr(piece->text.p ? piece->text.p : "", '\n', piece->text.n)) return room + 1;
  return n;
}

// The parts of a game begin lines of their own, however short they are.
static bool is_frame(const Piece *piece) {
  static const char *const heads[] = {"game", "match", "rules", "metadata"};
  for (size_t i = 0; piece->open == '(' && piece->n > 2 && i < COUNT_OF(heads); i++) {
    if (str_is(piece->items[0]->text, heads[i])) return true;
  }
  return false;
}

static void print(Text *out, const Piece *piece, size_t indent, size_t column);

static void print_indent(Text *out, size_t indent) { text_repeat(out, ' ', MIN(indent, (size_t)INDENT_MAX)); }

static void print_flat(Text *out, const Piece *piece) {
  if (piece->label.n) text_printf(out, "%.*s:", (int)piece->label.n, piece->label.p);
  if (piece->open) text_char(out, piece->open);
  text_add(out, piece->text);
  for (size_t i = 0; i < piece->n; i++) {
    if (i) text_char(out, ' ');
    print_flat(out, piece->items[i]);
  }
  if (piece->open) text_char(out, piece->close);
}

static void print_comments(Text *out, const Piece *piece, size_t indent) {
  for (size_t i = 0; i < piece->n_comments; i++) {
    if (piece->comments[i].n) print_indent(out, indent);
    text_add(out, piece->comments[i]);
    text_char(out, '\n');
  }
}

static void print_on_line(Text *out, const Piece *piece, size_t indent) {
  if (piece->blank) text_char(out, '\n');
  print_comments(out, piece, indent);
  print_indent(out, indent);
  print(out, piece, indent, indent);
  if (piece->trailing.n) text_printf(out, "  %.*s", (int)piece->trailing.n, piece->trailing.p);
  text_char(out, '\n');
}

// The condition of an `if` stays behind it when it fits.
static bool stays_behind(const Piece *piece, size_t n, size_t column) {
  if (n != 1 || piece->n < 3 || !str_is(piece->items[0]->text, "if")) return false;
  const Piece *cond = piece->items[1];
  size_t room = column + 4 < WIDTH ? WIDTH - column - 4 : 0;
  return !cond->n_comments && !has_comments(cond) && width(cond, room) <= room;
}

// The items that stay on the line of the bracket: the head and the words after it.
static size_t count_leading(const Piece *piece, size_t column) {
  size_t n = 0;
  while (piece->open == '(' && n < piece->n) {
    const Piece *item = piece->items[n];
    if (item->open || item->label.n || item->n_comments || item->trailing.n) break;
    n++;
  }
  return n + stays_behind(piece, n, column);
}

// Over several lines. Braces that are the last argument open on the line of their ludeme: (equipment {.
static void print_broken(Text *out, const Piece *piece, size_t indent, size_t column) {
  size_t leading = count_leading(piece, column);
  text_char(out, piece->open);
  for (size_t i = 0; i < leading; i++) {
    if (i) text_char(out, ' ');
    print_flat(out, piece->items[i]);
  }
  const Piece *last = leading + 1 == piece->n ? piece->items[leading] : NULL;
  if (last && leading && last->open == '{' && !last->n_comments && !last->trailing.n && !piece->end) {
    text_char(out, ' ');
    print(out, last, indent, column + WIDTH);
    text_char(out, piece->close);
    return;
  }
  text_char(out, '\n');
  for (size_t i = leading; i < piece->n; i++) print_on_line(out, piece->items[i], indent + INDENT);
  if (piece->end) print_comments(out, piece->end, indent + INDENT);
  print_indent(out, indent);
  text_char(out, piece->close);
}

static void print(Text *out, const Piece *piece, size_t indent, size_t column) {
  size_t room = column < WIDTH ? WIDTH - column : 0;
  bool flat =
      !piece->open || !piece->n || (!piece->inner && !piece->end && !is_frame(piece) && width(piece, room) <= room);
  if (flat) {
    print_flat(out, piece);
    return;
  }
  if (piece->label.n) text_printf(out, "%.*s:", (int)piece->label.n, piece->label.p);
  print_broken(out, piece, indent, column);
}

bool lud_format(Arena *arena, const Source *source, Diags *diags, Text *out) {
  TextPiece whole = {.from = {.source = source}};
  Formatter f = {.arena = arena, .input = {.text = source->text, .pieces = &whole, .n = 1}, .diags = diags};
  size_t errors = diags->total;
  bool good = read_all(&f) && diags->total == errors;
  for (size_t i = 0; good && i < f.items.n; i++) print_on_line(out, f.items.at[i], 0);
  for (size_t i = 0; good && i < f.comments.n; i++)
    text_printf(out, "%.*s\n", (int)f.comments.at[i].n, f.comments.at[i].p);
  VEC_FREE(&f.items);
  VEC_FREE(&f.open);
  VEC_FREE(&f.comments);
  return good;
}
