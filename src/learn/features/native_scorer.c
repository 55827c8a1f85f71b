// Features on native positions.
#include "learn/features/native_scorer.h"

#include "base/mem.h"
#include "state/block/access.h"

void native_scorer_open(NativeScorer *scorer, const Game *game, const Native *native, const FeatureSet *set,
                        const EvaluatorRow *row) {
  *scorer = (NativeScorer){.native = native, .set = set};
  eval_open(&scorer->eval, game, (FeatureRules){0}, set, row);
  scorer->x = position_new(game, 1, 0);
  const FeatureBits *bits = &scorer->eval->bank->bits;
  for (Player p = 1; p <= game->players; p++) {
    float *weights = scorer->weights[p] = mem_alloc_zero(sizeof(float) * (size_t)(bits->n + 1));
    for (int i = 0; i < set->n; i++) weights[bits->of_feature[i]] = set_weights(set, p)[i];
  }
  scorer->eval->weights = scorer->weights;
  if (row == &evaluator_fast) scorer->sites = native_sites_open(native, game, set);
}

void native_scorer_close(NativeScorer *scorer) {
  native_sites_close(scorer->sites);
  eval_close(scorer->eval);
  position_free(scorer->x);
  VEC_FREE(&scorer->places);
  for (Player p = 0; p <= GAME_PLAYERS_MAX; p++) mem_free(scorer->weights[p]);
}

static FeatureMove places_of(const FeatureSpace *space, const void *move, Player player) {
  Site from = native_move_from(move), to = native_move_to(move);
  FeatureMove out = {.player = player, .from = SITE_OFF, .to = SITE_OFF};
  if (from < 0 && to < 0) return out;
  out.to = to >= 0 && to < space->n ? to : SITE_OFF;
  out.from = from != to && from >= 0 && from < space->n ? from : SITE_OFF;
  return out;
}

// The score of a move without spatial features. One without sites is a pass, or the swap where there is one.
static inline float plain_score(const NativeScorer *scorer, const FeatureMove *places) {
  const float *aspatial = set_aspatial(scorer->set, places->player);
  float score = aspatial[ASPATIAL_INTERCEPT];
  if (LIKELY(places->from != SITE_OFF || places->to != SITE_OFF)) return score;
  return score + aspatial[scorer->eval->space->swaps ? ASPATIAL_SWAP : ASPATIAL_PASS];
}

// Where the last move went, as features see it.
static Site last_to(const NativeScorer *scorer, const void *last, const Position *root) {
  Site from, to;
  if (last) return places_of(scorer->eval->space, last, 1).to;
  feature_last_move(scorer->eval->space, root, &from, &to);
  return to;
}

static void begin(NativeScorer *scorer, const void *state, const void *last, const Position *root) {
  FeatureEval *eval = scorer->eval;
  native_store(scorer->native, state, scorer->x->block);
  eval_begin(eval, scorer->x);
  // Native states do not have the last move.
  if (!last) feature_last_move(eval->space, root, &eval->last_from, &eval->last_to);
  else {
    FeatureMove made = places_of(eval->space, last, 1);
    eval->last_from = made.from;
    eval->last_to = made.to;
  }
}

void native_scores(NativeScorer *scorer, const void *state, const unsigned char *moves, int n, const void *last,
                   const Position *root, float *scores) {
  size_t size = native_move_size(scorer->native);
  if (scorer->sites) {
    native_sites_scores(scorer->sites, state, n, last_to(scorer, last, root), scores);
    return;
  }
  while (scorer->places.cap < (size_t)n) {
    scorer->places.at = vec_grow(scorer->places.at, &scorer->places.cap, sizeof *scorer->places.at);
  }
  begin(scorer, state, last, root);
  Player player = position_mover(scorer->x);
  if (player < 1 || player > scorer->set->players) player = 1;
  for (int i = 0; i < n; i++) {
    scorer->places.at[i] = places_of(scorer->eval->space, moves + (size_t)i * size, player);
    scores[i] = plain_score(scorer, &scorer->places.at[i]);
  }
  eval_scores(scorer->eval, scorer->places.at, (size_t)n, scores);
}

int native_draw(NativeScorer *scorer, const void *state, int n, const void *last, const Position *root,
                double temperature, Random *random) {
  Site to = last_to(scorer, last, root);
  return native_sites_draw(scorer->sites, state, n, to, (float)temperature, random);
}

// ---- agreement -----------------------------------------------------------------------------------

static bool same_sites(const Position *a, const Position *b) {
  SiteType type = a->game->site_type;
  if (!a->flat_who[type] || position_mover(a) != position_mover(b)) return false;
  for (Site site = 0; site < topo_count(a->game->board, type); site++) {
    if (site_what(a, type, site, 0) != site_what(b, type, site, 0)) return false;
    if (site_who(a, type, site, 0) != site_who(b, type, site, 0)) return false;
    if (site_empty(a, type, site) != site_empty(b, type, site)) return false;
  }
  return true;
}

// One move on both sides; false when they differ or the game is over.
static bool step_both(NativeMatch *match, Position *x, unsigned char *state, unsigned char *moves, Random *random) {
  MoveList list = position_moves(x);
  int n = native_moves(match->native, state, moves);
  bool good = n > 0 && native_match(match, x, list, state, moves, n);
  if (good) {
    uint32_t i = random_below(random, (uint32_t)n);
    Move move = *move_at(x, list, match->number.at[i]);
    native_apply(match->native, state, moves + i * native_move_size(match->native));
    position_apply(x, &move);
  }
  position_forget(x, list);
  return good;
}

bool native_scorer_agrees(const Native *native, const Position *from) {
  enum { PLIES = 24 };
  NativeMatch match;
  Random random = random_stream(11, 1);
  Position *x = position_new(from->game, 1, 0), *seen = position_new(from->game, 1, 0);
  unsigned char *state = mem_alloc_lines(native_state_size(native));
  unsigned char *moves = mem_alloc_lines(native_moves_max(native) * native_move_size(native));
  bool same = from->game->board && x->flat_who[x->game->site_type];
  position_copy(x, from);
  native_load(native, state, x);
  native_match_open(&match, native);
  for (int ply = 0; same && ply < PLIES && !position_over(x) && step_both(&match, x, state, moves, &random); ply++) {
    native_store(native, state, seen->block);
    same = position_over(x) || same_sites(x, seen);
  }
  native_match_close(&match);
  mem_free(state);
  mem_free(moves);
  position_free(x);
  position_free(seen);
  return same;
}
