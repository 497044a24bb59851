import SudokuCore

/// Reads puzzles from the bytes of a file of any format, which it tells from the content.
///
/// Bytes come in pieces of any size, records leave as soon as they are complete, and memory is
/// bounded whatever the file holds: a line longer than `lineLimit` is reported and skipped.
///
/// ```swift
/// var reader = BoardReader()
/// reader.read(bytes[...]) { record in
///   switch record {
///   case .puzzle(let puzzle): print(puzzle.puzzle.line)
///   case .object(let text, let line): ...       // a line of JSON, for a JSON parser
///   case .failure(let error): print(error)      // "7:13: unexpected character 'x' ..."
///   }
/// }
/// reader.finish { ... }
/// ```
///
/// The first line that is neither blank nor a comment (`#`) decides: `<` begins XML, `{` or `"`
/// JSON lines, `:` HoDoKu's library, `[` a section of an `.sdk` file; a list of names with
/// `puzzle` among them is a header of comma-separated values; a ruling or nine cells begin grids;
/// anything else is one puzzle a line. A mistake in a record costs that record only. Line ends are
/// LF or CRLF, a byte order mark is skipped.
public struct BoardReader: Sendable {
  /// A record, or what is wrong with it.
  public enum Record: Hashable, Sendable {
    /// A puzzle.
    case puzzle(PuzzleRecord)
    /// A line of JSON and its number.
    case object(ArraySlice<UInt8>, line: Int)
    /// A record that can't be read, with the place.
    case failure(BoardTextError)
  }

  /// The longest line that is read, in bytes.
  public let lineLimit: Int
  /// The format; `nil` until the content has told it.
  public internal(set) var format: PuzzleFormat?
  /// Whether all bytes so far were blank or comments.
  public var isEmpty: Bool { format == nil }

  /// The number of the line being read, counted from 1.
  var line: Int
  private var carry: [UInt8] = []
  private var isSkippingLine = false
  var grid = GridState()
  var markup = MarkupState()
  /// The columns of the puzzle and of the solution, in comma-separated values.
  var columns: (puzzle: Int, solution: Int?) = (0, nil)

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - format: The format, if it is known.
  ///   - firstLine: The number of the first line.
  ///   - lineLimit: The longest line that is read, in bytes.
  public init(format: PuzzleFormat? = nil, firstLine: Int = 1, lineLimit: Int = 1 << 20) {
    self.format = format
    self.lineLimit = lineLimit
    line = firstLine
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the file.
  ///   - emit: Gets each record that is complete.
  public mutating func read(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    var rest = bytes
    if format == nil { detectMarkup(rest) }
    while !rest.isEmpty {
      if format == .opensudoku {
        if !carry.isEmpty {
          readMarkup(carry[...], emit)
          carry = []
        }
        return readMarkup(rest, emit)
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        return keep(rest, emit)
      }
      if isSkippingLine {
        isSkippingLine = false
      } else if carry.isEmpty {
        readBounded(rest[..<end], emit)
      } else {
        carry.append(contentsOf: rest[..<end])
        let whole = carry
        carry.removeAll(keepingCapacity: true)
        readBounded(whole[...], emit)
      }
      line += 1
      rest = rest[(end + 1)...]
    }
  }

  /// Ends the file: an unfinished last record is read or reported.
  ///
  /// - Parameter emit: Gets the last records; a file without any record leaves `isEmpty` set.
  public mutating func finish(_ emit: (Record) -> Void) {
    if !carry.isEmpty {
      let last = carry
      carry = []
      readBounded(last[...], emit)
    }
    if format == .opensudoku { finishMarkup(emit) } else { finishGrid(emit) }
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
    if format == nil { format = .line }
    emit(.failure(BoardTextError(.overlongLine(lineLimit), line: line, column: lineLimit + 1)))
  }

  /// Sees XML before its first line is complete: it may have only one.
  private mutating func detectMarkup(_ bytes: ArraySlice<UInt8>) {
    let start = carry.isEmpty ? bytes : carry + bytes.prefix(4)
    if trimmed(start).first == UInt8(ascii: "<") { format = .opensudoku }
  }
}

/// The text without a byte order mark and without blanks around it.
func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var text = text
  if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
  while let last = text.last, isBlank(last) { text = text.dropLast() }
  while let first = text.first, isBlank(first) { text = text.dropFirst() }
  return text
}

/// Whether a byte is a space, a tab or a line end.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
