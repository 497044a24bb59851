import SudokuCore

/// A disagreement between devices that the player has to settle.
///
/// The rule's choice stands, and all versions are shown until the player picks one.
public struct Conflict: Hashable, Sendable, Codable {
  /// The subject of a conflict.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Two devices placed different digits in one cell within the same 2 seconds, while apart.
    case digits
    /// Devices that were apart spent more than was earned.
    case balance
    /// An imported save disagrees with the data on this device.
    case importedSave
  }

  /// One of the versions.
  public struct Version: Hashable, Sendable, Codable {
    /// The operation that made it.
    public var operation: OperationKey
    /// The time of the operation.
    public var stamp: Stamp
    /// Its value: a digit, an amount, a name.
    public var value: OpaqueValue
    /// True for the version that the rule chose.
    public var isShown: Bool
  }

  /// The conflict's name, the same on every replica.
  public var id: String
  /// The subject of the conflict.
  public var kind: Kind
  /// The cell, for a conflict of digits.
  public var cell: String?
  /// The item, for a conflict of balance.
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
