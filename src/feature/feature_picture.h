// A feature as a picture on the board it is for, as in Figure 14 of the paper: the place the move goes to (a star),
// where it comes from (an arrow), and what must or must not be on the sites around.
#ifndef FEATURE_FEATURE_PICTURE_H
#define FEATURE_FEATURE_PICTURE_H

#include "feature/space.h"

typedef struct PictureMark {
  Site site;         // SITE_OFF: off the board
  float x, y;        // where it is drawn
  const char *text;  // "f", "!-", "to", ...
  bool negated;
  bool place;  // of the move or the last one
} PictureMark;

typedef struct FeaturePicture {
  const FeatureSpace *space;
  Site anchor;
  float reach;  // how far from the anchor sites are shown
  int n;
  const PictureMark *marks;
} FeaturePicture;

// The feature with its anchor where most of it is on the board (arena).
FeaturePicture picture_make(Arena *arena, const FeatureSpace *space, const Feature *feature);
void picture_svg(Text *out, const FeaturePicture *picture, const char *title);
void picture_text(Text *out, const FeaturePicture *picture);

#endif
