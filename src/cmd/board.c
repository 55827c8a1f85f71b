// senet board: the topology of a game's board, and its comparison with recorded boards.
#include "board/svg.h"
#include "board/topo_json.h"
#include "cmd/board_json.h"
#include "cmd/board_verify.h"
#include "cmd/load.h"
#include "lud/board_bridge.h"
#include "lud/lower.h"

#include <stdio.h>

static void print_text(Text *text) {
  fwrite(text->p, 1, text->n, stdout);
  text_free(text);
}

// What the equipment adds is printed when the rules compile; the board does not depend on them.
static void print_json(Load *load, const Board *board) {
  Text out = {0};
  const Game *game = NULL;
  if (!lud_compile(&load->arena, load->game.terms, &load->diags, &game)) game = NULL;
  board_json_header(&out, load->game.name, board, game);
  topo_json(&out, board->topology);
  print_text(&out);
}

static void print_svg(const char *name, const Board *board) {
  Text out = {0};
  board_svg(&out, board, name);
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

static bool show_board(Load *load, const Options *options) {
  if (!load_game(load, options, options->arguments[0])) return false;
  const Board *board = lud_board(&load->arena, load->game.terms.root, &load->diags);
  if (!load_report(load) || !board) return false;
  if (options_has(options, "--json")) print_json(load, board);
  else if (options_has(options, "--svg")) print_svg(load->game.name, board);
  else print_summary(load->game.name, board);
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
    {"--json", NULL, "Prints the whole topology as JSON lines: one for the game, one per site, one per type of site."},
    {"--svg", NULL, "Draws the board: cells, edges, vertices, labels and tracks."},
    {"--verify", "DIR", "Compares all boards recorded in a folder (games.jsonl, elements/) and prints a scoreboard."},
    {0},
};

const Command command_board = {
    .name = "board",
    .usage = "[GAME]",
    .doc = "Shows the board of a game: its sites, directions, regions and tracks.",
    .details =
        "GAME is the name of a known game or the path of a .lud file. Without --json or --svg a short summary is "
        "printed. With --verify no GAME is given; each board that differs is named with the first field that "
        "does, and the last line counts them. The exit status is then 0 only when none differs.",
    .least = 0,
    .most = 1,
    .options = board_options,
    .run = run_board,
};
