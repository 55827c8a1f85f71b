// Printing the encoding by tokens, and trying it out.
#include "cmd/learn/tensors_tokens.h"

#include "net/net_model.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- printing ------------------------------------------------------------------------------------

// The length of a name without the number at its end.
static size_t stem(const char *name) {
  size_t n = strlen(name);
  while (n && name[n - 1] >= '0' && name[n - 1] <= '9') n--;
  return n;
}

static bool same_stem(const char *a, const char *b) {
  size_t n = stem(a);
  return n < strlen(a) && n == stem(b) && !memcmp(a, b, n);
}

// Names that differ by their number only share a line.
static void print_names(const char *title, const char *const *names, int n) {
  printf("%s: %d\n", title, n);
  for (int i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && same_stem(names[i], names[end]);) end++;
    if (end == i + 1) printf("  %d: %s\n", i, names[i]);
    else printf("  %d to %d: %s to %s\n", i, end - 1, names[i], names[end - 1] + stem(names[end - 1]));
  }
}

static void print_neighbours(const NetEncoding *e) {
  printf("neighbours of each token: %d\n", e->directions);
  for (int k = 0; k < e->directions; k++) {
    int n = 0;
    for (int t = 0; t < e->tokens; t++) n += e->views[1].neighbours[t * e->directions + k] >= 0;
    printf("  %s: %d tokens have one\n", e->direction_names[k], n);
  }
}

void tokens_print(const NetEncoding *e) {
  print_names("tokens", e->token_names, e->tokens);
  print_neighbours(e);
  printf("grids:");
  for (int l = 0; l < e->levels; l++) printf(" %d", e->level[l].cells);
  printf(" cells\n");
  print_names("facts of a token", e->fact_names, e->facts);
  print_names("numbers of a token", e->number_names, e->numbers);
  print_names("facts of the position", e->global_fact_names, e->global_facts);
  print_names("numbers of the position", e->global_number_names, e->global_numbers);
  print_names("facts of a move", e->move_fact_names, e->move_facts);
}

static json_t *names_json(const char *const *names, int n) {
  json_t *list = json_array();
  for (int i = 0; i < n; i++) json_array_append_new(list, json_string(names[i]));
  return list;
}

void tokens_print_json(const NetEncoding *e) {
  char fingerprint[17];
  snprintf(fingerprint, sizeof fingerprint, "%016llx", (unsigned long long)e->fingerprint);
  json_t *object = json_pack("{ss si ss so so so so so so so}", "game", e->game->name, "players", e->players,
                             "fingerprint", fingerprint, "tokens", names_json(e->token_names, e->tokens), "directions",
                             names_json(e->direction_names, e->directions), "facts",
                             names_json(e->fact_names, e->facts), "numbers", names_json(e->number_names, e->numbers),
                             "globalFacts", names_json(e->global_fact_names, e->global_facts), "globalNumbers",
                             names_json(e->global_number_names, e->global_numbers), "moveFacts",
                             names_json(e->move_fact_names, e->move_facts));
  json_dumpf(object, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(object);
}

// ---- trying it out -------------------------------------------------------------------------------

static int by_words(const void *a, const void *b) {
  const uint64_t l = *(const uint64_t *)a, r = *(const uint64_t *)b;
  return (l > r) - (l < r);
}

static uint64_t parts_hash(const NetSample *s, uint32_t move) {
  const uint32_t *start = sample_move_start(s);
  uint64_t hash = 1;
  for (uint32_t i = start[move]; i < start[move + 1]; i++) {
    uint64_t part = (uint64_t)sample_parts(s)[i].role << 32 | sample_parts(s)[i].index;
    hash = random_mix(hash * 0x9e3779b97f4a7c15ULL + part);
  }
  return hash;
}

// Moves with the same parts as another move before them.
static uint64_t count_alike(const NetSample *s) {
  uint64_t *hashes = mem_alloc((s->n_moves + 1) * sizeof *hashes), alike = 0;
  for (uint32_t i = 0; i < s->n_moves; i++) hashes[i] = parts_hash(s, i);
  qsort(hashes, s->n_moves, sizeof *hashes, by_words);
  for (uint32_t i = 1; i < s->n_moves; i++) alike += hashes[i] == hashes[i - 1];
  mem_free(hashes);
  return alike;
}

static bool finite_outputs(const NetRunner *runner, const NetSample *s, int players, const float *values,
                           const float *logits) {
  for (int p = 0; p < players; p++) {
    if (!(values[p] >= -1 && values[p] <= 1)) return false;
  }
  for (uint32_t i = 0; i < s->n_moves; i++) {
    if (!isfinite(logits[i])) return false;
  }
  return true;
}

static bool run_sample(NetRunner *runner, const NetSample *s, int players, const char **why) {
  float values[GAME_PLAYERS_MAX], *logits = mem_alloc((s->n_moves + 1) * sizeof *logits);
  net_run(runner, &s, 1, values, (float *const[]){logits});
  bool good = finite_outputs(runner, s, players, values, logits);
  if (!good) *why = "a network gives something that is not a number";
  mem_free(logits);
  return good;
}

typedef struct Trying {
  const NetEncoding *e;
  NetEncoder *encoder;
  NetRunner *runners[3];
  TokensTrial *trial;
  const char **why;
} Trying;

static bool try_position(Trying *t, Position *x, MoveList list) {
  const NetSample *s = net_encode(t->encoder, x, position_mover(x), list);
  t->trial->positions++;
  t->trial->moves += list.n;
  t->trial->alike += count_alike(s);
  if (!net_sample_check(t->e, s, s->size, t->why)) return false;
  if (s->n_moves != list.n) {
    *t->why = "the sample has another number of moves";
    return false;
  }
  for (size_t i = 0; i < COUNT_OF(t->runners); i++) {
    if (!run_sample(t->runners[i], s, t->e->players, t->why)) return false;
  }
  return true;
}

static bool play(Trying *t, int plies) {
  Position *x = position_new(t->e->game, 1, 0);
  Random random = random_stream(1, 1);
  bool good = true;
  for (int ply = 0; good && ply < plies && !position_over(x) && !x->fault; ply++) {
    MoveList list = position_moves(x);
    good = x->fault || try_position(t, x, list);
    if (x->fault || !list.n) break;
    Move move = *move_at(x, list, random_below(&random, list.n));
    position_apply(x, &move);
    position_forget(x, list);
  }
  position_free(x);
  return good;
}

bool tokens_try(Arena *arena, const NetEncoding *e, int plies, TokensTrial *trial, const char **why) {
  static const char *const archs[] = {"graph:blocks=1,channels=8", "unet:blocks=1,channels=8,levels=2",
                                      "attention:blocks=1,channels=8,heads=2"};
  NetModel *models[COUNT_OF(archs)] = {0};
  Trying t = {.e = e, .encoder = net_encoder_new(e), .trial = trial, .why = why};
  bool good = true;
  *trial = (TokensTrial){0};
  for (size_t i = 0; good && i < COUNT_OF(archs); i++) {
    good = net_model_new(arena, e, archs[i], 1, &models[i], why);
    if (good) t.runners[i] = net_runner_new(models[i]);
  }
  good = good && play(&t, plies);
  for (size_t i = 0; i < COUNT_OF(archs); i++) {
    net_runner_free(t.runners[i]);
    net_model_free(models[i]);
  }
  net_encoder_free(t.encoder);
  return good;
}
