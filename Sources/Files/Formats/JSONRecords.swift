import SudokuCore

/// Finds the puzzles in a JSON value.
///
/// A puzzle is a text of 81 cells, an array of 81 numbers, nine arrays or texts of nine, or an object
/// with one of these under a name that `FieldRole` knows. Any other array or object is searched.
struct JSONRecords {
  let line: Int
  let bytes: UnsafeBufferPointer<UInt8>
  /// The paths of puzzle and solution; empty to find them.
  let columns: [String]
  /// The offsets behind the line ends.
  private let lineStarts: [Int]
  /// The limit in bytes of the values beside puzzles that each puzzle gets as fields.
  private static let factLimit = 1 << 16

  private init(line: Int, bytes: UnsafeBufferPointer<UInt8>, columns: [String]) {
    (self.line, self.bytes, self.columns) = (line, bytes, columns)
    var (starts, place) = ([Int](), 0)
    while let end = UnsafeBufferPointer(rebasing: bytes[place...]).firstPlace(of: 0x0A) {
      place += end + 1
      starts.append(place)
    }
    lineStarts = starts
  }

  /// Reads the consecutive values of a text, and emits a record or a failure for each.
  static func read(
    _ text: ArraySlice<UInt8>, line: Int, columns: [String] = [], _ emit: RecordSink
  ) {
    text.withUnsafeBufferPointer { bytes in
      JSONRecords(line: line, bytes: bytes, columns: columns).readAll(emit)
    }
  }

  /// True if a text is complete, even if it is malformed; `false` if only the end of a value is missing.
  static func isWhole(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      do throws(JSONFault) {
        while !scanner.isAtEnd() { try scanner.skipValue() }
        return true
      } catch {
        return !error.isIncomplete
      }
    }
  }

  private func readAll(_ emit: RecordSink) {
    var scanner = JSONScanner(bytes)
    do throws(JSONFault) {
      while !scanner.isAtEnd() {
        let start = scanner.at
        let count = try readValue(&scanner, around: [], depth: 0, emit)
        if count == 0 { emit(.failure(lack(at: start))) }
        // The comma behind the objects of an array that was cut into lines.
        scanner.skipComma()
      }
    } catch {
      let message = error.isSyntax ? Self.invalid + error.message : error.message
      emit(.failure(self.error(message, at: error.offset)))
    }
  }

  /// The beginning of each message about a text that is not JSON.
  static let invalid = "invalid JSON: "

  func lack(at offset: Int) -> BoardTextError {
    error(
      "no puzzle found: give 81 cells as 'puzzle' "
        + "(or 'question', 'quizzes', 'board', 'grid', 'clues' ...)", at: offset)
  }

  func error(_ message: String, at offset: Int) -> BoardTextError {
    let place = position(of: offset)
    return BoardTextError(.malformed(message), line: place.line, column: place.column)
  }

  func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(offset, bytes.count)
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return (line + low, offset - (low > 0 ? lineStarts[low - 1] : 0) + 1)
  }

  // MARK: Values

  /// Reads a value; returns the number of emitted records and failures.
  func readValue(
    _ scanner: inout JSONScanner, around: [PuzzleField], depth: Int, _ emit: RecordSink
  ) throws(JSONFault) -> Int {
    let start = scanner.at
    switch try scanner.kind() {
    case .object: return try readObject(&scanner, around: around, depth: depth, emit)
    case .array:
      var collector = CellCollector()
      try collect(&scanner, &collector, depth: depth)
      if !columns.isEmpty { return try readElements(at: start, around, depth: depth, emit) }
      if let board = collector.board {
        return emitBoard(board, fields: around, at: start, emit)
      }
      if collector.isDoubtful || collector.isCorrupted && JSONCells.isDoubtful(bytes, at: start) {
        emit(.failure(error(CellCollector.doubt, at: start), fields: around))
        return 1
      }
      if collector.isCorrupted, let record = JSONCells.record(bytes, at: start) {
        return emitCells(record, fields: around, at: start, emit)
      }
      if try readRow(at: start, around: around, depth: depth, emit) { return 1 }
      return try readElements(at: start, around, depth: depth, emit)
    case .string:
      let range = try scanner.string()
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      // Texts outside objects are meant to be puzzles.
      guard let board = board(ofString: text), columns.isEmpty else {
        if !around.isEmpty || depth > 1 { return 0 }
        var fault = Notation.fault(Array(text)[...], line: line, column: 1)
        let place = position(of: range.lowerBound)
        (fault.line, fault.column) = (place.line, place.column + fault.column - 1)
        emit(.failure(fault))
        return 1
      }
      return emitBoard(board, fields: around, at: start, emit)
    default:
      try scanner.skipValue(depth: depth)
      return 0
    }
  }

  private func readElements(
    at start: Int, _ around: [PuzzleField], depth: Int, _ emit: RecordSink
  ) throws(JSONFault) -> Int {
    var (inner, count) = (JSONScanner(bytes, at: start), 0)
    try inner.elements(depth: depth) { (inner) throws(JSONFault) in
      count += try readValue(&inner, around: around, depth: depth + 1, emit)
    }
    return count
  }

  private func emitBoard(
    _ board: Board, fields: [PuzzleField], at start: Int, _ emit: RecordSink
  ) -> Int {
    let place = position(of: start)
    let record = PuzzleRecord(puzzle: board, fields: fields, line: place.line)
    emit(.checked(record) { _ in place.column })
    return 1
  }

  struct Member {
    let key: UnsafeBufferPointer<UInt8>
    let value: Range<Int>
    let kind: JSONScanner.Kind
    let role: FieldRole?
  }

  func members(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONFault) -> [Member] {
    var members: [Member] = []
    try scanner.members(depth: depth) { (scanner, key) throws(JSONFault) in
      scanner.skipBlanks()
      let begin = scanner.at
      let kind = try scanner.skipValue(depth: depth + 1)
      members.append(
        Member(key: key, value: begin..<scanner.at, kind: kind, role: FieldRole(key)))
    }
    return members
  }

  private func readObject(
    _ scanner: inout JSONScanner, around: [PuzzleField], depth: Int, _ emit: RecordSink
  ) throws(JSONFault) -> Int {
    let start = scanner.at
    let members = try members(&scanner, depth: depth)
    if !columns.isEmpty {
      return try readChosen(members, around: around, depth: depth, at: start, emit)
    }
    let puzzles = preferred(members.filter { $0.role == .puzzle })
    if readPuzzle(among: puzzles, in: members, around: around, at: start, emit) { return 1 }
    if let found = try FPuzzlesObject.record(bytes, members.map { ($0.key, $0.value) }) {
      return emitCells(found, fields: around, at: start, emit)
    }
    if let count = try readSplit(members, around: around, emit) { return count }
    if let count = try readColumns(members, around: around, at: start, emit) { return count }
    if let count = readCells(members, around: around, at: start, emit) { return count }
    var count = 0
    // A full board under the name of a solution is not a puzzle, but that of the puzzles inside.
    let solution = members.first { $0.role == .solution && board(of: $0)?.isFull == true }
    let simple = members.filter {
      $0.kind != .object && $0.kind != .array && $0.value != solution?.value
    }
    let facts = around + simple.map(field)
    if simple.count < members.count, size(of: facts) > Self.factLimit {
      emit(
        .failure(
          error(
            "the values beside the puzzles have more than \(Self.factLimit) bytes", at: start)))
      return 1
    }
    let full = solution.flatMap { board(of: $0) }
    for member in members where member.kind == .object || member.kind == .array {
      if member.value == solution?.value { continue }
      var inner = JSONScanner(bytes, at: member.value.lowerBound)
      count += try readValue(&inner, around: facts, depth: depth + 1) { found in
        guard case .puzzle(var record) = found, let full else { return emit(found) }
        // The solution of another puzzle is meant as this one's.
        if !record.takeSolution(full), record.solution == nil {
          record.fields.append(PuzzleField("solution", full.line))
        }
        emit(.puzzle(record))
      }
    }
    guard count == 0 else { return count }
    if let member = puzzles.first {
      emit(.failure(fault(of: member), fields: around + faultFields(members, puzzle: member)))
      return 1
    }
    count = readUnnamed(members, around: around, at: start, emit)
    if count == 0, let solution {
      let name = JSONText.unescaped(solution.key)
      emit(
        .failure(
          error("'\(name)' is a solution without its puzzle", at: solution.value.lowerBound),
          fields: around + members.map(field)))
      return 1
    }
    guard depth == 0, count == 0 else { return count }
    emit(.failure(lack(at: start), fields: members.map(field)))
    return 1
  }

  /// Reads the first of the members with a puzzle's name that is a board; false if none is.
  private func readPuzzle(
    among puzzles: [Member], in members: [Member], around: [PuzzleField], at start: Int,
    _ emit: RecordSink
  ) -> Bool {
    for member in puzzles {
      guard let board = board(of: member) else { continue }
      if let others = rivals(of: member, in: puzzles) {
        emit(.failure(ambiguity([member] + others, at: start), fields: around))
        return true
      }
      if let rule = members.first(where: isRule) {
        let others = members.filter { $0.key.baseAddress != member.key.baseAddress }
        let message = Variant.message(JSONText.unescaped(rule.key))
        emit(
          .failure(
            self.error(message, at: rule.value.lowerBound), fields: around + others.map(field)))
        return true
      }
      let record = record(board, from: member, in: members, around: around, at: start)
      let column = position(of: member.value.lowerBound).column
      emit(.checked(record) { member.kind == .string ? column + 1 + $0.index : column })
      return true
    }
    return false
  }

  private func size(of fields: [PuzzleField]) -> Int {
    fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.text.utf8.count }
  }

  /// The members of an object whose puzzle can't be read, with our names of puzzle and solution.
  private func faultFields(_ members: [Member], puzzle: Member) -> [PuzzleField] {
    var hasSolution = members.contains { $0.key.elementsEqual("solution".utf8) }
    return members.map { member in
      var field = field(member)
      if member.key.baseAddress == puzzle.key.baseAddress {
        field.name = "puzzle"
      } else if member.role == .solution, !hasSolution {
        (field.name, hasSolution) = ("solution", true)
      }
      return field
    }
  }

  func isRule(_ member: Member) -> Bool {
    guard Variant.mayBeName(member.key) else { return false }
    let text = bytes[member.value].filter { $0 != UInt8(ascii: "\"") }
    return Variant.isRule(JSONText.unescaped(member.key), String(decoding: text, as: UTF8.self))
  }

  func fault(of member: Member) -> BoardTextError {
    let name = String(decoding: member.key, as: UTF8.self)
    if let side = side(of: member), side != 9 {
      return error(
        "'\(name)' is \(side) x \(side): only 9 x 9 is read", at: member.value.lowerBound)
    }
    guard member.kind == .string else {
      let message = isDoubtful(member) ? CellCollector.doubt : "is not a board of 81 cells"
      return error("'\(name)' \(message)", at: member.value.lowerBound)
    }
    let text = bytes[(member.value.lowerBound + 1)..<(member.value.upperBound - 1)]
    let place = position(of: member.value.lowerBound + 1)
    var fault = Notation.fault(Array(text)[...], line: place.line, column: place.column)
    fault.kind = .malformed("in '\(name)': \(fault.message)")
    return fault
  }

  func record(
    _ board: Board, from puzzle: Member, in members: [Member], around: [PuzzleField], at start: Int
  ) -> PuzzleRecord {
    var record = PuzzleRecord(puzzle: board, fields: around, line: line)
    if start > 0 { record.line = position(of: start).line }
    var hasOther = record.field("solution") != nil
    for member in members where member.key.baseAddress != puzzle.key.baseAddress {
      switch member.role {
      case .solution:
        if let full = self.board(of: member), full.isFull {
          if record.takeSolution(full) { continue }
          // The solution of another puzzle is meant as this one's.
          if !hasOther {
            hasOther = true
            record.fields.append(PuzzleField("solution", full.line))
            continue
          }
        }
      case .placed:
        if let board = self.board(of: member) {
          record.takePlaced(from: board)
          continue
        }
      case .puzzle where record.placed == nil:
        // The state of a game whose clues stand beside it.
        if let state = self.board(of: member), board.isSubset(of: state), board.clueCount > 0 {
          record.takePlaced(from: state)
          continue
        }
      case .candidates,
        nil where member.key.elementsEqual("notes".utf8):
        if let marks = marks(of: member) {
          record.candidates = marks
          continue
        }
      default: break
      }
      let field = field(member)
      // The number of clues, which our own lines include, follows from the board.
      if field.name == "clues", field.value == .json(String(board.clueCount)) { continue }
      if field.name == "solution" { hasOther = true }
      record.add(field)
    }
    return record
  }

  func field(_ member: Member) -> PuzzleField {
    let text = UnsafeBufferPointer(rebasing: bytes[member.value])
    let name = JSONText.unescaped(member.key)
    if member.kind == .string {
      let string = JSONText.unescaped(UnsafeBufferPointer(rebasing: text[1..<(text.count - 1)]))
      // Half of a surrogate pair is not text: such a string stays in its escaped form.
      let isText = !string.unicodeScalars.contains("\u{FFFD}") || !text.contains(UInt8(ascii: "\\"))
      if isText { return PuzzleField(name, string) }
    }
    return PuzzleField(name, .json(JSONText.compact(text)))
  }
}
