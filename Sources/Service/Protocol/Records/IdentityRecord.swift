import JSONCoding
import SudokuCore
import SudokuIdentity

/// The identity of a puzzle: the result of `puzzle.identify`, a line of `sudoku identify`.
package struct IdentityRecord: Record {
  package let puzzle: Board
  package let puzzleID: PuzzleID
  /// `nil` without exactly one solution.
  package let classID: ClassID?
  /// The number of symmetries that map the puzzle to itself, if it is known.
  package let automorphisms: Int?
  let form: CanonicalForm?
  /// The puzzle in that form, if it has one.
  let canonicalForm: Board?
  /// A symmetry that leads to that form; its inverse leads back.
  let transformation: TransformationRecord?
  package var generators: [TransformationRecord]?
  /// The game of this board that begins at a given moment, if one was given.
  package var gameID: GameID?
  /// The rank of the solution in the catalogue of full grids, from 1, if it was asked for; `nil` inside
  /// without one solution.
  package var gridRank: Int??

  package init(
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

  package static let shape = RecordShape<Self>(
    "Identity", "The identity of a puzzle: by its clues, and up to symmetry.",
    [
      .optional(
        "automorphisms", "The number of symmetries that map the puzzle to itself.",
        .integer(minimum: 1)
      ) { $0.automorphisms },
      .optional(
        "canonicalForm", "The puzzle in the requested form; null if it has none.",
        Board.schema.nullable
      ) { identity in identity.form.map { _ in identity.canonicalForm?.json ?? .null } },
      .nullable("classId", "The same for all symmetric puzzles; null without one solution.") {
        $0.classID?.description
      },
      .optional("form", "The requested canonical form.") { $0.form },
      .optional("gameId", "The game of these clues that begins at the given moment.") {
        $0.gameID?.description
      },
      .optional("generators", "Generators of the puzzle's automorphism group.") { $0.generators },
      .optional(
        "gridRank",
        "The rank of the solution among the 5,472,730,538 classes of full grids; null without one solution.",
        .integer(minimum: 1).nullable
      ) { identity in identity.gridRank.map { $0?.json ?? .null } },
      .required("puzzle") { $0.puzzle },
      .required("puzzleId", "These clues.") { $0.puzzleID.description },
      .optional("transformation", "A symmetry that maps the puzzle to its form.") {
        $0.transformation
      },
    ])
}

/// A symmetry: which row, column and digit of one board becomes which of another.
package struct TransformationRecord: Record {
  let transformation: Transformation

  package init(_ transformation: Transformation) { self.transformation = transformation }

  /// Rows, columns and digits as nine characters each, and `T` or `-` for the transposition.
  ///
  /// ```swift
  /// TransformationRecord(.identity).text    // "123456789 123456789 123456789 -"
  /// ```
  package var text: String {
    "\(digits(rows)) \(digits(columns)) \(names) \(transformation.isTransposed ? "T" : "-")"
  }

  private var rows: [Int] { transformation.sourceRows.map { $0 + 1 } }
  private var columns: [Int] { transformation.sourceColumns.map { $0 + 1 } }
  private var names: String { digits(transformation.digits.map { $0.index + 1 }) }
  private func digits(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined() }

  private static let lines = Schema.array(of: .integer(minimum: 1, maximum: 9))

  package static let shape = RecordShape<Self>(
    "Transformation", "A symmetry: which row, column and digit becomes which.",
    [
      .required(
        "columns", "For each column of the result, the column that it comes from.", lines
      ) { $0.columns },
      .required(
        "digits", "The new names of the digits 1 to 9.", .string(pattern: "^[1-9]{9}$")
      ) { $0.names },
      .required("rows", "For each row of the result, the row that it comes from.", lines) {
        $0.rows
      },
      .required("transposed", "True if the board is transposed first.") {
        $0.transformation.isTransposed
      },
    ])
}
