/// A column or member of a file that goes with a puzzle: an id, a source, somebody else's rating.
///
/// It is carried from the input to the output and never interpreted.
public struct PuzzleField: Hashable, Sendable {
  /// What a field holds.
  public enum Value: Hashable, Sendable {
    /// Text.
    case text(String)
    /// Anything else, as JSON writes it: `7`, `true`, `null`, `{"a":[1,2]}`.
    case json(String)

    /// Creates the value of a cell of a table: a number where JSON would call it one and every reader
    /// gets the same from it, so none with an exponent or more than 15 characters.
    public init(cell: String) {
      let isPlain = cell.utf8.count <= 15 && !cell.contains { $0 == "e" || $0 == "E" }
      self = isPlain && JSONText.isNumber(cell.utf8) ? .json(cell) : .text(cell)
    }

    /// The value as a table writes it.
    public var text: String {
      switch self {
      case .text(let text), .json(let text): text
      }
    }
  }

  /// The name of the column or member.
  public var name: String
  /// What it holds.
  public var value: Value

  /// Creates a field.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Creates a field that holds text.
  public init(_ name: String, _ text: String) { self.init(name, .text(text)) }

  /// Creates a field of a format that has no types: a number where JSON would call it one.
  init(_ name: String, cell: String) { self.init(name, Value(cell: cell)) }
}
