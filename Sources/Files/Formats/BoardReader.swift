// How a file becomes records.
//
// 1. `TextDecoder` turns the bytes into UTF-8 with line feeds. It holds back what only the next piece can
//    decide (half a character, a last CR), so pieces of any size give the same text.
// 2. Detection. The first line that is neither blank, a comment nor text (`Prose`) decides: each format of
//    `PuzzleFormat.all` is asked in turn whether it recognizes this `Opening`, and `line` takes the rest.
//    Text before it is kept for the format's reader: titles of grids, or the header of a table whose
//    columns only the first row explains (`TableDetection`). The order decides between formats that
//    recognize the same line. Formats without lines (JSON, XML) are also asked before their first line
//    is complete, as it may be the whole file.
// 3. The format makes a `FormatReader`: `lines` (every line is a record), `blocks` (records span lines)
//    or `stream` (line ends mean nothing). `BoardReader` cuts lines and limits their length; the format's
//    reader does the rest.
// 4. The reader emits a `Record` for each record of the file: a puzzle, or a failure with its line and
//    column. A failure costs its record only. Boards that break the rules become failures in
//    `Record.checked`.
//
// State: `carry` keeps the start of an unfinished line, the format's reader keeps an unfinished
// record; both are bounded by `lineLimit`. Everything is a value, so a copy of a reader with
// `lines` reads any run of lines on another thread (`copy(forLinesFrom:)`).
//
// Fast paths. Most files are millions of plain records, and the readers would spend most of the time on
// generality. So callers may try two shortcuts first, which only filter: a record that they don't
// match is left to the format's reader, which decides and gives the same boards for the matching ones.
// - `PlainLines` copies boards out of lines with nothing unusual: 81 cells, a row of a table without quotes,
//   a flat JSON object.
// - `readRuns` learns the layout of a record that spans lines (`RecordLayout`), and copies the boards of
//   following records that differ in nothing but cells.

import SudokuCore

/// Reads puzzles from the bytes of a file, whose format it detects from the content.
///
/// Bytes come in pieces of any size, and records are emitted as soon as they are complete. Every
/// record is emitted, as a puzzle or as a failure with its position. Memory is bounded: a record
/// longer than the line limit is reported and skipped.
///
/// ```swift
/// var reader = BoardReader()
/// reader.read(bytes[...]) { record in
///   switch record {
///   case .puzzle(let puzzle): print(puzzle.puzzle.line)
///   case .failure(let error, _): print(error)      // "7:13: unexpected character 'q' ..."
///   }
/// }
/// reader.finish { ... }
/// ```
///
/// The first line that is neither blank, a comment (`#`) nor plain text decides the format. A mistake in
/// a record costs that record only. The text may be UTF-8, UTF-16 or Windows-1252, with or without a byte
/// order mark; lines end with LF, CRLF or CR.
public struct BoardReader: Sendable {
  /// A record of a file.
  public enum Record: Hashable, Sendable {
    /// A puzzle.
    case puzzle(PuzzleRecord)
    /// A record that can't be read: the error with its position, and the other fields.
    case failure(BoardTextError, fields: [PuzzleField] = [])
  }

  /// The longest record that is read, in bytes.
  package let lineLimit: Int
  /// The names of the puzzle and its solution; empty to find them.
  package let columns: [String]
  /// The format; `nil` before its detection.
  public internal(set) var format: PuzzleFormat?
  /// True while the format is undetected and all bytes so far were blank or comments.
  public var isEmpty: Bool { format == nil && preamble.isEmpty }
  /// True once every further line is a record, so that a copy of this reader can read any run of lines.
  package internal(set) var isLineBased = false

  /// The number of the current line, counted from 1.
  package internal(set) var line: Int
  private var decoder: TextDecoder?
  var reader: FormatReader?
  /// The start of an unfinished line.
  var carry: [UInt8] = []
  var isSkippingLine = false
  /// Comments before the first record: some formats keep fields there.
  var comments: [[UInt8]] = []
  static let commentLimit = 64
  /// Lines of text before the first record, which no format recognizes.
  var preamble: [TextLine] = []
  static let preambleLimit = 1_000
  /// The index in `preamble` of the line that is the header of a table.
  var headerIndex: Int?
  /// The layout of the latest record, if it has one that the next ones may share.
  var layout: RecordLayout?
  /// The text since the last record; `nil` if unknown.
  var recent: [UInt8]?
  /// The number of learned layouts that no record matched.
  var vainLayouts = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - format: The format; `nil` to detect it.
  ///   - firstLine: The number of the first line.
  ///   - lineLimit: The longest record to read, in bytes.
  ///   - isDecoded: True if the bytes already are UTF-8 with line feeds.
  ///   - columns: The column of the puzzle in a table, and that of its solution; in JSON the paths of members,
  ///     as in `game.board`. Empty to find them.
  public init(
    format: PuzzleFormat? = nil, firstLine: Int = 1, lineLimit: Int = 1 << 20,
    isDecoded: Bool = false, columns: [String] = []
  ) {
    self.lineLimit = lineLimit
    self.columns = columns
    line = firstLine
    decoder = isDecoded ? nil : TextDecoder()
    if let format { begin(format) }
  }

  /// A reader for a run of lines, if `isLineBased`.
  package func copy(forLinesFrom line: Int) -> BoardReader {
    var copy = self
    copy.line = line
    copy.decoder = nil
    copy.carry = []
    copy.isSkippingLine = false
    return copy
  }

  /// Reads the next bytes of the file, and emits each record that is complete.
  public mutating func read(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    if decoder == nil { return readDecoded(bytes, emit) }
    let text = decoder?.decode(Array(bytes)) ?? []
    readDecoded(text[...], emit)
  }

  /// The fast path for lines, if every line is a record.
  package var plainLines: PlainLines? {
    if case .lines(let reader)? = reader { reader.plainLines } else { nil }
  }

  var isBetweenRecords: Bool {
    guard carry.isEmpty, !isSkippingLine else { return false }
    switch reader {
    case .lines(let reader)?, .blocks(let reader)?: return reader.isBetweenRecords
    case .stream(let reader)?: return reader.isBetweenRecords
    case nil: return false
    }
  }

  /// Removes and returns the start of an unfinished line.
  package mutating func takeUnfinishedLine() -> [UInt8] {
    defer { carry = [] }
    return carry
  }

  /// Reads decoded bytes until the format is detected and the next line holds a record; returns the
  /// number of bytes read.
  package mutating func readHead(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) -> Int {
    var rest = bytes
    while !rest.isEmpty {
      if let whole = firstLine(of: rest) {
        if format == nil, !isSkippingLine {
          detect(whole.text)
          flushPreamble(emit)
          if case .stream? = reader, carry.isEmpty { break }
        }
        if format != nil, !isHead(whole.text) {
          withLineReader { $0.endHead(emit) }
          break
        }
        rest = takeLine(whole, of: rest, emit)
      } else {
        detectStream(rest)
        flushPreamble(emit)
        if case .stream? = reader { break }
        keep(rest, emit)
        rest = []
      }
    }
    return bytes.count - rest.count
  }

  /// Ends the file: an unfinished last record is read or reported.
  ///
  /// `isEmpty` remains set for a file without any record.
  public mutating func finish(_ emit: (Record) -> Void) {
    if let rest = decoder?.finish(), !rest.isEmpty { readDecoded(rest[...], emit) }
    // The end mark of a DOS text file.
    if carry.last == 0x1A { carry.removeLast() }
    if !carry.isEmpty {
      let last = carry
      carry = []
      if format == nil, !isSkippingLine {
        detect(last[...])
        flushPreamble(emit)
      }
      if case .stream(var stream)? = reader {
        stream.read(last[...], line: &line, emit)
        reader = .stream(stream)
      } else {
        readBounded(last[...], emit)
      }
    }
    if format == nil, !preamble.isEmpty {
      beginTable(or: .line)
      flushPreamble(emit)
    }
    let number = line
    withLineReader { $0.finish(number: number, emit) }
    if case .stream(var stream)? = reader {
      stream.finish(line: line, emit)
      reader = .stream(stream)
    }
  }
}

extension BoardReader {
  mutating func readDecoded(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    var rest = bytes
    while !rest.isEmpty {
      if isLineBased, carry.isEmpty, !isSkippingLine { rest = readLines(rest, emit) }
      if case .stream(var stream)? = reader {
        reader = nil
        if !carry.isEmpty {
          stream.read(carry[...], line: &line, emit)
          carry = []
        }
        stream.read(rest, line: &line, emit)
        reader = .stream(stream)
        return
      }
      guard let whole = firstLine(of: rest) else {
        detectStream(rest)
        flushPreamble(emit)
        if case .stream? = reader { continue }
        return keep(rest, emit)
      }
      if format == nil, !isSkippingLine {
        detect(whole.text)
        flushPreamble(emit)
        if case .stream? = reader { continue }
      }
      rest = takeLine(whole, of: rest, emit)
    }
  }

  /// Reads the whole lines of a file in which every line is a record, up to a line that is too long; returns
  /// the rest.
  ///
  /// It has the effect of `takeLine` for each of them. It takes the reader out once, because a copy of the
  /// reader or of the format for each line would take longer than the line.
  private mutating func readLines(
    _ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void
  ) -> ArraySlice<UInt8> {
    guard case .lines(var lines)? = reader else { return bytes }
    reader = nil
    defer { reader = .lines(lines) }
    var start = bytes.startIndex
    while let end = bytes[start...].firstPlace(of: UInt8(ascii: "\n")), end - start <= lineLimit {
      var text = bytes[start..<end]
      if text.last == UInt8(ascii: "\r") { text.removeLast() }
      if lines.isInsideRecord {
        lines.read(text, number: line, emit)
      } else if let first = text.first(where: { !Notation.isBlank($0) }) {
        if first == UInt8(ascii: "#") {
          lines.read(comment: text)
        } else if !lines.takesHead(text, number: line) {
          lines.endHead(emit)
          lines.read(text, number: line, emit)
        }
      } else if lines.wantsBlankLines {
        lines.read(text, number: line, emit)
      }
      line += 1
      start = end + 1
    }
    return bytes[start...]
  }

  /// The first line, including its carried start, and its end in the bytes.
  private func firstLine(
    of bytes: ArraySlice<UInt8>
  ) -> (text: ArraySlice<UInt8>, end: Int)? {
    guard let end = bytes.firstPlace(of: UInt8(ascii: "\n")) else { return nil }
    return (carry.isEmpty || isSkippingLine ? bytes[..<end] : (carry + bytes[..<end])[...], end)
  }

  private mutating func takeLine(
    _ whole: (text: ArraySlice<UInt8>, end: Int), of bytes: ArraySlice<UInt8>,
    _ emit: (Record) -> Void
  ) -> ArraySlice<UInt8> {
    if isSkippingLine {
      isSkippingLine = false
    } else {
      carry.removeAll(keepingCapacity: true)
      readBounded(whole.text, emit)
    }
    line += 1
    return bytes[(whole.end + 1)...]
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    if isSkippingLine { return }
    carry.append(contentsOf: bytes)
    guard carry.count > lineLimit else { return }
    carry = []
    isSkippingLine = true
    reportOverlongLine(emit)
  }

  private mutating func readBounded(_ text: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    guard text.count <= lineLimit else { return reportOverlongLine(emit) }
    readLine(text, emit)
  }

  private mutating func reportOverlongLine(_ emit: (Record) -> Void) {
    emit(.failure(.overlongLine(lineLimit), at: (line, lineLimit + 1)))
  }

  private mutating func readLine(_ text: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    // Lines are many: a caller that keeps them finds the text of a failure there.
    if isLineBased { return takeText(text, emit) }
    takeText(text) { emit($0.with(text)) }
  }

  private mutating func takeText(_ text: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    var text = text
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    let number = line
    if isInsideRecord { return withLineReader { $0.read(text, number: number, emit) } }
    guard let first = text.first(where: { !Notation.isBlank($0) }) else {
      // A blank line between comments belongs to the lines of the first puzzle.
      if format == nil, !comments.isEmpty, comments.count < Self.commentLimit {
        comments.append([])
      }
      withLineReader { if $0.wantsBlankLines { $0.read(text, number: number, emit) } }
      return
    }
    if first == UInt8(ascii: "#") {
      if format == nil, comments.count < Self.commentLimit { comments.append(Array(text)) }
      return withLineReader { $0.read(comment: text) }
    }
    if format == nil {
      detect(text)
      guard format != nil else { return preamble.append(TextLine(text, number)) }
      flushPreamble(emit)
    }
    withLineReader { reader in
      if reader.takesHead(text, number: number) { return }
      reader.endHead(emit)
      reader.read(text, number: number, emit)
    }
  }

  /// True if a line belongs to the head of the file: blank, a comment, or a table's header.
  private mutating func isHead(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first(where: { !Notation.isBlank($0) }) else { return true }
    if first == UInt8(ascii: "#") { return true }
    var isHead = false
    let number = line
    withLineReader { reader in
      var copy = reader
      isHead = copy.takesHead(text, number: number)
      // A row decides the meaning of the columns.
      if !isHead { reader = copy }
    }
    return isHead
  }

  private var isInsideRecord: Bool {
    switch reader {
    case .lines(let lines)?, .blocks(let lines)?: lines.isInsideRecord
    default: false
    }
  }

  mutating func withLineReader(_ body: (inout any LineFormatReader) -> Void) {
    // Taken out, as a copy for each line would take longer than the line.
    switch reader.take() {
    case .lines(var lines)?:
      body(&lines)
      reader = .lines(lines)
    case .blocks(var lines)?:
      body(&lines)
      reader = .blocks(lines)
    case let other: reader = other
    }
  }
}
