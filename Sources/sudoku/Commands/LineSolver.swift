import SudokuFormats
import SudokuSolver

/// Solves blocks of plain lines at the speed of the solver: characters in, characters out.
///
/// Most files are nothing but lines of 81 cells. Runs of such lines go to the batch solver as they
/// stand in the block, and it writes the solutions at their place in the output. Every other line
/// (a comment, further fields, a mistake, a board without a solution) takes the general way.
struct LineSolver: Sendable {
  /// Solves; one thread, the blocks are what is shared out.
  let solver: BatchSolver
  /// After how many solutions the search in a board stops, 1 to 9.
  let limit: Int
  /// How a record that is not a plain line becomes output.
  let general: @Sendable (InputPart) -> FilterOutcome<SolveTally>

  /// Puzzle, tab, number of solutions, tab, solution, end of the line.
  private static let outputStride = 81 + 1 + 1 + 1 + 81 + 1

  /// Lines of 81 cells that follow each other.
  private struct Run {
    /// How many lines.
    var count: Int
    /// The cells of a board and the end of the line: 82, or 83 with a carriage return.
    var stride: Int
  }

  /// Solves a block of lines.
  func solve(_ block: InputBlock) -> FilterOutcome<SolveTally> {
    var outcome = FilterOutcome(tally: SolveTally())
    outcome.output.reserveCapacity(block.bytes.count / 82 * Self.outputStride + 1_024)
    var line = block.firstLine
    block.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      // Lines that are not plain gather until a plain one comes, so that they are a batch too.
      var others = (start: 0, line: line)
      func flushOthers() {
        guard others.start < start else { return }
        outcome.add(general(.block(block.part(bytes[others.start..<start], line: others.line))))
      }
      while start < bytes.count {
        let run = plainLines(in: bytes, from: start)
        if run.count > 0 {
          flushOthers()
          let size = run.count * run.stride
          solve(
            UnsafeBufferPointer(rebasing: bytes[start..<(start + size)]), run, block,
            firstLine: line, into: &outcome)
          start += size
          line += run.count
          others = (start, line)
        } else {
          start = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
          line += 1
        }
      }
      flushOthers()
    }
    return outcome
  }

  /// The lines from `start` on that are 81 cells and a line end of one kind.
  private func plainLines(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Run {
    var run = Run(count: 0, stride: 82)
    guard start + 82 <= bytes.count else { return run }
    let hasReturn = bytes[start + 81] == UInt8(ascii: "\r")
    if hasReturn { run.stride = 83 }
    var next = start
    while next + run.stride <= bytes.count, bytes[next + run.stride - 1] == UInt8(ascii: "\n") {
      guard !hasReturn || bytes[next + 81] == UInt8(ascii: "\r") else { break }
      // Without a branch, so that it becomes a few vector instructions.
      var areCells: UInt8 = 1
      for index in next..<(next + 81) {
        let byte = bytes[index]
        let isDigit: UInt8 = byte &- UInt8(ascii: "0") <= 9 ? 1 : 0
        let isEmpty: UInt8 =
          byte == UInt8(ascii: ".") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_")
          ? 1 : 0
        areCells &= isDigit | isEmpty
      }
      guard areCells == 1 else { break }
      run.count += 1
      next += run.stride
    }
    return run
  }

  /// Solves plain lines and adds their output.
  private func solve(
    _ lines: UnsafeBufferPointer<UInt8>, _ run: Run, _ block: InputBlock, firstLine: Int,
    into outcome: inout FilterOutcome<SolveTally>
  ) {
    let size = run.count * Self.outputStride
    var rows = [UInt8](unsafeUninitializedCapacity: size) { rows, initialized in
      initialized = size
      fill(rows, from: lines, run)
    }
    var counts = [UInt32](repeating: 0, count: run.count)
    var guesses = [UInt32](repeating: 0, count: run.count)
    rows.withUnsafeMutableBufferPointer { rows in
      counts.withUnsafeMutableBufferPointer { counts in
        guesses.withUnsafeMutableBufferPointer { guesses in
          solver.solve(
            lines, stride: run.stride, limit: limit,
            into: BatchOutput(
              solutions: UnsafeMutableBufferPointer(rebasing: rows[84...]), counts: counts,
              guesses: guesses, zero: UInt8(ascii: "0"), stride: Self.outputStride))
        }
      }
      for row in 0..<run.count { rows[row * Self.outputStride + 82] &+= UInt8(counts[row]) }
    }
    for row in 0..<run.count where counts[row] > 0 {
      outcome.recordCount += 1
      outcome.tally.puzzles += 1
      outcome.tally.guesses += Int(guesses[row])
      outcome.tally.count(solutions: Int(counts[row]))
      if counts[row] > 1 { outcome.hasUnwanted = true }
    }
    append(rows, counts, lines, run, block, firstLine: firstLine, to: &outcome)
  }

  /// Writes what surrounds the solutions: the puzzle with `.` for empty cells, and separators.
  ///
  /// Plain pointers: the loop over the cells must become vector instructions.
  private func fill(
    _ rows: UnsafeMutableBufferPointer<UInt8>, from lines: UnsafeBufferPointer<UInt8>, _ run: Run
  ) {
    guard var from = lines.baseAddress, var to = rows.baseAddress else { return }
    for _ in 0..<run.count {
      for cell in 0..<81 {
        let byte = from[cell]
        to[cell] = byte &- UInt8(ascii: "1") <= 8 ? byte : UInt8(ascii: ".")
      }
      to[81] = UInt8(ascii: "\t")
      to[82] = UInt8(ascii: "0")
      to[83] = UInt8(ascii: "\t")
      to[165] = UInt8(ascii: "\n")
      from += run.stride
      to += Self.outputStride
    }
  }

  /// Adds rows to the output; a board without a solution takes the general way, which tells boards
  /// that break the rules from those that only have no solution.
  private func append(
    _ rows: [UInt8], _ counts: [UInt32], _ lines: UnsafeBufferPointer<UInt8>, _ run: Run,
    _ block: InputBlock, firstLine: Int, to outcome: inout FilterOutcome<SolveTally>
  ) {
    var pending = 0
    for row in 0..<run.count where counts[row] == 0 {
      outcome.output += rows[(pending * Self.outputStride)..<(row * Self.outputStride)]
      pending = row + 1
      let line = lines[(row * run.stride)..<((row + 1) * run.stride)]
      outcome.add(general(.block(block.part(line, line: firstLine + row))))
    }
    outcome.output += rows[(pending * Self.outputStride)...]
  }
}

extension InputBlock {
  /// Some lines of the block as a block of their own.
  fileprivate func part(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, line: Int) -> InputBlock {
    InputBlock(source: source, reader: reader, firstLine: line, bytes: Array(bytes))
  }
}

extension FilterOutcome<SolveTally> {
  /// Adds the outcome of what follows.
  fileprivate mutating func add(_ other: FilterOutcome<SolveTally>) {
    output += other.output
    diagnostics += other.diagnostics
    recordCount += other.recordCount
    hasUnwanted = hasUnwanted || other.hasUnwanted
    tally.add(other.tally)
  }
}
