import JSONCoding
import SudokuCore
import SudokuIdentity

/// Which puzzle it is: an answer of `puzzle.identify`, a line of `sudoku identify`.
public struct IdentityRecord: Record, Hashable {
  /// The clues.
  public var puzzle: Board
  /// The puzzle's ID: these clues.
  public var puzzleID: PuzzleID
  /// The ID of its class, the same for all symmetric puzzles; `nil` without one solution.
  public var classID: ClassID?
  /// How many symmetries turn the puzzle into itself, where it is known.
  public var automorphisms: Int?
  /// The requested canonical form.
  public var form: CanonicalForm?
  /// The puzzle in that form, where it has one.
  public var canonicalForm: Board?
  /// A symmetry that leads to that form; its inverse leads back.
  public var transformation: TransformationRecord?
  /// Symmetries from which all that turn the puzzle into itself can be composed, where it was asked.
  public var generators: [TransformationRecord]?

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - classID: The ID of its class.
  ///   - automorphisms: How many symmetries turn it into itself.
  ///   - form: The requested canonical form.
  ///   - canonicalForm: The puzzle in that form.
  ///   - transformation: A symmetry that leads to that form.
  public init(
    _ puzzle: Board, classID: ClassID?, automorphisms: Int?, form: CanonicalForm? = nil,
    canonicalForm: Board? = nil, transformation: Transformation? = nil
  ) {
    self.puzzle = puzzle
    puzzleID = PuzzleID(puzzle)
    self.classID = classID
    self.automorphisms = automorphisms
    self.form = form
    self.canonicalForm = canonicalForm
    self.transformation = transformation.map { TransformationRecord($0) }
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Identity", "Which puzzle it is: by its clues, and up to symmetry.",
    [
      .optional(
        "automorphisms", "The number of symmetries that map the puzzle to itself.",
        .integer(minimum: 1)
      ) { $0.automorphisms },
      .optional(
        "canonicalForm", "The puzzle in the requested form; null where it has none.",
        Board.schema.nullable
      ) { identity in identity.form.map { _ in identity.canonicalForm?.json ?? .null } },
      .nullable("classId", "The same for all symmetric puzzles; null without one solution.") {
        $0.classID?.description
      },
      .optional(
        "form", "The requested canonical form.",
        .choice("", CanonicalForm.allCases.map(\.rawValue))
      ) { $0.form?.rawValue },
      .optional(
        "generators", "Symmetries from which all that map the puzzle to itself can be composed."
      ) { $0.generators },
      .required("puzzle") { $0.puzzle },
      .required("puzzleId", "These clues.") { $0.puzzleID.description },
      .optional("transformation", "A symmetry that maps the puzzle to its form.") {
        $0.transformation
      },
    ])
}
