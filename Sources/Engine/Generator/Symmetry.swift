import SudokuCore

/// A symmetry of the cells of the clues: cells of one orbit hold clues only together.
///
/// ```swift
/// Symmetry.rotational180.orbit(of: Cell(index: 0))    // r1c1 r9c9
/// Symmetry(name: "full")                       // .full
/// ```
public enum Symmetry: String, CaseIterable, Hashable, Sendable {
  /// No symmetry.
  case none
  /// A half turn.
  case rotational180
  /// A quarter turn.
  case rotational90
  /// A mirror along the middle row: top and bottom.
  case horizontal
  /// A mirror along the middle column: left and right.
  case vertical
  /// A mirror along the diagonal from the top left.
  case diagonal
  /// A mirror along the diagonal from the top right.
  case antidiagonal
  /// All turns and mirrors.
  case full

  /// The symmetry of a name.
  public init?(name: String) { self.init(rawValue: name) }

  /// The 1 to 8 cells that hold a clue together with a cell, itself included.
  public func orbit(of cell: Cell) -> CellSet {
    let (row, column) = (cell.row, cell.column)
    let turned = Cell(row: 8 - row, column: 8 - column)
    let upsideDown = Cell(row: 8 - row, column: column)
    let mirrored = Cell(row: row, column: 8 - column)
    let transposed = Cell(row: column, column: row)
    let antitransposed = Cell(row: 8 - column, column: 8 - row)
    let left = Cell(row: 8 - column, column: row)
    let right = Cell(row: column, column: 8 - row)
    return switch self {
    case .none: [cell]
    case .rotational180: [cell, turned]
    case .rotational90: [cell, turned, left, right]
    case .horizontal: [cell, upsideDown]
    case .vertical: [cell, mirrored]
    case .diagonal: [cell, transposed]
    case .antidiagonal: [cell, antitransposed]
    case .full:
      [cell, turned, left, right, upsideDown, mirrored, transposed, antitransposed]
    }
  }

  /// All orbits, each once, in the order of their first cells.
  public var orbits: [CellSet] {
    var seen = CellSet()
    var orbits: [CellSet] = []
    for cell in CellSet.all where !seen.contains(cell) {
      let orbit = orbit(of: cell)
      orbits.append(orbit)
      seen = seen.union(orbit)
    }
    return orbits
  }

  /// True if a set of cells is symmetric.
  public func holds(for cells: CellSet) -> Bool {
    cells.allSatisfy { orbit(of: $0).isSubset(of: cells) }
  }
}
