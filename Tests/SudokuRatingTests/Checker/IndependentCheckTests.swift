import Foundation
import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

/// Every step of every path, and of all that can be done on the way, by the literature's definitions.
///
/// `SUDOKU_SIZE=full SUDOKU_CHECK=1000 swift test --filter IndependentCheckTests` checks 1,000 puzzles of each kind.
@Suite struct IndependentCheckTests {
  /// How many puzzles of all sets are checked.
  private static let puzzleCount =
    ProcessInfo.processInfo.environment["SUDOKU_CHECK"].flatMap { Int($0) }
    ?? sized(2, full: 10)

  private static let files = ["easy", "typical", "few-clues", "hard", "hardest"]

  /// Puzzles over the range, at equal distances in each file.
  private static func boards() throws -> [Board] {
    let files = files.prefix(puzzleCount)
    let share = max(1, puzzleCount / files.count)
    return try files.flatMap { file in
      let lines = try DataSets.lines("puzzles/\(file).txt")
      return try stride(from: 0, to: lines.count, by: max(1, lines.count / share)).prefix(share)
        .map { try Board(line: lines[$0].prefix(81)) }
    }
  }

  /// The faults by technique, the first ones with what is said.
  private struct Report {
    var stepCount = 0
    var counts: [String: Int] = [:]
    var faults: [String] = []

    mutating func note(_ fault: String?, _ step: Step, _ grid: CandidateGrid, _ way: String) {
      stepCount += 1
      counts[step.technique.id, default: 0] += 1
      guard let fault else { return }
      faults.append(
        "\(way) \(step.technique.id) \(fault)\n  \(step.explanation.text)\n  \(grid.board)\n"
          + CellSet.all.map { cell in
            "\(grid.board[cell].map(\.description) ?? grid[cell].description)"
          }.joined(separator: " "))
    }
  }

  @Test(arguments: ["se", "hodoku", "level"])
  func paths(name: String) throws {
    var report = Report()
    for board in try Self.boards() { try check(pathOf: board, name, &report) }
    finish(report, name)
  }

  @Test(arguments: [false, true])
  func everything(withDegenerate: Bool) throws {
    let scale = try ScaleRegistry.standard.scale(named: "level")
    var report = Report()
    for (index, board) in try Self.boards().enumerated() {
      let steps = scale.grade(board).steps
      guard !steps.isEmpty else { continue }
      // One position of each puzzle, before a step that is no single where there is one.
      let hard = steps.indices.filter { steps[$0].step.technique.family != .single }
      let stop = hard.isEmpty ? steps.count / 2 : hard[index % hard.count]
      var grid = CandidateGrid(board)
      for graded in steps.prefix(stop) { graded.step.apply(to: &grid) }
      try check(allIn: grid, clues: board, withDegenerate: withDegenerate, &report)
    }
    finish(report, "all \(withDegenerate)")
  }

  /// Positions in which a step, or the checker, was wrong once.
  ///
  /// A row has a scale with a puzzle, or `all` with a board and its candidates, and a technique that is met.
  @Test func positionsOfPastFaults() throws {
    for row in try DataSets.ownTable("rating/checked.tsv").sized(1) {
      let board = try Board(line: row["board"] ?? "")
      let way = row["way"] ?? ""
      var report = Report()
      if way == "all" {
        let digits = (row["candidates"] ?? "").split(separator: " ")
        var grid = CandidateGrid(board)
        for cell in grid.emptyCells {
          for digit in grid[cell] where !digits[cell.index].contains(digit.description) {
            grid.remove(digit, from: cell)
          }
        }
        for withDegenerate in [false, true] {
          try check(allIn: grid, clues: board, withDegenerate: withDegenerate, &report)
        }
      } else {
        try check(pathOf: board, way, &report)
      }
      let technique = row["technique"] ?? ""
      #expect(technique.isEmpty || report.counts[technique] != nil, "\(row)")
      finish(report, nil)
    }
  }

  private func check(pathOf board: Board, _ name: String, _ report: inout Report) throws {
    let solution = try #require(Solver().uniqueSolution(of: board))
    let checker = StepChecker(clues: board, solution: solution)
    var grid = CandidateGrid(board)
    for graded in try ScaleRegistry.standard.scale(named: name).grade(board).steps {
      report.note(checker.fault(of: graded.step, in: grid), graded.step, grid, name)
      graded.step.apply(to: &grid)
    }
  }

  private func check(
    allIn grid: CandidateGrid, clues: Board, withDegenerate: Bool, _ report: inout Report
  ) throws {
    let solution = try #require(Solver().uniqueSolution(of: clues))
    let checker = StepChecker(clues: clues, solution: solution)
    let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
    let position = try HintPosition(clues: clues, board: grid.board, pencilmarks: marks)
    let list = try HintMaker().allSteps(
      for: position, limit: 100_000, withDegenerate: withDegenerate)
    for step in list.steps {
      let isForeign = step.isDegenerate && !withDegenerate
      report.note(
        isForeign ? "a mere form of a simpler step" : checker.fault(of: step, in: grid), step, grid,
        "all")
    }
  }

  private func finish(_ report: Report, _ name: String?) {
    #expect(report.stepCount > 0)
    for fault in report.faults.prefix(20) { Issue.record("\(fault)") }
    if report.faults.count > 20 { Issue.record("and \(report.faults.count - 20) more") }
    guard let name, let folder = ProcessInfo.processInfo.environment["SUDOKU_CHECK_REPORT"] else {
      return
    }
    let counts = report.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let lines = ["\(report.stepCount) steps, \(report.faults.count) faults"] + counts
    let text = (lines + report.faults).joined(separator: "\n") + "\n"
    try? text.write(
      toFile: "\(folder)/\(name).txt", atomically: true, encoding: .utf8)
  }
}
