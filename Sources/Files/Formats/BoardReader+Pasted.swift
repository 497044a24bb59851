import SudokuCore

extension BoardReader {
  /// The longest text that may be read as a whole, in bytes.
  package static var wholeLimit: Int { PastedText.limit }

  /// True if a text begins and ends with lines of 81 cells, as lists of puzzles do.
  package static func isPlain(_ text: [UInt8]) -> Bool {
    func isBoard(_ line: ArraySlice<UInt8>) -> Bool { Notation.board(line.prefix(81)) != nil }
    var (rest, count) = (text[...], 0)
    while count < 4, let end = rest.firstPlace(of: 0x0A) {
      guard isBoard(rest[..<end]) else { return false }
      rest = rest[(end + 1)...]
      count += 1
    }
    guard count == 4 || count > 0 || isBoard(rest) else { return false }
    let last = text.suffix(400).split(separator: 0x0A).dropFirst(text.count > 400 ? 1 : 0)
    return text.count < 400 || last.allSatisfy(isBoard)
  }

  private static func startsAsJSON(_ text: [UInt8]) -> Bool {
    text.first { !Notation.isBlank($0) }.map { "[{\"".utf8.contains($0) } == true
  }

  /// The records of a whole text in any form, with the format that was detected.
  package static func wholeRecords(
    _ text: [UInt8], format: PuzzleFormat? = nil, lineLimit: Int = 1 << 20,
    columns: [String] = []
  ) -> (records: [Record], format: PuzzleFormat?) {
    if format == nil, columns.isEmpty, let pasted = pastedRecords(text) { return (pasted, nil) }
    var found: [Record] = []
    var reader = BoardReader(format: format, lineLimit: lineLimit, columns: columns)
    reader.read(text[...]) { found.append($0) }
    reader.finish { found.append($0) }
    return (found, reader.format)
  }

  /// The records of a whole decoded text that only the text as a whole explains; `nil` if the reader of its format
  /// reads it as well.
  package static func pastedRecords(_ text: [UInt8]) -> [Record]? {
    guard text.count <= wholeLimit, !isPlain(text) else { return nil }
    var (reader, found) = (BoardReader(isDecoded: true), [Record]())
    reader.read(text.prefix(4_096)) { found.append($0) }
    // Tables are never read here, nor JSON that has puzzles: the rest need not be read twice.
    let isBegun = found.contains { if case .puzzle = $0 { true } else { false } }
    // A table of one column may be a list of lines.
    let isTable = text.contains { ",;\t|".utf8.contains($0) }
    switch reader.format {
    case .sdk?: return nil
    case .csv?, .tsv?, .ssv?: if isTable { return nil }
    case .json?, .jsonl?: if isBegun, startsAsJSON(text) { return nil }
    default: break
    }
    reader.read(text.dropFirst(4_096)) { found.append($0) }
    reader.finish { found.append($0) }
    // A ruling of 81 dashes is not a puzzle.
    let puzzles = found.compactMap { record -> PuzzleRecord? in
      if case .puzzle(let puzzle) = record, puzzle.puzzle.clueCount > 0 { puzzle } else { nil }
    }
    let errors = found.compactMap { record -> BoardTextError? in
      if case .failure(let error, _) = record { error } else { nil }
    }
    let hasFailed = found.isEmpty || errors.contains { $0.board == nil }
    guard hasFailed || PastedText.mayJoin(found, reader.format == .line) else { return nil }
    // The errors of formats with a fixed form stand, and those of rules.
    if errors.contains(where: { $0.message.hasSuffix(Variant.ending) }) { return nil }
    switch reader.format {
    case .json?, .jsonl?:
      let isOther = errors.contains {
        $0.message.hasPrefix(JSONRecords.invalid) || $0.message == outside
      }
      let isCut = errors.contains { $0.message.hasSuffix(JSONFormat.cut) }
      // One list a row is JSON, too, but no board.
      let areRows = errors.count > 1 && !text.contains(UInt8(ascii: "{"))
      let isCode = (areRows || isOther) && !startsAsJSON(text)
      guard puzzles.isEmpty || isCode, isOther || areRows, !isCut || areRows else { return nil }
    default: break
    }
    guard let pasted = PastedText.records(text) else { return nil }
    let boards = pasted.compactMap { if case .puzzle(let record) = $0 { record } else { nil } }
    // No puzzle may be lost, and no error be exchanged for another one.
    let areKept = puzzles.allSatisfy { puzzle in
      boards.contains {
        $0.puzzle == puzzle.puzzle || $0.solution == puzzle.puzzle
          || $0.filled == puzzle.filled || $0.puzzle.isSubset(of: puzzle.filled)
      }
    }
    let isBetter =
      hasFailed ? pasted.count - boards.count <= errors.count : boards.count < puzzles.count
    return areKept && (found.isEmpty || isBetter) ? pasted : nil
  }
}
