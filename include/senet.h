// Senet's public interface: games of the languages .lud and .rbg as one forward model, the same for every game.
//
//   senet_library *library;
//   senet_game *game;
//   senet_position *position;
//   if (senet_library_open(NULL, 0, &library) != SENET_OK) ...
//   if (senet_game_load(library, "Breakthrough", &game) != SENET_OK) puts(senet_message());
//   senet_position_new(game, 1, 0, &position);
//   while (!senet_position_over(position)) senet_position_apply(position, 0);
//
// Calls return a status; SENET_OK is 0. What went wrong is said by senet_message, one sentence for the calling thread.
// No call prints, exits, or aborts because of its arguments: null pointers, handles that were freed, wrong sizes and
// moves that are not legal give a status.
//
// Handles. A library, game, position, agent and so on is a pointer to something only Senet looks into. Each is given
// back with its _free function, in any order: what others still need lives on until they are freed too. A handle that
// was freed is recognised as long as its library is open. Freeing NULL does nothing.
//
// Texts. What is written into the caller's memory takes (buffer, size, length): the text is ended by a zero, *length
// (may be NULL) is how long it is without it. A buffer that is too small gives SENET_TOO_SMALL and *length; buffer NULL
// and size 0 only asks for the length, which is SENET_OK. Strings that are returned belong to Senet and live as long as
// the handle they were asked of.
//
// Threads. A game does not change and is shared by any number of threads. A library takes care of itself. A position,
// an agent or a batch is used by one thread at a time; different ones by different threads at the same time. An agent,
// a match or a batch that is in use says so (SENET_MISUSE).
//
// Memory. Where the system refuses memory, Senet says so on standard error and ends the program with status 3: nothing
// in it can go on then. Everything that is read is bounded before memory is asked for.
#ifndef SENET_H
#define SENET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- status ---------------------------------------------------------------------------------------

// What a call came to. New values may be added at the end.
typedef enum senet_status {
  SENET_OK = 0,         // done
  SENET_MISUSE = 1,     // a null pointer, a freed or foreign handle, an argument that makes no sense
  SENET_TOO_SMALL = 2,  // the caller's buffer is too small
  SENET_RANGE = 3,      // a number out of range: a player, a site, an option
  SENET_NOT_FOUND = 4,  // no such game, agent, file
  SENET_INPUT = 5,      // a text that could not be understood; where is said by the message or the diagnostics
  SENET_ILLEGAL = 6,    // not a legal move here
  SENET_OVER = 7,       // the game is over
  SENET_RULES = 8,      // the rules of the game went wrong while running
  SENET_UNSUITED = 9,   // this agent or way of playing does not suit the game
  SENET_STOPPED = 10    // somebody asked to stop
} senet_status;

// The version of the library, such as "0.1.0".
const char *senet_version(void);

// A status in words, such as "not a legal move".
const char *senet_status_text(senet_status status);

// What went wrong in the last call of this thread that did not return SENET_OK, one sentence without a full stop; ""
// before the first. Valid until the thread's next call that fails.
const char *senet_message(void);

// ---- libraries ------------------------------------------------------------------------------------

// Where games come from.
typedef struct senet_library senet_library;

// Opens folders with lud/ and def/ and Ludii jars, in this order, then those of the environment variable SENET_LIBRARY
// and Senet's own games. paths may be NULL when n is 0. Free with senet_library_free.
senet_status senet_library_open(const char *const *paths, size_t n, senet_library **library);
void senet_library_free(senet_library *library);

// How many games the library knows, and the name of number i, sorted by name; NULL beyond the end.
size_t senet_library_count(const senet_library *library);
const char *senet_library_name(const senet_library *library, size_t i);
// The file it is in; NULL beyond the end.
const char *senet_library_path(const senet_library *library, size_t i);

// ---- diagnostics ----------------------------------------------------------------------------------

// What is wrong or doubtful in a description that was loaded.
typedef struct senet_diagnostics senet_diagnostics;

typedef struct senet_diagnostic {
  const char *file;       // NULL: nowhere in particular
  uint32_t line, column;  // from 1; 0 without a place
  const char *message;    // one sentence
  const char *hint;       // what would be right, or NULL
  int warning;            // 1: probably not meant, but the game can be used
  int limit;              // 1: not a mistake in the text, but something Senet cannot do
} senet_diagnostic;

size_t senet_diagnostics_count(const senet_diagnostics *diagnostics);
// Number i, errors before warnings; its strings live as long as the diagnostics.
senet_status senet_diagnostics_get(const senet_diagnostics *diagnostics, size_t i, senet_diagnostic *out);
// All of them as the program prints them: place, sentence, the line with a caret, hint.
senet_status senet_diagnostics_text(const senet_diagnostics *diagnostics, char *buffer, size_t size, size_t *length);
void senet_diagnostics_free(senet_diagnostics *diagnostics);

// ---- games ----------------------------------------------------------------------------------------

// A compiled game: rules, board, pieces. It never changes.
typedef struct senet_game senet_game;

// What to load and how. Begin with SENET_GAME_REQUEST, which sets size and leaves everything else out.
typedef struct senet_game_request {
  size_t size;                 // sizeof(senet_game_request)
  const char *name;            // of a game in the library, or the path of a .lud or .rbg file; or NULL: the text
  const char *text;            // a description
  size_t text_length;          // bytes of the text
  const char *text_name;       // how the text is called in diagnostics; one ending in .rbg is read as that language
  const char *const *options;  // choices such as "Board Size/9x9"
  size_t n_options;
  const char *ruleset;  // or NULL
  const char *split;    // .rbg: where moves are divided into parts, such as "ModPlus"; or NULL
} senet_game_request;
#define SENET_GAME_REQUEST \
  { sizeof(senet_game_request), NULL, NULL, 0, NULL, NULL, 0, NULL, NULL }

// Loads a game by name or path. SENET_NOT_FOUND or SENET_INPUT with the first error as the message.
senet_status senet_game_load(senet_library *library, const char *name, senet_game **game);
// The same with everything that can be said. *diagnostics (diagnostics may be NULL) is for the caller to free, with
// success as well as without.
senet_status senet_game_load_with(senet_library *library, const senet_game_request *request, senet_game **game,
                                  senet_diagnostics **diagnostics);
void senet_game_free(senet_game *game);
// The ways in which moves of .rbg games can be divided (senet_game_request.split); NULL beyond the end.
const char *senet_split_name(size_t i);

// Its name, as the description says; NULL for something that is not a game.
const char *senet_game_name(const senet_game *game);
// Players are numbered from 1. 0 for something that is not a game.
int senet_game_players(const senet_game *game);

// What a game is like, a mask of these.
enum {
  SENET_GAME_SIMULTANEOUS = 1,  // all players choose at once
  SENET_GAME_STOCHASTIC = 2,    // chance takes part
  SENET_GAME_HIDDEN = 4,        // players do not see everything
  SENET_GAME_STACKS = 8,        // several pieces on a site
  SENET_GAME_PUZZLE = 16,       // one player looks for a solution
  SENET_GAME_SCORES = 32,       // scores are kept
  SENET_GAME_MATCH = 64         // several games one after another
};
uint32_t senet_game_flags(const senet_game *game);

// Kinds of sites.
enum { SENET_CELL = 0, SENET_VERTEX = 1, SENET_EDGE = 2 };
// How many sites of a kind there are, hands and other containers behind the board included (cells); 0 without.
size_t senet_game_sites(const senet_game *game, int type);
// How a site is called, such as "A1"; sites of hands have names such as "hand1:2".
senet_status senet_game_site_name(const senet_game *game, int type, int32_t site, char *buffer, size_t size,
                                  size_t *length);
// Where a site of the board is, for drawing: x to the right, y up. SENET_RANGE for a site beside the board.
senet_status senet_game_site_place(const senet_game *game, int type, int32_t site, double *x, double *y);
// How many kinds of pieces there are, and the name of number 1 to n, such as "Pawn1"; NULL beyond.
size_t senet_game_pieces(const senet_game *game);
const char *senet_game_piece_name(const senet_game *game, size_t piece);
// Whose pieces they are: a player, 0 for nobody's, players + 1 for everybody's; -1 beyond.
int senet_game_piece_owner(const senet_game *game, size_t piece);

// What identifies its rules, whatever its file is called: a hash of the expanded description, options and ruleset
// included, and of the way moves are divided; 0 for something that is not a game.
uint64_t senet_game_hash(const senet_game *game);

// What the description says about itself in words: "description", "rules", "author", "date"... SENET_NOT_FOUND when it
// does not say it.
senet_status senet_game_about(const senet_game *game, const char *what, char *buffer, size_t size, size_t *length);
// The sides of the board that a player is to connect, such as "N and S"; "" in other games.
senet_status senet_game_sides(const senet_game *game, int player, char *buffer, size_t size, size_t *length);

// ---- facts ----------------------------------------------------------------------------------------

// What is known about a game, as `senet info --json` prints it (docs/JSON.md): players, sites, containers, pieces,
// phases, what its rules use, options and rulesets, how random games are drawn, whether there is native code or why
// not, which agent plays it by default and why, and the mean branching factor and length that a few random games show.
typedef struct senet_facts senet_facts;

// Of a game that is loaded. Free with senet_facts_free.
senet_status senet_game_facts(senet_game *game, senet_facts **facts);
// Of a description, which need not compile: "runs" is then false and "problems" says why. SENET_NOT_FOUND or
// SENET_INPUT when it cannot even be read. *diagnostics (diagnostics may be NULL) is for the caller to free in any
// case.
senet_status senet_library_facts(senet_library *library, const senet_game_request *request, senet_facts **facts,
                                 senet_diagnostics **diagnostics);
// Of game number i of the library, only what lists need, as `senet list --json` prints it: name, path, language,
// whether it runs, players, sites and so on; played 1: also what thirty random games show (length, branching, draws),
// or as many as half a second allows.
senet_status senet_library_summary(senet_library *library, size_t i, int played, senet_facts **facts);
void senet_facts_free(senet_facts *facts);
// One of them, such as "agent.name" or "pieces.0.owner": keys and numbers of list items divided by dots. Lists and
// objects are written as JSON, which "" is for all facts. SENET_NOT_FOUND when there is no such fact.
senet_status senet_facts_text(const senet_facts *facts, const char *path, char *buffer, size_t size, size_t *length);
// A number, such as "agent.traits.branching"; yes is 1 and no is 0. SENET_INPUT for something else.
senet_status senet_facts_number(const senet_facts *facts, const char *path, double *number);

// ---- positions ------------------------------------------------------------------------------------

// A game in progress.
typedef struct senet_position senet_position;

// A position at the start. What chance does follows from seed and stream. SENET_RULES, and no position, where the rules
// stop at the start. Free with senet_position_free.
senet_status senet_position_new(senet_game *game, uint64_t seed, uint64_t stream, senet_position **position);
void senet_position_free(senet_position *position);
// A new position that goes on where this one is, or makes `to`, of the same game, do so. Moves made before cannot be
// undone in the copy; chance draws the same in both.
senet_status senet_position_copy(const senet_position *position, senet_position **copy);
senet_status senet_position_copy_to(const senet_position *position, senet_position *to);
// Back to the start, with this seed and stream of chance.
senet_status senet_position_start(senet_position *position, uint64_t seed, uint64_t stream);
// Chance draws from this seed and stream from here on. Legal moves listed before are forgotten.
senet_status senet_position_seed(senet_position *position, uint64_t seed, uint64_t stream);

// Whose game it is.
senet_game *senet_position_game(const senet_position *position);

// The number of legal moves; 0 when the game is over. They are numbered from 0, until the position changes.
// In a simultaneous game they are those of all players. Where dice are thrown before a move, they are thrown now.
senet_status senet_position_count(senet_position *position, size_t *n);

// A legal move.
typedef struct senet_move {
  int32_t mover;               // player
  int32_t from, to;            // sites, -1 without
  int32_t from_type, to_type;  // SENET_CELL..., -1 without
  int32_t level;               // of the stack it begins at
  int32_t piece;               // moved or put there, 0 without
  int32_t state, value;        // of the piece put there, -1 without
  const char *kind;            // what the player decides, such as "Move", "Add", "Remove", "Pass"
  uint64_t key;                // the same wherever the same decision is made, never 0
} senet_move;

// Writes the legal moves from number `first` on into an array of `room`; *n is how many were written.
senet_status senet_position_moves(senet_position *position, size_t first, senet_move *moves, size_t room, size_t *n);
// Only their keys, for callers that look moves up.
senet_status senet_position_keys(senet_position *position, uint64_t *keys, size_t room, size_t *n);
// A move as people write it, such as A2-A3; no two legal moves of a position are written alike.
senet_status senet_position_move_text(senet_position *position, size_t move, char *buffer, size_t size, size_t *length);
// The number of the legal move written so. Case does not matter, and dashes may be left out where that is clear. Moves
// as chess players write them (Nf3, exd5, O-O, e8=Q) are understood where only one legal move can be meant.
senet_status senet_position_find_move(senet_position *position, const char *text, size_t *move);
// The legal moves that a part of a move may mean: those that are written like this at their beginning (A2 of A2-A3) or,
// when there are none, those that go there (A3); as many as there is room for. *n is how many there are, *begin (may be
// NULL) is 1 for the former.
senet_status senet_position_find_moves(senet_position *position, const char *text, size_t *moves, size_t room,
                                       size_t *n, int *begin);
// A legal move as a player sees it who must not know what is hidden: of what happens out of sight only is said that it
// happened.
senet_status senet_position_move_seen(senet_position *position, size_t move, int player, char *buffer, size_t size,
                                      size_t *length);

// Makes the legal move of this number. In a simultaneous game use senet_position_apply_all.
senet_status senet_position_apply(senet_position *position, size_t move);
// Makes one move of every player who has any, in the order of the players.
senet_status senet_position_apply_all(senet_position *position, const size_t *moves, size_t n);
// Makes a move drawn uniformly from the legal ones (one of each player in a simultaneous game), by the fastest way
// there is. Draws from its own stream, which senet_position_start and _seed set.
senet_status senet_position_apply_random(senet_position *position);
// Makes random moves until the game is over or `most` have been made (0: no limit), faster than one by one; *made (may
// be NULL) says how many. They cannot be taken back.
senet_status senet_position_play_out(senet_position *position, uint64_t most, uint64_t *made);
// Takes the last move back, chance included: the same moves lead to the same position again. SENET_RANGE at the start
// or where the position was copied or set up.
senet_status senet_position_undo(senet_position *position);

// The player to move; 0 when the game is over or all move at once.
int senet_position_mover(const senet_position *position);
// 1 when the game is over, 0 when not; 1 for something that is not a position, so that loops end.
int senet_position_over(const senet_position *position);
// The player who won; 0: nobody, or not over.
int senet_position_winner(const senet_position *position);
// Moves made since the start.
size_t senet_position_ply(const senet_position *position);
// By player, the first one first; n must be the number of players. Utilities are in [-1, 1]; ranks 1 to n, ties
// averaged, 0 while undecided; scores are 0 in games without.
senet_status senet_position_utilities(const senet_position *position, double *utilities, size_t n);
senet_status senet_position_ranks(const senet_position *position, double *ranks, size_t n);
senet_status senet_position_scores(const senet_position *position, int32_t *scores, size_t n);
// Who plays which player, after players swapped: seats[i] is the player that the one who began as i + 1 plays now.
senet_status senet_position_seats(const senet_position *position, int32_t *seats, size_t n);
// A hash of everything that is the same when a position is repeated, with whose turn it is; 0 for something that is
// not a position.
uint64_t senet_position_hash(const senet_position *position);

// What stands on a site, level 0 being the bottom of a stack. player: as this player sees it (0: everything); what is
// hidden is -1.
typedef struct senet_piece {
  int32_t piece;  // number, 0: nothing
  int32_t owner, count, state, rotation, value;
} senet_piece;
senet_status senet_position_site(const senet_position *position, int type, int32_t site, int32_t level, int player,
                                 senet_piece *out);
// How many levels there are on a site.
senet_status senet_position_height(const senet_position *position, int type, int32_t site, int32_t *height);

// What the rules said to players with the last move, such as an umpire's words: number i, from 0. *player (may be NULL)
// is who was meant, 0: everybody. SENET_RANGE beyond the last.
senet_status senet_position_note(const senet_position *position, size_t i, int32_t *player, char *buffer, size_t size,
                                 size_t *length);

// How many sequences of so many moves there are from here: what rules are compared by. By native code where the game
// has it (senet_game_executor). Chance falls as the position's stream says; other outcomes are not counted. The depth
// is at most 1000.
senet_status senet_position_perft(const senet_position *position, int depth, uint64_t *count);
// The same with everything a player does before the turn passes counted as one move.
senet_status senet_position_perft_turns(const senet_position *position, int depth, uint64_t *count);

// ---- parts of moves --------------------------------------------------------------------------------

// A move chosen in parts, each a choice among fewer things than there are moves: where it begins, where it ends, which
// of the moves left; in .rbg games as they were divided when loaded (senet_game_request.split). The position itself
// does not change.
typedef struct senet_parts senet_parts;

// Begins to choose a move of a position. SENET_UNSUITED in games of chance, where all move at once, and in matches.
// Free with senet_parts_free.
senet_status senet_parts_new(const senet_position *position, senet_parts **parts);
void senet_parts_free(senet_parts *parts);
// The parts to choose from now, as many as there is room for; *n is how many there are. Of a choice of a site, `from`
// and `to` are that site. None: the move is complete, or what was chosen leads nowhere and is to be taken back.
senet_status senet_parts_list(senet_parts *parts, senet_move *moves, size_t room, size_t *n);
// Chooses one of them, by number.
senet_status senet_parts_take(senet_parts *parts, size_t part);
// Takes the last choice back. SENET_RANGE when there is none.
senet_status senet_parts_back(senet_parts *parts);
// 1 when the parts make up a whole move.
int senet_parts_complete(const senet_parts *parts);
// The number of that move in the position. SENET_ILLEGAL when the position is not the one it was chosen for.
senet_status senet_parts_move(senet_parts *parts, senet_position *position, size_t *move);

// ---- text of positions ----------------------------------------------------------------------------

// The position as one line of text that says everything its future depends on except what chance will do: see
// docs/POSITIONS.md. The same position always has the same text.
senet_status senet_position_text(senet_position *position, char *buffer, size_t size, size_t *length);
// Sets a position up from its text. What was before is forgotten and cannot be undone; chance goes on from where it
// was. SENET_INPUT with the column in the message when the text is wrong: the position is then as it was.
senet_status senet_position_set(senet_position *position, const char *text);

// ---- chance ---------------------------------------------------------------------------------------

// Chance enters a game in two places: before a move, when its legal moves are listed (dice are thrown), and while a
// move is made (a piece appears somewhere). Both are drawn from the position's stream unless the caller chooses. The
// outcomes of a place are numbered from 0; a place without chance has one.
#define SENET_BEFORE_MOVE ((size_t)-1)

// How many outcomes there are before the move (SENET_BEFORE_MOVE) or while legal move number `move` is made, and their
// probabilities, as many as there is room for; probabilities may be NULL when room is 0. SENET_RANGE when there are
// more than a million.
senet_status senet_position_outcomes(senet_position *position, size_t move, double *probabilities, size_t room,
                                     size_t *n);
// Lets outcome number `outcome` happen before the move: the legal moves are those that follow from it.
senet_status senet_position_choose_outcome(senet_position *position, size_t outcome);
// Makes legal move number `move` with this outcome.
senet_status senet_position_apply_outcome(senet_position *position, size_t move, size_t outcome);
// What was thrown for the legal moves: faces of the dice, none in games without. *n is how many there are.
senet_status senet_position_dice(senet_position *position, int32_t *faces, size_t room, size_t *n);
// Lets these faces be thrown. SENET_ILLEGAL when they cannot be.
senet_status senet_position_throw(senet_position *position, const int32_t *faces, size_t n);

// ---- executors ------------------------------------------------------------------------------------

typedef struct senet_batch senet_batch;

// Who plays the game for agents, playouts and batches: "native" (C compiled for the game), "interpreter", or "auto":
// the interpreter, and native code once it is compiled in the background. Without this call it is what the environment
// variable SENET_EXECUTOR says, else auto. The same seed gives other playouts and searches with native code than with
// the interpreter; name one of them to have always the same. Before the first agent, playout or batch of the game only:
// SENET_MISUSE after it. SENET_INPUT for another name, SENET_UNSUITED when there is no native code (senet_message
// says why).
//
// After "native", named by this call, native code also makes the moves of positions, 20 times as fast in simple games.
// Native code and the interpreter have the same legal moves, with the same results, but number them in orders of their
// own: apply move number k of n without having looked at the moves, and it is number k of native code. Whoever lists
// the moves, or asks an agent, gets the interpreter's numbers, and the interpreter makes the moves of this position
// from then on, until senet_position_start. Calls that look at the board have it make again what native code has made.
senet_status senet_game_executor(senet_game *game, const char *name);
// Their names; NULL beyond the end.
const char *senet_executor_name(size_t i);
// Who makes the next move of a position, or the moves of a batch: "native" or "interpreter"; NULL for something else.
const char *senet_position_executor(const senet_position *position);
const char *senet_batch_executor(const senet_batch *batch);

// ---- playouts -------------------------------------------------------------------------------------

// How moves of playouts are drawn. The first three give the same distribution of games.
enum {
  SENET_PLAYOUT_OPTIMISED = 0,  // without generating all legal moves where the rules allow that
  SENET_PLAYOUT_STANDARD = 1,   // from all legal moves
  SENET_PLAYOUT_FILL = 2,       // only who wins is found out, by filling the board where that is proved to be the same
  SENET_PLAYOUT_PARTS = 3       // in parts, each drawn from those offered (senet_parts, senet_game_request.split)
};

enum { SENET_PLAYERS_MAX = 16 };
typedef struct senet_playout_totals {
  uint64_t games, moves, draws;             // draws: games without a winner
  uint64_t wins[SENET_PLAYERS_MAX + 1];     // by player, number 0 unused
  double utilities[SENET_PLAYERS_MAX + 1];  // sums
  double scores[SENET_PLAYERS_MAX + 1];     // sums, in games that keep scores
  double seconds, processor_seconds;        // passed; used by all threads together
  uint64_t native;                          // games played by native code, the others by the interpreter
  int gave_up;      // 1: a game went beyond the limits of native code; the interpreter played on
  const char *why;  // why the interpreter played although native code was wanted; NULL otherwise. Lives as the game
  // Of moves in parts: whole moves made, parts made, parts offered, parts taken back because they led nowhere.
  uint64_t whole, parts, offered, dead;
} senet_playout_totals;

// Called now and then on the calling thread with what was counted so far, in the middle of long games too.
// 1: stop, 0: go on.
typedef int senet_playout_tell(void *self, const senet_playout_totals *totals);
// Called on the calling thread with every game as a line of JSON (senet_position_record), in the order of the games.
typedef void senet_playout_record(void *self, uint64_t number, const char *record);

// Begin with SENET_PLAYOUT_OPTIONS.
typedef struct senet_playout_options {
  size_t size;       // sizeof(senet_playout_options)
  uint64_t n;        // games; 0 with `seconds`: as many as there is time for
  uint64_t seed;     // playout k of a seed and an executor is the same whatever the number of threads
  uint64_t first;    // number of the first one
  int threads;       // 0: one per processor
  int kind;          // SENET_PLAYOUT_...
  uint64_t longest;  // from a position: stop after so many moves; 0: play to the end
  // Arrays of n, of n times players for the utilities, or NULL: the outcome of each game. winner 0: nobody.
  int32_t *winners;
  uint32_t *lengths;
  double *utilities;
  double seconds;  // no game begins after so many; 0: no limit
  int interpret;   // 1: without native code, whoever plays the game otherwise; 0: native code plays what it can
  senet_playout_tell *tell;      // or NULL
  senet_playout_record *record;  // or NULL; games from the start only, by the interpreter
  void *self;                    // handed to both
} senet_playout_options;
#define SENET_PLAYOUT_OPTIONS \
  { sizeof(senet_playout_options), 1000, 1, 0, 1, 0, 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL }

// Random games from the start, or from a position, which is left as it was. totals may be NULL. SENET_STOPPED when tell
// said so, SENET_RULES when the rules went wrong: totals are then of the games played until there.
senet_status senet_game_playouts(senet_game *game, const senet_playout_options *options, senet_playout_totals *totals);
senet_status senet_position_playouts(const senet_position *position, const senet_playout_options *options,
                                     senet_playout_totals *totals);

// ---- agents ---------------------------------------------------------------------------------------

// Whatever chooses moves: a search, or chance.
typedef struct senet_agent senet_agent;

// Opens an agent by its text, such as "uct:iterations=1000" (`senet help agents` lists them). Free with
// senet_agent_free. SENET_INPUT for a text without meaning, SENET_UNSUITED when it cannot play the game.
senet_status senet_agent_new(senet_game *game, const char *text, uint64_t seed, senet_agent **agent);
void senet_agent_free(senet_agent *agent);

// The agent that plays a game by default, as text, with so many seconds a move: what played best in our own matches, in
// other games by what random games show. A second of random games may be needed to find out.
senet_status senet_game_agent(senet_game *game, double seconds, char *buffer, size_t size, size_t *length);

// What a search thinks of one move.
typedef struct senet_line {
  size_t move;      // its number in the position asked about
  uint64_t visits;  // playouts, or positions looked at
  double value;     // for the player to move, in [-1, 1]
  int certain;      // 1: proven
} senet_line;

// What a search found out. Its arrays belong to the agent and are valid until it is asked again or freed.
typedef struct senet_report {
  size_t move;  // chosen
  double value;
  uint64_t iterations, states;  // playouts or positions looked at; moves made in all of them
  int depth;                    // completed, of a depth-first search
  double seconds;
  const senet_line *lines;  // in the order of their numbers
  size_t n_lines;
  const size_t *expected;  // the line of play: numbers of moves, each in its own position
  size_t n_expected;
  uint64_t recycled;  // how often the tree was full and parts of it were used again
  const char *note;   // something worth saying about the search, a sentence, or NULL
} senet_report;

// Asks for a move of the player to move, or of `player` in a simultaneous game (0: the first that has a choice). The
// position stays as it is. report may be NULL. Until it returns nothing else can be done with the agent but to stop it.
senet_status senet_agent_ask(senet_agent *agent, senet_position *position, int player, size_t *move,
                             senet_report *report);
// Limits the searches that follow: seconds and iterations for a move, 0: no limit of this kind. SENET_UNSUITED for an
// agent that does not search.
senet_status senet_agent_limit(senet_agent *agent, double seconds, uint64_t iterations);
// Has `tell` called while a search goes on, on the thread that searches, every so many seconds (depth-first searches:
// after each depth). NULL: no more. The report is valid during the call, which must not use the agent or position.
typedef void senet_tell(void *self, const senet_report *report);
senet_status senet_agent_watch(senet_agent *agent, double seconds, senet_tell *tell, void *self);
// Lets a search that another thread is waiting for end soon, with the best move so far. Also ends the next search if
// none is under way, until senet_agent_resume.
senet_status senet_agent_stop(senet_agent *agent);
senet_status senet_agent_resume(senet_agent *agent);
// Lets the agent think about a position while somebody else does, in a thread of its own; what it finds is there for
// its own move. Until senet_agent_ponder_end, which every other call with the agent does first. The position stays the
// caller's. SENET_UNSUITED where nothing could be kept (chance, hidden things, players who move at once) or where the
// agent's search is not limited by time only.
senet_status senet_agent_ponder(senet_agent *agent, senet_position *position);
// Does nothing when the agent does not think.
senet_status senet_agent_ponder_end(senet_agent *agent);

// ---- matches --------------------------------------------------------------------------------------

// Agents against each other. They take the seats in turn; with more agents than players all selections play equally
// often. Game k of a seed is the same whatever else is played, where agents think for a number of iterations on one
// thread (and with one executor).
typedef struct senet_match senet_match;

// What an agent did in a game.
typedef struct senet_match_seat {
  int32_t agent;                 // number, from 0
  double utility;                // in [-1, 1]
  uint64_t choices, iterations;  // moves thought about, and what that took
  double seconds;
} senet_match_seat;

typedef struct senet_match_game {
  uint64_t number;                                // from 0
  uint32_t moves;                                 // made
  int stopped;                                    // 1: the rules or an agent failed; nobody has won
  const char *failure;                            // why an agent could not go on, or NULL
  const char *record;                             // a line of JSON, where they are wanted; or NULL
  senet_match_seat seats[SENET_PLAYERS_MAX + 1];  // by the player they began as, number 0 unused
} senet_match_game;

// Called after every game on the thread that played it, one call at a time, in the order in which games end; its
// strings are valid during the call, which may ask for results. 1: stop, 0: go on.
typedef int senet_match_tell(void *self, const senet_match_game *game);

// Begin with SENET_MATCH_OPTIONS.
typedef struct senet_match_options {
  size_t size;         // sizeof(senet_match_options)
  const char *agents;  // who plays, as text, such as "uct:iterations=1000,c=0.4,random"
  uint64_t seed;
  int threads;                  // games at a time; 0: one per processor
  int records;                  // 1: games come with their records
  const char *const *openings;  // lines of moves divided by blanks, each played in turn by everybody on every seat
  size_t n_openings;            // 0: all games begin at the start
  // Not both 0: stop once it is clear whether the first agent is sprt_high rather than sprt_low Elo better than the
  // others (sequential probability ratio test, both errors 5 %). At most 10000.
  double sprt_low, sprt_high;
  senet_match_tell *tell;  // or NULL
  void *self;              // handed to it
} senet_match_options;
#define SENET_MATCH_OPTIONS \
  { sizeof(senet_match_options), NULL, 1, 0, 0, NULL, 0, 0, 0, NULL, NULL }

// SENET_INPUT for agents or openings without meaning, SENET_UNSUITED when an agent cannot play the game or openings do
// not suit it (chance, simultaneous moves). Free with senet_match_free.
senet_status senet_match_new(senet_game *game, const senet_match_options *options, senet_match **match);
void senet_match_free(senet_match *match);

// Plays those of the first n games that were not played or added before; at most 10 million. SENET_STOPPED after
// senet_match_stop or when tell said so: games under way were given up.
senet_status senet_match_play(senet_match *match, uint64_t n);
// Counts a game that was played before, as it was told then. SENET_INPUT when it cannot be a game of this match.
senet_status senet_match_add(senet_match *match, const senet_match_game *game);
// From any thread: ends a match under way soon. It stays stopped.
senet_status senet_match_stop(senet_match *match);

// What the games counted so far say. Games count in the order of their numbers; those after one that is missing count
// when it is there, or when the match was stopped.
enum { SENET_SPRT_OPEN = 0, SENET_SPRT_YES = 1, SENET_SPRT_NO = 2 };
typedef struct senet_match_result {
  uint64_t games, moves, stopped;
  uint64_t finished;  // games there are, counted or not
  int sprt;           // SENET_SPRT_...: is the first agent so much better?
} senet_match_result;
senet_status senet_match_results(senet_match *match, senet_match_result *out);

typedef struct senet_match_rating {
  uint64_t games, wins, losses, draws;
  uint64_t first;    // games on the first seat
  double score;      // mean share of the points: a draw counts half, with more than two players by rank
  double low, high;  // its 95 % interval
  double elo;        // rating by the model of Bradley and Terry, mean 0
  uint64_t choices, iterations;
  double seconds;  // thinking
} senet_match_rating;
// How many agents there are, and number i as text; NULL beyond the end.
size_t senet_match_agents(const senet_match *match);
const char *senet_match_agent(const senet_match *match, size_t i);
senet_status senet_match_rate(senet_match *match, size_t agent, senet_match_rating *out);

// Agent number i of a text that names several, divided by commas. SENET_RANGE beyond the last, SENET_INPUT when one of
// them has no meaning.
senet_status senet_agents_get(const char *text, size_t i, char *buffer, size_t size, size_t *length);
// The same without a look at what it says, for programs that know other players too, such as "human,uct".
senet_status senet_agents_split(const char *text, size_t i, char *buffer, size_t size, size_t *length);

// ---- many games at once ---------------------------------------------------------------------------

// Several games of one kind that are stepped together, on several threads: arrays in, arrays out. A game that is over
// begins again at once, with chance from a stream of its own. Native code makes the moves where there is some
// (senet_game_executor): the numbers of moves that nobody has looked at are then its own; those of a game whose
// position, tensors, places or features were asked for since the last step are the interpreter's.

// n games at the start; threads 0: one per processor. Simultaneous games are SENET_UNSUITED. Free with
// senet_batch_free.
senet_status senet_batch_new(senet_game *game, size_t n, uint64_t seed, int threads, senet_batch **batch);
void senet_batch_free(senet_batch *batch);
size_t senet_batch_size(const senet_batch *batch);

// What a step tells, arrays of n given by the caller; any may be NULL. Begin with SENET_BATCH_RESULT.
typedef struct senet_batch_result {
  size_t size;        // sizeof(senet_batch_result)
  int32_t *movers;    // players to move now, in the new game where one ended
  uint32_t *counts;   // legal moves now
  uint8_t *done;      // 1: the step ended this game
  double *utilities;  // n times players: of the games that ended, 0 for others
  uint32_t *lengths;  // moves made in the game so far; of games that ended, in all
} senet_batch_result;
#define SENET_BATCH_RESULT \
  { sizeof(senet_batch_result), NULL, NULL, NULL, NULL, NULL }

// Begins all games again and tells where they are.
senet_status senet_batch_start(senet_batch *batch, uint64_t seed, senet_batch_result *result);
// Makes a legal move in each game, by number. Nothing is done when one of them is not legal: SENET_ILLEGAL, and the
// message says in which game.
senet_status senet_batch_step(senet_batch *batch, const uint32_t *moves, senet_batch_result *result);
// The same with moves drawn uniformly, `steps` times; done and utilities are of the last step.
senet_status senet_batch_step_random(senet_batch *batch, size_t steps, senet_batch_result *result);
// The position of game i, which is the batch's: it may be looked at, copied and asked for its legal moves, but moves
// are made by steps, with the chance of the batch.
senet_position *senet_batch_position(senet_batch *batch, size_t i);

// ---- tensors --------------------------------------------------------------------------------------

// States and moves as planes of numbers of the same size, for neural networks (docs/NETWORKS.md says what each channel
// is). A legal move has a place in the tensor of moves; now and then two moves share one.
typedef struct senet_tensor_shape {
  int32_t channels, width, height;  // of a state: channels planes of width times height
  int32_t move_channels;            // of moves, with planes of the same size
} senet_tensor_shape;
// SENET_UNSUITED for a match.
senet_status senet_game_tensor_shape(senet_game *game, senet_tensor_shape *out);
// What a channel of states is; NULL beyond.
const char *senet_game_channel_name(senet_game *game, size_t channel);

// Writes channels times width times height numbers: index = (channel * width + x) * height + y. size is how many there
// is room for.
senet_status senet_position_tensor(const senet_position *position, float *out, size_t size);
// The same as a player sees it: what is hidden is left out; player 0: everything.
senet_status senet_position_tensor_for(const senet_position *position, int player, float *out, size_t size);
// The place of each legal move, in their order: at most `room` of them; *n is how many there are.
senet_status senet_position_places(senet_position *position, int32_t *places, size_t room, size_t *n);
// The first legal move that has this place. SENET_ILLEGAL when none has.
senet_status senet_position_move_at(senet_position *position, int32_t place, size_t *move);

// The same for all games of a batch, on its threads. states: n tensors one after another, each as the player to move
// sees it, or NULL; mask: n times
// move_channels times width times height bytes, 1 where a legal move has its place, or NULL. The sizes are in numbers
// and bytes.
senet_status senet_batch_tensors(senet_batch *batch, float *states, size_t n_states, uint8_t *mask, size_t n_mask);
// The legal moves that have these places, one place for each game. SENET_ILLEGAL when one has none, and the message
// says in which game.
senet_status senet_batch_moves_at(senet_batch *batch, const int32_t *places, uint32_t *moves);

// ---- features --------------------------------------------------------------------------------------

// Spatial features of moves (docs/FEATURES.md): small patterns around the sites of a move, with weights. A set is used
// by one thread at a time.
typedef struct senet_features senet_features;

// Opens a set for a game: "Atomic-M-N" (such as "Atomic-2-4"), "Initial", or the text of a file of features.
// SENET_INPUT with line and column. Free with senet_features_free.
senet_status senet_features_new(senet_game *game, const char *set, senet_features **features);
void senet_features_free(senet_features *features);

// How many features there are, and number i as text; NULL beyond the end.
size_t senet_features_count(const senet_features *features);
const char *senet_features_text(const senet_features *features, size_t i);
// Their weights for a player; n must be the number of features. 0 in a set without weights.
senet_status senet_features_weights(const senet_features *features, int player, float *weights, size_t n);

// Which features are active: those of move i are active[starts[i]] to active[starts[i + 1] - 1], in ascending order.
// Begin with SENET_FEATURE_RESULT and give the arrays; without arrays only the numbers are filled in.
typedef struct senet_feature_result {
  size_t size;  // sizeof(senet_feature_result)
  uint32_t *starts;
  size_t room_starts;  // one more than moves
  uint32_t *active;
  size_t room_active;
  uint32_t *games;         // of a batch of n: n + 1 places, where the moves of each game begin; or NULL
  size_t moves, n_active;  // filled in, also with SENET_TOO_SMALL
} senet_feature_result;
#define SENET_FEATURE_RESULT \
  { sizeof(senet_feature_result), NULL, 0, NULL, 0, NULL, 0, 0 }

// The active features of every legal move.
senet_status senet_position_features(senet_position *position, senet_features *features, senet_feature_result *result);
// The same for all games of a batch, on its threads, one game after another.
senet_status senet_batch_features(senet_batch *batch, senet_features *features, senet_feature_result *result);
// The sum of the weights of every legal move, for the player who makes it: a policy is the softmax over them. As many
// as there is room for; *n is how many moves there are.
senet_status senet_position_feature_scores(senet_position *position, senet_features *features, double *scores,
                                           size_t room, size_t *n);

// ---- drawing --------------------------------------------------------------------------------------

// How a position is drawn. Begin with SENET_DRAW_OPTIONS.
typedef struct senet_draw_options {
  size_t size;    // sizeof(senet_draw_options)
  int player;     // what this player sees; 0: everything
  int colour;     // text: 1: escape sequences of terminals for the owners of pieces
  int last_move;  // 1: the last move is marked, in text by brackets
  int no_legend;  // pictures: 1: without the lines that say what the shapes are
  int no_labels;  // pictures: 1: without the names of rows, columns and sites
  int sites;      // text: 1: the names of the sites instead of what stands there
  int delay;      // animations: how long a move is shown, in hundredths of a second; 0: 80
} senet_draw_options;
#define SENET_DRAW_OPTIONS \
  { sizeof(senet_draw_options), 0, 0, 0, 0, 0, 0, 0 }

// The position as lines of text; player: what this player sees (0: everything).
senet_status senet_position_draw(senet_position *position, int player, char *buffer, size_t size, size_t *length);
senet_status senet_position_draw_with(senet_position *position, const senet_draw_options *options, char *buffer,
                                      size_t size, size_t *length);
// The position as an SVG picture.
senet_status senet_position_svg(senet_position *position, char *buffer, size_t size, size_t *length);
senet_status senet_position_svg_with(senet_position *position, const senet_draw_options *options, char *buffer,
                                     size_t size, size_t *length);

// A picture as the bytes of a file.
typedef struct senet_picture senet_picture;
enum {
  SENET_PICTURE_SVG = 0,
  SENET_PICTURE_PNG = 1,
  SENET_PICTURE_GIF = 2  // an animation: the moves of the game that can be taken back, one after another
};
// options may be NULL. SENET_UNSUITED without a board, SENET_NOT_FOUND for PNG and GIF when the libraries librsvg and
// cairo are not installed. Free with senet_picture_free.
senet_status senet_position_picture(senet_position *position, const senet_draw_options *options, int format,
                                    senet_picture **picture);
// The file; *n (may be NULL) is how many bytes it has. NULL for something that is not a picture.
const void *senet_picture_bytes(const senet_picture *picture, size_t *n);
void senet_picture_free(senet_picture *picture);

// What the letters of drawings mean.
senet_status senet_game_legend(senet_game *game, char *buffer, size_t size, size_t *length);

// ---- records ---------------------------------------------------------------------------------------

// The game so far as a line of JSON, which `senet replay` reads as well: which game, its moves, how it ended.
// A game that began at a position that was set up says which; a match has the steps from game to game. SENET_RANGE when
// the position does not know all moves that led to it: after a copy, senet_position_play_out, and in a batch.
senet_status senet_position_record(senet_position *position, char *buffer, size_t size, size_t *length);

// A game that was written down.
typedef struct senet_record senet_record;

// Reads a record: a line of JSON, the text of a trial file of Ludii, or a trace (JSON lines with every position and its
// legal moves, which senet_record_compare compares; its moves are not counted here). SENET_INPUT when it is none of
// these. Free with senet_record_free.
senet_status senet_record_read(senet_library *library, const char *text, size_t length, senet_record **record);
void senet_record_free(senet_record *record);
// The game it is of, by name or path; NULL for something that is not a record.
const char *senet_record_name(const senet_record *record);
// Its description's path, or the part of it that is the same everywhere; its ruleset; NULL when it says none.
const char *senet_record_path(const senet_record *record);
const char *senet_record_ruleset(const senet_record *record);
// The options chosen, by number; NULL beyond the end.
const char *senet_record_option(const senet_record *record, size_t i);
// How many moves it has, and number i as it was carried out; NULL beyond the end.
size_t senet_record_count(const senet_record *record);
const char *senet_record_move(const senet_record *record, size_t i);
// Whether the game came to its end, and who won: 0 for nobody. Both may be NULL.
senet_status senet_record_result(const senet_record *record, int *over, int *winner);
// Loads the game it is of, with its options and ruleset, from the library it was read with, or from a file that its
// path leads to from here. *diagnostics (diagnostics may be NULL) is for the caller to free in any case.
senet_status senet_record_load(const senet_record *record, senet_game **game);
senet_status senet_record_load_with(const senet_record *record, senet_game **game, senet_diagnostics **diagnostics);
// Makes its first n moves (all, if there are fewer) from the start of the position's game, or from the position that
// was set up there; they can be taken back.
// Chance is as recorded. SENET_ILLEGAL with the number of the move that is not legal: the position is then as it was.
senet_status senet_record_replay(const senet_record *record, senet_position *position, size_t n);

// How closely moves are compared: mover, from, to and levels, or the whole text of what they do.
enum { SENET_COMPARE_MOVES = 0, SENET_COMPARE_FULL = 1 };
// The first difference. Texts are "" where there is nothing to say; they belong to the record and are valid until it is
// compared again or freed.
typedef struct senet_comparison {
  int same;        // 1: there is none
  int32_t ply;     // where it is; -1: before the first move
  uint32_t plies;  // moves made again
  const char *cause;
  const char *missing, *extra;  // legal moves that only the record has, and that it does not have; a line for each
  const char *state;            // what differs in the position, a line for each
} senet_comparison;
// Plays the record again from the start and compares what it says: that moves are legal and the result is the same, in
// a trace also all legal moves, positions and rankings.
senet_status senet_record_compare(senet_record *record, senet_game *game, int level, senet_comparison *out);

#ifdef __cplusplus
}
#endif

#endif
