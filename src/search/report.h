// What a search found out: per move how often it was tried and what it promises, and the line of play it
// expects. Numbers of moves refer to the list position_moves gives.
#ifndef SEARCH_REPORT_H
#define SEARCH_REPORT_H

#include "base/vec.h"

typedef enum Proof { PROOF_NONE, PROOF_EXACT } Proof;

typedef struct SearchLine {
  uint32_t move;    // its number
  uint64_t visits;  // playouts, or positions looked at
  double value;     // for the seat to move, in [-1, 1]
  Proof proof;      // whether the value is certain
} SearchLine;

typedef struct SearchReport {
  VEC(SearchLine) lines;   // of the moves tried, in the order of their numbers
  VEC(uint32_t) expected;  // the line of play: numbers of moves, each in its own position
  double value;            // of the chosen move
  uint64_t iterations;     // playouts, or positions looked at
  uint64_t states;         // moves made in all of them
  uint64_t kept;           // of earlier searches: simulations that still count here
  uint64_t recycled;       // times the tree was full and its least visited parts were given up
  int depth;               // completed depth of a depth-first search
  double seconds;          // on the clock of the budget
  double processor;        // seconds all threads together spent on processors; 0 when nobody counted
  uint64_t waits;          // times a thread gave up its processor to wait
  uint64_t again;          // choices in the tree made again because another thread came first
  const char *failure;     // why the agent could not answer (the move is then the first one), or NULL; the agent's
  const char *note;        // something worth saying about the search, a sentence, or NULL
} SearchReport;

// Somebody who wants to know how a search is getting on: told on the thread that searches, not more often than every so
// many seconds (depth-first searches: whenever a depth is done). The report has what is known so far.
typedef struct SearchWatch {
  void (*tell)(void *self, const SearchReport *report);
  void *self;
  double every;
} SearchWatch;

// Empties it, keeping its memory; and gives the memory back.
static inline void report_clear(SearchReport *report) {
  VEC_CLEAR(&report->lines);
  VEC_CLEAR(&report->expected);
  report->value = report->seconds = report->processor = 0;
  report->iterations = report->states = report->kept = report->recycled = 0;
  report->waits = report->again = 0;
  report->depth = 0;
  report->note = NULL;
}
static inline void report_free(SearchReport *report) {
  VEC_FREE(&report->lines);
  VEC_FREE(&report->expected);
}

#endif
