package sudoku

import (
	"context"
	"errors"
	"math"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	puzzleText   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solutionText = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

var background = context.Background()

func puzzle(t testing.TB) Board {
	t.Helper()
	return must(t)(ParseBoard(puzzleText)).(Board)
}

func must(t testing.TB) func(value any, err error) any {
	return func(value any, err error) any {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func expect(t testing.TB, found, expected any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Errorf("%v, not %v", found, expected)
	}
}

func expectError(t testing.TB, err error, status Status, row int, text string) {
	t.Helper()
	var found *Error
	if !errors.As(err, &found) {
		t.Fatalf("no error of the library: %v", err)
	}
	if found.Status != status || found.Row != row || !strings.Contains(found.Text, text) {
		t.Errorf("%d in row %d: %s", found.Status, found.Row, found.Text)
	}
}

func TestTheVersionIsThatOfPkgConfig(t *testing.T) {
	found, err := exec.Command("pkg-config", "--modversion", "sudoku").Output()
	if err != nil {
		t.Skip("no pkg-config")
	}
	expect(t, Version(), strings.TrimSpace(string(found)))
}

func TestOneBoard(t *testing.T) {
	board := puzzle(t)
	expect(t, board.String(), puzzleText)
	solved := must(t)(Solve(board)).(Solved)
	expect(t, solved.Unique(), true)
	expect(t, solved.Solution.String(), solutionText)
	expect(t, must(t)(Count(Board{}, 1_000)), 1_000)
	rating := must(t)(Grade(board, SudokuExplainer)).(Rating)
	expect(t, rating.Score(), 1.2)
	expect(t, must(t)(IsMinimal(board)), Redundant)
	expect(t, must(t)(IsMinimal(Board{})), NotUnique)
	identity := must(t)(Identify(board)).(Identity)
	expect(t, identity.Puzzle[:3]+identity.Class[:3], "p1-c1-")
	expect(t, must(t)(Identify(Board{})).(Identity).Class, "")
	expect(t, must(t)(GameID(board, time.Unix(1_700_000_000, 0))).(string)[:5], "game-")
	none, err := Solve(Board{5, 5})
	expect(t, none, Solved{})
	expect(t, err, nil)
	expect(t, must(t)(Grade(Board{5, 5}, LevelScale)), Rating{Reason: NoSolution})
}

func TestLevelsHaveTheNamesOfTheGenerator(t *testing.T) {
	for _, scale := range []Scale{LevelScale, HoDoKu} {
		for _, level := range scale.Levels() {
			made := must(t)(Generate(map[string]any{"scale": scale, "level": level}, 3)).(Puzzle)
			expect(t, must(t)(Grade(made.Board, scale)).(Rating).Level, level)
			expect(t, must(t)(Solve(made.Board)).(Solved).Solution, made.Solution)
		}
	}
}

func TestABatchEqualsSingleCalls(t *testing.T) {
	made := must(t)(GenerateAll(background, nil, 5, 10, 1_000, Options{Threads: 2})).([]Puzzle)
	boards := make([]Board, len(made))
	for row := range made {
		boards[row] = made[row].Board
	}
	solved := must(t)(SolveAll(background, boards, Options{Threads: 3})).(Solutions)
	expect(t, must(t)(CountAll(background, boards, Options{})), solved.Counts)
	graded := must(t)(GradeAll(background, boards, LevelScale, Options{Threads: 2})).([]Rating)
	ids := must(t)(IdentifyAll(background, boards, Options{})).([]Identity)
	minimal := must(t)(MinimalityAll(background, boards, Options{})).([]Minimality)
	for row := 0; row < len(boards); row += 97 {
		expect(t, Solved{int(solved.Counts[row]), solved.Boards[row]}, must(t)(Solve(boards[row])))
		expect(t, solved.Boards[row], made[row].Solution)
		expect(t, graded[row], must(t)(Grade(boards[row], LevelScale)))
		expect(t, ids[row], must(t)(Identify(boards[row])))
		expect(t, minimal[row], must(t)(IsMinimal(boards[row])))
	}
}

func TestEmptyBatches(t *testing.T) {
	solved := must(t)(SolveAll(background, nil, Options{})).(Solutions)
	expect(t, len(solved.Counts)+len(solved.Boards), 0)
	expect(t, len(must(t)(GradeAll(background, nil, HoDoKu, Options{})).([]Rating)), 0)
	expect(t, len(must(t)(IdentifyAll(background, []Board{}, Options{})).([]Identity)), 0)
	expect(t, len(must(t)(GameIDAll(background, nil, nil)).([]string)), 0)
	expect(t, len(must(t)(GenerateAll(background, nil, 1, 5, 0, Options{})).([]Puzzle)), 0)
	if boards, err := ReadBoards(nil); err == nil {
		expect(t, len(boards), 0)
	}
}

func TestBadBoards(t *testing.T) {
	for _, text := range []string{"", "no board", puzzleText[1:], puzzleText + "1", "\x00", "\xff\xfe", "ı" + puzzleText[1:]} {
		_, err := ParseBoard(text)
		expectError(t, err, BadBoard, 0, "")
	}
	board := puzzle(t)
	board[80] = 10
	_, err := Solve(board)
	expectError(t, err, BadBoard, 0, "cell 80 of board 0 is 10: 0 to 9 is expected")
	expect(t, board.String()[80:], "?")
	_, err = SolveAll(background, []Board{{}, board}, Options{Threads: 2})
	expectError(t, err, BadBoard, 1, "cell 80 of board 1 is 10")
	_, err = GradeAll(background, []Board{{}, board}, LevelScale, Options{})
	expectError(t, err, BadBoard, 1, "cell 80")
	_, err = ReadBoards([]byte(puzzleText + "\n" + puzzleText + "\nno board\n"))
	expectError(t, err, BadBoard, 2, "")
	boards, err := ReadBoards([]byte(strings.Repeat(puzzleText+"\n", 500)))
	expect(t, len(boards), 500)
	expect(t, err, nil)
}

func TestNumbersOutOfRange(t *testing.T) {
	boards := []Board{puzzle(t)}
	for _, limit := range []int{0, -1, 1_000_001, math.MaxInt64, 1 << 32} {
		_, err := Count(boards[0], limit)
		expectError(t, err, BadArgument, -1, "1 to 1000000 is expected")
	}
	for _, threads := range []int{-1, 1_025, 1<<32 + 1} {
		_, err := SolveAll(background, boards, Options{Threads: threads})
		expectError(t, err, BadArgument, -1, "1 to 1024 is expected")
	}
	for _, count := range []int{-1, math.MaxInt64} {
		_, err := GenerateAll(background, nil, 1, 0, count, Options{})
		expectError(t, err, BadArgument, -1, "count")
	}
	_, err := GenerateAll(background, nil, 1, math.MaxUint64, 1, Options{})
	expectError(t, err, BadArgument, -1, "")
	_, err = GameIDAll(background, boards, nil)
	expectError(t, err, BadArgument, -1, "1 boards and 0 starts")
	for _, scale := range []Scale{"", "SE", "se\x00", "\xff"} {
		_, err = Grade(boards[0], scale)
		expectError(t, err, BadArgument, -1, "")
	}
	for _, wishes := range []any{[]int{1}, 1, "x", map[string]any{"level": "unknown"}, map[string]any{"x": func() {}}} {
		_, err = Generate(wishes, 1)
		expectError(t, err, BadOptions, -1, "")
	}
	_, _ = GameID(boards[0], time.Unix(math.MinInt64, 0))
	_, _ = GameID(boards[0], time.Time{})
}

func TestAContextEndsLongCallsAndOnlyThose(t *testing.T) {
	boards := make([]Board, 1_000)
	short, cancel := context.WithTimeout(background, 200*time.Millisecond)
	defer cancel()
	// Minutes of work.
	_, err := SolveAll(short, boards, Options{Limit: 1_000_000})
	expect(t, err, context.DeadlineExceeded)
	_, err = GradeAll(short, boards, LevelScale, Options{})
	expect(t, err, context.DeadlineExceeded)
	ended, end := context.WithCancel(background)
	go func() { time.Sleep(100 * time.Millisecond); end() }()
	_, err = GenerateAll(ended, map[string]any{"level": "extreme"}, 1, 0, 1_000_000, Options{Threads: 2})
	expect(t, err, context.Canceled)
	// No thread keeps a flag.
	var all sync.WaitGroup
	for range make([]int, 16) {
		all.Add(1)
		go func() {
			defer all.Done()
			for range make([]int, 100) {
				if _, err := MinimalityAll(background, boards[:2], Options{}); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	all.Wait()
}

func TestEightGoroutinesAtOnce(t *testing.T) {
	player := must(t)(OpenPlayer(PlayerOptions{})).(*Player)
	board := puzzle(t)
	var all sync.WaitGroup
	for number := 0; number < 8; number++ {
		number := number
		all.Add(1)
		go func() {
			defer all.Done()
			for round := 0; round < 20; round++ {
				ctx, cancel := context.WithCancel(background)
				if solved, err := SolveAll(ctx, []Board{board}, Options{}); err != nil || solved.Counts[0] != 1 {
					t.Error(err)
				}
				if number == 0 {
					cancel()
				}
				var hint struct{ Kind string }
				err := player.Request(ctx, "puzzle.hint", map[string]any{"puzzle": puzzleText}, &hint)
				switch {
				case number == 0:
					expect(t, err, context.Canceled)
				case err != nil || hint.Kind != "step":
					t.Error(err, hint)
				}
				cancel()
			}
		}()
	}
	all.Wait()
	closing := make(chan error, 2)
	for range make([]int, 2) {
		go func() { closing <- player.Close() }()
	}
	expect(t, <-closing, nil)
	expect(t, <-closing, nil)
	for _, closed := range []*Player{player, new(Player)} {
		expect(t, closed.Request(background, "rpc.discover", nil, nil), ErrClosed)
		_, err := closed.Notifications()
		expect(t, err, ErrClosed)
		expect(t, closed.Close(), nil)
	}
}

func TestPlayers(t *testing.T) {
	folder := t.TempDir()
	player := must(t)(OpenPlayer(PlayerOptions{Data: folder})).(*Player)
	expect(t, player.Request(background, "game.new", map[string]any{"puzzle": puzzleText}, nil), nil)
	expect(t, player.Request(background, "game.place", map[string]any{"cell": "r1c3", "digit": 4}, nil), nil)
	_ = must(t)(player.Notifications())
	expect(t, player.Close(), nil)
	player = must(t)(OpenPlayer(PlayerOptions{Data: folder})).(*Player)
	defer player.Close()
	var state struct{ Board string }
	expect(t, player.Request(background, "game.state", nil, &state), nil)
	expect(t, state.Board[:3], "534")
	var refused *ProtocolError
	err := player.Request(background, "game.place", map[string]any{"cell": "r0c0", "digit": 4}, nil)
	if !errors.As(err, &refused) || refused.Kind == "" || refused.Message == "" {
		t.Errorf("%#v", err)
	}
	expectError(t, player.Request(background, "x", func() {}, nil), BadOptions, -1, "not JSON")
	err = player.Request(background, "\xff\x00", []string{"\xff"}, nil)
	if !errors.As(err, &refused) {
		t.Errorf("%#v", err)
	}
	short, cancel := context.WithTimeout(background, 200*time.Millisecond)
	defer cancel()
	long := map[string]any{"level": "extreme", "count": 1_000, "minClues": 24}
	expect(t, player.Request(short, "puzzle.generate", long, nil), context.DeadlineExceeded)
	for _, options := range []PlayerOptions{{Data: "a\x00b"}, {Data: "/dev/null/x"}, {Store: "unknown:x"}} {
		_, err = OpenPlayer(options)
		if !errors.As(err, new(*Error)) {
			t.Errorf("%v", err)
		}
	}
}
