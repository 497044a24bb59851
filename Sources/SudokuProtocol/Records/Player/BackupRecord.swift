import JSONCoding
import SudokuSession

/// A backup in a list.
public struct BackupRecord: Record {
  /// What a backup holds.
  public struct Content: Sendable {
    /// When it was made.
    public var date: UTCTime
    /// The number of games and other documents.
    public var documents: Int
    /// The number of operations.
    public var operations: Int
  }

  /// Its name.
  public var name: String
  /// What it holds; `nil` where it is damaged.
  public var content: Content?
  /// What is wrong with it.
  public var damage: String?

  /// Creates a record of a backup.
  public init(_ name: String, date: UTCTime, documents: Int, operations: Int) {
    self.name = name
    content = Content(date: date, documents: documents, operations: operations)
  }

  /// Creates a record of a backup that can't be read.
  public init(_ name: String, damage: String) {
    self.name = name
    self.damage = damage
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Backup", "A backup in a list.",
    [
      .required("backup", "What `backup.restore` takes.") { $0.name },
      .optional("damaged", "Why it can't be read.") { $0.damage },
      .optional("date", "When it was made.") { $0.content?.date },
      .optional("documents", "Games and other documents in it.") { $0.content?.documents },
      .optional("operations", "Operations in it.") { $0.content?.operations },
    ])
}
