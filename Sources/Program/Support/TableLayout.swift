import ArgumentParser
import SudokuFormats
import SudokuRating
import SudokuReading
import Synchronization

/// Options for tables that other programs read.
struct TableArguments: ParsableArguments {
  @Option(
    help: """
      Print only these columns of csv, in this order, such as puzzle,solution,rating. 'rating' is the \
      score on any scale, 'scale' its name.
      """,
    transform: { text in
      let names = text.split(separator: ",").map { name in
        String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      if names.isEmpty || names.contains("") {
        throw ValidationError("give names of columns, such as puzzle,solution")
      }
      return names
    })
  var columns: [String]?

  @Flag(
    help: """
      Keep the input's names of the columns with puzzle and solution, and its sign for empty cells, so \
      that csv joins the input.
      """)
  var keepNames = false

  @Option(help: "The sign for empty cells in line, csv and jsonl: . or 0 (default: .).")
  var empty: EmptySign?

  @Flag(help: "Print csv with 81 columns for a board, one for each cell, as data merge needs.")
  var cells = false

  @Flag(help: "Begin csv with a byte order mark, as spreadsheets need.")
  var mark = false

  @Option(help: "Sort the rows of csv by rating, level or clues; all of them are kept in memory.")
  var sort: SortKey?

  @Flag(help: "Sort from the highest to the lowest.")
  var descending = false

  enum SortKey: String, CaseIterable, ExpressibleByArgument { case rating, level, clues }

  enum EmptySign: String, ExpressibleByArgument {
    case point = "."
    case zero = "0"
  }

  /// The first option that only csv has; `nil` if none is set.
  private var tableOption: String? {
    let set = [
      (columns != nil, "--columns"), (keepNames, "--keep-names"), (cells, "--cells"),
      (mark, "--mark"), (sort != nil, "--sort"),
    ]
    return set.first { $0.0 }?.1
  }

  func check(isCSV: Bool) throws {
    if let option = tableOption, !isCSV { throw ValidationError("\(option) needs --format csv") }
    if descending, sort == nil { throw ValidationError("--descending needs --sort") }
  }

  /// True if rows stay as the commands write them.
  var isPlain: Bool { tableOption == nil && empty == nil }
}

/// Arranges the rows of a command by the options of a table.
///
/// It works on the text of whole rows, so that it is the same for every command.
final class TableLayout: Sendable {
  /// A row that waits to be sorted.
  struct SortedRow {
    let key: Double
    let bytes: [UInt8]
  }

  private struct State {
    var header: [String]?
    var names: TableNames?
    /// The rows to sort.
    var rows: [SortedRow] = []
  }

  private let options: TableArguments
  private let isCSV: Bool
  private let separator: UInt8
  private let state = Mutex(State())

  init(_ options: TableArguments, isCSV: Bool, separator: UInt8 = UInt8(ascii: ",")) {
    (self.options, self.isCSV, self.separator) = (options, isCSV, separator)
  }

  /// Takes the names of the boards from the first part of the input.
  func take(_ part: InputPart?) throws {
    guard options.keepNames, let part, state.withLock({ $0.names == nil }) else { return }
    if case .fault = part { return }
    guard let names = part.boardNames else {
      throw CommandFailure(
        "--keep-names needs a table whose header names the column of the puzzle as the first input",
        code: .usage)
    }
    state.withLock { $0.names = names }
  }

  /// The header arranged by the options, from that of the command.
  func header(_ bytes: [UInt8]) throws -> [UInt8] {
    guard isCSV, let names = rows(of: bytes).first else { return bytes }
    state.withLock { $0.header = names }
    let known = state.withLock(\.names)
    if let missing = options.columns?.first(where: {
      Self.index(of: Self.own($0, known), in: names) == nil
    }) {
      throw CommandFailure(
        "unknown column '\(missing)'; valid columns: \(names.joined(separator: ", "))",
        code: .usage)
    }
    if let sort = options.sort, sort != .clues, Self.index(of: sort.rawValue, in: names) == nil {
      throw CommandFailure(
        "no column '\(sort.rawValue)' to sort by; valid columns: \(names.joined(separator: ", "))",
        code: .usage)
    }
    let cells = picked(names, known, isHeader: true).flatMap { name, _ -> [String] in
      if options.cells, name == "puzzle" || name == "solution" {
        let prefix = name == "puzzle" ? "" : "solution_"
        return (0..<81).map { "\(prefix)r\($0 / 9 + 1)c\($0 % 9 + 1)" }
      }
      if name == "puzzle", let known { return [known.puzzle] }
      if name == "solution", let own = known?.solution { return [own] }
      return [name]
    }
    return (options.mark ? [0xEF, 0xBB, 0xBF] : []) + text(of: cells)
  }

  /// Rows arranged by the options; none if they are kept to be sorted.
  func rows(_ bytes: [UInt8]) -> [UInt8] {
    let arranged = arranged(bytes)
    keep(arranged.sorted)
    return arranged.output
  }

  /// Keeps rows to sort; called in the order of the input.
  func keep(_ rows: [SortedRow]) {
    if !rows.isEmpty { state.withLock { $0.rows += rows } }
  }

  /// Rows arranged by the options, in one part or the other; by any thread.
  func arranged(_ bytes: [UInt8]) -> (output: [UInt8], sorted: [SortedRow]) {
    var bytes = bytes
    guard isCSV else {
      if options.empty == .zero { Self.setZeros(&bytes) }
      return (bytes, [])
    }
    let (names, known) = state.withLock { ($0.header ?? [], $0.names) }
    let isZero = options.empty == .zero || options.empty == nil && known?.empty == UInt8(ascii: "0")
    var (output, sorted): ([UInt8], [SortedRow]) = ([], [])
    for row in self.rows(of: bytes) {
      let cells = picked(names, known, row).flatMap { name, cell -> [String] in
        guard options.cells, name == "puzzle" || name == "solution" else { return [cell] }
        let signs = cell.count == 81 ? cell.map { $0 == "." ? "" : String($0) } : [cell]
        return signs + [String](repeating: "", count: 81 - signs.count)
      }
      var line = text(of: cells)
      if isZero { Self.setZeros(&line) }
      if let sort = options.sort {
        sorted.append(SortedRow(key: Self.key(of: row, names, sort), bytes: line))
      } else {
        output += line
      }
    }
    return (output, sorted)
  }

  /// The rows that were kept, in order; equal ones stay in the order of the input.
  func sortedRows() -> [UInt8] {
    let rows = state.withLock { state in
      defer { state.rows = [] }
      return state.rows
    }
    // Rows without a key come last either way.
    func place(_ index: Int) -> Double {
      options.descending && rows[index].key.isFinite ? -rows[index].key : rows[index].key
    }
    let order = rows.indices.sorted { (place($0), $0) < (place($1), $1) }
    return order.flatMap { rows[$0].bytes }
  }

  /// This program's name of a column that the input names otherwise.
  private static func own(_ name: String, _ known: TableNames?) -> String {
    name == known?.puzzle ? "puzzle" : name == known?.solution ? "solution" : name
  }

  private func picked(
    _ names: [String], _ known: TableNames?, _ row: [String] = [], isHeader: Bool = false
  ) -> [(name: String, cell: String)] {
    let wanted = options.columns?.map { Self.own($0, known) } ?? names
    return wanted.map { name in
      let index = Self.index(of: name, in: names) ?? 0
      if name == "scale", !names.contains(name) {
        return (name, isHeader ? name : Self.scale(of: names))
      }
      return (name, isHeader ? name : index < row.count ? row[index] : "")
    }
  }

  /// The columns that hold a scale's figure, each with the name of its scale.
  private static let figures = ScaleRegistry.standard.scales.compactMap { scale in
    type(of: scale).numberColumns.first.map { ($0, scale.name) }
  }

  /// True if a column holds the figure of a scale.
  static func isFigure(_ name: String) -> Bool { figures.contains { $0.0 == name } }

  private static func scale(of names: [String]) -> String {
    figures.first { names.contains($0.0) }?.1 ?? ""
  }

  private static func index(of name: String, in names: [String]) -> Int? {
    if let index = names.firstIndex(of: name) { return index }
    guard name == "rating" || name == "scale" else { return nil }
    return figures.lazy.compactMap { names.firstIndex(of: $0.0) }.first
  }

  private static let levels = LevelScale().levels.map(\.name)

  /// The sort key of a row; rows without one come last.
  private static func key(of row: [String], _ names: [String], _ key: TableArguments.SortKey)
    -> Double
  {
    func cell(_ name: String) -> String? {
      index(of: name, in: names).flatMap { $0 < row.count ? row[$0] : nil }
    }
    switch key {
    case .rating: return cell("rating").flatMap(Double.init) ?? .infinity
    case .level: return cell("level").flatMap(levels.firstIndex).map(Double.init) ?? .infinity
    case .clues:
      return Double((cell("puzzle") ?? "").utf8.count { 0x31...0x39 ~= $0 })
    }
  }

  private func text(of cells: [String]) -> [UInt8] {
    var line: [UInt8] = []
    TableText.append(row: cells, separator: separator, to: &line)
    return line
  }

  /// The cells of rows that a command has written.
  private func rows(of bytes: [UInt8]) -> [[String]] {
    var (rows, row, cell): ([[String]], [String], [UInt8]) = ([], [], [])
    var (isQuoted, wasQuote) = (false, false)
    for byte in bytes {
      if byte == UInt8(ascii: "\"") {
        if wasQuote { cell.append(byte) }
        wasQuote = isQuoted
        isQuoted.toggle()
        continue
      }
      wasQuote = false
      if isQuoted || byte != separator && byte != 0x0A {
        cell.append(byte)
        continue
      }
      row.append(String(decoding: cell, as: UTF8.self))
      cell = []
      guard byte == 0x0A else { continue }
      rows.append(row)
      row = []
    }
    return rows
  }

  /// Writes `0` for the empty cells of all boards.
  private static func setZeros(_ bytes: inout [UInt8]) {
    var start = 0
    for index in 0...bytes.count {
      let isCell =
        index < bytes.count && (0x30...0x39 ~= bytes[index] || bytes[index] == UInt8(ascii: "."))
      if isCell { continue }
      if index - start == 81 {
        for place in start..<index where bytes[place] == UInt8(ascii: ".") {
          bytes[place] = UInt8(ascii: "0")
        }
      }
      start = index + 1
    }
  }
}
