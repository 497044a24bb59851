import SudokuCore

/// Chooses the columns of the boards by the names in the header and the first rows.
///
/// A row without a board decides nothing. Nor does a row with nothing but a full board if the names are unknown.
/// Such rows are kept, and read once a later row has decided.
struct TableChoice: Sendable {
  private let names: [String]
  /// The header according to its names; a row may show that they mean something else.
  private let named: TableHeader?
  /// The columns at which names begin to number 81 cells.
  private let runs: [Int]
  private(set) var kept: [(line: [UInt8], number: Int)] = []
  private var size = 0
  /// The columns that a kept row has shown, used if no row shows more.
  private var spare: TableColumns?
  /// The columns at which 81 columns of cells may begin, according to all rows so far.
  private var places: [Int]?

  init(names: [String], named: TableHeader?) {
    (self.names, self.named) = (names, named)
    runs = TableColumns.runs(of: names)
  }

  /// True once no more rows may be kept: after 64 rows or 256 KiB.
  private var isFull: Bool { kept.count >= 64 || size > 1 << 18 }

  /// The reason why no column was chosen.
  var fault: String {
    (places?.count ?? 0) > 1
      ? "81 columns of cells could begin in column \((places ?? []).map { "\($0 + 1)" }.joined(separator: " or ")): "
        + "name them r1c1 to r9c9"
      : "no column holds boards of 81 cells"
  }

  /// Takes a row; returns the header if the row decides, else keeps the row.
  mutating func take(
    _ cells: [ArraySlice<UInt8>], line: ArraySlice<UInt8>, number: Int
  ) -> TableHeader? {
    if let header = header(by: cells) { return header }
    if isFull { return last ?? TableHeader(names, nil) }
    kept.append((Array(line), number))
    size += line.count
    return nil
  }

  /// The header if no row has decided; `nil` if nothing shows the columns of the boards.
  var last: TableHeader? { named ?? spare.map { TableHeader(names, $0) } }

  private mutating func header(by cells: [ArraySlice<UInt8>]) -> TableHeader? {
    let columns = TableColumns(cells)
    if let named, let header = header(named, by: cells, columns) { return header }
    if !runs.isEmpty {
      return TableHeader(names, TableColumns(runs: runs, cells))
    }
    guard let columns else { return nil }
    if named != nil {
      // A short text in the column that is called puzzle, and a board elsewhere.
      let text = named.flatMap { $0.puzzle < cells.count ? cells[$0.puzzle] : nil } ?? []
      return columns.isPuzzleOpen && columns.puzzle.width < 81 && 1..<40 ~= text.count
        ? TableHeader(names, columns) : nil
    }
    if columns.puzzle.width < 81 {
      if columns.isPuzzleOpen { return TableHeader(names, columns) }
      spare = spare ?? columns
      return nil
    }
    if columns.isSure { return TableHeader(names, columns) }
    let starts = places.map { columns.starts.filter(Set($0).contains) } ?? columns.starts
    // No column fits all rows: the current row is the damaged one.
    if starts.isEmpty { return nil }
    places = starts
    let column = TableColumns(start: starts[0])
    if starts.count == 1 { return TableHeader(names, column) }
    return nil
  }

  /// The header with known names, for a row with a board in a column that they name.
  private func header(
    _ named: TableHeader, by cells: [ArraySlice<UInt8>], _ columns: TableColumns?
  ) -> TableHeader? {
    for column in [named.puzzle] + named.rivals where column < cells.count {
      guard let board = BoardText.board(ofCell: cells[column]) else { continue }
      // The names may be those of another language or the wrong way round.
      if board.isFull, let columns, columns.puzzle.width == 1, columns.solution?.column == column {
        return named.with(puzzle: columns.puzzle.column, solution: column)
      }
      // The digits show which column holds the solution, whatever its name.
      let pair = columns.flatMap { $0.puzzle.column == column ? $0.solution : nil }
      let solution = named.solution ?? pair.flatMap { $0.width == 1 ? $0.column : nil }
      return column == named.puzzle && solution == named.solution
        ? named : named.with(puzzle: column, solution: solution)
    }
    return nil
  }
}

/// The columns of a table that hold boards, found by the cells of a row: one column with 81 characters, nine
/// with a row each, or 81 with a cell each.
struct TableColumns: Sendable {
  struct Place: Sendable, Equatable {
    var column: Int
    /// 1, 9 or 81.
    var width: Int
    var columns: Range<Int> { column..<(column + width) }
  }

  private(set) var puzzle: Place
  private(set) var solution: Place?
  /// True if the puzzle has an empty cell.
  private(set) var isPuzzleOpen = true
  /// True if the row leaves no other choice.
  private(set) var isSure = true
  /// The columns at which 81 columns of cells may begin.
  private(set) var starts: [Int] = []

  /// Finds the boards; `nil` if there are none.
  ///
  /// The solution is a full board with the puzzle's clues.
  init?(_ cells: [ArraySlice<UInt8>]) {
    guard cells.count <= TableFormat.columnLimit else { return nil }
    var found: [(place: Place, board: Board)] = []
    for (column, cell) in cells.enumerated() where cell.count >= 81 {
      if let board = BoardText.board(ofCell: cell) {
        found.append((Place(column: column, width: 1), board))
      }
    }
    if found.isEmpty, cells.count >= 9 { found = Self.rows(cells) }
    if found.isEmpty, cells.count >= 81 {
      found = Self.wide(cells)
      starts = found.map(\.place.column)
      let full = found.filter(\.board.isFull)
      let pairs = found.filter { !full.isEmpty && !$0.board.isFull }.flatMap { first in
        full.filter {
          abs($0.place.column - first.place.column) >= 81 && first.board.isSubset(of: $0.board)
        }.map { [first, $0] }
      }
      if pairs.count == 1 { found = pairs[0] }
      isSure = found.count == 1 || pairs.count == 1
    }
    guard let first = found.first(where: { !$0.board.isFull }) ?? found.first else { return nil }
    puzzle = first.place
    isPuzzleOpen = !first.board.isFull
    guard isSure else { return }
    solution =
      found.first {
        $0.place != first.place && $0.board.isFull && first.board.isSubset(of: $0.board)
      }?.place
  }

  /// 81 columns from one on.
  init(start: Int) { puzzle = Place(column: start, width: 81) }

  /// The columns that names number: one board, or a board and its solution, in the order that the row shows.
  init(runs: [Int], _ cells: [ArraySlice<UInt8>]) {
    self.init(start: runs[0])
    guard runs.count > 1 else { return }
    let boards = runs.prefix(2).map { Self.board(cells, $0) }
    solution = Place(column: runs[1], width: 81)
    if let first = boards[0], let second = boards[1], first.isFull, !second.isFull {
      (puzzle.column, solution) = (runs[1], puzzle)
    }
  }

  private static func board(_ cells: [ArraySlice<UInt8>], _ start: Int) -> Board? {
    guard start + 81 <= cells.count else { return nil }
    let values = cells[start..<(start + 81)].compactMap(SheetCell.value)
    return Board(values: values)
  }

  /// Boards in nine columns each, with a row in each.
  private static func rows(_ cells: [ArraySlice<UInt8>]) -> [(place: Place, board: Board)] {
    var (found, start): ([(Place, Board)], Int) = ([], 0)
    while start + 9 <= cells.count {
      let part = cells[start..<(start + 9)].map { Notation.trimmed($0) }
      if part.allSatisfy({ $0.count == 9 }), let board = Notation.board(part.flatMap { $0 }[...]) {
        found.append((Place(column: start, width: 9), board))
        start += 9
      } else {
        start += 1
      }
    }
    return found
  }

  /// Boards in 81 columns each, wherever the rules allow one; they may overlap.
  private static func wide(_ cells: [ArraySlice<UInt8>]) -> [(place: Place, board: Board)] {
    let values = cells.map { SheetCell.value($0) ?? 255 }
    var (found, start): ([(Place, Board)], Int) = ([], 0)
    // The position of the latest cell that is not one of a board, up to the end of the current part.
    var (bad, checked) = (-1, 0)
    while start + 81 <= values.count {
      while checked < start + 81 {
        if values[checked] > 9 { bad = checked }
        checked += 1
      }
      if bad >= start {
        start = bad + 1
        continue
      }
      let board = Board(unsafeValues: { cells in
        for index in 0..<81 { cells[index] = values[start + index] }
      })
      if board.obeysRules || values.count % 81 == 0 {
        found.append((Place(column: start, width: 81), board))
      }
      start += values.count % 81 == 0 ? 81 : 1
    }
    return found
  }

  /// The columns at which 81 names in a row begin to count cells: `c1` to `c81`, `r1c1` to `r9c9`, `0` to `80`,
  /// `A1` to `I9`.
  static func runs(of names: [String]) -> [Int] {
    guard names.count >= 81 else { return [] }
    for isLettered in [false, true] {
      let shapes = names.map { shape(of: $0, isLettered) }
      var (runs, start): ([Int], Int) = ([], 0)
      while start < shapes.count {
        let end = shapes[start...].firstIndex { $0 != shapes[start] } ?? shapes.count
        if shapes[start] != nil, end - start == 81 || end - start == 162 {
          runs += stride(from: start, to: end, by: 81)
        }
        start = end
      }
      if !runs.isEmpty { return runs }
    }
    return []
  }

  /// A name without its digits; `nil` if it has none.
  private static func shape(of name: String, _ isLettered: Bool) -> String? {
    let rest = String(name.lowercased().filter { !("0"..."9" ~= $0) })
    guard rest.utf8.count < name.utf8.count else { return nil }
    return isLettered && rest.count == 1 && name.count == 2 ? "#" : rest
  }
}
