// The general part of lowering: arguments by expected type.
#include "lud/lower/lower.h"

#include "base/number.h"
#include "lud/lower/warnings.h"

#include <ctype.h>

enum { LOWER_DEPTH_MAX = 2000 };

Ref lower_unsupported(Lower *lower, const Term *term, const char *what) {
  diag_error(lower->diags, term ? term->loc : (SrcLoc){0}, "not supported yet: %s", what);
  diag_is_limit(lower->diags);
  return 0;
}

// What a call looks like in a message: its name and leading keyword.
static const char *call_name(Lower *lower, const Term *term) {
  const Term *first = term_word(term);
  if (first && first->kind == TERM_ENUM) {
    return arena_printf(lower->diags->arena, "(%s %.*s ...)", term->row->name, (int)first->text.n, first->text.p);
  }
  return arena_printf(lower->diags->arena, "(%s ...)", term->row->name);
}

Ref lower_incomplete(Lower *lower, const Term *term, const char *what) {
  diag_error(lower->diags, term->loc, "%s needs %s", call_name(lower, term), what);
  return 0;
}

static LowerMemo *memo_of(const Lower *lower, const Term *term) {
  if (term->id >= lower->n_memo) return NULL;
  return &lower->memo[LOWER_WAYS * (size_t)term->id + 2 * (lower->in_fold > 0) + (lower->in_sequence > 0)];
}

// A term that was lowered before, perhaps for something that does not count, such as moves of pieces nobody asks for.
static Ref lower_again(Lower *lower, const LowerMemo *memo) {
  lower->flags |= memo->flags;
  if (memo->own_moves) lower->own_moves = memo->own_moves;
  if (memo->ref >= lower->piece_code[0] && memo->ref < lower->piece_code[1]) lower->shares_pieces = true;
  return memo->ref;
}

Ref lower_call(Lower *lower, const Term *term) {
  assert(term->kind == TERM_CALL);
  LowerMemo *memo = memo_of(lower, term);
  if (memo && memo->ref) return lower_again(lower, memo);
  if (!term->row->lower) return lower_unsupported(lower, term, call_name(lower, term));
  if (++lower->depth > LOWER_DEPTH_MAX) {
    diag_error(lower->diags, term->loc, "the description is nested too deeply");
    return 0;
  }
  SrcLoc outer = lower->builder.loc;
  uint32_t flags = lower->flags;
  const Term *own_moves = lower->own_moves;
  lower->builder.loc = term->loc;
  lower->flags &=
      GAME_BOARDLESS | GAME_PUZZLE | GAME_CARDS;  // what the term itself needs is added; these the equipment decides
  lower->own_moves = NULL;
  Ref ref = term->row->lower(lower, term);
  lower->builder.loc = outer;
  lower->depth--;
  if (memo) *memo = (LowerMemo){ref, lower->flags, lower->own_moves};
  lower->flags |= flags;
  if (!lower->own_moves) lower->own_moves = own_moves;
  return ref;
}

// ---- by type -------------------------------------------------------------------------------------

// A region where one site is meant: only clauses such as (from ...) take both.
static Ref refuse_region(Lower *lower, const Term *term) {
  diag_error(lower->diags, term->loc, "one site is meant here, and (%s ...) gives several", term->row->name);
  return 0;
}

Ref lower_int(Lower *lower, const Term *term) {
  if (!term) return 0;
  if (term->kind == TERM_CALL && !strcmp(term->type, "sites")) return refuse_region(lower, term);
  switch (term->kind) {
    case TERM_INT:
    case TERM_BOOL: return builder_const(B, (int32_t)MAX(MIN(term->integer, INT32_MAX), INT32_MIN));
    case TERM_FLOAT: return builder_const(B, number_clamp(term->real));
    case TERM_ENUM: return lower_role(lower, term);
    case TERM_CALL: return lower_call(lower, term);
    case TERM_STRING:
    case TERM_ARRAY: break;
  }
  return lower_unsupported(lower, term, "this value where a number is expected");
}

Ref lower_bool(Lower *lower, const Term *term) { return lower_int(lower, term); }
Ref lower_two_ints(Lower *lower, const Term *term) {
  return EMIT(B, (Op)term->row->arg, (int32_t)lower_int(lower, term_item(term, 0)),
              (int32_t)lower_int(lower, term_item(term, 1)));
}

Ref lower_all(Lower *lower, const Term *term, Ref (*item)(Lower *lower, const Term *term)) {
  const Term *list = term_item(term, 0)->kind == TERM_ARRAY ? term_item(term, 0) : term;
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(list->n, 1u));
  for (uint32_t i = 0; i < list->n; i++) items[i] = (int32_t)item(lower, list->args[i]);
  return builder_emit(B, (Op)term->row->arg, (int)list->n, items);
}

Ref lower_int_or(Lower *lower, const Term *term, int32_t otherwise) {
  return term ? lower_int(lower, term) : builder_const(B, otherwise);
}

Ref lower_moves(Lower *lower, const Term *term) { return term ? lower_call(lower, term) : 0; }

Ref lower_region_of_ints(Lower *lower, Ref ints) {
  if (!ints) return 0;
  bool constant = builder_op(B, ints) == OP_INTS_CONST;
  RulesArray values = constant ? B->arrays.at[B->code.at[ints + 1]] : (RulesArray){0};
  for (int i = 0; i < values.n; i++) constant &= values.at[i] >= 0 && values.at[i] < B->region_bits;
  if (!constant) return EMIT(B, OP_REGION_OF_INTS, (int32_t)ints);
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  for (int i = 0; i < values.n; i++) bit_set(set, values.at[i]);
  return lower_region_const(lower, set);
}

static Ref region_of_items(Lower *lower, const Term *array) {
  bool regions = array->n && array->args[0]->kind == TERM_CALL && !strcmp(array->args[0]->type, "sites");
  if (!regions) return lower_region_of_ints(lower, lower_ints(lower, array));
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, array->n);
  for (uint32_t i = 0; i < array->n; i++) items[i] = (int32_t)lower_region(lower, array->args[i]);
  return builder_emit(B, OP_UNION, (int)array->n, items);
}

// A value where another type is meant: a number as a list or region of one, a list as a region...
static Ref coerce(Lower *lower, Ref ref, RulesType want) {
  if (!ref) return 0;
  RulesType have = op_info[builder_op(B, ref)].type;
  if (have == want) return ref;
  if (want == RULES_INTS && rules_type_is_int(have)) return EMIT(B, OP_INTS_LIST, (int32_t)ref);
  if (want == RULES_INTS && have == RULES_REGION) return EMIT(B, OP_INTS_OF_REGION, (int32_t)ref);
  if (want == RULES_REGION && have == RULES_INTS) return lower_region_of_ints(lower, ref);
  if (want == RULES_REGION && rules_type_is_int(have))
    return coerce(lower, coerce(lower, ref, RULES_INTS), RULES_REGION);
  if (want == RULES_FLOAT && rules_type_is_int(have)) return EMIT(B, OP_FLOAT_OF_INT, (int32_t)ref);
  return ref;
}

Ref lower_region(Lower *lower, const Term *term) {
  if (!term) return 0;
  if (term->kind == TERM_ARRAY) return region_of_items(lower, term);
  if (term->kind == TERM_CALL) return coerce(lower, lower_call(lower, term), RULES_REGION);
  return coerce(lower, lower_int(lower, term), RULES_REGION);
}

Ref lower_ints(Lower *lower, const Term *term) {
  if (!term) return 0;
  if (term->kind == TERM_CALL) return coerce(lower, lower_call(lower, term), RULES_INTS);
  if (term->kind != TERM_ARRAY) return coerce(lower, lower_int(lower, term), RULES_INTS);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(term->n, 1u)), value;
  bool constant = true;
  for (uint32_t i = 0; i < term->n; i++) {
    items[i] = (int32_t)lower_int(lower, term->args[i]);
    constant &= builder_is_const(B, (Ref)items[i], &value);
  }
  if (!constant) return builder_emit(B, OP_INTS_LIST, (int)term->n, items);
  for (uint32_t i = 0; i < term->n; i++) (void)builder_is_const(B, (Ref)items[i], &items[i]);
  return EMIT(B, OP_INTS_CONST, builder_array(B, items, (int)term->n));
}

Ref lower_float(Lower *lower, const Term *term) {
  if (!term) return 0;
  if (term->kind == TERM_CALL) return coerce(lower, lower_call(lower, term), RULES_FLOAT);
  if (term->kind != TERM_FLOAT && term->kind != TERM_INT) {
    return lower_unsupported(lower, term, "this value where a number is expected");
  }
  double value = (float)term->real;
  int32_t halves[2];
  memcpy(halves, &value, sizeof halves);
  return EMIT(B, OP_FLOAT_CONST, halves[0], halves[1]);
}

Ref lower_dirs_const(Lower *lower, const Dir *dirs, int n) {
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1));
  for (int i = 0; i < n; i++) items[i] = (int32_t)dirs[i];
  return EMIT(B, OP_DIRS_CONST, builder_array(B, items, n));
}

Ref lower_relative_dirs(Lower *lower, const int32_t *rels, int n, Relation relation, bool by_site) {
  bool fixed = !by_site;
  for (int i = 0; i < n; i++) fixed &= rels[i] != REL_SAME && rels[i] != REL_OPPOSITE;
  if (!fixed) return EMIT(B, OP_DIRS_RELATIVE, builder_array(B, rels, n), relation, by_site);
  DirSet supported = topo_supported(lower->game->board, lower->game->site_type, relation);
  int stride = 1 + n * DIR_RELATIVE_MAX;
  int32_t *table = ARENA_ARRAY(lower->arena, int32_t, stride * DIRS);
  for (int facing = 0; facing < DIRS; facing++) {
    int32_t *block = table + facing * stride;
    for (int i = 0; i < n && dir_is_specific((Dir)facing); i++) {
      Dir dirs[DIR_RELATIVE_MAX];
      int more = dir_relative((RelDir)rels[i], (Dir)facing, supported, dirs);
      for (int d = 0; d < more; d++) block[++block[0]] = (int32_t)dirs[d];
    }
  }
  return EMIT(B, OP_DIRS_FACING, builder_array(B, table, stride * DIRS), relation);
}

Ref lower_dirs(Lower *lower, const Term *term) {
  if (!term) return 0;
  if (term->kind == TERM_CALL) return lower_call(lower, term);
  if (term->kind == TERM_ENUM) {
    Dir dir = dir_parse(term->text);
    if (dir != DIR_NONE) return lower_dirs_const(lower, &dir, 1);
    RelDir rel = rel_dir_parse(term->text);
    int32_t word = rel;
    if (rel != REL_NONE) return lower_relative_dirs(lower, &word, 1, RELATION_ADJACENT, false);
  }
  return lower_unsupported(lower, term, "this value where a direction is expected");
}

Ref lower_dirs_or(Lower *lower, const Term *term, Dir otherwise) {
  return term ? lower_dirs(lower, term) : lower_dirs_const(lower, &otherwise, 1);
}

// ---- common arguments ----------------------------------------------------------------------------

SiteType lower_type_unused(const Lower *lower, const Term *term) {
  if (term_is(term, "Cell")) return SITE_CELL;
  if (term_is(term, "Vertex")) return SITE_VERTEX;
  return term_is(term, "Edge") ? SITE_EDGE : lower->game->site_type;
}

SiteType lower_type(Lower *lower, const Term *term) {
  static const uint32_t flags[SITE_TYPES] = {GAME_CELLS, GAME_VERTICES, GAME_EDGES};
  SiteType type = lower_type_unused(lower, term);
  lower->flags |= flags[type];
  return type;
}

Relation lower_relation(const Term *word) {
  static const char *const words[RELATIONS] = {"Orthogonal", "Diagonal", "OffDiagonal", "Adjacent", "All"};
  for (int r = 0; r < RELATIONS; r++) {
    if (term_is(word, words[r])) return (Relation)r;
  }
  return RELATION_ADJACENT;
}

bool lower_flag(const Term *term, bool otherwise) {
  return term && term->kind == TERM_BOOL ? term->integer != 0 : otherwise;
}

Ref lower_slot(Lower *lower, Slot slot) { return EMIT(B, OP_SLOT, slot); }
Ref lower_mover(Lower *lower) { return EMIT(B, OP_HEAD, HEAD_MOVER); }

Ref lower_sequence(Lower *lower, const Term *moves) {
  lower->in_sequence++;
  Ref sequence = lower_moves(lower, moves);
  lower->in_sequence--;
  return sequence;
}

Ref lower_consequence(Lower *lower, const Term *then) {
  if (!then) return 0;
  Ref consequence = lower_sequence(lower, term_arg(then, C_THEN_NON_DECISION));
  return lower_flag(term_arg(then, C_THEN_APPLY_AFTER_ALL_MOVES), false) ? EMIT(B, OP_AFTER_ALL, (int32_t)consequence)
                                                                         : consequence;
}

Ref lower_then(Lower *lower, Ref body, const Term *then) {
  if (!then) return body;
  return EMIT(B, OP_WITH_THEN, (int32_t)body, (int32_t)lower_consequence(lower, then));
}

// (range int [int]), (exact int), (min int), (max int)
LowerRange lower_range(Lower *lower, const Term *range) {
  if (!range) return (LowerRange){0};
  Ref first = lower_int(lower, term_arg(range, C_RANGE_INT));
  if (!strcmp(range->row->name, "max")) return (LowerRange){builder_const(B, -1), first};
  if (!strcmp(range->row->name, "min")) return (LowerRange){first, builder_const(B, GAME_INFINITY)};
  return (LowerRange){first, term_arg(range, C_RANGE_INT_2) ? lower_int(lower, term_arg(range, C_RANGE_INT_2)) : first};
}

Ref lower_region_const(Lower *lower, const Word *set) { return EMIT(B, OP_REGION_CONST, builder_region(B, set)); }

Ref lower_board(Lower *lower, SiteType type) {
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  bits_fill(set, topo_count(lower->game->board, type));
  return lower_region_const(lower, set);
}

Ref lower_in_hand_too(Lower *lower, SiteType type, Ref site, Ref on_board, Ref in_hand) {
  const Game *game = lower->game;
  bool overlap = game->n_containers > 1 && topo_count(game->board, type) > game->containers[1].first;
  if (!overlap || type == SITE_CELL) return on_board;
  Ref beyond = EMIT(B, OP_LE, (int32_t)builder_const(B, game->containers[1].first), (int32_t)site);
  Ref known = EMIT(B, OP_LT, (int32_t)site, (int32_t)builder_const(B, game->sites[SITE_CELL]));
  return EMIT(B, OP_IF_INT, (int32_t)EMIT(B, OP_AND, (int32_t)beyond, (int32_t)known), (int32_t)in_hand,
              (int32_t)on_board);
}

Ref lower_piece_on(Lower *lower, SiteType type, Ref site, Ref level) {
  Ref on_board = EMIT(B, OP_WHAT, type, (int32_t)site, (int32_t)level);
  return lower_in_hand_too(lower, type, site, on_board, EMIT(B, OP_WHAT, SITE_CELL, (int32_t)site, (int32_t)level));
}

Ref lower_has_piece(Lower *lower, SiteType type, Ref site) {
  Ref held = EMIT(B, OP_NE, (int32_t)lower_piece_on(lower, type, site, 0), (int32_t)builder_const(B, 0));
  int32_t numbered = MAX(lower->game->sites[SITE_CELL], lower->game->sites[lower->game->site_type]);
  if (topo_count(lower->game->board, type) <= numbered) return held;
  return EMIT(B, OP_AND, (int32_t)EMIT(B, OP_LT, (int32_t)site, (int32_t)builder_const(B, numbered)), (int32_t)held);
}

Ref lower_site_list(Lower *lower, SiteList sites) {
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  for (int i = 0; i < sites.n; i++) bit_set(set, sites.at[i]);
  return lower_region_const(lower, set);
}

// The site a label stands for, or -1 where the board has none.
static Site labelled_site(Lower *lower, SiteType type, const Term *label, bool alone) {
  Site site = topo_find_label(lower->game->board, type, label->text);
  if (site >= 0) return site;
  if (alone) diag_error(lower->diags, label->loc, "the board has no site \"%.*s\"", (int)label->text.n, label->text.p);
  else warn_site(lower, label);
  return -1;
}

Ref lower_coordinates(Lower *lower, SiteType type, const Term *labels) {
  Word *set = ARENA_ARRAY(lower->arena, Word, bits_words(B->region_bits));
  bool alone = labels->kind != TERM_ARRAY;
  for (uint32_t i = 0; i < (alone ? 1 : labels->n); i++) {
    Site site = labelled_site(lower, type, alone ? labels : labels->args[i], alone);
    if (site >= 0) bit_set(set, site);
  }
  return lower_region_const(lower, set);
}

Ref lower_coordinate_list(Lower *lower, SiteType type, const Term *labels) {
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(labels->n, 1u));
  int n = 0;
  for (uint32_t i = 0; i < labels->n; i++) {
    items[n] = labelled_site(lower, type, labels->args[i], false);
    n += items[n] >= 0;
  }
  return EMIT(B, OP_INTS_CONST, builder_array(B, items, n));
}

// ---- players -------------------------------------------------------------------------------------

// The number in words like P12 and Team3, or 0.
static int numbered(Str word, const char *prefix) {
  if (!str_starts(word, prefix)) return 0;
  int number = 0;
  for (size_t i = strlen(prefix); i < word.n; i++) {
    if (word.p[i] < '0' || word.p[i] > '9') return 0;
    number = number * 10 + (word.p[i] - '0');
  }
  return number;
}

Ref lower_role(Lower *lower, const Term *role) {
  Str word = role->text;
  int number = numbered(word, "P");
  if (!number) number = numbered(word, "Team");
  if (number) return builder_const(B, number);
  if (str_is(word, "Mover")) return lower_mover(lower);
  if (str_is(word, "Next")) return EMIT(B, OP_HEAD, HEAD_NEXT);
  if (str_is(word, "Prev")) return EMIT(B, OP_HEAD, HEAD_PREV);
  if (str_is(word, "Neutral")) return builder_const(B, 0);
  if (str_is(word, "Player")) return lower_slot(lower, SLOT_PLAYER);
  if (str_is(word, "TeamMover")) return EMIT(B, OP_PLAYER_ITEM, PLAYER_TEAM, (int32_t)lower_mover(lower));
  bool all = str_is(word, "Shared") || str_is(word, "All") || str_is(word, "Each");
  return builder_const(B, all ? lower->game->players + 1 : GAME_OFF);
}

Ref lower_player(Lower *lower, const Term *term) {
  if (!term) return 0;
  if (term->kind == TERM_ENUM) return lower_role(lower, term);
  if (term->kind == TERM_CALL && !strcmp(term->type, "player")) return lower_int(lower, term_arg(term, C_PLAYER_INT));
  return lower_int(lower, term);
}

Ref lower_players(Lower *lower, const Term *who, bool real) {
  static const struct {
    const char *word;
    RoleSet roles;
  } sets[] = {{"All", ROLES_ALL},       {"Enemy", ROLES_ENEMY},      {"Ally", ROLES_ALLY},
              {"Friend", ROLES_FRIEND}, {"TeamMover", ROLES_FRIEND}, {"NonMover", ROLES_NON_MOVER}};
  if (who->kind == TERM_ENUM) {
    bool nobody = term_is(who, "Each") || term_is(who, "Shared") || term_is(who, "Neutral");
    if (real && nobody) return EMIT(B, OP_PLAYER_BIT, (int32_t)builder_const(B, GAME_OFF));
    for (size_t i = 0; i < COUNT_OF(sets); i++) {
      if (str_is(who->text, sets[i].word)) return EMIT(B, OP_PLAYERS, sets[i].roles, 0, real);
    }
    bool team = str_starts(who->text, "Team");
    if (team) return EMIT(B, OP_PLAYERS, ROLES_TEAM, (int32_t)lower_role(lower, who), real);
  }
  return EMIT(B, OP_PLAYER_BIT, (int32_t)lower_player(lower, who));
}

// ---- names ---------------------------------------------------------------------------------------

int lower_find_components(const Lower *lower, Str name, int32_t *out, int max) {
  const Game *game = lower->game;
  int n = 0;
  for (int c = 1; c < game->n_components && n < max; c++) {
    if (str_is(name, game->components[c].name)) out[n++] = c;
  }
  for (int c = 1; c < game->n_components && n < max && n == 0; c++) {
    for (; c < game->n_components && n < max; c++) {
      if (str_is(name, game->components[c].base_name)) out[n++] = c;
    }
  }
  return n;
}

typedef VEC(int32_t) Kinds;

// The pieces of all players with that name, which goes without the number of a player here.
static void find_kinds(Lower *lower, const Term *name, Kinds *out) {
  const Game *game = lower->game;
  bool numbered = false;
  size_t before = out->n;
  for (int c = 1; c < game->n_components; c++) {
    if (str_is(name->text, game->components[c].base_name)) VEC_PUSH(out, c);
    numbered |= str_is(name->text, game->components[c].name);
  }
  if (out->n > before) return;
  if (numbered) {
    diag_warning(lower->diags, name->loc, "no pieces are meant by \"%.*s\"", (int)name->text.n, name->text.p);
    diag_hint(lower->diags, "the name goes without the number of a player here");
  } else {
    diag_error(lower->diags, name->loc, "there is no piece called \"%.*s\"", (int)name->text.n, name->text.p);
    hint_piece(lower, name->text);
  }
}

static int take_kinds(Lower *lower, Kinds *kinds) {
  int list = builder_array(B, kinds->at, (int)kinds->n);
  VEC_FREE(kinds);
  return list;
}

int lower_pieces(Lower *lower, const Term *names) {
  enum { NAMES_MAX = 1000 };
  if (!names) return -1;
  Kinds found = {0};
  const Term *const one[] = {names};
  const Term *const *list = names->kind == TERM_ARRAY ? (const Term *const *)names->args : one;
  uint32_t count = names->kind == TERM_ARRAY ? names->n : 1;
  if (count > NAMES_MAX) diag_error(lower->diags, names->loc, "at most %d names of pieces can be given", NAMES_MAX);
  for (uint32_t i = 0; i < MIN(count, (uint32_t)NAMES_MAX); i++) find_kinds(lower, list[i], &found);
  return take_kinds(lower, &found);
}

int lower_pieces_containing(Lower *lower, const Term *name) {
  if (!name) return -1;
  Kinds found = {0};
  const char *part = arena_text(lower->arena, name->text);
  for (int c = 1; c < lower->game->n_components; c++) {
    if (strstr(lower->game->components[c].name, part)) VEC_PUSH(&found, c);
  }
  return take_kinds(lower, &found);
}

void lower_list_kinds(Lower *lower, const Term *name) {
  Component *components = (Component *)(uintptr_t)lower->game->components;
  const char *part = arena_text(lower->arena, name->text);
  for (int c = 1; c < lower->game->n_components; c++) {
    if (strstr(components[c].name, part)) components[c].list = 1;
  }
}

// Letters and then digits: A1, AB12.
static bool is_coordinate(Str text) {
  size_t letters = 0, digits = 0;
  while (letters < text.n && isupper((unsigned char)text.p[letters])) letters++;
  while (letters + digits < text.n && isdigit((unsigned char)text.p[letters + digits])) digits++;
  return letters && digits && letters + digits == text.n;
}

static void hint_container(Lower *lower, Str name) {
  const Game *game = lower->game;
  const char **names = ARENA_ARRAY(lower->diags->arena, const char *, (size_t)game->n_containers + 1);
  for (int c = 0; c < game->n_containers; c++) names[c] = game->containers[c].name;
  const char *near = nearest_name(name, names, (size_t)game->n_containers);
  if (near) diag_hint(lower->diags, "did you mean \"%s\"?", near);
}

Ref lower_container(Lower *lower, const Term *name, const Term *role) {
  const Game *game = lower->game;
  if (role && str_starts(name->text, "Hand")) return EMIT(B, OP_HAND_NUMBER, (int32_t)lower_player(lower, role));
  for (int c = 0; c < game->n_containers; c++) {
    if (str_is(name->text, game->containers[c].name)) return builder_const(B, c);
  }
  diag_error(lower->diags, name->loc, "there is no container called \"%.*s\"", (int)name->text.n, name->text.p);
  if (is_coordinate(name->text)) {
    diag_hint(lower->diags, "a site of the board is given as coord:\"%.*s\"", (int)name->text.n, name->text.p);
  } else {
    hint_container(lower, name->text);
  }
  return builder_const(B, 0);
}

// Slot 0 is the unnamed one.
static int intern(Arena *arena, const char ***at, size_t *n, size_t *cap, Str name) {
  if (name.n && !*n) intern(arena, at, n, cap, (Str){0});
  for (size_t i = 0; i < *n; i++) {
    if (str_is(name, (*at)[i])) return (int)i;
  }
  if (*n == *cap) *at = vec_grow(*at, cap, sizeof **at);
  (*at)[(*n)++] = arena_text(arena, name);
  return (int)*n - 1;
}

int lower_var(Lower *lower, Str name) {
  lower->flags |= GAME_VARS;
  return intern(lower->arena, &lower->vars.at, &lower->vars.n, &lower->vars.cap, name);
}

int lower_memory(Lower *lower, Str name) {
  lower->flags |= GAME_REMEMBER;
  return intern(lower->arena, &lower->memories.at, &lower->memories.n, &lower->memories.cap, name);
}
