import SudokuCore
