// The frame of a search, shared by the kernels and their callers, and the processor's features.
#ifndef SUDOKU_SEARCH_H
#define SUDOKU_SEARCH_H

#include <stdint.h>

/// The instruction sets that kernels are compiled for, from small to large.
typedef enum : int32_t {
  sudoku_isa_baseline = 0,
  sudoku_isa_avx2 = 1,
  sudoku_isa_avx512 = 2,
} sudoku_isa;

/// The largest instruction set of `sudoku_isa` that this processor and system support.
int32_t sudoku_best_isa(void);

#endif
