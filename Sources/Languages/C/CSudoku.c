#include "sudoku.h"

_Static_assert(sizeof(sudoku_error) == 256, "bindings rely on the size of an error");
