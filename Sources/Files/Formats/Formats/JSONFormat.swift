import SudokuCore

extension PuzzleFormat {
  /// JSON of any layout: arrays of puzzles, numbers or objects, objects over several lines, consecutive
  /// values.
  public static let json = PuzzleFormat(JSONFormat())
}

struct JSONFormat: FormatDefinition {
  /// The end of the message about a value or an array that is cut off.
  static let cut = "ends before it is complete"

  var name: String { "json" }
  var summary: String { "JSON arrays and objects of any layout" }
  var fileExtension: String { "json" }

  func recognizes(_ opening: Opening) -> Bool {
    switch opening.first {
    case UInt8(ascii: "{"): return opening.isWhole
    case UInt8(ascii: "["):
      // The section of an INI file: `[1]`.
      let rest = opening.text.dropFirst().drop { 0x30...0x39 ~= $0 }
      if rest.startIndex > opening.text.startIndex + 1, rest.isEmpty || rest.elementsEqual("]".utf8)
      {
        return false
      }
      return isArray(opening)
    default: return false
    }
  }

  private func isArray(_ opening: Opening) -> Bool {
    if let second = opening.text.dropFirst().first {
      return !(0x61...0x7A ~= second | 0x20) || opening.opensArrayWithNull
    }
    return opening.isWhole
  }
  func makeReader(limit: Int) -> FormatReader { makeReader(limit: limit, columns: []) }
  func makeReader(limit: Int, columns: [String]) -> FormatReader {
    .stream(JSONReader(limit: limit, columns: columns))
  }
  func makeWriter(columns: [String]) -> any FormatWriter { JSONRecordWriter(isArray: true) }
}

/// Cuts a stream into values, and an outermost array into its elements, so that arrays of any
/// length need little memory.
private struct JSONReader: StreamFormatReader {
  let limit: Int
  private var value: [UInt8] = []
  private var start = (line: 1, column: 1)
  private var column = 1
  private var openCount = 0
  private var isString = false
  private var isEscaped = false
  private var isOverlong = false
  private var isSkippingLine = false
  private var isInArray = false
  private var arrayStart = (line: 1, column: 1)
  /// The cells in the outermost array itself.
  private var cells = CellCollector()

  /// The elements of the outermost array that are cells or rows of cells in objects, until they are a board.
  private var objects: [(text: [UInt8], start: (line: Int, column: Int), count: Int)] = []

  private let columns: [String]

  init(limit: Int, columns: [String]) { (self.limit, self.columns) = (limit, columns) }

  var isBetweenRecords: Bool {
    openCount == 0 && objects.isEmpty && !isString && !isOverlong && !isSkippingLine
      && value.isEmpty
      && cells.values.isEmpty && pair.isEmpty
  }

  /// The first two texts of an array: a puzzle and its solution if no more elements come.
  private var pair: [PuzzleRecord] = []
  private var elementCount = 0

  private mutating func flushPair(_ emit: RecordSink) {
    for record in pair { emit(.puzzle(record)) }
    pair = []
  }

  /// Ends an array: two boards of which one is the other's solution are one record.
  private mutating func finishPair(_ emit: RecordSink) {
    defer { (elementCount, pair) = (0, []) }
    if elementCount == 2, pair.count == 2 {
      for (first, second) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        var record = first
        guard !record.puzzle.isFull, record.puzzle.clueCount > 16 else { continue }
        if record.takeSolution(second.puzzle) { return emit(.puzzle(record)) }
      }
    }
    flushPair(emit)
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, line: inout Int, _ emit: RecordSink) {
    for byte in bytes {
      if isSkippingLine {
        isSkippingLine = byte != 0x0A
      } else if isString {
        readString(byte, emit)
      } else {
        read(byte, line, emit)
      }
      if byte == 0x0A {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
  }

  private mutating func readString(_ byte: UInt8, _ emit: RecordSink) {
    // A string ends on its line: the next line is read normally.
    if byte == 0x0A { return failUnfinished(emit) }
    keep(byte, emit)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isString = false
      if openCount == 0 { finishValue(emit) }
    }
  }

  private mutating func read(_ byte: UInt8, _ line: Int, _ emit: RecordSink) {
    if byte == UInt8(ascii: "{"), column == 1, start.column == 1, openCount > 0 {
      // Objects begin in column 1: the previous one is unfinished.
      failUnfinished(emit)
    }
    if openCount > 0 {
      keep(byte, emit)
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): openCount += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        openCount -= 1
        if openCount == 0 { finishValue(emit) }
      default: break
      }
      return
    }
    switch byte {
    case UInt8(ascii: ","), 0x09...0x0D, 0x20: finishValue(emit)
    case UInt8(ascii: "]") where isInArray:
      finishValue(emit)
      finishArray(emit)
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
      finishValue(emit)
      start = (line, column)
      if byte == UInt8(ascii: "["), !isInArray {
        isInArray = true
        arrayStart = start
        cells = CellCollector()
        return
      }
      keep(byte, emit)
      if byte == UInt8(ascii: "\"") { isString = true } else { openCount = 1 }
    case UInt8(ascii: "#") where value.isEmpty && !isInArray: isSkippingLine = true
    // The end of a text file of DOS.
    case 0x1A where value.isEmpty: break
    default:
      if value.isEmpty { start = (line, column) }
      keep(byte, emit)
    }
  }

  private mutating func keep(_ byte: UInt8, _ emit: RecordSink) {
    if isOverlong { return }
    value.append(byte)
    guard value.count > limit else { return }
    value = []
    isOverlong = true
    emit(.failure(.overlongLine(limit), at: start))
  }

  private mutating func finishValue(_ emit: RecordSink) {
    if isOverlong {
      isOverlong = false
      return
    }
    guard !value.isEmpty else { return }
    if elementCount > 1 { flushPair(emit) }
    let mayPair =
      isInArray && elementCount < 2
      && (value[0] == UInt8(ascii: "\"") || value[0] == UInt8(ascii: "["))
    elementCount += isInArray ? 1 : 0
    if isInArray, columns.isEmpty, takeObjects(emit) {
      return value.removeAll(keepingCapacity: true)
    }
    if !isInArray || !columns.isEmpty || !takeCells(emit) { readElement(mayPair: mayPair, emit) }
    value.removeAll(keepingCapacity: true)
  }

  private mutating func readElement(mayPair: Bool, _ emit: RecordSink) {
    let (start, column) = (start, start.column)
    var found: [PuzzleRecord] = []
    func shifted(_ record: BoardReader.Record) {
      if mayPair, case .puzzle(let record) = record { return found.append(record) }
      guard case .failure(var error, let fields) = record, error.line == start.line else {
        return emit(record.with(value[...]))
      }
      error.column += column - 1
      emit(BoardReader.Record.failure(error, fields: fields).with(value[...]))
    }
    if mayPair, pair.count != elementCount - 1 { flushPair(emit) }
    JSONRecords.read(value[...], line: start.line, shifted)
    pair += found
  }

  /// Takes an element that is a cell or a row of cells in objects; 81 cells are a board.
  private mutating func takeObjects(_ emit: RecordSink) -> Bool {
    guard value.count < 1 << 16, cells.values.isEmpty, value[0] != UInt8(ascii: "\""),
      !objects.isEmpty || value.contains(UInt8(ascii: "{")),
      let count = value.withUnsafeBufferPointer({ JSONCells.count($0) }),
      count == 1 || count == 9, objects.isEmpty || objects[0].count == count
    else {
      flushObjects(emit)
      return false
    }
    objects.append((value, start, count))
    if objects.count * count == 81 { readObjects(emit) }
    return true
  }

  /// Reads the kept elements together, as one board.
  private mutating func readObjects(_ emit: RecordSink) {
    let text = Array("[".utf8) + objects.map(\.text).joined(separator: [0x2C]) + Array("]".utf8)
    objects = []
    let line = arrayStart.line
    JSONRecords.read(text[...], line: line) { record in emit(record.with(text[...])) }
  }

  /// Reads the kept elements on their own: they are not a board.
  private mutating func flushObjects(_ emit: RecordSink) {
    guard !objects.isEmpty else { return }
    if objects.count > 1, objects.allSatisfy({ JSONCells.hasPlace($0.text) }) {
      // Only the cells that are not empty, each with its row and column.
      return readObjects(emit)
    }
    let (kept, saved) = (objects, (value, start))
    objects = []
    if kept.count > 1 {
      let count = kept.reduce(0) { $0 + $1.count }
      emit(.failure(.tooShort(count), at: arrayStart))
    } else {
      for element in kept {
        (value, start) = (element.text, element.start)
        readElement(mayPair: false, emit)
      }
    }
    (value, start) = saved
  }

  /// Takes an element that is a cell or a row of the array's own board.
  private mutating func takeCells(_ emit: RecordSink) -> Bool {
    let taken = value.withUnsafeBufferPointer { bytes -> Bool in
      var element = CellCollector()
      switch bytes[0] {
      case UInt8(ascii: "["):
        guard bytes.allSatisfy({ $0 != UInt8(ascii: "{") }), bytes.count < 200 else { return false }
        let text = bytes.dropFirst().dropLast().split(
          separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard text.count == 9 else { return false }
        for word in text {
          let word = word.filter { !Notation.isBlank($0) && $0 != UInt8(ascii: "\"") }
          word.withUnsafeBufferPointer { element.add(string: $0) }
        }
      case UInt8(ascii: "\""):
        let text = UnsafeBufferPointer(rebasing: bytes[1..<(bytes.count - 1)])
        guard text.count == 9 || text.count <= 1 else { return false }
        element.add(string: text)
      default:
        element.add(number: bytes)
      }
      guard !element.isCorrupted else { return false }
      cells.add(element)
      return true
    }
    if cells.isDoubtful {
      cells = CellCollector()
      emit(.failure(.malformed(CellCollector.doubt), at: arrayStart))
    }
    if taken, let board = cells.board {
      cells = CellCollector()
      let start = arrayStart
      emit(.checked(PuzzleRecord(puzzle: board, line: start.line)) { _ in start.column })
    }
    return taken
  }

  private mutating func finishArray(_ emit: RecordSink) {
    isInArray = false
    flushObjects(emit)
    finishPair(emit)
    guard !cells.values.isEmpty else { return }
    let count = cells.values.count
    cells = CellCollector()
    emit(.failure(.tooShort(count), at: arrayStart))
  }

  private mutating func failUnfinished(_ emit: RecordSink) {
    flushPair(emit)
    if !isOverlong {
      JSONRecords.readWholeParts(of: value[...], line: start.line, emit)
      emit(
        BoardReader.Record.failure(
          .malformed("the JSON value \(JSONFormat.cut)"), at: start
        )
        .with(value[...]))
    }
    value = []
    (openCount, isString, isEscaped, isOverlong) = (0, false, false, false)
  }

  mutating func finish(line: Int, _ emit: RecordSink) {
    let isCut = openCount > 0 || isString
    if isCut { flushObjects(emit) }
    if isCut { failUnfinished(emit) }
    finishValue(emit)
    flushPair(emit)
    if isInArray, !isCut {
      isInArray = false
      flushObjects(emit)
      emit(.failure(.malformed("the JSON array \(JSONFormat.cut)"), at: arrayStart))
    }
  }
}

extension PuzzleFormat {
  /// One JSON object a line, with the puzzle in `puzzle` or a member with another common name.
  public static let jsonl = PuzzleFormat(JSONLinesFormat())
}

struct JSONLinesFormat: FormatDefinition {
  var name: String { "jsonl" }
  var summary: String { "one JSON object a line" }
  var fileExtension: String { "jsonl" }

  func recognizes(_ opening: Opening) -> Bool {
    switch opening.first {
    case UInt8(ascii: "{"): opening.isWhole && JSONRecords.isWhole(opening.text)
    // A shorter text may be the header of a table.
    case UInt8(ascii: "\""):
      opening.text.count >= 83 && opening.text.last == UInt8(ascii: "\"")
        && opening.text.count { $0 == UInt8(ascii: "\"") } == 2
    default: false
    }
  }
  func makeReader(limit: Int) -> FormatReader { makeReader(limit: limit, columns: []) }
  func makeReader(limit: Int, columns: [String]) -> FormatReader {
    .lines(JSONLinesReader(columns: columns))
  }
  func makeWriter(columns: [String]) -> any FormatWriter { JSONRecordWriter(isArray: false) }
}

private struct JSONLinesReader: LineFormatReader {
  let columns: [String]
  var plainLines: PlainLines? { columns.isEmpty ? PlainLines(.json) : nil }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    JSONRecords.read(line, line: number, columns: columns, emit)
  }
}
