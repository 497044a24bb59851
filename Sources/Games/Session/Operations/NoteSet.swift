import SudokuCore

/// Notes: a set of digits for each of the 81 cells.
///
/// ```swift
/// var notes = NoteSet()
/// notes[cell].insert(five)
/// notes.count                // 1
/// ```
public struct NoteSet: Hashable, Sendable {
  private var digits: [DigitSet]

  /// Creates an empty set.
  public init() { digits = Array(repeating: .none, count: 81) }

  /// The digits noted in a cell.
  public subscript(cell: Cell) -> DigitSet {
    get { digits[cell.index] }
    set { digits[cell.index] = newValue }
  }

  /// True if a candidate is noted.
  public func contains(_ candidate: Candidate) -> Bool {
    digits[candidate.cell.index].contains(candidate.digit)
  }

  /// True if no cell has a note.
  public var isEmpty: Bool { digits.allSatisfy(\.isEmpty) }

  /// The number of notes, in `0...729`.
  package var count: Int { digits.reduce(0) { $0 + $1.count } }

  /// The cells with a note.
  public var cells: CellSet {
    var cells = CellSet()
    for (index, set) in digits.enumerated() where !set.isEmpty { cells.insert(Cell(index: index)) }
    return cells
  }

  package var candidates: [Candidate] {
    cells.flatMap { cell in self[cell].map { Candidate(cell, $0) } }
  }
}

extension NoteSet: Codable {
  /// Reads the digits of the cells with notes: `{"r4c7": "15"}`.
  public init(from decoder: any Decoder) throws {
    guard let notes = NoteSet(opaque: try OpaqueValue(from: decoder)) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "these are not notes of cells"))
    }
    self = notes
  }

  /// Writes the digits of the cells with notes.
  public func encode(to encoder: any Encoder) throws { try opaque.encode(to: encoder) }
}

extension NoteSet {
  /// The set as a value of an operation's record: `{"r4c7": "15"}`.
  var opaque: OpaqueValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: cells.map { ($0.description, .string(self[$0].description)) }))
  }

  init?(opaque: OpaqueValue) {
    guard case .object(let members) = opaque else { return nil }
    self.init()
    for (name, value) in members {
      guard let cell = Cell(parsing: name), cell.description == name, let text = value.stringValue
      else { return nil }
      var set = DigitSet.none
      for byte in text.utf8 {
        guard let digit = Digit(Int(byte) - 48) else { return nil }
        set.insert(digit)
      }
      guard !set.isEmpty, set.description == text else { return nil }
      self[cell] = set
    }
  }
}
