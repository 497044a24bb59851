import SudokuCore

/// A board of cells that are objects or members with names.
///
/// ```
/// [[{"value":5,"isGiven":true}, ...9], ...9]    [{"val":5}, ...81]
/// {"A1":5,"r2c8":"3","5,9":{"digit":7}}         [{"row":0,"col":8,"value":4}, ...]
/// ```
///
/// Digits are clues if no cell says which are given. Names and numbers of rows and columns must have one meaning
/// only: an index of 0 or 9 shows from where they count.
struct JSONCells {
  private struct Place {
    let row: Int
    let column: Int
    /// True if letters name the row, so that the numbers count from 1.
    var isNamed = false
  }

  struct Content {
    var digit: Digit?
    var isGiven: Bool?
    /// The number under a name such as `given`: a digit, or the number of a truth value.
    var givenNumber: UInt8?
    var hasDigit = false
    /// True if the digit is written as 0, or as a sign for none.
    fileprivate var (isZero, isNone) = (false, false)
    var solution: Digit?
    var marks = DigitSet.none
    var region: Int?
    fileprivate var row: Int?
    fileprivate var column: Int?
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var cells: [(place: Place?, content: Content)] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// True if a value is a board of cells whose digits may count from 0.
  static func isDoubtful(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    var (reader, scanner) = (JSONCells(bytes), JSONScanner(bytes, at: offset))
    return (try? reader.read(&scanner, depth: 0)) != nil && reader.countsFromZero
      && reader.order != nil
  }

  /// Reads the value at an offset; `nil` for a value that isn't a board of such cells.
  static func record(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> PuzzleRecord? {
    var (reader, scanner) = (JSONCells(bytes), JSONScanner(bytes, at: offset))
    guard (try? reader.read(&scanner, depth: 0)) != nil, !reader.countsFromZero else { return nil }
    return reader.record
  }

  /// The number of cells of a value that is a cell or a row of cells, objects among them; `nil` for others.
  static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (reader, scanner) = (JSONCells(bytes), JSONScanner(bytes))
    guard (try? reader.read(&scanner, depth: 0)) != nil, scanner.isAtEnd() else { return nil }
    return reader.cells.count
  }

  /// True if a value is an object that names its row and its column.
  static func hasPlace(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      guard let kind = try? scanner.kind(), kind == .object,
        let content = (try? content(&scanner)) ?? nil
      else { return false }
      return content.row != nil && content.column != nil
    }
  }

  /// True if the digits may count from 0: an empty cell has another sign, and no cell has a 9.
  private var countsFromZero: Bool {
    cells.contains { $0.content.isZero } && cells.contains { $0.content.isNone }
      && !cells.contains { $0.content.digit?.rawValue == 9 }
  }

  // MARK: Values

  private mutating func read(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONFault) {
    guard cells.count <= 81, depth < 4 else { throw scanner.fault("not a board") }
    switch try scanner.kind() {
    case .array:
      var reader = self
      try scanner.elements(depth: depth) { (scanner) throws(JSONFault) in
        try reader.read(&scanner, depth: depth + 1)
      }
      self = reader
    case .object:
      var copy = scanner
      if let content = try Self.content(&copy) {
        scanner = copy
        let place = content.row.flatMap { row in
          content.column.map { Place(row: row, column: $0) }
        }
        cells.append((place, content))
      } else {
        try readNamed(&scanner, depth: depth)
      }
    default: cells.append((nil, try plain(&scanner)))
    }
  }

  private func plain(_ scanner: inout JSONScanner) throws(JSONFault) -> Content {
    scanner.skipBlanks()
    let start = scanner.at
    try scanner.skipValue()
    guard let value = Self.value(UnsafeBufferPointer(rebasing: bytes[start..<scanner.at])) else {
      throw scanner.fault("not a cell")
    }
    var content = Content()
    (content.digit, content.hasDigit) = (Digit(Int(value)), true)
    content.isZero = bytes[start] == 0x30
    content.isNone = value == 0 && !content.isZero
    return content
  }

  /// Reads an object whose names are those of cells, or of rows in their order.
  private mutating func readNamed(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONFault) {
    var (reader, names, hasPlaces) = (self, [[UInt8]](), false)
    let first = cells.count
    try scanner.members(depth: depth) { (scanner, key) throws(JSONFault) in
      let before = reader.cells.count
      try reader.read(&scanner, depth: depth + 1)
      let place = Self.place(key)
      names.append(Array(key))
      guard reader.cells.count == before + 1, let place, reader.cells[before].place == nil else {
        return
      }
      reader.cells[before].place = place
      hasPlaces = true
    }
    let found = reader.cells[first...]
    // Rows or cells by their numbers must come in order, each as long as the others.
    if !hasPlaces || found.contains(where: { $0.place == nil }) {
      let numbers = names.map { name in Int(String(decoding: name, as: UTF8.self)) }
      let areRows =
        names.count == 9 && found.count == 81 && first == 0
        && names.allSatisfy { !Notation.lowercased($0).contains("c") }
      let isOrdered = zip(names, names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
      let isCounted =
        names.count == 81
        && (numbers == (0..<81).map { $0 } || numbers == (1...81).map { $0 })
      guard !hasPlaces, areRows && isOrdered || isCounted else {
        throw scanner.fault("not a board")
      }
    }
    self = reader
  }

  // MARK: Cells

  private static let digitNames: Set<String> = [
    "value", "val", "v", "entry", "digit", "number", "num", "n",
  ]
  private static let givenNames: Set<String> = [
    "given", "isgiven", "fixed", "isfixed", "readonly", "isreadonly", "locked", "islocked",
    "prefilled", "isprefilled", "initial", "isinitial", "clue", "isclue", "original", "isoriginal",
    "immutable", "preset", "ispreset", "disabled", "const",
  ]
  private static let openNames: Set<String> = ["editable", "iseditable", "mutable", "ismutable"]
  private static let givenKinds: Set<String> = [
    "given", "clue", "fixed", "initial", "prefilled", "original", "locked", "preset",
  ]
  private static let markNames: Set<String> = [
    "centerpencilmarks", "centremarks", "candidates", "notes", "pencil", "marks", "possible",
    "possibilities",
  ]
  private static let cornerNames: Set<String> = ["cornerpencilmarks", "cornermarks", "pencilmarks"]
  private static let solutionNames: Set<String> = [
    "solution", "answer", "correct", "solved", "correctvalue", "solutionvalue",
  ]

  /// Reads an object as a cell; `nil` for an object without a member of cells.
  static func content(_ scanner: inout JSONScanner) throws(JSONFault) -> Content? {
    var content = Content()
    var (isCell, isEmpty, isOther, corner) = (false, true, false, DigitSet.none)
    try scanner.members { (scanner, key) throws(JSONFault) in
      scanner.skipBlanks()
      let start = scanner.at
      let kind = try scanner.skipValue()
      isEmpty = false
      let text = UnsafeBufferPointer(rebasing: scanner.bytes[start..<scanner.at])
      let name = Notation.lowercased(key.filter { $0 != 0x5F })
      switch name {
      case _ where digitNames.contains(name):
        guard let value = value(text) else { throw scanner.fault("not a digit") }
        if let digit = Digit(Int(value)) { content.digit = digit }
        content.isZero = text.first == 0x30
        content.isNone = value == 0 && text.first == UInt8(ascii: "n")
        (content.hasDigit, isCell) = (true, true)
      case _ where givenNames.contains(name):
        isCell = true
        if kind == .literal {
          content.isGiven = text.elementsEqual("true".utf8)
        } else {
          content.givenNumber = value(text)
        }
      case _ where openNames.contains(name):
        if kind == .literal { content.isGiven = !text.elementsEqual("true".utf8) }
      case "type", "kind", "status":
        let word = Notation.lowercased(text.filter { $0 != UInt8(ascii: "\"") })
        if kind == .string { content.isGiven = givenKinds.contains(word) }
      case _ where markNames.contains(name):
        content.marks = digits(text)
        isCell = true
      case _ where cornerNames.contains(name):
        corner = digits(text)
        isCell = true
      case _ where solutionNames.contains(name):
        content.solution = value(text).flatMap { Digit(Int($0)) }
      case "region": content.region = Int(String(decoding: text, as: UTF8.self))
      case "row", "r", "y": content.row = Int(String(decoding: text, as: UTF8.self))
      case "col", "column", "c", "x": content.column = Int(String(decoding: text, as: UTF8.self))
      // A board or a structure: the object is a record of its own.
      default: if text.count > 40 { isOther = true }
      }
    }
    if isOther { return nil }
    if content.marks.isEmpty { content.marks = corner }
    return isCell || isEmpty ? content : nil
  }

  /// The digits in a list, or the positions of the true values of nine.
  private static func digits(_ text: UnsafeBufferPointer<UInt8>) -> DigitSet {
    var digits = DigitSet.none
    let words = text.split { !(0x61...0x7A ~= $0 || 0x30...0x39 ~= $0) }
    let isFlags =
      words.count == 9
      && words.allSatisfy {
        $0.elementsEqual("true".utf8) || $0.elementsEqual("false".utf8)
      }
    if isFlags {
      for (index, word) in words.enumerated() where word.elementsEqual("true".utf8) {
        if let digit = Digit(index + 1) { digits.insert(digit) }
      }
      return digits
    }
    for byte in text where 0x31...0x39 ~= byte {
      if let digit = Digit(Int(byte - 0x30)) { digits.insert(digit) }
    }
    return digits
  }

  /// The value of a number, a text or `null`: 0 for an empty cell; `nil` for any other value.
  private static func value(_ text: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard text.count <= 34 else { return nil }
    if text.elementsEqual("false".utf8) { return 0 }
    let isString = text.count > 1 && text[0] == UInt8(ascii: "\"")
    let word = isString ? Array(text.dropFirst().dropLast()) : Array(text)
    return SheetCell.value(word[...])
  }

  // MARK: Places

  /// True for a name of a cell.
  static func isPlace(_ name: UnsafeBufferPointer<UInt8>) -> Bool { place(name) != nil }

  /// The place of a name such as `A8`, `r1c8` or `1,8`; `nil` for any other name.
  private static func place(_ name: UnsafeBufferPointer<UInt8>) -> Place? {
    guard 2...16 ~= name.count else { return nil }
    if name.count == 2, 0x41...0x49 ~= name[0] & 0xDF, 0x31...0x39 ~= name[1] {
      return Place(row: Int(name[0] & 0xDF) - 0x41, column: Int(name[1]) - 0x31, isNamed: true)
    }
    let numbers = name.split { !(0x30...0x39 ~= $0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0.count == 1 }),
      let row = numbers[0].first, let column = numbers[1].first
    else { return nil }
    // In `c1r8` the column comes first.
    let words = Notation.lowercased(name.prefix { !(0x30...0x39 ~= $0) })
    let (first, second) = (Int(row) - 0x30, Int(column) - 0x30)
    let isTurned = ["c", "col", "column", "x"].contains(words)
    return isTurned ? Place(row: second, column: first) : Place(row: first, column: second)
  }

  /// The cells in the order of the list or by their places; `nil` if a place is unclear or repeated.
  private var order: [Cell]? {
    let places = cells.compactMap(\.place)
    if places.isEmpty { return cells.count == 81 ? Array(CellSet.all) : nil }
    guard places.count == cells.count else { return nil }
    let numbers = places.filter { !$0.isNamed }.flatMap { [$0.row, $0.column] }
    let base = numbers.contains(0) ? 0 : 1
    guard numbers.isEmpty || numbers.contains(0) || numbers.contains(9) else { return nil }
    var (order, seen) = ([Cell](), CellSet())
    for place in places {
      let shift = place.isNamed ? 0 : base
      let (row, column) = (place.row - shift, place.column - shift)
      guard 0..<9 ~= row, 0..<9 ~= column else { return nil }
      let cell = Cell(row: row, column: column)
      guard !seen.contains(cell) else { return nil }
      seen.insert(cell)
      order.append(cell)
    }
    return order
  }

  private var record: PuzzleRecord? {
    guard let order else { return nil }
    let givens = cells.compactMap(\.content.givenNumber)
    // A number under `given` is the digit, unless it says yes or no beside the digit.
    let areDigits =
      !givens.isEmpty && (givens.contains { $0 > 1 } || !cells.contains { $0.content.hasDigit })
    let hasGivens = areDigits || !givens.isEmpty || cells.contains { $0.content.isGiven != nil }
    var (clues, placed, solution, marks) = (Board(), Board(), Board(), PencilMarks())
    for (cell, entry) in zip(order, cells) {
      let content = entry.content
      let number = areDigits ? content.givenNumber.flatMap { Digit(Int($0)) } : nil
      let isGiven =
        !hasGivens || number != nil || content.isGiven == true
        || !areDigits && content.givenNumber == 1
      if let digit = number ?? content.digit {
        if isGiven { clues[cell] = digit } else { placed[cell] = digit }
      } else {
        marks[cell] = content.marks
      }
      solution[cell] = content.solution
    }
    var record = PuzzleRecord(puzzle: clues)
    if placed.clueCount > 0 { record.placed = placed }
    if !marks.isEmpty { record.candidates = marks }
    _ = record.takeSolution(solution)
    return record
  }
}
