import SudokuCore

/// Everything that makes a format: how it is detected, read and written, and what it holds.
///
/// Each format is one type in one file under `Formats`, and one entry of `PuzzleFormat.all`.
protocol FormatDefinition: Sendable {
  /// The name that users give it.
  var name: String { get }
  /// What it is, in a few words, for help.
  var summary: String { get }
  /// The usual extension of file names, without the dot.
  var fileExtension: String { get }
  /// What its files can say about a puzzle beside the clues.
  var holds: RecordParts { get }

  /// Whether a file that begins with this line is of this format.
  ///
  /// Formats are asked in the order of `PuzzleFormat.all`.
  func recognizes(_ opening: Opening) -> Bool
  /// A reader for a file of the format.
  func makeReader(limit: Int) -> FormatReader
  /// A writer; `columns` are the names of the fields that the records have.
  func makeWriter(columns: [String]) -> any FormatWriter
}

extension FormatDefinition {
  func recognizes(_ opening: Opening) -> Bool { false }
}

/// The first line of a file that has content, from which its format is detected.
struct Opening {
  /// The line, maybe not all of it where no line end has come yet.
  let line: ArraySlice<UInt8>
  /// The same without blanks around it.
  let text: ArraySlice<UInt8>
  /// Whether all of the line is there.
  let isWhole: Bool

  init(_ line: ArraySlice<UInt8>, isWhole: Bool) {
    self.line = line.last == 0x0D ? line.dropLast() : line
    text = Notation.trimmed(line)
    self.isWhole = isWhole
  }

  /// The first byte that is not blank.
  var first: UInt8 { text.first ?? 0 }

  /// Whether an array opens whose first element is `null`: a section's name may begin like that, so it
  /// is not said before the word is over.
  var opensArrayWithNull: Bool {
    guard text.starts(with: "[null".utf8) else { return false }
    guard let next = text.dropFirst(5).first else { return isWhole }
    return !(0x61...0x7A ~= next | 0x20)
  }
}

/// Takes the records that a reader finds.
typealias RecordSink = (BoardReader.Record) -> Void

/// A reader of one format.
enum FormatReader: Sendable {
  /// Every line is a record of its own, once the first has been seen: any run of lines can be read
  /// apart from the others.
  case lines(any LineFormatReader)
  /// Records span lines.
  case blocks(any LineFormatReader)
  /// Line ends mean nothing.
  case stream(any StreamFormatReader)
}

/// Reads a format line by line.
protocol LineFormatReader: Sendable {
  /// Whether blank lines mean something; they are skipped otherwise.
  var wantsBlankLines: Bool { get }
  /// Whether a line belongs to the head of the file and has no record, as a table's header.
  mutating func takesHead(_ line: ArraySlice<UInt8>) -> Bool
  /// The names of the fields that every record has, where the head of the file gives them.
  var fieldNames: [String]? { get }
  /// Whether the next line belongs to the record being read, whatever it begins with.
  var isInsideRecord: Bool { get }
  /// Whether nothing of a record was read that is not complete.
  var isBetweenRecords: Bool { get }
  /// How the boards of most lines are found fast, where every line is a record.
  var plainLines: PlainLines? { get }
  /// Takes a comment: a line that begins with `#`.
  mutating func read(comment: ArraySlice<UInt8>)
  /// Takes the next line, without its line end.
  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink)
  /// Ends the file; `number` is that of its last line.
  mutating func finish(number: Int, _ emit: RecordSink)
}

extension LineFormatReader {
  var wantsBlankLines: Bool { false }
  var fieldNames: [String]? { nil }
  var isInsideRecord: Bool { false }
  var isBetweenRecords: Bool { !isInsideRecord }
  var plainLines: PlainLines? { nil }
  mutating func takesHead(_ line: ArraySlice<UInt8>) -> Bool { false }
  mutating func read(comment: ArraySlice<UInt8>) {}
  mutating func finish(number: Int, _ emit: RecordSink) {}
}

/// Reads a format whose records are found without looking at line ends.
protocol StreamFormatReader: Sendable {
  /// Whether nothing of a record was read that is not complete.
  var isBetweenRecords: Bool { get }
  /// Takes the next bytes.
  mutating func read(_ bytes: ArraySlice<UInt8>, line: inout Int, _ emit: RecordSink)
  /// Ends the file.
  mutating func finish(line: Int, _ emit: RecordSink)
}

/// Writes one format.
protocol FormatWriter: Sendable {
  /// What comes before the first record.
  var header: String { get }
  /// What comes between two records.
  var separator: String { get }
  /// What comes after the last record.
  var footer: String { get }
  /// What replaces a record that can't be read; empty where there is no such thing.
  var placeholder: String { get }
  /// Adds a record.
  func append(_ record: PuzzleRecord, to text: inout [UInt8])
  /// The parts of a record that are there and can't be written.
  func losses(of record: PuzzleRecord) -> RecordParts
}

extension FormatWriter {
  var header: String { "" }
  var separator: String { "" }
  var footer: String { "" }
  var placeholder: String { "" }
}

extension PuzzleRecord {
  /// The parts that the record has beside its clues.
  package var parts: RecordParts {
    var parts: RecordParts = []
    if solution != nil { parts.insert(.solution) }
    if placed != nil { parts.insert(.placed) }
    if candidates != nil { parts.insert(.candidates) }
    if !fields.isEmpty { parts.insert(.fields) }
    return parts
  }
}
