import JSONCoding
import SudokuSession

/// A game that ended on another device.
public struct EndedGame: Hashable, Sendable, Codable {
  /// The game.
  public let game: DocumentID
  /// How it ended: `completed`, `abandoned` or `gameOver`.
  public let reason: GameState.Status
  /// Whether it was the current game here.
  public let wasCurrent: Bool

  package init(_ game: DocumentID, reason: GameState.Status, wasCurrent: Bool) {
    (self.game, self.reason, self.wasCurrent) = (game, reason, wasCurrent)
  }
}

/// The ends that no client has heard of: the process that noticed them may have had no client.
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
  /// The question whether to restore what the store holds: `new` until it is answered on a new device,
  /// `declined` with the time in seconds since 1970 after a no; nothing else.
  package static let restoreQuestion: ReplicaKey = "restoreQuestion"
}
