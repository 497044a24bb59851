import SudokuCore

/// The return to a bookmark's board.
public struct Revert: Hashable, Sendable {
  /// The operation that set the bookmark.
  public var bookmark: OperationKey
  /// The operations that are taken back.
  public var undone: OperationKeySet
  /// The operations that were taken back since the bookmark and apply again.
  public var redone: OperationKeySet

  /// Creates a return.
  ///
  /// - Parameters:
  ///   - bookmark: The operation that set the bookmark.
  ///   - undone: The operations that are taken back.
  ///   - redone: The operations that apply again.
  public init(bookmark: OperationKey, undone: OperationKeySet, redone: OperationKeySet) {
    self.bookmark = bookmark
    self.undone = undone
    self.redone = redone
  }
}
