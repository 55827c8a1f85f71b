// Reading (option ...) and (rulesets ...) from raw text.
#include "base/vec.h"
#include "lud/text/options.h"
#include "lud/text/scan.h"

enum { CHOICES_MAX = 1000 };  // items, settings and rulesets of one description, taken together

typedef struct Reader {
  Arena *arena;
  const Source *source;
  Diags *diags;
  size_t choices;
} Reader;

typedef VEC(Str) StrVec;

static SrcLoc place(const Reader *reader, Str at) {
  size_t length = MIN(at.n, (size_t)40);
  return (SrcLoc){
      .source = reader->source, .offset = (uint32_t)(at.p - reader->source->text.p), .length = (uint32_t)length};
}

// Counts one more item, setting or ruleset; false once there are too many.
static bool count_choice(Reader *reader, SrcLoc loc) {
  if (++reader->choices == CHOICES_MAX) diag_error(reader->diags, loc, "there are more than %d choices", CHOICES_MAX);
  return reader->choices < CHOICES_MAX;
}

static Str *keep(Reader *reader, StrVec *list, size_t *n) {
  *n = list->n;
  Str *kept = VEC_TO_ARENA(list, reader->arena);
  VEC_FREE(list);
  return kept;
}

// The first string of the form at or after *at, which moves behind it.
static bool read_string(Str form, size_t *at, Str *out) {
  size_t open = scan_find(form, *at, '"');
  if (open >= form.n) return false;
  size_t end = scan_over(form, open);
  *out = str_cut(form, open + 1, end - 1);
  *at = end;
  return true;
}

// The next <...> of the form at or after *at.
static bool read_angle(Str form, size_t *at, Str *out) {
  size_t open = scan_find(form, *at, '<');
  while (open < form.n && open > 0 && form.p[open - 1] == '(') open = scan_find(form, open + 1, '<');
  if (open >= form.n) return false;
  size_t close = scan_close_angle(form, open);
  if (close >= form.n) return false;
  *out = str_cut(form, open + 1, close);
  *at = close + 1;
  return true;
}

static int count_stars(Str text, size_t at) {
  int stars = 0;
  while (at < text.n && text.p[at] == '*') at++, stars++;
  return stars;
}

// The last string of a form is its description.
static size_t last_string(Str form, size_t from, Str *out) {
  size_t start = form.n;
  Str text;
  for (size_t at = from, open; open = scan_find(form, at, '"'), read_string(form, &at, &text);) {
    start = open;
    *out = text;
  }
  return start;
}

// item = (item "Name" { <argument> } "Description.") { "*" }
static bool read_item(Reader *reader, Str form, const OptionCategory *category, OptionItem *item) {
  size_t at = 0;
  *item = (OptionItem){.loc = place(reader, str_cut(form, 0, MIN(form.n, 5)))};
  if (!count_choice(reader, item->loc)) return false;
  if (!read_string(form, &at, &item->name)) {
    diag_error(reader->diags, item->loc, "this item of option \"%.*s\" has no name", (int)category->name.n,
               category->name.p);
    return false;
  }
  Str head = str_cut(form, 0, last_string(form, at, &item->doc)), arg;
  StrVec args = {0};
  while (read_angle(head, &at, &arg)) VEC_PUSH(&args, arg);
  item->args = keep(reader, &args, &item->n);
  if (memchr(item->name.p, '/', item->name.n)) {
    diag_error(reader->diags, place(reader, item->name), "the name of an option's item must not contain '/'");
    return false;
  }
  if (item->n <= category->n_args) return true;
  diag_error(reader->diags, item->loc, "item \"%.*s\" has %zu arguments, but option <%.*s> names only %zu",
             (int)item->name.n, item->name.p, item->n, (int)category->tag.n, category->tag.p, category->n_args);
  return false;
}

// The items between the braces of a category.
static bool read_items(Reader *reader, Str body, OptionCategory *category) {
  VEC(OptionItem) items = {0};
  bool ok = true;
  for (size_t i = scan_find(body, 0, '('); i < body.n && ok; i = scan_find(body, i, '(')) {
    size_t close = scan_close(body, i);
    OptionItem item;
    ok = read_item(reader, str_cut(body, i, MIN(close + 1, body.n)), category, &item);
    item.stars = count_stars(body, close + 1);
    VEC_PUSH(&items, item);
    i = MIN(close + 1, body.n);
  }
  category->n = items.n;
  category->items = VEC_TO_ARENA(&items, reader->arena);
  VEC_FREE(&items);
  return ok;
}

// The braces at or after *at, without the brackets.
static bool read_braces(Str form, size_t *at, Str *out) {
  size_t open = scan_find(form, *at, '{');
  if (open >= form.n) return false;
  size_t close = scan_close(form, open);
  if (close >= form.n) return false;
  *out = str_cut(form, open + 1, close);
  *at = close + 1;
  return true;
}

static bool bad_option(Reader *reader, SrcLoc loc, const char *what) {
  diag_error(reader->diags, loc, "this option %s", what);
  diag_hint(reader->diags,
            "an option is written (option \"Name\" <Tag> args:{ <a> } { (item \"A\" <1> \"What it means.\") })");
  return false;
}

// category = (option "Name" <Tag> args:{ { <name> } } { { item } })
static bool read_category(Reader *reader, Str form, OptionCategory *category) {
  size_t at = 0;
  *category = (OptionCategory){.loc = place(reader, str_cut(form, 0, MIN(form.n, 7)))};
  Str names, body, name;
  if (!read_string(form, &at, &category->name)) return bad_option(reader, category->loc, "has no name");
  if (!read_angle(form, &at, &category->tag)) return bad_option(reader, category->loc, "has no <Tag>");
  if (!read_braces(form, &at, &names)) return bad_option(reader, category->loc, "has no args:{ ... }");
  if (!read_braces(form, &at, &body)) return bad_option(reader, category->loc, "has no { items }");
  StrVec list = {0};
  for (size_t i = 0; read_angle(names, &i, &name);) VEC_PUSH(&list, name);
  category->arg_names = keep(reader, &list, &category->n_args);
  if (!read_items(reader, body, category)) return false;
  return category->n ? true : bad_option(reader, category->loc, "has no items");
}

// Settings may be followed by variations:{ ... }, which only say what else may be combined.
static Str without_variations(Str form) {
  for (size_t i = 0; i < form.n;) {
    size_t next = scan_over(form, i);
    if (next == i && str_starts(str_cut(form, i, form.n), "variations:")) return str_cut(form, 0, i);
    i = next == i ? i + 1 : next;
  }
  return form;
}

// ruleset = (ruleset "Name" { { "Option/Item" } } [ variations:{ ... } ]) { "*" }
static bool read_ruleset(Reader *reader, Str form, Ruleset *ruleset) {
  size_t at = 0;
  *ruleset = (Ruleset){.loc = place(reader, str_cut(form, 0, MIN(form.n, 8)))};
  if (!count_choice(reader, ruleset->loc)) return false;
  if (!read_string(form, &at, &ruleset->name)) {
    diag_error(reader->diags, ruleset->loc, "this ruleset has no name");
    return false;
  }
  Str setting, head = without_variations(form);
  StrVec settings = {0};
  while (at <= head.n && read_string(head, &at, &setting) && count_choice(reader, ruleset->loc)) {
    VEC_PUSH(&settings, setting);
  }
  ruleset->settings = keep(reader, &settings, &ruleset->n);
  return reader->choices < CHOICES_MAX;
}

typedef VEC(OptionCategory) CategoryVec;
typedef VEC(Ruleset) RulesetVec;

static bool read_rulesets(Reader *reader, Str form, RulesetVec *out) {
  bool ok = true;
  for (size_t i = 1; i < form.n && ok;) {
    i = scan_find(form, i, '(');
    if (i >= form.n) break;
    size_t close = MIN(scan_close(form, i), form.n - 1);
    Ruleset ruleset;
    ok = read_ruleset(reader, str_cut(form, i, close + 1), &ruleset);
    ruleset.stars = count_stars(form, close + 1);
    if (ok) VEC_PUSH(out, ruleset);
    i = close + 1;
  }
  return ok;
}

static bool report_unclosed(Reader *reader, Str form) {
  diag_error(reader->diags, place(reader, str_cut(form, 0, 1)), "this '(' is never closed");
  diag_hint(reader->diags, "a ')' is missing");
  return false;
}

// One form of the text: an option, the rulesets, or something else, which is stepped into.
static bool read_form(Reader *reader, size_t *at, CategoryVec *categories, RulesetVec *rulesets) {
  Str text = reader->source->text;
  bool option = scan_at_form(text, *at, "option"), sets = scan_at_form(text, *at, "rulesets");
  if (!option && !sets) {
    ++*at;
    return true;
  }
  size_t close = scan_close(text, *at);
  Str form = str_cut(text, *at, MIN(close + 1, text.n));
  *at += form.n;
  if (close == text.n) return report_unclosed(reader, form);
  if (sets) return read_rulesets(reader, form, rulesets);
  OptionCategory category;
  bool ok = read_category(reader, form, &category);
  if (ok) VEC_PUSH(categories, category);
  return ok;
}

static bool report_twice(Reader *reader, SrcLoc loc, const char *what, Str name) {
  diag_error(reader->diags, loc, "there are two %s named \"%.*s\"", what, (int)name.n, name.p);
  return false;
}

static bool check_items(Reader *reader, const OptionCategory *category) {
  for (size_t i = 0; i < category->n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (!str_eq(category->items[i].name, category->items[j].name)) continue;
      return report_twice(reader, category->items[i].loc, "items", category->items[i].name);
    }
  }
  return true;
}

static void warn_of_same_name(Reader *reader, const OptionCategory *category) {
  diag_warning(reader->diags, category->loc, "there are two options named \"%.*s\"", (int)category->name.n,
               category->name.p);
  diag_hint(reader->diags, "an item that both have is chosen in both");
}

// Names are how things are chosen, so each should be there once.
static bool check_names(Reader *reader, const CategoryVec *categories, const RulesetVec *rulesets) {
  bool ok = true;
  for (size_t i = 0; i < categories->n; i++) {
    const OptionCategory *category = &categories->at[i];
    ok = check_items(reader, category) && ok;
    for (size_t j = 0; j < i; j++) {
      if (str_eq(category->name, categories->at[j].name)) warn_of_same_name(reader, category);
    }
  }
  for (size_t i = 0; i < rulesets->n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (!str_eq(rulesets->at[i].name, rulesets->at[j].name)) continue;
      ok = report_twice(reader, rulesets->at[i].loc, "rulesets", rulesets->at[i].name);
    }
  }
  return ok;
}

bool lud_options_read(Arena *arena, const Source *source, Diags *diags, GameOptions *out) {
  Reader reader = {.arena = arena, .source = source, .diags = diags};
  CategoryVec categories = {0};
  RulesetVec rulesets = {0};
  bool ok = true;
  for (size_t i = scan_find(source->text, 0, '('); i < source->text.n && reader.choices < CHOICES_MAX;
       i = scan_find(source->text, i, '(')) {
    ok = read_form(&reader, &i, &categories, &rulesets) && ok;
  }
  ok = ok && check_names(&reader, &categories, &rulesets);
  *out = (GameOptions){.n = categories.n, .n_rulesets = rulesets.n};
  out->categories = VEC_TO_ARENA(&categories, arena);
  out->rulesets = VEC_TO_ARENA(&rulesets, arena);
  VEC_FREE(&categories);
  VEC_FREE(&rulesets);
  return ok;
}
