// Matches: games between agents on several threads, and what they say about the agents. A finished game is kept until
// all games before it are counted: so the test stops at the same game however many threads there are.
#include "lib/lib_internal.h"

#include "base/thread.h"
#include "search/match/ratings.h"

#include <math.h>

enum { GAMES_MAX = 10000000, MATCH_THREADS_MAX = 1024, OPENINGS_MAX = 100000, ELO_MAX = 10000 };

static_assert((int)SENET_PLAYERS_MAX == (int)GAME_PLAYERS_MAX, "seats have the size of the header");

struct senet_match {
  Handle handle;
  senet_game *game;
  senet_match_options options;
  Arena arena;  // agents and openings
  Contest contest;
  Lock lock;                 // of what follows
  VEC(ContestGame *) games;  // finished and not counted yet, by number; NULL: others
  uint64_t counted;          // games before this number are counted
  uint64_t finished;         // games there are
  Ratings standing;
  bool settled;  // by the test: nothing more is played
  SprtAnswer answer;
  atomic_bool stop;     // games under way are given up
  atomic_bool playing;  // now, on some thread
  Lock telling;         // one call at a time
};

#define IS_MATCH(h) handle_is((const Handle *)(const void *)(h), HANDLE_MATCH)

// ---- counting --------------------------------------------------------------------------------------

static void count_game(senet_match *match) {
  ContestGame **game = &match->games.at[match->counted++];
  ratings_add(&match->standing, *game, match->game->game->players);
  mem_free(*game);
  *game = NULL;
}

static bool tests(const senet_match *match) { return match->options.sprt_low != 0 || match->options.sprt_high != 0; }

static void count_games(senet_match *match) {
  Sprt sprt = {.elo0 = match->options.sprt_low, .elo1 = match->options.sprt_high};
  while (!match->settled && match->counted < match->games.n && match->games.at[match->counted]) {
    count_game(match);
    if (!tests(match)) continue;
    match->answer = sprt_answer(&sprt, &match->standing.agents[0]);
    match->settled = match->answer != SPRT_OPEN;
  }
}

// When the match was stopped: what was finished counts, though games before it are missing.
static void count_rest(senet_match *match) {
  while (match->counted < match->games.n) {
    if (match->games.at[match->counted]) count_game(match);
    else match->counted++;
  }
}

static bool is_finished(const senet_match *match, uint64_t number) {
  return number < match->counted || (number < match->games.n && match->games.at[number]);
}

static void keep_game(senet_match *match, const ContestGame *game) {
  while (match->games.n <= game->number) VEC_PUSH(&match->games, NULL);
  match->games.at[game->number] = mem_alloc(sizeof *game);
  *match->games.at[game->number] = *game;
  match->finished++;
  count_games(match);
}

// ---- playing ---------------------------------------------------------------------------------------

static void tell_game(senet_match *match, const ContestGame *game, const char *record) {
  senet_match_game told = {.number = game->number,
                           .moves = (uint32_t)game->moves,
                           .stopped = game->stopped,
                           .failure = game->failure[0] ? game->failure : NULL,
                           .record = record};
  for (int seat = 1; seat <= match->game->game->players; seat++) {
    const ContestSeat *at = &game->seats[seat];
    told.seats[seat] = (senet_match_seat){.agent = at->agent,
                                          .utility = at->utility,
                                          .choices = at->choices,
                                          .iterations = at->iterations,
                                          .seconds = at->seconds};
  }
  lock_take(&match->telling);
  if (match->options.tell(match->options.self, &told)) atomic_store(&match->stop, true);
  lock_give(&match->telling);
}

static void play_game(void *self, size_t number, int worker) {
  senet_match *match = self;
  (void)worker;
  lock_take(&match->lock);
  bool needed = !is_finished(match, number) && !match->settled && !atomic_load(&match->stop);
  lock_give(&match->lock);
  if (!needed) return;
  ContestGame game;
  Recorder recorder = {0};
  Text line = {0};
  contest_play(&match->contest, number, &game, match->options.records ? &recorder : NULL);
  if (match->options.records && !game.given_up) {
    game_name_record(match->game, &recorder.record);
    record_write(&line, &recorder.record);
    line.p[line.n - 1] = '\0';  // without the newline
  }
  recorder_free(&recorder);
  lock_take(&match->lock);
  bool counts = !game.given_up && !is_finished(match, number);  // it may have been added meanwhile
  if (counts) keep_game(match, &game);
  lock_give(&match->lock);
  if (counts && match->options.tell) tell_game(match, &game, line.p);
  text_free(&line);
}

senet_status senet_match_play(senet_match *match, uint64_t n) {
  Pool *pool;
  if (!IS_MATCH(match)) return api_misuse("the match");
  if (n > GAMES_MAX) return api_fail(SENET_RANGE, "at most %d games", GAMES_MAX);
  if (atomic_exchange(&match->playing, true)) return api_fail(SENET_MISUSE, "the match is being played");
  pool_open(&pool, (int)MIN((uint64_t)match->options.threads, MAX(n, 1u)));
  if (!atomic_load(&match->stop)) pool_run(pool, (size_t)n, play_game, match);
  pool_close(pool);
  atomic_store(&match->playing, false);
  if (!atomic_load(&match->stop)) return SENET_OK;
  lock_take(&match->lock);
  count_rest(match);
  lock_give(&match->lock);
  return api_fail(SENET_STOPPED, "the match was stopped");
}

senet_status senet_match_stop(senet_match *match) {
  if (!IS_MATCH(match)) return api_misuse("the match");
  atomic_store(&match->stop, true);
  return SENET_OK;
}

// ---- games played before ---------------------------------------------------------------------------

static bool read_seat(const senet_match_seat *seat, int agent, ContestSeat *out) {
  *out = (ContestSeat){.agent = seat->agent,
                       .utility = seat->utility,
                       .choices = seat->choices,
                       .iterations = seat->iterations,
                       .seconds = seat->seconds};
  return seat->agent == agent && seat->utility >= -1 && seat->utility <= 1 && seat->seconds >= 0;
}

senet_status senet_match_add(senet_match *match, const senet_match_game *game) {
  if (!IS_MATCH(match)) return api_misuse("the match");
  if (!game) return api_misuse("the game played");
  if (game->number >= GAMES_MAX) return api_fail(SENET_RANGE, "at most %d games", GAMES_MAX);
  int players = match->game->game->players, agent_of[GAME_PLAYERS_MAX + 1];
  ContestGame kept = {.number = game->number, .moves = (int)(game->moves & INT32_MAX), .stopped = game->stopped != 0};
  bool fits = true;
  contest_seats(match->contest.n, players, game->number, agent_of);  // who sits where follows from the number
  for (int seat = 1; seat <= players; seat++)
    fits = read_seat(&game->seats[seat], agent_of[seat], &kept.seats[seat]) && fits;
  if (!fits) return api_fail(SENET_INPUT, "game %llu is not one of this match", (unsigned long long)game->number);
  lock_take(&match->lock);
  bool known = is_finished(match, game->number);
  if (!known) keep_game(match, &kept);
  lock_give(&match->lock);
  return known ? api_fail(SENET_INPUT, "game %llu is there already", (unsigned long long)game->number) : SENET_OK;
}

// ---- results ---------------------------------------------------------------------------------------

senet_status senet_match_results(senet_match *match, senet_match_result *out) {
  if (!IS_MATCH(match)) return api_misuse("the match");
  if (!out) return api_misuse("the place of the results");
  lock_take(&match->lock);
  *out = (senet_match_result){.games = match->standing.games,
                              .moves = match->standing.moves,
                              .stopped = match->standing.stopped,
                              .finished = match->finished,
                              .sprt = (int)match->answer};
  lock_give(&match->lock);
  return SENET_OK;
}

size_t senet_match_agents(const senet_match *match) { return IS_MATCH(match) ? (size_t)match->contest.n : 0; }

const char *senet_match_agent(const senet_match *match, size_t i) {
  return i < senet_match_agents(match) ? match->contest.agents[i].text : NULL;
}

senet_status senet_match_rate(senet_match *match, size_t agent, senet_match_rating *out) {
  if (!IS_MATCH(match)) return api_misuse("the match");
  if (!out) return api_misuse("the place of the rating");
  if (agent >= senet_match_agents(match)) return api_fail(SENET_RANGE, "there are %d agents", match->contest.n);
  double elo[STANDING_AGENTS_MAX];
  lock_take(&match->lock);
  AgentRating found = match->standing.agents[agent];
  ratings_compute(&match->standing, elo);
  lock_give(&match->lock);
  double share = found.games ? found.score / (double)found.games : 0;
  Interval interval = wilson_interval(share, (double)found.games);
  *out = (senet_match_rating){.games = found.games,
                              .wins = found.wins,
                              .losses = found.losses,
                              .draws = found.draws,
                              .first = found.first,
                              .score = share,
                              .low = interval.low,
                              .high = interval.high,
                              .elo = elo[agent],
                              .choices = found.choices,
                              .iterations = found.iterations,
                              .seconds = found.seconds};
  return SENET_OK;
}

// ---- opening ---------------------------------------------------------------------------------------

static senet_status read_agents(senet_match *match) {
  AgentSpec *agents = NULL;
  const char *why = "";
  if (!agent_parse_list(&match->arena, str_of(match->options.agents), &agents, &match->contest.n, &why)) {
    return api_fail(SENET_INPUT, "%s", why);
  }
  if (match->contest.n > STANDING_AGENTS_MAX) return api_fail(SENET_INPUT, "at most %d agents", STANDING_AGENTS_MAX);
  match->contest.agents = agents;
  match->standing.n = match->contest.n;
  for (int i = 0; i < match->contest.n; i++) {
    why = agent_unsuited(&agents[i], match->game->game);
    if (why) return api_fail(SENET_UNSUITED, "%s cannot play %s: %s", agents[i].text, match->game->game->name, why);
  }
  return SENET_OK;
}

// The numbers of the moves of a line.
static senet_status read_opening(senet_match *match, size_t number, senet_position *position, ContestOpening *opening) {
  const char *text = match->options.openings[number];
  VEC(uint32_t) moves = {0};
  senet_status status = senet_position_start(position, match->options.seed, 0);
  while (status == SENET_OK && *(text += strspn(text, " \t\r\n"))) {
    size_t n = strcspn(text, " \t\r\n"), move = 0;
    char *word = arena_text(&match->arena, (Str){text, n});
    if (senet_position_find_move(position, word, &move) != SENET_OK ||
        senet_position_apply(position, move) != SENET_OK) {
      status =
          api_fail(SENET_INPUT, "opening %zu: '%.60s' is not a legal move after %zu moves", number + 1, word, moves.n);
    }
    VEC_PUSH(&moves, (uint32_t)move);
    text += n;
  }
  if (status == SENET_OK && senet_position_over(position)) {
    status = api_fail(SENET_INPUT, "opening %zu: the game is over after it", number + 1);
  }
  *opening = (ContestOpening){VEC_TO_ARENA(&moves, &match->arena), moves.n};
  VEC_FREE(&moves);
  return status;
}

static senet_status read_openings(senet_match *match) {
  const senet_match_options *options = &match->options;
  const Game *game = match->game->game;
  if (!options->n_openings) return SENET_OK;
  if (game->n_subgames || game->mode != MODE_ALTERNATING || game_has(game, GAME_STOCHASTIC)) {
    return api_fail(SENET_UNSUITED, "openings are for games with turns and without chance");
  }
  senet_position *position;
  senet_status status = senet_position_new(match->game, options->seed, 0, &position);
  ContestOpening *openings = ARENA_ARRAY(&match->arena, ContestOpening, options->n_openings);
  for (size_t i = 0; status == SENET_OK && i < options->n_openings; i++) {
    status = read_opening(match, i, position, &openings[i]);
  }
  senet_position_free(position);
  match->contest.openings = openings;
  match->contest.n_openings = options->n_openings;
  match->options.openings = NULL;  // the caller's
  return status;
}

static senet_status check_options(const senet_match_options *given, senet_match_options *out) {
  if (!given) return api_misuse("the options");
  if (given->size != sizeof *given) return api_fail(SENET_MISUSE, "the options have the wrong size");
  *out = *given;
  if (!out->agents) return api_misuse("the text of the agents");
  if (out->threads < 0 || out->threads > MATCH_THREADS_MAX) return api_fail(SENET_RANGE, "between 0 and 1024 threads");
  if (out->threads == 0) out->threads = thread_processors();
  if (!(out->sprt_low < out->sprt_high) && !(out->sprt_low == 0 && out->sprt_high == 0)) {
    return api_fail(SENET_RANGE, "of the two ratings the smaller comes first");
  }
  if (!(fabs(out->sprt_low) <= ELO_MAX && fabs(out->sprt_high) <= ELO_MAX)) {
    return api_fail(SENET_RANGE, "ratings differ by at most %d", ELO_MAX);
  }
  if (out->n_openings > OPENINGS_MAX) return api_fail(SENET_RANGE, "at most %d openings", OPENINGS_MAX);
  if (out->n_openings && !out->openings) return api_misuse("the list of openings");
  for (size_t i = 0; i < out->n_openings; i++) {
    if (!out->openings[i]) return api_misuse("an opening");
  }
  return SENET_OK;
}

senet_status senet_match_new(senet_game *game, const senet_match_options *given, senet_match **out) {
  senet_match_options options;
  if (!out) return api_misuse("the place of the match");
  *out = NULL;
  if (!IS_GAME(game)) return api_misuse("the game");
  senet_status status = check_options(given, &options);
  if (status != SENET_OK) return status;
  handle_use(&game->handle);
  senet_match *match = handle_new(game->handle.library, HANDLE_MATCH, sizeof *match);
  match->game = game;
  match->options = options;
  lock_init(&match->lock);
  lock_init(&match->telling);
  status = read_agents(match);
  if (status == SENET_OK) status = read_openings(match);
  if (status != SENET_OK) {
    senet_match_free(match);
    return status;
  }
  match->contest.game = game->game;
  match->contest.seed = options.seed;
  match->contest.executor = game_executor(game);
  match->contest.stop = &match->stop;
  *out = match;
  return SENET_OK;
}

void senet_match_free(senet_match *match) {
  if (!IS_MATCH(match)) return;
  senet_game *game = match->game;
  handle_close(&match->handle);
  for (size_t i = 0; i < match->games.n; i++) mem_free(match->games.at[i]);
  VEC_FREE(&match->games);
  arena_free(&match->arena);
  lock_free(&match->lock);
  lock_free(&match->telling);
  handle_give_back(&match->handle, HANDLE_MATCH);
  game_leave(game);
}

senet_status senet_agents_split(const char *text, size_t i, char *buffer, size_t size, size_t *length) {
  if (length) *length = 0;
  if (!text) return api_misuse("the text");
  Str rest = str_of(text), part = agent_next(rest);
  for (size_t k = 0; k < i; k++) {
    if (part.n == rest.n) return api_fail(SENET_RANGE, "there are %zu agents", k + 1);
    rest = (Str){rest.p + part.n + 1, rest.n - part.n - 1};
    part = agent_next(rest);
  }
  return api_text(part, buffer, size, length);
}

senet_status senet_agents_get(const char *text, size_t i, char *buffer, size_t size, size_t *length) {
  if (!text) return api_misuse("the text");
  Arena arena = {0};
  AgentSpec *agents = NULL;
  const char *why = "";
  int n = 0;
  senet_status status = SENET_OK;
  if (!agent_parse_list(&arena, str_of(text), &agents, &n, &why)) status = api_fail(SENET_INPUT, "%s", why);
  else if (i >= (size_t)n) status = api_fail(SENET_RANGE, "there are %d agents", n);
  else status = api_text(str_of(agents[i].text), buffer, size, length);
  arena_free(&arena);
  return status;
}
