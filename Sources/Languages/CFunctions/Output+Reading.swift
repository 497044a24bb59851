// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of sudoku.h.

// The function of sudoku.h that reads files.

import CSudoku
import SudokuCore
import SudokuFormats

@c @implementation
package func sudoku_read(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ boards: UnsafeMutablePointer<UInt8>?,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let count = try needed(count, "count")
    let capacity = count.pointee
    count.pointee = 0
    guard capacity >= 0 else { throw .argument("count is too large") }
    guard length >= 0 else { throw .argument("length is too large") }
    if length == 0 { return }
    let bytes = UnsafeRawBufferPointer(start: try needed(text, "text"), count: length)
    let output = Output(capacity == 0 ? nil : try needed(boards, "boards"))
    count.pointee = try output.read(bytes, capacity: capacity)
  }
}

extension Output<UInt8> {
  /// Writes the puzzles of a text, as many as there is room for; returns the number of all.
  fileprivate func read(
    _ bytes: UnsafeRawBufferPointer, capacity: Int
  ) throws(Fault) -> Int {
    var found = 0
    var fault: BoardTextError?
    let take: (BoardReader.Record) -> Void = { record in
      switch record {
      case .puzzle(let read):
        if found < capacity { write(read.puzzle, at: found) }
        found += 1
      case .failure(let error, _): fault = fault ?? error
      }
    }
    BoardReader.wholeRecords(Array(bytes)).records.forEach(take)
    if let fault {
      throw Fault(status: SUDOKU_BAD_BOARD, row: fault.line - 1, text: "\(fault)")
    }
    return found
  }
}
