package sudoku

// #include <stdlib.h>
// #include "sudoku.h"
//
// static int32_t solve_all(const uint8_t *boards, size_t count, uint32_t limit, uint32_t threads, uint8_t *solutions,
//                          uint32_t *counts, const int32_t *cancel, sudoku_error *error) {
//   sudoku_cancel_by(cancel);
//   int32_t status = sudoku_solve(boards, count, limit, threads, solutions, counts, NULL, error);
//   sudoku_cancel_by(NULL);
//   return status;
// }
// static int32_t minimality_all(const uint8_t *boards, size_t count, uint32_t threads, int8_t *minimal,
//                               const int32_t *cancel, sudoku_error *error) {
//   sudoku_cancel_by(cancel);
//   int32_t status = sudoku_minimality(boards, count, threads, minimal, error);
//   sudoku_cancel_by(NULL);
//   return status;
// }
// static int32_t identify_all(const uint8_t *boards, size_t count, uint32_t threads, char *puzzles, char *classes,
//                             const int32_t *cancel, sudoku_error *error) {
//   sudoku_cancel_by(cancel);
//   int32_t status = sudoku_identify(boards, count, threads, puzzles, classes, error);
//   sudoku_cancel_by(NULL);
//   return status;
// }
import "C"

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"
)

// Options of a batch; the zero value is ready for use. Results never depend on Threads.
type Options struct {
	// Threads share the batch: 1 to 1,024, 0 for 1.
	Threads int
	// Limit ends the counting of solutions: 1 to 1,000,000, 0 for 2, which shows whether a solution is the only one.
	Limit int
	// WorkLimit is the number of literals that chains may derive while one board is graded, 0 for the default.
	WorkLimit uint64
}

// MostGenerated is the largest number of puzzles of one call.
const MostGenerated = 10_000_000

// call is what a batch needs beside its boards.
type call struct {
	threads C.uint32_t
	start   *C.uint8_t
	count   C.size_t
	// flag becomes 1 when the context is done.
	flag    *int32
	failure *C.sudoku_error
}

func (c *call) cancel() *C.int32_t { return (*C.int32_t)(c.flag) }

// begin checks what all batches share; end is to be called after the call.
func begin(ctx context.Context, boards []Board, options Options) (c *call, end func(C.int32_t) error, err error) {
	if abi != nil {
		return nil, nil, abi
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	threads, err := ranged("Threads", or(options.Threads, 1), 1_024)
	if err != nil {
		return nil, nil, err
	}
	c = &call{threads: threads, count: C.size_t(len(boards)), flag: new(int32), failure: new(C.sudoku_error)}
	if len(boards) > 0 {
		c.start = cells(&boards[0])
	}
	stop := watch(ctx, func() { atomic.StoreInt32(c.flag, 1) })
	return c, func(status C.int32_t) error {
		stop()
		return outcome(ctx, failed(status, c.failure))
	}, nil
}

// watch calls a function once the context is done, but not after stop has returned.
func watch(ctx context.Context, cancel func()) (stop func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	finished, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-ctx.Done():
			cancel()
		case <-finished:
		}
	}()
	return func() {
		close(finished)
		<-gone
	}
}

// outcome replaces the library's word for a cancelled call by the context's.
func outcome(ctx context.Context, err error) error {
	var found *Error
	if errors.As(err, &found) && found.Status == Cancelled && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func or(value, standard int) int {
	if value == 0 {
		return standard
	}
	return value
}

// place returns the start of a slice for C; nil where it is empty.
func place[C, E any](values []E) *C {
	if len(values) == 0 {
		return nil
	}
	return (*C)(unsafe.Pointer(&values[0]))
}

// SolveAll solves boards.
func SolveAll(ctx context.Context, boards []Board, options Options) (Solutions, error) {
	found := Solutions{Boards: make([]Board, len(boards))}
	var err error
	found.Counts, err = solveAll(ctx, boards, options, found.Boards)
	if err != nil {
		return Solutions{}, err
	}
	return found, nil
}

// CountAll counts solutions without keeping one.
func CountAll(ctx context.Context, boards []Board, options Options) ([]uint32, error) {
	return solveAll(ctx, boards, options, nil)
}

func solveAll(ctx context.Context, boards []Board, options Options, solutions []Board) ([]uint32, error) {
	limit, err := ranged("Limit", or(options.Limit, 2), 1_000_000)
	if err != nil {
		return nil, err
	}
	c, end, err := begin(ctx, boards, options)
	if err != nil {
		return nil, err
	}
	counts := make([]uint32, len(boards))
	err = end(C.solve_all(
		c.start, c.count, limit, c.threads, place[C.uint8_t](solutions), place[C.uint32_t](counts), c.cancel(),
		c.failure))
	if err != nil {
		return nil, err
	}
	return counts, nil
}

// MinimalityAll finds out whether every clue is needed.
func MinimalityAll(ctx context.Context, boards []Board, options Options) ([]Minimality, error) {
	c, end, err := begin(ctx, boards, options)
	if err != nil {
		return nil, err
	}
	found := make([]Minimality, len(boards))
	err = end(C.minimality_all(c.start, c.count, c.threads, place[C.int8_t](found), c.cancel(), c.failure))
	if err != nil {
		return nil, err
	}
	return found, nil
}

// IdentifyAll computes the IDs of boards and of their classes up to symmetry.
func IdentifyAll(ctx context.Context, boards []Board, options Options) ([]Identity, error) {
	c, end, err := begin(ctx, boards, options)
	if err != nil {
		return nil, err
	}
	puzzles := make([][C.SUDOKU_ID_LENGTH]byte, len(boards))
	classes := make([][C.SUDOKU_ID_LENGTH]byte, len(boards))
	err = end(C.identify_all(
		c.start, c.count, c.threads, place[C.char](puzzles), place[C.char](classes), c.cancel(), c.failure))
	if err != nil {
		return nil, err
	}
	ids := make([]Identity, len(boards))
	for row := range ids {
		ids[row] = Identity{id(puzzles[row][:]), id(classes[row][:])}
	}
	return ids, nil
}

// GameIDAll computes the IDs of games that begin at starts, one for each board.
func GameIDAll(ctx context.Context, boards []Board, starts []time.Time) ([]string, error) {
	if len(boards) != len(starts) {
		return nil, &Error{BadArgument, -1, fmt.Sprintf("%d boards and %d starts", len(boards), len(starts))}
	}
	c, end, err := begin(ctx, boards, Options{})
	if err != nil {
		return nil, err
	}
	seconds := make([]int64, len(starts))
	for row, start := range starts {
		seconds[row] = start.Unix()
	}
	found := make([][C.SUDOKU_GAME_ID_LENGTH]byte, len(boards))
	err = end(C.sudoku_game_ids(c.start, c.count, place[C.int64_t](seconds), place[C.char](found), c.failure))
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(boards))
	for row := range ids {
		ids[row] = id(found[row][:])
	}
	return ids, nil
}

// GradeAll grades boards on a scale.
func GradeAll(ctx context.Context, boards []Board, scale Scale, options Options) ([]Rating, error) {
	c, end, err := begin(ctx, boards, options)
	if err != nil {
		return nil, err
	}
	name := ended(string(scale))
	figures := make([][3]int32, len(boards))
	levels, reasons := make([]uint8, len(boards)), make([]uint8, len(boards))
	err = end(C.sudoku_grade(
		c.start, c.count, characters(name), C.uint64_t(options.WorkLimit), c.threads, c.cancel(),
		place[C.int32_t](figures), place[C.uint8_t](levels), place[C.uint8_t](reasons), c.failure))
	if err != nil {
		return nil, err
	}
	names := scale.Levels()
	ratings := make([]Rating, len(boards))
	for row := range ratings {
		ratings[row] = Rating{Reason: Reason(reasons[row]), Figures: figures[row]}
		if level := int(levels[row]); level < len(names) {
			ratings[row].Level = names[level]
		}
	}
	return ratings, nil
}

// GenerateAll makes puzzles number first to first + count - 1 of a seed, the same as the command line's.
//
// Wishes become a JSON object: the parameters of the method puzzle.generate but seed, count, levels and budget, such as
// map[string]any{"level": "hard"}; nil for any puzzle.
func GenerateAll(
	ctx context.Context, wishes any, seed, first uint64, count int, options Options,
) ([]Puzzle, error) {
	if count < 0 || count > MostGenerated {
		return nil, &Error{BadArgument, -1, fmt.Sprintf("count is %d: 0 to %d is expected", count, MostGenerated)}
	}
	text := []byte("{}")
	if wishes != nil {
		var err error
		if text, err = json.Marshal(wishes); err != nil {
			return nil, &Error{BadOptions, -1, "the wishes are not JSON: " + err.Error()}
		}
	}
	c, end, err := begin(ctx, nil, options)
	if err != nil {
		return nil, err
	}
	text = ended(string(text))
	boards, solutions := make([]Board, count), make([]Board, count)
	err = end(C.sudoku_generate(
		characters(text), C.uint64_t(seed), C.uint64_t(first), C.size_t(count), c.threads, c.cancel(),
		place[C.uint8_t](boards), place[C.uint8_t](solutions), nil, c.failure))
	if err != nil {
		return nil, err
	}
	puzzles := make([]Puzzle, count)
	for row := range puzzles {
		puzzles[row] = Puzzle{boards[row], solutions[row]}
	}
	return puzzles, nil
}

// Grade grades a board.
func Grade(board Board, scale Scale) (Rating, error) {
	return only(GradeAll(context.Background(), []Board{board}, scale, Options{}))
}

// Generate makes the first puzzle of a seed; wishes as in GenerateAll.
func Generate(wishes any, seed uint64) (Puzzle, error) {
	return only(GenerateAll(context.Background(), wishes, seed, 0, 1, Options{}))
}

// Identify computes the IDs of a board.
func Identify(board Board) (Identity, error) {
	return only(IdentifyAll(context.Background(), []Board{board}, Options{}))
}

// GameID computes the ID of the game of a board that begins at start.
func GameID(board Board, start time.Time) (string, error) {
	return only(GameIDAll(context.Background(), []Board{board}, []time.Time{start}))
}

// IsMinimal finds out whether every clue of a board is needed.
func IsMinimal(board Board) (Minimality, error) {
	return only(MinimalityAll(context.Background(), []Board{board}, Options{}))
}

func only[T any](rows []T, err error) (row T, _ error) {
	if err == nil {
		row = rows[0]
	}
	return row, err
}

// ended returns a text for C, where it ends at its first zero byte: others become a character that no name has.
func ended(text string) []byte { return append([]byte(strings.ReplaceAll(text, "\x00", "\uFFFD")), 0) }

// id returns an ID of the library: ASCII, then zero bytes.
func id(text []byte) string { return string(bytes.TrimRight(text, "\x00")) }
