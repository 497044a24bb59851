#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod batch;
mod board;
mod error;
mod ffi;
mod player;
mod results;

pub use batch::{Batch, Cancel};
pub use board::{read, Board};
pub use error::{Error, ErrorKind};
pub use player::Player;
pub use results::{Grade, Identity, Minimality, Puzzle, Scale, Solutions, Solved, Status};

use std::ptr::null_mut;

/// The version of the library, as in "0.3.0".
pub fn version() -> String {
    // SAFETY: a constant of the library, ended by a zero byte.
    unsafe { std::ffi::CStr::from_ptr(ffi::sudoku_version()) }.to_string_lossy().into_owned()
}

/// Solves one board, and proves that its solution is the only one.
pub fn solve(board: &Board) -> Result<Solved, Error> {
    let (mut solution, mut count) = (Board::EMPTY, 0);
    error::checked(|error| unsafe {
        let cells: *mut Board = &mut solution;
        ffi::sudoku_solve(Board::start(std::slice::from_ref(board)), 1, 2, 1, cells.cast(), &mut count, null_mut(), error)
    })?;
    Ok(Solved { count, solution: Some(solution).filter(|_| count > 0) })
}

/// Counts the solutions of one board up to `limit`, 1 to 1,000,000.
pub fn count(board: &Board, limit: u32) -> Result<u32, Error> {
    let mut count = 0;
    error::checked(|error| unsafe {
        let board = Board::start(std::slice::from_ref(board));
        ffi::sudoku_solve(board, 1, limit, 1, null_mut(), &mut count, null_mut(), error)
    })?;
    Ok(count)
}

/// Grades one board.
pub fn grade(board: &Board, scale: Scale) -> Result<Grade, Error> {
    only(Batch::new().grade(std::slice::from_ref(board), scale)?)
}

/// Makes the first puzzle of a seed; `options` as in [`Batch::generate`].
pub fn generate(options: &str, seed: u64) -> Result<Puzzle, Error> {
    only(Batch::new().generate(options, seed, 0..1)?)
}

/// Computes the IDs of one board.
pub fn identify(board: &Board) -> Result<Identity, Error> {
    only(Batch::new().identify(std::slice::from_ref(board))?)
}

/// Computes the ID of the game of a board that begins at `start`, in seconds since 1970-01-01 00:00 UTC.
pub fn game_id(board: &Board, start: i64) -> Result<String, Error> {
    only(Batch::new().game_ids(std::slice::from_ref(board), &[start])?)
}

/// Finds out whether every clue of one board is needed.
pub fn minimality(board: &Board) -> Result<Minimality, Error> {
    only(Batch::new().minimality(std::slice::from_ref(board))?)
}

fn only<T>(rows: Vec<T>) -> Result<T, Error> {
    let none = || Error::new(ErrorKind::Failed, "the library returned no row");
    rows.into_iter().next().ok_or_else(none)
}
