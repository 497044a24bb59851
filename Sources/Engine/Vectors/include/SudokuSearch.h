// The frame of a search, shared by the kernels and their callers, and the processor's features.
#ifndef SUDOKU_SEARCH_H
#define SUDOKU_SEARCH_H

#include "SudokuVectors.h"

/// The instruction sets that kernels are compiled for, from small to large.
typedef enum : int32_t {
  sudoku_isa_baseline = 0,
  sudoku_isa_avx2 = 1,
  sudoku_isa_avx512 = 2,
  sudoku_isa_avx512_vbmi = 3,
} sudoku_isa;

/// A search by the digit-lane kernel between two of its solutions.
typedef struct {
  /// The nodes still to be searched, the next one last: 96 words each, aligned to 64 bytes, room for
  /// `SUDOKU_MAX_NODES`.
  uint16_t *_Nonnull nodes;
  /// The number of nodes.
  int64_t count;
  /// The number of splits so far.
  int64_t guesses;
  /// The number of splits after which the search splits cells only.
  int64_t guesses_by_groups;
  /// The number of further splits after which the search pauses.
  int64_t budget;
} sudoku_search;

/// A node on the stack is what was omitted when a digit was put in a part of a band or a stack, or in
/// a cell. Two choices settle a digit in a band or stack and one settles a cell, so no path has more
/// than 2 * 9 * (3 + 3) + 81; two more serve as scratch space and for a pause.
#define SUDOKU_MAX_NODES 192

/// The result of a round of the rules on a node.
typedef enum : int32_t {
  sudoku_contradiction = 0,
  sudoku_all_placed = 1,
  sudoku_changed = 2,
  sudoku_stalled = 3,
} sudoku_finding;

/// The candidates that the two cases of a split remove from a node: columns of the three rows of one lane.
typedef struct {
  int32_t lane;
  uint16_t first[3];
  uint16_t second[3];
} sudoku_cases;

/// The reason that a step of a search ended.
typedef enum : int32_t {
  /// All has been searched.
  sudoku_exhausted = 0,
  /// A solution was written.
  sudoku_solved = 1,
  /// The budget was used up.
  sudoku_paused = 2,
} sudoku_outcome;

/// Calls `body` with a search whose nodes lie on the machine's stack.
void sudoku_with_search(void (*_Nonnull body)(sudoku_search *_Nonnull, void *_Nonnull),
                        void *_Nonnull context);

/// The largest instruction set of `sudoku_isa` that this processor and system support.
int32_t sudoku_best_isa(void);

#endif
