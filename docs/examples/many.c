// Many games at once: a batch is stepped with arrays of moves, as an environment for learning is.
//   cc many.c $(pkg-config --cflags --libs senet) -o many && ./many
#include <senet.h>
#include <stdio.h>

enum { GAMES = 256, STEPS = 200 };

int main(void) {
  senet_library *library;
  senet_game *game;
  senet_batch *batch;
  senet_batch_result result = SENET_BATCH_RESULT;
  static uint32_t counts[GAMES], moves[GAMES], lengths[GAMES];
  static uint8_t done[GAMES];
  static double utilities[2 * GAMES];
  uint64_t ended = 0, first_wins = 0, length = 0;
  if (senet_library_open(NULL, 0, &library) != SENET_OK) return 1;
  if (senet_game_load(library, "Tic-Tac-Toe", &game) != SENET_OK) return 1;
  if (senet_batch_new(game, GAMES, 1, 2, &batch) != SENET_OK) return 1;
  result.counts = counts;
  result.done = done;
  result.utilities = utilities;
  result.lengths = lengths;
  senet_batch_start(batch, 1, &result);
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < GAMES; i++) moves[i] = (uint32_t)(step * 7 + i * 13) % counts[i];  // a policy goes here
    if (senet_batch_step(batch, moves, &result) != SENET_OK) printf("%s\n", senet_message());
    for (int i = 0; i < GAMES; i++) {
      ended += done[i];
      first_wins += done[i] && utilities[2 * i] > 0;
      length += done[i] ? lengths[i] : 0;
    }
  }
  printf("%llu games ended, the first player won %.0f %%, %.1f moves a game\n", (unsigned long long)ended,
         100.0 * (double)first_wins / (double)ended, (double)length / (double)ended);
  senet_batch_free(batch);
  senet_game_free(game);
  senet_library_free(library);
  return 0;
}
