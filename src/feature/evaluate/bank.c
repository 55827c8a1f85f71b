// Filling the bank: bits, instances by key, shapes.
#include "feature/evaluate/bank.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

// ---- bits ---------------------------------------------------------------------------------------

// What features are sorted by: those that a site decides alone come first, by role and walk.
typedef struct BitOrder {
  int feature;
  int block;  // features of equal order share a block
  const Feature *f;
} BitOrder;

static bool is_simple(const Feature *f) { return f->n == 1 && !feature_reactive(f); }

static AnchorRole role_of(const Feature *f) { return f->has[PLACE_TO] ? ANCHOR_TO : ANCHOR_FROM; }

static int compare_turns(const TurnWalk *a, const TurnWalk *b) {
  if (a->n != b->n) return a->n - b->n;
  for (int i = 0; i < a->n; i++) {
    if (a->turn[i] != b->turn[i]) return a->turn[i] < b->turn[i] ? -1 : 1;
  }
  return 0;
}

// Both places count: such a feature belongs to a pair of sites.
static int rank_of(const Feature *f) {
  bool both = f->has[PLACE_TO] && f->has[PLACE_FROM];
  return (both ? 8 : 0) + (feature_reactive(f) ? 16 : 0) + 4 * (int)role_of(f) + (f->n == 0 ? 0 : is_simple(f) ? 1 : 2);
}

static int compare_blocks(const BitOrder *a, const BitOrder *b) {
  int by_rank = rank_of(a->f) - rank_of(b->f);
  if (by_rank || !is_simple(a->f)) return by_rank;
  return compare_turns(&a->f->elements[0].walk, &b->f->elements[0].walk);
}

static int compare_order(const void *left, const void *right) {
  const BitOrder *a = left, *b = right;
  int by_block = compare_blocks(a, b);
  return by_block ? by_block : a->feature - b->feature;
}

// A block that would cross a word begins a new one; so does the first of a role.
static void number_bits(Bank *bank) {
  int n = bank->set->n, bit = 0, room = 0;
  BitOrder *order = ARENA_ARRAY(&bank->arena, BitOrder, n + 1);
  for (int i = 0; i < n; i++) order[i] = (BitOrder){.feature = i, .f = &bank->set->at[i]};
  qsort(order, (size_t)n, sizeof *order, compare_order);
  bank->bits.of_feature = ARENA_ARRAY(&bank->arena, int, n + 1);
  for (int i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && !compare_blocks(&order[i], &order[end]);) end++;
    bool new_rank = i && rank_of(order[i].f) / 4 != rank_of(order[i - 1].f) / 4;
    if (new_rank || (end - i <= WORD_BITS && bit % WORD_BITS + end - i > WORD_BITS)) bit = bits_words(bit) * WORD_BITS;
    for (int k = i; k < end; k++) bank->bits.of_feature[order[k].feature] = bit++;
  }
  room = bits_words(MAX(bit, 1)) * WORD_BITS;
  bank->bits.n = room;
  bank->bits.words = room / WORD_BITS;
  bank->bits.feature_of = ARENA_ARRAY(&bank->arena, int, room);
  for (int i = 0; i < room; i++) bank->bits.feature_of[i] = -1;
  for (int i = 0; i < n; i++) bank->bits.feature_of[bank->bits.of_feature[i]] = i;
}

// ---- opening ------------------------------------------------------------------------------------

// Whether the anchor is a place of the move itself.
static bool anchored(const Feature *f) {
  return (f->has[PLACE_TO] && f->at[PLACE_TO].n == 0) || (f->has[PLACE_FROM] && f->at[PLACE_FROM].n == 0);
}

// The anchor is where the move goes, or else where it comes from.
static AnchorRole anchor_role(const Feature *f) {
  return f->has[PLACE_TO] && f->at[PLACE_TO].n == 0 ? ANCHOR_TO : ANCHOR_FROM;
}

static int key_kind(const Feature *f) {
  return (f->has[PLACE_TO] && f->has[PLACE_FROM] ? KEY_OTHER : 0) | (f->has[PLACE_LAST_TO] ? KEY_LAST_TO : 0) |
         (f->has[PLACE_LAST_FROM] ? KEY_LAST_FROM : 0);
}

// ---- where an instance belongs ------------------------------------------------------------------

static AnchorRole instance_role(const Instance *in) {
  return in->place[PLACE_TO] != SITE_OFF ? ANCHOR_TO : ANCHOR_FROM;
}
static Site instance_anchor(const Instance *in) {
  return in->place[PLACE_TO] != SITE_OFF ? in->place[PLACE_TO] : in->place[PLACE_FROM];
}
static Site instance_other(const Instance *in) {
  return in->place[PLACE_TO] != SITE_OFF ? in->place[PLACE_FROM] : SITE_OFF;
}

static int compare_buckets(const void *left, const void *right) {
  const Instance *a = left, *b = right;
  if (instance_role(a) != instance_role(b)) return (int)instance_role(a) - (int)instance_role(b);
  if (instance_anchor(a) != instance_anchor(b)) return instance_anchor(a) - instance_anchor(b);
  return a->first < b->first ? -1 : a->first > b->first;
}

// The first of the sorted instances that belongs to this bucket or a later one.
static size_t first_of_bucket(const Instances *sorted, AnchorRole role, Site anchor) {
  size_t low = 0, high = sorted->list.n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const Instance *in = &sorted->list.at[middle];
    bool before = instance_role(in) < role || (instance_role(in) == role && instance_anchor(in) < anchor);
    if (before) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void make_strays(Bank *bank) {
  int players = bank->set->players;
  bank->strays = ARENA_ARRAY(&bank->arena, Instances, players + 1);
  for (int i = 0; i < bank->set->n; i++) {
    const Feature *f = &bank->set->at[i];
    // A feature anchored where the move comes from, with a walk to where it goes, is found by where it goes.
    if (anchored(f) && anchor_role(f) == role_of(f)) continue;
    for (Player p = 1; p <= players; p++) {
      for (Site s = 0; s < bank->space->n; s++) {
        feature_instances(bank->space, bank->classes, f, i, p, s, &bank->strays[p]);
      }
    }
  }
  for (Player p = 1; p <= players; p++) {
    Instances *strays = &bank->strays[p];
    if (strays->list.n) qsort(strays->list.at, strays->list.n, sizeof *strays->list.at, compare_buckets);
  }
}

void bank_open(Bank **out, const FeatureSpace *space, const FeatureSet *set, SiteClasses *classes) {
  Bank *bank = mem_alloc_zero(sizeof *bank);
  bank->space = space;
  bank->set = set;
  bank->classes = classes;
  number_bits(bank);
  bank->buckets =
      mem_alloc_zero(sizeof *bank->buckets * ANCHOR_ROLES * ((size_t)set->players + 2) * (size_t)MAX(space->n, 1));
  for (int i = 0; i < set->n; i++) bank->keys[key_kind(&set->at[i])] = 1;
  bank->shape_mask = 255;
  bank->shape_table = mem_alloc_zero(sizeof *bank->shape_table * (bank->shape_mask + 1));
  make_strays(bank);
  *out = bank;
}

void bank_close(Bank *bank) {
  if (!bank) return;
  for (Player p = 1; p <= bank->set->players; p++) instances_free(&bank->strays[p]);
  VEC_FREE(&bank->shapes);
  mem_free(bank->shape_table);
  mem_free(bank->buckets);
  arena_free(&bank->arena);
  mem_free(bank);
}

// ---- shapes -------------------------------------------------------------------------------------

// A group under construction.
typedef struct Draft {
  VEC(Site) sites;
  VEC(ShapeInstance) instances;
  VEC(ShapeCondition) conditions;
  Word *always;
  int words;
} Draft;

static void draft_free(Draft *d) {
  VEC_FREE(&d->sites);
  VEC_FREE(&d->instances);
  VEC_FREE(&d->conditions);
  mem_free(d->always);
}

static int slot_of(Draft *d, Site site) {
  for (size_t i = 0; i < d->sites.n; i++) {
    if (d->sites.at[i] == site) return (int)i;
  }
  VEC_PUSH(&d->sites, site);
  return (int)d->sites.n - 1;
}

static int compare_conditions(const void *left, const void *right) {
  const ShapeCondition *a = left, *b = right;
  return a->slot != b->slot ? a->slot - b->slot : a->literal - b->literal;
}

static bool known_instance(const Draft *d, const ShapeInstance *in) {
  size_t bytes = sizeof(ShapeCondition) * in->n;
  for (size_t i = d->instances.n; i-- > 0 && d->instances.at[i].bit == in->bit;) {
    const ShapeInstance *other = &d->instances.at[i];
    if (other->n != in->n) continue;
    if (!memcmp(d->conditions.at + other->first, d->conditions.at + in->first, bytes)) return true;
  }
  return false;
}

static void draft_add(Draft *d, int bit, const Condition *conditions, uint32_t n) {
  if (n == 0) bit_set(d->always, bit);
  if (bit_get(d->always, bit)) return;
  ShapeInstance instance = {bit, (uint32_t)d->conditions.n, n};
  for (uint32_t i = 0; i < n; i++) {
    ShapeCondition c = {slot_of(d, conditions[i].site), conditions[i].literal};
    VEC_PUSH(&d->conditions, c);
  }
  qsort(d->conditions.at + instance.first, n, sizeof(ShapeCondition), compare_conditions);
  if (known_instance(d, &instance)) d->conditions.n = instance.first;
  else VEC_PUSH(&d->instances, instance);
}

// Features that are always active need no instances; slots that only they had go too.
static void draft_tidy(Draft *d) {
  Draft tidy = {.always = d->always, .words = d->words};
  for (size_t i = 0; i < d->instances.n; i++) {
    const ShapeInstance *in = &d->instances.at[i];
    if (bit_get(d->always, in->bit)) continue;
    ShapeInstance kept = {in->bit, (uint32_t)tidy.conditions.n, in->n};
    for (uint32_t k = 0; k < in->n; k++) {
      ShapeCondition c = d->conditions.at[in->first + k];
      VEC_PUSH(&tidy.conditions, (ShapeCondition){slot_of(&tidy, d->sites.at[c.slot]), c.literal});
    }
    qsort(tidy.conditions.at + kept.first, kept.n, sizeof(ShapeCondition), compare_conditions);
    VEC_PUSH(&tidy.instances, kept);
  }
  d->always = NULL;
  draft_free(d);
  *d = tidy;
}

static uint64_t draft_hash(const Draft *d) {
  uint64_t h = hash_bytes(d->always, sizeof(Word) * (size_t)d->words, d->sites.n);
  if (d->instances.n) h = hash_bytes(d->instances.at, sizeof *d->instances.at * d->instances.n, h);
  return d->conditions.n ? hash_bytes(d->conditions.at, sizeof *d->conditions.at * d->conditions.n, h) : h;
}

static bool shape_is(const Shape *s, const Draft *d, uint64_t hash) {
  return s->hash == hash && s->slots == (int)d->sites.n && s->n == (int)d->instances.n &&
         s->n_conditions == (int)d->conditions.n && bits_equal(s->always, d->always, d->words) &&
         (!s->n || (!memcmp(s->instances, d->instances.at, sizeof *s->instances * (size_t)s->n) &&
                    !memcmp(s->conditions, d->conditions.at, sizeof *s->conditions * (size_t)s->n_conditions)));
}

static void grow_shape_table(Bank *bank) {
  if (2 * bank->shapes.n <= bank->shape_mask) return;
  mem_free(bank->shape_table);
  bank->shape_mask = 2 * bank->shape_mask + 1;
  bank->shape_table = mem_alloc_zero(sizeof *bank->shape_table * (bank->shape_mask + 1));
  for (size_t i = 0; i < bank->shapes.n; i++) {
    size_t at = bank->shapes.at[i]->hash & bank->shape_mask;
    while (bank->shape_table[at]) at = (at + 1) & bank->shape_mask;
    bank->shape_table[at] = (uint32_t)i + 1;
  }
}

static Shape *new_shape(Bank *bank, const Draft *d, uint64_t hash) {
  Shape *shape = ARENA_NEW(&bank->arena, Shape);
  *shape = (Shape){.hash = hash,
                   .slots = (int)d->sites.n,
                   .n = (int)d->instances.n,
                   .n_conditions = (int)d->conditions.n,
                   .instances = VEC_TO_ARENA(&d->instances, &bank->arena),
                   .conditions = VEC_TO_ARENA(&d->conditions, &bank->arena),
                   .always = arena_copy(&bank->arena, d->always, sizeof(Word) * (size_t)d->words)};
  return shape;
}

static Shape *find_shape(Bank *bank, const Draft *d) {
  uint64_t hash = draft_hash(d);
  size_t at = hash & bank->shape_mask;
  for (; bank->shape_table[at]; at = (at + 1) & bank->shape_mask) {
    Shape *known = bank->shapes.at[bank->shape_table[at] - 1];
    if (shape_is(known, d, hash)) return known;
  }
  VEC_PUSH(&bank->shapes, new_shape(bank, d, hash));
  bank->shape_table[at] = (uint32_t)bank->shapes.n;
  grow_shape_table(bank);
  return VEC_LAST(&bank->shapes);
}

// ---- buckets ------------------------------------------------------------------------------------

static bool same_key(const Instance *a, const Instance *b) {
  return instance_other(a) == instance_other(b) && a->place[PLACE_LAST_FROM] == b->place[PLACE_LAST_FROM] &&
         a->place[PLACE_LAST_TO] == b->place[PLACE_LAST_TO];
}

static bool plain_key(const Instance *in) {
  return instance_other(in) == SITE_OFF && in->place[PLACE_LAST_FROM] == SITE_OFF &&
         in->place[PLACE_LAST_TO] == SITE_OFF;
}

static void collect(Bank *bank, Player player, AnchorRole role, Site anchor, Instances *all) {
  for (int i = 0; i < bank->set->n; i++) {
    const Feature *f = &bank->set->at[i];
    if (!anchored(f) || anchor_role(f) != role || role_of(f) != role) continue;
    feature_instances(bank->space, bank->classes, f, i, player, anchor, all);
  }
  const Instances *strays = &bank->strays[player];
  for (size_t i = first_of_bucket(strays, role, anchor); i < strays->list.n; i++) {
    const Instance *in = &strays->list.at[i];
    if (instance_anchor(in) != anchor || instance_role(in) != role) break;
    Instance copy = *in;
    copy.first = (uint32_t)all->conditions.n;
    for (uint32_t k = 0; k < in->n; k++) VEC_PUSH(&all->conditions, strays->conditions.at[in->first + k]);
    VEC_PUSH(&all->list, copy);
  }
}

// By key, the plain one first; within a key by feature, in the order in which they came.
static int compare_keys(const void *left, const void *right) {
  const Instance *a = left, *b = right;
  Site keys[2][3] = {{instance_other(a), a->place[PLACE_LAST_FROM], a->place[PLACE_LAST_TO]},
                     {instance_other(b), b->place[PLACE_LAST_FROM], b->place[PLACE_LAST_TO]}};
  for (int i = 0; i < 3; i++) {
    if (keys[0][i] != keys[1][i]) return keys[0][i] - keys[1][i];
  }
  if (a->feature != b->feature) return a->feature - b->feature;
  return a->first < b->first ? -1 : a->first > b->first;
}

// A group of instances first .. end of the sorted list.
static Group make_group(Bank *bank, const Instances *all, size_t first, size_t end) {
  Draft draft = {.words = bank->bits.words, .always = mem_alloc_zero(sizeof(Word) * (size_t)bank->bits.words)};
  for (size_t i = first; i < end; i++) {
    const Instance *in = &all->list.at[i];
    const Condition *conditions = VEC_FROM(&all->conditions, in->first);
    draft_add(&draft, bank->bits.of_feature[in->feature], conditions, in->n);
    bank->instances++;
  }
  draft_tidy(&draft);
  Group group = {SITE_OFF, SITE_OFF, SITE_OFF, find_shape(bank, &draft), NULL, 0, NULL};
  if (first < end) {
    const Instance *key = &all->list.at[first];
    group.other = instance_other(key);
    group.last_from = key->place[PLACE_LAST_FROM];
    group.last_to = key->place[PLACE_LAST_TO];
  }
  group.sites = draft.sites.n ? VEC_TO_ARENA(&draft.sites, &bank->arena) : NULL;
  draft_free(&draft);
  return group;
}

static uint32_t key_hash(Site other, Site last_from, Site last_to) {
  uint32_t h = (uint32_t)(other + 1) * 0x9e3779b1u ^ (uint32_t)(last_from + 1) * 0x85ebca6bu ^
               (uint32_t)(last_to + 1) * 0xc2b2ae35u;
  return h ^ h >> 15;
}

static void index_groups(Bank *bank, Bucket *bucket) {
  if (bucket->n < 2) return;
  bucket->mask = 3;
  while (bucket->mask < 2u * (uint32_t)bucket->n) bucket->mask = 2 * bucket->mask + 1;
  bucket->table = ARENA_ARRAY(&bank->arena, uint32_t, bucket->mask + 1);
  for (int i = 1; i < bucket->n; i++) {
    const Group *g = &bucket->groups[i];
    uint32_t at = key_hash(g->other, g->last_from, g->last_to) & bucket->mask;
    while (bucket->table[at]) at = (at + 1) & bucket->mask;
    bucket->table[at] = (uint32_t)i;
  }
}

Group *bucket_find(const Bucket *bucket, Site other, Site last_from, Site last_to) {
  if (!bucket->table) return NULL;
  uint32_t at = key_hash(other, last_from, last_to) & bucket->mask;
  for (; bucket->table[at]; at = (at + 1) & bucket->mask) {
    Group *g = &bucket->groups[bucket->table[at]];
    if (g->other == other && g->last_from == last_from && g->last_to == last_to) return g;
  }
  return NULL;
}

void bank_make(Bank *bank, Player player, AnchorRole role, Site anchor) {
  Bucket *bucket = bank_at(bank, player, role, anchor);
  Instances all = {0};
  VEC(Group) groups = {0};
  collect(bank, player, role, anchor, &all);
  if (all.list.n) qsort(all.list.at, all.list.n, sizeof *all.list.at, compare_keys);
  size_t first = 0;
  while (first < all.list.n && plain_key(&all.list.at[first])) first++;
  VEC_PUSH(&groups, make_group(bank, &all, 0, first));
  for (size_t end; first < all.list.n; first = end) {
    for (end = first + 1; end < all.list.n && same_key(&all.list.at[first], &all.list.at[end]);) end++;
    VEC_PUSH(&groups, make_group(bank, &all, first, end));
  }
  bucket->n = (int)groups.n;
  bucket->groups = VEC_TO_ARENA(&groups, &bank->arena);
  index_groups(bank, bucket);
  bucket->made = true;
  VEC_FREE(&groups);
  instances_free(&all);
}

void bank_make_all(Bank *bank) {
  for (Player p = 1; p <= bank->set->players; p++) {
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      for (Site s = 0; s < bank->space->n; s++) bank_bucket(bank, p, (AnchorRole)role, s);
    }
  }
}
