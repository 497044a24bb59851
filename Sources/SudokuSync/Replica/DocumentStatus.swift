import SudokuSession

/// Which documents a list shows.
public enum DocumentStatus: String, Hashable, Sendable, CaseIterable {
  /// All documents, not only games.
  case all
  /// All games.
  case games
  /// Games that wait to be played on.
  case inProgress
  /// Completed games.
  case completed
  /// Games that were given up.
  case abandoned

  /// Whether a document belongs to the list.
  public func includes(_ summary: DocumentSummary) -> Bool {
    switch self {
    case .all: true
    case .games: summary.id.isGame
    case .inProgress: summary.isInProgress
    case .completed: summary.id.isGame && summary.isCompleted
    case .abandoned: summary.id.isGame && summary.isAbandoned
    }
  }
}
