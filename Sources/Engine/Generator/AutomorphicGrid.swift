import SudokuCore

/// Draws full grids that are invariant under a symmetry.
///
/// A depth-first search takes the cell with the fewest digits left and tries them in random order.
/// Each digit fixes those of all images of the cell. Every such grid is possible; the odds are not
/// equal.
struct AutomorphicGrid {
  /// The cells whose clues are removed together: those that the symmetry moves to each other.
  let orbits: [CellSet]
  private let digits: [Digit]
  private let images: [Cell]

  /// The most digits to try; seldom more than a hundred are needed.
  private static let stepLimit = 5_000

  init(_ symmetry: Transformation) {
    digits = symmetry.digits
    var images = Array(CellSet.all)
    for cell in CellSet.all { images[symmetry.source(of: cell).index] = cell }
    self.images = images
    var seen = CellSet()
    var orbits: [CellSet] = []
    for cell in CellSet.all where !seen.contains(cell) {
      var (orbit, next) = (CellSet(cell), images[cell.index])
      while next != cell {
        orbit.insert(next)
        next = images[next.index]
      }
      orbits.append(orbit)
      seen = seen.union(orbit)
    }
    self.orbits = orbits
  }

  func draw(using random: inout SeededRandom) -> Board? {
    var order = Array(CellSet.all)
    random.shuffle(&order)
    var steps = 0
    guard
      let marks = filled(
        Array(repeating: DigitSet.all, count: 81), order, &steps, using: &random)
    else { return nil }
    return Board { marks[$0.index].first }
  }

  private func filled(
    _ marks: [DigitSet], _ order: [Cell], _ steps: inout Int, using random: inout SeededRandom
  ) -> [DigitSet]? {
    let open = order.filter { marks[$0.index].count > 1 }
    guard let cell = open.min(by: { marks[$0.index].count < marks[$1.index].count }) else {
      return marks
    }
    var untried = Array(marks[cell.index])
    random.shuffle(&untried)
    for digit in untried {
      steps += 1
      guard steps <= Self.stepLimit else { return nil }
      var next = marks
      if place(digit, in: cell, &next),
        let result = filled(next, order, &steps, using: &random)
      {
        return result
      }
    }
    return nil
  }

  /// Places a digit and those that follow by the symmetry and by naked singles; `false` if a cell has no
  /// digit left.
  private func place(_ digit: Digit, in cell: Cell, _ marks: inout [DigitSet]) -> Bool {
    var waiting = [(cell, digit)]
    while let (cell, digit) = waiting.popLast() {
      guard marks[cell.index].contains(digit) else { return false }
      let image = (images[cell.index], digits[digit.index])
      if marks[image.0.index].single != image.1, image.0 != cell { waiting.append(image) }
      if image.0 == cell, image.1 != digit { return false }
      marks[cell.index] = DigitSet(digit)
      for peer in cell.peers where marks[peer.index].contains(digit) {
        marks[peer.index].remove(digit)
        if marks[peer.index].isEmpty { return false }
        if let single = marks[peer.index].single { waiting.append((peer, single)) }
      }
    }
    return true
  }
}

/// The move of the cells of an automorphic grid; together with an exchange of digits it leaves the grid
/// invariant.
///
/// Kinds whose puzzles need many clues are left out: cycles of bands, or of the rows of each band, need
/// 30 to 54.
///
/// Mirrors along a middle row or column are impossible. The cells on the mirror hold all nine digits, so
/// no digits could be exchanged, and mirrored cells would be equal.
enum AutomorphismKind: CaseIterable {
  case halfTurn
  case quarterTurn
  /// A mirror along the diagonal from the top left.
  case diagonal
  /// A mirror along the diagonal from the top right.
  case antidiagonal
  /// Cycles of bands and of stacks: blocks move along the diagonals.
  case blocks
  /// Cycles of the rows of each band and the columns of each stack: cells move inside their blocks.
  case cells
  /// Cycles of the rows of each band, and of the stacks.
  case rowsAndStacks
  /// Cycles of the columns of each stack, and of the bands.
  case columnsAndBands

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

  /// The move with a random exchange of digits.
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

  /// The lengths of the cycles of exchanged digits; the other digits are fixed.
  ///
  /// The nine cells of a fixed digit move among themselves. Under a half turn only the digit in the
  /// middle is fixed, under a mirror only the three on the mirror. If cells move in threes, no digit is
  /// fixed: grids with fixed ones have similar blocks, and their puzzles need twice the clues.
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

  private var rowSources: [Int] {
    switch self {
    case .halfTurn, .antidiagonal: Self.reversed
    case .blocks, .columnsAndBands: Self.nextChute
    case .cells, .rowsAndStacks: Self.nextLine
    default: Array(0..<9)
    }
  }

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
