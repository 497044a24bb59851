import SudokuCore

/// Something the rules can't decide for the player: the outcome of the rule stands, and both
/// versions are shown until the player picks one.
public struct Conflict: Hashable, Sendable {
  /// What the conflict is about.
  public enum Kind: String, Hashable, Sendable {
    /// Two devices placed different digits in one cell within the same 2 seconds, while apart.
    case digits
    /// More was spent than earned, on devices that were apart.
    case balance
    /// An imported save disagrees with what is here.
    case importedSave
  }

  /// One of the versions.
  public struct Version: Hashable, Sendable {
    /// The operation that made it.
    public var operation: OperationKey
    /// When it was made.
    public var stamp: Stamp
    /// Its value: a digit, an amount, a name.
    public var value: OpaqueValue
    /// Whether the rule chose it.
    public var isShown: Bool
  }

  /// Its name, the same on every replica.
  public var id: String
  /// What it is about.
  public var kind: Kind
  /// The cell, for conflicts of digits.
  public var cell: String?
  /// The item, for conflicts of balance.
  public var item: String?
  /// The versions.
  public var versions: [Version]

  package init(
    id: String, kind: Kind, cell: Cell? = nil, item: String? = nil, versions: [Version]
  ) {
    self.id = id
    self.kind = kind
    self.cell = cell?.description
    self.item = item
    self.versions = versions
  }
}
