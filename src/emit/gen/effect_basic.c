// Effects: pieces removed, changed and turned over; scores, counters and who moves next.
#include "emit/emit_internal.h"

// A statement about one site: chosen, found or done. FROM and TO of the move are the site.
static void leaf_at(Emitter *e, const Ins *in, Ref ref, Code site) {
  Context old = e->at;
  if (e->at.sink != SINK_ACTS || !e->at.chosen) {
    e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = site;
    e->at.from_what = 0;
  }
  emit_leaf(e, in, ref, false);
  e->at = old;
}

static const char *occupied_test(Emitter *e, SiteType type, Code site) {
  bool sure = code_on_board(e, site, type);
  if (sure) return emit_text(e, "!r_has(%s->empty%d, %s)", e->at.s, type, site.text);
  return emit_text(e, "(u32)(%s) < %du && !r_has(%s->empty%d, %s)", site.text, emit_sites(e, type), e->at.s, type,
                   site.text);
}

static SiteType type_at(Emitter *e, int32_t given, Code site) {
  SiteType type = emit_type(e, given);
  if (!emit_hands_apart(e, type)) return type;
  if (site.known) return site.value >= emit_sites(e, type) ? SITE_CELL : type;
  if (site.max >= emit_sites(e, type)) emit_fail(e, "hands beside a board of vertices or edges");
  return type;
}

// A statement about the piece on a site, where there is one.
static void leaf_on_piece(Emitter *e, const Ins *in, Ref ref, SiteType type, Code site) {
  emit_open(e, "if (%s)", occupied_test(e, type, site));
  site.min = MAX(site.min, 0);
  site.max = MIN(site.max, emit_sites(e, type) - 1);
  leaf_at(e, in, ref, site);
  emit_close(e);
}

static void remove_at(Emitter *e, const Ins *in, Ref ref, Code site) {
  SiteType type = type_at(e, in->a[A_REMOVE_SITE_TYPE], site);
  if (e->stack_bound) emit_fail(e, "stacks");
  if (!emit_kept(e, type) || (site.known && site.value < 0)) return;
  site.min = MAX(site.min, -1);
  leaf_on_piece(e, in, ref, type, site);
}

static void op_remove_site(Emitter *e, const Ins *in, Ref ref) {
  remove_at(e, in, ref, emit_bind(e, emit_int(e, in->a[A_REMOVE_SITE_SITE])));
}

static void op_remove_sites(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  SiteType type = emit_type(e, in->a[A_REMOVE_SITES_TYPE]);
  const char *region = emit_region(e, in->a[A_REMOVE_SITES_REGION]);
  const char *site = emit_for_sites(e, emit_on_type(e, region, type), type);
  e->at.in_loop = true;
  if (emit_hands_apart(e, type) && e->bits > emit_sites(e, type))
    emit_fail(e, "hands beside a board of vertices or edges");
  remove_at(e, in, ref, code_of(site, 0, emit_sites(e, type) - 1));
  emit_close(e);
  e->at = old;
}

static_assert(A_REMOVE_SITE_LATER == A_REMOVE_SITES_LATER && A_REMOVE_SITE_TYPE == A_REMOVE_SITES_TYPE,
              "acts_remove serves both");

// The kind of piece on a site as it is now.
static const char *kind_there(Emitter *e, int type, Code site) {
  Context old = e->at;
  e->at.s = "s";
  const char *what = emit_what(e, (SiteType)type, site);
  e->at = old;
  return what;
}

static void acts_remove(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code site = e->at.slot[SLOT_TO];
  if (in->a[A_REMOVE_SITE_LATER]) {
    e->uses |= USE_TO_REMOVE;
    Code times = emit_bind(e, emit_int_or(e, e->tall ? in->a[A_REMOVE_SITE_COUNT] : 0, 1));
    if (times.known && times.value <= 1) emit_line(e, "remove_later(s, %s);", site.text);
    else
      emit_line(e, "for (int k = %s; k > 0 && !fault; k--) { if (k > %d) exceed(); remove_later(s, %s); }", times.text,
                UINT16_MAX, site.text);
    return;
  }
  int type = type_at(e, in->a[A_REMOVE_SITE_TYPE], site);
  if (!e->tall) {
    if (e->layout.on_track) emit_line(e, "track_removed(s, %s, %s);", kind_there(e, type, site), site.text);
    Code times = emit_bind(e, emit_int_or(e, in->a[A_REMOVE_SITE_COUNT], 1));
    if (times.max > UINT16_MAX) emit_line(e, "if (%s > %d) exceed();", times.text, UINT16_MAX);
    if (e->most) emit_line(e, "s->taken++;");
    emit_line(e, "take%d(s, %s);", type, site.text);
    return;
  }
  Code level = emit_bind(e, emit_int_or(e, in->a[A_REMOVE_SITE_LEVEL], -1)),
       count = emit_bind(e, emit_int_or(e, in->a[A_REMOVE_SITE_COUNT], 1));
  const char *at = "-1", *l = emit_name(e, "l");
  if (in->a[A_REMOVE_SITE_LEVEL]) {
    emit_line(e, "const int %s = %s < 0 ? 0 : %s;", l, level.text, level.text);
    at = emit_text(e, "%s == %s->height%d[%s] - 1 ? -1 : %s", l, e->at.s, type, site.text, l);
    emit_line(e, "const int %s_ = %s;", l, at);
    at = emit_text(e, "%s_", l);
  }
  emit_open(e, "for (int times = %s < 1 ? 1 : %s; times > 0 && !fault; times--)", count.text, count.text);
  emit_line(e, "if (times > %d) exceed();", UINT16_MAX);
  if (e->layout.on_track) emit_line(e, "track_removed(s, what_on%d(s, %s, %s), %s);", type, site.text, at, site.text);
  if (e->most) emit_line(e, "s->taken++;");
  emit_line(e, "discard%d(s, %s, %s);", type, site.text, at);
  emit_close(e);
}

// Two pieces change places: one moves, the other is put where it was.
static void op_swap_pieces(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  SiteType type = emit_type(e, SITE_CELL);
  Code a = emit_bind(e, emit_int(e, in->a[A_SWAP_PIECES_A])), b = emit_bind(e, emit_int(e, in->a[A_SWAP_PIECES_B]));
  if (emit_stacking(e) || e->merged || !emit_kept(e, type)) emit_fail(e, "SWAP_PIECES on stacks or other sites");
  int n = emit_sites(e, type);
  emit_line(e, "if ((u32)(%s) >= %du || (u32)(%s) >= %du) exceed();", a.text, n, b.text, n);
  emit_open(e, "else");
  a.min = b.min = 0;
  a.max = b.max = n - 1;
  e->at.slot[SLOT_FROM] = a;
  e->at.slot[SLOT_TO] = b;
  e->at.from_what = 0;
  emit_leaf(e, in, ref, false);
  emit_close(e);
  e->at = old;
}

static void acts_swap_pieces(Emitter *e, const Ins *in, Ref ref) {
  (void)in, (void)ref;
  SiteType type = emit_type(e, SITE_CELL);
  Code from = e->at.slot[SLOT_FROM], to = e->at.slot[SLOT_TO];
  const char *what = emit_name(e, "i");
  emit_line(e, "const int %s = %s;", what, emit_what(e, type, to));
  emit_line(e, "move%d(s, %s, %s);", type, from.text, to.text);
  emit_open(e, "if (r_has(s->empty%d, %s))", type, from.text);
  emit_line(e, "add%d(s, %s, %s, -1);", type, from.text, what);
  emit_close(e);
  emit_line(e, "else more%d(s, %s, -1);", type, from.text);
}

static void op_move_again(Emitter *e, const Ins *in, Ref ref) { emit_leaf(e, in, ref, false); }

// Who is named next goes on: what is captured in a sequence stays until its end.
static void set_next(Emitter *e, Code player) {
  if (player.min < 1 || player.max > e->game->players)
    emit_line(e, "if ((u32)(%s - 1) >= %du) exceed();", player.text, e->game->players);
  emit_line(e, "s->next = %s;", player.text);
  if (e->layout.to_remove) emit_line(e, "s->goes_on = 1;");
}

static void acts_move_again(Emitter *e, const Ins *in, Ref ref) {
  (void)in, (void)ref;
  set_next(e, e->at.mover);
}

// The choice to exchange the seats of two players; the mover goes on.
static void op_swap_players(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = code_const(e, -1);
  emit_leaf(e, in, ref, false);
  e->at = old;
}

static void acts_swap_players(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code a = emit_bind(e, emit_int(e, in->a[A_SWAP_PLAYERS_A])), b = emit_bind(e, emit_int(e, in->a[A_SWAP_PLAYERS_B]));
  emit_line(e, "swap_seats(s, %s, %s);", a.text, b.text);
  set_next(e, e->at.mover);
  // It counts as another choice: a pass that has it as its consequence is no longer one.
  if (!e->at.chosen) emit_line(e, "s->exchanged = 1; s->history &= ~1ull;");
}

// ---- pieces changed in place --------------------------------------------------------------------

static bool turns_over(const Component *piece) { return piece->flip_a >= 0 || piece->flip_b >= 0; }

// Whether a piece that can be turned over is on a site, as C; NULL: there is none.
static const char *flip_test(Emitter *e, SiteType type, Code site) {
  int n = e->game->n_components, known = 0;
  int32_t *turns = arena_zero(e->arena, ((size_t)n + 1) * sizeof *turns);
  for (int c = 1; c < n; c++) known += turns[c] = turns_over(&e->game->components[c]);
  if (!emit_kept(e, type) || !known) return NULL;
  const char *there = occupied_test(e, type, site);
  if (known == n - 1 && !e->layout.sites[type].count) return there;
  return emit_text(e, "%s && %s[%s]", there, emit_int_table(e, turns, n), emit_what(e, type, site));
}

static void op_flip(Emitter *e, const Ins *in, Ref ref) {
  Code site = emit_bind(e, emit_int(e, in->a[A_FLIP_SITE]));
  SiteType type = type_at(e, in->a[A_FLIP_TYPE], site);
  if (emit_stacking(e)) emit_fail(e, "stacks turned over");
  const char *test = flip_test(e, type, site);
  if (!test) return;
  emit_open(e, "if (%s)", test);
  site.min = MAX(site.min, 0);
  site.max = MIN(site.max, emit_sites(e, type) - 1);
  leaf_at(e, in, ref, site);
  emit_close(e);
}

static void acts_flip(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code site = e->at.slot[SLOT_TO];
  SiteType type = type_at(e, in->a[A_FLIP_TYPE], site);
  if (!e->layout.sites[type].state) return;
  int a = -2, b = -2;
  bool same = true;
  for (int c = 1; c < e->game->n_components; c++) {
    const Component *piece = &e->game->components[c];
    if (a != -2) same &= piece->flip_a == a && piece->flip_b == b;
    a = piece->flip_a;
    b = piece->flip_b;
  }
  if (same && a >= 0 && b >= 0) {
    const char *old = emit_name(e, "i");
    emit_line(e, "const int %s = %s->state%d[%s];", old, e->at.s, type, site.text);
    emit_line(e, "set_state%d(s, %s, %s == %d ? %d : %s == %d ? %d : %s);", type, site.text, old, a, b, old, b, a, old);
    return;
  }
  emit_open(e, "switch (%s)", emit_what(e, type, site));
  for (int c = 1; c < e->game->n_components; c++) {
    const Component *piece = &e->game->components[c];
    if (piece->flip_a < 0 && piece->flip_b < 0) continue;
    emit_line(e, "case %d: { int v = %s->state%d[%s]; set_state%d(s, %s, v == %d ? %d : v == %d ? %d : v); break; }", c,
              e->at.s, type, site.text, type, site.text, piece->flip_a, piece->flip_b, piece->flip_b, piece->flip_a);
  }
  emit_close(e);
}

static void op_promote(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  Code site = emit_bind(e, emit_int(e, in->a[A_PROMOTE_SITE]));
  IntList whats;
  if (e->stack_bound) emit_fail(e, "stacks");
  if (!emit_ints(e, in->a[A_PROMOTE_WHATS], &whats))
    emit_fail(e, "PROMOTE to %s", op_info[emit_ins(e, in->a[A_PROMOTE_WHATS])->op].name);
  if (e->why || (site.known && site.value < 0)) return;
  bool sure = site.min >= 0;
  if (!sure) emit_open(e, "if (%s >= 0)", site.text);
  site.min = MAX(site.min, 0);
  for (int i = 0; i < whats.n; i++) {
    if (whats.at[i].known && whats.at[i].value < 1) continue;
    bool test = whats.at[i].min < 1;
    if (test) emit_open(e, "if (%s >= 1)", whats.at[i].text);
    e->at.what = whats.at[i];
    leaf_at(e, in, ref, site);
    if (test) emit_close(e);
  }
  if (!sure) emit_close(e);
  e->at = old;
}

static void acts_promote(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code site = e->at.slot[SLOT_TO];
  SiteType type = type_at(e, in->a[A_PROMOTE_TYPE], site);
  if (!code_on_board(e, site, type))
    emit_line(e, "if ((u32)(%s) >= %du) exceed(); else", site.text, emit_sites(e, type));
  emit_line(e, "promote%d(s, %s, %s);", type, site.text, e->at.what.text);
}

// ---- actions ------------------------------------------------------------------------------------

// An action about a site that there is not is no move; a value may be set nowhere, which does nothing.
static void action_at(Emitter *e, const Ins *in, Ref ref, bool chosen) {
  ActionKind kind = (ActionKind)in->a[A_ACTION_KIND];
  Context old = e->at;
  Code site = emit_bind(e, emit_int(e, in->a[A_ACTION_TO]));
  SiteType type = type_at(e, in->a[A_ACTION_TYPE], site);
  bool sure = code_on_board(e, site, type), nowhere = kind == ACT_SET_VALUE && site.min <= GAME_OFF;
  if (site.known && !sure && !(nowhere && site.value == GAME_OFF)) return;
  const char *also = nowhere ? emit_text(e, " || %s == %d", site.text, GAME_OFF) : "";
  if (!sure) emit_open(e, "if ((u32)(%s) < %du%s)", site.text, emit_sites(e, type), also);
  if (chosen) e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = site;
  emit_leaf(e, in, ref, kind == ACT_PASS);
  if (!sure) emit_close(e);
  e->at = old;
}

static void op_action(Emitter *e, const Ins *in, Ref ref) {
  bool effect = e->at.sink == SINK_ACTS && !e->at.chosen;
  Context old = e->at;
  if (in->a[A_ACTION_TO]) {
    action_at(e, in, ref, !effect);
    return;
  }
  if (!effect) e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = code_const(e, -1);
  emit_leaf(e, in, ref, !effect && in->a[A_ACTION_KIND] == ACT_PASS);
  e->at = old;
}

static void set_score(Emitter *e, const Ins *in) {
  Code value = emit_bind(e, emit_int_or(e, in->a[A_ACTION_VALUE], -1)),
       player = emit_bind(e, emit_int_or(e, in->a[A_ACTION_PLAYER], -1));
  bool sure = player.min >= 0 && player.max <= e->game->players + 1;
  if (!e->layout.score) return;
  e->uses |= USE_SCORE;
  if (!sure && player.known) {
    emit_fail(e, "a score of nobody");
    return;
  }
  if (!sure) emit_open(e, "if ((u32)(%s) <= %du)", player.text, e->game->players + 1);
  if (in->a[A_ACTION_FLAGS] & ACTION_FLAG)
    emit_line(e, "s->score[%s] = (int)((u32)s->score[%s] + (u32)(%s));", player.text, player.text, value.text);
  else emit_line(e, "s->score[%s] = %s;", player.text, value.text);
  if (!sure) emit_close(e);
}

static void set_field(Emitter *e, const Ins *in, const char *field, uint64_t use) {
  e->uses |= use;
  emit_line(e, "s->%s = %s;", field, emit_int_or(e, in->a[A_ACTION_VALUE], -1).text);
}

// The value without a name is part of the position.
static void set_temp(Emitter *e, const Ins *in) {
  emit_hash_temp(e);
  set_field(e, in, "temp", USE_TEMP);
  emit_hash_temp(e);
}

// What a player cannot see of a site.
static void set_hidden(Emitter *e, const Ins *in, ActionKind kind) {
  Code site = emit_bind(e, emit_int_or(e, in->a[A_ACTION_TO], -1));
  SiteType type = type_at(e, in->a[A_ACTION_TYPE], site);
  Code player = emit_bind(e, emit_int_or(e, in->a[A_ACTION_PLAYER], -1)),
       value = emit_bind(e, emit_int_or(e, in->a[A_ACTION_VALUE], -1));
  Code level = e->tall ? emit_bind(e, emit_int_or(e, in->a[A_ACTION_LEVEL], -1)) : code_const(e, 0);
  if (e->why || !emit_kept(e, type) || !emit_keeps_hidden(e, type)) return;
  if (e->stack_bound || e->merged) emit_fail(e, "hidden information of hands beside a board of vertices or edges");
  emit_open(e, "if ((u32)(%s) < %du && (u32)(%s - 1) < %du%s)", site.text, emit_sites(e, type), player.text,
            e->game->players, e->tall ? emit_text(e, " && %s < s->height%d[%s]", level.text, type, site.text) : "");
  emit_line(e, "u8 *mask = &%s[%s];", emit_hidden(e, type, "s", site.text, level.text), player.text);
  emit_line(e, "*mask = (u8)(%s ? *mask | %d : *mask & ~%d);", value.text, hidden_bit(kind), hidden_bit(kind));
  emit_close(e);
}

static void set_site(Emitter *e, const Ins *in, ActionKind kind) {
  Code site = emit_bind(e, emit_int_or(e, in->a[A_ACTION_TO], -1));
  SiteType type = type_at(e, in->a[A_ACTION_TYPE], site);
  if (e->stack_bound || (e->tall && kind == ACT_SET_COUNT)) emit_fail(e, "stacks");
  if (!emit_kept(e, type) || e->why) return;
  bool sure = code_on_board(e, site, type);
  if (!sure) emit_open(e, "if ((u32)(%s) < %du)", site.text, emit_sites(e, type));
  const SiteLayout *at = &e->layout.sites[type];
  if (e->tall) {
    Code level = emit_bind(e, emit_int_or(e, in->a[A_ACTION_LEVEL], -1));
    bool state = kind == ACT_SET_STATE;
    Code value = emit_bind(e, emit_int_or(e, in->a[state ? A_ACTION_STATE : A_ACTION_VALUE], -1));
    emit_line(e, "put_%s%d(s, %s, %s, %s);", state ? "state" : "value", type, site.text, level.text, value.text);
  } else if (kind == ACT_SET_STATE) {
    Code state = emit_bind(e, emit_int_or(e, in->a[A_ACTION_STATE], -1));
    if (at->state) emit_line(e, "set_state%d(s, %s, %s);", type, site.text, state.text);
  } else if (kind == ACT_SET_VALUE) {
    Code value = emit_bind(e, emit_int_or(e, in->a[A_ACTION_VALUE], -1));
    if (at->value && !(value.known && value.value == -1))
      emit_line(e, "if (%s != -1) s->value%d[%s] = %s;", value.text, type, site.text, value.text);
  } else {
    Code what = emit_bind(e, emit_int_or(e, in->a[A_ACTION_WHAT], -1)),
         count = emit_bind(e, emit_int_or(e, in->a[A_ACTION_COUNT], -1));
    emit_line(e, "set_count%d(s, %s, %s, %s);", type, site.text, what.text, count.text);
  }
  if (!sure) emit_close(e);
}

static void set_pending(Emitter *e, const Ins *in) {
  Code value = emit_bind(e, emit_int_or(e, in->a[A_ACTION_VALUE], -1));
  if (!e->layout.pending) return;
  e->uses |= USE_PENDING;
  emit_line(e, "set_pending(s, %s == -1 ? 1 : %s);", value.text, value.text);
}

static void acts_action(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  switch (in->a[A_ACTION_KIND]) {
    case ACT_SET_SCORE: set_score(e, in); break;
    case ACT_SET_COUNTER: set_field(e, in, "counter", USE_COUNTER); break;
    case ACT_SET_POT: set_field(e, in, "pot", USE_POT); break;
    case ACT_SET_TEMP: set_temp(e, in); break;
    case ACT_SET_VAR: {
      Code what = emit_int_or(e, in->a[A_ACTION_WHAT], -1);
      if (!what.known) emit_fail(e, "a variable found while playing");
      if (what.value >= 0 && what.value < e->game->n_vars) {
        set_field(e, in, emit_text(e, "vars[%d]", what.value), USE_VARS);
        emit_line(e, "s->var_set[%d] = 1;", what.value);
      }
      break;
    }
    case ACT_SET_PENDING: set_pending(e, in); break;
    case ACT_SET_NEXT_PLAYER: {
      set_next(e, emit_bind(e, emit_int_or(e, in->a[A_ACTION_PLAYER], -1)));
      break;
    }
    case ACT_SET_STATE:
    case ACT_SET_VALUE:
    case ACT_SET_COUNT: set_site(e, in, (ActionKind)in->a[A_ACTION_KIND]); break;
    case ACT_SET_VALUE_OF_PLAYER: {
      Code player = emit_bind(e, emit_int_or(e, in->a[A_ACTION_PLAYER], -1));
      e->uses |= USE_PLAYER_VALUE;
      emit_line(e, "if ((u32)(%s) <= %du) s->player_value[%s] = %s;", player.text, e->game->players + 1, player.text,
                emit_int_or(e, in->a[A_ACTION_VALUE], -1).text);
      break;
    }
    case ACT_BET:
    case ACT_SET_AMOUNT: {
      Code player = emit_bind(e, emit_int_or(e, in->a[A_ACTION_PLAYER], -1));
      if (!e->layout.amount) break;
      e->uses |= USE_AMOUNT;
      emit_line(e, "if ((u32)(%s - 1) < %du) s->amount[%s] = %s;", player.text, e->game->players, player.text,
                emit_int_or(e, in->a[in->a[A_ACTION_KIND] == ACT_BET ? A_ACTION_COUNT : A_ACTION_VALUE], -1).text);
      break;
    }
    case ACT_TRIGGER: {
      Code player = emit_bind(e, emit_int_or(e, in->a[A_ACTION_PLAYER], -1));
      e->uses |= USE_TRIGGERED;
      emit_line(e, "if ((u32)(%s - 1) <= %du) s->triggered |= 1u << (%s - 1);", player.text, e->game->players,
                player.text);
      break;
    }
    case ACT_REMEMBER:
    case ACT_FORGET: {
      Code memory = emit_int_or(e, in->a[A_ACTION_WHAT], -1),
           value = emit_bind(e, emit_int_or(e, in->a[A_ACTION_VALUE], -1));
      if (!memory.known) emit_fail(e, "a memory found while playing");
      if (!e->layout.memory || memory.value < 0 || memory.value >= e->game->n_memories) break;
      e->uses |= USE_MEMORY;
      if (in->a[A_ACTION_KIND] == ACT_FORGET) emit_line(e, "forget(s, %d, %s);", memory.value, value.text);
      else
        emit_line(e, "remember(s, %d, %s, %d);", memory.value, value.text,
                  (in->a[A_ACTION_FLAGS] & ACTION_UNIQUE) != 0);
      break;
    }
    case ACT_PROPOSE:
    case ACT_VOTE:
      if (!e->layout.votes) break;
      e->uses |= USE_DECIDED;
      emit_line(e, "%s(s, %s);", in->a[A_ACTION_KIND] == ACT_VOTE ? "vote" : "propose",
                emit_int_or(e, in->a[A_ACTION_VALUE], -1).text);
      break;
    case ACT_SET_HIDDEN:
    case ACT_SET_HIDDEN_WHAT:
    case ACT_SET_HIDDEN_WHO:
    case ACT_SET_HIDDEN_COUNT:
    case ACT_SET_HIDDEN_VALUE:
    case ACT_SET_HIDDEN_STATE:
    case ACT_SET_HIDDEN_ROTATION: set_hidden(e, in, (ActionKind)in->a[A_ACTION_KIND]); break;
    case ACT_STORE_STATE:
      if (e->stores) emit_line(e, "s->stored = hash_of(s);");
      break;
    case ACT_NOTE:
    case ACT_PASS: break;
    default: emit_fail(e, "ACTION %d", in->a[A_ACTION_KIND]);
  }
}

// ---- joined moves -------------------------------------------------------------------------------

// Whether a statement makes exactly one move, whatever the state.
static bool makes_one(const Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  if (in->op == OP_ADD_PIECE) {
    const Ins *region = emit_ins(e, in->a[A_ADD_PIECE_REGION]), *whats = emit_ins(e, in->a[A_ADD_PIECE_WHAT]);
    bool one_site = region->op == OP_REGION_OF_INTS &&
                    emit_ins(e, region->a[A_REGION_OF_INTS_VALUES])->op == OP_INTS_LIST &&
                    emit_ins(e, region->a[A_REGION_OF_INTS_VALUES])->n == 1;
    bool one_kind = (whats->op == OP_INTS_LIST && whats->n == 1) ||
                    (whats->op == OP_INTS_CONST && e->program->arrays[whats->a[A_INTS_CONST_ARRAY]].n == 1);
    return one_site && one_kind && !in->a[A_ADD_PIECE_IF] && !in->a[A_ADD_PIECE_EFFECT];
  }
  return in->op == OP_FLIP || (in->op == OP_ACTION && !in->a[A_ACTION_TO]) || in->op == OP_MOVE_AGAIN;
}

// Opens a block in which a statement that makes_one makes its move; false: it never does.
static bool open_if_made(Emitter *e, const Ins *in) {
  if (in->op != OP_FLIP) return true;
  Code site = emit_bind(e, emit_int(e, in->a[A_FLIP_SITE]));
  const char *test = flip_test(e, type_at(e, in->a[A_FLIP_TYPE], site), site);
  if (test) emit_open(e, "if (%s)", test);
  return test;
}

// The moves of both, where both make one.
static void op_combine(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  const Ins *a = emit_ins(e, in->a[A_COMBINE_A]), *b = emit_ins(e, in->a[A_COMBINE_B]);
  if (e->at.sink == SINK_LIST || !makes_one(e, in->a[A_COMBINE_A]) || !makes_one(e, in->a[A_COMBINE_B])) {
    emit_fail(e, "COMBINE");
    return;
  }
  bool acts = e->at.sink == SINK_ACTS;
  if (!open_if_made(e, b)) return;
  if (!acts || open_if_made(e, a)) {
    emit_moves(e, in->a[A_COMBINE_A]);
    if (acts) emit_moves(e, in->a[A_COMBINE_B]);
    if (acts && a->op == OP_FLIP) emit_close(e);
  }
  if (b->op == OP_FLIP) emit_close(e);
}

static const char *all_sites(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  (void)slot, (void)type;
  return in->op != OP_COMBINE || (makes_one(e, in->a[A_COMBINE_A]) && makes_one(e, in->a[A_COMBINE_B])) ? "ALL" : NULL;
}

const EmitRow emit_effect_rows[] = {
    {OP_REMOVE_SITE, .as_moves = op_remove_site, .as_acts = acts_remove},
    {OP_REMOVE_SITES, .as_moves = op_remove_sites, .as_acts = acts_remove},
    {OP_SWAP_PLAYERS, .as_moves = op_swap_players, .as_acts = acts_swap_players},
    {OP_MOVE_AGAIN, .as_moves = op_move_again, .as_acts = acts_move_again, .as_set = all_sites},
    {OP_SWAP_PIECES, .as_moves = op_swap_pieces, .as_acts = acts_swap_pieces},
    {OP_FLIP, .as_moves = op_flip, .as_acts = acts_flip},
    {OP_PROMOTE, .as_moves = op_promote, .as_acts = acts_promote},
    {OP_ACTION, .as_moves = op_action, .as_acts = acts_action},
    {OP_COMBINE, .as_moves = op_combine, .as_set = all_sites},
    {0},
};
