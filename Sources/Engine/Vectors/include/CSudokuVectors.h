// The needs of the solver's kernels from C: vector operations that Swift's own SIMD types don't lower
// to single instructions, the search frame the kernels share with their callers, and the choice of
// the instruction set.
#ifndef CSUDOKU_VECTORS_H
#define CSUDOKU_VECTORS_H

#include "SudokuVectors.h"
#include "SudokuDigitLanes.h"
#include "SudokuDigitLanesCells.h"
#include "SudokuSearch.h"
#include "BatchLanes.h"

#endif
