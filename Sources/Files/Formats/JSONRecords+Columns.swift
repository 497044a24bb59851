// Puzzles in the layouts of data frames: columns of values, rows of values, maps of names to boards.

import SudokuCore

extension JSONRecords {
  /// Reads an object that holds columns, and returns the number of records; `nil` for other objects.
  ///
  /// A column is an array, as in `{"puzzle":["53..7", ...],"solution":[...]}`, or an object with the same keys
  /// as the others.
  func readColumns(
    _ members: [Member], around: [PuzzleField], at start: Int, _ emit: RecordSink
  ) throws(JSONFault) -> Int? {
    guard
      let puzzle = members.first(where: {
        $0.role == .puzzle && ($0.kind == .array || $0.kind == .object)
      })
    else { return nil }
    let puzzles = try elements(of: puzzle)
    guard puzzles.contains(where: { board(of: $0) != nil }) else { return nil }
    var columns: [(member: Member, cells: [Member])] = []
    var facts = around
    for member in members where member.key.baseAddress != puzzle.key.baseAddress {
      let cells = member.kind == puzzle.kind ? try elements(of: member) : []
      if cells.count == puzzles.count {
        columns.append((member, cells))
      } else {
        facts.append(field(member))
      }
    }
    for (index, element) in puzzles.enumerated() {
      let row = [named(puzzle, element)] + columns.map { named($0.member, $0.cells[index]) }
      emitRow(row, around: facts, at: element.value.lowerBound, emit)
    }
    return puzzles.count
  }

  /// Reads an object with the names of columns and rows of values, as data frames write them.
  func readSplit(
    _ members: [Member], around: [PuzzleField], _ emit: RecordSink
  ) throws(JSONFault) -> Int? {
    func member(_ name: String) -> Member? {
      members.first { $0.key.elementsEqual(name.utf8) && $0.kind == .array }
    }
    guard let columns = member("columns"), let data = member("data") else { return nil }
    let names = try elements(of: columns)
    guard names.allSatisfy({ $0.kind == .string }) else { return nil }
    let rows = try elements(of: data)
    for row in rows {
      let cells = row.kind == .array ? try elements(of: row) : []
      let named = zip(names, cells).map { name, cell in
        let key = UnsafeBufferPointer(rebasing: bytes[text(of: name)])
        return Member(key: key, value: cell.value, kind: cell.kind, role: FieldRole(key))
      }
      emitRow(named, around: around, at: row.value.lowerBound, emit)
    }
    return rows.count
  }

  /// Reads an array of values that has one board, or a puzzle and its solution, beside other values.
  func readRow(
    at start: Int, around: [PuzzleField], depth: Int, _ emit: RecordSink
  ) throws(JSONFault) -> Bool {
    var cells: [Member] = []
    var scanner = JSONScanner(bytes, at: start)
    var isRow = true
    try scanner.elements(depth: depth) { (scanner) throws(JSONFault) in
      scanner.skipBlanks()
      let begin = scanner.at
      let kind = try scanner.skipValue(depth: depth + 1)
      isRow = isRow && kind != .array && kind != .object && cells.count < 1_000
      let key = UnsafeBufferPointer(rebasing: bytes[begin..<begin])
      if isRow { cells.append(Member(key: key, value: begin..<scanner.at, kind: kind, role: nil)) }
    }
    let boards = cells.filter { $0.kind == .string && board(of: $0) != nil }
    let others = cells.filter { $0.kind != .string || board(of: $0) == nil }
    guard isRow, cells.count > 1, boards.count == 1 || boards.count == 2,
      others.allSatisfy({ $0.value.count < 40 }), boards.count == 1 || solution(in: boards) != nil
    else { return false }
    emitRow(cells, around: around, at: start, emit)
    return true
  }

  /// Reads an object without a known name for its puzzle, by the boards in it: a puzzle and its solution, or
  /// nothing but puzzles under their names.
  func readUnnamed(
    _ members: [Member], around: [PuzzleField], at start: Int, _ emit: RecordSink
  ) -> Int {
    if let count = readKeys(members, around: around, emit) { return count }
    let boards = members.filter { $0.kind == .string && board(of: $0) != nil }
    guard !boards.isEmpty else { return 0 }
    if boards.count == members.count, boards.count > 1, solution(in: boards) == nil {
      for member in boards {
        guard let board = board(of: member) else { continue }
        let place = position(of: member.value.lowerBound)
        let name = PuzzleField("name", JSONText.unescaped(member.key))
        let record = PuzzleRecord(puzzle: board, fields: around + [name], line: place.line)
        emit(.checked(record) { place.column + 1 + $0.index })
      }
      return boards.count
    }
    emitRow(members, around: around, at: start, emit)
    return 1
  }

  /// Reads an object whose keys are puzzles, with a solution or another value for each; `nil` for other objects.
  private func readKeys(_ members: [Member], around: [PuzzleField], _ emit: RecordSink) -> Int? {
    guard !members.isEmpty, members.allSatisfy({ Notation.board($0.key) != nil }) else {
      return nil
    }
    for member in members {
      guard let board = Notation.board(member.key) else { continue }
      let place = position(of: member.value.lowerBound)
      var record = PuzzleRecord(puzzle: board, fields: around, line: place.line)
      let full = self.board(of: member)
      if full.map({ record.takeSolution($0) }) != true {
        var field = field(member)
        field.name = full == nil ? "value" : "solution"
        record.add(field)
      }
      emit(.checked(record) { _ in place.column })
    }
    return members.count
  }

  // MARK: Rows

  /// Emits the record of named values; those without a name are named by their column.
  private func emitRow(
    _ row: [Member], around: [PuzzleField], at start: Int, _ emit: RecordSink
  ) {
    let boards = row.filter { board(of: $0) != nil }
    let named = row.first { $0.role == .puzzle }
    let pair = named == nil ? solution(in: boards) : nil
    let open = boards.first { board(of: $0)?.isFull == false }
    let fields = around + row.enumerated().map { column, member in self.field(member, column) }
    guard let puzzle = named ?? pair?.puzzle ?? open ?? boards.first else {
      return emit(.failure(lack(at: start), fields: fields))
    }
    guard let board = board(of: puzzle) else {
      return emit(.failure(fault(of: puzzle), fields: fields))
    }
    let place = position(of: puzzle.value.lowerBound)
    var record = PuzzleRecord(puzzle: board, fields: around, line: place.line)
    for (column, member) in row.enumerated()
    where member.value.lowerBound != puzzle.value.lowerBound {
      let isSolution = member.role == .solution || pair?.solution.value == member.value
      if isSolution, let full = self.board(of: member), record.takeSolution(full) { continue }
      if member.kind == .literal, bytes[member.value].elementsEqual("null".utf8) { continue }
      record.add(field(member, column))
    }
    emit(.checked(record) { puzzle.kind == .string ? place.column + 1 + $0.index : place.column })
  }

  private func field(_ member: Member, _ column: Int) -> PuzzleField {
    var field = field(member)
    if field.name.isEmpty { field.name = "column\(column + 1)" }
    return field
  }

  /// A puzzle and its solution among boards; `nil` unless there is exactly one of each.
  private func solution(in members: [Member]) -> (puzzle: Member, solution: Member)? {
    let open = members.filter { board(of: $0)?.isFull == false }
    let full = members.filter { board(of: $0)?.isFull == true }
    guard open.count == 1, full.count == 1, let puzzle = board(of: open[0]),
      let solution = board(of: full[0]), puzzle.isSubset(of: solution)
    else { return nil }
    return (open[0], full[0])
  }

  private func named(_ column: Member, _ cell: Member) -> Member {
    Member(key: column.key, value: cell.value, kind: cell.kind, role: column.role)
  }

  private func text(of member: Member) -> Range<Int> {
    (member.value.lowerBound + 1)..<(member.value.upperBound - 1)
  }

  /// The values of an array or object.
  private func elements(of member: Member) throws(JSONFault) -> [Member] {
    var scanner = JSONScanner(bytes, at: member.value.lowerBound)
    var found: [Member] = []
    func take(
      _ scanner: inout JSONScanner, _ key: UnsafeBufferPointer<UInt8>
    ) throws(JSONFault) {
      scanner.skipBlanks()
      let begin = scanner.at
      let kind = try scanner.skipValue()
      found.append(Member(key: key, value: begin..<scanner.at, kind: kind, role: nil))
    }
    switch member.kind {
    case .array:
      try scanner.elements { (scanner) throws(JSONFault) in try take(&scanner, member.key) }
    case .object:
      try scanner.members { (scanner, key) throws(JSONFault) in try take(&scanner, key) }
    default: break
    }
    return found
  }
}
