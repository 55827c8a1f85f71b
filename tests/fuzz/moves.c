// The entrance for moves and states as text: every line is tried as a move and as a saved state. Moves that
// can be read are applied, whatever they do, on games that keep everything; undoing must restore the state.
#include "state/act/moves.h"
#include "state/text/move_text.h"
#include "state/text/snapshot.h"
#include "state/turn/position.h"
#include "state/turn/result.h"
#include "support/tiny.h"
#include "target.h"

#define EVERYTHING                                                                                                    \
  (GAME_PIECE_KINDS | GAME_COUNT | GAME_STATE | GAME_ROTATION | GAME_VALUE | GAME_HIDDEN | GAME_SCORE | GAME_PAYOFF | \
   GAME_AMOUNT | GAME_PENDING | GAME_SEQUENCE_CAPTURE | GAME_TEAMS | GAME_VOTES | GAME_REMEMBER)

static const uint32_t games[] = {EVERYTHING, EVERYTHING | GAME_STACKING, GAME_PUZZLE | GAME_SCORE, 0};

static void apply(Position *x, const Move *move) {
  for (uint32_t i = 0; i < move->n; i++) {
    Action action = move_action(x, move, i);
    action_apply(x, &action);
  }
  require(x->head->hash == position_hash_scratch(x));
  position_clear_fault(x);
}

// What was read prints as something that reads the same.
static void print_again(Position *x, const Move *move) {
  Text once = {0}, twice = {0};
  Move again;
  move_text(&once, x, move, false);
  require(move_parse(x, text_str(&once), &again, NULL));
  move_text(&twice, x, &again, false);
  require(str_eq(text_str(&once), text_str(&twice)));
  text_free(&once);
  text_free(&twice);
}

static void try_line(Position *x, Str line) {
  Move move;
  Text why = {0};
  bool read = move_parse(x, line, &move, &why);
  require(read || why.n);
  if (read) {
    print_again(x, &move);
    apply(x, &move);
  }
  VEC_CLEAR(&x->actions);
  VEC_CLEAR(&x->done);
  text_free(&why);
}

static void try_lines(Position *x, Str text) {
  while (text.n) {
    size_t n = 0;
    while (n < text.n && text.p[n] != '\n') n++;
    try_line(x, (Str){text.p, n});
    n += n < text.n;
    text = (Str){text.p + n, text.n - n};
  }
}

static void try_game(uint32_t flags, Str text) {
  TinyGame tiny;
  tiny_init(&tiny, flags);
  Position *x = position_new(&tiny.game, 1, 1);
  position_finish_start(x);
  unsigned char *before = mem_alloc(x->layout->size);
  memcpy(before, x->block, x->layout->size);
  try_lines(x, text);
  json_t *state = snapshot_json(x);
  require(snapshot_compare(x, state, NULL));
  json_decref(state);
  undo_to(x, 0);
  require(!memcmp(before, x->block, x->layout->size));
  const char *why = NULL;
  require(snapshot_restore(x, text, &why) || why);
  mem_free(before);
  position_free(x);
  tiny_free(&tiny);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (size_t i = 0; i < COUNT_OF(games); i++) try_game(games[i], (Str){(const char *)data, size});
  return 0;
}
