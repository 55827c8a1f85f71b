// Choosing the agent for a game.
#include "search/opponent.h"

#include "play/heuristic/heuristic.h"
#include "play/heuristic/heuristic_find.h"
#include "search/agent.h"

#include <math.h>

typedef struct OpponentRow {
  const char *game, *agent;
} OpponentRow;

static const OpponentRow networks[] = {
#define NETWORK(game) {game, "net:model=\"" game "\""},
#include "search/networks.def"
#undef NETWORK
    {0},
};

static const OpponentRow rows[] = {
#define OPPONENT(game, agent) {game, agent},
#include "search/opponents.def"
#undef OPPONENT
    {0},
};

// Where pieces are taken now and then, counting them tells who is ahead: alpha-beta sees what is taken next. Where
// nothing or nearly everything changes with every move, playouts tell more.
enum { FEW_CHOICES = 400 };
static const double taken_least = 0.004, taken_most = 0.45, small_tree = 15;
// Playouts that look a move ahead: for how many moves to choose from at most, and how much of a random game must come
// after a win that was missed. In races that is a few moves, and looking for them costs more than it tells.
static const double few_to_try = 8, missed_least = 0.18;
// Where both players win random games often enough to see it, the judgement of positions must tell them this well. A
// correlation over fewer games says nothing. Where pieces are taken and few come in, looking ahead pays even if random
// games do not show it: who is ahead there wastes it again.
static const double judged_least = 12, decided_least = 0.3, told_least = 0.22, grown_least = 0.3;
// A shipped heuristic must tell it a little better: searches by it are chosen in games of all kinds.
static const double shipped_told_least = 0.3;

// Whether positions can be looked at to the end of the game, or nearly so.
static bool is_small(const Traits *t) { return t->length * log10(MAX(t->branching, 1)) < small_tree; }

// Whether random games are enough to say how well positions are judged (then t->told).
static bool can_be_told(const Game *game, Traits *t) {
  if (t->slow) return false;
  traits_judge(game, t);
  return t->judged >= judged_least && t->decided >= decided_least;
}

static bool is_misjudged(const Game *game, Traits *t) { return can_be_told(game, t) && t->told < told_least; }

// Whether a heuristic is shipped for the game, and random games show that it tells who is ahead.
static bool is_well_judged(Arena *arena, const Game *game, Traits *t) {
  HeuristicText text;
  const char *origin;
  return heuristic_text_for_game(arena, game, HEURISTIC_TUNED, &text, &origin) && can_be_told(game, t) &&
         t->told >= shipped_told_least;
}

// Whether pieces are taken now and then.
static bool is_counted(const Traits *t) {
  return t->taken >= taken_least && t->taken <= taken_most && t->branching <= FEW_CHOICES;
}

static Opponent with_chance(const Game *game, Traits *t) {
  bool two = t->players == 2;
  if (t->standing && two) {
    return (Opponent){"expect", "a race with chance: all throws are looked at a few moves ahead"};
  }
  if (t->standing) {
    return (Opponent){"uct:cutoff=12", "a race with chance for several: a tree search with short playouts"};
  }
  if (two && is_counted(t) && !is_misjudged(game, t)) {
    return (Opponent){"expect", "pieces are taken in a game of chance: all throws are looked at a few moves ahead"};
  }
  return (Opponent){"uct", "a game of chance: a tree search with playouts"};
}

// A tree search that is uct, but for games of which most are drawn.
static const char plain[] = "uct:scale=yes";

// Where what is known tells nothing: a heuristic is learnt if games are short enough and pieces move. Else playouts,
// which look a move ahead where that costs little and random ones miss wins; where pieces come in and stay, they tell
// as much as what is learnt.
static Opponent by_playouts(Arena *arena, const Game *game, Traits *t, const char *why) {
  int64_t games = t->grown < grown_least ? traits_games_to_learn(t) : 0;
  if (games) {
    const char *format = "%s: a heuristic learnt from %lld games, or playouts where that tells too little";
    return (Opponent){"learnt", arena_printf(arena, format, why, (long long)games)};
  }
  if (t->slow || t->branching > few_to_try) return (Opponent){plain, why};
  traits_miss(game, t);
  if (t->missed < missed_least) return (Opponent){plain, why};
  return (Opponent){"uct:decisive=native",
                    "few moves to choose from, and random games miss wins: playouts look a move ahead"};
}

static Opponent by_traits(Arena *arena, const Game *game, Traits *t) {
  if (t->puzzle) return (Opponent){"solve", "puzzles are solved"};
  if (t->together) return (Opponent){"uct", "all players move at once: a tree search with playouts"};
  if (t->hidden) return (Opponent){"uct", "something is hidden: a tree search that guesses it anew for every playout"};
  if (t->chance) return with_chance(game, t);
  if (t->players != 2) return (Opponent){"uct", "not a game for two: a tree search with playouts"};
  const char *seen = arena_printf(arena, "%.1f %% of random moves take or change a piece, %.0f moves to choose from",
                                  100 * t->taken, t->branching);
  if (is_small(t)) {
    return (Opponent){"alphabeta", "so few moves and such short games that all can be looked at"};
  }
  if (is_well_judged(arena, game, t)) {
    return (Opponent){"alphabeta", "the heuristic shipped for it tells who is ahead"};
  }
  bool piles = t->sown ? t->standing : t->piles;
  if (!piles && !is_counted(t)) return by_playouts(arena, game, t, seen);
  bool fights = is_counted(t) && t->grown < grown_least;
  if (!fights && is_misjudged(game, t))
    return by_playouts(arena, game, t, "who is ahead by its heuristic does not win more often");
  return (Opponent){"alphabeta", piles ? "piles are counted: what is gained next can be looked ahead" : seen};
}

static bool plays(Arena *arena, const Game *game, const char *agent) {
  AgentSpec spec;
  const char *why = "";
  return agent_parse(arena, str_of(agent), &spec, &why) && !agent_unsuited(&spec, game);
}

// The agent of the row for the game that can play it, or NULL.
static const char *row_for(Arena *arena, const Game *game, const OpponentRow *row) {
  while (row->game && (strcmp(row->game, game->name) != 0 || !plays(arena, game, row->agent))) row++;
  return row->agent;
}

// Where the traits are not known yet they are found if needed; what else the choice asks about is added to them.
static Opponent choose(Arena *arena, const Game *game, Traits *seen) {
  const char *network = row_for(arena, game, networks), *known = network ? NULL : row_for(arena, game, rows);
  if (network) return (Opponent){network, "a network trained by self-play, best in our own matches"};
  if (known) return (Opponent){known, "it played best in our own matches"};
  Traits found_now, *traits = seen ? seen : &found_now;
  if (!seen) traits_find(game, traits);
  Opponent found = by_traits(arena, game, traits);
  return plays(arena, game, found.agent) ? found : (Opponent){"uct", "a tree search with playouts plays every game"};
}

Opponent opponent_choose(Arena *arena, const Game *game) { return choose(arena, game, NULL); }

Opponent opponent_study(Arena *arena, const Game *game, Traits *traits, const char **prover) {
  static const char proves[] = "alphabeta";
  traits_find(game, traits);
  Opponent chosen = choose(arena, game, traits);
  bool itself = !strncmp(chosen.agent, proves, sizeof proves - 1);
  *prover = !itself && is_small(traits) && plays(arena, game, proves) ? proves : NULL;
  return chosen;
}

const char *opponent_for(Arena *arena, const Game *game, double seconds) {
  const char *agent = opponent_choose(arena, game).agent;
  return arena_printf(arena, "%s%ctime=%g", agent, strchr(agent, ':') ? ',' : ':', seconds);
}
