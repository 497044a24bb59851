import SudokuCore
import SudokuTechniques

/// One conclusion inside a chain.
public struct LinkRecord: Record {
  /// What the conclusion rests on.
  public var premises: [LiteralRecord]
  /// What follows.
  public var conclusion: LiteralRecord
  /// What follows in between for groups of cells.
  public var groups: [GroupRecord]
  /// Why: `cell`, a house as `row 4`, a technique's ID, or `nested 1`.
  public var reason: String

  /// Creates a record of a link.
  public init(_ link: ChainLink) {
    premises = link.premises.map { LiteralRecord($0) }
    conclusion = LiteralRecord(link.conclusion)
    groups = link.groups.map { GroupRecord($0) }
    reason =
      switch link.reason {
      case .cell: "cell"
      case .house(let house): house.words
      case .technique(let technique): technique.id
      case .nested(let index): "nested \(index + 1)"
      }
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Link", "One conclusion inside a chain.",
    [
      .required("conclusion", "What follows.") { $0.conclusion },
      .optional("groups", "What follows in between for groups of cells, in order.") {
        $0.groups.isEmpty ? nil : $0.groups
      },
      .required(
        "kind",
        "`strong`: what is not so makes the conclusion so; `weak`: what is so rules it out.",
        .choice("", ["strong", "weak"])
      ) { $0.conclusion.isOn ? "strong" : "weak" },
      .required("premises", "What it rests on, the direct predecessor first.") { $0.premises },
      .required(
        "reason", "Why: `cell`, a house as `row 4`, a technique's ID, or `nested 1`."
      ) { $0.reason },
    ])
}
