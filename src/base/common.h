// Shared small types: string slices, sizes, and the few compiler hints Senet uses.
#ifndef BASE_COMMON_H
#define BASE_COMMON_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A borrowed run of bytes; not terminated.
typedef struct Str {
  const char *p;
  size_t n;
} Str;

#define STR(literal) ((Str){(literal), sizeof(literal) - 1})
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#if defined(__GNUC__)
// Each argument is evaluated once: it may draw by chance, or take long.
#define MIN(a, b) CHOOSE(<, a, b, __COUNTER__)
#define MAX(a, b) CHOOSE(>, a, b, __COUNTER__)
#define CHOOSE(better, a, b, number) CHOOSE_AS(better, a, b, number)
#define CHOOSE_AS(better, a, b, number)                                \
  (__extension__({                                                     \
    __typeof__(1 ? (a) : (b)) left##number = (a), right##number = (b); \
    left##number better right##number ? left##number : right##number;  \
  }))
#define NORETURN __attribute__((noreturn))
#define PRINTF_LIKE(text, args) __attribute__((format(printf, text, args)))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define NEVER_INLINE __attribute__((noinline))
#else
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define NORETURN
#define PRINTF_LIKE(text, args)
#define UNLIKELY(x) (x)
#define LIKELY(x) (x)
#define NEVER_INLINE
#endif

static inline Str str_of(const char *text) { return (Str){text, text ? strlen(text) : 0}; }

static inline bool str_eq(Str a, Str b) { return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0); }

static inline bool str_is(Str a, const char *text) { return str_eq(a, str_of(text)); }

static inline bool str_starts(Str a, const char *prefix) {
  size_t n = strlen(prefix);
  return a.n >= n && memcmp(a.p, prefix, n) == 0;
}

static inline bool str_ends(Str a, const char *suffix) {
  size_t n = strlen(suffix);
  return a.n >= n && memcmp(a.p + a.n - n, suffix, n) == 0;
}

#endif
