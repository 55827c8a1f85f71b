// Random games, watched closely. Statements are counted by the executor itself (Position.visits); everything else is
// read off the positions.
#include "play/playout/survey.h"

#include "base/clock.h"
#include "base/mem.h"
#include "state/block/access.h"

#include <math.h>
#include <stdlib.h>

enum {
  FIRST_GAME = 4,      // times the seconds given: so long the first game may take
  LOOK_EVERY = 4,      // moves between two looks at the whole board
  JUDGED_GAMES = 4,    // games whose course is judged
  JUDGED_PLACES = 6,   // positions of each
  JUDGING_GAMES = 12,  // random games from each of them
};

// ---- one position --------------------------------------------------------------------------------

static void look_at_board(Survey *s, const Position *x) {
  if (x->game != s->game) return;  // a game of a match: it has pieces and a board of its own
  for (int t = 0; t < SITE_TYPES; t++) {
    bool board = t == (int)x->game->site_type;
    for (int32_t site = 0; site < x->game->sites[t]; site++) {
      int32_t what = site_what(x, (SiteType)t, site, -1);
      if (what <= 0 || what >= x->game->n_components) continue;
      s->seen[what]++;
      if (board && site < s->sites) bit_set(s->occupied, site);
    }
  }
}

static int phase_of_mover(const Survey *s, const Position *x) {
  return x->game == s->game && x->game->n_phases > 1 ? STATE_AT(x, int32_t, x->layout->phase)[position_mover(x)] : 0;
}

static void count_choices(Survey *s, uint32_t n, double *tree) {
  s->positions++;
  s->choices += n;
  s->most_choices = MAX(s->most_choices, n);
  s->forced += n == 1;
  *tree += log10((double)n);
}

// The move just made: who made it, what it did.
static void count_move(Survey *s, const Position *x, Player mover) {
  const Played *last = &VEC_LAST(&x->played);
  const Action *actions = played_actions(x, &last->move);
  bool pass = last->move.n > 0;
  for (uint32_t i = 0; i < last->move.n; i++) pass &= actions[i].kind == ACT_PASS;
  s->moves_of[mover]++;
  s->passes_of[mover] += pass;
  for (size_t i = 0; i < x->done.n; i++) s->actions[x->done.at[i].kind]++;
}

// ---- one game ------------------------------------------------------------------------------------

static uint64_t visits_of_results(const Survey *s) {
  uint64_t sum = 0;
  const Program *program = &s->game->program;
  for (uint32_t ref = 1; ref < program->n; ref++) {
    if (!s->visits[ref]) continue;
    Op op = (Op)program_ins(program, ref)->op;
    if (op == OP_RESULT || op == OP_RESULT_TEAM || op == OP_BY_SCORE || op == OP_BY_PAYOFF) sum += s->visits[ref];
  }
  return sum;
}

static SurveyEnd how_it_ended(const Survey *s, const Position *x, uint64_t results) {
  if (x->head->end_type == END_TURN_LIMIT || x->head->end_type == END_MOVE_LIMIT) return SURVEY_BY_LIMIT;
  return s->game->n_subgames || visits_of_results(s) > results ? SURVEY_BY_RULE : SURVEY_BY_PASS;
}

static void finish_game(Survey *s, Position *x, uint64_t results, Player first) {
  playout_count(&s->totals, x);
  VEC_PUSH(&s->lengths, (double)x->head->moves);
  s->ends[how_it_ended(s, x, results)]++;
  int winner = x->head->winner;
  if (winner < 1 || winner > x->game->players) return;
  s->decided++;
  s->first_player += winner == first;
}

// A random move; how many there were to choose from.
static uint32_t step(Position *x, Random *choices) {
  Random before = x->random;
  MoveList list = position_moves(x);
  uint32_t n = list.n;
  bool together = x->game->mode == MODE_SIMULTANEOUS;
  if (!together) position_apply(x, move_at(x, list, n == 1 ? 0 : random_below(choices, n)));
  position_forget(x, list);
  if (!together) return n;
  x->random = before;
  playout_step(x, choices);
  return n;
}

// False when the game was given up because there was no time left.
static bool play_one(Survey *s, Position *x, const SurveyPlan *plan, uint64_t k, double until) {
  Random choices = random_stream(plan->seed, playout_choice_stream(k));
  uint64_t results = visits_of_results(s);
  double tree = 0;
  x->random = random_stream(plan->seed, playout_chance_stream(k));
  position_start(x);
  Player first = position_mover(x);
  for (int moves = 0; !position_over(x) && !x->fault; moves++) {
    if (clock_thread_seconds() > until) return false;
    if (moves % LOOK_EVERY == 0) look_at_board(s, x);
    Player mover = position_mover(x);
    s->in_phase[phase_of_mover(s, x)]++;
    count_choices(s, step(x, &choices), &tree);
    if (!x->fault && x->played.n) count_move(s, x, mover);
  }
  if (!x->fault) look_at_board(s, x);
  s->tree += tree;
  if (x->fault && !s->fault) s->fault = x->fault;
  finish_game(s, x, results, first);
  return true;
}

// ---- drama ---------------------------------------------------------------------------------------

// The share of random games from here that a player wins; draws count half.
static double chances(const Position *from, Position *try, Player player, Random *random) {
  double sum = 0;
  for (int i = 0; i < JUDGING_GAMES; i++) {
    position_copy(try, from);
    while (!position_over(try) && !try->fault) playout_step(try, random);
    sum += (position_utility(try, player) + 1) / 2;
  }
  return sum / JUDGING_GAMES;
}

// Plays game k again and judges some of its positions for the player who wins it.
static void judge_game(Survey *s, Position *x, Position *try, const SurveyPlan *plan, uint64_t k, double until) {
  Random choices = random_stream(plan->seed, playout_choice_stream(k)), random = random_stream(plan->seed + 1, k);
  playout_run(x, plan->seed, k, NULL);
  int winner = x->head->winner, length = x->head->moves;
  if (winner < 1 || winner > x->game->players || length < 2) return;
  x->random = random_stream(plan->seed, playout_chance_stream(k));
  position_start(x);
  for (int place = 1; place <= JUDGED_PLACES && !position_over(x); place++) {
    while (!position_over(x) && !x->fault && x->head->moves < length * place / (JUDGED_PLACES + 1)) {
      playout_step(x, &choices);
    }
    if (position_over(x) || x->fault || clock_thread_seconds() > until) return;
    double share = chances(x, try, winner, &random);
    s->judged++;
    s->behind += share < 0.5;
    s->drama += share < 0.5 ? 0.5 - share : 0;
  }
}

static void judge(Survey *s, const SurveyPlan *plan, double until) {
  Position *x = position_new(s->game, plan->seed, 0), *try = position_new(s->game, plan->seed, 0);
  for (uint64_t k = 0; k < MIN(s->totals.n, (uint64_t)JUDGED_GAMES) && clock_thread_seconds() < until; k++) {
    judge_game(s, x, try, plan, k, until);
  }
  position_free(try);
  position_free(x);
}

// ---- all games -----------------------------------------------------------------------------------

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void prepare(const Game *game, Survey *s) {
  *s = (Survey){.game = game, .sites = game->sites[game->site_type]};
  if (game->n_containers) s->sites = MIN(s->sites, MAX(game->containers[0].n, 1));
  s->in_phase = mem_alloc_zero(((size_t)game->n_phases + 1) * sizeof *s->in_phase);
  s->seen = mem_alloc_zero(((size_t)game->n_components + 1) * sizeof *s->seen);
  s->occupied = mem_alloc_zero((size_t)bits_words(s->sites + 1) * sizeof(Word));
  s->visits = mem_alloc_zero(((size_t)game->program.n + 1) * sizeof *s->visits);
}

void survey_run(const Game *game, const SurveyPlan *plan, Survey *s) {
  prepare(game, s);
  double started = clock_thread_seconds();
  Position *x = position_new(game, plan->seed, 0);
  x->visits = game->n_subgames ? NULL : s->visits;  // the games of a match have programs of their own
  x->steps_left = 0;
  x->running = 0;
  double until = started + 0.75 * plan->seconds, patience = started + FIRST_GAME * plan->seconds;
  while (s->totals.n < plan->games && !s->fault && clock_thread_seconds() < until) {
    if (!play_one(s, x, plan, s->totals.n, s->totals.n ? until : patience)) break;
  }
  x->visits = NULL;
  position_free(x);
  if (s->lengths.n) qsort(s->lengths.at, s->lengths.n, sizeof *s->lengths.at, compare_doubles);
  s->sites_used = bits_count(s->occupied, bits_words(s->sites + 1));
  bool alone = game->players < 2 || game->mode != MODE_ALTERNATING || game->n_subgames;
  if (!s->fault && !alone) judge(s, plan, started + plan->seconds);
}

void survey_free(Survey *s) {
  VEC_FREE(&s->lengths);
  mem_free(s->in_phase);
  mem_free(s->seen);
  mem_free(s->occupied);
  mem_free(s->visits);
}
