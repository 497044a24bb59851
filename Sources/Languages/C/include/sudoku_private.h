// What the library needs from C. Not installed, not exported.

#ifndef SUDOKU_PRIVATE_H
#define SUDOKU_PRIVATE_H

#include "sudoku.h"

const volatile int32_t *_Nullable sudokuCancelFlag(void);
int32_t sudokuIsCancelled(const volatile int32_t *_Nullable cancel);

#endif
