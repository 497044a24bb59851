/// Rows 4 to 6 or 7 to 9 of a grid, ascending.
struct BandFilling: BitwiseCopyable {
  let band: Band
  /// The arrangements of the three blocks, six bits each, the first stack in the lowest bits.
  let arrangements: UInt64
}

/// For each column the digits of a band, as bits, three in each column in the order of their labels:
/// entry `3 * column + rank`.
struct ColumnDigits {
  private var digits = InlineArray<27, Int>(repeating: 0)

  @inline(__always)
  subscript(column: Int, rank: Int) -> Int {
    get { digits[unchecked: 3 &* column &+ rank] }
    set { digits[unchecked: 3 &* column &+ rank] = newValue }
  }

  /// All digits of a column.
  @inline(__always)
  func all(_ column: Int) -> Int { self[column, 0] | self[column, 1] | self[column, 2] }

  /// The order in which a column's digits ascend from top to bottom.
  @inline(__always)
  var ascendingOrder: Int {
    let (x, y, z) = (self[0, 0], self[0, 1], self[0, 2])
    let low = x < y && x < z ? 0 : y < z ? 1 : 2
    let high = x > y && x > z ? 0 : y > z ? 1 : 2
    return orderOf(low, 3 &- low &- high, high)
  }

  /// A column's digits in an order, from top to bottom.
  @inline(__always)
  func ordered(_ column: Int, _ order: Int) -> ColumnOrder {
    let (x, y, z) = ranks(order)
    return ColumnOrder(
      top: self[column, x], middle: self[column, y], bottom: self[column, z],
      shift: UInt64(truncatingIfNeeded: 8 &- 4 &* (column % 3)))
  }
}

/// A column's digits from top to bottom, as bits.
struct ColumnOrder {
  let top: Int
  let middle: Int
  let bottom: Int
  /// The place of the column's digit among the 12 bits of a minirow.
  let shift: UInt64

  /// The digits by rows, as bits in three fields of ten.
  @inline(__always)
  var bits: Int { top | middle &<< 10 | bottom &<< 20 }

  /// The digits as 4-bit numbers in the block's three minirows of 12 bits, the top one highest.
  @inline(__always)
  var numbers: UInt64 {
    @inline(__always)
    func number(_ bit: Int) -> UInt64 { UInt64(truncatingIfNeeded: bit.trailingZeroBitCount) }
    return (number(top) &<< 24 | number(middle) &<< 12 | number(bottom)) &<< shift
  }
}

/// Finds all fillings of a band, rows ascending, whose columns' digits are given.
struct BandFillings {
  private(set) var fillings: [BandFilling] = []
  private var pairs: [BlockPair] = []
  private let blocks: BlockArrangements

  /// Blocks in the first two stacks with no digit twice in a row.
  private struct BlockPair: BitwiseCopyable {
    /// All digits by rows, as bits in three fields of ten.
    let bits: Int
    /// The digits of either block by rows, as 4-bit numbers.
    let numbers: (UInt64, UInt64)
    let arrangements: UInt64
  }

  init(_ blocks: BlockArrangements) { self.blocks = blocks }

  /// Lists the blocks of the first two stacks; `complete` completes them.
  mutating func listPairs(_ digits: borrowing ColumnDigits) {
    pairs.removeAll(keepingCapacity: true)
    // For each digit its line and rank in the second stack.
    var places: UInt64 = 0
    for entry in 0..<9 {
      places |= atNibble(entry, digits[3 &+ entry / 3, entry % 3].trailingZeroBitCount)
    }
    @inline(__always)
    func narrowed(_ open: SIMD8<UInt64>, _ column: ColumnOrder) -> SIMD8<UInt64> {
      blocks.narrowed(
        open,
        (
          nibble(places, column.top.trailingZeroBitCount),
          nibble(places, column.middle.trailingZeroBitCount),
          nibble(places, column.bottom.trailingZeroBitCount)
        ))
    }
    var secondBits = InlineArray<18, Int>(repeating: 0)
    var secondNumbers = InlineArray<18, UInt64>(repeating: 0)
    for entry in 0..<18 {
      let column = digits.ordered(3 &+ entry / 6, entry % 6)
      secondBits[unchecked: entry] = column.bits
      secondNumbers[unchecked: entry] = column.numbers
    }
    let order0 = digits.ascendingOrder
    let column0 = digits.ordered(0, order0)
    let open0 = narrowed(SIMD8(repeating: 1 &<< 36 &- 1), column0)
    for order1 in 0..<6 {
      let column1 = digits.ordered(1, order1)
      let open1 = narrowed(open0, column1)
      for order2 in 0..<6 {
        let column2 = digits.ordered(2, order2)
        let open = narrowed(open1, column2)
        let bits = column0.bits | column1.bits | column2.bits
        let numbers = column0.numbers | column1.numbers | column2.numbers
        let first = blocks.arrangement(order0 &* 36 &+ order1 &* 6 &+ order2)
        for lane in 0..<6 {
          var rest = open[lane]
          while rest != 0 {
            let second = rest.trailingZeroBitCount
            rest &= rest &- 1
            let orders = blocks.orders(first: lane, second)
            let (x, y, z) = (lane, 6 &+ orders.0, 12 &+ orders.1)
            pairs.append(
              BlockPair(
                bits: bits | secondBits[unchecked: x] | secondBits[unchecked: y]
                  | secondBits[unchecked: z],
                numbers: (
                  numbers,
                  secondNumbers[unchecked: x] | secondNumbers[unchecked: y]
                    | secondNumbers[unchecked: z]
                ), arrangements: UInt64(truncatingIfNeeded: first | second &<< 6)))
          }
        }
      }
    }
  }

  /// Lists the fillings: the pairs to which the digits of the third stack can be added.
  mutating func complete(_ digits: borrowing ColumnDigits, ascending: Bool = false) {
    fillings.removeAll(keepingCapacity: true)
    let all = 0x3FE | 0x3FE &<< 10 | 0x3FE &<< 20
    let columns = (digits.all(6), digits.all(7), digits.all(8))
    for pair in pairs {
      let rest = all ^ pair.bits
      guard hasOneInEachRow(rest, columns.0), hasOneInEachRow(rest, columns.1),
        hasOneInEachRow(rest, columns.2)
      else { continue }
      @inline(__always)
      func ordering(_ column: Int) -> Int {
        @inline(__always)
        func rank(_ row: Int) -> Int {
          row & digits[column, 0] != 0 ? 0 : row & digits[column, 1] != 0 ? 1 : 2
        }
        let (top, middle) = (rank(rest), rank(rest &>> 10))
        return orderOf(top, middle, 3 &- top &- middle)
      }
      let orders = (ordering(6), ordering(7), ordering(8))
      let third = blocks.arrangement(orders.0 &* 36 &+ orders.1 &* 6 &+ orders.2)
      let numbers =
        digits.ordered(6, orders.0).numbers | digits.ordered(7, orders.1).numbers
        | digits.ordered(8, orders.2).numbers
      @inline(__always)
      func row(_ shift: UInt64) -> UInt64 {
        (pair.numbers.0 &>> shift & 0xFFF) &<< 24 | (pair.numbers.1 &>> shift & 0xFFF) &<< 12
          | numbers &>> shift & 0xFFF
      }
      fillings.append(
        BandFilling(
          band: Band(row(24), row(12), row(0)),
          arrangements: pair.arrangements | UInt64(truncatingIfNeeded: third) &<< 12))
    }
    if ascending { fillings.sort { $0.band < $1.band } }
  }
}

/// True if three rows, in fields of ten bits, have one of a column's digits each, when they have all three.
@inline(__always)
private func hasOneInEachRow(_ rows: Int, _ column: Int) -> Bool {
  rows & column != 0 && rows &>> 10 & column != 0 && rows &>> 20 & column != 0
}
