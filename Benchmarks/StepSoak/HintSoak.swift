import Foundation
import SudokuCore
import SudokuHints
import SudokuSolver
import SudokuTechniques

/// Plays the puzzles of one file to their ends by hints alone, checks every hint and takes its time.
struct HintSoak {
  private let file: String
  private let lines: [Substring]
  private let maker = HintMaker()

  private var puzzleCount = 0
  private var trialCount = 0
  /// The time of each hint.
  private var times: [Duration] = []
  private var counts: [Technique: Int] = [:]
  /// How many hints were wrong.
  private(set) var faultCount = 0

  /// Reads a file with a puzzle a line; `nil` if it cannot be read.
  init?(file: String) {
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

  private mutating func play(_ start: HintPosition) {
    var grid = start.grid
    while !grid.isFull {
      let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
      let clock = ContinuousClock()
      var ladder: HintLadder?
      let time = clock.measure {
        ladder =
          (try? HintPosition(
            clues: start.clues, board: grid.board, pencilmarks: marks,
            knownSolution: start.solution))
          .flatMap { try? maker.ladder(for: $0) }
      }
      times.append(time)
      guard let hint = ladder?.hint(depth: 5) else { return fault(grid, "no ladder") }
      guard let step = hint.step else {
        guard let cell = hint.cell, let digit = hint.digit, start.solution[cell] == digit else {
          return fault(grid, "neither a step nor a digit")
        }
        trialCount += 1
        grid.place(digit, at: cell)
        continue
      }
      counts[step.technique, default: 0] += 1
      if !step.agrees(with: start.solution) { return fault(grid, "\(step)") }
      guard let house = hint.house, let cell = hint.cell, house.cells.contains(cell) else {
        return fault(grid, "\(step): the cell lies outside the region")
      }
      let before = grid
      step.apply(to: &grid)
      if grid == before { return fault(grid, "\(step): nothing follows") }
    }
  }

  private mutating func fault(_ grid: CandidateGrid, _ text: String) {
    faultCount += 1
    print("\(file): \(grid.board.line): \(text)")
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
    fflush(nil)
  }
}

extension Duration {
  /// Milliseconds.
  fileprivate var text: String {
    String(
      format: "%.3f ms", Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15)
  }
}
