// Products of matrices, row-major. The rows of the left matrix can be picked by a table: then this is a convolution
// over any graph without a copy of the neighbours.
#ifndef NET_LAYER_GEMM_H
#define NET_LAYER_GEMM_H

#include "base/common.h"

// What networks calculate with. Tests compile the layers with doubles to compare gradients with finite differences.
#ifdef NET_DOUBLE
typedef double Real;
#else
typedef float Real;
#endif

// The left matrix: row m is the rows at[m * slots + s] of x one after another, each `width` long; -1 is a row of zeros.
// Without a table (at NULL, slots 1) row m is row m of x.
typedef struct GemmRows {
  const Real *x;
  const int32_t *at;
  int slots, width;
  const Real *zeros;  // at least `width` of them
} GemmRows;

// The products for one instruction set; the widest come first, the last one runs everywhere.
typedef struct GemmKernel {
  const char *name;
  bool (*runs_here)(void);
  void (*forward)(const GemmRows *rows, int m, int n, const Real *w, Real *c, bool relu);
  void (*gradient)(const GemmRows *rows, int m, int n, const Real *d, Real *w);
  void (*exp)(Real *x, int n, Real most);
} GemmKernel;
extern const GemmKernel gemm_kernels[];  // ends with a row without a name
const GemmKernel *gemm_kernel(void);     // the one in use

// c[m][n] += rows * w, with w[slots * width][n]; afterwards negative results become 0 if relu is set.
void gemm_rows(GemmRows rows, int m, int n, const Real *w, Real *c, bool relu);
// Likewise with factors rounded to 16 bits, where gemm_coarse_runs_here says that the processor can and may. What a row
// gets does not depend on the others.
void gemm_rows_coarse(GemmRows rows, int m, int n, const Real *w, Real *c, bool relu);
bool gemm_coarse_runs_here(void);
// w[slots * width][n] += rows' * d, with d[m][n]: the gradient of the weights of gemm_rows.
void gemm_rows_transposed(GemmRows rows, int m, int n, const Real *d, Real *w);
void gemm_rows_transposed_coarse(GemmRows rows, int m, int n, const Real *d, Real *w);
// x[i] = exp(x[i] - most) for numbers up to `most`, with a relative error below 1e-6.
void gemm_exp(Real *x, int n, Real most);
// out[n][k] = in[k][n].
void gemm_transpose(const Real *in, int k, int n, Real *out);

#endif
