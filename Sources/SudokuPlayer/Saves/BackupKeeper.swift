import SudokuSync

/// The local backups, and when the next one is due.
struct BackupKeeper {
  /// Where the backups lie.
  let folder: BackupFolder
  /// Backups are made and read one after the other.
  let turnstile = Turnstile()
  /// Whether one is being made beside the games.
  var isBusy = false
  /// The local day for which a backup was made or found, in days since 1970.
  private var lastDay: Int64?
  /// When the last one was begun, by the monotonic clock.
  private var lastAttempt: Int64?

  /// How long to wait after one that could not be made, in milliseconds.
  private static let retryMilliseconds: Int64 = 60_000

  init(folder: BackupFolder) { self.folder = folder }

  /// Whether a backup is due; it is taken for begun then.
  ///
  /// - Parameters:
  ///   - milliseconds: The time, in milliseconds since 1970.
  ///   - offset: What to add to UTC for local time, in milliseconds.
  ///   - monotonic: The monotonic clock, in milliseconds.
  /// - Returns: Whether it is to be made now.
  mutating func begins(at milliseconds: Int64, offset: Int64, monotonic: Int64) -> Bool {
    let day = (milliseconds + offset) / 86_400_000
    guard !isBusy, day != lastDay else { return false }
    if lastDay == nil, let lastAttempt, monotonic - lastAttempt < Self.retryMilliseconds {
      return false
    }
    lastDay = day
    lastAttempt = monotonic
    isBusy = true
    return true
  }

  /// Takes note that the one begun last could not be made.
  mutating func failed() { lastDay = nil }
}
