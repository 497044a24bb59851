#include "CSudokuBatch.h"
