// Playouts with features.
#include "cmd/study/playout_features.h"

#include <stdio.h>

static bool read_how(PlayoutFeatures *f, const Options *options) {
  int64_t biased = 0, most = 0;
  f->how = (LinearPlayout){.temperature = 1, .greedy = options_has(options, "--greedy")};
  if (!options_number(options, "--epsilon", 0, 1, &f->how.epsilon) ||
      !options_number(options, "--temperature", 1e-6, 1e6, &f->how.temperature) ||
      !options_integer(options, "--biased-moves", 1, INT64_MAX, &biased) ||
      !options_integer(options, "--moves", 1, INT64_MAX, &most)) {
    return false;
  }
  f->how.most = (uint64_t)biased;
  f->most = (uint64_t)most;
  return true;
}

static bool open_policy(PlayoutFeatures *f, const Options *options, const Game *game) {
  if (!f->owned || !f->owned->weighted) {
    fprintf(stderr, "senet playout: --biased needs a file of features with weights\n");
    return false;
  }
  linear_open(&f->policy, game, f->owned, f->wish.rules);
  (void)options;
  return true;
}

bool playout_features_open(PlayoutFeatures *f, const Options *options, const Game *game) {
  const char *name = options_value(options, "--features");
  *f = (PlayoutFeatures){0};
  if (!read_how(f, options) || !feature_load_evaluator(options, &f->wish.row)) return false;
  if (!feature_load_rules(options, &f->wish.rules)) return false;
  if (!feature_load(options, game, name, &f->wish, &f->owned)) return false;
  if (options_has(options, "--biased")) return open_policy(f, options, game);
  feature_player_open(&f->player, f->wish);
  return true;
}

void playout_features_close(PlayoutFeatures *f) {
  feature_player_close(f->player);
  linear_close(f->policy);
  set_close(f->owned);
}

bool playout_features_play(PlayoutFeatures *f, Position *x, uint64_t seed, uint64_t k) {
  if (f->policy) return linear_playout_run(f->policy, &f->how, f->sampler, x, seed, k);
  return feature_playout_run(f->player, x, seed, k, f->most, &f->totals);
}

void playout_features_print(const PlayoutFeatures *f, const Game *game, double seconds) {
  if (f->policy) {
    printf("moves chosen by the weights of %d features\n", f->owned->n);
    return;
  }
  const FeatureTotals *t = &f->totals;
  const FeatureEval *eval = game->n_subgames ? NULL : feature_player_eval(f->player, game);
  double moves = t->moves ? (double)t->moves : 1, plies = t->plies ? (double)t->plies : 1;
  printf("features: ");
  if (eval) printf("%d, ", eval->set->n);
  printf("%s, of %.0f moves/s (%.1f in a position), %.1f active\n", f->wish.row->name,
         seconds > 0 ? (double)t->moves / seconds : 0, (double)t->moves / plies, (double)t->active / moves);
}
