// Creation, copying and scratch memory of a Position.
#include "state/run/run.h"

#include "state/rare/match.h"
#include "state/run/automaton_walk.h"
#include "state/run/memo.h"
#include "state/run/site_test.h"
#include "state/turn/candidate.h"
#include "state/turn/partial_moves.h"
#include "state/turn/position.h"

enum { SCRATCH_SIZE = 1 << 20, SPILL_MOST = 1 << 28, STEPS_PORTION = 4096, STEPS_MOST = 1 << 27 };

static void find_stack_arrays(Position *x) {
  memset(x->stack_heights, 0, sizeof x->stack_heights);
  memset(x->stack_levels, 0, sizeof x->stack_levels);
  for (int type = 0; type < SITE_TYPES; type++) {
    const SiteLayout *at = SITE_LAYOUT(x, type);
    if (!at->height) continue;
    x->stack_heights[type] = x->block + at->height;
    x->stack_levels[type] = x->block + at->levels;
  }
}

static void find_flat_arrays(Position *x) {
  memset(x->flat_what, 0, sizeof x->flat_what);
  memset(x->wide_what, 0, sizeof x->wide_what);
  memset(x->flat_who, 0, sizeof x->flat_who);
  memset(x->flat_empty, 0, sizeof x->flat_empty);
  for (int type = 0; type < SITE_TYPES; type++) {
    const SiteLayout *at = SITE_LAYOUT(x, type);
    if (!x->layout->flat[type]) continue;
    if (x->layout->width.what == 1) x->flat_what[type] = x->block + at->what;
    else x->wide_what[type] = STATE_AT(x, int16_t, at->what);
    x->flat_who[type] = x->block + at->who;
    x->flat_empty[type] = STATE_AT(x, Word, at->empty);
  }
}

// Places in a list are reached by steps from its beginning, which must be there even if nothing is in it yet.
static void open_lists(Position *x) {
  VEC_RESERVE(&x->moves, 1);
  VEC_RESERVE(&x->actions, 1);
  VEC_RESERVE(&x->done, 1);
  VEC_RESERVE(&x->played_actions, 1);
}

void position_attach(Position *x, const Game *game) {
  const Plan *plan = plan_of(game);
  x->game = game;
  x->plan = plan;
  x->layout = &plan->layout;
  x->program = plan->program;
  x->words = game_words(game);
  x->memo_of = plan->memo_of;
  x->test_of = plan->test_of;
  x->tests = plan->tests;
  x->array_bytes = plan->array_bytes;
  x->memos = mem_alloc_zero(plan->n_memos * sizeof *x->memos);
  x->fixed = mem_alloc_zero(MAX(plan->n_fixed, 1) * sizeof *x->fixed);
  x->block = mem_alloc(layout_bytes(x->layout, (int32_t)x->layout->most_hashes));
  memset(x->block, 0, x->layout->size);
  x->head = (StateHead *)(void *)x->block;
  find_flat_arrays(x);
  find_stack_arrays(x);
  open_lists(x);
}

void position_detach(Position *x) {
  walker_free(x->walker);
  x->walker = NULL;
  partial_moves_free(x->partial);
  x->partial = NULL;
  if (x->candidates) candidates_free(x->candidates);
  mem_free(x->candidates);
  x->candidates = NULL;
  VEC_FREE(&x->undo);
  VEC_FREE(&x->done);
  VEC_FREE(&x->played);
  VEC_FREE(&x->parts);
  VEC_FREE(&x->played_actions);
  VEC_FREE(&x->played_details);
  VEC_FREE(&x->start_moves);
  mem_free(x->block);
  site_tests_free(x);
  memos_free(x);
}

Position *position_new(const Game *game, uint64_t seed, uint64_t stream) {
  Position *x = mem_alloc_zero(sizeof *x);
  x->scratch = mem_alloc(SCRATCH_SIZE);
  x->scratch_size = SCRATCH_SIZE;
  x->steps_most = STEPS_MOST;
  if (game->n_subgames) x->match.game = game;
  position_attach(x, game->n_subgames ? game->subgames[0].game : game);
  x->random = random_stream(seed, stream);
  position_start(x);
  return x;
}

void position_free(Position *x) {
  if (!x) return;
  match_forget(x);
  position_detach(x);
  VEC_FREE(&x->moves);
  VEC_FREE(&x->actions);
  VEC_FREE(&x->details);
  spills_free(x, 0);
  mem_free(x->scratch);
  mem_free(x);
}

void position_adopt(Position *x, const Game *game, const Match *match, const unsigned char *block) {
  StateHead head;
  memcpy(&head, block, sizeof head);
  match_forget(x);
  x->match = *match;
  if (x->game != game) {
    position_detach(x);
    position_attach(x, game);
  }
  assert(head.n_hashes >= 0 && (uint32_t)head.n_hashes <= x->layout->most_hashes);
  memcpy(x->block, block, layout_bytes(x->layout, head.n_hashes));
  position_drop_history(x);
}

void position_copy(Position *to, const Position *from) {
  assert(to->match.game == from->match.game && (to->match.game || to->game == from->game));
  position_adopt(to, from->game, &from->match, from->block);
  to->fault = from->fault;
  to->fault_at = from->fault_at;
}

// Appends the items of one vector of a position to those of another, as bytes.
static void *append(void *at, size_t *n, size_t *cap, const void *items, size_t count, size_t size) {
  while (*cap < *n + count) at = vec_grow(at, cap, size);
  if (count) memcpy((char *)at + *n * size, items, count * size);
  *n += count;
  return at;
}
#define APPEND(to, from) ((to)->at = append((to)->at, &(to)->n, &(to)->cap, (from)->at, (from)->n, sizeof *(from)->at))

void position_copy_played(Position *to, const Position *from) {
  assert(to->game == from->game && to->played.n == 0);
  APPEND(&to->played, &from->played);
  APPEND(&to->played_actions, &from->played_actions);
  APPEND(&to->played_details, &from->played_details);
  APPEND(&to->undo, &from->undo);
}

void position_drop_history(Position *x) {
  x->changes++;
  VEC_CLEAR(&x->undo);
  VEC_CLEAR(&x->moves);
  VEC_CLEAR(&x->actions);
  VEC_CLEAR(&x->details);
  VEC_CLEAR(&x->done);
  VEC_CLEAR(&x->played);
  VEC_CLEAR(&x->parts);
  VEC_CLEAR(&x->played_actions);
  VEC_CLEAR(&x->played_details);
  x->region_slot = NULL;
  x->team_slot = (Ints){0};
  position_clear_fault(x);
  slots_clear(x);
}

// A block beside the block of scratch, for the rare position that needs more. The block counts as full from then
// on, so that releasing any mark made before gives all spills back. In a hardened build all scratch is such blocks,
// marks count them, and each is given back at once.
typedef struct Spill {
  struct Spill *next;
  size_t total;      // bytes in this and the earlier ones
  ScratchMark mark;  // before it was made
  void *data;
} Spill;

void *position_spill(Position *x, size_t size) {
  size_t total = size + (x->spills ? x->spills->total : 0);
  if (total > SPILL_MOST) position_fault(x, "the rules need too much memory");
  Spill *block = mem_alloc(sizeof *block);
  *block = (Spill){x->spills, total, x->scratch_used, mem_alloc(size)};
  x->spills = block;
#ifdef SENET_HARDENED
  x->scratch_used++;
#else
  x->scratch_used = x->scratch_size;
#endif
  return block->data;
}

void spills_free(Position *x, ScratchMark mark) {
  while (x->spills && x->spills->mark >= mark) {
    Spill *next = x->spills->next;
    mem_free(x->spills->data);
    mem_free(x->spills);
    x->spills = next;
  }
}

void position_fault(Position *x, const char *why) {
  if (x->fault) return;
  x->fault = why;
  x->fault_at = x->running;
  x->steps_left = 0;
}

void position_clear_fault(Position *x) {
  if (x->fault) x->changes++;  // so that lists made meanwhile, which may lack moves, are made again
  x->fault = NULL;
  x->fault_at = 0;
  x->steps = 0;
}

const char position_out_of_time[] = "there was no time left";

// Counts the statement that begins, and comes back at the next one.
static bool count_visit(Position *x) {
  x->visits[x->running]++;
  x->running = 0;
  if (++x->steps > x->steps_most) position_fault(x, "the rules take too long over one move");
  return !x->fault;
}

bool position_work_on(Position *x, uint32_t n) {
  x->steps += n;
  return x->visits ? !x->fault : position_go_on(x);
}

bool position_go_on(Position *x) {
  x->steps_left = 0;
  if (x->fault) return false;
  if (x->visits) return count_visit(x);
  x->steps += STEPS_PORTION;
  if (x->steps > x->steps_most) position_fault(x, "the rules take too long over one move");
  else if (x->watch && x->watch->expired(x->watch->self)) position_fault(x, position_out_of_time);
  if (x->fault) return false;
  x->steps_left = STEPS_PORTION;
  return true;
}
