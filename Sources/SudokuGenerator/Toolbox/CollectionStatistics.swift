import SudokuCore

/// Figures about a collection of puzzles.
///
/// ```swift
/// var statistics = CollectionStatistics()
/// for puzzle in puzzles { statistics.add(puzzle, solutionCount: 1, isMinimal: true) }
/// statistics.clues[17]    // how many have 17 clues
/// ```
public struct CollectionStatistics: Hashable, Sendable {
  /// The number of puzzles.
  public private(set) var count = 0
  /// Puzzles with exactly one solution.
  public private(set) var uniqueCount = 0
  /// Puzzles with several solutions.
  public private(set) var multipleCount = 0
  /// Puzzles without a solution.
  public private(set) var unsolvableCount = 0
  /// Puzzles with one solution and no clue that can go.
  public private(set) var minimalCount = 0
  /// Entry `n`: the number of puzzles with `n` clues.
  public private(set) var clues = [Int](repeating: 0, count: 82)
  /// For each symmetry the number of puzzles whose clue cells have it.
  public private(set) var symmetries: [Symmetry: Int] = [:]
  /// For each rating in tenths the number of puzzles; empty where none was given.
  public private(set) var ratings: [Int: Int] = [:]

  /// Creates figures about no puzzle.
  public init() {}

  /// Adds a puzzle.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - solutionCount: 0, 1, or 2 for several.
  ///   - isMinimal: Whether no clue can go; `nil` unless there is one solution.
  ///   - ratingTenths: The rating in tenths, if it is known.
  public mutating func add(
    _ puzzle: Board, solutionCount: Int, isMinimal: Bool?, ratingTenths: Int? = nil
  ) {
    count += 1
    switch solutionCount {
    case 0: unsolvableCount += 1
    case 1: uniqueCount += 1
    default: multipleCount += 1
    }
    if isMinimal == true { minimalCount += 1 }
    let cells = puzzle.filledCells
    clues[cells.count] += 1
    for symmetry in Symmetry.allCases where symmetry != .none && symmetry.holds(for: cells) {
      symmetries[symmetry, default: 0] += 1
    }
    if let ratingTenths { ratings[ratingTenths, default: 0] += 1 }
  }

  /// Adds the figures about other puzzles.
  public mutating func add(_ other: CollectionStatistics) {
    count += other.count
    uniqueCount += other.uniqueCount
    multipleCount += other.multipleCount
    unsolvableCount += other.unsolvableCount
    minimalCount += other.minimalCount
    for index in clues.indices { clues[index] += other.clues[index] }
    symmetries.merge(other.symmetries, uniquingKeysWith: +)
    ratings.merge(other.ratings, uniquingKeysWith: +)
  }

  /// How many puzzles have how many clues.
  public var clueHistogram: Histogram {
    Histogram(
      title: "clues",
      bars: clues.enumerated().filter { $1 > 0 }.map { .init(label: String($0), count: $1) })
  }

  /// How many puzzles have which rating.
  public var ratingHistogram: Histogram {
    Histogram(
      title: "rating",
      bars: ratings.sorted { $0.key < $1.key }
        .map { .init(label: "\($0.key / 10).\($0.key % 10)", count: $0.value) })
  }
}
