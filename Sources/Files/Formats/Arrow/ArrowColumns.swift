import SudokuCore

/// The columns of an Arrow schema, and the positions of their values in a batch.
struct ArrowColumns: Sendable {
  private struct Field: Sendable {
    let name: String
    let kind: UInt8
    let bits: Int
    let isSigned: Bool
    let size: Int
    let children: [Field]
    let isDictionary: Bool

    /// True if the column can hold boards.
    var isBoard: Bool {
      if isDictionary { return false }
      switch kind {
      case 16: return size == 81 && children.first?.isInteger == true
      case 12, 21: return children.first?.isInteger == true
      case 15: return size == 81
      default: return isText
      }
    }
    /// The type in a table of results; `nil` for texts.
    var outputKind: ArrowTable.Kind? {
      switch kind {
      case 2: bits == 64 && !isSigned ? .unsigned : .integer
      case 3: .number
      case 6: .flag
      default: nil
      }
    }
    /// The advice on a type that is not read; empty if there is none.
    var wish: String { isDictionary ? " (a dictionary: write its values as texts)" : "" }
    var isInteger: Bool { kind == 2 && !isDictionary }
    var isText: Bool { [4, 5, 19, 20, 23, 24].contains(kind) && !isDictionary }
    /// True if the column can become a field of a record.
    var isValue: Bool {
      isInteger || isText || !isDictionary && (kind == 6 || kind == 3 && bits >= 1)
    }
  }

  private let fields: [Field]
  /// The names under which the columns become fields: a number follows a name that occurs twice.
  private let names: [String]
  private let puzzle: Int
  private let solution: Int?
  /// The columns that are not read, with advice.
  let unread: [String]
  /// The types of the other columns that an Arrow table of results keeps; the others are texts.
  let kinds: [String: ArrowTable.Kind]

  init(_ schema: FlatTable) throws(ArrowReader.Failure) {
    guard schema.number(0, absent: Int16(0)) == 0 else {
      throw ArrowReader.Failure("the Arrow stream is big-endian: write it little-endian")
    }
    var fields: [Field] = []
    for table in schema.tables(1) ?? [] { fields.append(try Self.field(table, depth: 0)) }
    func index(_ role: FieldRole) -> Int? {
      fields.indices.first { fields[$0].isBoard && FieldRole(fields[$0].name.utf8) == role }
    }
    let onlyBoard = fields.indices.filter { fields[$0].isBoard && !fields[$0].isText }
    guard let puzzle = index(.puzzle) ?? (fields.count == 1 ? 0 : onlyBoard.first),
      fields[puzzle].isBoard
    else {
      let names = fields.map(\.name).joined(separator: ", ")
      throw ArrowReader.Failure(
        "no Arrow column 'puzzle' with lists of 81 integers (not doubles) or texts of 81 "
          + "characters (not a dictionary); columns: \(names)")
    }
    self.fields = fields
    self.puzzle = puzzle
    let solution = index(.solution)
    self.solution = solution
    var different = DifferentNames()
    let names = fields.enumerated().map { index, field in
      index == puzzle || index == solution ? "" : different.add(field.name)
    }
    self.names = names
    let others = fields.indices.filter { $0 != puzzle && $0 != solution }
    unread = others.filter { !fields[$0].isValue }.map { names[$0] + fields[$0].wish }
    kinds = [String: ArrowTable.Kind](
      others.filter { fields[$0].isValue }.compactMap { index in
        fields[index].outputKind.map { (names[index], $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func field(
    _ table: FlatTable, depth: Int
  ) throws(ArrowReader.Failure) -> Field {
    guard depth < 64, let kind = table.number(2, absent: UInt8(0)),
      let children = table.tables(5)
    else { throw ArrowReader.Failure("the Arrow schema is damaged") }
    let type = table.table(3)
    var inner: [Field] = []
    for child in children { inner.append(try field(child, depth: depth + 1)) }
    return Field(
      name: table.string(0) ?? "", kind: kind,
      bits: Int(
        kind == 3 ? type?.number(0, absent: Int16(0)) ?? 0 : 0)
        + Int(kind == 2 ? type?.number(0, absent: Int32(0)) ?? 0 : 0),
      isSigned: type?.number(1, absent: UInt8(0)) ?? 0 != 0,
      size: Int(kind == 15 || kind == 16 ? type?.number(0, absent: Int32(0)) ?? 0 : 0),
      children: inner, isDictionary: table.has(4))
  }

  // MARK: Batches

  /// The nodes and buffers of a batch that were not taken yet.
  private struct Parts {
    let bytes: ArraySlice<UInt8>
    var nodes: ArraySlice<Int>
    var buffers: ArraySlice<Int>
    var viewCounts: ArraySlice<Int>

    mutating func node() -> (count: Int, nullCount: Int)? {
      guard let count = nodes.popFirst(), let nullCount = nodes.popFirst(), count >= 0 else {
        return nil
      }
      return (count, nullCount)
    }

    mutating func buffer() -> ArraySlice<UInt8>? {
      guard let offset = buffers.popFirst(), let length = buffers.popFirst(), offset >= 0,
        length >= 0, offset <= bytes.count, length <= bytes.count - offset
      else { return nil }
      let start = bytes.startIndex + offset
      return bytes[start..<(start + length)]
    }
  }

  /// The values of a field in a batch.
  private struct Values {
    var count = 0
    var valid: ArraySlice<UInt8>?
    var buffers: [ArraySlice<UInt8>] = []
    var children: [Values] = []
  }

  func batch(
    _ header: FlatTable, _ body: ArraySlice<UInt8>, after row: Int
  ) throws(ArrowReader.Failure) -> ArrowBatch {
    let damage = ArrowReader.Failure("the Arrow batch after row \(row) is damaged")
    if header.has(3) {
      throw ArrowReader.Failure("the Arrow batches are compressed: write them without compression")
    }
    guard let count = header.number(0, absent: Int64(0)).map(Int.init), count >= 0,
      let nodes = header.longs(1, each: 2), let buffers = header.longs(2, each: 2),
      let viewCounts = header.longs(4)
    else { throw damage }
    var parts = Parts(
      bytes: body, nodes: nodes[...], buffers: buffers[...], viewCounts: viewCounts[...])
    var all: [Values] = []
    for field in fields {
      guard let values = Self.take(field, &parts), values.count == count else { throw damage }
      all.append(values)
    }
    func boards(_ index: Int) -> ArrowBoards? {
      let (field, values) = (fields[index], all[index])
      switch field.kind {
      case 12, 16, 21:
        guard let child = field.children.first, let inner = values.children.first,
          let numbers = Self.numbers(child, inner)
        else { return nil }
        if field.kind == 16 {
          guard inner.count / 81 >= count else { return nil }
          return ArrowBoards(valid: values.valid, kind: .fixedLists(numbers))
        }
        guard let offsets = Self.offsets(field, values) else { return nil }
        return ArrowBoards(valid: values.valid, kind: .lists(offsets, numbers))
      case 15:
        guard let data = values.buffers.first, data.count / 81 >= count else { return nil }
        return ArrowBoards(valid: values.valid, kind: .fixedText(data))
      default:
        return Self.texts(field, values).map { ArrowBoards(valid: values.valid, kind: .texts($0)) }
      }
    }
    guard let puzzles = boards(puzzle) else { throw damage }
    var answers: ArrowBoards?
    if let solution {
      answers = boards(solution)
      if answers == nil { throw damage }
    }
    var others: [(String, ArrowValues)] = []
    for index in fields.indices where index != puzzle && index != solution && fields[index].isValue
    {
      let (field, values) = (fields[index], all[index])
      var kind: ArrowValues.Kind?
      switch field.kind {
      case 2: kind = Self.numbers(field, values).map { .integers($0) }
      case 3:
        let size = field.bits == 2 ? 8 : 4
        if let data = values.buffers.first, data.count / size >= count {
          kind = .floats(data, size: size)
        }
      case 6:
        if let data = values.buffers.first, data.count >= (count + 7) / 8 { kind = .flags(data) }
      default: kind = Self.texts(field, values).map { .texts($0) }
      }
      guard let kind else { throw damage }
      others.append((names[index], ArrowValues(valid: values.valid, kind: kind)))
    }
    return ArrowBatch(count: count, puzzle: puzzles, solution: answers, fields: others)
  }

  private static func numbers(_ field: Field, _ values: Values) -> ArrowNumbers? {
    let size = field.bits / 8
    guard [1, 2, 4, 8].contains(size), let data = values.buffers.first,
      data.count / size >= values.count
    else { return nil }
    return ArrowNumbers(data: data, size: size, isSigned: field.isSigned, valid: values.valid)
  }

  private static func offsets(_ field: Field, _ values: Values) -> ArrowNumbers? {
    let size = [19, 20, 21].contains(field.kind) ? 8 : 4
    guard let data = values.buffers.first else { return nil }
    // A column without rows may have no offsets.
    guard values.count == 0 || data.count / size > values.count else { return nil }
    return ArrowNumbers(data: data, size: size, isSigned: true, valid: nil)
  }

  private static func texts(_ field: Field, _ values: Values) -> ArrowTexts? {
    if field.kind == 23 || field.kind == 24 {
      guard let views = values.buffers.first, views.count / 16 >= values.count else { return nil }
      return ArrowTexts(kind: .views(views, Array(values.buffers.dropFirst())))
    }
    guard let offsets = offsets(field, values), values.buffers.count == 2 else { return nil }
    return ArrowTexts(kind: .offsets(offsets, values.buffers[1]))
  }

  /// Takes the nodes and buffers of a field and its children.
  private static func take(_ field: Field, _ parts: inout Parts) -> Values? {
    guard let node = parts.node() else { return nil }
    var values = Values(count: node.count)
    func takeBuffers(_ count: Int, withValidity: Bool) -> Bool {
      if withValidity {
        guard let valid = parts.buffer() else { return false }
        if node.nullCount != 0, !valid.isEmpty {
          guard valid.count >= (node.count + 7) / 8 else { return false }
          values.valid = valid
        } else if node.nullCount != 0 {
          return false
        }
      }
      for _ in 0..<count {
        guard let buffer = parts.buffer() else { return false }
        values.buffers.append(buffer)
      }
      return true
    }
    let isTaken: Bool
    if field.isDictionary {
      return takeBuffers(1, withValidity: true) ? values : nil
    }
    switch field.kind {
    case 1, 22: isTaken = true
    case 4, 5, 19, 20: isTaken = takeBuffers(2, withValidity: true)
    case 23, 24:
      guard let more = parts.viewCounts.popFirst(), 0...1_000_000 ~= more else { return nil }
      isTaken = takeBuffers(1 + more, withValidity: true)
    case 12, 17, 21: isTaken = takeBuffers(1, withValidity: true)
    case 25, 26: isTaken = takeBuffers(2, withValidity: true)
    case 13, 16: isTaken = takeBuffers(0, withValidity: true)
    // The two modes of unions can't be distinguished here.
    case 14: return nil
    default: isTaken = takeBuffers(1, withValidity: true)
    }
    guard isTaken else { return nil }
    for child in field.children {
      guard let inner = take(child, &parts) else { return nil }
      values.children.append(inner)
    }
    return values
  }
}
