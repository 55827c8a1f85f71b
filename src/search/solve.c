// Deduction puzzles: a depth-first search over the values of sites, the site with the fewest values left first. It
// gives sites values of a solution, those that are easiest to see first.
#include "search/agent.h"

#include "search/budget.h"
#include "state/block/site.h"

typedef struct SolveOptions {
  Budget budget;
} SolveOptions;

// A value given to a site.
typedef struct Given {
  SiteType type;
  int32_t site, value;
} Given;

typedef VEC(Given) Values;

typedef struct Solve {
  const SolveOptions *options;
  const atomic_bool *stop;
  Position *x;
  Values tried;  // the values given on the way to where the search is; of a solution when one was found
  BudgetUse use;
  double began;
  bool stopped;
} Solve;

enum { TRIES_OTHERWISE = 100000 };

static void *open_solve(const AgentSetting *setting, const void *options) {
  Solve *solve = mem_alloc_zero(sizeof *solve);
  *solve = (Solve){.options = options, .stop = setting->stop, .x = position_new(setting->game, setting->seed, 0)};
  return solve;
}

static void close_solve(void *self) {
  Solve *solve = self;
  position_free(solve->x);
  VEC_FREE(&solve->tried);
  mem_free(solve);
}

static const char *unsuited(const Game *game, const void *options) {
  (void)options;
  return game_has(game, GAME_PUZZLE) ? NULL : "it solves deduction puzzles";
}

// The value a move gives to a site; false when the move does something else.
static bool move_gives(const Position *x, const Move *move, Given *given) {
  for (uint32_t i = 0; i < move->n; i++) {
    const Action copy = move_action(x, move, i), *action = &copy;
    if (action->kind != ACT_PUZZLE_SET) continue;
    *given = (Given){.type = (SiteType)action->type_to, .site = action->to, .value = action->value};
    return true;
  }
  return false;
}

static int32_t value_of(const Position *x, SiteType type, int32_t site) {
  return values_single(puzzle_values(x, type, site));
}

// The values of the site without a value that has the fewest. Sites are told by the moves that give them values; moves
// of one site follow each other in the list.
typedef struct Branch {
  uint32_t first, n;  // moves of the list; those in between that give no value are skipped
  int values;         // how many there are
} Branch;

static Branch fewest_values(const Position *x, MoveList list) {
  Branch best = {0}, now = {0};
  Given last = {.site = -1}, given;
  for (uint32_t i = 0; i < list.n; i++) {
    if (!move_gives(x, move_at(x, list, i), &given) || value_of(x, given.type, given.site) >= 0) continue;
    bool same = given.site == last.site && given.type == last.type;
    if (!same && now.values && (!best.values || now.values < best.values)) best = now;
    if (!same) now = (Branch){.first = i};
    now.values++;
    now.n = i + 1 - now.first;
    last = given;
  }
  return now.values && (!best.values || now.values < best.values) ? now : best;
}

// How many sites without a value have values left for them; moves of one site follow each other.
static int32_t open_sites(const Position *x, MoveList list) {
  Given given, last = {.site = -1};
  int32_t n = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    if (!move_gives(x, move_at(x, list, i), &given) || value_of(x, given.type, given.site) >= 0) continue;
    n += given.site != last.site || given.type != last.type;
    last = given;
  }
  return n;
}

static bool in_time(Solve *solve) {
  solve->use.iterations++;
  if (!budget_left(&solve->options->budget, &solve->use, solve->began)) solve->stopped = true;
  return !solve->stopped;
}

static bool find_solution(Solve *solve, int32_t open);

// Tries the values of a site one after the other, the largest first: where 0 is "nothing here", it says least.
static bool try_values(Solve *solve, MoveList list, Branch branch, int32_t open) {
  Position *x = solve->x;
  for (uint32_t i = branch.first + branch.n; i-- > branch.first;) {
    Given given;
    Move move = *move_at(x, list, i);
    if (!move_gives(x, &move, &given)) continue;
    VEC_PUSH(&solve->tried, given);
    position_apply(x, &move);
    solve->use.states++;
    bool found = find_solution(solve, open - 1);
    position_undo(x);
    if (found) return true;
    solve->tried.n--;
    if (solve->stopped) return false;
  }
  return false;
}

// Completes the puzzle from the position at hand, which is left as it was. So many sites must have values left for them
// (-1: not known), otherwise one of those without a value can have none.
static bool find_solution(Solve *solve, int32_t open) {
  Position *x = solve->x;
  if (position_over(x)) return position_utility(x, 1) > 0;
  if (!in_time(solve)) return false;
  MoveList list = position_moves(x);
  Branch branch = fewest_values(x, list);
  int32_t left = open_sites(x, list);
  bool found = branch.values > 0 && left >= open && try_values(solve, list, branch, left);
  position_forget(x, list);
  return found;
}

static bool in_solution(const Solve *solve, Given given) {
  for (size_t i = 0; i < solve->tried.n; i++) {
    const Given *at = &solve->tried.at[i];
    if (at->site == given.site && at->type == given.type) return at->value == given.value;
  }
  return false;
}

// The move of the solution that mends a wrong value, or is at the site with the fewest other values; list.n when there
// is none.
static uint32_t easiest(const Solve *solve, MoveList list) {
  const Position *x = solve->x;
  uint32_t best = list.n;
  int fewest = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    Given given, other;
    if (!move_gives(x, move_at(x, list, i), &given) || !in_solution(solve, given)) continue;
    int32_t value = value_of(x, given.type, given.site);
    if (value == given.value) continue;
    if (value >= 0) return i;
    int values = 0;
    for (uint32_t k = 0; k < list.n; k++) {
      bool gives = move_gives(x, move_at(x, list, k), &other);
      values += gives && other.site == given.site && other.type == given.type;
    }
    if (best < list.n && values >= fewest) continue;
    best = i;
    fewest = values;
  }
  return best;
}

static uint32_t choose_solve(void *self, const Position *x, int seat, SearchReport *report) {
  Solve *solve = self;
  (void)seat;
  solve->use = (BudgetUse){.otherwise = TRIES_OTHERWISE, .stop = solve->stop};
  solve->began = budget_now(&solve->options->budget);
  solve->stopped = false;
  VEC_CLEAR(&solve->tried);
  position_copy(solve->x, x);
  bool found = find_solution(solve, -1);
  if (!found && !solve->stopped) {  // a value given so far is wrong: which one, the solution of the whole puzzle tells
    position_start(solve->x);
    found = find_solution(solve, -1);
    position_copy(solve->x, x);
  }
  MoveList list = position_moves(solve->x);
  uint32_t choice = found ? easiest(solve, list) : list.n;
  if (choice == list.n) choice = fewest_values(solve->x, list).first;
  position_forget(solve->x, list);
  SearchLine line = {
      .move = choice, .visits = solve->use.iterations, .value = found, .proof = found ? PROOF_EXACT : PROOF_NONE};
  VEC_PUSH(&report->lines, line);
  VEC_PUSH(&report->expected, choice);
  report->value = found;
  report->iterations = solve->use.iterations;
  report->states = solve->use.states;
  report->seconds = budget_now(&solve->options->budget) - solve->began;
  return choice;
}

static const SearchOption solve_options[] = {
    BUDGET_OPTIONS(SolveOptions, budget, "Positions looked at for a move; 100000 when nothing limits the search."),
    {0},
};

const AgentKind agent_solve = {
    .name = "solve",
    .doc = "Solves deduction puzzles: tries values depth first, at the site with the fewest left.",
    .options = solve_options,
    .size = sizeof(SolveOptions),
    .unsuited = unsuited,
    .open = open_solve,
    .choose = choose_solve,
    .close = close_solve,
};
