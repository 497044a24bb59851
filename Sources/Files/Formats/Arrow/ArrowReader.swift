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
  private static let batchLimit = 1 << 30

  /// Creates a reader.
  package init() {}

  /// True if a file with this beginning is Arrow.
  package static func recognizes(_ start: ArraySlice<UInt8>) -> Bool {
    start.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) || start.starts(with: "ARROW1".utf8)
  }

  /// The columns that are not read: name and reason.
  package var unread: [String] { columns?.unread ?? [] }

  /// The types of the columns that become fields, but for texts.
  package var kinds: [String: ArrowTable.Kind] { columns?.kinds ?? [:] }

  /// Takes the next bytes; emits the boards of all batches that are complete, in runs of limited length.
  package mutating func read(
    _ piece: [UInt8], isLast: Bool, runLength: Int, _ emit: (BoardReader.Piece) -> Void
  ) throws(Failure) {
    if place > 0 {
      bytes.removeFirst(place)
      place = 0
    }
    bytes += piece
    if columns == nil, place == 0, bytes.starts(with: "ARROW1".utf8) {
      guard bytes.count >= 8 else { return }
      place = 8
    }
    while !isAtEnd, try readMessage(runLength, emit) {}
    if isAtEnd { (bytes, place) = ([], 0) }
    guard isLast, !isAtEnd else { return }
    if columns == nil { throw Failure("the Arrow stream ends before its schema") }
    // Some writers omit the mark of the end.
    if place < bytes.count {
      throw Failure("the Arrow stream ends within a batch, after row \(row - 1)")
    }
  }

  private func int32(at place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  /// Reads a message; returns whether it was complete.
  private mutating func readMessage(
    _ runLength: Int, _ emit: (BoardReader.Piece) -> Void
  ) throws(Failure) -> Bool {
    guard bytes.count - place >= 8 else { return false }
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
    switch message.number(1, absent: UInt8(0)) {
    case 1:
      guard columns == nil, let schema = message.table(2) else {
        throw Failure("the Arrow schema is damaged")
      }
      columns = try ArrowColumns(schema)
    case 3:
      guard let columns, let header = message.table(2) else {
        throw Failure("the Arrow stream has a batch before its schema")
      }
      let batch = try columns.batch(header, bytes[body..<(body + bodyLength)], after: row - 1)
      emitRows(batch, runLength, emit)
      row += batch.count
    // Dictionaries belong to columns that are not read.
    case 2: break
    default: throw Failure("the Arrow stream has a message of unknown kind after row \(row - 1)")
    }
    place = body + bodyLength
    return true
  }

  private func emitRows(
    _ batch: ArrowBatch, _ runLength: Int, _ emit: (BoardReader.Piece) -> Void
  ) {
    var cells: [UInt8] = []
    cells.reserveCapacity(min(batch.count, runLength) * 81)
    var first = 0
    func emitRun(before index: Int) {
      if !cells.isEmpty {
        emit(.run(BoardRun(cells: cells, layout: nil, line: row + first)))
        cells.removeAll(keepingCapacity: true)
      }
      first = index
    }
    var index = 0
    while index < batch.count {
      let count = min(runLength, batch.count - index)
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
struct ArrowBatch {
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
