import Synchronization

/// Counts the text that readers of a file skip on purpose, over all copies of a reader, for a note at the end.
package final class Omissions: Sendable {
  private struct Counts {
    var headers = 0
    var comments = 0
    var commentedBoards = 0
    /// The first line of text that belongs to no puzzle.
    var textLine: Int?
    var solutions = 0
  }

  private let counts = Mutex(Counts())

  /// Counts a header that repeats the first one, as joined files have it.
  func addHeader() { counts.withLock { $0.headers += 1 } }
  /// Counts a line of comment.
  func addComment() { counts.withLock { $0.comments += 1 } }
  /// Counts a line of comment that holds a board.
  func addCommentedBoard() { counts.withLock { $0.commentedBoards += 1 } }
  /// Counts a grid that is the solution of the one before it.
  func addSolution() { counts.withLock { $0.solutions += 1 } }
  /// Notes a line of text that belongs to no puzzle.
  package func addText(_ line: Int) {
    counts.withLock { $0.textLine = min($0.textLine ?? line, line) }
  }

  /// Notes for people on a file of this name.
  package func notes(on name: String) -> [String] {
    let counts = counts.withLock { $0 }
    let kinds = [
      (counts.headers, "repeated headers are skipped"),
      (counts.comments, "lines of comment are omitted"),
      (counts.commentedBoards, "boards in lines of comment (#) are omitted"),
      (counts.solutions, "grids are omitted that are the solution of the puzzle before them"),
    ]
    // A file may be read more than once, so the notes give no numbers.
    return kinds.filter { $0.0 > 0 }.map { "\(name): \($0.1)" }
      + (counts.textLine.map { ["\(name):\($0): text that belongs to no puzzle is omitted"] } ?? [])
  }
}
