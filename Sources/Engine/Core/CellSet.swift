/// A set of cells, one bit for each of the 81.
///
/// Iteration runs in reading order. All operations take constant time.
///
/// ```swift
/// let row = House(.row, 0).cells
/// let block = House(.block, 0).cells
/// row.intersection(block).count    // 3
/// ```
@frozen
public struct CellSet: Hashable, Sendable {
  /// Bit `i` stands for cell `i`; only the lowest 81 bits are ever set.
  public let rawValue: UInt128

  /// Creates a set from its bits; bits above the 81st are dropped.
  @inlinable
  public init(rawValue: UInt128) { self.rawValue = rawValue & CellSet.mask }

  @inlinable
  static var mask: UInt128 { 1 &<< 81 &- 1 }

  /// Creates an empty set.
  @inlinable
  public init() { rawValue = 0 }

  /// Creates the set that holds one cell.
  @inlinable
  public init(_ cell: Cell) { rawValue = 1 &<< UInt128(truncatingIfNeeded: cell.index) }

  /// Creates the set of the cells in a sequence.
  @inlinable
  public init(_ cells: some Sequence<Cell>) {
    self.init()
    for cell in cells { insert(cell) }
  }

  /// All 81 cells.
  @inlinable
  public static var all: CellSet { CellSet(rawValue: mask) }

  /// The nine cells of a house.
  @inlinable
  public static func cells(of house: House) -> CellSet {
    let n = UInt128(truncatingIfNeeded: house.number)
    switch house.kind {
    case .row: return CellSet(rawValue: 0x1FF &<< (n &* 9))
    case .column: return CellSet(rawValue: (0x100_8040_2010_0804_0201 as UInt128) &<< n)
    case .block: return CellSet(rawValue: 0x1C0E07 &<< (n / 3 &* 27 &+ n % 3 &* 3))
    }
  }

  /// The 20 cells that share a house with `cell`.
  @inlinable
  public static func peers(of cell: Cell) -> CellSet {
    cells(of: cell.house(.block)).union(cells(of: cell.house(.row)))
      .union(cells(of: cell.house(.column))).subtracting(CellSet(cell))
  }

  /// The first cell in reading order, `nil` in an empty set.
  @inlinable
  public var first: Cell? { rawValue == 0 ? nil : Cell(index: rawValue.trailingZeroBitCount) }

  /// True if `cell` is in the set.
  @inlinable
  public func contains(_ cell: Cell) -> Bool {
    rawValue &>> UInt128(truncatingIfNeeded: cell.index) & 1 != 0
  }

  /// The cells that see every cell of this set; an empty set is seen by all cells.
  ///
  /// - Complexity: O(`count`).
  @inlinable
  public var commonPeers: CellSet {
    reduce(CellSet.all) { $0.intersection(CellSet.peers(of: $1)) }
  }
}

/// The geometry of the board as tables of `CellSet` bits: the one source for inner loops.
///
/// The memory is written once and never freed, so that reading it counts no references. A search reads
/// a pointer before its loop, or keeps it in a constant of its module: access to a constant of another
/// module costs a call.
package enum CellTables {
  /// For each cell the 20 cells that see it.
  nonisolated(unsafe) package static let peers = table(81) {
    CellSet.peers(of: Cell(index: $0)).rawValue
  }
  /// For each house (blocks, rows, columns) its nine cells.
  nonisolated(unsafe) package static let houses = table(27) { House(index: $0).cells.rawValue }

  private static func table(
    _ count: Int, _ bits: (Int) -> UInt128
  ) -> UnsafePointer<UInt128> {
    let memory = UnsafeMutablePointer<UInt128>.allocate(capacity: count)
    for index in 0..<count { (memory + index).initialize(to: bits(index)) }
    return UnsafePointer(memory)
  }
}

extension CellSet: ExpressibleByArrayLiteral {
  /// Creates the set of the cells in a literal.
  @inlinable
  public init(arrayLiteral cells: Cell...) { self.init(cells) }
}

extension CellSet: Sequence {
  /// Walks through the cells in reading order.
  @frozen
  public struct Iterator: IteratorProtocol, Sendable {
    @usableFromInline
    var rest: UInt128

    @inlinable
    init(rest: UInt128) { self.rest = rest }

    /// Returns the next cell in reading order.
    @inlinable
    public mutating func next() -> Cell? {
      guard rest != 0 else { return nil }
      defer { rest &= rest &- 1 }
      return Cell(index: rest.trailingZeroBitCount)
    }
  }

  /// Returns an iterator over the cells in reading order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(rest: rawValue) }

  /// The exact number of cells.
  @inlinable
  public var underestimatedCount: Int { count }
}

extension CellSet: CustomStringConvertible {
  /// The cells in reading order, as in `"r1c1 r4c7"`.
  public var description: String { map(\.description).joined(separator: " ") }
}
