// Flat Monte-Carlo: playouts shared evenly among the legal moves, no tree.
#include "search/agent.h"

#include "play/model/joint.h"
#include "play/model/move_key.h"
#include "play/playout/sampler.h"
#include "play/show/seats.h"
#include "search/budget.h"
#include "search/mcts/determinize.h"
#include "search/mcts/rollout.h"

typedef struct FlatOptions {
  Budget budget;
} FlatOptions;

typedef struct Flat {
  const FlatOptions *options;
  uint64_t seed;
  const atomic_bool *stop;
  Position *x;
  Sampler sampler;
  Determinizer veil;
} Flat;

static void *open_flat(const AgentSetting *setting, const void *options) {
  Flat *flat = mem_alloc_zero(sizeof *flat);
  *flat = (Flat){.options = options, .seed = setting->seed, .stop = setting->stop};
  flat->x = position_new(setting->game, setting->seed, 0);
  determinize_open(&flat->veil, setting->game);
  return flat;
}

static void close_flat(void *self) {
  Flat *flat = self;
  position_free(flat->x);
  sampler_free(&flat->sampler);
  determinize_close(&flat->veil);
  mem_free(flat);
}

// Makes the move; in a simultaneous game the others choose at random.
static void make(Position *x, MoveList list, uint32_t chosen, Random *random) {
  Move move = *move_at(x, list, chosen);
  if (x->game->mode == MODE_SIMULTANEOUS) {
    uint32_t parts[GAME_PLAYERS_MAX];
    int n = 0;
    for (Player p = 1; p <= x->game->players; p++) {
      uint32_t seen = 0;
      for (uint32_t i = 0; i < list.n; i++) {
        bool own = move_at(x, list, i)->mover == p;
        if (own && random_below(random, ++seen) == 0) parts[n] = i;
      }
      if (p == move.mover) parts[n] = chosen;
      n += seen > 0;
    }
    move = joint_move(x, list, parts, n);
  }
  position_apply(x, &move);
}

// False when the time was over before the game was.
static bool try_move(Flat *flat, MoveList list, uint32_t chosen, int seat, Random *random, BudgetUse *use,
                     double *utility) {
  Position *x = flat->x;
  make(x, list, chosen, random);
  use->states += 1 + sampler_play(&flat->sampler, x, random, UINT64_MAX);
  *utility = seat_utility(x, seat);
  bool finished = !position_ran_out_of_time(x);
  while (position_undo(x)) continue;
  position_clear_fault(x);
  return finished;
}

// The number of the move offered as `wanted` in the list of a guess; list.n when it is not there.
static uint32_t find_in_guess(const Flat *flat, MoveList list, uint32_t wanted) {
  uint32_t i = 0;
  while (i < list.n && move_key(flat->x, move_at(flat->x, list, i)) != flat->veil.keys.at[wanted]) i++;
  return i;
}

static void try_line(Flat *flat, MoveList list, SearchLine *line, int seat, Random *random, BudgetUse *use) {
  uint32_t chosen = line->move;
  use->iterations++;
  if (flat->veil.drawn) {
    chosen = determinize_guess(&flat->veil, flat->x, random, &list) ? find_in_guess(flat, list, chosen) : list.n;
    if (chosen == list.n) return;
  }
  double utility;
  if (!try_move(flat, list, chosen, seat, random, use, &utility)) return;
  line->value += (utility - line->value) / (double)++line->visits;
}

static void list_moves(const Flat *flat, MoveList list, int seat, SearchReport *report) {
  for (uint32_t i = 0; i < list.n; i++) {
    if (player_seat(flat->x, move_at(flat->x, list, i)->mover) != seat) continue;
    VEC_PUSH(&report->lines, (SearchLine){.move = i});
  }
}

static const SearchLine *best_line(const SearchReport *report) {
  const SearchLine *best = report->lines.at;
  for (size_t i = 1; i < report->lines.n; i++) {
    const SearchLine *line = &report->lines.at[i];
    if (line->visits && (!best->visits || line->value > best->value)) best = line;
  }
  return best;
}

static uint32_t choose_flat(void *self, const Position *x, int seat, SearchReport *report) {
  Flat *flat = self;
  Random random = random_stream(flat->seed, 2 * (uint64_t)x->head->made);
  determinize_set(&flat->veil, x, seat);
  position_copy(flat->x, x);
  flat->x->random = x->random;
  MoveList list = position_moves(flat->x);
  flat->x->random = random_stream(flat->seed, 2 * (uint64_t)x->head->made + 1);
  const Budget *budget = &flat->options->budget;
  BudgetUse use = {.otherwise = PLAYOUTS_OTHERWISE, .stop = flat->stop};
  double began = budget_now(budget);
  BudgetWatch watch;
  list_moves(flat, list, seat, report);
  budget_watch(&watch, flat->x, budget, began, flat->stop);
  for (size_t i = 0; report->lines.n > 1 && budget_left(budget, &use, began); i = (i + 1) % report->lines.n) {
    try_line(flat, list, &report->lines.at[i], seat, &random, &use);
  }
  budget_unwatch(flat->x);
  position_forget(flat->x, list);
  const SearchLine *best = best_line(report);
  VEC_PUSH(&report->expected, best->move);
  report->iterations = use.iterations;
  report->states = use.states;
  report->seconds = budget_now(budget) - began;
  report->value = best->value;
  return best->move;
}

static const SearchOption flat_options[] = {
    BUDGET_OPTIONS(FlatOptions, budget, PLAYOUTS_DOC),
    {0},
};

const AgentKind agent_flat = {
    .name = "flat",
    .doc = "Flat Monte-Carlo: the same number of random games for every move.",
    .options = flat_options,
    .size = sizeof(FlatOptions),
    .open = open_flat,
    .choose = choose_flat,
    .close = close_flat,
};
