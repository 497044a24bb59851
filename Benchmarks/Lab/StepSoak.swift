import Foundation
import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques
import TestSupport

/// Checks the steps of the puzzles of one file.
struct StepSoak {
  private let file: String
  private let lines: [Substring]
  private let rater = SERater()
  private let ratingOnly: SERater
  private let all = StepFinder()
  private let quick = StepFinder(
    techniques: Set(Technique.all).subtracting([.alignedTripleExclusion]))
  private let solver = Solver()

  /// The checks made.
  private var puzzleCount = 0
  private var stepCount = 0
  private var chainCount = 0
  private var otherCount = 0
  private var skippedCount = 0
  /// The number of faults.
  private(set) var faultCount = 0

  /// Reads a file with a puzzle a line; `nil` if it cannot be read.
  init?(file: String) {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    self.file = file
    lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    var options = SERater.Options()
    options.keepsSteps = false
    ratingOnly = SERater(options: options)
  }

  /// Checks the puzzles and says what was checked.
  mutating func run(every distance: Int, checksAll: Bool) {
    for index in stride(from: 0, to: lines.count, by: distance) {
      guard let board = try? Board(line: lines[index].prefix(81)),
        let solution = solver.uniqueSolution(of: board)
      else {
        skippedCount += 1
        continue
      }
      check(board, solution, checksAll: checksAll)
      puzzleCount += 1
      if puzzleCount % 1_000 == 0 { report("so far") }
    }
    report("done")
  }

  private func report(_ state: String) {
    print(
      "\(file) \(state): \(puzzleCount) puzzles, \(stepCount) steps (\(chainCount) chains), "
        + "\(otherCount) other steps, \(faultCount) faults, \(skippedCount) lines skipped")
    fflush(nil)
  }

  private mutating func check(_ board: Board, _ solution: Board, checksAll: Bool) {
    let rating = rater.rate(board).partialRating
    var grid = CandidateGrid(board)
    for rated in rating.steps {
      let step = rated.step
      stepCount += 1
      if !step.pattern.branches.isEmpty { chainCount += 1 }
      note(step.fault(in: grid, solution: solution), "\(board) \(step)")
      if checksAll { checkAll(grid, solution, next: step) }
      step.apply(to: &grid)
    }
    note(grid.board == solution ? nil : "not solved", "\(board)")
    let other = ratingOnly.rate(board).partialRating
    let isSame =
      (rating.erTenths, rating.epTenths, rating.edTenths)
      == (other.erTenths, other.epTenths, other.edTenths)
    note(isSame ? nil : "rated otherwise without steps", "\(board)")
  }

  /// Checks all steps in a position that searches without chains find.
  private mutating func checkAll(_ grid: CandidateGrid, _ solution: Board, next: Step) {
    // Aligned triplets take long and say little while there are singles.
    var budget = SearchBudget()
    let steps = (try? (next.placesDigit ? quick : all).steps(in: grid, budget: &budget)) ?? []
    for step in steps {
      otherCount += 1
      note(step.fault(in: grid, solution: solution), "\(grid.board) \(step)")
    }
  }

  private mutating func note(_ fault: String?, _ what: @autoclosure () -> String) {
    guard let fault else { return }
    faultCount += 1
    print("\(fault): \(what())")
  }
}
