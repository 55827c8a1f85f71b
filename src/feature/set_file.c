// Feature sets as text, to be read and edited by people:
//
//   file    = { line }
//   line    = [ command | feature ] [ "#" comment ]      (a comment is not begun by the # of an element)
//   command = "game" name | "player" ( "all" | number )
//   feature = [ weight ] ( aspatial name | feature text )
//
// Features after a `player` line have weights for that player only; before the first one, for all players. A feature
// may be listed for several players; without a weight it has 0.
#include "feature/set.h"

#include "base/map.h"
#include "base/mem.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

typedef struct Entry {
  Feature feature;
  const char *text;
  float weights[GAME_PLAYERS_MAX + 2];
} Entry;

typedef struct Reader {
  Arena arena;
  const Source *source;
  Diags *diags;
  int players;
  Player player;     // 0: all
  size_t line, end;  // offsets of the line under way
  const char *game;
  bool weighted;
  VEC(Entry) entries;
  Map known;  // text -> number + 1
  float aspatial[GAME_PLAYERS_MAX + 2][ASPATIALS];
  bool good;
} Reader;

// ---- reading ------------------------------------------------------------------------------------

static void complain(Reader *r, size_t offset, const char *message, const char *hint) {
  diag_error(r->diags, (SrcLoc){.source = r->source, .offset = (uint32_t)offset, .length = 1}, "%s", message);
  if (hint && *hint) diag_hint(r->diags, "%s", hint);
  r->good = false;
}

static Str word_at(const Reader *r, size_t *at) {
  const char *p = r->source->text.p;
  while (*at < r->end && isspace((unsigned char)p[*at])) (*at)++;
  size_t first = *at;
  while (*at < r->end && !isspace((unsigned char)p[*at])) (*at)++;
  return (Str){p + first, *at - first};
}

static Str rest_at(const Reader *r, size_t at) {
  const char *p = r->source->text.p;
  size_t end = r->end;
  while (at < end && isspace((unsigned char)p[at])) at++;
  while (end > at && isspace((unsigned char)p[end - 1])) end--;
  return (Str){p + at, end - at};
}

static void read_player(Reader *r, size_t at) {
  Str word = word_at(r, &at);
  char digits[8] = {0};
  memcpy(digits, word.p, MIN(word.n, sizeof digits - 1));
  char *end;
  long player = strtol(digits, &end, 10);
  if (str_is(word, "all")) r->player = 0;
  else if (word.n && !*end && player >= 1 && player <= r->players) r->player = (Player)player;
  else complain(r, at - word.n, "this is not a player of the game", "player all, or player 1");
}

static void give_weight(const Reader *r, float *weights, size_t step, float weight) {
  for (Player p = 1; p <= r->players; p++) {
    if (!r->player || r->player == p) weights[(size_t)p * step] = weight;
  }
}

static bool read_aspatial(Reader *r, Str name, float weight) {
  for (int i = 0; i < ASPATIALS; i++) {
    if (!str_is(name, aspatial_names[i])) continue;
    give_weight(r, &r->aspatial[0][i], ASPATIALS, weight);
    return true;
  }
  return false;
}

static void add_feature(Reader *r, Str text, float weight) {
  Entry entry = {0};
  FeatureError error;
  if (!feature_read(&r->arena, text, &entry.feature, &error)) {
    complain(r, (size_t)(text.p - r->source->text.p) + error.offset, error.message, error.hint);
    return;
  }
  Text printed = {0};
  feature_print(&printed, &entry.feature);
  size_t known = (size_t)(uintptr_t)map_get(&r->known, text_str(&printed));
  if (!known && r->entries.n < FEATURES_MAX) {
    Str kept = arena_str(&r->arena, text_str(&printed));
    entry.text = kept.p;
    VEC_PUSH(&r->entries, entry);
    known = r->entries.n;
    map_put(&r->known, kept, (void *)(uintptr_t)known);
  }
  if (known) give_weight(r, r->entries.at[known - 1].weights, 1, weight);
  else complain(r, (size_t)(text.p - r->source->text.p), "a set has at most 60000 features", NULL);
  text_free(&printed);
}

// A number before a feature. False when the word is something else.
static bool read_weight(Reader *r, Str word, float *weight) {
  char digits[40] = {0};
  if (!word.n || word.n >= sizeof digits || !strchr("+-.0123456789", *word.p)) return false;
  memcpy(digits, word.p, word.n);
  char *end;
  float value = strtof(digits, &end);
  if (*end || !isfinite(value)) {
    complain(r, (size_t)(word.p - r->source->text.p), "this is not a weight", "for example -0.25");
    return false;
  }
  *weight = value;
  r->weighted = true;
  return true;
}

static void read_entry(Reader *r, size_t at) {
  float weight = 0;
  size_t after = at;
  Str first = word_at(r, &after);
  size_t errors = r->diags->total;
  if (read_weight(r, first, &weight)) at = after;
  Str text = rest_at(r, at);
  if (r->diags->total > errors || read_aspatial(r, text, weight)) return;
  if (str_starts(text, "rel:") || str_starts(text, "abs:")) {
    add_feature(r, text, weight);
    return;
  }
  static const char *const words[] = {"game", "player", "Intercept", "PassMove", "SwapMove"};
  const char *near = nearest_name(text, words, COUNT_OF(words));
  complain(r, (size_t)(text.p - r->source->text.p),
           text.n ? "expected a feature" : "expected a feature after the weight",
           near ? near : "a feature begins with rel:");
}

static void read_line(Reader *r) {
  size_t at = r->line;
  Str first = word_at(r, &at);
  if (!first.n || *first.p == '#') return;
  if (str_is(first, "game")) r->game = arena_text(&r->arena, rest_at(r, at));
  else if (str_is(first, "player")) read_player(r, at);
  else read_entry(r, r->line);
}

// A comment at the end of a line follows two blanks.
static size_t end_of(Str text, size_t from) {
  size_t end = from;
  while (end < text.n && text.p[end] != '\n') end++;
  for (size_t i = from; i + 3 <= end; i++) {
    if (text.p[i] == ' ' && text.p[i + 1] == ' ' && text.p[i + 2] == '#') return i;
  }
  return end;
}

// Texts end at a zero byte wherever they are kept: one in a file is damage.
static bool is_text(Reader *r) {
  Str text = r->source->text;
  const char *zero = text.n ? memchr(text.p, '\0', text.n) : NULL;
  if (zero) complain(r, (size_t)(zero - text.p), "a zero byte: this is not a text file", NULL);
  return !zero;
}

static void make_set(Reader *r, FeatureSet **out) {
  FeatureSet *set = mem_alloc_zero(sizeof *set);
  int n = (int)r->entries.n;
  Feature *at = ARENA_ARRAY(&set->arena, Feature, n + 1);
  set->texts = ARENA_ARRAY(&set->arena, const char *, n + 1);
  set->weights = ARENA_ARRAY(&set->arena, float, (r->players + 2) * n + 1);
  set->aspatial = ARENA_ARRAY(&set->arena, float, (r->players + 2) * ASPATIALS);
  set->players = r->players;
  set->n = n;
  set->weighted = r->weighted;
  if (r->game) set->game = arena_text(&set->arena, str_of(r->game));
  for (int i = 0; i < n; i++) {
    FeatureError error;
    set->texts[i] = arena_text(&set->arena, str_of(r->entries.at[i].text));
    feature_read(&set->arena, str_of(set->texts[i]), &at[i], &error);
    for (Player p = 1; p <= r->players; p++) set_weights(set, p)[i] = r->entries.at[i].weights[p];
  }
  set->at = at;
  for (Player p = 1; p <= r->players; p++) memcpy(set_aspatial(set, p), r->aspatial[p], sizeof r->aspatial[p]);
  *out = set;
}

bool set_read(FeatureSet **out, const Source *source, int players, Diags *diags) {
  Reader r = {.source = source, .diags = diags, .players = players, .good = true};
  map_init(&r.known, &r.arena);
  for (size_t at = is_text(&r) ? 0 : source->text.n; at < source->text.n;) {
    r.line = at;
    r.end = end_of(source->text, at);
    read_line(&r);
    while (at < source->text.n && source->text.p[at] != '\n') at++;
    at++;
  }
  if (r.good) make_set(&r, out);
  VEC_FREE(&r.entries);
  arena_free(&r.arena);
  return r.good;
}

// ---- writing ------------------------------------------------------------------------------------

static bool same_for_all(const FeatureSet *set) {
  for (Player p = 2; p <= set->players; p++) {
    if (memcmp(set_weights(set, p), set_weights(set, 1), sizeof(float) * (size_t)set->n) != 0) return false;
    if (memcmp(set_aspatial(set, p), set_aspatial(set, 1), sizeof(float) * ASPATIALS) != 0) return false;
  }
  return true;
}

static void write_player(Text *out, const FeatureSet *set, Player player, bool all) {
  if (all) text_puts(out, "player all\n");
  else text_printf(out, "player %d\n", player);
  for (int i = 0; i < ASPATIALS && set->weighted; i++) {
    float weight = set_aspatial(set, player)[i];
    if (weight != 0) text_printf(out, "%+.7g %s\n", (double)weight, aspatial_names[i]);
  }
  for (int i = 0; i < set->n; i++) {
    if (set->weighted) text_printf(out, "%+.7g ", (double)set_weights(set, player)[i]);
    text_printf(out, "%s\n", set->texts[i]);
  }
}

void set_write(Text *out, const FeatureSet *set) {
  text_puts(out, "# A feature set: weights and features, see docs/FEATURES.md.\n");
  if (set->game) text_printf(out, "game %s\n", set->game);
  if (!set->players || same_for_all(set)) {
    write_player(out, set, 1, true);
    return;
  }
  for (Player p = 1; p <= set->players; p++) write_player(out, set, p, false);
}
