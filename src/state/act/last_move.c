// Keeping what rules ask about the last moves.
#include "state/act/last_move.h"

#include "state/act/moves.h"

// ---- whose moves, and which were passes ------------------------------------------------------------

static void put_move(Position *x, uint32_t at, LastMove move) {
  uint64_t word;
  static_assert(sizeof move == sizeof word, "one write");
  memcpy(&word, &move, sizeof word);
  state_put64(x, at, word);
}

static void put_last(Position *x, LastMove last) {
  put_move(x, (uint32_t)offsetof(StateHead, second_last), x->head->last);
  put_move(x, (uint32_t)offsetof(StateHead, last), last);
}

static void push_recent(Position *x, Player mover, bool pass) {
  assert(mover >= 0 && mover <= GAME_PLAYERS_MAX + 1);
  uint64_t carried = (uint64_t)(mover + 1) << 1 | pass;
  for (uint32_t w = 0; w < x->layout->n_recent; w++) {
    uint32_t at = x->layout->recent + 8 * w;
    uint64_t now = *STATE_AT(x, uint64_t, at);
    state_put64(x, at, now << 8 | carried);
    carried = now >> 56;
  }
}

static void put_pass(Position *x, bool pass) {
  uint32_t at = x->layout->recent;
  state_put64(x, at, (*STATE_AT(x, uint64_t, at) & ~(uint64_t)1) | pass);
}

bool last_move_recent(const Position *x, int i, RecentMove *move) {
  if (i >= (int)x->layout->n_recent * 8) return false;
  uint64_t byte = STATE_AT(x, uint64_t, x->layout->recent)[i >> 3] >> (8 * (i & 7)) & 0xff;
  *move = (RecentMove){.mover = (Player)(byte >> 1) - 1, .pass = byte & 1};
  return byte != 0;
}

bool last_move_any_pass(const Position *x) {
  uint64_t passes = 0;
  for (uint32_t w = 0; w < x->layout->n_recent; w++) passes |= STATE_AT(x, uint64_t, x->layout->recent)[w];
  return (passes & 0x0101010101010101ULL) != 0;
}

// ---- turns -----------------------------------------------------------------------------------------

static void put_turn(Position *x, int32_t from, Player before) {
  LastTurn turn = {.from = (int16_t)from, .before = (int16_t)before};
  uint64_t word;
  static_assert(sizeof turn == sizeof word, "one write");
  memcpy(&word, &turn, sizeof word);
  state_put64(x, x->layout->last_turn, word);
}

static void note_turn(Position *x, Player mover, int32_t from) {
  if (last_move_made(x) && x->head->last.mover == mover) return;
  put_turn(x, from, last_move_made(x) ? x->head->last.mover : -1);
}

Player last_turn_mover(const Position *x, Player player) {
  Player other = last_move_made(x) ? x->head->last.mover : -1;
  if (other == player) other = STATE_AT(x, LastTurn, x->layout->last_turn)->before;
  return other < 0 && x->head->placed ? 0 : other;
}

// ---- actions ---------------------------------------------------------------------------------------

static bool has_origin(const Action *action) {
  return action->kind == ACT_MOVE || action->kind == ACT_MOVE_N || action->kind == ACT_SUBSTACK ||
         action->kind == ACT_COPY || action->kind == ACT_SELECT;
}

static int16_t site_of(const Action *action, bool to) {
  int16_t site = to || !has_origin(action) ? action->to : action->from;
  return action->kind == ACT_SELECT && site < 0 ? action->from : site;
}

static int16_t level_of(const Action *action, bool to) {
  bool chosen = action->kind == ACT_SELECT && action->to < 0, added = action->kind == ACT_ADD;
  int16_t level = (to && !chosen) || added ? action->level_to : action->level_from;
  return MAX(level, 0);
}

static int16_t type_of(const Action *action, bool to) {
  bool one_site = action->kind == ACT_ADD || action->kind == ACT_REMOVE;
  return to || one_site ? action->type_to : action->type_from;
}

static void put_words(Position *x, uint32_t at, const void *words, size_t bytes) {
  assert(bytes % sizeof(uint64_t) == 0);
  for (uint32_t i = 0; i < bytes; i += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, (const char *)words + i, sizeof word);
    state_put64(x, at + i, word);
  }
}

static void note_actions(Position *x, const Action *actions, uint32_t n) {
  LastActions last = {{-2, -2}, {0, 0}, {GAME_OFF, GAME_OFF}, {GAME_OFF, GAME_OFF}};
  for (uint32_t i = n; i-- > 0;) {
    const Action *action = &actions[i];
    for (int to = 0; to < 2; to++) {
      if (action->flags & ACTION_DECISION) {  // the first one counts
        last.type[to] = type_of(action, to);
        last.level[to] = level_of(action, to);
      }
      if (last.site[to] < 0 && site_of(action, to) >= 0) {
        last.site[to] = site_of(action, to);
        last.site_level[to] = level_of(action, to);
      }
    }
  }
  put_words(x, x->layout->last_actions, &last, sizeof last);
}

static void note_sites(Position *x, const Action *actions, uint32_t n) {
  ScratchMark scratch = position_mark(x);
  for (int to = 0; to < 2; to++) {
    Word *sites = position_region(x);
    for (uint32_t i = 0; i < n; i++) {
      int32_t site = site_of(&actions[i], to);
      if (site >= 0 && site < topo_count(x->game->board, x->game->site_type)) bit_set(sites, site);
    }
    size_t bytes = (size_t)x->words * sizeof *sites;
    put_words(x, x->layout->last_sites + (uint32_t)((size_t)to * bytes), sites, bytes);
  }
  position_release(x, scratch);
}

static void note_between(Position *x, const Move *move) {
  ScratchMark scratch = position_mark(x);
  Word *sites = position_region(x);
  SiteList passed = move_passed(x, move);
  for (int i = 0; i < passed.n; i++) {
    int32_t site = passed.at[i];
    if (site >= 0 && site < x->program->region_bits) bit_set(sites, site);
  }
  put_words(x, x->layout->last_between, sites, (size_t)x->words * sizeof *sites);
  position_release(x, scratch);
}

// The type of the site a move comes from or goes to on a mixed board: of the action that names it.
static SiteType type_named(const Position *x, const Action *actions, uint32_t n, int16_t site, bool to) {
  for (uint32_t i = 0; i < n; i++) {
    int type = to ? actions[i].type_to : actions[i].type_from;
    if (type >= 0 && (to ? actions[i].to : actions[i].from) == site) return (SiteType)type;
  }
  return x->game->site_type;
}

static LastMove last_of(const Position *x, const Move *move, const Action *actions, uint32_t n) {
  SiteType from = x->game->site_type, to = from;
  if (x->layout->mixed) {
    from = type_named(x, actions, n, move->from, false);
    to = type_named(x, actions, n, move->to, true);
  }
  return (LastMove){.mover = move->mover,
                    .from = move->from,
                    .to = move->to,
                    .types = (uint8_t)(from | to << 2),
                    .pass = actions_are(actions, n, ACT_PASS)};
}

// ---- all of it -------------------------------------------------------------------------------------

void last_move_note(Position *x, const Move *move) {
  const Layout *layout = x->layout;
  Action few[FILL_MOST];
  const Action *actions = move_actions(x, move, few);
  LastMove last = last_of(x, move, actions, move->n);
  if (layout->recent) push_recent(x, move->mover, last.pass);
  if (layout->last_turn) note_turn(x, move->mover, move->from);
  put_last(x, last);
  HEAD_SET(x, made, x->head->made + 1);
  if (layout->last_between) note_between(x, move);
  if (layout->last_actions) note_actions(x, actions, move->n);
  if (layout->last_sites) note_sites(x, actions, move->n);
}

void last_move_note_done(Position *x, const Move *move, const Action *actions, uint32_t n) {
  const Layout *layout = x->layout;
  if (layout->mixed || actions_are(actions, n, ACT_PASS) != x->head->last.pass) {
    LastMove last = last_of(x, move, actions, n);
    if (layout->recent) put_pass(x, last.pass);
    put_move(x, (uint32_t)offsetof(StateHead, last), last);
  }
  if (layout->last_actions) note_actions(x, actions, n);
  if (layout->last_sites) note_sites(x, actions, n);
}

// The turn of the last of several placements began with the first of its player's, perhaps before them.
static void note_last_turn(Position *x, const uint8_t *movers, const Site *sites, uint32_t n) {
  uint32_t first = n - 1;
  while (first > 0 && movers[first - 1] == movers[n - 1]) first--;
  if (first > 0) put_turn(x, sites[first], movers[first - 1]);
  else note_turn(x, movers[0], sites[0]);
}

void last_move_note_placements(Position *x, const uint8_t *movers, const Site *sites, uint32_t n) {
  uint32_t entries = MIN(n, x->layout->n_recent * 8);
  for (uint32_t i = n - entries; i < n; i++) push_recent(x, movers[i], false);
  if (x->layout->last_turn) note_last_turn(x, movers, sites, n);
  for (uint32_t i = n > 1 ? n - 2 : 0; i < n; i++) {
    Move placed = {.mover = (int8_t)movers[i], .from = (int16_t)sites[i], .to = (int16_t)sites[i]};
    put_last(x, last_of(x, &placed, NULL, 0));
  }
  HEAD_SET(x, made, x->head->made + (int32_t)n);
}
