import SudokuCore
import SudokuFormats
import Testing

/// Positions with notes go through every pair of formats and back: what a format can hold comes back,
/// and what it can't is named.
@Suite struct FormatPairsTests {
  private static let seed: UInt64 = 12

  @Test(arguments: PuzzleFormat.allCases)
  func positionsSurvivePairsOfFormats(_ first: PuzzleFormat) throws {
    var random = SeededRandom(seed: Self.seed)
    let positions = (0..<FuzzCount.files(60)).map { Self.position(number: $0, &random) }
    let (through, firstLost) = Self.pass(positions, through: first)
    for second in PuzzleFormat.allCases {
      let (back, secondLost) = Self.pass(through, through: second)
      try #require(back.count == positions.count, "\(first.rawValue) to \(second.rawValue)")
      for index in positions.indices {
        let expected = Self.without(
          firstLost[index].union(secondLost[index]), of: positions[index])
        let found = Self.without(firstLost[index].union(secondLost[index]), of: back[index])
        guard found != expected else { continue }
        Issue.record(
          "seed \(Self.seed): \(first.rawValue) to \(second.rawValue), \(index): \(expected) became \(found)"
        )
        return
      }
    }
  }

  /// The records of a file of the format, and what it couldn't hold of each.
  private static func pass(
    _ records: [PuzzleRecord], through format: PuzzleFormat
  ) -> ([PuzzleRecord], [RecordParts]) {
    let columns = ["placed", "candidates", "title", "comment", "id", "source"]
    let writer = PuzzleWriter(format, columns: columns)
    let lost = records.map { writer.losses(of: $0) }
    #expect(zip(records, lost).allSatisfy { $0.parts.isSuperset(of: $1) })
    let found = read(writer.file(of: records)).compactMap { record -> PuzzleRecord? in
      if case .puzzle(let puzzle) = record { return puzzle }
      Issue.record("\(format.rawValue): \(record)")
      return nil
    }
    return (found, lost)
  }

  /// What is left of a record without some parts.
  private static func without(_ parts: RecordParts, of record: PuzzleRecord) -> PuzzleRecord {
    var record = record
    record.line = 1
    if parts.contains(.solution) { record.solution = nil }
    // Never a clue.
    if parts.contains(.placed) { record.placed = nil }
    if parts.contains(.candidates) { record.candidates = nil }
    record.fields = parts.contains(.fields) ? [] : record.fields.sorted { $0.name < $1.name }
    return record
  }

  /// A position in the middle of a game: clues, right digits placed, some notes gone, facts.
  private static func position(number: Int, _ random: inout SeededRandom) -> PuzzleRecord {
    let solution = try? Board(line: BoardReaderTests.solution)
    guard let solution else { return PuzzleRecord(puzzle: Board()) }
    var (clues, placed) = (Board(), Board())
    for cell in CellSet.all {
      switch random.next(below: 10) {
      case 0..<4: clues[cell] = solution[cell]
      case 4: placed[cell] = solution[cell]
      default: break
      }
    }
    var record = PuzzleRecord(puzzle: clues)
    if random.next(below: 3) > 0, placed.clueCount > 0 { record.placed = placed }
    if random.next(below: 3) > 0 {
      var marks = PencilMarks(legalFor: record.filled)
      for cell in CellSet.all where random.next(below: 2) == 0 {
        if let digit = marks[cell].first { marks[cell].remove(digit) }
      }
      record.candidates = marks
    }
    if random.next(below: 2) == 0 { record.solution = solution }
    let texts = ["plain", "two words", "a,b;c\td \"quoted\"", "é ≠ 数", "7", "<&>'", "{\"x\":1}"]
    for name in ["title", "comment", "id", "source"] where random.next(below: 3) == 0 {
      let text = texts[random.next(below: texts.count)]
      record.fields.append(PuzzleField(name, PuzzleField.Value(cell: text)))
    }
    return record
  }
}
