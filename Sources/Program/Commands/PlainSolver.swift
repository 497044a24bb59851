import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuReading
import SudokuSolver

/// Solves boards at the speed of the solver: characters in, characters out.
///
/// Most files hold one board a line and nothing else, and an object for each board would cost more
/// than its solution. So `solve` has two ways from a part of the input to rows:
///
/// 1. The plain way, this type. A run of plain boards (whole lines, or grids that the reader has
///    gathered in a `BoardRun`) is copied to where the puzzles stand in the output, into rows made from
///    `PlainRows.template`. The batch solver reads the cells there and writes the solutions beside
///    them. Counts go to an array; `RowAssembly` writes them into the rows afterwards.
/// 2. The general way, `RecordSolver`. It reads records, solves them as one batch and writes each row
///    with what its record carries. It decides for everything that is not plain: comments, further
///    fields, invalid boards, text for people.
///
/// A block may mix both. `read` cuts the block into segments of plain and other lines, and copies the
/// plain boards into rows.
/// `RowAssembly` puts the output together in the order of the input, from three sources:
///
/// - rows as they stand;
/// - rows without a solution, which end otherwise;
/// - rows written singly: with a number of solutions of more than one digit, or where the
///   search stopped at the limit and the format says so;
/// - the general way's output: for other segments, for boards that break the rules, and for boards with
///   another solution than the given one.
///
/// The general way defines the result: both write the same bytes for the same input. The plain way has
/// no state; a part's buffers live as long as the call. A table whose columns are carried to the
/// output has no plain rows (see `SolveCommand`).
struct PlainSolver: Sendable {
  /// One thread: the parts are distributed.
  let solver: BatchSolver
  /// The number of solutions at which the search in a board stops.
  let limit: Int
  let rows: PlainRows
  /// True if the other data of a record is written too.
  let carriesFields: Bool
  let general: @Sendable (InputPart) -> FilterOutcome<SolveTally>

  /// Neighbouring records of one kind.
  private struct Segment {
    /// The number of rows, for plain records; else 0.
    var rowCount = 0
    var bytes: Range<Int>
    var line: Int
  }

  /// Solves a part; `nil` if it has no plain records.
  func solve(_ part: InputPart) -> FilterOutcome<SolveTally>? {
    switch part {
    case .block(let block): block.reader.plainLines.map { solve(block, $0) }
    case .boards(let run, let source): solve(run, source)
    case .records, .fault: nil
    }
  }

  private func solve(_ block: InputBlock, _ lines: PlainLines) -> FilterOutcome<SolveTally> {
    var lines = lines
    lines.isBoardOnly = carriesFields
    lines.findsSolutions = rows.solution != nil && lines.mayHaveSolutions
    var segments: [Segment] = []
    // No line with a board is shorter.
    let most = block.bytes.count / 81 + 1
    var given = [Int](repeating: -1, count: lines.findsSolutions ? most : 0)
    let rowBytes = [UInt8](unsafeUninitializedCapacity: most * rows.stride) { buffer, count in
      count = block.bytes.withUnsafeBufferPointer { bytes in
        given.withUnsafeMutableBufferPointer { given in
          read(bytes, lines, into: buffer, given, most, from: block.firstLine, &segments)
            * rows.stride
        }
      }
    }
    var solved = solved(consume rowBytes)
    compare(&solved, with: given, in: block.bytes)
    var assembly = RowAssembly(consume solved, limit: limit, rows: rows)
    for segment in segments {
      if segment.rowCount == 0 {
        assembly.add(general(.block(block.part(segment.bytes, line: segment.line))))
      } else {
        var lines = LineCursor(block, segment.bytes, line: segment.line)
        assembly.takeRows(segment.rowCount) { general(.block(lines.part($0))) }
      }
    }
    return assembly.finish()
  }

  private func solve(_ run: BoardRun, _ source: String) -> FilterOutcome<SolveTally> {
    let size = run.count * rows.stride
    let rowBytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = size
      run.cells.withUnsafeBufferPointer { cells in
        guard let from = cells.baseAddress, let to = buffer.baseAddress else { return }
        for index in 0..<run.count {
          fill(to + index * rows.stride)
          (to + index * rows.stride + rows.puzzle).update(from: from + index * 81, count: 81)
        }
      }
    }
    var assembly = RowAssembly(solved(consume rowBytes), limit: limit, rows: rows)
    assembly.takeRows(run.count) {
      general(.records([InputRecord(run.record(at: $0), source: source)]))
    }
    return assembly.finish()
  }

  /// Copies the plain boards of some lines into rows; returns their number.
  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ lines: PlainLines,
    into buffer: UnsafeMutableBufferPointer<UInt8>, _ solutions: UnsafeMutableBufferPointer<Int>,
    _ most: Int, from firstLine: Int, _ segments: inout [Segment]
  ) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    var (place, line, count) = (0, firstLine, 0)
    while place < bytes.count {
      let run = lines.copy(
        from: bytes, at: place, limit: most - count,
        to: base + count * rows.stride + rows.puzzle, stride: rows.stride,
        solutions: solutions.isEmpty ? nil : solutions.baseAddress.map { $0 + count })
      var segment = Segment(rowCount: run.count, bytes: place..<run.end, line: line)
      if run.count > 0 {
        line += run.count
      } else {
        let end = lines.endOfRecord(in: bytes, at: place)
        for byte in bytes[place..<end] where byte == UInt8(ascii: "\n") { line += 1 }
        segment.bytes = place..<end
        // Other lines gather until a plain one comes, so that they are a batch too.
        if let last = segments.last, last.rowCount == 0 {
          segment = Segment(bytes: last.bytes.lowerBound..<end, line: last.line)
          segments.removeLast()
        }
      }
      segments.append(segment)
      count += run.count
      place = segment.bytes.upperBound
    }
    for row in 0..<count { fill(base + row * rows.stride) }
    return count
  }

  /// Notes the rows whose solution is not the given one, whose cells begin at an offset of the bytes.
  private func compare(_ solved: inout SolvedRows, with given: [Int], in bytes: [UInt8]) {
    guard let solution = rows.solution, given.contains(where: { $0 >= 0 }) else { return }
    var wrong: Set<Int> = []
    solved.bytes.withUnsafeBufferPointer { solved in
      bytes.withUnsafeBufferPointer { bytes in
        for (row, place) in given.enumerated() where place >= 0 {
          let start = row * rows.stride + solution
          var difference: UInt8 = 0
          for cell in 0..<81 { difference |= solved[start + cell] ^ bytes[place + cell] }
          if difference != 0 { wrong.insert(row) }
        }
      }
    }
    solved.wrong = wrong
  }

  /// Writes the bytes around the cells of a row.
  private func fill(_ row: UnsafeMutablePointer<UInt8>) {
    rows.template.withUnsafeBufferPointer { template in
      guard let from = template.baseAddress else { return }
      let behind = rows.puzzle + 81
      row.update(from: from, count: rows.puzzle)
      (row + behind).update(from: from + behind, count: rows.stride - behind)
    }
  }

  /// Solves the boards of rows into the rows.
  private func solved(_ buffer: consuming [UInt8]) -> SolvedRows {
    let stride = rows.stride
    var bytes = buffer
    let count = bytes.count / stride
    var counts = [UInt32](repeating: 0, count: count)
    var guesses = [UInt32](repeating: 0, count: rows.solution == nil ? 0 : count)
    guard count > 0 else { return SolvedRows(bytes: bytes, counts: counts, guesses: guesses) }
    bytes.withUnsafeMutableBufferPointer { bytes in
      counts.withUnsafeMutableBufferPointer { counts in
        guesses.withUnsafeMutableBufferPointer { guesses in
          solver.solve(
            UnsafeBufferPointer(rebasing: bytes[rows.puzzle...]), stride: stride, limit: limit,
            into: BatchOutput(
              solutions: rows.solution.map { UnsafeMutableBufferPointer(rebasing: bytes[$0...]) },
              counts: counts, guesses: rows.solution == nil ? nil : guesses,
              zero: UInt8(ascii: "0"), stride: stride))
        }
      }
    }
    return SolvedRows(bytes: bytes, counts: counts, guesses: guesses)
  }
}

/// Rows with the solver's results for each.
private struct SolvedRows {
  /// The rows, with the solutions but without the numbers.
  var bytes: [UInt8]
  /// The number of solutions of each board, up to the limit.
  var counts: [UInt32]
  /// The number of guesses for each board; empty if only the number of solutions is wanted.
  var guesses: [UInt32]
  /// The rows whose solution is not the given one.
  var wrong: Set<Int> = []
}

/// Puts the output of a part together, in the order of the input.
private struct RowAssembly {
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
      solved.bytes[row * rows.stride + rows.count] = rows.zero + UInt8(count)
    }
    self.solved = solved
    self.limit = limit
    self.rows = rows
  }

  /// Takes the next rows; `other` solves one generally, by its number among them.
  mutating func takeRows(_ count: Int, other: (Int) -> FilterOutcome<SolveTally>) {
    for index in 0..<count {
      let found = Int(solved.counts[next])
      let isGeneral =
        !solved.wrong.isEmpty && solved.wrong.contains(next)
        || found == 0 && !obeysRules(next)
      let isPlain = 1...9 ~= found && (!rows.saysComplete || found < limit) && !isGeneral
      if !isGeneral { tally(found) }
      if isPlain {
        next += 1
        continue
      }
      flush()
      if isGeneral { append(other(index)) } else { appendRow(next, found) }
      next += 1
      pending = next
    }
  }

  /// Adds the output between rows.
  mutating func add(_ other: FilterOutcome<SolveTally>) {
    flush()
    append(other)
  }

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
    if found != 1, rows.solution != nil { result.hasRejected = true }
  }

  /// Adds a row that does not fit the template.
  private mutating func appendRow(_ row: Int, _ found: Int) {
    let start = row * rows.stride
    if found == 0 {
      result.output += solved.bytes[start..<start + rows.puzzle + 81]
      result.output += rows.unsolvedEnd
      return
    }
    rows.append(
      SolveRecord(
        board(start + rows.puzzle), count: found,
        solution: rows.solution.map { board(start + $0) }, isComplete: found < limit),
      &result.output)
  }

  private func obeysRules(_ row: Int) -> Bool {
    let start = row * rows.stride + rows.puzzle
    return solved.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Notation.obeysRules($0 + start) } ?? true
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
    result.notes += other.notes
    result.recordCount += other.recordCount
    result.hasRejected = result.hasRejected || other.hasRejected
    result.tally.add(other.tally)
  }
}

/// Finds lines of a block in their order.
private struct LineCursor {
  let block: InputBlock
  private var place: Int
  private var index = 0
  private let line: Int

  init(_ block: InputBlock, _ bytes: Range<Int>, line: Int) {
    self.block = block
    place = bytes.lowerBound
    self.line = line
  }

  /// A line by its number in the run, as a block of its own; not before one asked for earlier.
  mutating func part(_ number: Int) -> InputBlock {
    func end(_ start: Int) -> Int {
      block.bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? block.bytes.count
    }
    while index < number {
      place = end(place)
      index += 1
    }
    return block.part(place..<end(place), line: line + number)
  }
}

extension InputBlock {
  /// Some lines of the block as a block of their own.
  fileprivate func part(_ range: Range<Int>, line: Int) -> InputBlock {
    InputBlock(source: source, reader: reader, firstLine: line, bytes: Array(bytes[range]))
  }
}
