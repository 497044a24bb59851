import SudokuCore
import SudokuRating
import SudokuSolver
import Synchronization
import TestSupport
import Testing

@testable import SudokuGenerator

/// Trial and error beside the same written with sets and no haste.
@Suite struct TrialResistanceTests {
  @Test func agreesWithTheSlowOne() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<sized(8, full: 40) {
      let solution = RandomGrid.draw(using: &random)
      var order = CellSet.all.map { CellSet($0) }
      random.shuffle(&order)
      var removal = ClueRemoval(solution: solution, order: order, solver: Solver())
      removal.run()
      let board = removal.board
      let measured = TrialResistance(of: board)
      let expected = SlowTrials.resistance(of: board)
      #expect(TrialResistance(of: board, atLeast: expected.amount) == measured)
      #expect(TrialResistance(of: board, atLeast: expected.amount * 2).amount == 0)
      #expect(measured.amount == expected.amount, "\(board.line)")
      #expect(measured.isUnsolved == expected.isUnsolved, "\(board.line)")
    }
  }

  @Test(arguments: [
    // Golden Nugget and Easter Monster, rated 11.9 and 11.6, resist; the last is rated 9.0.
    (".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", true),
    ("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", true),
    (".8.71.......4...1...9..2.5.3.46.1.........3..2.....6...9...32.7..28..1..6...2....", false),
  ])
  func theHardestResist(_ line: String, _ isUnsolved: Bool) throws {
    let board = try Board(line: line)
    let measured = TrialResistance(of: board)
    #expect(measured.isUnsolved == isUnsolved)
    #expect(measured.amount == SlowTrials.resistance(of: board).amount)
  }

  @Test func whatHasNoSolutionEnds() throws {
    let board = try Board(line: "11" + String(repeating: ".", count: 79))
    #expect(TrialResistance(of: board).amount == 0)
  }

  /// Where the solution is given, ER 10 is too rare to wait for in a test: more attempts must at least
  /// come nearer to it.
  @Test func theHardestAreClimbedTo() throws {
    var random = SeededRandom(seed: 17)
    let solution = RandomGrid.draw(using: &random)
    func closest(attempts: Int) throws -> Board {
      var options = GeneratorOptions()
      options.scale = SudokuExplainerScale()
      options.scoreTenths = 100...200
      options.solution = solution
      options.attemptLimit = attempts
      let outcome = try Generator(seed: 9, options: options).puzzle(at: 0)
      #expect(try Generator(seed: 9, options: options).puzzle(at: 0) == outcome)
      switch outcome {
      case .made(let puzzle), .exhausted(let puzzle?): return puzzle.board
      case .exhausted(nil): throw NothingFound()
      }
    }
    // The first hundred are little more than thirty random puzzles; then begins the climb.
    let (near, far) = (try closest(attempts: sized(10, full: 20)), try closest(attempts: 1))
    let (high, low) = (TrialResistance(of: near).amount, TrialResistance(of: far).amount)
    #expect(high > low * 3 / 2, "\(low) \(high)")
    #expect(BatchSolver().redundantClues(of: near).isEmpty)
  }

  /// Where the grid is free the climb begins so near that it arrives.
  @Test(arguments: ([1, 5] as [UInt64]).sized(1)) func theHardestAreMade(seed: UInt64) throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    options.scoreTenths = 100...200
    options.attemptLimit = 300
    let puzzle = try #require(try Generator(seed: seed, options: options).puzzle(at: 0).puzzle)
    #expect(SudokuExplainerScale().grade(puzzle.board).scoreTenths.map { $0 >= 100 } == true)
    #expect(Solver().solve(puzzle.board).solution == puzzle.solution)
    #expect(BatchSolver().redundantClues(of: puzzle.board).isEmpty)
  }

  private struct NothingFound: Error {}

  @Test func countlessAttemptsAreNotTooMany() throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    options.scoreTenths = 100...200
    options.attemptLimit = .max
    let count = Atomic(0)
    let outcome = try Generator(seed: 1, options: options).puzzle(at: 0) {
      count.add(1, ordering: .relaxed).newValue > 40
    }
    guard case .exhausted = outcome else {
      Issue.record("a puzzle of ER 10 within 40 attempts")
      return
    }
  }
}

/// Singles and trial and error, straight from their definitions.
private enum SlowTrials {
  static func resistance(of board: Board) -> (amount: Int, isUnsolved: Bool) {
    var marks = CellSet.all.map { cell in board[cell].map { Set([$0]) } ?? Set(DigitSet.all) }
    guard settle(&marks) else { return (0, false) }
    let open = marks.filter { $0.count > 1 }
    let count = open.reduce(0) { $0 + $1.count }
    if count <= 120 { return (count, false) }
    var cellCount = 0
    for (cell, digit) in candidates(marks) {
      var trial = marks
      trial[cell] = [digit]
      cellCount += open.count
      if settle(&trial) { cellCount -= trial.filter { $0.count > 1 }.count }
    }
    return (100_000 * count / cellCount, !isSolved(marks))
  }

  private static func candidates(_ marks: [Set<Digit>]) -> [(Int, Digit)] {
    marks.indices.filter { marks[$0].count > 1 }.flatMap { cell in marks[cell].map { (cell, $0) } }
  }

  private static func isSolved(_ start: [Set<Digit>]) -> Bool {
    var marks = start
    while true {
      let wrong = candidates(marks).filter { cell, digit in
        var trial = marks
        trial[cell] = [digit]
        return !settle(&trial)
      }
      if wrong.isEmpty { return marks.allSatisfy { $0.count == 1 } }
      for (cell, digit) in wrong { marks[cell].remove(digit) }
      guard settle(&marks) else { return true }
    }
  }

  /// Singles until there are no more; `false` where a cell or a house has no place for a digit.
  private static func settle(_ marks: inout [Set<Digit>]) -> Bool {
    var changes = true
    while changes {
      changes = false
      for cell in CellSet.all {
        if marks[cell.index].isEmpty { return false }
        guard marks[cell.index].count == 1, let digit = marks[cell.index].first else { continue }
        for peer in cell.peers where marks[peer.index].remove(digit) != nil { changes = true }
      }
      for house in House.all {
        for digit in DigitSet.all {
          let places = house.cells.filter { marks[$0.index].contains(digit) }
          if places.isEmpty { return false }
          if places.count == 1, marks[places[0].index].count > 1 {
            marks[places[0].index] = [digit]
            changes = true
          }
        }
      }
    }
    return true
  }
}
