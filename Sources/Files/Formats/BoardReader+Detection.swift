// The detection of a file's format, and the lines of text before it.

import SudokuCore

extension BoardReader {
  /// The message about text that stands before the records of a format without titles.
  static let outside = "this text is not part of a puzzle"

  /// Gives the lines before the first record to the reader of the format.
  mutating func flushPreamble(_ emit: RecordSink) {
    guard !preamble.isEmpty, let format else { return }
    let lines = preamble
    preamble = []
    for (index, line) in lines.enumerated() {
      let text = line.text[...]
      func attached(_ record: Record) { emit(record.with(text)) }
      let (isHeader, isRow) = (index == headerIndex, index > headerIndex ?? lines.count)
      var isTaken = false
      withLineReader { reader in
        if isHeader, reader.takesHead(text, number: line.number) { return isTaken = true }
        guard isRow || reader.takesText || format == .line else { return }
        isTaken = true
        if isRow, reader.takesHead(text, number: line.number) { return }
        reader.endHead(emit)
        reader.read(text, number: line.number, attached)
      }
      if !isTaken {
        attached(.failure(.malformed(Self.outside), at: (line.number, 1)))
      }
    }
  }

  mutating func begin(_ format: PuzzleFormat) {
    self.format = format
    reader = format.definition.makeReader(limit: lineLimit, columns: columns)
    if case .lines? = reader { isLineBased = true }
    let kept = comments
    comments = []
    withLineReader { reader in
      for comment in kept where !comment.isEmpty || reader.takesText {
        reader.read(comment: comment[...])
      }
    }
  }

  mutating func detect(_ text: ArraySlice<UInt8>) {
    // A long line is detected from its start, as if it had come in pieces.
    if text.count > longestOpening { detectStream(text) }
    guard text.count <= lineLimit, format == nil else { return }
    let opening = Opening(text, isWhole: true)
    guard !Notation.unquoted(text).isEmpty, opening.first != UInt8(ascii: "#") else { return }
    if let table = TableDetection.table(withRow: text, below: preamble) {
      headerIndex = table.header
      return begin(table.format)
    }
    if let found = PuzzleFormat.all.first(where: { $0.definition.recognizes(opening) }) {
      return begin(found)
    }
    if TathamGameID.record(text, number: 1) != nil { return begin(.line) }
    if preamble.count < Self.preambleLimit,
      TableDetection.mayBeHeader(text) || Prose.isText(Notation.unquoted(text))
    {
      return
    }
    if let label = preamble.last, BoardLabel.isWhole(Notation.unquoted(label.text[...])) {
      // A board below its name.
      return begin(.grid)
    }
    if preamble.count < Self.preambleLimit { begin(.line) } else { beginTable(or: .line) }
  }

  /// Begins with the kept lines: as a table if they look like one, without boards.
  mutating func beginTable(or other: PuzzleFormat) {
    let table = TableDetection.format(ofText: preamble.map(\.text))
    if table != nil { headerIndex = 0 }
    begin(table ?? other)
  }

  /// The bytes of a line that show its format.
  private static let openingBytes = 4096
  /// The length above which the start of a line decides alone.
  private var longestOpening: Int { min(Self.openingBytes, lineLimit) }

  /// Detects a format without lines before its first line is complete: it may have only one.
  mutating func detectStream(_ bytes: ArraySlice<UInt8>) {
    // Below a line of text it may be the row of a table, unless it is long.
    guard format == nil, !isSkippingLine,
      preamble.isEmpty || carry.count + bytes.count > longestOpening
    else { return }
    let start =
      carry.isEmpty
      ? bytes.prefix(Self.openingBytes)
      : (carry.prefix(Self.openingBytes) + bytes.prefix(Self.openingBytes))[...]
    let opening = Opening(start, isWhole: false)
    guard !opening.text.isEmpty else { return }
    for format in [PuzzleFormat.opensudoku, .json] where format.definition.recognizes(opening) {
      return begin(format)
    }
  }
}

// MARK: Facts about the file

extension BoardReader {
  /// The names of the fields of every record, if the head of the file has them.
  package var fieldNames: [String]? {
    if case .lines(let reader)? = reader { reader.fieldNames } else { nil }
  }

  /// The first line of text that belongs to no puzzle and is omitted; `nil` if there is none.
  package var unusedLine: Int? {
    if case .blocks(let reader)? = reader { reader.unusedLine } else { nil }
  }

  /// The counts of lines and grids that are skipped on purpose; `nil` if the format skips none.
  package var omissions: Omissions? {
    switch reader {
    case .lines(let reader)?, .blocks(let reader)?: reader.omissions
    case .stream(let reader)?: reader.omissions
    case nil: nil
    }
  }

  /// The names of the columns with puzzle and solution, if the head of the file has them.
  package var boardNames: [String]? {
    if case .lines(let reader)? = reader { reader.boardNames } else { nil }
  }
}
