import SudokuSync

extension SyncError.Kind {
  /// The request can't be read.
  static let malformedRequest = Self("malformedRequest")
  /// The path is unknown.
  static let notFound = Self("notFound")
  /// Too many requests, or too much in them, for now.
  static let tooManyRequests = Self("tooManyRequests")
}

extension SyncError {
  /// The error as callers get it: without paths and addresses, which only the operator needs.
  var withoutInternals: SyncError {
    switch kind {
    case .damaged: SyncError(kind, "the store is damaged; the operator's log says more")
    case .fileFailed: SyncError(kind, "the store can't be read or written")
    case .diskFull: SyncError(kind, "the server has no room left")
    case .readOnly: SyncError(kind, "the store accepts no changes at the moment")
    case .storeFailed: SyncError(kind, "the store failed")
    case .storeUnavailable where !message.hasPrefix("no answer within"):
      SyncError(kind, "the store can't be reached")
    default: self
    }
  }
}
