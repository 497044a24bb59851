import SudokuCore

/// One step of a solution by hand: what is found, and what follows from it.
///
/// A step places one digit or removes candidates, never both.
///
/// ```swift
/// let grid = CandidateGrid(board)
/// if let step = NakedSingle().firstStep(in: grid) {
///   print(step.name, step.explanation.text)
///   step.apply(to: &grid)
/// }
/// ```
public struct Step: Hashable, Sendable {
  /// The technique that found it.
  public var technique: Technique
  /// The digit it places, `nil` if it removes candidates.
  public var placement: Candidate?
  /// The candidates it removes, in the order cell, digit; empty if it places a digit.
  public var eliminations: [Candidate]
  /// The parts of the board that show the step.
  public var pattern: StepPattern
  /// The number of cells or digits in the step's naked or hidden set (types 3 of unique loops and bivalue graves); 0
  /// for other techniques, whose names give it.
  public var size: Int
  /// For chains, the number of literals that they are made of; 0 for other techniques.
  public var complexity: Int
  /// Steps that a chain takes inside itself (the nested chains of the hardest techniques).
  public var nested: [Step]
  /// Candidates that its pattern or chains name and that earlier steps of the same list remove: all these
  /// steps were found in one grid.
  public var removedMeanwhile: [Candidate] = []

  /// True if it has the name of Sudoku Explainer, as on the scale `se`.
  package var hasExplainersName = false

  /// The reasons that a single has no other digit, or no other place; `nil` where nobody looked.
  package var causes: SingleCauses?

  package init(_ technique: Technique, placing placement: Candidate, pattern: StepPattern) {
    self.technique = technique
    self.placement = placement
    self.eliminations = []
    self.pattern = pattern
    size = 0
    complexity = 0
    nested = []
  }

  package init(
    _ technique: Technique, removing eliminations: [Candidate], pattern: StepPattern, size: Int = 0
  ) {
    self.technique = technique
    self.placement = nil
    self.eliminations = eliminations
    self.pattern = pattern
    self.size = size
    complexity = 0
    nested = []
  }

  /// The technique's name: as learners know it, on the scale `se` as Sudoku Explainer has it.
  public var name: String {
    let entry = technique.entry
    return hasExplainersName ? entry.explainerName : entry.learnersName
  }

  /// The step with Sudoku Explainer's names, also for the chains inside it.
  package var namedByExplainer: Step {
    var step = self
    step.hasExplainersName = true
    step.nested = nested.map(\.namedByExplainer)
    return step
  }

  /// True if the step places a digit.
  public var placesDigit: Bool { placement != nil }

  /// Carries the step out.
  ///
  /// - Parameter grid: The grid the step was found in.
  public func apply(to grid: inout CandidateGrid) {
    if let placement { grid.place(placement.digit, at: placement.cell) }
    for candidate in eliminations { grid.remove(candidate.digit, from: candidate.cell) }
  }

  /// True if the step agrees with a solution: it places a digit of it, or removes none of it.
  public func agrees(with solution: Board) -> Bool {
    if let placement, solution[placement.cell] != placement.digit { return false }
    return eliminations.allSatisfy { solution[$0.cell] != $0.digit }
  }
}

extension Step: CustomStringConvertible {
  /// The conclusion, as in `"r4c7=5"` or `"r1c1<>5 r4c7<>5"`.
  public var result: String {
    placement.map(\.description)
      ?? eliminations.map { "\($0.cell)<>\($0.digit)" }.joined(separator: " ")
  }

  /// Technique and result, as in `"X-Wing: r1c1<>5 r4c7<>5"`.
  public var description: String { "\(name): \(result)" }
}
