// The rounds of a training.
#include "learn/features/feature_train.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

static const CurveColumn curve_columns[] = {{"game", false},   {"plies", true},    {"loss", true},     {"fresh", true},
                                            {"entropy", true}, {"features", true}, {"strength", true}, {0}};

// ---- files ---------------------------------------------------------------------------------------

const char *train_path(Trainer *trainer, const char *name) {
  return arena_printf(trainer->arena, "%s/%s", trainer->plan->folder, name);
}

bool train_write(Trainer *trainer, const char *name, const Text *text) {
  const char *path = train_path(trainer, name), *why = "";
  bool good = file_write(trainer->arena, path, text_str(text), &why);
  if (!good) trainer->why = arena_printf(trainer->arena, "cannot write %s: %s", path, why);
  return good;
}

bool train_exists(Arena *arena, const char *folder) {
  return file_exists(arena_printf(arena, "%s/settings.txt", folder));
}

static bool write_settings(Trainer *trainer) {
  Text text = {0};
  text_printf(&text, "# How this was trained: %s.\n", trainer->plan->game->name);
  train_settings_write(&text, &trainer->plan->settings);
  bool good = train_write(trainer, "settings.txt", &text);
  text_free(&text);
  return good;
}

// Which game it is, with its options, as a record without moves.
static bool write_game(Trainer *trainer) {
  Text text = {0};
  record_write(&text, &trainer->plan->names);
  bool good = train_write(trainer, "game.json", &text);
  text_free(&text);
  return good;
}

static bool write_curve(Trainer *trainer) {
  Text csv = {0}, svg = {0};
  curve_csv(&csv, &trainer->curve);
  curve_svg(&svg, &trainer->curve, trainer->plan->game->name);
  bool good = train_write(trainer, "curve.csv", &csv) && train_write(trainer, "curve.svg", &svg);
  text_free(&csv);
  text_free(&svg);
  return good;
}

static bool write_selection(Trainer *trainer) {
  Text text = {0};
  set_write(&text, learner_set(trainer->learner));
  bool good = train_write(trainer, "selection.features", &text);
  text_free(&text);
  return good;
}

static bool write_playouts(Trainer *trainer) {
  if (!trainer->plan->settings.playout_features) return true;
  Text text = {0};
  FeatureSet *set = train_playout_set(trainer);
  set_write(&text, set);
  bool good = train_write(trainer, "playout.features", &text);
  text_free(&text);
  set_close(set);
  return good;
}

// ---- a round of games ----------------------------------------------------------------------------

typedef struct Round {
  Trainer *trainer;
  SelfPlay plan;
  uint32_t first, n;
  double until;  // 0: no limit
  SelfPlayGame *games;
  bool *finished;
  bool *failed;
  char why[600];  // one of them failed
  Lock lock;      // of it
} Round;

static bool is_late(const Round *round) {
  const atomic_bool *stop = round->trainer->plan->stop;
  return (stop && atomic_load(stop)) || (round->until > 0 && clock_seconds() > round->until);
}

static void note_failure(Round *round, const char *what, const char *why) {
  lock_take(&round->lock);
  snprintf(round->why, sizeof round->why, "%s: %s", what, why);
  lock_give(&round->lock);
}

static bool store_file(Round *round, Arena *arena, const char *path, const Text *text) {
  const char *why = "";
  bool good = file_write(arena, path, text_str(text), &why);
  if (!good) note_failure(round, arena_printf(arena, "cannot write %s", path), why);
  return good;
}

static bool store_game(Round *round, Arena *arena, const SelfPlayGame *game) {
  const char *folder = round->trainer->plan->folder;
  const char *visits = arena_printf(arena, "%s/games/%06u.visits", folder, game->number);
  const char *record = arena_printf(arena, "%s/games/%06u.json", folder, game->number);
  return store_file(round, arena, visits, &game->visits) && store_file(round, arena, record, &game->record);
}

// A game that is on disk already.
static bool find_game(const Round *round, Arena *arena, uint32_t number, SelfPlayGame *out) {
  const char *folder = round->trainer->plan->folder, *why = "";
  Str visits;
  if (!file_exists(arena_printf(arena, "%s/games/%06u.json", folder, number))) return false;
  return file_read(arena, arena_printf(arena, "%s/games/%06u.visits", folder, number), 0, &visits, &why) &&
         selfplay_read(&round->plan, number, visits, out);
}

static void play_game(void *self, size_t index, int worker) {
  (void)worker;
  Round *round = self;
  Arena arena = {0};
  uint32_t number = round->first + (uint32_t)index;
  SelfPlayGame *game = &round->games[index];
  bool found = find_game(round, &arena, number, game);
  if (!found && !is_late(round)) {
    bool played = selfplay_play(&round->plan, number, &round->trainer->plan->names, game);
    round->failed[index] = !played && !is_late(round);
    if (round->failed[index]) note_failure(round, arena_printf(&arena, "game %u", number), "the rules stopped");
    if (played) round->failed[index] = !store_game(round, &arena, game);
    found = played && !round->failed[index];
  }
  round->finished[index] = found;
  arena_free(&arena);
}

// Games with many moves need longer searches before shares of visits say anything.
static int64_t count_iterations(const TrainPlan *plan) {
  const TrainSettings *s = &plan->settings;
  if (!s->iterations || !s->per_move) return s->iterations;
  Position *x = position_new(plan->game, plan->seed, 0);
  position_start(x);
  MoveList list = position_moves(x);
  int64_t least = s->per_move * (int64_t)list.n;
  position_forget(x, list);
  position_free(x);
  return MAX(s->iterations, least);
}

SelfPlay train_selfplay(const Trainer *trainer) {
  const TrainSettings *s = &trainer->plan->settings;
  ModelSettings search = {.use = s->use,
                          .c = s->c,
                          .epsilon = s->epsilon,
                          .temperature = 1,
                          .plies = s->plies,
                          .mix = s->mix,
                          .tree = TREE_WHOLE,
                          .expand = 1};
  return (SelfPlay){.game = trainer->plan->game,
                    .seed = trainer->plan->seed,
                    .selection = learner_set(trainer->learner),
                    .search = {.settings = search,
                               .row = &evaluator_fast,
                               .budget = {.seconds = s->think, .iterations = count_iterations(trainer->plan)},
                               .solver = true,
                               .reuse = true,
                               .threads = 1,
                               .megabytes = 32},
                    .executor = trainer->plan->executor,
                    .most = s->most_moves,
                    .stop = trainer->plan->stop};
}

// ---- learning ------------------------------------------------------------------------------------

typedef struct Lesson {
  Trainer *trainer;
  uint32_t steps;
  bool looks;  // optimiser fit: features are looked for
  int fits;    // likewise: how many times its steps are made
  StepReport last[GAME_PLAYERS_MAX + 1];
  double loss[GAME_PLAYERS_MAX + 1];
  DiscoveredPairs pairs[GAME_PLAYERS_MAX + 1];
} Lesson;

// Steps after every move of the game, and the search for features after it.
static void learn_player(void *self, size_t index, int worker) {
  (void)worker;
  Lesson *lesson = self;
  Player player = (Player)(index + 1);
  for (uint32_t i = 0; i < lesson->steps; i++) {
    lesson->last[player] = learner_step(lesson->trainer->learner, player);
    lesson->loss[player] += lesson->last[player].loss / (double)lesson->steps;
  }
  learner_look(lesson->trainer->learner, player, &lesson->pairs[player]);
}

static double mean_loss(const Lesson *lesson, int players) {
  double sum = 0;
  int n = 0;
  for (Player p = 1; p <= players; p++) {
    if (!lesson->last[p].made) continue;
    sum += lesson->loss[p];
    n++;
  }
  return n ? sum / n : 0;
}

// The loss on positions that nothing was learnt from yet.
static double fresh_loss(Trainer *trainer, const SelfPlayGame *game) {
  double sum = 0;
  for (size_t i = 0; i < game->samples.n; i++) {
    const Sample *sample = &game->samples.at[i];
    const PlayerPolicy *policy = &trainer->learner->players[sample->player];
    size_t n = learner_read(trainer->learner, sample->player, sample);
    sum += cross_entropy(policy->targets.at, policy->probabilities.at, n);
  }
  return game->samples.n ? sum / (double)game->samples.n : 0;
}

static void add_samples(Trainer *trainer, SelfPlayGame *game) {
  for (size_t i = 0; i < game->samples.n; i++) learner_add(trainer->learner, &game->samples.at[i], game->plies);
  VEC_CLEAR(&game->samples);
}

static bool check_strength(Trainer *trainer) {
  const TrainSettings *s = &trainer->plan->settings;
  trainer->strength = NAN;
  if (!s->check_every || trainer->games % s->check_every != 0) return true;
  const char *budget = arena_printf(trainer->arena, "iterations=%lld", (long long)s->check_iterations);
  trainer->strength = train_strength(trainer, "use=selection", budget, 0, (uint64_t)s->check_games);
  if (trainer->plan->stop && atomic_load(trainer->plan->stop)) trainer->strength = NAN;  // of some games only
  return true;
}

static void tell(Trainer *trainer, const CurveRow *row, uint32_t plies) {
  const TrainPlan *plan = trainer->plan;
  TrainReport report = {.games = trainer->games,
                        .wanted = plan->games,
                        .features = trainer->learner->set->n,
                        .plies = plies,
                        .loss = row->values[2],
                        .fresh = row->values[3],
                        .entropy = row->values[4],
                        .strength = trainer->strength,
                        .seconds = clock_seconds() - trainer->began};
  if (plan->tell) plan->tell(plan->self, &report);
}

static void grow(Trainer *trainer, Lesson *lesson, int each) {
  for (Player p = 1; p <= trainer->plan->game->players; p++) {
    learner_grow(trainer->learner, &lesson->pairs[p], each);
    VEC_FREE(&lesson->pairs[p]);
  }
}

static void fit_player(void *self, size_t index, int worker) {
  (void)worker;
  Lesson *lesson = self;
  Trainer *trainer = lesson->trainer;
  Player player = (Player)(index + 1);
  double loss = learner_fit(trainer->learner, player, (int)(lesson->fits * trainer->plan->settings.fit_steps));
  lesson->loss[player] = loss;
  lesson->last[player].made = trainer->learner->players[player].buffer.n > 0;
  if (lesson->looks) learner_look(trainer->learner, player, &lesson->pairs[player]);
}

// After a round: the best weights, features where the policy is wrong, and the best weights with these.
static void learn_round(Trainer *trainer, Lesson *lesson) {
  const TrainSettings *s = &trainer->plan->settings;
  size_t players = (size_t)trainer->plan->game->players;
  int each = (int)((s->together + s->passes - 1) / s->passes);
  for (int64_t pass = 0; pass <= s->passes; pass++) {
    lesson->looks = pass < s->passes;
    pool_run(trainer->pool, players, fit_player, lesson);
    if (lesson->looks) grow(trainer, lesson, each);
  }
}

// Learns from a game and writes everything down.
static bool learn_game(Trainer *trainer, SelfPlayGame *game) {
  Lesson lesson = {.trainer = trainer, .steps = game->plies, .fits = 1};
  const TrainSettings *s = &trainer->plan->settings;
  int players = trainer->plan->game->players;
  double entropy = game->entropy, fresh = fresh_loss(trainer, game);
  add_samples(trainer, game);
  trainer->games++;
  if (s->learner.optimiser.kind != OPTIMISER_FIT) {
    pool_run(trainer->pool, (size_t)players, learn_player, &lesson);
    grow(trainer, &lesson, 1);
  } else if (trainer->games % s->together == 0 || trainer->games == trainer->plan->games) {
    learn_round(trainer, &lesson);
  }
  bool good = write_selection(trainer) && check_strength(trainer);
  CurveRow row = {{trainer->games, game->plies,
                   lesson.last[1].made || lesson.last[players].made ? mean_loss(&lesson, players) : fresh, fresh,
                   entropy, trainer->learner->set->n, trainer->strength}};
  VEC_PUSH(&trainer->curve.rows, row);
  good = good && write_curve(trainer) && train_state_write(trainer);
  tell(trainer, &row, game->plies);
  return good;
}

// Plays the next games and learns from them. False when there is no time left or something went wrong (trainer->why).
static bool play_round(Trainer *trainer) {
  const TrainPlan *plan = trainer->plan;
  Round round = {.trainer = trainer, .plan = train_selfplay(trainer), .first = trainer->games};
  // A round that was interrupted while it was learnt from is played to its end only.
  int64_t left = plan->settings.together - trainer->games % plan->settings.together;
  round.n = (uint32_t)MIN(left, (int64_t)(plan->games - trainer->games));
  round.until = plan->seconds > 0 ? trainer->began + plan->seconds : 0;
  round.plan.until = round.until;
  round.games = mem_alloc_zero(sizeof *round.games * round.n);
  round.finished = mem_alloc_zero(round.n);
  round.failed = mem_alloc_zero(round.n);
  lock_init(&round.lock);
  pool_run(trainer->pool, round.n, play_game, &round);
  lock_free(&round.lock);
  bool good = true;
  for (uint32_t i = 0; i < round.n; i++) {
    if (round.failed[i]) trainer->why = arena_text(trainer->arena, str_of(round.why));
    good &= round.finished[i];
  }
  for (uint32_t i = 0; i < round.n && good; i++) good = learn_game(trainer, &round.games[i]);
  for (uint32_t i = 0; i < round.n; i++) selfplay_free(&round.games[i]);
  mem_free(round.games);
  mem_free(round.finished);
  mem_free(round.failed);
  return good;
}

// ---- the whole -----------------------------------------------------------------------------------

static FeatureSet *copy_set(const Game *game, const FeatureSet *from) {
  FeatureSpace *space;
  FeatureSet *set;
  space_open(&space, game, (FeatureRules){0});
  set_of_features(&set, space, from->at, from->n);
  set_copy_weights(set, from);
  space_close(space);
  return set;
}

// What was being written when a training was killed. What lies deeper in the folder is not ours.
static void remove_unfinished(void *self, const char *path) {
  const char *folder = self, *rest = path + strlen(folder) + 1;
  if (!strncmp(rest, "games/", 6)) rest += 6;
  if (!strchr(rest, '/') && strstr(rest, ".tmp-")) remove(path);
}

static bool begin(Trainer *trainer) {
  const TrainPlan *plan = trainer->plan;
  if (!file_make_folder(train_path(trainer, "games"))) {
    trainer->why = arena_printf(trainer->arena, "cannot make the folder %s: %s", plan->folder, strerror(errno));
    return false;
  }
  file_walk(plan->folder, "", remove_unfinished, (char *)(uintptr_t)plan->folder);
  learner_open(&trainer->learner, plan->game, (FeatureRules){0}, copy_set(plan->game, plan->initial),
               &plan->settings.learner, plan->seed);
  if (file_exists(train_path(trainer, "state.txt"))) return train_state_read(trainer);
  return write_game(trainer) && write_settings(trainer) && write_selection(trainer);
}

// At the end weights are fitted as far as it goes.
static bool fit_finally(Trainer *trainer) {
  Lesson lesson = {.trainer = trainer, .fits = 8};
  if (trainer->plan->settings.learner.optimiser.kind != OPTIMISER_FIT) return true;
  pool_run(trainer->pool, (size_t)trainer->plan->game->players, fit_player, &lesson);
  return write_selection(trainer);
}

static bool finish(Trainer *trainer) {
  bool good = fit_finally(trainer) && write_playouts(trainer);
  if (good && trainer->plan->settings.choose_time > 0) good = train_choose(trainer);
  return good;
}

bool train_run(Arena *arena, const TrainPlan *plan, const char **why) {
  Trainer trainer = {
      .arena = arena, .plan = plan, .curve = {.columns = curve_columns}, .began = clock_seconds(), .strength = NAN};
  pool_open(&trainer.pool, plan->threads);
  bool good = begin(&trainer);
  while (good && trainer.games < plan->games && play_round(&trainer)) continue;
  good = good && !trainer.why && finish(&trainer) && !trainer.why;
  *why = trainer.why ? trainer.why : "";
  learner_close(trainer.learner);
  curve_free(&trainer.curve);
  pool_close(trainer.pool);
  return good;
}

bool train_choose_again(Arena *arena, const TrainPlan *plan, const char **why) {
  Trainer trainer = {.arena = arena, .plan = plan, .began = clock_seconds(), .strength = NAN};
  Model *model = NULL;
  bool good = model_read(arena, plan->folder, plan->game->players, &model, why);
  model_close(model);
  if (!good) return false;
  pool_open(&trainer.pool, plan->threads);
  good = train_choose(&trainer);
  *why = trainer.why ? trainer.why : "";
  pool_close(trainer.pool);
  return good;
}
