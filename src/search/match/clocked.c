// Dividing up the time, and playing.
#include "search/match/clocked.h"

#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "search/budget.h"
#include "search/match/contest.h"
#include "search/traits.h"

static const double largest_part = 0.15, least_seconds = 1e-3;
static const double likely_part = 0.7;  // games of players who think are shorter than random ones
enum { MOVES_LEFT = 8 };                // at least so many moves of one's own may still come

double clocked_share(double left, int moves, double length) {
  double expected = likely_part * (length - moves) / 2, most = largest_part * left;
  return MIN(left / MAX(expected, MOVES_LEFT), most);
}

static void set_clock(const ClockedGame *game) {
  for (int i = 0; i < 2; i++) agent_set(&game->agents[i], "clock", game->processor ? BUDGET_PROCESSOR : BUDGET_WALL);
}

typedef struct ClockedTable {
  const ClockedGame *game;
  ClockedResult *result;
  Agent *agents[2];
  Position *x;
  Random random;  // for moves without time
  double length;
} ClockedTable;

static double now(const ClockedGame *game) { return game->processor ? clock_thread_seconds() : clock_seconds(); }

// The number of the move the side to move wants.
static uint32_t ask(ClockedTable *table, int agent, int seat) {
  const ClockedGame *game = table->game;
  double left = game->seconds - table->result->used[agent];
  if (left < least_seconds) {
    table->result->random[agent]++;
    return random_below(&table->random, (uint32_t)position_count_moves(table->x));
  }
  double began = now(game);
  agent_set(&game->agents[agent], "time", clocked_share(left, table->x->head->moves, table->length));
  uint32_t choice = agent_choose(table->agents[agent], table->x, seat, NULL);
  table->result->used[agent] += now(game) - began;
  table->result->fault = agent_failure(table->agents[agent]);
  return choice;
}

static void play_move(ClockedTable *table) {
  Position *x = table->x;
  int seat = seat_to_move(x), agent = seat == 1 ? table->game->first : 1 - table->game->first;
  Random chance = x->random;
  uint32_t choice = ask(table, agent, seat);
  x->random = chance;
  MoveList list = position_moves(x);
  Move move = *move_at(x, list, MIN(choice, list.n - 1));
  position_apply(x, &move);
  position_forget(x, list);
}

static void open_agents(ClockedTable *table) {
  const ClockedGame *game = table->game;
  for (int i = 0; i < 2; i++) {
    AgentSetting setting = {
        .game = game->game, .executor = game->executor, .seed = contest_agent_seed(game->seed, 0, i + 1)};
    agent_new(&game->agents[i], &setting, &table->agents[i]);
  }
}

void clocked_play(const ClockedGame *game, ClockedResult *result) {
  *result = (ClockedResult){0};
  ClockedTable table = {.game = game, .result = result, .random = random_stream(game->seed, 7)};
  Traits traits;
  traits_find(game->game, &traits);
  table.length = traits.length;
  table.x = position_new(game->game, game->seed, 0);
  table.x->random = random_stream(game->seed, playout_chance_stream(0));
  position_start(table.x);
  set_clock(game);
  open_agents(&table);
  while (!position_over(table.x) && !table.x->fault && !result->fault && table.x->head->moves < game->most) {
    play_move(&table);
  }
  result->moves = table.x->head->moves;
  if (table.x->fault) result->fault = table.x->fault;
  for (int i = 0; i < 2; i++) {
    int seat = i == game->first ? 1 : 2;
    result->utility[i] = position_over(table.x) ? seat_utility(table.x, seat) : 0;
    agent_free(table.agents[i]);
  }
  position_free(table.x);
}
