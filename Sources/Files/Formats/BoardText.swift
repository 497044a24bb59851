import SudokuCore

/// Boards in the cells of tables and the members of objects.
enum BoardText {
  /// Reads 81 cells with any separators between them: spaces, commas, brackets, line ends.
  static func board(_ text: some Sequence<UInt8>) -> Board? {
    var cells: [UInt8] = []
    for byte in text {
      if Notation.value(byte) <= 9 {
        cells.append(byte)
        if cells.count > 81 { return nil }
      } else if !isBetween(byte) {
        return nil
      }
    }
    return Notation.board(cells[...])
  }

  /// Reads the board in a cell of a table; signs of other scripts and a code's quotes are read too.
  static func board(ofCell text: ArraySlice<UInt8>) -> Board? {
    if let board = Notation.board(text) ?? Notation.board(Notation.trimmed(text)) { return board }
    let plain = ASCIIFolding.isNeeded(for: text) ? ASCIIFolding(text).text[...] : text
    // A spreadsheet's `="53..7"` keeps a text from becoming a number.
    let inner = plain.starts(with: "=\"".utf8) ? plain.dropFirst() : plain
    return board(inner.filter { $0 != UInt8(ascii: "`") })
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    Notation.isSeparator(byte) && byte != UInt8(ascii: "#") || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
      || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }
}

/// Collects the cells of a board from numbers, characters or rows.
struct CellCollector {
  private(set) var values: [UInt8] = []
  /// True once something other than a cell was added.
  private(set) var isCorrupted = false
  private var (hasZero, hasNone) = (false, false)

  /// The message about a board whose digits may count from 0.
  static let doubt =
    "0 stands beside another sign for an empty cell, and no 9: write the digits as 1 to 9"

  /// True if 0 may be the first of nine digits.
  var isDoubtful: Bool { hasZero && hasNone && values.count == 81 && !values.contains(9) }

  mutating func add(number text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 1, let byte = text.first, Notation.value(byte) <= 9 else {
      return add(word: text)
    }
    if byte == 0x30 { hasZero = true }
    add(Notation.value(byte))
  }

  /// Adds one cell in any notation of sheets: `5.0`, `-1`, `None`.
  private mutating func add(word text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= 32, let value = SheetCell.value(Array(text)[...]) else {
      isCorrupted = true
      return
    }
    if value == 0 {
      if text.first == 0x30 { hasZero = true } else { hasNone = true }
    }
    add(value)
  }

  /// Adds the cells of a string: one, a row, or all.
  mutating func add(string text: UnsafeBufferPointer<UInt8>) {
    if text.count == 1, text[0] != 0x20 { return add(number: text) }
    if text.count < 9 { return add(word: text) }
    let cells = text.filter {
      !Notation.isBlank($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "|")
    }
    // A row with signs between its cells, or one whose blanks are empty cells.
    for byte in cells.count == 9 ? cells[...] : Array(text)[...] {
      let value = byte == 0x20 && text.count == 9 ? 0 : Notation.value(byte)
      guard value <= 9 else {
        isCorrupted = true
        return
      }
      add(value)
    }
  }

  mutating func add(_ value: UInt8) {
    guard values.count < 82 else { return }
    values.append(value)
  }

  mutating func add(_ other: CellCollector) {
    for value in other.values { add(value) }
    (hasZero, hasNone) = (hasZero || other.hasZero, hasNone || other.hasNone)
  }

  mutating func corrupt() { isCorrupted = true }

  var board: Board? { isCorrupted || isDoubtful ? nil : Board(values: values) }
}

/// The content of a column of a table or a member of an object, recognised by the names that data
/// sets and services use.
enum FieldRole: Hashable {
  case puzzle
  case solution
  case placed
  case candidates

  /// The role of a name in any case; `nil` for other fields.
  init?(_ name: some Sequence<UInt8>) {
    guard let role = FieldRole.names[Notation.lowercased(name.filter { $0 != 0x5F && $0 != 0x20 })]
    else { return nil }
    self = role
  }

  /// True if a name of the puzzle may mean something else, such as the number of clues.
  static func isDoubtful(_ name: String) -> Bool {
    [
      "clues", "givens", "given", "start", "initial", "input", "cells", "value", "values",
      "mission",
    ]
    .contains(Notation.lowercased(name.utf8))
  }

  private static let names: [String: FieldRole] = {
    var names: [String: FieldRole] = [:]
    for name in [
      "puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "clues", "board",
      "boards", "grid", "givens", "given", "problem", "mission", "unsolved", "start", "initial",
      "input", "puzzlestring", "puzzlestr", "initialboard", "cells", "value", "values",
      "original", "originalboard", "originalgrid", "originalpuzzle", "initialgrid", "initialstate",
      "initialpuzzle", "startboard", "startgrid", "startingboard", "startinggrid", "givenboard",
      "puzzleboard", "puzzlegrid", "unsolvedboard", "cluegrid", "clueboard",
    ] { names[name] = .puzzle }
    for name in [
      "solution", "solutions", "answer", "answers", "solved", "target", "output", "solutionstring",
      "solutionboard", "solvedboard", "puzzlesolution", "solutiongrid", "solvedgrid",
      "finalboard", "completeboard", "fullboard", "solvedpuzzle",
    ] { names[name] = .solution }
    names["placed"] = .placed
    for name in ["candidates", "pencilmarks"] { names[name] = .candidates }
    return names
  }()
}
