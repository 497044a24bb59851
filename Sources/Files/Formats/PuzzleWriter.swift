import SudokuCore

/// Writes puzzles in one of the formats.
///
/// ```swift
/// let writer = PuzzleWriter(.sdm)
/// print(writer.header + writer.text(of: record) + writer.footer, terminator: "")
/// ```
public struct PuzzleWriter: Sendable {
  /// The format.
  public let format: PuzzleFormat
  private let writer: any FormatWriter

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - columns: The names of the fields of the records; tables write only these.
  public init(_ format: PuzzleFormat, columns: [String] = []) {
    self.init(format, columns: columns, first: nil)
  }

  /// Creates a writer; `first` is the first record, which the head of a file may describe.
  package init(_ format: PuzzleFormat, columns: [String], first: PuzzleRecord?) {
    self.format = format
    writer = format.definition.makeWriter(columns: columns, first: first)
  }

  /// The text before the first puzzle.
  public var header: String { writer.header }
  /// The text between two puzzles, after their own line ends.
  public var separator: String { writer.separator }
  /// The text after the last puzzle.
  public var footer: String { writer.footer }
  /// The text in place of a record that can't be read, so that records keep their positions; empty in
  /// formats without one.
  public var placeholder: String { writer.placeholder }

  /// A puzzle with its line end; grids end with a blank line.
  public func text(of record: PuzzleRecord) -> String {
    var text: [UInt8] = []
    writer.append(record, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds a puzzle to a buffer.
  public func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    writer.append(record, to: &text)
  }

  /// Adds what stands for a record that can't be read: its text and its other fields, or the placeholder.
  package func append(fault fields: [PuzzleField], text: String, to bytes: inout [UInt8]) {
    writer.append(fault: fields, text: text, to: &bytes)
  }

  /// The parts of a record that the format can't hold.
  public func losses(of record: PuzzleRecord) -> RecordParts { writer.losses(of: record) }

  /// Several records as a whole file.
  public func file(of records: [PuzzleRecord]) -> String {
    header + records.map { text(of: $0) }.joined(separator: separator) + footer
  }
}

extension [UInt8] {
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  mutating func append(_ board: Board, empty: UInt8) {
    board.withUnsafeValues { values in
      append(addingCapacity: 81) { to in
        for index in 0..<81 {
          to[index] = values[index] == 0 ? empty : UInt8(ascii: "0") &+ values[index]
        }
      }
    }
  }

  private mutating func append(
    addingCapacity count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      guard let base = buffer.baseAddress else { return }
      body(base)
      append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }
  }
}
