// senet analyse --heuristics: a row for every term, with what it gives each player.
#include "cmd/play/analyse_heuristics.h"

#include "base/json.h"
#include "play/heuristic/heuristic_terms.h"
#include "play/show/seats.h"

#include <stdio.h>

typedef struct Named {
  HeuristicText text;
  const char *origin;
} Named;

// A file, or what belongs to the game.
static bool find_heuristic(const Options *options, const Game *game, Named *out) {
  const char *which = options_value(options, "--heuristics"), *why = NULL;
  int wanted = !strcmp(which, "auto")       ? HEURISTIC_TUNED | HEURISTIC_METADATA
               : !strcmp(which, "tuned")    ? HEURISTIC_TUNED
               : !strcmp(which, "metadata") ? HEURISTIC_METADATA
                                            : 0;
  out->origin = which;
  if (!wanted && heuristic_read_file(options->arena, which, &out->text, &why)) return true;
  if (wanted && heuristic_text_for_game(options->arena, game, wanted, &out->text, &out->origin)) return true;
  if (wanted) fprintf(stderr, "senet analyse: there is no heuristic for %s (%s)\n", game->name, which);
  else fprintf(stderr, "senet analyse: %s\n", why);
  return false;
}

// siteWeights of which piece, lines of which length: what tells terms of a kind apart.
static const char *term_title(Arena *arena, const HeuristicTerm *term) {
  if (term->piece) return arena_printf(arena, "%s %s", term->kind->name, term->piece);
  if (term->number >= 0) return arena_printf(arena, "%s %d", term->kind->name, term->number);
  return term->kind->name;
}

static void print_table(const Options *options, const Named *named, const Heuristic *h, Position *x) {
  double values[GAME_PLAYERS_MAX + 1], weighted[GAME_PLAYERS_MAX + 1], utilities[GAME_PLAYERS_MAX + 1];
  int players = x->game->players;
  printf("heuristics: %s\n%-32s %8s", named->origin, "term", "weight");
  for (Player p = 1; p <= players; p++) printf(" %16s", arena_printf(options->arena, "player %d", p));
  printf("\n");
  for (int i = 0; i < h->n; i++) {
    heuristic_term_values(h, i, x, values, weighted);
    printf("%-32s %8.3g", term_title(options->arena, h->terms[i].text), h->terms[i].text->weight);
    for (Player p = 1; p <= players; p++) printf(" %7.3g (%+.3f)", values[p], weighted[p]);
    printf("\n");
  }
  heuristic_sums(h, x, values);
  heuristic_evaluator(h)->estimate(heuristic_evaluator(h), x, utilities);
  printf("%-32s %8s", "sum", "");
  for (Player p = 1; p <= players; p++) printf(" %16.3f", values[p]);
  printf("\n%-32s %8s", "estimate", "");
  for (Player p = 1; p <= players; p++) printf(" %+16.3f", utilities[player_seat(x, p)]);
  printf("\n");
}

static json_t *numbers(const double *values, int players) {
  json_t *list = json_array();
  for (Player p = 1; p <= players; p++) json_array_append_new(list, json_real(values[p]));
  return list;
}

static void print_json(const Options *options, const Named *named, const Heuristic *h, Position *x) {
  double values[GAME_PLAYERS_MAX + 1], weighted[GAME_PLAYERS_MAX + 1], utilities[GAME_PLAYERS_MAX + 1];
  int players = x->game->players;
  json_t *terms = json_array();
  for (int i = 0; i < h->n; i++) {
    heuristic_term_values(h, i, x, values, weighted);
    const HeuristicTerm *text = h->terms[i].text;
    json_array_append_new(
        terms, json_pack("{so sf so so}", "term", json_words(term_title(options->arena, text)), "weight", text->weight,
                         "values", numbers(values, players), "weighted", numbers(weighted, players)));
  }
  heuristic_sums(h, x, values);
  heuristic_evaluator(h)->estimate(heuristic_evaluator(h), x, utilities);
  for (Player p = 1; p <= players; p++) weighted[p] = utilities[player_seat(x, p)];
  json_t *json = json_pack("{so so so so}", "heuristics", json_words(named->origin), "terms", terms, "sums",
                           numbers(values, players), "estimates", numbers(weighted, players));
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(json);
}

bool analyse_heuristics(const Options *options, Position *x) {
  Named named;
  Heuristic *heuristic;
  if (!find_heuristic(options, x->game, &named)) return false;
  heuristic_new(x->game, named.text, &heuristic);
  if (options_has(options, "--json")) print_json(options, &named, heuristic, x);
  else print_table(options, &named, heuristic, x);
  heuristic_free(heuristic);
  return true;
}
