// The quickest evaluator. What the features of a site are, as the place a move goes to or comes from, is kept as a
// vector of bits per player and role, and worked out again only when a site it depends on has changed: moves that
// share a site share the work, and so do positions that follow each other. Working it out is a few table lookups
// (fast_table.h), whose indices are kept up to date, once for all players and roles that look at the same sites.
#include "feature/evaluate/fast_table.h"

#include "base/mem.h"

// The indices into the tables of some chunks, shared by whoever reads the same sites in the same order.
typedef struct Indices Indices;
struct Indices {
  uint32_t first;  // in Fast.index
  int n_chunks, n_sites;
  const uint8_t *sizes;  // by chunk
  const Site *sites;     // of all chunks
  const Indices *next;   // others of the same anchor
};

// How the bits of a site are worked out.
typedef struct Anchor {
  const FastTable *table;  // NULL: not made yet
  const Word *always;      // words of the role
  uint32_t index;          // of the first chunk, in Fast.index
  const Group *plain;
} Anchor;

// A chunk that looks at a site.
typedef struct ChunkUse {
  uint32_t index;
  uint16_t digit;  // what a class counts in it
} ChunkUse;

typedef VEC(ChunkUse) ChunkUses;

// What the last move adds, by anchor.
typedef uint16_t After;
enum { AFTER_NOTHING = 0, AFTER_LOOK = 0xfffe, AFTER_UNKNOWN = 0xffff };  // others: a number in Fast.added

// The bits of the sites in one role, for one player.
typedef struct Kept {
  Word *bits;       // [site * words]
  float *sums;      // of their weights, where such are given
  Word *stale;      // sites whose bits are to be worked out again
  Word *attention;  // stale ones, and those that the last move matters to
  Anchor *anchors;
  After **after[2];  // by site the last move went to, came from: by anchor; NULL: not made yet
} Kept;

typedef struct Fast {
  int site_words;
  FastPool pool;                                 // of the tables, for the classes known
  Arena arena;                                   // of what goes with them
  Arena rows;                                    // of Kept.after
  int first[ANCHOR_ROLES], words[ANCHOR_ROLES];  // the words of an answer that plain features of a role are in
  int rest;                                      // where the words of other features begin
  Kept *kept;                                    // [player * ANCHOR_ROLES + role]
  Word *footprint[ANCHOR_ROLES];                 // [site * site_words]: whose bits become stale when this site changes
  Word *none;                                    // no site, no feature
  int keys;                                      // bit per combination of KEY_s that features have
  bool simple_keys;                              // the last move matters only by one of its sites at a time
  // By role and site of the last move (to, from): the anchors that have features which ask for it.
  Word *after[ANCHOR_ROLES][2];  // [site * site_words]
  VEC(Word) added;               // what last moves add: words from `rest` on, each set once
  SiteClass *before;             // [view * sites + site]: the classes that the indices have
  ChunkUses *uses;               // [view * sites + site]
  const Indices **indices;       // [view * sites + anchor]
  VEC(uint16_t) index;
} Fast;

// ---- what is kept -------------------------------------------------------------------------------

static Kept *kept_of(const Fast *fast, Player player, AnchorRole role) {
  return &fast->kept[(size_t)player * ANCHOR_ROLES + role];
}

// The words of the plain features of each role; the numbering of bits puts them first.
static void find_words(FeatureEval *eval, Fast *fast) {
  int first[ANCHOR_ROLES] = {INT32_MAX, INT32_MAX}, end[ANCHOR_ROLES] = {0};
  for (int i = 0; i < eval->set->n; i++) {
    const Feature *f = &eval->set->at[i];
    int word = eval->bank->bits.of_feature[i] / WORD_BITS;
    if (feature_reactive(f) || (f->has[PLACE_TO] && f->has[PLACE_FROM])) continue;
    AnchorRole role = f->has[PLACE_TO] ? ANCHOR_TO : ANCHOR_FROM;
    first[role] = MIN(first[role], word);
    end[role] = MAX(end[role], word + 1);
  }
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    fast->first[role] = end[role] ? first[role] : 0;
    fast->words[role] = MAX(end[role] - fast->first[role], 0);
  }
  fast->rest = MAX(end[ANCHOR_TO], end[ANCHOR_FROM]);
}

static void open_kept(const FeatureEval *eval, const Fast *fast, Kept *kept, AnchorRole role) {
  size_t sites = (size_t)MAX(eval->space->n, 1);
  kept->bits = mem_alloc_zero(sizeof(Word) * sites * (size_t)MAX(fast->words[role], 1));
  kept->sums = mem_alloc_zero(sizeof *kept->sums * sites);
  kept->stale = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words);
  kept->attention = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words);
  kept->anchors = mem_alloc_zero(sizeof *kept->anchors * sites);
  for (int k = 0; k < 2; k++) kept->after[k] = mem_alloc_zero(sizeof *kept->after[k] * sites);
  memset(kept->stale, 0xff, sizeof(Word) * (size_t)fast->site_words);
}

static void fast_open(FeatureEval *eval) {
  Fast *fast = mem_alloc_zero(sizeof *fast);
  size_t players = (size_t)eval->set->players + 2, sites = (size_t)MAX(eval->space->n, 1);
  size_t views = (size_t)eval->view.n;
  fast->site_words = bits_words((int)sites);
  fast->kept = mem_alloc_zero(sizeof *fast->kept * players * ANCHOR_ROLES);
  fast->before = mem_alloc_zero(sizeof *fast->before * sites * views);
  fast->uses = mem_alloc_zero(sizeof *fast->uses * sites * views);
  fast->indices = mem_alloc_zero(sizeof *fast->indices * sites * views);
  fast->none = mem_alloc_zero(sizeof(Word) * (size_t)MAX(fast->site_words, eval->words));
  find_words(eval, fast);
  for (int key = 1; key < KEY_KINDS; key++) fast->keys |= eval->bank->keys[key] << key;
  fast->simple_keys = !(fast->keys & ~(1 << KEY_LAST_TO | 1 << KEY_LAST_FROM));
  for (int w = fast->rest; w < eval->words; w++) VEC_PUSH(&fast->added, 0);  // AFTER_NOTHING
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    fast->footprint[role] = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words * sites);
    for (int k = 0; k < 2; k++) fast->after[role][k] = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words * sites);
    for (Player p = 1; p <= eval->set->players; p++) {
      open_kept(eval, fast, kept_of(fast, p, (AnchorRole)role), (AnchorRole)role);
    }
  }
  eval->own = fast;
}

static void close_kept(Kept *kept) {
  mem_free(kept->bits);
  mem_free(kept->sums);
  mem_free(kept->stale);
  mem_free(kept->attention);
  mem_free(kept->anchors);
  for (int k = 0; k < 2; k++) mem_free(kept->after[k]);
}

static void fast_close(FeatureEval *eval) {
  Fast *fast = eval->own;
  for (int i = 0; i < ANCHOR_ROLES * (eval->set->players + 1); i++) close_kept(&fast->kept[i]);
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    mem_free(fast->footprint[role]);
    for (int k = 0; k < 2; k++) mem_free(fast->after[role][k]);
  }
  for (size_t i = 0; i < (size_t)eval->view.n * (size_t)eval->space->n; i++) VEC_FREE(&fast->uses[i]);
  fast_pool_close(&fast->pool);
  arena_free(&fast->arena);
  arena_free(&fast->rows);
  VEC_FREE(&fast->added);
  VEC_FREE(&fast->index);
  mem_free(fast->uses);
  mem_free(fast->indices);
  mem_free(fast->before);
  mem_free(fast->none);
  mem_free(fast->kept);
  mem_free(fast);
}

// A new class of sites: all tables are to be made anew.
static void forget_anchors(FeatureEval *eval, Fast *fast) {
  size_t sites = (size_t)eval->space->n;
  for (Player p = 1; p <= eval->set->players; p++) {
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      Kept *kept = kept_of(fast, p, (AnchorRole)role);
      memset(kept->stale, 0xff, sizeof(Word) * (size_t)fast->site_words);
      for (size_t s = 0; s < sites; s++) kept->anchors[s].table = NULL;
    }
  }
  for (size_t i = 0; i < sites * (size_t)eval->view.n; i++) {
    VEC_CLEAR(&fast->uses[i]);
    fast->indices[i] = NULL;
  }
  for (size_t i = 0; i < eval->bank->shapes.n; i++) eval->bank->shapes.at[i]->compiled = NULL;
  VEC_CLEAR(&fast->index);
  arena_free(&fast->arena);
  fast_pool_close(&fast->pool);
  fast_pool_open(&fast->pool, (int)eval->classes.contents.n);
}

static const FastTable *table_of(FeatureEval *eval, Shape *shape) {
  Fast *fast = eval->own;
  if (UNLIKELY(!shape->compiled)) shape->compiled = (void *)(uintptr_t)fast_table_make(&fast->pool, eval, shape);
  return shape->compiled;
}

// ---- changes ------------------------------------------------------------------------------------

// Changed sites move the indices of the chunks that look at them.
static void note_changes(FeatureEval *eval, Fast *fast, int view) {
  const ChangedSites *changed = &eval->view.changed[view];
  size_t first = (size_t)view * (size_t)eval->space->n;
  uint16_t *index = fast->index.at;
  for (size_t i = 0; i < changed->n; i++) {
    size_t site = first + (size_t)changed->at[i];
    uint32_t difference = (uint32_t)eval->view.seen[site] - fast->before[site];
    fast->before[site] = eval->view.seen[site];
    const ChunkUse *uses = fast->uses[site].at;
    for (size_t u = 0, n = fast->uses[site].n; u < n; u++) {
      index[uses[u].index] = (uint16_t)(index[uses[u].index] + difference * uses[u].digit);
    }
  }
}

static void mark_stale(const Fast *fast, Kept *kept, AnchorRole role, const ChangedSites *changed) {
  int words = fast->site_words;
  for (size_t i = 0; i < changed->n; i++) {
    bits_or(kept->stale, fast->footprint[role] + (size_t)changed->at[i] * (size_t)words, words);
  }
}

static void fast_begin(FeatureEval *eval) {
  Fast *fast = eval->own;
  if (UNLIKELY(fast->pool.classes != (int)eval->classes.contents.n)) forget_anchors(eval, fast);
  for (int view = 0; view < eval->view.n; view++) note_changes(eval, fast, view);
  for (Player p = 1; p <= eval->set->players; p++) {
    const ChangedSites *changed = &eval->view.changed[view_of(&eval->view, p)];
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      mark_stale(fast, kept_of(fast, p, (AnchorRole)role), (AnchorRole)role, changed);
    }
  }
}

// ---- anchors ------------------------------------------------------------------------------------

// The first time a site is needed: what its bits depend on, and which last moves matter to it.
static void note_site(const Fast *fast, const Bucket *bucket, AnchorRole role, Site site) {
  size_t words = (size_t)fast->site_words;
  const Group *plain = &bucket->groups[0];
  for (int s = 0; s < plain->shape->slots; s++) bit_set(fast->footprint[role] + (size_t)plain->sites[s] * words, site);
  for (int i = 1; i < bucket->n; i++) {
    const Group *group = &bucket->groups[i];
    if (group->last_to != SITE_OFF) bit_set(fast->after[role][0] + (size_t)group->last_to * words, site);
    if (group->last_from != SITE_OFF) bit_set(fast->after[role][1] + (size_t)group->last_from * words, site);
  }
}

// The sites of all chunks of a table, in their order.
static Site *chunk_sites(Arena *arena, const FastTable *table, const Site *sites, int *n) {
  *n = 0;
  for (int i = 0; i < table->n_chunks; i++) *n += table->sizes[i];
  Site *out = ARENA_ARRAY(arena, Site, *n + 1);
  for (int i = 0; i < *n; i++) out[i] = sites[table->slots[i]];
  return out;
}

// New indices, and whom a change of the sites concerns.
static void make_indices(FeatureEval *eval, Fast *fast, int view, Indices *made) {
  size_t first = (size_t)view * (size_t)eval->space->n;
  const Site *site = made->sites;
  made->first = (uint32_t)fast->index.n;
  for (int i = 0; i < made->n_chunks; i++) {
    uint32_t digit = 1, index = 0;
    for (int k = 0; k < made->sizes[i]; k++, site++, digit *= (uint32_t)fast->pool.classes) {
      size_t at = first + (size_t)*site;
      index += digit * eval->view.seen[at];
      VEC_PUSH(&fast->uses[at], (ChunkUse){(uint32_t)fast->index.n, (uint16_t)digit});
    }
    VEC_PUSH(&fast->index, (uint16_t)index);
  }
}

static uint32_t find_indices(FeatureEval *eval, Fast *fast, int view, Site anchor, const FastTable *table,
                             const Site *sites) {
  const Indices **list = &fast->indices[(size_t)view * (size_t)eval->space->n + (size_t)anchor];
  Indices wanted = {.n_chunks = table->n_chunks, .sizes = table->sizes, .next = *list};
  wanted.sites = chunk_sites(&fast->arena, table, sites, &wanted.n_sites);
  for (const Indices *known = *list; known; known = known->next) {
    if (known->n_chunks == wanted.n_chunks && known->n_sites == wanted.n_sites &&
        !memcmp(known->sizes, wanted.sizes, (size_t)wanted.n_chunks) &&
        !memcmp(known->sites, wanted.sites, (size_t)wanted.n_sites * sizeof *wanted.sites)) {
      return known->first;
    }
  }
  make_indices(eval, fast, view, &wanted);
  *list = arena_copy(&fast->arena, &wanted, sizeof wanted);
  return wanted.first;
}

static void make_anchor(FeatureEval *eval, Kept *kept, Player player, AnchorRole role, Site site) {
  Fast *fast = eval->own;
  bool made = bank_at(eval->bank, player, role, site)->made;
  const Bucket *bucket = bank_bucket(eval->bank, player, role, site);
  if (!made) note_site(fast, bucket, role, site);
  const Group *plain = &bucket->groups[0];
  const FastTable *table = table_of(eval, plain->shape);
  uint32_t index = find_indices(eval, fast, view_of(&eval->view, player), site, table, plain->sites);
  kept->anchors[site] = (Anchor){table, plain->shape->always + fast->first[role], index, plain};
}

// Works out the bits of a site.
static void renew(FeatureEval *eval, Kept *kept, Player player, AnchorRole role, Site site) {
  const Fast *fast = eval->own;
  const Anchor *anchor = &kept->anchors[site];
  if (UNLIKELY(!anchor->table)) make_anchor(eval, kept, player, role, site);
  const FastTable *table = anchor->table;
  int words = fast->words[role], first = fast->first[role];
  const uint16_t *index = VEC_FROM(&fast->index, anchor->index), *ends = table->ends + first;
  const Word *const *chunks = table->chunks;
  Word *out = kept->bits + (size_t)site * (size_t)words;
  for (int w = 0, i = 0; w < words; w++) {
    Word bits = anchor->always[w];
    for (; i < ends[w]; i++) bits |= chunks[i][index[i]];
    out[w] = bits;
  }
  if (table->planes.n || table->listed) {
    fast_table_add_rest(eval, table, anchor->plain->sites, view_classes(&eval->view, player), out - first);
  }
  if (eval->weights) kept->sums[site] = eval_sum(eval->weights[player] + first * WORD_BITS, out, words, 0);
  bit_clear(kept->stale, site);
}

// ---- the last move ------------------------------------------------------------------------------

// A group whose key is the last move or a second site.
static void add_group(FeatureEval *eval, const Group *group, Player player, Word *out) {
  bits_or(out, group->shape->always, eval->words);
  if (!group->shape->n) return;
  fast_table_group(eval, table_of(eval, group->shape), group->sites, view_classes(&eval->view, player), out);
}

static void add_keys(FeatureEval *eval, const FeatureMove *move, AnchorRole role, Site anchor, Word *out) {
  const Fast *fast = eval->own;
  const Bucket *bucket = bank_at(eval->bank, move->player, role, anchor);
  for (int key = 1; key < KEY_KINDS; key++) {
    if (!(fast->keys >> key & 1)) continue;
    Site other = key & KEY_OTHER ? (role == ANCHOR_TO ? move->from : SITE_OFF) : SITE_OFF;
    Site last_from = key & KEY_LAST_FROM ? eval->last_from : SITE_OFF;
    Site last_to = key & KEY_LAST_TO ? eval->last_to : SITE_OFF;
    if ((key & KEY_OTHER && other == SITE_OFF) || (key & KEY_LAST_FROM && last_from == SITE_OFF) ||
        (key & KEY_LAST_TO && last_to == SITE_OFF)) {
      continue;
    }
    const Group *group = bucket_find(bucket, other, last_from, last_to);
    if (group) add_group(eval, group, move->player, out);
  }
}

// The number of a set of features that a last move adds.
static After added_number(const FeatureEval *eval, Fast *fast, const Word *always) {
  size_t words = (size_t)(eval->words - fast->rest), n = words ? fast->added.n / words : 0;
  for (size_t i = 0; i < n; i++) {
    if (bits_equal(fast->added.at + i * words, always + fast->rest, (int)words)) return (After)i;
  }
  if (n >= AFTER_LOOK) return AFTER_LOOK;
  for (size_t w = 0; w < words; w++) VEC_PUSH(&fast->added, always[(size_t)fast->rest + w]);
  return (After)n;
}

static After find_after(const FeatureEval *eval, Fast *fast, Player player, AnchorRole role, Site anchor, int k) {
  const Bucket *bucket = bank_at(eval->bank, player, role, anchor);
  const Group *group =
      bucket_find(bucket, SITE_OFF, k == 1 ? eval->last_from : SITE_OFF, k == 0 ? eval->last_to : SITE_OFF);
  if (!group) return AFTER_NOTHING;
  return group->shape->n ? AFTER_LOOK : added_number(eval, fast, group->shape->always);
}

static After *after_row(const FeatureEval *eval, Fast *fast, Kept *kept, int k, Site last) {
  After **row = &kept->after[k][last];
  if (*row) return *row;
  size_t bytes = sizeof(After) * (size_t)eval->space->n;
  *row = arena_alloc(&fast->rows, bytes);
  memset(*row, 0xff, bytes);
  return *row;
}

// ---- moves --------------------------------------------------------------------------------------

// What does not change from move to move of a player, by role.
typedef struct RoleRun {
  AnchorRole role;
  Player player;
  int first, words;
  Kept *kept;
  const Word *after[2];   // anchors that the last move matters to, or an empty set
  const Word *attention;  // anchors that are stale, or that the last move matters to
  After *rows[2];         // what it adds to them; NULL: to be looked up
  bool keys;              // second sites matter
} RoleRun;

static RoleRun role_run(const FeatureEval *eval, Player player, AnchorRole role) {
  Fast *fast = eval->own;
  const Site last[2] = {eval->last_to, eval->last_from};
  Kept *kept = kept_of(fast, player, role);
  RoleRun run = {.role = role, .player = player, .first = fast->first[role], .words = fast->words[role]};
  run.kept = kept;
  run.attention = kept->attention;
  for (int k = 0; k < 2; k++) {
    run.after[k] = last[k] == SITE_OFF ? fast->none : fast->after[role][k] + (size_t)last[k] * (size_t)fast->site_words;
    if (fast->simple_keys && last[k] != SITE_OFF) run.rows[k] = after_row(eval, fast, kept, k, last[k]);
  }
  for (int w = 0; w < fast->site_words; w++) kept->attention[w] = kept->stale[w] | run.after[0][w] | run.after[1][w];
  run.keys = role == ANCHOR_TO && fast->keys >> KEY_OTHER & 1;
  return run;
}

// What one site of the last move adds.
static void add_after(FeatureEval *eval, const RoleRun *run, int k, Site site, Word *out) {
  Fast *fast = eval->own;
  After *known = &run->rows[k][site];
  if (UNLIKELY(*known == AFTER_UNKNOWN)) *known = find_after(eval, fast, run->player, run->role, site, k);
  if (LIKELY(*known < AFTER_LOOK)) {
    int words = eval->words - fast->rest;
    bits_or(out + fast->rest, fast->added.at + (size_t)*known * (size_t)words, words);
    return;
  }
  const Bucket *bucket = bank_at(eval->bank, run->player, run->role, site);
  const Group *group =
      bucket_find(bucket, SITE_OFF, k == 1 ? eval->last_from : SITE_OFF, k == 0 ? eval->last_to : SITE_OFF);
  add_group(eval, group, run->player, out);
}

// The last move, or a second site, matters to this one.
static void add_others(FeatureEval *eval, const RoleRun *run, const FeatureMove *move, Site site, Word *out) {
  if (run->keys || !((const Fast *)eval->own)->simple_keys) {
    add_keys(eval, move, run->role, site, out);
    return;
  }
  for (int k = 0; k < 2; k++) {
    if (bit_get(run->after[k], site)) add_after(eval, run, k, site, out);
  }
}

// A few words at a time: no loop for the usual lengths.
static inline void copy_words(Word *out, const Word *in, int n) {
  switch (n) {
    case 0: return;
    case 1: memcpy(out, in, sizeof *out); return;
    case 2: memcpy(out, in, 2 * sizeof *out); return;
    case 3: memcpy(out, in, 3 * sizeof *out); return;
    case 4: memcpy(out, in, 4 * sizeof *out); return;
    default: memcpy(out, in, (size_t)n * sizeof *out); return;
  }
}

// Renews the bits of a site if need be. True when the last move or a second site matters.
static inline bool look_at(FeatureEval *eval, const RoleRun *run, Site site) {
  bool others = run->keys;
  if (UNLIKELY(bit_get(run->attention, site))) {
    if (bit_get(run->kept->stale, site)) renew(eval, run->kept, run->player, run->role, site);
    others |= bit_get(run->after[0], site) || bit_get(run->after[1], site);
  }
  return others;
}

// The same, and copies them.
static inline bool add_role(FeatureEval *eval, const RoleRun *run, Site site, Word *out) {
  bool others = look_at(eval, run, site);
  copy_words(out + run->first, run->kept->bits + (size_t)site * (size_t)run->words, run->words);
  return others;
}

static void fast_moves(FeatureEval *eval, const FeatureMove *moves, size_t n, Word *out) {
  const Fast *fast = eval->own;
  int rest = fast->rest, words = eval->words;
  RoleRun to = {0}, from = {0};
  for (size_t i = 0; i < n; i++, out += words) {
    const FeatureMove *move = &moves[i];
    bool known = LIKELY(move->player >= 1 && move->player <= eval->set->players);
    if (known && move->player != to.player) {
      to = role_run(eval, move->player, ANCHOR_TO);
      from = role_run(eval, move->player, ANCHOR_FROM);
    }
    bool other_to = false, other_from = false;
    if (LIKELY(known && move->to != SITE_OFF)) other_to = add_role(eval, &to, move->to, out);
    else copy_words(out + fast->first[ANCHOR_TO], fast->none, fast->words[ANCHOR_TO]);
    if (known && move->from != SITE_OFF) other_from = add_role(eval, &from, move->from, out);
    else copy_words(out + fast->first[ANCHOR_FROM], fast->none, fast->words[ANCHOR_FROM]);
    copy_words(out + rest, fast->none, words - rest);
    if (UNLIKELY(other_to)) add_others(eval, &to, move, move->to, out);
    if (UNLIKELY(other_from)) add_others(eval, &from, move, move->from, out);
  }
}

// The weights of features that ask for the last move or a second site.
static float sum_others(FeatureEval *eval, const RoleRun *run, const FeatureMove *move, Site site) {
  const Fast *fast = eval->own;
  int words = eval->words - fast->rest;
  Word *bits = eval->scratch;
  bits_zero(bits + fast->rest, words);
  add_others(eval, run, move, site, bits);
  return eval_sum(eval->weights[move->player] + fast->rest * WORD_BITS, bits + fast->rest, words, 0);
}

static inline float sum_role(FeatureEval *eval, const RoleRun *run, const FeatureMove *move, Site site) {
  bool others = look_at(eval, run, site);
  float sum = run->kept->sums[site];
  return UNLIKELY(others) ? sum + sum_others(eval, run, move, site) : sum;
}

static void fast_scores(FeatureEval *eval, const FeatureMove *moves, size_t n, float *out) {
  RoleRun to = {0}, from = {0};
  for (size_t i = 0; i < n; i++) {
    const FeatureMove *move = &moves[i];
    if (move->player != to.player) {
      to = role_run(eval, move->player, ANCHOR_TO);
      from = role_run(eval, move->player, ANCHOR_FROM);
    }
    if (LIKELY(move->to != SITE_OFF)) out[i] += sum_role(eval, &to, move, move->to);
    if (move->from != SITE_OFF) out[i] += sum_role(eval, &from, move, move->from);
  }
}

const EvaluatorRow evaluator_fast = {
    .name = "fast",
    .doc = "tables per site, kept from one position to the next where nothing has changed",
    .open = fast_open,
    .close = fast_close,
    .begin = fast_begin,
    .moves = fast_moves,
    .scores = fast_scores,
};
