import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

/// A marked board.
public struct BookmarkRecord: Record {
  /// The bookmark.
  public var bookmark: GameState.Bookmark

  /// Creates a record.
  public init(_ bookmark: GameState.Bookmark) { self.bookmark = bookmark }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Bookmark", "A bookmarked board that can be restored.",
    [
      .required("id") { "\($0.bookmark.id)" },
      .optional("name") { $0.bookmark.name },
    ])
}
