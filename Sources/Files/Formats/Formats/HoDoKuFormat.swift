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
    let position: PositionText
    do throws(BoardTextError) {
      position = try PositionText(fields[2], of: line, number)
    } catch {
      return .failure(error)
    }
    var record = position.record
    if fields.count > 3, let fault = record.takeDeletions(fields[3], of: line) {
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
    return .position(record) { position.columns[$0.index] }
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
    func name(_ candidate: Candidate) -> String {
      "\(candidate.digit)\(candidate.cell.row + 1)\(candidate.cell.column + 1)"
    }
    if marks == legal { return Self.reminder(of: record.filled, legal).map { [name($0)] } ?? [] }
    return CellSet.all.flatMap { cell in
      legal[cell].subtracting(marks[cell]).map { name(Candidate(cell, $0)) }
    }
  }

  /// A candidate that is none: deleting it says that the position has notes, though none is missing.
  private static func reminder(of board: Board, _ legal: PencilMarks) -> Candidate? {
    for cell in CellSet.all where board[cell] == nil {
      if let digit = DigitSet.all.subtracting(legal[cell]).first { return Candidate(cell, digit) }
    }
    return nil
  }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost = record.parts.intersection(.solution)
    if let marks = record.candidates {
      let legal = PencilMarks(legalFor: record.filled)
      let areLegal = CellSet.all.allSatisfy { marks[$0].isSubset(of: legal[$0]) }
      // A line without deletions is read as one without candidates.
      if !areLegal || marks == legal && Self.reminder(of: record.filled, legal) == nil {
        lost.insert(.candidates)
      }
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
