import SudokuCore
import SudokuSolver

/// The ID of a puzzle up to symmetry: transposed, moved and renamed boards share it.
///
/// It is `c1-` and the 26 characters of the `PuzzleID` of the puzzle's `solution` form (see
/// `CanonicalForm`). Only puzzles with exactly one solution have it.
///
/// ```swift
/// ClassID(board) == ClassID(Transformation.random(using: &random).applied(to: board))    // true
/// ```
public struct ClassID: TextIdentifier {
  /// The first 128 bits of the hash of the canonical clues.
  let hash: UInt128

  /// Solves a puzzle and creates the ID of its class; `nil` if it hasn't exactly one solution.
  public init?(_ puzzle: Board) {
    guard let solution = Solver().uniqueSolution(of: puzzle) else { return nil }
    self.init(puzzle, solution: solution)
  }

  /// Creates the ID of the class of a puzzle whose only solution is known; `nil` if it doesn't fit.
  public init?(_ puzzle: Board, solution: Board) {
    var canonicalizer = Canonicalizer()
    self.init(puzzle, solution: solution, using: &canonicalizer)
  }

  /// The same without allocating; the canonicalizer is working memory for many boards in a row.
  package init?(_ puzzle: Board, solution: Board, using canonicalizer: inout Canonicalizer) {
    guard let (form, _, _) = canonicalizer.smallestClues(of: puzzle, solution: solution) else {
      return nil
    }
    hash = clueHash(of: form.board)
  }

  /// Creates the ID of the class from the puzzle's `solution` form.
  ///
  /// It must be a result of `Canonicalizer.solutionForm(of:solution:)`.
  package init(solutionForm form: CanonicalBoard) { hash = clueHash(of: form.board) }

  /// Reads an ID, `nil` if the text is none.
  public init?(_ description: String) {
    guard description.hasPrefix("c1-"), let hash = CrockfordBase32.decode(description.dropFirst(3))
    else { return nil }
    self.hash = hash
  }

  /// The ID as a number: equal for equal IDs, spread evenly; for tables and sorting.
  package var bits: UInt128 { hash }

  /// The ID as text.
  public var description: String { "c1-" + CrockfordBase32.encode(hash) }
}
