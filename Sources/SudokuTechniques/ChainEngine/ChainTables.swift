import SudokuCore

/// The geometry of the board as flat tables, for the inner loops of chains.
///
/// Indexes are plain numbers there: cells `0..<81`, houses `0..<27` (blocks, rows, columns),
/// candidates `cell * 9 + digit`, kinds of houses 0 block, 1 row, 2 column. The memory is written
/// once, when `shared` is made, and never freed.
struct ChainTables: @unchecked Sendable {
  /// The one set of tables.
  static let shared = ChainTables()

  /// House of a cell by kind: `[cell * 4 + kind]`.
  let house: UnsafePointer<UInt8>
  /// One bit for the cell's place in its house of a kind: `[cell * 4 + kind]`.
  let bit: UnsafePointer<UInt16>
  /// Cell at a place of a house: `[house * 9 + position]`.
  let cell: UnsafePointer<UInt8>
  /// Cell of a candidate.
  let cellOf: UnsafePointer<UInt8>
  /// Digit (0...8) of a candidate.
  let digitOf: UnsafePointer<UInt8>
  /// The cells that see a cell, as the bits of a `CellSet`.
  let peers: UnsafePointer<UInt128>
  /// The cells of a house, as the bits of a `CellSet`.
  let houseCells: UnsafePointer<UInt128>
  /// The number of bits of each mask of nine.
  let count: UnsafePointer<UInt8>
  /// 1 for each mask of nine with one bit, else 0.
  let isSingle: UnsafePointer<UInt8>
  /// For each mask of nine with several bits the number of the three bits in a row that hold them all,
  /// else 3.
  let onlySegment: UnsafePointer<UInt8>
  /// The same for every third bit: the columns of a block.
  let onlyColumn: UnsafePointer<UInt8>
  /// The four groups of a candidate as places in a `ChainGrid`: its cell, then the places of its digit
  /// in its block, row and column: `[candidate * 4 + group]`.
  let group: UnsafePointer<UInt16>
  /// One bit for the candidate in its group: `[candidate * 4 + group]`.
  let groupBit: UnsafePointer<UInt16>
  /// The bits of the other candidates of a group; those of the block are left out of row and column.
  let groupOthers: UnsafePointer<UInt16>
  /// The candidates of the four groups one after the other, by bit: `[candidate * 36 + group * 9 + bit]`.
  let near: UnsafePointer<UInt16>
  /// The candidates of a group: `[place in a ChainGrid * 9 + bit]`.
  let member: UnsafePointer<UInt16>

  private init() {
    let house = UnsafeMutablePointer<UInt8>.allocate(capacity: 81 * 4)
    let bit = UnsafeMutablePointer<UInt16>.allocate(capacity: 81 * 4)
    let cell = UnsafeMutablePointer<UInt8>.allocate(capacity: 243)
    let cellOf = UnsafeMutablePointer<UInt8>.allocate(capacity: 729)
    let digitOf = UnsafeMutablePointer<UInt8>.allocate(capacity: 729)
    let count = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
    for index in 0..<81 {
      let one = Cell(index: index)
      for (kind, value) in House.Kind.allCases.enumerated() {
        (house + index * 4 + kind).initialize(to: UInt8(one.house(value).index))
        (bit + index * 4 + kind).initialize(to: 1 << UInt16(one.position(in: value)))
      }
      (house + index * 4 + 3).initialize(to: 0)
      (bit + index * 4 + 3).initialize(to: 0)
      for digit in 0..<9 {
        (cellOf + index * 9 + digit).initialize(to: UInt8(index))
        (digitOf + index * 9 + digit).initialize(to: UInt8(digit))
      }
    }
    for index in 0..<243 {
      (cell + index).initialize(to: UInt8(House(index: index / 9).cell(index % 9).index))
    }
    houseCells = CellBits.houses
    onlySegment = Self.onlyPart([0o7, 0o70, 0o700])
    onlyColumn = Self.onlyPart([0o111, 0o222, 0o444])
    let isSingle = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
    for index in 0..<512 { (isSingle + index).initialize(to: index.nonzeroBitCount == 1 ? 1 : 0) }
    self.isSingle = UnsafePointer(isSingle)
    for index in 0..<512 { (count + index).initialize(to: UInt8(index.nonzeroBitCount)) }
    let groups = Self.groups(house, bit)
    group = groups.group
    groupBit = groups.bit
    member = groups.member
    let neighbours = Self.neighbours(group, groupBit, member)
    groupOthers = neighbours.others
    near = neighbours.near
    self.house = UnsafePointer(house)
    self.bit = UnsafePointer(bit)
    self.cell = UnsafePointer(cell)
    self.cellOf = UnsafePointer(cellOf)
    self.digitOf = UnsafePointer(digitOf)
    peers = CellBits.peers
    self.count = UnsafePointer(count)
  }

  private static func onlyPart(_ parts: [Int]) -> UnsafePointer<UInt8> {
    let only = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
    for mask in 0..<512 {
      let part = parts.firstIndex { mask & ~$0 == 0 }
      let value = mask.nonzeroBitCount > 1 ? part ?? 3 : 3
      (only + mask).initialize(to: UInt8(value))
    }
    return UnsafePointer(only)
  }

  private static func groups(
    _ house: UnsafeMutablePointer<UInt8>, _ bit: UnsafeMutablePointer<UInt16>
  ) -> (group: UnsafePointer<UInt16>, bit: UnsafePointer<UInt16>, member: UnsafePointer<UInt16>) {
    let group = UnsafeMutablePointer<UInt16>.allocate(capacity: 729 * 4)
    let groupBit = UnsafeMutablePointer<UInt16>.allocate(capacity: 729 * 4)
    let member = UnsafeMutablePointer<UInt16>.allocate(capacity: ChainGrid.size * 9)
    for candidate in 0..<729 {
      let (cell, digit) = (candidate / 9, candidate % 9)
      for number in 0..<4 {
        let kind = number - 1
        let place = number == 0 ? cell : 81 + Int(house[cell * 4 + kind]) * 9 + digit
        let mask = number == 0 ? 1 << UInt16(digit) : bit[cell * 4 + kind]
        (group + candidate * 4 + number).initialize(to: UInt16(place))
        (groupBit + candidate * 4 + number).initialize(to: mask)
        (member + place * 9 + mask.trailingZeroBitCount).initialize(to: UInt16(candidate))
      }
    }
    return (UnsafePointer(group), UnsafePointer(groupBit), UnsafePointer(member))
  }

  private static func neighbours(
    _ group: UnsafePointer<UInt16>, _ bit: UnsafePointer<UInt16>, _ member: UnsafePointer<UInt16>
  ) -> (others: UnsafePointer<UInt16>, near: UnsafePointer<UInt16>) {
    let others = UnsafeMutablePointer<UInt16>.allocate(capacity: 729 * 4)
    let near = UnsafeMutablePointer<UInt16>.allocate(capacity: 729 * 36)
    for candidate in 0..<729 {
      for number in 0..<4 {
        let at = candidate * 4 + number
        var mask = 0o777 & ~bit[at]
        for position in 0..<9 {
          let other = member[Int(group[at]) * 9 + position]
          (near + candidate * 36 + number * 9 + position).initialize(to: other)
          if number > 1, group[Int(other) * 4 + 1] == group[candidate * 4 + 1] {
            mask &= ~(1 << UInt16(position))
          }
        }
        (others + at).initialize(to: mask)
      }
    }
    return (UnsafePointer(others), UnsafePointer(near))
  }
}

/// A grid's candidates in a block of memory of its owner: what chains copy and change.
///
/// Invariants: `masks` points to `ChainGrid.size` initialised numbers as long as the owner lives;
/// the first 81 are the cells' digits, the others the places by house and digit
/// (`81 + house * 9 + digit`), and the two views agree.
struct ChainGrid {
  /// How many numbers a grid takes.
  static let size = 324

  let masks: UnsafeMutablePointer<UInt16>

  /// Makes a grid without candidates; its owner frees it.
  static func allocate() -> ChainGrid {
    let masks = UnsafeMutablePointer<UInt16>.allocate(capacity: size)
    masks.initialize(repeating: 0, count: size)
    return ChainGrid(masks: masks)
  }

  func deallocate() { masks.deallocate() }

  @inline(__always)
  func digits(_ cell: Int) -> UInt16 { masks[cell] }

  @inline(__always)
  func places(_ house: Int, _ digit: Int) -> UInt16 { masks[81 &+ house &* 9 &+ digit] }

  @inline(__always)
  func contains(_ candidate: Int, _ tables: ChainTables) -> Bool {
    masks[Int(tables.cellOf[candidate])] &>> UInt16(tables.digitOf[candidate]) & 1 != 0
  }

  @inline(__always)
  func copy(from other: ChainGrid) { masks.update(from: other.masks, count: ChainGrid.size) }

  /// Takes out a candidate that is there.
  @inline(__always)
  func remove(_ candidate: Int, _ tables: ChainTables) {
    let cell = Int(tables.cellOf[candidate])
    let digit = Int(tables.digitOf[candidate])
    masks[cell] &= ~(1 &<< UInt16(truncatingIfNeeded: digit))
    let at = cell &* 4
    masks[81 &+ Int(tables.house[at]) &* 9 &+ digit] &= ~tables.bit[at]
    masks[81 &+ Int(tables.house[at &+ 1]) &* 9 &+ digit] &= ~tables.bit[at &+ 1]
    masks[81 &+ Int(tables.house[at &+ 2]) &* 9 &+ digit] &= ~tables.bit[at &+ 2]
  }
}
