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
    /// Days since 1970-01-01.
    case date
    /// Whole days in milliseconds.
    case dateMilliseconds
    /// A unit from 0 for seconds to 3 for nanoseconds.
    case timestamp(unit: Int, zone: String?)
    /// 128 bits.
    case decimal(precision: Int, scale: Int)

    fileprivate var layout: Layout {
      switch self {
      case .board: .board
      case .candidates: .bytes(162)
      case .integer, .unsigned, .number, .dateMilliseconds, .timestamp: .word
      case .flag: .flag
      case .text: .text
      case .date: .bytes(4)
      case .decimal: .bytes(16)
      }
    }
  }

  /// The form of a value in a row.
  fileprivate enum Layout {
    case board
    case word
    case flag
    case bytes(Int)
    /// The length, then the characters.
    case text

    var size: Int {
      switch self {
      case .board: 81
      case .word: 8
      case .flag: 1
      case .bytes(let size): size
      case .text: 4
      }
    }
    var isText: Bool { if case .text = self { true } else { false } }
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
      let child: [Int] =
        switch column.kind {
        case .board: [field("item", bits: 8, &builder)]
        case .candidates: [field("item", bits: 16, &builder)]
        default: []
        }
      let children = builder.vector(child)
      let name = builder.string(column.name)
      let (number, type) = type(of: column.kind, &builder)
      return builder.table([
        0: .reference(name), 1: .byte(1), 2: .byte(number.rawValue), 3: .reference(type),
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
      0: .reference(name), 1: .byte(1), 2: .byte(ArrowType.int.rawValue), 3: .reference(type),
      5: .reference(children),
    ])
  }

  private func type(of kind: Kind, _ builder: inout FlatBufferBuilder) -> (ArrowType, Int) {
    switch kind {
    case .board, .candidates: (.fixedList, builder.table([0: .int(81)]))
    case .integer: (.int, builder.table([0: .int(64), 1: .byte(1)]))
    case .unsigned: (.int, builder.table([0: .int(64), 1: .byte(0)]))
    case .number: (.float, builder.table([0: .short(2)]))
    case .flag: (.bool, builder.table([:]))
    case .text: (.text, builder.table([:]))
    case .date: (.date, builder.table([0: .short(0)]))
    case .dateMilliseconds: (.date, builder.table([0: .short(1)]))
    case .timestamp(let unit, let zone?):
      (.timestamp, timestamp(unit, builder.string(zone), &builder))
    case .timestamp(let unit, nil): (.timestamp, builder.table([0: .short(Int16(clamping: unit))]))
    case .decimal(let precision, let scale):
      (
        .decimal,
        builder.table([
          0: .int(Int32(clamping: precision)), 1: .int(Int32(clamping: scale)), 2: .int(128),
        ])
      )
    }
  }

  private func timestamp(_ unit: Int, _ zone: Int, _ builder: inout FlatBufferBuilder) -> Int {
    builder.table([0: .short(Int16(clamping: unit)), 1: .reference(zone)])
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
      let row = fixedRow(base, rows.count)
      let (count, extents) = measure(base, rows.count, row)
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
          add(column.kind.layout.size * count)
        case .flag: add((count + 7) / 8)
        case .text:
          add(4 * (count + 1))
          add(extent.textLength)
        default: add(column.kind.layout.size * count)
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
        fill(base, row, count, extents, body, buffers)
      }
    }
  }

  private func memset(_ place: UnsafeMutableRawPointer, _ count: Int) {
    place.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  /// The length of all rows, and the places of their values; `nil` where texts make them differ.
  private func fixedRow(_ rows: UnsafeRawPointer, _ size: Int) -> (length: Int, places: [Int])? {
    var (length, places): (Int, [Int]) = (0, [])
    for column in columns {
      places.append(length + 1)
      length += 1 + column.kind.layout.size
    }
    guard length > 0, size % length == 0 else { return nil }
    let texts = zip(columns, places).filter { $0.0.kind.layout.isText }.map(\.1)
    if texts.isEmpty { return (length, places) }
    // Reasons of errors are few: where the texts of each row are empty, the next one is at the same distance.
    for start in stride(from: 0, to: size, by: length) {
      for place in texts
      where rows.loadUnaligned(fromByteOffset: start + place, as: UInt32.self) != 0 { return nil }
    }
    return (length, places)
  }

  private func measure(
    _ rows: UnsafeRawPointer, _ size: Int, _ row: (length: Int, places: [Int])?
  ) -> (Int, [Extent]) {
    var extents = [Extent](repeating: Extent(), count: columns.count)
    if let row {
      for (index, place) in row.places.enumerated() {
        var count = 0
        for start in stride(from: place - 1, to: size, by: row.length) {
          count += rows.load(fromByteOffset: start, as: UInt8.self) == 0 ? 1 : 0
        }
        extents[index].nullCount = count
      }
      return (size / row.length, extents)
    }
    let layouts = columns.map(\.kind.layout)
    let (sizes, areTexts) = (layouts.map(\.size), layouts.map(\.isText))
    var (place, count) = (0, 0)
    while place < size {
      for index in sizes.indices {
        if rows.load(fromByteOffset: place, as: UInt8.self) == 0 { extents[index].nullCount += 1 }
        place += 1
        if areTexts[index] {
          let length = Int(rows.loadUnaligned(fromByteOffset: place, as: UInt32.self))
          extents[index].textLength += length
          place += length
        }
        place += sizes[index]
      }
      count += 1
    }
    return (count, extents)
  }

  /// The destination of a column's values.
  private struct Target {
    let layout: Layout
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
      switch layout {
      case .flag:
        for row in 0..<count where (first + row * stride).load(as: UInt8.self) != 0 {
          set(row, in: data)
        }
      case .board: for row in 0..<count { copyBoard(first + row * stride, to: row) }
      case .word:
        for row in 0..<count {
          data.storeBytes(
            of: (first + row * stride).loadUnaligned(as: UInt64.self), toByteOffset: 8 * row,
            as: UInt64.self)
        }
      // The offsets of empty texts.
      case .text: data.initializeMemory(as: UInt8.self, repeating: 0, count: 4 * (count + 1))
      case .bytes(let size):
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
    _ rows: UnsafeRawPointer, _ row: (length: Int, places: [Int])?, _ count: Int,
    _ extents: [Extent], _ body: UnsafeMutableRawPointer, _ buffers: [(Int, Int)]
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
          layout: column.kind.layout, valid: valid, data: data,
          text: isText ? body + buffers[buffer + 2].0 : data))
      if column.kind == .flag { memset(data, (count + 7) / 8) }
      if isText { data.storeBytes(of: 0, as: Int32.self) }
      buffer += isList || isText ? 3 : 2
    }
    if let row {
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
        switch targets[index].layout {
        case .board: targets[index].copyBoard(place, to: row)
        case .bytes(let size): (data + size * row).copyMemory(from: place, byteCount: size)
        case .word: (data + 8 * row).copyMemory(from: place, byteCount: 8)
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
        place += targets[index].layout.size
      }
    }
  }
}
