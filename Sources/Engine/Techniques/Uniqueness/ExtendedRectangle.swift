import SudokuCore

/// An extended unique rectangle: three digits in two parallel lines of a chute, at the same three places.
///
/// With these three digits alone, the lines could change places: so one of the guardians is right, the other
/// candidates of the six cells. The six cells lie in two blocks or in three.
///
/// Order: pairs of rows, then of columns; places; digits.
///
/// Source: "Extended Unique Rectangles" of SudokuWiki.
struct ExtendedRectangle: PatternSearcher {
  var techniques: [Technique] { [.extendedRectangle] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for kind in [House.Kind.row, .column] {
      for first in 0..<9 {
        for second in first + 1..<9 where first / 3 == second / 3 {
          let lines = [House(kind, first), House(kind, second)]
          let open = (0..<9).filter { place in lines.allSatisfy { grid[$0.cell(place)].count > 1 } }
          for choice in Combinations.of(3, outOf: open.count) {
            let places = open.indices.filter { choice >> UInt32($0) & 1 != 0 }.map { open[$0] }
            guard places[0] / 3 != places[2] / 3 else { continue }
            let cells = lines.flatMap { line in places.map { line.cell($0) } }
            guard emitAll(grid, cells, emit) else { return }
          }
        }
      }
    }
  }

  private func emitAll(_ grid: CandidateGrid, _ cells: [Cell], _ emit: (Step) -> Bool) -> Bool {
    let all = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
    for mask in Combinations.ofNine[3] {
      let digits = DigitSet(rawValue: mask)
      guard digits.isSubset(of: all), let step = step(grid, cells, digits) else { continue }
      guard emit(step) else { return false }
    }
    return true
  }

  private func step(_ grid: CandidateGrid, _ cells: [Cell], _ digits: DigitSet) -> Step? {
    var pattern = DeadlyPattern()
    for cell in cells {
      guard grid[cell].intersection(digits).count > 1, pattern.add(cell, digits, in: grid) else {
        return nil
      }
    }
    return pattern.step(.extendedRectangle, in: grid)
  }
}
