// Positions as text: sets one up, lists its moves, makes one, and shows what a mistake looks like.
//   cc positions.c $(pkg-config --cflags --libs senet) -o positions && ./positions
#include <senet.h>
#include <stdio.h>

static const char middle_game[] = "ss1sssss/1ss1ss1s/8/2s5/4S3/8/SSSS1SSS/SSSSSSSS 1 6";

static void print_text(senet_position *position) {
  char text[4096];
  if (senet_position_text(position, text, sizeof text, NULL) == SENET_OK) printf("%s\n", text);
}

static void list_moves(senet_position *position) {
  size_t n = 0;
  senet_position_count(position, &n);
  printf("%zu moves:", n);
  for (size_t i = 0; i < n; i++) {
    char move[64];
    senet_position_move_text(position, i, move, sizeof move, NULL);
    printf(" %s", move);
  }
  printf("\n");
}

int main(void) {
  senet_library *library;
  senet_game *game;
  senet_position *position;
  size_t move;
  if (senet_library_open(NULL, 0, &library) != SENET_OK) return 1;
  if (senet_game_load(library, "Breakthrough", &game) != SENET_OK) return 1;
  senet_position_new(game, 1, 0, &position);
  if (senet_position_set(position, middle_game) != SENET_OK) printf("%s\n", senet_message());
  list_moves(position);
  if (senet_position_find_move(position, "e4-d5", &move) == SENET_OK) senet_position_apply(position, move);
  print_text(position);
  if (senet_position_set(position, "ss1sssss/1ss1ssqs/8 1 6") != SENET_OK) printf("%s\n", senet_message());
  print_text(position);
  senet_position_free(position);
  senet_game_free(game);
  senet_library_free(library);
  return 0;
}
