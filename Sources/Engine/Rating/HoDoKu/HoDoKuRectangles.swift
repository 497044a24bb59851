import SudokuCore
import SudokuTechniques

/// Unique and hidden rectangles; all types are gathered in one pass.
///
/// Cells may lack one of the two digits, as long as nothing that is placed rules it out.
struct HoDoKuRectangles: HoDoKuSearcher {
  let technique: Technique

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    if state.memory.rectangles == nil {
      var pass = HoDoKuRectanglePass(state.grid)
      pass.run()
      state.memory.rectangles = pass.finds
    }
    return state.memory.rectangles?.first { $0.technique == technique }
  }
}

/// The cells that may have held a digit: no placed cell rules it out.
struct HoDoKuAllowed {
  private var cells: [CellSet] = []

  init(_ grid: CandidateGrid) {
    let empty = grid.emptyCells
    cells = Array(repeating: empty, count: 9)
    for cell in grid.board.filledCells {
      if let digit = grid.board[cell] {
        cells[digit.index] = cells[digit.index].subtracting(cell.seen)
      }
    }
  }

  /// The empty cells that see no placed cell with a digit.
  subscript(digit: Digit) -> CellSet { cells[digit.index] }
}

struct HoDoKuRectanglePass {
  private(set) var finds: [HoDoKuFind] = []
  private let grid: CandidateGrid
  private let allowed: HoDoKuAllowed
  /// The program's number of each rectangle found; two rectangles may share one.
  private var known: Set<Int> = []

  init(_ grid: CandidateGrid) {
    self.grid = grid
    allowed = HoDoKuAllowed(grid)
  }

  struct Rectangle {
    var cells: CellSet
    var pair: DigitSet
    /// The cells without further candidates, and the others.
    var plain: CellSet
    var extra: CellSet
    var corners: [Cell]
  }

  mutating func run() {
    for c11 in grid.emptyCells where grid[c11].count == 2 {
      let pair = Array(grid[c11])
      let both = allowed[pair[0]].intersection(allowed[pair[1]])
      for c12 in c11.house(.block).cells.intersection(both) where c12 != c11 {
        guard c12.row == c11.row || c12.column == c11.column else { continue }
        let across: House.Kind = c12.row == c11.row ? .column : .row
        for position in 0..<9 {
          let c21 = c11.house(across).cell(position)
          let c22 = c12.house(across).cell(position)
          // The program does not look whether the third cell may hold the second digit.
          guard c21.block != c11.block, allowed[pair[0]].contains(c21), both.contains(c22),
            known.insert(Self.number([c11, c12, c21, c22])).inserted
          else { continue }
          add([c11, c12, c21, c22], grid[c11])
        }
      }
    }
  }

  static func number(_ cells: CellSet) -> Int { cells.reduce(0) { $0 * 10 + $1.index } }

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

  private func extras(_ cells: CellSet, _ pair: DigitSet) -> DigitSet {
    cells.reduce(DigitSet.none) { $0.union(grid[$1]) }.subtracting(pair)
  }

  private mutating func append(
    _ technique: Technique, _ removals: [Candidate], _ pattern: StepPattern
  ) {
    guard !removals.isEmpty else { return }
    finds.append(HoDoKuFind(technique, removing: removals, pattern: pattern))
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
      grid.removals(digit, in: rectangle.extra.commonPeers), pattern(rectangle, digits))
  }

  private mutating func addTypes4And6(_ rectangle: Rectangle) {
    let pair = Array(rectangle.pair)
    let houses = HoDoKuHouse.houses(of: rectangle.extra).filter { $0.kind != .block }
    var others = rectangle.extra.commonPeers
    var lines = HouseSet(HoDoKuHouse.houses(of: rectangle.extra))
    if houses.isEmpty {
      lines = HouseSet(rectangle.extra.flatMap { [$0.house(.row), $0.house(.column)] })
      others = lines.reduce(CellSet()) { $0.union($1.cells) }.subtracting(rectangle.cells)
    }
    for (locked, other) in [(pair[0], pair[1]), (pair[1], pair[0])]
    where others.isDisjoint(with: grid.cells(with: locked)) {
      let victim = houses.isEmpty ? locked : other
      append(
        houses.isEmpty ? .uniqueRectangle6 : .uniqueRectangle4,
        grid.removals(victim, in: rectangle.extra),
        pattern(rectangle, DigitSet(locked), houses: lines))
      return
    }
  }

  private mutating func addHidden(_ rectangle: Rectangle) {
    let plain = Array(rectangle.plain)
    let isAcross =
      plain.count == 2 && plain[0].row != plain[1].row && plain[0].column != plain[1].column
    guard plain.count == 1 || isAcross else { return }
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
        append(.hiddenRectangle, grid.removals(other, in: CellSet(across)), pattern)
      }
    }
  }
}

/// Type 3: the extra digits of two cells make a naked set with other cells of a house.
extension HoDoKuRectanglePass {
  private mutating func addType3(_ rectangle: Rectangle) {
    let digits = extras(rectangle.extra, rectangle.pair)
    for house in HoDoKuHouse.houses(of: rectangle.extra) {
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
