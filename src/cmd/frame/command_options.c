// Table-driven option parsing.
#include "cmd/frame/command_options.h"

#include "base/diag.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

int options_misuse(const Options *options, const char *format, ...) {
  *options->misused = true;
  va_list args;
  va_start(args, format);
  fprintf(stderr, "senet %s: ", options->command->name);
  vfprintf(stderr, format, args);
  fprintf(stderr, "\nsee: senet help %s\n", options->command->name);
  va_end(args);
  return EXIT_USAGE;
}

static const CommandOption *find_row(const Command *command, Str name) {
  for (const CommandOption *row = command->options; row && row->name; row++) {
    if (str_is(name, row->name) || (row->also && str_is(name, row->also))) return row;
  }
  return NULL;
}

static bool unknown_option(const Options *options, Str name) {
  const char *names[64];
  size_t n = 0;
  for (const CommandOption *row = options->command->options; row && row->name && n < COUNT_OF(names); row++) {
    names[n++] = row->name;
  }
  const char *near = nearest_name(name, names, n);
  if (near) options_misuse(options, "unknown option '%.*s'; did you mean '%s'?", (int)name.n, name.p, near);
  else options_misuse(options, "unknown option '%.*s'", (int)name.n, name.p);
  return false;
}

static bool given_before(const Options *options, const CommandOption *row) {
  for (int i = 0; i < options->given_n; i++) {
    if (options->given[i].row == row) return true;
  }
  return false;
}

// A word after a dash divided into the name of the option and the value joined to it, as in --seed=3, -n=3 or -n3.
static Str divide_word(const Options *options, const char *word, const char **joined) {
  const char *equals = strchr(word, '=');
  if (equals) {
    *joined = equals + 1;
    return (Str){word, (size_t)(equals - word)};
  }
  Str letter = {word, 2};
  const CommandOption *row = word[1] != '-' && word[2] ? find_row(options->command, letter) : NULL;
  bool is_joined = row && row->value && !find_row(options->command, str_of(word));
  *joined = is_joined ? word + 2 : NULL;
  return is_joined ? letter : str_of(word);
}

// Nothing is the name of a file. SQLite would take it for a file that goes away by itself.
static bool is_no_name(const CommandOption *row, const char *value) {
  bool names_file = !strcmp(row->value, "FILE") || !strcmp(row->value, "DIR") || !strcmp(row->value, "OUT");
  return names_file && !*value;
}

// Takes the option at argv[*i] and its value; *i ends on the last word taken.
static bool take_option(Options *options, char **argv, int *i) {
  const char *joined;
  Str name = divide_word(options, argv[*i], &joined);
  const CommandOption *row = find_row(options->command, name);
  if (!row) return unknown_option(options, name);
  if (!row->repeats && given_before(options, row)) {
    return options_misuse(options, "option '%s' was given twice", row->name) == EXIT_YES;
  }
  if (!row->value && joined) return options_misuse(options, "option '%s' takes no value", row->name) == EXIT_YES;
  const char *value = !row->value ? NULL : joined ? joined : argv[++*i];
  if (row->value && (!value || is_no_name(row, value))) {
    return options_misuse(options, "option '%s' needs a value (%s)", row->name, row->value) == EXIT_YES;
  }
  options->given[options->given_n++] = (GivenOption){row, value};
  return true;
}

// The first of these options, separated by blanks, that was given, or NULL.
static const CommandOption *find_given(const Options *options, const char *names) {
  for (const char *at = names; *at;) {
    Str name = {at, strcspn(at, " ")};
    const CommandOption *row = find_row(options->command, name);
    if (given_before(options, row)) return row;
    at += name.n + strspn(at + name.n, " ");
  }
  return NULL;
}

// Names separated by blanks as they are listed: a, b and c (arena).
static const char *listed(const Options *options, const char *names) {
  const char *text = "";
  for (const char *at = names; *at;) {
    size_t n = strcspn(at, " "), blanks = strspn(at + n, " ");
    bool last = !at[n + blanks];
    text = arena_printf(options->arena, "%s%s%.*s", text, !*text ? "" : last ? " and " : ", ", (int)n, at);
    at += n + blanks;
  }
  return text;
}

// An option that would be passed over is a slip.
static bool needs_are_met(const Options *options) {
  for (int i = 0; i < options->given_n; i++) {
    const CommandOption *row = options->given[i].row;
    if (!row->needs || find_given(options, row->needs)) continue;
    return options_misuse(options, "option '%s' is for %s only", row->name, listed(options, row->needs)) == EXIT_YES;
  }
  return true;
}

// So is one of two that say different things.
static bool none_is_excluded(const Options *options) {
  for (int i = 0; i < options->given_n; i++) {
    const CommandOption *row = options->given[i].row,
                        *other = row->excludes ? find_given(options, row->excludes) : NULL;
    if (other) return options_misuse(options, "give either %s or %s", row->name, other->name) == EXIT_YES;
  }
  return true;
}

static bool asks_for_help(int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
  }
  return false;
}

static bool right_number_of_arguments(const Options *options) {
  const Command *command = options->command;
  if (options->n < command->least) {
    options_misuse(options, "an argument is missing; usage: senet %s %s", command->name, command->usage);
    return false;
  }
  if (command->most >= 0 && options->n > command->most) {
    options_misuse(options, "unexpected argument '%s'", options->arguments[command->most]);
    return false;
  }
  return true;
}

bool options_parse(Arena *arena, const Command *command, int argc, char **argv, Options *options) {
  *options = (Options){.command = command, .arena = arena, .help = asks_for_help(argc, argv)};
  options->misused = ARENA_NEW(arena, bool);
  options->arguments = ARENA_ARRAY(arena, const char *, argc + 1);
  options->given = ARENA_ARRAY(arena, GivenOption, argc);
  if (options->help) return true;
  bool only_arguments = false;
  for (int i = 1; i < argc; i++) {
    if (!only_arguments && !strcmp(argv[i], "--")) only_arguments = true;
    else if (only_arguments || argv[i][0] != '-' || !argv[i][1]) options->arguments[options->n++] = argv[i];
    else if (!take_option(options, argv, &i)) return false;
  }
  return right_number_of_arguments(options) && needs_are_met(options) && none_is_excluded(options);
}

const char **options_values(const Options *options, const char *name) {
  const CommandOption *row = find_row(options->command, str_of(name));
  assert(row);
  const char **values = ARENA_ARRAY(options->arena, const char *, options->given_n + 1);
  size_t n = 0;
  for (int i = 0; i < options->given_n; i++) {
    if (options->given[i].row == row) values[n++] = options->given[i].value;
  }
  return values;
}

bool options_wants(const Options *options, const char *name, const char *word) {
  const char **values = options_values(options, name), **value = values;
  while (*value && strcasecmp(*value, word) != 0) value++;
  return *value || !*values;
}

bool options_has(const Options *options, const char *name) {
  const CommandOption *row = find_row(options->command, str_of(name));
  assert(row);
  return given_before(options, row);
}

const char *options_value(const Options *options, const char *name) {
  const char *last = NULL;
  for (const char **value = options_values(options, name); *value; value++) last = *value;
  return last;
}

static bool read_integer(const Options *options, const char *what, const char *word, int64_t least, int64_t most,
                         int64_t *value) {
  char *end;
  errno = 0;
  long long read = strtoll(word, &end, 10);
  if (end != word && !*end && errno == 0 && read >= least && read <= most) {
    *value = read;
    return true;
  }
  if (end != word && !*end && most == INT64_MAX && read < least) {
    options_misuse(options, "%s must be at least %lld, not %s", what, (long long)least, word);
  } else if (end != word && !*end) {
    options_misuse(options, "%s must be from %lld to %lld, not %s", what, (long long)least, (long long)most, word);
  } else {
    options_misuse(options, "%s must be a whole number, not '%s'", what, word);
  }
  return false;
}

bool options_integer(const Options *options, const char *name, int64_t least, int64_t most, int64_t *value) {
  const char *word = options_value(options, name);
  return !word || read_integer(options, name, word, least, most, value);
}

bool options_argument_integer(const Options *options, int index, const char *what, int64_t least, int64_t most,
                              int64_t *value) {
  assert(index < options->n);
  return read_integer(options, what, options->arguments[index], least, most, value);
}

// A number with one of these letters behind it, each of which stands for so much, or with none.
static bool read_number(const Options *options, const char *name, const char *word, const char *letters,
                        const double *units, double least, double most, double *value) {
  char *end;
  double read = strtod(word, &end);
  const char *letter = *end ? strchr(letters, *end) : NULL;
  if (end == word || (*end && (!letter || end[1])))
    return options_misuse(options, "%s must be a number, not '%s'", name, word) == EXIT_YES;
  if (letter) read *= units[letter - letters];
  if (!(read >= least && read <= most)) {
    return options_misuse(options, "%s must be from %g to %g, not %s", name, least, most, word) == EXIT_YES;
  }
  *value = read;
  return true;
}

bool options_number(const Options *options, const char *name, double least, double most, double *value) {
  const char *word = options_value(options, name);
  return !word || read_number(options, name, word, "", NULL, least, most, value);
}

bool options_seconds(const Options *options, const char *name, double least, double most, double *value) {
  static const double units[] = {1, 60, 3600};
  const char *word = options_value(options, name);
  return !word || read_number(options, name, word, "smh", units, least, most, value);
}

bool options_write_file(const Options *options, const char *path, Str text) {
  const char *why = "";
  if (file_write(options->arena, path, text, &why)) return true;
  fprintf(stderr, "senet %s: %s: %s\n", options->command->name, path, why);
  return false;
}
