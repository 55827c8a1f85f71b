// The hand-made game of the state tests.
#include "support/tiny.h"

#include "state/act/moves.h"
#include "state/text/move_text.h"
#include "state/turn/result.h"
#include "support/support.h"

static const int32_t faces[] = {1, 2, 3, 4, 5, 6};
static const char *const vars[] = {NULL, "Score", "Last, first"};
static const char *const memories[] = {NULL, "Seen"};
static const char *strings[] = {"End", "hello, you", "No"};
static const uint8_t container_of[TINY_SITES] = {[TINY_HAND] = 1, [TINY_HAND + 1] = 1, [TINY_DIE] = 2};

void tiny_init(TinyGame *tiny, uint32_t flags) {
  *tiny = (TinyGame){0};
  for (int i = 1; i <= 4; i++) tiny->components[i] = (Component){.name = "piece", .owner = 2 - i % 2};
  tiny->components[5] = (Component){.name = "die", .kind = COMPONENT_DIE, .owner = 3, .faces = faces, .n_faces = 6};
  tiny->components[6] = (Component){.name = "neutral"};
  tiny->containers[0] = (Container){.kind = CONTAINER_BOARD, .n = TINY_CELLS};
  tiny->containers[1] = (Container){.kind = CONTAINER_HAND, .owner = 1, .first = TINY_HAND, .n = 2};
  tiny->containers[2] = (Container){.kind = CONTAINER_DICE, .owner = 3, .first = TINY_DIE, .n = 1};
  tiny->board.sites[SITE_CELL].n = TINY_CELLS;
  tiny->phase = (Phase){.name = "play", .owner = 3};
  tiny->game = (Game){.name = "tiny",
                      .players = 2,
                      .board = &tiny->board,
                      .site_type = SITE_CELL,
                      .sites = {TINY_SITES, 0, 0},
                      .containers = tiny->containers,
                      .n_containers = 3,
                      .container_of = container_of,
                      .components = tiny->components,
                      .n_components = 7,
                      .phases = &tiny->phase,
                      .n_phases = 1,
                      .flags = flags | GAME_CELLS,
                      .vars = vars,
                      .n_vars = 3,
                      .memories = memories,
                      .n_memories = 2,
                      .stack_height = 8,
                      .puzzle_values = {5, 0, 0},
                      .program = {.region_bits = TINY_SITES, .region_words = 1, .strings = strings, .n_strings = 3},
                      .plan = lazy_new(&tiny->arena)};
}

void tiny_free(TinyGame *tiny) { arena_free(&tiny->arena); }

Position *tiny_start(const TinyGame *tiny) {
  Position *x = position_new(&tiny->game, 1, 1);
  position_clear(x);
  return x;
}

size_t tiny_do(Position *x, const char *text) {
  Action action;
  Text why = {0};
  size_t before = x->done.n;
  if (!action_parse(x->game, str_of(text), &action, &why)) fail_msg("%s: %.*s", text, (int)why.n, why.p);
  action_apply(x, &action);
  assert_null(x->fault);
  text_free(&why);
  return x->done.n - before;
}
