import SudokuCore

enum HouseOrder {
  /// The house at a place of the order: blocks, columns, rows.
  @inline(__always)
  static func house(_ order: Int) -> Int {
    order < 9 ? order : order < 18 ? order &+ 9 : order &- 9
  }
}

/// Combinations of `k` of nine things as bit masks, in increasing order of the mask (that is,
/// colexicographically).
enum Combinations {
  /// The masks by size, `0...9`.
  static let ofNine: [[UInt16]] = (0...9).map { size in
    (0..<512).map { UInt16($0) }.filter { $0.nonzeroBitCount == size }
  }

  /// The masks of `size` of `count` things.
  static func of(_ size: Int, outOf count: Int) -> some Sequence<UInt32> {
    let limit: UInt32 = 1 << UInt32(count)
    return sequence(first: (1 << UInt32(size)) - 1) { mask in
      // Gosper's hack: the next larger number with as many ones.
      guard mask != 0 else { return nil }
      let low = mask & (0 &- mask)
      let ripple = mask + low
      return ripple | (((mask ^ ripple) >> 2) / low)
    }.prefix { $0 < limit }
  }
}

/// The 20 peers of each cell in a fixed order: block, then row, then column.
package enum PeerOrder {
  package static let peers: [[Cell]] = (0..<81).map { index in
    let cell = Cell(index: index)
    var list: [Cell] = []
    for kind in House.Kind.allCases {
      for peer in cell.house(kind).cells where peer != cell && !list.contains(peer) {
        list.append(peer)
      }
    }
    return list
  }

  package static let sets: [CellSet] = (0..<81).map { CellSet.peers(of: Cell(index: $0)) }
}

/// The tables of `CellTables` as constants of this module, whose inner loops read them without a call.
package enum CellBits {
  /// The peers of each cell, by index.
  nonisolated(unsafe) package static let peers = CellTables.peers
  /// The cells of each house, by index.
  nonisolated(unsafe) package static let houses = CellTables.houses
}
