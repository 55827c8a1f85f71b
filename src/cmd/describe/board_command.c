// senet board: the topology of a game's board, and its comparison with recorded boards.
#include "board/svg.h"
#include "board/topo/topo_json.h"
#include "cmd/describe/board_json.h"
#include "cmd/describe/board_verify.h"
#include "cmd/frame/game_option.h"
#include "lud/lower/board_bridge.h"
#include "lud/lower/lower.h"
#include "play/show/draw.h"
#include "play/show/piece_art.h"
#include "state/block/access.h"
#include "state/turn/position.h"

#include <stdio.h>

static void print_text(Text *text) {
  fwrite(text->p, 1, text->n, stdout);
  text_free(text);
}

// The game with its rules, or NULL when they do not compile; the board does not depend on them.
static const Game *compile(Load *load) {
  const Game *game = NULL;
  return lud_compile(&load->arena, load->game.terms, &load->diags, &game) ? game : NULL;
}

// What the equipment adds is printed when the rules compile.
static void print_json(Load *load, const Board *board) {
  Text out = {0};
  const Game *game = compile(load);
  board_json_header(&out, load->game.name, board, game);
  topo_json(&out, board->topology);
  print_text(&out);
}

static void print_summary(const char *name, const Board *board) {
  const Topology *t = board->topology;
  printf("%s: %d cells, %d vertices, %d edges, played on %s sites\n", name, topo_count(t, SITE_CELL),
         topo_count(t, SITE_VERTEX), topo_count(t, SITE_EDGE), site_type_name(board->use));
  const TopoSites *s = &t->sites[board->use];
  printf("directions:");
  for (int i = 0; i < s->n_ordered[RELATION_ALL]; i++) printf(" %s", dir_name(s->ordered[RELATION_ALL][i]));
  printf("\nrows %d, columns %d, layers %d\n", s->family[FAMILY_ROWS].n, s->family[FAMILY_COLUMNS].n,
         s->family[FAMILY_LAYERS].n);
  for (int i = 0; i < board->track_count; i++)
    printf("track %s: %d places%s\n", board->tracks[i].name, board->tracks[i].n,
           board->tracks[i].looped ? ", looped" : "");
}

enum { SEED = 1 };  // for games that begin by chance

// The position the game starts from, with what its letters mean.
static void print_start(const Game *game) {
  Text out = {0};
  Drawing *drawing;
  Position *x = position_new(game, SEED, 0);
  position_start(x);
  drawing_new(game, &drawing);
  draw_position(&out, drawing, x, (DrawOptions){0});
  draw_legend(&out, drawing);
  print_text(&out);
  drawing_free(drawing);
  position_free(x);
}

static void print_text_board(Load *load, const Board *board) {
  const Game *game = compile(load);
  print_summary(load->game.name, board);
  if (game && game->board) print_start(game);
}

typedef VEC(BoardPiece) Pieces;

static const char *shape_of(Arena *arena, const Game *game, int32_t what, ArtColours colours) {
  const char *drawing = piece_art(game, what);
  if (!drawing) return NULL;
  Text text = {0};
  art_write(&text, drawing, colours);
  const char *shape = arena_text(arena, text_str(&text));
  text_free(&text);
  return shape;
}

// The pieces on the board at the start, their letters in the arena.
static void find_pieces(Arena *arena, const Game *game, Pieces *pieces) {
  Drawing *drawing;
  Position *x = position_new(game, SEED, 0);
  Text text = {0};
  position_start(x);
  drawing_new(game, &drawing);
  for (int type = 0; type < SITE_TYPES; type++) {
    for (int32_t site = 0; site < topo_count(game->board, (SiteType)type); site++) {
      if (site_what(x, (SiteType)type, site, -1) <= 0) continue;
      text_clear(&text);
      draw_site(&text, drawing, x, (SiteType)type, site);
      int32_t what = site_what(x, (SiteType)type, site, -1);
      ArtColours colours = what < game->n_components
                               ? piece_colours(game, what, site_state(x, (SiteType)type, site, -1))
                               : art_colours(game, 0);
      BoardPiece piece = {.type = (SiteType)type,
                          .site = site,
                          .shape = shape_of(arena, game, what, colours),
                          .text = arena_text(arena, text_str(&text)),
                          .fill = colours.fill,
                          .line = colours.line,
                          .detail = colours.detail};
      VEC_PUSH(pieces, piece);
    }
  }
  text_free(&text);
  drawing_free(drawing);
  position_free(x);
}

static void print_svg(Load *load, const Board *board) {
  const Game *game = compile(load);
  Pieces pieces = {0};
  Text out = {0};
  if (game && game->board) find_pieces(&load->arena, game, &pieces);
  board_svg(&out, board, load->game.name, pieces.at, (int)pieces.n);
  print_text(&out);
  VEC_FREE(&pieces);
}

static bool show_automaton(Load *load, const Options *options) {
  if (options_has(options, "--json") || options_has(options, "--svg")) {
    fprintf(stderr, "senet board: the board of a .rbg game is printed as text only\n");
    return false;
  }
  const Game *game = load_compiled(load, options, options->arguments[0]);
  if (game) print_start(game);
  return game != NULL;
}

static bool show_board(Load *load, const Options *options) {
  if (load_is_rbg(load, options->arguments[0])) return show_automaton(load, options);
  if (!load_game(load, options, options->arguments[0])) return false;
  const Board *board = lud_board(&load->arena, load->game.terms.root, &load->diags);
  if (!load_report(load) || !board) return false;
  if (options_has(options, "--json")) print_json(load, board);
  else if (options_has(options, "--svg")) print_svg(load, board);
  else print_text_board(load, board);
  return true;
}

static int run_board(const Options *options) {
  const char *dir = options_value(options, "--verify");
  if ((options->n == 1) == (dir != NULL)) return options_misuse(options, "give either a GAME or --verify DIR");
  Load load;
  bool ok = load_begin(&load, options);
  if (ok) ok = dir ? board_verify(&load, options, dir) : show_board(&load, options);
  load_free(&load);
  return ok ? EXIT_YES : EXIT_NO;
}

static const CommandOption board_options[] = {
    GAME_OPTIONS,
    {"--json", NULL, "Prints the whole topology as JSON lines: one for the game, one per site, one per type of site.",
     .excludes = "--svg"},
    {"--svg", NULL, "Draws the board: cells, edges, vertices, labels and tracks, and the pieces on it at the start."},
    {"--verify", "DIR", "Compares all boards recorded in a folder (games.jsonl, elements/) and prints a scoreboard.",
     .excludes = "--json --svg"},
    {0},
};

const Command command_board = {
    .name = "board",
    .usage = "[GAME]",
    .doc = "Shows the board of a game: its sites, directions, regions and tracks.",
    .details =
        "GAME is the name of a known game or the path of a description. Without --json or --svg a short summary is "
        "printed, and the position the game starts from, with the meaning of its letters. With --verify no GAME is "
        "given; each board that differs is named with the first field that does, and the last line counts them. The "
        "exit status is then 0 only when none differs.",
    .least = 0,
    .most = 1,
    .options = board_options,
    .run = run_board,
};
