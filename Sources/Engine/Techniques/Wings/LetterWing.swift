import SudokuCore

/// Wings that players name by letters: three strong links in a row, each joined to the next by a weak one.
///
/// A strong link is a cell with two candidates, or a conjugate pair; a weak link joins two candidates of
/// a cell, or of a digit in a house. If the first candidate is wrong, the last one is right, so what both
/// exclude goes. The W-Wing and the XY-Wing are such wings too, and have searchers of their own.
///
/// - M-Wing: a cell, a pair of its second digit, in the pair's cell a pair of its first digit.
/// - S-Wing (split): a pair, a cell, a pair of the cell's other digit.
/// - L-Wing (local): three pairs, with one or two weak links in a cell.
/// - H-Wing (hybrid): three digits; a cell, then a pair or a cell, then a pair.
///
/// Order: first candidate, then along the links; each conclusion of a technique once.
///
/// Source: "Wing classifications" and the threads of the single wings on the forum of Sudoku Players, 2018.
struct LetterWing: PatternSearcher {
  var techniques: [Technique] { [.mWing, .sWing, .lWing, .hWing] }

  private struct Conclusion: Hashable {
    let technique: Technique
    let victims: [Candidate]
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let links = CandidateLinks(grid)
    var known: Set<Conclusion> = []
    for index in 0..<729 {
      var way = [Candidate(index: index)]
      guard extend(&way, grid, links, &known, emit) else { return }
    }
  }

  /// Goes on from the last of some candidates; strong and weak links take turns.
  private func extend(
    _ way: inout [Candidate], _ grid: CandidateGrid, _ links: CandidateLinks,
    _ known: inout Set<Conclusion>, _ emit: (Step) -> Bool
  ) -> Bool {
    if way.count == 6 { return report(way, grid, &known, emit) }
    let last = way[way.count - 1].index
    for next in way.count % 2 == 1 ? links.strong[last] : links.weak[last]
    // A cell is passed once.
    where !way.dropLast().contains(where: { $0.cell == next.cell }) {
      way.append(next)
      guard extend(&way, grid, links, &known, emit) else { return false }
      way.removeLast()
    }
    return true
  }

  private func report(
    _ way: [Candidate], _ grid: CandidateGrid, _ known: inout Set<Conclusion>,
    _ emit: (Step) -> Bool
  ) -> Bool {
    guard let technique = Self.technique(of: way) else { return true }
    let victims = grid.excluded(byEnds: way[0], way[5])
    guard !victims.isEmpty,
      known.insert(Conclusion(technique: technique, victims: victims)).inserted
    else { return true }
    return emit(
      Step(technique, removing: victims, pattern: StepPattern(grid, alternating: way)))
  }

  /// The wing that six candidates are, read in this direction.
  private static func technique(of way: [Candidate]) -> Technique? {
    let inCell = zip(way, way.dropFirst()).map { $0.cell == $1.cell }
    let strong = [inCell[0], inCell[2], inCell[4]]
    let weak = [inCell[1], inCell[3]]
    let areEqual = way[0].digit == way[5].digit
    switch strong {
    case [true, false, false] where weak == [false, true]: return areEqual ? .mWing : .hWing
    case [false, true, false] where weak == [false, false]: return areEqual ? nil : .sWing
    case [false, false, false] where weak != [false, false]: return .lWing
    case [true, true, false] where weak == [false, false]: return areEqual ? nil : .hWing
    default: return nil
    }
  }
}

extension CandidateGrid {
  /// The candidates excluded if one of two candidates is right.
  func excluded(byEnds start: Candidate, _ end: Candidate) -> [Candidate] {
    if start.cell == end.cell {
      let others = DigitSet.all.subtracting([start.digit, end.digit])
      return candidates(others, in: CellSet(start.cell))
    }
    if start.digit == end.digit {
      let common = PeerOrder.sets[start.cell.index].intersection(PeerOrder.sets[end.cell.index])
      return candidates(DigitSet(start.digit), in: common)
    }
    guard start.cell.sees(end.cell) else { return [] }
    return [Candidate(start.cell, end.digit), Candidate(end.cell, start.digit)]
      .filter { contains($0) }.sorted()
  }
}

extension StepPattern {
  /// A chain of strong and weak links in turn; it starts with a strong one unless its first candidate is right.
  init(_ grid: CandidateGrid, alternating path: [Candidate], startsOn: Bool = false) {
    let reasons = zip(path, path.dropFirst()).enumerated().map { index, ends in
      grid.linkReason(ends.0, ends.1, isStrong: (index % 2 == 0) != startsOn)
    }
    self.init(
      cells: CellSet(path.map(\.cell)),
      specialCells: CellSet([path[0].cell, path[path.count - 1].cell]),
      digits: DigitSet(path.map(\.digit)), candidates: Set(path).sorted(),
      branches: [ChainBranch(path, startsOn: startsOn, reasons: reasons)])
  }
}
