import JSONCoding
import SudokuSession

/// What could not be let in, or can't be read, and why.
public struct QuarantineRecord: Record, Hashable {
  /// The document's ID.
  public var document: String
  /// Whose operations; `nil` for the whole document.
  public var device: String?
  /// Why.
  public var reason: String
  /// The first line that was left out.
  public var line: String?

  /// Creates a record.
  public init(document: String, device: String?, reason: String, line: String? = nil) {
    self.document = document
    self.device = device
    self.reason = reason
    self.line = line
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Quarantined", "What was quarantined: operations that are invalid or can't be read.",
    [
      .nullable("device", "Whose operations; null for the whole document.") { $0.device },
      .required("document", "The document's ID.") { $0.document },
      .optional("line", "The first line that was left out, cut where it is long.") { $0.line },
      .required("reason", "Why.") { $0.reason },
    ])
}
