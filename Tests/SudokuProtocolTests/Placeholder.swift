// Tests of SudokuProtocol.
