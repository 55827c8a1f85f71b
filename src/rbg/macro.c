// Reading directives and expanding macros (see macro.h for the rules in short).
#include "rbg/macro.h"

#include "base/map.h"
#include "base/vec.h"

// All definitions of one name: either one without parameters, or several with different numbers of them.
typedef struct Overloads {
  const RbgDirective **list;
  size_t n;
} Overloads;

typedef struct Env Env;

// An argument: the tokens as written, and what the names in them mean.
typedef struct Arg {
  const RbgToken *tokens;
  size_t n;
  const Env *env;
} Arg;

// What names mean inside one body: the macro's parameters and the macros written before `serial`.
struct Env {
  const RbgDirective *macro;  // NULL in a section
  const Arg *args;
  uint32_t serial;
};

struct RbgText {
  Arena *arena;
  Diags *diags;
  Map macros;  // name -> Overloads
  const RbgDirective *sections[RBG_SECTIONS];
  uint32_t n_directives;
};

typedef VEC(RbgToken) Tokens;

enum { ARGS_MAX = 64 };  // of one macro

typedef struct Expansion {
  RbgText *text;
  Tokens out;
  size_t steps;
  int depth;
  bool failed;
} Expansion;

static const char *const section_names[RBG_SECTIONS] = {"players", "pieces", "variables", "board", "rules"};
static const RbgTokenKind section_tokens[RBG_SECTIONS] = {RTOK_PLAYERS, RTOK_PIECES, RTOK_VARIABLES, RTOK_BOARD,
                                                          RTOK_RULES};

// ---- directives

typedef struct Reader {
  RbgText *text;
  const RbgToken *at, *end;
} Reader;

static const RbgToken *next_hash(const Reader *reader, const RbgToken *from) {
  while (from < reader->end && from->kind != RTOK_HASH) from++;
  return from;
}

// params = "(" name { ";" name } ")"
static bool read_params(Reader *reader, RbgDirective *d) {
  if (reader->at->kind != RTOK_OPEN) return true;
  VEC(RbgToken) params = {0};
  RbgTokenKind last = RTOK_SEMICOLON;
  for (reader->at++; last == RTOK_SEMICOLON && reader->at->kind == RTOK_NAME; reader->at += 2) {
    VEC_PUSH(&params, *reader->at);
    last = reader->at[1].kind;
  }
  d->params = VEC_TO_ARENA(&params, reader->text->arena);
  d->n_params = (uint32_t)params.n;
  VEC_FREE(&params);
  if (d->n_params > ARGS_MAX) {
    diag_error(reader->text->diags, d->loc, "macro '%.*s' has more than %d parameters", (int)d->name.n, d->name.p,
               ARGS_MAX);
    return false;
  }
  if (last == RTOK_CLOSE && d->n_params) return true;
  const RbgToken *bad = last == RTOK_SEMICOLON ? reader->at : reader->at - 1;
  diag_error(reader->text->diags, bad->loc, "macro parameters are names separated by ';' and closed by ')'");
  return false;
}

static bool same_params_twice(Reader *reader, const RbgDirective *d) {
  for (size_t i = 0; i < d->n_params; i++) {
    for (size_t j = 0; j < i; j++) {
      if (!str_eq(d->params[i].text, d->params[j].text)) continue;
      diag_error(reader->text->diags, d->params[i].loc, "parameter '%.*s' is written twice", (int)d->params[i].text.n,
                 d->params[i].text.p);
      return true;
    }
  }
  return false;
}

// Of two definitions with the same number of parameters the first stays in force.
static void add_macro(RbgText *text, const RbgDirective *d) {
  Overloads *set = map_get(&text->macros, d->name);
  if (!set) {
    set = ARENA_NEW(text->arena, Overloads);
    map_put(&text->macros, d->name, set);
  }
  for (size_t i = 0; i < set->n; i++) {
    if (set->list[i]->n_params && set->list[i]->n_params == d->n_params) return;
    if (set->list[i]->n_params && d->n_params) continue;
    diag_error(text->diags, d->loc, "macro '%.*s' is already defined%s", (int)d->name.n, d->name.p,
               set->list[i]->n_params == d->n_params ? "" : ", once with and once without parameters");
    return;
  }
  const RbgDirective **list = ARENA_ARRAY(text->arena, const RbgDirective *, set->n + 1);
  if (set->n) memcpy(list, set->list, set->n * sizeof *list);
  list[set->n++] = d;
  set->list = list;
}

static void add_section(RbgText *text, const RbgDirective *d, RbgTokenKind kind) {
  for (int s = 0; s < RBG_SECTIONS; s++) {
    if (section_tokens[s] == kind) text->sections[s] = d;
  }
}

// directive = "#" ( section | name [ params ] ) "=" body
static void read_directive(Reader *reader) {
  RbgText *text = reader->text;
  const RbgToken *name = ++reader->at;
  RbgDirective *d = ARENA_NEW(text->arena, RbgDirective);
  *d = (RbgDirective){.name = name->text, .loc = name->loc, .serial = text->n_directives++};
  bool section = name->kind >= RTOK_PLAYERS && name->kind <= RTOK_BOARD;
  d->title = arena_text(text->arena, name->text);
  if (!section && name->kind != RTOK_NAME) {
    diag_error(text->diags, name->loc, "'#' must be followed by the name of a section or a macro");
    if (rbg_is_keyword(name->kind)) diag_hint(text->diags, "'%s' is a reserved word", rbg_token_name(name->kind));
    return;
  }
  reader->at++;
  if (!section && (!read_params(reader, d) || same_params_twice(reader, d))) return;
  if (reader->at->kind != RTOK_EQUAL) {
    diag_error(text->diags, reader->at->loc, "expected '=' after '#%.*s'", (int)d->name.n, d->name.p);
    return;
  }
  d->body = reader->at + 1;
  d->n_body = (size_t)(next_hash(reader, d->body) - d->body);
  if (section) add_section(text, d, name->kind);
  else add_macro(text, d);
}

RbgText *rbg_text(Arena *arena, const Source *source, Diags *diags) {
  RbgText *text = ARENA_NEW(arena, RbgText);
  *text = (RbgText){.arena = arena, .diags = diags};
  map_init(&text->macros, arena);
  size_t n;
  const RbgToken *tokens = rbg_tokens(arena, source, diags, &n);
  Reader reader = {text, tokens, tokens + n};
  if (tokens->kind != RTOK_HASH) diag_error(diags, tokens->loc, "a description starts with '#'");
  for (reader.at = next_hash(&reader, tokens); reader.at < reader.end; reader.at = next_hash(&reader, reader.at)) {
    read_directive(&reader);
  }
  for (int s = 0; s < RBG_SECTIONS && text->n_directives; s++) {
    if (text->sections[s]) continue;
    diag_error(diags, tokens[n].loc, "section '#%s' is missing", section_names[s]);
  }
  return text;
}

SrcLoc rbg_section_loc(const RbgText *text, RbgSection section) {
  return text->sections[section] ? text->sections[section]->loc : (SrcLoc){0};
}

bool rbg_defined_later(const RbgText *text, Str name, SrcLoc use) {
  const Overloads *set = map_get(&text->macros, name);
  if (!set) return false;
  for (size_t i = 0; i < set->n; i++) {
    if (set->list[i]->loc.offset > use.offset) return true;
  }
  return false;
}

void rbg_macro_names(const RbgText *text, RbgNameList *names) {
  for (size_t i = 0; i < text->macros.n; i++) {
    const Overloads *set = text->macros.entries[i].value;
    VEC_PUSH(names, set->list[0]->title);
  }
}

// ---- expansion

static void expand_range(Expansion *x, const RbgToken *tokens, size_t n, const Env *env, const SrcUse *via);

PRINTF_LIKE(3, 4) static void fail(Expansion *x, SrcLoc loc, const char *format, ...) {
  if (x->failed) return;
  x->failed = true;
  va_list args;
  va_start(args, format);
  diag_error(x->text->diags, loc, "%s", arena_vprintf(x->text->arena, format, args));
  va_end(args);
}

// Counts words that are looked at; false when there have been too many.
static bool look_at(Expansion *x, size_t n, SrcLoc loc) {
  x->steps += n;
  if (x->steps > RBG_EXPANSION_MAX) fail(x, loc, "macros expand to more than %d words", RBG_EXPANSION_MAX);
  return !x->failed;
}

static SrcLoc seen_through(SrcLoc loc, const SrcUse *via) {
  loc.via = via;
  return loc;
}

static const Arg *find_arg(const Env *env, Str name) {
  if (!env->macro) return NULL;
  for (size_t i = 0; i < env->macro->n_params; i++) {
    if (str_eq(env->macro->params[i].text, name)) return &env->args[i];
  }
  return NULL;
}

// The definition visible at `serial` with that many parameters; *any tells whether the name is a visible macro at all.
static const RbgDirective *find_macro(const RbgText *text, Str name, uint32_t serial, size_t n_args, bool *any) {
  const Overloads *set = map_get(&text->macros, name);
  const RbgDirective *found = NULL;
  *any = false;
  for (size_t i = 0; set && i < set->n; i++) {
    if (set->list[i]->serial >= serial) continue;
    *any = true;
    if (set->list[i]->n_params == n_args && !found) found = set->list[i];
  }
  return found;
}

// args = "(" arg { ";" arg } ")", where only round brackets nest. Returns the token after ')', or NULL if it is
// missing.
static const RbgToken *split_args(const RbgToken *at, const RbgToken *end, Arg *args, size_t max, size_t *n) {
  size_t depth = 0;
  *n = 0;
  const RbgToken *from = at + 1;
  for (; at < end; at++) {
    if (at->kind == RTOK_OPEN) depth++;
    if (at->kind == RTOK_CLOSE) depth--;
    bool last = depth == 0;
    if (!last && !(depth == 1 && at->kind == RTOK_SEMICOLON)) continue;
    if (*n < max) args[*n] = (Arg){.tokens = from, .n = (size_t)(at - from)};
    ++*n;
    from = at + 1;
    if (last) return at + 1;
  }
  return NULL;
}

// "1", "1 or 2", "1, 2 or 4": the numbers of parameters a macro name can have.
static const char *arities(Arena *arena, const Overloads *set) {
  const char *text = "";
  for (size_t i = 0; i < set->n; i++) {
    const char *glue = !i ? "" : i + 1 == set->n ? " or " : ", ";
    text = arena_printf(arena, "%s%s%u", text, glue, set->list[i]->n_params);
  }
  return text;
}

static void wrong_count(Expansion *x, const RbgToken *name, const SrcUse *via, size_t n) {
  const Overloads *set = map_get(&x->text->macros, name->text);
  bool one = set->n == 1 && set->list[0]->n_params == 1;
  fail(x, seen_through(name->loc, via), "macro '%.*s' takes %s argument%s, not %zu", (int)name->text.n, name->text.p,
       arities(x->text->arena, set), one ? "" : "s", n);
}

// Expands the use of a macro at tokens[0]; returns the token after it.
static const RbgToken *expand_use(Expansion *x, const RbgToken *at, const RbgToken *end, const Env *env,
                                  const RbgDirective *plain, const SrcUse *via) {
  Arg args[ARGS_MAX];
  size_t n_args = 0;
  const RbgToken *after = at + 1;
  const RbgDirective *macro = plain;
  SrcLoc loc = seen_through(at->loc, via);
  if (!macro) {
    bool bracket = after < end && after->kind == RTOK_OPEN;
    after = bracket ? split_args(after, end, args, ARGS_MAX, &n_args) : NULL;
    if (after && !look_at(x, (size_t)(after - at), loc)) return end;
    if (!after) {
      fail(x, loc,
           bracket ? "the arguments of macro '%.*s' are never closed" : "macro '%.*s' needs arguments in brackets",
           (int)at->text.n, at->text.p);
      return end;
    }
    bool any;
    macro = n_args > ARGS_MAX ? NULL : find_macro(x->text, at->text, env->serial, n_args, &any);
    if (!macro) {
      wrong_count(x, at, via, n_args);
      return end;
    }
  }
  SrcUse *use = ARENA_NEW(x->text->arena, SrcUse);
  *use = (SrcUse){.name = macro->title, .at = loc};
  for (size_t i = 0; i < n_args; i++) args[i].env = env;
  Env inner = {.macro = macro, .args = args, .serial = macro->serial};
  expand_range(x, macro->body, macro->n_body, &inner, use);
  return after;
}

// element = parameter | macro use | any other token
static const RbgToken *expand_element(Expansion *x, const RbgToken *at, const RbgToken *end, const Env *env,
                                      const SrcUse *via) {
  if (at->kind == RTOK_NAME) {
    const Arg *arg = find_arg(env, at->text);
    if (arg) {
      expand_range(x, arg->tokens, arg->n, arg->env, via);
      return at + 1;
    }
    bool any;
    const RbgDirective *plain = find_macro(x->text, at->text, env->serial, 0, &any);
    if (any) return expand_use(x, at, end, env, plain, via);
  }
  RbgToken token = *at;
  token.loc.via = via;
  VEC_PUSH(&x->out, token);
  return at + 1;
}

// Joins the last token before `seam` with the first one after it, when both sides have one.
static void join(Expansion *x, size_t start, size_t seam, const RbgToken *tilde, const SrcUse *via) {
  if (seam == start || x->out.n == seam) return;
  RbgToken *left = &x->out.at[seam - 1], *right = &x->out.at[seam], joined;
  if (left->text.n + right->text.n > RBG_NAME_LENGTH_MAX) {
    fail(x, seen_through(tilde->loc, via), "'~' makes a name longer than %d letters", RBG_NAME_LENGTH_MAX);
    return;
  }
  if (!rbg_paste(x->text->arena, *left, *right, &joined)) {
    fail(x, seen_through(tilde->loc, via), "'~' cannot join '%.*s' and '%.*s'", (int)left->text.n, left->text.p,
         (int)right->text.n, right->text.p);
    return;
  }
  *left = joined;
  memmove(right, right + 1, (x->out.n - seam - 1) * sizeof *right);
  x->out.n--;
}

// chain = element { "~" element }
static const RbgToken *expand_chain(Expansion *x, const RbgToken *at, const RbgToken *end, const Env *env,
                                    const SrcUse *via) {
  size_t start = x->out.n;
  if (at->kind == RTOK_TILDE) {
    fail(x, seen_through(at->loc, via), "'~' needs something on its left");
    return end;
  }
  at = expand_element(x, at, end, env, via);
  while (at < end && at->kind == RTOK_TILDE && !x->failed) {
    const RbgToken *tilde = at++;
    if (!env->macro || at == end || at->kind == RTOK_TILDE) {
      fail(x, seen_through(tilde->loc, via),
           env->macro ? "'~' needs something on its right" : "'~' joins words only inside a macro");
      return end;
    }
    if (!look_at(x, 1, seen_through(tilde->loc, via))) return end;
    size_t seam = x->out.n;
    at = expand_element(x, at, end, env, via);
    if (!x->failed) join(x, start, seam, tilde, via);
  }
  return at;
}

static void expand_range(Expansion *x, const RbgToken *tokens, size_t n, const Env *env, const SrcUse *via) {
  const RbgToken *end = tokens + n;
  if (++x->depth > RBG_DEPTH_MAX) {
    fail(x, n ? seen_through(tokens->loc, via) : (SrcLoc){0}, "macros are nested more than %d deep", RBG_DEPTH_MAX);
  }
  while (tokens < end && !x->failed && look_at(x, 1, seen_through(tokens->loc, via))) {
    tokens = expand_chain(x, tokens, end, env, via);
  }
  x->depth--;
}

const RbgToken *rbg_section(RbgText *text, RbgSection section) {
  const RbgDirective *d = text->sections[section];
  if (!d) return NULL;
  Expansion x = {.text = text};
  Env env = {.serial = d->serial};
  expand_range(&x, d->body, d->n_body, &env, NULL);
  const RbgToken *last = d->n_body ? &d->body[d->n_body - 1] : d->body - 1;
  SrcLoc end = last->loc;
  end.offset += end.length;
  end.length = 0;
  VEC_PUSH(&x.out, (RbgToken){.kind = RTOK_END, .loc = end});
  const RbgToken *tokens = x.failed ? NULL : VEC_TO_ARENA(&x.out, text->arena);
  VEC_FREE(&x.out);
  return tokens;
}
