import SudokuCore

/// What moves the cells of an automorphic grid: the grid stays as it is if digits are exchanged, too.
///
/// Only kinds whose puzzles have about as few clues as any are among them. Where bands take turns, or
/// the rows of each band, a puzzle needs 30 to 54 clues.
///
/// Mirrors along a middle row or column are not among them: the cells that they leave in their places
/// hold all nine digits, so no digits could be exchanged, and mirrored cells would be equal.
enum AutomorphismKind: CaseIterable {
  /// A half turn.
  case halfTurn
  /// A quarter turn.
  case quarterTurn
  /// A mirror along the diagonal from the top left.
  case diagonal
  /// A mirror along the diagonal from the top right.
  case antidiagonal
  /// Bands and stacks take turns: blocks move along the diagonals.
  case blocks
  /// The rows of each band and the columns of each stack take turns: cells move inside their blocks.
  case cells
  /// The rows of each band take turns, and so do the stacks.
  case rowsAndStacks
  /// The columns of each stack take turns, and so do the bands.
  case columnsAndBands

  /// The kinds under which clues may have a symmetry; all for none.
  static func kinds(with symmetry: Symmetry) -> [AutomorphismKind] {
    switch symmetry {
    case .none: allCases
    case .rotational180: [.halfTurn]
    case .rotational90: [.quarterTurn]
    case .diagonal: [.diagonal]
    case .antidiagonal: [.antidiagonal]
    case .horizontal, .vertical, .full: []
    }
  }

  /// Draws which digits are exchanged.
  ///
  /// - Parameter random: The source of randomness.
  /// - Returns: A symmetry that leaves some grids as they are.
  func draw(using random: inout SeededRandom) -> Transformation {
    var names = (0..<9).map { Digit(index: $0) }
    random.shuffle(&names)
    var digits = (0..<9).map { Digit(index: $0) }
    var start = 0
    for length in cycleLengths {
      for place in 0..<length {
        digits[names[start + place].index] = names[start + (place + 1) % length]
      }
      start += length
    }
    return Transformation(
      isTransposed: isTransposed, sourceRows: rowSources, sourceColumns: columnSources,
      digits: digits) ?? .identity
  }

  /// How long the cycles of exchanged digits may be; the other digits stay.
  ///
  /// A digit that stays has its nine cells moved among themselves: under a half turn only the one in
  /// the middle can, under a mirror only the three on the mirror. Where cells move in threes no digit
  /// stays: the blocks of such grids are alike, and puzzles need twice the clues.
  private var cycleLengths: [Int] {
    switch self {
    case .halfTurn: [2, 2, 2, 2]
    case .quarterTurn: [4, 4]
    case .diagonal, .antidiagonal: [2, 2, 2]
    default: [3, 3, 3]
    }
  }

  private var isTransposed: Bool {
    switch self {
    case .quarterTurn, .diagonal, .antidiagonal: true
    default: false
    }
  }

  /// For each row the one it comes from.
  private var rowSources: [Int] {
    switch self {
    case .halfTurn, .antidiagonal: Self.reversed
    case .blocks, .columnsAndBands: Self.nextChute
    case .cells, .rowsAndStacks: Self.nextLine
    default: Array(0..<9)
    }
  }

  /// For each column the one it comes from.
  private var columnSources: [Int] {
    switch self {
    case .halfTurn, .quarterTurn, .antidiagonal: Self.reversed
    case .blocks, .rowsAndStacks: Self.nextChute
    case .cells, .columnsAndBands: Self.nextLine
    default: Array(0..<9)
    }
  }

  private static let reversed = Array((0..<9).reversed())
  private static let nextChute = (0..<9).map { ($0 + 3) % 9 }
  private static let nextLine = (0..<9).map { $0 / 3 * 3 + ($0 + 1) % 3 }
}
