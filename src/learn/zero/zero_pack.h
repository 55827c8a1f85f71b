// Samples as the arrays of a batch, for whoever evaluates or trains elsewhere (PyTorch on a GPU). All samples have all
// tokens of the encoding, in their order.
#ifndef LEARN_ZERO_ZERO_PACK_H
#define LEARN_ZERO_ZERO_PACK_H

#include "net/input/encoding.h"

// How large the arrays of a batch are.
typedef struct PackSize {
  uint32_t samples, moves, parts, numbers;
  uint32_t facts;    // of one token at most
  uint32_t globals;  // facts of one position at most
} PackSize;

// Memory of the caller. Facts of tokens and positions are their numbers plus 1; 0 fills up.
typedef struct PackArrays {
  uint16_t *viewers;      // [samples]
  uint16_t *facts;        // [samples][tokens][size.facts]
  uint16_t *globals;      // [samples][size.globals]
  float *global_numbers;  // [samples][encoding.global_numbers]
  int32_t *number_rows;   // [numbers]: sample * tokens + token
  int32_t *number_whats;  // [numbers]
  float *number_values;   // [numbers]
  int32_t *move_samples;  // [moves]: whose move it is
  int32_t *move_starts;   // [moves]: its first part
  // [parts]: the number of a fact of moves, or, from encoding.move_facts on, (sample * tokens + token) * 3 + role
  int32_t *parts;
} PackArrays;

// Whether the samples of the encoding can be packed.
bool pack_suits(const NetEncoding *e);

// What one sample needs is added to the size; where it goes is the size before.
void pack_measure(const NetEncoding *e, const NetSample *s, PackSize *size);
// Writes a sample. at: what the samples before it need; whole: of the batch.
void pack_sample(const NetEncoding *e, const NetSample *s, const PackSize *at, const PackSize *whole,
                 const PackArrays *arrays);

#endif
