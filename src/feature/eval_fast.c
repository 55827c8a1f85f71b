// The quickest evaluator. What the features of a site are, as the place a move goes to or comes from, is kept as a
// vector of bits per player and role, and worked out again only when a site it depends on has changed: moves that
// share a site share the work, and so do positions that follow each other. Working it out is a few table lookups
// (fast_table.h).
#include "feature/fast_table.h"

#include "base/mem.h"

// How the bits of a site are worked out: the chunks of its shape, each with the classes of its sites as they are.
typedef struct Anchor {
  const FastTable *table;  // NULL: not made yet
  const Word *always;      // words of the role
  uint16_t *index;         // by chunk: its place in the table
  Group *plain;
} Anchor;

// A chunk that looks at a site.
typedef struct ChunkUse {
  uint16_t *index;
  int shift;
} ChunkUse;

typedef VEC(ChunkUse) ChunkUses;

// The bits of the sites in one role, for one player.
typedef struct Kept {
  Word *bits;       // [site * words]
  Word *stale;      // sites whose bits are to be worked out again
  Word *attention;  // stale ones, and those that the last move matters to
  Anchor *anchors;
  ChunkUses *uses;  // by site
} Kept;

typedef struct Fast {
  int site_words;
  int classes;                                   // known when the anchors were made
  int first[ANCHOR_ROLES], words[ANCHOR_ROLES];  // the words of an answer that plain features of a role are in
  Kept *kept;                                    // [player * ANCHOR_ROLES + role]
  Word *footprint[ANCHOR_ROLES];                 // [site * site_words]: whose bits become stale when this site changes
  Word *none;                                    // no site
  int keys;                                      // bit per combination of KEY_s that features have
  // By role and site of the last move (to, from): the anchors that have features which ask for it.
  Word *after[ANCHOR_ROLES][2];  // [site * site_words]
  SiteClass *before;             // [view * sites + site]: the classes that the chunks have
} Fast;

// ---- what is kept -------------------------------------------------------------------------------

static Kept *kept_of(const Fast *fast, Player player, AnchorRole role) {
  return &fast->kept[(size_t)player * ANCHOR_ROLES + role];
}

// The words of the plain features of each role.
static void find_words(FeatureEval *eval, Fast *fast) {
  int first[ANCHOR_ROLES] = {INT32_MAX, INT32_MAX}, end[ANCHOR_ROLES] = {0};
  for (int i = 0; i < eval->set->n; i++) {
    const Feature *f = &eval->set->at[i];
    if (feature_reactive(f) || (f->has[PLACE_TO] && f->has[PLACE_FROM])) continue;
    AnchorRole role = f->has[PLACE_TO] ? ANCHOR_TO : ANCHOR_FROM;
    int word = eval->bank->bits.of_feature[i] / WORD_BITS;
    first[role] = MIN(first[role], word);
    end[role] = MAX(end[role], word + 1);
  }
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    fast->first[role] = end[role] ? first[role] : 0;
    fast->words[role] = MAX(end[role] - fast->first[role], 0);
  }
}

static void fast_open(FeatureEval *eval) {
  Fast *fast = mem_alloc_zero(sizeof *fast);
  size_t players = (size_t)eval->set->players + 2, sites = (size_t)MAX(eval->space->n, 1);
  fast->site_words = bits_words((int)sites);
  fast->kept = mem_alloc_zero(sizeof *fast->kept * players * ANCHOR_ROLES);
  fast->before = mem_alloc_zero(sizeof *fast->before * sites * (size_t)eval->view.n);
  fast->none = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words);
  find_words(eval, fast);
  for (int key = 1; key < KEY_KINDS; key++) fast->keys |= eval->bank->keys[key] << key;
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    fast->footprint[role] = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words * sites);
    for (int k = 0; k < 2; k++) fast->after[role][k] = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words * sites);
  }
  for (Player p = 1; p <= eval->set->players; p++) {
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      Kept *kept = kept_of(fast, p, (AnchorRole)role);
      kept->bits = mem_alloc_zero(sizeof(Word) * sites * (size_t)MAX(fast->words[role], 1));
      kept->stale = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words);
      kept->attention = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words);
      kept->anchors = mem_alloc_zero(sizeof *kept->anchors * sites);
      kept->uses = mem_alloc_zero(sizeof *kept->uses * sites);
      memset(kept->stale, 0xff, sizeof(Word) * (size_t)fast->site_words);
    }
  }
  eval->own = fast;
}

static void fast_close(FeatureEval *eval) {
  Fast *fast = eval->own;
  for (int i = 0; i < ANCHOR_ROLES * (eval->set->players + 1); i++) {
    mem_free(fast->kept[i].bits);
    mem_free(fast->kept[i].stale);
    mem_free(fast->kept[i].attention);
    mem_free(fast->kept[i].anchors);
    for (Site k = 0; fast->kept[i].uses && k < eval->space->n; k++) VEC_FREE(&fast->kept[i].uses[k]);
    mem_free(fast->kept[i].uses);
  }
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    mem_free(fast->footprint[role]);
    for (int k = 0; k < 2; k++) mem_free(fast->after[role][k]);
  }
  for (size_t i = 0; i < eval->bank->shapes.n; i++) fast_table_discard(eval->bank->shapes.at[i]);
  mem_free(fast->before);
  mem_free(fast->none);
  mem_free(fast->kept);
  mem_free(fast);
}

// A new class of sites: all tables are to be made anew.
static void forget_anchors(FeatureEval *eval, Fast *fast) {
  for (Player p = 1; p <= eval->set->players; p++) {
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      Kept *kept = kept_of(fast, p, (AnchorRole)role);
      memset(kept->stale, 0xff, sizeof(Word) * (size_t)fast->site_words);
      for (Site s = 0; s < eval->space->n; s++) {
        kept->anchors[s].table = NULL;
        VEC_CLEAR(&kept->uses[s]);
      }
    }
  }
  fast->classes = (int)eval->classes.contents.n;
}

// What a change of some sites means for one role of one player.
static void note_changes(const Fast *fast, Kept *kept, AnchorRole role, const ChangedSites *changed,
                         const SiteClass *before, const SiteClass *now) {
  for (size_t i = 0; i < changed->n; i++) {
    size_t site = (size_t)changed->at[i];
    uint32_t difference = (uint32_t)before[site] ^ now[site];
    bits_or(kept->stale, fast->footprint[role] + site * (size_t)fast->site_words, fast->site_words);
    const ChunkUse *use = kept->uses[site].at, *end = use + kept->uses[site].n;
    for (; use < end; use++) *use->index ^= (uint16_t)(difference << use->shift);
  }
}

static void fast_begin(FeatureEval *eval) {
  Fast *fast = eval->own;
  size_t sites = (size_t)eval->space->n;
  if (UNLIKELY(fast->classes != (int)eval->classes.contents.n)) forget_anchors(eval, fast);
  for (Player p = 1; p <= eval->set->players; p++) {
    int view = view_of(&eval->view, p);
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      note_changes(fast, kept_of(fast, p, (AnchorRole)role), (AnchorRole)role, &eval->view.changed[view],
                   fast->before + (size_t)view * sites, view_classes(&eval->view, p));
    }
  }
  for (int view = 0; view < eval->view.n; view++) {
    const ChangedSites *changed = &eval->view.changed[view];
    size_t first = (size_t)view * sites;
    for (size_t i = 0; i < changed->n; i++) {
      fast->before[first + (size_t)changed->at[i]] = eval->view.seen[first + (size_t)changed->at[i]];
    }
  }
}

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

static void make_anchor(FeatureEval *eval, Kept *kept, Player player, AnchorRole role, Site site) {
  Fast *fast = eval->own;
  bool made = bank_at(eval->bank, player, role, site)->made;
  Bucket *bucket = bank_bucket(eval->bank, player, role, site);
  if (!made) note_site(fast, bucket, role, site);
  Group *plain = &bucket->groups[0];
  const FastTable *table = fast_table_of(eval, plain->shape);
  const SiteClass *classes = view_classes(&eval->view, player);
  uint16_t *index = ARENA_ARRAY(&eval->bank->arena, uint16_t, table->n_chunks + 1);
  for (int i = 0; i < table->n_chunks; i++) {
    const Chunk *chunk = &table->chunks[i];
    for (int k = 0; k < chunk->n; k++) {
      Site looked_at = plain->sites[table->slots[chunk->first + k]];
      index[i] |= (uint16_t)(classes[looked_at] << (table->bits * k));
      VEC_PUSH(&kept->uses[looked_at], (ChunkUse){&index[i], table->bits * k});
    }
  }
  kept->anchors[site] = (Anchor){table, plain->shape->always + fast->first[role], index, plain};
}

// Works out the bits of a site.
static void renew(FeatureEval *eval, Kept *kept, Player player, AnchorRole role, Site site) {
  const Fast *fast = eval->own;
  const Anchor *anchor = &kept->anchors[site];
  if (UNLIKELY(!anchor->table)) make_anchor(eval, kept, player, role, site);
  int words = fast->words[role], first = fast->first[role], n = anchor->table->n_chunks;
  Word *out = kept->bits + (size_t)site * (size_t)words;
  const Chunk *chunks = anchor->table->chunks;
  for (int w = 0; w < words; w++) out[w] = anchor->always[w];
  for (int i = 0; i < n; i++) out[chunks[i].word - first] |= chunks[i].table[anchor->index[i]];
  fast_table_add_rest(eval, anchor->table, anchor->plain->sites, view_classes(&eval->view, player), out - first);
  bit_clear(kept->stale, site);
}

// Keys that name the last move or a second site.
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
    if (!group) continue;
    bits_or(out, group->shape->always, eval->words);
    if (group->shape->n) fast_table_group(eval, group, view_classes(&eval->view, move->player), out);
  }
}

// What does not change from move to move of a player, by role.
typedef struct RoleRun {
  AnchorRole role;
  Player player;
  int first, words;
  Kept *kept;
  const Word *after[2];   // anchors that the last move matters to, or an empty set
  const Word *attention;  // anchors that are stale, or that the last move matters to
  bool keys;              // second sites matter
} RoleRun;

static RoleRun role_run(const FeatureEval *eval, Player player, AnchorRole role) {
  const Fast *fast = eval->own;
  const Site last[2] = {eval->last_to, eval->last_from};
  Kept *kept = kept_of(fast, player, role);
  RoleRun run = {role, player, fast->first[role], fast->words[role], kept, {0}, kept->attention, false};
  for (int k = 0; k < 2; k++) {
    run.after[k] = last[k] == SITE_OFF ? fast->none : fast->after[role][k] + (size_t)last[k] * (size_t)fast->site_words;
  }
  for (int w = 0; w < fast->site_words; w++) kept->attention[w] = kept->stale[w] | run.after[0][w] | run.after[1][w];
  run.keys = role == ANCHOR_TO && fast->keys >> KEY_OTHER & 1;
  return run;
}

// Renews the bits of a site that needs it. True when keys are to be looked up, too.
static bool attend(FeatureEval *eval, const RoleRun *run, Site site) {
  if (bit_get(run->kept->stale, site)) renew(eval, run->kept, run->player, run->role, site);
  return bit_get(run->after[0], site) || bit_get(run->after[1], site) || run->keys;
}

static inline void add_role(FeatureEval *eval, const RoleRun *run, const FeatureMove *move, Site site, Word *out) {
  bool keys = (UNLIKELY(bit_get(run->attention, site)) || run->keys) && attend(eval, run, site);
  const Word *bits = run->kept->bits + (size_t)site * (size_t)run->words;
  for (int w = 0; w < run->words; w++) out[run->first + w] = bits[w];
  if (UNLIKELY(keys)) add_keys(eval, move, run->role, site, out);
}

static void fast_moves(FeatureEval *eval, const FeatureMove *moves, size_t n, Word *out) {
  RoleRun to = {0}, from = {0};
  memset(out, 0, n * (size_t)eval->words * sizeof *out);
  for (size_t i = 0; i < n; i++, out += eval->words) {
    const FeatureMove *move = &moves[i];
    if (UNLIKELY(move->player < 1 || move->player > eval->set->players)) continue;
    if (move->player != to.player) {
      to = role_run(eval, move->player, ANCHOR_TO);
      from = role_run(eval, move->player, ANCHOR_FROM);
    }
    if (move->to != SITE_OFF) add_role(eval, &to, move, move->to, out);
    if (move->from != SITE_OFF) add_role(eval, &from, move, move->from, out);
  }
}

const EvaluatorRow evaluator_fast = {
    .name = "fast",
    .doc = "tables per site, kept from one position to the next where nothing has changed",
    .compile = fast_table_make,
    .group = fast_table_group,
    .open = fast_open,
    .close = fast_close,
    .begin = fast_begin,
    .moves = fast_moves,
};
