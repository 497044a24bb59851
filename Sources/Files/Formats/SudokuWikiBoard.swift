import SudokuCore

/// The position in sudokuwiki.org's links: two characters for each cell.
///
/// `S9B...` has numbers of base 36: 0 for an empty cell, 1 to 9 for a clue, 10 to 18 for a placed
/// digit, 18 plus a bit for each candidate otherwise. The older text without a head has numbers of
/// base 32: a bit for each digit or candidate, times two, plus one for a clue. Source:
/// sudokuwiki.org, "Sudoku String Definitions".
enum SudokuWikiBoard {
  private static let head = Array("S9B".utf8)
  private static let placedOffset = 9
  private static let candidateOffset = 18

  static func record(_ text: some Collection<UInt8>) -> PuzzleRecord? {
    var text = Array(text)
    let isNew = text.count == 165 && Notation.lowercased(text.prefix(3)) == "s9b"
    if isNew { text.removeFirst(3) }
    guard text.count == 162 else { return nil }
    var (clues, placed, marks) = (Board(), Board(), PencilMarks())
    for cell in CellSet.all {
      guard let number = number(text[2 * cell.index], text[2 * cell.index + 1], isNew ? 36 : 32),
        let content = isNew ? newContent(number) : oldContent(number)
      else { return nil }
      switch content {
      case .clue(let digit): clues[cell] = digit
      case .placed(let digit): placed[cell] = digit
      case .candidates(let digits): marks[cell] = digits
      }
    }
    var record = PuzzleRecord(puzzle: clues)
    if placed.clueCount > 0 { record.placed = placed }
    if !marks.isEmpty { record.candidates = marks }
    return record
  }

  private enum Content {
    case clue(Digit)
    case placed(Digit)
    case candidates(DigitSet)
  }

  private static func newContent(_ number: Int) -> Content? {
    switch number {
    case 0: .candidates(.none)
    case 1...9: Digit(number).map { .clue($0) }
    case 10...18: Digit(number - placedOffset).map { .placed($0) }
    case 19...529: .candidates(digits(number - candidateOffset))
    default: nil
    }
  }

  private static func oldContent(_ number: Int) -> Content? {
    let digits = digits(number >> 1)
    guard let single = digits.single else {
      // Only one digit can be a clue.
      return number & 1 == 0 && number < 1_024 ? .candidates(digits) : nil
    }
    return number & 1 == 1 ? .clue(single) : .placed(single)
  }

  private static func digits(_ bits: Int) -> DigitSet {
    DigitSet((1...9).compactMap { bits >> ($0 - 1) & 1 == 1 ? Digit($0) : nil })
  }

  private static func number(_ first: UInt8, _ second: UInt8, _ base: Int) -> Int? {
    Int(String(decoding: [first, second], as: UTF8.self), radix: base).flatMap {
      first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? nil : $0
    }
  }

  static func isPlain(_ record: PuzzleRecord) -> Bool {
    record.placed == nil && record.candidates == nil
  }

  static func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    text += head
    for cell in CellSet.all {
      var number = 0
      if let digit = record.puzzle[cell] {
        number = digit.index + 1
      } else if let digit = record.placed?[cell] {
        number = digit.index + 1 + placedOffset
      } else if let digits = record.candidates?[cell], !digits.isEmpty {
        number = candidateOffset + digits.reduce(0) { $0 | 1 << $1.index }
      }
      for figure in [number / 36, number % 36] {
        text.append(UInt8(figure < 10 ? 0x30 + figure : 0x61 + figure - 10))
      }
    }
  }
}
