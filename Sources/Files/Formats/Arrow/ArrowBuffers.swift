/// The nodes and buffers of a batch that were not taken yet.
///
/// Buffers of a compressed batch are decompressed when they are taken, each at most to the length that the rows need.
struct ArrowBuffers {
  /// The values of a field in a batch.
  struct Values {
    var count = 0
    var valid: ArraySlice<UInt8>?
    var buffers: [ArraySlice<UInt8>] = []
    var children: [Values] = []

    /// The bytes of all buffers.
    var size: Int {
      buffers.reduce(valid?.count ?? 0) { $0 + $1.count } + children.reduce(0) { $0 + $1.size }
    }
  }

  /// The number of rows.
  let count: Int
  private let bytes: ArraySlice<UInt8>
  private var nodes: ArraySlice<Int>
  private var buffers: ArraySlice<Int>
  private var viewCounts: ArraySlice<Int>
  private let codec: ArrowCodec?
  private let damage: ArrowReader.Failure
  /// The bytes that may still be decompressed.
  private var budget = ArrowReader.batchLimit
  /// The most bytes of a text or elements of a list: those of a line of text.
  private static let valueLimit = 1 << 20

  init(
    _ header: FlatTable, _ body: ArraySlice<UInt8>, place: String
  ) throws(ArrowReader.Failure) {
    damage = ArrowReader.Failure("the Arrow batch \(place) is damaged")
    if let table = header.table(3) {
      guard let number = table.number(0, absent: UInt8(0)),
        let codec = ArrowCodec(rawValue: number),
        table.number(1, absent: UInt8(0)) == 0
      else { throw ArrowReader.Failure("the Arrow batch \(place) has an unknown compression") }
      self.codec = codec
    } else {
      codec = nil
    }
    guard let count = header.number(0, absent: Int64(0)).map(Int.init), count >= 0,
      let nodes = header.longs(1, each: 2), let buffers = header.longs(2, each: 2),
      let viewCounts = header.longs(4), header.has(3) == (codec != nil)
    else { throw damage }
    self.count = count
    bytes = body
    (self.nodes, self.buffers, self.viewCounts) = (nodes[...], buffers[...], viewCounts[...])
  }

  private mutating func node() throws(ArrowReader.Failure) -> (count: Int, nullCount: Int) {
    guard let count = nodes.popFirst(), let nullCount = nodes.popFirst(), count >= 0 else {
      throw damage
    }
    return (count, nullCount)
  }

  private mutating func buffer() throws(ArrowReader.Failure) -> ArraySlice<UInt8> {
    guard let offset = buffers.popFirst(), let length = buffers.popFirst(), offset >= 0,
      length >= 0, offset <= bytes.count, length <= bytes.count - offset
    else { throw damage }
    let start = bytes.startIndex + offset
    return bytes[start..<(start + length)]
  }

  /// The next buffer, with at least the bytes that are needed.
  private mutating func buffer(needing count: Int) throws(ArrowReader.Failure) -> ArraySlice<UInt8>
  {
    let data = try buffer()
    guard let codec, !data.isEmpty else {
      guard data.count >= count else { throw damage }
      return data
    }
    guard data.count >= 8 else { throw damage }
    let claimed = data.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let packed = data.dropFirst(8)
    if claimed == .max {
      guard packed.count >= count else { throw damage }
      return packed
    }
    guard claimed >= UInt64(count) else { throw damage }
    guard count <= budget else {
      throw ArrowReader.Failure("an Arrow batch has more than 1 GiB: write smaller batches")
    }
    budget -= count
    if count == 0 { return [] }
    guard let plain = try codec.decompress(packed, count: count) else { throw damage }
    return plain[...]
  }

  /// The product of a number of rows and a size, if a batch can hold so much.
  private func size(_ rows: Int, _ size: Int) throws(ArrowReader.Failure) -> Int {
    let (product, isTooLarge) = rows.multipliedReportingOverflow(by: size)
    guard !isTooLarge, product >= 0 else { throw damage }
    return product
  }

  private mutating func validity(
    _ node: (count: Int, nullCount: Int)
  ) throws(ArrowReader.Failure) -> ArraySlice<UInt8>? {
    guard node.nullCount != 0 else {
      _ = try buffer()
      return nil
    }
    let bits = try buffer(needing: node.count / 8 + (node.count % 8 > 0 ? 1 : 0))
    guard !bits.isEmpty || node.count == 0 else { throw damage }
    return bits
  }

  /// The offsets of texts or lists; with the end of the last one.
  private mutating func offsets(
    _ count: Int, size width: Int
  ) throws(ArrowReader.Failure) -> (ArraySlice<UInt8>, end: Int) {
    // A column without rows may have no offsets.
    guard count > 0 else { return (try buffer(), 0) }
    let data = try buffer(needing: try size(count, width) + width)
    let numbers = ArrowNumbers(data: data, size: width, isSigned: true, valid: nil)
    // Without compression each value is checked by itself.
    guard codec != nil else { return (data, .max) }
    guard let end = numbers.number(count), end >= 0 else { throw damage }
    if end / Self.valueLimit > count {
      throw ArrowReader.Failure("an Arrow batch has values of more than 1 MiB")
    }
    return (data, end)
  }

  /// Takes the values of a field and its children; those that are not needed are only passed over.
  mutating func take(
    _ field: ArrowField, isNeeded: Bool, ofDictionary: Bool = false, limit: Int? = nil
  ) throws(ArrowReader.Failure) -> Values {
    let node = try node()
    var values = Values(count: min(node.count, limit ?? .max))
    guard isNeeded else {
      try pass(field, ofDictionary: ofDictionary)
      return values
    }
    if let dictionary = field.dictionary, !ofDictionary {
      values.valid = try validity(node)
      values.buffers = [try buffer(needing: try size(node.count, dictionary.indexSize))]
      return values
    }
    if ![.null, .union, .runEnds].contains(field.type) {
      values.valid = try validity((values.count, node.nullCount))
    }
    let count = values.count
    switch field.type {
    case .binary, .text, .largeBinary, .largeText:
      let (offsets, end) = try offsets(count, size: field.type.isLarge ? 8 : 4)
      values.buffers = [offsets, try characters(end)]
    case .binaryView, .textView:
      let views = try buffer(needing: try size(count, 16))
      guard let more = viewCounts.popFirst(), 0...1_000_000 ~= more else { throw damage }
      values.buffers = [views]
      let ends =
        codec == nil
        ? [Int](repeating: 0, count: more) : ArrowTexts.ends(ofViews: views, count, more)
      for end in ends { values.buffers.append(try characters(end)) }
    case .list, .largeList:
      let (offsets, end) = try offsets(count, size: field.type.isLarge ? 8 : 4)
      values.buffers = [offsets]
      guard let child = field.children.first else { throw damage }
      values.children = [try take(child, isNeeded: true, limit: end)]
    case .fixedList:
      guard let child = field.children.first else { throw damage }
      values.children = [
        try take(child, isNeeded: true, limit: try size(count, field.size))
      ]
    case .bool: values.buffers = [try buffer(needing: count / 8 + (count % 8 > 0 ? 1 : 0))]
    default:
      guard let width = field.width, width > 0 else { throw damage }
      values.buffers = [try buffer(needing: try size(count, width))]
    }
    return values
  }

  /// The characters of texts; without compression each text is checked by itself.
  private mutating func characters(_ end: Int) throws(ArrowReader.Failure) -> ArraySlice<UInt8> {
    codec == nil ? try buffer() : try buffer(needing: end)
  }

  /// Passes over the nodes and buffers of a field whose own node is taken.
  private mutating func pass(
    _ field: ArrowField, ofDictionary: Bool
  ) throws(ArrowReader.Failure) {
    var bufferCount =
      switch field.type {
      case .null, .runEnds: 0
      case .structure, .fixedList: 1
      case .binary, .text, .largeBinary, .largeText, .listView, .largeListView: 3
      default: 2
      }
    if field.dictionary != nil, !ofDictionary {
      bufferCount = 2
    } else if field.type == .binaryView || field.type == .textView {
      guard let more = viewCounts.popFirst(), 0...1_000_000 ~= more else { throw damage }
      bufferCount += more
    }
    // The two modes of unions can't be distinguished here.
    guard field.type != .union else { throw damage }
    for _ in 0..<bufferCount { _ = try buffer() }
    if field.dictionary != nil, !ofDictionary { return }
    for child in field.children {
      _ = try node()
      try pass(child, ofDictionary: false)
    }
  }
}
