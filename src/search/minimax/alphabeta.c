// Alpha-beta for two players, with a hash table of positions and killer moves. Either player may move several
// times in a row: a value changes its sign only when the seat changes.
#include "search/minimax/deepen.h"

#include "play/model/move_key.h"
#include "play/show/seats.h"
#include "state/act/moves.h"

typedef enum Bound { BOUND_NONE, BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } Bound;

typedef struct Entry {
  uint64_t hash;
  float value;
  int16_t depth;
  uint8_t bound;
  bool cut;       // the depth left something open
  uint32_t best;  // number of the best move
} Entry;

enum { KILLER_PLIES = 256, NO_MOVE = UINT32_MAX };

typedef struct AlphaBeta {
  Deepen deepen;  // first, so that it leads back here
  Entry *table;
  size_t mask;
  uint64_t killers[KILLER_PLIES];  // by ply: key of the move that last cut off
} AlphaBeta;

static Entry *entry_of(AlphaBeta *search, uint64_t hash) { return &search->table[hash & search->mask]; }

// True when the table knows enough to answer at once. *first: the move to try first.
static bool known(AlphaBeta *search, uint64_t hash, int depth, double alpha, double beta, uint32_t *first,
                  double *value) {
  const Entry *entry = entry_of(search, hash);
  *first = NO_MOVE;
  if (!entry->bound || entry->hash != hash) return false;
  *first = entry->best;
  *value = entry->value;
  if (entry->depth != depth) return false;
  search->deepen.cut |= entry->cut;
  return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *value >= beta) ||
         (entry->bound == BOUND_UPPER && *value <= alpha);
}

static void remember(AlphaBeta *search, uint64_t hash, int depth, double value, Bound bound, uint32_t best) {
  *entry_of(search, hash) = (Entry){.hash = hash,
                                    .value = (float)value,
                                    .depth = (int16_t)depth,
                                    .bound = (uint8_t)bound,
                                    .cut = search->deepen.cut,
                                    .best = best};
}

static size_t ply_of(const Position *x) { return MIN(x->played.n, KILLER_PLIES - 1); }

static uint32_t killer_of(const AlphaBeta *search, const Position *x, MoveList list) {
  uint64_t killer = search->killers[ply_of(x)];
  for (uint32_t i = 0; killer && i < list.n; i++) {
    if (move_key(x, move_at(x, list, i)) == killer) return i;
  }
  return NO_MOVE;
}

// Moves in the order they are tried: the two promising ones first, each once.
static uint32_t nth(uint32_t i, uint32_t first, uint32_t second, uint32_t n) {
  bool one = first < n, two = second < n && second != first;
  if (one && i == 0) return first;
  if (two && i == (uint32_t)one) return second;
  uint32_t at = i - one - two, a = one ? first : NO_MOVE, b = two ? second : NO_MOVE;
  if (at >= MIN(a, b)) at++;
  if (at >= MAX(a, b)) at++;
  return at;
}

static double search_below(AlphaBeta *search, int depth, double alpha, double beta);

static double value_after(AlphaBeta *search, const Move *chosen, int depth, double alpha, double beta) {
  Position *x = search->deepen.x;
  Move move = *chosen;
  int seat = seat_to_move(x);
  position_apply(x, &move);
  bool again = seat_to_move(x) == seat && !position_over(x);
  double value = again ? search_below(search, depth - 1, alpha, beta) : -search_below(search, depth - 1, -beta, -alpha);
  position_undo(x);
  return value;
}

static double best_of(AlphaBeta *search, MoveList list, uint32_t first, int depth, double alpha, double beta,
                      uint32_t *best) {
  Position *x = search->deepen.x;
  uint32_t killer = killer_of(search, x, list);
  double most = -2;
  for (uint32_t i = 0; i < list.n && !search->deepen.stopped; i++) {
    uint32_t m = nth(i, first, killer, list.n);
    double value = value_after(search, move_at(x, list, m), depth, MAX(alpha, most), beta);
    if (value <= most) continue;
    most = value;
    *best = m;
    if (most < beta) continue;
    search->killers[ply_of(x)] = move_key(x, move_at(x, list, m));
    break;
  }
  return most;
}

// A finished game or an estimate, for the seat to move; after the end that is whoever did not move last.
static double leaf(AlphaBeta *search) {
  double utilities[GAME_PLAYERS_MAX + 1];
  const Position *x = search->deepen.x;
  deepen_leaf(&search->deepen, utilities);
  int seat = position_over(x) ? 3 - player_seat(x, x->head->last.mover) : seat_to_move(x);
  return utilities[seat];
}

static double search_below(AlphaBeta *search, int depth, double alpha, double beta) {
  Position *x = search->deepen.x;
  if (!deepen_visit(&search->deepen)) return 0;
  if (depth <= 0 || position_over(x) || x->fault) return leaf(search);
  uint64_t hash = position_full_hash(x);
  uint32_t first, best = NO_MOVE;
  double value;
  if (known(search, hash, depth, alpha, beta, &first, &value)) return value;
  bool outside = search->deepen.cut;
  search->deepen.cut = false;
  MoveList list = position_moves(x);
  value = best_of(search, list, first, depth, alpha, beta, &best);
  position_forget(x, list);
  if (search->deepen.stopped) return 0;
  remember(search, hash, depth, value, value >= beta ? BOUND_LOWER : value <= alpha ? BOUND_UPPER : BOUND_EXACT, best);
  search->deepen.cut |= outside;
  return value;
}

static double value_for_root(Deepen *deepen, int depth, double alpha) {
  AlphaBeta *search = (AlphaBeta *)(void *)deepen;
  Position *x = deepen->x;
  bool mine = !position_over(x) && seat_to_move(x) == deepen->seat;
  return mine ? search_below(search, depth, alpha, 2) : -search_below(search, depth, -2, -alpha);
}

static uint32_t expected(Deepen *deepen) {
  AlphaBeta *search = (AlphaBeta *)(void *)deepen;
  uint64_t hash = position_full_hash(deepen->x);
  const Entry *entry = entry_of(search, hash);
  return entry->bound && entry->hash == hash ? entry->best : NO_MOVE;
}

static void *open_alphabeta(const AgentSetting *setting, const void *options) {
  AlphaBeta *search = mem_alloc_zero(sizeof *search);
  deepen_open(&search->deepen, setting, options);
  search->deepen.best = expected;
  size_t room = ((size_t)search->deepen.options->megabytes << 20) / sizeof(Entry), n = 1;
  while (2 * n <= room) n *= 2;
  search->table = mem_alloc_zero(sizeof(Entry) * n);
  search->mask = n - 1;
  return search;
}

static void close_alphabeta(void *self) {
  AlphaBeta *search = self;
  deepen_close(&search->deepen);
  mem_free(search->table);
  mem_free(search);
}

static uint32_t choose_alphabeta(void *self, const Position *x, int seat, SearchReport *report) {
  AlphaBeta *search = self;
  memset(search->table, 0, sizeof(Entry) * (search->mask + 1));
  memset(search->killers, 0, sizeof search->killers);
  return deepen_choose(&search->deepen, x, seat, value_for_root, report);
}

static const char *unsuited(const Game *game, const void *options) {
  if (game->players != 2) return "alphabeta is for two players; try maxn or brs";
  return deepen_unsuited(game, options);
}

static const SearchOption alphabeta_options[] = {
    DEEPEN_OPTIONS,
    {"memory", OPTION_INTEGER, offsetof(DeepenOptions, megabytes), 1, 65536, "16", NULL, "Megabytes of hash table."},
    {0},
};

const AgentKind agent_alphabeta = {
    .name = "alphabeta",
    .doc = "Alpha-beta with iterative deepening, judging by material and mobility.",
    .options = alphabeta_options,
    .size = sizeof(DeepenOptions),
    .unsuited = unsuited,
    .open = open_alphabeta,
    .choose = choose_alphabeta,
    .close = close_alphabeta,
};
