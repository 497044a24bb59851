import SudokuFormats

/// Rows of an Arrow stream that wait for more, so that slow commands write batches of some thousand rows, too.
final class ArrowRows: @unchecked Sendable {
  // Used by one deliverer at a time.
  private var rows: [UInt8] = []
  private var start = ContinuousClock.now
  private static let limit = 1 << 19
  /// The longest time that a row waits.
  private static let patience = Duration.seconds(1)

  /// True if rows suffice for a batch of their own.
  static func areMany(_ rows: [UInt8]) -> Bool { rows.count >= limit / 4 }

  /// Takes the next rows, or a whole batch; returns the batches to write.
  func take(
    _ next: [UInt8], isBatch: Bool, isLast: Bool, _ table: () -> ArrowTable
  ) -> [UInt8] {
    if rows.isEmpty { start = .now }
    if !isBatch { rows += next }
    guard isBatch || isLast || rows.count >= Self.limit || start.duration(to: .now) > Self.patience
    else { return [] }
    let batch = rows.isEmpty ? [] : table().batch(of: rows)
    rows = []
    return isBatch ? batch + next : batch
  }
}
