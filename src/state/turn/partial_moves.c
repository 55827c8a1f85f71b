// Generating moves for one site, or one move, at a time.
#include "state/turn/partial_moves.h"
#include "base/mem.h"
#include "plan/statement_shape.h"
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/turn/result.h"

// What is remembered between calls.
struct PartialMoves {
  int32_t hints[GAME_PLAYERS_MAX + 1];  // by mover: a site where a move began last time
  uint64_t first_at;                    // number of the change after which the choice below was made
  int32_t first_ref, first_item;        // a FIRST_OF and its item with moves
  uint64_t named_at;                    // likewise for what follows
  int32_t named_ref;                    // a statement that names where its moves begin,
  Word *named;                          // and where that is
  uint64_t kept_at;                     // number of the change after which the moves below were kept
  SavedMoves kept;
};

static PartialMoves *partial_moves_of(Position *x) {
  if (!x->partial) x->partial = mem_alloc_zero(sizeof *x->partial);
  return x->partial;
}

void partial_moves_free(PartialMoves *s) {
  if (!s) return;
  mem_free(s->named);
  saved_moves_free(&s->kept);
  mem_free(s);
}

static int32_t play_of(const Position *x) {
  return (int32_t)x->game->phases[STATE_AT(x, int32_t, x->layout->phase)[x->head->mover]].play;
}

bool partial_repeatable(Position *x) { return !play_of(x) || !statement_is(x, play_of(x), FACT_DRAWS); }

// ---- lists -----------------------------------------------------------------------------------------

static bool is_wanted(const Move *move, const Wanted *wanted) {
  return (wanted->from == GAME_ANYWHERE || move->from == wanted->from) &&
         (wanted->to == GAME_ANYWHERE || move->to == wanted->to);
}

void moves_keep_wanted(Position *x, uint32_t mark, const Wanted *wanted) {
  if (wanted->from == GAME_ANYWHERE && wanted->to == GAME_ANYWHERE) return;
  uint32_t kept = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    if (!is_wanted(&x->moves.at[i], wanted)) continue;
    if (kept != i) x->moves.at[kept] = x->moves.at[i];
    kept++;
  }
  moves_drop(x, kept);
}

static void mark_untested(Position *x, uint32_t mark) {
  for (uint32_t i = mark; i < x->moves.n; i++) x->moves.at[i].flags |= MOVE_UNTESTED;
}

// Keeps the moves that hold; only the first of them when one is enough.
typedef bool MoveTest(Position *x, const Move *move, int32_t cond);
static void keep_holding(Position *x, uint32_t mark, const Wanted *wanted, MoveTest *holds, int32_t cond) {
  uint32_t kept = mark;
  for (uint32_t i = mark; i < x->moves.n && !(wanted->one && kept > mark); i++) {
    Move move = x->moves.at[i];
    if (holds(x, &move, cond)) x->moves.at[kept++] = move;
  }
  moves_drop(x, kept);
}

// ---- the wanted moves of a statement ---------------------------------------------------------------

static void generate(Position *x, int32_t ref, const Wanted *wanted);

static bool enough(const Position *x, uint32_t mark, const Wanted *wanted) { return wanted->one && x->moves.n > mark; }

static void generate_each(Position *x, const Ins *in, const Wanted *wanted) {
  uint32_t mark = moves_mark(x);
  for (int i = 0; i < in->n && !enough(x, mark, wanted); i++) generate(x, in->a[i], wanted);
}

// The number of the item of a FIRST_OF that has moves, or of the last one.
static int find_first(Position *x, const Ins *in) {
  int i = 0;
  while (i < in->n - 1 && !moves_answer(x, in->a[i], &(MoveQuery){.to = -1})) i++;
  return i;
}

// Remembered for the next stages of the same move.
static int32_t first_with_moves(Position *x, int32_t ref, const Ins *in, bool passing) {
  PartialMoves *s = partial_moves_of(x);
  if (passing) return in->a[find_first(x, in)];
  if (s->first_ref != ref || s->first_at != x->changes) {
    int32_t item = find_first(x, in);
    s->first_item = item;
    s->first_ref = ref;
    s->first_at = x->changes;
  }
  return in->a[s->first_item];
}

static void open_statement(Position *x, int32_t ref, Word *sources, bool passing);

// Whether moves of a statement that names where they begin may begin on a site.
static bool may_begin(Position *x, int32_t ref, int32_t site) {
  PartialMoves *s = partial_moves_of(x);
  if (s->named_ref != ref || s->named_at != x->changes) {
    if (!s->named) s->named = mem_alloc((size_t)x->words * sizeof *s->named);
    bits_zero(s->named, x->words);
    open_statement(x, ref, s->named, true);
    s->named_ref = ref;
    s->named_at = x->changes;
  }
  return site >= 0 && site < x->program->region_bits && bit_get(s->named, site);
}

// A condition that looks for moves is not asked where nothing depends on it.
static void generate_if(Position *x, int32_t ref, const Ins *in, const Wanted *wanted) {
  bool skip = !wanted->passing && wanted->from != GAME_ANYWHERE &&
              statement_is(x, in->a[A_IF_MOVES_COND], FACT_TRIES_MOVES) && statement_is(x, ref, FACT_NAMES_SOURCES) &&
              !may_begin(x, ref, wanted->from);
  int32_t branch = skip ? 0 : x_int(x, in->a[A_IF_MOVES_COND]) ? in->a[A_IF_MOVES_THEN] : in->a[A_IF_MOVES_ELSE];
  if (branch) generate(x, branch, wanted);
}

static void generate_after(Position *x, const Ins *in, const Wanted *wanted) {
  uint32_t mark = moves_mark(x);
  Wanted all = *wanted;
  all.one = false;
  generate(x, in->a[A_DO_AFTER_FIRST], &all);
  if (!wanted->tested) mark_untested(x, mark);
  else keep_holding(x, mark, wanted, move_holds_after, in->a[A_DO_AFTER_IF]);
}

typedef struct PieceWish {
  Wanted wanted;
  uint32_t mark;
} PieceWish;

static bool generate_piece(Position *x, int32_t body, void *self) {
  const PieceWish *wish = self;
  generate(x, body, &wish->wanted);
  return enough(x, wish->mark, &wish->wanted);
}

// Whether the pieces are the mover's own, and their moves begin where they stand.
static bool own_pieces(Position *x, int32_t ref, const Ins *in) {
  return statement_is(x, ref, FACT_PIECES_KEEP_FROM) && x_int(x, in->a[A_FOR_PIECES_PLAYER]) == x->head->mover;
}

static void generate_whole(Position *x, int32_t ref, const Wanted *wanted) {
  uint32_t mark = moves_mark(x);
  moves_toward(x, ref, wanted->to, wanted->one && wanted->from == GAME_ANYWHERE);
  moves_keep_wanted(x, mark, wanted);
}

static void generate_pieces(Position *x, int32_t ref, const Ins *in, const Wanted *wanted) {
  if (!own_pieces(x, ref, in)) {
    generate_whole(x, ref, wanted);
    return;
  }
  PieceWish wish = {.wanted = *wanted, .mark = moves_mark(x)};
  wish.wanted.passing = true;        // what is found depends on the piece
  wish.wanted.from = GAME_ANYWHERE;  // which is where its moves begin
  if (wanted->from == GAME_OFF) return;
  pieces_visit(x, in, wanted->from == GAME_ANYWHERE ? -1 : wanted->from, generate_piece, &wish);
}

static bool note_source(Position *x, int32_t body, void *self) {
  (void)body;
  bit_set((Word *)self, x->slots[SLOT_FROM]);
  return false;
}

static void open_pieces(Position *x, int32_t ref, const Ins *in, Word *sources) {
  if (own_pieces(x, ref, in)) pieces_visit(x, in, -1, note_source, sources);
  else x_moves(x, ref);
}

// Conditions that look for moves are left for later, where the sites are named in any case.
static void open_if(Position *x, int32_t ref, const Ins *in, const Wanted *wanted) {
  bool later = statement_is(x, in->a[A_IF_MOVES_COND], FACT_TRIES_MOVES) && statement_is(x, ref, FACT_NAMES_SOURCES);
  bool holds = !later && x_int(x, in->a[A_IF_MOVES_COND]);
  if (later || holds) generate(x, in->a[A_IF_MOVES_THEN], wanted);
  if (in->a[A_IF_MOVES_ELSE] && !holds) generate(x, in->a[A_IF_MOVES_ELSE], wanted);
}

static void generate_leaf(Position *x, int32_t ref, const Ins *in, const Wanted *wanted) {
  if (wanted->sources && in->op == OP_FROM_TO) {
    from_to_sources(x, in, wanted->sources);
    return;
  }
  if (in->op != OP_FROM_TO) {
    generate_whole(x, ref, wanted);
    return;
  }
  uint32_t mark = moves_mark(x);
  from_to_moves(x, in, wanted->from, wanted->to);
  moves_keep_wanted(x, mark, wanted);
}

static void generate(Position *x, int32_t ref, const Wanted *wanted) {
  const Ins *in = position_ins(x, ref);
  uint32_t mark = moves_mark(x);
  switch (statement_shape(in)) {
    case SHAPE_NO_MOVES: break;
    case SHAPE_ALL: generate_each(x, in, wanted); break;
    case SHAPE_BRANCH:
      if (wanted->sources) open_if(x, ref, in, wanted);
      else generate_if(x, ref, in, wanted);
      break;
    case SHAPE_FIRST:
      if (in->n) generate(x, first_with_moves(x, ref, in, wanted->passing), wanted);
      break;
    case SHAPE_THEN:
      generate(x, statement_body(in), wanted);
      moves_add_then(x, mark, (Ref)in->a[A_WITH_THEN_THEN]);
      break;
    case SHAPE_MOVER:
      generate(x, statement_body(in), wanted);
      moves_set_mover(x, mark, x_int(x, in->a[A_AS_MOVER_PLAYER]));
      break;
    case SHAPE_FILTER: generate_after(x, in, wanted); break;
    case SHAPE_PIECES:
      if (wanted->sources) open_pieces(x, ref, in, wanted->sources);
      else generate_pieces(x, ref, in, wanted);
      break;
    case SHAPE_LEAF: generate_leaf(x, ref, in, wanted);
  }
}

// Notes where moves of a statement may begin, and makes those of statements that do not tell.
static void open_statement(Position *x, int32_t ref, Word *sources, bool passing) {
  generate(x, ref, &(Wanted){.from = GAME_ANYWHERE, .to = GAME_ANYWHERE, .passing = passing, .sources = sources});
}

// ---- the rules around the statement ----------------------------------------------------------------

static bool meta_tests(const Position *x) { return x->game->meta.no_repeat || x->game->meta.no_suicide; }

static bool not_struck(Position *x, const Move *move, int32_t cond) {
  (void)cond;
  return !meta_strikes(x, move);
}

// Fewer moves than wanted may be left of one that was enough: then none was.
static bool meta_drops(const Position *x) {
  const MetaRules *meta = &x->game->meta;
  return meta_tests(x) || meta->pin_support_multiple || meta->no_stack_on_fallen;
}

void partial_moves(Position *x, const Wanted *wanted) {
  uint32_t mark = moves_mark(x);
  ScratchMark scratch = position_mark(x);
  Wanted before = *wanted;
  before.one &= !meta_drops(x);
  if (play_of(x)) generate(x, play_of(x), &before);
  meta_change_moves(x, mark);
  if (x->game->meta.swap) moves_keep_wanted(x, mark, wanted);
  if (meta_tests(x) && wanted->tested) keep_holding(x, mark, wanted, not_struck, 0);
  else if (meta_tests(x)) mark_untested(x, mark);
  position_release(x, scratch);
}

static bool same_actions(const Position *x, const Move *a, const Move *b) {
  Action few_a[FILL_MOST], few_b[FILL_MOST];
  return a->n == b->n && !memcmp(move_actions(x, a, few_a), move_actions(x, b, few_b), a->n * sizeof(Action));
}

static bool same_thens(const Position *x, const Move *a, const Move *b) {
  Ref one[MOVE_THEN_MAX], other[MOVE_THEN_MAX];
  int n = move_thens(x, a, one);
  return n == move_thens(x, b, other) && !memcmp(one, other, (size_t)n * sizeof *one);
}

static bool same_move(const Position *x, const Move *a, const Move *b) {
  MoveDetail one = move_detail(x, a), other = move_detail(x, b);
  return a->from == b->from && a->to == b->to && a->mover == b->mover && one.level_min == other.level_min &&
         one.level_max == other.level_max && same_thens(x, a, b) && same_actions(x, a, b);
}

bool partial_legal(Position *x, const Move *move) {
  MoveList list = moves_top(x);
  partial_moves(x, &(Wanted){.from = move->from, .to = move->to, .tested = true});
  bool found = false;
  for (uint32_t i = list.first; i < x->moves.n && !found; i++) found = same_move(x, move, &x->moves.at[i]);
  position_forget(x, list);
  return found;
}

static bool begins_on(Position *x, int32_t site) {
  MoveList list = moves_top(x);
  partial_moves(x, &(Wanted){.from = site, .to = GAME_ANYWHERE, .tested = true, .one = true});
  bool found = x->moves.n > list.first;
  position_forget(x, list);
  return found;
}

int32_t *partial_hint(Position *x) { return &partial_moves_of(x)->hints[x->head->mover]; }

bool partial_any(Position *x, const Word *sources, uint32_t mark) {
  for (uint32_t i = mark; i < x->moves.n; i++) {
    if (!(x->moves.at[i].flags & MOVE_UNTESTED)) return true;
  }
  int32_t hint = *partial_hint(x);
  if (hint < x->program->region_bits && bit_get(sources, hint) && begins_on(x, hint)) return true;
  FOR_BITS(site, sources, x->words) {
    if (site == hint || !begins_on(x, site)) continue;
    *partial_hint(x) = site;
    return true;
  }
  for (uint32_t i = mark; i < x->moves.n; i++) {
    Move move = x->moves.at[i];
    if (partial_legal(x, &move)) return true;
  }
  return false;
}

// ---- statements anywhere in the rules --------------------------------------------------------------

static bool has_move(Position *x, int32_t ref, int32_t from, int32_t to) {
  uint32_t mark = moves_mark(x);
  generate(x, ref, &(Wanted){.from = from, .to = to, .tested = true, .one = true, .passing = true});
  bool found = x->moves.n > mark;
  moves_drop(x, mark);
  return found;
}

// A move that begins on one of the sources, the one of last time first.
static bool has_source(Position *x, int32_t ref, const Word *sources) {
  FOR_BITS(site, sources, x->words) {
    if (!has_move(x, ref, site, GAME_ANYWHERE)) continue;
    *partial_hint(x) = site;
    return true;
  }
  return false;
}

bool partial_exists(Position *x, int32_t ref) {
  MoveList list = moves_top(x);
  ScratchMark scratch = position_mark(x);
  bool named = statement_is(x, ref, FACT_SOME_SOURCES);  // else nothing is gained by going site by site
  bool found = has_move(x, ref, named ? *partial_hint(x) : GAME_ANYWHERE, GAME_ANYWHERE);
  if (!found && named) {
    Word *sources = position_region(x);
    open_statement(x, ref, sources, true);
    for (uint32_t i = list.first; i < x->moves.n && !found; i++) found = !(x->moves.at[i].flags & MOVE_UNTESTED);
    found = found || has_source(x, ref, sources);
    for (uint32_t i = list.first; i < x->moves.n && !found; i++) {
      found = has_move(x, ref, x->moves.at[i].from, x->moves.at[i].to);
    }
  }
  position_release(x, scratch);
  position_forget(x, list);
  return found;
}

void partial_open(Position *x, Word *sources) {
  uint32_t mark = moves_mark(x);
  ScratchMark scratch = position_mark(x);
  if (play_of(x)) open_statement(x, play_of(x), sources, false);
  meta_change_moves(x, mark);
  if (meta_tests(x)) mark_untested(x, mark);
  position_release(x, scratch);
}

// ---- moves kept ------------------------------------------------------------------------------------

void partial_keep(Position *x, uint32_t mark) {
  PartialMoves *s = partial_moves_of(x);
  saved_moves_clear(&s->kept);
  for (uint32_t i = mark; i < x->moves.n; i++) saved_moves_add(&s->kept, x, &x->moves.at[i]);
  s->kept_at = x->changes;
}

bool partial_kept(Position *x) {
  const PartialMoves *s = partial_moves_of(x);
  if (!s->kept.moves.n || s->kept_at != x->changes) return false;
  saved_moves_push(&s->kept, x);
  return true;
}
