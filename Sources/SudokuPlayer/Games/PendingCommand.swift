import SudokuSession

/// What led to operations that are not stored yet.
struct PendingCommand {
  /// What was done.
  enum Kind {
    /// A new game; boxed, so that the moves that follow don't carry room for a header each.
    indirect case begin(GameHeader)
    /// What the player wanted.
    case intent(Intent)
    /// What this device has to say after operations came from elsewhere.
    case merge
  }

  let kind: Kind
  let reading: ClockReading
  let opID: String?

  /// Does it once more.
  ///
  /// - Returns: The operations.
  /// - Throws: `GameError` where the game has changed too much.
  func perform(
    in session: inout GameSession, clock: inout HybridLogicalClock
  ) throws(GameError) -> [DocumentOperation] {
    switch kind {
    case .begin(let header):
      return session.begin(header, at: reading, clock: &clock, opID: opID)
    case .merge:
      return session.merge([], at: reading, clock: &clock).operations
    case .intent(let intent):
      return try session.perform(intent, at: reading, clock: &clock, opID: opID).operations
    }
  }
}
