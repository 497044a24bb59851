import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuRating

/// Players note in different ways; only what is noted completely can be wrong.
@Suite struct NotesReadingTests {
  private struct Case {
    var clues: Board
    var board: Board
    var solution: Board
    /// Snyder notation: a digit with two places in a block.
    var snyder: [Cell: DigitSet] = [:]
    var full: [Cell: DigitSet] = [:]

    init(clues: Board, solution: Board, placed: Int) {
      self.clues = clues
      self.solution = solution
      board = clues
      for cell in CellSet.all.subtracting(clues.filledCells).filter({ $0.index % 11 == 5 })
        .prefix(placed)
      {
        board[cell] = solution[cell]
      }
      let grid = CandidateGrid(board)
      for number in 0..<9 {
        for digit in DigitSet.all {
          let places = grid.cells(of: digit, in: House(.block, number))
          if places.count == 2 {
            for cell in places { snyder[cell, default: .none].insert(digit) }
          }
        }
      }
      for cell in grid.emptyCells { full[cell] = grid[cell] }
    }

    func faults(_ notes: [Cell: DigitSet], _ reading: NotesReading) throws -> CellSet {
      let position = try HintPosition(
        clues: clues, board: board, notes: notes, as: reading, knownSolution: solution)
      return position.wronglyMarkedCells
    }
  }

  private static func cases() throws -> [Case] {
    var cases: [Case] = []
    for name in ["easy", "hard", "hardest", "typical"] {
      for line in try DataSets.ownLines("puzzles/\(name).txt").prefix(40) where cases.count < 120 {
        guard let clues = try? Board(line: line.prefix(81)),
          let solution = Solver().uniqueSolution(of: clues)
        else { continue }
        cases.append(Case(clues: clues, solution: solution, placed: cases.count % 7))
      }
    }
    return cases
  }

  @Test func rightNotesAreNoMistake() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 100)
    for one in cases {
      for reading in [NotesReading.auto, .partial] {
        #expect(try one.faults(one.snyder, reading).isEmpty, "\(one.board.line)")
        #expect(try one.faults(one.full, reading).isEmpty)
        // Some rows noted completely, the others not at all.
        let rows = one.full.filter { $0.key.row % 4 == 0 }
        #expect(try one.faults(rows, reading).isEmpty, "\(one.board.line)")
        // A player who has noted half of the pairs so far.
        let half = one.snyder.filter { $0.key.index % 2 == 0 }
        #expect(try one.faults(half, reading).isEmpty, "\(one.board.line)")
      }
      #expect(try one.faults(one.full, .full).isEmpty)
    }
  }

  /// A note moved from its right place to a cell where the digit can't be, or removed from it.
  @Test func wrongSnyderNotesAreFound() throws {
    for one in try Self.cases() {
      let wrong = one.snyder.keys.sorted().first { cell in
        one.solution[cell].map { one.snyder[cell]?.contains($0) == true } ?? false
      }
      guard let cell = wrong, let digit = one.solution[cell] else { continue }
      let pairs = one.snyder.values.reduce(0) { $0 + $1.count } / 2
      var notes = one.snyder
      notes[cell]?.remove(digit)
      if pairs > 4 { #expect(!(try one.faults(notes, .auto).isEmpty), "\(one.board.line) \(cell)") }
      let other = cell.house(.block).cells.first {
        one.board[$0] == nil && one.snyder[$0]?.contains(digit) != true
          && CandidateGrid(one.board)[$0].contains(digit)
      }
      guard let other else { continue }
      notes[other, default: .none].insert(digit)
      #expect(try !one.faults(notes, .auto).isEmpty, "\(one.board.line) \(cell)")
    }
  }

  @Test func wrongFullNotesAreFound() throws {
    for one in try Self.cases() {
      guard let cell = one.full.keys.sorted().first, let digit = one.solution[cell] else {
        continue
      }
      var notes = one.full
      notes[cell]?.remove(digit)
      // The only place of a digit in its block: such notes might be partial.
      let places = CandidateGrid(one.board).cells(of: digit, in: cell.house(.block))
      if places.count > 1, notes[cell]?.isEmpty == false {
        #expect(try one.faults(notes, .auto) == [cell], "\(one.board.line)")
      }
      if notes[cell]?.isEmpty == false {
        #expect(try one.faults(notes, .full) == [cell], "\(one.board.line)")
      }
    }
  }

  @Test func onlyFullNotesExclude() throws {
    let one = try #require(try Self.cases().first)
    for (notes, reading, isFull) in [
      (one.full, NotesReading.auto, true), (one.full, .partial, false), (one.snyder, .auto, false),
      (one.snyder, .full, true), ([:], .full, false),
    ] {
      let position = try HintPosition(
        clues: one.clues, board: one.board, notes: notes, as: reading,
        knownSolution: one.solution)
      #expect(position.hasFullNotes == isFull)
    }
  }
}
