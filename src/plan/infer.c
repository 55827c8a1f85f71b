// The inference follows the same way down a phase's statement as candidates_open does when it runs: through
// SEQ, IF_MOVES, WITH_THEN, DO_AFTER and FIRST_OF. It never reads the description the program came from.
#include "plan/infer.h"

#include "plan/plan.h"
#include "plan/statement_walk.h"
#include "rules/effects.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"
#include "rules/walk_choice.h"

const char *const playout_kind_names[PLAYOUT_KINDS] = {
    [PLAYOUT_STANDARD] = "standard",           [PLAYOUT_ADD_TO_EMPTY] = "add-to-empty", [PLAYOUT_FILTER] = "filter",
    [PLAYOUT_NO_REPETITION] = "no-repetition", [PLAYOUT_PLACEMENT] = "placement",
};

// What a phase's moves are made of.
typedef struct Survey {
  const Game *game;
  int filters;     // conditions after the move that can wait
  int branches;    // statements chosen by a condition
  int placements;  // statements whose placements can be counted
  int tested;      // those that ask something of the site
  int many;        // those with more than a few sites, or something to ask
  int passes;      // statements that pass
  Ref elsewhere;   // the first placement on sites that may be occupied
  Ref listed;      // the first statement whose moves must be listed
  Ref change;      // the first consequence that changes sites
} Survey;

static const Ins *ins(const Survey *survey, Ref ref) { return program_ins(&survey->game->program, ref); }

static const char *op_name(const Survey *survey, Ref ref) { return op_info[ins(survey, ref)->op].name; }

// ---- what consequences do ------------------------------------------------------------------------

// The first statement of a tree of statements that changes sites, or 0.
static Ref find_change(const Program *program, Ref ref) {
  if (!ref) return 0;
  const Ins *in = program_ins(program, ref);
  if (ins_writes(in) & PART_SITES) return ref;
  for (int i = 0; i < in->n; i++) {
    Ref found = operand_moves_at(in, i) ? find_change(program, (Ref)in->a[i]) : 0;
    if (found) return found;
  }
  return 0;
}

static void note_then(Survey *survey, Ref then) {
  if (!survey->change) survey->change = find_change(&survey->game->program, then);
}

// ---- the way down --------------------------------------------------------------------------------

static_assert(A_DIFFERENCE_A == A_SITES_WHERE_REGION, "the region that sites are taken from");

// Whether a region has empty sites only.
static bool only_empty(const Survey *survey, Ref ref) {
  const Ins *in = ins(survey, ref);
  if (in->op == OP_EMPTY) return true;
  if (in->op == OP_DIFFERENCE || in->op == OP_SITES_WHERE) return only_empty(survey, (Ref)in->a[A_DIFFERENCE_A]);
  if (in->op != OP_INTERSECTION && in->op != OP_UNION) return false;
  int empty = 0;
  for (int i = 0; i < in->n; i++) empty += only_empty(survey, (Ref)in->a[i]);
  return in->op == OP_INTERSECTION ? empty > 0 : empty == in->n;
}

// Whether a region, as far as it is empty, is always the same sites.
static bool is_fixed(const Survey *survey, Ref ref) {
  const Ins *in = ins(survey, ref);
  if (in->op == OP_EMPTY || in->op == OP_REGION_CONST) return true;
  if (in->op != OP_DIFFERENCE && in->op != OP_INTERSECTION && in->op != OP_UNION) return false;
  for (int i = 0; i < in->n; i++) {
    if (!is_fixed(survey, (Ref)in->a[i])) return false;
  }
  return true;
}

static void note_listed(Survey *survey, Ref ref) {
  if (ins(survey, ref)->op == OP_PASS) survey->passes++;
  else if (!survey->listed) survey->listed = ref;
}

enum { FEW = 16 };  // sites that are listed as fast as one is drawn

static bool has_few(const Survey *survey, Ref ref) {
  const Game *game = survey->game;
  const Ins *in = ins(survey, ref);
  if (in->op == OP_HAND_SITES || in->op == OP_REGION_OF_INTS || in->op == OP_AROUND) return true;
  if (in->op == OP_EMPTY)
    return topo_count(game->board, in->a[A_EMPTY_TYPE] < 0 ? game->site_type : (SiteType)in->a[A_EMPTY_TYPE]) < FEW;
  if (in->op == OP_REGION_CONST) {
    return bits_count(game->program.regions[in->a[A_REGION_CONST_REGION]], game->program.region_words) < FEW;
  }
  if (in->op == OP_DIFFERENCE) return has_few(survey, (Ref)in->a[A_DIFFERENCE_A]);
  for (int i = 0; in->op == OP_INTERSECTION && i < in->n; i++) {
    if (has_few(survey, (Ref)in->a[i])) return true;
  }
  return false;
}

static void look_at_placements(Survey *survey, Ref ref, const Ins *add) {
  if (add->a[A_ADD_PIECE_COUNT] || add->a[A_ADD_PIECE_ONE] || add->a[A_ADD_PIECE_EFFECT] ||
      game_has(survey->game, GAME_LARGE_PIECES)) {
    note_listed(survey, ref);
    return;
  }
  survey->placements++;
  Ref region = (Ref)add->a[A_ADD_PIECE_REGION];
  bool fixed = only_empty(survey, region) && is_fixed(survey, region);
  if (!only_empty(survey, region) && !survey->elsewhere) survey->elsewhere = ref;
  if (add->a[A_ADD_PIECE_IF] || !fixed) survey->tested++;
  bool waits = add->a[A_ADD_PIECE_IF] || ins(survey, region)->op == OP_SITES_WHERE;
  survey->many += waits || !has_few(survey, region);
  note_then(survey, (Ref)add->a[A_ADD_PIECE_THEN]);
}

// An automaton whose moves are the choice of a vertex: like placements, whatever it does with them.
static void look_at_walk(Survey *survey, Ref ref, const Ins *in) {
  WalkTurns turns = walk_turns(&survey->game->program, in);
  bool listed = turns == WALK_TURNS_OTHER || turns == WALK_TURNS_FEW;
  if (listed) note_listed(survey, ref);
  survey->placements += !listed;
  survey->many += !listed;
  if (turns == WALK_TURNS_CHOICES) survey->elsewhere = ref;
}

static void look_at_leaf(Survey *survey, Ref ref, const Ins *in) {
  if (in->op == OP_ADD_PIECE) look_at_placements(survey, ref, in);
  else if (in->op == OP_WALK) look_at_walk(survey, ref, in);
  else note_listed(survey, ref);
}

// Handed down: whether nothing else has moves beside those of the statement, or asks something of them.
static bool look(void *self, Ref ref, const Ins *in, void *known) {
  Survey *survey = self;
  bool *alone = known;
  switch (statement_shape(in)) {
    case SHAPE_NO_MOVES: return false;
    case SHAPE_ALL: *alone &= in->n == 1; return true;
    case SHAPE_FIRST:
      if (!*alone) note_listed(survey, ref);
      return *alone;
    case SHAPE_BRANCH: survey->branches++; return true;
    case SHAPE_THEN: note_then(survey, (Ref)in->a[A_WITH_THEN_THEN]); return true;
    case SHAPE_FILTER:
      survey->filters++;
      *alone = false;
      return true;
    case SHAPE_MOVER:
    case SHAPE_PIECES:
    case SHAPE_LEAF: break;
  }
  look_at_leaf(survey, ref, in);
  return false;
}

// ---- the verdict ---------------------------------------------------------------------------------

static Survey survey_phase(const Game *game, int phase) {
  Survey survey = {.game = game};
  bool alone = !meta_touches_moves(&game->meta);
  StatementVisitor visitor = {.visit = look, .self = &survey, .known_size = sizeof alone};
  statement_walk(&game->program, game->phases[phase].play, &visitor, &alone);
  note_then(&survey, game->meta.gravity);
  return survey;
}

static bool adds_to_empty(const Survey *survey) {
  return survey->placements && !survey->listed && !survey->elsewhere && !survey->tested && !survey->change;
}

static bool pays(const Survey *survey) {
  const MetaRules *meta = &survey->game->meta;
  return survey->filters || survey->many || meta->no_repeat || meta->no_suicide;
}

static PlayoutKind kind_of(const Survey *survey) {
  const MetaRules *meta = &survey->game->meta;
  if (survey->game->mode != MODE_ALTERNATING) return PLAYOUT_STANDARD;
  if (survey->filters) return PLAYOUT_FILTER;
  if (meta->no_repeat) return PLAYOUT_NO_REPETITION;
  if (meta->no_suicide) return PLAYOUT_FILTER;
  if (adds_to_empty(survey)) return PLAYOUT_ADD_TO_EMPTY;
  return survey->placements && pays(survey) ? PLAYOUT_PLACEMENT : PLAYOUT_STANDARD;
}

static const char *why_placement(const Survey *survey, Arena *arena) {
  const char *but = "other moves are possible beside them";
  if (survey->change) but = arena_printf(arena, "%s changes sites besides", op_name(survey, survey->change));
  else if (survey->elsewhere) but = "they may go to occupied sites, or sites become free again";
  else if (survey->tested) but = "which sites are fit is found when one is drawn";
  return arena_printf(arena, "placements are counted and not listed; not add-to-empty: %s", but);
}

// What the end rules ask about the next player may be found out with its move.
static const char *why_end_waits(const Survey *survey) {
  const Plan *plan = plan_of(survey->game);
  if (!plan->ends_wait) return "";
  if (!plan->ends.n_conds) return "; whether the next player can move is found out with its move";
  return plan->ends.moves ? "; whether the next player can move, or is mated, is found out with its move"
                          : "; whether the next player is mated is found out with its move";
}

static const char *why_filter(const Survey *survey, Arena *arena) {
  const char *where = survey->branches ? "in some positions" : survey->passes ? "passing is allowed too" : "always";
  if (survey->listed && survey->placements) where = "other moves are generated in full";
  const char *also = survey->game->meta.no_repeat ? ", and against repetition" : why_end_waits(survey);
  if (!survey->filters) return "a move that loses at once is discarded when it is drawn";
  return arena_printf(
      arena, "a move is drawn first, and only then tested against the conditions on the position after it (%s)%s",
      where, also);
}

static const char *why_standard(const Survey *survey, Arena *arena) {
  if (survey->game->mode == MODE_SIMULTANEOUS) return "players move at the same time";
  if (survey->game->mode == MODE_SIMULATION) return "nobody chooses moves";
  if (survey->placements) return "placements go to a few sites only: listing them costs no more than drawing one";
  if (!survey->listed) return "there is nothing to choose from";
  if (ins(survey, survey->listed)->op == OP_WALK) {
    if (walk_turns(&survey->game->program, ins(survey, survey->listed)) == WALK_TURNS_FEW) {
      return "a move is the choice of one of a few vertices: listing them costs no more than drawing one";
    }
    return "the automaton's moves are more than the choice of a vertex, and must be listed";
  }
  const char *op = op_name(survey, survey->listed);
  return arena_printf(arena, "all moves are generated (%s): no condition on them can be tested later", op);
}

static const char *why(const Survey *survey, PlayoutKind kind, Arena *arena) {
  bool swap = survey->game->meta.swap;
  switch (kind) {
    case PLAYOUT_ADD_TO_EMPTY:
      return swap ? "every move places a piece on an empty site, sites change in no other way; players may swap"
                  : "every move places a piece on an empty site, sites change in no other way";
    case PLAYOUT_FILTER: return why_filter(survey, arena);
    case PLAYOUT_NO_REPETITION: return "a move is drawn first, and only then tested against repetition";
    case PLAYOUT_PLACEMENT: return why_placement(survey, arena);
    case PLAYOUT_STANDARD:
    case PLAYOUT_KINDS: break;
  }
  return why_standard(survey, arena);
}

PlayoutKind game_playout_kind(const Game *game, int phase) {
  Survey survey = survey_phase(game, phase);
  return kind_of(&survey);
}

bool game_playout_pays(const Game *game, int phase) {
  Survey survey = survey_phase(game, phase);
  return pays(&survey);
}

const PhasePlayout *game_infer_playouts(const Game *game, Arena *arena) {
  PhasePlayout *playouts = ARENA_ARRAY(arena, PhasePlayout, (size_t)game->n_phases);
  for (int i = 0; i < game->n_phases; i++) {
    Survey survey = survey_phase(game, i);
    PlayoutKind kind = kind_of(&survey);
    playouts[i] = (PhasePlayout){.kind = kind, .why = why(&survey, kind, arena)};
  }
  return playouts;
}
