import SudokuCore
import SudokuRating

/// A puzzle whose clues are in given cells.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.targets = [PatternTarget(known.filledCells)]
/// ```
///
/// The generator goes straight for the pattern: it changes the clues' digits until one solution is
/// left.
public struct PatternTarget: GeneratorTarget, MeasuredTarget, Hashable {
  let cells: CellSet

  /// Creates a target of the cells of the clues.
  public init(_ cells: CellSet) { self.cells = cells }

  /// The rules by which the generator meets the target.
  public var rules: TargetRules { TargetRules(self) }

  /// The pattern and its number of clues; no grade is needed.
  package var traits: TargetTraits {
    TargetTraits {
      $0.pattern = cells
      $0.clues = cells.count...cells.count
      $0.needsGrade = false
    }
  }

  /// Too few cells, or two exchangeable lines without a clue.
  package func impossibility(on scale: any Scale) -> String? { reasonAgainst }

  /// Why no puzzle with one solution has its clues in these cells; `nil` if some may.
  var reasonAgainst: String? {
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

  /// The number of cells that are wrongly filled or wrongly empty, in thousands.
  package func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    TargetDistance(1_000 * board.filledCells.symmetricDifference(cells).count)
  }
}

struct ClueTarget: MeasuredTarget {
  /// The fewest clues of a puzzle with one solution.
  ///
  /// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012.
  static let fewest = 17

  let counts: ClosedRange<Int>

  init(_ counts: ClosedRange<Int>) { self.counts = counts }

  var traits: TargetTraits {
    TargetTraits {
      $0.clues = counts
      $0.needsGrade = false
    }
  }

  func impossibility(on scale: any Scale) -> String? {
    if counts.upperBound < Self.fewest {
      return "a puzzle with one solution has 17 clues or more"
    }
    return counts.lowerBound > 81 ? "a board has 81 cells" : nil
  }

  /// The number of clues too many or too few, in thousands.
  func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    let count = board.clueCount
    return TargetDistance(1_000 * max(0, count - counts.upperBound, counts.lowerBound - count))
  }
}
