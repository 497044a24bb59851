import JSONCoding
import SudokuSession
import SudokuSync

/// The statistics as they were when nothing had changed since: so that they can be told right after
/// a launch, before a hundred thousand games are counted again.
struct StatisticsSnapshot: Codable {
  /// `Replica.changeMark()` for which they hold.
  var mark: Int64
  /// The statistics; only to be shown.
  var statistics: Statistics
  /// The experience points of all games.
  var points: Int

  private static let version = 1
  private static let key = ReplicaKey("statistics.\(version)")

  /// The snapshot that a replica keeps, if it still holds.
  static func current(of replica: any Replica) -> StatisticsSnapshot? {
    guard let text = (try? replica.value(for: key)) ?? nil,
      let snapshot = try? StrictJSONDecoder().decode(StatisticsSnapshot.self, from: text),
      snapshot.holds(in: replica)
    else { return nil }
    return snapshot
  }

  /// Whether nothing has changed since.
  func holds(in replica: any Replica) -> Bool { ((try? replica.changeMark()) ?? nil) == mark }

  /// Keeps the snapshot with the replica; what goes wrong costs only time at the next launch.
  func keep(in replica: any Replica) {
    guard let text = try? CanonicalJSONEncoder().encodeText(self) else { return }
    try? replica.setValue(text, for: Self.key)
  }
}
