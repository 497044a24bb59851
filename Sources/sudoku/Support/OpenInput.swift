import Foundation
import SudokuFormats

/// An input that is being read.
struct OpenInput: Sendable {
  /// How the input leaves.
  private enum Mode {
    /// Nothing but blank lines and comments so far.
    case undecided
    /// A record on each line: in blocks, for the workers to read.
    case lines(PuzzleFormat)
    /// Records span lines or depend on a header: read here.
    case serial(BoardReader)
  }

  private let name: String
  private let handle: FileHandle
  private var mode = Mode.undecided
  private var nextLine = 1
  /// The start of a line whose end was not read yet.
  private var carry: [UInt8] = []
  private var isSkippingLine = false
  private var hasContent = false
  /// Whether everything was read.
  private(set) var isFinished = false

  init(name: String, handle: FileHandle) {
    self.name = name
    self.handle = handle
  }

  /// Reads on until there is a part to hand on; `nil` at the end.
  mutating func next(blockSize: Int) -> InputPart? {
    while true {
      let data: Data
      do {
        data = try handle.read(upToCount: blockSize) ?? Data()
      } catch {
        isFinished = true
        return .fault(diagnostic(line: 0, "reading failed", code: .ioError), isRecord: false)
      }
      if data.isEmpty { return finish() }
      hasContent = true
      if let part = absorb(Array(data)) { return part }
    }
  }

  /// Takes bytes in; returns a part when there is one.
  private mutating func absorb(_ data: [UInt8]) -> InputPart? {
    if case .undecided = mode, carry.isEmpty, startsMarkup(data) {
      mode = .serial(BoardReader(format: .opensudoku, lineLimit: InputReader.lineLimit))
    }
    if case .serial(var reader) = mode {
      mode = .undecided
      let records = read(data[...], &reader)
      mode = .serial(reader)
      return records.isEmpty ? nil : .records(records)
    }
    return cut(data).flatMap { block in decide(block) }
  }

  /// Whether the first thing that is no blank begins XML, which may have no line ends at all.
  private func startsMarkup(_ data: [UInt8]) -> Bool {
    let start = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data[...]
    return start.first { !(0x09...0x0D ~= $0 || $0 == 0x20) } == UInt8(ascii: "<")
  }

  private func read(_ bytes: ArraySlice<UInt8>, _ reader: inout BoardReader) -> [InputRecord] {
    var records: [InputRecord] = []
    reader.read(bytes) { records.append(InputRecord($0, source: name)) }
    return records
  }

  /// A cut piece of the input: whole lines, or a line that is too long.
  private enum Piece {
    case lines(firstLine: Int, [UInt8])
    case overlong(line: Int)
  }

  /// Cuts the bytes after the last line end; what follows waits for more.
  private mutating func cut(_ data: [UInt8]) -> Piece? {
    var bytes = data[...]
    if isSkippingLine {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      bytes = bytes[(end + 1)...]
      isSkippingLine = false
      nextLine += 1
    }
    guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      carry.append(contentsOf: bytes)
      guard carry.count > InputReader.lineLimit else { return nil }
      carry = []
      isSkippingLine = true
      return .overlong(line: nextLine)
    }
    let lines = carry + bytes[...last]
    carry = Array(bytes[(last + 1)...])
    defer { nextLine += lines.count { $0 == UInt8(ascii: "\n") } }
    return .lines(firstLine: nextLine, lines)
  }

  /// Hands a piece on in the way its format asks for; the first content decides on the format.
  private mutating func decide(_ piece: Piece) -> InputPart? {
    switch piece {
    case .overlong(let line):
      return .fault(
        diagnostic(
          line: line, column: InputReader.lineLimit + 1,
          "the line is longer than \(InputReader.lineLimit) bytes"), isRecord: true)
    case .lines(let firstLine, let bytes):
      if case .lines(let format) = mode {
        return .block(
          InputBlock(source: name, format: format, firstLine: firstLine, bytes: bytes))
      }
      var reader = BoardReader(firstLine: firstLine, lineLimit: InputReader.lineLimit)
      let records = read(bytes[...], &reader)
      switch reader.format {
      case nil: return nil
      case .line?, .sdm?, .jsonl?, .hodoku?:
        let format = reader.format ?? .line
        mode = .lines(format)
        return .block(
          InputBlock(source: name, format: format, firstLine: firstLine, bytes: bytes))
      default:
        let rest = read(carry[...], &reader)
        carry = []
        mode = .serial(reader)
        return .records(records + rest)
      }
    }
  }

  /// Hands on what is left.
  private mutating func finish() -> InputPart? {
    isFinished = true
    if name != "<stdin>" { try? handle.close() }
    if !hasContent {
      return .fault(diagnostic(line: 1, column: 1, "the input is empty"), isRecord: false)
    }
    if case .serial(var reader) = mode {
      var records: [InputRecord] = []
      reader.finish { records.append(InputRecord($0, source: name)) }
      return .records(records)
    }
    guard !carry.isEmpty else { return nil }
    let piece = Piece.lines(firstLine: nextLine, carry)
    carry = []
    let part = decide(piece)
    guard case .serial(var reader) = mode else { return part }
    var records = part?.records ?? []
    reader.finish { records.append(InputRecord($0, source: name)) }
    return .records(records)
  }

  private func diagnostic(
    line: Int, column: Int = 0, _ message: String, code: CommandFailure.Code = .badPuzzle
  ) -> Diagnostic {
    Diagnostic(source: name, line: line, column: column, message: message, code: code)
  }
}
