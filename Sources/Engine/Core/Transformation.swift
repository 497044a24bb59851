/// One of the 1,218,998,108,160 symmetries of Sudoku: it moves cells and renames digits so that
/// houses stay houses.
///
/// Transposition comes first, then rows and columns move, then digits change names. A valid
/// transformation moves whole bands and stacks and rows inside a band, columns inside a stack.
///
/// ```swift
/// var random = SeededRandom(seed: 1)
/// let symmetry = Transformation.random(using: &random)
/// let twin = symmetry.applied(to: board)
/// symmetry.inverse.applied(to: twin) == board    // true
/// ```
public struct Transformation: Hashable, Sendable {
  /// True if rows and columns are exchanged before anything else.
  public let isTransposed: Bool
  /// For each row of the result, the row (after transposition) that it comes from.
  public let sourceRows: [Int]
  /// For each column of the result, the column (after transposition) that it comes from.
  public let sourceColumns: [Int]
  /// For each digit (by index) its new name.
  public let digits: [Digit]

  /// The transformation that changes nothing.
  public static let identity = Transformation(
    unchecked: false, sourceRows: Array(0..<9), sourceColumns: Array(0..<9),
    digits: (0..<9).map { Digit(index: $0) })

  /// Creates a transformation from its properties.
  ///
  /// `nil` unless all lists are permutations and bands and stacks stay together.
  public init?(
    isTransposed: Bool, sourceRows: [Int], sourceColumns: [Int], digits: [Digit]
  ) {
    guard keepsChutes(sourceRows), keepsChutes(sourceColumns),
      digits.count == 9, DigitSet(digits) == .all
    else { return nil }
    self.init(
      unchecked: isTransposed, sourceRows: sourceRows, sourceColumns: sourceColumns,
      digits: digits)
  }

  private init(
    unchecked isTransposed: Bool, sourceRows: [Int], sourceColumns: [Int], digits: [Digit]
  ) {
    self.isTransposed = isTransposed
    self.sourceRows = sourceRows
    self.sourceColumns = sourceColumns
    self.digits = digits
  }

  /// Draws a transformation, each of them equally likely.
  public static func random(using random: inout SeededRandom) -> Transformation {
    let isTransposed = random.next(below: 2) == 1
    let rows = randomLines(using: &random)
    let columns = randomLines(using: &random)
    var digits = (0..<9).map { Digit(index: $0) }
    random.shuffle(&digits)
    return Transformation(
      unchecked: isTransposed, sourceRows: rows, sourceColumns: columns, digits: digits)
  }

  private static func randomLines(using random: inout SeededRandom) -> [Int] {
    var chutes = [0, 1, 2]
    random.shuffle(&chutes)
    return chutes.flatMap { chute in
      var lines = [chute * 3, chute * 3 + 1, chute * 3 + 2]
      random.shuffle(&lines)
      return lines
    }
  }

  /// The cell of the source board that ends up in `cell`.
  public func source(of cell: Cell) -> Cell {
    let row = sourceRows[cell.row]
    let column = sourceColumns[cell.column]
    return isTransposed ? Cell(row: column, column: row) : Cell(row: row, column: column)
  }

  /// The board after the transformation.
  public func applied(to board: Board) -> Board {
    Board { cell in board[source(of: cell)].map { digits[$0.index] } }
  }

  /// The transformation that undoes this one.
  public var inverse: Transformation {
    let rows = inverted(sourceRows)
    let columns = inverted(sourceColumns)
    var names = digits
    for (index, digit) in digits.enumerated() { names[digit.index] = Digit(index: index) }
    return Transformation(
      unchecked: isTransposed, sourceRows: isTransposed ? columns : rows,
      sourceColumns: isTransposed ? rows : columns, digits: names)
  }

  /// The transformation that does this one first and `next` after it.
  public func followed(by next: Transformation) -> Transformation {
    let innerRows = next.isTransposed ? sourceColumns : sourceRows
    let innerColumns = next.isTransposed ? sourceRows : sourceColumns
    return Transformation(
      unchecked: isTransposed != next.isTransposed,
      sourceRows: next.sourceRows.map { innerRows[$0] },
      sourceColumns: next.sourceColumns.map { innerColumns[$0] },
      digits: digits.map { next.digits[$0.index] })
  }
}

/// True if a list is a permutation of `0..<9` that keeps bands (or stacks) together.
private func keepsChutes(_ lines: [Int]) -> Bool {
  lines.sorted() == Array(0..<9)
    && (0..<9).allSatisfy { lines[$0] / 3 == lines[$0 / 3 * 3] / 3 }
}

private func inverted(_ permutation: [Int]) -> [Int] {
  var result = permutation
  for (index, source) in permutation.enumerated() { result[source] = index }
  return result
}
