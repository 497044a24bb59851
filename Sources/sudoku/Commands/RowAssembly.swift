import SudokuCore

/// Rows with what the solver found for each.
struct SolvedRows {
  /// The rows, with the solutions but without the numbers.
  var bytes: [UInt8]
  /// How many solutions each board has, up to the limit.
  var counts: [UInt32]
  /// How many guesses each board took; empty where only the number was wanted.
  var guesses: [UInt32]
}

/// Puts the output of a part together: rows as they stand, and what comes between them.
struct RowAssembly {
  private var solved: SolvedRows
  private let limit: Int
  private let rows: PlainRows
  private var result = FilterOutcome(tally: SolveTally())
  /// The first row that is not in the output yet, and the next one to look at.
  private var pending = 0
  private var next = 0

  init(_ solved: consuming SolvedRows, limit: Int, rows: PlainRows) {
    var solved = solved
    for (row, count) in solved.counts.enumerated() where 1...9 ~= count {
      solved.bytes[row * rows.stride + rows.count] = UInt8(ascii: "0") + UInt8(count)
    }
    self.solved = solved
    self.limit = limit
    self.rows = rows
  }

  /// Takes the next rows; `other` gives the outcome of one whose board has no solution, by its number
  /// among them: it tells boards that break the rules from those that only have no solution.
  mutating func takeRows(_ count: Int, other: (Int) -> FilterOutcome<SolveTally>) {
    for index in 0..<count {
      let found = Int(solved.counts[next])
      if found == 0 {
        flush()
        next += 1
        pending = next
        append(other(index))
        continue
      }
      tally(found)
      if found <= 9, !rows.saysComplete || found < limit {
        next += 1
        continue
      }
      flush()
      appendRow(next, found)
      next += 1
      pending = next
    }
  }

  /// Adds what comes between rows.
  mutating func add(_ other: FilterOutcome<SolveTally>) {
    flush()
    append(other)
  }

  /// Ends the part: all of its output.
  consuming func finish() -> FilterOutcome<SolveTally> {
    if pending == 0, result.output.isEmpty {
      result.output = solved.bytes
    } else {
      flush()
    }
    return result
  }

  private mutating func flush() {
    guard pending < next else { return }
    result.output += solved.bytes[(pending * rows.stride)..<(next * rows.stride)]
    pending = next
  }

  private mutating func tally(_ found: Int) {
    result.recordCount += 1
    result.tally.puzzles += 1
    result.tally.count(solutions: found)
    if !solved.guesses.isEmpty { result.tally.guesses += Int(solved.guesses[next]) }
    if found == limit, limit > 1 { result.tally.limited += 1 }
    if found > 1, rows.solution != nil { result.hasUnwanted = true }
  }

  /// Adds a row whose number has no fixed place.
  private mutating func appendRow(_ row: Int, _ found: Int) {
    let start = row * rows.stride
    let puzzle = board(start + rows.puzzle)
    if let solution = rows.solution {
      SolutionRow(
        puzzle: puzzle, solutionCount: found, solution: board(start + solution),
        isComplete: found < limit
      ).append(rows.format, to: &result.output)
    } else {
      CountRow(puzzle: puzzle, solutionCount: found, isComplete: found < limit)
        .append(rows.format, to: &result.output)
    }
  }

  private func board(_ start: Int) -> Board {
    Board(unsafeValues: { values in
      for cell in 0..<81 {
        let digit = solved.bytes[start + cell] &- UInt8(ascii: "0")
        values[cell] = digit <= 9 ? digit : 0
      }
    })
  }

  private mutating func append(_ other: FilterOutcome<SolveTally>) {
    result.output += other.output
    result.diagnostics += other.diagnostics
    result.recordCount += other.recordCount
    result.hasUnwanted = result.hasUnwanted || other.hasUnwanted
    result.tally.add(other.tally)
  }
}
