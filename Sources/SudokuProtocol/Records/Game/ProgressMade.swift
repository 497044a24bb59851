import JSONCoding
import SudokuCore
import SudokuSession

/// The progress of a long request.
public struct ProgressMade: NotificationRecord {
  /// `progress`.
  public static let topic = "progress"
  /// The request's ID.
  public var id: JSONValue
  /// What is done.
  public var done: Int
  /// The total amount of work.
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
    "Progress", "The progress of a long request.",
    [
      .optional("best", "The best result so far.") { $0.best },
      .required("done", "The amount of work done, at most `total`.") { $0.done },
      .required("id", "The request's ID.") { $0.id },
      .required("total", "The total amount of work.") { $0.total },
    ])
}
