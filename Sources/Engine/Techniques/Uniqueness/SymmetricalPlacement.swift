import SudokuCore

/// Gurth's symmetrical placement: a board whose placed digits are symmetric has a symmetric solution.
///
/// A symmetry turns or mirrors the board and exchanges digits for others. If the puzzle has one solution, the
/// symmetry turns it into itself. So in cells that stay where they are, only digits can be that
/// stay the same, and a candidate goes whose image is not a candidate.
///
/// Symmetries: half a turn, a quarter of a turn, the two diagonals. Clues may be joined by placed digits, as
/// long as these keep the symmetry.
///
/// Source: "Symmetrical Placement" by Gurth Bruins on the forum of Sudoku Players, 2006.
struct SymmetricalPlacement: PatternSearcher {
  var techniques: [Technique] { [.symmetricalPlacement] }

  private static let images: [@Sendable (Cell) -> Cell] = [
    { Cell(row: 8 - $0.row, column: 8 - $0.column) },
    { Cell(row: $0.column, column: 8 - $0.row) },
    { Cell(row: $0.column, column: $0.row) },
    { Cell(row: 8 - $0.column, column: 8 - $0.row) },
  ]

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for image in Self.images {
      guard let digits = Self.exchange(on: grid.board, image) else { continue }
      let victims = grid.candidates(in: .all).filter { candidate in
        let other = Candidate(image(candidate.cell), digits[candidate.digit.index])
        return !grid.contains(other)
          || other.cell == candidate.cell && other.digit != candidate.digit
      }
      guard !victims.isEmpty else { continue }
      let fixed = CellSet(CellSet.all.filter { image($0) == $0 })
      let pattern = StepPattern(
        cells: CellSet(CellSet.all.filter { grid.board[$0] != nil }), specialCells: fixed,
        digits: DigitSet(DigitSet.all.filter { digits[$0.index] == $0 }),
        sets: DigitSet.all.filter { digits[$0.index] > $0 }.map {
          .init(fixed, link: [$0, digits[$0.index]])
        })
      guard emit(Step(.symmetricalPlacement, removing: victims, pattern: pattern)) else { return }
    }
  }

  /// The digit that each digit turns into, `nil` if the placed digits are not symmetric.
  ///
  /// A digit that is not placed turns into the one that is left.
  private static func exchange(on board: Board, _ image: (Cell) -> Cell) -> [Digit]? {
    var digits = [Digit?](repeating: nil, count: 9)
    for cell in CellSet.all {
      switch (board[cell], board[image(cell)]) {
      case (nil, nil): continue
      case (let one?, let other?):
        guard digits[one.index] == nil || digits[one.index] == other else { return nil }
        digits[one.index] = other
      default: return nil
      }
    }
    let left = DigitSet.all.subtracting(DigitSet(digits.compactMap(\.self)))
    guard left.count <= 1 else { return nil }
    return digits.map { $0 ?? left.first ?? Digit(index: 0) }
  }
}

extension Step {
  var symmetricalReasons: [String] {
    let exchanged = pattern.sets.map { $0.link.map(\.description).joined(separator: " with ") }
    let change = exchanged.isEmpty ? "" : ", and exchange \(Phrase.list(exchanged))"
    let fixed = pattern.specialCells
    return [
      "\(symmetryName)\(change). The placed digits are the same as before. The "
        + "puzzle has only one solution, so the solution stays the same, too.",
      "\(Phrase.list(fixed)) \(fixed.count == 1 ? "stays" : "stay") in place, so only a digit that is not exchanged can be "
        + "there: \(Phrase.list(pattern.digits)). Elsewhere, a candidate without its image is wrong.",
    ]
  }

  private var symmetryName: String {
    let cells = Array(pattern.specialCells)
    if cells.count == 1 { return "Turn the board by 180 degrees" }
    return "Mirror the board along the diagonal from \(cells[0]) to \(cells[cells.count - 1])"
  }
}
