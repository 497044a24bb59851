/// A fault built into the simulated system on purpose, to see that the checks find it.
package enum PlantedBug: String, Hashable, Sendable, CaseIterable {
  /// The store keeps only the newest record of a game.
  case newestRecordWins
  /// The store adds up the times that devices report.
  case summedTotals
  /// The store drops what arrives when it holds something that the sender has not seen.
  case dropOnConflict
  /// A move is answered before it is on the device's disk.
  case acknowledgeBeforeWrite
  /// The store deletes a game when it is completed.
  case completionAsDeletion
}
