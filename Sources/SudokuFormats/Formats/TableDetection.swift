import SudokuCore

/// Finds tables whose header has no known name for the puzzle, by the boards in the first row.
enum TableDetection {
  private static let separators: [(sign: UInt8, format: PuzzleFormat)] = [
    (UInt8(ascii: ","), .csv), (UInt8(ascii: "\t"), .tsv), (UInt8(ascii: ";"), .ssv),
    (UInt8(ascii: "|"), .csv),
  ]

  /// The format of a table with this row below this header.
  static func format(ofRow row: ArraySlice<UInt8>, below header: [UInt8]?) -> PuzzleFormat? {
    guard let header else { return nil }
    for (sign, format) in separators {
      let names = cells(of: header[...], sign)
      guard names.count >= 2, areNames(names) else { continue }
      if sign == UInt8(ascii: "|"), MarkdownTable.isRule(row) {
        // Nine columns are a grid.
        return names.count != 9 ? format : nil
      }
      let cells = cells(of: row, sign)
      if cells.count == names.count, TableColumns(cells) != nil { return format }
    }
    return nil
  }

  /// The format of lines that are a table without any board.
  static func format(ofText lines: [[UInt8]]) -> PuzzleFormat? {
    guard lines.count >= 2, let header = lines.first else { return nil }
    return separators.first { sign, _ in
      let names = cells(of: header[...], sign)
      return names.count >= 2 && areNames(names)
        && lines.allSatisfy { cells(of: $0[...], sign).count == names.count }
    }?.format
  }

  /// Whether a line may be the header of a table.
  static func mayBeHeader(_ line: ArraySlice<UInt8>) -> Bool {
    separators.contains { sign, _ in
      let names = cells(of: line, sign)
      return names.count >= 2 && areNames(names)
    }
  }

  /// Whether cells may be names: short, all different, with a letter or too many for a board.
  private static func areNames(_ cells: [ArraySlice<UInt8>]) -> Bool {
    guard cells.allSatisfy({ $0.count < 40 && Notation.board($0) == nil }),
      Set(cells.map(Array.init)).count == cells.count
    else { return false }
    return cells.count > 81
      || cells.contains { cell in
        cell.contains { 0x61...0x7A ~= $0 | 0x20 && $0 | 0x20 != 0x78 || $0 >= 0x80 }
      }
  }

  private static func cells(of line: ArraySlice<UInt8>, _ sign: UInt8) -> [ArraySlice<UInt8>] {
    let row = sign == UInt8(ascii: "|") ? MarkdownTable.row(line) : line
    guard row.firstPlace(of: sign) != nil else { return [row] }
    var cells = TableCells()
    guard cells.split(row, separator: sign) else { return [] }
    return (0..<cells.count).map { Notation.trimmed(cells.text($0, of: row)) }
  }
}

/// Tables of Markdown: `| id | puzzle |` with a line of dashes below the header.
enum MarkdownTable {
  /// A row without the outer bars.
  static func row(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var row = Notation.trimmed(line)
    if row.first == UInt8(ascii: "|") { row.removeFirst() }
    if row.last == UInt8(ascii: "|") { row.removeLast() }
    return row
  }

  /// Whether a line is the one of dashes below a header.
  static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    let cells = row(line).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return cells.count >= 2
      && cells.allSatisfy { cell in
        cell.contains(UInt8(ascii: "-")) && cell.allSatisfy { "-: ".utf8.contains($0) }
      }
  }
}

/// The columns of a table that hold boards, found by the cells of a row: one column with 81 characters, or 81
/// columns with a cell each.
struct TableColumns: Sendable {
  struct Place: Sendable, Equatable {
    var column: Int
    /// 1 or 81.
    var width: Int
    var columns: Range<Int> { column..<(column + width) }
  }

  let puzzle: Place
  let solution: Place?

  /// Finds the boards; `nil` if there are none.
  ///
  /// The solution is a full board with the puzzle's clues.
  init?(_ cells: [ArraySlice<UInt8>]) {
    var found: [(place: Place, board: Board)] = []
    for (column, cell) in cells.enumerated() where cell.count >= 81 {
      if let board = BoardText.board(ofCell: cell) {
        found.append((Place(column: column, width: 1), board))
      }
    }
    if found.isEmpty, cells.count >= 81 { found = Self.wide(cells) }
    guard let first = found.first(where: { !$0.board.isFull }) ?? found.first else { return nil }
    puzzle = first.place
    solution =
      found.first {
        $0.place != first.place && $0.board.isFull && first.board.isSubset(of: $0.board)
      }?.place
  }

  /// Boards in 81 columns each.
  private static func wide(_ cells: [ArraySlice<UInt8>]) -> [(place: Place, board: Board)] {
    let values = cells.map { SheetCell.value($0) ?? 255 }
    var (found, start): ([(Place, Board)], Int) = ([], 0)
    while start + 81 <= values.count {
      let part = values[start..<(start + 81)]
      if let last = part.lastIndex(of: 255) {
        start = last + 1
      } else if values.count - start > 81, values.count - start < 162, start == 0,
        cells[0].contains(where: { 0x30...0x39 ~= $0 }), values.count == 82
      {
        // The number of the row.
        start += 1
      } else if let board = Board(values: Array(part)) {
        found.append((Place(column: start, width: 81), board))
        start += 81
      } else {
        return found
      }
    }
    return found
  }
}

/// A cell of a board in a cell of a table.
enum SheetCell {
  /// The value: 0 for a blank cell and the words for none, 1 to 9 for a digit, also as `3.0` or `3e+00`; `nil`
  /// for any other text.
  static func value(_ text: ArraySlice<UInt8>) -> UInt8? {
    let text = Notation.trimmed(text)
    guard let first = text.first else { return 0 }
    if text.count == 1 { return Notation.value(first) <= 9 ? Notation.value(first) : nil }
    guard text.count <= 32 else { return nil }
    if 0x30...0x39 ~= first {
      guard let number = Double(String(decoding: text, as: UTF8.self)), 0...9 ~= number,
        number == number.rounded()
      else { return nil }
      return UInt8(number)
    }
    return ["nan", "na", "n/a", "null", "none", "nil"].contains(Notation.lowercased(text)) ? 0 : nil
  }
}
