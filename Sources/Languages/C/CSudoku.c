#include "sudoku.h"

_Static_assert(sizeof(sudoku_error) == 256, "bindings rely on the size of an error");

static _Thread_local const volatile int32_t *wish;

void sudoku_cancel_by(const volatile int32_t *cancel) { wish = cancel; }

// For the functions of the library, not exported.
const volatile int32_t *sudokuCancelFlag(void) { return wish; }

int32_t sudokuIsCancelled(const volatile int32_t *cancel) { return cancel && *cancel != 0; }
