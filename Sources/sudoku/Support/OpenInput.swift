import SudokuFormats

/// An open input: cuts it into blocks of lines, or reads its records.
struct OpenInput: Sendable {
  private enum Mode {
    /// Nothing but blank lines, comments and a table's header so far.
    case head
    /// A record on each line: blocks for the workers.
    case lines
    /// Records span lines: read here.
    case serial
  }

  private let name: String
  private let descriptor: InputDescriptor
  private var mode = Mode.head
  private var decoder = TextDecoder()
  private var reader = BoardReader(lineLimit: InputReader.lineLimit, isDecoded: true)
  private var nextLine = 1
  /// The start of a line whose end was not read yet.
  private var carry: [UInt8] = []
  private var isSkippingLine = false
  private var hasContent = false
  private var hasRecords = false
  private var isAtEnd = false
  private(set) var isFinished = false
  /// Whether no more input had arrived: the writer may be waiting for an answer.
  private(set) var isDrained = false
  private(set) var readCount = 0

  init(name: String, descriptor: InputDescriptor) {
    self.name = name
    self.descriptor = descriptor
  }

  /// The message for a file that is not text.
  private var foreign: String?
  /// Parts that were read but not returned yet.
  private var ready: [InputPart] = []

  /// The next part; `nil` at the end.
  mutating func next(blockSize: Int) -> InputPart? {
    while true {
      if !ready.isEmpty { return ready.removeFirst() }
      if isFinished { return nil }
      if isAtEnd {
        if let last = finish() { return last }
        continue
      }
      guard let (bytes, start) = read(blockSize) else {
        isFinished = true
        return .fault(
          Diagnostic(source: name, line: 0, column: 0, message: "reading failed", code: .ioError),
          isRecord: false)
      }
      if bytes.count == start {
        carry = bytes
        continue
      }
      if let message = foreign {
        isFinished = true
        return .fault(
          Diagnostic(source: name, line: 0, column: 0, message: message, code: .noInput),
          isRecord: false)
      }
      if let part = take(bytes) { return part }
    }
  }

  /// Reads and decodes; the bytes begin with the rest of the last line.
  private mutating func read(_ size: Int) -> (bytes: [UInt8], start: Int)? {
    let kept = carry
    carry = []
    var piece: InputDescriptor.Piece?
    let descriptor = descriptor
    var bytes = [UInt8](unsafeUninitializedCapacity: kept.count + size) { buffer, count in
      _ = buffer.update(fromContentsOf: kept)
      let rest = UnsafeMutableBufferPointer(rebasing: buffer[kept.count...])
      piece = descriptor.read(into: UnsafeMutableRawBufferPointer(rest))
      count = kept.count + (piece?.count ?? 0)
    }
    guard let piece else { return nil }
    isAtEnd = piece.isLast
    isDrained = piece.isDrained
    if readCount == 0 {
      foreign = ForeignFile.message(bytes[kept.count...])
    }
    readCount += piece.count
    if piece.count > 0 { hasContent = true }
    if !decoder.passes(bytes[kept.count...]) {
      bytes = kept + decoder.decode(Array(bytes[kept.count...]))
    }
    if isAtEnd { bytes += decoder.finish() }
    return (bytes, kept.count)
  }

  private mutating func take(_ bytes: [UInt8]) -> InputPart? {
    switch mode {
    case .lines: return cut(bytes)
    case .serial: return readSerial(bytes[...])
    case .head:
      var used = 0
      let faults = collect { used = $0.readHead(bytes[...], $1) }
      if reader.format == nil || used == bytes.count {
        return faults.isEmpty ? nil : .records(faults)
      }
      guard reader.isLineBased else {
        mode = .serial
        if !faults.isEmpty { ready.append(.records(faults)) }
        return readSerial(bytes[used...])
      }
      mode = .lines
      hasRecords = true
      nextLine = reader.line
      let rest = reader.takeUnfinishedLine() + bytes[used...]
      guard !faults.isEmpty else { return cut(rest) }
      carry = rest
      return .records(faults)
    }
  }

  /// Reads records that span lines; returns the first part and keeps the others.
  private mutating func readSerial(_ bytes: ArraySlice<UInt8>) -> InputPart? {
    var (parts, records): ([InputPart], [InputRecord]) = ([], [])
    let name = name
    reader.readRuns(bytes) { piece in
      switch piece {
      case .record(let record): records.append(InputRecord(record, source: name))
      case .run(let run):
        if !records.isEmpty { parts.append(.records(records)) }
        records = []
        parts.append(.boards(run, source: name))
      }
    }
    if !records.isEmpty { parts.append(.records(records)) }
    if !parts.isEmpty { hasRecords = true }
    ready += parts
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private mutating func collect(
    _ read: (inout BoardReader, (BoardReader.Record) -> Void) -> Void
  ) -> [InputRecord] {
    var records: [InputRecord] = []
    let name = name
    read(&reader) { records.append(InputRecord($0, source: name)) }
    if !records.isEmpty { hasRecords = true }
    return records
  }

  /// Cuts the bytes after the last whole record and keeps the rest.
  private mutating func cut(_ bytes: [UInt8]) -> InputPart? {
    var bytes = bytes
    if isSkippingLine {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      bytes.removeFirst(end + 1)
      isSkippingLine = false
      nextLine += 1
    }
    let end = endOfRecords(in: bytes)
    guard end > 0 else {
      guard bytes.count > InputReader.lineLimit else {
        carry = bytes
        return nil
      }
      isSkippingLine = true
      return .fault(
        Diagnostic(
          source: name, line: nextLine, column: InputReader.lineLimit + 1,
          message: "the line is longer than \(InputReader.lineLimit) bytes"), isRecord: true)
    }
    carry = Array(bytes[end...])
    bytes.removeLast(bytes.count - end)
    return block(bytes)
  }

  /// The end of the last whole record; 0 if there is none.
  private func endOfRecords(in bytes: [UInt8]) -> Int {
    guard let lines = reader.plainLines else {
      return (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    }
    return bytes.withUnsafeBufferPointer { lines.endOfRecords(in: $0) }
  }

  private mutating func block(_ bytes: [UInt8]) -> InputPart {
    let firstLine = nextLine
    nextLine += lineCount(bytes)
    return .block(InputBlock(source: name, reader: reader, firstLine: firstLine, bytes: bytes))
  }

  private func lineCount(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      for byte in bytes where byte == UInt8(ascii: "\n") { count &+= 1 }
      return count
    }
  }

  /// The rest of the input, or a fault if there was none.
  private mutating func finish() -> InputPart? {
    isFinished = true
    if mode == .lines {
      guard !carry.isEmpty else { return nil }
      let rest = carry
      carry = []
      return block(rest)
    }
    let records = collect { $0.finish($1) }
    if !records.isEmpty { return .records(records) }
    if hasRecords { return nil }
    let message = hasContent ? "no puzzle found in the input" : "the input is empty"
    return .fault(
      Diagnostic(source: name, line: 1, column: 1, message: message), isRecord: false)
  }
}

/// Files that are not text, given by mistake.
enum ForeignFile {
  private static let kinds: [(start: [UInt8], message: String)] = [
    ([0x1F, 0x8B], "the file is compressed: gunzip -c FILE | sudoku ... reads it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "the file is compressed: xz -dc FILE | sudoku ... reads it"),
    ([0x28, 0xB5, 0x2F, 0xFD], "the file is compressed: zstd -dc FILE | sudoku ... reads it"),
    (Array("BZh".utf8), "the file is compressed: bzip2 -dc FILE | sudoku ... reads it"),
    ([0x50, 0x4B, 0x03, 0x04], "the file is a ZIP archive or spreadsheet: unpack or export it"),
    (Array("%PDF-".utf8), "the file is a PDF: it holds pages, not puzzles"),
    ([0x89, 0x50, 0x4E, 0x47], "the file is a picture: pictures are not read"),
    ([0xFF, 0xD8, 0xFF], "the file is a picture: pictures are not read"),
    (
      Array("SQLite format 3\0".utf8),
      "the file is a database: 'sudoku games' lists a player's games"
    ),
    ([0x7F, 0x45, 0x4C, 0x46], "the file is a program"),
  ]

  /// The message for a file with this beginning; `nil` for text.
  static func message(_ start: some Collection<UInt8>) -> String? {
    kinds.first { start.starts(with: $0.start) }?.message
  }
}
