import SudokuCore

extension PuzzleFormat {
  /// Links to sudokuwiki.org's solver, with the clues in `bd`.
  public static let sudokuwiki = PuzzleFormat(SudokuWikiFormat())
  /// Links to f-puzzles.com, with the puzzle packed in `load`.
  public static let fpuzzles = PuzzleFormat(
    FPuzzlesFormat(
      name: "fpuzzles", summary: "f-puzzles links", prefix: "https://www.f-puzzles.com/?load="))
  /// Links to SudokuPad of puzzles in f-puzzles' form.
  public static let sudokupad = PuzzleFormat(
    FPuzzlesFormat(
      name: "sudokupad", summary: "SudokuPad links", prefix: "https://sudokupad.app/fpuz"))
}

struct SudokuWikiFormat: FormatDefinition {
  var name: String { "sudokuwiki" }
  var summary: String { "sudokuwiki.org links" }
  var fileExtension: String { "txt" }

  func recognizes(_ opening: Opening) -> Bool {
    Link(opening.text).map { $0.host.hasSuffix("sudokuwiki.org") || $0.isBareBoard } ?? false
  }
  func makeReader(limit: Int) -> FormatReader { .lines(LinkReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { SudokuWikiWriter() }
}

struct FPuzzlesFormat: FormatDefinition {
  let name: String
  let summary: String
  let prefix: String
  var fileExtension: String { "txt" }

  func recognizes(_ opening: Opening) -> Bool {
    guard let link = Link(opening.text) else { return false }
    let isOurs = link.host.hasSuffix("f-puzzles.com")
    let isWiki = link.host.hasSuffix("sudokuwiki.org") || link.isBareBoard
    return name == "fpuzzles" ? isOurs : !isOurs && !isWiki
  }
  func makeReader(limit: Int) -> FormatReader { .lines(LinkReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { FPuzzlesWriter(prefix: prefix) }
}

private struct Link {
  /// The host in lower case; empty for the bare code of a puzzle.
  let host: String
  let path: String
  let query: [(name: String, value: String)]
  let fragment: String

  /// True if the link is a board of sudokuwiki.org (`S9B...`) without the rest of the link.
  var isBareBoard: Bool { host.isEmpty && Notation.lowercased(path.utf8.prefix(3)) == "s9b" }

  /// Reads `http(s)://...`, `www....` or a bare `fpuz...`, `scl...`, `S9B...`.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = String(decoding: text, as: UTF8.self)
    let start = Notation.lowercased(text.prefix(12))
    if start.hasPrefix("https://") {
      rest.removeFirst(8)
    } else if start.hasPrefix("http://") {
      rest.removeFirst(7)
    } else if ["fpuz", "scl", "ctc"].contains(where: start.hasPrefix) && rest.utf8.count > 81
      || start.hasPrefix("s9b")
    {
      rest = "/" + rest
    } else if !start.hasPrefix("www.") {
      return nil
    }
    let ends = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    fragment = ends.count > 1 ? Link.decoded(ends[1]) : ""
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let address = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    host = Notation.lowercased(address[0].utf8)
    path = address.count > 1 ? Link.decoded(address[1]) : ""
    let pairs = parts.count > 1 ? parts[1].utf8.split(separator: UInt8(ascii: "#")).first : nil
    query = (pairs?.split(separator: UInt8(ascii: "&")) ?? []).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return (
        Notation.lowercased(name), Link.decoded(Substring(pair[name.endIndex...].dropFirst()))
      )
    }
  }

  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The only board under any name, behind `#` or at the end of the path; `nil` if there is none or several.
  var board: String? {
    let texts = query.map(\.value) + [fragment] + path.split(separator: "/").map(String.init)
    let boards = Set(texts.filter { Notation.board(Array($0.utf8)[...]) != nil })
    return boards.count == 1 ? boards.first : nil
  }

  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private struct LinkReader: LineFormatReader {
  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    func fail(_ message: String) {
      emit(.failure(.malformed(message), at: (number, 1)))
    }
    guard let link = Link(Notation.trimmed(line)) else {
      if let record = TathamGameID.record(line, number: number) { return emit(record) }
      return fail("the line is not a link")
    }
    if let text = link.value("bd") ?? (link.isBareBoard ? link.path : nil) ?? link.board {
      if let board = Notation.board(Array(text.utf8)[...]) {
        return emit(.checked(PuzzleRecord(puzzle: board, line: number)) { _ in 1 })
      }
      guard var record = SudokuWikiBoard.record(text.utf8) else {
        return fail("the link's board is neither 81 cells nor a complete 'S9B...' text")
      }
      record.line = number
      return emit(.position(record) { _ in 1 })
    }
    guard let (packed, isShortened) = LinkReader.packed(link) else {
      if let record = TathamGameID.record(line, number: number) { return emit(record) }
      return fail(
        "the link contains no puzzle: supported are 81 cells under any name ('bd=', 's=', "
          + "'puzzle='), 'load=' (f-puzzles), 'fpuz...' and 'scl...' (SudokuPad); short links "
          + "can't be resolved offline")
    }
    // No puzzle shrinks that far: decompressing the rest would take excessive memory and time.
    let limit = min(1 << 20, 64 * packed.utf8.count + 4_096)
    guard let text = LZString.decompressed(packed.utf8, limit: limit) else {
      return fail("the packed puzzle in the link is damaged")
    }
    let json = isShortened ? SudokuPadText.json(text) : text
    JSONRecords.read(json[...], line: number) { record in
      switch record {
      case .puzzle(var puzzle):
        puzzle.line = number
        emit(.puzzle(puzzle))
      case .failure(var error, let fields):
        (error.line, error.column) = (number, 1)
        emit(.failure(error, fields: fields))
      }
    }
  }

  private static func packed(_ link: Link) -> (Substring, isShortened: Bool)? {
    if let load = link.value("load") { return (load[...], false) }
    for text in [
      link.value("puzzleid"), link.path, link.path.split(separator: "/").last.map(String.init),
    ] {
      guard let text else { continue }
      for prefix in ["fpuzzles", "fpuz"] where text.hasPrefix(prefix) {
        return (text.dropFirst(prefix.count), false)
      }
      for prefix in ["scl", "ctc"] where text.hasPrefix(prefix) && text.utf8.count > 40 {
        return (text.dropFirst(prefix.count), true)
      }
    }
    return nil
  }
}

private struct SudokuWikiWriter: FormatWriter {
  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    text.append("https://www.sudokuwiki.org/sudoku.htm?bd=")
    if SudokuWikiBoard.isPlain(record) {
      text.append(record.puzzle, empty: UInt8(ascii: "0"))
    } else {
      SudokuWikiBoard.append(record, to: &text)
    }
    text.append("\n")
  }
  var placeholder: String { "-\n" }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost = record.parts.subtracting([.placed, .candidates])
    if record.losesCandidates(in: record.filled) { lost.insert(.candidates) }
    return lost
  }
}

private struct FPuzzlesWriter: FormatWriter {
  let prefix: String

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    let object = FPuzzlesObject.text(of: record)
    text.append(prefix + LZString.compressed(object).replacing("+", with: "%2B") + "\n")
  }
  var placeholder: String { "-\n" }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost: RecordParts = []
    if record.fields.contains(where: { !FPuzzlesObject.texts.contains($0.name) }) {
      lost.insert(.fields)
    }
    if record.fields.contains(where: { if case .json = $0.value { true } else { false } }) {
      lost.insert(.fields)
    }
    if record.losesCandidates(in: record.filled) { lost.insert(.candidates) }
    return lost
  }
}

extension PuzzleRecord {
  /// True if a format that notes candidates only in the empty cells of a board loses those of the record.
  ///
  /// It loses candidates of filled cells, and marks without any candidate, which it can't note.
  func losesCandidates(in board: Board) -> Bool {
    guard let candidates else { return false }
    return candidates.isEmpty
      || CellSet.all.contains { board[$0] != nil && !candidates[$0].isEmpty }
  }
}
