import CSudoku
import Glibc
import SudokuCore
import Synchronization

/// A fault that a function of `sudoku.h` returns.
struct Fault: Error {
  var status: Int
  var row = -1
  var text: String

  static func argument(_ text: String) -> Fault { Fault(status: SUDOKU_BAD_ARGUMENT, text: text) }
}

/// Runs the body of a function of `sudoku.h`: its fault becomes the status and fills `error`.
func status(
  _ error: UnsafeMutablePointer<sudoku_error>?, _ body: () throws(Fault) -> Void
) -> Int32 {
  do throws(Fault) {
    try body()
    error?.fill(SUDOKU_OK, row: -1, "")
    return Int32(SUDOKU_OK)
  } catch let fault {
    error?.fill(fault.status, row: fault.row, fault.text)
    return Int32(fault.status)
  }
}

extension UnsafeMutablePointer<sudoku_error> {
  fileprivate func fill(_ status: Int, row: Int, _ text: String) {
    pointee.status = Int32(status)
    pointee.row = Int64(row)
    withUnsafeMutableBytes(of: &pointee.text) { buffer in
      // Cut between characters; an ellipsis shows it.
      var shown = text
      if shown.utf8.count >= buffer.count {
        while shown.utf8.count + 3 >= buffer.count { shown.removeLast() }
        shown += "..."
      }
      buffer.copyBytes(from: shown.utf8)
      buffer[shown.utf8.count] = 0
    }
  }
}

/// A pointer that must not be NULL, because the function reads or writes through it.
func needed<Pointer>(
  _ pointer: Pointer?, _ name: StaticString
) throws(Fault) -> Pointer {
  guard let pointer else { throw .argument("\(name) is NULL") }
  return pointer
}

/// The boards of a batch, every value checked.
struct Batch: @unchecked Sendable {
  let boards: UnsafePointer<UInt8>
  let count: Int

  /// - Throws: A fault for NULL, for more boards than an address space has, and for a value over 9.
  init?(_ boards: UnsafePointer<UInt8>?, _ count: Int) throws(Fault) {
    guard let batch = try Batch(unchecked: boards, count) else { return nil }
    self = batch
    try check()
  }

  /// Boards whose values are checked later, by the threads that work on them.
  init?(unchecked boards: UnsafePointer<UInt8>?, _ count: Int) throws(Fault) {
    guard count != 0 else { return nil }
    guard 0 < count, count <= Int.max / 1_024 else {
      throw .argument("count is \(UInt(bitPattern: count)): too many")
    }
    self.boards = try needed(boards, "boards")
    self.count = count
  }

  /// True if all values of some rows are 0 to 9: one loop over all bytes, which the compiler vectorises.
  func isValid(_ rows: Range<Int>) -> Bool {
    var highest: UInt8 = 0
    for place in rows.lowerBound * 81..<rows.upperBound * 81 {
      highest = max(highest, boards[place])
    }
    return highest <= 9
  }

  /// - Throws: A fault for the first value over 9.
  func check() throws(Fault) {
    guard !isValid(0..<count), let place = (0..<count * 81).first(where: { boards[$0] > 9 }) else {
      return
    }
    let (row, cell) = place.quotientAndRemainder(dividingBy: 81)
    throw Fault(
      status: SUDOKU_BAD_BOARD, row: row,
      text: "cell \(cell) of board \(row) is \(boards[place]): 0 to 9 is expected")
  }

  subscript(row: Int) -> Board {
    let start = boards + row * 81
    return Board { cell in Digit(Int(start[cell.index])) }
  }
}

/// Shares rows out among threads that live only for this call: the caller may fork before and after.
///
/// - Parameters:
///   - count: The number of rows.
///   - threads: The number of threads, 1 to 1,024; with one, the caller's thread does all.
///   - size: The number of rows that a thread takes at a time.
///   - body: Handles a range of rows; returns whether to go on.
func forEachPart(
  of count: Int, threads: UInt32, size: Int, _ body: @Sendable (Range<Int>) -> Bool
) throws(Fault) {
  guard 1...1_024 ~= threads else {
    throw .argument("threads is \(threads): 1 to 1024 is expected")
  }
  guard let flag = sudokuCancelFlag() else {
    return try forEachUncancelledPart(of: count, threads: threads, size: size, body)
  }
  // Parts that fill the lanes of the kernel.
  let wish = Cancellation(flag: flag)
  try wish.check()
  try forEachUncancelledPart(of: count, threads: threads, size: min(size, 16_384)) { rows in
    !wish.isRequested && body(rows)
  }
  try wish.check()
}

private func forEachUncancelledPart(
  of count: Int, threads: UInt32, size: Int, _ body: @Sendable (Range<Int>) -> Bool
) throws(Fault) {
  let parts = (count + size - 1) / size
  let workers = min(Int(threads), parts)
  guard workers > 1 else {
    for part in 0..<parts {
      guard body(part * size..<min(count, (part + 1) * size)) else { return }
    }
    return
  }
  // The threads end before this function returns.
  withoutActuallyEscaping(body) { body in
    let work = PartsWork(count: count, size: size, body: body)
    let handles = (1..<workers).compactMap { _ in work.start() }
    work.run()
    for handle in handles { pthread_join(handle, nil) }
  }
}

/// The rows that the threads of a call share.
private final class PartsWork: Sendable {
  private let next = Atomic<Int>(0)
  private let count: Int
  private let size: Int
  private let body: @Sendable (Range<Int>) -> Bool

  init(count: Int, size: Int, body: @escaping @Sendable (Range<Int>) -> Bool) {
    self.count = count
    self.size = size
    self.body = body
  }

  func run() {
    while true {
      let start = next.add(size, ordering: .relaxed).oldValue
      guard start < count else { return }
      guard body(start..<min(count, start + size)) else {
        next.store(count, ordering: .relaxed)
        return
      }
    }
  }

  /// Starts a thread; `nil` if the system has none left: the others do its work.
  func start() -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    var handle = pthread_t()
    let context = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &handle, &attributes,
      { context in
        if let context { Unmanaged<PartsWork>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard failure == 0 else {
      context.release()
      return nil
    }
    return handle
  }
}

/// The caller's request to stop, read again and again.
struct Cancellation: @unchecked Sendable {
  let flag: UnsafePointer<Int32>?

  var isRequested: Bool { sudokuIsCancelled(flag) != 0 }

  /// - Throws: A fault if the caller asked to stop.
  func check() throws(Fault) {
    if isRequested { throw Fault(status: SUDOKU_CANCELLED, text: "cancelled") }
  }
}

/// A name from C, `nil` for NULL and for bytes that are not UTF-8.
func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  pointer.flatMap { String(validatingCString: $0) }
}

/// Memory of the caller that several threads write to, each to rows of its own.
struct Output<Element>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Element>?

  init(_ start: UnsafeMutablePointer<Element>?) { self.start = start }

  /// The elements of some rows; `nil` if the caller doesn't want them.
  func rows(_ rows: Range<Int>, of width: Int) -> UnsafeMutableBufferPointer<Element>? {
    start.map { .init(start: $0 + rows.lowerBound * width, count: rows.count * width) }
  }

  /// Writes a row of 81 values.
  func write(_ board: Board, at row: Int) where Element == UInt8 {
    guard let start else { return }
    board.withUnsafeValues { (start + row * 81).update(from: $0, count: 81) }
  }

  /// Writes one element.
  func set(_ value: Element, at row: Int) {
    if let start { start[row] = value }
  }
}
