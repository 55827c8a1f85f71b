// Sets of directions. Single directions are words of the enumerations absoluteDirection and relativeDirection.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

// Words alone or in braces.
static uint32_t word_count_of(const Term *words) { return !words ? 0 : words->kind == TERM_ARRAY ? words->n : 1; }
static const Term *word_at(const Term *words, uint32_t i) { return words->kind == TERM_ARRAY ? words->args[i] : words; }

// (directions (absoluteDirection | {absoluteDirection}))
static Ref lower_absolute(Lower *lower, const Term *term) {
  const Term *words = term_arg(term, L_ABSOLUTE_ABSOLUTE_DIRECTION);
  uint32_t n = word_count_of(words);
  Dir *dirs = ARENA_ARRAY(lower->arena, Dir, MAX(n, 1u));
  for (uint32_t i = 0; i < n; i++) dirs[i] = dir_parse(word_at(words, i)->text);
  return lower_dirs_const(lower, dirs, (int)n);
}

// (directions [relativeDirection | {relativeDirection}] [of:relationType] [bySite:boolean])
static Ref lower_relative(Lower *lower, const Term *term) {
  const Term *words = term_arg(term, L_RELATIVE_RELATIVE_DIRECTION);
  uint32_t n = word_count_of(words);
  int32_t *rels = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1u));
  for (uint32_t i = 0; i < n; i++) rels[i] = rel_dir_parse(word_at(words, i)->text);
  if (n == 0) rels[n++] = REL_FORWARD;
  return lower_relative_dirs(lower, rels, (int)n, lower_relation(term_arg(term, L_RELATIVE_OF)),
                             lower_flag(term_arg(term, L_RELATIVE_BY_SITE), false));
}

static Ref lower_if(Lower *lower, const Term *term) {
  return EMIT(B, OP_IF_DIRS, (int32_t)lower_bool(lower, term_arg(term, L_DIRECTION_IF_BOOLEAN)),
              (int32_t)lower_dirs(lower, term_arg(term, L_DIRECTION_IF_DIRECTION)),
              (int32_t)lower_dirs(lower, term_arg(term, L_DIRECTION_IF_DIRECTION_2)));
}

// (directions siteType from:int to:int)
static Ref lower_leading(Lower *lower, const Term *term) {
  return EMIT(B, OP_DIRS_BETWEEN, lower_type(lower, term_arg(term, L_LEADING_SITE_TYPE)),
              (int32_t)lower_int(lower, term_arg(term, L_LEADING_FROM)),
              (int32_t)lower_int(lower, term_arg(term, L_LEADING_TO)));
}

// (directions Random direction num:int)
static Ref lower_random(Lower *lower, const Term *term) {
  lower->flags |= GAME_STOCHASTIC;
  return EMIT(B, OP_DIRS_RANDOM, (int32_t)lower_dirs(lower, term_arg(term, L_DIRECTION_RANDOM_DIRECTION)),
              (int32_t)lower_int(lower, term_arg(term, L_DIRECTION_RANDOM_NUM)));
}

// (union direction direction), (difference direction direction)
static Ref lower_binary(Lower *lower, const Term *term) {
  return EMIT(B, (Op)term->row->arg, (int32_t)lower_dirs(lower, term_arg(term, L_DIRECTION_BINARY_DIRECTION)),
              (int32_t)lower_dirs(lower, term_arg(term, L_DIRECTION_BINARY_DIRECTION_2)));
}

static const LudRow rows[] = {
    {"directions", "direction", "(absoluteDirection | {absoluteDirection})", "One or more directions of the board.",
     lower_absolute},
    {"directions", "direction", "[relativeDirection | {relativeDirection}] [of:relationType] [bySite:boolean]",
     "One or more directions as seen by the piece, within the given relation.", lower_relative},
    {"directions", "direction", "siteType from:int to:int", "The direction that leads from one site to another.",
     lower_leading},
    {"directions", "direction", "Random direction num:int", "So many of the directions, chosen at random.",
     lower_random},
    {"union", "direction", "direction direction", "The directions that are in one set or the other.", lower_binary,
     OP_DIRS_UNION},
    {"difference", "direction", "direction direction", "The directions of the first set that are not in the second.",
     lower_binary, OP_DIRS_DIFFERENCE},
    {"if", "direction", "boolean direction direction",
     "The first directions when the condition holds, otherwise the second.", lower_if},
};

const LudFamily fam_direction = {"directions", rows, COUNT_OF(rows)};
