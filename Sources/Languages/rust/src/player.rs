use crate::error::{checked, Error, ErrorKind};
use crate::ffi;
use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::c_char;
use std::ptr::{null, null_mut, NonNull};

/// A player's games, hints and explanations: the protocol of `sudoku serve` in this process.
///
/// Requests and answers are lines of JSON-RPC 2.0, for a JSON crate of your choice. Threads may share a player: one
/// request runs, others wait. Dropping it stores and syncs what waits. It does not survive a `fork`.
///
/// ```
/// let player = sudoku_kernel::Player::in_memory()?;
/// let lines = player.request(r#"{"jsonrpc":"2.0","id":1,"method":"puzzle.hint","params":{"depth":5,"puzzle":
///   "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}}"#)?;
/// assert!(lines[0].contains(r#""kind":"step""#));
/// # Ok::<(), sudoku_kernel::Error>(())
/// ```
pub struct Player {
    handle: NonNull<ffi::RawPlayer>,
}

// SAFETY: the library accepts calls from every thread; closing needs `&mut self`, so no call is under way.
unsafe impl Send for Player {}
unsafe impl Sync for Player {}

impl Player {
    /// Opens a player whose games live in memory, for the methods `puzzle.*` and games without a trace.
    pub fn in_memory() -> Result<Self, Error> {
        Self::open("{}")
    }

    /// Opens a player. `options` is a JSON object: `data` is the folder of the games, `store` the URL of a store.
    pub fn open(options: &str) -> Result<Self, Error> {
        let options = c_string(options, "options")?;
        let mut handle = null_mut();
        checked(|error| unsafe { ffi::sudoku_player_open(options.as_ptr(), &mut handle, error) })?;
        match NonNull::new(handle) {
            Some(handle) => Ok(Player { handle }),
            None => Err(Error::new(ErrorKind::Failed, "the player has no handle")),
        }
    }

    /// Carries out a request. Returns its answer and the notifications since the last call, in the library's order.
    /// An error of the protocol is an answer, too.
    pub fn request(&self, request: &str) -> Result<Vec<String>, Error> {
        self.exchange(request.as_ptr().cast(), request.len())
    }

    /// Collects notifications, and does what is due, such as a sync.
    pub fn notifications(&self) -> Result<Vec<String>, Error> {
        self.exchange(null(), 0)
    }

    /// Cancels the searches that run now. Their requests return the error `cancelled`.
    pub fn cancel(&self) {
        unsafe { ffi::sudoku_player_cancel(self.handle.as_ptr()) }
    }

    fn exchange(&self, request: *const c_char, length: usize) -> Result<Vec<String>, Error> {
        let mut lines = null_mut();
        checked(|error| unsafe {
            ffi::sudoku_player_request(self.handle.as_ptr(), request, length, &mut lines, error)
        })?;
        if lines.is_null() {
            return Ok(Vec::new());
        }
        // SAFETY: ended by a zero byte, and ours until freed.
        let text = unsafe { CStr::from_ptr(lines) }.to_string_lossy().into_owned();
        unsafe { ffi::sudoku_free(lines) };
        Ok(text.lines().map(str::to_owned).collect())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        unsafe { ffi::sudoku_player_close(self.handle.as_ptr()) }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Player")
    }
}

pub(crate) fn c_string(text: &str, name: &str) -> Result<CString, Error> {
    CString::new(text)
        .map_err(|_| Error::new(ErrorKind::BadOptions, format!("the {} contain a zero byte", name)))
}
