// Listing, comparing and finding moves by their texts.
#include "play/record/replay_match.h"

#include "state/text/move_text.h"

#include <stdlib.h>

enum { OUTCOMES_MAX = 20000 };  // most outcomes of chance tried for one move
enum { ROLLS_MAX = 5000 };      // most outcomes tried for a roll nobody wrote down

void legal_free(Legal *legal) {
  multiset_free(&legal->ours);
  multiset_free(&legal->theirs);
  text_free(&legal->scratch);
}

// ---- texts ---------------------------------------------------------------------------------------

static const char actions_mark[] = "actions=";

static size_t find_in(Str text, size_t from, const char *what) {
  size_t n = strlen(what);
  for (size_t i = from; i + n <= text.n; i++) {
    if (text.p[i] == what[0] && !memcmp(text.p + i, what, n)) return i;
  }
  return text.n;
}

Str move_text_head(Str text) { return (Str){text.p, find_in(text, 0, actions_mark)}; }

static bool nested_move_at(Str text, size_t i) { return str_starts((Str){text.p + i, text.n - i}, "[Move:mover="); }

void move_text_flat(Text *out, Str text) {
  size_t nested = 0;  // brackets of inner moves to leave out
  int depth = 0, inner[64];
  for (size_t i = 0; i < text.n; i++) {
    char c = text.p[i];
    if (i && c == '[' && nested < COUNT_OF(inner) && nested_move_at(text, i)) {
      inner[nested++] = depth++;
      i = find_in(text, i, actions_mark) + sizeof actions_mark - 2;
      continue;
    }
    depth += (c == '[') - (c == ']');
    if (c == ']' && nested && inner[nested - 1] == depth) nested--;
    else text_char(out, c);
  }
}

// Our move number i. (A copy: working out its consequences may move the list.)
static void add_text(Legal *legal, Position *x, uint32_t i, Text *out, bool complete) {
  Move move = *move_at(x, legal->list, i);
  move_text(out, x, &move, complete);
  legal->work++;
}

// ---- chance --------------------------------------------------------------------------------------

static void script_rewind(Script *script, uint32_t n) {
  script->n = n;
  script->drawn = 0;
}

// The faces of the dice thrown before a move: the updates its actions begin with.
static void read_dice(Script *script, const char *text) {
  static const char update[] = "[SetStateAndUpdateDice:";
  const char *at = text ? strstr(text, actions_mark) : NULL;
  script_rewind(script, 0);
  if (!at) return;
  for (at += sizeof actions_mark - 1; !strncmp(at, update, sizeof update - 1) && script->n < SCRIPT_MAX;) {
    const char *face = strstr(at, "state="), *end = strchr(at, ']');
    if (!face || !end || face > end) return;
    script->at[script->n++] = (uint32_t)strtoul(face + 6, NULL, 10);
    at = end + 1;
    if (*at == ',') at++;
  }
}

// The outcome after the one just seen, in the order of an odometer whose last wheel turns fastest.
static bool next_outcome(Script *script) {
  for (uint32_t i = script->drawn; i-- > 0;) {
    uint32_t shown = i < script->n ? script->at[i] : 0;
    if (shown + 1 >= script->bounds[i]) continue;
    for (uint32_t k = script->n; k < i; k++) script->at[k] = 0;
    script->at[i] = shown + 1;
    script_rewind(script, i + 1);
    return true;
  }
  return false;
}

// The move with its consequences under the first outcome that gives an unused text of theirs (wanted:
// that very text); the first outcome of all when none does. True if there was one.
static bool text_under_chance(Legal *legal, Position *x, uint32_t i, Text *out, const Str *wanted) {
  size_t start = out->n;
  script_rewind(&legal->script, 0);
  for (int tries = 0; tries < OUTCOMES_MAX; tries++) {
    text_add(out, (Str){0});
    out->n = start;
    add_text(legal, x, i, out, true);
    Str text = {out->p + start, out->n - start};
    if (wanted ? str_eq(text, *wanted) : !legal->script.drawn || multiset_find(&legal->theirs, text) >= 0) {
      legal->script.drawn = 0;
      return true;
    }
    if (legal_gave_up(legal) || !next_outcome(&legal->script)) break;
  }
  return false;
}

static size_t common_prefix(Str a, Str b) {
  size_t n = 0;
  while (n < a.n && n < b.n && a.p[n] == b.p[n]) n++;
  return n;
}

// How much of the wanted text comes out under the script, from the beginning.
static size_t agreement(Legal *legal, Position *x, uint32_t i, Text *out, Str wanted) {
  text_clear(out);
  legal->script.drawn = 0;
  add_text(legal, x, i, out, true);
  return common_prefix(text_str(out), wanted) + str_eq(text_str(out), wanted);
}

// Draw number k, so that as much as possible agrees; the draws before it are chosen. Returns how much.
static size_t choose_draw(Legal *legal, Position *x, uint32_t i, Text *out, Str wanted, uint32_t k) {
  enum { VALUES_TRIED = 256 };
  Script *script = &legal->script;
  uint32_t values = MIN(script->bounds[k], (uint32_t)VALUES_TRIED), best = 0;
  size_t most = 0;
  for (uint32_t value = 0; value < values && most <= wanted.n && !legal_gave_up(legal); value++) {
    script->at[k] = value;
    script->n = k + 1;
    size_t agrees = agreement(legal, x, i, out, wanted);
    if (value && agrees <= most) continue;
    most = agrees;
    best = value;
  }
  script->at[k] = best;
  script->n = k + 1;
  return most;
}

// Where there are too many outcomes to try them all: one draw after the other, as they show in the text.
static bool text_by_draws(Legal *legal, Position *x, uint32_t i, Text *out, Str wanted) {
  script_rewind(&legal->script, 0);
  size_t agrees = agreement(legal, x, i, out, wanted);
  for (uint32_t k = 0; k < legal->script.drawn && k < SCRIPT_MAX && agrees <= wanted.n; k++) {
    agrees = choose_draw(legal, x, i, out, wanted, k);
    if (agrees <= wanted.n) agreement(legal, x, i, out, wanted);
  }
  legal->script.drawn = 0;
  return agrees > wanted.n;
}

// ---- both lists ----------------------------------------------------------------------------------

static void add_their_text(Legal *legal, Str text, TraceDetail detail) {
  if (legal->level == REPLAY_MOVES) {
    multiset_add(&legal->theirs, move_text_head(text));
  } else if (detail == TRACE_MOVES) {
    move_text_flat(&legal->theirs.text, text);
    multiset_close_item(&legal->theirs);
  } else {
    multiset_add(&legal->theirs, text);
  }
}

static void add_our_text(Legal *legal, Position *x, uint32_t i, TraceDetail detail) {
  if (legal->level == REPLAY_MOVES) {
    text_clear(&legal->scratch);
    add_text(legal, x, i, &legal->scratch, false);
    multiset_add(&legal->ours, move_text_head(text_str(&legal->scratch)));
    return;
  }
  if (detail == TRACE_CONSEQUENCES) text_under_chance(legal, x, i, &legal->ours.text, NULL);
  else add_text(legal, x, i, &legal->ours.text, false);
  multiset_close_item(&legal->ours);
}

// Hashes are over moves as they were joined, part in part.
static void make_ours(Legal *legal, Position *x, TraceDetail detail) {
  x->keep_parts = detail == TRACE_HASH && legal->level == REPLAY_FULL;
  legal->list = position_moves(x);
  legal->work += LEGAL_WORK_LIST;
  x->keep_parts = false;
  uint32_t drawn = legal->script.drawn, n = legal->script.n;
  uint32_t faces[SCRIPT_MAX];
  memcpy(faces, legal->script.at, n * sizeof *faces);
  multiset_clear(&legal->ours);
  for (uint32_t i = 0; i < legal->list.n; i++) add_our_text(legal, x, i, detail);
  memcpy(legal->script.at, faces, n * sizeof *faces);
  legal->script.n = n;
  legal->script.drawn = drawn;
}

static size_t matched(const Legal *legal) {
  MultisetIndices excess = {0};
  multiset_excess(&legal->theirs, &legal->ours, &excess);
  size_t n = legal->theirs.items.n - excess.n;
  VEC_FREE(&excess);
  return n;
}

// Lists our moves with this value for draw number i; those before it are chosen.
static void list_with(Legal *legal, Position *x, uint32_t i, uint32_t value, TraceDetail detail) {
  position_forget(x, legal->list);
  legal->script.at[i] = value;
  script_rewind(&legal->script, i + 1);
  make_ours(legal, x, detail);
}

// Moves were generated with random values nobody wrote down before them: chooses each, one after the
// other, so that the most recorded moves appear. A hash does not say how many do.
static void guess_outcomes(Legal *legal, Position *x, uint32_t known, TraceDetail detail) {
  const Script *script = &legal->script;
  if (detail == TRACE_HASH) return;
  for (uint32_t i = known; i < script->drawn && !legal_equal(legal, &(TracePly){.detail = detail}); i++) {
    uint32_t best = 0, bound = script->bounds[i];
    size_t most = 0;
    for (uint32_t value = 0; value < bound && !legal_gave_up(legal); value++) {
      list_with(legal, x, i, value, detail);
      if (matched(legal) <= most) continue;
      most = matched(legal);
      best = value;
    }
    list_with(legal, x, i, best, detail);
  }
}

// One outcome of the rolls made before the recorded one, then the recorded faces.
static void make_after(Legal *legal, Position *x, const uint32_t *before, const uint32_t *faces, uint32_t n,
                       TraceDetail detail) {
  Script *script = &legal->script;
  position_forget(x, legal->list);
  if (before) memcpy(script->at, before, n * sizeof *before);
  memcpy(script->at + (before ? n : 0), faces, n * sizeof *faces);
  script_rewind(script, before ? 2 * n : n);
  make_ours(legal, x, detail);
}

// Whether our moves are the recorded ones; where only the move made was written down, whether it is among them.
static bool fits(Legal *legal, Position *x, const TracePly *ply) {
  if (ply->legal || !ply->applied) return legal_equal(legal, ply);
  return legal_find(legal, x, str_of(ply->applied), true) >= 0;
}

// Rules may roll the dice to see whether a player could move, and then again for the player: tries what the
// first roll may have been.
static void guess_roll_before(Legal *legal, Position *x, uint32_t n, const TracePly *ply) {
  Script *script = &legal->script;
  uint32_t before[SCRIPT_MAX] = {0}, faces[SCRIPT_MAX];
  memcpy(faces, script->at, n * sizeof *faces);
  for (int tries = 0; tries < ROLLS_MAX && !legal_gave_up(legal); tries++) {
    make_after(legal, x, before, faces, n, ply->detail);
    if (fits(legal, x, ply)) return;
    uint32_t i = n;
    while (i > 0 && before[i - 1] + 1 >= script->bounds[i - 1]) before[--i] = 0;
    if (i == 0) break;
    before[i - 1]++;
  }
  make_after(legal, x, NULL, faces, n, ply->detail);
}

void legal_make(Legal *legal, Position *x, const TracePly *ply) {
  x->script = &legal->script;
  multiset_clear(&legal->theirs);
  for (size_t i = 0; ply->legal && i < ply->n; i++) {
    const char *text = trace_text(ply->legal, i);
    add_their_text(legal, str_of(text ? text : ""), ply->detail);
  }
  read_dice(&legal->script, ply->legal ? trace_text(ply->legal, 0) : ply->applied);
  uint32_t known = legal->script.n;
  make_ours(legal, x, ply->detail);
  bool rolled_before = known && legal->script.drawn > known && 2 * known <= SCRIPT_MAX;
  if (legal->script.drawn > known) guess_outcomes(legal, x, known, ply->detail);
  if (rolled_before && !fits(legal, x, ply)) guess_roll_before(legal, x, known, ply);
}

bool legal_equal(const Legal *legal, const TracePly *ply) {
  if (ply->detail != TRACE_HASH) return multiset_equal(&legal->ours, &legal->theirs);
  if (legal->list.n != ply->n) return false;
  return legal->level == REPLAY_MOVES || multiset_sorted_hash(&legal->ours) == ply->hash;
}

// ---- the move made -------------------------------------------------------------------------------

// Whether the move, under some outcome, reads so. Only moves that begin alike are worked out.
static bool reads(Legal *legal, Position *x, uint32_t i, Str text, bool complete) {
  text_clear(&legal->scratch);
  add_text(legal, x, i, &legal->scratch, false);
  Str ours = text_str(&legal->scratch);
  if (!str_eq(move_text_head(ours), move_text_head(text))) return false;
  script_rewind(&legal->script, 0);
  if (!complete) return str_eq(ours, text);
  text_clear(&legal->scratch);
  return text_under_chance(legal, x, i, &legal->scratch, &text) || text_by_draws(legal, x, i, &legal->scratch, text);
}

// The move with the same head whose text agrees longest.
static int nearest(Legal *legal, Position *x, Str text, bool complete) {
  int best = -1;
  size_t most = 0;
  for (uint32_t i = 0; i < legal->list.n; i++) {
    text_clear(&legal->scratch);
    script_rewind(&legal->script, 0);
    add_text(legal, x, i, &legal->scratch, complete);
    Str ours = text_str(&legal->scratch);
    if (!str_eq(move_text_head(ours), move_text_head(text))) continue;
    size_t common = common_prefix(ours, text);
    if (best >= 0 && common <= most) continue;
    most = common;
    best = (int)i;
  }
  script_rewind(&legal->script, 0);
  return best;
}

int legal_find(Legal *legal, Position *x, Str text, bool complete) {
  int listed = complete && legal->level == REPLAY_FULL ? multiset_find(&legal->ours, text) : -1;
  if (listed >= 0 && reads(legal, x, (uint32_t)listed, text, complete)) return listed;
  for (uint32_t i = 0; i < legal->list.n; i++) {
    if (reads(legal, x, i, text, complete)) return (int)i;
  }
  return legal->level == REPLAY_MOVES ? nearest(legal, x, text, complete) : -1;
}
