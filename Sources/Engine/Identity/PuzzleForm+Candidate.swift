extension PuzzleForm.Candidate {
  /// The source rows that may come next, as bits.
  @inline(__always)
  func openRows(_ level: Int) -> Int {
    let planned = nibble(plan, level)
    if planned != 15 { return 1 &<< planned }
    let open = 0x1FF & ~placed
    if level % 3 == 0 { return open }
    return open & 7 &<< (nibble(arrangement.rows, level &- 1) / 3 &* 3)
  }

  /// True if a source row has no clue in the source of a stack.
  @inline(__always)
  func isEmpty(_ stack: Int, _ line: UInt64) -> Bool {
    line &>> UInt64(truncatingIfNeeded: sourceOfStack(stack, arrangement.columns) &* 4) & 0xFFF == 0
  }

  /// The least row of the form that a source row can become.
  @inline(__always)
  func key(_ line: UInt64) -> UInt64 {
    var key: UInt64 = 0
    var name = nextName
    for stack in 0..<3 {
      if isEmpty(stack, line) {
        key = key &<< 12
        continue
      }
      let count = free[stack]
      if count > 0 { key = sortedKey(stack, count, line, key, &name) }
      for place in stack &* 3 &+ count..<stack &* 3 &+ 3 {
        let value = nibble(line, nibble(arrangement.columns, place))
        var digit = nibble(arrangement.digits, value)
        if value != 0 && digit == 0 {
          digit = name
          name &+= 1
        }
        key = key &<< 4 | UInt64(truncatingIfNeeded: digit)
      }
    }
    return key
  }

  /// The key with the values of a stack's interchangeable columns in ascending order.
  @inline(__always)
  private func sortedKey(
    _ stack: Int, _ count: Int, _ line: UInt64, _ start: UInt64, _ name: inout Int
  ) -> UInt64 {
    var x = rank(stack &* 3, line)
    var y = rank(stack &* 3 &+ 1, line)
    if x > y { swap(&x, &y) }
    var z = 0
    if count == 3 {
      z = rank(stack &* 3 &+ 2, line)
      if y > z { swap(&y, &z) }
      if x > y { swap(&x, &y) }
    }
    var key = start
    for index in 0..<count {
      var digit = index == 0 ? x : index == 1 ? y : z
      if digit == 15 {
        digit = name
        name &+= 1
      }
      key = key &<< 4 | UInt64(truncatingIfNeeded: digit)
    }
    return key
  }

  /// The sort key of a column: 0 if its cell is empty, the digit's name, or 15 without one.
  @inline(__always)
  private func rank(_ place: Int, _ line: UInt64) -> Int {
    let value = nibble(line, nibble(arrangement.columns, place))
    let name = nibble(arrangement.digits, value)
    return value != 0 && name == 0 ? 15 : name
  }

  /// Sorts the interchangeable columns of a stack by a row: empty cells, names, digits without one.
  ///
  /// Afterwards only the columns with empty cells are interchangeable.
  @inline(__always)
  mutating func sortColumns(_ stack: Int, _ line: UInt64) -> Int {
    let count = free[stack]
    if count == 0 { return 0 }
    var (x, y) = (entry(stack &* 3, line), entry(stack &* 3 &+ 1, line))
    var z = count == 3 ? entry(stack &* 3 &+ 2, line) : .max
    if x > y { swap(&x, &y) }
    if y > z { swap(&y, &z) }
    if x > y { swap(&x, &y) }
    var columns = x & 15 | (y & 15) &<< 4
    if count == 3 { columns |= (z & 15) &<< 8 }
    let shift = UInt64(truncatingIfNeeded: stack &* 12)
    let mask: UInt64 = count == 3 ? 0xFFF : 0xFF
    arrangement.columns &= ~(mask &<< shift)
    arrangement.columns |= UInt64(truncatingIfNeeded: columns) &<< shift
    // One column alone is not interchangeable.
    free[stack] = y < 16 ? (z < 16 ? 3 : 2) : 0
    let unnamed = (x >= 0xF0 ? 1 : 0) &+ (y >= 0xF0 ? 1 : 0)
    return count == 3 && z >= 0xF0 ? unnamed &+ 1 : unnamed
  }

  /// A column and what it is sorted by.
  @inline(__always)
  private func entry(_ place: Int, _ line: UInt64) -> Int {
    rank(place, line) &<< 4 | nibble(arrangement.columns, place)
  }

  /// Puts `count` columns in another order: the `order`-th permutation, or the other one of two.
  mutating func reorderColumns(_ count: Int, before end: Int, _ order: Int) {
    let columns = arrangement.columns
    for place in 0..<count {
      let source = count == 2 ? 1 &- place : permutation(order, place)
      arrangement.columns &= ~atNibble(15, end &- count &+ place)
      arrangement.columns |= atNibble(
        nibble(columns, end &- count &+ source), end &- count &+ place)
    }
  }

  /// Gives the digits of a row's minirow that have no name the next ones, from left to right.
  @inline(__always)
  mutating func nameDigits(_ stack: Int, _ line: UInt64) {
    for place in stack &* 3..<stack &* 3 &+ 3 {
      let value = nibble(line, nibble(arrangement.columns, place))
      if value != 0 && nibble(arrangement.digits, value) == 0 {
        arrangement.digits |= atNibble(nextName, value)
        nextName &+= 1
      }
    }
  }
}

/// The first column of the source of a stack, by its source columns.
@inline(__always)
func sourceOfStack(_ stack: Int, _ columns: UInt64) -> Int {
  (nibble(columns, stack &* 3) &* 11) &>> 5 &* 3
}

/// Entry `place` of the `order`-th permutation of 0, 1, 2 in lexicographic order.
@inline(__always)
func permutation(_ order: Int, _ place: Int) -> Int {
  // Two bits for each entry, six for each permutation: 012, 021, 102, 120, 201, 210.
  0x192261624 &>> (order &* 6 &+ place &* 2) & 3
}

/// The latest place for the first clue of a candidate's next row.
struct FirstClue {
  /// For each stack the first column of its source.
  private let sources: (Int, Int, Int)
  private let columns: UInt64
  private let free: PerStack

  @inline(__always)
  init(_ candidate: PuzzleForm.Candidate) {
    columns = candidate.arrangement.columns
    free = candidate.free
    sources = (sourceOfStack(0, columns), sourceOfStack(1, columns), sourceOfStack(2, columns))
  }

  /// The place for a source row, given the cells with a clue; 9 for an empty row.
  @inline(__always)
  func place(in filled: Int) -> Int {
    let first = filled &>> sources.0 & 7
    if first != 0 { return place(0, first, sources.0) }
    let second = filled &>> sources.1 & 7
    if second != 0 { return 3 &+ place(1, second, sources.1) }
    let third = filled &>> sources.2 & 7
    return third != 0 ? 6 &+ place(2, third, sources.2) : 9
  }

  /// The place of the first of at least one clue in a stack.
  @inline(__always)
  private func place(_ stack: Int, _ cells: Int, _ source: Int) -> Int {
    let free = free[stack]
    if free == 3 { return 3 &- countOfThree(cells) }
    let last = cells &>> (nibble(columns, 3 &* stack &+ 2) &- source) & 1
    // Of two interchangeable columns, one with a clue comes second.
    if free == 2 { return 2 &- (countOfThree(cells) &- last) }
    if cells &>> (nibble(columns, 3 &* stack) &- source) & 1 == 1 { return 0 }
    return cells &>> (nibble(columns, 3 &* stack &+ 1) &- source) & 1 == 1 ? 1 : 2
  }
}

@inline(__always)
private func countOfThree(_ bits: Int) -> Int { 0xE994 &>> (2 &* bits) & 3 }

/// A number below 64 for each of the three stacks, all in one word: cheap to copy right after a change.
struct PerStack: BitwiseCopyable {
  private var word: Int

  /// The same number for each stack.
  init(repeating number: Int) { word = number &* 0o10101 }

  /// The number of a stack, in `0..<3`.
  @inline(__always)
  subscript(stack: Int) -> Int {
    get { word &>> (stack &* 6) & 63 }
    set { word = word & ~(63 &<< (stack &* 6)) | newValue &<< (stack &* 6) }
  }
}
