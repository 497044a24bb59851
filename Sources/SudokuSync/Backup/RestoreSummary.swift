import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession

/// What a restore, an import or a first sync brought.
public struct RestoreSummary: Hashable, Sendable {
  /// The number of games that were in it.
  public var games = 0
  /// The number of completed games among them.
  public var completed = 0
  /// The number of operations that were new here.
  public var newOperations = 0
  /// When the newest of the documents was saved, in milliseconds since 1970.
  public var lastSavedMilliseconds: Int64 = 0
  /// Whether operations of this very device came back that were no longer here: further ones may be
  /// elsewhere.
  public var bringsOwn = false
  /// How many of the operations in it change nothing here, by kind: those of a newer version, and those
  /// with values that can't be read.
  public var unknown: [String: Int] = [:]
  /// What could not be let in.
  public var rejected: [QuarantineEntry] = []

  /// Creates the summary of nothing.
  public init() {}
}
