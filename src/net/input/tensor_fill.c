// Positions and moves written into the planes of a game.
#include "net/input/tensor.h"

#include "state/act/moves.h"
#include "state/block/access.h"

// ---- states --------------------------------------------------------------------------------------

typedef struct Filler {
  const TensorEncoding *t;
  const Position *x;
  float *out;
  Player viewer;  // who must not know everything; 0: nobody
} Filler;

static bool is_hidden(const Filler *f, SiteType type, int32_t site, int32_t level, int what) {
  return f->viewer && site_hidden(f->x, type, site, level, f->viewer, HIDDEN_ALL | what);
}

static void set_at(const Filler *f, int channel, int32_t site, float value) {
  int place = tensor_site(f->t, site);
  if (place >= 0) f->out[channel * tensor_plane(f->t) + place] = value;
}

static void fill_plane(const Filler *f, int channel, float value) {
  float *plane = f->out + channel * tensor_plane(f->t);
  for (int i = 0; i < tensor_plane(f->t); i++) plane[i] = value;
}

// Whether pieces of this kind are shown: those of players and those that all share.
static bool is_shown(const Filler *f, int32_t what) {
  const Game *game = f->t->game;
  return what > 0 && what < game->n_components && game->components[what].owner > 0 &&
         game->components[what].owner <= game->players + 1;
}

static void fill_flat_pieces(const Filler *f) {
  for (int type = 0; type < SITE_TYPES; type++) {
    if (!f->x->flat_who[type]) continue;
    for (int site = 0; site < f->t->game->sites[type]; site++) {
      int32_t what = flat_kind(f->x, (SiteType)type, site);
      if (is_shown(f, what) && !is_hidden(f, (SiteType)type, site, 0, HIDDEN_WHAT))
        set_at(f, f->t->pieces + what - 1, site, 1);
    }
  }
}

static void fill_stack(const Filler *f, SiteType type, int32_t site) {
  int height = site_height(f->x, type, site), shown = MIN(height, TENSOR_STACK_LEVELS);
  for (int level = 0; level < shown; level++) {
    int32_t low = site_what(f->x, type, site, level), high = site_what(f->x, type, site, height - 1 - level);
    if (is_hidden(f, type, site, level, HIDDEN_WHAT)) low = 0;
    if (is_hidden(f, type, site, height - 1 - level, HIDDEN_WHAT)) high = 0;
    if (low > 0) set_at(f, f->t->pieces + (low - 1) * 2 * TENSOR_STACK_LEVELS + level, site, 1);
    if (high > 0) {
      set_at(f, f->t->pieces + (high - 1) * 2 * TENSOR_STACK_LEVELS + TENSOR_STACK_LEVELS + level, site, 1);
    }
  }
  if (height && !is_hidden(f, type, site, height - 1, HIDDEN_COUNT)) set_at(f, f->t->stack_size, site, (float)height);
}

// The first site and the number of sites of a container; those of the board are of the game's own type.
static int container_sites(const Game *game, int c, int32_t *first) {
  *first = c ? game->containers[c].first : 0;
  return c ? game->containers[c].n : topo_count(game->board, game->site_type);
}

// Everything that is read by container is read of cells, as in the reference; only where the board has fewer cells than
// sites of its own type, which the reference cannot encode unless stacks are large, its stacks are those of its own
// sites.
static SiteType stack_type(const Game *game, int c) {
  bool cells =
      c || game->large_stacks || topo_count(game->board, SITE_CELL) >= topo_count(game->board, game->site_type);
  return cells ? SITE_CELL : game->site_type;
}

static void fill_state_of_site(const Filler *f, int32_t site) {
  const TensorEncoding *t = f->t;
  int32_t top = f->viewer ? MAX(site_height(f->x, SITE_CELL, site) - 1, 0) : 0;
  if (t->counts >= 0 && !is_hidden(f, SITE_CELL, site, top, HIDDEN_COUNT))
    set_at(f, t->counts, site, (float)site_count(f->x, SITE_CELL, site));
  if (t->states >= 0 && !is_hidden(f, SITE_CELL, site, top, HIDDEN_STATE)) {
    int32_t state = site_state(f->x, SITE_CELL, site, -1);
    set_at(f, t->states + MAX(0, MIN(state, TENSOR_STATES - 1)), site, 1);
  }
}

static void fill_containers(const Filler *f) {
  const Game *game = f->t->game;
  for (int c = 0; c < game->n_containers; c++) {
    int32_t first;
    int n = container_sites(game, c, &first);
    for (int32_t site = first; site < first + n; site++) {
      if (f->t->stack_size >= 0) fill_stack(f, stack_type(game, c), site);
      fill_state_of_site(f, site);
      set_at(f, f->t->containers + c, site, 1);
    }
  }
}

int tensor_agent(const Position *x) {
  const int32_t *order = STATE_AT(x, int32_t, x->layout->order);
  for (int p = 1; p <= x->game->players; p++) {
    if (order[p] == x->head->mover) return p - 1;
  }
  return x->head->mover - 1;
}

static bool seats_changed(const Position *x) {
  const int32_t *order = STATE_AT(x, int32_t, x->layout->order);
  for (int p = 1; p <= x->game->players; p++) {
    if (order[p] != p) return true;
  }
  return false;
}

static void fill_players(const Filler *f) {
  const TensorEncoding *t = f->t;
  for (int p = 1; t->amounts >= 0 && p <= t->game->players; p++) {
    fill_plane(f, t->amounts + p - 1, (float)STATE_AT(f->x, int32_t, f->x->layout->amount)[p]);
  }
  if (t->mover >= 0) fill_plane(f, t->mover + tensor_agent(f->x), 1);
  if (t->swapped >= 0 && seats_changed(f->x)) fill_plane(f, t->swapped, 1);
}

static bool out_of_sight(const Filler *f, int32_t site) {
  const Game *game = f->t->game;
  if (!f->viewer || site < 0 || site >= game->sites[game->site_type]) return false;
  int32_t top = MAX(site_height(f->x, game->site_type, site) - 1, 0);
  return is_hidden(f, game->site_type, site, top, 0);
}

static void fill_last_moves(const Filler *f) {
  for (int back = 0; back < 2 && back < f->x->head->made; back++) {
    const LastMove *move = back ? &f->x->head->second_last : &f->x->head->last;
    if (move->mover != f->viewer && (out_of_sight(f, move->from) || out_of_sight(f, move->to))) continue;
    set_at(f, f->t->last_moves + 2 * back, move->from, 1);
    set_at(f, f->t->last_moves + 2 * back + 1, move->to, 1);
  }
}

void tensor_state(const TensorEncoding *t, const Position *x, float *out) { tensor_state_seen(t, x, 0, out); }

void tensor_state_seen(const TensorEncoding *t, const Position *x, Player viewer, float *out) {
  Filler f = {t, x, out, game_has(t->game, GAME_HIDDEN) ? viewer : 0};
  memset(out, 0, (size_t)tensor_state_size(t) * sizeof *out);
  if (t->stack_size < 0) fill_flat_pieces(&f);
  fill_players(&f);
  fill_containers(&f);
  fill_last_moves(&f);
}

// ---- moves ---------------------------------------------------------------------------------------

static int clip(int value, int low, int high) { return MAX(low, MIN(value, high)); }

static int distance_channel(const TensorEncoding *t, const Move *move, MoveDetail detail) {
  int d = t->clip, dx = 0, dy = 0;
  if (move->from >= 0 && move->from < t->n_sites) {
    dx = t->x[move->to] - t->x[move->from];
    dy = t->y[move->to] - t->y[move->from];
  }
  int channel = (clip(dx, -d, d) + d) * (2 * d + 1) + clip(dy, -d, d) + d;
  if (!game_has(t->game, GAME_STACKING)) return channel;
  channel = channel * TENSOR_LEVEL_STEPS + clip(detail.level_min, 0, TENSOR_LEVEL_STEPS - 1);
  return channel * TENSOR_LEVEL_STEPS + clip(detail.level_max - detail.level_min, 0, TENSOR_LEVEL_STEPS - 1);
}

static int message_number(const Position *x, const Move *move, ActionKind kind) {
  for (uint32_t i = 0; i < move->n; i++) {
    const Action *action = &x->actions.at[move->first + i];
    if (action->kind == kind) return action->value;
  }
  return 0;
}

// Channels of moves that go nowhere; -1 for the others.
static int channel_without_place(const TensorEncoding *t, const Position *x, const Move *move) {
  static const ActionKind as_pass[] = {ACT_PASS, ACT_BET, ACT_SET_POT, ACT_SET_NEXT_PLAYER, ACT_SET_TRUMP};
  if (move_is(x, move, ACT_PROPOSE)) return t->first_proposition + message_number(x, move, ACT_PROPOSE);
  if (move_is(x, move, ACT_VOTE)) return t->first_vote + message_number(x, move, ACT_VOTE);
  if (move_is(x, move, ACT_PASS)) return t->pass;
  if (move_is(x, move, ACT_SWAP)) return t->swap;
  for (size_t i = 0; i < COUNT_OF(as_pass); i++) {
    if (move_is(x, move, as_pass[i])) return t->pass;
  }
  return move->to < 0 || move->to >= t->n_sites ? t->pass : -1;  // a move without a place: the reference has none
}

int tensor_move(const TensorEncoding *t, const Position *x, const Move *move) {
  int channel = channel_without_place(t, x, move);
  if (channel >= 0) return channel * tensor_plane(t);
  return distance_channel(t, move, move_detail(x, move)) * tensor_plane(t) + tensor_site(t, move->to);
}

uint32_t tensor_moves_at(const TensorEncoding *t, const Position *x, MoveList list, int place, uint32_t *first) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    if (tensor_move(t, x, move_at(x, list, i)) != place) continue;
    if (!n++) *first = i;
  }
  return n;
}
