/// The candidates that sets of cells or digits remove or place: all of a technique at once.
///
/// No house needs a number of empty cells: where Sudoku Explainer does not look, a technique of a
/// lower rating draws the same conclusion.
extension GridMasks {
  func hiddenSets(_ size: Int, _ gone: inout CandidateWords) {
    let tables = ChainTables.shared
    withMasks { masks in
      for house in 0..<27 {
        let own = masks + 81 + house &* 9
        SmallSets.forEach(size, { own[$0] }) { digits, places in
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
        SmallSets.forEach(size, { places[$0] }) { digits, taken in
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
        SmallSets.forEach(3, { cells[unchecked: $0] }) { places, digits in
          for place in 0..<9 where places &>> UInt16(truncatingIfNeeded: place) & 1 == 0 {
            (cells[unchecked: place] & digits).forEachBit {
              gone.insert($0, Int(tables.cell[house &* 9 &+ place]))
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
          SmallSets.forEach(size, { lines[$0 &* 9] }) { base, cover in
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
}
