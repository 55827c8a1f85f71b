// senet tensors: the state and move tensors of a game; comparison with recorded ones.
#include "cmd/learn/tensors_tokens.h"
#include "cmd/learn/tensors_verify.h"
#include "cmd/study/verify_files.h"
#include "net/input/tensor.h"

#include <jansson.h>
#include <stdio.h>

// Places of the first position that stand for more than one legal move.
static int count_aliases(const TensorEncoding *t, Position *x, MoveList list) {
  int aliases = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    uint32_t first = 0;
    uint32_t n = tensor_moves_at(t, x, list, tensor_move(t, x, move_at(x, list, i)), &first);
    aliases += n > 1 && first == i;
  }
  return aliases;
}

static void print_text(const TensorEncoding *t, uint32_t moves, int aliases) {
  printf("state: %d x %d x %d (channels, columns, rows)\n", t->channels, t->width, t->height);
  for (int c = 0; c < t->channels; c++) printf("  %d: %s\n", c, t->names[c]);
  printf("moves: %d x %d x %d; distances up to %d, channel %d is a pass, %d a swap\n", t->move_channels, t->width,
         t->height, t->clip, t->pass, t->swap);
  if (t->n_messages) {
    printf("propositions: channels %d to %d, votes: %d to %d\n", t->first_proposition, t->first_vote - 1, t->first_vote,
           t->pass - 1);
  }
  printf("first position: %u legal moves, %d places shared by several of them\n", moves, aliases);
}

static json_t *numbers(const int32_t *at, int n) {
  json_t *list = json_array();
  for (int i = 0; i < n; i++) json_array_append_new(list, json_integer(at[i]));
  return list;
}

static json_t *channel_names(const TensorEncoding *t) {
  json_t *list = json_array();
  for (int c = 0; c < t->channels; c++) json_array_append_new(list, json_string(t->names[c]));
  return list;
}

static void print_json(const TensorEncoding *t, uint32_t moves, int aliases) {
  json_t *object =
      json_pack("{ss s[iii] s[iii] so so so si si si si si si si}", "game", t->game->name, "stateShape", t->channels,
                t->width, t->height, "moveShape", t->move_channels, t->width, t->height, "channels", channel_names(t),
                "x", numbers(t->x, t->n_sites), "y", numbers(t->y, t->n_sites), "distClip", t->clip, "pass", t->pass,
                "swap", t->swap, "firstProposition", t->first_proposition, "firstVote", t->first_vote, "legalMoves",
                (int)moves, "aliases", aliases);
  json_dumpf(object, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(object);
}

// ---- tokens --------------------------------------------------------------------------------------

static bool describe_tokens(Load *load, const Options *options) {
  const Game *game = load_begin(load, options) ? load_compiled(load, options, options->arguments[0]) : NULL;
  const char *why = NULL;
  const NetEncoding *e = game ? net_encoding(&load->arena, game, NET_TOKENS, &why) : NULL;
  if (why) fprintf(stderr, "senet tensors: %s\n", why);
  if (!e) return false;
  if (options_has(options, "--json")) tokens_print_json(e);
  else tokens_print(e);
  return true;
}

// One game of --plies, with a line for it.
static bool try_game(const Options *options, const char *name, int plies) {
  Load load = {0};
  const char *why = "it does not compile";
  TokensTrial trial = {0};
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, name) : NULL;
  const NetEncoding *e = game ? net_encoding(&load.arena, game, NET_TOKENS, &why) : NULL;
  bool good = e && tokens_try(&load.arena, e, plies, &trial, &why);
  if (good) {
    printf("ok: %s: %d tokens, %d neighbours, %d facts; %d positions, %llu moves, %llu alike\n", name, e->tokens,
           e->directions, e->facts, trial.positions, (unsigned long long)trial.moves, (unsigned long long)trial.alike);
  } else {
    printf("differs: %s: %s\n", name, why);
  }
  fflush(stdout);
  load_free(&load);
  return good;
}

static int try_games(const Options *options) {
  int64_t plies = 0;
  int good = 0;
  if (!options_integer(options, "--plies", 1, 10000, &plies)) return EXIT_USAGE;
  for (int i = 0; i < options->n; i++) good += try_game(options, options->arguments[i], (int)plies);
  printf("%d ok, %d differ\n", good, options->n - good);
  return good == options->n ? EXIT_YES : EXIT_NO;
}

// ---- planes --------------------------------------------------------------------------------------

static bool describe(Load *load, const Options *options) {
  const Game *game = load_begin(load, options) ? load_compiled(load, options, options->arguments[0]) : NULL;
  if (!game) return false;
  const TensorEncoding *t = tensor_encoding(&load->arena, game);
  Position *x = position_new(game, 0, 0);
  MoveList list = position_moves(x);
  int aliases = count_aliases(t, x, list);
  if (options_has(options, "--json")) print_json(t, list.n, aliases);
  else print_text(t, list.n, aliases);
  position_free(x);
  return true;
}

static int run_tensors(const Options *options) {
  if (options_has(options, "--verify")) return verify_files(options, tensors_verify);
  if (options_has(options, "--plies") && options->n) return try_games(options);
  if (options->n != 1) return options_misuse(options, "one GAME is expected, or --verify FILE...");
  Load load = {0};
  bool good = options_has(options, "--tokens") ? describe_tokens(&load, options) : describe(&load, options);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption tensors_options[] = {
    {"--json", NULL, "Prints shapes, channels and coordinates as an object."},
    {"--tokens", NULL, "Shows tokens, their neighbours and facts instead of planes."},
    {"--plies", "N",
     "Tries the tokens out on N positions of a random game of each GAME; the last line is `N ok, M differ`."},
    {"--verify", NULL, "Compares files of recorded tensors instead; the last line is `N ok, M differ`."},
    VERIFY_OPTIONS,
    GAME_OPTIONS,
    {0},
};

const Command command_tensors = {
    .name = "tensors",
    .usage = "GAME | --plies N GAME... | --verify FILE...",
    .doc = "Shows how positions and moves of a game are given to neural networks.",
    .details =
        "A position is a stack of planes of the board's shape, one per channel: pieces by kind (in games with stacks "
        "by level from the bottom and from the top), counts, whose turn it is, local states, and the last two moves. "
        "Hands and other containers lie beside the board. A move is a place in a second stack of planes: the channel "
        "says how far it goes in columns and rows, the place where it ends. Several legal moves can share a place; "
        "they are counted for the first position.\n\n"
        "--tokens shows the second encoding, which every game has: a token for each site of the board, of hands and "
        "for each "
        "die, facts that are true of it as the player to move sees them, and which token is next to which. A move is a "
        "list "
        "of tokens and facts, so that every legal move has an output of its own. --plies tries it out: samples are "
        "checked, "
        "small networks run on them, and moves that look alike are counted.\n\n"
        "--verify takes files of recorded tensors (.jsonl or .jsonl.zst) or folders with them: a header with the "
        "shapes, then positions with their non-zero values and the place of every legal move.",
    .least = 0,
    .most = -1,
    .options = tensors_options,
    .run = run_tensors,
};
