// senet net: networks as files. What one is, a new one, how fast it is, and its outputs for another program to compare.
#include "cmd/frame/game_option.h"
#include "cmd/learn/net_samples.h"

#include "base/clock.h"
#include "net/net_model.h"
#include "net/safetensors.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

static bool complain(const char *file, const char *why) {
  fprintf(stderr, "senet net: %s: %s\n", file, why);
  return false;
}

// ---- what a file says ----------------------------------------------------------------------------

static const char *kind_name(NetKind kind) { return kind == NET_PLANES ? "planes" : "tokens"; }

static void print_about(const NetFile *about, bool json) {
  if (json) {
    json_t *object =
        json_pack("{ss ss ss ss sI sI si}", "game", about->game, "options", about->options, "architecture", about->arch,
                  "encoding", kind_name(about->kind), "parameters", (json_int_t)about->parameters, "steps",
                  (json_int_t)about->steps, "tensors", about->n_tensors);
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
    return;
  }
  printf("game: %s%s%s\n", about->game, *about->options ? ", " : "", about->options);
  printf("architecture: %s\nencoding: %s\n", about->arch, kind_name(about->kind));
  printf("parameters: %" PRIu64 " in %d tensors\n", about->parameters, about->n_tensors);
  printf("training steps: %" PRIu64 "\n", about->steps);
  if (*about->trained) printf("trained: %s\n", about->trained);
}

// ---- speed ---------------------------------------------------------------------------------------

enum { SPEED_SAMPLES = 256 };

// Evaluations per second of processor time in batches of this size.
static double measure(NetRunner *runner, const NetSamples *samples, int batch) {
  float values[SPEED_SAMPLES * GAME_PLAYERS_MAX];
  const double enough = 0.5;
  uint64_t done = 0;
  double start = clock_thread_seconds();
  do {
    for (int first = 0; first + batch <= samples->n; first += batch) {
      net_run(runner, samples->at + first, batch, values, samples->logits + first);
      done += (uint64_t)batch;
    }
  } while (clock_thread_seconds() - start < enough);
  return (double)done / (clock_thread_seconds() - start);
}

static double measure_training(NetModel *model, const NetSamples *samples, int batch, bool coarse) {
  NetTrainer *trainer = net_trainer_new(model, net_train_defaults);
  net_trainer_set_coarse(trainer, coarse);
  uint64_t done = 0;
  double start = clock_thread_seconds();
  do {
    net_train_step(trainer, samples->at, samples->targets, batch, NULL);
    done += (uint64_t)batch;
  } while (clock_thread_seconds() - start < 0.5);
  double speed = (double)done / (clock_thread_seconds() - start);
  net_trainer_free(trainer);
  return speed;
}

// Positions of random games made into samples, per second of processor time.
static double measure_encoding(const NetEncoding *e) {
  NetEncoder *encoder = net_encoder_new(e);
  uint64_t done = 0;
  double spent = 0;
  for (uint64_t game = 0; spent < 0.3 && game < NET_SAMPLES_GAMES; game++) {
    Position *x = position_new(e->game, 1, game);
    Random random = random_stream(2, game);
    while (!position_over(x) && !x->fault && spent < 0.3) {
      MoveList list = position_moves(x);
      if (x->fault) break;
      double start = clock_thread_seconds();
      for (int i = 0; i < 20; i++) net_encode(encoder, x, position_mover(x), list);
      spent += clock_thread_seconds() - start;
      done += 20;
      Move move = *move_at(x, list, random_below(&random, list.n));
      position_apply(x, &move);
      position_forget(x, list);
    }
    position_free(x);
  }
  net_encoder_free(encoder);
  return spent > 0 ? (double)done / spent : 0;
}

static void print_speed(NetModel *model, const NetSamples *samples) {
  static const int batches[] = {1, 16, 64, SPEED_SAMPLES};
  NetRunner *runner = net_runner_new(model);
  for (size_t i = 0; i < COUNT_OF(batches); i++) {
    printf("batches of %d: %.0f evaluations/s\n", batches[i], measure(runner, samples, batches[i]));
  }
  if (net_runner_set_coarse(runner, true)) {
    printf("batches of 64 with 16 bits: %.0f evaluations/s\n", measure(runner, samples, 64));
  }
  printf("samples made: %.0f positions/s\n", measure_encoding(net_model_encoding(model)));
  printf("training: %.0f positions/s\n", measure_training(model, samples, SPEED_SAMPLES, false));
  if (net_runner_set_coarse(runner, true)) {
    printf("training with 16 bits: %.0f positions/s\n", measure_training(model, samples, SPEED_SAMPLES, true));
  }
  net_runner_free(runner);
}

// ---- outputs -------------------------------------------------------------------------------------

static SafeTensor tensor(const char *name, const char *type, const void *data, size_t n, size_t size) {
  return (SafeTensor){.name = name, .type = type, .n_dims = 1, .dims = {n}, .data = data, .size = n * size};
}

static bool write_outputs(const NetModel *model, const NetSamples *samples, const char *file) {
  int players = net_model_encoding(model)->players;
  float *wdl = mem_alloc((size_t)(samples->n * players * 3) * sizeof *wdl);
  NetRunner *runner = net_runner_new(model);
  net_run_wdl(runner, samples->at, samples->n, wdl, samples->logits);
  net_runner_free(runner);
  const SafeTensor tensors[] = {
      tensor("samples", "U8", samples->bytes, samples->size, 1),
      tensor("win_draw_loss", "F32", wdl, (size_t)(samples->n * players * 3), sizeof *wdl),
      tensor("logits", "F32", samples->logits[0], samples->moves, sizeof(float)),
  };
  const SafeText texts[] = {{"format", "senet-outputs-1"}, {"architecture", net_model_arch(model)}};
  Arena arena = {0};
  const char *why;
  bool good =
      safetensors_write(&arena, file, texts, COUNT_OF(texts), tensors, COUNT_OF(tensors), &why) || complain(file, why);
  arena_free(&arena);
  mem_free(wdl);
  return good;
}

// ---- the command ---------------------------------------------------------------------------------

// The model of the file, for the game it is of or the one given.
static NetModel *open_model(Load *load, const Options *options, const char *file, const NetFile *about) {
  const char *name = options->n > 1 ? options->arguments[1] : about->game, *why = NULL;
  const Game *game = load_begin(load, options) ? load_compiled(load, options, name) : NULL;
  const NetEncoding *e = game ? net_encoding(&load->arena, game, about->kind, &why) : NULL;
  NetModel *model = NULL;
  if (!game) return NULL;
  if (!e || !net_model_read(&load->arena, file, e, &model, &why)) complain(file, why);
  return model;
}

static bool use_model(const Options *options, const char *file, const NetFile *about) {
  Load load = {0};
  int64_t seed = 0;
  NetModel *model = open_model(&load, options, file, about);
  bool good = model && options_integer(options, "--seed", 0, INT64_MAX, &seed);
  if (good) {
    NetSamples samples;
    bool speed = options_has(options, "--speed");
    int wanted = speed ? SPEED_SAMPLES : 40;
    net_samples_take(&samples, net_model_encoding(model), (uint64_t)seed, wanted);
    if (samples.n < wanted) good = complain(file, "random games of this game have too few positions");
    else if (speed) print_speed(model, &samples);
    else good = write_outputs(model, &samples, options_value(options, "--outputs"));
    net_samples_free(&samples);
  }
  net_model_free(model);
  load_free(&load);
  return good;
}

static bool show(const Options *options, const char *file) {
  NetFile about;
  const char *why;
  if (!net_file_read(options->arena, file, &about, &why)) return complain(file, why);
  if (options_has(options, "--speed") || options_has(options, "--outputs")) return use_model(options, file, &about);
  print_about(&about, options_has(options, "--json"));
  return true;
}

static bool make(const Options *options, const char *arch, const char *file) {
  Load load = {0};
  const char *why = NULL;
  NetKind kind;
  int64_t seed = 0;
  if (!net_arch_kind(options->arena, arch, &kind, &why)) return complain(arch, why);
  bool good = options_integer(options, "--seed", 0, INT64_MAX, &seed);
  const Game *game = good && load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  const NetEncoding *e = game ? net_encoding(&load.arena, game, kind, &why) : NULL;
  NetModel *model = NULL;
  if (game && e && net_model_new(&load.arena, e, arch, (uint64_t)seed, &model, &why)) {
    good = net_model_write(&load.arena, model, file, &why) || complain(file, why);
  } else {
    good = game && complain(arch, why);
  }
  net_model_free(model);
  load_free(&load);
  return good;
}

// A copy with weights of 16 bits.
static bool halve(const Options *options, const char *file, const char *to) {
  const char *why;
  return net_file_halve(options->arena, file, to, &why) || complain(file, why);
}

static int run_net(const Options *options) {
  const char *arch = options_value(options, "--new"), *file = options_value(options, "--out");
  if (!arch != !file) return options_misuse(options, "--new and --out are used together");
  if (arch && options->n != 1) return options_misuse(options, "--new needs one GAME");
  const char *half = options_value(options, "--half");
  if (arch && half) return options_misuse(options, "--half makes a copy of a FILE");
  bool good = arch   ? make(options, arch, file)
              : half ? halve(options, options->arguments[0], half)
                     : show(options, options->arguments[0]);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption net_options[] = {
    {"--json", NULL, "Prints an object.", .excludes = "--speed --outputs --new --half"},
    {"--speed", NULL, "Measures evaluations and training positions per second on one core.",
     .excludes = "--outputs --new --half"},
    {"--outputs", "OUT", "Writes positions and what the network says about them to a safetensors file.",
     .excludes = "--new --half"},
    {"--new", "ARCHITECTURE", "Makes a network with random weights for GAME, such as graph:blocks=4,channels=32."},
    {"--out", "FILE", "With --new: where it is written."},
    {"--half", "COPY", "Writes the network of FILE to another file with weights of 16 bits, half as large."},
    {"--seed", "N", "Of random weights and positions (default 0).", .needs = "--new --speed --outputs"},
    GAME_OPTIONS,
    {0},
};

const Command command_net = {
    .name = "net",
    .usage = "FILE [GAME] | --new ARCHITECTURE GAME --out FILE",
    .doc = "Shows what a file with a neural network is: architecture, parameters, game.",
    .details =
        "Architectures: graph (convolutions over the neighbours of every site; blocks, channels), unet (also over "
        "coarser "
        "grids; blocks, channels, levels), attention (a transformer; blocks, channels, heads), planes and planes-unet "
        "(over "
        "board-shaped planes, moves as places of an action tensor).\n\n"
        "--speed and --outputs load the game that the file names, or GAME; options of the game are given as for other "
        "commands. python/senet/net.py compares the file that --outputs writes with what PyTorch calculates.",
    .least = 1,
    .most = 2,
    .options = net_options,
    .run = run_net,
};
