import SudokuCore

/// Nine pasted rows, whose marks, labels and blanks are understood together.
struct PastedGrid {
  private let rows: [PastedRow]
  private let line: Int

  init(_ rows: [PastedRow], line: Int) {
    (self.rows, self.line) = (rows, line)
  }

  /// The record; `nil` if the rows are not a grid.
  var record: BoardReader.Record? {
    guard rows.count == 9, areLabelsInOrder else { return nil }
    let cells = rows.compactMap(\.row)
    guard cells.count == 9 else { return placed }
    let marks = rows.map { $0.marks.count == 9 ? $0.marks : [] }
    func hasMark(_ mark: PastedRow.Mark) -> Bool { marks.joined().contains(mark) }
    let (hasAngles, isNegative) = (hasMark(.angle), hasMark(.minus))
    var (clues, digits, candidates) = (Board(), Board(), PencilMarks())
    var (plainCount, negatives) = (0, [(cell: Cell, digit: Digit)]())
    for cell in CellSet.all {
      let row = cells[cell.row]
      let mark = marks[cell.row].isEmpty ? .none : marks[cell.row][cell.column]
      candidates[cell] = row.candidates?[cell.column] ?? .none
      guard let digit = Digit(Int(row.values[cell.column])) else { continue }
      switch mark {
      case .angle: clues[cell] = digit
      case .placed: digits[cell] = digit
      case .minus: negatives.append((cell, digit))
      case .other where hasAngles: digits[cell] = digit
      case .none where hasAngles: candidates[cell] = [digit]
      case .none, .other:
        clues[cell] = digit
        plainCount += 1
      }
    }
    if isNegative {
      if plainCount == 0 {
        for (cell, digit) in negatives { clues[cell] = digit }
      } else if !negatives.allSatisfy({ $0.digit.rawValue == 1 }) {
        return failure("the digits with '-' may be clues or not: remove the sign or the digits")
      }
    }
    var record = PuzzleRecord(puzzle: clues, line: line)
    if digits.clueCount > 0 { record.placed = digits }
    if !candidates.isEmpty { record.candidates = candidates }
    if clues.clueCount == 0, record.candidates != nil {
      return failure("the grid has candidates but no clues")
    }
    return .position(record) { cells[$0.row].columns[$0.column] }
  }

  private func failure(_ message: String) -> BoardReader.Record {
    .failure(.malformed(message), at: (line, 1))
  }

  private var areLabelsInOrder: Bool {
    let (first, last) = (rows.map(\.labels.first), rows.map(\.labels.last))
    func isInOrder(_ labels: [Int?]) -> Bool {
      labels.allSatisfy { $0 == nil }
        || [0, 1].contains { first in labels.enumerated().allSatisfy { $1 == $0 + first } }
    }
    return isInOrder(first) && isInOrder(last)
  }

  // MARK: Blanks for empty cells

  /// The grid of rows whose cells stand at fixed columns, with bars between the blocks.
  private var placed: BoardReader.Record? {
    var boards = Set<Board>()
    for step in 1...2 {
      for margin in 0...1 {
        let found = rows.compactMap { Self.cells($0.text[...], step: step, margin: margin) }
        guard found.count == 9, let board = Board(values: found.flatMap { $0 }) else { continue }
        boards.insert(board)
      }
    }
    guard boards.count == 1, let board = boards.first, board.clueCount > 0 else { return nil }
    return .checked(PuzzleRecord(puzzle: board, line: line)) { _ in 1 }
  }

  /// The cells of a row at equal distances; a blank stands beside each bar where `margin` is 1.
  private static func cells(_ text: ArraySlice<UInt8>, step: Int, margin: Int) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var values: [UInt8] = []
    for (index, part) in parts.enumerated() {
      var part = part
      if index > 0, margin == 1 {
        guard part.first == 0x20 || part.isEmpty else { return nil }
        part = part.dropFirst()
      }
      let width = 2 * step + 1
      if index < 2 {
        guard part.count == width + margin else { return nil }
      } else {
        guard part.dropFirst(width).allSatisfy(Notation.isBlank) else { return nil }
      }
      part = part.prefix(width)
      for (offset, byte) in part.enumerated() {
        guard offset % step == 0 || byte == 0x20 else { return nil }
      }
      for cell in 0..<3 {
        let place = part.startIndex + cell * step
        let byte = place < part.endIndex ? part[place] : 0x20
        values.append(byte == 0x20 ? 0 : Notation.value(byte))
      }
    }
    return values.allSatisfy { $0 <= 9 } ? values : nil
  }
}

extension PastedRow {
  /// A row in brackets.
  init(values: [UInt8]) {
    var row = GridRow()
    for (index, value) in values.prefix(9).enumerated() { row.values[index] = value }
    text = values.map { $0 + 0x30 }
    (self.row, marks) = (row, [])
  }
}
