import SudokuCore

/// True if a bit of a validity buffer is set; without a buffer all values are present.
private func isValid(_ valid: ArraySlice<UInt8>?, _ index: Int) -> Bool {
  guard let valid else { return true }
  return valid[valid.startIndex + index / 8] >> (index & 7) & 1 == 1
}

/// Whole numbers of any width, whose buffer is long enough for all of them.
struct ArrowNumbers: Sendable {
  let data: ArraySlice<UInt8>
  let size: Int
  let isSigned: Bool
  let valid: ArraySlice<UInt8>?

  /// A number; `nil` for one that is missing or too large.
  subscript(index: Int) -> Int? {
    guard isValid(valid, index) else { return nil }
    return number(index)
  }

  func number(_ index: Int) -> Int? {
    data.withUnsafeBytes { bytes in
      let place = index * size
      switch (size, isSigned) {
      case (1, true): return Int(bytes.load(fromByteOffset: place, as: Int8.self))
      case (1, false): return Int(bytes.load(fromByteOffset: place, as: UInt8.self))
      case (2, true): return Int(bytes.loadUnaligned(fromByteOffset: place, as: Int16.self))
      case (2, false): return Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
      case (4, true): return Int(bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
      case (4, false): return Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      case (_, true): return Int(bytes.loadUnaligned(fromByteOffset: place, as: Int64.self))
      default: return Int(exactly: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
    }
  }

  func isThere(_ index: Int) -> Bool { isValid(valid, index) }

  /// The decimal text of a number.
  func text(_ index: Int) -> String? {
    guard isValid(valid, index) else { return nil }
    guard size == 8, !isSigned else { return number(index).map { String($0) } }
    return data.withUnsafeBytes {
      String($0.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
  }
}

/// Texts, by offsets or by views.
struct ArrowTexts: Sendable {
  enum Kind: Sendable {
    case offsets(ArrowNumbers, ArraySlice<UInt8>)
    case views(ArraySlice<UInt8>, [ArraySlice<UInt8>])
  }
  let kind: Kind

  /// A text; `nil` if it lies outside its buffer.
  subscript(index: Int) -> ArraySlice<UInt8>? {
    switch kind {
    case .offsets(let offsets, let data):
      guard let start = offsets.number(index), let end = offsets.number(index + 1) else {
        return nil
      }
      return part(of: data, start, end)
    case .views(let views, let buffers):
      let start = views.startIndex + 16 * index
      let words = ArrowNumbers(
        data: views[start..<(start + 16)], size: 4, isSigned: true, valid: nil)
      guard let length = words.number(0), length >= 0 else { return nil }
      if length <= 12 { return views[(start + 4)..<(start + 4 + length)] }
      guard let number = words.number(2), let offset = words.number(3), buffers.indices ~= number
      else { return nil }
      return part(of: buffers[number], offset, offset + length)
    }
  }

  /// The ends of the texts in each of the buffers that views refer to.
  static func ends(ofViews views: ArraySlice<UInt8>, _ count: Int, _ bufferCount: Int) -> [Int] {
    var ends = [Int](repeating: 0, count: bufferCount)
    let words = ArrowNumbers(data: views, size: 4, isSigned: true, valid: nil)
    for index in 0..<count {
      guard let length = words.number(4 * index), length > 12,
        let number = words.number(4 * index + 2), ends.indices ~= number,
        let offset = words.number(4 * index + 3), offset >= 0
      else { continue }
      ends[number] = max(ends[number], offset + length)
    }
    return ends
  }

  private func part(of data: ArraySlice<UInt8>, _ start: Int, _ end: Int) -> ArraySlice<UInt8>? {
    guard start >= 0, start <= end, end <= data.count else { return nil }
    return data[(data.startIndex + start)..<(data.startIndex + end)]
  }
}

/// The boards of a column.
struct ArrowBoards: Sendable {
  enum Kind: Sendable {
    case fixedLists(ArrowNumbers)
    case lists(ArrowNumbers, ArrowNumbers)
    case fixedText(ArraySlice<UInt8>)
    case texts(ArrowTexts)
    case dictionary(ArrowNumbers, ArrowDictionary)
  }
  let valid: ArraySlice<UInt8>?
  let kind: Kind

  init(valid: ArraySlice<UInt8>?, kind: Kind) { (self.valid, self.kind) = (valid, kind) }

  /// The boards of a column without regard to its dictionary; `nil` for damaged ones.
  init?(_ field: ArrowField, _ values: ArrowBuffers.Values) {
    valid = values.valid
    guard field.isBoard else { return nil }
    switch field.type {
    case .list, .fixedList, .largeList:
      guard let child = field.children.first, let inner = values.children.first,
        let numbers = ArrowNumbers(child, inner)
      else { return nil }
      if field.type == .fixedList {
        guard inner.count / 81 >= values.count else { return nil }
        kind = .fixedLists(numbers)
      } else {
        guard let offsets = ArrowNumbers(offsetsOf: field, values) else { return nil }
        kind = .lists(offsets, numbers)
      }
    case .fixedBinary:
      guard let data = values.buffers.first, data.count / 81 >= values.count else { return nil }
      kind = .fixedText(data)
    default:
      guard let texts = ArrowTexts(field, values) else { return nil }
      kind = .texts(texts)
    }
  }

  /// The characters of many boards at once; `nil` unless they are plain bytes from 0 to 9.
  func cells(_ range: Range<Int>) -> [UInt8]? {
    guard valid == nil, case .fixedLists(let numbers) = kind, numbers.size == 1,
      numbers.valid == nil
    else { return nil }
    var largest: UInt8 = 0
    let cells = [UInt8](unsafeUninitializedCapacity: range.count * 81) { cells, count in
      numbers.data.withUnsafeBytes { data in
        count = range.count * 81
        let start = range.lowerBound * 81
        for index in 0..<count {
          let value = data[start + index]
          largest = max(largest, value)
          cells[index] = value == 0 ? UInt8(ascii: ".") : value &+ UInt8(ascii: "0")
        }
      }
    }
    return largest <= 9 ? cells : nil
  }

  /// The text in place of a board, at most 1,000 numbers; `nil` if the value is null or outside its buffer.
  func text(_ index: Int) -> String? {
    guard isValid(valid, index) else { return nil }
    func list(_ numbers: ArrowNumbers, _ range: Range<Int>) -> String {
      "[" + range.prefix(1_000).map { numbers.text($0) ?? "null" }.joined(separator: ",") + "]"
    }
    switch kind {
    case .fixedLists(let numbers): return list(numbers, (index * 81)..<(index * 81 + 81))
    case .lists(let offsets, let numbers):
      guard let start = offsets.number(index), let end = offsets.number(index + 1), start >= 0,
        start <= end, end <= numbers.data.count / numbers.size
      else { return nil }
      return list(numbers, start..<end)
    case .fixedText(let data):
      let start = data.startIndex + index * 81
      return String(decoding: data[start..<(start + 81)], as: UTF8.self)
    case .texts(let texts): return texts[index].map { String(decoding: $0, as: UTF8.self) }
    case .dictionary(let indices, let dictionary):
      return dictionary.boards(indices.number(index)).flatMap { $0.text($1) }
    }
  }

  /// Appends the characters of a board; returns the mistake if there is none.
  func append(_ index: Int, to cells: inout [UInt8]) -> BoardTextError.Kind? {
    guard isValid(valid, index) else { return .malformed("the board is null") }
    switch kind {
    case .fixedLists(let numbers): return append(numbers, at: index * 81, to: &cells)
    case .lists(let offsets, let numbers):
      guard let start = offsets.number(index), let end = offsets.number(index + 1), start >= 0,
        start <= end, end <= numbers.data.count / numbers.size
      else { return .malformed("the list lies outside its column") }
      guard end - start == 81 else {
        return .malformed("the list has \(end - start) numbers, not 81")
      }
      return append(numbers, at: start, to: &cells)
    case .fixedText(let data):
      let start = data.startIndex + index * 81
      return append(data[start..<(start + 81)], to: &cells)
    case .texts(let texts):
      guard let text = texts[index] else { return .malformed("the text lies outside its column") }
      return append(text, to: &cells)
    case .dictionary(let indices, let dictionary):
      guard let (boards, index) = dictionary.boards(indices.number(index)) else {
        return .malformed("the dictionary of the column has no such board")
      }
      return boards.append(index, to: &cells)
    }
  }

  private func append(
    _ text: ArraySlice<UInt8>, to cells: inout [UInt8]
  ) -> BoardTextError.Kind? {
    guard let board = BoardText.board(ofCell: text) else {
      return Notation.fault(text, line: 1, column: 1).kind
    }
    cells.append(contentsOf: board.line.utf8)
    return nil
  }

  private func append(
    _ numbers: ArrowNumbers, at start: Int, to cells: inout [UInt8]
  ) -> BoardTextError.Kind? {
    let end = cells.count
    for index in 0..<81 {
      // A missing number is an empty cell.
      let value = isValid(numbers.valid, start + index) ? numbers.number(start + index) : 0
      guard let value, 0...9 ~= value else {
        cells.removeLast(cells.count - end)
        let shown = value.map { String($0) } ?? "too large"
        return .malformed("number \(index + 1) is \(shown): a cell is 0 to 9")
      }
      cells.append(value == 0 ? UInt8(ascii: ".") : UInt8(ascii: "0") + UInt8(value))
    }
    return nil
  }
}

/// The values of a column that is carried to the output.
struct ArrowValues: Sendable {
  enum Kind: Sendable {
    case integers(ArrowNumbers)
    case floats(ArraySlice<UInt8>, size: Int)
    case flags(ArraySlice<UInt8>)
    case texts(ArrowTexts)
    case times(ArrowNumbers, ArrowTime)
    case decimals(ArraySlice<UInt8>, size: Int, scale: Int)
    case dictionary(ArrowNumbers, ArrowDictionary)
  }
  let valid: ArraySlice<UInt8>?
  let kind: Kind

  init(valid: ArraySlice<UInt8>?, kind: Kind) { (self.valid, self.kind) = (valid, kind) }

  /// The values of a column without regard to its dictionary; `nil` for damaged ones.
  init?(_ field: ArrowField, _ values: ArrowBuffers.Values) {
    valid = values.valid
    guard field.isValue, let data = values.buffers.first else { return nil }
    func holds(_ size: Int) -> Bool { data.count / size >= values.count }
    switch field.type {
    case .int:
      guard let numbers = ArrowNumbers(field, values) else { return nil }
      kind = .integers(numbers)
    case .float:
      guard holds(2 << field.bits) else { return nil }
      kind = .floats(data, size: 2 << field.bits)
    case .bool:
      guard data.count >= (values.count + 7) / 8 else { return nil }
      kind = .flags(data)
    case .decimal:
      guard holds(field.bits / 8) else { return nil }
      kind = .decimals(data, size: field.bits / 8, scale: field.scale)
    case .date, .time, .timestamp:
      guard let width = field.width, [4, 8].contains(width), holds(width) else { return nil }
      let numbers = ArrowNumbers(data: data, size: width, isSigned: true, valid: nil)
      kind = .times(numbers, ArrowTime(field))
    default:
      guard let texts = ArrowTexts(field, values) else { return nil }
      kind = .texts(texts)
    }
  }

  func value(_ index: Int) -> PuzzleField.Value? {
    guard isValid(valid, index) else { return nil }
    switch kind {
    case .integers(let numbers): return numbers.text(index).map { .json($0) }
    case .floats(let data, let size):
      let value = data.withUnsafeBytes { bytes in
        size == 8
          ? Double(
            bitPattern: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
          ).description
          : Float(
            bitPattern: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
          ).description
      }
      return value.contains { $0 == "n" } ? .text(value) : .json(value)
    case .flags(let data): return .json(isValid(data, index) ? "true" : "false")
    case .texts(let texts): return texts[index].map { .text(String(decoding: $0, as: UTF8.self)) }
    case .times(let numbers, let time): return numbers.number(index).map { .text(time.text($0)) }
    case .decimals(let data, let size, let scale):
      let start = data.startIndex + index * size
      return .text(ArrowDecimal.text(data[start..<(start + size)], scale: scale))
    case .dictionary(let indices, let dictionary): return dictionary.value(indices.number(index))
    }
  }
}

// MARK: From buffers

extension ArrowNumbers {
  /// The numbers of a column; `nil` for damaged ones.
  init?(_ field: ArrowField, _ values: ArrowBuffers.Values) {
    let size = field.bits / 8
    guard [1, 2, 4, 8].contains(size), let data = values.buffers.first,
      data.count / size >= values.count
    else { return nil }
    self.init(data: data, size: size, isSigned: field.isSigned, valid: values.valid)
  }

  /// The offsets of texts or lists.
  init?(offsetsOf field: ArrowField, _ values: ArrowBuffers.Values) {
    let size = field.type.isLarge ? 8 : 4
    guard let data = values.buffers.first else { return nil }
    // A column without rows may have no offsets.
    guard values.count == 0 || data.count / size > values.count else { return nil }
    self.init(data: data, size: size, isSigned: true, valid: nil)
  }
}

extension ArrowTexts {
  /// The texts of a column; `nil` for damaged ones.
  init?(_ field: ArrowField, _ values: ArrowBuffers.Values) {
    if field.type == .binaryView || field.type == .textView {
      guard let views = values.buffers.first, views.count / 16 >= values.count else { return nil }
      self.init(kind: .views(views, Array(values.buffers.dropFirst())))
      return
    }
    guard let offsets = ArrowNumbers(offsetsOf: field, values), values.buffers.count == 2 else {
      return nil
    }
    self.init(kind: .offsets(offsets, values.buffers[1]))
  }
}
