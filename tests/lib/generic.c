// What must hold for every game, through the public interface alone, after the generic tests of OpenSpiel: random games
// in which at every step the position is copied, written down and read back, a move is made and taken back, and what
// the calls say about legal moves and outcomes fits together.
//   generic [--library PATH] [--plies N] GAME...
// Prints TAP, a result for each game; exits with 1 when one failed.
#include "senet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEFORE_TEXT = 5, AFTER_TEXT = 30, MOVES_MOST = 65536 };

typedef struct Check {
  senet_game *game;
  uint64_t random;
  char why[400];
  size_t texts, longest;
} Check;

static int fail(Check *check, const char *why) {
  if (!check->why[0]) snprintf(check->why, sizeof check->why, "%s (%.300s)", why, senet_message());
  return 0;
}

static uint64_t draw(Check *check, uint64_t bound) {
  check->random = check->random * 6364136223846793005ULL + 1442695040888963407ULL;
  return (check->random >> 33) % bound;
}

static char *text_of(Check *check, senet_position *position) {
  size_t n = 0;
  if (senet_position_text(position, NULL, 0, &n) != SENET_OK) return fail(check, "no text"), NULL;
  char *text = malloc(n + 1);
  if (senet_position_text(position, text, n + 1, NULL) != SENET_OK) fail(check, "no text the second time");
  check->texts++;
  if (n > check->longest) check->longest = n;
  return text;
}

static int same_text(Check *check, senet_position *a, senet_position *b, const char *when) {
  char *p = text_of(check, a), *q = text_of(check, b);
  int same = p && q && !strcmp(p, q);
  if (!same) {
    fail(check, when);
    if (p && q && getenv("GENERIC_VERBOSE")) printf("%s\n%s\n", p, q);
  }
  free(p);
  free(q);
  return same;
}

// The same legal moves, with chance drawn alike.
static int same_moves(Check *check, senet_position *a, senet_position *b, const char *when) {
  static uint64_t p[MOVES_MOST], q[MOVES_MOST];
  size_t n = 0, m = 0;
  if (senet_position_keys(a, p, MOVES_MOST, &n) != SENET_OK) return fail(check, when);
  if (senet_position_keys(b, q, MOVES_MOST, &m) != SENET_OK) return fail(check, when);
  return (n == m && !memcmp(p, q, n * sizeof *p)) || fail(check, when);
}

// One move, drawn by the check: of each player in a simultaneous game.
static int step(Check *check, senet_position *position, uint64_t number) {
  size_t n = 0, chosen[SENET_PLAYERS_MAX], k = 0;
  if (senet_position_count(position, &n) != SENET_OK || !n) return fail(check, "no legal moves in a game under way");
  if (!(senet_game_flags(check->game) & SENET_GAME_SIMULTANEOUS)) {
    return senet_position_apply(position, (size_t)(number % n)) == SENET_OK || fail(check, "a legal move is refused");
  }
  for (int p = 1; p <= senet_game_players(check->game); p++) {
    size_t seen = 0, first = 0, got;
    for (size_t i = 0; i < n; i++) {
      senet_move move;
      senet_position_moves(position, i, &move, 1, &got);
      if (move.mover != p) continue;
      if (!seen++) first = i;
    }
    if (seen) chosen[k++] = first + (size_t)(number % seen);
  }
  return senet_position_apply_all(position, chosen, k) == SENET_OK || fail(check, "legal moves are refused");
}

// ---- at every step ---------------------------------------------------------------------------------

static int check_copy(Check *check, senet_position *position, uint64_t number) {
  senet_position *copy = NULL;
  if (senet_position_copy(position, &copy) != SENET_OK) return fail(check, "no copy");
  int good = same_moves(check, position, copy, "a copy has other moves") &&
             same_text(check, position, copy, "a copy has another text") &&
             senet_position_hash(copy) == senet_position_hash(position) && step(check, copy, number);
  senet_position_free(copy);
  return good || fail(check, "a copy goes wrong");
}

static int check_text(Check *check, senet_position *position, senet_position *other) {
  char *text = text_of(check, position);
  int good = text != NULL;
  if (good && senet_position_set(other, text) != SENET_OK) good = fail(check, "a text cannot be read back");
  good = good && same_text(check, position, other, "a text reads as another position");
  good = good && (senet_position_hash(other) == senet_position_hash(position) || fail(check, "the hash is another"));
  free(text);
  return good;
}

static int check_undo(Check *check, senet_position *position, uint64_t number) {
  char *before = text_of(check, position);
  int good = before && step(check, position, number);
  if (good && senet_position_undo(position) != SENET_OK) good = fail(check, "a move cannot be taken back");
  char *after = good ? text_of(check, position) : NULL;
  if (good && (!after || strcmp(before, after) != 0)) {
    good = fail(check, "taking back leaves another position");
    if (after && getenv("GENERIC_VERBOSE")) printf("%s\n%s\n", before, after);
  }
  free(before);
  free(after);
  return good;
}

static int check_moves(Check *check, senet_position *position) {
  static senet_move moves[MOVES_MOST];
  size_t n = 0, got = 0, found;
  char text[400];
  senet_position_count(position, &n);
  if (senet_position_moves(position, 0, moves, MOVES_MOST, &got) != SENET_OK || got != n) {
    return fail(check, "counted and listed moves differ");
  }
  if (senet_position_apply(position, n) != SENET_ILLEGAL) return fail(check, "a move that is not there is made");
  for (size_t i = 0; i < n; i += 1 + n / 4) {
    int simultaneous = senet_position_mover(position) == 0;
    if (!simultaneous && moves[i].mover != senet_position_mover(position)) return fail(check, "another player's move");
    if (senet_position_move_text(position, i, text, sizeof text, NULL) != SENET_OK)
      return fail(check, "a move without text");
    if (senet_position_find_move(position, text, &found) != SENET_OK || found != i) {
      return fail(check, "a move is not found by its text");
    }
  }
  return 1;
}

static int check_outcome(Check *check, senet_position *position) {
  double utilities[SENET_PLAYERS_MAX], ranks[SENET_PLAYERS_MAX];
  size_t players = (size_t)senet_game_players(check->game), n = 1;
  if (senet_position_utilities(position, utilities, players) != SENET_OK) return fail(check, "no utilities");
  if (senet_position_ranks(position, ranks, players) != SENET_OK) return fail(check, "no ranks");
  for (size_t i = 0; i < players; i++) {
    if (!(utilities[i] >= -1 && utilities[i] <= 1)) return fail(check, "a utility out of range");
    if (!(ranks[i] >= 0 && ranks[i] <= (double)players)) return fail(check, "a rank out of range");
  }
  int over = senet_position_over(position);
  if (senet_position_count(position, &n) != SENET_OK || (over ? n != 0 : n == 0))
    return fail(check, "moves after the end");
  int winner = senet_position_winner(position);
  if (winner && utilities[winner - 1] <= 0) return fail(check, "the winner has not won");
  return 1;
}

// ---- games -----------------------------------------------------------------------------------------

static int simulate(Check *check, senet_position *position, senet_position *other, int plies) {
  for (int ply = 0; ply < plies && !senet_position_over(position); ply++) {
    uint64_t number = draw(check, 1u << 30);
    if (!check_copy(check, position, number) || !check_text(check, position, other) ||
        !check_undo(check, position, number) || !check_moves(check, position) || !check_outcome(check, position) ||
        !step(check, position, number)) {
      return 0;
    }
  }
  return check_outcome(check, position) && check_text(check, position, other);
}

// A position written down after some moves and read back goes on in the same way, chance included.
static int go_on(Check *check, senet_position *position, senet_position *other) {
  if (senet_position_start(position, 3, 0) != SENET_OK) return fail(check, "no start");
  for (int i = 0; i < BEFORE_TEXT && !senet_position_over(position); i++) {
    if (!step(check, position, draw(check, 1u << 30))) return 0;
  }
  if (!check_text(check, position, other)) return 0;
  senet_position_seed(position, 5, 0);
  senet_position_seed(other, 5, 0);
  for (int i = 0; i < AFTER_TEXT && !senet_position_over(position); i++) {
    uint64_t number = draw(check, 1u << 30);
    if (!same_moves(check, position, other, "other moves after reading a text")) return 0;
    if (!step(check, position, number) || !step(check, other, number)) return 0;
    if (senet_position_hash(position) != senet_position_hash(other)) return fail(check, "goes on differently");
    if (i % 5 == 4 && !same_text(check, position, other, "goes on with another text")) return 0;
  }
  return same_text(check, position, other, "ends with another text");
}

static int check_game(senet_library *library, int number, const char *name, int plies) {
  Check check = {.random = 42};
  senet_position *position = NULL, *other = NULL;
  if (senet_game_load(library, name, &check.game) != SENET_OK) {
    printf("ok %d - %s # SKIP not loaded: %.200s\n", number, name, senet_message());
    return 1;
  }
  int good = senet_position_new(check.game, 1, 0, &position) == SENET_OK;
  good = good && senet_position_new(check.game, 2, 0, &other) == SENET_OK;
  if (!good) fail(&check, "no position");
  good = good && go_on(&check, position, other);
  good = good && (senet_position_start(position, 1, 0) == SENET_OK || fail(&check, "no start"));
  good = good && simulate(&check, position, other, plies);
  if (good) printf("ok %d - %s (%zu texts, the longest of %zu bytes)\n", number, name, check.texts, check.longest);
  else printf("not ok %d - %s: %s\n", number, name, check.why);
  fflush(stdout);
  senet_position_free(position);
  senet_position_free(other);
  senet_game_free(check.game);
  return good;
}

int main(int argc, char **argv) {
  const char *paths[8];
  size_t n = 0;
  int plies = 40, first = 1, good = 1;
  for (; first + 1 < argc && !strncmp(argv[first], "--", 2); first += 2) {
    if (!strcmp(argv[first], "--library") && n < 8) paths[n++] = argv[first + 1];
    if (!strcmp(argv[first], "--plies")) plies = atoi(argv[first + 1]);
  }
  senet_library *library;
  if (senet_library_open(paths, n, &library) != SENET_OK) return printf("%s\n", senet_message()), 2;
  for (int i = first; i < argc; i++) good &= check_game(library, i - first + 1, argv[i], plies);
  printf("1..%d\n", argc - first);
  senet_library_free(library);
  return good ? 0 : 1;
}
