// Which track a ludeme means. Names and owners are known when a game is compiled, so the choice becomes a
// constant array: the track for each player, or -1. Ludemes differ in how they choose.
#include "lud/lower/lower.h"

typedef struct Wish {
  Str name;  // empty: none
  Player player;
} Wish;

typedef bool Suits(const Track *track, Wish wish);

// The name may be part of the track's own.
static bool name_in(const Track *track, Wish wish) {
  size_t n = strlen(track->name);
  for (size_t i = 0; i + wish.name.n <= n; i++) {
    if (!memcmp(track->name + i, wish.name.p, wish.name.n)) return true;
  }
  return false;
}
static bool own(const Track *track, Wish wish) { return track->owner == wish.player; }
static bool unowned(const Track *track, Wish wish) { return (void)wish, track->owner == 0; }
static bool own_named(const Track *track, Wish wish) { return wish.name.n && own(track, wish) && name_in(track, wish); }
static bool named(const Track *track, Wish wish) { return wish.name.n && name_in(track, wish); }
static bool any(const Track *track, Wish wish) { return (void)track, (void)wish, true; }

static bool for_sites(const Track *track, Wish wish) {
  if (str_is(wish.name, track->name)) return true;
  return (!wish.name.n || name_in(track, wish)) && (own(track, wish) || unowned(track, wish));
}

static bool for_place(const Track *track, Wish wish) {
  if (!wish.name.n) return own(track, wish) || unowned(track, wish);
  return name_in(track, wish) && (wish.player == 0 || own(track, wish));
}

static bool for_sowing(const Track *track, Wish wish) {
  if (!wish.name.n) return true;
  return wish.player == GAME_OFF ? str_is(wish.name, track->name) : own_named(track, wish);
}

// Tried in order.
static Suits *const choices[][4] = {
    [TRACK_TO_MOVE] = {own_named, named, own, unowned},
    [TRACK_TO_COUNT] = {own_named, own, unowned},
    [TRACK_PLACE] = {for_place, any},
    [TRACK_SITES] = {for_sites},
    [TRACK_TO_SOW] = {for_sowing},
};

static int32_t choose(const Game *game, TrackChoice choice, Wish wish) {
  for (size_t i = 0; i < COUNT_OF(choices[0]) && choices[choice][i]; i++) {
    for (int t = 0; t < game->n_tracks; t++) {
      if (choices[choice][i](&game->tracks[t], wish)) return t;
    }
  }
  return -1;
}

int lower_tracks(Lower *lower, TrackChoice choice, const Term *name) {
  int32_t tracks[GAME_PLAYERS_MAX + 3];
  Wish wish = {.name = name ? name->text : (Str){0}};
  int n = 0;
  for (wish.player = GAME_OFF; wish.player <= lower->game->players + 1; wish.player++) {
    tracks[n++] = choose(lower->game, choice, wish);
  }
  return builder_array(B, tracks, n);
}

static Ref player_or(Lower *lower, const Term *who, int32_t otherwise) {
  return who ? lower_player(lower, who) : builder_const(B, otherwise);
}

// (trackSite Move [from:int] [roleType | player | string] steps:int)
Ref lower_track_move(Lower *lower, const Term *term) {
  const Term *from = term_arg(term, L_TRACK_MOVE_FROM), *which = term_arg(term, L_TRACK_MOVE_ROLE_TYPE);
  const Term *name = which && which->kind == TERM_STRING ? which : NULL;
  return EMIT(B, OP_TRACK_MOVE, lower_tracks(lower, TRACK_TO_MOVE, name),
              (int32_t)(which && !name ? lower_player(lower, which) : lower_mover(lower)),
              (int32_t)(from ? lower_int(lower, from) : lower_slot(lower, SLOT_FROM)),
              (int32_t)lower_int(lower, term_arg(term, L_TRACK_MOVE_STEPS)));
}

// (trackSite EndSite [player | roleType] [string])
Ref lower_track_end(Lower *lower, const Term *term) {
  return EMIT(B, OP_TRACK_LAST, lower_tracks(lower, TRACK_PLACE, term_arg(term, L_TRACK_END_STRING)),
              (int32_t)player_or(lower, term_arg(term, L_TRACK_END_PLAYER), 0));
}

// (trackSite FirstSite [player | roleType] [string] [from:int] [if:boolean])
// As recorded: without a condition, for a known player, the site is found once and `from` does not count.
Ref lower_track_first(Lower *lower, const Term *term) {
  Ref player = player_or(lower, term_arg(term, L_TRACK_FIRST_PLAYER), 0),
      cond = lower_bool(lower, term_arg(term, L_TRACK_FIRST_IF));
  int32_t number;
  bool fixed = builder_is_const(B, player, &number) && (!cond || builder_is_const(B, cond, &number));
  return EMIT(B, OP_TRACK_FIRST, lower_tracks(lower, TRACK_PLACE, term_arg(term, L_TRACK_FIRST_STRING)),
              (int32_t)player, fixed ? 0 : (int32_t)lower_int(lower, term_arg(term, L_TRACK_FIRST_FROM)),
              (int32_t)cond);
}

// (count StepsOnTrack [roleType | player | string] [int] [int])
Ref lower_track_steps(Lower *lower, const Term *term) {
  const Term *which = term_arg(term, L_TRACK_STEPS_ROLE_TYPE), *from = term_arg(term, L_TRACK_STEPS_INT),
             *to = term_arg(term, L_TRACK_STEPS_INT_2);
  if (!from || !to) return lower_incomplete(lower, term, "two sites");
  const Term *name = which && which->kind == TERM_STRING ? which : NULL;
  return EMIT(B, OP_TRACK_STEPS, lower_tracks(lower, TRACK_TO_COUNT, name),
              (int32_t)(which && !name ? lower_player(lower, which) : lower_mover(lower)),
              (int32_t)lower_int(lower, from), (int32_t)lower_int(lower, to));
}

// (sites Track [player | roleType] [string] [from:int] [to:int])
Ref lower_track_sites(Lower *lower, const Term *term) {
  return EMIT(B, OP_TRACK_SITES, lower_tracks(lower, TRACK_SITES, term_arg(term, L_TRACK_SITES_STRING)),
              (int32_t)player_or(lower, term_arg(term, L_TRACK_SITES_PLAYER), 0),
              (int32_t)lower_int(lower, term_arg(term, L_TRACK_SITES_FROM)),
              (int32_t)lower_int(lower, term_arg(term, L_TRACK_SITES_TO)));
}

// (firstMoveOnTrack [string] [roleType] moves [then]): Ludii drops the consequence.
Ref lower_first_on_track(Lower *lower, const Term *term) {
  return EMIT(B, OP_FIRST_ON_TRACK, lower_tracks(lower, TRACK_TO_SOW, term_arg(term, L_FIRST_ON_TRACK_STRING)),
              (int32_t)player_or(lower, term_arg(term, L_FIRST_ON_TRACK_ROLE_TYPE), GAME_OFF),
              (int32_t)lower_moves(lower, term_arg(term, L_FIRST_ON_TRACK_MOVES)));
}

// (max Distance [string] [roleType] moves [then]): Ludii measures the moves but keeps them all, without the
// consequence; there are none for a player without the track.
Ref lower_max_distance(Lower *lower, const Term *term) {
  int number = lower_tracks(lower, TRACK_TO_SOW, term_arg(term, L_MAX_DISTANCE_STRING));
  RulesArray tracks = number >= 0 ? B->arrays.at[number] : (RulesArray){0};
  int32_t players[GAME_PLAYERS_MAX + 3];
  int n = 0;
  for (int i = 0; i < tracks.n; i++) {
    if (tracks.at[i] >= 0) players[n++] = i - 1;
  }
  Ref have = EMIT(B, OP_INTS_CONST, builder_array(B, players, n));
  Ref has = EMIT(B, OP_IS_IN_INTS, (int32_t)player_or(lower, term_arg(term, L_MAX_DISTANCE_ROLE_TYPE), GAME_OFF),
                 (int32_t)have);
  return EMIT(B, OP_IF_MOVES, (int32_t)has, (int32_t)lower_moves(lower, term_arg(term, L_MAX_DISTANCE_MOVES)), 0);
}
