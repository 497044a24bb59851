// The data of the catalogue of full grids (GridCatalogue in SudokuIdentity), as part of the program.
#ifndef CSUDOKU_GRIDS_H
#define CSUDOKU_GRIDS_H

#include <stddef.h>

// Returns the bytes of the catalogue, which live as long as the program, and sets their number.
const unsigned char *sudoku_grid_catalogue(size_t *size);

#endif
