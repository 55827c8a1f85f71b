// The instances of a set, found by move: who makes it, where it goes to and comes from, and the last move. Instances
// are made per player and site when they are first needed, or all at once.
//
// What has the same conditions on the same pattern of sites shares one shape, whatever the sites are: on a regular
// board most anchors do. Evaluators compile shapes.
#ifndef FEATURE_EVALUATE_BANK_H
#define FEATURE_EVALUATE_BANK_H

#include "feature/instance.h"
#include "feature/set.h"

// The numbers of features within evaluators. Features of one role and walk lie side by side, so that what a site
// proves is one word in most cases.
typedef struct FeatureBits {
  int n;  // bits, multiples of 64
  int words;
  int *of_feature;  // bit by feature
  int *feature_of;  // feature by bit, -1 where there is none
} FeatureBits;

typedef enum AnchorRole { ANCHOR_TO, ANCHOR_FROM, ANCHOR_ROLES } AnchorRole;

typedef struct ShapeCondition {
  int32_t slot;  // which of the sites
  int32_t literal;
} ShapeCondition;

typedef struct ShapeInstance {
  int32_t bit;
  uint32_t first;
  uint32_t n;
} ShapeInstance;

typedef struct Shape {
  uint64_t hash;
  int slots;
  int n;                             // instances, all with conditions
  const ShapeInstance *instances;    // by bit
  const ShapeCondition *conditions;  // of each instance by slot
  int n_conditions;
  const Word *always;   // bits of features that are active whatever the state
  void *compiled;       // what an evaluator made of it
  uint32_t generation;  // of the classes when it was made
} Shape;

// Whether all conditions of an instance are about one site.
static inline bool shape_one_slot(const Shape *shape, const ShapeInstance *in) {
  return shape->conditions[in->first].slot == shape->conditions[in->first + in->n - 1].slot;
}

// The instances with one key: what a move must agree with beside its anchor; SITE_OFF: anything.
typedef struct Group {
  Site other, last_from, last_to;
  Shape *shape;
  const Site *sites;  // by slot
  uint64_t seen_at;   // number of the state it was evaluated in
  Word *result;       // made when needed
} Group;

typedef struct Bucket {
  bool made;
  int n;
  Group *groups;    // the first has no key (other, last_from and last_to free)
  uint32_t *table;  // hash table of the others
  uint32_t mask;
} Bucket;

// Which keys occur beside the plain one.
enum { KEY_OTHER = 1, KEY_LAST_TO = 2, KEY_LAST_FROM = 4, KEY_KINDS = 8 };

typedef struct Bank {
  const FeatureSpace *space;
  const FeatureSet *set;
  SiteClasses *classes;
  FeatureBits bits;
  Arena arena;
  Bucket *buckets;          // [(player * ANCHOR_ROLES + role) * sites + anchor]
  uint8_t keys[KEY_KINDS];  // by combination of KEY_s: whether a feature has it
  Instances *strays;        // by player: of features whose anchor is not on the move
  VEC(Shape *) shapes;
  uint32_t *shape_table;  // hash table: number + 1
  size_t shape_mask;
  size_t instances;  // made so far
} Bank;

void bank_open(Bank **bank, const FeatureSpace *space, const FeatureSet *set, SiteClasses *classes);
void bank_close(Bank *bank);

static inline Bucket *bank_at(const Bank *bank, Player player, AnchorRole role, Site anchor) {
  return &bank->buckets[((size_t)player * ANCHOR_ROLES + role) * (size_t)bank->space->n + (size_t)anchor];
}
void bank_make(Bank *bank, Player player, AnchorRole role, Site anchor);
// The bucket, made if need be.
static inline Bucket *bank_bucket(Bank *bank, Player player, AnchorRole role, Site anchor) {
  Bucket *bucket = bank_at(bank, player, role, anchor);
  if (UNLIKELY(!bucket->made)) bank_make(bank, player, role, anchor);
  return bucket;
}
// All of them.
void bank_make_all(Bank *bank);

// The group with this key, or NULL.
Group *bucket_find(const Bucket *bucket, Site other, Site last_from, Site last_to);

#endif
