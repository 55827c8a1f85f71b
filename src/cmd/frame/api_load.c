// Loading through the public interface.
#include "cmd/frame/api_load.h"

#include "base/mem.h"

#include <stdio.h>

static size_t count(const char **list) {
  size_t n = 0;
  while (list && list[n]) n++;
  return n;
}

bool api_open(const Options *options, senet_library **library) {
  const char **paths = options_values(options, "--library");
  if (senet_library_open(paths, count(paths), library) == SENET_OK) return true;
  fprintf(stderr, "senet: error: %s\n", senet_message());
  return false;
}

static bool has_row(const Options *options, const char *name) {
  for (const CommandOption *row = options->command->options; row && row->name; row++) {
    if (!strcmp(row->name, name)) return true;
  }
  return false;
}

// As the other commands print it: places, lines and carets.
static void print_diagnostics(const senet_diagnostics *diagnostics) {
  size_t n = 0;
  senet_diagnostics_text(diagnostics, NULL, 0, &n);
  char *text = mem_alloc(n + 1);
  if (senet_diagnostics_text(diagnostics, text, n + 1, NULL) == SENET_OK) fputs(text, stderr);
  mem_free(text);
}

static bool set_executor(const Options *options, senet_game *game) {
  const char *name = options_value(options, "--executor");
  if (!name || senet_game_executor(game, name) == SENET_OK) return true;
  fprintf(stderr, "senet: error: %s\n", senet_message());
  return false;
}

bool api_load(const Options *options, senet_library *library, const char *name, senet_game **game) {
  senet_game_request request = SENET_GAME_REQUEST;
  senet_diagnostics *diagnostics = NULL;
  const char **chosen = options_values(options, "--option");
  request.name = name;
  request.options = chosen;
  request.n_options = count(chosen);
  request.ruleset = options_value(options, "--ruleset");
  request.split = has_row(options, "--split") ? options_value(options, "--split") : NULL;
  senet_status status = senet_game_load_with(library, &request, game, &diagnostics);
  if (status != SENET_OK && senet_diagnostics_count(diagnostics)) print_diagnostics(diagnostics);
  else if (status != SENET_OK) fprintf(stderr, "senet: error: %s\n", senet_message());
  senet_diagnostics_free(diagnostics);
  if (status == SENET_OK && has_row(options, "--executor")) return set_executor(options, *game);
  return status == SENET_OK;
}

void api_move_text(senet_position *position, size_t move, Text *out) {
  size_t n = 0;
  if (senet_position_move_text(position, move, NULL, 0, &n) != SENET_OK) return;
  char *text = mem_alloc(n + 1);
  senet_position_move_text(position, move, text, n + 1, NULL);
  text_puts(out, text);
  mem_free(text);
}

void api_line_text(senet_position *position, const size_t *moves, size_t n, Text *out) {
  senet_position *copy;
  if (senet_position_copy(position, &copy) != SENET_OK) return;
  for (size_t i = 0; i < n; i++) {
    size_t legal = 0;
    senet_position_count(copy, &legal);
    if (moves[i] >= legal) break;
    if (i) text_char(out, ' ');
    api_move_text(copy, moves[i], out);
    if (senet_position_apply(copy, moves[i]) != SENET_OK) break;
  }
  senet_position_free(copy);
}
