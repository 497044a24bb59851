import SudokuCore

/// Reads puzzles from the bytes of a file of any format, which it detects from the content.
///
/// Bytes come in pieces of any size, records leave as soon as they are complete, and memory is
/// bounded whatever the file holds: a record longer than `lineLimit` is reported and skipped.
/// Every record of the file is emitted, as a puzzle or as a failure with its place.
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
/// The first line that is neither blank nor a comment (`#`) decides on the format: each one of
/// `PuzzleFormat.allCases` is asked whether it is its own. A mistake in a record costs that record
/// only. The text may be UTF-8 or UTF-16, with or without a byte order mark; lines end with LF,
/// CRLF or CR.
public struct BoardReader: Sendable {
  /// A record, or what is wrong with it.
  public enum Record: Hashable, Sendable {
    /// A puzzle.
    case puzzle(PuzzleRecord)
    /// A record that can't be read, with the place, and what it says besides its puzzle.
    case failure(BoardTextError, fields: [PuzzleField] = [])
  }

  /// The longest record that is read, in bytes.
  package let lineLimit: Int
  /// The format; `nil` until it has been detected.
  public private(set) var format: PuzzleFormat?
  /// Whether all bytes so far were blank or comments.
  public var isEmpty: Bool { format == nil }
  /// Whether every further line is a record of its own, so that any run of lines can be read by a
  /// copy of this reader.
  package var isLineBased: Bool {
    if case .lines? = reader { true } else { false }
  }

  /// The number of the line being read, counted from 1.
  package internal(set) var line: Int
  private var decoder: TextDecoder?
  private var reader: FormatReader?
  /// The start of a line whose end was not read yet.
  private var carry: [UInt8] = []
  private var isSkippingLine = false
  /// Comments before the first record: some formats keep facts there.
  private var comments: [[UInt8]] = []
  private static let commentLimit = 64
  /// The layout of the record read last, where the next ones may have the same.
  var layout: RecordLayout?
  /// The text since the last record; `nil` where that is not known.
  var recent: [UInt8]?
  /// How many layouts were learned in vain.
  var vainLayouts = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - format: The format, if it is known.
  ///   - firstLine: The number of the first line.
  ///   - lineLimit: The longest record that is read, in bytes.
  ///   - isDecoded: Whether the bytes have passed a `TextDecoder` already.
  public init(
    format: PuzzleFormat? = nil, firstLine: Int = 1, lineLimit: Int = 1 << 20,
    isDecoded: Bool = false
  ) {
    self.lineLimit = lineLimit
    line = firstLine
    decoder = isDecoded ? nil : TextDecoder()
    if let format { begin(format) }
  }

  /// A reader for a run of lines of the same file, where `isLineBased`.
  package func copy(forLinesFrom line: Int) -> BoardReader {
    var copy = self
    copy.line = line
    copy.decoder = nil
    copy.carry = []
    copy.isSkippingLine = false
    return copy
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the file.
  ///   - emit: Gets each record that is complete.
  public mutating func read(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    if decoder == nil { return readDecoded(bytes, emit) }
    let text = decoder?.decode(Array(bytes)) ?? []
    readDecoded(text[...], emit)
  }

  /// How the boards of most lines are found fast, where every line is a record.
  package var plainLines: PlainLines? {
    if case .lines(let reader)? = reader { reader.plainLines } else { nil }
  }

  /// Whether nothing was read of a record that is not complete.
  var isBetweenRecords: Bool {
    guard carry.isEmpty, !isSkippingLine else { return false }
    switch reader {
    case .lines(let reader)?, .blocks(let reader)?: return reader.isBetweenRecords
    case .stream(let reader)?: return reader.isBetweenRecords
    case nil: return false
    }
  }

  /// The names of the fields that every record has, where the head of the file gives them.
  package var fieldNames: [String]? {
    if case .lines(let reader)? = reader { reader.fieldNames } else { nil }
  }

  /// Gives out the start of a line that was kept for the next piece.
  package mutating func takeUnfinishedLine() -> [UInt8] {
    defer { carry = [] }
    return carry
  }

  /// Reads until the format is detected and the next line holds a record.
  package mutating func readHead(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) -> Int {
    var rest = bytes
    while !rest.isEmpty {
      if let whole = firstLine(of: rest) {
        if format == nil, !isSkippingLine {
          detect(whole.text)
          if case .stream? = reader, carry.isEmpty { break }
        }
        if format != nil, !isHead(whole.text) { break }
        rest = takeLine(whole, of: rest, emit)
      } else {
        detectStream(rest)
        if case .stream? = reader { break }
        keep(rest, emit)
        rest = []
      }
    }
    return bytes.count - rest.count
  }

  /// Ends the file: an unfinished last record is read or reported.
  ///
  /// - Parameter emit: Gets the last records; a file without any record leaves `isEmpty` set.
  public mutating func finish(_ emit: (Record) -> Void) {
    if let rest = decoder?.finish(), !rest.isEmpty { readDecoded(rest[...], emit) }
    if !carry.isEmpty {
      let last = carry
      carry = []
      readBounded(last[...], emit)
    }
    switch reader {
    case .lines(var reader)?:
      reader.finish(number: line, emit)
      self.reader = .lines(reader)
    case .blocks(var reader)?:
      reader.finish(number: line, emit)
      self.reader = .blocks(reader)
    case .stream(var reader)?:
      reader.finish(line: line, emit)
      self.reader = .stream(reader)
    case nil: break
    }
  }
}

extension BoardReader {
  mutating func readDecoded(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    var rest = bytes
    while !rest.isEmpty {
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
        if case .stream? = reader { continue }
        return keep(rest, emit)
      }
      if format == nil, !isSkippingLine {
        detect(whole.text)
        if case .stream? = reader { continue }
      }
      rest = takeLine(whole, of: rest, emit)
    }
  }

  /// The first line with what was kept of it, and where it ends in the bytes.
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

  /// Keeps the start of a line for the next piece.
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
    emit(.failure(BoardTextError(.overlongLine(lineLimit), line: line, column: lineLimit + 1)))
  }

  /// Reads a line, without its line end.
  private mutating func readLine(_ text: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    var text = text
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if isInsideRecord {
      let number = line
      return withLineReader { $0.read(text, number: number, emit) }
    }
    guard let first = text.first(where: { !Notation.isBlank($0) }) else {
      let number = line
      withLineReader { if $0.wantsBlankLines { $0.read(text, number: number, emit) } }
      return
    }
    if first == UInt8(ascii: "#") {
      if format == nil, comments.count < Self.commentLimit { comments.append(Array(text)) }
      return withLineReader { $0.read(comment: text) }
    }
    if format == nil { detect(text) }
    let number = line
    withLineReader { reader in
      if !reader.takesHead(text) { reader.read(text, number: number, emit) }
    }
  }

  /// Whether a line belongs to the head: blank, a comment, a table's header.
  private mutating func isHead(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first(where: { !Notation.isBlank($0) }) else { return true }
    if first == UInt8(ascii: "#") { return true }
    var isHead = false
    withLineReader { reader in
      var copy = reader
      isHead = copy.takesHead(text)
    }
    return isHead
  }

  private var isInsideRecord: Bool {
    switch reader {
    case .lines(let lines)?, .blocks(let lines)?: lines.isInsideRecord
    default: false
    }
  }

  private mutating func withLineReader(_ body: (inout any LineFormatReader) -> Void) {
    switch reader {
    case .lines(var lines)?:
      reader = nil
      body(&lines)
      reader = .lines(lines)
    case .blocks(var lines)?:
      reader = nil
      body(&lines)
      reader = .blocks(lines)
    default: break
    }
  }

  private mutating func begin(_ format: PuzzleFormat) {
    self.format = format
    reader = format.definition.makeReader(limit: lineLimit)
    let kept = comments
    comments = []
    withLineReader { reader in
      for comment in kept { reader.read(comment: comment[...]) }
    }
  }

  /// Detects the format from a line that has content.
  private mutating func detect(_ text: ArraySlice<UInt8>) {
    // Of a line that is too long the same is seen as if it had come in pieces.
    guard text.count <= lineLimit else { return detectStream(text) }
    let opening = Opening(text, isWhole: true)
    guard !opening.text.isEmpty, opening.first != UInt8(ascii: "#") else { return }
    begin(PuzzleFormat.all.first { $0.definition.recognizes(opening) } ?? .line)
  }

  /// Sees a format without lines before its first line is complete: it may have only one.
  private mutating func detectStream(_ bytes: ArraySlice<UInt8>) {
    guard format == nil, !isSkippingLine else { return }
    let start = carry.isEmpty ? bytes.prefix(4096) : (carry.prefix(4096) + bytes.prefix(4096))[...]
    let opening = Opening(start, isWhole: false)
    guard !opening.text.isEmpty else { return }
    for format in [PuzzleFormat.opensudoku, .json] where format.definition.recognizes(opening) {
      return begin(format)
    }
  }
}
