module github.com/OWNER/sudoku/Sources/Languages/go

go 1.19
