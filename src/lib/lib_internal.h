// What the files of the public interface share: handles, statuses with a sentence, texts for callers.
//
// A handle begins with a Handle, whose magic number says what it is as long as it is open. Its memory comes from its
// library and goes back to it, never to the system while the library is open, so that a freed handle can still be
// looked at and is recognised. A library ends when it was freed and nothing that came from it is open any more.
#ifndef LIB_LIB_INTERNAL_H
#define LIB_LIB_INTERNAL_H

#include "senet.h"

#include "base/lock.h"
#include "base/text.h"
#include "base/thread.h"
#include "base/vec.h"
#include "lud/text/load.h"
#include "net/input/tensor.h"
#include "play/model/native_follow.h"
#include "play/playout/executor.h"
#include "play/playout/sampler.h"
#include "play/show/draw.h"
#include "play/show/notation.h"
#include "rbg/rbg_lower.h"

#include <stdatomic.h>

// ---- statuses --------------------------------------------------------------------------------------

// Keeps the sentence for senet_message and returns the status.
senet_status api_fail(senet_status status, const char *format, ...) PRINTF_LIKE(2, 3);
// For rules that stopped: why, where in the description, after which moves.
senet_status api_rules_stopped(const Position *x);
// For a pointer or handle that is not what it should be.
senet_status api_misuse(const char *what);
// Hands a text to the caller as the header says.
senet_status api_text(Str text, char *buffer, size_t size, size_t *length);

// ---- handles ---------------------------------------------------------------------------------------

typedef enum HandleKind {
  HANDLE_LIBRARY,
  HANDLE_DIAGNOSTICS,
  HANDLE_GAME,
  HANDLE_POSITION,
  HANDLE_AGENT,
  HANDLE_BATCH,
  HANDLE_SELFPLAY,
  HANDLE_RECORD,
  HANDLE_PARTS,
  HANDLE_FEATURES,
  HANDLE_FACTS,
  HANDLE_MATCH,
  HANDLE_PICTURE,
  HANDLE_KINDS
} HandleKind;

typedef struct Handle Handle;
struct Handle {
  uint32_t magic;          // of its kind while it is open
  uint32_t users;          // handles that need this one, itself while open; under the library's lock
  senet_library *library;  // whose memory it is
  Handle *next;            // of those given back
};

struct senet_library {
  Handle handle;
  Library library;
  Arena arena;                // what opening said
  Lock loading;               // one load at a time
  Lock lock;                  // of the counts and lists of handles
  Handle *old[HANDLE_KINDS];  // given back, to be used again
};

static inline uint32_t handle_magic(HandleKind kind) { return 0x53454e30u + (uint32_t)kind; }  // "SEN0"
static inline bool handle_is(const Handle *handle, HandleKind kind) {
  return handle && handle->magic == handle_magic(kind);
}
// Whether a pointer of a public type is an open handle of its kind.
#define IS_LIBRARY(h) handle_is((const Handle *)(const void *)(h), HANDLE_LIBRARY)
#define IS_DIAGNOSTICS(h) handle_is((const Handle *)(const void *)(h), HANDLE_DIAGNOSTICS)
#define IS_GAME(h) handle_is((const Handle *)(const void *)(h), HANDLE_GAME)
// An open position at which the interpreter stands, too, when this was asked (see NativePlay).
#define IS_POSITION(h) position_stands(h)
#define IS_AGENT(h) handle_is((const Handle *)(const void *)(h), HANDLE_AGENT)
#define IS_BATCH(h) handle_is((const Handle *)(const void *)(h), HANDLE_BATCH)

// A zeroed, open handle of this many bytes, which keeps its library in use.
void *handle_new(senet_library *library, HandleKind kind, size_t size);
// Closes it for callers; what it needs is given back by the caller of this.
void handle_close(Handle *handle);
// Gives the memory of a closed handle back to its library, which may end by that.
void handle_give_back(Handle *handle, HandleKind kind);
// One more user, or one less; true when that was the last.
void handle_use(Handle *handle);
bool handle_leave(Handle *handle);

// ---- games and positions ---------------------------------------------------------------------------

// What a description says besides its rules, in the arena of the load: one of the two.
typedef struct Description {
  LudGame lud;
  RbgDescription *rbg;       // or NULL
  const RbgStrategy *split;  // how its moves are divided, or NULL
} Description;

struct senet_game {
  Handle handle;
  Arena arena;
  const Game *game;
  Description description;
  const char *path;      // of its description
  const char **options;  // it was loaded with, ended by NULL
  const char *ruleset;   // or NULL
  Lock lock;             // of what is made when first asked for:
  const TensorEncoding *tensors;
  Executor *executor;
  const Native *native_positions;  // the caller chose native code, by name: it makes the moves of positions, too
  unsigned char *native_start;     // where native games begin, or NULL: chance decides that
  bool native_started;             // that is known
};
// One position or agent less that needs the game.
void game_leave(senet_game *game);

// Moves made by native code, by their numbers. The interpreter makes them when somebody asks for something that only it
// can tell: native code is then ahead of it no longer.
typedef struct NativePlay {
  const Native *native;  // makes the moves; NULL: the interpreter does
  NumberList ahead;      // numbers of the moves made since where the interpreter stands
  senet_batch *batch;  // of which this is game number `game`: the numbers are in its rows, from row `begin` on; or NULL
  size_t game, begin, done;  // done: rows of a step under way that count
  Random drawn_from;         // what those without numbers were drawn from, before the first of them
  size_t sealed;             // so many of them were made before the position was copied: they cannot be taken back
  bool restarted;            // the interpreter has to begin the game first,
  uint64_t seed, stream;     // with this chance
} NativePlay;

// A position on native code.
typedef struct NativePlace {
  NativePlay play;
  unsigned char *state;
  void *room;      // for steps
  int32_t turn;    // the player to move; 0: the game is over
  int32_t count;   // legal moves; -1: not counted yet
  bool listed;     // they are in `room`
  int32_t length;  // moves since the start
} NativePlace;

struct senet_position {
  Handle handle;
  senet_game *game;
  NativePlay *play;  // &place.play, or that of a batch
  Position *x;
  NativePlace place;
  bool looked;    // its legal moves were listed for somebody, who knows them by their numbers: the interpreter's, until
                  // the next start
  bool listed;    // the legal moves are on its stacks
  MoveList list;  // there
  bool counted;   // only counted, not listed: its candidates are open
  bool wants_list;        // they were wanted after they had been counted: they are listed at once from then on
  Random before;          // chance before they were listed
  bool noted;             // they are written down
  Notation notation;      // there
  RandomList chance;      // before each move that can be taken back
  Random choices;         // of random moves
  uint64_t seed, stream;  // of chance, where it is still as it was at the start:
  bool seeded;
  bool whole;    // everything since the start of the game happened here, or since it was set up:
  char *setup;   // the text of that, or NULL
  int32_t base;  // moves made before
  Sampler sampler;
  bool lent;         // it is of a batch, which moves it
  Drawing *drawing;  // made when first asked for, of this game (of a match, the one under way)
  const Game *drawn;
};

static inline bool position_is_open(const senet_position *position) {
  return handle_is((const Handle *)(const void *)position, HANDLE_POSITION);
}
// Opens a position at the start; the rules may stop there.
senet_status position_open(senet_game *game, uint64_t seed, uint64_t stream, senet_position **out);
// Whether the handle is an open position; the interpreter then makes the moves that native code has made.
void position_catch_up(senet_position *position);
static inline bool position_stands(const senet_position *position) {
  if (!position_is_open(position)) return false;
  const NativePlay *play = position->play;
  if (play->ahead.n || play->restarted || (play->batch && play->native)) {
    position_catch_up((senet_position *)(uintptr_t)position);
  }
  return true;
}
// The interpreter makes its moves from here on.
void position_leave_native(senet_position *position);
// The same, and until the next start: somebody looks at the moves, or at games step by step.
void position_show(senet_position *position);
// Whether native code makes the moves of a position; for one about to move it begins to where that is wanted.
static inline bool position_is_native(const senet_position *position) {
  return position_is_open(position) && position->place.play.native;
}
bool position_goes_native(senet_position *position);
// Each does its part of the public call of that name on native code; false: the interpreter has to.
bool native_position_count(senet_position *position, size_t *n);
bool native_position_make(senet_position *position, size_t move, senet_status *status);
senet_status native_position_make_random(senet_position *position);
senet_status native_position_play_out(senet_position *position, uint64_t most, uint64_t *made);
bool native_position_start(senet_position *position, uint64_t seed, uint64_t stream);
bool native_position_copy(senet_position *to, const senet_position *from);
// Sets seed, stream and what follows from them, in a position that is at the start or will be.
void position_set_chance(senet_position *position, uint64_t seed, uint64_t stream);

// Who plays the game, opened when first asked for.
Executor *game_executor(senet_game *game);
// The state where games begin, or NULL: chance decides that.
const unsigned char *game_native_start(senet_game *game, const Native *native);
// A load under way: what came of it so far is in the arena.
typedef struct Loading {
  senet_library *library;
  senet_game_request request;
  Arena arena;  // becomes the game's
  Diags diags;
  Description description;
  bool found, read;  // there is such a game; its description could be read
  const Game *game;  // compiled, or NULL
  const char *path;
} Loading;
// Checks the arguments and loads as far as that goes: what the request names or, where one is given, the game that a
// record is of. SENET_OK does not mean that there is a game. The arena is the caller's to free.
senet_status game_loading(Loading *load, senet_library *library, const senet_game_request *request,
                          const Record *record);
// The same for game number i of the library.
senet_status library_loading(Loading *load, senet_library *library, size_t i);
// Ends a load that is to give a game.
senet_status loading_end(Loading *load, senet_game **game, senet_diagnostics **diagnostics);
// What the load said, for the caller of the library; and its first error as a status.
senet_diagnostics *diagnostics_of(senet_library *library, const Diags *diags);
senet_status loading_failed(const Loading *load);

// Says in a record which game it is of.
void game_name_record(const senet_game *game, Record *record);
// How states and moves become tensors, made when first asked for; NULL for a match.
const TensorEncoding *game_tensors(senet_game *game);

// Where the game begins from now on: at a position with this text, which it stands at or has left by moves that can be
// taken back; no text: at the start.
void position_note_setup(senet_position *position, Str text);

// Lists the legal moves unless they are listed.
void position_list(senet_position *position);
// The same with checks: of an open position whose rules have not stopped; none when it is over.
senet_status position_list_moves(senet_position *position);
// The number of legal moves. They are only counted where the rules allow that, until somebody wants to see them: of all
// moves only the one that is made comes into being.
uint32_t position_number_moves(senet_position *position);
// Makes one of those that were counted. It can be taken back where `chance` has what was before.
void position_apply_counted(senet_position *position, uint32_t move);
// Forgets the list; chance is as if there had been none.
void position_unlist(senet_position *position);
// SENET_OK for an open position, not over, whose rules have not stopped.
senet_status position_running(const senet_position *position);

// SENET_OK for an open position that its owner may change.
senet_status position_changeable(senet_position *position);

// Chance as it was before the legal moves were listed.
Random position_chance(const senet_position *position);

typedef struct BatchGame {
  senet_position *position;
  Position *x;  // of the position
  bool ended;   // with the last step
  uint32_t length;
  double utilities[GAME_PLAYERS_MAX];
} BatchGame;

// The games of a batch on native code: arrays by game.
typedef struct BatchNative {
  const Native *native;  // NULL: the interpreter makes all moves
  size_t stride;         // of the states, which lie one after another
  unsigned char *states;
  NativePlay *plays;  // each is also that of the game's position
  uint8_t *playing;   // 1: native code makes the moves of this game
  Random *choices;
  uint32_t *lengths;
  int32_t *turns;
  // Numbers of the moves made: a row of all games for every step, those before number `from` no longer needed. Row r is
  // at r modulo the number of rows there is room for, a power of two.
  uint32_t *rows;
  size_t room, from, end;
  const unsigned char *start;  // where games begin, or NULL: chance decides that
  int32_t start_turn, start_count;
  bool chance;   // takes part
  void **rooms;  // by thread
} BatchNative;

struct senet_batch {
  Handle handle;
  senet_game *game;
  Pool *pool;
  uint64_t seed;
  size_t n, run;  // games; games a thread takes at a time
  BatchGame *games;
  uint64_t *streams;    // of the next game
  int32_t *counts;      // legal moves, 0: the player has to pass
  bool counted;         // they are known
  atomic_bool stopped;  // the rules of a game did
  atomic_bool busy;     // a call is under way
  BatchNative native;
  // The step under way.
  const uint32_t *moves;  // NULL: random ones
  size_t steps;
  senet_batch_result result;
};

// SENET_OK for an open batch that no other thread uses. batch_leave says that the caller no longer does; it returns the
// status.
senet_status batch_enter(senet_batch *batch);
senet_status batch_leave(senet_batch *batch, senet_status status);

// Games `first` to `end` - 1 on a thread, by native code: as many steps as are wanted, and what came of them.
void batch_native_run(senet_batch *batch, size_t first, size_t end, int worker);
// Makes room for the numbers of so many steps.
void batch_native_reserve(senet_batch *batch, size_t steps);
// The numbers of the moves of a game that the interpreter has not made go into `ahead`.
void batch_native_gather(NativePlay *play);
// Takes up native code where there is some by now. Nobody may know moves by their numbers yet.
void batch_native_look(senet_batch *batch);
void batch_native_free(senet_batch *batch);
// Begins game i again, or goes on with it where the interpreter stands, after so many of the steps under way.
void batch_native_restart(senet_batch *batch, size_t i, size_t done);
void batch_native_enter(senet_batch *batch, size_t i, size_t done);
// The same by the interpreter.
void batch_restart(senet_batch *batch, size_t i);
// The steps of a game from number `done` on, and what came of them.
void batch_interpret(senet_batch *batch, size_t i, size_t done);

// Calls each(batch, i, worker, self) for every game of the batch, on its threads; workers are numbered from 0.
typedef void BatchEach(senet_batch *batch, size_t i, int worker, void *self);
void batch_each(senet_batch *batch, BatchEach *each, void *self);

// How a position is to be drawn, checked: the caller's options, of whatever version, and the defaults.
senet_status draw_look(const senet_position *position, const senet_draw_options *given, senet_draw_options *out);
void draw_svg(Text *out, const Position *x, const senet_draw_options *look);

// A move or part of one as callers see it.
senet_move move_value(const Position *x, const Move *move);

// A position beside the handle, to try things out on: at the same place, chance included. Free with position_free.
Position *position_twin(const senet_position *position);

#endif
