// The boards and candidates in the members and arrays of JSON.

import SudokuCore

extension JSONRecords {
  func board(of member: Member) -> Board? {
    switch member.kind {
    case .string:
      let range = (member.value.lowerBound + 1)..<(member.value.upperBound - 1)
      return board(ofString: UnsafeBufferPointer(rebasing: bytes[range]))
    case .array:
      var scanner = JSONScanner(bytes, at: member.value.lowerBound)
      var collector = CellCollector()
      guard (try? collect(&scanner, &collector, depth: 0)) != nil else { return nil }
      return collector.board
    default: return nil
    }
  }

  func isDoubtful(_ member: Member) -> Bool {
    guard member.kind == .array else { return false }
    if JSONCells.isDoubtful(bytes, at: member.value.lowerBound) { return true }
    var (scanner, collector) = (JSONScanner(bytes, at: member.value.lowerBound), CellCollector())
    return (try? collect(&scanner, &collector, depth: 0)) != nil && collector.isDoubtful
  }

  func board(ofString text: UnsafeBufferPointer<UInt8>) -> Board? {
    if let board = Notation.board(text) { return board }
    return text.count > 81 ? BoardText.board(JSONText.unescaped(text).utf8) : nil
  }

  func collect(
    _ scanner: inout JSONScanner, _ collector: inout CellCollector, depth: Int
  ) throws(JSONFault) {
    var cells = collector
    try scanner.elements(depth: depth) { (scanner) throws(JSONFault) in
      let kind = try scanner.kind()
      let start = scanner.at
      switch kind {
      case .array: return try collect(&scanner, &cells, depth: depth + 1)
      case .string: cells.add(string: UnsafeBufferPointer(rebasing: bytes[try scanner.string()]))
      case .number:
        try scanner.skipValue()
        cells.add(number: UnsafeBufferPointer(rebasing: bytes[start..<scanner.at]))
      case .literal:
        try scanner.skipValue()
        cells.add(number: UnsafeBufferPointer(rebasing: bytes[start..<scanner.at]))
      case .object:
        try scanner.skipValue(depth: depth + 1)
        cells.corrupt()
      }
    }
    collector = cells
  }

  /// Candidates: 81 texts or arrays of digits, one text of 81 words, or digits by cell.
  func marks(of member: Member) -> PencilMarks? {
    let text = UnsafeBufferPointer(rebasing: bytes[member.value])
    if member.kind == .string {
      return PencilMarks(text: String(decoding: text.dropFirst().dropLast(), as: UTF8.self))
    }
    if member.kind == .object { return marks(byCell: member) }
    guard member.kind == .array else { return nil }
    var scanner = JSONScanner(bytes, at: member.value.lowerBound)
    var words: [String] = []
    let result = Result { () throws(JSONFault) in
      try scanner.elements { (scanner) throws(JSONFault) in
        scanner.skipBlanks()
        let start = scanner.at
        try scanner.skipValue()
        let digits = bytes[start..<scanner.at].filter { 0x31...0x39 ~= $0 }
        words.append(digits.isEmpty ? "." : String(decoding: digits, as: UTF8.self))
      }
    }
    guard case .success = result else { return nil }
    return PencilMarks(text: words.joined(separator: " "))
  }

  /// Digits by cell, as our own notes have them: `{"r4c7": [1, 5]}`; `nil` for other names or values.
  private func marks(byCell member: Member) -> PencilMarks? {
    var (scanner, marks, isSound) = (
      JSONScanner(bytes, at: member.value.lowerBound), PencilMarks(), true
    )
    let result = Result { () throws(JSONFault) in
      try scanner.members(depth: 0) { (scanner, key) throws(JSONFault) in
        scanner.skipBlanks()
        let start = scanner.at
        let kind = try scanner.skipValue(depth: 1)
        guard kind == .array, let cell = Cell(parsing: String(decoding: key, as: UTF8.self)) else {
          isSound = false
          return
        }
        let digits = bytes[start..<scanner.at].compactMap { Digit(Int($0) - 0x30) }
        marks[cell] = DigitSet(digits)
      }
    }
    guard case .success = result, isSound, !marks.isEmpty else { return nil }
    return marks
  }
}
