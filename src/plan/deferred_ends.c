// Looking through all the rules of play can reach, and through the end rules for what they ask about the next player:
//
//   NO_MOVES of the next player             the same as whether a move of the rules of play can be drawn
//   AND(..., NOT CAN_MOVE(its pieces), ...)  checkmate: cannot hold if a move of its pieces can be drawn
//
// The meta-rules may strike moves that are drawn, or offer a swap, which the questions know of or do not count.
//
// The second kind generates the moves with the turn already passed on, but tries them out before. So a move that was
// drawn shows that it does not hold only if what the move does is the same whoever's turn it is (game/turns.h), or if
// it is tried out again with the turn given back.
#include "plan/deferred_ends.h"

#include "plan/statement_walk.h"
#include "plan/turn_independence.h"
#include "rules/effects.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"

typedef struct Reader {
  const Game *game;
  bool *seen;    // by Ref
  bool changes;  // something was met that passing the turn on may change
} Reader;

// What passing the turn on changes, or a draw at random does.
enum { CHANGES_WITH_TURN = PART_COUNTERS | PART_PAST | PART_CHANCE };

static void read_rules(Reader *reader, Ref ref) {
  if (!ref || reader->seen[ref] || reader->changes) return;
  reader->seen[ref] = true;
  const Ins *in = program_ins(&reader->game->program, ref);
  reader->changes = ins_reads(in) & CHANGES_WITH_TURN;
  for (int i = 0; i < in->n; i++) {
    if (operand_ref_at(in, i)) read_rules(reader, (Ref)in->a[i]);
  }
}

static bool asks_for_moves(const Game *game, Reader *reader, Ref ref) {
  if (!ref || reader->seen[ref]) return false;
  reader->seen[ref] = true;
  const Ins *in = program_ins(&game->program, ref);
  bool asks = in->op == OP_NO_MOVES && in->a[A_NO_MOVES_NEXT];
  for (int i = 0; i < in->n && !asks; i++) {
    asks = operand_ref_at(in, i) && asks_for_moves(game, reader, (Ref)in->a[i]);
  }
  return asks;
}

static bool end_asks(const Game *game, Arena *arena) {
  Reader reader = {.game = game, .seen = ARENA_ARRAY(arena, bool, game->program.n)};
  return asks_for_moves(game, &reader, game->end) || asks_for_moves(game, &reader, game->phases[0].end);
}

static bool play_changes(const Game *game, Arena *arena) {
  Reader reader = {.game = game, .seen = ARENA_ARRAY(arena, bool, game->program.n)};
  read_rules(&reader, game->phases[0].play);
  for (int i = 1; i < game->n_components; i++) read_rules(&reader, game->components[i].moves);
  for (int i = 0; i < game->n_regions; i++) read_rules(&reader, game->regions[i].region);
  return reader.changes;
}

// ---- checkmate -----------------------------------------------------------------------------------

typedef struct Mates {
  const Game *game;
  DeferredEnds *ends;
  Ref asked, after;  // FOR_PIECES of the question, and the condition around it
  bool plain;        // the rules of play have few other moves
} Mates;

static const Ins *ins(const Mates *mates, Ref ref) { return program_ins(&mates->game->program, ref); }

static bool is_head(const Mates *mates, int32_t ref, HeadVar var) {
  const Ins *in = ins(mates, (Ref)ref);
  return in->op == OP_HEAD && in->a[A_HEAD_VAR] == (int32_t)var;
}

// The pieces of one player with their own moves.
static bool are_pieces(const Mates *mates, const Ins *in, HeadVar var) {
  return in->op == OP_FOR_PIECES && is_head(mates, in->a[A_FOR_PIECES_PLAYER], var) && !in->a[A_FOR_PIECES_BODY] &&
         !in->a[A_FOR_PIECES_CONTAINER];
}

// Reads a CAN_MOVE: the next player's pieces, perhaps beside other moves.
static bool read_question(Mates *mates, const Ins *can_move) {
  Ref moves = (Ref)can_move->a[A_CAN_MOVE_MOVES];
  const Ins *in = ins(mates, moves);
  mates->after = 0;
  if (in->op == OP_DO_AFTER && !in->a[A_DO_AFTER_NEXT] && in->a[A_DO_AFTER_IF]) {
    mates->after = (Ref)in->a[A_DO_AFTER_IF];
    moves = (Ref)in->a[A_DO_AFTER_FIRST];
    in = ins(mates, moves);
  }
  for (int i = 0; in->op == OP_SEQ && i < in->n; i++) {
    if (are_pieces(mates, ins(mates, (Ref)in->a[i]), HEAD_NEXT)) moves = (Ref)in->a[i];
  }
  mates->asked = moves;
  return are_pieces(mates, ins(mates, moves), HEAD_NEXT);
}

// A condition in play is at least as strict as one of the question.
static bool implies(const Mates *mates, Ref filter, Ref asked) {
  const Ins *in = filter ? ins(mates, filter) : NULL;
  if (!asked) return true;
  for (int i = 0; in && in->op == OP_AND && i < in->n; i++) {
    if (implies(mates, (Ref)in->a[i], asked)) return true;
  }
  return in && turn_same(mates->game, asked, filter);
}

static void take_pieces(Mates *mates, Ref ref, Ref filter) {
  const Ins *in = ins(mates, ref), *asked = ins(mates, mates->asked);
  bool same = are_pieces(mates, in, HEAD_MOVER) && in->a[A_FOR_PIECES_TYPE] == asked->a[A_FOR_PIECES_TYPE] &&
              in->a[A_FOR_PIECES_PIECES] == asked->a[A_FOR_PIECES_PIECES] &&
              in->a[A_FOR_PIECES_HOW] == asked->a[A_FOR_PIECES_HOW];
  if (!same || !implies(mates, filter, mates->after)) return;
  mates->ends->pieces = ref;
  mates->ends->filter = mates->after ? filter : 0;
  mates->ends->asked = mates->after;
}

// Follows the rules of play as candidates do. Moves beside the pieces that are not bound to a condition are too
// frequent.
static bool find_pieces(void *self, Ref ref, const Ins *in, void *known) {
  Mates *mates = self;
  Ref *filter = known;  // the condition around a statement
  switch (statement_shape(in)) {
    case SHAPE_ALL:
      for (int i = 0; i < in->n; i++) {
        StatementShape shape = statement_shape(ins(mates, (Ref)in->a[i]));
        mates->plain &= shape == SHAPE_BRANCH || shape == SHAPE_PIECES || shape == SHAPE_NO_MOVES;
      }
      return true;
    case SHAPE_BRANCH: return true;
    case SHAPE_THEN: *filter = 0; return true;
    case SHAPE_FILTER: *filter = (Ref)in->a[A_DO_AFTER_IF]; return true;
    case SHAPE_PIECES: take_pieces(mates, ref, *filter); return false;
    case SHAPE_FIRST:
    case SHAPE_MOVER:
    case SHAPE_NO_MOVES:
    case SHAPE_LEAF: break;
  }
  return false;
}

// The CAN_MOVE that must fail for a condition to hold, or NULL.
static const Ins *question_of(const Mates *mates, Ref cond) {
  const Ins *in = ins(mates, cond), *found = NULL;
  for (int i = 0; in->op == OP_AND && i < in->n && !found; i++) found = question_of(mates, (Ref)in->a[i]);
  if (in->op == OP_NOT && ins(mates, (Ref)in->a[A_NOT_A])->op == OP_CAN_MOVE) found = ins(mates, (Ref)in->a[A_NOT_A]);
  return found;
}

// All that wait must be about the same moves.
static void add_mate(Mates *mates, Ref cond) {
  DeferredEnds *ends = mates->ends;
  const Ins *question = question_of(mates, cond);
  const DeferredEnds before = *ends;
  if (!question || ends->n_conds == END_CONDS_MAX || !read_question(mates, question)) return;
  ends->pieces = 0;
  mates->plain = true;
  StatementVisitor visitor = {.visit = find_pieces, .self = mates, .known_size = sizeof(Ref)};
  statement_walk(&mates->game->program, mates->game->phases[0].play, &visitor, &(Ref){0});
  bool same = !ends->n_conds || (ends->pieces == before.pieces && ends->asked == before.asked);
  bool good = ends->pieces && same && mates->plain;
  if (good) ends->conds[ends->n_conds++] = cond;
  else *ends = before;
}

static void find_mates(Mates *mates, Ref end) {
  const Ins *in = end ? ins(mates, end) : NULL;
  if (!in) return;
  for (int i = 0; in->op == OP_SEQ && i < in->n; i++) find_mates(mates, (Ref)in->a[i]);
  if (in->op == OP_END_IF) add_mate(mates, (Ref)in->a[A_END_IF_COND]);
}

// What the consequences of moves depend on.
static void read_thens(const Game *game, Ref ref, bool *seen, Arena *arena, DeferredEnds *ends) {
  if (!ref || seen[ref]) return;
  seen[ref] = true;
  const Ins *in = program_ins(&game->program, ref);
  Ref then = in->op == OP_WITH_THEN ? (Ref)in->a[A_WITH_THEN_THEN] : 0;
  if (then) ends->turns[then] = turn_sites(game, then, arena);
  for (int i = 0; i < in->n; i++) {
    if (operand_ref_at(in, i) && (Ref)in->a[i] != then) read_thens(game, (Ref)in->a[i], seen, arena, ends);
  }
}

static bool turns_agree(const Game *game, Arena *arena, DeferredEnds *ends) {
  bool *seen = ARENA_ARRAY(arena, bool, game->program.n), *read = ARENA_ARRAY(arena, bool, game->program.n);
  ends->turns = ARENA_ARRAY(arena, const Word *, game->program.n);
  bool agree = !turn_matters(game, game->phases[0].play, seen);
  for (int i = 1; i < game->n_components && agree; i++) {
    agree = !turn_matters(game, game->components[i].moves, seen);
    read_thens(game, game->components[i].moves, read, arena, ends);
  }
  for (int i = 0; i < game->n_regions && agree; i++) agree = !turn_matters(game, game->regions[i].region, seen);
  return agree;
}

static void look_for_mates(const Game *game, Arena *arena, DeferredEnds *ends) {
  Mates mates = {.game = game, .ends = ends};
  find_mates(&mates, game->end);
  find_mates(&mates, game->phases[0].end);
  if (ends->n_conds && !turns_agree(game, arena, ends)) ends->n_conds = 0;
}

// ---- the verdict ---------------------------------------------------------------------------------

bool game_deferred_ends(const Game *game, Arena *arena, DeferredEnds *ends) {
  const MetaRules *meta = &game->meta;
  const uint32_t chance = GAME_STOCHASTIC | GAME_DICE | GAME_CARDS | GAME_DOMINOES;
  *ends = (DeferredEnds){0};
  if (game->mode != MODE_ALTERNATING || game->players != 2 || game->n_phases != 1 || game->in_match) return false;
  if (meta->gravity || meta->automove || game->automaton || game_has(game, chance)) return false;
  if (play_changes(game, arena)) return false;
  ends->moves = end_asks(game, arena);
  look_for_mates(game, arena, ends);
  return ends->moves || ends->n_conds;
}
