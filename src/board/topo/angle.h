// The angle of a vector, the same to the last bit on every machine.
#ifndef BOARD_TOPO_ANGLE_H
#define BOARD_TOPO_ANGLE_H

// Like atan2. Sites are listed by angle, and where two lie in the same direction the last bit of the angle
// decides which comes first; so the C library's own atan2, which differs between machines, is not used.
double angle_atan2(double y, double x);

#endif
