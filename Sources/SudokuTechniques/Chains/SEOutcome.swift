import SudokuCore

/// What came out of rating a board.
public enum SEOutcome: Hashable, Sendable {
  /// The puzzle was solved.
  case rated(SERating)
  /// There is no rating; why, and how far it went (its `erTenths` is the highest step so far).
  case unrated(UnratedReason, SERating)

  /// The rating, `nil` where there is none.
  public var rating: SERating? {
    if case .rated(let rating) = self { rating } else { nil }
  }

  /// What is known: the rating, or how far it went.
  public var partialRating: SERating {
    switch self {
    case .rated(let rating), .unrated(_, let rating): rating
    }
  }

  /// Why there is no rating, `nil` where there is one.
  public var unratedReason: UnratedReason? {
    if case .unrated(let reason, _) = self { reason } else { nil }
  }
}

extension SearchInterruption {
  /// What an interruption means for a rating.
  var unratedReason: UnratedReason {
    switch self {
    case .budgetExhausted: .budgetExhausted
    case .cancelled: .cancelled
    }
  }
}
