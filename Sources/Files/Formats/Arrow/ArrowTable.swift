import SudokuCore

/// A table of results as Arrow IPC: the schema, then a record batch for each run of rows.
///
/// Commands append rows one after the other, each value after a byte that is 0 if the value is missing.
/// `batch(of:)` turns the rows into columns. A board is `FixedSizeList<uint8>[81]`, 0 for an empty cell.
package struct ArrowTable: Sendable {
  /// The type of a column.
  package enum Kind: Sendable, Hashable {
    /// 81 bytes; characters of a line are turned into values.
    case board
    /// 81 sets of digits of 16 bits; bit 0 is the digit 1.
    case candidates
    case integer
    case unsigned
    case number
    case flag
    case text

    /// The length of a value in a row.
    fileprivate var size: Int {
      switch self {
      case .board: 81
      case .candidates: 162
      case .integer, .unsigned, .number: 8
      case .flag: 1
      case .text: 4
      }
    }
  }

  package struct Column: Sendable, Hashable {
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
  }

  package let columns: [Column]

  package init(_ columns: [Column]) { self.columns = columns }

  /// The mark of the end of a stream.
  package static let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

  // MARK: Metadata

  /// The start of a stream: the schema.
  package var schema: [UInt8] {
    var builder = FlatBufferBuilder()
    let fields = columns.map { column in
      let (kind, child): (Kind, [Int]) =
        switch column.kind {
        case .board: (column.kind, [field("item", bits: 8, &builder)])
        case .candidates: (column.kind, [field("item", bits: 16, &builder)])
        default: (column.kind, [])
        }
      let children = builder.vector(child)
      let name = builder.string(column.name)
      let (number, type) = type(of: kind, &builder)
      return builder.table([
        0: .reference(name), 1: .byte(1), 2: .byte(number), 3: .reference(type),
        5: .reference(children),
      ])
    }
    let list = builder.vector(fields)
    let schema = builder.table([0: .short(0), 1: .reference(list)])
    return Self.message(header: 1, schema, bodyLength: 0, builder)
  }

  /// An unsigned field of a list.
  private func field(_ name: String, bits: Int32, _ builder: inout FlatBufferBuilder) -> Int {
    let children = builder.vector([])
    let name = builder.string(name)
    let type = builder.table([0: .int(bits), 1: .byte(0)])
    return builder.table([
      0: .reference(name), 1: .byte(1), 2: .byte(2), 3: .reference(type), 5: .reference(children),
    ])
  }

  private func type(of kind: Kind, _ builder: inout FlatBufferBuilder) -> (UInt8, Int) {
    switch kind {
    case .board, .candidates: (16, builder.table([0: .int(81)]))
    case .integer: (2, builder.table([0: .int(64), 1: .byte(1)]))
    case .unsigned: (2, builder.table([0: .int(64), 1: .byte(0)]))
    case .number: (3, builder.table([0: .short(2)]))
    case .flag: (6, builder.table([:]))
    case .text: (5, builder.table([:]))
    }
  }

  private static func message(
    header: UInt8, _ place: Int, bodyLength: Int, _ builder: FlatBufferBuilder
  ) -> [UInt8] {
    var builder = builder
    let root = builder.table([
      0: .short(4), 1: .byte(header), 2: .reference(place), 3: .long(Int64(bodyLength)),
    ])
    let metadata = builder.finish(root)
    var bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    withUnsafeBytes(of: Int32(metadata.count).littleEndian) { bytes.append(contentsOf: $0) }
    return bytes + metadata
  }

  // MARK: Batches

  /// The number of nulls and the length of texts in a column of the rows.
  private struct Extent {
    var nullCount = 0
    var textLength = 0
  }

  /// Rows as a record batch; nothing if there are none.
  package func batch(of rows: [UInt8]) -> [UInt8] {
    rows.withUnsafeBytes { rows in
      guard let base = rows.baseAddress, !rows.isEmpty else { return [] }
      let (count, extents) = measure(base, rows.count)
      var (nodes, buffers, length): ([(Int, Int)], [(Int, Int)], Int) = ([], [], 0)
      func add(_ size: Int) {
        buffers.append((length, size))
        length += (size + 7) & ~7
      }
      for (column, extent) in zip(columns, extents) {
        nodes.append((count, extent.nullCount))
        add(extent.nullCount > 0 ? (count + 7) / 8 : 0)
        switch column.kind {
        case .board, .candidates:
          nodes.append((81 * count, 0))
          add(0)
          add(column.kind.size * count)
        case .integer, .unsigned, .number: add(8 * count)
        case .flag: add((count + 7) / 8)
        case .text:
          add(4 * (count + 1))
          add(extent.textLength)
        }
      }
      var builder = FlatBufferBuilder()
      let bufferList = builder.vector(pairs: buffers)
      let nodeList = builder.vector(pairs: nodes)
      let header = builder.table([
        0: .long(Int64(count)), 1: .reference(nodeList), 2: .reference(bufferList),
      ])
      let message = Self.message(header: 3, header, bodyLength: length, builder)
      let size = message.count + length
      return [UInt8](unsafeUninitializedCapacity: size) { bytes, used in
        guard let start = bytes.baseAddress else { return }
        _ = bytes.update(fromContentsOf: message)
        used = size
        let body = UnsafeMutableRawPointer(start + message.count)
        // Padding, and the bits that are set one by one.
        for (offset, size) in buffers {
          let padding = (8 - size & 7) & 7
          if padding > 0 { memset(body + offset + size, padding) }
        }
        fill(base, count, extents, body, buffers)
      }
    }
  }

  private func memset(_ place: UnsafeMutableRawPointer, _ count: Int) {
    place.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  /// The length of all rows, and the places of their values; `nil` where texts make them differ.
  private var fixedRow: (length: Int, places: [Int])? {
    if columns.contains(where: { $0.kind == .text }) { return nil }
    var (length, places): (Int, [Int]) = (0, [])
    for column in columns {
      places.append(length + 1)
      length += 1 + column.kind.size
    }
    return (length, places)
  }

  private func measure(_ rows: UnsafeRawPointer, _ size: Int) -> (Int, [Extent]) {
    var extents = [Extent](repeating: Extent(), count: columns.count)
    let kinds = columns.map(\.kind)
    if let row = fixedRow {
      for (index, place) in row.places.enumerated() {
        var count = 0
        for start in stride(from: place - 1, to: size, by: row.length) {
          count += rows.load(fromByteOffset: start, as: UInt8.self) == 0 ? 1 : 0
        }
        extents[index].nullCount = count
      }
      return (size / row.length, extents)
    }
    var (place, count) = (0, 0)
    while place < size {
      for index in kinds.indices {
        if rows.load(fromByteOffset: place, as: UInt8.self) == 0 { extents[index].nullCount += 1 }
        place += 1
        if kinds[index] == .text {
          let length = Int(rows.loadUnaligned(fromByteOffset: place, as: UInt32.self))
          extents[index].textLength += length
          place += length
        }
        place += kinds[index].size
      }
      count += 1
    }
    return (count, extents)
  }

  /// The destination of a column's values.
  private struct Target {
    let kind: Kind
    /// The bits of the values that are there; `nil` where all are.
    let valid: UnsafeMutableRawPointer?
    let data: UnsafeMutableRawPointer
    /// The characters of texts.
    let text: UnsafeMutableRawPointer
    var textLength: Int32 = 0

    /// Moves the values at equal distances to their column; there are no texts among them.
    func fill(_ first: UnsafeRawPointer, stride: Int, _ count: Int) {
      if let valid {
        for row in 0..<count where (first + row * stride - 1).load(as: UInt8.self) != 0 {
          set(row, in: valid)
        }
      }
      switch kind {
      case .flag:
        for row in 0..<count where (first + row * stride).load(as: UInt8.self) != 0 {
          set(row, in: data)
        }
      case .board: for row in 0..<count { copyBoard(first + row * stride, to: row) }
      case .integer, .unsigned, .number:
        for row in 0..<count {
          data.storeBytes(
            of: (first + row * stride).loadUnaligned(as: UInt64.self), toByteOffset: 8 * row,
            as: UInt64.self)
        }
      case .candidates, .text:
        let size = kind.size
        for row in 0..<count {
          (data + size * row).copyMemory(from: first + row * stride, byteCount: size)
        }
      }
    }

    /// Copies 81 characters or values: '1' to '9' end with their digit, all others are empty cells.
    ///
    /// The compiler turns the plain loop into vectors. It is 12 times as fast as a copy and a second pass.
    @inline(__always)
    func copyBoard(_ source: UnsafeRawPointer, to row: Int) {
      let cells = source.assumingMemoryBound(to: UInt8.self)
      let target = (data + 81 * row).assumingMemoryBound(to: UInt8.self)
      for cell in 0..<81 {
        let value = cells[cell] & 15
        target[cell] = value > 9 ? 0 : value
      }
    }

    func set(_ bit: Int, in bits: UnsafeMutableRawPointer) {
      (bits + bit / 8).assumingMemoryBound(to: UInt8.self).pointee |= 1 << (bit & 7)
    }
  }

  private func fill(
    _ rows: UnsafeRawPointer, _ count: Int, _ extents: [Extent], _ body: UnsafeMutableRawPointer,
    _ buffers: [(Int, Int)]
  ) {
    var targets: [Target] = []
    var buffer = 0
    for (column, extent) in zip(columns, extents) {
      let valid = extent.nullCount > 0 ? body + buffers[buffer].0 : nil
      if let valid { memset(valid, (count + 7) / 8) }
      let isList = column.kind == .board || column.kind == .candidates
      let data = body + buffers[buffer + (isList ? 2 : 1)].0
      let isText = column.kind == .text
      targets.append(
        Target(
          kind: column.kind, valid: valid, data: data,
          text: isText ? body + buffers[buffer + 2].0 : data))
      if column.kind == .flag { memset(data, (count + 7) / 8) }
      if isText { data.storeBytes(of: 0, as: Int32.self) }
      buffer += isList || isText ? 3 : 2
    }
    if let row = fixedRow {
      for (target, place) in zip(targets, row.places) {
        target.fill(rows + place, stride: row.length, count)
      }
    } else {
      fill(&targets, rows, count)
    }
  }

  /// Moves the values of rows of different lengths to their columns.
  private func fill(_ targets: inout [Target], _ rows: UnsafeRawPointer, _ count: Int) {
    var place = rows
    for row in 0..<count {
      for index in targets.indices {
        let isThere = place.load(as: UInt8.self) != 0
        place += 1
        if isThere, let valid = targets[index].valid { targets[index].set(row, in: valid) }
        let data = targets[index].data
        switch targets[index].kind {
        case .board: targets[index].copyBoard(place, to: row)
        case .candidates: (data + 162 * row).copyMemory(from: place, byteCount: 162)
        case .integer, .unsigned, .number:
          (data + 8 * row).copyMemory(from: place, byteCount: 8)
        case .flag:
          if place.load(as: UInt8.self) != 0 { targets[index].set(row, in: data) }
        case .text:
          let length = place.loadUnaligned(as: Int32.self)
          (targets[index].text + Int(targets[index].textLength)).copyMemory(
            from: place + 4, byteCount: Int(length))
          targets[index].textLength += length
          (data + 4 * (row + 1)).storeBytes(of: targets[index].textLength, as: Int32.self)
          place += Int(length)
        }
        place += targets[index].kind.size
      }
    }
  }
}

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
    }
  }
}
