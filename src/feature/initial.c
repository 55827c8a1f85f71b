// Reading the move rules. A statement that makes moves is followed down to where they are made; on the way conditions
// on the sites a move comes from and goes to are noted. What is not understood leaves everything possible.
#include "feature/initial.h"

#include "base/map.h"
#include "rules/operand_names.h"

// Facts on the way down; conditions count only for a site that the slot stands for.
typedef struct Way {
  MoveFacts facts;
  bool to_bound, from_bound;
} Way;

// Moves of pieces that were followed already. Pieces may name each other's: each is followed once for each way there.
typedef struct Followed {
  const Ins *in;
  Way way;
} Followed;

typedef struct Walker {
  const Game *game;
  MoveFactsList *out;
  VEC(Followed) followed;
  int depth;
} Walker;

static const Ins *ins(const Walker *w, int32_t ref) { return program_ins(&w->game->program, (Ref)ref); }

static void emit(Walker *w, MoveFacts facts) {
  for (size_t i = 0; i < w->out->n; i++) {
    if (w->out->at[i].to == facts.to && w->out->at[i].from == facts.from) return;
  }
  VEC_PUSH(w->out, facts);
}

static void emit_any(Walker *w) { emit(w, (MoveFacts){CONTENT_ALL, CONTENT_ALL}); }

// ---- conditions ---------------------------------------------------------------------------------

static bool is_slot(const Walker *w, int32_t ref, Slot slot) {
  const Ins *in = ins(w, ref);
  return ref && in->op == OP_SLOT && in->a[A_SLOT_SLOT] == (int32_t)slot;
}

// Sites of the type pieces stand on: features do not tell others apart.
static bool is_site(const Walker *w, int32_t type, int32_t site, Slot slot) {
  return is_slot(w, site, slot) && (type < 0 || type == (int32_t)w->game->site_type);
}

static bool has_shared_pieces(const Game *game) {
  for (int i = 1; i < game->n_components; i++) {
    if (game->components[i].owner > game->players) return true;
  }
  return false;
}

// Opponents' pieces; what all share is an opponent's for the rules and nobody's for features.
static uint8_t enemy_contents(const Game *game) {
  return has_shared_pieces(game) || game_has(game, GAME_TEAMS) ? CONTENT_ENEMY | CONTENT_OTHER : CONTENT_ENEMY;
}

static uint8_t friend_contents(const Game *game) {
  return game_has(game, GAME_TEAMS) ? CONTENT_FRIEND | CONTENT_ENEMY : CONTENT_FRIEND;
}

static bool who_is(const Walker *w, int32_t player, Slot slot) {
  const Ins *who = ins(w, player);
  return who->op == OP_WHO && is_site(w, who->a[A_WHO_TYPE], who->a[A_WHO_SITE], slot);
}

// What can be on the site of a slot where a condition holds.
static uint8_t contents_if(const Walker *w, int32_t cond, Slot slot) {
  if (!cond) return CONTENT_ALL;
  const Ins *in = ins(w, cond);
  uint8_t contents;
  switch ((int)in->op) {
    case OP_IS_EMPTY:
      return is_site(w, in->a[A_IS_EMPTY_TYPE], in->a[A_IS_EMPTY_SITE], slot) ? CONTENT_EMPTY : CONTENT_ALL;
    case OP_IS_ENEMY: return who_is(w, in->a[A_IS_ENEMY_PLAYER], slot) ? enemy_contents(w->game) : CONTENT_ALL;
    case OP_IS_FRIEND: return who_is(w, in->a[A_IS_FRIEND_PLAYER], slot) ? friend_contents(w->game) : CONTENT_ALL;
    case OP_AND:
      contents = CONTENT_ALL;
      for (int i = 0; i < in->n; i++) contents &= contents_if(w, in->a[i], slot);
      return contents;
    case OP_OR:
      contents = 0;
      for (int i = 0; i < in->n; i++) contents |= contents_if(w, in->a[i], slot);
      return contents;
    case OP_NOT: {
      const Ins *inner = ins(w, in->a[A_NOT_A]);
      bool empty = inner->op == OP_IS_EMPTY && is_site(w, inner->a[A_IS_EMPTY_TYPE], inner->a[A_IS_EMPTY_SITE], slot);
      return empty ? CONTENT_ALL & ~CONTENT_EMPTY : CONTENT_ALL;
    }
    default: return CONTENT_ALL;
  }
}

static Way with_condition(const Walker *w, Way way, int32_t cond) {
  if (way.to_bound) way.facts.to &= contents_if(w, cond, SLOT_TO);
  if (way.from_bound) way.facts.from &= contents_if(w, cond, SLOT_FROM);
  return way;
}

static uint8_t contents_of_region(const Walker *w, int32_t region) {
  return region && ins(w, region)->op == OP_EMPTY ? CONTENT_EMPTY : CONTENT_ALL;
}

// ---- statements ---------------------------------------------------------------------------------

static void follow(Walker *w, int32_t ref, Way way);

static bool same_way(Way a, Way b) {
  return a.facts.to == b.facts.to && a.facts.from == b.facts.from && a.to_bound == b.to_bound &&
         a.from_bound == b.from_bound;
}

// Whether this statement was followed in this way before; if not, it is now.
static bool is_followed(Walker *w, const Ins *in, Way way) {
  for (size_t i = 0; i < w->followed.n; i++) {
    if (w->followed.at[i].in == in && same_way(w->followed.at[i].way, way)) return true;
  }
  VEC_PUSH(&w->followed, (Followed){in, way});
  return false;
}

static void follow_pieces(Walker *w, const Ins *in, Way way) {
  if (is_followed(w, in, way)) return;
  const Ins *player = ins(w, in->a[A_FOR_PIECES_PLAYER]);
  bool mover = player->op == OP_HEAD && player->a[A_HEAD_VAR] == HEAD_MOVER;
  bool on_top = !game_has(w->game, GAME_STACKING);
  way.from_bound = true;
  way.facts.from = mover && on_top ? CONTENT_FRIEND : CONTENT_ALL;
  if (in->a[A_FOR_PIECES_BODY]) {
    follow(w, in->a[A_FOR_PIECES_BODY], way);
    return;
  }
  for (int i = 1; i < w->game->n_components; i++) {
    if (w->game->components[i].moves) follow(w, (int32_t)w->game->components[i].moves, way);
  }
}

static void follow_moves_to(Walker *w, Way way, uint8_t to) {
  way.facts.to = to;
  emit(w, way.facts);
}

static void follow_from_to(Walker *w, const Ins *in) {
  bool plain = in->a[A_FROM_TO_TYPE_TO] < 0 || in->a[A_FROM_TO_TYPE_TO] == (int32_t)w->game->site_type;
  MoveFacts facts = {CONTENT_ALL, CONTENT_ALL};
  if (plain) facts.to = contents_of_region(w, in->a[A_FROM_TO_TO]) & contents_if(w, in->a[A_FROM_TO_TO_IF], SLOT_TO);
  emit(w, facts);
}

static void follow_placement(Walker *w, const Ins *in) {
  bool plain = in->a[A_ADD_PIECE_TYPE] < 0 || in->a[A_ADD_PIECE_TYPE] == (int32_t)w->game->site_type;
  uint8_t to = plain ? contents_of_region(w, in->a[A_ADD_PIECE_REGION]) : CONTENT_ALL;
  if (plain) to &= contents_if(w, in->a[A_ADD_PIECE_IF], SLOT_TO);
  emit(w, (MoveFacts){to, CONTENT_ALL});
}

static void follow(Walker *w, int32_t ref, Way way) {
  const Ins *in = ins(w, ref);
  if (!ref) return;
  if (++w->depth > 200) {
    emit_any(w);
    w->depth--;
    return;
  }
  switch ((int)in->op) {
    case OP_NOTHING: break;
    case OP_SEQ:
    case OP_FIRST_OF:
      for (int i = 0; i < in->n; i++) follow(w, in->a[i], way);
      break;
    case OP_IF_MOVES:
      follow(w, in->a[A_IF_MOVES_THEN], with_condition(w, way, in->a[A_IF_MOVES_COND]));
      if (in->n > A_IF_MOVES_ELSE) follow(w, in->a[A_IF_MOVES_ELSE], way);
      break;
    case OP_WITH_THEN: follow(w, in->a[A_WITH_THEN_BODY], way); break;
    case OP_FOR_PIECES: follow_pieces(w, in, way); break;
    case OP_FOR_STEPS:
      way.to_bound = true;
      way.facts.to = CONTENT_ALL;
      if (in->a[A_FOR_STEPS_FROM]) way.facts.from = CONTENT_ALL;
      follow(w, in->a[A_FOR_STEPS_BODY], way);
      break;
    case OP_MOVE_PIECE: emit(w, way.to_bound ? way.facts : (MoveFacts){CONTENT_ALL, CONTENT_ALL}); break;
    case OP_HOP: follow_moves_to(w, way, contents_if(w, in->a[A_HOP_GO], SLOT_TO)); break;
    case OP_LEAP_TO: follow_moves_to(w, way, contents_if(w, in->a[A_LEAP_TO_IF], SLOT_TO)); break;
    case OP_SLIDE:
      follow_moves_to(w, way, in->a[A_SLIDE_GO] || in->a[A_SLIDE_STOP] ? CONTENT_ALL : CONTENT_EMPTY);
      break;
    case OP_FROM_TO: follow_from_to(w, in); break;
    case OP_ADD_PIECE: follow_placement(w, in); break;
    default: emit_any(w); break;
  }
  w->depth--;
}

void move_facts(const Game *game, MoveFactsList *out) {
  Walker w = {.game = game, .out = out};
  Way way = {.facts = {CONTENT_ALL, CONTENT_ALL}};
  if (game->automaton || game->n_subgames) emit_any(&w);
  for (int i = 0; i < game->n_phases && !game->automaton; i++) follow(&w, (int32_t)game->phases[i].play, way);
  if (!out->n) emit_any(&w);
  VEC_FREE(&w.followed);
}

// ---- features -----------------------------------------------------------------------------------

// What an element at the site of a move lets be there.
static uint8_t contents_of(const FeatureElement *e) {
  uint8_t contents = CONTENT_ALL;
  switch (e->kind) {
    case ELEMENT_EMPTY: contents = CONTENT_EMPTY; break;
    case ELEMENT_FRIEND: contents = CONTENT_FRIEND; break;
    case ELEMENT_ENEMY: contents = CONTENT_ENEMY; break;
    case ELEMENT_ITEM: return e->negated ? CONTENT_ALL : CONTENT_ALL & ~CONTENT_EMPTY;
    case ELEMENT_OFF: return e->negated ? CONTENT_ALL : 0;
    default: return CONTENT_ALL;
  }
  return e->negated ? CONTENT_ALL & ~contents : contents;
}

static uint8_t contents_at(const Feature *f, FeaturePlace place) {
  uint8_t contents = CONTENT_ALL;
  if (!f->has[place] || f->at[place].n) return contents;
  for (int i = 0; i < f->n; i++) {
    if (f->elements[i].walk.n == 0) contents &= contents_of(&f->elements[i]);
  }
  return contents;
}

bool feature_possible(const Feature *f, const MoveFactsList *facts) {
  uint8_t to = contents_at(f, PLACE_TO), from = contents_at(f, PLACE_FROM);
  for (size_t i = 0; i < facts->n; i++) {
    if (facts->at[i].to & to && facts->at[i].from & from) return true;
  }
  return false;
}

typedef struct Maker {
  Arena *arena;
  const FeatureSpace *space;
  Features *out;
  Map known;
} Maker;

static void keep(Maker *m, Feature feature) {
  if (m->out->n > FEATURES_MAX) return;
  Text text = {0};
  feature_normalise(m->arena, &feature, m->space->rotations);
  feature_print(&text, &feature);
  if (!map_get(&m->known, text_str(&text))) {
    map_put(&m->known, arena_str(m->arena, text_str(&text)), m);
    VEC_PUSH(m->out, feature);
  }
  text_free(&text);
}

// The elements that say what is left of the contents, at the anchor.
static int elements_for(uint8_t contents, FeatureElement *out) {
  static const struct {
    uint8_t content;
    ElementKind kind;
  } rows[] = {{CONTENT_EMPTY, ELEMENT_EMPTY}, {CONTENT_FRIEND, ELEMENT_FRIEND}, {CONTENT_ENEMY, ELEMENT_ENEMY}};
  int n = 0;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (contents != rows[i].content) continue;
    out[0] = (FeatureElement){.kind = rows[i].kind};
    return 1;
  }
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (!(contents & rows[i].content)) out[n++] = (FeatureElement){.kind = rows[i].kind, .negated = true};
  }
  return n;
}

static void keep_kind(Maker *m, FeaturePlace place, uint8_t contents, const Features *atomic) {
  FeatureElement elements[8];
  int n = elements_for(contents, elements);
  Feature base = {.n = n, .elements = elements};
  base.has[place] = true;
  keep(m, base);
  for (size_t i = 0; i < atomic->n; i++) {
    const Feature *f = &atomic->at[i];
    if (f->n != 1 || feature_reactive(f) || !f->has[place]) continue;
    uint8_t asked = f->elements[0].walk.n ? contents : contents_of(&f->elements[0]) & contents;
    if (!asked || (!f->elements[0].walk.n && asked == contents && f->elements[0].kind <= ELEMENT_OFF)) continue;
    elements[n] = f->elements[0];
    Feature more = base;
    more.n = n + 1;
    keep(m, more);
  }
}

bool set_initial(FeatureSet **set, const FeatureSpace *space) {
  Arena arena = {0};
  Features atomic = {0}, features = {0};
  MoveFactsList facts = {0};
  Maker m = {.arena = &arena, .space = space, .out = &features};
  map_init(&m.known, &arena);
  move_facts(space->game, &facts);
  bool good = atomic_features(&arena, space, 2, 2, &atomic);
  for (size_t i = 0; good && i < facts.n; i++) {
    keep_kind(&m, PLACE_TO, facts.at[i].to, &atomic);
    if (space->uses_from) keep_kind(&m, PLACE_FROM, facts.at[i].from, &atomic);
    good = features.n <= FEATURES_MAX;
  }
  if (good) set_of_features(set, space, features.at, (int)features.n);
  VEC_FREE(&atomic);
  VEC_FREE(&features);
  VEC_FREE(&facts);
  arena_free(&arena);
  return good;
}
