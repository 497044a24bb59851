#include "CSudokuGrids.h"

// Clang reads `#embed` in every C, not only in C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

// `sudoku-lab grid-catalogue` makes this file.
static const unsigned char catalogue[] = {
#embed "grids.bin"
};

const unsigned char *sudoku_grid_catalogue(size_t *size) {
  *size = sizeof catalogue;
  return catalogue;
}
