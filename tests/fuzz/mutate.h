// Changes to descriptions of games that leave most of them readable: words, numbers and bracketed parts are exchanged,
// dropped and repeated. A target that includes mutate.c's object has libFuzzer use them.
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

// Changes the text in place, at most to `room` bytes; the new length. The same seed makes the same change.
size_t mutate_text(uint8_t *data, size_t size, size_t room, unsigned seed);

#endif
