// senet help defines: the defines that every description can use, with the comment above each.
#include "base/diag.h"
#include "cmd/frame/game_option.h"
#include "cmd/frame/help.h"

#include <stdlib.h>

typedef VEC(const Define *) DefineList;

static int by_place(const void *a, const void *b) {
  const Define *p = *(const Define *const *)a, *q = *(const Define *const *)b;
  int file = strcmp(p->loc.source->name, q->loc.source->name);
  return file ? file : (p->loc.offset > q->loc.offset) - (p->loc.offset < q->loc.offset);
}

static void collect(const Library *library, DefineList *list) {
  for (size_t r = 0; r < library->roots.n; r++) {
    const Map *map = &library->roots.at[r]->defines.map;
    for (size_t i = 0; i < map->n; i++) VEC_PUSH(list, map->entries[i].value);
  }
  if (list->n) qsort(list->at, list->n, sizeof *list->at, by_place);
}

// ---- comments ------------------------------------------------------------------------------------

// The line that ends before an offset; its beginning is in *start.
static Str line_before(Str text, size_t end, size_t *start) {
  *start = end;
  while (*start && text.p[*start - 1] != '\n') --*start;
  return (Str){text.p + *start, end - *start};
}

static bool is_comment(Str line) { return line.n > 2 && line.p[0] == '/' && line.p[1] == '/'; }

// The comment lines right above a define, or above those just before it that have none of their own.
static void print_comment(const Define *define) {
  Str text = define->loc.source->text, line;
  size_t start, end;
  line_before(text, define->loc.offset, &start);
  while (start > 1 && (line = line_before(text, start - 1, &end), str_starts(line, "(define"))) start = end;
  size_t first = start;
  while (first > 1 && (line = line_before(text, first - 1, &end), is_comment(line))) first = end;
  for (size_t at = first; at < start;) {
    size_t n = 0;
    while (text.p[at + n] != '\n') n++;
    printf("    %.*s\n", (int)n - 3, text.p + at + 3);
    at += n + 1;
  }
}

// ---- printing ------------------------------------------------------------------------------------

static void print_use(const Define *define) {
  printf("(\"%s\"", define->name);
  for (uint32_t i = 1; i <= define->params; i++) printf(" #%u", i);
  printf(")\n");
  print_comment(define);
}

// The text of a define as written, up to the bracket that closes it.
static void print_body(const Define *define) {
  Str text = define->loc.source->text;
  size_t start, end, depth = 0;
  line_before(text, define->loc.offset, &start);
  for (end = start; end < text.n; end++) {
    depth += text.p[end] == '(';
    depth -= text.p[end] == ')' && depth;
    if (text.p[end] == ')' && !depth) break;
  }
  printf("%.*s\n", (int)(MIN(end + 1, text.n) - start), text.p + start);
}

static const Define *find(const DefineList *list, const char *name) {
  for (size_t i = 0; i < list->n; i++) {
    if (!strcmp(list->at[i]->name, name)) return list->at[i];
  }
  return NULL;
}

static int unknown(const Options *options, const DefineList *list, const char *name) {
  const char **names = ARENA_ARRAY(options->arena, const char *, list->n + 1);
  for (size_t i = 0; i < list->n; i++) names[i] = list->at[i]->name;
  const char *near = nearest_name(str_of(name), names, list->n);
  if (near) return options_misuse(options, "no define is called '%s'; did you mean '%s'?", name, near);
  return options_misuse(options, "no define is called '%s'", name);
}

static int print(const Options *options, const DefineList *list, const char *name) {
  const Define *define = name ? find(list, name) : NULL;
  if (name && !define) return unknown(options, list, name);
  if (define) {
    print_use(define);
    print_body(define);
    return EXIT_YES;
  }
  for (size_t i = 0; i < list->n; i++) print_use(list->at[i]);
  printf("\n`senet help defines NAME` shows what one of them stands for; the library's own are added by --library.\n");
  return EXIT_YES;
}

int help_defines(const Options *options, const char *name) {
  Load load;
  DefineList list = {0};
  size_t n;
  int status = EXIT_NO;
  if (load_begin(&load, options)) {
    library_defines(&load.library, LIBRARY_ANY, &load.diags, &n);
    if (load_report(&load)) {
      collect(&load.library, &list);
      status = print(options, &list, name);
    }
  }
  VEC_FREE(&list);
  load_free(&load);
  return status;
}
