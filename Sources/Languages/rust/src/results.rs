use crate::board::Board;

/// The solution of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The number of solutions, at most the limit.
    pub count: u32,
    /// A solution; `None` if there is none.
    pub solution: Option<Board>,
}

impl Solved {
    /// True if there is exactly one solution; needs a limit of 2 or more.
    pub fn is_unique(&self) -> bool {
        self.count == 1
    }
}

/// The solutions of a batch, one row for each board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Solutions {
    /// The numbers of solutions, at most the limit.
    pub counts: Vec<u32>,
    /// The solutions; an empty board where there is none.
    pub boards: Vec<Board>,
}

impl Solutions {
    /// One row.
    pub fn get(&self, row: usize) -> Option<Solved> {
        let (count, board) = (*self.counts.get(row)?, *self.boards.get(row)?);
        Some(Solved { count, solution: Some(board).filter(|_| count > 0) })
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = Solved> + '_ {
        (0..self.counts.len()).filter_map(move |row| self.get(row))
    }
}

/// The answer to the question if every clue of a board is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Minimality {
    /// Every clue is needed.
    Minimal,
    /// A clue can go.
    Redundant,
    /// The board has no solution or several.
    NotUnique,
}

impl Minimality {
    pub(crate) fn from_status(status: i8) -> Self {
        match status {
            1 => Minimality::Minimal,
            0 => Minimality::Redundant,
            _ => Minimality::NotUnique,
        }
    }
}

/// A scale of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// The engine's own, with levels from easy to extreme.
    Level,
    /// ER, EP and ED of Sudoku Explainer; without levels.
    SudokuExplainer,
    /// HoDoKu's score and levels.
    HoDoKu,
}

impl Scale {
    /// The name in the library: "level", "se" or "hodoku".
    pub fn name(self) -> &'static str {
        match self {
            Scale::Level => "level",
            Scale::SudokuExplainer => "se",
            Scale::HoDoKu => "hodoku",
        }
    }

    /// The levels, easiest first.
    pub fn levels(self) -> &'static [&'static str] {
        match self {
            Scale::Level => &["easy", "medium", "hard", "expert", "extreme"],
            Scale::SudokuExplainer => &[],
            Scale::HoDoKu => &["easy", "medium", "hard", "unfair", "extreme"],
        }
    }
}

/// The reason for missing figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// There are figures.
    Rated,
    /// The board has no solution.
    NoSolution,
    /// The board has several solutions.
    SeveralSolutions,
    /// The board has no empty cell.
    AlreadySolved,
    /// No technique of the scale goes on.
    BeyondTechniques,
    /// The search took more than the work limit.
    WorkLimit,
}

impl Status {
    pub(crate) fn from_number(number: u8) -> Self {
        match number {
            0 => Status::Rated,
            1 => Status::NoSolution,
            2 => Status::SeveralSolutions,
            3 => Status::AlreadySolved,
            4 => Status::BeyondTechniques,
            _ => Status::WorkLimit,
        }
    }
}

/// The grade of one board on a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// `Status::Rated`, or the reason for missing figures.
    pub status: Status,
    /// In tenths: ER, EP and ED on `Scale::SudokuExplainer`; the score and two zeros on the others.
    pub figures: [i32; 3],
    /// The level's name, where the scale has one.
    pub level: Option<&'static str>,
}

impl Grade {
    /// The first figure in units of the scale, such as an ER of 6.6.
    pub fn score(&self) -> Option<f64> {
        Some(f64::from(self.figures[0]) / 10.0).filter(|_| self.status == Status::Rated)
    }
}

/// A generated puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The clues.
    pub board: Board,
    /// The only solution.
    pub solution: Board,
}

/// The IDs of a board, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The ID of the board: "p1-...".
    pub puzzle: String,
    /// The ID of its class up to symmetry: "c1-..."; `None` without exactly one solution.
    pub class: Option<String>,
}
