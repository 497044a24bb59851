import SudokuCore
import SudokuTechniques

/// Fish of lines: without fins, finned, and sashimi.
struct HoDoKuFish: HoDoKuSearcher {
  /// What is looked for.
  enum Form: Sendable {
    case basic, finned, sashimi
  }

  let size: Int
  let form: Form

  /// How many fins a fish has at most.
  private static let mostFins = 5

  /// Combinations of `k` of nine lines in lexicographic order, as bits.
  private static let combinations: [[UInt16]] = (0...4).map { size in
    (0..<512).map { UInt16($0) }.filter { $0.nonzeroBitCount == size }.sorted(by: isBefore)
  }

  /// Whether a combination comes first: it has the lowest line that only one of the two has.
  private static func isBefore(_ one: UInt16, _ two: UInt16) -> Bool {
    let difference = one ^ two
    return one & (difference & (0 &- difference)) != 0
  }

  /// A digit's places in nine lines.
  private struct Lines {
    var places: InlineArray<9, UInt16>
    /// The lines that may be base lines.
    var open: UInt16

    /// The places in some lines.
    func union(_ lines: UInt16) -> UInt16 {
      var union: UInt16 = 0
      var rest = lines
      while rest != 0 {
        union |= places[unchecked: rest.trailingZeroBitCount]
        rest &= rest &- 1
      }
      return union
    }
  }

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    for digit in DigitSet.all {
      for kind in [House.Kind.row, .column] {
        let first = kind == .row ? 9 : 18
        let lines = state.grid.withMasks { masks in
          var lines = Lines(
            places: InlineArray { masks.places(first &+ $0, digit.index) }, open: 0)
          for line in 0..<9 {
            let count = lines.places[unchecked: line].nonzeroBitCount
            if count > 0, form != .basic || count <= size {
              lines.open |= 1 &<< UInt16(truncatingIfNeeded: line)
            }
          }
          return lines
        }
        guard lines.open.nonzeroBitCount >= size else { continue }
        for base in Self.combinations[size] where base & ~lines.open == 0 {
          let covers = form == .basic ? basicCovers(lines, base) : finnedCovers(lines, base)
          if let covers { return find(state.grid, digit, kind, base, covers) }
        }
      }
    }
    return nil
  }

  private func basicCovers(_ lines: borrowing Lines, _ base: UInt16) -> UInt16? {
    let union = lines.union(base)
    guard union.nonzeroBitCount == size, lines.union(~base & 0x1FF) & union != 0 else {
      return nil
    }
    return union
  }

  /// The first cover lines of a fish with fins that removes something.
  ///
  /// A place in a cover line sees a fin in another line by their block alone, so all fins lie in one.
  private func finnedCovers(_ lines: borrowing Lines, _ base: UInt16) -> UInt16? {
    guard lines.union(base).nonzeroBitCount <= size + 3 else { return nil }
    var best: UInt16?
    for band in 0..<3 {
      let inBand: UInt16 = 0b111 &<< UInt16(truncatingIfNeeded: 3 &* band)
      guard base & inBand != 0 else { continue }
      let outside = lines.union(base & ~inBand)
      let inside = lines.union(base & inBand)
      // Where places go from: the band's lines that are not base lines.
      let others = lines.union(inBand & ~base)
      for stack in 0..<3 {
        let inStack: UInt16 = 0b111 &<< UInt16(truncatingIfNeeded: 3 &* stack)
        let needed = outside | inside & ~inStack
        let missing = size - needed.nonzeroBitCount
        let free = inside & inStack & ~needed
        guard missing >= 0, free.nonzeroBitCount > missing else { continue }
        for chosen in Self.combinations[missing] where chosen & ~free == 0 {
          let covers = needed | chosen
          guard others & inStack & covers != 0, isWanted(lines, base, covers) else { continue }
          if best.map({ Self.isBefore(covers, $0) }) ?? true { best = covers }
        }
      }
    }
    return best
  }

  /// Whether the fish has not too many fins, and is sashimi as this search wants it.
  private func isWanted(_ lines: borrowing Lines, _ base: UInt16, _ covers: UInt16) -> Bool {
    var fins = 0
    var isSashimi = false
    var rest = base
    while rest != 0 {
      let places = lines.places[unchecked: rest.trailingZeroBitCount]
      rest &= rest &- 1
      fins += (places & ~covers).nonzeroBitCount
      if (places & covers).nonzeroBitCount <= 1 { isSashimi = true }
    }
    return 1...Self.mostFins ~= fins && isSashimi == (form == .sashimi)
  }

  private func find(
    _ grid: CandidateGrid, _ digit: Digit, _ kind: House.Kind, _ base: UInt16, _ covers: UInt16
  ) -> HoDoKuFind {
    var (houses, coverHouses) = (HouseSet(), HouseSet())
    var (baseCells, coverCells) = (CellSet(), CellSet())
    for number in 0..<9 {
      if base >> UInt16(number) & 1 != 0 {
        houses.insert(House(kind, number))
        baseCells = baseCells.union(grid.cells(of: digit, in: House(kind, number)))
      }
      if covers >> UInt16(number) & 1 != 0 {
        let house = House(kind == .row ? .column : .row, number)
        coverHouses.insert(house)
        coverCells = coverCells.union(grid.cells(of: digit, in: house))
      }
    }
    let fins = baseCells.subtracting(coverCells)
    let victims = coverCells.subtracting(baseCells).intersection(fins.commonPeers)
    return HoDoKuFind(
      technique, removing: victims.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: baseCells, specialCells: fins, houses: houses, coverHouses: coverHouses,
        digits: DigitSet(digit), candidates: baseCells.map { Candidate($0, digit) }))
  }

  private var technique: Technique {
    switch form {
    case .basic: [.xWing, .swordfish, .jellyfish][size - 2]
    case .finned: [.finnedXWing, .finnedSwordfish, .finnedJellyfish][size - 2]
    case .sashimi: [.sashimiXWing, .sashimiSwordfish, .sashimiJellyfish][size - 2]
    }
  }
}

/// Fish of lines and blocks.
struct HoDoKuFrankenFish: HoDoKuSearcher {
  let size: Int
  let isFinned: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let fish = FrankenFish(size: size, isFinned: isFinned)
    var find: HoDoKuFind?
    fish.search(state.grid, needsBlock: false) { removals, pattern in
      find = HoDoKuFind(fish.techniques[0], removing: removals, pattern: pattern)
      return false
    }
    return find
  }
}
