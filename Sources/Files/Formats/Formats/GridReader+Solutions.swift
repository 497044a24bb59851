// Puzzles and their solutions that stand one after the other, and boards behind a label.

import SudokuCore

extension GridReader {
  /// True if the text above the next grid names a solution.
  var namesSolution: Bool { titles.contains { BoardLabel.namesSolution($0.text) } }

  /// The fewest clues with which a puzzle takes a full grid as its solution, whatever the titles.
  private static let leastClues = 17

  /// Emits a puzzle; one with a title waits for the next grid, which may be its solution or its puzzle.
  mutating func deliver(_ found: PuzzleRecord, _ emit: RecordSink) {
    var record = found
    record.source = takeSource()
    isAfterFault = false
    if let first = held, first.puzzle.isFull, !record.puzzle.isFull,
      record.puzzle.isSubset(of: first.puzzle), record.puzzle.clueCount >= Self.leastClues
    {
      held = nil
      record.solution = first.puzzle
      record.fields += first.fields.filter {
        record.field($0.name) == nil && !BoardLabel.namesSolution($0.value.text)
      }
      return emit(.puzzle(record.withoutBareTitle))
    }
    flushHeld(emit)
    if isInStrip || record.field("title") != nil { held = record } else { emit(.puzzle(record)) }
  }

  mutating func flushHeld(_ emit: RecordSink) {
    guard let record = held else { return }
    held = nil
    emit(.puzzle(record))
  }

  /// Takes a grid as the solution of the puzzle before it; returns false if it is not meant as one.
  ///
  /// A full grid is meant as one if it has all clues, or if the text above it names a solution.
  mutating func takesSolution(_ board: Board, _ emit: RecordSink) -> Bool {
    if section == .solution, pending != nil {
      let isTaken = pending?.takeSolution(board) == true
      if !isTaken { pending?.fields.append(PuzzleField("solution", board.line)) }
      return true
    }
    guard board.isFull, !hasSections else { return false }
    guard var record = held, !record.puzzle.isFull else {
      // The puzzle had no title and is emitted already, or it is reported as an error.
      guard held == nil, namesSolution, lastPuzzle?.isFull != true,
        lastPuzzle?.isSubset(of: board) ?? isAfterFault
      else { return false }
      isAfterFault = false
      omissions?.addSolution()
      (titles, fields) = ([], [])
      return true
    }
    let isTold =
      record.puzzle.isSubset(of: board) && record.puzzle.clueCount >= Self.leastClues
    guard isTold || namesSolution && isNumberedLike(record) else { return false }
    held = nil
    // A solution that is meant but wrong is kept for `check`.
    if !record.takeSolution(board) { record.fields.append(PuzzleField("solution", board.line)) }
    record.fields += fields
    (titles, fields) = ([], [])
    emit(.puzzle(record.withoutBareTitle))
    return true
  }

  /// True if the text above the next grid has the number of a puzzle's title, or if either lacks a number.
  private func isNumberedLike(_ record: PuzzleRecord) -> Bool {
    func number(_ text: String) -> Substring? {
      text.split { !$0.isNumber }.first
    }
    let (first, second) = (
      number(record.field("title") ?? ""), number(titles.map(\.text).joined(separator: " "))
    )
    return first == second || first == nil || second == nil
  }

  /// Takes a board that stands on one line; `column` is that of its first cell.
  mutating func read(board: Board, at column: Int, _ number: Int, _ emit: RecordSink) {
    finishGrid(number: number, emit)
    isBelowGrid = true
    if takesSolution(board, emit) { return }
    takeTitles()
    if section == .state, pending != nil {
      pending?.takePlaced(from: board)
      return
    }
    flush(emit)
    lastPuzzle = board
    let record = PuzzleRecord(puzzle: board, fields: fields, line: number)
    fields = []
    switch BoardReader.Record.checked(record, { $0.index + column }) {
    case .puzzle(let record):
      if hasSections { pending = record } else { deliver(record, emit) }
    case let failure:
      flushHeld(emit)
      isAfterFault = true
      lastPuzzle = nil
      emit(failure)
    }
  }

  /// Reads a line with one board and text around it, such as `Puzzle 7: 53..7....`; returns whether it is one.
  mutating func readLabelled(
    _ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink
  ) -> Bool {
    guard line.count > 70, isIdle, strip.isEmpty else { return false }
    let text = Notation.unquoted(line)
    let boards = BoardLabel.words(text).filter { Notation.board($0) != nil }
    // A whole board is not part of a damaged grid.
    if section == .skipped, hasSections || boards.isEmpty { return false }
    if boards.count == 2, !hasSections { return readPair(boards, of: text, number: number, emit) }
    guard boards.count < 2, let word = boards.first ?? BoardLabel.board(behindNameIn: text) else {
      return false
    }
    finishGrid(number: number, emit)
    take(title: text[..<word.startIndex], number)
    let rest = text[word.endIndex...].drop {
      Notation.isSeparator($0) || "\"'`".utf8.contains($0)
    }
    if !rest.isEmpty {
      fields.append(
        PuzzleField("comment", String(decoding: Notation.trimmed(rest), as: UTF8.self)))
    }
    let column = word.startIndex - line.startIndex + 1
    if let board = Notation.board(word) {
      read(board: board, at: column, number, emit)
    } else {
      report(Notation.fault(word, line: number, column: column), emit)
    }
    return true
  }
}

extension GridReader {
  /// Reads a puzzle and its solution in one line; returns false for other boards.
  private mutating func readPair(
    _ words: [ArraySlice<UInt8>], of text: ArraySlice<UInt8>, number: Int, _ emit: RecordSink
  ) -> Bool {
    let boards = words.compactMap { Notation.board($0) }
    guard boards.count == 2, let open = boards.firstIndex(where: { !$0.isFull }) else {
      return false
    }
    var record = PuzzleRecord(puzzle: boards[open], line: number)
    guard record.takeSolution(boards[1 - open]) else { return false }
    finishGrid(number: number, emit)
    take(title: text[..<words[0].startIndex], number)
    takeTitles()
    record.fields = fields
    (fields, lastPuzzle) = ([], record.puzzle)
    flushHeld(emit)
    emit(.checked(record) { words[open].startIndex + $0.index + 1 })
    return true
  }
}

extension PuzzleRecord {
  /// The record without a title that is only a name for puzzles, such as `Puzzle:`.
  fileprivate var withoutBareTitle: PuzzleRecord {
    var record = self
    record.fields.removeAll {
      $0.name == "title" && BoardLabel.isBare(Array($0.value.text.utf8)[...])
    }
    return record
  }
}

/// The names of puzzles and solutions in text: `Puzzle 7:`, `Solution`.
enum BoardLabel {
  private static let solutions = [
    "solution", "answer", "l\u{F6}sung", "soluci", "soluzi", "solu\u{E7}",
  ]
  private static let puzzles: Set<String> = [
    "puzzle", "sudoku", "grid", "board", "game", "question", "quiz", "problem", "aufgabe",
    "r\u{E4}tsel", "grille",
  ]

  static func namesSolution(_ text: String) -> Bool {
    let text = text.lowercased()
    return solutions.contains(where: text.contains)
  }

  /// True if a text is only a name for puzzles, without a number.
  static func isBare(_ text: ArraySlice<UInt8>) -> Bool {
    let words = words(text)
    return words.count == 1 && puzzles.contains(name(words[0]))
  }

  /// The word in the place of the board in a line such as `Puzzle 7: 53..7....`; `nil` for any other line.
  static func board(behindNameIn line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.count > 70 else { return nil }
    let words = words(Notation.unquoted(line))
    guard words.count > 1, words.count(where: { $0.count > 60 }) == 1, isName(words[0]) else {
      return nil
    }
    if words[1].count > 60 { return words[1] }
    return words[1].count < 5 && words.count > 2 && words[2].count > 60 ? words[2] : nil
  }

  private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    word.count < 20 && (puzzles.contains(name(word)) || namesSolution(name(word)))
  }

  /// True if a line is only the name of a puzzle or a solution, perhaps with a number.
  static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    let words = words(line)
    guard let first = words.first, words.count < 3, words.count == 1 || words[1].count < 5 else {
      return false
    }
    return isName(first)
  }

  private static func name(_ word: ArraySlice<UInt8>) -> String {
    String(decoding: word, as: UTF8.self).lowercased()
  }

  /// The words of a line, separated by blanks, quotes and the signs behind names; without a list's mark.
  static func words(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let words = line.split { Notation.isSeparator($0) || ":=\"'`".utf8.contains($0) }
    let isListed =
      words.count > 1 && words[0].count == 1 && "-*".utf8.contains(words[0][words[0].startIndex])
    return isListed ? Array(words.dropFirst()) : words
  }
}
