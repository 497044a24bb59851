import SudokuCore

/// A game in play as OpenSudoku keeps it: after `version: 1` for each cell its digit, its notes, and whether the
/// player may change it, with a bar behind each.
///
/// Notes are `-`, a list as in `1,4,`, or from version 2 on a number with a bit for each digit. Newer versions
/// have two kinds of notes.
struct OpenSudokuState {
  let record: PuzzleRecord

  /// Reads a state; `nil` for any other text.
  init?(_ text: String) {
    guard text.contains("|") else { return nil }
    var words = text.split(whereSeparator: { "|\n".contains($0) }).map {
      String($0).trimmingBlanks
    }
    var version = 0
    if let first = words.first, first.hasPrefix("version:") {
      version = Int(first.dropFirst(8).drop { $0 == " " }) ?? 0
      words.removeFirst()
    }
    let width = words.count / 81
    guard words.count == 81 * width, width == 3 || width == 4 else { return nil }
    var (clues, placed, marks) = (Board(), Board(), PencilMarks())
    for cell in CellSet.all {
      let parts = words[(cell.index * width)..<(cell.index * width + width)]
      guard let first = parts.first, let value = Int(first), 0...9 ~= value,
        let last = parts.last, last == "0" || last == "1"
      else { return nil }
      if let digit = Digit(value) {
        if last == "0" { clues[cell] = digit } else { placed[cell] = digit }
        continue
      }
      for notes in parts.dropFirst().dropLast() {
        guard let digits = Self.digits(of: notes, version) else { return nil }
        marks[cell].formUnion(digits)
      }
    }
    var record = PuzzleRecord(puzzle: clues)
    if placed.clueCount > 0 { record.placed = placed }
    if !marks.isEmpty { record.candidates = marks }
    self.record = record
  }

  private static func digits(of notes: String, _ version: Int) -> DigitSet? {
    if notes == "-" { return DigitSet.none }
    var digits = DigitSet.none
    if version >= 2, let bits = Int(notes), 0..<512 ~= bits {
      for number in 1...9 where bits >> (number - 1) & 1 == 1 {
        if let digit = Digit(number) { digits.insert(digit) }
      }
      return digits
    }
    for word in notes.split(separator: ",") {
      guard let number = Int(word), let digit = Digit(number) else { return nil }
      digits.insert(digit)
    }
    return digits
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(decoding: Notation.trimmed(Array(utf8)[...]), as: UTF8.self)
  }
}
