//! The functions of `sudoku.h`.
use std::os::raw::c_char;

#[repr(C)]
pub struct RawError {
    pub status: i32,
    pub row: i64,
    pub text: [c_char; 240],
}

#[repr(C)]
pub struct RawPlayer {
    _private: [u8; 0],
}

pub const ID_LENGTH: usize = 29;
pub const GAME_ID_LENGTH: usize = 52;

extern "C" {
    pub fn sudoku_abi_version() -> i32;
    pub fn sudoku_version() -> *const c_char;
    pub fn sudoku_cancel_by(cancel: *const i32);
    pub fn sudoku_parse(text: *const c_char, length: usize, board: *mut u8, error: *mut RawError) -> i32;
    pub fn sudoku_read(
        text: *const c_char, length: usize, boards: *mut u8, count: *mut usize, error: *mut RawError,
    ) -> i32;
    pub fn sudoku_solve(
        boards: *const u8, count: usize, limit: u32, threads: u32, solutions: *mut u8, counts: *mut u32,
        guesses: *mut u32, error: *mut RawError,
    ) -> i32;
    pub fn sudoku_minimality(
        boards: *const u8, count: usize, threads: u32, minimal: *mut i8, error: *mut RawError,
    ) -> i32;
    pub fn sudoku_identify(
        boards: *const u8, count: usize, threads: u32, puzzle_ids: *mut c_char, class_ids: *mut c_char,
        error: *mut RawError,
    ) -> i32;
    pub fn sudoku_game_ids(
        boards: *const u8, count: usize, starts: *const i64, game_ids: *mut c_char, error: *mut RawError,
    ) -> i32;
    pub fn sudoku_grade(
        boards: *const u8, count: usize, scale: *const c_char, work_limit: u64, threads: u32,
        cancel: *const i32, figures: *mut i32, levels: *mut u8, statuses: *mut u8, error: *mut RawError,
    ) -> i32;
    pub fn sudoku_generate(
        options: *const c_char, seed: u64, first: u64, count: usize, threads: u32, cancel: *const i32,
        puzzles: *mut u8, solutions: *mut u8, figures: *mut i32, error: *mut RawError,
    ) -> i32;
    pub fn sudoku_player_open(
        options: *const c_char, player: *mut *mut RawPlayer, error: *mut RawError,
    ) -> i32;
    pub fn sudoku_player_request(
        player: *mut RawPlayer, request: *const c_char, length: usize, lines: *mut *mut c_char,
        error: *mut RawError,
    ) -> i32;
    pub fn sudoku_player_cancel(player: *mut RawPlayer);
    pub fn sudoku_player_close(player: *mut RawPlayer);
    pub fn sudoku_free(lines: *mut c_char);
}
