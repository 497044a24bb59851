import SudokuCore

/// The 81 cells of a position with `+` before each placed digit, as HoDoKu and Susser write them.
struct PositionText {
  private(set) var record: PuzzleRecord
  /// The column of each cell in its line, counted from 1.
  private(set) var columns: [Int] = []

  init(
    _ text: ArraySlice<UInt8>, of line: ArraySlice<UInt8>, _ number: Int
  ) throws(BoardTextError) {
    var (clues, placed, isPlaced) = (Board(), Board(), false)
    for index in text.indices {
      let (byte, column) = (text[index], index - line.startIndex + 1)
      if byte == UInt8(ascii: "+"), !isPlaced {
        isPlaced = true
        continue
      }
      let value = Notation.value(byte)
      guard value <= 9 else { throw Notation.unexpected(text[index...], number, column) }
      guard columns.count < 81 else {
        throw BoardTextError(.tooLong, line: number, column: column)
      }
      let cell = Cell(index: columns.count)
      if isPlaced { placed[cell] = Digit(Int(value)) } else { clues[cell] = Digit(Int(value)) }
      isPlaced = false
      columns.append(column)
    }
    guard columns.count == 81 else {
      let kind = columns.isEmpty ? BoardTextError.Kind.empty : .tooShort(columns.count)
      throw BoardTextError(kind, line: number, column: text.endIndex - line.startIndex + 1)
    }
    record = PuzzleRecord(puzzle: clues, line: number)
    if placed.clueCount > 0 { record.placed = placed }
  }
}

extension PuzzleRecord {
  /// Reads the deleted candidates: the other legal ones are the candidates.
  mutating func takeDeletions(
    _ field: ArraySlice<UInt8>, of line: ArraySlice<UInt8>
  ) -> BoardTextError? {
    let words = field.split(separator: 0x20)
    guard !words.isEmpty else { return nil }
    var marks = PencilMarks(legalFor: filled)
    for word in words {
      let numbers = word.map { Int($0) - 0x30 }
      guard numbers.count == 3, let digit = Digit(numbers[0]), 1...9 ~= numbers[1],
        1...9 ~= numbers[2]
      else {
        return BoardTextError(
          .malformed(
            "'\(String(decoding: word, as: UTF8.self))' is not a deleted candidate: "
              + "digit, row and column, as in 412"),
          line: self.line, column: word.startIndex - line.startIndex + 1)
      }
      marks[Cell(row: numbers[1] - 1, column: numbers[2] - 1)].remove(digit)
    }
    candidates = marks
    return nil
  }
}

extension BoardReader.Record {
  /// A position; one with digits of which none is a clue is a failure.
  static func position(_ record: PuzzleRecord, _ column: (Cell) -> Int) -> BoardReader.Record {
    guard record.puzzle.clueCount == 0, record.placed?.clueCount ?? 0 > 0 else {
      return checked(record, column)
    }
    return .failure(
      BoardTextError(
        .malformed("the board has placed digits but no clues"), line: record.line, column: 1),
      fields: record.fields)
  }
}
