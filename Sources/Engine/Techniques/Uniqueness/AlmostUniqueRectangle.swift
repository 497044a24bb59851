import SudokuCore

/// An almost unique rectangle: one of the candidates that keep a unique rectangle from being deadly is right,
/// and all of them lead to the same.
///
/// From each of these guardians, of which there are four at most, a chain of strong and weak links excludes
/// the candidate that goes. Where each guardian excludes it directly the rectangle is of type 1, 2 or 5.
///
/// Order: rectangles by first and last cell, pairs of digits, the candidate that goes; shortest chains.
///
/// Source: "Almost Unique Rectangles" of SudokuWiki and Sudopedia ("AUR").
struct AlmostUniqueRectangle: PatternSearcher {
  /// The most other candidates of a rectangle.
  static let mostGuardians = 4
  /// The most links of a chain.
  static let longest = 5

  var techniques: [Technique] { [.almostUniqueRectangle] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let links = CandidateLinks(grid)
    var walks: [Candidate: ShortestWalk] = [:]
    for rectangle in RectangleCells.all {
      for pair in rectangle.pairs(in: grid) {
        let guardians = grid.candidates(DigitSet.all.subtracting(pair), in: rectangle.cells)
        guard 2...Self.mostGuardians ~= guardians.count else { continue }
        for guardian in guardians where walks[guardian] == nil {
          walks[guardian] = links.walk(fromRight: guardian, longest: Self.longest)
        }
        let ways = guardians.compactMap { walks[$0] }
        for index in 0..<729 where ways.allSatisfy({ $0.distance(2 * index) > 0 }) {
          // The guardian excludes directly what is one link away.
          guard ways.contains(where: { $0.distance(2 * index) > 1 }) else { continue }
          let branches = ways.map { grid.branch(along: $0.path(to: 2 * index)) }
          let pattern = StepPattern(
            cells: rectangle.cells, specialCells: CellSet(guardians.map(\.cell)), digits: pair,
            specialDigits: DigitSet(guardians.map(\.digit)),
            candidates: grid.candidates(pair, in: rectangle.cells),
            sets: guardians.map { .init(CellSet($0.cell), link: DigitSet($0.digit)) },
            branches: branches)
          let victim = Candidate(index: index)
          guard emit(Step(.almostUniqueRectangle, removing: [victim], pattern: pattern)) else {
            return
          }
        }
      }
    }
  }
}

extension CandidateLinks {
  /// Walks from a candidate that is right to the candidates that follow: wrong ones have even numbers, right ones odd
  /// numbers.
  func walk(fromRight start: Candidate, longest: Int) -> ShortestWalk {
    ShortestWalk(
      from: [2 * start.index + 1], prices: [Int](repeating: 0, count: 1_458), longest: longest,
      forEachFollower: { number, visit in
        let isOn = number % 2 == 1
        for follower in isOn ? weak[number / 2] : strong[number / 2] {
          visit(2 * follower.index + (isOn ? 0 : 1))
        }
      })
  }
}

extension CandidateGrid {
  /// A path of `CandidateLinks` as a branch.
  func branch(along way: [Int]) -> ChainBranch {
    let path = way.map { Candidate(index: $0 / 2) }
    let startsOn = way[0] % 2 == 1
    let reasons = zip(path, path.dropFirst()).enumerated().map { index, ends in
      linkReason(ends.0, ends.1, isStrong: (index % 2 == 0) != startsOn)
    }
    return ChainBranch(path, startsOn: startsOn, reasons: reasons)
  }
}

extension Step {
  var almostRectangleReasons: [String] {
    [
      swapReason, guardianSentence,
    ] + Step.chainText(pattern.branches) + ["The same follows in every case."]
  }
}
