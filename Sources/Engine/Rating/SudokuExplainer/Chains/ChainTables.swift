import SudokuCore
import SudokuTechniques

/// The geometry of the board as flat tables, for the inner loops of chains.
///
/// Indexes are plain numbers there: cells `0..<81`, houses `0..<27` (blocks, rows, columns),
/// candidates `cell * 9 + digit`, kinds of houses 0 block, 1 row, 2 column. The memory is written
/// once, when `shared` is made, and never freed.
struct ChainTables: @unchecked Sendable {
  static let shared = ChainTables()

  /// House of a cell by kind: `[cell * 4 + kind]`.
  let house: UnsafePointer<UInt8>
  /// One bit for the cell's place in its house of a kind: `[cell * 4 + kind]`.
  let bit: UnsafePointer<UInt16>
  /// Cell at a place of a house: `[house * 9 + position]`.
  let cell: UnsafePointer<UInt8>
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
    func kinds<T>(_ value: (Cell, House.Kind) -> T, last: T) -> UnsafePointer<T> {
      let all = House.Kind.allCases
      return .table(81 * 4) { $0 % 4 == 3 ? last : value(Cell(index: $0 / 4), all[$0 % 4]) }
    }
    let house: UnsafePointer<UInt8> = kinds({ UInt8($0.house($1).index) }, last: 0)
    let bit: UnsafePointer<UInt16> = kinds({ 1 << UInt16($0.position(in: $1)) }, last: 0)
    self.house = house
    self.bit = bit
    cell = .table(243) { UInt8(House(index: $0 / 9).cell($0 % 9).index) }
    cellOf = .table(729) { UInt8($0 / 9) }
    digitOf = .table(729) { UInt8($0 % 9) }
    peers = CellBits.peers
    houseCells = CellBits.houses
    count = .table(512) { UInt8($0.nonzeroBitCount) }
    isSingle = .table(512) { $0.nonzeroBitCount == 1 ? 1 : 0 }
    onlySegment = Self.onlyPart([0o7, 0o70, 0o700])
    onlyColumn = Self.onlyPart([0o111, 0o222, 0o444])
    let group: UnsafePointer<UInt16> = .table(729 * 4) { at in
      let (cell, digit, kind) = (at / 36, at / 4 % 9, at % 4 - 1)
      return UInt16(kind < 0 ? cell : 81 + Int(house[cell * 4 + kind]) * 9 + digit)
    }
    let groupBit: UnsafePointer<UInt16> = .table(729 * 4) { at in
      at % 4 == 0 ? 1 << UInt16(at / 4 % 9) : bit[at / 36 * 4 + at % 4 - 1]
    }
    var members = [UInt16](repeating: 0, count: ChainGrid.size * 9)
    for at in 0..<729 * 4 {
      members[Int(group[at]) * 9 + groupBit[at].trailingZeroBitCount] = UInt16(at / 4)
    }
    let member: UnsafePointer<UInt16> = .table(members.count) { members[$0] }
    near = .table(729 * 36) { at in
      member[Int(group[at / 36 * 4 + at % 36 / 9]) * 9 + at % 9]
    }
    groupOthers = .table(729 * 4) { at in
      var mask: UInt16 = 0o777 & ~groupBit[at]
      for position in 0..<9 where at % 4 > 1 {
        let other = Int(member[Int(group[at]) * 9 + position])
        let isInBlock = group[other * 4 + 1] == group[at / 4 * 4 + 1]
        if isInBlock { mask &= ~(1 << UInt16(position)) }
      }
      return mask
    }
    self.group = group
    self.groupBit = groupBit
    self.member = member
  }

  private static func onlyPart(_ parts: [Int]) -> UnsafePointer<UInt8> {
    .table(512) { mask in
      let part = parts.firstIndex { mask & ~$0 == 0 }
      return UInt8(mask.nonzeroBitCount > 1 ? part ?? 3 : 3)
    }
  }
}

extension UnsafePointer {
  /// A table that is never freed.
  static func table(_ count: Int, _ value: (Int) -> Pointee) -> Self {
    let table = UnsafeMutablePointer<Pointee>.allocate(capacity: count)
    for index in 0..<count { (table + index).initialize(to: value(index)) }
    return Self(table)
  }
}

extension UnsafeMutablePointer {
  /// Memory for `count` equal values; its owner frees it.
  static func filled(_ count: Int, with value: Pointee) -> Self {
    let memory = Self.allocate(capacity: count)
    memory.initialize(repeating: value, count: count)
    return memory
  }
}

/// Frees memory of trivial values.
func deallocate(_ memory: UnsafeMutableRawPointer...) {
  for block in memory { block.deallocate() }
}

/// A grid's candidates in a block of memory of its owner: what chains copy and change.
///
/// ```text
/// index   0 ....... 80               81 ................ 323
/// mask    digits of a cell: bit d    places of digit d in house h, at 81 + 9h + d: bit p
///
/// candidate r1c2 = 3 (cell 1, d = 2; number 1 * 9 + 2 = 11) is one bit in each of its four groups:
/// cell 1           block 0          row 0 (house 9)    column 1 (house 19)
/// masks[1] bit 2   masks[83] bit 1  masks[164] bit 1   masks[254] bit 0
/// ```
///
/// Invariants: `masks` points to `ChainGrid.size` initialised numbers as long as the owner lives;
/// cells and places show the same candidates.
struct ChainGrid {
  /// The number of masks in a grid.
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
