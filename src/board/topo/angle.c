// Arctangent by the reduction and coefficients of fdlibm, whose results are defined bit by bit:
//   Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems,
//   Inc. business. Permission to use, copy, modify, and distribute this software is freely granted, provided
//   that this notice is preserved.
#include "board/topo/angle.h"

#include <math.h>

// atan of 1/2, 1, 3/2 and infinity: the nearest double, and what is missing to the true value.
static const double anchor[4] = {4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01,
                                 1.57079632679489655800e+00};
static const double anchor_rest[4] = {2.26987774529616870924e-17, 3.06161699786838301793e-17,
                                      1.39033110312309984516e-17, 6.12323399573676603587e-17};

// (x - atan x) / x^3 as a polynomial in x^2 for small x.
static const double series[11] = {
    3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01, -1.11111104054623557880e-01,
    9.09088713343650656196e-02, -7.69187620504482999495e-02, 6.66107313738753120669e-02, -5.83357013379057348645e-02,
    4.97687799461593236017e-02, -3.65315727442169155270e-02, 1.62858201153657823623e-02,
};

static double series_sum(double x) {
  const double *c = series;
  double z = x * x, w = z * z;
  double odd = z * (c[0] + w * (c[2] + w * (c[4] + w * (c[6] + w * (c[8] + w * c[10])))));
  double even = w * (c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * c[9]))));
  return x * (odd + even);
}

// For x >= 0: moves x near zero by subtracting the nearest anchor's angle.
static double arctangent(double x) {
  if (x >= 0x1p66) return anchor[3] + anchor_rest[3];
  if (x < 0x1p-29) return x;
  if (x < 0.4375) return x - series_sum(x);
  int k = x < 0.6875 ? 0 : x < 1.1875 ? 1 : x < 2.4375 ? 2 : 3;
  if (k == 0) x = (2.0 * x - 1.0) / (2.0 + x);
  else if (k == 1) x = (x - 1.0) / (x + 1.0);
  else if (k == 2) x = (x - 1.5) / (1.0 + 1.5 * x);
  else x = -1.0 / x;
  return anchor[k] - ((series_sum(x) - anchor_rest[k]) - x);
}

double angle_atan2(double y, double x) {
  const double pi = 3.1415926535897931160e+00, pi_rest = 1.2246467991473531772e-16;
  if (y == 0) return signbit(x) ? copysign(pi, y) : y;
  if (x == 0) return y < 0 ? -pi / 2 : pi / 2;
  double angle = arctangent(fabs(y / x));
  if (x > 0) return y < 0 ? -angle : angle;
  return y < 0 ? (angle - pi_rest) - pi : pi - (angle - pi_rest);
}
