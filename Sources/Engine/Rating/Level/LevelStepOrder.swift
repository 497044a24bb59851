import SudokuCore
import SudokuTechniques

/// Puts the steps of a round in an order in which, if possible, none names a candidate that an
/// earlier one removes.
///
/// All of them were found in the grid before the round, but are reported one after the other.
struct LevelStepOrder {
  private struct Entry {
    let step: Step
    let named: Set<Candidate>
  }

  private var rest: [Entry]
  /// The number of steps left that name each candidate.
  private var namings = [Int](repeating: 0, count: 729)

  init(_ steps: [Step]) {
    rest = steps.map { Entry(step: $0, named: $0.namedCandidates) }
    for entry in rest { count(entry, 1) }
  }

  /// Takes the next step; `nil` if none is left that removes anything new from the grid.
  mutating func next(in grid: CandidateGrid) -> Step? {
    for entry in rest where Self.open(entry.step, grid).isEmpty { count(entry, -1) }
    rest.removeAll { Self.open($0.step, grid).isEmpty }
    var best: (index: Int, loss: Int)?
    for (index, entry) in rest.enumerated() where best?.loss != 0 {
      let loss = Self.open(entry.step, grid).reduce(0) {
        $0 + namings[$1.index] - (entry.named.contains($1) ? 1 : 0)
      }
      if best.map({ loss < $0.loss }) ?? true { best = (index, loss) }
    }
    guard let best else { return nil }
    let entry = rest.remove(at: best.index)
    count(entry, -1)
    return entry.step
  }

  /// The candidates that a step removes and that are still there.
  private static func open(_ step: Step, _ grid: CandidateGrid) -> [Candidate] {
    step.eliminations.filter { grid[$0.cell].contains($0.digit) }
  }

  private mutating func count(_ entry: Entry, _ change: Int) {
    for candidate in entry.named { namings[candidate.index] += change }
  }
}

extension Step {
  /// The candidates that its words name as being there: those of its pattern and of its chains.
  var namedCandidates: Set<Candidate> {
    var named = Set(pattern.candidates)
    for link in pattern.links {
      named.insert(link.conclusion.candidate)
      for premise in link.premises { named.insert(premise.candidate) }
      for group in link.groups { named.formUnion(group.cells.map { Candidate($0, group.digit) }) }
    }
    return named
  }
}
