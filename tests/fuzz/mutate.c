// The mutator: a text is taken apart into words, numbers, strings and signs; a part is one of these, or everything from
// a bracket to the one that closes it. It knows the ludemes and words of `.lud` and the words of `.rbg`.
#include "mutate.h"

#include "base/vec.h"
#include "generate.h"
#include "lud/resolve/families.h"

#include <ctype.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t room, unsigned seed);

enum { NEW_GAMES = 8 };  // one of so many inputs is a new game

typedef struct Token {
  size_t at, n;
} Token;

typedef struct Tokens {
  Str text;
  VEC(Token) list;
} Tokens;

static const char *const numbers[] = {
    "-1",         "0",          "1",          "2",   "3",   "7",      "31",          "32",         "63",
    "64",         "127",        "128",        "255", "256", "32767",  "32768",       "65535",      "65536",
    "1000000000", "2147483647", "2147483648", "-2",  "-3",  "-32768", "-2147483648", "4294967296", "4294967297",
    "0.5",        "1e9",        "99",         "16",  "17",  "100000", "-1000000000", "6"};

static const char *const rbg_words[] = {
    "#players", "#pieces", "#variables", "#board",  "#rules", "#goals", "rectangle(", "hexagon(",   "up",
    "down",     "left",    "right",      "{$",      "->",     "->>",    "[",          "]",          "?",
    "!",        "*",       "+",          "(",       ")",      "{",      "}",          "[$ x = 1]",  "[+ x]",
    "~",        "[e]",     "{w, b}",     "cuboid(", "->*",    "[p]",    ",",          "(2,1,(e,e))"};

// ---- reading -------------------------------------------------------------------------------------

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == ':' || c == '#' || c == '.'; }

static size_t token_length(Str rest) {
  size_t n = 1;
  if (rest.p[0] == '"') {
    while (n < rest.n && rest.p[n] != '"') n++;
    return n < rest.n ? n + 1 : n;
  }
  if (rest.p[0] != '-' && !in_word(rest.p[0])) return 1;
  while (n < rest.n && in_word(rest.p[n])) n++;
  return n;
}

static Tokens tokens_of(Str text) {
  Tokens tokens = {.text = text};
  for (size_t at = 0; at < text.n;) {
    if (isspace((unsigned char)text.p[at])) {
      at++;
      continue;
    }
    size_t n = token_length((Str){text.p + at, text.n - at});
    VEC_PUSH(&tokens.list, (Token){at, n});
    at += n;
  }
  return tokens;
}

static char sign_of(const Tokens *tokens, size_t i) { return tokens->text.p[tokens->list.at[i].at]; }

static int depth_change(char c) {
  if (c == '(' || c == '{' || c == '[') return 1;
  return c == ')' || c == '}' || c == ']' ? -1 : 0;
}

// The part that begins with token i, as bytes.
static Str part_at(const Tokens *tokens, size_t i) {
  size_t end = i;
  int depth = depth_change(sign_of(tokens, i));
  while (depth > 0 && end + 1 < tokens->list.n) depth += depth_change(sign_of(tokens, ++end));
  const Token *first = &tokens->list.at[i], *last = &tokens->list.at[end];
  return (Str){tokens->text.p + first->at, last->at + last->n - first->at};
}

static bool is_number(const Tokens *tokens, size_t i) {
  const Token *token = &tokens->list.at[i];
  char first = sign_of(tokens, i), second = token->n > 1 ? tokens->text.p[token->at + 1] : ' ';
  return isdigit((unsigned char)first) || (first == '-' && isdigit((unsigned char)second));
}

static bool is_word(const Tokens *tokens, size_t i) { return isalpha((unsigned char)sign_of(tokens, i)); }

// A token of a kind, or any when the text has none; the text has tokens.
static size_t pick(const Tokens *tokens, Random *random, bool (*wanted)(const Tokens *tokens, size_t i)) {
  uint32_t n = (uint32_t)tokens->list.n, begin = random_below(random, n);
  for (uint32_t i = 0; wanted && i < n; i++) {
    if (wanted(tokens, (begin + i) % n)) return (begin + i) % n;
  }
  return begin;
}

// ---- words ---------------------------------------------------------------------------------------

static const LudFamily *const families[] = {
#define FAMILY(name) &fam_##name,
#include "lud/resolve/families.def"
#undef FAMILY
};

static const char *random_head(Random *random) {
  const LudFamily *family = families[random_below(random, COUNT_OF(families))];
  return family->rows[random_below(random, (uint32_t)family->n)].name;
}

// A word of a signature: mostly the words that choose among the forms of a ludeme.
static Str random_keyword(Random *random) {
  const LudFamily *family = families[random_below(random, COUNT_OF(families))];
  const char *signature = family->rows[random_below(random, (uint32_t)family->n)].signature;
  size_t n = strcspn(signature, " [({|");
  return n ? (Str){signature, n} : STR("Each");
}

static void add_new_word(Text *out, Random *random) {
  switch (random_below(random, 4)) {
    case 0: text_puts(out, random_head(random)); break;
    case 1: text_add(out, random_keyword(random)); break;
    case 2: text_puts(out, rbg_words[random_below(random, COUNT_OF(rbg_words))]); break;
    default: text_puts(out, numbers[random_below(random, COUNT_OF(numbers))]); break;
  }
}

// ---- changes -------------------------------------------------------------------------------------

// The text with a stretch replaced.
static void splice(Text *out, Str text, Str old, Str new) {
  size_t at = (size_t)(old.p - text.p);
  text_add(out, (Str){text.p, at});
  text_add(out, new);
  text_add(out, (Str){old.p + old.n, text.n - at - old.n});
}

static void change_number(Text *out, const Tokens *tokens, Random *random) {
  Str old = part_at(tokens, pick(tokens, random, is_number));
  splice(out, tokens->text, old, str_of(numbers[random_below(random, COUNT_OF(numbers))]));
}

static void change_word(Text *out, const Tokens *tokens, Random *random) {
  Text word = {0};
  add_new_word(&word, random);
  splice(out, tokens->text, part_at(tokens, pick(tokens, random, is_word)), text_str(&word));
  text_free(&word);
}

static void drop_part(Text *out, const Tokens *tokens, Random *random) {
  splice(out, tokens->text, part_at(tokens, pick(tokens, random, NULL)), STR(""));
}

static void repeat_part(Text *out, const Tokens *tokens, Random *random) {
  Str part = part_at(tokens, pick(tokens, random, NULL));
  Text twice = {0};
  text_add(&twice, part);
  text_char(&twice, ' ');
  text_add(&twice, part);
  splice(out, tokens->text, part, text_str(&twice));
  text_free(&twice);
}

static void copy_part(Text *out, const Tokens *tokens, Random *random) {
  Str from = part_at(tokens, pick(tokens, random, NULL)), to = part_at(tokens, pick(tokens, random, NULL));
  splice(out, tokens->text, to, from);
}

static void swap_parts(Text *out, const Tokens *tokens, Random *random) {
  Str a = part_at(tokens, pick(tokens, random, NULL)), b = part_at(tokens, pick(tokens, random, NULL));
  if (b.p < a.p) {
    Str first = b;
    b = a;
    a = first;
  }
  if (a.p + a.n > b.p) {
    text_add(out, tokens->text);
    return;
  }
  const char *end = tokens->text.p + tokens->text.n;
  text_add(out, (Str){tokens->text.p, (size_t)(a.p - tokens->text.p)});
  text_add(out, b);
  text_add(out, (Str){a.p + a.n, (size_t)(b.p - a.p) - a.n});
  text_add(out, a);
  text_add(out, (Str){b.p + b.n, (size_t)(end - b.p) - b.n});
}

// A part becomes the argument of a ludeme.
static void wrap_part(Text *out, const Tokens *tokens, Random *random) {
  Str part = part_at(tokens, pick(tokens, random, NULL)), word = random_keyword(random);
  Text call = {0};
  text_printf(&call, "(%s ", random_head(random));
  if (random_below(random, 2)) text_add(&call, word);
  text_char(&call, ' ');
  text_add(&call, part);
  text_char(&call, ')');
  splice(out, tokens->text, part, text_str(&call));
  text_free(&call);
}

static void add_argument(Text *out, const Tokens *tokens, Random *random) {
  Str part = part_at(tokens, pick(tokens, random, NULL));
  Text more = {0};
  text_add(&more, part);
  text_char(&more, ' ');
  add_new_word(&more, random);
  splice(out, tokens->text, part, text_str(&more));
  text_free(&more);
}

// ---- changes that keep types -----------------------------------------------------------------------

static bool is_rbg(Str text) {
  static const char sign[] = "#rules";
  for (size_t i = 0; i + sizeof sign <= text.n; i++) {
    if (!memcmp(text.p + i, sign, sizeof sign - 1)) return true;
  }
  return false;
}

static Str token_text(const Tokens *tokens, size_t i) {
  return (Str){tokens->text.p + tokens->list.at[i].at, tokens->list.at[i].n};
}

static bool is_ludeme(const Tokens *tokens, size_t i) {
  return sign_of(tokens, i) == '(' && i + 1 < tokens->list.n &&
         lud_registry_head(generate_registry(), token_text(tokens, i + 1));
}

static bool is_value(const Tokens *tokens, size_t i) {
  return is_ludeme(tokens, i) || (is_word(tokens, i) && lud_registry_word(generate_registry(), token_text(tokens, i)));
}

static int type_at(const Tokens *tokens, size_t i, Random *random) {
  if (is_number(tokens, i)) return lud_registry_type(generate_registry(), STR("int"));
  return generate_type_of(random, token_text(tokens, is_ludeme(tokens, i) ? i + 1 : i));
}

// The texts in quotes of a `.lud`, or the words of an `.rbg`.
static Names names_of(const Tokens *tokens, Str *list, size_t room) {
  Names names = {.list = list};
  bool rbg = is_rbg(tokens->text);
  for (size_t i = 0; i < tokens->list.n && names.n < room; i++) {
    if (rbg ? is_word(tokens, i) : sign_of(tokens, i) == '"') list[names.n++] = token_text(tokens, i);
  }
  return names;
}

enum { NAMES_MOST = 200 };

static void new_value(Text *out, const Tokens *tokens, Random *random) {
  Str list[NAMES_MOST];
  Names names = names_of(tokens, list, NAMES_MOST);
  size_t at = pick(tokens, random, is_value);
  int type = type_at(tokens, at, random);
  Text value = {0};
  if (type >= 0) generate_value(&value, random, type, names);
  splice(out, tokens->text, part_at(tokens, at), text_str(&value));
  text_free(&value);
}

static void new_rule(Text *out, const Tokens *tokens, Random *random) {
  Str list[NAMES_MOST];
  Names names = names_of(tokens, list, NAMES_MOST);
  Text rule = {0};
  generate_rule(&rule, random, names);
  splice(out, tokens->text, part_at(tokens, pick(tokens, random, is_word)), text_str(&rule));
  text_free(&rule);
}

static void new_part(Text *out, const Tokens *tokens, Random *random) {
  if (is_rbg(tokens->text)) new_rule(out, tokens, random);
  else new_value(out, tokens, random);
}

// A ludeme in the place of another that makes a value of the same type.
static void exchange_value(Text *out, const Tokens *tokens, Random *random) {
  enum { TRIES = 20 };
  size_t to = pick(tokens, random, is_value);
  int type = type_at(tokens, to, random);
  for (int i = 0; i < TRIES && type >= 0; i++) {
    size_t from = pick(tokens, random, is_ludeme);
    int other = type_at(tokens, from, random);
    if (from == to || other < 0 || !lud_type_fits(generate_registry(), (uint32_t)other, (uint32_t)type)) continue;
    splice(out, tokens->text, part_at(tokens, to), part_at(tokens, from));
    return;
  }
  text_add(out, tokens->text);
}

typedef void Change(Text *out, const Tokens *tokens, Random *random);
static Change *const changes[] = {change_number, change_number, change_word,  drop_part,   repeat_part,
                                  copy_part,     copy_part,     swap_parts,   wrap_part,   add_argument,
                                  change_number, change_word,   add_argument, repeat_part, drop_part,
                                  new_part,      new_part,      new_part,     new_part,    new_part,
                                  new_part,      new_part,      new_part,     new_part,    new_part,
                                  exchange_value, exchange_value, exchange_value, exchange_value, exchange_value};

static size_t put_back(uint8_t *data, size_t room, const Text *text) {
  size_t n = MIN(text->n, room);
  memcpy(data, text_str(text).p, n);
  return n;
}

static size_t new_game(uint8_t *data, size_t size, size_t room, Random *random) {
  Text game = {0};
  if (is_rbg((Str){(const char *)data, size})) generate_rbg(&game, random);
  else generate_game(&game, random);
  size = put_back(data, room, &game);
  text_free(&game);
  return size;
}

size_t mutate_text(uint8_t *data, size_t size, size_t room, unsigned seed) {
  Random random = random_stream(seed, size);
  if (random_below(&random, NEW_GAMES) == 0) return new_game(data, size, room, &random);
  for (uint32_t times = 1 + random_below(&random, 4); times > 0; times--) {
    Tokens tokens = tokens_of((Str){(const char *)data, size});
    Text out = {0};
    if (tokens.list.n) changes[random_below(&random, COUNT_OF(changes))](&out, &tokens, &random);
    if (out.n) size = put_back(data, room, &out);
    text_free(&out);
    VEC_FREE(&tokens.list);
  }
  return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
  return seed % 16 == 0 || size < 4 ? LLVMFuzzerMutate(data, size, room) : mutate_text(data, size, room, seed / 16);
}

// A part of one text in the place of a part of the other.
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t room, unsigned seed) {
  Random random = random_stream(seed, a_size);
  Tokens one = tokens_of((Str){(const char *)a, a_size}), two = tokens_of((Str){(const char *)b, b_size});
  Text text = {0};
  if (one.list.n && two.list.n) {
    splice(&text, one.text, part_at(&one, pick(&one, &random, NULL)), part_at(&two, pick(&two, &random, NULL)));
  }
  size_t n = put_back(out, room, &text);
  text_free(&text);
  VEC_FREE(&one.list);
  VEC_FREE(&two.list);
  return n;
}
