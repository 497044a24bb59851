import SudokuCore

extension PuzzleFormat {
  /// OpenSudoku's `.opensudoku`: XML with a `game` element for each puzzle.
  public static let opensudoku = PuzzleFormat(OpenSudokuFormat())
}

struct OpenSudokuFormat: FormatDefinition {
  var name: String { "opensudoku" }
  var summary: String { "OpenSudoku's XML" }
  var fileExtension: String { "opensudoku" }

  func recognizes(_ opening: Opening) -> Bool { opening.first == UInt8(ascii: "<") }
  func makeReader(limit: Int) -> FormatReader { .stream(OpenSudokuReader(limit: limit)) }
  func makeWriter(columns: [String]) -> any FormatWriter { OpenSudokuWriter() }
  func makeWriter(columns: [String], first: PuzzleRecord?) -> any FormatWriter {
    OpenSudokuWriter(
      common: first?.fields.filter { OpenSudokuReader.elements.contains($0.name) } ?? [])
  }
}

/// Reads tags: each `game` has its puzzle in the attribute `data`; elements before the games describe them all.
///
/// Any other XML or HTML is searched for tables of nine rows (`MarkupTable`).
private struct OpenSudokuReader: StreamFormatReader {
  let limit: Int
  /// The bytes since `<`; `nil` outside tags.
  private var tag: [UInt8]?
  /// The position of the `<`.
  private var start = (line: 1, column: 1)
  private var column = 1
  /// The open quotation mark, 0 outside values.
  private var quote: UInt8 = 0
  private var isOverlong = false
  /// The text since the last tag.
  private var content: [UInt8] = []
  /// The fields from the elements before the games, which describe all of them.
  private var common: [PuzzleField] = []
  private var table = MarkupTable()
  private var page = MarkupText()
  private var cells = XMLCells()
  var omissions: Omissions? { page.omissions }

  init(limit: Int) { self.limit = limit }

  var isBetweenRecords: Bool {
    tag == nil && content.allSatisfy(Notation.isBlank) && table.isEmpty && page.isEmpty
  }

  private static let dataMark = Array("![CDATA[".utf8)

  /// The elements that describe all games of a file.
  static let elements = [
    "name", "author", "description", "comment", "created", "source", "level", "sourceURL",
  ]

  mutating func read(_ bytes: ArraySlice<UInt8>, line: inout Int, _ emit: RecordSink) {
    for byte in bytes {
      read(byte, line, emit)
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
  }

  mutating func finish(line: Int, _ emit: RecordSink) {
    if tag == nil { page.take("", content, isOwn: true, number: line, emit) }
    page.finish(number: line, emit)
    guard tag != nil, !isOverlong else { return }
    tag = nil
    emit(.failure(.malformed("the tag doesn't end"), at: start))
  }

  private mutating func read(_ byte: UInt8, _ line: Int, _ emit: RecordSink) {
    guard let count = tag?.count else {
      if byte == UInt8(ascii: "<") {
        tag = []
        quote = 0
        isOverlong = false
        start = (line, column)
      } else if content.count < limit {
        content.append(byte)
      }
      return
    }
    let isComment = tag?.starts(with: "!--".utf8) ?? false
    let isData = tag?.starts(with: Self.dataMark) ?? false
    let mayEnd =
      isComment && tag?.suffix(2) == Array("--".utf8)[...]
      || isData && tag?.suffix(2) == Array("]]".utf8)[...] || !isComment && !isData
    if quote == 0, byte == UInt8(ascii: ">"), mayEnd {
      let whole = tag ?? []
      tag = nil
      if isData {
        // Text without escapes.
        let text = String(decoding: whole.dropFirst(Self.dataMark.count).dropLast(2), as: UTF8.self)
        if content.count < limit { content += Array(XMLText.escaped(text).utf8) }
        return
      }
      let name = Notation.lowercased(whole.prefix { !Notation.isBlank($0) })
      page.take(name, content, isOwn: !table.takesText, number: start.line) { record in
        emit(record.with(fieldsOf: table))
      }
      if !isOverlong, let record = record(whole) { emit(record.with(whole[...])) }
      content = []
      return
    }
    if quote != 0 {
      if byte == quote { quote = 0 }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), tag?.first != 0x21 {
      // Apostrophes in a comment are not quotation marks.
      quote = byte
    }
    if count < limit || isComment {
      if isComment, count > 64 { tag?.removeSubrange(3..<(count - 2)) }
      tag?.append(byte)
    } else if !isOverlong {
      // The rest of the tag is skipped.
      isOverlong = true
      emit(.failure(.overlongLine(limit), at: start))
    }
  }

  /// Reads a tag; `nil` for those without a puzzle.
  private mutating func record(_ tag: [UInt8]) -> BoardReader.Record? {
    if tag.starts(with: "folder".utf8) {
      let name = attributes(of: tag[6...]).first { $0.name == "name" }
      common = name.map { [PuzzleField("folder", cell: $0.text)] } ?? []
    } else if tag.starts(with: "/folder".utf8) {
      common = []
    }
    let element = Notation.lowercased(tag.prefix { !Notation.isBlank($0) && $0 != 0x2F })
    let attributes = attributes(of: tag[element.utf8.count...])
    let names = ["data", "cells_data"]
    // `sudoku` in files of the app Sudoku 10'000.
    let isGame =
      element == "game" && !cells.isKSudoku
      || element == "sudoku" && attributes.contains { $0.name == "data" }
    guard isGame else {
      let text = XMLText.unescaped(String(decoding: Notation.trimmed(content[...]), as: UTF8.self))
      let tagName =
        tag.first == UInt8(ascii: "/") ? "/" + Notation.lowercased(tag.dropFirst()) : element
      if let record = cells.take(
        tagName, { name in attributes.first { $0.name == name }?.text }, text, at: start)
      {
        return record
      }
      if tag.first == UInt8(ascii: "/"), !text.isEmpty,
        let name = Self.elements.first(where: { $0.utf8.elementsEqual(tag.dropFirst()) })
      {
        common.removeAll { $0.name == name }
        common.append(PuzzleField(name, cell: text))
      }
      let name = Notation.lowercased(tag.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
      // A cell may be an input field or a picture of its digit.
      let value: String? =
        switch name {
        case "input": attributes.first { $0.name.lowercased() == "value" }?.text
        case "img": attributes.first { $0.name.lowercased() == "alt" }?.text
        default: nil
        }
      return table.take(tag, value, String(decoding: content, as: UTF8.self), at: start)
    }
    guard let data = attributes.first(where: { names.contains($0.name) }) else {
      return .failure(.malformed("a game has no 'data'"), at: start)
    }
    let state = OpenSudokuState(data.text)
    guard let board = state?.record.puzzle ?? Notation.board(Array(data.text.utf8)[...]) else {
      var error = Notation.fault(Array(data.text.utf8)[...], line: start.line, column: 1)
      error.column = start.column
      return .failure(error)
    }
    var record = state?.record ?? PuzzleRecord(puzzle: board)
    record.line = start.line
    let own = attributes.filter { !names.contains($0.name) }.map {
      PuzzleField($0.name, cell: $0.text)
    }
    record.fields =
      common.filter { field in !own.contains { $0.name == field.name } }
      + own.filter { !$0.value.text.isEmpty }
    return .position(record) { _ in start.column }
  }

  /// The attributes of a tag, with or without quotes around their values.
  private func attributes(of tag: ArraySlice<UInt8>) -> [(name: String, text: String)] {
    var attributes: [(String, String)] = []
    var rest = tag.drop { Notation.isBlank($0) || $0 == UInt8(ascii: "/") }
    while !rest.isEmpty {
      let name = rest.prefix { !Notation.isBlank($0) && $0 != UInt8(ascii: "=") }
      rest = Notation.trimmed(rest[name.endIndex...])
      guard rest.first == UInt8(ascii: "=") else {
        // An attribute without a value.
        if name.isEmpty { break }
        continue
      }
      rest = Notation.trimmed(rest.dropFirst())
      let value: ArraySlice<UInt8>
      if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[min(value.endIndex + 1, rest.endIndex)...]
      } else {
        value = rest.prefix { !Notation.isBlank($0) }
        rest = rest[value.endIndex...]
      }
      rest = Notation.trimmed(rest)
      attributes.append(
        (
          String(decoding: name, as: UTF8.self),
          XMLText.unescaped(String(decoding: value, as: UTF8.self))
        ))
    }
    return attributes
  }
}

extension BoardReader.Record {
  /// The record with the heading above it, unless it has a title of its own.
  fileprivate func with(fieldsOf table: MarkupTable) -> BoardReader.Record {
    guard case .puzzle(var record) = self, record.field("title") == nil else { return self }
    record.fields = table.title + record.fields
    return .puzzle(record)
  }
}

private struct OpenSudokuWriter: FormatWriter {
  /// The fields that all games share, written as elements before them.
  var common: [PuzzleField] = []

  var header: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n"
      + common.map { "  <\($0.name)>\(XMLText.escaped($0.value.text))</\($0.name)>\n" }.joined()
  }
  var footer: String { "</opensudoku>\n" }

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    text.append("  <game data=\"")
    text.append(record.puzzle, empty: UInt8(ascii: "0"))
    text.append("\"")
    for field in record.fields
    where XMLText.isName(field.name) && field.name != "data" && !common.contains(field) {
      text.append(" \(field.name)=\"\(XMLText.escaped(field.value.text))\"")
    }
    for field in common where record.field(field.name) == nil {
      text.append(" \(field.name)=\"\"")
    }
    text.append(" />\n")
  }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost = record.parts.subtracting(.fields)
    if record.fields.contains(where: { !XMLText.isName($0.name) || $0.name == "data" }) {
      lost.insert(.fields)
    }
    return lost
  }
}
