extension CandidateGrid {
  /// A grid's masks in place, for inner loops: reading them copies nothing.
  ///
  /// Valid only inside the closure of `withMasks(_:)` that hands it out. Numbers are not checked:
  /// cells lie in `0..<81`, houses in `0..<27`, digits (from 0) in `0..<9`.
  ///
  /// ```text
  /// index   0 ..... 80        81 ......... 323        324 ....... 350       351 ...... 377
  /// mask    digits of a cell  places of digit d in    hidden singles of     empty places of
  ///         (row * 9 + col)   house h: 81 + 9h + d    house h: 324 + h      house h: 351 + h
  /// bit     d: digit d + 1    p: place p of house     d: digit d + 1        p: place p of house
  ///
  /// house   0-8 blocks, 9-17 rows, 18-26 columns; places in reading order
  /// ```
  ///
  /// `CandidateGrid` stores them so, first of all its properties. `GridMasks`, `ChainGrid` and
  /// `LevelView` have the first 324.
  @frozen @usableFromInline
  package struct Masks {
    /// The first mask.
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
      for house in 0..<27 { own[324 &+ house] = Self.singles(masks + (81 &+ house &* 9)) }
      board.withUnsafeValues { Self.writeEmptyPlaces($0, own + 351) }
    }
  }

  /// The digits with exactly one place among the places of nine digits.
  @inline(__always)
  private static func singles(_ places: UnsafePointer<UInt16>) -> UInt16 {
    let first = UnsafeRawPointer(places).loadUnaligned(as: SIMD8<UInt16>.self)
    // 1 where a digit has a place, and where it has several: sums reach bit 9 there.
    let some = (first &+ 0x1FF) &>> 9
    let several = ((first & (first &- 1)) &+ 0x1FF) &>> 9
    let ones = unsafeBitCast(
      SIMD8<UInt8>(truncatingIfNeeded: some ^ several), to: UInt64.self)
    let ninth = places[8]
    let isNinth: UInt16 = ninth != 0 && ninth & (ninth &- 1) == 0 ? 0x100 : 0
    // The product brings the lowest bits of eight bytes next to each other.
    return UInt16(truncatingIfNeeded: (ones &* 0x0102_0408_1020_4080) &>> 56) | isNinth
  }

  /// Writes the places without a digit of blocks, rows and columns.
  @inline(__always)
  private static func writeEmptyPlaces(
    _ values: UnsafePointer<UInt8>, _ empty: UnsafeMutablePointer<UInt16>
  ) {
    for house in 0..<27 { empty[house] = 0 }
    for row in 0..<9 {
      var places: UInt16 = 0
      for column in 0..<9 {
        let isEmpty: UInt16 = values[row &* 9 &+ column] == 0 ? 1 : 0
        places |= isEmpty &<< UInt16(truncatingIfNeeded: column)
        empty[18 &+ column] |= isEmpty &<< UInt16(truncatingIfNeeded: row)
      }
      empty[9 &+ row] = places
      let inBlock = UInt16(truncatingIfNeeded: row % 3 &* 3)
      for stack in 0..<3 {
        empty[row / 3 &* 3 &+ stack] |=
          (places &>> UInt16(truncatingIfNeeded: stack &* 3) & 7) &<< inBlock
      }
    }
  }
}
