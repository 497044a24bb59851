import SudokuCore

extension [UInt8] {
  private mutating func append(arrow value: some FixedWidthInteger, isThere: Bool) {
    append(isThere ? 1 : 0)
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends a board to a row of an `ArrowTable`.
  package mutating func append(arrow board: Board?) {
    append(board == nil ? 0 : 1)
    guard let board else { return append(contentsOf: repeatElement(0, count: 81)) }
    board.withUnsafeValues { append(contentsOf: UnsafeBufferPointer(start: $0, count: 81)) }
  }

  /// Appends a number.
  package mutating func append(arrow value: Int?) {
    append(arrow: Int64(value ?? 0), isThere: value != nil)
  }

  /// Appends a number.
  package mutating func append(arrow value: Double?) {
    append(arrow: (value ?? 0).bitPattern, isThere: value != nil)
  }

  /// Appends a flag.
  package mutating func append(arrow value: Bool?) {
    append(value == nil ? 0 : 1)
    append(value == true ? 1 : 0)
  }

  /// Appends a text.
  package mutating func append(arrow text: (some StringProtocol)?) {
    append(arrow: UInt32(text?.utf8.count ?? 0), isThere: text != nil)
    if let text { append(contentsOf: text.utf8) }
  }

  /// Appends the candidates of all cells.
  package mutating func append(arrow marks: PencilMarks?) {
    append(marks == nil ? 0 : 1)
    for cell in CellSet.all {
      Swift.withUnsafeBytes(of: (marks?[cell].rawValue ?? 0).littleEndian) {
        append(contentsOf: $0)
      }
    }
  }

  /// Appends a value as a cell of a table has it; an empty cell and `-` are none.
  package mutating func append(arrowCell cell: String, _ kind: ArrowTable.Kind) {
    let text = cell.isEmpty || cell == "-" ? nil : cell
    switch kind {
    case .board: append(arrow: text.flatMap { try? Board(line: $0) })
    case .candidates: append(arrow: text.flatMap { PencilMarks(text: $0) })
    case .integer: append(arrow: text.flatMap { Int($0) })
    case .unsigned:
      let value = text.flatMap { UInt64($0) }
      append(arrow: value ?? 0, isThere: value != nil)
    case .number: append(arrow: text.flatMap { Double($0) })
    case .flag: append(arrow: text.map { $0 == "true" })
    case .text: append(arrow: text)
    case .date:
      let day = text.flatMap(ArrowTime.days.value).flatMap { Int32(exactly: $0) }
      append(arrow: day ?? 0, isThere: day != nil)
    case .dateMilliseconds: append(arrow: text.flatMap(ArrowTime.milliseconds.value))
    case .timestamp(let unit, let zone):
      append(arrow: text.flatMap(ArrowTime(timestampUnit: unit, zone: zone).value))
    case .decimal(_, let scale):
      let bytes = text.flatMap { ArrowDecimal.bytes($0, scale: scale) }
      append(bytes == nil ? 0 : 1)
      append(contentsOf: bytes ?? [UInt8](repeating: 0, count: 16))
    }
  }
}
