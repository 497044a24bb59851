import SudokuCore
import SudokuTechniques

/// The candidates of the empty cells, seen by cells, by houses and by digits: what patterns that
/// compare cells or houses look at.
///
/// ```text
/// byte     0 ........ 143     144 ....... 305       306 ............ 791
/// number   9 of 128 bits      81 of 16 bits         243 of 16 bits
/// is       planes[d]          cells[row * 9 + col]  places[house * 9 + d]
/// bit      cell of digit d    d: digit d + 1        p: place p of the house
/// ```
///
/// The masks lie in memory of its own. As `InlineArray`s of a borrowed struct, each array was copied for
/// every number that was read.
final class LevelView {
  /// The digits of each cell as bits; none where a digit is placed.
  let cells: Numbers<UInt16>
  /// The places of each digit (from 0) in each house, at `house * 9 + digit`; houses as in `House`.
  let places: Numbers<UInt16>
  /// The cells of each digit (from 0), as the bits of a `CellSet`.
  let planes: Numbers<UInt128>
  private(set) var bivalue: UInt128 = 0
  private(set) var trivalue: UInt128 = 0
  private(set) var empty: UInt128 = 0
  private let memory: UnsafeMutableRawPointer

  /// Numbers of a view.
  struct Numbers<Number> {
    fileprivate let base: UnsafeMutablePointer<Number>

    @inline(__always)
    subscript(unchecked index: Int) -> Number {
      get { base[index] }
      nonmutating set { base[index] = newValue }
    }
  }

  /// A view of nothing.
  private init() {
    memory = .allocate(byteCount: 9 * 16 + 324 * 2, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 9 * 16 + 324 * 2)
    let words = (memory + 9 * 16).assumingMemoryBound(to: UInt16.self)
    planes = Numbers(base: memory.assumingMemoryBound(to: UInt128.self))
    cells = Numbers(base: words)
    places = Numbers(base: words + 81)
  }

  deinit { memory.deallocate() }

  convenience init(_ grid: borrowing PlaneGrid) {
    self.init()
    grid.write(cells: cells.base, planes: planes.base)
    (empty, bivalue, trivalue) = grid.cellSets
  }

  /// The candidates of the empty cells of a grid of lanes.
  convenience init(_ grid: borrowing LevelGrid) {
    self.init()
    for row in 0..<9 {
      let open = grid.open[unchecked: row]
      empty |= UInt128(truncatingIfNeeded: open) &<< UInt128(truncatingIfNeeded: row &* 9)
      let lanes = grid.rows[unchecked: row] & DigitRow(repeating: open)
      for digit in 0..<9 where lanes[digit] != 0 { add(lanes[digit], row, digit) }
    }
    for cell in 0..<81 {
      let count = cells[unchecked: cell].nonzeroBitCount
      if count == 2 { bivalue |= Self.bit(cell) }
      if count == 3 { trivalue |= Self.bit(cell) }
    }
  }

  private func add(_ columns: UInt16, _ row: Int, _ digit: Int) {
    planes[unchecked: digit] |=
      UInt128(truncatingIfNeeded: columns) &<< UInt128(truncatingIfNeeded: row &* 9)
    places[unchecked: (9 &+ row) &* 9 &+ digit] = columns
    var rest = columns
    while rest != 0 {
      let column = rest.trailingZeroBitCount
      rest &= rest &- 1
      cells[unchecked: row &* 9 &+ column] |= 1 &<< UInt16(truncatingIfNeeded: digit)
      places[unchecked: (18 &+ column) &* 9 &+ digit] |= 1 &<< UInt16(truncatingIfNeeded: row)
      let block = row / 3 &* 3 &+ column / 3
      places[unchecked: block &* 9 &+ digit] |=
        1 &<< UInt16(truncatingIfNeeded: row % 3 &* 3 &+ column % 3)
    }
  }

  @inline(__always)
  static func bit(_ cell: Int) -> UInt128 { 1 &<< UInt128(truncatingIfNeeded: cell) }

  @inline(__always)
  static func cells(ofHouse house: Int) -> UInt128 { House(unchecked: house).cells.rawValue }

  @inline(__always)
  static func cell(_ house: Int, _ place: Int) -> Int {
    if house < 9 {
      return (house / 3 &* 3 &+ place / 3) &* 9 &+ house % 3 &* 3 &+ place % 3
    }
    return house < 18 ? (house &- 9) &* 9 &+ place : place &* 9 &+ house &- 18
  }
}

/// The cells that see all cells of a set.
@inline(__always)
func commonPeers(_ cells: UInt128) -> UInt128 {
  var common = ~(0 as UInt128)
  var rest = cells
  while rest != 0 {
    common &= CellBits.peers[rest.trailingZeroBitCount]
    rest &= rest &- 1
  }
  return common
}
