// Loads a game by name, plays random games on two threads, lets a search play a few moves and prints the boards.
//   cc play.c $(pkg-config --cflags --libs senet) -o play && ./play Breakthrough
#include <senet.h>
#include <stdio.h>

static void check(senet_status status) {
  if (status == SENET_OK) return;
  fprintf(stderr, "%s\n", senet_message());
}

static void print_board(senet_position *position) {
  char text[8192];
  check(senet_position_draw(position, 0, text, sizeof text, NULL));
  printf("%s\n", text);
}

static void play_random(senet_game *game) {
  senet_playout_options options = SENET_PLAYOUT_OPTIONS;
  senet_playout_totals totals;
  options.n = 1000;
  options.threads = 2;
  check(senet_game_playouts(game, &options, &totals));
  printf("%llu random games:", (unsigned long long)totals.games);
  for (int p = 1; p <= senet_game_players(game); p++) {
    printf(" player %d won %llu,", p, (unsigned long long)totals.wins[p]);
  }
  printf(" %.1f moves a game\n", (double)totals.moves / (double)totals.games);
}

static void search(senet_game *game) {
  senet_position *position;
  senet_agent *agent;
  check(senet_position_new(game, 1, 0, &position));
  check(senet_agent_new(game, "uct:iterations=1000", 1, &agent));
  for (int i = 0; i < 4 && !senet_position_over(position); i++) {
    senet_report report;
    char move[64];
    size_t best = 0;
    check(senet_agent_ask(agent, position, 0, &best, &report));
    check(senet_position_move_text(position, best, move, sizeof move, NULL));
    printf("player %d plays %s\n", senet_position_mover(position), move);
    check(senet_position_apply(position, best));
    print_board(position);
  }
  senet_agent_free(agent);
  senet_position_free(position);
}

int main(int argc, char **argv) {
  senet_library *library;
  senet_game *game;
  if (senet_library_open(NULL, 0, &library) != SENET_OK) return 1;
  senet_status status = senet_game_load(library, argc > 1 ? argv[1] : "Breakthrough", &game);
  check(status);
  if (status == SENET_OK) play_random(game);
  if (status == SENET_OK) search(game);
  senet_game_free(game);
  senet_library_free(library);
  return status == SENET_OK ? 0 : 1;
}
