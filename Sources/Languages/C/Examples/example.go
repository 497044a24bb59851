// Solves and rates a puzzle, and generates another. Scripts/check-c-examples compiles and runs it.
package main

// #cgo LDFLAGS: -lsudoku
// #include <stdlib.h>
// #include "sudoku.h"
import "C"

import (
	"fmt"
	"log"
	"unsafe"
)

var failure C.sudoku_error

func check(status C.int32_t) {
	if status != C.SUDOKU_OK {
		log.Fatalf("error %d in row %d: %s", status, failure.row, C.GoString(&failure.text[0]))
	}
}

func line(board *[81]C.uint8_t) string {
	var text [82]C.char
	check(C.sudoku_write_lines(&board[0], 1, '.', &text[0], &failure))
	return C.GoStringN(&text[0], 81)
}

func main() {
	text := C.CString("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	scale := C.CString("se")
	options := C.CString("{\"minClues\":30}")
	for _, name := range []*C.char{text, scale, options} {
		defer C.free(unsafe.Pointer(name))
	}
	var board, solution [81]C.uint8_t
	var count C.uint32_t
	check(C.sudoku_parse(text, 81, &board[0], &failure))
	check(C.sudoku_solve(&board[0], 1, 2, 1, &solution[0], &count, nil, &failure))
	fmt.Println(count, line(&solution))

	var figures [3]C.int32_t
	var level, status C.uint8_t
	check(C.sudoku_grade(&board[0], 1, scale, 0, 1, nil, &figures[0], &level, &status, &failure))
	fmt.Printf("%d.%d\n", figures[0]/10, figures[0]%10)

	check(C.sudoku_generate(options, 7, 0, 1, 1, nil, &board[0], &solution[0], nil, &failure))
	fmt.Println(line(&board))
}
