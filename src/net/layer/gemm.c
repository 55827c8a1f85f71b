// The kernels hold a block of the result in registers and go once along the inner dimension. Matrices here are small
// (hundreds of rows, tens of columns): weights stay in the cache, and what counts is that nothing is copied first.
// There is a kernel for each instruction set; the best one that the processor supports is chosen when the program runs.
#include "net/layer/gemm.h"

#include <math.h>

// A product and a sum are one instruction here, also where the language is told not to join them.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=fast")
#else
#pragma STDC FP_CONTRACT ON
#endif

// Vectors of 64, 32 and 16 bytes. Loads and stores need no alignment.
typedef Real Wide __attribute__((vector_size(64), aligned(sizeof(Real)), may_alias));
typedef Real Middle __attribute__((vector_size(32), aligned(sizeof(Real)), may_alias));
typedef Real Narrow __attribute__((vector_size(16), aligned(sizeof(Real)), may_alias));

#define INLINE static inline __attribute__((always_inline))

static const Real *row_at(const GemmRows *rows, int m, int slot) {
  if (!rows->at) return rows->x + (size_t)m * (size_t)rows->width;
  int32_t at = rows->at[(size_t)m * (size_t)rows->slots + (size_t)slot];
  return at < 0 ? rows->zeros : rows->x + (size_t)at * (size_t)rows->width;
}

// ---- columns that do not fill a vector -----------------------------------------------------------

static void plain_rest(const GemmRows *rows, int m, int first, int n, const Real *w, Real *c, bool relu) {
  for (int i = 0; i < m; i++) {
    for (int j = first; j < n; j++) {
      Real sum = c[(size_t)i * (size_t)n + (size_t)j];
      for (int s = 0; s < rows->slots; s++) {
        const Real *x = row_at(rows, i, s), *column = w + (size_t)(s * rows->width) * (size_t)n + j;
        for (int k = 0; k < rows->width; k++) sum += x[k] * column[(size_t)k * (size_t)n];
      }
      c[(size_t)i * (size_t)n + (size_t)j] = relu && sum < 0 ? 0 : sum;
    }
  }
}

static void plain_weights_rest(const GemmRows *rows, int m, int first, int n, const Real *d, Real *w) {
  for (int i = 0; i < m; i++) {
    for (int s = 0; s < rows->slots; s++) {
      const Real *x = row_at(rows, i, s);
      for (int k = 0; k < rows->width; k++) {
        Real *out = w + (size_t)(s * rows->width + k) * (size_t)n;
        for (int j = first; j < n; j++) out[j] += x[k] * d[(size_t)i * (size_t)n + (size_t)j];
      }
    }
  }
}

static void plain_exp(Real *x, int n, Real most) {
  for (int i = 0; i < n; i++) x[i] = (Real)exp((double)(x[i] - most));
}

// ---- one instruction set after another -----------------------------------------------------------

#define KERNEL(name) narrow_##name
#define NARROWER(name) plain_##name
#define VECTOR Narrow
#define TARGET
#define BLOCK 4
#include "net/layer/gemm_kernel.def"
#if defined(__x86_64__)
#define KERNEL(name) middle_##name
#define NARROWER(name) narrow_##name
#define VECTOR Middle
#define TARGET __attribute__((target("avx2,fma")))
#define BLOCK 6
#include "net/layer/gemm_kernel.def"
#define KERNEL(name) wide_##name
#define NARROWER(name) middle_##name
#define VECTOR Wide
#define TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,fma")))
#define BLOCK 8
#include "net/layer/gemm_kernel.def"
#endif

// ---- choosing ------------------------------------------------------------------------------------

static bool runs_always(void) { return true; }
#if defined(__x86_64__)
static bool runs_wide(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
static bool runs_middle(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#endif

const GemmKernel gemm_kernels[] = {
#if defined(__x86_64__)
    {"AVX-512", runs_wide, wide_forward, wide_gradient, wide_exp},
    {"AVX2", runs_middle, middle_forward, middle_gradient, middle_exp},
#endif
    {"128 bits", runs_always, narrow_forward, narrow_gradient, narrow_exp},
    {0},
};

const GemmKernel *gemm_kernel(void) {
  const GemmKernel *kernel = gemm_kernels;
  while (!kernel->runs_here()) kernel++;
  return kernel;
}

void gemm_rows(GemmRows rows, int m, int n, const Real *w, Real *c, bool relu) {
  gemm_kernel()->forward(&rows, m, n, w, c, relu);
}

void gemm_rows_transposed(GemmRows rows, int m, int n, const Real *d, Real *w) {
  gemm_kernel()->gradient(&rows, m, n, d, w);
}

void gemm_exp(Real *x, int n, Real most) { gemm_kernel()->exp(x, n, most); }

void gemm_transpose(const Real *in, int k, int n, Real *out) {
  for (int i = 0; i < k; i++) {
    for (int j = 0; j < n; j++) out[(size_t)j * (size_t)k + (size_t)i] = in[(size_t)i * (size_t)n + (size_t)j];
  }
}
