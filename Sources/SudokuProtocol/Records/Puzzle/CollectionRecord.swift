import SudokuCore

/// Figures about a collection of puzzles: the answer of `sudoku stats --format jsonl`.
public struct CollectionRecord: Record, Hashable {
  /// The number of puzzles.
  public var count = 0
  /// Puzzles with exactly one solution.
  public var unique = 0
  /// Puzzles with several solutions.
  public var multiple = 0
  /// Puzzles without a solution.
  public var unsolvable = 0
  /// Puzzles with one solution and no redundant clue.
  public var minimal = 0
  /// The number of different puzzles up to symmetry; `nil` where it was not asked.
  public var classes: Int?
  /// How many puzzles have how many clues.
  public var clues: [String: Int] = [:]
  /// For each symmetry of the clue cells how many puzzles have it.
  public var symmetries: [String: Int] = [:]
  /// For each rating how many puzzles have it; empty where it was not asked.
  public var ratings: [String: Int] = [:]

  /// Creates a record of no puzzle.
  public init() {}

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Collection", "Figures about a collection of puzzles.",
    [
      .optional("classes", "The number of different puzzles up to symmetry.") { $0.classes },
      .required("clues", "For each number of clues how many puzzles have it.") { $0.clues },
      .required("count", "The number of puzzles.") { $0.count },
      .required("minimal", "Puzzles with one solution and no redundant clue.") { $0.minimal },
      .required("multiple", "Puzzles with several solutions.") { $0.multiple },
      .required("ratings", "For each rating how many puzzles have it.") { $0.ratings },
      .required("symmetries", "For each symmetry of the clue cells how many have it.") {
        $0.symmetries
      },
      .required("unique", "Puzzles with exactly one solution.") { $0.unique },
      .required("unsolvable", "Puzzles without a solution.") { $0.unsolvable },
    ])
}
