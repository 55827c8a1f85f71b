// Rewriting a program from its roots, operands first.
#include "plan/optimise.h"

#include "base/map.h"
#include "plan/optimise_internal.h"
#include "rules/effects.h"
#include "rules/operand_table.h"

enum { OPERANDS_MAX = 64 };  // of an instruction built without asking for memory

// ---- equal instructions --------------------------------------------------------------------------

static uint32_t hash_ins(Op op, int n, const int32_t *operands) {
  uint32_t hash = (uint32_t)op * 0x9e3779b1u + (uint32_t)n;
  for (int i = 0; i < n; i++) hash = (hash ^ (uint32_t)operands[i]) * 0x85ebca6bu ^ hash >> 15;
  return hash ^ hash >> 13;
}

static bool is_ins(const Optimiser *o, Ref ref, Op op, int n, const int32_t *operands) {
  const Ins *in = new_ins(o, (int32_t)ref);
  return in->op == op && in->n == n && !memcmp(in->a, operands, (size_t)n * sizeof *operands);
}

// Where the instruction is in the table, or the free place where it belongs.
static uint32_t *find_place(const Optimiser *o, Op op, int n, const int32_t *operands) {
  uint32_t at = hash_ins(op, n, operands) & o->mask;
  while (o->table[at] && !is_ins(o, o->table[at], op, n, operands)) at = (at + 1) & o->mask;
  return &o->table[at];
}

static void make_table(Optimiser *o, uint32_t size) {
  uint32_t *old = o->table, n = o->mask + 1;
  o->table = mem_alloc_zero(size * sizeof *o->table);
  o->mask = size - 1;
  for (uint32_t i = 0; old && i < n; i++) {
    if (!old[i]) continue;
    const Ins *in = new_ins(o, (int32_t)old[i]);
    *find_place(o, (Op)in->op, in->n, in->a) = old[i];
  }
  mem_free(old);
}

static Ref append(Optimiser *o, Op op, int n, const int32_t *operands) {
  uint32_t *place = find_place(o, op, n, operands);
  if (*place) return *place;
  size_t before = o->builder.code.n;
  Ref ref = builder_emit(&o->builder, op, n, operands);
  const Ins *in = new_ins(o, (int32_t)ref);
  uint32_t *known = find_place(o, (Op)in->op, in->n, in->a);  // it may have become a constant
  if (*known) {
    o->builder.code.n = o->builder.locs.n = before;
    return *known;
  }
  *known = ref;
  if (++o->n * 2 > o->mask) make_table(o, (o->mask + 1) * 2);
  return ref;
}

Ref optimise_emit(Optimiser *o, Op op, int n, const int32_t *operands) {
  Ref simple = optimise_simplify(o, op, n, operands);
  return simple ? simple : append(o, op, n, operands);
}

// ---- what is known where -------------------------------------------------------------------------

// Directions as the piece on FROM sees them.
static bool seen_from_piece(const Ins *in, int i) {
  return (in->op == OP_FOR_STEPS && i == A_FOR_STEPS_DIRS && !in->a[A_FOR_STEPS_FROM]) ||
         (in->op == OP_SLIDE && i == A_SLIDE_DIRS) || (in->op == OP_HOP && i == A_HOP_DIRS);
}

static const KnownPiece *known_inside(const Ins *in, int i, const KnownPiece *known) {
  if (!known) return NULL;
  if (operand_kind_at(in, i) == KIND_DIRS) return seen_from_piece(in, i) ? known : NULL;
  if (in->op == OP_FOR_STEPS) return in->a[A_FOR_STEPS_FROM] ? NULL : known;  // FROM stays what it is
  bool other = operand_later_at(in, i) || operand_elsewhere_at(in, i) || ins_binds(in) & 1u << SLOT_FROM;
  return other ? NULL : known;
}

// ---- rewriting -----------------------------------------------------------------------------------

static Ref rewrite(Optimiser *o, Ref ref, const KnownPiece *known);

static Ref rewrite_ins(Optimiser *o, Ref ref, const Ins *in, const KnownPiece *known) {
  int32_t few[OPERANDS_MAX], *operands = few;
  if (in->n > OPERANDS_MAX) operands = mem_alloc(in->n * sizeof *operands);
  for (int i = 0; i < in->n; i++) {
    operands[i] = in->a[i];
    if (operand_ref_at(in, i)) operands[i] = (int32_t)rewrite(o, (Ref)in->a[i], known_inside(in, i, known));
  }
  o->builder.loc = o->old->locs[ref];
  Ref made = optimise_known(o, in, known);
  if (!made) made = optimise_emit(o, (Op)in->op, in->n, operands);
  if (operands != few) mem_free(operands);
  return made;
}

// What was made without knowing a piece is kept from pass to pass; the rest for the piece at hand.
static Ref rewrite(Optimiser *o, Ref ref, const KnownPiece *known) {
  if (!ref) return 0;
  Ref *done = known ? o->done + o->old->n : o->done;
  uint32_t *made = known ? o->made + o->old->n : o->made, pass = known ? o->pass : 1;
  if (made[ref] == pass) return done[ref];
  Ref fresh = rewrite_ins(o, ref, program_ins(o->old, ref), known);
  made[ref] = pass;
  return done[ref] = fresh;
}

// ---- the game ------------------------------------------------------------------------------------

static Ref rule(Optimiser *o, Ref ref) { return rewrite(o, ref, NULL); }

static void rewrite_regions(Optimiser *o, Game *game) {
  GameRegion *regions = arena_copy(game->arena, game->regions, (size_t)game->n_regions * sizeof *regions);
  for (int i = 0; i < game->n_regions; i++) regions[i].region = rule(o, regions[i].region);
  game->regions = regions;
}

static void rewrite_phases(Optimiser *o, Game *game) {
  Phase *phases = arena_copy(game->arena, game->phases, (size_t)game->n_phases * sizeof *phases);
  for (int i = 0; i < game->n_phases; i++) {
    NextPhase *next = arena_copy(game->arena, phases[i].next, (size_t)phases[i].n_next * sizeof *next);
    phases[i].play = rule(o, phases[i].play);
    phases[i].end = rule(o, phases[i].end);
    for (int n = 0; n < phases[i].n_next; n++) {
      next[n].who = rule(o, next[n].who);
      next[n].cond = rule(o, next[n].cond);
    }
    phases[i].next = next;
  }
  game->phases = phases;
}

static Ref rewrite_piece(Optimiser *o, const Component *piece, int kind) {
  bool owned = piece->owner >= 1 && piece->owner <= o->game->players;
  KnownPiece known = {.kind = kind, .facing = -1};
  if (o->facing_is_known) known.facing = piece->facing >= 0 ? piece->facing : DIR_N;
  if (o->mover_is_owner && owned) known.mover = piece->owner;
  o->pass++;
  return rewrite(o, piece->moves, known.facing >= 0 || known.mover ? &known : NULL);
}

static void rewrite_pieces(Optimiser *o, Game *game) {
  Component *pieces = arena_copy(game->arena, game->components, (size_t)game->n_components * sizeof *pieces);
  for (int c = 1; c < game->n_components; c++) pieces[c].moves = rewrite_piece(o, &pieces[c], c);
  game->components = pieces;
}

static void rewrite_match(Optimiser *o, Game *game) {
  Subgame *parts = arena_copy(game->arena, game->subgames, (size_t)game->n_subgames * sizeof *parts);
  for (int i = 0; i < game->n_subgames; i++) parts[i].next = rule(o, parts[i].next);
  if (game->n_subgames) game->subgames = parts;
}

// In the order in which descriptions say it. Regions come first: what depends on them is worked out in the order of
// the code.
static void rewrite_game(Optimiser *o, Game *game) {
  rewrite_regions(o, game);
  rewrite_pieces(o, game);
  game->start = rule(o, game->start);
  rewrite_phases(o, game);
  game->end = rule(o, game->end);
  game->meta.gravity = rule(o, game->meta.gravity);
  game->points = rule(o, game->points);
  game->automaton = rule(o, game->automaton);
  rewrite_match(o, game);
}

// ---- what holds in the whole game ----------------------------------------------------------------

static bool visits_as_mover(const Program *program) {
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) {
    const Ins *in = program_ins(program, ref);
    if (in->op == OP_FOR_PIECES && in->a[A_FOR_PIECES_HOW] & PIECES_AS_MOVER) return true;
  }
  return false;
}

// A loop over pieces by lists may meet a piece that is gone; stacks and rotations turn pieces around.
bool game_faces_one_way(const Game *game) {
  const uint32_t turning = GAME_STACKING | GAME_ROTATION | GAME_LARGE_PIECES | GAME_PUZZLE;
  uint32_t types = game->flags & (GAME_CELLS | GAME_VERTICES | GAME_EDGES);
  bool one_type = !(types & (types - 1)) && (game->site_type == SITE_CELL || game->n_containers == 1);
  return one_type && !game_has(game, turning) && !game->piece_lists;
}

static void take_constants(Builder *builder, const Program *old) {
  for (int i = 0; i < old->n_regions; i++) VEC_PUSH(&builder->regions, old->regions[i]);
  for (int i = 0; i < old->n_arrays; i++) VEC_PUSH(&builder->arrays, old->arrays[i]);
  for (int i = 0; i < old->n_strings; i++) VEC_PUSH(&builder->strings, old->strings[i]);
}

void game_optimise(Game *game) {
  Game *lowered = arena_copy(game->arena, game, sizeof *game);
  lowered->text_hash = 0;  // its program is another one
  size_t words = 2 * (size_t)lowered->program.n;
  Optimiser o = {.game = lowered,
                 .old = &lowered->program,
                 .done = mem_alloc_zero(words * sizeof *o.done),
                 .made = mem_alloc_zero(words * sizeof *o.made),
                 .pass = 1,
                 .mover_is_owner = !visits_as_mover(&lowered->program),
                 .facing_is_known = game_faces_one_way(lowered)};
  builder_init(&o.builder, game->arena, lowered->program.region_bits);
  o.builder.board = game->board;
  take_constants(&o.builder, o.old);
  make_table(&o, 1024);
  rewrite_game(&o, game);
  builder_finish(&o.builder, &game->program);
  mem_free(o.done);
  mem_free(o.made);
  mem_free(o.table);
  lowered->plan = lazy_new(game->arena);
  game->lowered = lowered;
}
