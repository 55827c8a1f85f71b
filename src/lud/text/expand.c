// Expanding: a walk over the tree as written, with the arguments of the define whose body is walked.
#include "lud/text/expand.h"

#include "base/vec.h"
#include "lud/text/expand_word.h"
#include "syntax/parse.h"

// A finished expansion: of a use, kept under (define, arguments), or of an argument.
typedef struct Expanded {
  const Node **items;
  size_t n;
  Str label;          // left at the end, for the item that follows
  const SrcUse *use;  // that caused it
} Expanded;

// The use whose body is being walked; NULL outside defines.
typedef struct Env {
  const Define *define;
  const Node **args;
  uint32_t n;
  const SrcUse *use;
  Expanded **done;  // by argument; NULL: not expanded yet
} Env;

typedef struct Walk {
  const Expansion *x;
  Map memo;
  size_t made;  // nodes, and items passed on
  int uses;     // active
  int depth;
  bool lenient;
  bool stopped;  // a limit was hit: nothing more is expanded
} Walk;

// Items being collected, and a label that waits for the next one.
typedef struct Out {
  Words items;
  Str label;
} Out;

static void stop(Walk *walk, SrcLoc loc, const char *message, const char *name) {
  if (!walk->stopped) diag_error(walk->x->diags, loc, message, name);
  walk->stopped = true;
}

// Every node made and every item passed on is counted, which bounds memory and time.
static void count(Walk *walk, size_t n, SrcLoc loc) {
  walk->made += n;
  if (walk->made > EXPAND_WORK_MAX) stop(walk, loc, "the description grows too large when it is expanded%s", "");
}

static const Node *make(Walk *walk, Node node) {
  count(walk, 1, node.loc);
  return node_make(walk->x->arena, node);
}

static void emit(Walk *walk, Out *out, const Node *node) {
  count(walk, 1, node->loc);
  if (node->size > EXPAND_SIZE_MAX) stop(walk, node->loc, "the description grows too large when it is expanded%s", "");
  if (node->depth > SYNTAX_DEPTH_MAX)
    stop(walk, node->loc, "the description is nested too deep when it is expanded%s", "");
  if (out->label.n && !node->label.n) {
    Node copy = *node;
    copy.label = out->label;
    node = make(walk, copy);
  }
  out->label = (Str){0};
  VEC_PUSH(&out->items, node);
}

static SrcLoc loc_in(SrcLoc loc, const Env *env) {
  if (env) loc.via = env->use;
  return loc;
}

static const Define *find_in_libraries(const Walk *walk, Str name) {
  const Define *found = NULL;
  for (size_t i = 0; i < walk->x->n_libraries && !found && !walk->lenient; i++) {
    found = defines_find(walk->x->libraries[i], name);
  }
  return found;
}

static const Define *find_own(const Walk *walk, Str name) {
  Define *found = map_get(&walk->x->own->map, name);
  if (found) found->used = true;
  return found;
}

static const Define *find_define(const Walk *walk, const Node *name) {
  bool library_first = name->flags & NODE_LIBRARY;
  const Define *found = library_first ? find_in_libraries(walk, name->text) : NULL;
  if (!found) found = find_own(walk, name->text);
  return found || library_first ? found : find_in_libraries(walk, name->text);
}

static void expand(Walk *walk, const Node *node, const Env *env, const Node *before, Out *out);

// Substitution: a copy without parameters.

static void substitute(Walk *walk, const Node *node, const Env *env, Out *out);

static const Node **take(Walk *walk, Out *out, uint32_t *n) {
  *n = (uint32_t)out->items.n;
  const Node **items = VEC_TO_ARENA(&out->items, walk->x->arena);
  VEC_FREE(&out->items);
  return items;
}

// The argument a word stands for as a whole: 1 for #1; 0 when the word is something else.
static uint32_t whole_param(const Node *node) {
  bool whole = node->kind == NODE_SYMBOL && node->text.n == 2 && node->flags & NODE_HAS_PARAM;
  return whole ? (uint32_t)(node->text.p[1] - '0') : 0;
}

static bool is_absent(const Node *arg) { return arg->kind == NODE_SYMBOL && !arg->label.n && str_is(arg->text, "~"); }

// The argument, or NULL when it was not given.
static const Node *argument(const Env *env, uint32_t param) {
  if (param <= env->define->blank) return NULL;
  return param <= env->n && !is_absent(env->args[param - 1]) ? env->args[param - 1] : NULL;
}

// A word or string with parameters inside, such as P#1 or "Disc#2", with the arguments' text pasted in.
static const Node *paste(Walk *walk, const Node *node, const Env *env) {
  const Node *texts[DEFINE_PARAMS_MAX] = {0};
  for (uint32_t i = 0; i < env->define->params; i++) texts[i] = argument(env, i + 1);
  Str text = paste_params(walk->x->arena, node->text, env->define->params, texts);
  Node made = node->kind == NODE_STRING ? *node : node_of_word(text, node->loc);
  made.text = text;
  made.label = node->label;
  made.loc = loc_in(node->loc, env);
  if (text.n > EXPAND_TEXT_MAX) stop(walk, made.loc, "a word grows too long when it is expanded%s", "");
  return make(walk, made);
}

static const Node *copy_atom(Walk *walk, const Node *node, const Env *env) {
  if (node->flags & NODE_HAS_PARAM) return paste(walk, node, env);
  Node copy = *node;
  copy.loc = loc_in(node->loc, env);
  count(walk, 1, copy.loc);
  return arena_copy(walk->x->arena, &copy, sizeof copy);
}

static void substitute_param(Walk *walk, const Node *node, const Env *env, Out *out, uint32_t param) {
  const Node *arg = argument(env, param);
  if (node->label.n) out->label = node->label;
  if (arg) emit(walk, out, arg);
}

static void substitute_kids(Walk *walk, const Node *node, uint32_t from, const Env *env, Out *out) {
  for (uint32_t i = from; i < node->n; i++) substitute(walk, node->kids[i], env, out);
}

static void substitute(Walk *walk, const Node *node, const Env *env, Out *out) {
  uint32_t param = whole_param(node);
  if (param && param <= env->define->params) {
    substitute_param(walk, node, env, out, param);
  } else if (node->kind == NODE_LIST || node->kind == NODE_BRACES) {
    Out kids = {0};
    substitute_kids(walk, node, 0, env, &kids);
    Node made = *node;
    made.loc = loc_in(node->loc, env);
    made.kids = take(walk, &kids, &made.n);
    emit(walk, out, make(walk, made));
  } else {
    emit(walk, out, copy_atom(walk, node, env));
  }
}

// Uses of defines.

static Str memo_key(Walk *walk, const Define *define, const Node **args, uint32_t n) {
  uint64_t *key = ARENA_ARRAY(walk->x->arena, uint64_t, 1 + 3 * n);
  key[0] = (uint64_t)(uintptr_t)define;
  for (uint32_t i = 0; i < n; i++) {
    memcpy(key + 1 + 3 * i, args[i]->hash, sizeof args[i]->hash);
    key[3 + 3 * i] = args[i]->marks;
  }
  return (Str){(const char *)key, sizeof(uint64_t) * (1 + 3 * (size_t)n)};
}

static Expanded *keep(Walk *walk, Out *out, const SrcUse *use) {
  Expanded *done = ARENA_NEW(walk->x->arena, Expanded);
  *done = (Expanded){.n = out->items.n, .label = out->label, .use = use};
  done->items = VEC_TO_ARENA(&out->items, walk->x->arena);
  VEC_FREE(&out->items);
  return done;
}

static void emit_all(Walk *walk, const Expanded *done, Out *out) {
  for (size_t i = 0; i < done->n && !walk->stopped; i++) emit(walk, out, done->items[i]);
  if (done->label.n) out->label = done->label;
}

static Expanded *expand_body(Walk *walk, const Env *env) {
  Out out = {0};
  walk->uses++;
  for (uint32_t i = 0; i < env->define->n; i++) {
    const Node *before = i ? env->define->body[i - 1] : NULL;
    expand(walk, env->define->body[i], env, before, &out);
  }
  walk->uses--;
  return keep(walk, &out, env->use);
}

// The top items of a shared expansion get the place of this use, so that an error about how they fit
// in here is shown here.
static void emit_shared(Walk *walk, const Expanded *done, const SrcUse *use, Out *out) {
  for (size_t i = 0; i < done->n && !walk->stopped; i++) {
    const Node *item = done->items[i];
    SrcLoc loc = item->loc;
    if (loc.via == done->use) loc.via = use;
    emit(walk, out, node_with_loc(walk->x->arena, item, loc));
  }
  if (done->label.n) out->label = done->label;
}

// Arguments too many are read over: libraries written for Ludii often have one; more are probably a mistake.
static void check_count(Walk *walk, const Define *define, uint32_t given, SrcLoc loc) {
  if (given <= define->params + 1 || define->varies || is_reported(walk->x, loc)) return;
  diag_warning(walk->x->diags, loc, "\"%s\" takes %s%u argument%s, but %u are given", define->name,
               define->params ? "at most " : "", define->params, define->params == 1 ? "" : "s", given);
  LineCol at = src_line_col(define->loc);
  diag_hint(walk->x->diags, "it is defined at %s:%u:%u", define->loc.source->name, at.line, at.col);
}

// Uses go too deep: reports the first one that repeats a define it is inside of.
static void stop_too_deep(Walk *walk, const SrcUse *last) {
  const SrcUse *chain[EXPAND_USES_MAX + 2];
  size_t n = 0;
  assert(last);
  for (const SrcUse *use = last; use && n < COUNT_OF(chain); use = use->at.via) chain[n++] = use;
  for (size_t i = n; i-- > 0;) {
    for (size_t j = n; --j > i;) {
      if (strcmp(chain[i]->name, chain[j]->name) != 0) continue;
      stop(walk, chain[i]->at, "\"%s\" uses itself without end", chain[i]->name);
      diag_hint(walk->x->diags, "a text in quotes that is the name of a define is replaced by it wherever it stands");
      return;
    }
  }
  stop(walk, last->at, "\"%s\" is used inside too many other defines", last->name);
}

static void expand_use(Walk *walk, const Define *define, const Node **args, uint32_t n, SrcLoc loc, Out *out) {
  count(walk, 1, loc);
  n = MIN(n, define->params);
  SrcUse use = {.name = define->name, .at = loc};
  Expanded *args_done[DEFINE_PARAMS_MAX] = {0};
  Env env = {.define = define, .args = args, .n = n, .done = args_done};
  env.use = arena_copy(walk->x->arena, &use, sizeof use);
  if (walk->uses >= EXPAND_USES_MAX) {
    stop_too_deep(walk, env.use);
    return;
  }
  Str key = memo_key(walk, define, args, n);
  Expanded *done = map_get(&walk->memo, key);
  if (done) {
    emit_shared(walk, done, env.use, out);
    return;
  }
  done = expand_body(walk, &env);
  map_put(&walk->memo, key, done);
  emit_all(walk, done, out);
}

// ("Name" argument...)
static void expand_list_use(Walk *walk, const Node *node, const Define *define, const Env *env, Out *out) {
  Out args = {0};
  if (env) substitute_kids(walk, node, 1, env, &args);
  else
    for (uint32_t i = 1; i < node->n; i++) emit(walk, &args, node->kids[i]);
  if (node->label.n) out->label = node->label;
  uint32_t n;
  const Node **list = take(walk, &args, &n);
  SrcLoc loc = loc_in(node->kids[0]->loc, env);
  check_count(walk, define, n, loc);
  expand_use(walk, define, list, n, loc, out);
}

// Lists and braces.

static bool is_plain_list(const Node *node) { return node->kind == NODE_LIST && !node->label.n; }

static bool same_kids(const Node *a, const Node *b) {
  return a->n == b->n && (a->n == 0 || memcmp(a->kids, b->kids, a->n * sizeof *a->kids) == 0);
}

// Finishes a list: () is nothing, and brackets around a list are dropped.
static void emit_list(Walk *walk, const Node *node, Out *kids, const Env *env, Out *out) {
  Node made = *node;
  made.loc = loc_in(node->loc, env);
  made.kids = take(walk, kids, &made.n);
  bool doubled = made.kind == NODE_LIST && made.n && is_plain_list(made.kids[0]);
  if (made.kind == NODE_LIST && made.n == 0) {
    count(walk, 1, made.loc);
    out->label = made.label.n ? made.label : out->label;
  } else if (doubled && made.kids[made.n - 1]->kind == NODE_LIST) {
    out->label = made.label.n ? made.label : out->label;
    for (uint32_t i = 0; i < made.n; i++) emit(walk, out, made.kids[i]);
  } else if (doubled && !walk->lenient) {
    if (!is_reported(walk->x, made.loc))
      diag_error(walk->x->diags, made.loc, "a list must begin with a name, not with another list");
    emit(walk, out, wrong_word(walk->x, &made));
  } else {
    emit(walk, out, !env && same_kids(&made, node) ? node : make(walk, made));
  }
}

static void expand_kids(Walk *walk, const Node *node, const Env *env, Out *out) {
  Out kids = {0};
  for (uint32_t i = 0; i < node->n && !walk->stopped; i++) {
    expand(walk, node->kids[i], env, i ? node->kids[i - 1] : NULL, &kids);
    count(walk, collapse_range(walk->x, &kids.items), node->loc);
  }
  if (node->flags & (NODE_HAS_WORD | NODE_HAS_PARAM) && !walk->lenient) check_ranges(walk->x, &kids.items);
  emit_list(walk, node, &kids, env, out);
}

static void report_unknown_define(Walk *walk, const Node *name, const Env *env) {
  SrcLoc loc = loc_in(name->loc, env);
  if (is_reported(walk->x, loc)) return;
  diag_error(walk->x->diags, loc, "there is no define \"%.*s\"", (int)name->text.n, name->text.p);
  const char *near = nearest_define(walk->x, name->text);
  if (near) diag_hint(walk->x->diags, "did you mean \"%s\"?", near);
  else diag_hint(walk->x->diags, "`senet help defines` lists those that can be used without defining them");
}

// A list whose head is a parameter has to be put together before it is known what it is.
static void expand_substituted(Walk *walk, const Node *node, const Env *env, Out *out) {
  Out closed = {0};
  substitute(walk, node, env, &closed);
  for (size_t i = 0; i < closed.items.n; i++) expand(walk, closed.items.at[i], NULL, NULL, out);
  VEC_FREE(&closed.items);
}

static void expand_list(Walk *walk, const Node *node, const Env *env, Out *out) {
  const Node *head = node->n ? node->kids[0] : NULL;
  if (env && head && head->flags & NODE_HAS_PARAM && head->kind != NODE_LIST) {
    expand_substituted(walk, node, env, out);
    return;
  }
  bool named = head && head->kind == NODE_STRING && !head->label.n;
  const Define *define = named ? find_define(walk, head) : NULL;
  if (define) {
    expand_list_use(walk, node, define, env, out);
    return;
  }
  if (named && !walk->lenient) {
    report_unknown_define(walk, head, env);
    emit(walk, out, wrong_word(walk->x, node));
    return;
  }
  expand_kids(walk, node, env, out);
}

// Atoms.

// The name of a game is never taken for a define.
static bool is_title(const Node *before) {
  if (!before || before->kind != NODE_SYMBOL) return false;
  return str_is(before->text, "game") || str_is(before->text, "match") || str_is(before->text, "instance");
}

// Whether the description uses the name of a guarded define as a plain text; the libraries themselves may.
static bool is_guarded(const Walk *walk, const Node *name, const Define *define) {
  const Defines *guarded = walk->x->guarded;
  return guarded && define && !(name->flags & NODE_LIBRARY) && defines_find(guarded, name->text) == define;
}

static const Node *mark_defined(const Walk *walk, const Node *name) {
  Node copy = *name;
  copy.flags |= NODE_DEFINED;
  copy.marks = node_atom_marks(&copy);
  return arena_copy(walk->x->arena, &copy, sizeof copy);
}

static void expand_string(Walk *walk, const Node *node, const Env *env, const Node *before, Out *out) {
  if (env) node = copy_atom(walk, node, env);
  const Define *define = is_title(before) ? NULL : find_define(walk, node);
  if (is_guarded(walk, node, define)) node = mark_defined(walk, node);
  if (!define || node->flags & NODE_DEFINED) {
    emit(walk, out, node);
    return;
  }
  if (node->label.n) out->label = node->label;
  expand_use(walk, define, NULL, 0, node->loc, out);
}

// An argument is expanded once, however often the body mentions it.
static void expand_param(Walk *walk, uint32_t param, const Env *env, Out *out) {
  const Node *arg = argument(env, param);
  count(walk, 1, env->use->at);
  Expanded **done = &env->done[param - 1];
  if (!arg) return;
  if (!*done) {
    Out items = {0};
    expand(walk, arg, NULL, NULL, &items);
    *done = keep(walk, &items, env->use);
  }
  emit_all(walk, *done, out);
}

static void report_param(Walk *walk, const Node *node) {
  if (!is_reported(walk->x, node->loc)) {
    diag_error(walk->x->diags, node->loc, "the parameter %.*s has no meaning here", (int)node->text.n, node->text.p);
  }
}

static void expand_word(Walk *walk, const Node *node, const Env *env, Out *out) {
  uint32_t param = whole_param(node);
  if (env && param && param <= env->define->params) {
    if (node->label.n) out->label = node->label;
    expand_param(walk, param, env, out);
    return;
  }
  if (env) node = copy_atom(walk, node, env);
  if (node->kind == NODE_SYMBOL && node->flags & NODE_HAS_WORD) {
    Words words = {0};
    if (node->label.n) out->label = node->label;
    words_of(walk->x, node, walk->lenient, &words);
    for (size_t i = 0; i < words.n; i++) emit(walk, out, words.at[i]);
    VEC_FREE(&words);
    return;
  }
  if (node->flags & NODE_HAS_PARAM && !walk->lenient && node->kind == NODE_SYMBOL) {
    report_param(walk, node);
    node = wrong_word(walk->x, node);
  }
  emit(walk, out, node);
}

enum { WALK_DEPTH_MAX = 2000 };

static void expand(Walk *walk, const Node *node, const Env *env, const Node *before, Out *out) {
  assert(node);
  if (walk->x->diags->total >= DIAGS_MAX) walk->stopped = true;
  if (walk->stopped) return;
  if (!env && !(node->flags & (NODE_HAS_PARAM | NODE_HAS_STRING | NODE_HAS_WORD))) {
    emit(walk, out, node);
    return;
  }
  if (++walk->depth > WALK_DEPTH_MAX) stop(walk, node->loc, "the description is nested too deep%s", "");
  switch (node->kind) {
    case NODE_LIST: expand_list(walk, node, env, out); break;
    case NODE_BRACES: expand_kids(walk, node, env, out); break;
    case NODE_STRING: expand_string(walk, node, env, before, out); break;
    case NODE_SYMBOL:
    case NODE_INT:
    case NODE_FLOAT: expand_word(walk, node, env, out); break;
  }
  walk->depth--;
}

bool expand_items(const Expansion *expansion, const Node *items, bool lenient, const Node **out) {
  size_t before = expansion->diags->total;
  Walk walk = {.x = expansion, .lenient = lenient};
  map_init(&walk.memo, expansion->arena);
  Out list = {0};
  for (uint32_t i = 0; i < items->n; i++) expand(&walk, items->kids[i], NULL, NULL, &list);
  Node made = {.kind = NODE_BRACES, .loc = items->loc};
  made.kids = take(&walk, &list, &made.n);
  *out = walk.stopped ? NULL : node_make(expansion->arena, made);
  return expansion->diags->total == before;
}
