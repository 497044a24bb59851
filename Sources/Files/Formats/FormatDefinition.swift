/// A format of puzzle files: its detection, reader and writer.
///
/// A new format is one type that conforms to this, in a file under `Formats`, and one entry of
/// `PuzzleFormat.all`; beside it only the page `formats.md` lists formats by hand.
protocol FormatDefinition: Sendable {
  var name: String { get }
  /// A short description for help.
  var summary: String { get }
  /// The usual extension of file names, without the dot.
  var fileExtension: String { get }

  /// True if a file that begins with this line is of this format; asked in the order of `PuzzleFormat.all`.
  func recognizes(_ opening: Opening) -> Bool
  func makeReader(limit: Int) -> FormatReader
  /// `columns` names the puzzle and perhaps its solution: columns, or members of objects by their paths.
  func makeReader(limit: Int, columns: [String]) -> FormatReader
  /// `columns` are the names of the fields of the records.
  func makeWriter(columns: [String]) -> any FormatWriter
  /// `first` is the first record of a file, where a format has a head that describes all.
  func makeWriter(columns: [String], first: PuzzleRecord?) -> any FormatWriter
}

extension FormatDefinition {
  func recognizes(_ opening: Opening) -> Bool { false }
  func makeReader(limit: Int, columns: [String]) -> FormatReader { makeReader(limit: limit) }
  func makeWriter(columns: [String], first: PuzzleRecord?) -> any FormatWriter {
    makeWriter(columns: columns)
  }
}

/// The first line with content of a file, from which its format is detected.
struct Opening {
  /// The line; possibly only its start, if no line end was read yet.
  let line: ArraySlice<UInt8>
  let text: ArraySlice<UInt8>
  let isWhole: Bool

  init(_ line: ArraySlice<UInt8>, isWhole: Bool) {
    self.line = line.last == 0x0D ? line.dropLast() : line
    text = Notation.trimmed(line)
    self.isWhole = isWhole
  }

  var first: UInt8 { text.first ?? 0 }

  /// True if an array opens whose first element is `null`.
  ///
  /// It is decided only after the word, because a section's name may begin like that.
  var opensArrayWithNull: Bool {
    guard text.starts(with: "[null".utf8) else { return false }
    guard let next = text.dropFirst(5).first else { return isWhole }
    return !(0x61...0x7A ~= next | 0x20)
  }
}

typealias RecordSink = (BoardReader.Record) -> Void

enum FormatReader: Sendable {
  /// Every line after the head is a record, so any run of lines can be read on its own.
  case lines(any LineFormatReader)
  /// Records span lines.
  case blocks(any LineFormatReader)
  /// Line ends mean nothing.
  case stream(any StreamFormatReader)
}

protocol LineFormatReader: Sendable {
  /// True if the reader gets blank lines; otherwise they are skipped.
  var wantsBlankLines: Bool { get }
  /// True if a line belongs to the head of the file, such as a table's header.
  mutating func takesHead(_ line: ArraySlice<UInt8>, number: Int) -> Bool
  /// Emits the rows that the head has kept until a row decides the columns.
  mutating func endHead(_ emit: RecordSink)
  /// The counts of text that is skipped on purpose, over all copies of a reader; `nil` if the format skips none.
  var omissions: Omissions? { get }
  /// The names of the fields of every record, if the head of the file has them.
  var fieldNames: [String]? { get }
  /// The names of the columns with puzzle and solution, if the head of the file has them.
  var boardNames: [String]? { get }
  /// True if the next line belongs to the current record even if it looks like a comment.
  var isInsideRecord: Bool { get }
  var isBetweenRecords: Bool { get }
  /// True if the reader takes text between puzzles, such as titles.
  var takesText: Bool { get }
  /// The first line of text that belongs to no puzzle; `nil` if there is none.
  var unusedLine: Int? { get }
  /// The fast path for lines, if every line is a record.
  var plainLines: PlainLines? { get }
  mutating func read(comment: ArraySlice<UInt8>)
  /// Takes the next line without its line end.
  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink)
  /// Ends the file; `number` is that of its last line.
  mutating func finish(number: Int, _ emit: RecordSink)
}

extension LineFormatReader {
  var wantsBlankLines: Bool { false }
  var fieldNames: [String]? { nil }
  var boardNames: [String]? { nil }
  var isInsideRecord: Bool { false }
  var isBetweenRecords: Bool { !isInsideRecord }
  var takesText: Bool { false }
  var unusedLine: Int? { nil }
  var plainLines: PlainLines? { nil }
  var omissions: Omissions? { nil }
  mutating func takesHead(_ line: ArraySlice<UInt8>, number: Int) -> Bool { false }
  mutating func endHead(_ emit: RecordSink) {}
  mutating func read(comment: ArraySlice<UInt8>) {}
  mutating func finish(number: Int, _ emit: RecordSink) {}
}

protocol StreamFormatReader: Sendable {
  var omissions: Omissions? { get }
  var isBetweenRecords: Bool { get }
  mutating func read(_ bytes: ArraySlice<UInt8>, line: inout Int, _ emit: RecordSink)
  mutating func finish(line: Int, _ emit: RecordSink)
}

extension StreamFormatReader {
  var omissions: Omissions? { nil }
}

protocol FormatWriter: Sendable {
  var header: String { get }
  /// The text between two records.
  var separator: String { get }
  var footer: String { get }
  /// The text in place of a record that can't be read; empty in formats without one.
  var placeholder: String { get }
  func append(_ record: PuzzleRecord, to text: inout [UInt8])
  /// Adds a record that can't be read: its text and its other fields, or a placeholder.
  func append(fault fields: [PuzzleField], text: String, to bytes: inout [UInt8])
  /// The parts of a record that the format can't hold.
  func losses(of record: PuzzleRecord) -> RecordParts
}

extension FormatWriter {
  var header: String { "" }
  var separator: String { "" }
  var footer: String { "" }
  var placeholder: String { "" }
  func append(fault fields: [PuzzleField], text: String, to bytes: inout [UInt8]) {
    bytes.append(placeholder)
  }
}

extension PuzzleRecord {
  package var parts: RecordParts {
    var parts: RecordParts = []
    if solution != nil { parts.insert(.solution) }
    if placed != nil { parts.insert(.placed) }
    if candidates != nil { parts.insert(.candidates) }
    if !fields.isEmpty { parts.insert(.fields) }
    return parts
  }
}
