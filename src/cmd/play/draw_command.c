// senet draw: pictures of positions, and a whole game as an animation.
#include "base/file.h"
#include "cmd/frame/game_option.h"
#include "cmd/play/typed_moves.h"
#include "play/show/gif.h"
#include "play/show/picture.h"
#include "play/show/raster.h"
#include "state/act/moves.h"

#include <stdio.h>

typedef struct Drawer {
  Arena *arena;
  Session *session;
  PictureOptions look;
  const char *out;  // the file; NULL: standard output
  int delay;        // of an animation, hundredths of a second a move
} Drawer;

static bool fail(const char *what, const char *why) {
  fprintf(stderr, "senet draw: %s: %s\n", what, why);
  return false;
}

// ---- the position --------------------------------------------------------------------------------

static bool read_record(Drawer *d, const char *path) {
  Str text;
  Record record;
  const char *why = "";
  if (!file_read(d->arena, path, 0, &text, &why)) return fail(path, why);
  const char *end = memchr(text.p, '\n', text.n);
  Str line = {text.p, end ? (size_t)(end - text.p) : text.n};
  if (!record_read_line(d->arena, line, &record, &why) || !session_load(d->session, &record, &why)) {
    return fail(path, why);
  }
  return true;
}

typedef VEC(Turn) Turns;

static void copy_turns(const Session *session, Turns *turns) {
  for (size_t i = 0; i < session->turns.n; i++) VEC_PUSH(turns, session->turns.at[i]);
}

static void play_turn(Session *session, const Turn *turn) {
  session_look(session);
  session_play(session, turn);
}

static bool go_to_ply(Drawer *d, const Options *options) {
  int64_t ply = INT32_MAX;
  if (!options_integer(options, "--ply", 0, INT32_MAX, &ply)) return false;
  if ((int64_t)d->session->turns.n <= ply) return true;
  Turns turns = {0};
  copy_turns(d->session, &turns);
  session_restart(d->session);
  for (int64_t i = 0; i < ply; i++) play_turn(d->session, &turns.at[i]);
  VEC_FREE(&turns);
  return true;
}

// A legal move of the seat drawn at random, added to the turn; nothing where it has none.
static void choose_at_random(const Session *session, int seat, Random *random, Turn *turn) {
  uint32_t n = 0, chosen = 0;
  for (uint32_t i = 0; i < session->seats.n; i++) {
    if (session->seats.at[i] == seat && random_below(random, ++n) == 0) chosen = i;
  }
  if (n) turn->choices[turn->n++] = chosen;
}

static bool play_at_random(Drawer *d, const Options *options, uint64_t seed) {
  int64_t turns = 0;
  if (!options_integer(options, "--random", 0, INT32_MAX, &turns)) return false;
  Random random = random_stream(seed, 1);
  for (int64_t i = 0; i < turns && !position_over(d->session->x) && !d->session->x->fault; i++) {
    Turn turn = {0};
    session_look(d->session);
    for (int seat = 1; seat <= d->session->game->players; seat++) choose_at_random(d->session, seat, &random, &turn);
    session_play(d->session, &turn);
  }
  return true;
}

// ---- pictures ------------------------------------------------------------------------------------

static void draw_svg(Drawer *d, Text *svg) {
  const Position *x = d->session->x;
  bool made = x->head->made > 0;
  d->look.from = made ? x->head->last.from : GAME_OFF;
  d->look.to = made ? x->head->last.to : GAME_OFF;
  picture_position(svg, x, &d->look);
}

static bool draw_picture(Drawer *d, Text *out, bool png) {
  Text svg = {0};
  const char *why = "";
  draw_svg(d, &svg);
  bool good = true;
  if (png) good = raster_png(d->arena, text_str(&svg), out, &why);
  else text_add(out, text_str(&svg));
  text_free(&svg);
  return good || fail(d->out ? d->out : "picture", why);
}

// One frame: the position as it is, or only its size when there is no file yet.
static bool draw_frame(Drawer *d, GifWriter *gif, Text *out, bool last) {
  Arena arena = {0};
  Text svg = {0};
  Raster raster;
  const char *why = "";
  draw_svg(d, &svg);
  bool good = raster_svg(&arena, text_str(&svg), &raster, &why);
  if (good && !gif->out) gif_begin(gif, out, raster.width, raster.height);
  if (good) gif_frame(gif, &arena, &raster, last ? 4 * d->delay : d->delay);
  text_free(&svg);
  arena_free(&arena);
  return good || fail(d->out, why);
}

// The game from its start to where it is.
static bool draw_animation(Drawer *d, Text *out) {
  Turns turns = {0};
  copy_turns(d->session, &turns);
  GifWriter gif = {0};
  session_restart(d->session);
  bool good = draw_frame(d, &gif, out, !turns.n);
  for (size_t i = 0; good && i < turns.n; i++) {
    play_turn(d->session, &turns.at[i]);
    good = draw_frame(d, &gif, out, i + 1 == turns.n);
  }
  if (good) gif_end(&gif);
  VEC_FREE(&turns);
  return good;
}

static bool write_picture(Drawer *d) {
  Text out = {0};
  const char *why = "";
  Str name = str_of(d->out ? d->out : "");
  bool good = str_ends(name, ".gif") ? draw_animation(d, &out) : draw_picture(d, &out, str_ends(name, ".png"));
  if (good && !d->out) fwrite(out.p, 1, out.n, stdout);
  else if (good && !file_write(d->arena, d->out, text_str(&out), &why)) good = fail(d->out, why);
  text_free(&out);
  return good;
}

// ---- the command ---------------------------------------------------------------------------------

static bool draw_game(const Options *options, const Game *game, Drawer *d, int64_t seed) {
  const char *record = options_value(options, "--record"), *moves = options_value(options, "--moves");
  session_new(game, (uint64_t)seed, &d->session);
  bool good = (!record || read_record(d, record)) && (!moves || typed_moves_make("draw", d->session, moves)) &&
              play_at_random(d, options, (uint64_t)seed) && go_to_ply(d, options) && write_picture(d);
  session_free(d->session);
  return good;
}

static int run_draw(const Options *options) {
  Load load;
  int64_t seed = 1, viewer = 0, delay = 80;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) || !options_integer(options, "--for", 0, 16, &viewer) ||
      !options_integer(options, "--delay", 1, 1000, &delay)) {
    return EXIT_USAGE;
  }
  Drawer d = {.arena = options->arena, .out = options_value(options, "--out"), .delay = (int)delay};
  if (options_has(options, "--gif")) d.out = options_value(options, "--gif");
  d.look = (PictureOptions){.viewer = (Player)viewer,
                            .no_legend = options_has(options, "--no-legend"),
                            .no_labels = options_has(options, "--no-labels")};
  const Game *game = load_begin(&load, options) ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && draw_game(options, game, &d, seed);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption draw_options[] = {
    GAME_OPTIONS,
    {"--moves", "MOVES", "Makes these moves first, separated by blanks, as `senet play` writes them."},
    {"--record", "FILE", "Shows a game written by `senet play --record` instead, at its last position."},
    {"--random", "N", "Makes N random turns first; --seed chooses which."},
    {"--ply", "N", "Shows the position after N turns of the record."},
    {"--out", "FILE", "Writes to a file: .svg, .png (one position) or .gif (the game so far). Default: SVG to stdout."},
    {"--gif", "FILE", "Writes the game so far as an animation, whatever the name of the file ends with."},
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
