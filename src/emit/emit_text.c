// Writing C text: lines, names, constants and tables.
#include "emit/emit.h"
#include "emit/emit_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <xxhash.h>

void emit_line(Emitter *e, const char *format, ...) {
  text_repeat(e->out, ' ', 2 * (size_t)e->indent);
  va_list args;
  va_start(args, format);
  text_puts(e->out, arena_vprintf(e->arena, format, args));
  va_end(args);
  text_char(e->out, '\n');
}

void emit_open(Emitter *e, const char *format, ...) {
  text_repeat(e->out, ' ', 2 * (size_t)e->indent);
  va_list args;
  va_start(args, format);
  text_puts(e->out, arena_vprintf(e->arena, format, args));
  va_end(args);
  text_puts(e->out, " {\n");
  e->indent++;
}

void emit_close(Emitter *e) {
  e->indent--;
  emit_line(e, "}");
}

const char *emit_text(Emitter *e, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(e->arena, format, args);
  va_end(args);
  return text;
}

// Numbers that would make the name of a type (i16) are left out.
const char *emit_name(Emitter *e, const char *prefix) {
  e->temps++;
  if (e->temps == 8 || e->temps == 16 || e->temps == 32 || e->temps == 64) e->temps++;
  return arena_printf(e->arena, "%s%d", prefix, e->temps);
}

void emit_fail(Emitter *e, const char *format, ...) {
  if (e->why) return;
  va_list args;
  va_start(args, format);
  e->why = arena_vprintf(e->arena, format, args);
  va_end(args);
}

void emit_try_again(Emitter *e) {
  if (!e->hopeless) e->why = NULL;
}

static int line_of(const SrcLoc *loc) {
  int line = 1;
  for (uint32_t i = 0; i < loc->offset && i < loc->source->text.n; i++) line += loc->source->text.p[i] == '\n';
  return line;
}

const char *emit_in_comment(Arena *arena, const char *name) {
  char *copy = arena_copy(arena, name, strlen(name) + 1);
  for (char *c = copy; *c; c++) {
    if ((unsigned char)*c < ' ' || *c == '\\' || *c == '?') *c = ' ';
  }
  return copy;
}

const char *emit_place(Emitter *e, Ref ref) {
  const SrcLoc *loc = e->program->locs ? &e->program->locs[ref] : NULL;
  if (!loc || !loc->source) return "";
  const char *slash = strrchr(loc->source->name, '/');
  return emit_text(e, "// %s:%d", emit_in_comment(e->arena, slash ? slash + 1 : loc->source->name), line_of(loc));
}

void emit_comment(Emitter *e, Ref ref) {
  const char *place = emit_place(e, ref);
  if (*place) emit_line(e, "%s", place);
}

// ---- constants ----------------------------------------------------------------------------------

Code code_const(Emitter *e, int32_t value) {
  const char *text = value == INT32_MIN ? "(-2147483647 - 1)"
                     : value < 0        ? arena_printf(e->arena, "(%d)", value)
                                        : arena_printf(e->arena, "%d", value);
  return (Code){.text = text, .known = true, .value = value, .min = value, .max = value};
}

Code code_of(const char *text, int32_t min, int32_t max) { return (Code){.text = text, .min = min, .max = max}; }

static const char *words_text(Emitter *e, const Word *region) {
  Text text = {0};
  for (int w = 0; w < e->words; w++) {
    Word word = w < e->program->region_words ? region[w] : 0;
    text_printf(&text, "%s0x%llxull", w ? ", " : "", (unsigned long long)word);
  }
  const char *copy = arena_text(e->arena, text_str(&text));
  text_free(&text);
  return copy;
}

const char *emit_region_const(Emitter *e, const Word *region) {
  const char *words = words_text(e, region);
  if (e->words == 1) return words;
  return emit_text(e, "((R){%s})", words);
}

const char *emit_region_sites(Emitter *e, SiteList sites) {
  Word *set = arena_zero(e->arena, (size_t)MAX(e->program->region_words, e->words) * sizeof *set);
  for (int i = 0; i < sites.n; i++) bit_set(set, sites.at[i]);
  return emit_region_const(e, set);
}

// A table with the same content that was written before, or NULL; *key is the content's.
static const char *same_table(Emitter *e, const char *kind, const void *bytes, size_t n, const char **key) {
  XXH128_hash_t hash = XXH3_128bits(bytes, n);
  *key =
      emit_text(e, "%s %016llx%016llx %zu", kind, (unsigned long long)hash.high64, (unsigned long long)hash.low64, n);
  return emit_find_table(e, *key);
}

const char *emit_int_table(Emitter *e, const int32_t *values, int n) {
  const char *key, *same = same_table(e, "numbers", values, (size_t)n * sizeof *values, &key);
  if (same) return same;
  const char *name = emit_text(e, "T%d", ++e->n_tables);
  emit_note_table(e, key, name);
  int32_t least = 0, most = 0;
  for (int i = 0; i < n; i++) {
    least = MIN(least, values[i]);
    most = MAX(most, values[i]);
  }
  const char *type = least >= 0 && most < 256 ? "u8" : least >= -32768 && most < 32768 ? "i16" : "i32";
  text_printf(&e->tables, "static const %s %s[%d] = {", type, name, MAX(n, 1));
  for (int i = 0; i < n; i++) text_printf(&e->tables, "%s%d,", i % 32 ? " " : "\n  ", values[i]);
  text_puts(&e->tables, n ? "};\n" : "0};\n");
  return name;
}

// Tables have thousands of these: this is most of the time it takes to start a game whose code is compiled already.
static void add_hex(Text *text, Word word) {
  char digits[2 + 2 * sizeof word];
  size_t at = sizeof digits;
  do {
    digits[--at] = "0123456789abcdef"[word & 15];
    word >>= 4;
  } while (word);
  digits[--at] = 'x';
  digits[--at] = '0';
  text_add(text, (Str){digits + at, sizeof digits - at});
}

// Regions of many words, most of which are 0: only the others are written, which compilers read in half the time.
static void sparse_regions(Emitter *e, const char *name, const Word *regions, int n) {
  Text *text = &e->tables;
  text_printf(text, "static const u64 %s_words[%d][NW] __attribute__((aligned(%d))) = {", name, MAX(n, 1),
              8 * e->words);
  for (int i = 0; i < n; i++) {
    const Word *region = regions + (size_t)i * (size_t)e->program->region_words;
    text_puts(text, i % 8 ? " {" : "\n  {");
    for (int w = 0; w < e->program->region_words; w++) {
      if (!region[w]) continue;
      text_printf(text, "[%d]=", w);
      add_hex(text, region[w]);
      text_char(text, ',');
    }
    text_puts(text, "},");
  }
  text_printf(text, "\n};\n#define %s ((const R *)%s_words)\n", name, name);
}

const char *emit_region_table(Emitter *e, const Word *regions, int n) {
  enum { SPARSE_LEAST = 8 };  // words
  size_t bytes = (size_t)n * (size_t)e->program->region_words * sizeof *regions;
  const char *key, *same = same_table(e, "regions", regions, bytes, &key);
  if (same) return same;
  const char *name = emit_text(e, "T%d", ++e->n_tables);
  emit_note_table(e, key, name);
  if (e->words >= SPARSE_LEAST) {
    sparse_regions(e, name, regions, n);
    return name;
  }
  Text *text = &e->tables;
  text_printf(text, "static const R %s[%d] = {", name, MAX(n, 1));
  for (int i = 0; i < n; i++) {
    const Word *region = regions + (size_t)i * (size_t)e->program->region_words;
    text_puts(text, i % 8 ? " " : "\n  ");
    if (e->words > 1) text_char(text, '{');
    for (int w = 0; w < e->words; w++) {
      add_hex(text, w < e->program->region_words ? region[w] : 0);
      if (w + 1 < e->words) text_char(text, ',');
    }
    text_puts(text, e->words > 1 ? "}," : ",");
  }
  text_char(text, '\n');
  text_puts(&e->tables, "};\n");
  return name;
}
