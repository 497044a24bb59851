// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of sudoku.h.

// The functions of sudoku.h about text, solutions and candidates.

import CSudoku
import SudokuCore
import SudokuSolver
import Synchronization

@c @implementation
package func sudoku_abi_version() -> Int32 { SUDOKU_ABI_VERSION }

@c @implementation
package func sudoku_parse(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ board: UnsafeMutablePointer<UInt8>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let bytes = try bytes(text, length)
    let board = try needed(board, "board")
    // A plain line takes a thirtieth of the time.
    if bytes.count == 81, bytes.allSatisfy({ Board.cellValue($0) <= 9 }) {
      for cell in 0..<81 { board[cell] = Board.cellValue(bytes[cell]) }
      return
    }
    do throws(BoardTextError) {
      let read = try Board(grid: String(decoding: bytes, as: UTF8.self))
      read.withUnsafeValues { board.update(from: $0, count: 81) }
    } catch {
      throw Fault(status: SUDOKU_BAD_BOARD, row: 0, text: "\(error)")
    }
  }
}

@c @implementation
package func sudoku_parse_lines(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ boards: UnsafeMutablePointer<UInt8>?,
  _ count: UnsafeMutablePointer<Int>?, _ used: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let count = try needed(count, "count")
    let capacity = count.pointee
    count.pointee = 0
    used?.pointee = 0
    let bytes = try bytes(text, length)
    guard capacity >= 0 else { throw .argument("count is too large") }
    let boards = capacity == 0 ? nil : try needed(boards, "boards")
    var place = 0
    var line = 0
    while place < bytes.count {
      let rest = bytes[place...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let row = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
      if !isBlank(row) {
        guard let boards, count.pointee < capacity else { return }
        try read(row, line: line, into: boards + count.pointee * 81)
        count.pointee += 1
      }
      line += 1
      place = min(end + 1, bytes.count)
      used?.pointee = place
    }
  }
}

private func bytes(
  _ text: UnsafePointer<CChar>?, _ length: Int
) throws(Fault) -> UnsafeRawBufferPointer {
  guard length >= 0 else { throw .argument("length is too large") }
  if length == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
  return UnsafeRawBufferPointer(start: try needed(text, "text"), count: length)
}

private func isBlank(_ row: UnsafeRawBufferPointer) -> Bool {
  row.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
}

private func read(
  _ row: UnsafeRawBufferPointer, line: Int, into board: UnsafeMutablePointer<UInt8>
) throws(Fault) {
  func fault(_ text: String) -> Fault { Fault(status: SUDOKU_BAD_BOARD, row: line, text: text) }
  for cell in 0..<81 {
    let value = cell < row.count ? Board.cellValue(row[cell]) : 255
    guard value <= 9 else {
      let found = cell < row.count ? "an unexpected character" : "the end of the line"
      throw fault("line \(line + 1), column \(cell + 1): \(found), a board has 81 cells")
    }
    board[cell] = value
  }
  let isDone = row.count == 81 || "\t,; \r".utf8.contains(row[81])
  guard isDone else { throw fault("line \(line + 1), column 82: a board has 81 cells") }
}

@c @implementation
package func sudoku_write_lines(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ empty: CChar,
  _ lines: UnsafeMutablePointer<CChar>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard ".0*_".utf8.contains(where: { CChar($0) == empty }) else {
      throw .argument(
        "empty is the character \(UInt8(bitPattern: empty)): '.', '0', '*' or '_' is expected")
    }
    guard let batch = try Batch(boards, count) else { return }
    let lines = try needed(lines, "lines")
    for row in 0..<batch.count {
      for cell in 0..<81 {
        let value = batch.boards[row * 81 + cell]
        lines[row * 82 + cell] = value == 0 ? empty : CChar(UInt8(ascii: "0") + value)
      }
      lines[row * 82 + 81] = CChar(UInt8(ascii: "\n"))
    }
  }
}

/// A solver whose long searches end where the calls of this thread are cancelled.
private func batchSolver() -> BatchSolver {
  var solver = BatchSolver()
  if let flag = sudokuCancelFlag() {
    let wish = Cancellation(flag: flag)
    solver.isCancelled = { wish.isRequested }
  }
  return solver
}

/// The number of boards that a thread solves at a time: enough for all lanes of the kernel.
private let solvedAtOnce = 4_096

@c @implementation
package func sudoku_solve(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ limit: UInt32, _ threads: UInt32,
  _ solutions: UnsafeMutablePointer<UInt8>?, _ counts: UnsafeMutablePointer<UInt32>?,
  _ guesses: UnsafeMutablePointer<UInt32>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard 1...1_000_000 ~= limit else {
      throw .argument("limit is \(limit): 1 to 1000000 is expected")
    }
    guard let batch = try Batch(unchecked: boards, count) else { return }
    let (grids, numbers) = (Output(solutions), Output(try needed(counts, "counts")))
    let efforts = Output(guesses)
    let isWrong = Atomic(false)
    let solver = batchSolver()
    // With one thread the kernel gets all boards at once, as it is fastest.
    let share = count / (4 * max(1, Int(threads)))
    let size = threads == 1 ? count : min(max(share, solvedAtOnce), 4 * solvedAtOnce)
    try forEachPart(of: count, threads: threads, size: size) { rows in
      guard batch.isValid(rows) else {
        isWrong.store(true, ordering: .relaxed)
        return false
      }
      guard let counts = numbers.rows(rows, of: 1) else { return false }
      let solved = grids.rows(rows, of: 81)
      solver.solve(
        UnsafeBufferPointer(start: batch.boards + rows.lowerBound * 81, count: rows.count * 81),
        limit: Int(limit),
        into: BatchOutput(solutions: solved, counts: counts, guesses: efforts.rows(rows, of: 1)))
      // The kernel leaves rows without a solution alone.
      if let solved = solved?.baseAddress {
        for row in 0..<rows.count where counts[row] == 0 {
          (solved + row * 81).update(repeating: 0, count: 81)
        }
      }
      return true
    }
    if isWrong.load(ordering: .relaxed) { try batch.check() }
  }
}

@c @implementation
package func sudoku_minimality(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ threads: UInt32,
  _ minimal: UnsafeMutablePointer<Int8>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard let batch = try Batch(boards, count) else { return }
    let answers = Output(try needed(minimal, "minimal"))
    let solver = batchSolver()
    try forEachPart(of: count, threads: threads, size: solvedAtOnce) { rows in
      let minimality = solver.minimality(of: rows.map { batch[$0] })
      for (row, isMinimal) in zip(rows, minimality) {
        answers.set(isMinimal.map { $0 ? 1 : 0 } ?? -1, at: row)
      }
      return true
    }
  }
}

@c @implementation
package func sudoku_redundant_clues(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ threads: UInt32,
  _ redundant: UnsafeMutablePointer<UInt8>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard let batch = try Batch(boards, count) else { return }
    let answers = Output(try needed(redundant, "redundant"))
    let solver = batchSolver()
    try forEachPart(of: count, threads: threads, size: solvedAtOnce) { rows in
      let found = solver.redundantClues(of: rows.map { batch[$0] })
      for (row, clues) in zip(rows, found) {
        for cell in 0..<81 {
          answers.set(clues?.contains(Cell(index: cell)) == true ? 1 : 0, at: row * 81 + cell)
        }
      }
      return true
    }
  }
}

@c @implementation
package func sudoku_candidates(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ candidates: UnsafeMutablePointer<UInt16>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard let batch = try Batch(boards, count) else { return }
    let output = try needed(candidates, "candidates")
    for row in 0..<batch.count { batch.writeCandidates(of: row, to: output + row * 81) }
  }
}

/// The block of each cell.
private let blocks: InlineArray<81, UInt8> = InlineArray { UInt8($0 / 27 * 3 + $0 % 9 / 3) }

extension Batch {
  /// The candidates by the clues alone: the digits that no peer holds, or the cell's own digit.
  fileprivate func writeCandidates(of row: Int, to masks: UnsafeMutablePointer<UInt16>) {
    let board = boards + row * 81
    var rows = InlineArray<9, UInt16>(repeating: 0)
    var columns = InlineArray<9, UInt16>(repeating: 0)
    var boxes = InlineArray<9, UInt16>(repeating: 0)
    for cell in 0..<81 where board[cell] > 0 {
      let bit: UInt16 = 1 << UInt16(board[cell] - 1)
      rows[cell / 9] |= bit
      columns[cell % 9] |= bit
      boxes[Int(blocks[cell])] |= bit
    }
    for cell in 0..<81 {
      masks[cell] =
        board[cell] > 0
        ? 1 << UInt16(board[cell] - 1)
        : 0x1FF & ~(rows[cell / 9] | columns[cell % 9] | boxes[Int(blocks[cell])])
    }
  }
}
