import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuTechniques

/// A generated puzzle with what is known of it: a puzzle of `puzzle.generate`, a line of
/// `sudoku generate`.
public struct GeneratedPuzzleRecord: Record {
  /// The puzzle.
  public var generated: GeneratedPuzzle
  /// Its grade; `nil` where it was not asked for.
  public var grade: Grade?
  /// Its ID, where it is wanted.
  public var puzzleID: PuzzleID?
  /// The ID of its class, where it is wanted.
  public var classID: ClassID?

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - generated: The puzzle.
  ///   - grade: Its grade; the generator's own where it is omitted.
  ///   - ids: Whether its IDs are wanted too.
  public init(_ generated: GeneratedPuzzle, grade: Grade? = nil, ids: Bool = true) {
    self.generated = generated
    self.grade = grade ?? generated.grade
    guard ids else { return }
    puzzleID = PuzzleID(generated.board)
    classID = ClassID(generated.board, solution: generated.solution)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GeneratedPuzzle", "A puzzle with one solution, and what is known about it.",
    [
      .optional("classId", "The same for all symmetric puzzles.") { $0.classID?.description },
      .required("clues", "The number of clues.", .integer(minimum: 17, maximum: 81)) {
        $0.generated.board.clueCount
      },
      .required("index", "Its number among the puzzles of its seed.", .integer(minimum: 0)) {
        $0.generated.index
      },
      .optional("level", Level.meaning, Level.schema.nullable) { record in
        record.grade.map { $0.level?.json ?? .null }
      },
      .required("puzzle") { $0.generated.board },
      .optional("puzzleId", "These clues.") { $0.puzzleID?.description },
      .optional("rating", "", RatingRecord.schema.nullable) { record in
        record.grade.map { RatingRecord($0)?.json ?? .null }
      },
      .required("seed", "The seed that reproduces it.") { $0.generated.seed },
      .required("solution") { $0.generated.solution },
      .optional(
        "unrated", "Why there is no rating.",
        .choice("", UnratedReason.allCases.map(\.rawValue))
      ) { $0.grade?.unrated?.rawValue },
    ])
}
