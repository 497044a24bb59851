import SudokuCore

/// Generated puzzles: the answer of `puzzle.generate`.
public struct PuzzleListRecord: Record {
  /// The puzzles.
  public var puzzles: [GeneratedPuzzleRecord]
  /// The seed; `nil` in what a cancelled request had so far.
  public var seed: UInt64?

  /// Creates a record.
  public init(_ puzzles: [GeneratedPuzzleRecord], seed: UInt64? = nil) {
    self.puzzles = puzzles
    self.seed = seed
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "PuzzleList", "Generated puzzles.",
    [
      .required("puzzles") { $0.puzzles },
      .optional("seed", "The seed that reproduces them.") { $0.seed },
    ])
}
