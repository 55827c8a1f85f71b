// The same seed and the same number of iterations give the same moves: every agent of agents.def plays, alone and
// beside others on several threads, and with two threads of its own where it has them it still answers with legal
// moves.
#include "base/thread.h"
#include "play/show/seats.h"
#include "search/agent.h"

#include "support/shipped.h"

enum { MOVES = 6, ITERATIONS = 60, KINDS_MOST = 64, SEED = 9 };

// What the options of an agent cannot go without; agents that need files made by a training are left out, and so are
// other programs, which answer as they like.
static const struct {
  const char *name, *options;
} needed[] = {
    {"net", "model=\"Squava\""},
    {"biased", NULL},
    {"greedy", NULL},
    {"engine", NULL},
};

static const char *const games[] = {"Squava", "Royal Game of Ur", "Shidoku"};

typedef struct Participant {
  char text[128];
  const Game *game;
  uint64_t hash;
} Participant;

typedef struct Hall {
  Shipped shipped[COUNT_OF(games)];
  Participant players[KINDS_MOST];
  size_t n;
} Hall;

static bool has_option(const AgentKind *kind, const char *name) {
  const SearchOption *row = kind->options;
  while (row && row->name && strcmp(row->name, name) != 0) row++;
  return row && row->name;
}

// False where the agent needs what the repository does not have.
static bool write_text(const AgentKind *kind, const char *more, Participant *player) {
  char options[96] = "";
  if (has_option(kind, "iterations")) snprintf(options, sizeof options, "iterations=%d", ITERATIONS);
  for (size_t i = 0; i < COUNT_OF(needed); i++) {
    if (strcmp(needed[i].name, kind->name) != 0) continue;
    if (!needed[i].options) return false;
    snprintf(options + strlen(options), sizeof options - strlen(options), ",%s", needed[i].options);
  }
  snprintf(options + strlen(options), sizeof options - strlen(options), "%s", more);
  snprintf(player->text, sizeof player->text, "%s%s%s", kind->name, *options ? ":" : "", options);
  return true;
}

// The first game the agent can play.
static const Game *suited_game(const Hall *hall, const char *text) {
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  const Game *found = NULL;
  if (!agent_parse(&arena, str_of(text), &spec, &why)) fail_msg("%s", why);
  for (size_t i = 0; i < COUNT_OF(games) && !found; i++) {
    if (!agent_unsuited(&spec, hall->shipped[i].game)) found = hall->shipped[i].game;
  }
  arena_free(&arena);
  return found;
}

static void play_some(void *self, size_t index, int worker) {
  (void)worker;
  Participant *player = &((Hall *)self)->players[index];
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  bool good = agent_parse(&arena, str_of(player->text), &spec, &why);
  agent_new(&spec, &(AgentSetting){.game = player->game, .seed = SEED}, &agent);
  Position *x = position_new(player->game, SEED, 0);
  for (int i = 0; good && i < MOVES && !position_over(x); i++) {
    Random random = x->random;
    uint32_t choice = agent_choose(agent, x, seat_to_move(x), NULL);
    x->random = random;
    MoveList list = position_moves(x);
    good = choice < list.n;
    Move move = *move_at(x, list, good ? choice : 0);
    position_apply(x, &move);
    position_forget(x, list);
  }
  player->hash = good ? position_full_hash(x) : 0;
  position_free(x);
  agent_free(agent);
  arena_free(&arena);
}

static void hall_open(Hall *hall, const char *option, const char *more) {
  *hall = (Hall){0};
  for (size_t i = 0; i < COUNT_OF(games); i++) shipped_load(&hall->shipped[i], games[i]);
  for (const AgentKind *const *kind = agent_kinds(); *kind; kind++) {
    Participant *player = &hall->players[hall->n];
    assert_true(hall->n < KINDS_MOST);
    if ((option && !has_option(*kind, option)) || !write_text(*kind, more, player)) continue;
    player->game = suited_game(hall, player->text);
    if (!player->game) fail_msg("no game for %s", player->text);
    hall->n++;
  }
}

static void hall_close(Hall *hall) {
  for (size_t i = 0; i < COUNT_OF(games); i++) shipped_free(&hall->shipped[i]);
}

static void hall_play(Hall *hall, int workers) {
  Pool *pool;
  pool_open(&pool, workers);
  pool_run(pool, hall->n, play_some, hall);
  pool_close(pool);
}

static void the_seed_decides_on_any_number_of_threads(void **state) {
  Hall hall;
  uint64_t once[KINDS_MOST];
  hall_open(&hall, NULL, "");
  hall_play(&hall, 1);
  for (size_t i = 0; i < hall.n; i++) once[i] = hall.players[i].hash;
  for (int workers = 1; workers <= 4; workers += 3) {
    hall_play(&hall, workers);
    for (size_t i = 0; i < hall.n; i++) {
      if (once[i] != hall.players[i].hash) fail_msg("%s plays otherwise", hall.players[i].text);
      assert_true(once[i] != 0);
    }
  }
  hall_close(&hall);
}

static void two_threads_play_legal_moves(void **state) {
  Hall hall;
  hall_open(&hall, "threads", ",threads=2");
  assert_true(hall.n >= 5);
  hall_play(&hall, 1);
  for (size_t i = 0; i < hall.n; i++) {
    if (!hall.players[i].hash) fail_msg("%s chose a move that does not exist", hall.players[i].text);
  }
  hall_close(&hall);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_seed_decides_on_any_number_of_threads),
      cmocka_unit_test(two_threads_play_legal_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
