// Reading and printing features.
//
//   feature = "rel:" { place ":" } pattern
//   place   = ( "last_from" | "last_to" | "from" | "to" ) "=<" walk ">"
//   pattern = "pat=<" [ "refl=" ( "true" | "false" ) "," ] [ "rots=" ( "all" | "[" number { "," number } "]" ) "," ]
//             "els=[" [ element { "," element } ] "]" ">"
//   element = [ "!" ] kind [ number ] walk
//   walk    = "{" [ turn { "," turn } ] "}"
//   turn    = [ "-" ] ( number | number "/" number )
//
// Parts between colons may come in any order.
#include "feature/feature.h"

#include "base/vec.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const ElementRow element_rows[ELEMENT_KINDS] = {
#define ELEMENT(id, text, has_number, name, doc) {text, has_number, name, doc},
#include "feature/elements.def"
#undef ELEMENT
};

const char *const feature_place_names[FEATURE_PLACES] = {"last_from", "last_to", "from", "to"};

// ---- printing -----------------------------------------------------------------------------------

// The fraction with the smallest denominator up to 20 that no smaller one is as near as.
static void best_fraction(double value, int *numerator, int *denominator) {
  double best = INFINITY;
  for (int d = 1; d <= 20; d++) {
    double n = round(value * d), error = fabs(value - n / d);
    if (error + 1e-7 >= best) continue;
    best = error;
    *numerator = (int)n;
    *denominator = d;
  }
}

void turn_print(Text *out, float turn) {
  int numerator = 0, denominator = 1;
  best_fraction(fabsf(turn), &numerator, &denominator);
  if (turn < 0 && numerator) text_char(out, '-');
  text_printf(out, "%d", numerator);
  if (numerator && denominator > 1) text_printf(out, "/%d", denominator);
}

static void walk_print(Text *out, const TurnWalk *walk) {
  text_char(out, '{');
  for (int i = 0; i < walk->n; i++) {
    if (i) text_char(out, ',');
    turn_print(out, walk->turn[i]);
  }
  text_char(out, '}');
}

void element_print(Text *out, const FeatureElement *element) {
  const ElementRow *row = &element_rows[element->kind];
  if (element->negated) text_char(out, '!');
  text_puts(out, row->text);
  if (row->has_number) text_printf(out, "%d", element->number);
  walk_print(out, &element->walk);
}

// The shortest decimal number that reads back as the same.
static void float_print(Text *out, float value) {
  char digits[32];
  for (int precision = 1; precision <= 9; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
    if (strtof(digits, NULL) == value) break;
  }
  text_puts(out, digits);
  if (!strpbrk(digits, ".e")) text_puts(out, ".0");
}

static void pattern_print(Text *out, const Feature *f) {
  text_puts(out, "pat=<");
  if (f->no_reflection) text_puts(out, "refl=false,");
  if (f->some_rotations) {
    text_puts(out, "rots=[");
    for (int i = 0; i < f->n_rotations; i++) {
      if (i) text_char(out, ',');
      float_print(out, f->rotations[i]);
    }
    text_puts(out, "],");
  }
  text_puts(out, "els=[");
  for (int i = 0; i < f->n; i++) {
    if (i) text_puts(out, ", ");
    element_print(out, &f->elements[i]);
  }
  text_puts(out, "]>");
}

void feature_print(Text *out, const Feature *f) {
  text_puts(out, "rel:");
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (!f->has[place]) continue;
    text_printf(out, "%s=<", feature_place_names[place]);
    walk_print(out, &f->at[place]);
    text_puts(out, ">:");
  }
  pattern_print(out, f);
}

// ---- reading ------------------------------------------------------------------------------------

typedef struct Reader {
  Arena *arena;
  Str text;
  size_t at;
  FeatureError *error;
  bool failed;
} Reader;

static bool fail(Reader *r, const char *message, const char *hint) {
  if (r->failed) return false;
  r->failed = true;
  r->error->offset = r->at;
  snprintf(r->error->message, sizeof r->error->message, "%s", message);
  snprintf(r->error->hint, sizeof r->error->hint, "%s", hint ? hint : "");
  return false;
}

static void skip_blanks(Reader *r) {
  while (r->at < r->text.n && (r->text.p[r->at] == ' ' || r->text.p[r->at] == '\t')) r->at++;
}

static bool looks_at(const Reader *r, const char *word) {
  return str_starts((Str){r->text.p + r->at, r->text.n - r->at}, word);
}

static bool accept(Reader *r, const char *word) {
  skip_blanks(r);
  if (r->failed || !looks_at(r, word)) return false;
  r->at += strlen(word);
  return true;
}

static bool expect(Reader *r, const char *word) {
  if (accept(r, word)) return true;
  char message[60];
  snprintf(message, sizeof message, "expected '%s'", word);
  return fail(r, message, NULL);
}

// 0.25, 5e+01: a sign follows an e only.
static bool may_follow(char c, char last) {
  bool after_e = last == 'e' || last == 'E';
  return isdigit((unsigned char)c) || c == '.' || c == 'e' || c == 'E' || (after_e && (c == '+' || c == '-'));
}

static bool read_number(Reader *r, double *value) {
  char digits[32];
  size_t n = 0;
  skip_blanks(r);
  while (n + 1 < sizeof digits && r->at + n < r->text.n && may_follow(r->text.p[r->at + n], n ? digits[n - 1] : 0)) {
    digits[n] = r->text.p[r->at + n];
    n++;
  }
  digits[n] = 0;
  char *end = digits;
  *value = n ? strtod(digits, &end) : 0;
  if (end == digits) return fail(r, "expected a number", NULL);
  r->at += (size_t)(end - digits);
  return true;
}

static bool read_turn(Reader *r, float *turn) {
  double over = 0, under = 1;
  bool negative = accept(r, "-");
  if (!read_number(r, &over)) return false;
  if (accept(r, "/") && !read_number(r, &under)) return false;
  if (under == 0 || over > 1000 || over > 1000 * under)
    return fail(r, "this is not a fraction of a turn", "for example 1/4, -1/6 or 0");
  *turn = (float)(negative ? -over / under : over / under);
  return true;
}

static bool read_walk(Reader *r, TurnWalk *walk) {
  walk->n = 0;
  if (!accept(r, "{")) return fail(r, "expected a walk", "{} is the anchor, {0,1/4} a step north and one to the right");
  if (accept(r, "}")) return true;
  do {
    if (walk->n == WALK_STEPS_MAX) return fail(r, "this walk has too many steps", NULL);
    if (!read_turn(r, &walk->turn[walk->n])) return false;
    walk->n++;
  } while (accept(r, ","));
  return expect(r, "}");
}

// The kind with the longest text that fits; a digit after `I` and its like is its number.
static int kind_at(const Reader *r) {
  int best = -1;
  for (int k = 0; k < ELEMENT_KINDS; k++) {
    if (!looks_at(r, element_rows[k].text)) continue;
    if (best < 0 || strlen(element_rows[k].text) > strlen(element_rows[best].text)) best = k;
  }
  return best;
}

static bool read_element(Reader *r, FeatureElement *element) {
  double number = 0;
  *element = (FeatureElement){.negated = accept(r, "!")};
  skip_blanks(r);
  int kind = kind_at(r);
  if (kind < 0)
    return fail(r, "there is no such kind of element", "kinds: - f e # * 1 2 I pos N R LOSO LOSD h bf be bI ?");
  element->kind = (ElementKind)kind;
  r->at += strlen(element_rows[kind].text);
  if (element_rows[kind].has_number && !read_number(r, &number)) return false;
  if (number > 1e6) return fail(r, "this number is too large", NULL);
  element->number = (int32_t)number;
  return read_walk(r, &element->walk);
}

static bool read_elements(Reader *r, Feature *f) {
  FeatureElement elements[FEATURE_ELEMENTS_MAX];
  if (!expect(r, "els=[")) return false;
  if (!accept(r, "]")) {
    do {
      if (f->n == FEATURE_ELEMENTS_MAX) return fail(r, "this feature has too many elements", NULL);
      if (!read_element(r, &elements[f->n])) return false;
      f->n++;
    } while (accept(r, ","));
    if (!expect(r, "]")) return false;
  }
  f->elements = arena_copy(r->arena, elements, sizeof *elements * (size_t)f->n);
  return expect(r, ">");
}

static bool read_rotations(Reader *r, Feature *f) {
  float rotations[FEATURE_ROTATIONS_MAX];
  if (accept(r, "all")) return expect(r, ",");
  if (!expect(r, "[")) return false;
  f->some_rotations = true;
  do {
    if (f->n_rotations == FEATURE_ROTATIONS_MAX) return fail(r, "this feature has too many rotations", NULL);
    if (!read_turn(r, &rotations[f->n_rotations])) return false;
    f->n_rotations++;
  } while (accept(r, ","));
  f->rotations = arena_copy(r->arena, rotations, sizeof *rotations * (size_t)f->n_rotations);
  return expect(r, "]") && expect(r, ",");
}

static bool read_pattern(Reader *r, Feature *f) {
  if (accept(r, "refl=")) {
    f->no_reflection = accept(r, "false");
    if (!f->no_reflection && !expect(r, "true")) return false;
    if (!expect(r, ",")) return false;
  }
  if (accept(r, "rots=") && !read_rotations(r, f)) return false;
  return read_elements(r, f);
}

static bool read_place(Reader *r, Feature *f) {
  for (int place = 0; place < FEATURE_PLACES; place++) {
    char word[16];
    snprintf(word, sizeof word, "%s=<", feature_place_names[place]);
    if (!accept(r, word)) continue;
    if (f->has[place]) return fail(r, "this place is given twice", NULL);
    f->has[place] = true;
    return read_walk(r, &f->at[place]) && expect(r, ">");
  }
  return fail(r, "expected a place or a pattern", "places: from to last_from last_to; a pattern begins with pat=<");
}

bool feature_read(Arena *arena, Str text, Feature *feature, FeatureError *error) {
  Reader r = {.arena = arena, .text = text, .error = error};
  bool pattern = false;
  *feature = (Feature){0};
  if (accept(&r, "abs:")) return fail(&r, "features of absolute positions are not read", "rel:to=<{}>:pat=<els=[]>");
  if (!expect(&r, "rel:")) return false;
  do {
    if (!pattern && accept(&r, "pat=<")) pattern = read_pattern(&r, feature);
    else read_place(&r, feature);
  } while (!r.failed && accept(&r, ":"));
  skip_blanks(&r);
  if (!r.failed && r.at < text.n) return fail(&r, "something follows the feature", NULL);
  if (!r.failed && !pattern) return fail(&r, "the feature has no pattern", "pat=<els=[]> asks for nothing");
  if (!r.failed && !feature->has[PLACE_FROM] && !feature->has[PLACE_TO]) {
    return fail(&r, "the feature says neither where a move goes nor where it comes from", "for example to=<{}>");
  }
  return !r.failed;
}
