// The state of a training as text: numbers in hexadecimal, so that nothing is lost.
//
//   games N
//   features N           and as many lines, a feature each
//   player P KEY COUNTER MOST
//   weights|mean|square|speed N NUMBER...
//   items N NEXT         and as many lines: game, move, priority, weight
#include "base/file.h"
#include "learn/features/feature_train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- writing -------------------------------------------------------------------------------------

static void write_reals(Text *out, const char *name, const Reals *reals) {
  text_printf(out, "%s %zu", name, reals->n);
  for (size_t i = 0; i < reals->n; i++) text_printf(out, " %a", reals->at[i]);
  text_char(out, '\n');
}

static void write_player(Text *out, const PlayerPolicy *policy, Player player) {
  const ReplayBuffer *buffer = &policy->buffer;
  text_printf(out, "player %d %llu %llu %a\n", player, (unsigned long long)policy->draws.key,
              (unsigned long long)policy->draws.counter, buffer->most);
  write_reals(out, "weights", &policy->weights);
  write_reals(out, "mean", &policy->optimiser.mean);
  write_reals(out, "square", &policy->optimiser.square);
  write_reals(out, "speed", &policy->optimiser.speed);
  text_printf(out, "items %zu %zu\n", buffer->n, buffer->next);
  for (size_t i = 0; i < buffer->n; i++) {
    text_printf(out, "%u %u %a %a\n", policy->samples[i].game, policy->samples[i].ply, buffer->items[i].priority,
                buffer->items[i].weight);
  }
}

bool train_state_write(Trainer *trainer) {
  const Learner *learner = trainer->learner;
  Text text = {0};
  text_printf(&text, "games %u\nfeatures %d\n", trainer->games, learner->set->n);
  for (int i = 0; i < learner->set->n; i++) text_printf(&text, "%s\n", learner->set->texts[i]);
  for (Player p = 1; p <= learner->game->players; p++) write_player(&text, &learner->players[p], p);
  text_puts(&text, "end\n");
  bool good = train_write(trainer, "state.txt", &text);
  text_free(&text);
  return good;
}

// ---- reading -------------------------------------------------------------------------------------

typedef struct Reader {
  Trainer *trainer;
  char *at;  // in a text that ends with a zero
  bool good;
  SelfPlayGame *games;  // by number, read when needed
  bool *known;
  SelfPlay plan;
} Reader;

static void expect(Reader *r, const char *word) {
  while (*r->at == ' ' || *r->at == '\n') r->at++;
  size_t n = strlen(word);
  r->good = r->good && !strncmp(r->at, word, n);
  if (r->good) r->at += n;
}

static uint64_t read_count(Reader *r, uint64_t most) {
  char *end = r->at;
  uint64_t value = strtoull(r->at, &end, 10);
  r->good = r->good && end > r->at && value <= most;
  r->at = end;
  return r->good ? value : 0;
}

static double read_real(Reader *r) {
  char *end = r->at;
  double value = strtod(r->at, &end);
  r->good = r->good && end > r->at && isfinite(value);
  r->at = end;
  return value;
}

static void read_reals(Reader *r, const char *name, Reals *reals) {
  expect(r, name);
  uint64_t n = read_count(r, 1 << 20);
  VEC_CLEAR(reals);
  for (uint64_t i = 0; i < n && r->good; i++) VEC_PUSH(reals, read_real(r));
}

static Str read_line(Reader *r) {
  if (*r->at == '\n') r->at++;
  char *end = strchr(r->at, '\n');
  r->good = r->good && end;
  Str line = {r->at, end ? (size_t)(end - r->at) : 0};
  if (end) r->at = end;
  return line;
}

static void read_features(Reader *r) {
  Trainer *trainer = r->trainer;
  Arena *arena = trainer->arena;
  Features features = {0};
  expect(r, "features");
  uint64_t n = read_count(r, FEATURES_MAX);
  for (uint64_t i = 0; i < n && r->good; i++) {
    Feature feature;
    FeatureError error;
    r->good = feature_read(arena, read_line(r), &feature, &error);
    r->good = r->good && feature_fits(trainer->learner->space, &feature);
    if (r->good) VEC_PUSH(&features, feature);
  }
  if (r->good) {
    FeatureSet *set;
    LearnerOptions options = trainer->plan->settings.learner;
    set_of_features(&set, trainer->learner->space, features.at, (int)features.n);
    learner_close(trainer->learner);
    learner_open(&trainer->learner, trainer->plan->game, (FeatureRules){0}, set, &options, trainer->plan->seed);
  }
  VEC_FREE(&features);
}

static const char *visits_path(const Trainer *trainer, uint32_t number) {
  return arena_printf(trainer->arena, "%s/games/%06u.visits", trainer->plan->folder, number);
}

static const SelfPlayGame *game_of(Reader *r, uint32_t number) {
  Trainer *trainer = r->trainer;
  Str visits;
  const char *why = "";
  if (r->known[number]) return &r->games[number];
  r->known[number] = file_read(trainer->arena, visits_path(trainer, number), 0, &visits, &why) &&
                     selfplay_read(&r->plan, number, visits, &r->games[number]);
  return r->known[number] ? &r->games[number] : NULL;
}

static bool copy_sample(const SelfPlayGame *game, Player player, uint32_t ply, Sample *out) {
  for (size_t i = 0; game && i < game->samples.n; i++) {
    const Sample *from = &game->samples.at[i];
    if (from->player != player || from->ply != ply) continue;
    *out = *from;
    out->block = mem_alloc(from->bytes);
    memcpy(out->block, from->block, from->bytes);
    out->targets = mem_alloc(sizeof *out->targets * MAX(from->n, 1));
    memcpy(out->targets, from->targets, sizeof *out->targets * from->n);
    return true;
  }
  return false;
}

static void read_items(Reader *r, PlayerPolicy *policy, Player player) {
  expect(r, "items");
  uint64_t n = read_count(r, policy->buffer.capacity), next = read_count(r, policy->buffer.capacity);
  for (uint64_t i = 0; i < n && r->good; i++) {
    uint32_t game = (uint32_t)read_count(r, r->trainer->games), ply = (uint32_t)read_count(r, UINT32_MAX);
    ReplayItem item = {.id = (uint32_t)i, .priority = read_real(r)};
    item.weight = read_real(r);
    r->good = r->good && game < r->trainer->games && item.priority > 0;
    r->good = r->good && copy_sample(game_of(r, game), player, ply, &policy->samples[i]);
    if (r->good) replay_restore(&policy->buffer, &item);
  }
  r->good = r->good && (n == policy->buffer.capacity || next == n);  // a buffer is filled from its first place on
  policy->buffer.next = (size_t)next % policy->buffer.capacity;
}

static void read_player(Reader *r, Player player) {
  PlayerPolicy *policy = &r->trainer->learner->players[player];
  expect(r, "player");
  r->good = r->good && read_count(r, GAME_PLAYERS_MAX) == (uint64_t)player;
  policy->draws.key = read_count(r, UINT64_MAX);
  policy->draws.counter = read_count(r, UINT64_MAX);
  double most = read_real(r);
  read_reals(r, "weights", &policy->weights);
  r->good = r->good && policy->weights.n == ASPATIALS + (size_t)r->trainer->learner->set->n;
  read_reals(r, "mean", &policy->optimiser.mean);
  read_reals(r, "square", &policy->optimiser.square);
  read_reals(r, "speed", &policy->optimiser.speed);
  read_items(r, policy, player);
  policy->buffer.most = most;
}

static void read_curve(Trainer *trainer) {
  Str csv;
  const char *why = "";
  if (file_read(trainer->arena, train_path(trainer, "curve.csv"), 0, &csv, &why)) {
    curve_read(&trainer->curve, csv, trainer->games);
  }
}

bool train_state_read(Trainer *trainer) {
  Str text;
  const char *path = train_path(trainer, "state.txt"), *why = "";
  if (!file_read(trainer->arena, path, 0, &text, &why)) {
    trainer->why = arena_printf(trainer->arena, "cannot read %s: %s", path, why);
    return false;
  }
  Reader r = {.trainer = trainer, .at = arena_text(trainer->arena, text), .good = true};
  r.plan = train_selfplay(trainer);
  expect(&r, "games");
  trainer->games = (uint32_t)read_count(&r, 1 << 24);
  r.good = r.good && (!trainer->games || file_exists(visits_path(trainer, trainer->games - 1)));
  if (!r.good) trainer->games = 0;  // as many as there are games before there is memory for them
  r.games = ARENA_ARRAY(trainer->arena, SelfPlayGame, trainer->games + 1);
  r.known = ARENA_ARRAY(trainer->arena, bool, trainer->games + 1);
  read_features(&r);
  for (Player p = 1; p <= trainer->plan->game->players && r.good; p++) read_player(&r, p);
  expect(&r, "end");
  for (uint32_t i = 0; i < trainer->games; i++) {
    if (r.known[i]) selfplay_free(&r.games[i]);
  }
  read_curve(trainer);
  if (!r.good) trainer->why = arena_printf(trainer->arena, "%s is not the state of a training of this game", path);
  return r.good;
}
