// Every number of a state block as rows: a name, where it lies, what it may be. What is in a block is in a row; the
// text of positions writes and reads rows and so leaves nothing out.
#ifndef PLAY_SHOW_POSITION_FIELDS_H
#define PLAY_SHOW_POSITION_FIELDS_H

#include "base/vec.h"
#include "state/turn/position.h"

typedef enum FieldKind { FIELD_U8, FIELD_U16, FIELD_I16, FIELD_I32, FIELD_U64, FIELD_DOUBLE, FIELD_BIT } FieldKind;

// n numbers of one kind. A bit set of several parts has `bits` in each, then a gap up to the next word.
typedef struct Field {
  char name[24];
  FieldKind kind;
  uint32_t at, stride;  // of the first, and bytes from one to the next; of bits: bytes of a part
  uint32_t n;
  uint32_t bits;        // of a part
  int64_t least, most;  // of integers
} Field;

typedef VEC(Field) Fields;

// The rows of a game under way, in the order of the text.
void fields_make(Fields *fields, const Position *x);

// Number i of a row: integers and bits as they are, doubles by their bytes.
int64_t field_get(const Position *x, const Field *field, uint32_t i);
void field_put(Position *x, const Field *field, uint32_t i, int64_t value);

#endif
