import Foundation
import SudokuCore
import SudokuRating
import SudokuTechniques
import TestSupport

/// Plays the puzzles of one file to their ends by hints alone, checks every hint and takes its time.
struct HintSoak {
  private let file: String
  private let lines: [Substring]
  private let maker = HintMaker()

  private var puzzleCount = 0
  private var trialCount = 0
  private var times: [Duration] = []
  private var counts: [Technique: Int] = [:]
  /// The time of each finder, if it is measured.
  private var finders: FinderTimes?
  /// The number of wrong hints.
  private(set) var faultCount = 0

  /// Reads a file with a puzzle a line; `nil` if it cannot be read.
  init?(file: String, timesFinders: Bool) {
    if timesFinders { finders = FinderTimes() }
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    self.file = file
    lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
  }

  /// Plays the puzzles and says what was found.
  mutating func run(every distance: Int) {
    for index in stride(from: 0, to: lines.count, by: distance) {
      guard let board = try? Board(line: lines[index].prefix(81)),
        let start = try? HintPosition(clues: board)
      else { continue }
      play(start)
      puzzleCount += 1
    }
    report()
  }

  static func ofRandomGrids(_ count: Int, timesFinders: Bool) -> HintSoak {
    var soak = HintSoak(randomGrids: count, timesFinders: timesFinders)
    for (grid, solution) in PencilmarkGrids(count, leastPlaced: 10) where !grid.isFull {
      guard
        let start = try? HintPosition(
          clues: grid.board, board: grid.board, pencilmarks: [:], knownSolution: solution)
      else { continue }
      soak.puzzleCount += 1
      soak.take(grid, start)
    }
    soak.report()
    return soak
  }

  private init(randomGrids count: Int, timesFinders: Bool) {
    file = "\(count) random grids"
    lines = []
    if timesFinders { finders = FinderTimes() }
  }

  private mutating func play(_ start: HintPosition) {
    var grid = start.grid
    while !grid.isFull {
      guard let next = take(grid, start) else { return }
      grid = next
    }
  }

  @discardableResult
  private mutating func take(_ before: CandidateGrid, _ start: HintPosition) -> CandidateGrid? {
    var grid = before
    let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
    var ladder: HintLadder?
    let time = Duration.ofProcessor {
      ladder =
        (try? HintPosition(
          clues: start.clues, board: grid.board, pencilmarks: marks,
          knownSolution: start.solution))
        .flatMap { try? maker.ladder(for: $0) }
    }
    times.append(time)
    finders?.take(grid)
    guard let hint = ladder?.hint(depth: 5) else { return fault(grid, "no ladder") }
    guard let step = hint.step else {
      guard let cell = hint.cell, let digit = hint.digit, start.solution[cell] == digit else {
        return fault(grid, "neither a step nor a digit")
      }
      trialCount += 1
      grid.place(digit, at: cell)
      return grid
    }
    counts[step.technique, default: 0] += 1
    if !step.agrees(with: start.solution) { return fault(grid, "\(step)") }
    guard hint.house != nil, hint.cell != nil else {
      return fault(grid, "\(step): no house or no cell")
    }
    step.apply(to: &grid)
    return grid == before ? fault(grid, "\(step): nothing follows") : grid
  }

  private mutating func fault(_ grid: CandidateGrid, _ text: String) -> CandidateGrid? {
    faultCount += 1
    print("\(file): \(grid.board.line): \(text)")
    return nil
  }

  private func report() {
    let sorted = times.sorted()
    guard let last = sorted.last else { return print("\(file): no puzzles") }
    let (half, most) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    print(
      "\(file): \(puzzleCount) puzzles, \(times.count) hints, \(trialCount) of them a digit of the "
        + "solution, \(faultCount) faults; median \(half.text), 99th percentile \(most.text), "
        + "longest \(last.text)")
    let used = counts.sorted { ($1.value, $0.key.id) < ($0.value, $1.key.id) }
    print("  " + used.map { "\($0.key.name) \($0.value)" }.joined(separator: ", "))
    if let finders { print(finders.text) }
    fflush(nil)
  }
}

extension Duration {
  var text: String {
    String(
      format: "%.3f ms", Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15)
  }
}
