use crate::ffi;
use std::fmt;
use std::sync::atomic::{AtomicI32, Ordering};

/// The kind of an error: the statuses of `sudoku.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A number out of range.
    BadArgument,
    /// A text that is not a board.
    BadBoard,
    /// A text that is not JSON, or options that no puzzle can meet.
    BadOptions,
    /// A [`Cancel`](crate::Cancel) or [`Player::cancel`](crate::Player::cancel) ended the call.
    Cancelled,
    /// The attempts ran out before such a puzzle was found.
    Exhausted,
    /// A file, a folder or the memory failed.
    Failed,
}

/// An error, in the words of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    row: Option<usize>,
    text: String,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Error { kind, row: None, text: text.into() }
    }

    /// The kind, to decide by.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The number of the board in its batch, or of the line in a text, from 0.
    pub fn row(&self) -> Option<usize> {
        self.row
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

/// Calls a function of the library; a negative status becomes an error.
pub(crate) fn checked(call: impl FnOnce(*mut ffi::RawError) -> i32) -> Result<(), Error> {
    check_library()?;
    let mut raw = ffi::RawError { status: 0, row: -1, text: [0; 240] };
    let kind = match call(&mut raw) {
        0 => return Ok(()),
        -1 => ErrorKind::BadArgument,
        -2 => ErrorKind::BadBoard,
        -3 => ErrorKind::BadOptions,
        -4 => ErrorKind::Cancelled,
        -5 => ErrorKind::Exhausted,
        _ => ErrorKind::Failed,
    };
    let bytes: Vec<u8> = raw.text.iter().take_while(|byte| **byte != 0).map(|byte| *byte as u8).collect();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Err(Error { kind, row: usize::try_from(raw.row).ok(), text })
}

/// A library of another ABI would read other arguments: no call reaches it.
fn check_library() -> Result<(), Error> {
    static FOUND: AtomicI32 = AtomicI32::new(0);
    let mut found = FOUND.load(Ordering::Relaxed);
    if found == 0 {
        // SAFETY: it takes nothing.
        found = unsafe { ffi::sudoku_abi_version() };
        FOUND.store(found, Ordering::Relaxed);
    }
    if found == 1 {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Failed, format!("libsudoku has ABI {}, this crate needs 1", found)))
}

/// A vector that `fill` writes completely, without an abort where the memory does not suffice.
pub(crate) fn filled<T>(
    count: usize, fill: impl FnOnce(*mut T) -> Result<(), Error>,
) -> Result<Vec<T>, Error> {
    let mut values = reserved(count)?;
    fill(values.as_mut_ptr())?;
    // SAFETY: `fill` has written `count` values.
    unsafe { values.set_len(count) };
    Ok(values)
}

/// An empty vector with room for `count` values.
pub(crate) fn reserved<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| {
        Error::new(ErrorKind::Failed, format!("the memory does not suffice for {} boards", count))
    })?;
    Ok(values)
}
