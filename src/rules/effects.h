// What instructions look at and change, from the columns of ops.def and actions.def. Whatever reorders, keeps or leaves
// out work asks here: memos, tests of sites, deferred end rules, parts of moves, the optimiser.
#ifndef RULES_EFFECTS_H
#define RULES_EFFECTS_H

#include "base/text.h"
#include "rules/program.h"

// Parts of the state, as bits above those of the slots (bit s for slot s).
enum StatePart {
  PART_SITES = 1 << 16,      // what is on sites: pieces, owners, states, piles, stacks, hidden information, costs
  PART_MOVER = 1 << 17,      // whose turn it is
  PART_NEXT = 1 << 18,       // and is next
  PART_PREV = 1 << 19,       // and was before
  PART_LAST_TO = 1 << 20,    // where the last move went
  PART_LAST_FROM = 1 << 21,  // and came from
  PART_LAST = 1 << 22,       // other things about the last moves: their actions, passes
  PART_TURNS = 1 << 23,      // whose turns the moves so far were
  PART_COUNTERS = 1 << 24,   // counts of moves, turns and passes; who had no move
  PART_PLAYERS = 1 << 25,    // of each player: score, amount, team, phase, whether it is still in the game
  PART_VALUES = 1 << 26,     // variables, pending and remembered values, votes, regions found at the start
  PART_DICE = 1 << 27,
  PART_PAST = 1 << 28,    // earlier positions, sites visited in this turn
  PART_CHANCE = 1 << 29,  // draws at random: twice the same question may have two answers
  PART_TRIES = 1 << 30,   // looks for moves or tries some out, which may read anything
};
#define PART_ITERATION (1u << 31)  // the region or team of an iteration

#define SLOT_BITS ((1u << SLOT_COUNT) - 1)
static_assert(SLOT_COUNT <= 16, "slots have the low bits of a mask of parts");

// The columns. In `binds` SLOT_OPERAND stands for the slot that the instruction names.
#define SLOT_OPERAND (1u << 31)

// Of one instruction, what its immediates say included; without its operands.
uint32_t ins_reads(const Ins *in);
uint32_t ins_binds(const Ins *in);
uint32_t ins_writes(const Ins *in);

// All that the value (or the list of moves) of an instruction depends on, given what its operands do, by Ref.
uint32_t ins_needs(const Ins *in, const uint32_t *needs);

// Of an action when it is applied.
uint32_t action_reads(ActionKind kind);
uint32_t action_writes(ActionKind kind);

// Appends the names of the parts and slots of a mask, separated by blanks.
void parts_print(uint32_t parts, Text *out);

#endif
