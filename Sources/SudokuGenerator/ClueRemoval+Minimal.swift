import SudokuCore

extension ClueRemoval {
  /// How few clues a puzzle should have before it is looked at clue by clue.
  ///
  /// Of puzzles with half-turn symmetry none of whose pairs of clues can go, no single clue can go from
  /// one in eight with 24 clues, one in seventy with 26, one in a thousand with 28.
  private static let fewClues = 26

  /// Changes the clues group by group until no single one can go.
  ///
  /// Where clues go in groups, one of a group may be needed and another one not. So a group with a
  /// redundant clue makes room for others, as long as the clues don't become more.
  ///
  /// - Parameters:
  ///   - wanted: The numbers of clues that are wanted, `nil` for any.
  ///   - moves: How many groups make room before giving up.
  ///   - random: Decides which.
  /// - Returns: Whether no single clue can go.
  mutating func makeMinimal(
    clues wanted: ClosedRange<Int>? = nil, moves: Int, using random: inout SeededRandom
  ) -> Bool {
    let most = max(Self.fewClues, wanted?.upperBound ?? 0)
    let fewest = wanted?.lowerBound ?? 0
    // Larger groups hardly ever get down to so few clues.
    let looksAtAll = keptGroups.contains { $0.count > 2 }
    var redundant: Cell?
    for move in 0...moves {
      if redundant == nil, looksAtAll || kept.count <= most {
        redundant = redundantClues(limit: 1).first
        if redundant == nil { return true }
      }
      if move == moves { break }
      let before = kept
      makeRoom(for: redundant, using: &random)
      if kept.count > max(before.count, most) || kept.count < min(before.count, fewest) {
        kept = before
      } else if kept != before {
        redundant = nil
      }
    }
    return false
  }

  /// Takes off the group of a redundant clue, or any, and adds others.
  private mutating func makeRoom(for redundant: Cell?, using random: inout SeededRandom) {
    var groups = keptGroups
    random.shuffle(&groups)
    let index = groups.firstIndex { group in redundant.map(group.contains) ?? true } ?? 0
    let gone = groups.remove(at: index)
    // Without the redundant clue the solution is still the only one: without its partner, too, every
    // other one differs there.
    let partner = redundant != nil && gone.count == 2 ? gone.first { $0 != redundant } : nil
    exchange(gone, among: groups, differingAt: partner, using: &random)
  }
}
