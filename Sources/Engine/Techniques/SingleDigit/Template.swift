import SudokuCore

/// A template: places of a digit that lie in none of the ways in which it can go into the grid, one
/// place in each row, column and block.
///
/// It finds all that looking at one digit alone can find: what fish of every size and shape, colours
/// and X-chains remove, and more.
///
/// Order: digits.
///
/// Source: "pattern overlay method" of the players' forums; HoDoKu's "template delete".
struct Template: PatternSearcher {
  var techniques: [Technique] { [.template] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let victims = DigitTemplates.uncoveredPlaces(of: digit, in: grid)
      guard !victims.isEmpty else { continue }
      let places = grid.cells(with: digit)
      guard victims != places else { continue }
      let step = Step(
        .template, removing: victims.map { Candidate($0, digit) },
        pattern: StepPattern(
          cells: places.subtracting(victims), digits: DigitSet(digit),
          candidates: grid.candidates(DigitSet(digit), in: places.subtracting(victims))))
      guard emit(step) else { return }
    }
  }
}

/// The ways in which one digit can go into its places, one in each row, column and block.
///
/// Searches in one digit only (fish of every kind, colours, X-chains) can't remove a place that
/// lies in a template. So if each place lies in some template, such searches find nothing. This
/// check is much faster than the searches.
///
/// No template is listed. Bands take only columns from each other. So each band's places are
/// grouped by the columns that they take, and three bands that together take all columns cover
/// their places.
///
/// Source: "pattern overlay method" of the players' forums, reduced to the existence of templates.
struct DigitTemplates {
  /// The places in each row, as columns; no places where the row has the digit.
  private let rows: InlineArray<9, UInt16>
  /// True if a row has neither the digit nor a place for it.
  private let isImpossible: Bool

  private init(of digit: Digit, in grid: CandidateGrid) {
    let rows = InlineArray<9, UInt16> { grid.places(9 &+ $0, digit.index) }
    self.rows = rows
    isImpossible = (0..<9).contains { row in
      rows[row] == 0 && !House(.row, row).cells.contains { grid.board[$0] == digit }
    }
  }

  /// The digits of which some place lies in no template, so that a search may find something.
  static func digitsToSearch(_ grid: CandidateGrid) -> DigitSet {
    DigitSet(
      DigitSet.all.filter {
        let templates = DigitTemplates(of: $0, in: grid)
        return templates.isImpossible || !templates.uncoveredPlaces.isEmpty
      })
  }

  /// The places of a digit that a look at the digit alone may remove.
  static func placesToLose(of digit: Digit, in grid: CandidateGrid) -> CellSet {
    let templates = DigitTemplates(of: digit, in: grid)
    return templates.isImpossible ? grid.cells(with: digit) : templates.uncoveredPlaces
  }

  /// The places of a digit that lie in no template; all of them where there is no template.
  static func uncoveredPlaces(of digit: Digit, in grid: CandidateGrid) -> CellSet {
    DigitTemplates(of: digit, in: grid).uncoveredPlaces
  }

  /// - Complexity: 162 choices for each band and 216 choices of columns at most.
  private var uncoveredPlaces: CellSet {
    let first = Band(rows[0], rows[1], rows[2])
    let second = Band(rows[3], rows[4], rows[5])
    let third = Band(rows[6], rows[7], rows[8])
    let open = first.open | second.open | third.open
    var covered: (UInt32, UInt32, UInt32) = (0, 0, 0)
    for one in 0..<first.count {
      let columns = first.choices[one]
      for two in 0..<second.count where second.choices[two] & columns == 0 {
        let rest = third.places(open & ~(columns | second.choices[two]))
        guard rest != 0 else { continue }
        covered.0 |= first.places(columns)
        covered.1 |= second.places(second.choices[two])
        covered.2 |= rest
      }
    }
    return CellSet(
      rawValue: UInt128(first.all & ~covered.0) | UInt128(second.all & ~covered.1) << 27
        | UInt128(third.all & ~covered.2) << 54)
  }

  /// The placements of a digit in a band: a place in each row without the digit, all in different stacks.
  private struct Band {
    /// All places, row by row.
    let all: UInt32
    /// The columns with places.
    let open: UInt16
    /// The sets of columns that can be taken.
    private(set) var choices: InlineArray<27, UInt16> = .init(repeating: 0)
    private(set) var count = 0
    /// The places that take just the columns of each choice, and a mark.
    private var taking: InlineArray<27, UInt32> = .init(repeating: 0)
    /// The number of the choice, from 1, for each set of columns; 0 where it can't be taken.
    ///
    /// A set has one column of a stack at most, so 220 indices do. A small table is worth it: each look at
    /// a grid clears and copies 27 of them.
    private var numbers: InlineArray<220, UInt8> = .init(repeating: 0)

    private static let mark: UInt32 = 1 << 27

    init(_ first: UInt16, _ second: UInt16, _ third: UInt16) {
      all = UInt32(first) | UInt32(second) << 9 | UInt32(third) << 18
      open = first | second | third
      Self.forEachPlace(first, outside: 0) { one in
        Self.forEachPlace(second, outside: one) { two in
          Self.forEachPlace(third, outside: one | two) { three in
            add(one | two | three, UInt32(one) | UInt32(two) << 9 | UInt32(three) << 18)
          }
        }
      }
    }

    /// The places that take just some columns, with a mark; 0 where these can't be taken.
    @inline(__always)
    func places(_ columns: UInt16) -> UInt32 {
      // The columns left may be several of one stack, which no band can take.
      guard
        columns & columns &<< 1 & 0b110_110_110 == 0,
        columns & columns &<< 2 & 0b100_100_100 == 0
      else { return 0 }
      let number = numbers[Self.index(columns)]
      return number == 0 ? 0 : taking[Int(number) &- 1]
    }

    @inline(__always)
    private mutating func add(_ columns: UInt16, _ places: UInt32) {
      let index = Self.index(columns)
      if numbers[index] == 0 {
        choices[count] = columns
        count &+= 1
        numbers[index] = UInt8(truncatingIfNeeded: count)
      }
      taking[Int(numbers[index]) &- 1] |= places | Self.mark
    }

    /// Of each stack's bits 1, 2 and 4 become 1, 2 and 3.
    @inline(__always)
    private static func index(_ columns: UInt16) -> Int {
      Int(columns &- (columns &>> 2 & 0b001_001_001))
    }

    /// Walks through the places of a row outside the stacks of some columns; a row without places
    /// takes none.
    @inline(__always)
    private static func forEachPlace(
      _ row: UInt16, outside columns: UInt16, _ body: (UInt16) -> Void
    ) {
      guard row != 0 else { return body(0) }
      var rest = row
      if columns & 0b111 != 0 { rest &= ~0b111 }
      if columns & 0b111_000 != 0 { rest &= ~0b111_000 }
      if columns & 0b111_000_000 != 0 { rest &= ~0b111_000_000 }
      while rest != 0 {
        let place = rest & (0 &- rest)
        rest ^= place
        body(place)
      }
    }
  }
}
