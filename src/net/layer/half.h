// Numbers of 16 bits as IEEE 754 has them (binary16): a sign, 5 bits of exponent, 10 of fraction.
#ifndef NET_LAYER_HALF_H
#define NET_LAYER_HALF_H

#include "base/common.h"

float half_value(uint16_t half);
// The nearest; what is too large becomes infinite.
uint16_t half_of(float value);

#endif
