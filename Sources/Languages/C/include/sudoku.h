// The Sudoku engine for every language that can call C.
//
// Boards are 81 bytes, row by row: 0 for an empty cell, 1 to 9 for a digit. A batch is boards one after the other,
// without gaps. All buffers belong to the caller. The library keeps no state between calls, except in players.
//
// Functions return SUDOKU_OK or a negative status. With a `sudoku_error` they also report the error and its row.
// Results in the buffers are undefined after an error. Every function may be called from several threads at once,
// and in a child process after a fork. `threads` is the number of threads that share a batch: with 1 the caller's
// thread does all work. Others live only as long as the call. Results never depend on `threads`.
//
//   uint8_t board[81], solution[81];
//   uint32_t count;
//   sudoku_parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 81, board, NULL);
//   sudoku_solve(board, 1, 2, 1, solution, &count, NULL, NULL);     // count == 1

#ifndef SUDOKU_H
#define SUDOKU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if !defined(__clang__)
#define _Nullable
#define _Nonnull
#endif

// Raised when a function changes or goes. New functions don't raise it.
#define SUDOKU_ABI_VERSION 1

enum {
  SUDOKU_OK = 0,
  // A null pointer, a number out of range, an unknown name.
  SUDOKU_BAD_ARGUMENT = -1,
  // A board with a value over 9, or a text that is not a board.
  SUDOKU_BAD_BOARD = -2,
  // A text that is not JSON, or options that no puzzle can meet.
  SUDOKU_BAD_OPTIONS = -3,
  // `*cancel` became nonzero, or the flag of `sudoku_cancel_by`, or a player was asked to stop.
  SUDOKU_CANCELLED = -4,
  // The attempts ran out before such a puzzle was found.
  SUDOKU_EXHAUSTED = -5,
  // A file, a folder or the memory failed.
  SUDOKU_FAILED = -6,
};

// An error. The caller's memory; may be NULL everywhere.
typedef struct {
  int32_t status;
  // The board's number in its batch, from 0; -1 where the fault is not in a board.
  int64_t row;
  // A sentence in UTF-8, ended by a zero byte.
  char text[240];
} sudoku_error;

// SUDOKU_ABI_VERSION of the library that is loaded.
int32_t sudoku_abi_version(void);
// The engine's version, as in "0.3.0".
const char *_Nonnull sudoku_version(void);

// Cancels the calls of this thread: once `*cancel` is nonzero, functions that take `threads` return SUDOKU_CANCELLED,
// between two parts of a batch or within the long search of a board. Any thread or signal handler may set it. NULL ends that. The flag must outlive the calls;
// functions with a parameter `cancel` read both.
void sudoku_cancel_by(const volatile int32_t *_Nullable cancel);

// MARK: Text

// Reads one board: 81 characters, or nine rows; `.`, `0`, `*` and `_` are empty cells. White space and the lines of
// a drawn grid are skipped.
int32_t sudoku_parse(const char *_Nullable text, size_t length, uint8_t *_Nullable board,
                     sudoku_error *_Nullable error);
// Reads lines of 81 characters; what follows a tab, comma, semicolon or blank is ignored, and so are empty lines.
// `*count` is the capacity of `boards` on entry and the number of boards read on return. `*used` is the number of
// bytes read: call again with the rest where the boards did not fit. A bad line is an error with its number as `row`.
int32_t sudoku_parse_lines(const char *_Nullable text, size_t length, uint8_t *_Nullable boards,
                           size_t *_Nullable count, size_t *_Nullable used, sudoku_error *_Nullable error);
// Reads a text in any format that the program `sudoku` reads. `*count` is the capacity of `boards` on entry and the number
// of puzzles in the text on return: call again with more room where it is larger. A bad record is an error with the
// number of its line, from 0, as `row`.
int32_t sudoku_read(const char *_Nullable text, size_t length, uint8_t *_Nullable boards, size_t *_Nullable count,
                    sudoku_error *_Nullable error);
// Writes 82 bytes for each board: 81 characters and a line feed. `empty` stands for empty cells: `.`, `0`, `*` or `_`.
int32_t sudoku_write_lines(const uint8_t *_Nullable boards, size_t count, char empty, char *_Nullable lines,
                           sudoku_error *_Nullable error);

// MARK: Solving

// Counts solutions up to `limit`, 1 to 1,000,000. `solutions` (81 bytes each) may be NULL; rows without a solution
// become zeros. `guesses`, the guesses of each board, may be NULL: then a call with few boards is up to a hundred times
// as fast. Results don't depend on the number of boards.
int32_t sudoku_solve(const uint8_t *_Nullable boards, size_t count, uint32_t limit, uint32_t threads,
                     uint8_t *_Nullable solutions, uint32_t *_Nullable counts, uint32_t *_Nullable guesses,
                     sudoku_error *_Nullable error);
// For each board: 1 where every clue is needed, 0 where one can go, -1 without exactly one solution.
int32_t sudoku_minimality(const uint8_t *_Nullable boards, size_t count, uint32_t threads, int8_t *_Nullable minimal,
                          sudoku_error *_Nullable error);
// The clues of each board that can go alone: 81 bytes each, 1 or 0. All zeros without exactly one solution.
int32_t sudoku_redundant_clues(const uint8_t *_Nullable boards, size_t count, uint32_t threads,
                               uint8_t *_Nullable redundant, sudoku_error *_Nullable error);
// The candidates of each cell by the clues alone: 81 masks each, bit d-1 for digit d. A filled cell has its digit.
int32_t sudoku_candidates(const uint8_t *_Nullable boards, size_t count, uint16_t *_Nullable candidates,
                          sudoku_error *_Nullable error);

// MARK: Symmetry and identity

// The length of an ID, without a zero byte.
#define SUDOKU_ID_LENGTH 29

// IDs of boards ("p1-...") and of their classes up to symmetry ("c1-..."): SUDOKU_ID_LENGTH bytes each. Either may be
// NULL. A board without exactly one solution has a class ID of zero bytes.
int32_t sudoku_identify(const uint8_t *_Nullable boards, size_t count, uint32_t threads, char *_Nullable puzzle_ids,
                        char *_Nullable class_ids, sudoku_error *_Nullable error);
// The length of a game's ID, without a zero byte.
#define SUDOKU_GAME_ID_LENGTH 52

// IDs of the games of boards ("game-...") that begin at `starts`, in seconds since 1970-01-01 00:00 UTC, one for each
// board: SUDOKU_GAME_ID_LENGTH bytes each, zero bytes after the ID.
int32_t sudoku_game_ids(const uint8_t *_Nullable boards, size_t count, const int64_t *_Nullable starts,
                        char *_Nullable game_ids, sudoku_error *_Nullable error);
// Canonical forms: "solution", "minlex", "row-min" or "pattern". `automorphisms` may be NULL. A board that has no such
// form becomes zeros, with 0 automorphisms.
int32_t sudoku_canonicalize(const uint8_t *_Nullable boards, size_t count, const char *_Nullable form,
                            uint32_t threads, uint8_t *_Nullable canonical, uint32_t *_Nullable automorphisms,
                            sudoku_error *_Nullable error);
// Random symmetries: `copies` boards for each, one group of copies after the other. `others`, such as solutions, are
// transformed alike; both of them may be NULL. Row `i` of the batch is number `first + i` of the seed: parts of a
// batch give the same bytes as the whole.
int32_t sudoku_augment(const uint8_t *_Nullable boards, const uint8_t *_Nullable others, size_t count,
                       uint32_t copies, uint64_t seed, uint64_t first, uint32_t threads,
                       uint8_t *_Nullable boards_out, uint8_t *_Nullable others_out, sudoku_error *_Nullable error);

// MARK: Grading

enum {
  SUDOKU_RATED = 0,
  SUDOKU_NO_SOLUTION = 1,
  SUDOKU_SEVERAL_SOLUTIONS = 2,
  SUDOKU_ALREADY_SOLVED = 3,
  SUDOKU_BEYOND_TECHNIQUES = 4,
  SUDOKU_WORK_LIMIT = 5,
};

// The scales, as a JSON array of objects: `name`; `figures`, the names of the numbers that `sudoku_grade` writes; `levels`,
// the names of the levels by their rank; `levelColumn`, the name of the level in tables of several scales. Free `*json`
// with `sudoku_free`.
int32_t sudoku_scales(char *_Nullable *_Nullable json, sudoku_error *_Nullable error);

// Grades on a scale: "level", "se" or "hodoku". `figures` has three numbers for each board, in tenths: ER, EP and ED on
// `se`; the score and two zeros on the others. `levels` is the level's rank from 0 (easy), 255 where the scale has none;
// it may be NULL. `statuses` has the reason for missing figures. A board may take `work_limit` literals derived by
// chains, 0 for the default.
int32_t sudoku_grade(const uint8_t *_Nullable boards, size_t count, const char *_Nullable scale, uint64_t work_limit,
                     uint32_t threads, const volatile int32_t *_Nullable cancel, int32_t *_Nullable figures,
                     uint8_t *_Nullable levels, uint8_t *_Nullable statuses, sudoku_error *_Nullable error);

// MARK: Generating

// Puzzles number `first` to `first + count - 1` of a seed. `options` is a JSON object: the parameters of the method
// `puzzle.generate` but `seed`, `count`, `levels` and `budget`; NULL for any puzzle. The same options and seed give the
// same puzzles as the command line. `solutions` and `figures` (as in `sudoku_grade`, on the scale of the options) may be
// NULL.
int32_t sudoku_generate(const char *_Nullable options, uint64_t seed, uint64_t first, size_t count, uint32_t threads,
                        const volatile int32_t *_Nullable cancel, uint8_t *_Nullable puzzles,
                        uint8_t *_Nullable solutions, int32_t *_Nullable figures, sudoku_error *_Nullable error);
// The same, with the level's rank of each puzzle as in `sudoku_grade`; needs `figures`.
int32_t sudoku_generate_levels(const char *_Nullable options, uint64_t seed, uint64_t first, size_t count,
                               uint32_t threads, const volatile int32_t *_Nullable cancel, uint8_t *_Nullable puzzles,
                               uint8_t *_Nullable solutions, int32_t *_Nullable figures, uint8_t *_Nullable levels,
                               sudoku_error *_Nullable error);

// MARK: Games, hints and explanations: the protocol of `sudoku serve`

typedef struct sudoku_player sudoku_player;

// Opens a player's games. `options` is a JSON object: `data` is the folder of the games (omitted: in memory, for the
// methods `puzzle.*` and games without a trace), `store` the URL of a store to sync with. Syncs and long searches use
// threads of their own; a player does not survive a fork. The child may open another in memory.
int32_t sudoku_player_open(const char *_Nullable options, sudoku_player *_Nullable *_Nullable player,
                           sudoku_error *_Nullable error);
// Carries out a line of JSON-RPC and waits for its answer. `*lines` becomes the answer and the notifications since the
// last call, one a line, ended by a zero byte: free it with `sudoku_free`. An error of the protocol is an answer, too.
// NULL instead of a request only collects notifications, and does what is due. One call at a time runs; others wait.
int32_t sudoku_player_request(sudoku_player *_Nullable player, const char *_Nullable request, size_t length,
                              char *_Nullable *_Nullable lines, sudoku_error *_Nullable error);
// Cancels the searches that run now, from any thread. Their requests return the error `cancelled`.
void sudoku_player_cancel(sudoku_player *_Nullable player);
// Stores and syncs what waits, and closes the games. No call may be under way.
void sudoku_player_close(sudoku_player *_Nullable player);
// Frees lines of a player and the text of `sudoku_scales`; NULL is nothing.
void sudoku_free(char *_Nullable lines);

#ifdef __cplusplus
}
#endif

#endif
