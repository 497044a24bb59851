/// The candidates that sets of cells or digits remove or place: all of a technique at once.
///
/// No house needs a number of empty cells: where Sudoku Explainer does not look, a technique of a
/// lower rating draws the same conclusion.
extension GridMasks {
  func hiddenSets(_ size: Int, _ gone: inout CandidateWords) {
    let tables = ChainTables.shared
    withMasks { masks in
      for house in 0..<27 {
        Self.forSets(size, masks + 81 + house &* 9, stride: 1) { digits, places in
          places.forEachBit { place in
            let cell = Int(tables.cell[house &* 9 &+ place])
            (masks[cell] & ~digits).forEachBit { gone.insert($0, cell) }
          }
        }
      }
    }
  }

  /// Collects the placements of direct hidden sets of a size: with the set's cells taken, another digit of the house
  /// has one place left.
  func directHiddenSets(_ size: Int, _ placed: inout CandidateWords) {
    let tables = ChainTables.shared
    withMasks { masks in
      for house in 0..<27 {
        let places = masks + 81 + house &* 9
        Self.forSets(size, places, stride: 1) { digits, taken in
          for digit in 0..<9 where digits &>> UInt16(truncatingIfNeeded: digit) & 1 == 0 {
            let left = places[digit] & ~taken
            guard left != places[digit], left != 0, left & (left &- 1) == 0 else { continue }
            placed.insert(digit, Int(tables.cell[house &* 9 &+ left.trailingZeroBitCount]))
          }
        }
      }
    }
  }

  func nakedTriples(_ gone: inout CandidateWords) {
    let tables = ChainTables.shared
    withMasks { masks in
      for house in 0..<27 {
        var cells = InlineArray<9, UInt16>(repeating: 0)
        for place in 0..<9 {
          cells[unchecked: place] = masks[Int(tables.cell[house &* 9 &+ place])]
        }
        withUnsafePointer(to: cells) { pointer in
          let own = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt16.self)
          Self.forSets(3, own, stride: 1) { places, digits in
            for place in 0..<9 where places &>> UInt16(truncatingIfNeeded: place) & 1 == 0 {
              (own[place] & digits).forEachBit {
                gone.insert($0, Int(tables.cell[house &* 9 &+ place]))
              }
            }
          }
        }
      }
    }
  }

  func fish(_ size: Int, _ gone: inout CandidateWords) {
    withMasks { masks in
      for digit in 0..<9 {
        for isRow in [true, false] {
          let lines = masks + 81 + (isRow ? 81 : 162) + digit
          Self.forSets(size, lines, stride: 9) { base, cover in
            for line in 0..<9 where base &>> UInt16(truncatingIfNeeded: line) & 1 == 0 {
              (lines[line &* 9] & cover).forEachBit {
                gone.insert(digit, isRow ? line &* 9 &+ $0 : $0 &* 9 &+ line)
              }
            }
          }
        }
      }
    }
  }

  /// Walks through sets of two or three things whose masks have as many bits between them.
  ///
  /// Like `Tuples.walk`, but unrolled and without an order: the rater spends most of its time here.
  @inline(__always)
  private static func forSets(
    _ size: Int, _ masks: UnsafePointer<UInt16>, stride: Int, _ body: (UInt16, UInt16) -> Void
  ) {
    var eligible: UInt16 = 0
    for index in 0..<9 {
      let second = masks[index &* stride] & (masks[index &* stride] &- 1)
      let third = second & (second &- 1)
      let isSmall = size == 2 ? third == 0 : third & (third &- 1) == 0
      eligible |= (second != 0 && isSmall ? 1 : 0) &<< UInt16(truncatingIfNeeded: index)
    }
    var rest = eligible
    while rest & (rest &- 1) != 0 {
      let one = rest.trailingZeroBitCount
      rest &= rest &- 1
      let mask = masks[one &* stride]
      var others = rest
      while others != 0 {
        let two = others.trailingZeroBitCount
        others &= others &- 1
        let both = mask | masks[two &* stride]
        let pair: UInt16 =
          1 &<< UInt16(truncatingIfNeeded: one) | 1 &<< UInt16(truncatingIfNeeded: two)
        if size == 2 {
          if both == mask { body(pair, both) }
          continue
        }
        if !isTriple(both) { continue }
        var last = others
        while last != 0 {
          let three = last.trailingZeroBitCount
          last &= last &- 1
          let all = both | masks[three &* stride]
          if isTriple(all) { body(pair | 1 &<< UInt16(truncatingIfNeeded: three), all) }
        }
      }
    }
  }

  /// True if a mask of two bits or more has at most three.
  @inline(__always)
  private static func isTriple(_ mask: UInt16) -> Bool {
    let second = mask & (mask &- 1)
    let third = second & (second &- 1)
    return third & (third &- 1) == 0
  }
}
