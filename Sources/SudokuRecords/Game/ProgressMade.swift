import JSONCoding
import SudokuCore
import SudokuSession

/// How far a long request is.
public struct ProgressMade: NotificationRecord {
  /// `progress`.
  public static let topic = "progress"
  /// The request's ID.
  public var id: JSONValue
  /// What is done.
  public var done: Int
  /// All there is to do.
  public var total: Int
  /// The best result so far.
  public var best: JSONValue?

  /// Creates a notification.
  public init(id: JSONValue, done: Int, total: Int, best: JSONValue? = nil) {
    self.id = id
    self.done = done
    self.total = total
    self.best = best
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Progress", "How far a long request is.",
    [
      .optional("best", "The best result so far.") { $0.best },
      .required("done", "What is done, at most `total`.") { $0.done },
      .required("id", "The request's ID.") { $0.id },
      .required("total", "All there is to do.") { $0.total },
    ])
}
