// The rules program: the one compiled form of every game, whatever language it was written in.
//
// A program is a graph of typed instructions in one flat array of words. An instruction is a head word
// (op and operand count) followed by its operands; a Ref is the index of a head word. Operands are Refs
// of other instructions, immediates, or numbers of constants. Instructions are expressions (int, bool, site, player,
// players, region, ints, dirs, float) or statements (moves: they append moves to the list being built, or do nothing).
// Subtrees may be shared: evaluation depends only on the state and the context slots.
//
// ops.def is the instruction set. Executors: state/ interprets, emit/ prints C.
#ifndef RULES_PROGRAM_H
#define RULES_PROGRAM_H

#include "base/arena.h"
#include "base/bitset.h"
#include "base/diag.h"
#include "base/vec.h"
#include "rules/vocab.h"

typedef uint32_t Ref;  // 0: absent operand

// What an instruction gives, and what an operand that is an instruction must give (operand_kinds.def).
typedef enum RulesType {
#define VALUE(name, word, doc) RULES_##name,
#define NUMBER(name, word, doc)
#include "rules/operand_kinds.def"
#undef VALUE
#undef NUMBER
  RULES_TYPES
} RulesType;

// Those that executors keep as an int.
static inline bool rules_type_is_int(RulesType type) { return type <= RULES_PLAYERS; }

typedef enum Op {
#define OP(name, type, operands, effects, doc) OP_##name,
#include "rules/ops.def"
#undef OP
  OPS
} Op;

// One row of ops.def. `operands` lists "name:kind" separated by blanks, with the kinds of operand_kinds.def. A ? after
// the kind: it may be absent. A last "name:kind*" stands for any number of operands. ops.def tells what the other marks
// mean.
typedef struct OpInfo {
  const char *name;
  RulesType type;
  bool kernel;
  const char *operands;
  const char *doc;
  uint32_t reads, binds, writes;  // parts of the state and slots: the columns that effects.h explains
} OpInfo;
extern const OpInfo op_info[OPS];

// The values a rule can refer to while it runs: the iterators of the description languages.
typedef enum Slot {
#define SLOT(name, type, doc) SLOT_##name,
#include "rules/slots.def"
#undef SLOT
  SLOT_COUNT
} Slot;
extern const char *const slot_names[SLOT_COUNT];
extern const RulesType slot_types[SLOT_COUNT];

// Effects of the rows of actions.def.
typedef struct ActionInfo {
  uint32_t reads, writes;
} ActionInfo;
extern const ActionInfo action_info[ACT_COUNT];

// An instruction in place. Never build one by hand: see builder.h.
typedef struct Ins {
  uint16_t op;
  uint16_t n;   // operands
  int32_t a[];  // Refs and immediates; operand_names.h, which the build makes, names their places
} Ins;

typedef struct RulesArray {
  const int32_t *at;
  int32_t n;
} RulesArray;

typedef struct Program {
  const uint32_t *code;
  uint32_t n;       // words of code
  int region_bits;  // width of every region
  int region_words;
  const Word **regions;  // region constants
  int n_regions;
  const RulesArray *arrays;  // array constants
  int n_arrays;
  const char **strings;
  int n_strings;
  const SrcLoc *locs;  // by word index of the head; only heads are filled in
} Program;

// A named entry into a program: where the executors begin.
typedef struct RulesRoot {
  const char *title;
  Ref ref;
  RulesType type;
} RulesRoot;

static inline const Ins *program_ins(const Program *program, Ref ref) {
  return (const Ins *)(const void *)(program->code + ref);
}

#endif
