import SudokuFormats
import SudokuSolver

/// Solves boards at the speed of the solver: characters in, characters out.
///
/// Most files hold nothing but boards of one layout. They are copied to where they stand in the output,
/// solved from there as one batch, and the solutions are written behind them. Every other record (a
/// comment, a field that goes out again, a mistake, a board without a solution) takes the general way.
struct PlainSolver: Sendable {
  /// Solves; one thread, the parts are what is shared out.
  let solver: BatchSolver
  /// After how many solutions the search in a board stops.
  let limit: Int
  /// What the output looks like.
  let rows: PlainRows
  /// Whether what a record has beside its board goes out again.
  let carriesFields: Bool
  /// How a record that is not plain becomes output.
  let general: @Sendable (InputPart) -> FilterOutcome<SolveTally>

  /// Records of one kind that follow each other in a part.
  private struct Segment {
    /// How many rows, where they are plain; else 0.
    var rowCount = 0
    /// Their bytes in the block.
    var bytes: Range<Int>
    /// The line of the first.
    var line: Int
  }

  /// Solves a part; `nil` for those that have no plain records.
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
    var segments: [Segment] = []
    // No line with a board is shorter.
    let most = block.bytes.count / 81 + 1
    let rowBytes = [UInt8](unsafeUninitializedCapacity: most * rows.stride) { buffer, count in
      count = block.bytes.withUnsafeBufferPointer { bytes in
        read(bytes, lines, into: buffer, most, from: block.firstLine, &segments) * rows.stride
      }
    }
    var assembly = RowAssembly(solved(consume rowBytes), limit: limit, rows: rows)
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

  /// Copies the plain boards of some lines into rows; returns how many.
  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ lines: PlainLines,
    into buffer: UnsafeMutableBufferPointer<UInt8>, _ most: Int, from firstLine: Int,
    _ segments: inout [Segment]
  ) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    var (place, line, count) = (0, firstLine, 0)
    while place < bytes.count {
      let run = lines.copy(
        from: bytes, at: place, limit: most - count,
        to: base + count * rows.stride + rows.puzzle, stride: rows.stride)
      var segment = Segment(rowCount: run.count, bytes: place..<run.end, line: line)
      if run.count > 0 {
        line += run.count
      } else {
        let end = lines.endOfRecord(in: bytes, at: place)
        for byte in bytes[place..<end] where byte == UInt8(ascii: "\n") { line += 1 }
        segment.bytes = place..<end
        // They gather until a plain line comes, so that they are a batch too.
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

  /// Writes what surrounds the cells of a row.
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

/// Finds lines of a block in their order.
private struct LineCursor {
  let block: InputBlock
  private var place: Int
  private var index = 0
  private let line: Int

  /// Begins at a run of lines.
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
