// Values of `.lud`. A value is a word, a number, a text, a list, or a ludeme with the arguments its signature asks for.
// Each type has a cost, which is the depth of its smallest value; how deep a value may become bounds what is chosen.
#include "base/vec.h"
#include "generate.h"

#include <ctype.h>

enum { DEPTH_MOST = 7, LIST_MOST = 4, TRIES = 12, NEVER = 100 };

typedef VEC(uint32_t) Indices;

// What is known of a type.
typedef struct Values {
  int cost;
  Indices forms;  // that make a value of it
  Indices enums;  // whose words are values of it
} Values;

typedef struct Generator {
  const LudRegistry *registry;
  Values *values;   // by type
  int *form_costs;  // by form
} Generator;

typedef struct Making {
  const Generator *all;
  Text *out;
  Random *random;
  Names names;
} Making;

static void value_of(Making *making, uint32_t type, int depth);

// ---- costs ---------------------------------------------------------------------------------------

static int alt_cost(const Generator *all, const LudAlt *alt) {
  return alt->keyword || alt->arrays ? 0 : all->values[alt->type].cost;
}

static int slot_cost(const Generator *all, const LudSlot *slot) {
  int least = slot->optional ? 0 : NEVER;
  for (uint32_t i = 0; i < slot->n; i++) least = MIN(least, alt_cost(all, &slot->alts[i]));
  return least;
}

static int form_cost(const Generator *all, const LudForm *form) {
  int most = 0;
  for (uint32_t i = 0; i < form->signature.n; i++) most = MAX(most, slot_cost(all, &form->signature.slots[i]));
  return MIN(most + 1, NEVER);
}

static int type_cost(const Generator *all, uint32_t type) {
  const Values *values = &all->values[type];
  if (all->registry->types[type]->literal || values->enums.n) return 0;
  int least = NEVER;
  for (size_t i = 0; i < values->forms.n; i++) least = MIN(least, all->form_costs[values->forms.at[i]]);
  return least;
}

static bool improve_costs(Generator *all) {
  bool changed = false;
  for (uint32_t f = 0; f < all->registry->n_forms; f++) all->form_costs[f] = form_cost(all, &all->registry->forms[f]);
  for (uint32_t t = 0; t < all->registry->n_types; t++) {
    int cost = type_cost(all, t);
    changed |= cost != all->values[t].cost;
    all->values[t].cost = cost;
  }
  return changed;
}

static void find_values(Generator *all, uint32_t type) {
  const LudRegistry *registry = all->registry;
  Values *values = &all->values[type];
  for (uint32_t f = 0; f < registry->n_forms; f++) {
    if (lud_type_fits(registry, registry->forms[f].type, type)) VEC_PUSH(&values->forms, f);
  }
  for (uint32_t t = 0; t < registry->n_types; t++) {
    if (registry->types[t]->words && lud_type_fits(registry, t, type)) VEC_PUSH(&values->enums, t);
  }
  values->cost = NEVER;
}

static const Generator *generator(void) {
  static Generator all;
  static Arena arena;
  if (all.registry) return &all;
  const char *why = NULL;
  all.registry = lud_registry_new(&arena, &why);
  all.values = ARENA_ARRAY(&arena, Values, all.registry->n_types);
  all.form_costs = ARENA_ARRAY(&arena, int, all.registry->n_forms);
  for (uint32_t t = 0; t < all.registry->n_types; t++) find_values(&all, t);
  while (improve_costs(&all)) {}
  return &all;
}

const LudRegistry *generate_registry(void) { return generator()->registry; }

// ---- values --------------------------------------------------------------------------------------

static bool chance(Making *making, uint32_t percent) { return random_below(making->random, 100) < percent; }

static void add_number(Making *making) {
  static const char *const odd[] = {"-1",  "-2",  "31",    "32",    "63",         "64",         "127",        "128",
                                    "255", "256", "32767", "65536", "1000000000", "2147483647", "-2147483648"};
  uint32_t kind = random_below(making->random, 60);
  if (kind == 0) text_puts(making->out, odd[random_below(making->random, COUNT_OF(odd))]);
  else if (kind < 8) text_printf(making->out, "%u", random_below(making->random, 17));
  else text_printf(making->out, "%u", kind % 8 == 0 ? 0 : 1 + random_below(making->random, 4));
}

static void add_name(Making *making) {
  static const char *const usual[] = {"A", "A1", "A1", "A2", "A2", "A", "T", "R", "Hand1", "B1", "C"};
  if (making->names.n && chance(making, 90)) {
    text_add(making->out, making->names.list[random_below(making->random, (uint32_t)making->names.n)]);
  } else {
    text_printf(making->out, "\"%s\"", usual[random_below(making->random, COUNT_OF(usual))]);
  }
}

static void add_literal(Making *making, LudLiteral literal) {
  switch (literal) {
    case LUD_NO_LITERAL: break;
    case LUD_LITERAL_INT: add_number(making); break;
    case LUD_LITERAL_FLOAT: text_printf(making->out, "%.2f", random_unit(making->random) * 4 - 1); break;
    case LUD_LITERAL_BOOLEAN: text_puts(making->out, chance(making, 50) ? "True" : "False"); break;
    case LUD_LITERAL_STRING: add_name(making); break;
  }
}

static void add_word(Making *making, uint32_t type) {
  const char *list = making->all->registry->types[type]->words;
  uint32_t n = 0;
  for (const char *rest = list; lud_next_word(&rest).n;) n++;
  Str word = lud_next_word(&list);
  for (uint32_t skip = random_below(making->random, n); skip > 0; skip--) word = lud_next_word(&list);
  // Most roles are of the third player and those after it, whom few games have.
  bool rare = !strcmp(making->all->registry->types[type]->name, "roleType") &&
              isdigit((unsigned char)word.p[word.n - 1]) && chance(making, 70);
  text_add(making->out, rare ? STR("Mover") : word);
}

static void add_list(Making *making, uint32_t type, int arrays, int depth) {
  uint32_t n = chance(making, 4) ? 0 : 1 + random_below(making->random, LIST_MOST);
  text_char(making->out, '{');
  for (uint32_t i = 0; i < n; i++) {
    if (i) text_char(making->out, ' ');
    if (arrays > 1) add_list(making, type, arrays - 1, depth);
    else value_of(making, type, depth);
  }
  text_char(making->out, '}');
}

// One of the alternatives that are not deeper than allowed, if there is one.
static const LudAlt *choose(Making *making, const LudSlot *slot, int depth) {
  for (int i = 0; i < TRIES; i++) {
    const LudAlt *alt = &slot->alts[random_below(making->random, slot->n)];
    if (alt_cost(making->all, alt) <= depth) return alt;
  }
  const LudAlt *least = slot->alts;
  for (uint32_t i = 1; i < slot->n; i++) {
    if (alt_cost(making->all, &slot->alts[i]) < alt_cost(making->all, least)) least = &slot->alts[i];
  }
  return least;
}

static void add_slot(Making *making, const LudSlot *slot, int depth) {
  if (slot->optional && (slot_cost(making->all, slot) > depth || !chance(making, 30))) return;
  const LudAlt *alt = choose(making, slot, depth);
  text_char(making->out, ' ');
  if (alt->label.n) text_printf(making->out, "%.*s:", (int)alt->label.n, alt->label.p);
  if (alt->keyword) text_add(making->out, alt->word);
  else if (alt->arrays) add_list(making, alt->type, alt->arrays, depth);
  else value_of(making, alt->type, depth);
}

static void add_ludeme(Making *making, const Indices *forms, int depth) {
  const Generator *all = making->all;
  uint32_t f = forms->at[random_below(making->random, (uint32_t)forms->n)];
  for (int i = 0; i < TRIES && all->form_costs[f] > depth; i++) {
    f = forms->at[random_below(making->random, (uint32_t)forms->n)];
  }
  for (size_t i = 0; all->form_costs[f] > depth && i < forms->n; i++) {
    if (all->form_costs[forms->at[i]] < all->form_costs[f]) f = forms->at[i];
  }
  const LudForm *form = &all->registry->forms[f];
  text_printf(making->out, "(%s", form->row->name);
  for (uint32_t i = 0; i < form->signature.n; i++) add_slot(making, &form->signature.slots[i], depth - 1);
  text_char(making->out, ')');
}

static void value_of(Making *making, uint32_t type, int depth) {
  const LudType *t = making->all->registry->types[type];
  const Values *values = &making->all->values[type];
  bool deep = depth > 0 && values->forms.n;
  int items = t->braces ? lud_registry_type(making->all->registry, str_of(t->braces)) : -1;
  if (items >= 0 && chance(making, 60)) add_list(making, (uint32_t)items, 1, depth - 1);
  else if (t->literal && (!deep || chance(making, 65))) add_literal(making, t->literal);
  else if (values->enums.n && (!deep || chance(making, 60))) {
    add_word(making, values->enums.at[random_below(making->random, (uint32_t)values->enums.n)]);
  } else if (values->forms.n) {
    add_ludeme(making, &values->forms, depth);
  } else {
    text_puts(making->out, "{}");
  }
}

void generate_value(Text *out, Random *random, int type, Names names) {
  Making making = {.all = generator(), .out = out, .random = random, .names = names};
  value_of(&making, (uint32_t)type, 1 + (int)random_below(random, DEPTH_MOST));
}

int generate_type_of(Random *random, Str head_or_word) {
  const LudRegistry *registry = generate_registry();
  const LudHead *head = lud_registry_head(registry, head_or_word);
  if (head) return head->forms[random_below(random, head->n)]->type;
  const LudWord *word = lud_registry_word(registry, head_or_word);
  return word ? word->types[random_below(random, word->n)] : -1;
}

// ---- games ---------------------------------------------------------------------------------------

static void value_of_name(Making *making, const char *type, int depth) {
  text_char(making->out, ' ');
  value_of(making, (uint32_t)lud_registry_type(making->all->registry, str_of(type)), depth);
}

static void some(Making *making, uint32_t percent, const char *type, int depth) {
  if (chance(making, percent)) value_of_name(making, type, depth);
}

static const char *one_of(Making *making, const char *const *list, size_t n) {
  return list[random_below(making->random, (uint32_t)n)];
}

static void add_board(Making *making) {
  static const char *const boards[] = {"square 4",       "square 5 diagonals:Alternating",
                                       "hex 3",          "tri 3",
                                       "rectangle 3 6",  "morris 2",
                                       "concentric {1 4 8}", "layers 2 (square 3)",
                                       "hex Diamond 4",  "tiling T3464 2",
                                       "square 3 pyramidal:True", "wheel 6 2"};
  text_puts(making->out, " (board");
  if (chance(making, 70)) text_printf(making->out, " (%s)", one_of(making, boards, COUNT_OF(boards)));
  else value_of_name(making, "graph", 3);
  if (chance(making, 25)) {
    text_printf(making->out, " (track \"T\" %s %s)", chance(making, 50) ? "\"0,E,N,W\"" : "{0 1 2 3 4 5 6 7 8}",
                chance(making, 50) ? "loop:True" : "directed:True");
  }
  if (chance(making, 40)) text_printf(making->out, " use:%s", chance(making, 70) ? "Vertex" : "Edge");
  if (chance(making, 15)) text_puts(making->out, " largeStack:True");
  text_char(making->out, ')');
}

static void add_equipment(Making *making) {
  static const char *const more[] = {"(hand Each size:3)",         "(dice d:6 num:2)",  "(piece \"C\" Neutral)",
                                     "(piece \"B\" Each N maxState:3)", "(die \"D\" P1 numFaces:4)",
                                     "(regions \"R\" P1 (sites Bottom))", "(regions P2 (sites Top))",
                                     "(map {(pair 1 5) (pair P2 7)})", "(dominoes upTo:2)",
                                     "(tile \"X\" numSides:4 slotsPerSide:1 {(path from:0 to:2 colour:1)})"};
  text_puts(making->out, " (equipment {");
  if (chance(making, 90)) add_board(making);
  else value_of_name(making, "board", 3);
  text_puts(making->out, " (piece \"A\" Each");
  some(making, 40, "moves", 4);
  text_char(making->out, ')');
  while (chance(making, 60)) text_printf(making->out, " %s", one_of(making, more, COUNT_OF(more)));
  some(making, 20, "item", 3);
  text_puts(making->out, "})");
}

static void add_start(Making *making) {
  static const char *const places[] = {"(place \"A1\" (sites Bottom))", "(place \"A2\" (sites Top))",
                                       "(place \"A1\" (sites {0 1 2}) counts:{2 3 1})", "(place Stack \"A2\" 4 count:3)",
                                       "(place \"A1\" \"Hand1\" count:4)", "(place \"A1\" 3 state:1 rotation:1)"};
  text_puts(making->out, " (start {");
  do text_printf(making->out, " %s", one_of(making, places, COUNT_OF(places)));
  while (chance(making, 60));
  some(making, 40, "startRule", 3);
  text_puts(making->out, "})");
}

static void add_play(Making *making) {
  static const char *const usual[] = {"(forEach Piece)", "(move Add (to (sites Empty)))",
                                      "(move Step (to if:(is Empty (to))))", "(move Slide)",
                                      "(move (from (sites Occupied by:Mover)) (to (sites Empty)))"};
  text_puts(making->out, " (play");
  if (chance(making, 30)) {
    text_printf(making->out, " (or {%s", one_of(making, usual, COUNT_OF(usual)));
    value_of_name(making, "moves", 5);
    text_puts(making->out, "})");
  } else {
    value_of_name(making, "moves", 6);
  }
  text_char(making->out, ')');
}

static void add_phases(Making *making) {
  text_puts(making->out, " phases:{");
  do value_of_name(making, "phase", 6);
  while (chance(making, 60));
  text_char(making->out, '}');
}

static void add_end(Making *making) {
  if (chance(making, 40)) {
    value_of_name(making, "end", 5);
    return;
  }
  text_puts(making->out, " (end (if");
  value_of_name(making, "boolean", 5);
  value_of_name(making, "result", 3);
  text_puts(making->out, "))");
}

void generate_game(Text *out, Random *random) {
  Making making = {.all = generator(), .out = out, .random = random};
  text_printf(out, "(game \"G\" (players %u)", 1 + random_below(random, 4));
  some(&making, 10, "mode", 2);
  add_equipment(&making);
  text_puts(out, " (rules");
  some(&making, 15, "meta", 2);
  if (chance(&making, 70)) add_start(&making);
  if (chance(&making, 85)) add_play(&making);
  else add_phases(&making);
  add_end(&making);
  text_puts(out, "))\n");
}
