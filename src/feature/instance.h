// Instances of a feature: what it asks for when its anchor is one certain site and it is turned and mirrored in one
// certain way (section 5.1 of the paper). Elements that depend only on the board are decided here; what remains are
// conditions on the contents of sites.
#ifndef FEATURE_INSTANCE_H
#define FEATURE_INSTANCE_H

#include "feature/evaluate/site_class.h"
#include "feature/space.h"

typedef struct Condition {
  Site site;
  int32_t literal;  // see site_class.h
} Condition;

typedef struct Instance {
  int32_t feature;
  Site place[FEATURE_PLACES];  // what the move must agree with, SITE_OFF where anything will do
  uint32_t first, n;           // conditions
} Instance;

typedef struct Instances {
  VEC(Instance) list;
  VEC(Condition) conditions;
} Instances;

static inline void instances_free(Instances *instances) {
  VEC_FREE(&instances->list);
  VEC_FREE(&instances->conditions);
}

// Adds the instances of feature number `number` for a player and an anchor. Equal ones may come more than once.
void feature_instances(const FeatureSpace *space, SiteClasses *classes, const Feature *feature, int32_t number,
                       Player player, Site anchor, Instances *out);

// Whether a feature has few enough instances for an anchor in one turn: elements that look along lines, or forbid
// opponents where there are several, multiply them.
bool feature_fits(const FeatureSpace *space, const Feature *feature);

#endif
