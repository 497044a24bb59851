import SudokuCore

/// A way to read a player's notes.
package enum NotesReading: String, CaseIterable, Hashable, Sendable {
  /// `full` where every empty cell has notes and they leave each digit a place in each block; else
  /// `partial`.
  case auto
  /// Each cell with notes excludes the digits that it lacks.
  case full
  /// Notes are reminders, as in Snyder notation: they exclude nothing by themselves.
  case partial
}

/// Notes that exclude a digit of the solution.
package struct NoteFault: Hashable, Sendable {
  /// The cells whose notes are wrong.
  package let cells: CellSet
  /// The block in which the notes leave a digit its wrong places; `nil` if a cell's own notes lack its
  /// digit.
  package let block: House?
  /// The digit with its wrong places; `nil` if a cell's own notes lack its digit.
  package let digit: Digit?
}

/// The reading of a player's notes, and the notes that exclude a digit of the solution.
///
/// Notes in some cells are partial. They are wrong only where the player has noted something
/// completely: a block, in which every empty cell has notes and every digit a place, or, with Snyder
/// notes, a digit that has two places in a block.
struct NotesSurvey {
  /// The notes of empty cells that have some.
  let notes: [Cell: DigitSet]
  private let empty: CellSet
  private let grid: CandidateGrid
  private let solution: Board

  init(_ notes: [Cell: DigitSet], on board: Board, solution: Board) {
    self.notes = notes.filter { !$0.value.isEmpty && board[$0.key] == nil }
    empty = CellSet.all.subtracting(board.filledCells)
    grid = CandidateGrid(board)
    self.solution = solution
  }

  private static let blocks = (0..<9).map { House(.block, $0) }

  /// True if every empty cell has notes, and every digit has a place in each block.
  var isFull: Bool {
    !notes.isEmpty && Self.blocks.allSatisfy(isComplete)
  }

  private func isComplete(_ block: House) -> Bool {
    let open = block.cells.intersection(empty)
    guard open.allSatisfy({ notes[$0] != nil }) else { return false }
    return missingDigits(block).allSatisfy { !cells(noting: $0, in: block).isEmpty }
  }

  private func missingDigits(_ block: House) -> DigitSet {
    DigitSet(block.cells.intersection(empty).compactMap { solution[$0] })
  }

  /// The cells of a block that note a digit and that the board leaves it.
  private func cells(noting digit: Digit, in block: House) -> CellSet {
    grid.cells(of: digit, in: block).intersection(
      CellSet(block.cells.filter { notes[$0]?.contains(digit) == true }))
  }

  /// The cells whose notes, read as full, lack the right digit.
  var faultsOfFullNotes: [NoteFault] { faults(in: empty) }

  private func faults(in cells: CellSet) -> [NoteFault] {
    cells.filter { cell in
      guard let marks = notes[cell], let digit = solution[cell] else { return false }
      return !marks.contains(digit)
    }.map { NoteFault(cells: CellSet($0), block: nil, digit: nil) }
  }

  /// The faults of the notes, read as partial.
  var faultsOfPartialNotes: [NoteFault] {
    let complete = Self.blocks.filter(isComplete)
    var found = complete.flatMap { faults(in: $0.cells.intersection(empty)) }
    var (exact, pairs, lone, many) = (0, 0, 0, 0)
    var (wrongPairs, wrongLone): ([NoteFault], [NoteFault]) = ([], [])
    for block in Self.blocks where !complete.contains(block) {
      for digit in missingDigits(block) {
        let noted = cells(noting: digit, in: block)
        let isRight = noted.contains { solution[$0] == digit }
        let fault = NoteFault(cells: noted, block: block, digit: digit)
        switch noted.count {
        case 0: break
        case 1:
          lone += 1
          if !isRight { wrongLone.append(fault) }
        case 2:
          pairs += 1
          if noted == grid.cells(of: digit, in: block) { exact += 1 }
          if !isRight { wrongPairs.append(fault) }
        default: many += 1
        }
      }
    }
    // Snyder notes: nearly all digits have two places, and these are what the board leaves them.
    guard exact * 2 >= pairs, many * 4 <= pairs else { return found }
    found += wrongPairs
    // A lone note may be one of two that the player is about to make, unless such notes are rare.
    if lone * 4 <= pairs { found += wrongLone }
    return found
  }
}
