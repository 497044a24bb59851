import SudokuCore
import SudokuTechniques

/// The consequences of a digit that is supposed in a cell: singles at once, then simple techniques.
struct Supposition {
  private var trace: StepTrace
  /// The contradiction: what is without a digit or a place, and the steps that led to it.
  private var clash: (words: String, steps: [Step])?

  /// The grid at the end.
  var grid: CandidateGrid { trace.grid }

  init(_ candidate: Candidate, in grid: CandidateGrid, _ searchers: [any StepSearcher]) {
    trace = StepTrace(grid)
    suppose(candidate, searchers)
  }

  /// Supposes one more digit.
  init(_ first: Supposition, and candidate: Candidate, _ searchers: [any StepSearcher]) {
    self = first
    suppose(candidate, searchers)
  }

  /// The conclusions that lead to the contradiction, each as a sentence, and the contradiction; `nil` if
  /// there is none.
  var story: (conclusions: [String], clash: String)? {
    guard let clash else { return nil }
    let conclusions = clash.steps.filter { $0.technique != .bruteForce }.map(\.shortWords)
    return (conclusions, clash.words)
  }

  private mutating func suppose(_ candidate: Candidate, _ searchers: [any StepSearcher]) {
    trace.take(
      Step(
        .bruteForce, placing: candidate,
        pattern: StepPattern(digits: DigitSet(candidate.digit))))
    while clash == nil {
      findClash()
      guard clash == nil else { return }
      let singles = HiddenSingle().allSteps(in: grid) + NakedSingle().allSteps(in: grid)
      for single in singles { trace.take(single) }
      if singles.isEmpty {
        var budget = SearchBudget(workLimit: 100_000)
        let finder = StepFinder(searchers: searchers)
        guard let step = try? finder.steps(in: grid, limit: 1, budget: &budget).first else {
          return
        }
        trace.take(step)
      }
    }
  }

  /// Looks for a cell without a digit, or a digit without a place, that the fewest steps led to.
  private mutating func findClash() {
    var best: (count: Int, words: String, roots: Set<Int>)?
    func consider(_ gone: [Candidate], _ words: @autoclosure () -> String) {
      let roots = trace.causes(of: gone)
      let count = trace.closure(of: roots).count
      if count < best?.count ?? .max { best = (count, words(), roots) }
    }
    for cell in grid.emptyCells where grid[cell].isEmpty {
      consider(DigitSet.all.map { Candidate(cell, $0) }, "That leaves no digit for \(cell).")
    }
    for house in House.all {
      let placed = DigitSet(house.cells.compactMap { grid.board[$0] })
      for digit in DigitSet.all.subtracting(placed)
      where grid.places(of: digit, in: house) == 0 {
        consider(
          house.cells.map { Candidate($0, digit) },
          "That leaves no place for \(digit) in \(Phrase.house(house)).")
      }
    }
    if let best { clash = (best.words, trace.steps(behind: best.roots)) }
  }
}

extension Step {
  /// The step in a few words, as part of a sentence.
  fileprivate var shortWords: String {
    let house = pattern.houses.first.map { Phrase.house($0) }
    if let placement {
      let why = technique == .nakedSingle ? "no other digit" : house ?? technique.name
      return "\(placement.cell) is \(placement.digit) (\(why))"
    }
    let digits = Phrase.list(DigitSet(eliminations.map(\.digit)), "or")
    let cells = CellSet(eliminations.map(\.cell))
    return
      "\(Phrase.list(cells)) can't be \(digits) (\(technique.name) in \(Phrase.list(pattern.cells)))"
  }
}
