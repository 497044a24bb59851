package sudoku

// Solutions are the solutions of a batch, one row for each board.
type Solutions struct {
	// Counts has the numbers of solutions, at most the limit.
	Counts []uint32
	// Boards has the solutions; an empty board where there is none.
	Boards []Board
}

// Minimality is the answer whether every clue of a board is needed.
type Minimality int8

// The answers.
const (
	NotUnique Minimality = -1
	Redundant Minimality = 0
	Minimal   Minimality = 1
)

// An Identity has the IDs of a board, the same on every machine.
type Identity struct {
	// Puzzle is the ID of the board: "p1-...".
	Puzzle string
	// Class is the ID of its class up to symmetry: "c1-..."; empty without exactly one solution.
	Class string
}

// A Scale is a scale of difficulty.
type Scale string

// The scales.
const (
	// LevelScale is the engine's own, with levels from easy to extreme.
	LevelScale Scale = "level"
	// SudokuExplainer has ER, EP and ED, and no levels.
	SudokuExplainer Scale = "se"
	// HoDoKu has HoDoKu's score and levels.
	HoDoKu Scale = "hodoku"
)

// Levels returns the names of the levels, easiest first.
func (s Scale) Levels() []string {
	switch s {
	case LevelScale:
		return []string{"easy", "medium", "hard", "expert", "extreme"}
	case HoDoKu:
		return []string{"easy", "medium", "hard", "unfair", "extreme"}
	}
	return nil
}

// A Reason explains missing figures.
type Reason uint8

// The reasons; Rated where there are figures.
const (
	Rated Reason = iota
	NoSolution
	SeveralSolutions
	AlreadySolved
	BeyondTechniques
	WorkLimit
)

// A Rating is the grade of a board on a scale.
type Rating struct {
	Reason Reason
	// Figures are in tenths: ER, EP and ED on SudokuExplainer; the score and two zeros on the others.
	Figures [3]int32
	// Level is a level's name; empty where there is none.
	Level string
}

// Score returns the first figure in units of the scale, such as an ER of 6.6; 0 without figures.
func (r Rating) Score() float64 { return float64(r.Figures[0]) / 10 }

// A Puzzle is a generated puzzle with its only solution.
type Puzzle struct{ Board, Solution Board }
