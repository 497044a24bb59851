extension CandidateGrid {
  /// A grid's masks in place, for inner loops: reading them copies nothing.
  ///
  /// Valid only inside the closure of `withMasks(_:)` that hands it out. Numbers are not checked:
  /// cells lie in `0..<81`, houses in `0..<27`, digits (from 0) in `0..<9`.
  @frozen @usableFromInline
  package struct Masks {
    /// The masks one after the other.
    ///
    /// 81 cells, 27 houses of 9 digits, singles and empty places of
    /// 27 houses. `CandidateGrid` stores them so, first of all its properties.
    @usableFromInline
    let base: UnsafePointer<UInt16>

    @inlinable
    init(base: UnsafePointer<UInt16>) { self.base = base }

    @inlinable
    package func digits(_ cell: Int) -> UInt16 { base[cell] }

    @inlinable
    package func places(_ house: Int, _ digit: Int) -> UInt16 {
      base[81 &+ house &* 9 &+ digit]
    }

    /// The digits with exactly one place in a house as bits.
    @inlinable
    package func hiddenSingles(_ house: Int) -> UInt16 { base[324 &+ house] }

    /// The places without a digit in a house as bits.
    @inlinable
    package func emptyPlaces(_ house: Int) -> UInt16 { base[351 &+ house] }
  }

  /// Calls `body` with the grid's masks.
  @inlinable
  package func withMasks<R>(_ body: (Masks) throws -> R) rethrows -> R {
    try withUnsafePointer(to: self) { pointer in
      try body(Masks(base: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt16.self)))
    }
  }
}

extension CandidateGrid {
  /// Creates a grid from its placed digits and 324 masks, in the order of `Masks`.
  ///
  /// - Complexity: O(1); a pass over 324 numbers.
  package init(board: Board, masks: UnsafePointer<UInt16>) {
    self.init()
    self.board = board
    // In place: an array of the grid that is changed number by number would be copied for each.
    withUnsafeMutablePointer(to: &self) { grid in
      let own = UnsafeMutableRawPointer(grid).assumingMemoryBound(to: UInt16.self)
      own.update(from: masks, count: 324)
      for house in 0..<27 {
        var singles: UInt16 = 0
        for digit in 0..<9 {
          let places = masks[81 &+ house &* 9 &+ digit]
          let isSingle: UInt16 = places != 0 && places & (places &- 1) == 0 ? 1 : 0
          singles |= isSingle &<< UInt16(truncatingIfNeeded: digit)
        }
        own[324 &+ house] = singles
      }
      for index in 0..<81 where board.value(at: Cell(unchecked: index)) != 0 {
        Self.fill(index, own + 351)
      }
    }
  }

  /// Takes a cell off the places without a digit.
  @inline(__always)
  private static func fill(_ index: Int, _ empty: UnsafeMutablePointer<UInt16>) {
    let cell = Cell(unchecked: index)
    let (row, column) = (cell.row, cell.column)
    empty[cell.block] &= ~(1 &<< UInt16(truncatingIfNeeded: cell.positionInBlock))
    empty[9 &+ row] &= ~(1 &<< UInt16(truncatingIfNeeded: column))
    empty[18 &+ column] &= ~(1 &<< UInt16(truncatingIfNeeded: row))
  }
}
