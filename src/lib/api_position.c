// Positions: making, copying, moving on and back, outcomes, what stands where.
#include "lib/lib_internal.h"

#include "play/model/joint.h"
#include "play/show/seats.h"
#include "state/block/access.h"
#include "state/turn/candidate.h"

// ---- making ----------------------------------------------------------------------------------------

static void set_chance(senet_position *position, uint64_t seed, uint64_t stream) {
  position->choices = random_stream(seed, stream + 1);
  position->seed = seed;
  position->stream = stream;
}

void position_set_chance(senet_position *position, uint64_t seed, uint64_t stream) {
  set_chance(position, seed, stream);
  position->seeded = position->whole = true;
  position_note_setup(position, (Str){0});
}

static senet_position *open_position(senet_game *game) {
  handle_use(&game->handle);
  senet_position *position = handle_new(game->handle.library, HANDLE_POSITION, sizeof *position);
  position->game = game;
  position->play = &position->place.play;
  return position;
}

static senet_status start(senet_position *position, uint64_t seed, uint64_t stream);

senet_status position_open(senet_game *game, uint64_t seed, uint64_t stream, senet_position **out) {
  senet_position *position = *out = open_position(game);
  position->x = position_new(game->game, seed, stream);
  return start(position, seed, stream);
}

senet_status senet_position_new(senet_game *game, uint64_t seed, uint64_t stream, senet_position **out) {
  if (!out) return api_misuse("the place of the position");
  *out = NULL;
  if (!IS_GAME(game)) return api_misuse("the game");
  senet_position *position;
  senet_status status = position_open(game, seed, stream, &position);
  if (status == SENET_OK) *out = position;
  else senet_position_free(position);
  return status;
}

void senet_position_free(senet_position *position) {
  if (!position_is_open(position) || position->lent) return;
  senet_game *game = position->game;
  handle_close(&position->handle);
  position_free(position->x);
  VEC_FREE(&position->place.play.ahead);
  mem_free(position->place.state);
  mem_free(position->place.room);
  notation_free(&position->notation);
  mem_free(position->setup);
  VEC_FREE(&position->chance);
  sampler_free(&position->sampler);
  drawing_free(position->drawing);
  handle_give_back(&position->handle, HANDLE_POSITION);
  game_leave(game);
}

void position_list(senet_position *position) {
  if (position->listed) return;
  position_show(position);
  position->wants_list |= position->counted;
  position_unlist(position);
  position->before = position->x->random;
  position->list = position_moves(position->x);
  position->listed = true;
  position->noted = false;
}

void position_unlist(senet_position *position) {
  if (!position->listed && !position->counted) return;
  if (position->counted) candidates_close(position_candidates(position->x), position->x);
  else position_forget(position->x, position->list);
  position->x->random = position->before;
  position->listed = position->counted = position->noted = false;
}

// Whether the legal moves are counted now, without a list.
static bool count_moves(senet_position *position) {
  Position *x = position->x;
  if (position->listed || position->wants_list || x->fault || position_over(x) || match_between(x)) return false;
  position->before = x->random;
  return candidates_open_exact(position_candidates(x), x);
}

uint32_t position_number_moves(senet_position *position) {
  if (!position->counted) position->counted = count_moves(position);
  if (position->counted) return MAX(position_candidates(position->x)->n, 1u);  // with none, the player passes
  position_list(position);
  return position->list.n;
}

void position_apply_counted(senet_position *position, uint32_t move) {
  Position *x = position->x;
  Candidates *c = position_candidates(x);
  assert(position->counted && move < MAX(c->n, 1u));
  Move pass = c->n ? (Move){0} : candidates_pass(x);
  position_apply(x, c->n ? candidates_pick(c, x, move) : &pass);
  candidates_close(c, x);
  position->counted = position->noted = false;
}

Random position_chance(const senet_position *position) {
  return position->listed || position->counted ? position->before : position->x->random;
}

static senet_status lent(void) { return api_fail(SENET_MISUSE, "the position belongs to a batch, which moves it"); }

senet_status position_changeable(senet_position *position) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (position->lent) return lent();
  position_leave_native(position);
  return SENET_OK;
}

void position_note_setup(senet_position *position, Str text) {
  char *setup = text.n ? mem_alloc_zero(text.n + 1) : NULL;
  if (setup) memcpy(setup, text.p, text.n);
  mem_free(position->setup);
  position->setup = setup;
  position->base = setup ? position->x->head->moves - (int32_t)position->x->played.n : 0;
}

static senet_status start(senet_position *position, uint64_t seed, uint64_t stream) {
  position->looked = false;
  if (native_position_start(position, seed, stream)) return SENET_OK;
  VEC_CLEAR(&position->place.play.ahead);
  position->place.play = (NativePlay){.ahead = position->place.play.ahead};
  position_unlist(position);
  VEC_CLEAR(&position->chance);
  position_set_chance(position, seed, stream);
  position->x->random = random_stream(seed, stream);
  position_start(position->x);
  return position->x->fault ? api_rules_stopped(position->x) : SENET_OK;
}

senet_status senet_position_start(senet_position *position, uint64_t seed, uint64_t stream) {
  if (!position_is_open(position)) return api_misuse("the position");
  return position->lent ? lent() : start(position, seed, stream);
}

senet_status senet_position_seed(senet_position *position, uint64_t seed, uint64_t stream) {
  senet_status status = position_changeable(position);
  if (status != SENET_OK) return status;
  position_unlist(position);
  set_chance(position, seed, stream);
  position->x->random = random_stream(seed, stream);
  position->seeded = false;
  return SENET_OK;
}

static void copy(senet_position *to, const senet_position *from) {
  if (native_position_copy(to, from)) return;
  position_stands(from);
  VEC_CLEAR(&to->place.play.ahead);
  to->place.play = (NativePlay){.ahead = to->place.play.ahead};
  to->looked = from->looked;
  position_unlist(to);
  VEC_CLEAR(&to->chance);
  position_copy(to->x, from->x);
  to->x->random = position_chance(from);
  to->choices = from->choices;
  to->seed = from->seed;
  to->stream = from->stream;
  to->seeded = from->seeded;
  bool fresh = from->whole && from->x->head->moves == from->base;  // no move was made since the start or set-up
  position_note_setup(to, fresh && from->setup ? str_of(from->setup) : (Str){0});
  to->whole = fresh;
}

Position *position_twin(const senet_position *position) {
  Position *x = position_new(position->game->game, 0, 0);
  position_copy(x, position->x);
  x->random = position_chance(position);
  return x;
}

senet_status senet_position_copy(const senet_position *position, senet_position **out) {
  if (!out) return api_misuse("the place of the copy");
  *out = NULL;
  if (!position_is_open(position)) return api_misuse("the position");
  senet_position *made = open_position(position->game);
  made->x = position_new(position->game->game, 0, 0);
  copy(made, position);
  *out = made;
  return SENET_OK;
}

senet_status senet_position_copy_to(const senet_position *position, senet_position *to) {
  if (!position_is_open(position) || !position_is_open(to)) return api_misuse("a position");
  if (position->game != to->game) return api_fail(SENET_MISUSE, "the positions are of different games");
  if (to->lent) return lent();
  if (position != to) copy(to, position);
  return SENET_OK;
}

senet_game *senet_position_game(const senet_position *position) {
  return position_is_open(position) && IS_GAME(position->game) ? position->game : NULL;
}

// ---- moving on and back ----------------------------------------------------------------------------

senet_status position_running(const senet_position *position) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (position->x->fault) return api_rules_stopped(position->x);
  return position_over(position->x) ? api_fail(SENET_OVER, "the game is over") : SENET_OK;
}

// Whether native code makes the next move.
static bool plays_natively(senet_position *position) {
  if (position_is_native(position)) return true;
  return position_is_open(position) && position->game->native_positions && position_goes_native(position);
}

// Makes a move of the list.
static senet_status make(senet_position *position, const Move *move) {
  Position *x = position->x;
  VEC_PUSH(&position->chance, position->before);
  position_apply(x, move);
  position_forget(x, position->list);
  position->listed = position->noted = false;
  return x->fault ? api_rules_stopped(x) : SENET_OK;
}

// The same for one about to move.
static senet_status movable(senet_position *position) {
  senet_status status = position_changeable(position);
  return status == SENET_OK ? position_running(position) : status;
}

senet_status senet_position_apply(senet_position *position, size_t move) {
  senet_status status;
  if (plays_natively(position) && native_position_make(position, move, &status)) return status;
  status = movable(position);
  if (status != SENET_OK) return status;
  Position *x = position->x;
  uint32_t n = position_number_moves(position);
  if (move >= n) return api_fail(SENET_ILLEGAL, "there are %u legal moves, number %zu is not one of them", n, move);
  if (position->counted) {
    VEC_PUSH(&position->chance, position->before);
    position_apply_counted(position, (uint32_t)move);
    return x->fault ? api_rules_stopped(x) : SENET_OK;
  }
  if (x->game->mode == MODE_SIMULTANEOUS) {
    return senet_position_apply_all(position, &move, 1);
  }
  Move chosen = *move_at(x, position->list, (uint32_t)move);
  return make(position, &chosen);
}

// One choice of each player who has any, in their order.
static bool fits_players(const senet_position *position, const size_t *moves, size_t n, uint32_t *parts) {
  const Position *x = position->x;
  size_t k = 0;
  for (Player p = 1; p <= x->game->players; p++) {
    bool any = false;
    for (uint32_t i = 0; i < position->list.n && !any; i++) any = move_at(x, position->list, i)->mover == p;
    if (!any) continue;
    if (k >= n || moves[k] >= position->list.n) return false;
    if (move_at(x, position->list, (uint32_t)moves[k])->mover != p) return false;
    parts[k] = (uint32_t)moves[k];
    k++;
  }
  return k == n;
}

senet_status senet_position_apply_all(senet_position *position, const size_t *moves, size_t n) {
  uint32_t parts[GAME_PLAYERS_MAX];
  senet_status status = movable(position);
  if (status != SENET_OK) return status;
  if (!moves) return api_misuse("the list of moves");
  if (position->x->game->mode != MODE_SIMULTANEOUS || match_between(position->x)) {
    if (n != 1) return api_fail(SENET_ILLEGAL, "one player moves at a time here");
    if (position->x->game->mode != MODE_SIMULTANEOUS) return senet_position_apply(position, moves[0]);
  }
  position_list(position);
  if (match_between(position->x)) {
    if (moves[0] >= position->list.n) return api_fail(SENET_ILLEGAL, "there is only one move between games");
    Move next = *move_at(position->x, position->list, (uint32_t)moves[0]);
    return make(position, &next);
  }
  if (!fits_players(position, moves, n, parts)) {
    return api_fail(SENET_ILLEGAL, "all players move at once here: give a legal move of each who has any");
  }
  Move joint = joint_move(position->x, position->list, parts, (int)n);
  return make(position, &joint);
}

senet_status senet_position_apply_random(senet_position *position) {
  if (plays_natively(position)) return native_position_make_random(position);
  senet_status status = movable(position);
  if (status != SENET_OK) return status;
  Position *x = position->x;
  position_unlist(position);
  VEC_PUSH(&position->chance, x->random);
  sampler_step(&position->sampler, x, &position->choices);
  return x->fault ? api_rules_stopped(x) : SENET_OK;
}

senet_status senet_position_play_out(senet_position *position, uint64_t most, uint64_t *made) {
  uint64_t natively = 0, limit = most ? most : UINT64_MAX;
  senet_status status = SENET_OK;
  if (made) *made = 0;
  if (plays_natively(position)) {
    status = native_position_play_out(position, limit, &natively);
    if (made) *made = natively;
    if (status != SENET_OK || position->place.play.native) return status;
    limit -= natively;
  }
  status = movable(position);
  if (natively && status == SENET_OVER) return SENET_OK;
  if (status != SENET_OK) return status;
  Position *x = position->x;
  position_unlist(position);
  uint64_t n = sampler_play(&position->sampler, x, &position->choices, limit);
  if (made) *made = natively + n;
  if (x->fault) return api_rules_stopped(x);
  VEC_CLEAR(&position->chance);
  position_drop_history(x);
  return SENET_OK;
}

senet_status senet_position_undo(senet_position *position) {
  senet_status status = position_changeable(position);
  if (status != SENET_OK) return status;
  position_unlist(position);
  if (!position->chance.n || !position_undo(position->x)) return api_fail(SENET_RANGE, "there is no move to take back");
  position->x->random = VEC_POP(&position->chance);
  return SENET_OK;
}

// ---- outcomes --------------------------------------------------------------------------------------

int senet_position_mover(const senet_position *position) {
  if (position_is_native(position)) return position->place.turn;
  if (!IS_POSITION(position) || position_over(position->x)) return 0;
  return position->x->game->mode == MODE_SIMULTANEOUS ? 0 : position_mover(position->x);
}

int senet_position_over(const senet_position *position) {
  if (position_is_native(position)) return !position->place.turn;
  return !IS_POSITION(position) || position->x->fault || position_over(position->x);
}

int senet_position_winner(const senet_position *position) {
  if (!IS_POSITION(position) || !position_over(position->x)) return 0;
  Player winner = position->x->head->winner;
  return winner >= 1 && winner <= position->x->game->players ? winner : 0;
}

size_t senet_position_ply(const senet_position *position) {
  if (position_is_native(position)) return (size_t)position->place.length;
  return IS_POSITION(position) ? (size_t)position->x->head->moves : 0;
}

uint64_t senet_position_hash(const senet_position *position) {
  return IS_POSITION(position) ? position_full_hash(position->x) : 0;
}

// Whether an array by player can be filled.
static senet_status check_players(const senet_position *position, const void *array, size_t n) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (!array) return api_misuse("the array");
  int players = position->x->game->players;
  if (n != (size_t)players) return api_fail(SENET_RANGE, "the game has %d players, the array %zu places", players, n);
  return SENET_OK;
}

senet_status senet_position_utilities(const senet_position *position, double *utilities, size_t n) {
  if (position_is_native(position) && utilities && n == (size_t)position->game->game->players) {
    double by_player[GAME_PLAYERS_MAX + 1];
    native_utilities(position->place.play.native, position->place.state, by_player);
    memcpy(utilities, by_player + 1, n * sizeof *utilities);
    return SENET_OK;
  }
  senet_status status = check_players(position, utilities, n);
  for (size_t i = 0; status == SENET_OK && i < n; i++) utilities[i] = position_utility(position->x, (Player)i + 1);
  return status;
}

senet_status senet_position_ranks(const senet_position *position, double *ranks, size_t n) {
  senet_status status = check_players(position, ranks, n);
  for (size_t i = 0; status == SENET_OK && i < n; i++) ranks[i] = position_rank(position->x, (Player)i + 1);
  return status;
}

senet_status senet_position_scores(const senet_position *position, int32_t *scores, size_t n) {
  senet_status status = check_players(position, scores, n);
  if (status != SENET_OK) return status;
  const Position *x = position->x;
  for (size_t i = 0; i < n; i++) scores[i] = x->layout->score ? STATE_AT(x, int32_t, x->layout->score)[i + 1] : 0;
  return SENET_OK;
}

senet_status senet_position_seats(const senet_position *position, int32_t *seats, size_t n) {
  senet_status status = check_players(position, seats, n);
  for (size_t i = 0; status == SENET_OK && i < n; i++) seats[i] = seat_player(position->x, (int)i + 1);
  return status;
}

// ---- what stands where -----------------------------------------------------------------------------

static senet_status check_site(const senet_position *position, int type, int32_t site) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  const Position *x = position->x;
  bool kept = type >= 0 && type < SITE_TYPES && (x->layout->sites[type].what || x->layout->sites[type].height);
  if (!kept || site < 0 || site >= x->game->sites[type]) return api_fail(SENET_RANGE, "there is no such site");
  return SENET_OK;
}

senet_status senet_position_height(const senet_position *position, int type, int32_t site, int32_t *height) {
  senet_status status = check_site(position, type, site);
  if (status != SENET_OK) return status;
  if (!height) return api_misuse("the place of the height");
  *height = site_height(position->x, (SiteType)type, site);
  return SENET_OK;
}

// What a player does not see.
static void hide(senet_piece *piece, int mask) {
  if (mask & (HIDDEN_ALL | HIDDEN_WHAT)) piece->piece = -1;
  if (mask & (HIDDEN_ALL | HIDDEN_WHO)) piece->owner = -1;
  if (mask & (HIDDEN_ALL | HIDDEN_COUNT)) piece->count = -1;
  if (mask & (HIDDEN_ALL | HIDDEN_STATE)) piece->state = -1;
  if (mask & (HIDDEN_ALL | HIDDEN_ROTATION)) piece->rotation = -1;
  if (mask & (HIDDEN_ALL | HIDDEN_VALUE)) piece->value = -1;
}

senet_status senet_position_site(const senet_position *position, int type, int32_t site, int32_t level, int player,
                                 senet_piece *out) {
  senet_status status = check_site(position, type, site);
  if (status != SENET_OK) return status;
  const Position *x = position->x;
  if (!out) return api_misuse("the place of the piece");
  if (player < 0 || player > x->game->players) return api_fail(SENET_RANGE, "there is no player %d", player);
  int32_t height = site_height(x, (SiteType)type, site);
  if (level < 0 || (level > 0 && level >= height)) return api_fail(SENET_RANGE, "there is no level %d there", level);
  Piece piece = {0};
  if (height > 0) piece = site_piece(x, (SiteType)type, site, level);
  *out = (senet_piece){.piece = piece.what,
                       .owner = piece.who,
                       .count = piece.count,
                       .state = piece.state,
                       .rotation = piece.rotation,
                       .value = piece.value};
  if (player) hide(out, site_hidden_mask(x, (SiteType)type, site, level, player));
  return SENET_OK;
}
