// The common part of the section parsers: tokens, errors and names.
#include "rbg/rbg_internal.h"

#include "base/file.h"
#include "base/utf8.h"

bool rbg_open(RbgParser *p, RbgSection section) {
  p->at = rbg_section(p->text, section);
  p->failed = !p->at;
  p->depth = 0;
  if (p->failed) return false;
  p->end = p->at;
  while (p->end->kind != RTOK_END) p->end++;
  return true;
}

void rbg_close(RbgParser *p, const char *what) {
  if (!rbg_at(p, RTOK_END)) rbg_expected(p, what);
}

void rbg_fail(RbgParser *p, SrcLoc loc, const char *format, ...) {
  if (p->failed) return;
  p->failed = true;
  p->at = p->end;
  va_list args;
  va_start(args, format);
  diag_error(p->diags, loc, "%s", arena_vprintf(p->arena, format, args));
  va_end(args);
}

void rbg_expected(RbgParser *p, const char *what) {
  if (rbg_at(p, RTOK_END)) rbg_fail(p, p->at->loc, "expected %s, but the section ends here", what);
  else rbg_fail(p, p->at->loc, "expected %s, found '%.*s'", what, (int)p->at->text.n, p->at->text.p);
}

bool rbg_accept(RbgParser *p, RbgTokenKind kind) {
  if (!rbg_at(p, kind)) return false;
  if (kind != RTOK_END) p->at++;
  return true;
}

bool rbg_expect(RbgParser *p, RbgTokenKind kind) {
  if (rbg_accept(p, kind)) return true;
  rbg_expected(p, arena_printf(p->arena, "'%s'", rbg_token_name(kind)));
  return false;
}

const RbgToken *rbg_expect_name(RbgParser *p, const char *what) {
  if (rbg_at(p, RTOK_NAME)) return p->at++;
  bool keyword = rbg_is_keyword(p->at->kind) && !p->failed;
  rbg_expected(p, what);
  if (keyword) diag_hint(p->diags, "reserved words cannot be used as names");
  return NULL;
}

int rbg_expect_number(RbgParser *p, const char *what, int least) {
  if (!rbg_at(p, RTOK_NUMBER)) {
    rbg_expected(p, what);
    return 0;
  }
  int value = (int)p->at->number;
  if (value >= least) {
    p->at++;
    return value;
  }
  rbg_fail(p, p->at->loc, "%s must be at least %d", what, least);
  return 0;
}

static const char *kind_name(RbgSymbolKind kind) {
  switch (kind) {
    case RBG_PIECE: return "piece";
    case RBG_PLAYER: return "player";
    case RBG_VARIABLE_NAME: return "variable";
    case RBG_LABEL: return "direction";
  }
  return "";
}

void rbg_declare(RbgParser *p, const RbgToken *name, RbgSymbolKind kind, RbgNameList *names, int max) {
  const RbgSymbol *old = map_get(&p->symbols, name->text);
  if (old) {
    rbg_fail(p, name->loc, "'%.*s' is already the name of a %s", (int)name->text.n, name->text.p, kind_name(old->kind));
    return;
  }
  if ((int)names->n >= max) {
    rbg_fail(p, name->loc, "there are more than %d %ss", max, kind_name(kind));
    return;
  }
  RbgSymbol *symbol = ARENA_NEW(p->arena, RbgSymbol);
  *symbol = (RbgSymbol){.kind = kind, .index = (int)names->n, .name = name->text, .loc = name->loc};
  map_put(&p->symbols, name->text, symbol);
  VEC_PUSH(names, arena_text(p->arena, name->text));
}

RbgNames rbg_names(RbgParser *p, RbgNameList *names) {
  RbgNames result = {VEC_TO_ARENA(names, p->arena), (int)names->n};
  VEC_FREE(names);
  return result;
}

static const char *wanted_names(RbgParser *p, unsigned kinds) {
  const char *text = "";
  for (int k = RBG_PIECE; k <= RBG_LABEL; k++) {
    if (!(kinds >> k & 1)) continue;
    bool last = kinds >> k == 1;
    const char *glue = !*text ? "" : last ? " or " : ", ";
    text = arena_printf(p->arena, "%s%s%s", text, glue, kind_name((RbgSymbolKind)k));
  }
  return text;
}

static void suggest(RbgParser *p, const RbgToken *name, unsigned kinds) {
  if (rbg_defined_later(p->text, name->text, name->loc)) {
    diag_hint(p->diags, "the macro '%.*s' is defined further down; macros are visible only below their definition",
              (int)name->text.n, name->text.p);
    return;
  }
  RbgNameList names = {0};
  if (kinds >> RBG_LABEL & 1) rbg_macro_names(p->text, &names);
  for (size_t i = 0; i < p->symbols.n; i++) {
    const RbgSymbol *symbol = p->symbols.entries[i].value;
    if (kinds >> symbol->kind & 1) VEC_PUSH(&names, arena_text(p->arena, symbol->name));
  }
  const char *near = nearest_name(name->text, names.at, names.n);
  bool same = near && str_is(name->text, near);
  if (same) diag_hint(p->diags, "a name made with '~' is not looked up as a macro");
  else if (near) diag_hint(p->diags, "did you mean '%s'?", near);
  VEC_FREE(&names);
}

const RbgSymbol *rbg_resolve(RbgParser *p, const RbgToken *name, unsigned kinds) {
  const RbgSymbol *symbol = map_get(&p->symbols, name->text);
  if (symbol && kinds >> symbol->kind & 1) return symbol;
  bool silent = p->failed;
  const char *wanted = wanted_names(p, kinds);
  if (symbol) {
    rbg_fail(p, name->loc, "'%.*s' is a %s, but a %s is needed here", (int)name->text.n, name->text.p,
             kind_name(symbol->kind), wanted);
  } else {
    rbg_fail(p, name->loc, "unknown %s '%.*s'", wanted, (int)name->text.n, name->text.p);
    if (!silent) suggest(p, name, kinds);
  }
  return NULL;
}

// One message for a file that is no text, rather than one for every byte of it.
static bool is_text(const Source *source, Diags *diags) {
  size_t bad = utf8_first_bad(source->text);
  if (bad == source->text.n) return true;
  SrcLoc loc = {.source = source, .offset = (uint32_t)bad, .length = 1};
  diag_error(diags, loc, "the text is not UTF-8: unexpected byte 0x%02x", (unsigned char)source->text.p[bad]);
  return false;
}

RbgDescription *rbg_parse(Arena *arena, const Source *source, Diags *diags) {
  RbgParser parser = {.arena = arena, .diags = diags, .game = ARENA_NEW(arena, RbgDescription)};
  size_t before = diags->total;
  parser.game->source = source;
  map_init(&parser.symbols, arena);
  if (!is_text(source, diags)) return NULL;
  parser.text = rbg_text(arena, source, diags);
  rbg_parse_declarations(&parser);
  if (diags->total == before) rbg_parse_board(&parser);
  if (diags->total == before) rbg_parse_rules(&parser);
  return diags->total == before ? parser.game : NULL;
}

enum { TEXT_SIZE_MAX = 4 << 20 };

RbgDescription *rbg_read(Arena *arena, const char *path, Diags *diags) {
  Source *source = ARENA_NEW(arena, Source);
  const char *why;
  source->name = arena_text(arena, str_of(path));
  if (file_read(arena, path, TEXT_SIZE_MAX, &source->text, &why)) return rbg_parse(arena, source, diags);
  diag_error(diags, (SrcLoc){0}, "cannot read '%s': %s", path, why);
  return NULL;
}
