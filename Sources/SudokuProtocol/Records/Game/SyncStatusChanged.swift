import JSONCoding
import SudokuCore
import SudokuSession

/// A sync came to its end.
public struct SyncStatusChanged: NotificationRecord {
  /// `sync.status`.
  public static let topic = "sync.status"
  /// What went wrong.
  public var error: String?
  /// How many operations were new here.
  public var pulled: Int
  /// How many operations the store took over.
  public var pushed: Int

  /// Creates a notification.
  public init(error: String?, pulled: Int, pushed: Int) {
    self.error = error
    self.pulled = pulled
    self.pushed = pushed
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncStatusChanged", "A sync finished, with or without an error.",
    [
      .nullable("error", "What went wrong.") { $0.error },
      .required("online", "Whether the store was reached.") { $0.error == nil },
      .required("pulled", "Operations that were new here.") { $0.pulled },
      .required("pushed", "Operations that the store accepted.") { $0.pushed },
    ])
}
