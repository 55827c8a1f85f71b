// Files of named tensors in the safetensors format: 8 bytes with the length of a JSON header, the header (type, shape
// and place of every tensor, and texts under "__metadata__"), then the numbers. Little-endian.
#ifndef NET_SAFETENSORS_H
#define NET_SAFETENSORS_H

#include "base/arena.h"
#include "base/map.h"

enum { SAFE_DIMENSIONS_MAX = 4 };

typedef struct SafeTensor {
  const char *name;
  const char *type;  // "F32", "I32"...
  int n_dims;
  uint64_t dims[SAFE_DIMENSIONS_MAX];
  const void *data;
  size_t size;  // bytes
} SafeTensor;

typedef struct SafeFile {
  const SafeTensor *tensors;
  int n;
  Map texts;  // of the metadata: const char *
} SafeFile;

// Everything is owned by the arena. False with a reason when the file cannot be read or is damaged.
bool safetensors_read(Arena *arena, const char *path, SafeFile *out, const char **why);
const SafeTensor *safetensors_find(const SafeFile *file, const char *name);
// The text of the metadata, or NULL.
const char *safetensors_text(const SafeFile *file, const char *name);

typedef struct SafeText {
  const char *name, *text;
} SafeText;
// Replaces the file at once when everything is written.
bool safetensors_write(Arena *arena, const char *path, const SafeText *texts, int n_texts, const SafeTensor *tensors,
                       int n, const char **why);

// Numbers of all dimensions together.
static inline uint64_t safetensor_count(const SafeTensor *tensor) {
  uint64_t n = 1;
  for (int i = 0; i < tensor->n_dims; i++) n *= tensor->dims[i];
  return n;
}

#endif
