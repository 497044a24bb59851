import SudokuCore
import SudokuSolver

/// Finds canonical forms; keeps its working memory from board to board, so that it allocates
/// nothing once warm.
///
/// ```swift
/// var canonicalizer = Canonicalizer()
/// canonicalizer.form(.minlex, of: board)?.board.line
/// ```
public struct Canonicalizer: Sendable {
  var gridForm = GridForm()
  private var puzzleForm = PuzzleForm()
  private var patternForm = PatternForm()

  /// Creates a canonicalizer.
  public init() {}

  /// A board in a form.
  ///
  /// `nil` for `solution` unless the board has exactly one solution, and for boards that break the
  /// rules; only `pattern` accepts those, if they are not full.
  public mutating func form(_ form: CanonicalForm, of board: Board) -> CanonicalBoard? {
    let packed = PackedBoard(board)
    if packed.isFull { return solutionForm(of: board, solution: board) }
    switch form {
    case .solution:
      return Solver().uniqueSolution(of: board).flatMap { solutionForm(of: board, solution: $0) }
    case .minlex, .rowMin:
      // A digit that is twice in a row would get two names there.
      guard board.repeatedCells.isEmpty else { return nil }
      packed.withLines { lines in
        if form == .minlex {
          puzzleForm.searchMinlex(lines)
        } else {
          puzzleForm.searchRowMin(lines)
        }
      }
      return CanonicalBoard(
        board: puzzleForm.form.board, automorphismCount: puzzleForm.automorphismCount,
        arrangement: puzzleForm.candidates[0].arrangement)
    case .pattern:
      packed.withLines { patternForm.search($0) }
      return CanonicalBoard(
        board: patternForm.form.board, automorphismCount: patternForm.arrangements.count,
        arrangement: patternForm.arrangements[0])
    }
  }

  /// The `solution` form of a puzzle whose solution is known.
  ///
  /// `nil` if `solution` isn't a solved grid with the puzzle's clues.
  public mutating func solutionForm(of puzzle: Board, solution: Board) -> CanonicalBoard? {
    guard let (form, arrangement, count) = smallestClues(of: puzzle, solution: solution) else {
      return nil
    }
    return CanonicalBoard(
      board: form.board, automorphismCount: count, arrangement: arrangement)
  }

  /// The symmetries that turn a solved grid into itself, the identity among them.
  ///
  /// 1 to 648 of them; none for a board that is not a solved grid.
  public mutating func automorphisms(of grid: Board) -> [Transformation] {
    guard grid.isFull, grid.isSolved else { return [] }
    PackedBoard(grid).withLines { gridForm.search($0) }
    let transformations = (0..<gridForm.arrangements.count).map {
      gridForm.arrangements[$0].transformation
    }
    guard let inverse = transformations.first?.inverse else { return [] }
    return transformations.map { $0.followed(by: inverse) }
  }

  /// The smallest clues over all transformations that make the solution smallest, one of those, and
  /// how many lead there.
  mutating func smallestClues(
    of puzzle: Board, solution: Board
  ) -> (FormRows, Arrangement, count: Int)? {
    guard isSolvedGrid(solution), puzzle.isSubset(of: solution) else { return nil }
    PackedBoard(solution).withLines { gridForm.search($0) }
    return PackedBoard(puzzle).withLines { clues in
      var bestArrangement = gridForm.arrangements[0]
      var best = bestArrangement.applied(to: clues)
      var count = 1
      for index in 1..<gridForm.arrangements.count {
        let arrangement = gridForm.arrangements[index]
        let form = arrangement.applied(to: clues)
        if form < best {
          (best, bestArrangement, count) = (form, arrangement, 1)
        } else if form == best {
          count += 1
        }
      }
      return (best, bestArrangement, count)
    }
  }
}
