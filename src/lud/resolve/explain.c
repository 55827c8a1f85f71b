// Why a node does not fit: takes the cheapest reading of it and reports every mistake in that reading, where
// it is, inside the arguments where these are cheapest to read that way.
#include "lud/resolve/explain.h"

#include "base/mem.h"
#include "base/vec.h"
#include "lud/resolve/phrase.h"
#include "lud/resolve/reading.h"
#include "lud/resolve/repair.h"
#include "lud/resolve/synonyms.h"

#include <stdarg.h>

typedef struct Explainer {
  Resolver *r;
  Diags *diags;
  Readings readings;
  Map reported;  // (node, want)
  bool muted;    // the newest complaint was a repetition
} Explainer;

typedef struct ReportKey {
  const Node *node;
  uint64_t want;
} ReportKey;

static bool said_before(const Diags *diags, SrcLoc loc, const char *message) {
  for (size_t i = 0; i < diags->n; i++) {
    const Diag *d = &diags->list[i];
    if (d->loc.source == loc.source && d->loc.offset == loc.offset && !strcmp(d->message, message)) return true;
  }
  return false;
}

// Reports an error once per place: a mistake inside a define is one mistake however often it is used.
static void complain(Explainer *e, SrcLoc loc, const char *format, ...) PRINTF_LIKE(3, 4);
static void complain(Explainer *e, SrcLoc loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *message = arena_vprintf(e->r->arena, format, args);
  va_end(args);
  e->muted = said_before(e->diags, loc, message);
  if (!e->muted) diag_error(e->diags, loc, "%s", message);
}

// Adds a hint to the newest complaint.
static void suggest(Explainer *e, const char *format, ...) PRINTF_LIKE(2, 3);
static void suggest(Explainer *e, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (!e->muted) diag_hint(e->diags, "%s", arena_vprintf(e->r->arena, format, args));
  va_end(args);
}

static void report(Explainer *e, const Node *node, LudWant want);

static void report_kind(Explainer *e, const Node *node, const char *expected) {
  complain(e, node->loc, "expected %s, found %s", expected, phrase_found(e->r, node));
}

enum { WORDS_LISTED = 12 };

// The words of an enumeration, when they are few.
static bool suggest_words(Explainer *e, const LudType *type) {
  const char *all = "", *list = type->words;
  int n = 0;
  for (Str word = lud_next_word(&list); word.n; word = lud_next_word(&list), n++) {
    all = n < WORDS_LISTED ? arena_printf(e->r->arena, "%s%s%.*s", all, n ? ", " : "", (int)word.n, word.p) : all;
  }
  if (n && n <= WORDS_LISTED) suggest(e, "the words are %s", all);
  return n && n <= WORDS_LISTED;
}

// A graph is an argument of a board, which is what the equipment wants.
static bool hint_board(Explainer *e, const Node *node, const LudType *type) {
  const LudHead *head = lud_registry_head(e->r->reg, node_head(node));
  int graph = lud_registry_type(e->r->reg, str_of("graph"));
  if (!head || !head->n || (strcmp(type->name, "item") != 0 && strcmp(type->name, "board") != 0)) return false;
  if (!lud_type_fits(e->r->reg, head->forms[0]->type, (uint32_t)graph)) return false;
  suggest(e, "a board is written (board (%s ...))", head->name);
  return true;
}

// The name of a shipped define where it is a text: descriptions of others may have pieces of that name.
static const char *advice_for_define(Explainer *e, const Node *name) {
  return arena_printf(e->r->arena, "write (\"%.*s\") for the define of that name", (int)name->text.n, name->text.p);
}

// Suggests braces or a near word for what was just reported; false when there is nothing to suggest.
static bool hint_value(Explainer *e, const Node *node, LudWant want) {
  if (node->flags & NODE_DEFINED) {
    suggest(e, "%s", advice_for_define(e, node));
    return true;
  }
  if (lud_want_arrays(want)) {
    if (!resolver_term(e->r, node, want - 1)) return false;
    suggest(e, "put it in braces: { ... }");
    return true;
  }
  const LudType *type = e->r->reg->types[lud_want_type(want)];
  const char *near =
      node->kind == NODE_SYMBOL ? readings_near_word(&e->readings, node->text, lud_want_type(want)) : NULL;
  if (near) suggest(e, "did you mean '%s'?", near);
  return near || (node->kind == NODE_SYMBOL && type->words && suggest_words(e, type)) || hint_board(e, node, type);
}

// The nearest head, of the wanted type if possible.
static const char *near_head(Explainer *e, Str name, LudWant want) {
  VEC(const char *) fitting = {0}, all = {0};
  for (size_t i = 0; i < e->r->reg->heads.n; i++) {
    const LudHead *head = e->r->reg->heads.entries[i].value;
    bool fits = false;
    for (uint32_t f = 0; f < head->n; f++) fits |= lud_type_fits(e->r->reg, head->forms[f]->type, lud_want_type(want));
    if (fits) VEC_PUSH(&fitting, head->name);
    VEC_PUSH(&all, head->name);
  }
  const char *near = nearest_name(name, fitting.at, fitting.n);
  if (!near) near = nearest_name(name, all.at, all.n);
  VEC_FREE(&fitting);
  VEC_FREE(&all);
  return near;
}

static void report_unknown(Explainer *e, const Node *node, LudWant want) {
  Str name = node_head(node);
  if (!name.n) {
    complain(e, node->loc, "expected %s, found a list without a name", phrase_want(e->r, want));
    return;
  }
  complain(e, node->kids[0]->loc, "unknown ludeme '%.*s'", (int)MIN(name.n, 80u), name.p);
  const LudSynonym *synonym = lud_synonym(name);
  const char *near = near_head(e, name, want);
  if (synonym) suggest(e, "%s", synonym->advice);
  else if (near) suggest(e, "did you mean '%s'?", near);
}

// The nearest of the words that can come first in the forms of a head that fit, or NULL.
static const char *near_first_word(Explainer *e, const LudHead *head, Str written, LudWant want) {
  VEC(const char *) words = {0};
  for (uint32_t f = 0; f < head->n; f++) {
    const LudForm *form = head->forms[f];
    if (!form->signature.n || !lud_type_fits(e->r->reg, form->type, lud_want_type(want))) continue;
    const LudAlt *alt = &form->signature.slots[0].alts[0];
    const char *near =
        alt->keyword ? arena_text(e->r->arena, alt->word) : readings_near_word(&e->readings, written, alt->type);
    if (near) VEC_PUSH(&words, near);
  }
  const char *near = nearest_name(written, words.at, words.n);
  VEC_FREE(&words);
  return near;
}

static bool begins_with(Explainer *e, const LudHead *head, Str word) {
  for (uint32_t f = 0; f < head->n; f++) {
    const LudSignature *signature = &head->forms[f]->signature;
    const LudAlt *alt = signature->n ? &signature->slots[0].alts[0] : NULL;
    if (alt && alt->keyword && str_eq(alt->word, word)) return true;
    const char *words = alt && !alt->keyword ? e->r->reg->types[alt->type]->words : NULL;
    for (Str each = {0}; words && (each = lud_next_word(&words)).n;) {
      if (str_eq(each, word)) return true;
    }
  }
  return false;
}

// The nearest head that is not the one written and may begin with this word, or NULL: (site Empty), (sites Empty).
static const char *near_head_with(Explainer *e, Str name, Str word) {
  VEC(const char *) names = {0};
  for (size_t i = 0; i < e->r->reg->heads.n; i++) {
    const LudHead *head = e->r->reg->heads.entries[i].value;
    if (!str_is(name, head->name) && begins_with(e, head, word)) VEC_PUSH(&names, head->name);
  }
  const char *near = nearest_name(name, names.at, names.n);
  VEC_FREE(&names);
  return near;
}

// False when no known word is near.
static bool report_first_word(Explainer *e, const Node *node, const Node *arg, LudWant want) {
  const LudHead *head = lud_registry_head(e->r->reg, node_head(node));
  const char *near = near_first_word(e, head, arg->text, want);
  complain(e, arg->loc, "(%s ...) has no form '%.*s'", head->name, (int)MIN(arg->text.n, 40u), arg->text.p);
  if (near) suggest(e, "did you mean '%s'?", near);
  else suggest(e, "'senet help ludeme %s' lists its forms", head->name);
  return near;
}

// Whether an argument is close enough to one alternative that its own mistakes should be shown.
static bool look_inside(Explainer *e, const LudAlt *alt, const Node *arg) {
  if (alt->keyword || !str_eq(alt->label, arg->label)) return false;
  if (arg->kind == NODE_BRACES) return readings_cost(&e->readings, arg, lud_want(alt)) < COST_MAX && alt->arrays;
  return arg->kind == NODE_LIST && !alt->arrays && readings_cost(&e->readings, arg, lud_want(alt)) != COST_KIND;
}

static void hint_form(Explainer *e, const Reading *reading) {
  suggest(e, "the form is %s", phrase_form(e->r, reading->form, reading->node));
}

static size_t back_over_blanks(Str text, size_t at) {
  while (at && (text.p[at - 1] == ' ' || text.p[at - 1] == '\n' || text.p[at - 1] == '\t')) at--;
  return at;
}

// Moves a place back over the label and colon written before it; false when they are not there.
static bool step_to_label(SrcLoc *loc, Str label) {
  if (!loc->source || loc->offset > loc->source->text.n) return false;
  Str text = loc->source->text;
  size_t colon = back_over_blanks(text, loc->offset);
  if (!colon || text.p[colon - 1] != ':') return false;
  size_t end = back_over_blanks(text, colon - 1);
  if (end < label.n || memcmp(text.p + end - label.n, label.p, label.n) != 0) return false;
  loc->offset = (uint32_t)(end - label.n);
  loc->length = (uint32_t)label.n;
  return true;
}

// The place of the label before an argument, or before the use of a define that became the argument.
static SrcLoc label_loc(const Node *arg) {
  for (SrcLoc loc = arg->loc;; loc = loc.via->at) {
    bool bracket =
        loc.source && loc.offset && loc.offset <= loc.source->text.n && loc.source->text.p[loc.offset - 1] == '(';
    SrcLoc before = loc;
    before.offset -= bracket;
    if (step_to_label(&loc, arg->label)) return loc;
    if (step_to_label(&before, arg->label)) return before;
    if (!loc.via) return arg->loc;
  }
}

static void report_label(Explainer *e, const Reading *reading, const Node *arg) {
  const LudSignature *signature = &reading->form->signature;
  VEC(const char *) labels = {0};
  for (uint32_t s = 0; s < signature->n; s++) {
    for (uint32_t a = 0; a < signature->slots[s].n; a++) {
      VEC_PUSH(&labels, arena_text(e->r->arena, signature->slots[s].alts[a].label));
    }
  }
  const char *near = nearest_name(arg->label, labels.at, labels.n);
  VEC_FREE(&labels);
  complain(e, label_loc(arg), "%s has no argument named '%.*s'", phrase_call(e->r, reading->node), (int)arg->label.n,
           arg->label.p);
  if (near) suggest(e, "did you mean '%s:'?", near);
  else hint_form(e, reading);
}

// An argument in a slot that does not take it.
static void report_arg(Explainer *e, const Reading *reading, const LudSlot *slot, const Node *arg) {
  uint32_t cost;
  const LudAlt *best = readings_alt(&e->readings, slot, arg, &cost);
  if (arg->label.n && !str_eq(best->label, arg->label)) {
    report_label(e, reading, arg);
  } else if (best->label.n && !arg->label.n) {
    const LudSynonym *synonym = lud_synonym(node_head(reading->node));
    complain(e, arg->loc, "this argument of %s needs its name", phrase_call(e->r, reading->node));
    if (synonym) suggest(e, "write %.*s:...; %s", (int)best->label.n, best->label.p, synonym->advice);
    else suggest(e, "write %.*s:...", (int)best->label.n, best->label.p);
  } else if (look_inside(e, best, arg)) {
    report(e, arg, lud_want(best));
  } else {
    report_kind(e, arg, phrase_slot(e->r, slot, arg->label));
    const LudSynonym *synonym = lud_synonym(node_head(arg));
    bool hinted = !best->keyword && hint_value(e, arg, lud_want(best));
    if (!hinted && synonym) suggest(e, "%s", synonym->advice);
    else if (!hinted) hint_form(e, reading);
  }
}

// Whether an argument without a place would fit a slot, or be an item of a list a slot takes.
static bool fits_somewhere(Explainer *e, const LudSignature *signature, const Node *arg, bool as_item) {
  for (uint32_t s = 0; s < signature->n; s++) {
    for (uint32_t a = 0; a < signature->slots[s].n; a++) {
      const LudAlt *alt = &signature->slots[s].alts[a];
      if (alt->keyword || !str_eq(alt->label, arg->label) || as_item > alt->arrays) continue;
      if (resolver_term(e->r, arg, lud_want(alt) - as_item)) return true;
    }
  }
  return false;
}

// Advice for a word that the language does not have, or NULL.
static const char *advice_for_word(Explainer *e, const Node *arg) {
  if (arg->flags & NODE_DEFINED) return advice_for_define(e, arg);
  if (arg->kind != NODE_SYMBOL) return NULL;
  if (str_starts(arg->text, "#") && (arg->text.n == 1 || arg->text.p[1] < '1' || arg->text.p[1] > '9')) {
    return "comments begin with //";
  }
  const LudSynonym *synonym = lud_synonym(arg->text);
  return synonym ? synonym->advice : NULL;
}

static void report_extra(Explainer *e, const Reading *reading, const Node *arg, LudWant want) {
  const LudSignature *signature = &reading->form->signature;
  const char *call = phrase_call(e->r, reading->node), *found = phrase_brief(e->r, arg);
  bool first = reading->node->n > 1 && arg == reading->node->kids[1] && arg->kind == NODE_SYMBOL;
  if (arg->label.n) {
    report_label(e, reading, arg);
  } else if (!signature->n && first && lud_registry_head(e->r->reg, node_head(reading->node))->n > 1) {
    report_first_word(e, reading->node, arg, want);
  } else if (!signature->n) {
    const char *near = first ? near_head_with(e, node_head(reading->node), arg->text) : NULL;
    complain(e, arg->loc, "(%s) takes no arguments", reading->form->row->name);
    if (near) suggest(e, "did you mean (%s %.*s ...)?", near, (int)MIN(arg->text.n, 40u), arg->text.p);
  } else if (fits_somewhere(e, signature, arg, true)) {
    complain(e, arg->loc, "%s has no place for %s", call, found);
    suggest(e, "put several in braces: { ... }");
  } else {
    bool order = reading->node->n - 1 <= signature->n && fits_somewhere(e, signature, arg, false);
    const char *advice = advice_for_word(e, arg);
    complain(e, arg->loc, order ? "%s cannot have %s here" : "%s has no place for %s", call, found);
    if (advice) suggest(e, "%s", advice);
    else hint_form(e, reading);
  }
}

static void report_missing(Explainer *e, const Reading *reading, const LudSlot *slot) {
  Str label = slot->alts[0].label;
  const char *what = phrase_slot(e->r, slot, label);
  const char *call = phrase_call(e->r, reading->node);
  if (label.n) {
    complain(e, reading->node->loc, "%s lacks its argument %.*s: (%s)", call, (int)label.n, label.p, what);
  } else {
    complain(e, reading->node->loc, "%s lacks an argument: %s", call, what);
  }
  hint_form(e, reading);
}

// Whether a form begins with a word that tells it from other forms.
static bool begins_with_word(Explainer *e, const LudForm *form) {
  if (!form->signature.n) return false;
  const LudSlot *slot = &form->signature.slots[0];
  return slot->alts[0].keyword || e->r->reg->types[slot->alts[0].type]->chooses;
}

// Whether the word after the head chooses among several forms.
static bool chooses_form(Explainer *e, const Reading *reading, LudWant want) {
  const LudHead *head = lud_registry_head(e->r->reg, node_head(reading->node));
  uint32_t n = 0;
  for (uint32_t f = 0; f < head->n; f++) {
    bool fits = lud_type_fits(e->r->reg, head->forms[f]->type, lud_want_type(want));
    n += fits && begins_with_word(e, head->forms[f]);
  }
  return n > 1 && begins_with_word(e, reading->form);
}

static bool is_first_word(Explainer *e, const Reading *reading, uint32_t a, uint32_t s, LudWant want) {
  const Node *arg = reading->args[a];
  return s == 0 && a == 0 && arg->kind == NODE_SYMBOL && !arg->label.n && chooses_form(e, reading, want);
}

// False when the form meant is unknown, so that nothing can be said about the other arguments.
static bool report_placed(Explainer *e, const Reading *reading, uint32_t a, uint32_t s, LudWant want) {
  if (!reading->place[a][s]) return true;
  if (is_first_word(e, reading, a, s, want)) return report_first_word(e, reading->node, reading->args[a], want);
  report_arg(e, reading, &reading->form->signature.slots[s], reading->args[a]);
  return true;
}

static void report_named(Explainer *e, const Reading *reading) {
  const LudSignature *signature = &reading->form->signature;
  for (uint32_t s = 0; s < signature->n; s++) {
    const Node *arg = reading->named[s];
    uint32_t cost = 0;
    if (arg) readings_alt(&e->readings, &signature->slots[s], arg, &cost);
    if (cost) report_arg(e, reading, &signature->slots[s], arg);
  }
  if (!reading->twice) return;
  Str label = reading->twice->label;
  complain(e, label_loc(reading->twice), "the argument '%.*s' is given twice", (int)label.n, label.p);
}

// Walks the best alignment and reports every mistake in it; of arguments without a place only the first.
static bool report_positional(Explainer *e, const Reading *reading, LudWant want) {
  uint32_t n = reading->form->signature.n, a = 0, s = 0, extra = 0;
  while (a < reading->n_args || s < n) {
    uint32_t best = reading->best[a][s];
    bool both = a < reading->n_args && s < n && !reading->named[s];
    if (both && best == reading->best[a + 1][s + 1] + reading->place[a][s]) {
      if (!report_placed(e, reading, a++, s++, want)) return false;
    } else if (s < n && best == reading->best[a][s + 1] + reading_skip_cost(reading, s)) {
      if (reading_skip_cost(reading, s)) report_missing(e, reading, &reading->form->signature.slots[s]);
      s++;
    } else if (extra++) {
      a++;
    } else {
      report_extra(e, reading, reading->args[a++], want);
    }
  }
  if (reading->beyond && !extra) report_extra(e, reading, reading->beyond, want);
  return true;
}

// A call of several forms whose first word is not there.
static bool lacks_first_word(Explainer *e, const Reading *reading, LudWant want) {
  const Node *node = reading->node;
  bool word = node->n > 1 && node->kids[1]->kind == NODE_SYMBOL && !node->kids[1]->label.n;
  return !word && reading_skip_cost(reading, 0) && chooses_form(e, reading, want);
}

static void report_mistakes(Explainer *e, const Reading *reading, LudWant want) {
  if (reading->form->signature.n && lacks_first_word(e, reading, want)) {
    const char *name = reading->form->row->name;
    const Node *at = reading->node->n > 1 ? reading->node->kids[1] : reading->node;
    complain(e, at->loc, "(%s ...) needs a first word that says which form is meant", name);
    suggest(e, "'senet help ludeme %s' lists its forms", name);
    return;
  }
  if (report_positional(e, reading, want)) report_named(e, reading);
}

static void report_list(Explainer *e, const Node *node, LudWant want) {
  const LudHead *head = lud_registry_head(e->r->reg, node_head(node));
  uint32_t cost;
  Repair repair;
  const LudForm *form = head && !lud_want_arrays(want) ? readings_form(&e->readings, head, node, want, &cost) : NULL;
  if (!head) {
    report_unknown(e, node, want);
  } else if (repair_find(e->r, node, want, &repair)) {
    report_kind(e, repair.arg, repair.expected);
    suggest(e, "%s", repair.hint);
  } else if (!form) {
    report_kind(e, node, phrase_want(e->r, want));
    hint_value(e, node, want);
  } else {
    Reading *reading = reading_new(&e->readings, form, node);
    report_mistakes(e, reading, want);
    mem_free(reading);
  }
}

static void report_braces(Explainer *e, const Node *node, LudWant want) {
  LudWant items;
  if (!resolver_items(e->r, want, &items)) {
    report_kind(e, node, phrase_want(e->r, want));
    return;
  }
  for (uint32_t i = 0; i < node->n && e->diags->total < DIAGS_MAX; i++) {
    const Node *item = node->kids[i];
    if (item->label.n) complain(e, item->loc, "items of a list in braces have no names");
    if (!resolver_term(e->r, item, items)) report(e, item, items);
  }
}

static void report(Explainer *e, const Node *node, LudWant want) {
  if (e->diags->total >= DIAGS_MAX) return;
  ReportKey key = {node, want};
  Str stored = {arena_copy(e->r->arena, &key, sizeof key), sizeof key};
  if (map_put(&e->reported, stored, e)) return;
  switch (node->kind) {
    case NODE_LIST: report_list(e, node, want); break;
    case NODE_BRACES: report_braces(e, node, want); break;
    case NODE_STRING:
    case NODE_SYMBOL:
    case NODE_INT:
    case NODE_FLOAT:
      report_kind(e, node, phrase_want(e->r, want));
      hint_value(e, node, want);
      break;
  }
}

void lud_explain(Resolver *r, const Node *node, LudWant want, Diags *diags) {
  if (r->too_deep) {
    diag_error(diags, r->too_deep->loc, "ludemes are nested more than %d deep", LUD_DEPTH_MAX);
    return;
  }
  Explainer e = {.r = r, .diags = diags};
  readings_init(&e.readings, r);
  map_init(&e.reported, r->arena);
  report(&e, node, want);
  if (!diags->total) diag_error(diags, node->loc, "this is not %s", phrase_want(r, want));
}
