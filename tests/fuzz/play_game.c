// Playing for fuzz targets. Boards, moves and steps are limited, so that an input takes well below a second.
#include "play_game.h"

#include "base/mem.h"
#include "emit/emit.h"
#include "play/playout/sampler.h"
#include "state/text/fault_text.h"
#include "state/text/move_text.h"
#include "state/text/snapshot.h"
#include "state/turn/position.h"
#include "state/turn/semimove.h"
#include "target.h"

enum {
  SITES_MOST = 2500,
  SITES_WRITTEN = 400,
  PIECES_MOST = 600,
  PLIES = 12,
  PARTS = 40,
  STEPS_MOST = 1 << 13,
  MOVES_MOST = 3000
};

static Position *begin(const Game *game, uint64_t stream) {
  Position *x = position_new(game, 1, stream);
  x->steps_most = STEPS_MOST;
  return x;
}

// Once more with few steps: stopping may happen anywhere.
static void stop_soon(const Game *game) {
  Position *x = begin(game, 3);
  x->steps_most = 1;
  for (int ply = 0; ply < 3 && !position_over(x) && !x->fault; ply++) {
    x->steps_left = ply * 7;
    MoveList list = position_moves(x);
    Move move = *move_at(x, list, list.n - 1);
    position_apply(x, &move);
    position_forget(x, list);
  }
  Text why = {0};
  fault_text(&why, x);
  text_free(&why);
  position_free(x);
}

static void write_and_read(Position *x, const Move *move) {
  Text text = {0}, why = {0};
  Move again;
  size_t actions = x->actions.n, details = x->details.n;
  move_text(&text, x, move, false);
  if (!x->fault) require(move_parse(x, text_str(&text), &again, &why) || why.n);
  x->actions.n = actions;
  x->details.n = details;
  text_free(&text);
  text_free(&why);
}

// Made, taken back and made again.
static void make(Position *x, Move move) {
  size_t size = x->layout->size;
  void *before = mem_alloc(size);
  memcpy(before, x->block, size);
  const Game *game = x->game;
  Random chance = x->random;
  position_apply(x, &move);
  if (!x->fault && x->game == game) {
    require(position_hash(x) == position_hash_scratch(x));
    require(position_undo(x));
    require(!memcmp(before, x->block, size));
    x->random = chance;
    position_apply(x, &move);
  }
  mem_free(before);
}

static void save_and_restore(const Game *game, const Position *x) {
  if (x->match.game) return;
  Text text = {0};
  const char *why = NULL;
  Position *copy = begin(game, 0);
  snapshot_save(x, &text);
  require(snapshot_restore(copy, text_str(&text), &why));
  require(!memcmp(copy->block, x->block, x->layout->size));
  text_free(&text);
  position_free(copy);
}

static void play_whole(const Game *game) {
  Position *x = begin(game, 0);
  Random random = random_stream(1, 1);
  for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) {
    MoveList list = position_moves(x);
    require(list.n > 0);
    if (list.n > MOVES_MOST) break;
    Move move = *move_at(x, list, random_below(&random, list.n));
    write_and_read(x, &move);
    if (!x->fault && x->game->mode != MODE_SIMULTANEOUS) make(x, move);
    else if (!x->fault) position_apply(x, &move);
    position_forget(x, list);
  }
  if (!x->fault) save_and_restore(game, x);
  position_free(x);
}

static void play_parts(const Game *game) {
  Position *x = begin(game, 1);
  Random random = random_stream(1, 2);
  bool simple = game->mode == MODE_ALTERNATING && !game->n_subgames;
  for (int part = 0; simple && part < PARTS && !position_over(x) && !x->fault; part++) {
    MoveList list = position_semimoves(x);
    if (!list.n) break;
    Move move = *move_at(x, list, random_below(&random, list.n));
    position_apply_semimove(x, &move);
    position_forget(x, list);
  }
  position_free(x);
}

static void play_drawn(const Game *game) {
  Position *x = begin(game, 2);
  Random random = random_stream(1, 3);
  Sampler sampler = {0};
  sampler_play(&sampler, x, &random, 2 * PLIES);
  position_start(x);
  x->steps_most = 1;
  sampler_play(&sampler, x, &random, 2 * PLIES);
  sampler_free(&sampler);
  position_free(x);
}

// As C, or a reason why not.
static void write_as_c(const Game *game) {
  Arena arena = {0};
  Text text = {0};
  const char *why = NULL;
  require(emit_game(game, &arena, &text, &why) || why);
  text_free(&text);
  arena_free(&arena);
}

void fuzz_play(const Game *game) {
  for (int type = 0; type < SITE_TYPES; type++) {
    if (game->sites[type] > SITES_MOST) return;
  }
  if (game->n_components > PIECES_MOST) return;
  stop_soon(game);
  play_whole(game);
  play_parts(game);
  play_drawn(game);
  if (game->sites[game->site_type] <= SITES_WRITTEN) write_as_c(game);
}
