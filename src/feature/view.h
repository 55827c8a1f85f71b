// A position as features see it: the class of every site, for every player who sees it differently. Kept up to date
// by comparing with what was seen last, so that a few changed sites cost little however the position came about
// (moves, undone moves, another game).
#ifndef FEATURE_VIEW_H
#define FEATURE_VIEW_H

#include "feature/evaluate/site_class.h"
#include "feature/space.h"
#include "state/turn/position.h"

typedef VEC(Site) ChangedSites;

typedef struct FeatureView {
  const FeatureSpace *space;
  SiteClasses *classes;
  int n;                     // views: one for all players, or one per player (index 0 unused)
  SiteClass *seen;           // [view * space->n + site]
  ChangedSites *changed;     // by view: sites that differ from the last refresh
  bool fresh;                // nothing has been seen yet: all sites count as changed
  unsigned char *shadow[3];  // of a flat board: what, who, empty
} FeatureView;

void view_init(FeatureView *view, const FeatureSpace *space, SiteClasses *classes);
void view_free(FeatureView *view);

// Looks at the position; `changed` says what is new since the last time.
void view_refresh(FeatureView *view, const Position *x);

static inline int view_of(const FeatureView *view, Player player) { return view->n > 1 ? player : 0; }
static inline const SiteClass *view_classes(const FeatureView *view, Player player) {
  return view->seen + (size_t)view_of(view, player) * (size_t)view->space->n;
}

#endif
