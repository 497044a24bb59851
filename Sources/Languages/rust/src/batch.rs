use crate::board::Board;
use crate::error::{checked, filled, reserved, Error, ErrorKind};
use crate::ffi;
use crate::player::c_string;
use crate::results::{Grade, Identity, Minimality, Puzzle, Scale, Solutions, Status};
use std::ops::Range;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::Arc;

/// Ends calls from another thread: clones share one flag, which stays set.
///
/// ```
/// use sudoku_kernel::{Batch, Board, Cancel, ErrorKind};
/// let cancel = Cancel::new();
/// cancel.cancel();
/// let error = Batch::new().cancel(&cancel).solve(&[Board::EMPTY]).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Cancelled);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicI32>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the calls that use this flag, those to come among them.
    pub fn cancel(&self) {
        self.0.store(1, Ordering::Relaxed);
    }

    /// True after `cancel`.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    fn pointer(&self) -> *const i32 {
        let flag: *const AtomicI32 = &*self.0;
        flag.cast()
    }
}

/// The flag of this thread's calls, until it is dropped.
struct ThreadFlag<'a>(Option<&'a Cancel>);

impl<'a> ThreadFlag<'a> {
    fn new(cancel: &'a Option<Cancel>) -> Self {
        if let Some(cancel) = cancel {
            unsafe { ffi::sudoku_cancel_by(cancel.pointer()) }
        }
        ThreadFlag(cancel.as_ref())
    }
}

impl Drop for ThreadFlag<'_> {
    fn drop(&mut self) {
        if self.0.is_some() {
            unsafe { ffi::sudoku_cancel_by(null()) }
        }
    }
}

/// The settings of calls for many boards. Results never depend on `threads`.
///
/// ```
/// use sudoku_kernel::{Batch, Scale};
/// let made = Batch::new().threads(2).generate(r#"{"level":"hard"}"#, 1, 0..4)?;
/// let boards: Vec<_> = made.iter().map(|puzzle| puzzle.board).collect();
/// assert_eq!(Batch::new().solve(&boards)?.counts, [1, 1, 1, 1]);
/// assert_eq!(Batch::new().grade(&boards, Scale::Level)?[3].level, Some("hard"));
/// # Ok::<(), sudoku_kernel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    threads: u32,
    limit: u32,
    work_limit: u64,
    cancel: Option<Cancel>,
}

impl Default for Batch {
    fn default() -> Self {
        Batch { threads: 1, limit: 2, work_limit: 0, cancel: None }
    }
}

impl Batch {
    /// The most puzzles of one call of `generate`.
    pub const MOST_GENERATED: u64 = 10_000_000;

    /// One thread; solutions are counted up to 2.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of threads that share a batch, 1 to 1,024. With 1 the caller's thread does all work.
    pub fn threads(mut self, threads: u32) -> Self {
        self.threads = threads;
        self
    }

    /// Counts solutions up to `limit`, 1 to 1,000,000; 2 shows whether a solution is the only one.
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = limit;
        self
    }

    /// The literals that chains may derive while one board is graded; 0 for the default.
    pub fn work_limit(mut self, literals: u64) -> Self {
        self.work_limit = literals;
        self
    }

    /// Lets `cancel` end the calls.
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = Some(cancel.clone());
        self
    }

    /// Solves boards.
    pub fn solve(&self, boards: &[Board]) -> Result<Solutions, Error> {
        let mut counts = Vec::new();
        let solutions = filled(boards.len(), |solutions: *mut Board| {
            counts = self.solve_into(boards, solutions.cast())?;
            Ok(())
        })?;
        Ok(Solutions { counts, boards: solutions })
    }

    /// Counts solutions without keeping one.
    pub fn count(&self, boards: &[Board]) -> Result<Vec<u32>, Error> {
        self.solve_into(boards, null_mut())
    }

    fn solve_into(&self, boards: &[Board], solutions: *mut u8) -> Result<Vec<u32>, Error> {
        let _flag = ThreadFlag::new(&self.cancel);
        filled(boards.len(), |counts| {
            checked(|error| unsafe {
                ffi::sudoku_solve(
                    Board::start(boards), boards.len(), self.limit, self.threads, solutions, counts, null_mut(),
                    error,
                )
            })
        })
    }

    /// Finds out whether every clue is needed.
    pub fn minimality(&self, boards: &[Board]) -> Result<Vec<Minimality>, Error> {
        let _flag = ThreadFlag::new(&self.cancel);
        let found = filled(boards.len(), |minimal| {
            checked(|error| unsafe {
                ffi::sudoku_minimality(Board::start(boards), boards.len(), self.threads, minimal, error)
            })
        })?;
        Ok(found.into_iter().map(Minimality::from_status).collect())
    }

    /// Computes the IDs of boards and of their classes up to symmetry.
    pub fn identify(&self, boards: &[Board]) -> Result<Vec<Identity>, Error> {
        let _flag = ThreadFlag::new(&self.cancel);
        let mut puzzles: Vec<[u8; ffi::ID_LENGTH]> = Vec::new();
        let classes: Vec<[u8; ffi::ID_LENGTH]> = filled(boards.len(), |classes: *mut [u8; ffi::ID_LENGTH]| {
            puzzles = filled(boards.len(), |puzzles: *mut [u8; ffi::ID_LENGTH]| {
                checked(|error| unsafe {
                    ffi::sudoku_identify(
                        Board::start(boards), boards.len(), self.threads, puzzles.cast(), classes.cast(), error,
                    )
                })
            })?;
            Ok(())
        })?;
        let pairs = puzzles.iter().zip(&classes);
        Ok(pairs
            .map(|(puzzle, class)| Identity { puzzle: id(puzzle), class: Some(id(class)).filter(|id| !id.is_empty()) })
            .collect())
    }

    /// Computes the IDs of games that begin at `starts`, in seconds since 1970-01-01 00:00 UTC, one for each board.
    pub fn game_ids(&self, boards: &[Board], starts: &[i64]) -> Result<Vec<String>, Error> {
        if boards.len() != starts.len() {
            let text = format!("{} boards and {} starts", boards.len(), starts.len());
            return Err(Error::new(ErrorKind::BadArgument, text));
        }
        let ids = filled(boards.len(), |ids: *mut [u8; ffi::GAME_ID_LENGTH]| {
            checked(|error| unsafe {
                ffi::sudoku_game_ids(Board::start(boards), boards.len(), starts.as_ptr(), ids.cast(), error)
            })
        })?;
        Ok(ids.iter().map(|bytes| id(bytes)).collect())
    }

    /// Grades boards on a scale.
    pub fn grade(&self, boards: &[Board], scale: Scale) -> Result<Vec<Grade>, Error> {
        let count = boards.len();
        let name = c_string(scale.name(), "scale")?;
        let (mut levels, mut statuses): (Vec<u8>, Vec<u8>) = (reserved(count)?, reserved(count)?);
        let figures = filled(count, |figures: *mut [i32; 3]| {
            checked(|error| unsafe {
                ffi::sudoku_grade(
                    Board::start(boards), count, name.as_ptr(), self.work_limit, self.threads, self.flag(),
                    figures.cast(), levels.as_mut_ptr(), statuses.as_mut_ptr(), error,
                )
            })
        })?;
        // SAFETY: the call has written them.
        unsafe {
            levels.set_len(count);
            statuses.set_len(count);
        }
        let rows = figures.into_iter().zip(levels).zip(statuses);
        Ok(rows
            .map(|((figures, level), status)| Grade {
                status: Status::from_number(status), figures, level: scale.levels().get(usize::from(level)).copied(),
            })
            .collect())
    }

    /// Makes the puzzles of a seed with these numbers, the same as the command line's. `options` is a JSON object with
    /// the parameters of `puzzle.generate` but `seed`, `count`, `levels` and `budget`; `{}` for any puzzle.
    pub fn generate(&self, options: &str, seed: u64, numbers: Range<u64>) -> Result<Vec<Puzzle>, Error> {
        let wanted = numbers.end.saturating_sub(numbers.start);
        if wanted > Self::MOST_GENERATED {
            let text = format!("{} puzzles: at most {} a call", wanted, Self::MOST_GENERATED);
            return Err(Error::new(ErrorKind::BadArgument, text));
        }
        let count = wanted as usize;
        let options = c_string(options, "options")?;
        let mut solutions: Vec<Board> = Vec::new();
        let puzzles = filled(count, |puzzles: *mut Board| {
            solutions = filled(count, |solutions: *mut Board| {
                checked(|error| unsafe {
                    ffi::sudoku_generate(
                        options.as_ptr(), seed, numbers.start, count, self.threads, self.flag(), puzzles.cast(),
                        solutions.cast(), null_mut(), error,
                    )
                })
            })?;
            Ok(())
        })?;
        let pairs = puzzles.into_iter().zip(solutions);
        Ok(pairs.map(|(board, solution)| Puzzle { board, solution }).collect())
    }

    fn flag(&self) -> *const i32 {
        self.cancel.as_ref().map_or(null(), Cancel::pointer)
    }
}

/// An ID of the library: ASCII, then zero bytes.
fn id(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned()
}
