import JSONCoding

/// A file that lies in a store, is not part of it, and was not read.
public struct SkippedFileRecord: Record, Hashable {
  /// Where it lies in the store.
  public var name: String
  /// Why it was skipped.
  public var reason: String

  /// Creates a record.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SkippedFile", "A file that lies in a store, is not part of it, and was not read.",
    [
      .required("name", "Where it lies in the store.") { $0.name },
      .required("reason", "Why it was skipped.") { $0.reason },
    ])
}
