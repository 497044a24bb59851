import SudokuCore

/// By what the program prefers one of several steps: more eliminations, then shorter chains, then a
/// number made of the eliminations.
struct HoDoKuRank: Comparable {
  let eliminationCount: Int
  let length: Int
  let weight: Int

  /// The rank of a step.
  ///
  /// - Parameters:
  ///   - removals: Its eliminations in the program's order.
  ///   - length: The number of nodes of its chain.
  init(_ removals: [Candidate], length: Int) {
    eliminationCount = removals.count
    self.length = length
    var weight = 0
    for (index, candidate) in removals.enumerated() {
      weight += candidate.cell.index * (1 + 80 * index) + Int(candidate.digit.rawValue)
    }
    self.weight = weight
  }

  static func < (lhs: HoDoKuRank, rhs: HoDoKuRank) -> Bool {
    (-lhs.eliminationCount, lhs.length, lhs.weight)
      < (-rhs.eliminationCount, rhs.length, rhs.weight)
  }
}

extension Sequence where Element == Candidate {
  /// In the program's normal order: by digit, then by cell, each once.
  func normalized() -> [Candidate] {
    Set(self).sorted { ($0.digit, $0.cell) < ($1.digit, $1.cell) }
  }
}
