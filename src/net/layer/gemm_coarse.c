// Products with factors of 16 bits (bfloat16) and sums of 32 bits, by the matrix unit that newer processors have (AMX):
// several times as fast as with 32 bits, and exact enough to play and to learn by.
#include "net/layer/gemm.h"

#include "base/mem.h"

#if defined(__x86_64__) && defined(__linux__) && !defined(NET_DOUBLE)
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TARGET __attribute__((target("amx-tile,amx-bf16,avx512f,avx512bw,avx512vl,avx512bf16")))

// A tile has 16 rows: of 32 factors of the left matrix, of 16 pairs of factors of the right one (two rows of it), or of
// 16 sums.
enum { ROWS = 16, INNER = 32, COLUMNS = 16, TILE = 1024 };
enum { REQUEST_PERMISSION = 0x1023, MATRIX_STATE = 18 };  // arch_prctl: ARCH_REQ_XCOMP_PERM, XFEATURE_XTILE_DATA

static bool has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d >> 22 & 1) || !(d >> 24 & 1)) return false;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) && a >> 5 & 1 && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl");
}

bool gemm_coarse_runs_here(void) {
  return has_instructions() && syscall(SYS_arch_prctl, REQUEST_PERMISSION, MATRIX_STATE) == 0;
}

// ---- tiles ---------------------------------------------------------------------------------------

typedef struct TileShapes {
  uint8_t palette, start, unused[14];
  uint16_t bytes[16];  // of a row
  uint8_t rows[16];
} TileShapes;

TARGET static void open_tiles(void) {
  TileShapes shapes = {.palette = 1};
  for (int i = 0; i < 8; i++) {
    shapes.bytes[i] = 64;
    shapes.rows[i] = ROWS;
  }
  _tile_loadconfig(&shapes);
}

// Two vectors of 16 numbers as pairs, one of each.
TARGET static inline __m512i pairs_of(const Real *low, const Real *high) {
  __m512i first = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(_mm512_loadu_ps(low)));
  __m512i second = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(_mm512_loadu_ps(high)));
  return _mm512_or_si512(first, _mm512_slli_epi32(second, 16));
}

// w[k][n] as tiles, those of the same columns one after another.
TARGET static void pack_right(const Real *w, int k, int n, unsigned char *out) {
  for (int j = 0; j < n; j += COLUMNS) {
    for (int i = 0; i < k; i += 2, out += 64) {
      const Real *low = w + (size_t)i * (size_t)n + j, *high = low + n;
      _mm512_store_si512((void *)out, pairs_of(low, high));
    }
  }
}

static const Real *left_row(const GemmRows *rows, int m, int i, int slot) {
  if (i >= m) return rows->zeros;
  if (!rows->at) return rows->x + (size_t)i * (size_t)rows->width;
  int32_t at = rows->at[(size_t)i * (size_t)rows->slots + (size_t)slot];
  return at < 0 ? rows->zeros : rows->x + (size_t)at * (size_t)rows->width;
}

// The rows from i on as tiles; those beyond m are zero.
TARGET static void pack_left(const GemmRows *rows, int m, int i, unsigned char *out) {
  for (int s = 0; s < rows->slots; s++) {
    for (int r = 0; r < ROWS; r++) {
      const Real *x = left_row(rows, m, i + r, s);
      for (int k = 0; k < rows->width; k += INNER) {
        __m512bh pairs = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(x + k + 16), _mm512_loadu_ps(x + k));
        _mm512_store_si512((void *)(out + (size_t)(k / INNER) * TILE + (size_t)r * 64), (__m512i)pairs);
      }
    }
    out += (size_t)(rows->width / INNER) * TILE;
  }
}

// 16 rows of sums, `stride` numbers apart, by all columns.
TARGET static void multiply(const unsigned char *left, int inner, const unsigned char *right, int n, Real *c,
                            int stride) {
  size_t bytes = (size_t)stride * sizeof *c, column = (size_t)inner * TILE;
  int j = 0;
  for (; j + 2 * COLUMNS <= n; j += 2 * COLUMNS, right += 2 * column) {
    _tile_loadd(0, c + j, bytes);
    _tile_loadd(1, c + j + COLUMNS, bytes);
    for (size_t k = 0; k < column; k += TILE) {
      _tile_loadd(2, left + k, 64);
      _tile_loadd(3, right + k, 64);
      _tile_loadd(4, right + column + k, 64);
      _tile_dpbf16ps(0, 2, 3);
      _tile_dpbf16ps(1, 2, 4);
    }
    _tile_stored(0, c + j, bytes);
    _tile_stored(1, c + j + COLUMNS, bytes);
  }
  if (j == n) return;
  _tile_loadd(0, c + j, bytes);
  for (size_t k = 0; k < column; k += TILE) {
    _tile_loadd(2, left + k, 64);
    _tile_loadd(3, right + k, 64);
    _tile_dpbf16ps(0, 2, 3);
  }
  _tile_stored(0, c + j, bytes);
}

static void cut_off(Real *c, size_t n) {
  for (size_t i = 0; i < n; i++) c[i] = c[i] > 0 ? c[i] : 0;
}

static void multiply_all(const GemmRows *rows, int m, int n, const unsigned char *right, unsigned char *left, Real *c,
                         bool relu) {
  int inner = rows->slots * rows->width / INNER, i = 0;
  for (; i < m; i += ROWS) {
    int count = MIN(ROWS, m - i);
    Real *to = c + (size_t)i * (size_t)n, *sums = to;
    size_t size = (size_t)count * (size_t)n;
    pack_left(rows, m, i, left);
    if (count < ROWS) {  // behind the left tiles there is room for the sums of all 16 rows
      sums = (Real *)(void *)(left + (size_t)inner * TILE);
      memset(sums, 0, (size_t)ROWS * (size_t)n * sizeof *sums);
      memcpy(sums, to, size * sizeof *sums);
    }
    multiply(left, inner, right, n, sums, n);
    if (relu) cut_off(sums, size);
    if (sums != to) memcpy(to, sums, size * sizeof *sums);
  }
}

static bool is_suited(const GemmRows *rows, int n) { return rows->width % INNER == 0 && n % COLUMNS == 0 && n > 0; }

TARGET void gemm_rows_coarse(GemmRows rows, int m, int n, const Real *w, Real *c, bool relu) {
  if (!is_suited(&rows, n)) {
    gemm_rows(rows, m, n, w, c, relu);
    return;
  }
  int k = rows.slots * rows.width;
  size_t right = (size_t)k * (size_t)n * 2, left = (size_t)k * ROWS * 2, sums = (size_t)n * ROWS * sizeof(Real);
  unsigned char *memory = mem_alloc_lines(right + left + sums);
  open_tiles();
  pack_right(w, k, n, memory);
  multiply_all(&rows, m, n, memory, memory + right, c, relu);
  _tile_release();
  mem_free(memory);
}

// ---- gradients -----------------------------------------------------------------------------------

// 16 columns of 32 rows of d, from i and j on, as a tile with a row for each column.
TARGET static void turn_tile(const GemmRows *d, int m, int i, int j, unsigned char *out) {
  uint32_t pairs[ROWS][COLUMNS] __attribute__((aligned(64)));
  for (int p = 0; p < ROWS; p++) {
    const Real *low = left_row(d, m, i + 2 * p, 0) + j, *high = left_row(d, m, i + 2 * p + 1, 0) + j;
    _mm512_store_si512((void *)pairs[p], pairs_of(low, high));
  }
  uint32_t *to = (uint32_t *)(void *)out;
  for (int column = 0; column < COLUMNS; column++) {
    for (int p = 0; p < ROWS; p++) to[column * ROWS + p] = pairs[p][column];
  }
}

// Inputs k to k + 15 of a slot, of 32 rows from i on.
TARGET static void pack_inputs(const GemmRows *rows, int m, int i, int slot, int k, unsigned char *out) {
  for (int p = 0; p < ROWS; p++, out += 64) {
    const Real *low = left_row(rows, m, i + 2 * p, slot) + k, *high = left_row(rows, m, i + 2 * p + 1, slot) + k;
    _mm512_store_si512((void *)out, pairs_of(low, high));
  }
}

// Adds a tile of sums, a row for each column of w.
TARGET static void add_sums(const Real *sums, int n, Real *w) {
  for (int k = 0; k < ROWS; k++) {
    for (int j = 0; j < COLUMNS; j++) w[(size_t)k * (size_t)n + (size_t)j] += sums[j * ROWS + k];
  }
}

// The gradient of 16 inputs of a slot by the columns of two tiles, or of one. turned: the tiles of d, those of the same
// columns one after another.
TARGET static void add_inputs(const GemmRows *rows, int m, int slot, int k, int tiles, const unsigned char *turned,
                              int n, Real *w) {
  Real sums[2][ROWS * COLUMNS] __attribute__((aligned(64)));
  unsigned char inputs[TILE] __attribute__((aligned(64)));
  size_t column = (size_t)((m + INNER - 1) / INNER) * TILE;
  _tile_zero(0);
  _tile_zero(1);
  for (size_t at = 0; at < column; at += TILE) {
    pack_inputs(rows, m, (int)(at / TILE) * INNER, slot, k, inputs);
    _tile_loadd(2, inputs, 64);
    _tile_loadd(3, turned + at, 64);
    _tile_dpbf16ps(0, 3, 2);
    if (tiles < 2) continue;
    _tile_loadd(4, turned + column + at, 64);
    _tile_dpbf16ps(1, 4, 2);
  }
  _tile_stored(0, sums[0], 64);
  _tile_stored(1, sums[1], 64);
  for (int i = 0; i < tiles; i++) add_sums(sums[i], n, w + i * COLUMNS);
}

TARGET void gemm_rows_transposed_coarse(GemmRows rows, int m, int n, const Real *d, Real *w) {
  if (!is_suited(&rows, n)) {
    gemm_rows_transposed(rows, m, n, d, w);
    return;
  }
  size_t blocks = (size_t)((m + INNER - 1) / INNER);
  // One row of zeros more, for what lies beyond the last row of d.
  unsigned char *turned = mem_alloc_lines((size_t)(n / COLUMNS) * blocks * TILE + (size_t)n * sizeof *d);
  Real *zeros = (Real *)(void *)(turned + (size_t)(n / COLUMNS) * blocks * TILE);
  memset(zeros, 0, (size_t)n * sizeof *zeros);
  GemmRows right = {d, NULL, 1, n, zeros};
  unsigned char *to = turned;
  for (int j = 0; j < n; j += COLUMNS) {
    for (int i = 0; i < m; i += INNER, to += TILE) turn_tile(&right, m, i, j, to);
  }
  open_tiles();
  for (int s = 0; s < rows.slots; s++) {
    for (int k = 0; k < rows.width; k += ROWS) {
      Real *out = w + (size_t)(s * rows.width + k) * (size_t)n;
      for (int j = 0; j < n; j += 2 * COLUMNS) {
        add_inputs(&rows, m, s, k, MIN((n - j) / COLUMNS, 2), turned + (size_t)(j / COLUMNS) * blocks * TILE, n,
                   out + j);
      }
    }
  }
  _tile_release();
  mem_free(turned);
}

#else

bool gemm_coarse_runs_here(void) { return false; }

void gemm_rows_transposed_coarse(GemmRows rows, int m, int n, const Real *d, Real *w) {
  gemm_rows_transposed(rows, m, n, d, w);
}

void gemm_rows_coarse(GemmRows rows, int m, int n, const Real *w, Real *c, bool relu) {
  gemm_rows(rows, m, n, w, c, relu);
}

#endif
