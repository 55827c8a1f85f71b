// Results, and what follows every move: end rules, phases, whose turn it is.
#include "emit/emit_internal.h"

#include "rules/effects.h"

// How a move is kept in the history: a pass or not, and the mover.
static int history_bits(const Emitter *e) {
  int bits = 1;
  while (1 << (bits - 1) < e->game->players + e->together) bits++;
  return bits;
}

static void results_of_two(Text *out) {
  text_puts(
      out,
      "INLINE void give_win(S *s, int p) { s->over = 1; s->winner = p; s->active = 0; s->rank[p] = 1; s->rank[3 - p] = "
      "2; }\n"
      "INLINE void give_loss(S *s, int p) { if (s->next == p) s->next = 3 - p; give_win(s, 3 - p); }\n"
      "INLINE void give_draw(S *s) { s->over = 1; s->winner = 0; s->active = 0; s->rank[1] = s->rank[2] = 1.5; }\n"
      "INLINE void give_all(S *s, int result) {\n  s->over = 1; s->winner = 0; s->active = 0;\n"
      "  if (result == 0) s->rank[1] = s->rank[2] = 1;\n  if (result == 1) s->rank[1] = s->rank[2] = 2;\n"
      "  if (result == 3) s->winner = 3;\n  if (result > 3) s->winner = -1;\n}\n");
}

static void results_of_many(Emitter *e, Text *out) {
  text_printf(out, "enum { PLAYERS = %d };\n", e->game->players);
  text_puts(
      out,
      "static int next_active(const S *s, int after) {\n  int next = after % PLAYERS + 1;\n"
      "  for (int i = 0; i < PLAYERS && !(s->active >> (next - 1) & 1); i++) next = next % PLAYERS + 1;\n  return "
      "next;\n}\n"
      "static void finish_game(S *s, int winner) { s->over = 1; s->winner = winner; }\n"
      "static int ranked(const S *s, double rank) { for (int p = 1; p <= PLAYERS; p++) if (s->rank[p] == rank) return "
      "p; return -1; }\n"
      "static int only_active(const S *s) { return s->active && !(s->active & (s->active - 1)) ? "
      "__builtin_ctz(s->active) + 1 : 0; }\n"
      "static void finish_with_first(S *s) { int first = ranked(s, 1.0); if (first > 0) finish_game(s, first); }\n"
      "static void give_win(S *s, int p) {\n  s->active &= ~(1u << (p - 1));\n  double rank = s->wins + 1;\n  "
      "s->wins++;\n  s->rank[p] = rank;\n"
      "  int last = only_active(s);\n  if (last) {\n    s->rank[last] = rank + 1;\n    s->losses++;\n    "
      "finish_with_first(s);\n"
      "    s->active &= ~(1u << (last - 1));\n  } else if (!s->active) {\n    finish_with_first(s);\n  }\n}\n"
      "static void give_loss(S *s, int p) {\n  if (!(s->active >> (p - 1) & 1)) return;\n  s->active &= ~(1u << (p - "
      "1));\n"
      "  if (s->next == p && PLAYERS > 1 && s->active) s->next = next_active(s, p);\n"
      "  if (PLAYERS == 1) { s->active = 0; finish_game(s, 0); return; }\n"
      "  double rank = PLAYERS - s->losses, earlier = rank + 1.0 + 0.5 * (s->losses_now - 1.0);\n  rank = earlier - "
      "0.5;\n"
      "  s->rank[p] = rank;\n  s->losses++;\n  for (int q = 1; q <= PLAYERS; q++) if (s->rank[q] == earlier) "
      "s->rank[q] = rank;\n"
      "  int last = only_active(s);\n  if (!s->active) {\n    finish_with_first(s);\n  } else if (last) {\n"
      "    s->rank[last] = s->wins + 1;\n    double least = s->rank[1];\n    for (int q = 2; q <= PLAYERS; q++) if "
      "(s->rank[q] < least) least = s->rank[q];\n"
      "    int first = ranked(s, least);\n    finish_game(s, first);\n    s->wins++;\n    s->active &= ~(1u << (last - "
      "1));\n  }\n}\n"
      "static void give_draw(S *s) {\n  if (PLAYERS > 1) {\n    double rank = (__builtin_popcount(s->active) + 1) / "
      "2.0 + s->wins;\n"
      "    for (int p = 1; p <= PLAYERS; p++) if (s->rank[p] == 0.0) s->rank[p] = rank;\n  } else {\n    s->rank[1] = "
      "0;\n  }\n"
      "  s->active = 0;\n  finish_game(s, 0);\n  for (int p = 1; p <= PLAYERS; p++) if (s->rank[p] == 1.0) "
      "finish_game(s, p);\n}\n"
      "static void give(S *s, int p, int result) {\n  if (result == 0 && p) { give_win(s, p); return; }\n"
      "  if (result == 1 && p) { give_loss(s, p); s->losses_now++; return; }\n  if (result == 2) { give_draw(s); "
      "return; }\n"
      "  if (result == 0 && PLAYERS > 1) for (int q = 1; q <= PLAYERS; q++) if (s->rank[q] == 0.0) { s->wins++; "
      "s->rank[q] = 1; }\n"
      "  if (result == 1 && PLAYERS > 1) for (int q = 1; q <= PLAYERS; q++) if (s->rank[q] == 0.0) s->rank[q] = "
      "PLAYERS;\n"
      "  s->active = 0;\n  finish_game(s, result == 3 ? PLAYERS + 1 : result > 3 ? -1 : 0);\n}\n");
}

static void score_helper(Emitter *e, Text *out) {
  if (!e->layout.score) return;
  int n = e->game->players;
  text_printf(
      out,
      "static void by_score(S *s, int misere) {\n  s->active = 0;\n  for (int p = 1; p <= %d; p++) {\n    int better = "
      "0, same = 0;\n"
      "    for (int q = 1; q <= %d; q++) {\n      better += misere ? s->score[q] < s->score[p] : s->score[q] > "
      "s->score[p];\n"
      "      same += s->score[q] == s->score[p];\n    }\n    s->rank[p] = better + (same + 1) / 2.0;\n  }\n"
      "  s->over = 1;\n  s->winner = 0;\n  for (int p = %d; p >= 1; p--) if (s->rank[p] == 1.0) s->winner = p;\n}\n",
      n, n, n);
}

static void history_helpers(Emitter *e, Text *out) {
  int bits = history_bits(e), players = e->game->players;
  text_printf(out,
              "INLINE void record(S *s, int mover, int from, int to, int pass) {\n  (void)from, (void)to;\n"
              "  s->made++;\n  s->history = s->history << %d | (u64)((mover - 1) << 1 | pass);\n%s}\n",
              bits, e->uses & USE_LAST ? "  s->last_from = from;\n  s->last_to = to;\n" : "");
  text_puts(out, "#define all_passed(s) all_passed_in((s)->history, (s)->mover, (s)->made, (s)->placed)\n");
  text_printf(out,
              "// Every player's last turn was a single pass.\nstatic int all_passed_in(u64 h, int turn, int i, int "
              "placed) {\n");
  if (players == 1) {
    text_puts(out, "  (void)turn, (void)placed;\n  return i > 0 && (h & 1);\n}\n");
    return;
  }
  text_printf(out,
              "  int pass = 0, in_turn = 0;\n  for (int p = 1; p "
              "<= %d; p++) {\n"
              "    for (;;) {\n      if (i == 0 && !placed) return pass;\n      if (in_turn > 1) return 0;\n      "
              "if (i == 0) return pass && p == %d;\n"
              "      i--;\n      const int mover = (int)(h >> 1 & %d) + 1, is_pass = (int)(h & 1);\n      h >>= %d;\n"
              "      if (mover != turn) {\n        if (!pass) return 0;\n        turn = mover;\n        in_turn = 0;\n "
              "       pass = is_pass;\n        break;\n      }\n"
              "      in_turn++;\n      pass = is_pass;\n    }\n  }\n  return 1;\n}\n",
              players, players, (1 << (bits - 1)) - 1, bits);
}

static void turn_mover_helper(Emitter *e, Text *out) {
  if (!(e->uses & USE_LAST_TURN_MOVER)) return;
  int bits = history_bits(e);
  text_printf(out,
              "static int last_turn_mover(const S *s, int mover) {\n  u64 h = s->history;\n"
              "  for (int i = 0; i < s->made && i < %d; i++, h >>= %d) {\n    const int p = (int)(h >> 1 & %d) + 1;\n  "
              "  if (p != mover) return p;\n  }\n"
              "  if (s->made > %d) exceed();\n  return s->placed ? 0 : -1;\n}\n",
              64 / bits, bits, (1 << (bits - 1)) - 1, 64 / bits);
}

static void team_helper(Emitter *e, Text *out) {
  if (!(e->uses & USE_TEAM_WINS)) return;
  int n = e->game->players;
  text_puts(out, "static const u8 TEAM[] = {");
  for (int p = 0; p <= n; p++) text_printf(out, "%s%d", p ? ", " : "", e->team[p]);
  text_printf(
      out,
      "};\n// All members get the best rank that is free; the last team left is ranked behind them but stays in "
      "the game.\n"
      "static void win_team(S *s, int team) {\n  double rank = 1.0;\n  for (int p = 1; p <= %d; p++) if "
      "(s->rank[p] == rank) { rank += 1.0; p = 0; }\n  int members = 0, last = 0, several = 0;\n"
      "  for (int p = 1; p <= %d; p++) if (TEAM[p] == team) { s->rank[p] = rank; members++; s->active &= ~(1u "
      "<< (p - 1));%s }\n"
      "  for (int p = 1; p <= %d; p++) {\n    if (!(s->active >> (p - 1) & 1) || TEAM[p] == last) continue;\n"
      "    several |= last != 0;\n    last = TEAM[p];\n  }\n  if (several) last = 0;\n"
      "  for (int p = 1; p <= %d && last; p++) if (TEAM[p] == last) s->rank[p] = rank + members;\n"
      "  if (!last && s->active) return;\n  for (int p = 1; p <= %d; p++) if (s->rank[p] == 1.0) { s->over = 1; "
      "s->winner = p; return; }\n}\n",
      n, n, n == 2 ? "" : " s->wins++;", n, n, n);
}

static void swap_helper(Emitter *e, Text *out) {
  if (!e->swaps) return;
  const char *hash = e->repeats && e->hash_follows ? "  hash_seats(s);\n" : "";
  if (*hash) text_puts(out, "INLINE void hash_seats(S *s);\n");
  text_printf(
      out,
      "// Two players exchange their seats.\nstatic void swap_seats(S *s, int a, int b) {\n  int first = 0, second "
      "= 0;\n  for (int i = 2; i >= 1; i--) {\n    if (s->order[i] == a) first = i;\n    if (s->order[i] == b) "
      "second = i;\n  }\n  if (!first || !second) return;\n%s  s->order[first] = b;\n  s->order[second] = "
      "a;\n%s}\n",
      hash, hash);
}

void emit_turn_helpers(Emitter *e, Text *out) {
  swap_helper(e, out);
  turn_mover_helper(e, out);
  if (e->game->players == 2) results_of_two(out);
  else results_of_many(e, out);
  team_helper(e, out);
  score_helper(e, out);
  history_helpers(e, out);
}

// ---- the end of a move --------------------------------------------------------------------------

static void run_end(Emitter *e, Ref end) {
  e->at.sink = SINK_ACTS;
  e->at.may_draw = true;
  e->at.in_loop = true;
  emit_open(e, "%s", "");
  emit_moves(e, (int32_t)end);
  bool passing = !game_has(e->game, GAME_NOT_ALL_PASS);
  if (passing)
    emit_line(e, "if (pass == 1 && !s->over && all_passed(s)) %s;",
              e->game->players == 2 ? "give_draw(s)" : "give(s, 0, 2)");
  if (e->game->players != 2) emit_line(e, "s->losses_now = 0;");
  emit_close(e);
}

static void end_of_phases(Emitter *e, Player mover) {
  bool any = false;
  for (int i = 0; i < e->game->n_phases; i++) any |= e->game->phases[i].end != 0;
  if (!any) return;
  if (e->game->n_phases == 1) {
    run_end(e, e->game->phases[0].end);
    return;
  }
  emit_open(e, "switch (s->phase[%d])", mover);
  for (int i = 0; i < e->game->n_phases; i++) {
    if (!e->game->phases[i].end) continue;
    emit_line(e, "case %d:", i);
    run_end(e, e->game->phases[i].end);
    emit_line(e, "break;");
  }
  emit_close(e);
}

static void check_limits(Emitter *e) {
  const Game *game = e->game;
  emit_open(e, "if (s->active && __builtin_expect(s->turn >= %d || s->moves >= %d, 0))",
            game->max_turns * game->players, game->max_moves);
  if (game->players == 2) {
    emit_line(e, "give_draw(s);");
  } else if (game->players > 1) {
    emit_line(e, "const double rank = (__builtin_popcount(s->active) + 1) / 2.0 + s->wins;");
    emit_line(e, "s->winner = 0;");
    emit_line(e,
              "for (int p = 1; p <= PLAYERS; p++) if (s->rank[p] == 0.0) s->rank[p] = rank; else if (s->rank[p] == "
              "1.0) s->winner = p;");
    emit_line(e, "s->active = 0;");
    emit_line(e, "s->over = 1;");
  } else {
    emit_line(e, "s->rank[1] = 0; s->active = 0; s->over = 1; s->winner = 0;");
  }
  emit_close(e);
}

// The next phase of one player, by the rules of its present one.
static void next_phase(Emitter *e, Player mover, Player player) {
  emit_open(e, "switch (s->phase[%d])", player);
  for (int i = 0; i < e->game->n_phases; i++) {
    const Phase *phase = &e->game->phases[i];
    if (!phase->n_next) continue;
    emit_line(e, "case %d: {", i);
    e->indent++;
    for (int k = 0; k < phase->n_next; k++) {
      const NextPhase *next = &phase->next[k];
      Code who = next->who ? emit_int(e, (int32_t)next->who) : code_const(e, e->game->players + 1);
      if (who.known && who.value != e->game->players + 1 && who.value != player) continue;
      Code cond = next->cond ? emit_int(e, (int32_t)next->cond) : code_const(e, 1);
      const char *test = who.known ? cond.text
                                   : emit_text(e, "(%s == %d || %s == %d) && %s", who.text, player, who.text,
                                               e->game->players + 1, cond.text);
      int of = who.known && who.value > e->game->players ? mover : player;
      if (next->to == PHASE_FOLLOWING && !who.known)
        emit_fail(e, "the phase after that of a player found while playing");
      const char *to = next->to == PHASE_FOLLOWING ? emit_text(e, "(s->phase[%d] + 1) %% %d", of, e->game->n_phases)
                                                   : emit_text(e, "%d", next->to);
      emit_line(e, "if (%s) { s->phase[%d] = %s; break; }", test, player, to);
    }
    emit_line(e, "break;");
    emit_close(e);
  }
  emit_close(e);
}

// Of two players who are each a team the loser stays in the game and is followed by nobody else.
static const char *player_after_next(const Emitter *e) {
  if (e->game->players != 2) return "next_active(s, s->mover)";
  return e->uses & USE_TEAM_WINS ? "s->active == 3 ? 3 - s->mover : (int)s->active" : "3 - s->mover";
}

static void hand_over(Emitter *e, Player mover) {
  bool two = e->game->players == 2;
  if (e->uses & USE_VISITED || e->layout.visited) {
    e->uses |= USE_VISITED | USE_LAST;
    emit_line(
        e, "if (s->next == %d) { s->visited |= r_maybe(s->last_from) | r_maybe(s->last_to); } else s->visited = NONE;",
        mover);
  }
  emit_line(e, "s->prev = %d;", mover);
  if (e->swaps) {  // who swaps moves on, in a new turn
    emit_open(e, "if (pass == 2)");
    if (e->sets_next) emit_line(e, "s->mover = s->next;");
    emit_line(e, "s->next = 3 - s->mover;");
    emit_line(e, "s->turn++;");
    if (e->uses & USE_TURN_SAME) emit_line(e, "s->turn_same = 0;");
    if (e->uses & USE_PASSES) emit_line(e, "s->passes = 0;");
    emit_line(e, "return;");
    emit_close(e);
  }
  if (two && !e->sets_next && !(e->uses & USE_TEAM_WINS)) {
    emit_line(e, "s->mover = %d;", 3 - mover);
    emit_line(e, "s->next = %d;", mover);
    emit_line(e, "s->turn++;");
  } else {
    emit_line(e, "s->mover = s->next;");
    if (e->uses & USE_TURN_SAME) emit_line(e, "s->turn_same = s->mover == %d ? s->turn_same + 1 : 0;", mover);
    emit_line(e, "s->turn += s->mover != %d;", mover);
    emit_line(e, "s->next = %s;", player_after_next(e));
  }
  if (e->uses & USE_PASSES) emit_line(e, "s->passes = pass == 1 ? s->passes + 1 : 0;");
}

// Whether rules ask after a move who is next, who is not the other player after a swap of seats.
static bool swaps_apart(const Emitter *e) {
  const Game *game = e->game;
  uint32_t needs = game->end ? e->plan->needs[game->end] : 0;
  for (int i = 0; i < game->n_phases; i++) {
    const Phase *phase = &game->phases[i];
    if (phase->end) needs |= e->plan->needs[phase->end];
    for (int k = 0; k < phase->n_next; k++) {
      if (phase->next[k].cond) needs |= e->plan->needs[phase->next[k].cond];
      if (phase->next[k].who) needs |= e->plan->needs[phase->next[k].who];
    }
  }
  return game->meta.swap && !e->sets_next && (needs & (PART_NEXT | PART_TRIES));
}

const char *emit_finish_of_swap(const Emitter *e) { return swaps_apart(e) ? "swapped" : "finish"; }

static void write_finish(Emitter *e, const char *name, Player mover, Player next) {
  Text body = {0}, *outer = e->out;
  e->out = &body;
  e->at = emit_context(e, mover);
  bool fixed = !e->sets_next && e->game->players == 2;
  e->at.next = fixed ? code_const(e, next) : code_of("s->next", 0, e->game->players);
  Context clean = e->at;
  emit_open(e, "HOT void %s_%d(S *s, int pass)", name, mover);
  emit_line(e, "(void)pass;");
  emit_line(e, "s->moves++;");
  end_of_phases(e, mover);
  e->at = clean;
  if (e->game->end) {
    emit_open(e, "if (!s->over)");
    run_end(e, e->game->end);
    emit_close(e);
    e->at = clean;
  }
  check_limits(e);
  emit_line(e, "if (!s->active) s->prev = %d;", mover);
  if (e->game->n_phases > 1) {
    emit_open(e, "else");
    for (int p = 1; p <= e->game->players; p++) next_phase(e, mover, p);
    emit_close(e);
    e->at = clean;
  }
  if (e->uses & USE_COUNTER) emit_line(e, "s->counter++;");
  if (e->repeats) emit_line(e, "note_position(s);");
  emit_open(e, "if (s->active)");
  hand_over(e, mover);
  emit_close(e);
  if (e->layout.dice_sum) emit_line(e, "show_sums(s);");
  emit_close(e);
  e->out = outer;
  text_add(&e->functions, text_str(&body));
  text_free(&body);
}

void emit_finish(Emitter *e) {
  for (Player p = 1; p <= e->game->players; p++) write_finish(e, "finish", p, 3 - p);
  for (Player p = 1; p <= 2 && swaps_apart(e); p++) write_finish(e, emit_finish_of_swap(e), p, p);
}
