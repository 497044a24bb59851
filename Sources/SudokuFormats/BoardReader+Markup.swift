import SudokuCore

/// An XML tag that is being read.
struct MarkupState: Sendable {
  /// The bytes since `<`; `nil` outside of tags.
  var tag: [UInt8]?
  /// The line and column of the `<`.
  var place = (line: 1, column: 1)
  /// The column of the next byte, counted from 1.
  var column = 1
  /// The quotation mark that is open in the tag, 0 outside of values.
  var quote: UInt8 = 0
}

extension BoardReader {
  /// Reads XML: each `game` element holds its puzzle in the attribute `data`.
  ///
  /// Only tags are looked at, so any prologue, text and nesting passes.
  mutating func readMarkup(_ bytes: ArraySlice<UInt8>, _ emit: (Record) -> Void) {
    for byte in bytes {
      readMarkup(byte, emit)
      if byte == UInt8(ascii: "\n") {
        line += 1
        markup.column = 1
      } else {
        markup.column += 1
      }
    }
  }

  /// Reports a tag that the file ends in.
  mutating func finishMarkup(_ emit: (Record) -> Void) {
    guard markup.tag != nil else { return }
    markup.tag = nil
    emit(failure(.malformed("the tag doesn't end")))
  }

  private mutating func readMarkup(_ byte: UInt8, _ emit: (Record) -> Void) {
    guard let count = markup.tag?.count else {
      if byte == UInt8(ascii: "<") {
        markup.tag = []
        markup.quote = 0
        markup.place = (line, markup.column)
      }
      return
    }
    if markup.quote == 0, byte == UInt8(ascii: ">") {
      let tag = markup.tag ?? []
      markup.tag = nil
      if let record = readTag(tag) { emit(record) }
      return
    }
    if markup.quote != 0 {
      if byte == markup.quote { markup.quote = 0 }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      // A comment may hold apostrophes that quote nothing.
      if markup.tag?.first != UInt8(ascii: "!") { markup.quote = byte }
    }
    guard count < lineLimit else {
      markup.tag = nil
      return emit(failure(.overlongLine(lineLimit)))
    }
    markup.tag?.append(byte)
  }

  private func failure(_ kind: BoardTextError.Kind) -> Record {
    .failure(BoardTextError(kind, line: markup.place.line, column: markup.place.column))
  }

  /// Reads a tag; `nil` for those without a puzzle.
  private func readTag(_ tag: [UInt8]) -> Record? {
    guard tag.starts(with: "game".utf8), tag.count > 4, isBlank(tag[4]) || tag[4] == 0x2F else {
      return nil
    }
    guard let data = attribute("data", of: tag[4...]) else {
      return failure(.malformed("a game has no 'data'"))
    }
    do throws(BoardTextError) {
      let board = try Board(bytes: data)
      if let conflict = board.conflict { return failure(.conflict(conflict)) }
      return .puzzle(PuzzleRecord(puzzle: board, line: markup.place.line))
    } catch {
      return failure(error.kind)
    }
  }

  /// The value of an attribute, `nil` if the tag has none of this name.
  private func attribute(_ name: String, of tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = tag
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let found = trimmed(rest[..<equals])
      let value = trimmed(rest[(equals + 1)...])
      guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = value.dropFirst().firstIndex(of: quote)
      else { return nil }
      if found.elementsEqual(name.utf8) { return value[(value.startIndex + 1)..<end] }
      rest = value[(end + 1)...]
    }
    return nil
  }
}
