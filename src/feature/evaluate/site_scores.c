// Keeping scores by site: changed sites move the indices of the tables that look at them (fast_table.h), and the sites
// around them are worked out again when somebody asks for them.
#include "feature/evaluate/site_scores.h"

#include "base/mem.h"
#include "feature/evaluate/fast_table.h"

// How the features of a move to a site are found.
typedef struct SiteAnchor {
  const FastTable *table;
  const Group *plain;
  const Bucket *bucket;
  uint32_t index;  // of the first chunk, in SiteScores.index
  bool rest;       // there is more than chunks
} SiteAnchor;

// The same where all features, but for those that ask for the last move, are in one word.
typedef struct ShortAnchor {
  Word always;
  uint32_t first, end;     // of SiteScores.index and tables
  const SiteAnchor *rest;  // where there is more than chunks, or NULL
} ShortAnchor;

typedef struct ChunkUse {
  uint32_t index;
  uint16_t digit;  // what a class counts in it
} ChunkUse;

typedef VEC(ChunkUse) ChunkUses;

struct SiteScores {
  FeatureEval *eval;  // space, instances and classes; it does not look at positions
  FastPool pool;
  int sites, site_words, players;
  SiteClass class_of[GAME_PLAYERS_MAX + 1];  // of a site with a piece of the player; 0: empty
  float *weights[GAME_PLAYERS_MAX + 1];      // by bit of the evaluator
  float usual[GAME_PLAYERS_MAX + 1];
  SiteAnchor *anchors[GAME_PLAYERS_MAX + 1];
  ShortAnchor *shorts[GAME_PLAYERS_MAX + 1];  // NULL: features are in several words
  const Word **tables[GAME_PLAYERS_MAX + 1];  // by index
  ChunkUses *uses;                            // by site
  Word *footprint;                            // [site * site_words]: whose scores become stale when this site changes
  Word *after[GAME_PLAYERS_MAX + 1];  // [site * site_words]: sites that have features which ask for a last move there
  Word *bits;
  float *looked;
  size_t spent;  // indices moved since the board was saved

  // What changes with the board, in one piece of memory so that it can be kept.
  size_t bytes;
  unsigned char *now, *saved;
  uint16_t *index;
  SiteClass *classes;
  Word *stale[GAME_PLAYERS_MAX + 1], *active[GAME_PLAYERS_MAX + 1];
  float *scores[GAME_PLAYERS_MAX + 1];
};

// ---- opening -------------------------------------------------------------------------------------

// The only kind of piece of a player; -1 when there are several or none.
static int only_piece(const Game *game, Player player) {
  int found = -1;
  for (int what = 1; what < game->n_components; what++) {
    if (game->components[what].owner != player) continue;
    if (found >= 0) return -1;
    found = what;
  }
  return found;
}

static bool suits(const Game *game) {
  if (!game->board || game_has(game, GAME_STACKING) || game_has(game, GAME_HIDDEN)) return false;
  for (Player p = 1; p <= game->players; p++) {
    if (only_piece(game, p) < 0) return false;
  }
  return true;
}

static void find_classes(SiteScores *s, const Game *game) {
  s->class_of[0] = classes_of_flat(&s->eval->classes, 0, 0, true);
  for (Player p = 1; p <= game->players; p++) {
    s->class_of[p] = classes_of_flat(&s->eval->classes, (uint32_t)only_piece(game, p), (uint32_t)p, false);
  }
}

static void copy_weights(SiteScores *s, const FeatureSet *set) {
  const FeatureBits *bits = &s->eval->bank->bits;
  for (Player p = 1; p <= s->players; p++) {
    s->weights[p] = mem_alloc_zero(sizeof(float) * (size_t)(bits->n + 1));
    for (int i = 0; i < set->n; i++) s->weights[p][bits->of_feature[i]] = set_weights(set, p)[i];
    s->usual[p] = set_aspatial(set, p)[ASPATIAL_INTERCEPT];
  }
}

static const FastTable *table_of(SiteScores *s, Shape *shape) {
  if (!shape->compiled) shape->compiled = (void *)(uintptr_t)fast_table_make(&s->pool, s->eval, shape);
  return shape->compiled;
}

// Whether two anchors read the same sites in the same order, so that they can share their indices.
static bool same_indices(const SiteAnchor *a, const SiteAnchor *b) {
  const FastTable *x = a->table, *y = b->table;
  if (x->n_chunks != y->n_chunks || memcmp(x->sizes, y->sizes, (size_t)x->n_chunks) != 0) return false;
  int n = 0;
  for (int i = 0; i < x->n_chunks; i++) n += x->sizes[i];
  for (int i = 0; i < n; i++) {
    if (a->plain->sites[x->slots[i]] != b->plain->sites[y->slots[i]]) return false;
  }
  return true;
}

// New indices; returns how many there are then.
static uint32_t add_indices(SiteScores *s, const SiteAnchor *anchor, uint32_t n) {
  const FastTable *table = anchor->table;
  const uint16_t *slot = table->slots;
  for (int i = 0; i < table->n_chunks; i++) {
    uint32_t digit = 1;
    for (int k = 0; k < table->sizes[i]; k++, digit *= (uint32_t)table->classes) {
      Site site = anchor->plain->sites[*slot++];
      VEC_PUSH(&s->uses[site], (ChunkUse){n + (uint32_t)i, (uint16_t)digit});
    }
  }
  return n + (uint32_t)table->n_chunks;
}

static uint32_t make_anchor(SiteScores *s, Player p, Site site, uint32_t n) {
  size_t words = (size_t)s->site_words;
  SiteAnchor *anchor = &s->anchors[p][site];
  const Bucket *bucket = bank_bucket(s->eval->bank, p, ANCHOR_TO, site);
  const Group *plain = &bucket->groups[0];
  *anchor = (SiteAnchor){.table = table_of(s, plain->shape), .plain = plain, .bucket = bucket, .index = n};
  anchor->rest = anchor->table->planes.n || anchor->table->listed;
  for (int i = 0; i < plain->shape->slots; i++) bit_set(s->footprint + (size_t)plain->sites[i] * words, site);
  for (int i = 1; i < bucket->n; i++) {
    const Group *group = &bucket->groups[i];
    // Placements come from nowhere.
    if (group->other == SITE_OFF && group->last_from == SITE_OFF) {
      bit_set(s->after[p] + (size_t)group->last_to * words, site);
    }
  }
  for (Player other = 1; other < p; other++) {
    if (!same_indices(anchor, &s->anchors[other][site])) continue;
    anchor->index = s->anchors[other][site].index;
    return n;
  }
  return add_indices(s, anchor, n);
}

static void make_anchors(SiteScores *s, uint32_t *n_index) {
  size_t sites = (size_t)s->sites, words = (size_t)s->site_words;
  s->uses = mem_alloc_zero(sizeof *s->uses * sites);
  s->footprint = mem_alloc_zero(sizeof(Word) * sites * words);
  *n_index = 0;
  for (Player p = 1; p <= s->players; p++) {
    s->anchors[p] = mem_alloc_zero(sizeof **s->anchors * sites);
    s->after[p] = mem_alloc_zero(sizeof(Word) * sites * words);
    for (Site site = 0; site < s->sites; site++) *n_index = make_anchor(s, p, site, *n_index);
  }
}

static bool in_one_word(const SiteScores *s, const SiteAnchor *anchor) {
  const Shape *shape = anchor->plain->shape;
  for (int i = 0; i < shape->n; i++) {
    if (shape->instances[i].bit >= WORD_BITS) return false;
  }
  return !bits_any(shape->always + 1, s->eval->words - 1);
}

// The tables side by side, so that one look leads to each.
static void make_shorts(SiteScores *s, Player p, uint32_t n_index) {
  for (Site site = 0; site < s->sites; site++) {
    if (!in_one_word(s, &s->anchors[p][site])) return;
  }
  s->shorts[p] = mem_alloc(sizeof **s->shorts * (size_t)s->sites);
  s->tables[p] = mem_alloc_zero(sizeof **s->tables * (n_index + 1));
  for (Site site = 0; site < s->sites; site++) {
    const SiteAnchor *anchor = &s->anchors[p][site];
    uint32_t n = (uint32_t)anchor->table->n_chunks;
    for (uint32_t i = 0; i < n; i++) s->tables[p][anchor->index + i] = anchor->table->chunks[i];
    s->shorts[p][site] = (ShortAnchor){.always = anchor->plain->shape->always[0],
                                       .first = anchor->index,
                                       .end = anchor->index + n,
                                       .rest = anchor->rest ? anchor : NULL};
  }
}

// Room for the part that changes: the widest first.
static void make_board(SiteScores *s, uint32_t n_index) {
  size_t sites = (size_t)s->sites, players = (size_t)s->players, words = (size_t)s->site_words;
  s->bytes = players * (2 * words * sizeof(Word) + sites * sizeof(float)) + n_index * sizeof *s->index +
             sites * sizeof *s->classes;
  s->now = mem_alloc_lines(s->bytes);
  s->saved = mem_alloc_lines(s->bytes);
  memset(s->now, 0, s->bytes);
  unsigned char *at = s->now;
  for (Player p = 1; p <= s->players; p++, at += 2 * words * sizeof(Word)) {
    s->stale[p] = (Word *)(void *)at;
    s->active[p] = s->stale[p] + words;
    bits_fill(s->stale[p], s->sites);
  }
  for (Player p = 1; p <= s->players; p++, at += sites * sizeof(float)) s->scores[p] = (float *)(void *)at;
  s->index = (uint16_t *)(void *)at;
  s->classes = (SiteClass *)(void *)(at + n_index * sizeof *s->index);
  for (Site site = 0; site < s->sites; site++) site_scores_put(s, site, 0);  // from class 0 to that of empty sites
}

SiteScores *site_scores_open(const Game *game, const FeatureSet *set) {
  if (!suits(game)) return NULL;
  SiteScores *s = mem_alloc_zero(sizeof *s);
  uint32_t n_index;
  eval_open(&s->eval, game, (FeatureRules){0}, set, &evaluator_fast);
  if (s->eval->space->apart) {
    eval_close(s->eval);
    mem_free(s);
    return NULL;
  }
  s->sites = s->eval->space->n;
  s->site_words = bits_words(s->sites);
  s->players = MIN(game->players, set->players);
  find_classes(s, game);
  fast_pool_open(&s->pool, (int)s->eval->classes.contents.n);
  copy_weights(s, set);
  make_anchors(s, &n_index);
  make_board(s, n_index);
  for (Player p = 1; p <= s->players; p++) make_shorts(s, p, n_index);
  s->bits = mem_alloc_zero(sizeof(Word) * (size_t)s->eval->words);
  s->looked = mem_alloc_zero(sizeof *s->looked * (size_t)s->sites);
  site_scores_save(s);
  return s;
}

void site_scores_close(SiteScores *s) {
  if (!s) return;
  for (Site site = 0; site < s->sites; site++) VEC_FREE(&s->uses[site]);
  for (Player p = 1; p <= s->players; p++) {
    mem_free(s->weights[p]);
    mem_free(s->anchors[p]);
    mem_free(s->shorts[p]);
    mem_free(s->tables[p]);
    mem_free(s->after[p]);
  }
  mem_free(s->uses);
  mem_free(s->footprint);
  mem_free(s->bits);
  mem_free(s->looked);
  mem_free(s->now);
  mem_free(s->saved);
  fast_pool_close(&s->pool);
  eval_close(s->eval);
  mem_free(s);
}

// ---- the board -----------------------------------------------------------------------------------

void site_scores_put(SiteScores *s, Site site, Player owner) {
  uint32_t difference = (uint32_t)s->class_of[owner] - s->classes[site];
  const ChunkUses *uses = &s->uses[site];
  const Word *footprint = s->footprint + (size_t)site * (size_t)s->site_words;
  uint16_t *index = s->index;
  s->classes[site] = s->class_of[owner];
  for (size_t u = 0; u < uses->n; u++) {
    index[uses->at[u].index] = (uint16_t)(index[uses->at[u].index] + difference * uses->at[u].digit);
  }
  for (Player p = 1; p <= s->players; p++) bits_or(s->stale[p], footprint, s->site_words);
  s->spent += uses->n + 2;
}

void site_scores_save(SiteScores *s) {
  memcpy(s->saved, s->now, s->bytes);
  s->spent = 0;
}

void site_scores_restore(SiteScores *s) {
  memcpy(s->now, s->saved, s->bytes);
  s->spent = 0;
}

bool site_scores_far(const SiteScores *s) {
  enum { BYTES_A_STEP = 32 };  // that are copied in the time it takes to move an index
  return s->spent > s->bytes / BYTES_A_STEP;
}

// ---- scores --------------------------------------------------------------------------------------

float site_scores_usual(const SiteScores *s, Player player) { return s->usual[player]; }

// What is not in chunks.
static void add_rest(const SiteScores *s, const SiteAnchor *anchor, Word *bits) {
  fast_table_add_rest(s->eval, anchor->table, anchor->plain->sites, s->classes, bits);
}

// What the features of a site say, beside those that ask for the last move. False: there are none.
static bool work_out(SiteScores *s, Player player, Site site, float *score) {
  const SiteAnchor *anchor = &s->anchors[player][site];
  const FastTable *table = anchor->table;
  const uint16_t *index = s->index + anchor->index, *ends = table->ends;
  const Word *const *chunks = table->chunks;
  Word *bits = s->bits, any = 0;
  int words = s->eval->words, i = 0;
  for (int w = 0; w < words; w++) {
    Word found = anchor->plain->shape->always[w];
    for (; i < ends[w]; i++) found |= chunks[i][index[i]];
    any |= bits[w] = found;
  }
  if (UNLIKELY(anchor->rest)) {
    add_rest(s, anchor, bits);
    any = 1;
  }
  *score = s->usual[player];
  if (!any) return false;
  *score = eval_sum(s->weights[player], bits, words, *score);
  return true;
}

static void renew_all(SiteScores *s, Player player, const Word *to) {
  for (int w = 0; w < s->site_words; w++) {
    Word stale = s->stale[player][w] & to[w], active = s->active[player][w] & ~stale;
    s->stale[player][w] &= ~stale;
    for (Word rest = stale; rest; rest &= rest - 1) {
      int bit = word_first(rest), site = w * WORD_BITS + bit;
      active |= (Word)work_out(s, player, site, &s->scores[player][site]) << bit;
    }
    s->active[player][w] = active;
  }
}

// The same with short anchors, one word of sites at a time.
static void renew_short(SiteScores *s, Player player, int w, Word stale) {
  const ShortAnchor *anchors = s->shorts[player] + w * WORD_BITS;
  const Word *const *tables = s->tables[player];
  const uint16_t *index = s->index;
  float *scores = s->scores[player] + w * WORD_BITS, usual = s->usual[player];
  Word active = 0;
  for (Word rest = stale; rest; rest &= rest - 1) {
    const ShortAnchor *anchor = &anchors[word_first(rest)];
    Word bits = anchor->always;
    for (uint32_t i = anchor->first; i < anchor->end; i++) bits |= tables[i][index[i]];
    if (UNLIKELY(anchor->rest)) add_rest(s, anchor->rest, &bits);
    scores[word_first(rest)] = usual;
    if (LIKELY(!bits)) continue;
    scores[word_first(rest)] = eval_sum(s->weights[player], &bits, 1, usual);
    active |= rest & -rest;
  }
  s->active[player][w] = (s->active[player][w] & ~stale) | active;
  s->stale[player][w] &= ~stale;
}

static void renew(SiteScores *s, Player player, const Word *to) {
  if (!s->shorts[player]) {
    renew_all(s, player, to);
    return;
  }
  for (int w = 0; w < s->site_words; w++) renew_short(s, player, w, s->stale[player][w] & to[w]);
}

// Adds to the score of a site what features that ask for the last move say.
static bool add_after(SiteScores *s, Player player, Site site, Site last, float *score) {
  const Bucket *bucket = s->anchors[player][site].bucket;
  const Group *group = bucket_find(bucket, SITE_OFF, SITE_OFF, last);
  Word any = 0;
  if (!group) return false;
  bits_copy(s->bits, group->shape->always, s->eval->words);
  if (group->shape->n) fast_table_group(s->eval, table_of(s, group->shape), group->sites, s->classes, s->bits);
  for (int w = 0; w < s->eval->words; w++) any |= s->bits[w];
  *score = eval_sum(s->weights[player], s->bits, s->eval->words, *score);
  return any != 0;
}

const float *site_scores_look(SiteScores *s, Player player, Site last, const Word *to, Word *special) {
  int words = s->site_words;
  renew(s, player, to);
  for (int w = 0; w < words; w++) special[w] = s->active[player][w] & to[w];
  const Word *after = last == SITE_OFF ? NULL : s->after[player] + (size_t)last * (size_t)words;
  if (!after || !bits_meet(after, to, words)) return s->scores[player];
  memcpy(s->looked, s->scores[player], sizeof *s->looked * (size_t)s->sites);
  for (int w = 0; w < words; w++) {
    for (Word rest = after[w] & to[w]; rest; rest &= rest - 1) {
      int bit = word_first(rest), site = w * WORD_BITS + bit;
      special[w] |= (Word)add_after(s, player, site, last, &s->looked[site]) << bit;
    }
  }
  return s->looked;
}
