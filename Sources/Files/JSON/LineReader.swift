/// Cuts a stream of bytes, in chunks of any size, into lines.
///
/// A line ends with a newline; one that is longer than the limit is reported once and skipped up
/// to its newline, so that memory stays bounded. Lines that lie in one chunk are not copied.
///
/// ```swift
/// var reader = LineReader(maximumLineBytes: 1 << 20)
/// while let chunk = nextChunk() {
///   reader.read(chunk) { line in
///     switch line {
///     case .text(let bytes): handle(bytes)
///     case .tooLong(let number): report(number)
///     }
///   }
/// }
/// reader.finish { ... }    // a last line without newline
/// ```
package struct LineReader: Sendable {
  package enum Line {
    /// The bytes of a line without its newline; valid only inside the call.
    case text(UnsafeRawBufferPointer)
    /// A line longer than the limit; its number, counted from 1.
    case tooLong(lineNumber: Int)
  }

  /// The length that a line may have, in bytes without its newline.
  package let maximumLineBytes: Int
  /// The number of lines begun so far.
  package private(set) var lineNumber = 0
  private var partial: [UInt8] = []
  private var isSkipping = false

  package init(maximumLineBytes: Int = 1 << 20) {
    self.maximumLineBytes = max(maximumLineBytes, 1)
  }

  /// Calls `body` with the lines that end in the next bytes; when it throws, the rest is lost.
  package mutating func read(
    _ chunk: UnsafeRawBufferPointer, _ body: (Line) throws -> Void
  ) rethrows {
    var start = 0
    while start < chunk.count {
      let rest = UnsafeRawBufferPointer(rebasing: chunk[start...])
      guard let length = firstNewline(in: rest) else {
        try keep(rest, body)
        return
      }
      start += length + 1
      try end(with: UnsafeRawBufferPointer(rebasing: rest[..<length]), body)
    }
  }

  package mutating func read(_ chunk: [UInt8], _ body: (Line) throws -> Void) rethrows {
    try chunk.withUnsafeBytes { try read($0, body) }
  }

  /// Calls `body` with a last line that has no newline, if there is one.
  package mutating func finish(_ body: (Line) throws -> Void) rethrows {
    guard !isSkipping else {
      isSkipping = false
      return
    }
    guard !partial.isEmpty else { return }
    try end(with: UnsafeRawBufferPointer(start: nil, count: 0), body)
  }

  /// Keeps the beginning of a line until its end comes.
  private mutating func keep(
    _ bytes: UnsafeRawBufferPointer, _ body: (Line) throws -> Void
  ) rethrows {
    guard !isSkipping else { return }
    guard partial.count + bytes.count <= maximumLineBytes else {
      isSkipping = true
      partial = []
      lineNumber += 1
      try body(.tooLong(lineNumber: lineNumber))
      return
    }
    partial.append(contentsOf: bytes)
  }

  /// Calls `body` with a line whose last bytes are `bytes`.
  private mutating func end(
    with bytes: UnsafeRawBufferPointer, _ body: (Line) throws -> Void
  ) rethrows {
    if isSkipping {
      isSkipping = false
      return
    }
    lineNumber += 1
    guard partial.count + bytes.count <= maximumLineBytes else {
      partial = []
      try body(.tooLong(lineNumber: lineNumber))
      return
    }
    guard !partial.isEmpty else {
      try body(.text(bytes))
      return
    }
    partial.append(contentsOf: bytes)
    defer { partial.removeAll(keepingCapacity: partial.capacity <= 1 << 16) }
    try partial.withUnsafeBytes { try body(.text($0)) }
  }

  /// The number of bytes before the first newline.
  private func firstNewline(in bytes: UnsafeRawBufferPointer) -> Int? {
    // Sixteen bytes at a time; the rest one by one.
    var index = 0
    let newline = SIMD16<UInt8>(repeating: UInt8(ascii: "\n"))
    while index + 16 <= bytes.count {
      let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      if any(block .== newline) { break }
      index += 16
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { return index }
      index += 1
    }
    return nil
  }
}
