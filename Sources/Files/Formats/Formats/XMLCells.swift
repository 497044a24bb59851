import SudokuCore

/// The boards in the XML of programs that write no games and no tables.
///
/// ```
/// <Cell><x>0</x><y>0</y><value>5</value><origin>User</origin></Cell>    .sdku
/// <graph type="sudoku" order="9"/><values>_b__c...</values>             KSudoku: b is 1
/// ```
struct XMLCells: Sendable {
  /// True within a file of KSudoku, whose games have no data of their own.
  private(set) var isKSudoku = false
  private var kind = "sudoku"
  private var order = 9
  private var values: Board?
  private var solution: Board?
  /// The members of the open cell, by their names.
  private var cell: [String: String] = [:]
  private var cells: [(cell: Cell, digit: Digit, origin: String)] = []
  private var fault: String?

  /// Takes a tag with the text before it; returns the record of a board that ends there.
  mutating func take(
    _ name: String, _ attributes: (String) -> String?, _ text: String,
    at place: (line: Int, column: Int)
  ) -> BoardReader.Record? {
    switch name {
    case "ksudoku": isKSudoku = true
    case "graph" where isKSudoku:
      let specific = attributes("specific-type").map { $0.lowercased() } ?? "plain"
      kind = specific == "plain" ? attributes("type") ?? "sudoku" : specific
      order = attributes("order").flatMap { Int($0) } ?? 9
    case "/values" where isKSudoku: values = board(text)
    case "/solution" where isKSudoku: solution = board(text)
    case "/puzzle" where isKSudoku:
      defer { (values, solution) = (nil, nil) }
      return puzzle(at: place)
    case "cell": cell = [:]
    case "/x", "/y", "/value", "/origin": cell[String(name.dropFirst())] = text
    case "/cell": endCell()
    case "/sudoku":
      defer { (cells, fault) = ([], nil) }
      return board(at: place)
    default: break
    }
    return nil
  }

  // MARK: KSudoku

  private func board(_ text: String) -> Board? {
    Board(
      values: text.utf8.map { sign in
        sign == UInt8(ascii: "_") ? 0 : sign > UInt8(ascii: "a") ? sign - UInt8(ascii: "a") : 255
      })
  }

  private func puzzle(at place: (line: Int, column: Int)) -> BoardReader.Record? {
    if order != 9 { return .failure(.malformed(OtherSize.message(order)), at: place) }
    if kind != "sudoku" { return .failure(.malformed(Variant.message(kind)), at: place) }
    guard let values else {
      return .failure(.malformed("'values' is not a board of 81 cells"), at: place)
    }
    var record = PuzzleRecord(puzzle: values, line: place.line)
    if let solution { _ = record.takeSolution(solution) }
    return .checked(record) { _ in place.column }
  }

  // MARK: Cells with places

  private mutating func endCell() {
    defer { cell = [:] }
    guard let value = cell["value"], let digit = Int(value).flatMap({ Digit($0) }) else { return }
    guard let column = cell["x"].flatMap({ Int($0) }), 0..<9 ~= column,
      let row = cell["y"].flatMap({ Int($0) }), 0..<9 ~= row
    else { return fault = "a cell has no 'x' and 'y' from 0 to 8" }
    guard cells.count < 81 else { return fault = "the board has more than 81 cells" }
    cells.append((Cell(row: row, column: column), digit, cell["origin"]?.lowercased() ?? ""))
  }

  /// The board of the cells: those of the user are clues, unless others are called the provided ones.
  private func board(at place: (line: Int, column: Int)) -> BoardReader.Record? {
    if let fault { return .failure(.malformed(fault), at: place) }
    guard !cells.isEmpty else { return nil }
    let hasProvided = cells.contains { $0.origin == "provided" }
    var (clues, placed) = (Board(), Board())
    for (cell, digit, origin) in cells {
      let isClue =
        hasProvided ? origin == "provided" : !["calculated", "trial"].contains(origin)
      if isClue { clues[cell] = digit } else { placed[cell] = digit }
    }
    var record = PuzzleRecord(puzzle: clues, line: place.line)
    if !record.takeSolution(record.with(placed: placed)), placed.clueCount > 0 {
      record.placed = placed
    }
    return .position(record) { _ in place.column }
  }
}

extension PuzzleRecord {
  fileprivate func with(placed: Board) -> Board {
    var copy = self
    copy.placed = placed
    return copy.filled
  }
}
