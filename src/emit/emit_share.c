// Code that is written once: statements that several places need become a function, and functions that turn out to be
// the same but for the names of their variables become one. Units of games with many kinds of pieces are several times
// smaller for it.
#include "emit/emit_internal.h"

#include <stdlib.h>

// ---- functions that are the same ------------------------------------------------------------------

static bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The number of a name that emit_name made for a variable: small letters, then digits. -1: another word.
static int variable_number(Str word, size_t *letters) {
  size_t i = 0, first;
  while (i < word.n && word.p[i] >= 'a' && word.p[i] <= 'z') i++;
  *letters = first = i;
  if (!i || i > 4) return -1;
  while (i < word.n && word.p[i] >= '0' && word.p[i] <= '9') i++;
  bool rest =
      i == word.n || str_is((Str){word.p + i, word.n - i}, "_") || str_is((Str){word.p + i, word.n - i}, "_end");
  if (i == first || !rest) return -1;
  return atoi(word.p + first);
}

typedef struct Renamed {
  int number;
} Renamed;

typedef VEC(Renamed) Renaming;

// In the order of their first use, from 1 on.
static int new_number(Renaming *all, int number) {
  for (size_t i = all->n; i-- > 0;) {
    if (all->at[i].number == number) return (int)i + 1;
  }
  VEC_PUSH(all, (Renamed){number});
  return (int)all->n;
}

// The function that another one turned out to be.
static Str same_as(Emitter *e, Str name) {
  const char *same = NULL;
  for (;;) {
    const char *next = emit_find_table(e, emit_text(e, "same as %.*s", (int)name.n, name.p));
    if (!next) return name;
    same = next;
    name = str_of(same);
  }
}

const char *emit_same_name(Emitter *e, const char *name) { return arena_text(e->arena, same_as(e, str_of(name))); }

void emit_cases(Emitter *e, Text *out, NameFunction *name_of, const char *before, const char *after) {
  int n = (int)e->generators.n;
  const char **names = arena_zero(e->arena, ((size_t)n + 1) * sizeof *names);
  for (int i = 0; i < n; i++) {
    const char *name = name_of(e, i);
    names[i] = name ? emit_same_name(e, name) : NULL;
  }
  for (int i = 0; i < n; i++) {
    const char *name = names[i];
    if (!name) continue;
    text_puts(out, "   ");
    for (int k = i; k < n; k++) {
      if (!names[k] || strcmp(names[k], name) != 0) continue;
      text_printf(out, " case %d:", k);
      names[k] = NULL;
    }
    text_printf(out, " %s%s%s\n", before, name, after);
  }
}

static void add_word(Emitter *e, Text *out, Renaming *all, Str word, const char *own) {
  size_t letters;
  int number = variable_number(word, &letters);
  if (str_is(word, own)) {
    text_puts(out, "@");
  } else if (number > 99) {  // lower ones may be fields of the state
    text_add(out, (Str){word.p, letters});
    text_printf(out, "%d", new_number(all, number));
    for (size_t i = letters; i < word.n; i++) {
      if (word.p[i] < '0' || word.p[i] > '9') text_char(out, word.p[i]);
    }
  } else {
    bool function = str_starts(word, "do_") || str_starts(word, "test_") || str_starts(word, "part_") ||
                    str_starts(word, "try_") || str_starts(word, "open_") || str_starts(word, "threat_") ||
                    str_starts(word, "play_") || str_starts(word, "NEAR");
    text_add(out, function ? same_as(e, word) : word);
  }
}

// The text of a function without comments, its own name and the numbers of its variables.
static const char *function_key(Emitter *e, Str body, const char *own) {
  Text out = {0};
  Renaming all = {0};
  text_puts(&out, "function ");
  for (size_t i = 0; i < body.n;) {
    size_t n = 1;
    if (body.p[i] == '/' && i + 1 < body.n && body.p[i + 1] == '/') {
      while (i + n < body.n && body.p[i + n] != '\n') n++;
    } else if (in_word(body.p[i])) {
      while (i + n < body.n && in_word(body.p[i + n])) n++;
      add_word(e, &out, &all, (Str){body.p + i, n}, own);
    } else if (body.p[i] != ' ' && body.p[i] != '\n') {
      text_char(&out, body.p[i]);
    } else {
      text_char(&out, ' ');
      while (i + n < body.n && (body.p[i + n] == ' ' || body.p[i + n] == '\n')) n++;
    }
    i += n;
  }
  const char *key = arena_text(e->arena, text_str(&out));
  text_free(&out);
  VEC_FREE(&all);
  return key;
}

bool emit_is_same(Emitter *e, Str body, const char *name) {
  if (e->why) return false;
  const char *key = function_key(e, body, name), *made = emit_find_table(e, key);
  emit_note_table(e, made ? emit_text(e, "same as %s", name) : key, made ? made : name);
  return made;
}

void emit_add_function(Emitter *e, Str body, const char *name) {
  if (emit_is_same(e, body, name))
    text_printf(&e->prototypes, "#define %s %s\n", name, emit_find_table(e, emit_text(e, "same as %s", name)));
  else text_add(&e->functions, body);
}

// ---- once all are written -------------------------------------------------------------------------

// The name of the function whose head a line is; empty: it is not one.
static Str function_named(Str line) {
  size_t end = 0, start;
  bool head = line.n > 2 && line.p[0] != ' ' && line.p[0] != '#' && line.p[0] != '/' && line.p[line.n - 1] == '{';
  while (head && end < line.n && line.p[end] != '(') end++;
  for (start = end; start > 0 && in_word(line.p[start - 1]);) start--;
  return head && end < line.n ? (Str){line.p + start, end - start} : (Str){0};
}

static bool may_merge(Str name) {
  return str_starts(name, "do_") || str_starts(name, "test_") || str_starts(name, "part_") ||
         str_starts(name, "try_") || str_starts(name, "open_") || str_starts(name, "threat_") ||
         str_starts(name, "play_");
}

static Str next_line(Str *rest) {
  size_t n = 0;
  while (n < rest->n && rest->p[n] != '\n') n++;
  Str line = {rest->p, n};
  n += n < rest->n;
  *rest = (Str){rest->p + n, rest->n - n};
  return line;
}

// One pass: whether some function became another name of one before it.
static bool merge_once(Emitter *e, int pass) {
  Text old = e->functions;
  Str rest = text_str(&old);
  bool merged = false;
  e->functions = (Text){0};
  while (rest.n) {
    const char *begin = rest.p;
    Str name = function_named(next_line(&rest));
    while (name.n && rest.n && *rest.p != '}') next_line(&rest);
    if (name.n) next_line(&rest);
    Str body = {begin, (size_t)(rest.p - begin)};
    if (!may_merge(name)) {
      text_add(&e->functions, body);
      continue;
    }
    const char *own = arena_text(e->arena, name), *key = emit_text(e, "pass %d %s", pass, function_key(e, body, own)),
               *made = emit_find_table(e, key);
    merged |= made != NULL;
    if (made) {
      text_printf(&e->prototypes, "#define %s %s\n", own, made);
      emit_note_table(e, emit_text(e, "same as %s", own), made);
    } else {
      emit_note_table(e, key, own);
      text_add(&e->functions, body);
    }
  }
  text_free(&old);
  return merged;
}

void emit_merge_functions(Emitter *e) {
  enum { PASSES_MOST = 6 };
  for (int pass = 0; pass < PASSES_MOST && merge_once(e, pass);) pass++;
}

// ---- functions of their own -----------------------------------------------------------------------

enum { OUTLINE_LEAST = 400 };  // characters

const char *emit_outline_begin(Emitter *e, Outline *outline, const char *key) {
  const char *made = emit_find_table(e, key);
  if (made) return made;
  *outline = (Outline){.outer = e->out, .indent = e->indent, .key = key};
  e->out = &outline->body;
  e->indent = 1;
  return NULL;
}

const char *emit_outline_end_always(Emitter *e, Outline *outline, const char *result, const char *parameters,
                                    const char *last) {
  Text whole = {0};
  const char *name = emit_name(e, "part_");
  e->out = outline->outer;
  e->indent = outline->indent;
  if (!strstr(parameters, "Move m") && outline->body.n && strstr(outline->body.p, "m.x["))
    emit_fail(e, "a question that reads parts of a move");
  text_printf(&whole, "static %s %s(%s) {\n", result, name, parameters);
  text_add(&whole, text_str(&outline->body));
  text_printf(&whole, "%s}\n", last);
  if (emit_is_same(e, text_str(&whole), name)) {
    name = emit_same_name(e, name);
  } else {
    text_printf(&e->prototypes, "static %s %s(%s);\n", result, name, parameters);
    text_add(&e->functions, text_str(&whole));
  }
  emit_note_table(e, outline->key, name);
  text_free(&whole);
  text_free(&outline->body);
  return name;
}

const char *emit_outline_end(Emitter *e, Outline *outline, const char *result, const char *parameters,
                             const char *last) {
  if (outline->body.n >= OUTLINE_LEAST && !e->why) return emit_outline_end_always(e, outline, result, parameters, last);
  e->out = outline->outer;
  e->indent = outline->indent;
  text_add(e->out, text_str(&outline->body));
  text_free(&outline->body);
  return NULL;
}

static bool is_of_state(const Code *code) {
  return code->known || !strncmp(code->text, "s->", 3) || !strncmp(code->text, "next_active(s,", 14);
}

const char *emit_turn_key(Emitter *e) {
  const Context *at = &e->at;
  const Code *codes[] = {&at->mover, &at->next, &at->prev, &at->root_mover, &at->root_next, &at->root_prev};
  const char *key = "";
  for (size_t i = 0; i < COUNT_OF(codes); i++) {
    if (!is_of_state(codes[i])) return NULL;
    if (!codes[i]->known && strcmp(at->s, "s") != 0) return NULL;
    key = emit_text(e, "%s|%s", key, codes[i]->text);
  }
  return emit_text(e, "%s|%d%d%d", key, at->ahead, at->threats, at->may_draw);
}

const char *emit_state_key(Emitter *e, const char *kind, int32_t ref) {
  uint32_t free = emit_free_slots(e, ref);
  const char *turn = emit_turn_key(e), *key = turn ? emit_text(e, "%s %d %s", kind, ref, turn) : NULL;
  if (e->at.region || e->at.dice.text || e->at.facing) return NULL;
  for (int k = 0; k < SLOT_COUNT && key; k++) {
    if ((free >> k & 1) && !e->at.slot[k].known) return NULL;
    key = emit_text(e, "%s %s", key, e->at.slot[k].known ? e->at.slot[k].text : "?");
  }
  return key;
}

void emit_share_bounds(Emitter *e, const char *key, Code code) {
  emit_note_table(e, emit_text(e, "least %s", key), emit_text(e, "%d", code.min));
  emit_note_table(e, emit_text(e, "most %s", key), emit_text(e, "%d", code.max));
}

Code emit_shared_bounds(Emitter *e, const char *key) {
  const char *min = emit_find_table(e, emit_text(e, "least %s", key)),
             *max = emit_find_table(e, emit_text(e, "most %s", key));
  return code_of("", min ? atoi(min) : INT32_MIN, max ? atoi(max) : INT32_MAX);
}
