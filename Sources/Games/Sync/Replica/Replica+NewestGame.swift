import SudokuSession

extension DocumentSummary {
  /// True if the player's last action in this game is later than in another one.
  ///
  /// A stamp more than a day ahead of the clocks comes from a wrong clock; its game counts as older.
  package func isNewer(than other: DocumentSummary, at reading: ClockReading) -> Bool {
    let limit = reading.largestPlausibleStamp
    let (mine, theirs) = (lastStamp <= limit, other.lastStamp <= limit)
    return mine != theirs ? mine : (lastStamp, id) > (other.lastStamp, other.id)
  }
}

extension Replica {
  /// The game in progress in which a person did something last; `nil` for none.
  ///
  /// - Parameter hasEnded: True for a game that has ended since it was stored.
  package func newestGame(
    at reading: ClockReading, except hasEnded: (DocumentID) -> Bool = { _ in false }
  ) throws(SyncError) -> DocumentSummary? {
    let plausible = PageToken(before: reading.largestPlausibleStamp.successor)
    for first in [plausible, nil] {
      var before = first
      repeat {
        let page = try summaries(.inProgress, limit: 2, before: before)
        for summary in page.summaries where !hasEnded(summary.id) { return summary }
        before = page.next
      } while before != nil
    }
    return nil
  }
}
