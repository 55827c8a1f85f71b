// Reading recorded games: JSON lines, possibly compressed. A header line names the game and its options,
// an init line holds the position after set-up, a ply line the legal moves, the choice and the position
// after it, an end line the result.
#ifndef PLAY_RECORD_TRACE_H
#define PLAY_RECORD_TRACE_H

#include "base/arena.h"

#include <jansson.h>

typedef struct Trace {
  Str rest;      // lines not read yet
  int line;      // number of the line read last
  json_t *json;  // that line
} Trace;

void trace_close(Trace *trace);

// The next line: an object, borrowed until the next call. NULL at the end, and NULL with a sentence in
// *why (arena) when the line is damaged.
const json_t *trace_next(Trace *trace, Arena *arena, const char **why);
// The value of "t": which kind of line it is.
const char *trace_kind(const json_t *line);

typedef struct TraceHeader {
  const char *name;
  const char *path;      // of the description, in its library; or NULL
  const char *ruleset;   // or NULL
  const char **options;  // ended by NULL (arena)
} TraceHeader;
bool trace_header(const json_t *line, Arena *arena, TraceHeader *header);

// How much a ply line says about the legal moves.
typedef enum TraceDetail { TRACE_CONSEQUENCES, TRACE_MOVES, TRACE_HASH } TraceDetail;

typedef struct TracePly {
  int ply;
  TraceDetail detail;
  size_t n;               // legal moves
  const json_t *legal;    // their texts; NULL with TRACE_HASH
  uint64_t hash;          // TRACE_HASH: of the texts
  int chosen;             // index into legal, or -1
  const json_t *choices;  // simultaneous moves: an index per player, or NULL
  const char *applied;    // the move made, where it differs from the one in legal, or NULL
  bool over;
  const json_t *state;
  const json_t *ranking;  // or NULL
} TracePly;
// False when something is missing that a ply needs.
bool trace_ply(const json_t *line, TracePly *ply);

typedef struct TraceEnd {
  bool over;
  int winner;
  const json_t *ranking;
} TraceEnd;
bool trace_end(const json_t *line, TraceEnd *end);

// Item i of a list of texts, or NULL.
const char *trace_text(const json_t *list, size_t i);

#endif
