// Builds the registry from the families, the types and the enumerations.
#include "lud/resolve/registry.h"

#include "base/vec.h"
#include "lud/resolve/families.h"

#include <ctype.h>

static const LudFamily *const families[] = {
#define FAMILY(name) &fam_##name,
#include "lud/resolve/families.def"
#undef FAMILY
};

const LudFamily *lud_family(size_t i) { return i < COUNT_OF(families) ? families[i] : NULL; }

// Second names of operators.
static const struct {
  const char *alias, *name;
} aliases[] = {
    {"equals", "="}, {"notEqual", "!="}, {"lt", "<"},  {"le", "<="}, {"gt", ">"},  {"ge", ">="},
    {"add", "+"},    {"sub", "-"},       {"mul", "*"}, {"div", "/"}, {"mod", "%"}, {"pow", "^"},
};

static void add_types(LudRegistry *reg, Arena *arena) {
  reg->n_types = (uint32_t)(lud_n_types + lud_n_enums);
  reg->types = ARENA_ARRAY(arena, const LudType *, reg->n_types);
  for (uint32_t i = 0; i < reg->n_types; i++) {
    reg->types[i] = i < lud_n_types ? &lud_types[i] : &lud_enums[i - lud_n_types];
    map_put(&reg->type_index, str_of(reg->types[i]->name), &reg->types[i]);
  }
}

Str lud_next_word(const char **list) {
  while (**list == ' ') ++*list;
  const char *start = *list;
  while (**list && **list != ' ') ++*list;
  return (Str){start, (size_t)(*list - start)};
}

// A type fits itself and what the types it lies within fit; the table lists no cycles.
static bool add_fits(LudRegistry *reg, Word *row, uint32_t type, const char **why) {
  bit_set(row, (int)type);
  const char *list = reg->types[type]->within;
  if (!list) return true;
  for (Str word = lud_next_word(&list); word.n; word = lud_next_word(&list)) {
    int parent = lud_registry_type(reg, word);
    if (parent < 0) {
      *why = reg->types[type]->name;
      return false;
    }
    if (!add_fits(reg, row, (uint32_t)parent, why)) return false;
  }
  return true;
}

static bool add_relations(LudRegistry *reg, Arena *arena, const char **why) {
  reg->type_words = bits_words((int)reg->n_types);
  reg->fits = ARENA_ARRAY(arena, Word, reg->n_types * (uint32_t)reg->type_words);
  for (uint32_t i = 0; i < reg->n_types; i++) {
    if (!add_fits(reg, reg->fits + i * (uint32_t)reg->type_words, i, why)) return false;
  }
  return true;
}

static void add_word(LudRegistry *reg, Arena *arena, Str word, uint32_t type) {
  LudWord *entry = map_get(&reg->words, word);
  if (!entry) {
    entry = ARENA_NEW(arena, LudWord);
    entry->word = arena_text(arena, word);
    entry->types = ARENA_ARRAY(arena, uint16_t, lud_n_enums);
    map_put(&reg->words, word, entry);
  }
  entry->types[entry->n++] = (uint16_t)type;
}

static void add_words(LudRegistry *reg, Arena *arena) {
  for (uint32_t i = 0; i < reg->n_types; i++) {
    const char *list = reg->types[i]->words;
    if (!list) continue;
    for (Str word = lud_next_word(&list); word.n; word = lud_next_word(&list)) add_word(reg, arena, word, i);
  }
}

static bool find_slot_types(const LudRegistry *reg, LudSignature *signature, Arena *arena, const char **why) {
  for (uint32_t s = 0; s < signature->n; s++) {
    for (uint32_t a = 0; a < signature->slots[s].n; a++) {
      LudAlt *alt = &signature->slots[s].alts[a];
      if (alt->keyword) continue;
      int type = lud_registry_type(reg, alt->word);
      if (type < 0) {
        *why = arena_printf(arena, "unknown type '%.*s'", (int)alt->word.n, alt->word.p);
        return false;
      }
      alt->type = (uint16_t)type;
    }
  }
  return true;
}

static bool read_form(const LudRegistry *reg, Arena *arena, LudForm *form, const char **why) {
  const LudRow *row = form->row;
  int type = lud_registry_type(reg, str_of(row->type));
  const char *reason = "unknown result type";
  bool ok = type >= 0 && lud_signature_parse(arena, row->signature, &form->signature, &reason) &&
            find_slot_types(reg, &form->signature, arena, &reason);
  form->type = (uint16_t)type;
  if (!ok) *why = arena_printf(arena, "(%s %s): %s", row->name, row->signature, reason);
  return ok;
}

static LudHead *head_of(LudRegistry *reg, Arena *arena, const char *name) {
  LudHead *head = map_get(&reg->heads, str_of(name));
  if (head) return head;
  head = ARENA_NEW(arena, LudHead);
  head->name = name;
  head->forms = ARENA_ARRAY(arena, const LudForm *, 64);
  map_put(&reg->heads, str_of(name), head);
  return head;
}

static void add_to_head(LudHead *head, const LudForm *form) {
  assert(head->n < 64);
  head->forms[head->n++] = form;
}

static bool add_forms(LudRegistry *reg, Arena *arena, const char **why) {
  size_t n = 0;
  for (size_t f = 0; f < COUNT_OF(families); f++) n += families[f]->n;
  reg->forms = ARENA_ARRAY(arena, LudForm, n);
  for (size_t f = 0; f < COUNT_OF(families); f++) {
    for (size_t i = 0; i < families[f]->n; i++) {
      LudForm *form = &reg->forms[reg->n_forms++];
      *form = (LudForm){.row = &families[f]->rows[i], .family = families[f]};
      if (!read_form(reg, arena, form, why)) return false;
      add_to_head(head_of(reg, arena, form->row->name), form);
    }
  }
  return true;
}

static void add_aliases(LudRegistry *reg, Arena *arena) {
  for (size_t i = 0; i < COUNT_OF(aliases); i++) {
    const LudHead *from = lud_registry_head(reg, str_of(aliases[i].name));
    LudHead *to = head_of(reg, arena, aliases[i].alias);
    for (uint32_t f = 0; f < from->n; f++) add_to_head(to, from->forms[f]);
  }
}

const LudRegistry *lud_registry_new(Arena *arena, const char **why) {
  LudRegistry *reg = ARENA_NEW(arena, LudRegistry);
  map_init(&reg->heads, arena);
  map_init(&reg->words, arena);
  map_init(&reg->type_index, arena);
  add_types(reg, arena);
  add_words(reg, arena);
  if (!add_relations(reg, arena, why) || !add_forms(reg, arena, why)) return NULL;
  add_aliases(reg, arena);
  return reg;
}

const LudHead *lud_registry_head(const LudRegistry *registry, Str name) { return map_get(&registry->heads, name); }

bool lud_same_word(Str word, Str written) {
  if (word.n != written.n || !word.n) return false;
  return word.p[0] == toupper((unsigned char)written.p[0]) && !memcmp(word.p + 1, written.p + 1, word.n - 1);
}

enum { LONGEST_WORD = 32 };

const LudWord *lud_registry_word(const LudRegistry *registry, Str word) {
  if (!word.n || word.n > LONGEST_WORD) return NULL;
  char capital[LONGEST_WORD];
  memcpy(capital, word.p, word.n);
  capital[0] = (char)toupper((unsigned char)capital[0]);
  return map_get(&registry->words, (Str){capital, word.n});
}

int lud_registry_type(const LudRegistry *registry, Str name) {
  const LudType **type = map_get(&registry->type_index, name);
  return type ? (int)(type - registry->types) : -1;
}
