use crate::error::{checked, filled, Error, ErrorKind};
use crate::ffi;
use std::fmt;
use std::str::FromStr;

/// 81 cells, row by row: 0 for an empty cell, 1 to 9 for a digit.
///
/// ```
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let board: sudoku_kernel::Board = text.parse()?;
/// assert_eq!(board.cells()[0], 5);
/// assert_eq!(board.to_string(), text);
/// # Ok::<(), sudoku_kernel::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Board([u8; 81]);

impl Board {
    /// A board without a digit.
    pub const EMPTY: Board = Board([0; 81]);

    /// The values of all cells.
    pub fn cells(&self) -> &[u8; 81] {
        &self.0
    }

    /// The number of digits.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|value| **value != 0).count()
    }

    /// For a batch: boards lie one after the other.
    pub(crate) fn start(boards: &[Board]) -> *const u8 {
        boards.as_ptr().cast()
    }
}

impl Default for Board {
    fn default() -> Self {
        Board::EMPTY
    }
}

impl TryFrom<[u8; 81]> for Board {
    type Error = Error;

    fn try_from(cells: [u8; 81]) -> Result<Self, Error> {
        match cells.iter().position(|value| *value > 9) {
            None => Ok(Board(cells)),
            Some(cell) => {
                let text = format!("cell {} is {}: 0 to 9 is expected", cell, cells[cell]);
                Err(Error::new(ErrorKind::BadBoard, text))
            }
        }
    }
}

impl TryFrom<&[u8]> for Board {
    type Error = Error;

    fn try_from(cells: &[u8]) -> Result<Self, Error> {
        match <[u8; 81]>::try_from(cells) {
            Ok(cells) => Board::try_from(cells),
            Err(_) => Err(Error::new(ErrorKind::BadBoard, format!("{} cells, not 81", cells.len()))),
        }
    }
}

/// Reads 81 characters or nine rows; `.`, `0`, `*` and `_` are empty cells.
impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut board = Board::EMPTY;
        checked(|error| unsafe {
            ffi::sudoku_parse(text.as_ptr().cast(), text.len(), board.0.as_mut_ptr(), error)
        })?;
        Ok(board)
    }
}

/// Writes 81 characters, `.` for empty cells.
impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = [b'.'; 81];
        for (character, value) in line.iter_mut().zip(self.0).filter(|(_, value)| *value != 0) {
            *character = b'0' + value;
        }
        formatter.pad(std::str::from_utf8(&line).unwrap_or_default())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Board({})", self)
    }
}

/// Reads the puzzles of a text in any format that the program `sudoku` reads.
///
/// The error for a bad record has its line, from 0, as `row`.
pub fn read(text: &[u8]) -> Result<Vec<Board>, Error> {
    let mut room = text.len() / 81 + 1;
    loop {
        let mut count = room;
        let mut boards = filled(room, |boards: *mut Board| {
            // SAFETY: rows that stay unwritten must be boards as well.
            unsafe { boards.write_bytes(0, room) };
            checked(|error| unsafe {
                ffi::sudoku_read(text.as_ptr().cast(), text.len(), boards.cast(), &mut count, error)
            })
        })?;
        if count <= room {
            boards.truncate(count);
            return Ok(boards);
        }
        room = count;
    }
}
