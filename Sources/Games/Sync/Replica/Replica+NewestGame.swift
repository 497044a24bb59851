import SudokuSession

extension DocumentSummary {
  /// Whether a person did something in this game later than in another one.
  ///
  /// A stamp more than a day ahead of the clocks comes from a wrong one: its game counts as older.
  package func isNewer(than other: DocumentSummary, at reading: ClockReading) -> Bool {
    let limit = reading.largestPlausibleStamp
    let (mine, theirs) = (lastStamp <= limit, other.lastStamp <= limit)
    return mine != theirs ? mine : (lastStamp, id) > (other.lastStamp, other.id)
  }
}

extension Replica {
  /// The game in progress in which a person did something last; `nil` for none.
  package func newestGame(at reading: ClockReading) throws(SyncError) -> DocumentSummary? {
    let plausible = PageToken(before: reading.largestPlausibleStamp.successor)
    for first in [plausible, nil] {
      if let newest = try summaries(.inProgress, limit: 1, before: first).summaries.first {
        return newest
      }
    }
    return nil
  }
}
