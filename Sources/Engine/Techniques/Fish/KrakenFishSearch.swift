import SudokuCore

/// The search for kraken fish that remove one candidate.
///
/// If the candidate held, the places of which a chain leads to it would go. So the base lines must then
/// find room in fewer cover lines than there are base lines. It is those covers that are chosen first;
/// which base lines lie in them is then seen at once.
struct KrakenFishSearch {
  /// A fish that removes the candidate.
  struct Find {
    var digit: Digit
    var base: House.Kind
    /// The base lines and the cover lines by number.
    var lines: UInt16
    var covers: UInt16
    /// The cover line whose places chains start from.
    var last: Int
    /// The cells at which chains start.
    var starts: CellSet
    var longest: Int
    var linkCount: Int

    var baseHouses: HouseSet { Self.houses(lines, base) }
    var coverHouses: HouseSet { Self.houses(covers, base == .row ? .column : .row) }

    private static func houses(_ numbers: UInt16, _ kind: House.Kind) -> HouseSet {
      HouseSet(rawValue: UInt32(numbers) << UInt32(House(kind, 0).index))
    }

    /// True if it replaces one with as many lines that was found before.
    ///
    /// Digits and kinds of lines are searched in order, so of equals in another digit or kind the earlier one stays.
    func precedes(_ other: Find) -> Bool {
      if longest != other.longest { return longest < other.longest }
      if linkCount != other.linkCount { return linkCount < other.linkCount }
      guard digit == other.digit, base == other.base else { return false }
      if lines != other.lines { return Self.precedes(lines, other.lines) }
      return covers == other.covers ? last < other.last : Self.precedes(covers, other.covers)
    }

    private static func precedes(_ one: UInt16, _ two: UInt16) -> Bool {
      let difference = one ^ two
      return one & (difference & (0 &- difference)) != 0
    }
  }

  /// The lines of one kind for a digit.
  private struct Lines {
    var digit: Digit
    var kind: House.Kind
    /// The places in each line, as lines across.
    var places: InlineArray<9, UInt16>
    /// Those of which no chain leads to the candidate.
    var open: InlineArray<9, UInt16> = .init(repeating: 0)
    /// The lines of the candidate, if it is a place of the digit.
    var ownLine: UInt16 = 0
    var ownCover: UInt16 = 0
  }

  private var sides: [Lines] = []
  private var walk: ExclusionWalk?
  /// The best fish of type 1, and of type 2.
  private(set) var first: Find?
  private(set) var second: Find?
  /// The number of choices of cover lines examined for the candidate.
  private(set) var work = 0

  init(_ grid: CandidateGrid) {
    for digit in DigitSet.all {
      for kind in [House.Kind.row, .column] {
        let places = InlineArray<9, UInt16> { grid.places(of: digit, in: House(kind, $0)) }
        sides.append(Lines(digit: digit, kind: kind, places: places))
      }
    }
  }

  /// Finds the fish that remove the candidate that a walk starts with.
  mutating func findFish(_ walk: ExclusionWalk) {
    self.walk = walk
    (first, second, work) = (nil, nil, 0)
    for side in sides.indices { prepare(side, walk) }
    for size in 2...4 {
      let (needsFirst, needsSecond) = (first == nil, second == nil)
      guard needsFirst || needsSecond else { return }
      for side in sides where needsSecond || side.ownLine != 0 {
        chooseCovers(side, size, needsFirst, needsSecond)
      }
    }
  }

  private mutating func prepare(_ side: Int, _ walk: ExclusionWalk) {
    let (digit, kind) = (sides[side].digit, sides[side].kind)
    for line in 0..<9 {
      var rest = sides[side].places[line]
      var open: UInt16 = 0
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest &- 1
        let cell = House(kind, line).cell(place)
        if walk.linkCount(from: Candidate(cell, digit)) == nil { open |= 1 << UInt16(place) }
      }
      sides[side].open[line] = open
    }
    let isOwn = walk.target.digit == digit
    let cell = walk.target.cell
    let (row, column) = (UInt16(1) << UInt16(cell.row), UInt16(1) << UInt16(cell.column))
    sides[side].ownLine = isOwn ? (kind == .row ? row : column) : 0
    sides[side].ownCover = isOwn ? (kind == .row ? column : row) : 0
  }

  /// Chooses the cover lines that must hold the fish if the candidate does: all but one.
  private mutating func chooseCovers(
    _ side: borrowing Lines, _ size: Int, _ needsFirst: Bool, _ needsSecond: Bool
  ) {
    for covers in Combinations.ofNine[size - 1] where covers & side.ownCover == 0 {
      work += 1
      var fitting: UInt16 = 0
      for line in 0..<9 where side.places[line] != 0 {
        if side.open[line] & ~covers == 0 { fitting |= 1 << UInt16(line) }
      }
      fitting &= ~side.ownLine
      guard fitting.nonzeroBitCount >= size else { continue }
      for lines in Combinations.ofNine[size] where lines & ~fitting == 0 {
        work += 1
        chooseLastCover(side, lines, covers, needsFirst, needsSecond)
      }
    }
  }

  private mutating func chooseLastCover(
    _ side: borrowing Lines, _ lines: UInt16, _ covers: UInt16, _ needsFirst: Bool,
    _ needsSecond: Bool
  ) {
    var union: UInt16 = 0
    for line in 0..<9 where lines >> UInt16(line) & 1 != 0 { union |= side.places[line] }
    guard covers & ~union == 0 else { return }
    for number in 0..<9 {
      let last: UInt16 = 1 << UInt16(number)
      let isFirst = last == side.ownCover
      guard union & ~covers & last != 0, isFirst ? needsFirst : needsSecond,
        union & ~(covers | last) != 0,
        let starts = starts(side, lines, except: isFirst ? covers | last : covers)
      else { continue }
      let find = Find(
        digit: side.digit, base: side.kind, lines: lines, covers: covers | last,
        last: number, starts: starts.cells, longest: starts.longest, linkCount: starts.linkCount)
      if isFirst {
        if first.map(find.precedes) ?? true { first = find }
      } else if second.map(find.precedes) ?? true {
        second = find
      }
    }
  }

  /// The places of some lines but for some lines across, from which chains start; `nil` if there are too
  /// many of them, or if none needs more than a link.
  private func starts(_ side: borrowing Lines, _ lines: UInt16, except covers: UInt16)
    -> (cells: CellSet, longest: Int, linkCount: Int)?
  {
    var cells = CellSet()
    var (longest, linkCount) = (0, 0)
    for line in 0..<9 where lines >> UInt16(line) & 1 != 0 {
      var rest = side.places[line] & ~covers
      while rest != 0 {
        let cell = House(side.kind, line).cell(rest.trailingZeroBitCount)
        rest &= rest &- 1
        cells.insert(cell)
        let count = walk?.linkCount(from: Candidate(cell, side.digit)) ?? 0
        longest = max(longest, count)
        linkCount += count
      }
    }
    let isKraken = cells.count <= KrakenFish.mostChains && linkCount > cells.count
    return isKraken ? (cells, longest, linkCount) : nil
  }
}
