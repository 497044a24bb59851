import SudokuCore

/// The parts of a record beside its clues.
public struct RecordParts: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a set of parts from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The solution.
  public static let solution = RecordParts(rawValue: 1)
  /// Placed digits, distinguished from clues.
  public static let placed = RecordParts(rawValue: 2)
  /// Candidates.
  public static let candidates = RecordParts(rawValue: 4)
  /// Any further columns or members.
  public static let fields = RecordParts(rawValue: 8)

  /// The names of the parts, for messages.
  public var names: [String] {
    [
      (RecordParts.solution, "solutions"), (.placed, "placed digits"),
      (.candidates, "candidates"), (.fields, "further fields"),
    ].filter { contains($0.0) }.map(\.1)
  }
}
