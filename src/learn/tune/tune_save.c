// What tuning leaves behind: the heuristic, and the games from which it can go on.
//   saved = "senet tune" name fingerprint seed seconds, a line; then lines
//   line  = number utilities ":" moves | "round" number
#include "learn/tune/tune_internal.h"

#include "base/clock.h"
#include "base/number.h"

#include <ctype.h>
#include <stdlib.h>

static void write_groups(const Tune *tune, Text *out, bool held) {
  const char *before = "";
  for (int g = 0; g < tune->columns->n_groups; g++) {
    if (!tune->status.choice.use[g] || held != (tune->status.choice.held && tune_group_expected(tune, g))) continue;
    text_printf(out, "%s%s", before, tune->columns->groups[g].name);
    before = ", ";
  }
}

const char *tune_groups(const Tune *tune, Arena *arena) {
  Text fitted = {0}, held = {0};
  write_groups(tune, &fitted, false);
  write_groups(tune, &held, true);
  const char *both = fitted.n && held.n ? "; " : "", *after = held.n ? " as material has them" : "";
  const char *words = arena_printf(arena, "%s%s%s%s", text_str(&fitted).p, both, text_str(&held).p, after);
  text_free(&fitted);
  text_free(&held);
  return words;
}

static void write_choice(const Tune *tune, Text *out) {
  const TuneChoice *choice = &tune->status.choice;
  Arena arena = {0};
  text_printf(out, "// Groups of terms taken: %s.\n", tune_groups(tune, &arena));
  text_printf(out, "// Loss on games that were not fitted: %.4f (%.4f when nothing is known).\n", choice->loss,
              choice->blind);
  arena_free(&arena);
}

static void write_how(const Tune *tune, Text *out) {
  const TuneStatus *status = &tune->status;
  text_printf(
      out,
      "// Heuristics for %s (rules %08x), made by senet tune: %lld games in %d rounds, %zu positions, seed %llu.\n",
      tune->game->name, tune->fingerprint, (long long)status->games, status->round, status->samples,
      (unsigned long long)tune->options.seed);
  write_choice(tune, out);
}

void tune_write(const Tune *tune, Text *out) {
  if (tune->status.games) write_how(tune, out);
  else text_printf(out, "// What eval=material counts in %s (rules %08x).\n", tune->game->name, tune->fingerprint);
  heuristic_write(out, tune->text);
}

void tune_save(const Tune *tune, Text *out) {
  text_printf(out, "senet tune %08x %llu %.1f\n", tune->fingerprint, (unsigned long long)tune->options.seed,
              tune->status.seconds);
  text_add(out, text_str(&tune->record));
}

// ---- taking it up again --------------------------------------------------------------------------

#define SECONDS_MAX 1e9

// The word at a place, which moves behind it, as the number of a game or move.
static bool read_number(char **at, uint32_t *out) {
  int64_t number;
  Str word = {*at, strcspn(*at, " :\r\n")};
  if (!str_integer(word, 0, UINT32_MAX, &number)) return false;
  *out = (uint32_t)number;
  *at += word.n;
  return true;
}

static bool read_game(char *line, int players, TuneGame *game) {
  char *end = line;
  if (!read_number(&end, &game->number)) return false;
  for (Player p = 1; p <= players; p++) {
    game->utilities[p] = strtof(end, &end);
    if (!(game->utilities[p] >= -1 && game->utilities[p] <= 1)) return false;
  }
  while (*end == ' ') end++;
  if (*end++ != ':') return false;
  for (;;) {
    uint32_t move;
    while (isspace((unsigned char)*end)) end++;
    if (!*end) return true;
    if (!read_number(&end, &move)) return false;
    VEC_PUSH(&game->moves, move);
  }
}

// One line, which ends with a newline in the file: the last of a file that was cut off is left out. False where it is
// neither a game nor the end of a round.
static bool take_line(Tune *tune, char *line) {
  TuneGame game = {0};
  if (!strncmp(line, "round", 5)) {
    tune_end_round(tune);
    return true;
  }
  bool good = read_game(line, tune->game->players, &game) && tune_sample_game(tune, &game, tune->status.round);
  if (good) {
    text_printf(&tune->record, "%s\n", line);
    tune->status.games++;
    tune->next = game.number + 1;
  }
  VEC_FREE(&game.moves);
  return good;
}

bool tune_resume(Tune *tune, Arena *arena, Str text, const char **why) {
  char *at = arena_text(arena, text), *line_end = strchr(at, '\n');
  unsigned fingerprint;
  unsigned long long seed;
  double seconds;
  bool header = line_end && sscanf(at, "senet tune %x %llu %lf", &fingerprint, &seed, &seconds) == 3;
  header = header && seconds >= 0 && seconds < SECONDS_MAX;
  if (!header || fingerprint != tune->fingerprint || seed != tune->options.seed) {
    *why = header ? "the saved games are of another game or seed" : "there are no saved games in this file";
    return false;
  }
  int number = 2;
  for (at = line_end + 1; (line_end = strchr(at, '\n')); at = line_end + 1, number++) {
    *line_end = 0;
    if (tune->status.round == TUNE_ROUNDS || take_line(tune, at)) continue;
    *why = arena_printf(arena, "line %d is not a game", number);
    return false;
  }
  tune->before = tune->status.seconds = seconds;
  tune->began = clock_seconds();
  return true;
}
