// The tables of playouts. Papers: MAST, Bjornsson and Finnsson 2008; NST, Tak et al. 2012; last good reply with
// forgetting, Baier and Drake 2010; MAST over parts of moves, Kowalski et al. 2022, appendix 1.
#include "search/mcts/lessons.h"

#include "play/model/move_key.h"

enum { SINGLE_SLOTS = 1 << 14, NGRAM_SLOTS = 1 << 16, REPLY_SLOTS = 1 << 14, NGRAM_LEAST = 7 };

const char *const domain_words[] = {"standard", "split", "join", "context", "mix", NULL};

static bool scores(const LessonOptions *options) { return options->kind != ROLLOUT_RANDOM || options->learn; }

void lessons_init(Lessons *lessons, const LessonOptions *options) {
  *lessons = (Lessons){.options = options};
  if (scores(options)) scores_init(&lessons->single, options->mast == DOMAIN_CONTEXT ? NGRAM_SLOTS : SINGLE_SLOTS);
  if (scores(options) && options->mast == DOMAIN_MIX) scores_init(&lessons->context, NGRAM_SLOTS);
  if (options->kind == ROLLOUT_NST) {
    scores_init(&lessons->pair, NGRAM_SLOTS);
    scores_init(&lessons->triple, NGRAM_SLOTS);
  }
  if (options->reply) replies_init(&lessons->replies, REPLY_SLOTS);
}

void lessons_free(Lessons *lessons) {
  scores_free(&lessons->single);
  scores_free(&lessons->context);
  scores_free(&lessons->pair);
  scores_free(&lessons->triple);
  replies_free(&lessons->replies);
}

void domain_ask(Domain domain, bool *keeps) {
  switch (domain) {
    case DOMAIN_STANDARD: keeps[TRAIL_STEPS] = true; return;
    case DOMAIN_MIX: keeps[TRAIL_CONTEXTS] = keeps[TRAIL_UNITS] = true; return;
    case DOMAIN_SPLIT: keeps[TRAIL_UNITS] = true; return;
    case DOMAIN_JOIN:
    case DOMAIN_CONTEXT: keeps[TRAIL_CONTEXTS] = true; return;
  }
}

void lessons_ask(const LessonOptions *options, bool *keeps) {
  if (options->reply || options->kind == ROLLOUT_NST) keeps[TRAIL_STEPS] = true;
  if (scores(options)) domain_ask((Domain)options->mast, keeps);
}

// ---- values

static const double untried = 1.0;  // so that everything is tried

static double mean(const Score *score) { return score && score->n > 0 ? score->sum / score->n : untried; }

// The mean over the units; a unit never tried makes the whole worth trying.
static double split_value(const Lessons *lessons, const Position *x, const Move *move) {
  uint64_t keys[MOVE_UNITS_MAX];
  int n = move_units(x, move, keys);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const Score *score = scores_find(&lessons->single, keys[i]);
    if (!score || score->n <= 0) return untried;
    sum += score->sum / score->n;
  }
  return n ? sum / n : untried;
}

static double mix_value(const Lessons *lessons, const Trail *trail, const Position *x, const Move *move) {
  const Score *score = scores_find(&lessons->context, trail_context_of(trail, x, move));
  bool enough = score && score->n >= (float)lessons->options->threshold;
  return enough ? mean(score) : split_value(lessons, x, move);
}

static double mast_value(const Lessons *lessons, const Trail *trail, const Position *x, const Move *move) {
  switch ((Domain)lessons->options->mast) {
    case DOMAIN_STANDARD: return mean(scores_find(&lessons->single, move_key(x, move)));
    case DOMAIN_SPLIT: return split_value(lessons, x, move);
    case DOMAIN_MIX: return mix_value(lessons, trail, x, move);
    case DOMAIN_JOIN:
    case DOMAIN_CONTEXT: return mean(scores_find(&lessons->single, trail_context_of(trail, x, move)));
  }
  return untried;
}

static uint64_t step_back(const Trail *trail, size_t n) {
  const Steps *steps = &trail->at[TRAIL_STEPS];
  return steps->n >= n ? steps->at[steps->n - n].key : 0;
}

// The mean over the lengths of which enough is known; single moves always count.
static double nst_value(const Lessons *lessons, const Trail *trail, uint64_t key) {
  double sum = mean(scores_find(&lessons->single, key));
  int n = 1;
  uint64_t one = step_back(trail, 1), two = step_back(trail, 2);
  uint64_t pair = one ? key_pair(one, key) : 0, triple = two ? key_pair(two, pair) : 0;
  const Score *known[] = {pair ? scores_find(&lessons->pair, pair) : NULL,
                          triple ? scores_find(&lessons->triple, triple) : NULL};
  for (size_t i = 0; i < COUNT_OF(known); i++) {
    if (!known[i] || known[i]->n < NGRAM_LEAST) continue;
    sum += known[i]->sum / known[i]->n;
    n++;
  }
  return sum / n;
}

bool lessons_by_key(const LessonOptions *options) {
  return options->kind == ROLLOUT_NST || options->mast == DOMAIN_STANDARD;
}

double lessons_key_value(const Lessons *lessons, const Trail *trail, uint64_t key) {
  if (lessons->options->kind == ROLLOUT_NST) return nst_value(lessons, trail, key);
  return mean(scores_find(&lessons->single, key));
}

double lessons_value(const Lessons *lessons, const Trail *trail, const Position *x, const Move *move) {
  if (lessons_by_key(lessons->options)) return lessons_key_value(lessons, trail, move_key(x, move));
  return mast_value(lessons, trail, x, move);
}

uint64_t lessons_reply(const Lessons *lessons, const Trail *trail) {
  return replies_find(&lessons->replies, step_back(trail, 1));
}

// ---- learning

static double reward_of(const double *utilities, const Step *step) { return (utilities[step->seat] + 1) / 2; }

static void learn_all(ScoreTable *table, const Steps *steps, const double *utilities, bool whole_only) {
  for (size_t i = 0; i < steps->n; i++) {
    const Step *step = &steps->at[i];
    if (step->seat && (step->whole || !whole_only)) scores_add(table, step->key, reward_of(utilities, step));
  }
}

static void learn_scores(Lessons *lessons, const Trail *trail, const double *utilities) {
  const Steps *units = &trail->at[TRAIL_UNITS], *contexts = &trail->at[TRAIL_CONTEXTS];
  switch ((Domain)lessons->options->mast) {
    case DOMAIN_STANDARD: learn_all(&lessons->single, &trail->at[TRAIL_STEPS], utilities, false); return;
    case DOMAIN_SPLIT: learn_all(&lessons->single, units, utilities, false); return;
    case DOMAIN_JOIN: learn_all(&lessons->single, contexts, utilities, true); return;
    case DOMAIN_CONTEXT: learn_all(&lessons->single, contexts, utilities, false); return;
    case DOMAIN_MIX:
      learn_all(&lessons->single, units, utilities, false);
      learn_all(&lessons->context, contexts, utilities, false);
      return;
  }
}

static void learn_ngrams(Lessons *lessons, const Steps *steps, const double *utilities) {
  for (size_t i = 1; i < steps->n; i++) {
    const Step *at = &steps->at[i];
    if (!at->seat) continue;
    uint64_t pair = key_pair(at[-1].key, at->key);
    scores_add(&lessons->pair, pair, reward_of(utilities, at));
    if (i >= 2) scores_add(&lessons->triple, key_pair(at[-2].key, pair), reward_of(utilities, at));
  }
}

static void learn_replies(Lessons *lessons, const Steps *steps, const double *utilities) {
  for (size_t i = 1; i < steps->n; i++) {
    const Step *at = &steps->at[i];
    if (!at->seat || at[-1].seat == at->seat) continue;
    double reward = reward_of(utilities, at);
    if (reward > 0.5) replies_put(&lessons->replies, at[-1].key, at->key);
    else if (reward < 0.5) replies_drop(&lessons->replies, at[-1].key, at->key);
  }
}

void lessons_learn(Lessons *lessons, const Trail *trail, const double *utilities) {
  if (lessons->single.at) learn_scores(lessons, trail, utilities);
  if (lessons->pair.at) learn_ngrams(lessons, &trail->at[TRAIL_STEPS], utilities);
  if (lessons->replies.at) learn_replies(lessons, &trail->at[TRAIL_STEPS], utilities);
}

void lessons_fade(Lessons *lessons) {
  ScoreTable *tables[] = {&lessons->single, &lessons->context, &lessons->pair, &lessons->triple};
  for (size_t i = 0; i < COUNT_OF(tables); i++) {
    if (tables[i]->at) scores_fade(tables[i], lessons->options->decay);
  }
}
