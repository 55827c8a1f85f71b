// Products of matrices by every kernel this processor can run, against three plain loops.
#include "net/layer/gemm.h"
#include "base/mem.h"
#include "base/random.h"
#include "support/support.h"

#include <math.h>

typedef struct Case {
  int m, n, slots, width;
} Case;

// Rows, columns and inputs that fill the blocks of no kernel, and some that fill all.
static const Case cases[] = {{1, 1, 1, 1},    {3, 5, 1, 7},    {8, 16, 1, 8},  {7, 17, 2, 9},  {13, 33, 9, 8},
                             {24, 32, 9, 32}, {19, 96, 1, 40}, {50, 6, 1, 64}, {9, 64, 7, 16}, {31, 47, 3, 5}};

typedef struct Data {
  Real *x, *w, *c;
  int32_t *at;
  GemmRows rows;
} Data;

static Real *numbers(Random *random, size_t n) {
  Real *at = mem_alloc((n + 1) * sizeof *at);
  for (size_t i = 0; i < n; i++) at[i] = (Real)((int)random_below(random, 257) - 128) / 128;  // exact with 16 bits
  return at;
}

static void open_case(Data *d, const Case *k, bool table) {
  Random random = random_stream((uint64_t)k->m, (uint64_t)k->n);
  size_t slots = (size_t)(k->m * k->slots);
  d->x = numbers(&random, (size_t)(k->m * k->width));
  d->w = numbers(&random, (size_t)(k->slots * k->width * k->n));
  d->c = numbers(&random, (size_t)(k->m * k->n));
  d->at = mem_alloc((slots + 1) * sizeof *d->at);
  for (size_t i = 0; i < slots; i++) d->at[i] = (int32_t)random_below(&random, (uint32_t)k->m + 1) - 1;
  d->rows = (GemmRows){d->x, table ? d->at : NULL, k->slots, k->width, mem_alloc_zero((size_t)k->width * sizeof(Real))};
}

static void close_case(Data *d) {
  mem_free((void *)d->rows.zeros);
  mem_free(d->x);
  mem_free(d->w);
  mem_free(d->c);
  mem_free(d->at);
}

static double input(const Data *d, const Case *k, int i, int s, int j) {
  int32_t row = d->rows.at ? d->at[i * k->slots + s] : i;
  return row < 0 ? 0 : (double)d->x[row * k->width + j];
}

typedef void ForwardFn(const GemmRows *rows, int m, int n, const Real *w, Real *c, bool relu);

static void coarse_forward(const GemmRows *rows, int m, int n, const Real *w, Real *c, bool relu) {
  gemm_rows_coarse(*rows, m, n, w, c, relu);
}

static void check_forward(ForwardFn *forward, const Case *k, bool table, bool relu) {
  Data d;
  open_case(&d, k, table);
  Real *c = mem_alloc((size_t)(k->m * k->n) * sizeof *c);
  memcpy(c, d.c, (size_t)(k->m * k->n) * sizeof *c);
  forward(&d.rows, k->m, k->n, d.w, c, relu);
  for (int i = 0; i < k->m; i++) {
    for (int j = 0; j < k->n; j++) {
      double sum = (double)d.c[i * k->n + j];
      for (int s = 0; s < k->slots; s++) {
        for (int q = 0; q < k->width; q++) {
          sum += input(&d, k, i, s, q) * (double)d.w[(s * k->width + q) * k->n + j];
        }
      }
      if (relu && sum < 0) sum = 0;
      assert_true(fabs(sum - (double)c[i * k->n + j]) < 1e-4);
    }
  }
  mem_free(c);
  close_case(&d);
}

typedef void GradientFn(const GemmRows *rows, int m, int n, const Real *d, Real *w);

static void coarse_gradient(const GemmRows *rows, int m, int n, const Real *d, Real *w) {
  gemm_rows_transposed_coarse(*rows, m, n, d, w);
}

static void check_gradient(GradientFn *gradient, const Case *k, bool table) {
  Data d;
  open_case(&d, k, table);
  size_t size = (size_t)(k->slots * k->width * k->n);
  Real *w = mem_alloc((size + 1) * sizeof *w);
  memcpy(w, d.w, size * sizeof *w);
  gradient(&d.rows, k->m, k->n, d.c, w);
  for (int s = 0; s < k->slots; s++) {
    for (int q = 0; q < k->width; q++) {
      for (int j = 0; j < k->n; j++) {
        size_t at = (size_t)((s * k->width + q) * k->n + j);
        double sum = (double)d.w[at];
        for (int i = 0; i < k->m; i++) sum += input(&d, k, i, s, q) * (double)d.c[i * k->n + j];
        assert_true(fabs(sum - (double)w[at]) < 1e-4);
      }
    }
  }
  mem_free(w);
  close_case(&d);
}

static void products_agree(void **state) {
  int kernels = 0;
  for (const GemmKernel *kernel = gemm_kernels; kernel->name; kernel++) {
    if (!kernel->runs_here()) continue;
    kernels++;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
      bool plain = cases[i].slots == 1;
      check_forward(kernel->forward, &cases[i], true, false);
      check_forward(kernel->forward, &cases[i], !plain, true);
      check_gradient(kernel->gradient, &cases[i], true);
      check_gradient(kernel->gradient, &cases[i], !plain);
    }
  }
  assert_true(kernels > 0);
}

// Numbers that 16 bits hold have the same products; others are rounded.
static void coarse_products_agree(void **state) {
  static const Case more[] = {{16, 16, 1, 32}, {37, 32, 9, 32}, {5, 48, 7, 64}, {33, 96, 1, 32}, {1, 16, 2, 96}};
  if (!gemm_coarse_runs_here()) return;
  for (size_t i = 0; i < COUNT_OF(more); i++) {
    check_forward(coarse_forward, &more[i], true, false);
    check_forward(coarse_forward, &more[i], more[i].slots > 1, true);
    check_gradient(coarse_gradient, &more[i], true);
    check_gradient(coarse_gradient, &more[i], more[i].slots > 1);
  }
  for (size_t i = 0; i < COUNT_OF(cases); i++) check_forward(coarse_forward, &cases[i], true, true);
  Real x[32], w[32 * 16], c[16] = {0}, zeros[32] = {0};
  for (int i = 0; i < 32; i++) x[i] = (Real)1 / (Real)(3 + i);
  for (int i = 0; i < 32 * 16; i++) w[i] = (Real)1 / (Real)(7 + i % 16);
  gemm_rows_coarse((GemmRows){x, NULL, 1, 32, zeros}, 1, 16, w, c, false);
  for (int j = 0; j < 16; j++) {
    double sum = 0;
    for (int i = 0; i < 32; i++) sum += (double)x[i] / (7 + j);
    assert_true(fabs((double)c[j] - sum) < sum / 128);
  }
}

static void powers_agree(void **state) {
  enum { N = 1003 };
  for (const GemmKernel *kernel = gemm_kernels; kernel->name; kernel++) {
    if (!kernel->runs_here()) continue;
    Real x[N], most = (Real)2.5;
    for (int i = 0; i < N; i++) x[i] = most - (Real)(i * i) / 12000;
    kernel->exp(x, N, most);
    for (int i = 0; i < N; i++) {
      double expected = exp(-(double)(Real)(i * i) / 12000);
      assert_true(fabs((double)x[i] - expected) < 1e-6 * expected + 1e-12);
    }
    x[0] = -5000;
    kernel->exp(x, 16, 0);
    assert_true(x[0] >= 0 && x[0] < (Real)1e-30);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(products_agree), cmocka_unit_test(coarse_products_agree),
                                     cmocka_unit_test(powers_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
