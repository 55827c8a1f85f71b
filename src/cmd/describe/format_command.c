// senet format: descriptions in canonical layout.
#include "cmd/frame/game_option.h"

#include "base/file.h"
#include "lud/text/format.h"
#include "syntax/lexer.h"

#include <stdio.h>

typedef struct Formats {
  const Options *options;
  Load *load;
  bool write, check;
  size_t done, differ, wrong;
} Formats;

// Whether two texts are the same but for white space and comments: nothing may be lost.
static bool same_tokens(Arena *arena, Str a, Str b) {
  Diags ignored;
  diags_init(&ignored, arena);
  Source from = {"", a}, to = {"", b};
  TextPiece pieces[2] = {{.from = {.source = &from}}, {.from = {.source = &to}}};
  SyntaxText texts[2] = {{.text = a, .pieces = &pieces[0], .n = 1}, {.text = b, .pieces = &pieces[1], .n = 1}};
  Lexer lexers[2];
  for (int i = 0; i < 2; i++) lexer_init(&lexers[i], &texts[i], &ignored);
  for (;;) {
    Token p = lexer_next(&lexers[0]), q = lexer_next(&lexers[1]);
    if (p.kind != q.kind || !str_eq(p.text, q.text)) return false;
    if (p.kind == TOKEN_END) return true;
  }
}

static void finish_file(Formats *formats, const char *path, Str before, const Text *after) {
  bool differs = !str_eq(before, text_str(after));
  formats->differ += differs;
  if (!same_tokens(&formats->load->arena, before, text_str(after))) {
    fprintf(stderr, "senet format: %s: left as it is, for its layout cannot be changed safely\n", path);
    formats->wrong++;
  } else if (formats->check) {
    if (differs) printf("%s\n", path);
  } else if (formats->write) {
    if (differs && !options_write_file(formats->options, path, text_str(after))) formats->wrong++;
  } else {
    fwrite(text_str(after).p, 1, after->n, stdout);
  }
}

static void format_file(void *self, const char *path) {
  Formats *formats = self;
  Load *load = formats->load;
  const char *why = "";
  Source source = {.name = arena_text(formats->options->arena, str_of(path))};
  Text text = {0};
  formats->done++;
  if (!file_read(&load->arena, path, 0, &source.text, &why)) {
    fprintf(stderr, "senet format: cannot read '%s': %s\n", path, why);
    formats->wrong++;
  } else if (lud_format(&load->arena, &source, &load->diags, &text)) {
    finish_file(formats, source.name, source.text, &text);
  }
  formats->wrong += !load_report(load);
  text_free(&text);
}

static int run_format(const Options *options) {
  Load load = {0};
  Formats formats = {.options = options,
                     .load = &load,
                     .write = options_has(options, "--write"),
                     .check = options_has(options, "--check")};
  diags_init(&load.diags, &load.arena);
  for (int i = 0; i < options->n; i++) {
    if (file_is_folder(options->arguments[i])) {
      file_walk(options->arguments[i], ".lud", format_file, &formats);
      file_walk(options->arguments[i], ".def", format_file, &formats);
    } else {
      format_file(&formats, options->arguments[i]);
    }
  }
  arena_free(&load.arena);
  return formats.wrong || (formats.check && formats.differ) ? EXIT_NO : EXIT_YES;
}

static const CommandOption format_options[] = {
    {"--write", NULL, "Changes the files instead of printing them.", .excludes = "--check"},
    {"--check", NULL, "Names the files whose layout differs; the exit status is 1 when there are any."},
    {0},
};

const Command command_format = {
    .name = "format",
    .usage = "FILE...",
    .doc = "Prints descriptions in canonical layout, comments kept.",
    .details =
        "FILE is a .lud or .def file, or a folder with such files. A ludeme that fits on a line of 100 columns stays "
        "on "
        "it;\notherwise its items are indented by four, each on its line. Comments and single empty lines stay where "
        "they are.\nNothing but white space changes; a file where that cannot be made sure is left as it is.",
    .least = 1,
    .most = -1,
    .options = format_options,
    .run = run_format,
};
