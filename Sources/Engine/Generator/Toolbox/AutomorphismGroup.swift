import SudokuCore
import SudokuIdentity
import SudokuSolver

/// The symmetries under which a puzzle or a full grid is invariant.
///
/// ```swift
/// let group = AutomorphismGroup(of: grid)
/// group?.order         // 1 for all but 560,151 of the 5,472,730,538 essentially different grids
/// group?.generators    // transformations from which all others can be composed
/// ```
public struct AutomorphismGroup: Hashable, Sendable {
  /// All symmetries, the identity first.
  public let elements: [Transformation]
  /// Elements that generate the group; none if there is only the identity.
  public let generators: [Transformation]

  /// The number of symmetries, 1 to 648.
  public var order: Int { elements.count }

  /// Finds the symmetries of a full grid or a puzzle with one solution; `nil` for other boards.
  ///
  /// - Complexity: One solution and one canonical form; the square of the order in compositions.
  public init?(of board: Board) {
    guard let solution = board.isFull ? board : Solver().uniqueSolution(of: board) else {
      return nil
    }
    var canonicalizer = Canonicalizer()
    let ofSolution = canonicalizer.automorphisms(of: solution)
    guard !ofSolution.isEmpty else { return nil }
    // A symmetry of the puzzle is also one of its only solution.
    let kept = ofSolution.filter { $0 != .identity && $0.applied(to: board) == board }
    elements = [.identity] + kept
    generators = Self.generators(of: kept)
  }

  /// Takes each element that the previous ones don't generate.
  private static func generators(of elements: [Transformation]) -> [Transformation] {
    var generators: [Transformation] = []
    var known: Set<Transformation> = [.identity]
    for element in elements where !known.contains(element) {
      generators.append(element)
      known = closure(of: generators)
    }
    return generators
  }

  private static func closure(of generators: [Transformation]) -> Set<Transformation> {
    var known: Set<Transformation> = [.identity]
    var open: [Transformation] = [.identity]
    while let element = open.popLast() {
      for generator in generators {
        let next = element.followed(by: generator)
        if known.insert(next).inserted { open.append(next) }
      }
    }
    return known
  }
}

/// Computes a number that is invariant under symmetry, for boards with any number of solutions.
///
/// For a puzzle with one solution it is the number of its `ClassID`, for other boards the number of
/// the `PuzzleID` of their smallest form. A maker reuses its working memory.
package struct ClassKeyMaker: Sendable {
  private var canonicalizer = Canonicalizer()

  package init() {}

  /// The key of a board; `nil` for a full board that breaks the rules.
  ///
  /// `solution` is its unique solution; `nil` means that it has none or several.
  package mutating func key(of board: Board, solution: Board?) -> UInt128? {
    if let solution {
      return ClassID(board, solution: solution, using: &canonicalizer)?.bits
    }
    return canonicalizer.form(.minlex, of: board).map { PuzzleID($0.board).bits }
  }
}
