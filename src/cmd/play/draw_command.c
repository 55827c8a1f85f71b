// senet draw: pictures of positions, and a whole game as an animation.
#include "cmd/frame/api_load.h"

#include "base/file.h"
#include "base/random.h"
#include "base/vec.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct Drawer {
  const Options *options;
  Arena *arena;
  ApiGame api;
  senet_position *position;
  senet_draw_options look;
  const char *out;  // the file; NULL: standard output
} Drawer;

static bool fail(const char *what, const char *why) {
  fprintf(stderr, "senet draw: %s: %s\n", what, why);
  return false;
}

// ---- the position --------------------------------------------------------------------------------

static bool read_record(Drawer *d, const char *path) {
  Str text;
  senet_record *record = NULL;
  const char *why = "";
  if (!path) return true;
  if (!file_read(d->arena, path, 0, &text, &why)) return fail(path, why);
  Str line = api_first_line(text);
  bool good = senet_record_read(d->api.library, line.p, line.n, &record) == SENET_OK;
  if (good && strcmp(senet_record_name(record), senet_game_name(d->api.game)) != 0) {
    good = fail(path, arena_printf(d->arena, "a record of %s", senet_record_name(record)));
  } else if (!good || senet_record_replay(record, d->position, SIZE_MAX) != SENET_OK) {
    good = fail(path, senet_message());
  }
  senet_record_free(record);
  return good;
}

static bool go_to_ply(Drawer *d) {
  int64_t made = (int64_t)senet_position_ply(d->position), ply = made;
  if (!options_integer(d->options, "--ply", 0, INT32_MAX, &ply)) return false;
  if (ply > made) return fail("--ply", arena_printf(d->arena, "only %" PRId64 " turns were made", made));
  while ((int64_t)senet_position_ply(d->position) > ply) {
    if (senet_position_undo(d->position) != SENET_OK) return fail("--ply", senet_message());
  }
  return true;
}

typedef VEC(senet_move) MoveValues;

static senet_status list_moves(senet_position *position, MoveValues *moves) {
  size_t n = 0;
  VEC_CLEAR(moves);
  senet_status status = senet_position_count(position, &n);
  for (size_t i = 0; i < n; i++) VEC_PUSH(moves, (senet_move){0});
  return status == SENET_OK ? senet_position_moves(position, 0, moves->at, n, &n) : status;
}

// Makes a legal move of every player who has any, drawn at random. SENET_OVER when nobody has.
static senet_status play_turn_at_random(Drawer *d, MoveValues *moves, Random *random) {
  size_t chosen[SENET_PLAYERS_MAX], n_chosen = 0;
  senet_status status = list_moves(d->position, moves);
  if (status != SENET_OK) return status;
  for (int seat = 1; seat <= senet_game_players(d->api.game); seat++) {
    uint32_t n = 0;
    size_t choice = 0;
    for (size_t i = 0; i < moves->n; i++) {
      if (api_seat_of(d->position, moves->at[i].mover) == seat && random_below(random, ++n) == 0) choice = i;
    }
    if (n) chosen[n_chosen++] = choice;
  }
  return n_chosen ? senet_position_apply_all(d->position, chosen, n_chosen) : SENET_OVER;
}

static bool play_at_random(Drawer *d, uint64_t seed) {
  int64_t turns = 0;
  if (!options_integer(d->options, "--random", 0, INT32_MAX, &turns)) return false;
  Random random = random_stream(seed, 1);
  MoveValues moves = {0};
  senet_status status = SENET_OK;
  for (int64_t i = 0; i < turns && status == SENET_OK && !senet_position_over(d->position); i++) {
    status = play_turn_at_random(d, &moves, &random);
  }
  VEC_FREE(&moves);
  return status == SENET_OK || status == SENET_OVER || fail("--random", senet_message());
}

// ---- pictures ------------------------------------------------------------------------------------

static int format_of(const Drawer *d) {
  Str name = str_of(d->out ? d->out : "");
  if (str_ends(name, ".gif") || options_has(d->options, "--gif")) return SENET_PICTURE_GIF;
  return str_ends(name, ".png") ? SENET_PICTURE_PNG : SENET_PICTURE_SVG;
}

static bool write_picture(Drawer *d) {
  senet_picture *picture = NULL;
  const char *why = "";
  Str file = {0};
  if (senet_position_picture(d->position, &d->look, format_of(d), &picture) != SENET_OK) {
    return fail(d->out ? d->out : "picture", senet_message());
  }
  file.p = senet_picture_bytes(picture, &file.n);
  bool good = true;
  if (!d->out) fwrite(file.p, 1, file.n, stdout);
  else if (!file_write(d->arena, d->out, file, &why)) good = fail(d->out, why);
  senet_picture_free(picture);
  return good;
}

// ---- the command ---------------------------------------------------------------------------------

static bool draw_game(Drawer *d, uint64_t seed) {
  const char *moves = options_value(d->options, "--moves");
  bool good = api_begin(d->options, &d->api) && api_start(d->options, d->api.game, seed, &d->position) &&
              read_record(d, options_value(d->options, "--record")) &&
              (!moves || api_make_moves(d->options, d->position, moves)) && play_at_random(d, seed) && go_to_ply(d) &&
              write_picture(d);
  senet_position_free(d->position);
  api_close(&d->api);
  return good;
}

static int run_draw(const Options *options) {
  int64_t seed = 1, viewer = 0, delay = 80;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) || !options_integer(options, "--for", 0, 16, &viewer) ||
      !options_integer(options, "--delay", 1, 1000, &delay)) {
    return EXIT_USAGE;
  }
  Drawer d = {.options = options, .arena = options->arena, .out = options_value(options, "--out")};
  if (options_has(options, "--gif")) d.out = options_value(options, "--gif");
  d.look = (senet_draw_options){.size = sizeof d.look,
                                .player = (int)viewer,
                                .last_move = 1,
                                .delay = (int)delay,
                                .no_legend = options_has(options, "--no-legend"),
                                .no_labels = options_has(options, "--no-labels")};
  return draw_game(&d, (uint64_t)seed) ? EXIT_YES : EXIT_NO;
}

static const CommandOption draw_options[] = {
    GAME_OPTIONS,
    POSITION_OPTION,
    {"--moves", "MOVES", "Makes these moves first, separated by blanks, as `senet play` writes them."},
    {"--record", "FILE", "Shows a game written by `senet play --record` instead, at its last position.",
     .excludes = "--position"},
    {"--random", "N", "Makes N random turns first; --seed chooses which."},
    {"--ply", "N", "Shows the position after the first N of the turns made."},
    {"--out", "FILE", "Writes to a file: .svg, .png (one position) or .gif (the game so far). Default: SVG to stdout."},
    {"--gif", "FILE", "Writes the game so far as an animation, whatever the name of the file ends with.",
     .excludes = "--out"},
    {"--delay", "HUNDREDTHS", "How long a move of an animation is shown, in hundredths of a second; default 80."},
    {"--for", "PLAYER", "Shows what this player sees: what is hidden is a question mark."},
    {"--no-legend", NULL, "Leaves out the lines that say what the shapes are."},
    {"--no-labels", NULL, "Leaves out the names of rows, columns and sites."},
    {"--seed", "K", "Seed of chance; default 1."},
    {0},
};

const Command command_draw = {
    .name = "draw",
    .usage = "GAME",
    .doc = "Draws a position as a picture, or a whole game as an animation.",
    .details =
        "Pieces are drawn as shapes in the colours of their players, chosen by their names; the sides and homes of "
        "players, stacks, piles, hands, dice and scores are shown, and the last move is marked. SVG needs nothing "
        "else; PNG and GIF are drawn by librsvg where it is installed.",
    .least = 1,
    .most = 1,
    .options = draw_options,
    .run = run_draw,
};
