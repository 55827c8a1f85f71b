// The native side of the scores by site.
#include "learn/features/native_sites.h"

#include "base/mem.h"

#include <math.h>

struct NativeSites {
  const FeatureSet *set;
  NativeSets sets;
  int players;
  SiteScores *scores;
  Word *own, *own_root;  // [player * words]: the board that the scores are for, and that of the root
  Word *special;
  float *weights;  // of the special sites
};

NativeSites *native_sites_open(const Native *native, const Game *game, const FeatureSet *set) {
  NativeSets sets;
  SiteScores *scores = native_sets(native, &sets) && game->players == set->players ? site_scores_open(game, set) : NULL;
  if (!scores) return NULL;
  NativeSites *s = mem_alloc_zero(sizeof *s);
  size_t words = (size_t)sets.words, bytes = sizeof(Word) * words;
  *s = (NativeSites){.set = set, .sets = sets, .players = game->players, .scores = scores};
  s->own = mem_alloc_zero(bytes * (size_t)(s->players + 1));
  s->own_root = mem_alloc_zero(bytes * (size_t)(s->players + 1));
  s->special = mem_alloc_zero(bytes);
  s->weights = mem_alloc(sizeof *s->weights * words * WORD_BITS);
  return s;
}

void native_sites_close(NativeSites *s) {
  if (!s) return;
  site_scores_close(s->scores);
  mem_free(s->own);
  mem_free(s->own_root);
  mem_free(s->special);
  mem_free(s->weights);
  mem_free(s);
}

// ---- the board -----------------------------------------------------------------------------------

static const Word *set_of(const NativeSites *s, const void *state, Player p) {
  return (const Word *)(const void *)((const unsigned char *)state + s->sets.of[p]);
}

static Player mover_of(const NativeSites *s, const void *state) {
  int32_t mover;
  memcpy(&mover, (const unsigned char *)state + s->sets.mover, sizeof mover);
  return mover;
}

static Player owner_of(const NativeSites *s, const void *state, int word, Word bit) {
  for (Player p = 1; p <= s->players; p++) {
    if (set_of(s, state, p)[word] & bit) return p;
  }
  return 0;
}

// What has changed since the last state.
static void see(NativeSites *s, const void *state) {
  int words = s->sets.words;
  for (int w = 0; w < words; w++) {
    Word changed = 0;
    for (Player p = 1; p <= s->players; p++) {
      Word now = set_of(s, state, p)[w], *before = &s->own[p * words + w];
      changed |= now ^ *before;
      *before = now;
    }
    for (; changed; changed &= changed - 1) {
      Player owner = owner_of(s, state, w, changed & -changed);
      site_scores_put(s->scores, w * WORD_BITS + word_first(changed), owner);
    }
  }
}

void native_sites_root(NativeSites *s, const void *state) {
  size_t bytes = sizeof(Word) * (size_t)s->sets.words * (size_t)(s->players + 1);
  see(s, state);
  for (Player p = 1; p <= s->players; p++) {
    site_scores_look(s->scores, p, SITE_OFF, set_of(s, state, 0), s->special);
  }
  site_scores_save(s->scores);
  memcpy(s->own_root, s->own, bytes);
}

void native_sites_back(NativeSites *s) {
  if (!site_scores_far(s->scores)) return;
  site_scores_restore(s->scores);
  memcpy(s->own, s->own_root, sizeof(Word) * (size_t)s->sets.words * (size_t)(s->players + 1));
}

// ---- scores --------------------------------------------------------------------------------------

void native_sites_scores(NativeSites *s, const void *state, int n, Site last, float *scores) {
  const Word *empty = set_of(s, state, 0);
  Player mover = mover_of(s, state);
  int i = 0;
  see(s, state);
  const float *by_site = site_scores_look(s->scores, mover, last, empty, s->special);
  for (int w = 0; w < s->sets.words; w++) {
    for (Word rest = empty[w]; rest; rest &= rest - 1) scores[i++] = by_site[w * WORD_BITS + word_first(rest)];
  }
  if (i < n) scores[i++] = site_scores_usual(s->scores, mover) + set_aspatial(s->set, mover)[ASPATIAL_SWAP];
  assert(i == n);
}

// The numbers of sites in a list of them, and back.
static int number_of(const Word *empty, int word, Word bit) {
  int n = bits_count(empty, word);
  return n + word_count(empty[word] & (bit - 1));
}

typedef struct Drawn {
  int special, plain;  // how many there are
  float sum, usual;    // of the weights; of each plain one
} Drawn;

// The weights of the special sites, in s->weights, and what they and the others come to.
static Drawn weigh(NativeSites *s, const float *by_site, float usual, int n, float temperature) {
  enum { LEAST = -60 };  // as small as nothing
  Drawn drawn = {.plain = n};
  float most = -INFINITY;
  for (int w = 0; w < s->sets.words; w++) {
    for (Word rest = s->special[w]; rest; rest &= rest - 1, drawn.special++) {
      float score = s->weights[drawn.special] = by_site[w * WORD_BITS + word_first(rest)];
      most = score > most ? score : most;
    }
  }
  drawn.plain -= drawn.special;
  if (drawn.plain && usual > most) most = usual;
  if (drawn.plain) drawn.usual = expf(MAX((usual - most) / temperature, (float)LEAST));
  drawn.sum = drawn.usual * (float)drawn.plain;
  float before = NAN, weight = 0;
  for (int i = 0; i < drawn.special; i++) {
    if (s->weights[i] != before) {
      before = s->weights[i];
      weight = expf(MAX((before - most) / temperature, (float)LEAST));
    }
    drawn.sum += s->weights[i] = weight;
  }
  return drawn;
}

// The number of the plain site that is k-th among them.
static int plain_number(const NativeSites *s, const Word *empty, int k) {
  for (int w = 0; w < s->sets.words; w++) {
    Word plain = empty[w] & ~s->special[w];
    int n = word_count(plain);
    if (k < n) return number_of(empty, w, (Word)1 << word_select(plain, (uint32_t)k));
    k -= n;
  }
  return 0;
}

static int special_number(const NativeSites *s, const Word *empty, float at) {
  int i = 0, number = 0;
  for (int w = 0; w < s->sets.words; w++) {
    for (Word rest = s->special[w]; rest; rest &= rest - 1, i++) {
      number = number_of(empty, w, rest & -rest);
      at -= s->weights[i];
      if (at < 0) return number;
    }
  }
  return number;
}

// Where one can swap, the list is drawn from.
static int draw_listed(NativeSites *s, const void *state, int n, Site last, float temperature, Random *random) {
  float *scores = mem_alloc(sizeof *scores * (size_t)n), most = -INFINITY, sum = 0;
  int chosen = 0;
  native_sites_scores(s, state, n, last, scores);
  for (int i = 0; i < n; i++) most = MAX(most, scores[i]);
  for (int i = 0; i < n; i++) sum += scores[i] = expf(MAX((scores[i] - most) / temperature, -60.0F));
  float at = (float)random_unit(random) * sum;
  while (chosen + 1 < n && (at -= scores[chosen]) >= 0) chosen++;
  mem_free(scores);
  return chosen;
}

int native_sites_draw(NativeSites *s, const void *state, int n, Site last, float temperature, Random *random) {
  const Word *empty = set_of(s, state, 0);
  Player mover = mover_of(s, state);
  if (n != bits_count(empty, s->sets.words)) return draw_listed(s, state, n, last, temperature, random);
  see(s, state);
  const float *by_site = site_scores_look(s->scores, mover, last, empty, s->special);
  if (!bits_any(s->special, s->sets.words)) return (int)random_below(random, (uint32_t)n);
  Drawn drawn = weigh(s, by_site, site_scores_usual(s->scores, mover), n, temperature);
  float at = (float)random_unit(random) * drawn.sum, plain = drawn.usual * (float)drawn.plain;
  if (at < plain) return plain_number(s, empty, MIN((int)(at / drawn.usual), drawn.plain - 1));
  return drawn.special ? special_number(s, empty, at - plain) : plain_number(s, empty, drawn.plain - 1);
}
