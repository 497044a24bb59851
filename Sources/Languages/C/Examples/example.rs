// Solves and rates a puzzle, and generates another. Scripts/check-c-examples compiles and runs it.
use std::ffi::{c_char, CString};
use std::ptr::{null, null_mut};

#[repr(C)]
struct SudokuError {
    status: i32,
    row: i64,
    text: [c_char; 240],
}

#[link(name = "sudoku")]
extern "C" {
    fn sudoku_parse(text: *const c_char, length: usize, board: *mut u8, error: *mut SudokuError) -> i32;
    fn sudoku_write_lines(
        boards: *const u8, count: usize, empty: c_char, lines: *mut c_char, error: *mut SudokuError,
    ) -> i32;
    fn sudoku_solve(
        boards: *const u8, count: usize, limit: u32, threads: u32, solutions: *mut u8, counts: *mut u32,
        guesses: *mut u32, error: *mut SudokuError,
    ) -> i32;
    fn sudoku_grade(
        boards: *const u8, count: usize, scale: *const c_char, work_limit: u64, threads: u32,
        cancel: *const i32, figures: *mut i32, levels: *mut u8, statuses: *mut u8, error: *mut SudokuError,
    ) -> i32;
    fn sudoku_generate(
        options: *const c_char, seed: u64, first: u64, count: usize, threads: u32, cancel: *const i32,
        puzzles: *mut u8, solutions: *mut u8, figures: *mut i32, error: *mut SudokuError,
    ) -> i32;
}

fn checked(call: impl FnOnce(*mut SudokuError) -> i32) {
    let mut error = SudokuError { status: 0, row: 0, text: [0; 240] };
    if call(&mut error) != 0 {
        let text: String = error.text.iter().take_while(|c| **c != 0).map(|c| *c as u8 as char).collect();
        panic!("error {} in row {}: {}", error.status, error.row, text);
    }
}

fn line(board: &[u8; 81]) -> String {
    let mut text = [0u8; 82];
    checked(|error| unsafe {
        sudoku_write_lines(board.as_ptr(), 1, b'.' as c_char, text.as_mut_ptr().cast(), error)
    });
    String::from_utf8_lossy(&text[..81]).into_owned()
}

fn main() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let (mut board, mut solution) = ([0u8; 81], [0u8; 81]);
    let mut count = 0u32;
    checked(|error| unsafe { sudoku_parse(text.as_ptr().cast(), text.len(), board.as_mut_ptr(), error) });
    checked(|error| unsafe {
        sudoku_solve(board.as_ptr(), 1, 2, 1, solution.as_mut_ptr(), &mut count, null_mut(), error)
    });
    println!("{} {}", count, line(&solution));

    let (mut figures, mut level, mut status) = ([0i32; 3], 0u8, 0u8);
    let scale = CString::new("se").unwrap();
    checked(|error| unsafe {
        sudoku_grade(
            board.as_ptr(), 1, scale.as_ptr(), 0, 1, null(), figures.as_mut_ptr(), &mut level, &mut status, error,
        )
    });
    println!("{}.{}", figures[0] / 10, figures[0] % 10);

    let options = CString::new("{\"minClues\":30}").unwrap();
    checked(|error| unsafe {
        sudoku_generate(
            options.as_ptr(), 7, 0, 1, 1, null(), board.as_mut_ptr(), solution.as_mut_ptr(), null_mut(), error,
        )
    });
    println!("{}", line(&board));
}
