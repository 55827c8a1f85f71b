// The entrance for moves: legal ones by number, take-backs, and texts of moves, most of them nonsense. Whatever comes,
// the position stays sound: taking back restores it bit for bit, and a text that is no move changes nothing.
//
// An input is the number of a shipped game and then steps: a byte below 224 plays that legal move (modulo their
// number), one below 240 takes a move back, any other is the length (minus 240, times 8) of a text that follows.
#include "base/file.h"
#include "base/mem.h"
#include "lud/lower/lower.h"
#include "lud/text/load.h"
#include "state/text/move_text.h"
#include "state/turn/position.h"
#include "target.h"

enum { FIRST_UNDO = 224, FIRST_TEXT = 240, STEPS_MAX = 160 };

typedef struct Games {
  Arena arena;
  Library library;
  VEC(const Game *) list;  // as the library lists them; NULL: not compiled yet
} Games;

// NULL: of another language.
static const Game *compile(Games *games, const LibraryGame *entry) {
  Diags diags;
  LudGame lud;
  const Game *game = NULL;
  diags_init(&diags, &games->arena);
  LudInput input = {library_read(&games->library, entry, &games->arena, &diags), (int)entry->root};
  bool good = input.source &&
              lud_load_input(&games->library, &games->arena, &input, &(OptionWishes){0}, &diags, &lud) &&
              lud_compile(&games->arena, lud.terms, &diags, &game);
  return good ? game : NULL;
}

static Games *open_games(void) {
  Games *games = mem_alloc_zero(sizeof *games);
  Diags diags;
  diags_init(&diags, &games->arena);
  library_open(&games->library, NULL, 0, &diags);
  for (size_t i = 0; i < games->library.games.n; i++) VEC_PUSH(&games->list, NULL);
  return games;
}

// Each is compiled when it is first played, and kept.
static const Game *game_number(uint8_t number) {
  static Games *games;
  if (!games) games = open_games();
  if (!games->list.n) abort();
  size_t i = number % games->list.n;
  if (!games->list.at[i]) games->list.at[i] = compile(games, &games->library.games.at[i]);
  return games->list.at[i];
}

static void *copy_block(const Position *x) {
  void *copy = mem_alloc(x->layout->size);
  return memcpy(copy, x->block, x->layout->size);
}

static void require_same(const Position *x, void *copy) {
  require(!memcmp(copy, x->block, x->layout->size));
  mem_free(copy);
}

// Plays the move, takes it back, plays it again.
static void play_move(Position *x, uint8_t number) {
  if (position_over(x)) return;
  void *before = copy_block(x);
  MoveList list = position_moves(x);
  require(list.n > 0);
  Move move = *move_at(x, list, number % list.n);
  Random chance = x->random;
  position_apply(x, &move);
  require(position_undo(x));
  require_same(x, before);
  x->random = chance;
  position_apply(x, &move);
  position_forget(x, list);
  require(position_hash(x) == position_hash_scratch(x));
}

static void read_text(Position *x, Str text) {
  void *before = copy_block(x);
  size_t actions = x->actions.n;
  Move move;
  Text why = {0};
  if (!move_parse(x, text, &move, &why)) require(why.n > 0 && x->actions.n == actions);
  x->actions.n = actions;
  text_free(&why);
  require_same(x, before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  const Game *game = game_number(data[0]);
  if (!game) return 0;
  Position *x = position_new(game, 1, 0);
  for (size_t i = 1; i < size && i < STEPS_MAX; i++) {
    if (data[i] < FIRST_UNDO) {
      play_move(x, data[i]);
    } else if (data[i] < FIRST_TEXT) {
      position_undo(x);
    } else {
      size_t n = MIN((size_t)(data[i] - FIRST_TEXT) * 8, size - i - 1);
      read_text(x, (Str){(const char *)data + i + 1, n});
      i += n;
    }
  }
  position_free(x);
  return 0;
}
