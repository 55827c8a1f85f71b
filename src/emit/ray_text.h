// C text for slides along four rays at once, which the units of both kinds of rules have in common.
#ifndef EMIT_RAY_TEXT_H
#define EMIT_RAY_TEXT_H

// Needs u64. Of each word of four: the highest bit, and all bits above it, which are all where there is none.
static const char ray_text[] =
    "typedef u64 V4 __attribute__((vector_size(32)));\n"
    "static inline u64 all_of(V4 v) { return v[0] | v[1] | v[2] | v[3]; }\n"
    "#if defined(__AVX512CD__) && defined(__AVX512VL__) && !defined(__clang__)\n"
    "typedef long long Signed4 __attribute__((vector_size(32)));\n"
    "static inline V4 zeros_before(V4 b) { return (V4)__builtin_ia32_vplzcntq_256_mask((Signed4)b, (Signed4)b, 255); "
    "}\n"
    "static inline V4 top_of(V4 b) { return (V4)__builtin_ia32_psllv4di((Signed4){1, 1, 1, 1}, (Signed4)(63 - "
    "zeros_before(b))); }\n"
    "static inline V4 above(V4 b) { return (V4)__builtin_ia32_psllv4di(~(Signed4){0}, (Signed4)(64 - "
    "zeros_before(b))); }\n"
    "#else\n"
    "static inline V4 up_to_top(V4 b) {\n  V4 f = b | b >> 1;\n  f |= f >> 2;\n  f |= f >> 4;\n  f |= f >> 8;\n"
    "  f |= f >> 16;\n  return f | f >> 32;\n}\n"
    "static inline V4 top_of(V4 b) { const V4 f = up_to_top(b); return f & ~(f >> 1); }\n"
    "static inline V4 above(V4 b) { return ~up_to_top(b); }\n"
    "#endif\n";

#endif
