import SudokuCore
import SudokuTechniques

/// A step in the program's terms: its eliminations are made in a certain order, for that decides
/// which singles are met first.
struct HoDoKuFind {
  var technique: Technique
  var placement: Candidate?
  /// What is removed, in order; may name a candidate twice.
  var removals: [Candidate]
  var pattern: StepPattern

  init(_ technique: Technique, placing placement: Candidate, pattern: StepPattern) {
    self.technique = technique
    self.placement = placement
    removals = []
    self.pattern = pattern
  }

  init(_ technique: Technique, removing removals: [Candidate], pattern: StepPattern) {
    self.technique = technique
    self.removals = removals
    self.pattern = pattern
  }

  /// The step as this package tells it.
  var step: Step {
    if let placement { return Step(technique, placing: placement, pattern: pattern) }
    var sorted = removals.sorted()
    var last: Candidate?
    sorted.removeAll { candidate in
      defer { last = candidate }
      return candidate == last
    }
    return Step(technique, removing: sorted, pattern: pattern)
  }
}
