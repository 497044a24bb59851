import JSONCoding
import SudokuSession

/// A game that ended on another device.
public struct EndedGame: Hashable, Sendable, Codable {
  /// The game.
  public let game: DocumentID
  /// The kind of end: `completed`, `abandoned` or `gameOver`.
  public let reason: GameState.Status
  /// True if it was the current game here.
  public let wasCurrent: Bool

  package init(_ game: DocumentID, reason: GameState.Status, wasCurrent: Bool) {
    (self.game, self.reason, self.wasCurrent) = (game, reason, wasCurrent)
  }
}

/// Ends of games that were not yet reported to a client.
///
/// The process that noticed an end may have had no client.
extension Replica {
  package func unreportedEnds() throws(SyncError) -> [EndedGame] {
    Self.ends(try value(for: .unreportedEnds))
  }

  /// Keeps ends until they are reported, one of each game.
  package func keepUnreported(_ ends: [EndedGame]) throws(SyncError) {
    guard !ends.isEmpty else { return }
    try updateValue(for: .unreportedEnds) { text in
      var all = Self.ends(text)
      for end in ends {
        let old = all.firstIndex { $0.game == end.game }.map { all.remove(at: $0) }
        let wasCurrent = end.wasCurrent || old?.wasCurrent == true
        all.append(EndedGame(end.game, reason: end.reason, wasCurrent: wasCurrent))
      }
      return Self.text(all.suffix(1_000))
    }
  }

  /// Forgets the ends of games that were reported; `nil` for all.
  package func forgetEnds(of games: Set<DocumentID>?) throws(SyncError) {
    guard try value(for: .unreportedEnds) != nil else { return }
    try updateValue(for: .unreportedEnds) { text in
      games.flatMap { games in Self.text(Self.ends(text).filter { !games.contains($0.game) }[...]) }
    }
  }

  private static func ends(_ text: String?) -> [EndedGame] {
    text.flatMap { try? StrictJSONDecoder().decode([EndedGame].self, from: $0) } ?? []
  }

  private static func text(_ ends: ArraySlice<EndedGame>) -> String? {
    ends.isEmpty ? nil : try? CanonicalJSONEncoder().encodeText(Array(ends))
  }
}

extension ReplicaKey {
  fileprivate static let unreportedEnds: ReplicaKey = "unreportedEnds"
  /// The stamp of the newest game that a client has heard of.
  package static let reportedGames: ReplicaKey = "reportedGames"
  /// The answer to the question of restoring the store's games.
  ///
  /// It is `new` until the player answers on a new device, and `declined` with the time in seconds
  /// since 1970 after a no. Otherwise it has no value.
  package static let restoreQuestion: ReplicaKey = "restoreQuestion"
}
