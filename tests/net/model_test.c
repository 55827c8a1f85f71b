// Models as files, batches, symmetries, and that training learns.
#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "net/layer/half.h"
#include "net/net_model.h"
#include "net/safetensors.h"
#include "support/shipped.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SAMPLES = 24 };

typedef struct Bench {
  Arena arena;
  Shipped shipped;
  const NetEncoding *e;
  const NetSample *samples[SAMPLES];
  float *logits[SAMPLES], *other[SAMPLES];
  int n;
} Bench;

static void bench_open(Bench *b, const char *game, NetKind kind) {
  *b = (Bench){0};
  const char *why;
  shipped_load(&b->shipped, game);
  b->e = net_encoding(&b->arena, b->shipped.game, kind, &why);
  NetEncoder *encoder = net_encoder_new(b->e);
  Position *x = position_new(b->shipped.game, 5, 0);
  for (int i = 0; i < SAMPLES && !position_over(x); i++) {
    MoveList list = position_moves(x);
    const NetSample *s = net_encode(encoder, x, position_mover(x), list);
    b->samples[b->n] = arena_copy(&b->arena, s, s->size);
    b->logits[b->n] = ARENA_ARRAY(&b->arena, float, s->n_moves + 1);
    b->other[b->n++] = ARENA_ARRAY(&b->arena, float, s->n_moves + 1);
    position_apply(x, move_at(x, list, (uint32_t)(i * 7) % list.n));
  }
  position_free(x);
  net_encoder_free(encoder);
}

static void bench_close(Bench *b) {
  arena_free(&b->arena);
  shipped_free(&b->shipped);
}

static NetModel *make(Bench *b, const char *arch, uint64_t seed) {
  NetModel *model = NULL;
  const char *why = "";
  if (!net_model_new(&b->arena, b->e, arch, seed, &model, &why)) fail_msg("%s", why);
  return model;
}

static void run_with(const NetModel *model, const Bench *b, float *values, float *const *logits, int batch,
                     bool coarse) {
  NetRunner *runner = net_runner_new(model);
  net_runner_set_coarse(runner, coarse);
  int players = b->e->players;
  for (int i = 0; i < b->n; i += batch) {
    net_run(runner, b->samples + i, MIN(batch, b->n - i), values + i * players, logits + i);
  }
  net_runner_free(runner);
}

static void run(const NetModel *model, const Bench *b, float *values, float *const *logits, int batch) {
  run_with(model, b, values, logits, batch, false);
}

static void assert_same_outputs(const Bench *b, const float *values, const float *others, double most) {
  for (int i = 0; i < b->n * b->e->players; i++) assert_true(fabs((double)(values[i] - others[i])) <= most);
  for (int i = 0; i < b->n; i++) {
    for (uint32_t m = 0; m < b->samples[i]->n_moves; m++) {
      assert_true(fabs((double)(b->logits[i][m] - b->other[i][m])) <= most);
    }
  }
}

// ---- files ---------------------------------------------------------------------------------------

static const char *temporary(Arena *arena) {
  return arena_printf(arena, "%s/senet-net-%d.safetensors", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
                      (int)getpid());
}

static void files_keep_the_network(void **state) {
  static const char *const archs[] = {"graph:blocks=2,channels=16", "unet:blocks=1,channels=8",
                                      "attention:blocks=1,channels=16"};
  Bench b;
  bench_open(&b, "Breakthrough", NET_TOKENS);
  const char *file = temporary(&b.arena), *why = "";
  for (size_t i = 0; i < COUNT_OF(archs); i++) {
    NetModel *model = make(&b, archs[i], 3), *copy = NULL;
    net_model_set_options(model, "Board Size/8x8");
    float values[SAMPLES * 2], others[SAMPLES * 2];
    if (!net_model_write(&b.arena, model, file, &why)) fail_msg("%s", why);
    if (!net_model_read(&b.arena, file, b.e, &copy, &why)) fail_msg("%s", why);
    assert_string_equal(net_model_arch(copy), net_model_arch(model));
    run(model, &b, values, b.logits, 8);
    run(copy, &b, others, b.other, 8);
    assert_same_outputs(&b, values, others, 0);
    NetFile about;
    assert_true(net_file_read(&b.arena, file, &about, &why));
    assert_string_equal(about.options, "Board Size/8x8");
    assert_int_equal(about.parameters, net_model_parameters(model));
    net_model_free(model);
    net_model_free(copy);
  }
  remove(file);
  bench_close(&b);
}

// Weights of 16 bits have 11 bits of precision; writing them again changes nothing more.
static void files_can_be_halved(void **state) {
  Bench b;
  bench_open(&b, "Breakthrough", NET_TOKENS);
  const char *file = temporary(&b.arena), *small = arena_printf(&b.arena, "%s.half", file), *why = "";
  NetModel *model = make(&b, "graph:blocks=2,channels=16", 3), *copy = NULL;
  float values[SAMPLES * 2], others[SAMPLES * 2];
  if (!net_model_write(&b.arena, model, file, &why)) fail_msg("%s", why);
  if (!net_file_halve(&b.arena, file, small, &why)) fail_msg("%s", why);
  if (!net_model_read(&b.arena, small, b.e, &copy, &why)) fail_msg("%s", why);
  Str whole, half;
  assert_true(file_read(&b.arena, file, 0, &whole, &why) && file_read(&b.arena, small, 0, &half, &why));
  assert_true(whole.n - half.n >= 2 * net_model_parameters(model) - 1024);
  run(model, &b, values, b.logits, 8);
  run(copy, &b, others, b.other, 8);
  assert_same_outputs(&b, values, others, 2e-2);
  NetModel *again = NULL;
  if (!net_file_halve(&b.arena, small, file, &why)) fail_msg("%s", why);
  if (!net_model_read(&b.arena, file, b.e, &again, &why)) fail_msg("%s", why);
  run(again, &b, values, b.logits, 8);
  assert_same_outputs(&b, values, others, 0);
  remove(file);
  remove(small);
  net_model_free(model);
  net_model_free(copy);
  net_model_free(again);
  bench_close(&b);
}

static void halves_are_the_nearest(void **state) {
  for (uint32_t i = 0; i < 0x7c00; i++) {  // all finite ones
    float value = half_value((uint16_t)i), next = half_value((uint16_t)(i + 1));
    assert_int_equal(half_of(value), i);
    assert_int_equal(half_of(-value), i | 0x8000);
    if (i + 1 < 0x7c00) {
      assert_int_equal(half_of(value + (next - value) * 0.49f), i);
      assert_int_equal(half_of(value + (next - value) * 0.51f), i + 1);
    }
  }
  assert_int_equal(half_of(1), 0x3c00);
  assert_int_equal(half_of(65504), 0x7bff);
  assert_int_equal(half_of(1e6f), 0x7c00);
  assert_true(half_value(0x3555) > 0.3332f && half_value(0x3555) < 0.3333f);
}

static bool reads(Bench *b, const char *file, Str text, const char **why) {
  NetModel *model = NULL;
  assert_true(file_write(&b->arena, file, text, why));
  bool good = net_model_read(&b->arena, file, b->e, &model, why);
  net_model_free(model);
  return good;
}

// Cut off anywhere it is refused, changed anywhere it is read or refused, with a sentence.
static void damaged_files_are_refused(void **state) {
  Bench b;
  bench_open(&b, "Tic-Tac-Toe", NET_TOKENS);
  NetModel *model = make(&b, "graph:blocks=1,channels=8", 3);
  const char *file = temporary(&b.arena), *why = NULL;
  assert_true(net_model_write(&b.arena, model, file, &why));
  Str whole;
  assert_true(file_read(&b.arena, file, 0, &whole, &why));
  ArenaMark mark = arena_mark(&b.arena);
  for (size_t n = 0; n < whole.n; n += n < 64 ? 1 : 997) {
    why = NULL;
    assert_false(reads(&b, file, (Str){whole.p, n}, &why));
    assert_non_null(why);
    arena_rewind(&b.arena, mark);
  }
  Random random = random_stream(1, 0);
  for (int i = 0; i < 300; i++) {
    char *changed = arena_copy(&b.arena, whole.p, whole.n);
    for (int k = 0; k < 4; k++) changed[random_below(&random, 9000)] = (char)random_below(&random, 256);
    why = NULL;
    assert_true(reads(&b, file, (Str){changed, whole.n}, &why) || why);
    arena_rewind(&b.arena, mark);
  }
  remove(file);
  net_model_free(model);
  bench_close(&b);
}

static void assert_refused(Bench *b, const char *file, const SafeText *texts, int n_texts, const SafeTensor *tensors,
                           int n, const char *because) {
  const char *why = NULL;
  NetModel *model = NULL;
  assert_true(safetensors_write(&b->arena, file, texts, n_texts, tensors, n, &why));
  assert_false(net_model_read(&b->arena, file, b->e, &model, &why));
  if (!strstr(why, because)) fail_msg("'%s' is not in '%s'", because, why);
}

static void foreign_files_are_refused(void **state) {
  Bench b;
  bench_open(&b, "Tic-Tac-Toe", NET_TOKENS);
  const char *file = temporary(&b.arena);
  float numbers[4] = {1, 2, 3, NAN};
  SafeTensor t = {.name = "embed.facts", .type = "F32", .n_dims = 1, .dims = {4}, .data = numbers, .size = 16};
  SafeText texts[] = {{"format", "senet-network-1"},
                      {"arch", "graph:blocks=1,channels=8"},
                      {"game", "Tic-Tac-Toe"},
                      {"options", ""},
                      {"fingerprint", arena_printf(&b.arena, "%016llx", (unsigned long long)b.e->fingerprint)}};
  assert_refused(&b, file, texts, 0, &t, 1, "not of a Senet network");
  assert_refused(&b, file, texts, 4, &t, 1, "incomplete");
  assert_refused(&b, file, texts, 5, &t, 0, "no tensor 'embed.facts'");
  assert_refused(&b, file, texts, 5, &t, 1, "another shape or type");
  texts[1].text = "graph:blocks=9999";
  assert_refused(&b, file, texts, 5, &t, 1, "blocks of a graph network is a number from 1 to 40");
  texts[1].text = "planes";
  assert_refused(&b, file, texts, 5, &t, 1, "needs planes");
  texts[4].text = "0000000000000000";
  assert_refused(&b, file, texts, 5, &t, 1, "another game");
  remove(file);
  bench_close(&b);
}

// A few kilobytes that say they are a network of half a thousand million weights.
static void what_a_file_lacks_is_seen_before_memory_is_taken(void **state) {
  Bench b;
  bench_open(&b, "Tic-Tac-Toe", NET_TOKENS);
  const char *file = temporary(&b.arena);
  const SafeText texts[] = {{"format", "senet-network-1"},
                            {"arch", "graph:blocks=40,channels=512"},
                            {"game", "Tic-Tac-Toe"},
                            {"options", ""},
                            {"fingerprint", arena_printf(&b.arena, "%016llx", (unsigned long long)b.e->fingerprint)}};
  double began = clock_thread_seconds();
  assert_refused(&b, file, texts, 5, NULL, 0, "no tensor");
  assert_true(clock_thread_seconds() - began < 0.5);
  remove(file);
  bench_close(&b);
}

// Tensors that all lie in the same place would take many times the memory of their file.
static void tensors_lie_apart(void **state) {
  static const char header[] =
      "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
      "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
  Arena arena = {0};
  const char *file = temporary(&arena), *why = "";
  Text text = {0};
  SafeFile read;
  for (int i = 0; i < 8; i++) text_char(&text, i ? 0 : (char)strlen(header));
  text_puts(&text, header);
  text_repeat(&text, 0, 8);
  assert_true(file_write(&arena, file, text_str(&text), &why));
  assert_false(safetensors_read(&arena, file, &read, &why));
  assert_string_equal(why, "it is damaged: tensor 'b' lies where another one is");
  remove(file);
  text_free(&text);
  arena_free(&arena);
}

static void weights_beyond_16_bits_are_not_halved(void **state) {
  Bench b;
  bench_open(&b, "Tic-Tac-Toe", NET_TOKENS);
  const char *file = temporary(&b.arena), *small = arena_printf(&b.arena, "%s.half", file), *why = "";
  float numbers[] = {1, 70000};
  SafeTensor t = {.name = "embed.facts", .type = "F32", .n_dims = 1, .dims = {2}, .data = numbers, .size = 8};
  const SafeText texts[] = {{"format", "senet-network-1"},
                            {"arch", "graph:blocks=1,channels=8"},
                            {"game", "Tic-Tac-Toe"},
                            {"options", ""},
                            {"fingerprint", "0000000000000001"}};
  assert_true(safetensors_write(&b.arena, file, texts, 5, &t, 1, &why));
  assert_false(net_file_halve(&b.arena, file, small, &why));
  assert_string_equal(why, "tensor 'embed.facts' has a weight that does not fit into 16 bits (70000)");
  assert_false(file_exists(small));
  remove(file);
  bench_close(&b);
}

// ---- running -------------------------------------------------------------------------------------

static void batches_do_not_matter(void **state) {
  static const struct {
    const char *game, *arch;
    NetKind kind;
  } rows[] = {{"Breakthrough", "graph:blocks=2,channels=16", NET_TOKENS},
              {"Hex", "unet:blocks=1,channels=16", NET_TOKENS},
              {"Tic-Tac-Toe", "attention:blocks=2,channels=16", NET_TOKENS},
              {"Breakthrough", "planes:blocks=1,channels=16", NET_PLANES},
              {"Backgammon", "graph:blocks=1,channels=16", NET_TOKENS}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    Bench b;
    bench_open(&b, rows[i].game, rows[i].kind);
    NetModel *model = make(&b, rows[i].arch, 9);
    float values[SAMPLES * 2], others[SAMPLES * 2];
    run(model, &b, values, b.logits, 1);
    run(model, &b, others, b.other, SAMPLES);
    assert_same_outputs(&b, values, others, 1e-5);
    net_model_free(model);
    bench_close(&b);
  }
}

// A sample turned and turned back is the sample it was, and the network without directions gives the same.
static void symmetries_keep_samples(void **state) {
  Bench b;
  bench_open(&b, "Tic-Tac-Toe", NET_TOKENS);
  static const Site turned[9] = {2, 5, 8, 1, 4, 7, 0, 3, 6}, back[9] = {6, 3, 0, 7, 4, 1, 8, 5, 2};
  uint16_t there[9], home[9];
  const Site *to[SITE_TYPES] = {turned}, *from[SITE_TYPES] = {back};
  assert_true(net_token_map(b.e, to, there) && net_token_map(b.e, from, home));
  for (int i = 0; i < b.n; i++) {
    const NetSample *s = b.samples[i];
    NetSample *once = arena_alloc(&b.arena, s->size), *twice = arena_alloc(&b.arena, s->size);
    const char *why;
    net_sample_permute(b.e, s, there, once);
    assert_true(net_sample_check(b.e, once, once->size, &why));
    net_sample_permute(b.e, once, home, twice);
    assert_memory_equal(twice, s, s->size);
    for (uint32_t m = 0; m < s->n_parts; m++) {
      NetPart before = sample_parts(s)[m], after = sample_parts(once)[m];
      if (before.role == NET_ROLE_TO) assert_int_equal(after.index, turned[before.index]);
    }
  }
  bench_close(&b);
}

static void samples_from_outside_are_checked(void **state) {
  Bench b;
  bench_open(&b, "Minishogi", NET_TOKENS);
  Random random = random_stream(2, 0);
  const NetSample *s = b.samples[3];
  const char *why;
  NetRunner *runner;
  NetModel *model = make(&b, "graph:blocks=1,channels=8", 1);
  runner = net_runner_new(model);
  int refused = 0;
  for (int i = 0; i < 2000; i++) {
    unsigned char *changed = arena_copy(&b.arena, s, s->size);
    for (int k = 0; k < 3; k++) changed[random_below(&random, s->size)] = (unsigned char)random_below(&random, 256);
    const NetSample *sample = (const NetSample *)(const void *)changed;
    float values[2];
    if (net_sample_check(b.e, changed, s->size, &why)) net_run(runner, &sample, 1, values, NULL);
    else refused++;
  }
  assert_true(refused > 500);
  assert_false(net_sample_check(b.e, s, 16, &why));
  net_runner_free(runner);
  net_model_free(model);
  bench_close(&b);
}

// The first position of a game in which the pieces on the first two cells are hidden from player 2, as a player sees
// it.
static const NetSample *hidden_sample(Arena *arena, const char *first, const char *second, const char *what,
                                      Player viewer) {
  Shipped shipped;
  const char *why;
  shipped_text(&shipped, arena_printf(arena,
                                      "(game \"Hidden\" (players 2) (equipment {(board (square 3)) (piece \"A\" Each)"
                                      " (piece \"B\" Each)}) (rules (start {(place \"%s\" 0) (place \"%s\" 1)"
                                      " (place \"A2\" 8) (set Hidden %s at:0 to:P2) (set Hidden %s at:1 to:P2)})"
                                      " (play (move Add (to (sites Empty))))"
                                      " (end (if (no Moves Next) (result Mover Win)))))",
                                      first, second, what, what));
  const NetEncoding *e = net_encoding(arena, shipped.game, NET_TOKENS, &why);
  NetEncoder *encoder = net_encoder_new(e);
  Position *x = position_new(shipped.game, 1, 0);
  const NetSample *s = net_encode(encoder, x, viewer, position_moves(x));
  s = arena_copy(arena, s, s->size);
  position_free(x);
  net_encoder_free(encoder);
  shipped_free(&shipped);
  return s;
}

static bool same_sample(const NetSample *a, const NetSample *b) { return a->size == b->size && !memcmp(a, b, a->size); }

// What a player sees after player 1 has placed a piece of the first or second kind on a cell; player 2 sees nothing of
// that row, or not what pieces are.
static const NetSample *sample_after(Arena *arena, NetKind kind, const char *what, int move, Player viewer) {
  Shipped shipped;
  const char *why;
  shipped_text(&shipped,
               arena_printf(arena,
                            "(game \"Hidden\" (players 2) (equipment {(board (square 3)) (piece \"A\" Each)"
                            " (piece \"B\" Each)}) (rules (start (set Hidden %s (sites Bottom) to:P2))"
                            " (play (if (is Mover P1) (or (move Add (piece (id \"A\" Mover)) (to (sites Bottom)))"
                            " (move Add (piece (id \"B\" Mover)) (to (sites Bottom)))) (move Add (to (sites Top)))))"
                            " (end (if (no Moves Next) (result Mover Win)))))",
                            what));
  const NetEncoding *e = net_encoding(arena, shipped.game, kind, &why);
  NetEncoder *encoder = net_encoder_new(e);
  Position *x = position_new(shipped.game, 1, 0);
  position_start(x);
  MoveList list = position_moves(x);
  assert_int_equal(list.n, 6);
  Move made = *move_at(x, list, (uint32_t)move);
  position_apply(x, &made);
  position_forget(x, list);
  const NetSample *s = net_encode(encoder, x, viewer, position_moves(x));
  s = arena_copy(arena, s, s->size);
  position_free(x);
  net_encoder_free(encoder);
  shipped_free(&shipped);
  return s;
}

// Where a piece was placed out of sight is not marked, and planes do not show which piece it was.
static void hidden_moves_look_alike(void **state) {
  Arena arena = {0};
  for (Player viewer = 1; viewer <= 2; viewer++) {
    const NetSample *first = sample_after(&arena, NET_TOKENS, "", 0, viewer);
    assert_int_equal(same_sample(first, sample_after(&arena, NET_TOKENS, "", 1, viewer)), viewer == 2);
    first = sample_after(&arena, NET_PLANES, "What", 0, viewer);
    assert_int_equal(same_sample(first, sample_after(&arena, NET_PLANES, "What", 3, viewer)), viewer == 2);
  }
  arena_free(&arena);
}

// Which of two hidden pieces is which makes no difference to the player they are hidden from, and one to their owner.
// What they are in all is known.
static void hidden_pieces_look_alike(void **state) {
  Arena arena = {0};
  for (int all = 0; all < 2; all++) {
    const char *other = all ? "B2" : "B1", *what = all ? "" : "What";
    for (Player viewer = 1; viewer <= 2; viewer++) {
      const NetSample *s = hidden_sample(&arena, "A1", other, what, viewer);
      assert_int_equal(same_sample(s, hidden_sample(&arena, other, "A1", what, viewer)), viewer == 2);
      assert_false(same_sample(s, hidden_sample(&arena, "A1", "A1", what, viewer)));
    }
  }
  arena_free(&arena);
}

// With 16 bits outputs are nearly the same, and those of a sample do not depend on the others.
// The suit of the card that lies face up on the stock, as a network sees it.
static int seen_suit(const Game *game, const NetEncoding *e, const NetSample *s) {
  for (uint32_t i = 0; i < s->n_facts; i++) {
    const char *name = e->fact_names[sample_facts(s)[i].what];
    if (sample_facts(s)[i].at != s->n_tokens - 1 || strncmp(name, "piece: ", 7) != 0) continue;
    for (int c = 1; c < game->n_components; c++) {
      size_t n = strlen(game->components[c].base_name);
      if (!strncmp(name + 7, game->components[c].base_name, n) && name[7 + n] == ',') return game->components[c].suit;
    }
  }
  return 0;
}

// The card turned up decides trumps: whatever its suit, it looks like one of the first suit.
static void trumps_look_alike(void **state) {
  Shipped shipped;
  Arena arena = {0};
  const char *why;
  shipped_load(&shipped, "German Whist");
  const NetEncoding *e = net_encoding(&arena, shipped.game, NET_TOKENS, &why);
  NetEncoder *encoder = net_encoder_new(e);
  unsigned trumps = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    Position *x = position_new(shipped.game, seed, 0);
    position_apply(x, move_at(x, position_moves(x), 0));
    MoveList list = position_moves(x);
    trumps |= 1u << x->head->trump;
    assert_int_equal(seen_suit(shipped.game, e, net_encode(encoder, x, position_mover(x), list)), 1);
    position_free(x);
  }
  assert_true(trumps & (trumps - 1));
  net_encoder_free(encoder);
  arena_free(&arena);
  shipped_free(&shipped);
}

static void coarse_outputs_are_near(void **state) {
  Bench b;
  float values[SAMPLES * 2], others[SAMPLES * 2];
  bench_open(&b, "Breakthrough", NET_TOKENS);
  NetModel *model = make(&b, "graph:blocks=2,channels=32", 5);
  run(model, &b, values, b.logits, SAMPLES);
  run_with(model, &b, others, b.other, SAMPLES, true);
  assert_same_outputs(&b, values, others, 0.05);
  run_with(model, &b, values, b.logits, 3, true);
  assert_same_outputs(&b, values, others, 0);
  net_model_free(model);
  bench_close(&b);
}

// ---- training ------------------------------------------------------------------------------------

// Learns by heart which move to make and who won in a few positions.
static void training_learns(void **state) {
  static const char *const archs[] = {"graph:blocks=1,channels=16", "attention:blocks=1,channels=16",
                                      "graph:blocks=1,channels=32"};
  Bench b;
  bench_open(&b, "Breakthrough", NET_TOKENS);
  NetTarget targets[SAMPLES];
  for (int i = 0; i < b.n; i++) {
    float *policy = ARENA_ARRAY(&b.arena, float, b.samples[i]->n_moves), *wdl = ARENA_ARRAY(&b.arena, float, 6);
    policy[(uint32_t)(i * 5) % b.samples[i]->n_moves] = 1;
    wdl[i % 3] = wdl[3 + 2 - i % 3] = 1;
    targets[i] = (NetTarget){policy, wdl, 1};
  }
  for (size_t k = 0; k < COUNT_OF(archs); k++) {
    NetModel *model = make(&b, archs[k], 3), *again = make(&b, archs[k], 3);
    NetTrainer *trainer = net_trainer_new(model, net_train_defaults),
               *second = net_trainer_new(again, net_train_defaults);
    NetLosses first, last;
    net_trainer_set_coarse(trainer, k == 2);
    net_trainer_set_coarse(second, k == 2);
    net_train_losses(trainer, b.samples, targets, b.n, &first);
    net_trainer_set_rate(trainer, 1e-2);
    net_trainer_set_rate(second, 1e-2);
    for (int i = 0; i < 80; i++)
      assert_true(net_train_step(trainer, b.samples, targets, b.n, &last) ==
                  net_train_step(second, b.samples, targets, b.n, NULL));
    if (last.total > 0.1 * first.total) fail_msg("%s: %.4f of %.4f is left", archs[k], last.total, first.total);
    assert_int_equal(net_model_steps(model), 80);
    net_trainer_free(trainer);
    net_trainer_free(second);
    net_model_free(model);
    net_model_free(again);
  }
  bench_close(&b);
}

// A run that is stopped and taken up again goes on exactly as one that was not.
static void training_is_resumed(void **state) {
  Bench b;
  bench_open(&b, "Tic-Tac-Toe", NET_TOKENS);
  float policy[9] = {1}, wdl[6] = {1, 0, 0, 0, 0, 1};
  NetTarget targets[SAMPLES];
  for (int i = 0; i < b.n; i++) targets[i] = (NetTarget){policy, wdl, 1};
  const char *file = temporary(&b.arena), *moments = arena_printf(&b.arena, "%s.state", file), *why = "";
  NetModel *model = make(&b, "graph:blocks=1,channels=8", 3), *other = NULL;
  NetTrainer *trainer = net_trainer_new(model, net_train_defaults);
  for (int i = 0; i < 5; i++) net_train_step(trainer, b.samples, targets, b.n, NULL);
  assert_true(net_model_write(&b.arena, model, file, &why) && net_trainer_write(&b.arena, trainer, moments, &why));
  double straight = 0, resumed = 0;
  for (int i = 0; i < 5; i++) straight = net_train_step(trainer, b.samples, targets, b.n, NULL);
  assert_true(net_model_read(&b.arena, file, b.e, &other, &why));
  NetTrainer *second = net_trainer_new(other, net_train_defaults);
  if (!net_trainer_read(&b.arena, second, moments, &why)) fail_msg("%s", why);
  for (int i = 0; i < 5; i++) resumed = net_train_step(second, b.samples, targets, b.n, NULL);
  assert_true(straight == resumed);
  assert_false(net_trainer_read(&b.arena, second, moments, &why));  // five steps later it does not fit any more
  net_trainer_free(trainer);
  net_trainer_free(second);
  net_model_free(model);
  net_model_free(other);
  remove(file);
  remove(moments);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_keep_the_network),
      cmocka_unit_test(files_can_be_halved),
      cmocka_unit_test(halves_are_the_nearest),
      cmocka_unit_test(damaged_files_are_refused),
      cmocka_unit_test(what_a_file_lacks_is_seen_before_memory_is_taken),
      cmocka_unit_test(tensors_lie_apart),
      cmocka_unit_test(weights_beyond_16_bits_are_not_halved),
      cmocka_unit_test(foreign_files_are_refused),
      cmocka_unit_test(batches_do_not_matter),
      cmocka_unit_test(symmetries_keep_samples),
      cmocka_unit_test(samples_from_outside_are_checked),
      cmocka_unit_test(hidden_pieces_look_alike),
      cmocka_unit_test(hidden_moves_look_alike),
      cmocka_unit_test(coarse_outputs_are_near),
      cmocka_unit_test(trumps_look_alike),
      cmocka_unit_test(training_learns),
      cmocka_unit_test(training_is_resumed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
