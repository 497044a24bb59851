import SudokuSync

extension SyncError.Kind {
  /// The request can't be read.
  static let malformedRequest = Self("malformedRequest")
  /// There is no such thing.
  static let notFound = Self("notFound")
  /// The player has used up what is theirs.
  static let quotaExceeded = Self("quotaExceeded")
  /// Too many requests, or too much in them, for now.
  static let tooManyRequests = Self("tooManyRequests")
}
