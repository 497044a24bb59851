import SudokuCore

/// Reads puzzles from Arrow IPC: a stream, or a file (Feather), whose stream is read without its footer.
///
/// Boards are lists of 81 numbers, or texts of 81 characters. Other columns become fields. A stream is read
/// batch by batch, so a batch bounds the memory.
package struct ArrowReader: Sendable {
  /// An error that ends the reading of a stream.
  package struct Failure: Error {
    package let message: String
    init(_ message: String) { self.message = message }
  }

  private var bytes: [UInt8] = []
  private var place = 0
  private var columns: ArrowColumns?
  private var isAtEnd = false
  private var row = 1
  /// True for a file, whose schema may have no length before it.
  private var isFile = false
  /// True if the footer has given the schema and the dictionaries.
  private var hasFooter = false
  /// The batch whose rows are being emitted.
  private var rest: (batch: ArrowBatch, next: Int)?
  static let batchLimit = 1 << 30
  private static let schemaLimit = 1 << 20
  /// The rows that are emitted at a time.
  private static let rowLimit = 1 << 14
  /// True if `read` is to be called again before further bytes come.
  package private(set) var hasMore = false

  /// Creates a reader.
  package init() {}

  /// True if a file with this beginning is Arrow.
  package static func recognizes(_ start: ArraySlice<UInt8>) -> Bool {
    start.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) || start.starts(with: "ARROW1".utf8)
  }

  /// The names of the columns that are not read.
  package var unread: [String] { columns?.unread ?? [] }

  /// The names of the columns that become fields.
  package var fieldNames: [String]? { columns?.fieldNames }

  /// The types of the columns that become fields, but for texts.
  package var kinds: [String: ArrowTable.Kind] { columns?.kinds ?? [:] }

  /// Takes the next bytes; emits some boards of the batches that are complete, in runs of limited length.
  ///
  /// While `hasMore` is true it is to be called again, without bytes.
  package mutating func read(
    _ piece: [UInt8], isLast: Bool, runLength: Int, _ emit: (BoardReader.Piece) -> Void
  ) throws(Failure) {
    if !piece.isEmpty { bytes += piece }
    var count = 0
    hasMore = true
    while count < Self.rowLimit {
      if let (batch, next) = rest {
        let end = min(batch.count, next + Self.rowLimit)
        emitRows(batch, next..<end, runLength, emit)
        count += end - next
        rest = end < batch.count ? (batch, end) : nil
        if rest == nil { row += batch.count }
        continue
      }
      let isRead = isAtEnd ? false : try readMessage()
      if isRead { continue }
      hasMore = false
      break
    }
    if hasMore { return }
    // The rest waits for the next bytes.
    if isAtEnd { bytes = [] } else { bytes.removeFirst(place) }
    place = 0
    guard isLast, !isAtEnd else { return }
    if columns == nil { throw Failure("the Arrow stream ends before its schema") }
    // Some writers omit the mark of the end.
    if !bytes.isEmpty {
      throw Failure("the Arrow stream ends within a batch, after row \(row - 1)")
    }
  }

  // MARK: Files

  /// Reads schema and dictionaries of a file by its footer, since dictionaries may stand behind their rows (polars).
  ///
  /// `read` reads bytes of the file. Without a whole footer nothing changes.
  package mutating func readFooter(
    length: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) {
    let mark = 10
    guard length >= 2 * mark, let tail = read(length - mark, mark), tail.count == mark,
      tail[4...].elementsEqual("ARROW1".utf8)
    else { return }
    let size = (0..<4).reduce(0) { $0 | Int(tail[$1]) << (8 * $1) }
    guard size > 0, size <= Self.schemaLimit << 4, size <= length - mark,
      let bytes = read(length - mark - size, size), let footer = FlatTable(bytes[...]),
      let schema = footer.table(1), let blocks = footer.longs(2, each: 3),
      var columns = try? ArrowColumns(schema)
    else { return }
    var rest = Self.batchLimit
    for start in stride(from: 0, to: blocks.count - 2, by: 3) {
      let (offset, head, body) = (blocks[start], blocks[start + 1] & 0xFFFF_FFFF, blocks[start + 2])
      guard offset >= 0, head >= 16, body >= 0, head <= rest, body <= rest - head,
        offset <= length, head + body <= length - offset,
        let bytes = read(offset, head + body), bytes.count == head + body,
        let message = FlatTable(bytes[8..<head]), message.number(1, absent: UInt8(0)) == 2,
        let dictionary = message.table(2),
        (try? columns.addDictionary(dictionary, bytes[head...], after: 0)) != nil
      else { return }
      rest -= head + body
    }
    self.columns = columns
    hasFooter = true
  }

  private func int32(at place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  /// Reads a message; returns whether it was complete.
  private mutating func readMessage() throws(Failure) -> Bool {
    guard bytes.count - place >= 8 else { return false }
    if row == 1, !isFile, bytes[place...].starts(with: "ARROW1".utf8) {
      isFile = true
      place += 8
      return true
    }
    if row == 1, isFile, bytes[place] != 0xFF { return try readBareSchema() }
    guard bytes[place..<(place + 4)].allSatisfy({ $0 == 0xFF }) else {
      throw Failure("the Arrow stream has no message after row \(row - 1)")
    }
    let length = int32(at: place + 4)
    if length == 0 {
      isAtEnd = true
      return true
    }
    guard length <= Self.batchLimit else { throw Failure("an Arrow message is too long") }
    let start = place + 8
    guard bytes.count - start >= length else { return false }
    guard let message = FlatTable(bytes[start..<(start + length)]),
      let bodyLength = message.number(3, absent: Int64(0)).map(Int.init), bodyLength >= 0
    else { throw Failure("an Arrow message is damaged after row \(row - 1)") }
    guard bodyLength <= Self.batchLimit else {
      throw Failure("an Arrow batch has more than 1 GiB: write smaller batches")
    }
    let body = start + length
    guard bytes.count - body >= bodyLength else { return false }
    // The union `MessageHeader`: 1 schema, 2 dictionary, 3 batch.
    switch message.number(1, absent: UInt8(0)) {
    case 1:
      guard columns == nil || hasFooter && row == 1, let schema = message.table(2) else {
        throw Failure("the Arrow schema is damaged")
      }
      if !hasFooter { columns = try ArrowColumns(schema) }
    case 3:
      guard let columns, let header = message.table(2) else {
        throw Failure("the Arrow stream has a batch before its schema")
      }
      rest = (try columns.batch(header, bytes[body..<(body + bodyLength)], after: row - 1), 0)
    case 2:
      guard columns != nil, let header = message.table(2) else {
        throw Failure("the Arrow stream has a dictionary before its schema")
      }
      if !hasFooter {
        try columns?.addDictionary(header, bytes[body..<(body + bodyLength)], after: row - 1)
      }
    default: throw Failure("the Arrow stream has a message of unknown kind after row \(row - 1)")
    }
    place = body + bodyLength
    return true
  }

  /// Reads the schema of files of polars 2, which lacks its length: the next message ends it.
  private mutating func readBareSchema() throws(Failure) -> Bool {
    var end = place + 8
    while bytes.count - end >= 8 {
      let length = bytes[end..<(end + 4)].allSatisfy { $0 == 0xFF } ? int32(at: end + 4) : -1
      if length > 0, length <= Self.batchLimit {
        guard bytes.count - end - 8 >= length else { return false }
      }
      let kind =
        length > 0 && length <= Self.batchLimit
        ? FlatTable(bytes[(end + 8)..<(end + 8 + length)])?.number(1, absent: UInt8(0)) : nil
      if length == 0 || kind == 2 || kind == 3 {
        guard let message = FlatTable(bytes[place..<end]),
          message.number(1, absent: UInt8(0)) == 1, let schema = message.table(2),
          columns == nil || hasFooter
        else { throw Failure("the Arrow schema is damaged") }
        if !hasFooter { columns = try ArrowColumns(schema) }
        place = end
        return true
      }
      guard end - place < Self.schemaLimit else { throw Failure("the Arrow schema is damaged") }
      end += 8
    }
    return false
  }

  private func emitRows(
    _ batch: ArrowBatch, _ rows: Range<Int>, _ runLength: Int,
    _ emit: (BoardReader.Piece) -> Void
  ) {
    var cells: [UInt8] = []
    cells.reserveCapacity(min(rows.count, runLength) * 81)
    var first = rows.lowerBound
    func emitRun(before index: Int) {
      if !cells.isEmpty {
        emit(.run(BoardRun(cells: cells, layout: nil, line: row + first)))
        cells.removeAll(keepingCapacity: true)
      }
      first = index
    }
    var index = rows.lowerBound
    while index < rows.upperBound {
      let count = min(runLength, rows.upperBound - index)
      if batch.isPlain, let plain = batch.puzzle.cells(index..<index + count) {
        emit(.run(BoardRun(cells: plain, layout: nil, line: row + index)))
        first = index + count
      } else {
        for index in index..<index + count { emitRow(index) }
        emitRun(before: index + count)
      }
      index += count
    }
    func emitRow(_ index: Int) {
      if batch.isPlain {
        if batch.puzzle.append(index, to: &cells) == nil {
          return
        }
        emitRun(before: index + 1)
      }
      emit(.record(batch.record(index, line: row + index)))
    }
  }
}

/// A batch: boards and fields by row.
struct ArrowBatch: Sendable {
  let count: Int
  let puzzle: ArrowBoards
  let solution: ArrowBoards?
  let fields: [(name: String, values: ArrowValues)]

  /// True if the batch has nothing beside the puzzles.
  var isPlain: Bool { solution == nil && fields.isEmpty }

  func record(_ index: Int, line: Int) -> BoardReader.Record {
    let others = fields.compactMap { field in
      field.values.value(index).map { PuzzleField(field.name, $0) }
    }
    var cells: [UInt8] = []
    if let mistake = puzzle.append(index, to: &cells) {
      let texts = [("puzzle", puzzle.text(index) ?? ""), ("solution", solution?.text(index) ?? "")]
      let fields = texts.filter { $0.0 == "puzzle" || !$0.1.isEmpty }.map {
        PuzzleField($0.0, $0.1)
      }
      return BoardReader.Record.failure(
        BoardTextError(mistake, line: line, column: 1), fields: fields + others
      ).with(Array(texts[0].1.utf8)[...])
    }
    let board = Notation.board(cells[...]) ?? Board()
    var record = PuzzleRecord(puzzle: board, fields: others, line: line)
    if let conflict = board.conflict {
      return .failure(
        BoardTextError(.conflict(conflict), line: line, column: 1, board: board), fields: others)
    }
    var answer: [UInt8] = []
    if let solution {
      let full =
        solution.append(index, to: &answer) == nil ? Notation.board(answer[...]) : nil
      let isTaken = full.map { record.takeSolution($0) } == true
      if !isTaken, let text = full?.line ?? solution.text(index), !text.isEmpty {
        record.fields.insert(PuzzleField("solution", text), at: 0)
      }
    }
    return .puzzle(record)
  }
}
