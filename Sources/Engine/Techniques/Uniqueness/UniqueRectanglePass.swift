import SudokuCore

/// One pass that gathers the rectangles of all types.
package struct UniqueRectanglePass {
  /// A rectangle's conclusion; its eliminations in the order in which it makes them.
  package struct Find {
    package var technique: Technique
    package var removals: [Candidate]
    package var pattern: StepPattern
  }

  package private(set) var finds: [Find] = []
  private let grid: CandidateGrid
  private let allowed: AllowedCells
  /// True to find what HoDoKu finds: each rectangle once, types 4 and 6 where all lines are free.
  private let asHoDoKu: Bool
  private var known: Set<Key> = []

  package init(_ grid: CandidateGrid, asHoDoKu: Bool) {
    self.grid = grid
    self.asHoDoKu = asHoDoKu
    allowed = AllowedCells(grid)
  }

  /// The properties by which a rectangle is known.
  private struct Key: Hashable {
    var cells: UInt128
    var pair: DigitSet
  }

  private func key(_ cells: CellSet, _ pair: DigitSet) -> Key {
    // HoDoKu has a number for each rectangle, of whatever digits; two rectangles may share one.
    asHoDoKu
      ? Key(cells: UInt128(cells.reduce(0) { $0 * 10 + $1.index }), pair: .none)
      : Key(cells: cells.rawValue, pair: pair)
  }

  struct Rectangle {
    var cells: CellSet
    var pair: DigitSet
    /// The cells without further candidates, and the others.
    var plain: CellSet
    var extra: CellSet
    var corners: [Cell]
  }

  package mutating func run() {
    for c11 in grid.emptyCells where grid[c11].count == 2 {
      let pair = Array(grid[c11])
      let both = allowed[pair[0]].intersection(allowed[pair[1]])
      for c12 in c11.house(.block).cells.intersection(both) where c12 != c11 {
        guard c12.row == c11.row || c12.column == c11.column else { continue }
        let across: House.Kind = c12.row == c11.row ? .column : .row
        for position in 0..<9 {
          let c21 = c11.house(across).cell(position)
          let c22 = c12.house(across).cell(position)
          // The third cell sees no placed second digit: its lines hold the first and the last cell.
          guard c21.block != c11.block, allowed[pair[0]].contains(c21), both.contains(c22),
            known.insert(key([c11, c12, c21, c22], grid[c11])).inserted
          else { continue }
          add([c11, c12, c21, c22], grid[c11])
        }
      }
    }
  }

  private mutating func add(_ corners: [Cell], _ pair: DigitSet) {
    let cells = CellSet(corners)
    let extra = CellSet(cells.filter { !grid[$0].isSubset(of: pair) })
    let rectangle = Rectangle(
      cells: cells, pair: pair, plain: cells.subtracting(extra), extra: extra, corners: corners)
    switch rectangle.plain.count {
    case 3: addType1(rectangle)
    case 2:
      addTypes2And5(rectangle)
      addType3(rectangle)
      addTypes4And6(rectangle)
    case 1: addTypes2And5(rectangle)
    default: break
    }
    addHidden(rectangle)
  }

  private func pattern(
    _ rectangle: Rectangle, _ special: DigitSet, houses: HouseSet = HouseSet()
  ) -> StepPattern {
    StepPattern(
      cells: rectangle.cells, specialCells: rectangle.extra, houses: houses,
      digits: rectangle.pair, specialDigits: special,
      candidates: grid.candidates(rectangle.pair, in: rectangle.cells))
  }

  /// The row, the column and the block that hold all of some cells.
  private static func houses(of cells: CellSet) -> [House] {
    guard let first = cells.first else { return [] }
    return [House.Kind.row, .column, .block].map { first.house($0) }
      .filter { cells.isSubset(of: $0.cells) }
  }

  private func extras(_ cells: CellSet, _ pair: DigitSet) -> DigitSet {
    cells.reduce(DigitSet.none) { $0.union(grid[$1]) }.subtracting(pair)
  }

  private mutating func append(
    _ technique: Technique, _ removals: [Candidate], _ pattern: StepPattern
  ) {
    guard !removals.isEmpty else { return }
    finds.append(Find(technique: technique, removals: removals, pattern: pattern))
  }

  private mutating func addType1(_ rectangle: Rectangle) {
    append(
      .uniqueRectangle1, grid.candidates(rectangle.pair, in: rectangle.extra),
      pattern(rectangle, extras(rectangle.extra, rectangle.pair)))
  }

  private mutating func addTypes2And5(_ rectangle: Rectangle) {
    let digits = extras(rectangle.extra, rectangle.pair)
    guard let digit = digits.single else { return }
    let isInLine = House.Kind.allCases.contains { kind in
      kind != .block && Set(rectangle.extra.map { $0.house(kind) }).count == 1
    }
    append(
      rectangle.extra.count == 2 && isInLine ? .uniqueRectangle2 : .uniqueRectangle5,
      grid.candidates(DigitSet(digit), in: rectangle.extra.commonPeers), pattern(rectangle, digits))
  }

  private mutating func addTypes4And6(_ rectangle: Rectangle) {
    let pair = Array(rectangle.pair)
    let shared = Self.houses(of: rectangle.extra)
    let isAcross = shared.allSatisfy { $0.kind == .block }
    let lines =
      isAcross
      ? [House.Kind.row, .column].map { kind in rectangle.extra.map { $0.house(kind) } }
      : shared.map { [$0] }
    // Lines of one kind are enough, or one house.
    for houses in asHoDoKu ? [lines.flatMap(\.self)] : lines {
      let others = houses.reduce(CellSet()) { $0.union($1.cells) }.subtracting(rectangle.cells)
      for (locked, other) in [(pair[0], pair[1]), (pair[1], pair[0])]
      where others.isDisjoint(with: grid.cells(with: locked)) {
        append(
          isAcross ? .uniqueRectangle6 : .uniqueRectangle4,
          grid.candidates(DigitSet(isAcross ? locked : other), in: rectangle.extra),
          pattern(rectangle, DigitSet(locked), houses: HouseSet(houses)))
        if asHoDoKu { return }
      }
    }
  }

  private mutating func addHidden(_ rectangle: Rectangle) {
    let plain = Array(rectangle.plain)
    let isAcross =
      plain.count == 2 && plain[0].row != plain[1].row && plain[0].column != plain[1].column
    guard !asHoDoKu || plain.count == 1 || isAcross else { return }
    let pair = Array(rectangle.pair)
    for cell in plain {
      guard
        let across = rectangle.corners.first(where: {
          $0.row != cell.row && $0.column != cell.column
        })
      else { continue }
      let houses = [across.house(.row), across.house(.column)]
      let lines = houses[0].cells.union(houses[1].cells).subtracting(rectangle.cells)
      for (locked, other) in [(pair[0], pair[1]), (pair[1], pair[0])]
      where lines.isDisjoint(with: grid.cells(with: locked)) {
        var pattern = pattern(rectangle, DigitSet(locked), houses: HouseSet(houses))
        pattern.specialCells = CellSet(across)
        append(.hiddenRectangle, grid.candidates(DigitSet(other), in: CellSet(across)), pattern)
      }
    }
  }
}

/// Type 3: the extra digits of two cells make a naked set with other cells of a house.
extension UniqueRectanglePass {
  private mutating func addType3(_ rectangle: Rectangle) {
    let digits = extras(rectangle.extra, rectangle.pair)
    for house in Self.houses(of: rectangle.extra) {
      let others = house.cells.intersection(grid.emptyCells).subtracting(rectangle.cells)
        .filter { grid[$0].isDisjoint(with: rectangle.pair) }
      extend(rectangle, house, others, from: 0, CellSet(), digits)
    }
  }

  private mutating func extend(
    _ rectangle: Rectangle, _ house: House, _ others: [Cell], from start: Int, _ chosen: CellSet,
    _ digits: DigitSet
  ) {
    for index in others.indices.dropFirst(start) {
      var cells = chosen
      cells.insert(others[index])
      let union = digits.union(grid[others[index]])
      addSet(rectangle, house, cells, union)
      extend(rectangle, house, others, from: index + 1, cells, union)
    }
  }

  private mutating func addSet(
    _ rectangle: Rectangle, _ house: House, _ chosen: CellSet, _ digits: DigitSet
  ) {
    let cells = rectangle.extra.union(chosen)
    let isInLine = [House.Kind.row, .column].contains { kind in
      cells.first.map { cells.isSubset(of: $0.house(kind).cells) } == true
    }
    guard digits.count == cells.count - 1, house.kind != .block || !isInLine else { return }
    var removals = grid.candidates(digits, in: house.cells.subtracting(cells))
    var houses = HouseSet(house)
    if !removals.isEmpty, house.kind != .block, let block = cells.first?.house(.block),
      cells.isSubset(of: block.cells)
    {
      removals += grid.candidates(digits, in: block.cells.subtracting(house.cells))
      houses.insert(block)
    }
    var pattern = pattern(rectangle, digits, houses: houses)
    pattern.specialCells = chosen
    append(.uniqueRectangle3Naked, removals, pattern)
  }
}
