// Agents: whatever chooses moves. Each kind is a row (agents.def names them) with its options in a table, and
// is written `name` or `name:option=value,option=value`. An agent belongs to one game and one thread; the
// position it is asked about stays the caller's.
#ifndef SEARCH_AGENT_H
#define SEARCH_AGENT_H

#include "play/playout/executor.h"
#include "play/playout/policy.h"
#include "search/option.h"
#include "search/report.h"

#include <stdatomic.h>

typedef struct Agent Agent;
typedef struct AgentKind AgentKind;

// What an agent is made of; policy, evaluator, guide, executor, stop and watch may be NULL and must outlive it.
typedef struct AgentSetting {
  const Game *game;
  uint64_t seed;
  const Policy *policy;
  const Evaluator *evaluator;
  const PlayoutGuide *guide;
  Executor *executor;        // who plays the game where the agent can use native code; NULL: the interpreter
  const atomic_bool *stop;   // set by another thread: the search ends soon, with the best move so far; may be NULL
  const SearchWatch *watch;  // told how the search is getting on; may be NULL
} AgentSetting;

struct AgentKind {
  const char *name;
  const char *doc;              // one sentence
  const SearchOption *options;  // ends with a NULL name; NULL when there are none
  size_t size;                  // of the structure the options fill
  const char *preset;           // option values that differ from the table's defaults, or NULL
  // NULL when the options go together, otherwise the reason why not. NULL: they always do.
  const char *(*refuse)(const void *options);
  // NULL when the agent can play the game, otherwise the reason why not. NULL: it plays every game.
  const char *(*unsuited)(const Game *game, const void *options);
  // NULL when a file that was there is not there any more.
  void *(*open)(const AgentSetting *setting, const void *options);
  // The number of the chosen move among position_moves(x) of the seat. x is only read.
  uint32_t (*choose)(void *self, const Position *x, int seat, SearchReport *report);
  void (*close)(void *self);
};

// All kinds, ended by NULL.
const AgentKind *const *agent_kinds(void);

// A kind with its options, as written. Lives in the arena it was parsed into.
typedef struct AgentSpec {
  const char *text;
  const AgentKind *kind;
  const void *options;
} AgentSpec;

// False with a sentence in *why (arena).
bool agent_parse(Arena *arena, Str text, AgentSpec *spec, const char **why);
// The first of several, separated by commas as described below.
Str agent_next(Str text);
// Several, separated by commas: a part with `=` and no colon before it goes on with the options of the agent
// before, everything else begins a new agent. *specs is in the arena.
bool agent_parse_list(Arena *arena, Str text, AgentSpec **specs, int *n, const char **why);

// Changes a number, word (by its number) or switch among the options of a spec, also while an agent of it is open: it
// counts from the next choice on. What the kind does not have is left out; false then.
bool agent_set(AgentSpec *spec, const char *option, double value);

// A number, word or switch among the options as it is now. False where the kind does not have it.
bool agent_get(const AgentSpec *spec, const char *option, double *value);

// Why the agent cannot play this game, or NULL.
const char *agent_unsuited(const AgentSpec *spec, const Game *game);

// The spec must outlive the agent. Free with agent_free. An agent whose files have changed or gone since the spec was
// found to suit the game fails at every choice (agent_failure).
void agent_new(const AgentSpec *spec, const AgentSetting *setting, Agent **agent);
void agent_free(Agent *agent);

// The number of the chosen move in the list position_moves gives for x, for the seat whose turn it is (in
// simultaneous games: any seat, one of its own moves). The caller asks before it draws the list itself: with
// dice the list depends on x->random, which the agent copies. The report may be NULL.
uint32_t agent_choose(Agent *agent, const Position *x, int seat, SearchReport *report);
// Why the last choice is not the agent's (an engine that ended or answered with a move that is not legal, a model that
// has gone), or NULL.
const char *agent_failure(const Agent *agent);

#endif
