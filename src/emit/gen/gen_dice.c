// Chance: dice that are rolled and used, numbers and sites drawn. The state keeps the random stream of the game's
// chance, so that the draws are those of the interpreter.
#include "emit/emit_internal.h"
#include "state/run/run.h"

#include "rules/effects.h"

// ---- the dice of a game -------------------------------------------------------------------------

enum { DICE_MAX = 64 };

typedef struct Die {
  int32_t site, what;
  int hand;
} Die;

// All dice, hand by hand; returns how many.
static int find_dice(const Game *game, Die *dice) {
  int n = 0, hand = 0;
  int32_t what = 0;
  for (int c = 0; c < game->n_containers; c++) {
    const Container *at = &game->containers[c];
    if (at->kind != CONTAINER_DICE) continue;
    for (int i = 0; i < at->n && n < DICE_MAX; i++) {
      do what++;
      while (what < game->n_components && game->components[what].kind != COMPONENT_DIE);
      if (what >= game->n_components) return n;
      dice[n++] = (Die){at->first + i, what, hand};
    }
    hand++;
  }
  return n;
}

// The faces of all dice, the least and the greatest; 0 is that of a die that was used.
static Code face_bounds(const Game *game) {
  Code bounds = {.min = 0, .max = 0};
  for (int c = 1; c < game->n_components; c++) {
    for (int f = 0; f < game->components[c].n_faces; f++) {
      bounds.min = MIN(bounds.min, game->components[c].faces[f]);
      bounds.max = MAX(bounds.max, game->components[c].faces[f]);
    }
  }
  return bounds;
}

// What up to three dice show together, under a name.
static Code pips_of(Emitter *e, const char *name) {
  enum { DICE_ADDED = 3 };
  Code face = face_bounds(e->game);
  int64_t min = DICE_ADDED * (int64_t)face.min, max = DICE_ADDED * (int64_t)face.max;
  bool wraps = min < INT32_MIN || max > INT32_MAX;
  return wraps ? code_of(name, INT32_MIN, INT32_MAX) : code_of(name, (int32_t)min, (int32_t)max);
}

static const Container *dice_hand(const Game *game, int32_t number, int *first_die) {
  int hand = 0;
  *first_die = 0;
  for (int c = 0; c < game->n_containers; c++) {
    const Container *at = &game->containers[c];
    if (at->kind != CONTAINER_DICE) continue;
    if (hand++ == number) return at;
    *first_die += at->n;
  }
  return NULL;
}

static int n_dice(const Game *game) {
  int n = 0;
  for (int c = 0; c < game->n_containers; c++)
    n += game->containers[c].kind == CONTAINER_DICE ? game->containers[c].n : 0;
  return n;
}

static int hands_of(const Game *game) {
  int n = 0;
  for (int c = 0; c < game->n_containers; c++) n += game->containers[c].kind == CONTAINER_DICE;
  return n;
}

void emit_dice_fields(Emitter *e, Text *out) {
  Die dice[DICE_MAX];
  if (e->draws) text_puts(out, "  Rng chance;\n");
  if (!e->layout.dice) return;
  if (n_dice(e->game) > DICE_MAX) emit_fail(e, "more than %d dice", DICE_MAX);
  text_printf(out, "  i32 dice[%d], dice_sum[%d], dice_equal;\n", MAX(find_dice(e->game, dice), 1),
              MAX(hands_of(e->game), 1));
}

static void face_helpers(Emitter *e, Text *out, const Die *dice, int n) {
  int most = 1, t = emit_type(e, SITE_CELL);
  if (!emit_stacking(e) && !e->layout.sites[t].state) emit_fail(e, "dice beside a board of other sites");
  for (int i = 0; i < n; i++) most = MAX(most, e->game->components[dice[i].what].n_faces);
  text_printf(out, "static const i32 DIE_FACES[] = {");
  for (int i = 0; i < n; i++) text_printf(out, "%d, ", e->game->components[dice[i].what].n_faces);
  text_printf(out, "};\nstatic const i16 DIE_SITE[] = {");
  for (int i = 0; i < n; i++) text_printf(out, "%d, ", dice[i].site);
  text_printf(out, "};\nstatic const i32 DIE_FACE[][%d] = {", most);
  for (int i = 0; i < n; i++) {
    const Component *die = &e->game->components[dice[i].what];
    text_puts(out, "{");
    for (int f = 0; f < die->n_faces; f++) text_printf(out, "%d, ", die->faces[f]);
    text_puts(out, die->n_faces ? "}, " : "0}, ");
  }
  text_puts(out, "};\n");
  const char *show = emit_text(e, "  s->state%d[DIE_SITE[d]] = (i16)face;\n", t);
  if (emit_stacking(e)) show = emit_text(e, "  top%d(s, DIE_SITE[d])->state = (i16)face;\n", t);
  text_printf(out,
              "INLINE void face_up(S *s, int d, int face) {\n  if (face < 0) return;\n%s"
              "  if (face < DIE_FACES[d]) s->dice[d] = DIE_FACE[d][face];\n}\n",
              show);
}

static void sum_helpers(Emitter *e, Text *out) {
  int die = 0, hand = 0, t = emit_type(e, SITE_CELL);
  Text shown = {0};
  text_puts(out, "INLINE void sum_dice(S *s) {\n");
  for (int c = 0; c < e->game->n_containers; c++) {
    const Container *at = &e->game->containers[c];
    if (at->kind != CONTAINER_DICE) continue;
    text_printf(out, "  s->dice_sum[%d] = (int)(0u", hand);
    text_printf(&shown, "  s->dice_sum[%d] = (int)(0u", hand++);
    for (int i = 0; i < at->n; i++, die++) {
      const char *face = emit_stacking(e) ? emit_text(e, "top%d(s, %d)->state", t, at->first + i)
                                          : emit_text(e, "s->state%d[%d]", t, at->first + i);
      text_printf(out, " + (u32)s->dice[%d]", die);
      text_printf(&shown, " + (u32)((u32)%s < DIE_FACES[%d] ? DIE_FACE[%d][%s] : 0)", face, die, die, face);
    }
    text_puts(out, ");\n");
    text_puts(&shown, ");\n");
  }
  text_printf(out,
              "}\n// At the end of a move the sums are those of the faces shown.\nINLINE void show_sums(S *s) {\n%s}\n",
              shown.p ? shown.p : "");
  text_free(&shown);
}

// A search may prescribe what is drawn (state/run/run.h), after what was drawn when the moves were listed.
void emit_chance_helpers(const Emitter *e, Text *out) {
  if (!e->draws) return;
  text_printf(out,
              "typedef struct Script { u8 noting, weighted; double probability; u32 n, drawn, at[%d], bounds[%d]; } "
              "Script;\n"
              "static _Thread_local const Script *listed;\nstatic _Thread_local Script *script;\n"
              "static _Thread_local u32 replayed;\n"
              "void senet_prescribe(const Script *before, Script *now) { listed = before; script = now; replayed = 0; "
              "}\n"
              "static u32 draw_chance(Rng *r, u32 bound) {\n"
              "  if (!script) return below(r, bound);\n"
              "  if (listed && replayed < listed->drawn) return listed->at[replayed++];\n"
              "  if (script->drawn == %d) return script->noting ? below(r, bound) : 0;\n"
              "  const u32 i = script->drawn++;\n  script->bounds[i] = bound;\n"
              "  if (script->noting) return script->at[i] = below(r, bound);\n"
              "  script->probability /= bound;\n"
              "  if (i >= script->n || script->at[i] >= bound) script->at[i] = 0;\n"
              "  return script->at[i];\n}\n",
              SCRIPT_MAX, SCRIPT_MAX, SCRIPT_MAX);
}

void emit_dice_helpers(Emitter *e, Text *out) {
  Die dice[DICE_MAX];
  int n = e->layout.dice ? find_dice(e->game, dice) : 0;
  if (!n) return;
  face_helpers(e, out, dice, n);
  sum_helpers(e, out);
  if (e->draws)
    text_printf(out,
                "static void roll(S *s) {\n  int shown = -1, equal = 1, faces[%d];\n  for (int d = 0; d < %d; d++) {\n"
                "    const int face = (int)draw_chance(&s->chance, DIE_FACES[d] ? DIE_FACES[d] : 1);\n"
                "    if (shown != -1 && shown != face) equal = 0;\n    if (shown == -1) shown = face;\n    faces[d] = "
                "face;\n  }\n  for (int d = 0; d < %d; d++) face_up(s, d, faces[d]);\n"
                "  s->dice_equal = equal;\n  sum_dice(s);\n}\n",
                n, n, n);
  text_puts(out, "static void replay_dice(S *s, int face) {\n  (void)s, (void)face;\n");
  for (int h = 0; h < hands_of(e->game); h++) {
    int first;
    const Container *hand = dice_hand(e->game, h, &first);
    int last = e->game->components[dice[MIN(first + hand->n - 1, n - 1)].what].n_faces;
    text_printf(out, "  if (face < %d) for (int d = %d; d < %d; d++) face_up(s, d, face);\n", last, first,
                first + hand->n);
  }
  text_puts(out, "}\n");
}

void emit_dice_copy(Emitter *e, Text *load, Text *store) {
  Die dice[DICE_MAX];
  if (!e->layout.dice) return;
  int n = find_dice(e->game, dice), hands = hands_of(e->game);
  text_printf(load,
              "  for (int d = 0; d < %d; d++) s->dice[d] = AT(i32, %u + 4 * d);\n  for (int h = 0; h < %d; h++) "
              "s->dice_sum[h] = AT(i32, %u + 4 * h);\n  s->dice_equal = AT(i32, %zu);\n",
              n, e->layout.dice, hands, e->layout.dice_sum, offsetof(StateHead, dice_equal));
  text_printf(
      store,
      "  for (int d = 0; d < %d; d++) AT(i32, %u + 4 * d) = s->dice[d];\n  for (int h = 0; h < %d; h++) AT(i32, "
      "%u + 4 * h) = s->dice_sum[h];\n  AT(i32, %zu) = s->dice_equal;\n",
      n, e->layout.dice, hands, e->layout.dice_sum, offsetof(StateHead, dice_equal));
}

// ---- rolling and using --------------------------------------------------------------------------

static void op_roll(Emitter *e, const Ins *in, Ref ref) {
  (void)in, (void)ref;
  if (e->at.sink != SINK_ACTS) emit_fail(e, "ROLL as a choice");
  if (e->layout.dice) emit_line(e, "roll(s);");
  emit_thens(e);
}

// The dice, a bit each, that moves may use together: each alone, then sums of two or three.
static int dice_sets(int n, bool sums, int32_t *sets) {
  int count = 0;
  for (int i = 0; i < n; i++) sets[count++] = 1 << i;
  if (!sums || (n != 2 && n != 3)) return count;
  if (n == 3) sets[count++] = 7;
  for (int i = 0; i < n - 1; i++) {
    for (int j = i + 1; j < n; j++) sets[count++] = 1 << i | 1 << j;
  }
  return count;
}

static void op_for_dice(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  Code hand = emit_int_or(e, in->a[A_FOR_DICE_HAND], 0);
  int first, n;
  if (!hand.known) emit_fail(e, "FOR_DICE of a hand found while playing");
  if (e->at.sink == SINK_ACTS) emit_fail(e, "FOR_DICE of effects");
  if (e->at.dice.text) emit_fail(e, "FOR_DICE inside another");
  const Container *dice = e->why ? NULL : dice_hand(e->game, hand.value, &first);
  if (!dice) return;
  n = dice->n;
  if (n > 15) {
    emit_fail(e, "more than 15 dice");
    return;
  }
  Code sums = emit_bind(e, emit_int_or(e, in->a[A_FOR_DICE_COMBINED], 0));
  int32_t sets[DICE_MAX];
  int count = dice_sets(n, !(sums.known && !sums.value), sets);
  const char *table = emit_int_table(e, sets, count), *k = emit_name(e, "k"), *set = emit_name(e, "dice"),
             *pips = emit_name(e, "pips"), *d = emit_name(e, "d"), *used = emit_name(e, "used");
  emit_open(e, "for (int %s = 0; %s < %d; %s++)", k, k, count, k);
  emit_line(e, "const int %s = %s[%s];", set, table, k);
  emit_line(e, "int %s = 0, %s = 0;", pips, used);
  emit_open(e, "for (int %s = 0; %s < %d; %s++)", d, d, n, d);
  emit_line(e, "const int value = %s >> %s & 1 ? %s->dice[%d + %s] : 1;", set, d, e->at.s, first, d);
  emit_line(e, "%s |= value == 0;", used);
  emit_line(e, "if (%s >> %s & 1) %s = (int)((u32)%s + (u32)value);", set, d, pips, pips);
  emit_close(e);
  if (count > n) emit_line(e, "if (%s >= %d && (%s || !(%s))) continue;", k, n, used, sums.text);
  e->at.in_loop = true;
  e->at.slot[SLOT_PIPS] = pips_of(e, pips);
  e->at.dice = code_of(set, 1, 0x7fff);
  e->at.dice_in = in;
  if (in->a[A_FOR_DICE_IF]) emit_open(e, "if (%s)", emit_cond(e, in->a[A_FOR_DICE_IF]));
  emit_moves(e, in->a[A_FOR_DICE_BODY]);
  if (in->a[A_FOR_DICE_IF]) emit_close(e);
  emit_close(e);
  e->at = old;
}

// What has to be known about the dice before a move that uses some is made.
void emit_before_dice(Emitter *e) {
  const Ins *in = e->at.dice_in;
  int first, n;
  if (!e->at.dice.text) return;
  const Container *dice = dice_hand(e->game, emit_int_or(e, in->a[A_FOR_DICE_HAND], 0).value, &first);
  n = dice->n;
  e->uses |= USE_TEMP;
  emit_line(e, "const int temp_before = s->temp;");
  emit_line(e, "int again = %s;", in->a[A_FOR_DICE_AGAIN] ? emit_int(e, in->a[A_FOR_DICE_AGAIN]).text : "0");
  emit_line(e, "for (int d = 1; d < %d; d++) again &= s->dice[%d + d] == s->dice[%d];", n, first, first);
  emit_line(e, "const int die_before = s->dice[%d + __builtin_ctz((u32)%s)];", first, e->at.dice.text);
}

// The dice are used; equal ones are perhaps played a second time.
void emit_use_dice(Emitter *e) {
  const Ins *in = e->at.dice_in;
  int first;
  if (!e->at.dice.text) return;
  const Container *dice = dice_hand(e->game, emit_int_or(e, in->a[A_FOR_DICE_HAND], 0).value, &first);
  const char *set = e->at.dice.text;
  emit_line(e, "for (int d = 0; d < %d; d++) if (%s >> d & 1) s->dice[%d + d] = 0;", dice->n, set, first);
  emit_note_sites(e, "-1", emit_text(e, "%d + 31 - __builtin_clz((u32)%s)", dice->first, set));
  emit_open(e, "if (!(%s & (%s - 1)))", set, set);
  emit_line(e, "if (again) s->temp = temp_before == -1 ? die_before : -1;");
  emit_line(e, "else if (temp_before != -1) replay_dice(s, temp_before - 1);");
  emit_close(e);
}

// ---- asking -------------------------------------------------------------------------------------

static Code op_dice_sum(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_DICE_SUM_PLAYER]));
  const char *text = "0";
  for (int h = hands_of(e->game) - 1; h >= 0; h--) {
    int first;
    const Container *hand = dice_hand(e->game, h, &first);
    text = emit_text(e, "%s == %d ? %s->dice_sum[%d] : %s", player.text, hand->owner, e->at.s, h, text);
  }
  return code_of(emit_text(e, "(%s)", text), INT32_MIN, INT32_MAX);
}

static Code op_dice_used(Emitter *e, const Ins *in) {
  (void)in;
  Die dice[DICE_MAX];
  int n = find_dice(e->game, dice);
  if (!n) return code_const(e, 1);
  const char *used = emit_name(e, "c");
  emit_line(e, "int %s = 1;", used);
  emit_line(e, "for (int d = 0; d < %d; d++) %s &= %s->dice[d] == 0;", n, used, e->at.s);
  return code_of(used, 0, 1);
}

static Code op_any_die(Emitter *e, const Ins *in) {
  Code value = emit_bind(e, emit_int(e, in->a[A_ANY_DIE_VALUE]));
  int first;
  const Container *hand = dice_hand(e->game, 0, &first);
  if (!hand) return code_const(e, 0);
  const char *any = emit_name(e, "c");
  emit_line(e, "int %s = 0;", any);
  emit_line(e, "for (int d = 0; d < %d; d++) %s |= %s->dice[d] == %s;", hand->n, any, e->at.s, value.text);
  return code_of(any, 0, 1);
}

static Code op_face(Emitter *e, const Ins *in) {
  Code site = emit_bind(e, emit_int(e, in->a[A_FACE_SITE]));
  Die dice[DICE_MAX];
  int n = find_dice(e->game, dice), t = emit_type(e, SITE_CELL);
  if (!n) return code_const(e, -1);
  const char *face = emit_name(e, "i");
  emit_line(e, "int %s = -1;", face);
  const char *shown = emit_stacking(e) ? emit_text(e, "state_on%d(%s, DIE_SITE[d], -1)", t, e->at.s)
                                       : emit_text(e, "%s->state%d[DIE_SITE[d]]", e->at.s, t);
  emit_line(e, "for (int d = 0; d < %d; d++) if (DIE_SITE[d] == %s && (u32)%s < DIE_FACES[d]) %s = DIE_FACE[d][%s];", n,
            site.text, shown, face, shown);
  return code_of(face, INT32_MIN, INT32_MAX);
}

// ---- numbers ------------------------------------------------------------------------------------

static bool can_draw(Emitter *e) {
  // What a chosen move does itself is worked out when moves are listed.
  if (e->at.sink != SINK_ACTS || !e->at.may_draw) emit_fail(e, "chance while moves are looked for");
  return !e->why;
}

static Code op_random(Emitter *e, const Ins *in) {
  Code min = emit_bind(e, emit_int(e, in->a[A_RANDOM_MIN])), max = emit_bind(e, emit_int(e, in->a[A_RANDOM_MAX]));
  const char *drawn = emit_name(e, "i");
  if (!can_draw(e)) return code_const(e, 0);
  emit_line(e, "int %s = -1;", drawn);
  const char *more = emit_text(e, "((u32)(%s) - (u32)(%s))", max.text, min.text);
  emit_line(e, "if (%s <= %s) %s = (int)((u32)(%s) + draw_chance(&s->chance, %s + (%s < ~0u)));", min.text, max.text,
            drawn, min.text, more, more);
  return code_of(drawn, MIN(min.min, -1), MAX(max.max, -1));
}

static const char *op_random_sites(Emitter *e, const Ins *in) {
  const char *rest = emit_name(e, "r"), *out = emit_name(e, "r"), *left = emit_name(e, "k"), *n = emit_name(e, "n");
  const char *region = emit_region(e, in->a[A_RANDOM_SITES_REGION]);
  Code count = emit_bind(e, emit_int(e, in->a[A_RANDOM_SITES_N]));
  if (!can_draw(e)) return "NONE";
  emit_line(e, "R %s = %s, %s = NONE;", rest, region, out);
  emit_line(e, "int %s = r_count(%s);", n, rest);
  emit_open(e, "for (int %s = %s < %s ? %s : %s; %s > 0; %s--, %s--)", left, count.text, n, count.text, n, left, left,
            n);
  emit_line(e, "const int drawn = r_select(%s, draw_chance(&s->chance, (u32)%s));", rest, n);
  emit_line(e, "r_add(&%s, drawn); r_drop(&%s, drawn);", out, rest);
  emit_close(e);
  return out;
}

const EmitRow emit_dice_rows[] = {
    {OP_ROLL, .as_moves = op_roll},
    {OP_FOR_DICE, .as_moves = op_for_dice},
    {OP_DICE_SUM, .as_int = op_dice_sum},
    {OP_DICE_USED, .as_int = op_dice_used},
    {OP_ANY_DIE, .as_int = op_any_die},
    {OP_FACE, .as_int = op_face},
    {OP_RANDOM, .as_int = op_random},
    {OP_RANDOM_SITES, .as_region = op_random_sites},
    {0},
};
