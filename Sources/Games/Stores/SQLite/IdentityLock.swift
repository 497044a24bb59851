import SudokuSync

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The right to write under one of a data directory's device identities, for one process at a time.
///
/// It is an advisory lock on a file beside the database; the system gives it back when the process
/// ends, however it ends.
final class IdentityLock: Sendable {
  let slot: Int
  private let file: Int32

  /// Takes the first identity that no other process uses.
  init(path: String, limit: Int) throws(SyncError) {
    for slot in 0..<limit {
      let name = "\(path).device\(slot).lock"
      let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        throw SyncError(.fileFailed, "\(name): \(String(cString: strerror(errno)))")
      }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        self.slot = slot
        self.file = file
        return
      }
      close(file)
    }
    throw SyncError(
      .identityInUse,
      "\(path) is in use by \(limit) other process\(limit == 1 ? "" : "es"); end one of them, or "
        + "use another data directory")
  }

  deinit { close(file) }
}
