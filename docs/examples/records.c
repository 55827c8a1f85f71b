// Features, parts of moves and records: plays the moves that two features like best, shows the first one in parts, and
// writes the game down, reads it back and plays it again.
//   cc records.c $(pkg-config --cflags --libs senet) -o records && ./records
#include <senet.h>
#include <stdio.h>
#include <stdlib.h>

static const char liked[] =
    "1 rel:to=<{}>:pat=<els=[e{}]>     # captures\n"
    "0.5 rel:to=<{}>:pat=<els=[f{0}]>  # goes beside a friend\n";

static size_t best_move(senet_position *position, senet_features *features) {
  double scores[256];
  size_t n = 0, best = 0;
  senet_position_feature_scores(position, features, scores, 256, &n);
  for (size_t i = 1; i < n && i < 256; i++) best = scores[i] > scores[best] ? i : best;
  return best;
}

static void show_parts(senet_position *position) {
  senet_parts *parts;
  size_t n = 0;
  if (senet_parts_new(position, &parts) != SENET_OK) return;
  while (!senet_parts_complete(parts) && senet_parts_list(parts, NULL, 0, &n) == SENET_OK && n) {
    printf("%zu to choose from; ", n);
    senet_parts_take(parts, n - 1);
  }
  size_t move = 0;
  char text[64] = "nothing";
  if (senet_parts_move(parts, position, &move) == SENET_OK) {
    senet_position_move_text(position, move, text, sizeof text, NULL);
  }
  printf("that makes %s\n", text);
  senet_parts_free(parts);
}

static void play_again(senet_library *library, const char *text, size_t length) {
  senet_record *record;
  senet_game *game;
  senet_position *position;
  if (senet_record_read(library, text, length, &record) != SENET_OK) return;
  if (senet_record_load(record, &game) == SENET_OK && senet_position_new(game, 1, 0, &position) == SENET_OK) {
    senet_status status = senet_record_replay(record, position, SIZE_MAX);
    printf("%s, %zu moves: %s, player %d won\n", senet_record_name(record), senet_record_count(record),
           senet_status_text(status), senet_position_winner(position));
    senet_position_free(position);
  }
  senet_game_free(game);
  senet_record_free(record);
}

int main(void) {
  senet_library *library;
  senet_game *game;
  senet_position *position;
  senet_features *features;
  if (senet_library_open(NULL, 0, &library) != SENET_OK) return 1;
  if (senet_game_load(library, "Breakthrough", &game) != SENET_OK) return 1;
  if (senet_features_new(game, liked, &features) != SENET_OK) return puts(senet_message()), 1;
  senet_position_new(game, 1, 0, &position);
  show_parts(position);
  while (!senet_position_over(position)) senet_position_apply(position, best_move(position, features));
  size_t length = 0;
  senet_position_record(position, NULL, 0, &length);
  char *text = malloc(length + 1);
  if (text && senet_position_record(position, text, length + 1, NULL) == SENET_OK) play_again(library, text, length);
  free(text);
  senet_features_free(features);
  senet_position_free(position);
  senet_game_free(game);
  senet_library_free(library);
  return 0;
}
