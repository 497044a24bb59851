import SudokuCore

/// Draws full grids that a symmetry leaves as they are.
///
/// A depth-first search takes the cell with the fewest digits left and tries them in random order;
/// each digit fixes those of all cells that the symmetry moves the cell to. Every such grid can come
/// out; the odds are not equal.
struct AutomorphicGrid {
  /// The cells that clues are taken off together: those that the symmetry moves to each other.
  let orbits: [CellSet]
  private let digits: [Digit]
  /// For each cell the one that the symmetry moves it to.
  private let images: [Cell]

  /// How many digits are tried before giving up; seldom more than a hundred are.
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

  /// Draws a grid.
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

  /// The grid that begins with what is known, `nil` where there is none.
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

  /// Places a digit and all that follow by the symmetry and by naked singles.
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
