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
  private var descriptor: InputDescriptor
  private var mode = Mode.head
  private var decoder: TextDecoder
  /// The reader of an Arrow stream, once one was recognized.
  private var arrow: ArrowReader?
  private var reader: BoardReader
  private var nextLine = 1
  /// The start of a line whose end was not read yet.
  private var carry: [UInt8] = []
  private var isSkippingLine = false
  private var hasContent = false
  private var hasRecords = false
  private var isAtEnd = false
  private var isDone = false
  /// The fault of a compressed file, reported after the data before it.
  private var endFault: InputError?
  private var warning: String?
  var isFinished: Bool { isDone && endFault == nil && ready.isEmpty }
  /// True if no more input had arrived, so that the writer may be waiting for an answer.
  private(set) var isDrained = false
  private(set) var readCount = 0

  /// `table` holds the characters of the bytes from 128 on, if they are known.
  init(
    name: String, descriptor: InputDescriptor, table: [Unicode.Scalar]? = nil,
    columns: [String] = []
  ) {
    self.name = name
    reader = BoardReader(lineLimit: InputReader.lineLimit, isDecoded: true, columns: columns)
    self.descriptor = descriptor
    decoder = TextDecoder(table: table)
  }

  /// Notes on how the input was read.
  var notes: [String] {
    var notes: [String] = []
    if decoder.hasGuessed {
      notes.append(
        "\(name) is not UTF-8: read as Windows-1252 (--encoding names another encoding)")
    }
    if let warning { notes.append("\(name) is compressed: \(warning)") }
    // Before a table and below grids.
    if let line = reader.unusedLine { reader.omissions?.addText(line) }
    return foreign == nil ? notes : []
  }

  /// Notes on data that was not read.
  var losses: [String] {
    guard let names = arrow?.unread, !names.isEmpty else { return [] }
    return ["\(name) has columns whose Arrow types are not read: \(names.joined(separator: ", "))"]
  }

  /// The counts of text that the readers of the input skip, known once its last block is read.
  var omissions: (name: String, counts: Omissions)? { reader.omissions.map { (name, $0) } }

  /// The message for a file that is not text.
  private var foreign: InputError?
  /// Parts that were read but not returned yet.
  private var ready: ArraySlice<InputPart> = []

  /// The next part; `nil` at the end.
  mutating func next(blockSize: Int) -> InputPart? {
    while true {
      if let part = ready.popFirst() { return part }
      if isDone {
        defer { endFault = nil }
        return endFault.map { .fault($0, isRecord: false) }
      }
      if isAtEnd, arrow?.hasMore != true {
        if let last = finish() { return last }
        continue
      }
      if arrow?.hasMore == true {
        readArrow([], runLength: max(1, min(blockSize / 82, 4_096)))
        continue
      }
      let isFirst = readCount == 0
      guard let piece = read(blockSize) else {
        isDone = true
        return .fault(
          InputError(source: name, "reading failed", .failedReading), isRecord: false)
      }
      var bytes = piece.bytes
      let start = piece.start
      if let foreign {
        isDone = true
        return .fault(foreign, isRecord: false)
      }
      if arrow != nil {
        readArrow(Array(bytes[start...]), runLength: max(1, min(blockSize / 82, 4_096)))
        continue
      }
      if bytes.count == start {
        carry = bytes
        continue
      }
      if isFirst, case .head = mode, let part = readWhole(&bytes, blockSize) { return part }
      if let part = take(bytes) { return part }
    }
  }

  /// The records of a short text that only the text as a whole explains; `nil` for other texts.
  ///
  /// It reads on to the end of a file. A pipe whose first lines can't be read otherwise is read on until nothing
  /// arrives for a moment: its writer may be waiting for an answer.
  private mutating func readWhole(_ bytes: inout [UInt8], _ size: Int) -> InputPart? {
    let limit = BoardReader.wholeLimit
    guard bytes.count <= limit, reader.columns.isEmpty, !BoardReader.isPlain(bytes) else {
      return nil
    }
    let isFile = descriptor.status?.isRegular == true
    guard isAtEnd || isFile || !descriptor.isTerminal && mayBePart(bytes) else { return nil }
    while !isAtEnd {
      guard bytes.count <= limit, isFile || descriptor.isReady(within: Self.patience),
        let more = read(size), foreign == nil
      else { return nil }
      bytes += more.bytes[more.start...]
    }
    guard let records = BoardReader.pastedRecords(bytes) else { return nil }
    isDone = true
    return .records(records.map { InputRecord($0, source: name) })
  }

  /// The time that the writer of a pipe may pause within a short text, in milliseconds.
  private static let patience: Int32 = 200

  /// True if several lines can't be read on their own, so that the others may explain them.
  private func mayBePart(_ bytes: [UInt8]) -> Bool {
    guard bytes.count(where: { $0 == 0x0A }) > 1 else { return false }
    var (copy, hasPuzzle, hasFault) = (reader, false, false)
    copy.read(bytes[...]) { record in
      if case .puzzle = record { hasPuzzle = true } else { hasFault = true }
    }
    return hasFault || !hasPuzzle
  }

  /// Keeps the parts of the next bytes of an Arrow stream.
  private mutating func readArrow(_ bytes: [UInt8], runLength: Int) {
    var records: [InputRecord] = []
    var parts: [InputPart] = []
    func endRecords() {
      if !records.isEmpty { parts.append(.records(records)) }
      records = []
    }
    let name = name
    do {
      try arrow?.read(bytes, isLast: isAtEnd, runLength: runLength) { piece in
        switch piece {
        case .record(let record):
          records.append(InputRecord(record, source: name))
          if records.count == runLength { endRecords() }
        case .run(let run):
          endRecords()
          parts.append(.boards(run, source: name))
        }
      }
      isDone = isAtEnd && arrow?.hasMore == false
      endRecords()
      let head = InputHead(fieldNames: arrow?.fieldNames, kinds: arrow?.kinds ?? [:])
      ready += parts.map { part in
        if case .records(let records, _) = part { .records(records, head: head) } else { part }
      }
    } catch {
      endRecords()
      ready += parts + [.fault(InputError(source: name, error.message), isRecord: false)]
      isDone = true
    }
  }

  /// Reads and decodes; the bytes begin with the rest of the last line.
  private mutating func read(_ size: Int) -> (bytes: [UInt8], start: Int)? {
    let kept = carry
    carry = []
    let size = arrow == nil ? size : max(size, 1 << 16)
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
      if let program = ByteProgram.decompressor(for: bytes[kept.count...]), !isDecompressed {
        return decompress(by: program, size)
      }
      foreign = ForeignFile.message(bytes[kept.count...]).map { InputError(source: name, $0) }
    }
    if readCount == 0, ArrowReader.recognizes(bytes[kept.count...]) {
      arrow = ArrowReader()
      if let length = descriptor.status?.length {
        arrow?.readFooter(length: length) { descriptor.bytes(at: $0, count: $1) }
      }
    }
    if arrow != nil {
      readCount += piece.count
      return (bytes, kept.count)
    }
    if isAtEnd {
      let end = descriptor.end
      warning = end.warning
      endFault = end.failure.map {
        InputError(source: name, "the file is compressed, and can't be read: \($0)")
      }
    }
    if piece.count > 0 { hasContent = true }
    if !decoder.passes(bytes[kept.count...]) {
      bytes = kept + decoder.decode(Array(bytes[kept.count...]))
    }
    if isAtEnd { bytes += decoder.finish() }
    if readCount == 0, foreign == nil {
      foreign = OtherSize.message(bytes[...], isWhole: isAtEnd).map {
        InputError(source: name, line: 1, column: 1, message: $0)
      }
    }
    readCount += piece.count
    return (bytes, kept.count)
  }

  /// True once the bytes come from a program that decompresses the file.
  private var isDecompressed = false

  private mutating func decompress(by program: String, _ size: Int) -> (bytes: [UInt8], start: Int)?
  {
    isDecompressed = true
    isAtEnd = false
    do {
      if let plain = try InputDescriptor(decompressing: descriptor, by: program) {
        descriptor = plain
        return read(size)
      }
      foreign = InputError(
        source: name, "the file is compressed: \(program) -dc FILE | sudoku ... reads it")
    } catch {
      foreign = InputError(source: name, "the file is compressed: \(error)")
    }
    return ([0], 0)
  }

  private mutating func take(_ bytes: consuming [UInt8]) -> InputPart? {
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
      return .records(faults, head: head(rest[...]))
    }
  }

  /// The head of a table, before these rows.
  private func head(_ rows: ArraySlice<UInt8>) -> InputHead {
    InputHead(fieldNames: reader.fieldNames, boardNames: TableNames(of: reader, rows))
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
    return ready.popFirst()
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
  private mutating func cut(_ bytes: consuming [UInt8]) -> InputPart? {
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
        InputError(
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
      var (count, start) = (0, 0)
      while let place = UnsafeBufferPointer(rebasing: bytes[start...])
        .firstPlace(of: UInt8(ascii: "\n"))
      {
        count += 1
        start += place + 1
      }
      return count
    }
  }

  /// The rest of the input, or a fault if there was none.
  private mutating func finish() -> InputPart? {
    isDone = true
    if mode == .lines {
      // The end mark of a DOS text file.
      if carry.last == 0x1A { carry.removeLast() }
      guard !carry.isEmpty else { return nil }
      let rest = carry
      carry = []
      return block(rest)
    }
    let records = collect { $0.finish($1) }
    if !records.isEmpty { return .records(records, head: head([])) }
    // A table without rows is valid.
    if hasRecords || endFault != nil && !hasContent || reader.boardNames != nil { return nil }
    let message = hasContent ? "no puzzle found in the input" : "the input is empty"
    return .fault(
      InputError(source: name, line: 1, column: 1, message: message), isRecord: false)
  }
}
