// Choosing options and looking them up.
#include "lud/text/options.h"

#include "base/vec.h"
#include "lud/text/scan.h"

#include <strings.h>

static bool same_text(Str a, Str b) { return a.n == b.n && (a.n == 0 || strncasecmp(a.p, b.p, a.n) == 0); }

// Whether a setting reads "category/item".
static bool names_item(Str setting, const OptionCategory *category, const OptionItem *item) {
  size_t n = category->name.n;
  if (setting.n != n + 1 + item->name.n || setting.p[n] != '/') return false;
  return same_text(str_cut(setting, 0, n), category->name) && same_text(str_cut(setting, n + 1, setting.n), item->name);
}

// The first option from `from` on.
static bool find_item_from(const GameOptions *options, size_t from, Str setting, size_t *category, size_t *item) {
  for (size_t c = from; c < options->n; c++) {
    for (size_t i = 0; i < options->categories[c].n; i++) {
      if (!names_item(setting, &options->categories[c], &options->categories[c].items[i])) continue;
      *category = c;
      *item = i;
      return true;
    }
  }
  return false;
}

static bool find_item(const GameOptions *options, Str setting, size_t *category, size_t *item) {
  return find_item_from(options, 0, setting, category, item);
}

// Options may share a name: all that have the item are set.
static bool set_option(GameOptions *options, Str setting) {
  bool any = false;
  for (size_t c = 0, i; find_item_from(options, c, setting, &c, &i); c++) {
    options->categories[c].chosen = i;
    options->categories[c].set = any = true;
  }
  return any;
}

static void choose_defaults(GameOptions *options) {
  for (size_t c = 0; c < options->n; c++) {
    OptionCategory *category = &options->categories[c];
    for (size_t i = 1; i < category->n; i++) {
      if (category->items[i].stars > category->items[category->chosen].stars) category->chosen = i;
    }
  }
}

// A setting there is, for a hint: the nearest, or the first and *near false.
static const char *some_setting(Arena *arena, const GameOptions *options, Str setting, bool *near) {
  VEC(const char *) names = {0};
  for (size_t c = 0; c < options->n; c++) {
    const OptionCategory *category = &options->categories[c];
    for (size_t i = 0; i < category->n; i++) {
      VEC_PUSH(&names, arena_printf(arena, "%.*s/%.*s", (int)category->name.n, category->name.p,
                                    (int)category->items[i].name.n, category->items[i].name.p));
    }
  }
  const char *found = nearest_name(setting, names.at, names.n);
  *near = found != NULL;
  if (!found && names.n) found = names.at[0];
  VEC_FREE(&names);
  return found;
}

static void report_unknown(Arena *arena, const GameOptions *options, SrcLoc loc, Str setting, Diags *diags) {
  if (!options->n) {
    diag_error(diags, loc, "there is no option \"%.*s\": this game has no options", (int)setting.n, setting.p);
    return;
  }
  diag_error(diags, loc, "there is no option \"%.*s\"", (int)setting.n, setting.p);
  bool near;
  const char *some = some_setting(arena, options, setting, &near);
  if (some && near) diag_hint(diags, "did you mean \"%s\"?", some);
  else if (some) diag_hint(diags, "options are written like \"%s\"; 'senet info' lists them", some);
}

// "Old Rules" finds "Ruleset/Old Rules (1900)" when written in full or without what all of them share.
static bool names_ruleset(const Ruleset *ruleset, Str wish) {
  static const char prefix[] = "Ruleset/";
  if (same_text(ruleset->name, wish)) return true;
  size_t n = sizeof prefix - 1;
  return str_starts(ruleset->name, prefix) && same_text(str_cut(ruleset->name, n, ruleset->name.n), wish);
}

static const Ruleset *find_ruleset(const GameOptions *options, Str wish) {
  for (size_t i = 0; i < options->n_rulesets; i++) {
    if (names_ruleset(&options->rulesets[i], wish)) return &options->rulesets[i];
  }
  return NULL;
}

static void report_unknown_ruleset(Arena *arena, const GameOptions *options, const char *wish, Diags *diags) {
  diag_error(diags, (SrcLoc){0}, "there is no ruleset \"%s\"", wish);
  VEC(const char *) names = {0};
  for (size_t i = 0; i < options->n_rulesets; i++) VEC_PUSH(&names, arena_text(arena, options->rulesets[i].name));
  const char *near = nearest_name(str_of(wish), names.at, names.n);
  if (near || names.n) diag_hint(diags, "one of the rulesets is \"%s\"", near ? near : names.at[0]);
  VEC_FREE(&names);
}

static bool apply_ruleset(Arena *arena, GameOptions *options, const char *wish, Diags *diags) {
  const Ruleset *ruleset = find_ruleset(options, str_of(wish));
  if (!ruleset) {
    report_unknown_ruleset(arena, options, wish, diags);
    return false;
  }
  if (!ruleset->n) {
    diag_error(diags, ruleset->loc, "ruleset \"%.*s\" chooses no options: its rules are not described",
               (int)ruleset->name.n, ruleset->name.p);
    return false;
  }
  bool ok = true;
  for (size_t i = 0; i < ruleset->n; i++) {
    if (set_option(options, ruleset->settings[i])) continue;
    report_unknown(arena, options, ruleset->loc, ruleset->settings[i], diags);
    ok = false;
  }
  options->ruleset = ruleset;
  return ok;
}

static bool ruleset_fits(const GameOptions *options, const Ruleset *ruleset) {
  for (size_t i = 0; i < ruleset->n; i++) {
    if (!lud_options_active(options, ruleset->settings[i])) return false;
  }
  return ruleset->n > 0;
}

static void find_fitting_ruleset(GameOptions *options) {
  for (size_t i = 0; i < options->n_rulesets && !options->ruleset; i++) {
    if (ruleset_fits(options, &options->rulesets[i])) options->ruleset = &options->rulesets[i];
  }
}

bool lud_options_choose(Arena *arena, GameOptions *options, const OptionWishes *wishes, Diags *diags) {
  bool ok = true;
  choose_defaults(options);
  if (wishes->ruleset) ok = apply_ruleset(arena, options, wishes->ruleset, diags);
  for (size_t i = 0; i < wishes->n; i++) {
    Str wish = str_of(wishes->options[i]);
    if (set_option(options, wish)) continue;
    report_unknown(arena, options, (SrcLoc){0}, wish, diags);
    ok = false;
  }
  find_fitting_ruleset(options);
  return ok;
}

bool lud_options_active(const GameOptions *options, Str setting) {
  size_t c, i;
  if (find_item(options, setting, &c, &i)) return options->categories[c].chosen == i;
  return options->ruleset && same_text(options->ruleset->name, setting);
}

bool lud_options_known(const GameOptions *options, Str setting) {
  size_t c, i;
  if (find_item(options, setting, &c, &i)) return true;
  for (size_t r = 0; r < options->n_rulesets; r++) {
    if (same_text(options->rulesets[r].name, setting)) return true;
  }
  return false;
}

static bool find_argument(const OptionCategory *category, Str name, size_t *index) {
  for (size_t i = 0; i < category->n_args; i++) {
    if (!str_eq(category->arg_names[i], name)) continue;
    *index = i;
    return true;
  }
  return false;
}

// Several categories may share a tag when their arguments have different names.
bool lud_options_find(const GameOptions *options, Str reference, Str *text) {
  const char *colon = memchr(reference.p, ':', reference.n);
  size_t tag = colon ? (size_t)(colon - reference.p) : reference.n;
  for (size_t c = 0; c < options->n; c++) {
    const OptionCategory *category = &options->categories[c];
    const OptionItem *item = &category->items[category->chosen];
    size_t index = 0;
    if (!str_eq(category->tag, str_cut(reference, 0, tag))) continue;
    if (colon && !find_argument(category, str_cut(reference, tag + 1, reference.n), &index)) continue;
    if (index >= item->n) continue;
    *text = item->args[index];
    return true;
  }
  return false;
}
