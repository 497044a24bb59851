import SudokuCore
import SudokuRating

/// A puzzle whose clues stand in given cells.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.targets = [PatternTarget(known.filledCells)]
/// ```
///
/// The generator goes for the pattern instead of waiting for it: it changes the clues' digits until
/// one solution is left.
public struct PatternTarget: GeneratorTarget, Hashable {
  /// The cells of the clues.
  public let cells: CellSet

  /// Creates a target.
  ///
  /// - Parameter cells: The cells of the clues.
  public init(_ cells: CellSet) { self.cells = cells }

  /// As many as there are cells.
  public var wantedClues: ClosedRange<Int>? { cells.count...cells.count }
  /// No.
  public var needsGrade: Bool { false }

  /// Too few cells, or two lines without a clue that could change places.
  public func impossibility(on scale: any Scale) -> String? { reasonAgainst }

  /// Why no puzzle with one solution has its clues in these cells; `nil` where some may.
  public var reasonAgainst: String? {
    guard cells.count >= ClueTarget.fewest else {
      return "a puzzle with one solution has 17 clues or more, the pattern has \(cells.count)"
    }
    let lines = [("rows", cells.map(\.row)), ("columns", cells.map(\.column))]
    for (name, filled) in lines {
      let empty = (0..<9).filter { !filled.contains($0) }
      for (one, other) in zip(empty, empty.dropFirst()) where one / 3 == other / 3 {
        return
          "\(name) \(one + 1) and \(other + 1) of the pattern are empty and could change places"
      }
    }
    return nil
  }

  /// How many cells are filled or empty that should not be, in thousands.
  public func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    TargetDistance(1_000 * board.filledCells.symmetricDifference(cells).count)
  }
}
