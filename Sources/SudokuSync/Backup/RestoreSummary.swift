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
  /// What could not be let in.
  public var rejected: [QuarantineEntry] = []

  /// Creates the summary of nothing.
  public init() {}
}
