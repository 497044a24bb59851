import SudokuCore

/// Several kinds of puzzles as one sequence: so many of the first kind, then so many of the next.
///
/// ```swift
/// let plan = try GenerationPlan(
///   seed: 7, parts: [.init(count: 20, options: easy), .init(count: 20, options: hard)])
/// for index in 0..<plan.count { print(plan.puzzle(at: index).puzzle?.board.line ?? "-") }
/// ```
///
/// The number of a puzzle goes on from kind to kind, so no two puzzles begin with the same grid.
public struct GenerationPlan: Sendable {
  /// The most puzzles that a plan can have.
  public static let largestCount = 1_000_000_000_000_000

  /// So many puzzles of one kind.
  public struct Part: Sendable {
    /// How many puzzles.
    public var count: Int
    /// What puzzles.
    public var options: GeneratorOptions

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - count: How many puzzles, from 0.
    ///   - options: What puzzles.
    public init(count: Int, options: GeneratorOptions) {
      self.count = count
      self.options = options
    }
  }

  /// The numbers of the puzzles of each part.
  public let ranges: [Range<Int>]
  private let generators: [Generator]

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - parts: What puzzles, in their order.
  /// - Throws: `ContradictoryTargets` where no puzzle can be as a part asks for, where several are
  ///   asked for of which there is only one, and where there are more puzzles than `largestCount`.
  public init(seed: UInt64, parts: [Part]) throws(ContradictoryTargets) {
    var generators: [Generator] = []
    var ranges: [Range<Int>] = []
    var end = 0
    for part in parts {
      generators.append(try Generator(seed: seed, options: part.options))
      let count = max(0, part.count)
      guard count <= Self.largestCount - end else {
        throw ContradictoryTargets("there can be \(Self.largestCount) puzzles at most")
      }
      guard count <= 1 || !part.options.namesOnePuzzle else {
        throw ContradictoryTargets(
          "a solution and the cells of its clues are one puzzle, not \(count)")
      }
      ranges.append(end..<end + count)
      end += count
    }
    self.generators = generators
    self.ranges = ranges
  }

  /// How many puzzles there are.
  public var count: Int { ranges.last?.upperBound ?? 0 }

  /// Makes one puzzle.
  ///
  /// - Parameters:
  ///   - index: The number of the puzzle, in `0..<count`.
  ///   - isCancelled: Asked before each attempt; stops where it says `true`.
  /// - Returns: As for `Generator.puzzle(at:isCancelled:onAttempt:)`; nothing for other numbers.
  public func puzzle(
    at index: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> GenerationOutcome {
    guard let part = ranges.firstIndex(where: { $0.contains(index) }) else {
      return .exhausted(best: nil)
    }
    return generators[part].puzzle(at: index, isCancelled: isCancelled)
  }

  /// Makes a puzzle of a part beyond its numbers, for one that is not wanted.
  ///
  /// - Parameters:
  ///   - index: Any number; those from `count` on are no puzzle's of the plan.
  ///   - part: The part.
  ///   - isCancelled: Asked before each attempt; stops where it says `true`.
  ///   - onAttempt: Told after each attempt how far the search has come.
  /// - Returns: As for `Generator.puzzle(at:isCancelled:onAttempt:)`.
  public func puzzle(
    at index: Int, ofPart part: Int, isCancelled: (@Sendable () -> Bool)? = nil,
    onAttempt: (@Sendable (GenerationProgress) -> Void)? = nil
  ) -> GenerationOutcome {
    generators[part].puzzle(at: index, isCancelled: isCancelled, onAttempt: onAttempt)
  }
}

extension GeneratorOptions {
  /// Whether the solution and the cells of the clues are given.
  fileprivate var namesOnePuzzle: Bool {
    guard solution != nil else { return false }
    return clues == 81...81 || targets.contains { $0 is PatternTarget }
  }
}
