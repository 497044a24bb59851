/// The present length of a game's running segment, kept outside the log.
///
/// It is overwritten every few seconds while the game is played, so a crash loses no more than these.
///
/// The log does not grow while the player only thinks. After a crash `GameSession.recover` turns
/// the note into operations.
package struct TimeNote: Hashable, Sendable, Codable {
  package var game: DocumentID
  package var device: DeviceID
  /// The number of the device's last operation at the time of the note.
  package var seq: Int
  /// The start of a segment that no operation has begun yet: the wall clock in milliseconds.
  package var startMilliseconds: Int64?
  /// The offset from `startMilliseconds` to the store's clock, in milliseconds, where it is known.
  package var offsetMilliseconds: Int64?
  package var lengthMilliseconds: Int
}

extension GameSession {
  /// The note of the running segment, `nil` while the clock is stopped.
  package func timeNote(at reading: ClockReading) -> TimeNote? {
    guard let running, document.status == .inProgress else { return nil }
    return TimeNote(
      game: document.documentID, device: device, seq: document.operations.lastSeq(of: device),
      startMilliseconds: running.isRecorded ? nil : running.start.wallMilliseconds,
      offsetMilliseconds: running.isRecorded ? nil : running.start.offsetMilliseconds,
      lengthMilliseconds: Self.length(of: running, at: reading))
  }

  /// Writes the time of a note that no operation has recorded.
  ///
  /// A second call writes nothing, and neither does a note of a segment that has ended since. Call
  /// it for a game just opened, before its clock runs.
  package mutating func recover(
    _ note: TimeNote, at reading: ClockReading, clock: inout HybridLogicalClock
  ) -> [DocumentOperation] {
    guard running == nil, note.game == document.documentID, note.device == device,
      !document.isCompleted, 0...OperationKey.maximumSeq ~= note.lengthMilliseconds
    else { return [] }
    var operations: [DocumentOperation] = []
    if let start = note.startMilliseconds {
      // The device has written nothing since, so the segment is not in the log.
      guard document.operations.lastSeq(of: device) == note.seq, note.lengthMilliseconds > 0 else {
        return []
      }
      let segment = SegmentStart(
        wallMilliseconds: start, offsetMilliseconds: note.offsetMilliseconds)
      append(.resume(segment), at: reading, clock: &clock, to: &operations)
    } else {
      guard let known = document.fold.time.openLength(of: device), note.lengthMilliseconds > known
      else { return [] }
    }
    append(
      .suspend, at: reading, clock: &clock, elapsedMilliseconds: note.lengthMilliseconds,
      to: &operations)
    return operations
  }
}
