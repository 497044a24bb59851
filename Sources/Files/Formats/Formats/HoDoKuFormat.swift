import SudokuCore

extension PuzzleFormat {
  /// HoDoKu's library: `:technique:digits:cells:deleted candidates:...`, where `+` marks a placed
  /// digit.
  public static let hodoku = PuzzleFormat(HoDoKuFormat())
}

/// Lines of HoDoKu's library of techniques.
///
/// Fields between colons: technique code, digits, the 81 cells with `+` before each placed digit,
/// deleted candidates (`412` is digit 4 in r1c2), then what the step does and a comment.
struct HoDoKuFormat: FormatDefinition {
  var name: String { "hodoku" }
  var summary: String { "HoDoKu's library, with placed digits and deleted candidates" }
  var fileExtension: String { "txt" }

  func recognizes(_ opening: Opening) -> Bool { opening.first == UInt8(ascii: ":") }
  func makeReader(limit: Int) -> FormatReader { .lines(HoDoKuReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { HoDoKuWriter() }
}

private enum LibraryField {
  static let names = [
    (0, "technique"), (1, "digits"), (4, "eliminations"), (5, "placements"), (6, "comment"),
  ]
}

private struct HoDoKuReader: LineFormatReader {
  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard fields.count >= 4, Notation.trimmed(fields[0]).isEmpty else {
      return emit(
        .failure(
          .malformed("a line of a HoDoKu library is ':technique:digits:cells:...'"), at: (number, 1)
        ))
    }
    emit(record(fields.dropFirst().map { $0 }, in: line, number: number))
  }

  private func record(
    _ fields: [ArraySlice<UInt8>], in line: ArraySlice<UInt8>, number: Int
  ) -> BoardReader.Record {
    var (clues, placed) = (Board(), Board())
    var columns: [Int] = []
    var isPlaced = false
    for index in fields[2].indices {
      let byte = line[index]
      let column = index - line.startIndex + 1
      if byte == UInt8(ascii: "+"), !isPlaced {
        isPlaced = true
        continue
      }
      let value = Notation.value(byte)
      guard value <= 9 else { return .failure(Notation.unexpected(line[index...], number, column)) }
      guard columns.count < 81 else {
        return .failure(.tooLong, at: (number, column))
      }
      let cell = Cell(index: columns.count)
      if isPlaced { placed[cell] = Digit(Int(value)) } else { clues[cell] = Digit(Int(value)) }
      isPlaced = false
      columns.append(column)
    }
    guard columns.count == 81 else {
      let kind = columns.isEmpty ? BoardTextError.Kind.empty : .tooShort(columns.count)
      return .failure(kind, at: (number, fields[2].endIndex - line.startIndex + 1))
    }
    var record = PuzzleRecord(puzzle: clues, line: number)
    if placed.clueCount > 0 { record.placed = placed }
    if fields.count > 3, let fault = takeDeletions(fields[3], of: line, into: &record) {
      return .failure(fault)
    }
    for (index, name) in LibraryField.names where index < fields.count {
      let isLast = index == 6
      let value = isLast ? line[fields[6].startIndex...] : fields[index]
      let text = String(decoding: Notation.trimmed(value), as: UTF8.self)
      if !text.isEmpty, text != "0000", text != "x" || index > 1 {
        record.fields.append(PuzzleField(name, cell: text))
      }
    }
    return .checked(record) { columns[$0.index] }
  }

  /// Reads the deleted candidates: the other legal ones are the candidates.
  private func takeDeletions(
    _ field: ArraySlice<UInt8>, of line: ArraySlice<UInt8>, into record: inout PuzzleRecord
  ) -> BoardTextError? {
    let words = field.split(separator: 0x20)
    guard !words.isEmpty else { return nil }
    var marks = PencilMarks(legalFor: record.filled)
    for word in words {
      let numbers = word.map { Int($0) - 0x30 }
      guard numbers.count == 3, let digit = Digit(numbers[0]), 1...9 ~= numbers[1],
        1...9 ~= numbers[2]
      else {
        return BoardTextError(
          .malformed(
            "'\(String(decoding: word, as: UTF8.self))' is not a deleted candidate: "
              + "digit, row and column, as in 412"),
          line: record.line, column: word.startIndex - line.startIndex + 1)
      }
      marks[Cell(row: numbers[1] - 1, column: numbers[2] - 1)].remove(digit)
    }
    record.candidates = marks
    return nil
  }
}

private struct HoDoKuWriter: FormatWriter {
  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    func field(_ name: String) -> String? {
      record.field(name).flatMap { $0.contains(where: { $0 == ":" || $0.isNewline }) ? nil : $0 }
    }
    text.append(":\(field("technique") ?? "0000"):\(field("digits") ?? "x"):")
    for cell in CellSet.all {
      if let clue = record.puzzle[cell] {
        text.append(UInt8(ascii: "0") + clue.rawValue)
      } else if let digit = record.placed?[cell] {
        text.append(UInt8(ascii: "+"))
        text.append(UInt8(ascii: "0") + digit.rawValue)
      } else {
        text.append(UInt8(ascii: "."))
      }
    }
    text.append(":" + deletions(of: record).joined(separator: " "))
    text.append(":\(field("eliminations") ?? ""):\(field("placements") ?? "")")
    if let comment = field("comment") { text.append(":" + comment) }
    text.append("\n")
  }

  var placeholder: String { "-\n" }

  private func deletions(of record: PuzzleRecord) -> [String] {
    guard let marks = record.candidates else { return [] }
    let legal = PencilMarks(legalFor: record.filled)
    return CellSet.all.flatMap { cell in
      legal[cell].subtracting(marks[cell]).map { digit in
        "\(digit)\(cell.row + 1)\(cell.column + 1)"
      }
    }
  }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost = record.parts.intersection(.solution)
    if let marks = record.candidates {
      let legal = PencilMarks(legalFor: record.filled)
      let areLegal = CellSet.all.allSatisfy { marks[$0].isSubset(of: legal[$0]) }
      // A line without deletions is read as one without candidates.
      if !areLegal || marks == legal { lost.insert(.candidates) }
    }
    let names = Set(LibraryField.names.map(\.1))
    if record.fields.contains(where: { field in
      !names.contains(field.name) || field.value.text.contains { $0 == ":" || $0.isNewline }
    }) {
      lost.insert(.fields)
    }
    return lost
  }
}
