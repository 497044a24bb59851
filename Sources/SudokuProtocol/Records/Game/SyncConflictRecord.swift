import JSONCoding
import SudokuSession

/// Something that the player has to decide, because devices that were apart did different things.
public struct SyncConflictRecord: Record {
  /// One of the versions.
  public struct Version: Record {
    /// The version.
    public var version: Conflict.Version

    /// Creates a record.
    public init(_ version: Conflict.Version) { self.version = version }

    /// Name and fields.
    public static let shape = RecordShape<Self>(
      "SyncConflictVersion", "One of the versions of a conflict.",
      [
        .required("isShown", "Whether the rule chose it.") { $0.version.isShown },
        .required("operation", "What `sync.resolve` takes as `choice`.") {
          "\($0.version.operation)"
        },
        .required("stamp", "When it was made.") { "\($0.version.stamp)" },
        .required("value", "Its value: a digit, an amount, a name.") {
          JSONValue($0.version.value)
        },
      ])
  }

  /// The conflict.
  public var conflict: Conflict
  /// Its game, in lists over several.
  public var game: DocumentID?

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - conflict: The conflict.
  ///   - game: Its game, in lists over several.
  public init(_ conflict: Conflict, game: DocumentID? = nil) {
    self.conflict = conflict
    self.game = game
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncConflict",
    "What separate devices did differently; the rule's choice is shown until the player resolves it.",
    [
      .optional("cell", "For `digits`: the cell.") { $0.conflict.cell },
      .optional("game", "The game's ID.") { $0.game?.rawValue },
      .required("id", "What `sync.resolve` takes as `conflict`.") { $0.conflict.id },
      .optional("item", "For `balance`: the item.") { $0.conflict.item },
      .required("kind", "", .choice("", ["digits", "balance", "importedSave"])) {
        $0.conflict.kind.rawValue
      },
      .required("versions") { $0.conflict.versions.map { Version($0) } },
    ])
}
