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
  ///
  /// - Parameter random: The source of randomness.
  /// - Returns: A solved board; `nil` where the search took too long.
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
  ///
  /// - Returns: Whether each cell still has a digit.
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
