import SudokuCore

/// The columns of an Arrow schema, and the values of its dictionaries.
struct ArrowColumns: Sendable {
  private let fields: [ArrowField]
  /// The names under which the columns become fields: a number follows a name that occurs twice.
  private let names: [String]
  private let puzzle: Int
  private let solution: Int?
  /// The values of dictionaries by their IDs.
  private var dictionaries: [Int64: ArrowDictionary] = [:]
  /// The names of the columns that are not read.
  let unread: [String]
  /// The types of the other columns that an Arrow table of results keeps; the others are texts.
  let kinds: [String: ArrowTable.Kind]

  init(_ schema: FlatTable) throws(ArrowReader.Failure) {
    guard schema.number(0, absent: Int16(0)) == 0 else {
      throw ArrowReader.Failure("the Arrow stream is big-endian: write it little-endian")
    }
    var fields: [ArrowField] = []
    for table in schema.tables(1) ?? [] { fields.append(try ArrowField(table)) }
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
          + "characters; columns: \(names)")
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
    unread = others.filter { !fields[$0].isValue }.map { names[$0] }
    kinds = [String: ArrowTable.Kind](
      others.filter { fields[$0].isValue }.compactMap { index in
        fields[index].outputKind.map { (names[index], $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the columns that become fields.
  var fieldNames: [String] {
    fields.indices.filter { $0 != puzzle && $0 != solution && fields[$0].isValue }.map { names[$0] }
  }

  private func isNeeded(_ index: Int) -> Bool {
    index == puzzle || index == solution || fields[index].isValue
  }

  // MARK: Batches

  /// Takes the values of a dictionary, or further ones.
  mutating func addDictionary(
    _ message: FlatTable, _ body: ArraySlice<UInt8>, after row: Int
  ) throws(ArrowReader.Failure) {
    let damage = ArrowReader.Failure("the Arrow dictionary after row \(row) is damaged")
    guard let id = message.number(0, absent: Int64(0)), let header = message.table(1),
      let isDelta = message.number(2, absent: UInt8(0))
    else { throw damage }
    // Those of columns that are not read are passed over.
    guard let index = fields.indices.first(where: { fields[$0].dictionary?.id == id }),
      isNeeded(index)
    else { return }
    // The values outlive the bytes of the message.
    var buffers = try ArrowBuffers(
      header, Array(body)[...], place: "of a dictionary after row \(row)")
    let values = try buffers.take(fields[index], isNeeded: true, ofDictionary: true)
    guard values.count == buffers.count else { throw damage }
    var dictionary = isDelta != 0 ? dictionaries[id] ?? ArrowDictionary() : ArrowDictionary()
    guard dictionary.add(fields[index], values, bytes: body.count) else {
      throw ArrowReader.Failure("the Arrow dictionary after row \(row) has more than 1 GiB")
    }
    dictionaries[id] = dictionary
  }

  func batch(
    _ header: FlatTable, _ body: ArraySlice<UInt8>, after: Int
  ) throws(ArrowReader.Failure) -> ArrowBatch {
    let damage = ArrowReader.Failure("the Arrow batch after row \(after) is damaged")
    var buffers = try ArrowBuffers(header, body, place: "after row \(after)")
    var all: [ArrowBuffers.Values] = []
    for (index, field) in fields.enumerated() {
      let values = try buffers.take(field, isNeeded: isNeeded(index))
      guard values.count == buffers.count else { throw damage }
      all.append(values)
    }
    /// The indices and the values of a column with a dictionary.
    func entries(_ index: Int) throws(ArrowReader.Failure) -> (ArrowNumbers, ArrowDictionary)? {
      guard let encoding = fields[index].dictionary else { return nil }
      guard [1, 2, 4, 8].contains(encoding.indexSize), let data = all[index].buffers.first else {
        throw damage
      }
      let indices = ArrowNumbers(
        data: data, size: encoding.indexSize, isSigned: encoding.isSigned,
        valid: all[index].valid)
      guard let dictionary = dictionaries[encoding.id] else {
        throw ArrowReader.Failure(
          "the Arrow dictionary of '\(fields[index].name)' comes after its rows: give the file by its "
            + "name, or write a stream")
      }
      for row in 0..<buffers.count where indices.isThere(row) {
        guard let value = indices.number(row), 0..<dictionary.count ~= value else {
          throw ArrowReader.Failure(
            "the Arrow dictionary of '\(fields[index].name)' lacks the value of row \(after + row + 1)"
          )
        }
      }
      return (indices, dictionary)
    }
    func boards(_ index: Int) throws(ArrowReader.Failure) -> ArrowBoards {
      if let (indices, dictionary) = try entries(index) {
        return ArrowBoards(valid: all[index].valid, kind: .dictionary(indices, dictionary))
      }
      guard let boards = ArrowBoards(fields[index], all[index]) else { throw damage }
      return boards
    }
    let puzzles = try boards(puzzle)
    var answers: ArrowBoards?
    if let solution { answers = try boards(solution) }
    var others: [(String, ArrowValues)] = []
    for index in fields.indices where index != puzzle && index != solution && fields[index].isValue
    {
      if let (indices, dictionary) = try entries(index) {
        others.append(
          (
            names[index],
            ArrowValues(valid: all[index].valid, kind: .dictionary(indices, dictionary))
          ))
        continue
      }
      guard let values = ArrowValues(fields[index], all[index]) else { throw damage }
      others.append((names[index], values))
    }
    return ArrowBatch(count: buffers.count, puzzle: puzzles, solution: answers, fields: others)
  }
}

/// The values that the indices of a column mean, in the pieces in which they came.
struct ArrowDictionary: Sendable {
  private struct Piece: Sendable {
    let start: Int
    let boards: ArrowBoards?
    let values: ArrowValues?
  }

  private var pieces: [Piece] = []
  private(set) var count = 0
  private var byteCount = 0

  /// Adds further values; `false` if they are too many.
  mutating func add(_ field: ArrowField, _ values: ArrowBuffers.Values, bytes: Int) -> Bool {
    byteCount += bytes + values.size
    guard byteCount <= ArrowReader.batchLimit else { return false }
    pieces.append(
      Piece(
        start: count, boards: ArrowBoards(field, values), values: ArrowValues(field, values)))
    count += values.count
    return true
  }

  /// The piece with a value, and the value's index there.
  private func place(_ index: Int?) -> (Piece, Int)? {
    guard let index, 0..<count ~= index else { return nil }
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].start <= index { low = middle } else { high = middle }
    }
    return (pieces[low], index - pieces[low].start)
  }

  func boards(_ index: Int?) -> (boards: ArrowBoards, index: Int)? {
    place(index).flatMap { piece, index in piece.boards.map { ($0, index) } }
  }

  func value(_ index: Int?) -> PuzzleField.Value? {
    place(index).flatMap { piece, index in piece.values?.value(index) }
  }
}
