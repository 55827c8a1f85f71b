// The folder of a training run. run.json says what is trained, how far it has come, and which checkpoint belongs to
// that; it is replaced last, when everything it names is written, so that the run can be killed at any moment and goes
// on from there. Files:
//
//   run.json                     settings, counters, the checkpoint
//   model.safetensors            the newest network, for agents
//   checkpoint-N.safetensors     the network and the state of its optimiser the run goes on with
//   optimiser-N.safetensors
//   replay/N.samples             what was learnt from finished games
//   curve.csv, curve.svg         a row per report, and a picture of them
#ifndef LEARN_ZERO_ZERO_RUN_H
#define LEARN_ZERO_ZERO_RUN_H

#include "learn/run/curve.h"

typedef struct ZeroRun {
  const char *folder;
  const char *game, *options;  // options of the description that were chosen
  const char *arch;
  const char *kind;  // tokens or planes
  uint64_t fingerprint;
  uint64_t seed;
  // How far it has come.
  uint64_t generation;  // replay files written
  uint64_t oldest;      // the first of them that is still used
  uint64_t games, moves, samples, evaluations, steps;
  uint64_t drawn, decided;
  double seconds;
  uint64_t checkpoint;  // its number; 0: none yet
} ZeroRun;

// Makes the folder where there is none.
bool zero_run_make(Arena *arena, const char *folder, const char **why);
// *found: whether there is a run. False with a reason (arena) when it cannot be read.
bool zero_run_read(Arena *arena, const char *folder, ZeroRun *run, bool *found, const char **why);
bool zero_run_write(Arena *arena, const ZeroRun *run, const char **why);

const char *zero_run_checkpoint(Arena *arena, const ZeroRun *run, uint64_t number);
const char *zero_run_optimiser(Arena *arena, const ZeroRun *run, uint64_t number);
const char *zero_run_model(Arena *arena, const ZeroRun *run);

// A row of curve.csv.
typedef struct ZeroCurveRow {
  double seconds;
  uint64_t games, samples, steps;
  double games_per_second, evaluations_per_second;
  double policy_loss, value_loss, length, drawn;
  double rating;  // share of points against the opponent; below 0: no match was played
} ZeroCurveRow;

// curve.csv and its picture, curve.svg. Reading adds the rows there are.
extern const CurveColumn zero_curve_columns[];
bool zero_curve_read(Arena *arena, const char *folder, Curve *curve, const char **why);
bool zero_curve_write(Arena *arena, const char *folder, const char *title, const Curve *curve, const char **why);
void zero_curve_add(Curve *curve, const ZeroCurveRow *row);

#endif
