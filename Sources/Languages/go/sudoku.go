// Package sudoku solves, rates, generates and explains 9 x 9 Sudoku puzzles, over libsudoku.
//
// Every function may be called from several goroutines at once. Functions whose name ends with All take a batch; a
// cancelled context ends them. Errors of the library are of type *Error.
package sudoku

// #cgo pkg-config: sudoku
// #include <stdlib.h>
// #include "sudoku.h"
import "C"

import (
	"fmt"
	"sync"
	"unsafe"
)

// A Board is 81 cells, row by row: 0 for an empty cell, 1 to 9 for a digit.
type Board [81]uint8

// Solved is the solution of a board.
type Solved struct {
	// Count is the number of solutions, at most the limit.
	Count int
	// Solution is a solution; an empty board where there is none.
	Solution Board
}

// Unique reports whether there is exactly one solution; needs a limit of 2 or more.
func (s Solved) Unique() bool { return s.Count == 1 }

// A Status is a status of sudoku.h.
type Status int

// The statuses of errors.
const (
	// BadArgument is a number out of range or an unknown name.
	BadArgument Status = -1
	// BadBoard is a board with a value over 9, or a text that is not a board.
	BadBoard Status = -2
	// BadOptions are not JSON, or no puzzle can meet them.
	BadOptions Status = -3
	// Cancelled calls return the error of their context instead.
	Cancelled Status = -4
	// Exhausted attempts found no such puzzle.
	Exhausted Status = -5
	// Failed is a fault of a file, a folder or the memory.
	Failed Status = -6
)

// An Error is an error in the words of the library.
type Error struct {
	Status Status
	// Row is the number of the board in its batch, or of the line in a text, from 0; -1 where the fault is in none.
	Row  int
	Text string
}

func (e *Error) Error() string { return e.Text }

// scratch is memory for one call of C, used again: cgo moves what it points to to the heap.
type scratch struct {
	failure  C.sudoku_error
	board    Board
	solution Board
	count    C.uint32_t
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// failed returns the error of a call.
func failed(status C.int32_t, failure *C.sudoku_error) error {
	if status == C.SUDOKU_OK {
		return nil
	}
	return &Error{Status: Status(status), Row: int(failure.row), Text: C.GoString(&failure.text[0])}
}

// abi is the error of every call with a library of another ABI, which would read other arguments.
var abi = func() error {
	if found := int(C.sudoku_abi_version()); found != C.SUDOKU_ABI_VERSION {
		return &Error{Failed, -1, fmt.Sprintf("libsudoku has ABI %d, this module needs %d", found, C.SUDOKU_ABI_VERSION)}
	}
	return nil
}()

// Version returns the version of the library, as in "0.3.0".
func Version() string { return C.GoString(C.sudoku_version()) }

// ParseBoard reads 81 characters or nine rows; '.', '0', '*' and '_' are empty cells.
func ParseBoard(text string) (Board, error) {
	if abi != nil {
		return Board{}, abi
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	bytes := []byte(text)
	status := C.sudoku_parse(characters(bytes), C.size_t(len(bytes)), cells(&s.board), &s.failure)
	if err := failed(status, &s.failure); err != nil {
		return Board{}, err
	}
	return s.board, nil
}

// ReadBoards reads the puzzles of a text in any format that the program sudoku reads.
//
// The error for a bad record has its line, from 0, as Row.
func ReadBoards(text []byte) ([]Board, error) {
	if abi != nil {
		return nil, abi
	}
	for room := len(text)/81 + 1; ; {
		boards := make([]Board, room)
		count := C.size_t(room)
		var failure C.sudoku_error
		status := C.sudoku_read(characters(text), C.size_t(len(text)), cells(&boards[0]), &count, &failure)
		if err := failed(status, &failure); err != nil {
			return nil, err
		}
		if int(count) <= room {
			return boards[:count], nil
		}
		room = int(count)
	}
}

// String returns 81 characters, '.' for empty cells and '?' for values over 9.
func (b Board) String() string {
	var line [81]byte
	for cell, value := range b {
		switch {
		case value == 0:
			line[cell] = '.'
		case value <= 9:
			line[cell] = '0' + value
		default:
			line[cell] = '?'
		}
	}
	return string(line[:])
}

// Solve solves a board, and proves that its solution is the only one.
func Solve(board Board) (Solved, error) { return solve(board, 2) }

// Count counts the solutions of a board up to limit, 1 to 1,000,000.
func Count(board Board, limit int) (int, error) {
	solved, err := solve(board, limit)
	return solved.Count, err
}

func solve(board Board, limit int) (Solved, error) {
	if abi != nil {
		return Solved{}, abi
	}
	limits, err := ranged("limit", limit, 1_000_000)
	if err != nil {
		return Solved{}, err
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.board = board
	status := C.sudoku_solve(cells(&s.board), 1, limits, 1, cells(&s.solution), &s.count, nil, &s.failure)
	if err := failed(status, &s.failure); err != nil {
		return Solved{}, err
	}
	return Solved{int(s.count), s.solution}, nil
}

// ranged returns a number for C that is 1 to most.
func ranged(name string, value, most int) (C.uint32_t, error) {
	if value < 1 || value > most {
		return 0, &Error{BadArgument, -1, fmt.Sprintf("%s is %d: 1 to %d is expected", name, value, most)}
	}
	return C.uint32_t(value), nil
}

func cells(board *Board) *C.uint8_t { return (*C.uint8_t)(&board[0]) }

// characters returns the start of a text, which must not be nil for C.
func characters(text []byte) *C.char {
	if len(text) == 0 {
		text = []byte{0}
	}
	return (*C.char)(unsafe.Pointer(&text[0]))
}
