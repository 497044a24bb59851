/// Several kinds of puzzles as one sequence: a number of the first kind, then a number of the next.
///
/// Numbering continues from kind to kind, so no two puzzles begin with the same grid.
package struct GenerationPlan: Sendable {
  package static let largestCount = 1_000_000_000_000_000

  package struct Part: Sendable {
    package var count: Int
    package var options: GeneratorOptions

    package init(count: Int, options: GeneratorOptions) {
      self.count = count
      self.options = options
    }
  }

  /// The numbers of the puzzles of each part.
  package let ranges: [Range<Int>]
  private let generators: [Generator]

  /// Throws if no puzzle can meet a part's options, if a part wants several puzzles of options that
  /// determine one, and for more than `largestCount` puzzles.
  package init(seed: UInt64, parts: [Part]) throws(ContradictoryTargets) {
    var generators: [Generator] = []
    var ranges: [Range<Int>] = []
    var end = 0
    for part in parts {
      let generator = try Generator(seed: seed, options: part.options)
      let count = max(0, part.count)
      guard count <= Self.largestCount - end else {
        throw ContradictoryTargets("at most \(Self.largestCount) puzzles can be generated")
      }
      guard count <= 1 || !generator.namesOnePuzzle else {
        throw ContradictoryTargets(
          "a solution and the cells of its clues determine one puzzle, not \(count)")
      }
      generators.append(generator)
      ranges.append(end..<end + count)
      end += count
    }
    self.generators = generators
    self.ranges = ranges
  }

  package var count: Int { ranges.last?.upperBound ?? 0 }

  /// Makes one puzzle; numbers outside `0..<count` yield none.
  package func puzzle(
    at index: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> GenerationOutcome {
    guard let part = ranges.firstIndex(where: { $0.contains(index) }) else {
      return .exhausted(best: nil)
    }
    return generators[part].puzzle(at: index, isCancelled: isCancelled)
  }

  /// Makes a puzzle of a part, whatever its number: those from `count` on replace rejected ones.
  package func puzzle(
    at index: Int, ofPart part: Int, isCancelled: (@Sendable () -> Bool)? = nil,
    onAttempt: (@Sendable (GenerationProgress) -> Void)? = nil
  ) -> GenerationOutcome {
    generators[part].puzzle(at: index, isCancelled: isCancelled, onAttempt: onAttempt)
  }
}
